"""Information states with perfect recall: all that a seat has seen of a game so far, as one text.

A seat sees moves (its own whole, those of others as :meth:`State.seen_as` says), events with its share of their
secrets, and its board. The text has a line for each move of which the seat noticed anything: what it saw, and what
changed on its board. Two histories have the same text for a seat if and only if the seat cannot tell them apart.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from slugfest.kernel import UNSEEN, Event, Facts, Game, Rng, State

Written = tuple[Facts, dict[int, str], list[tuple[int, int, Rng | None]]]


class Step:
    """One move of a game and the positions around it; the first step of a game is its deal and has no move.

    Steps never change, so copies of a game share them. What a seat saw is worked out when somebody asks.
    """

    __slots__ = ("_texts", "after", "before", "move", "rng", "seat")

    def __init__(
        self, before: Step | None, after: State, seat: int = -1, move: int = -1, rng: Rng | None = None
    ) -> None:
        self.before = before
        self.after = after
        self.seat = seat
        self.move = move
        self.rng = rng  # before its first draw; None: the move needed no chance
        self._texts: dict[int, str] = {}

    def information_state(self, seat: int) -> str:
        """All that a seat has seen up to here."""
        unknown: list[Step] = []
        step: Step | None = self
        while step is not None and seat not in step._texts:
            unknown.append(step)
            step = step.before
        for step in reversed(unknown):  # a loop: games have thousands of moves
            step._texts[seat] = step._seen_by(seat)
        return self._texts[seat]

    def _seen_by(self, seat: int) -> str:
        if self.before is None:
            return f"seat {seat + 1}: {_text(_known(self.after, seat))}"
        earlier = self.before.information_state(seat)
        line = "; ".join(self._noticed(self.before.after, seat))
        return f"{earlier}\n{line}" if line else earlier

    def _noticed(self, before: State, seat: int) -> Iterator[str]:
        seen = self.move if seat == self.seat else before.seen_as(self.seat, self.move, seat)
        if seen != UNSEEN:
            known = seen < before.game.move_count
            yield f"{self.seat + 1} {before.game.format(seen) if known else f'hidden {seen}'}"
        for event in self._events(before):
            yield _text(event.seen_by(seat))
        yield from _changes(_known(before, seat), _known(self.after, seat), "")

    def _events(self, before: State) -> list[Event]:
        again = before.copy()
        again.rng = Rng() if self.rng is None else self.rng.copy()
        again.events = []
        again.apply(self.seat, self.move)
        return again.events

    def resampled(self, position: State, seat: int) -> Step:
        """The first step of a game that goes on from a position which this seat cannot tell from the real one.

        It has seen what it saw; of what the others saw on the way nothing is known but their boards.
        """
        first = Step(None, position)
        first._texts[seat] = self.information_state(seat)
        return first

    def written(self) -> Written:
        """The game up to here for a pickle: its first position, what was seen before that, and the moves."""
        moves: list[tuple[int, int, Rng | None]] = []
        step = self
        while step.before is not None:
            moves.append((step.seat, step.move, step.rng))
            step = step.before
        return step.after.position(), step._texts, moves[::-1]


def read_steps(game: Game, written: Written) -> Step:
    """The last step of a game that was written."""
    document, seen, moves = written
    step = Step(None, game.set_up(document))
    step._texts.update(seen)
    for seat, move, rng in moves:
        after = step.after.copy()
        after.rng = Rng() if rng is None else rng.copy()
        after.apply(seat, move)
        after.rng = Rng()
        step = Step(step, after, seat, move, rng)
    return step


def _known(position: State, seat: int) -> dict[str, Any]:
    return {"actors": position.actors(), "board": position.board(seat)}


def _text(facts: Any) -> str:
    return json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _changes(old: Any, new: Any, place: str) -> Iterator[str]:
    """The facts that differ, each with its place: ``board.hand.2=14``."""
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            if key not in new:
                yield f"{place}{key} is gone"
            elif key not in old:
                yield f"{place}{key}={_text(new[key])}"
            else:
                yield from _changes(old[key], new[key], f"{place}{key}.")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index in range(len(old)):
            yield from _changes(old[index], new[index], f"{place}{index}.")
    else:
        yield f"{place[:-1]}={_text(new)}"
