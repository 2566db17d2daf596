"""An installed Python bot in a process of its own.

None of its code runs in the process that knows the position: :mod:`.host` imports it elsewhere, and gets for every
decision what the seat knows (:func:`~.fair.imagined`). A question and its answer are one line of JSON each. A bot that
does not answer in time is killed with everything it has started; so is one whose Slugfest has died.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from slugfest.kernel import Choice, Facts, Game, Option, Options, Perspective, Rng, SlugfestError, Text

from .bot import Bot, Idea, owed_moves
from .fair import imagined
from .faults import CRASHED, FLOOD, GIBBERISH, HUNG, START, BotFault
from .pipes import Clock, Ended, Flooded, Pipe
from .talking import how_it_ended, quoted, reason, seconds_text

WELCOME: Final = 60.0  # seconds to be imported: some bring a large library along
USUAL_BUDGET: Final = 30_000  # milliseconds: a limit for a bot that hangs, not a goal


class BrokenBot(SlugfestError):
    """The package of a bot cannot be loaded; the text says why."""


def can_host() -> bool:
    """Whether this machine can start processes of its own: a page in a browser cannot."""
    return bool(sys.executable) and sys.platform != "emscripten"


class HostProcess:
    """A process with one installed bot in it."""

    def __init__(self, name: str, clock: Clock = time.monotonic) -> None:
        """Start it and let it import the bot; raises :class:`BrokenBot` or :class:`BotFault` if that fails."""
        self.name = name
        self.owner = os.getpid()  # a forked copy must not use it
        self._clock = clock
        path = os.pathsep.join(entry or str(Path.cwd()) for entry in sys.path)
        command = [sys.executable, "-P", "-m", "slugfest.bots.host", name]
        try:
            self._pipe = Pipe(command, clock, env={**os.environ, "PYTHONPATH": path})
        except OSError as error:
            raise BotFault(name, START, reason(error)) from error
        self.kind = self._heard(WELCOME, WELCOME)
        if "broken" in self.kind:
            self.close()
            raise BrokenBot(self.kind["broken"])

    def ask(self, question: Facts, seconds: float, named: float) -> Facts:
        """Its answer, within so many seconds; the process has ended if it raises. A fault names ``named`` seconds."""
        self._pipe.new_question()
        self._pipe.say(json.dumps(question, ensure_ascii=False, separators=(",", ":")))
        return self._heard(seconds, named)

    def _heard(self, seconds: float, named: float) -> Facts:
        try:
            line = self._pipe.hear(self._clock() + seconds)
            if line is None:
                raise BotFault(self.name, HUNG, seconds_text(named))
            answer = json.loads(line)
            if not isinstance(answer, dict):
                raise ValueError
            return answer
        except BotFault as fault:
            failed = fault
        except ValueError:
            failed = BotFault(self.name, GIBBERISH, quoted(line or ""))
        except Flooded as flood:
            failed = BotFault(self.name, FLOOD, str(flood))
        except (Ended, OSError):
            failed = how_it_ended(self.name, self._pipe)
        self.close()
        raise failed

    def close(self) -> None:
        """End it, and everything it has started."""
        self._pipe.close()


class HostedBot(Bot):
    """An installed bot as a player. Its process is started when it is first needed, and again after it failed."""

    def __init__(
        self,
        name: str,
        game: Game,
        options: Options,
        budget: int = USUAL_BUDGET,
        process: HostProcess | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        super().__init__(name)
        self._entry = name
        self._game = game
        self._own = dict(options)
        self._budget = budget / 1000
        self._process = process
        self._made = False
        self._clock = clock

    def _ready(self) -> HostProcess:
        """The process, with the bot made for this game."""
        process = self._process
        if process is None or process.owner != os.getpid():
            process = self._process = HostProcess(self._entry, self._clock)
            self._made = False
        if not self._made:
            self._answer(process, {"make": game_document(self._game), "options": self._own}, WELCOME)
            self._made = True
        return process

    def _answer(self, process: HostProcess, question: Facts, seconds: float) -> Facts:
        try:
            answer = process.ask(question, seconds, seconds)
        except BotFault:
            self._process, self._made = None, False
            raise
        if "error" in answer:
            raise BotFault(self.name, CRASHED, str(answer["error"]))
        return answer

    def _asked(self, what: str, perspective: Perspective, rng: Rng, more: Facts | None = None) -> Facts:
        process = self._ready()
        chance = rng.fork()
        perspective.budget = self._budget
        question = {"ask": what, "chance": int(chance.state), **imagined(perspective, chance), **(more or {})}
        return self._answer(process, question, self._budget)

    def choose(self, perspective: Perspective, rng: Rng) -> int:
        owed_moves(perspective)
        return self._move(self._asked("choose", perspective, rng).get("move"))

    def consider(self, perspective: Perspective, rng: Rng) -> list[Idea]:
        owed_moves(perspective)
        answer = self._asked("consider", perspective, rng)
        try:
            return [
                Idea(self._move(move), int(visits), float(value), float(probability))
                for move, visits, value, probability in answer["ideas"]
            ]
        except (KeyError, TypeError, ValueError) as error:
            raise BotFault(self.name, GIBBERISH, quoted(str(answer))) from error

    def explain(self, perspective: Perspective, ideas: list[Idea]) -> Text:
        plain = [[int(idea.move), int(idea.visits), idea.value, idea.probability] for idea in ideas]
        try:
            answer = self._asked("explain", perspective, Rng(), {"ideas": plain})
            return Text(str(answer["en"]), str(answer["de"]))
        except (BotFault, KeyError):
            return super().explain(perspective, ideas)

    def _move(self, move: Any) -> int:
        if type(move) is not int:
            raise BotFault(self.name, GIBBERISH, quoted(repr(move)))
        return move

    def close(self) -> None:
        if self._process is not None and self._process.owner == os.getpid():
            self._process.close()
        self._process, self._made = None, False


# ---- documents -------------------------------------------------------------------------------------------------------


def game_document(game: Game) -> Facts:
    """How another process finds a game: by its id, its variant, or the module of a game under construction."""
    today = game.today or game
    variant = today.variant
    module = type(today).__module__
    names = [name for name, value in vars(sys.modules.get(module, sys)).items() if value is today]
    return {
        "id": today.id,
        "variant": None if variant is None else variant.as_json(),
        "module": module,
        "name": names[0] if names else "",
    }


def option_from(data: Facts) -> Option:
    """The option that ``Option.as_json`` wrote."""
    choices: Sequence[Facts] | None = data["choices"]
    only = data["only_with"]
    return Option(
        data["key"],
        text_from(data["name"]),
        data["default"],
        None
        if choices is None
        else [Choice(choice["value"], text_from(choice["name"]), choice["seats"]) for choice in choices],
        low=data["low"],
        high=data["high"],
        rule=data["rule"],
        seat_choice=data["seat_choice"],
        detail=data["detail"],
        only_with=None if only is None else (only["key"], only["values"]),
    )


def text_from(data: Facts) -> Text:
    return Text(data["en"], data["de"])
