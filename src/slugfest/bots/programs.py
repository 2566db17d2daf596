"""A bot that is a program of its own, in any language, at the other end of two pipes.

docs/bot-protocol.md is the other side's page: what we say, what we expect to hear, and what happens to a program that
does not keep to it. What is said about one decision is in :mod:`.conversation`.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from slugfest.kernel import Choice, Mistake, Option, Options, Perspective, Rng, Text, is_number, spell

from .bot import Bot, Idea, owed_moves
from .conversation import NEWEST, Conversation
from .faults import FLOOD, GIBBERISH, HUNG, START, TONGUE, BotFault
from .pipes import Clock, Ear, Ended, Flooded, Line, Pipe
from .talking import how_it_ended, quoted, reason, seconds_text

T = TypeVar("T")

# A program of the first version may compare the greeting letter by letter, so the versions are in a line of their own.
PROTOCOLS: Final = "protocols 1 2"
GREETING: Final = "hello slugfest 1"
MOST_LINES: Final = {1: 20_000, 2: 5_000_000}  # that a program may say to one question, by protocol:
MOST_BYTES: Final = {1: 1 << 20, 2: 1 << 28}  # a search asks for a position a line, and the budget bounds it
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
        self.protocol = 1
        self.options: list[Option] = []
        self.games: list[str] = []  # none named: it plays any game

    def hear(self, line: str) -> bool:
        """Take in a line; False if it does not belong to an introduction."""
        words = line.split()
        if words[:1] == ["bot"] and len(words) in (2, 3):
            self.name, self.version = words[1], words[2] if len(words) == 3 else ""
        elif words[:1] == ["protocol"] and len(words) == 2 and is_number(words[1]):
            self.protocol = int(words[1])
            return 1 <= self.protocol <= NEWEST
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

    def complete(self, name: str, line: str) -> bool:
        """Take in a line; whether it was the last one. Raises the fault of a program that speaks otherwise."""
        if line.strip() == "ready":
            if self.name:
                return True
            raise BotFault(name, TONGUE, Text("it did not say its name", "er hat sich nicht vorgestellt"))
        if not self.hear(line):
            raise BotFault(name, TONGUE, quoted(line))
        return False


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


def budget_option(usual: int = _USUAL_BUDGET) -> Option:
    return Option(
        BUDGET,
        Text("milliseconds for a decision", "Millisekunden je Entscheidung"),
        usual,
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
        self._pipe: Line | None = None
        self._late = 0  # milliseconds of its last answer beyond the budget
        self.overtimes: list[int] = []  # milliseconds of all answers that came after the budget

    @property
    def budget(self) -> int:
        """How long it may think about a decision, in thousandths of a second."""
        return int(self.chosen.get(BUDGET, _USUAL_BUDGET))

    # ---- beginning and end -----------------------------------------------------------------------------------

    def start(self) -> Introduction:
        """Start the program and hear who it is, if it does not run yet."""
        if self._pipe is None:
            self._pipe = self._connect()
            self.introduction = self._talk(self._introduced)
        return self.introduction

    def _connect(self) -> Line:
        try:
            return Pipe(self.command, self.clock, self.ear)
        except (OSError, ValueError) as error:
            raise BotFault(self.name, START, f"{shlex.join(self.command)}: {reason(error)}") from error

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
        return self._talk(lambda line: self._decided(line, perspective, rng))

    def _talk(self, talk: Callable[[Line], T]) -> T:
        """Talk with the program; if that goes wrong, kill it and say what it did."""
        assert self._pipe is not None
        try:
            return talk(self._pipe)
        except BotFault as fault:
            failed = fault
        except Flooded as flood:
            failed = BotFault(self.name, FLOOD, str(flood))
        except (Ended, OSError):
            failed = how_it_ended(self.name, self._pipe)
        self._pipe.report(failed.text.en)
        self._pipe.close()
        self._pipe = None
        raise failed

    def _introduced(self, line: Line) -> Introduction:
        """Its introduction, to the word ``ready``."""
        line.say(PROTOCOLS, GREETING)
        introduction = Introduction()
        until = self.clock() + self.welcome
        while (said := line.hear(until)) is not None:
            if introduction.complete(self.name, said):
                return introduction
        raise BotFault(self.name, HUNG, seconds_text(self.welcome))

    def _decided(
        self, line: Line, perspective: Perspective, rng: Rng, due: float | None = None
    ) -> list[Idea]:
        """Its ideas, the one it plays first. When its time is up it is asked to stop, and has a moment to do so."""
        unasked = line.chatter()
        if unasked is not None and not unasked.startswith("info"):
            said = quoted(unasked)
            raise BotFault(self.name, GIBBERISH, Text(f"{said.en}, unasked", f"{said.de}, ungefragt"))
        protocol = self.introduction.protocol
        now = self.clock()
        due = now + self.budget / 1000 if due is None else due
        left = max(1, round(1000 * (due - now)))
        asked = Conversation(self.name, perspective, rng, left, protocol, self._late)
        line.new_question(MOST_LINES[protocol], MOST_BYTES[protocol])
        self._late = 0
        line.say(*asked.question())
        until, stopped = due, False
        while True:
            said_next = line.hear(until)
            if said_next is None:
                if stopped:
                    raise BotFault(self.name, HUNG, seconds_text(self.budget / 1000))
                stopped = True
                line.say("stop")
                until = self.clock() + self.grace
                continue
            line.say(*asked.hear(said_next))
            if asked.ideas is not None:
                if stopped:
                    self._late = max(1, round(1000 * (self.clock() - due)))
                    self.overtimes.append(self._late)
                return asked.ideas


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
