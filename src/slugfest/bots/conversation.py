"""What is said about one decision: the question, the program's requests and its answer.

It knows nothing of pipes and sockets. Protocol 2 adds to the first one what happened since the last question, and
positions that the program may play on: samples, numbered, on which it tries moves. docs/bot-protocol.md has the words.
"""

from __future__ import annotations

import json
from typing import Any, Final

from slugfest.kernel import Perspective, Rng, State, Text, is_number, spell

from .bot import Idea
from .faults import GIBBERISH, ILLEGAL, BotFault
from .simple import UNKNOWN
from .talking import quoted

NEWEST: Final = 2  # protocol
MOST_POSITIONS: Final = 1000  # that a program may hold at once
_LONGEST_NUMBER: Final = 9  # digits


class Conversation:
    """One question to a program, and all that it asks in return. ``ideas`` is its answer, once it has played."""

    def __init__(
        self, name: str, perspective: Perspective, rng: Rng, budget: int, protocol: int = 1, late: int = 0
    ) -> None:
        self.ideas: list[Idea] | None = None
        self._name = name
        self._perspective = perspective
        self._rng = rng
        self._budget = budget
        self._protocol = protocol
        self._late = late
        self._moves = perspective.moves()
        self._ideas: dict[int, Idea] = {}
        self._positions: dict[int, State] = {}
        self._number = 0

    def question(self) -> list[str]:
        """The decision as the program is asked for it, line by line."""
        perspective, moves = self._perspective, self._moves
        view = perspective.view()
        lines = [
            "decide",
            f"game {view['game']}",
            f"rules {view['rules']}",
            f"seats {view['seats']}",
            f"seat {perspective.seat + 1}",
        ]
        lines += [f"option {key} {spell(value)}" for key, value in view["options"].items()]
        if self._protocol > 1:
            lines += [f"match {perspective.match}"] if perspective.match else []
            lines += [f"late {self._late}"] if self._late else []
            lines += [f"step {compact(step)}" for step in perspective.steps()]
        lines += [f"budget {self._budget}", f"chance {int(self._rng.next())}", f"view {compact(view)}"]
        lines += [f"moves {len(moves)}", *self._listed(moves)]
        return [*lines, f"default {moves.index(perspective.default_move()) + 1}", "go"]

    def _listed(self, moves: list[int]) -> list[str]:
        format_move = self._perspective.game.format
        return [f"move {number} {format_move(move)}" for number, move in enumerate(moves, 1)]

    def hear(self, line: str) -> list[str]:
        """Take in a line of the program; what it is answered. Raises its fault if the line is none of the protocol."""
        word, _, rest = line.strip().partition(" ")
        words = rest.split()
        if word == "play":
            self.ideas = in_order(self._moves, self._offered(rest.strip()), self._ideas)
            return []
        if word == "info":
            return []
        if word == "idea":
            idea = self._idea(line, words)
            self._ideas[idea.move] = idea
            return []
        if word == "sample" and self._perspective.game.search is None:
            raise self._wrong(line, "this game has no part search", "dieses Spiel hat den Teil search nicht")
        if self._protocol == 1:
            if word == "sample" and not rest:
                return [f"sample {compact(self._perspective.sample(self._rng).position())}"]
            raise self._wrong(line)
        return self._about_positions(line, word, words)

    # ---- positions (protocol 2) ------------------------------------------------------------------------------

    def _about_positions(self, line: str, word: str, words: list[str]) -> list[str]:
        if word == "sample" and not words:
            return [self._keep(self._perspective.sample(self._rng), line)]
        numbers = [int(text) for text in words if is_number(text) and len(text) <= _LONGEST_NUMBER]
        shapes = {"try": (2, 3), "playout": (1, 2), "list": (1, 2), "show": (1, 1), "drop": (1, 1)}
        if (
            word not in shapes
            or len(numbers) != len(words)
            or not shapes[word][0] <= len(words) <= shapes[word][1]
        ):
            raise self._wrong(line)
        number, *more = numbers
        state = self._positions.get(number)
        if state is None:
            raise self._wrong(line, f"there is no position {number}", f"eine Stellung {number} gibt es nicht")
        if word == "try":
            return [self._keep(self._tried(line, state, more), line)]
        if word == "playout":
            return [f"result {number} {self._played_out(state, more)}"]
        if word == "list":
            seat = self._seat(line, state, more)
            moves = state.moves(seat)
            return [f"moves {len(moves)}", *self._listed(moves)]
        if word == "show":
            return [f"shown {number} {compact(state.position())}"]
        del self._positions[number]
        return []

    def _keep(self, state: State, line: str) -> str:
        if len(self._positions) >= MOST_POSITIONS:
            raise self._wrong(
                line,
                f"{MOST_POSITIONS} positions are held already; drop some",
                f"{MOST_POSITIONS} Stellungen sind schon aufgehoben; gib welche mit drop frei",
            )
        self._number += 1
        self._positions[self._number] = state
        return f"position {self._number} {standing(state)}"

    def _seat(self, line: str, state: State, words: list[int]) -> int:
        """The seat that is named, counted from 1; or the program's own, if it acts, or else the first that does."""
        actors = state.actors()
        own = self._perspective.seat
        seat = words[0] - 1 if words else own if own in actors or not actors else actors[0]
        if seat not in actors:
            raise self._wrong(
                line,
                f"seat {seat + 1} has no decision to make there",
                f"Platz {seat + 1} hat dort nichts zu entscheiden",
            )
        return seat

    def _tried(self, line: str, state: State, words: list[int]) -> State:
        """A copy of a position on which a move was made, with chance of its own."""
        seat = self._seat(line, state, words[1:])
        moves = state.moves(seat)
        if not 1 <= words[0] <= len(moves):
            raise BotFault(self._name, ILLEGAL, number_of(words[0], len(moves)))
        after = state.copy()
        after.rng = self._rng.fork()
        after.apply(seat, moves[words[0] - 1])
        return after

    def _played_out(self, state: State, words: list[int]) -> str:
        """How a position ends, or stands after so many decisions, if everybody makes the game's quick moves."""
        search = self._perspective.game.require_search()
        after = state.copy()
        after.rng = self._rng.fork()
        left = words[0] if words else self._perspective.game.max_moves(state.seats, state.options)
        while left > 0 and (seat := after.first_actor()) >= 0:
            after.apply(seat, search.playout_move(after, seat, self._rng))
            left -= 1
        return standing(after)

    # ---- its answer ------------------------------------------------------------------------------------------

    def _offered(self, answer: str) -> int:
        """The move that an answer names, by its number or in full."""
        moves = self._moves
        if is_number(answer) and len(answer) <= _LONGEST_NUMBER:
            if 1 <= int(answer) <= len(moves):
                return moves[int(answer) - 1]
            raise BotFault(self._name, ILLEGAL, number_of(int(answer), len(moves)))
        for move in moves:
            if self._perspective.game.format(move) == answer:
                return move
        raise BotFault(self._name, ILLEGAL, quoted(answer))

    def _idea(self, line: str, words: list[str]) -> Idea:
        """``idea 3 120 0.62``: a move, how often it was looked at, and what it promises."""
        if len(words) == 3 and all(is_number(word) and len(word) <= _LONGEST_NUMBER for word in words[:2]):
            try:
                value = float(words[2])
            except ValueError:
                value = -1.0
            if 1 <= int(words[0]) <= len(self._moves) and 0.0 <= value <= 1.0:
                return Idea(self._moves[int(words[0]) - 1], int(words[1]), value, 0.0)
        raise self._wrong(line)

    def _wrong(self, line: str, en: str = "", de: str = "") -> BotFault:
        said = quoted(line)
        return BotFault(self._name, GIBBERISH, Text(f"{said.en} ({en})", f"{said.de} ({de})") if en else said)


def standing(state: State) -> str:
    """How a position stands: ``over`` and the result of every seat, or who decides among how many moves, and what the
    position is worth to every seat."""
    outcome = state.outcome()
    if outcome is not None:
        return "over " + " ".join(rounded(outcome.value(seat)) for seat in range(state.seats))
    turn = " ".join(f"{seat + 1}:{len(state.moves(seat))}" for seat in state.actors())
    search = state.game.require_search()
    worth = " ".join(rounded(search.estimate(state, seat)) for seat in range(state.seats))
    return f"turn {turn} worth {worth}"


def rounded(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


def number_of(number: int, count: int) -> Text:
    return Text(f"number {number} of {count}", f"Nummer {number} von {count}")


def compact(document: Any) -> str:
    """A document as JSON on one line."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def in_order(moves: list[int], played: int, ideas: dict[int, Idea]) -> list[Idea]:
    """The ideas, best first: what it plays, then what it thought of, then the rest."""
    first = ideas.pop(played, Idea(played, 0, UNKNOWN, 1.0))
    first.probability = 1.0
    others = sorted(ideas.values(), key=lambda idea: -idea.value)
    named = {played, *ideas}
    return [first, *others, *(Idea(move, 0, UNKNOWN, 0.0) for move in moves if move not in named)]
