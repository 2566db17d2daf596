"""A bot that is a program of its own, in any language, at the other end of two pipes.

docs/bot-protocol.md is the other side's page: what we say, what we expect to hear, and what happens to a program that
does not keep to it. It receives a seat's :class:`~slugfest.kernel.Perspective` and nothing else.
"""

from __future__ import annotations

import json
import os
import shlex
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from slugfest.kernel import Choice, Mistake, Option, Options, Perspective, Rng, Text, is_number, spell

from .bot import Bot, Idea, owed_moves
from .faults import CRASHED, FLOOD, GIBBERISH, HUNG, ILLEGAL, LEFT, START, TONGUE, BotFault
from .pipes import Clock, Ear, Ended, Flooded, Pipe
from .simple import UNKNOWN

T = TypeVar("T")

PROTOCOL: Final = 1
GREETING: Final = f"hello slugfest {PROTOCOL}"
BUDGET: Final = (
    "budget"  # the option that every program has: how long it may think, in thousandths of a second
)
_USUAL_BUDGET: Final = 1000
_LONGEST_BUDGET: Final = 3_600_000

# How long a program may take to start and to introduce itself, and how much longer than its budget to answer. Both are
# generous: what is measured is whether it hangs, not how busy this machine is.
WELCOME: Final = 20.0
GRACE: Final = 2.0


class Introduction:
    """What a program says about itself when it is greeted."""

    def __init__(self) -> None:
        self.name = ""
        self.version = ""
        self.options: list[Option] = []
        self.games: list[str] = []  # none named: it plays any game

    def hear(self, line: str) -> bool:
        """Take in a line; False if it does not belong to an introduction."""
        words = line.split()
        if words[:1] == ["bot"] and len(words) in (2, 3):
            self.name, self.version = words[1], words[2] if len(words) == 3 else ""
        elif words[:1] == ["plays"]:
            self.games += words[1:]
        elif words[:1] == ["option"]:
            option = declared_option(words[1:])
            if option is None or option.key in [BUDGET, *(known.key for known in self.options)]:
                return False
            self.options.append(option)
        else:
            return words[:1] == ["info"]
        return True


def declared_option(words: list[str]) -> Option | None:
    """``depth number 3 1 9`` or ``style choice calm calm wild``; None if it is neither."""
    if len(words) < 4:
        return None
    key, kind, default, *rest = words
    name = Text(key, key)
    if kind == "number" and len(rest) == 2 and all(is_whole(word) for word in (default, *rest)):
        usual, low, high = int(default), int(rest[0]), int(rest[1])
        return Option(key, name, usual, low=low, high=high) if low <= usual <= high else None
    if kind == "choice" and default in rest:
        return Option(key, name, default, [Choice(word, Text(word, word)) for word in rest])
    return None


def is_whole(word: str) -> bool:
    return is_number(word.removeprefix("-"))


def budget_option() -> Option:
    return Option(
        BUDGET,
        Text("milliseconds for a decision", "Millisekunden je Entscheidung"),
        _USUAL_BUDGET,
        low=1,
        high=_LONGEST_BUDGET,
    )


class ProgramBot(Bot):
    """Another program as a player. It is started when it is first needed, and again after it failed.

    Every question contains everything, so one program may play many games at once, or one after another. A
    failure is raised as a :class:`~.faults.BotFault`; the program has been killed by then.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        options: Options | None = None,
        clock: Clock = time.monotonic,
        welcome: float = WELCOME,
        grace: float = GRACE,
        ear: Ear | None = None,
    ) -> None:
        super().__init__(name)
        self.command = list(command)
        self.chosen = dict(options or {})  # of the options that the program declares, and the budget
        self.clock = clock
        self.welcome = welcome
        self.grace = grace
        self.ear = ear  # whoever wants to listen in
        self.introduction = Introduction()
        self._pipe: Pipe | None = None

    @property
    def budget(self) -> int:
        """How long it may think about a decision, in thousandths of a second."""
        return int(self.chosen.get(BUDGET, _USUAL_BUDGET))

    # ---- beginning and end -----------------------------------------------------------------------------------

    def start(self) -> Introduction:
        """Start the program and hear who it is, if it does not run yet."""
        if self._pipe is None:
            try:
                self._pipe = Pipe(self.command, self.clock, self.ear)
            except (OSError, ValueError) as error:
                raise BotFault(self.name, START, f"{shlex.join(self.command)}: {reason(error)}") from error
            self.introduction = self._talk(self._introduced)
        return self.introduction

    def set_options(self, settled: Options) -> None:
        """Choose the values of its options, and send them to the program if it runs."""
        self.chosen = dict(settled)
        if self._pipe is not None:
            for option in self.introduction.options:
                if option.key in self.chosen:
                    self._pipe.say(f"set {option.key} {spell(self.chosen[option.key])}")

    def close(self) -> None:
        """Say goodbye to the program."""
        if self._pipe is not None:
            self._pipe.close("bye")
            self._pipe = None

    # ---- a decision ------------------------------------------------------------------------------------------

    def consider(self, perspective: Perspective, rng: Rng) -> list[Idea]:
        owed_moves(perspective)
        if self._pipe is None:
            self.start()
            self.set_options(self.chosen)
        return self._talk(lambda pipe: self._decided(pipe, perspective, rng))

    def _talk(self, talk: Callable[[Pipe], T]) -> T:
        """Talk with the program; if that goes wrong, kill it and say what it did."""
        assert self._pipe is not None
        try:
            return talk(self._pipe)
        except BotFault as fault:
            failed = fault
        except Flooded as flood:
            failed = BotFault(self.name, FLOOD, str(flood))
        except (Ended, OSError):
            failed = self._gone(self._pipe)
        self._pipe.close()
        self._pipe = None
        raise failed

    def _introduced(self, pipe: Pipe) -> Introduction:
        """Its introduction, to the word ``ready``."""
        pipe.say(GREETING)
        introduction = Introduction()
        until = self.clock() + self.welcome
        while (line := pipe.hear(until)) is not None:
            if line.strip() == "ready":
                if introduction.name:
                    return introduction
                raise BotFault(
                    self.name, TONGUE, Text("it did not say its name", "er hat sich nicht vorgestellt")
                )
            if not introduction.hear(line):
                raise BotFault(self.name, TONGUE, quoted(line))
        raise BotFault(self.name, HUNG, seconds_text(self.welcome))

    def _decided(self, pipe: Pipe, perspective: Perspective, rng: Rng) -> list[Idea]:
        """Its ideas, the one it plays first. When its time is up it is asked to stop, and has a moment to do so."""
        unasked = pipe.chatter()
        if unasked is not None and not unasked.startswith("info"):
            said = quoted(unasked)
            raise BotFault(self.name, GIBBERISH, Text(f"{said.en}, unasked", f"{said.de}, ungefragt"))
        moves = perspective.moves()
        pipe.new_question()
        pipe.say(*question(perspective, moves, self.budget, rng))
        until = self.clock() + self.budget / 1000
        stopped = False
        ideas: dict[int, Idea] = {}
        while True:
            line = pipe.hear(until)
            if line is None:
                if stopped:
                    raise BotFault(self.name, HUNG, seconds_text(self.budget / 1000))
                stopped = True
                pipe.say("stop")
                until = self.clock() + self.grace
                continue
            word, _, rest = line.strip().partition(" ")
            if word == "play":
                played = self._offered(rest.strip(), moves, perspective)
                return in_order(moves, played, ideas)
            if word == "sample" and not rest:
                pipe.say(f"sample {compact(perspective.sample(rng).position())}")
            elif word == "idea":
                idea = self._idea(line, rest.split(), moves)
                ideas[idea.move] = idea
            elif word != "info":
                raise BotFault(self.name, GIBBERISH, quoted(line))

    def _offered(self, answer: str, moves: list[int], perspective: Perspective) -> int:
        """The move that an answer names, by its number or in full."""
        if is_number(answer):
            number = int(answer)
            if 1 <= number <= len(moves):
                return moves[number - 1]
            count = len(moves)
            raise BotFault(
                self.name,
                ILLEGAL,
                Text(f"number {number} of {count}", f"Nummer {number} von {count}"),
            )
        for move in moves:
            if perspective.game.format(move) == answer:
                return move
        raise BotFault(self.name, ILLEGAL, quoted(answer))

    def _idea(self, line: str, words: list[str], moves: list[int]) -> Idea:
        """``idea 3 120 0.62``: a move, how often it was looked at, and what it promises."""
        if (
            len(words) == 3
            and is_number(words[0])
            and is_number(words[1])
            and 1 <= int(words[0]) <= len(moves)
        ):
            try:
                value = float(words[2])
            except ValueError:
                value = -1.0
            if 0.0 <= value <= 1.0:
                return Idea(moves[int(words[0]) - 1], int(words[1]), value, 0.0)
        raise BotFault(self.name, GIBBERISH, quoted(line))

    def _gone(self, pipe: Pipe) -> BotFault:
        """Its output has ended: how it went."""
        code = pipe.exit_code()
        if not code:
            return BotFault(self.name, LEFT)
        words = pipe.last_words()
        how = (
            Text(f"signal {-code}", f"Signal {-code}")
            if code < 0
            else Text(f"exit code {code}", f"Code {code}")
        )
        said = quoted(words) if words else Text("", "")
        return BotFault(self.name, CRASHED, Text(f"{how.en} {said.en}", f"{how.de} {said.de}"))


def question(perspective: Perspective, moves: list[int], budget: int, rng: Rng) -> list[str]:
    """A decision as the program is asked for it, line by line."""
    view = perspective.view()
    lines = [
        "decide",
        f"game {view['game']}",
        f"rules {view['rules']}",
        f"seats {view['seats']}",
        f"seat {perspective.seat + 1}",
    ]
    lines += [f"option {key} {spell(value)}" for key, value in view["options"].items()]
    lines += [f"budget {budget}", f"chance {int(rng.next())}", f"view {compact(view)}", f"moves {len(moves)}"]
    lines += [f"move {number} {perspective.game.format(move)}" for number, move in enumerate(moves, 1)]
    return [*lines, f"default {moves.index(perspective.default_move()) + 1}", "go"]


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


def quoted(said: str) -> Text:
    """What the program said, in quotation marks."""
    return Text(f"“{said}”", f"„{said}“")


def seconds_text(seconds: float) -> Text:
    return Text(f"{seconds:g} seconds", f"{seconds:g} Sekunden".replace(".", ","))


def reason(error: Exception) -> str:
    """Why the system refused, without the numbers."""
    return os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)


def split_command(text: str) -> list[str]:
    """A command line as a person types it, in words."""
    try:
        words = shlex.split(text)
    except ValueError:
        words = []
    if not words:
        raise Mistake(
            Text(
                f"{text!r} is no command that could be run",
                f"{text!r} ist kein Befehl, den man ausführen kann",
            )
        )
    return words
