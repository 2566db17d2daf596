"""A process in which variants of guests are read, judged, rehearsed and tried by bots.

Nothing that a guest sends is read as a variant anywhere else before it has been rehearsed there. The process has a low
priority and a bound on its memory. One that dies, hangs or sends nonsense is replaced, and its question refused; after
enough questions it is replaced anyway, and it ends when its input ends.

Questions are answered one at a time: those that somebody waits for in a form come before slices of trials. Addresses
take turns, so whoever asks much, or what takes long, holds up their own household alone; of an address, and of each
guest there, only some questions wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal, cast

import msgspec

from slugfest.kernel import (
    ContentError,
    Game,
    Refusal,
    SlugfestError,
    Text,
    Variant,
    add_variant,
    games,
    unload_variant,
    variant_from,
)
from slugfest.kernel.variant_files import toml_of
from slugfest.protocol import variants as changes
from slugfest.protocol import wire
from slugfest.protocol.problems import problem
from slugfest.protocol.rehearsal import rehearse
from slugfest.protocol.trial_games import play_slice
from slugfest.protocol.trials import SLICE
from slugfest.table.refusals import as_refusal

from .background_process import command
from .bot_workers import environment_with
from .budgets import address_paying, paying

LONGEST_LINE: Final = 16 * 1024 * 1024
NICENESS: Final = 10  # like bots: people's moves come before
HUNG: Final = 120.0  # seconds after which a process that does not answer is replaced; it has a low priority
IDLE: Final = 120.0  # seconds after which an idle process is stopped
MOST_MEMORY: Final = 1 << 30  # bytes
MOST_QUESTIONS: Final = 500  # of one process
MOST_OF_ONE: Final = 4  # waiting questions of one guest,
MOST_OF_AN_ADDRESS: Final = 60
MOST_WAITING: Final = 200  # of everybody
MOST_OWED: Final = (
    10.0  # seconds for which an address would have to wait while others are active: it is refused
)
LOADED: Final = 3  # variants at a time

Task = Literal["form", "form_with", "check", "open", "prepare", "trial"]


class Asked(msgspec.Struct):
    """A line to the process."""

    task: Task
    game: str = ""
    file: str = ""
    draft: dict[str, Any] | None = None
    variant: dict[str, Any] | None = None  # of a trial
    level: str = ""
    first: int = 0
    rehearsed: bool = False  # of what is to be played: only what passes a rehearsal


class Answered(msgspec.Struct):
    """A line of the process."""

    found: Any = None
    refusal: tuple[str, str, str] | None = None  # code, and the text in both languages
    seconds: float = 0.0  # of its processor time


class Pending:
    """A question that waits, or is being answered."""

    def __init__(self, asked: Asked, guest: str) -> None:
        self.asked = asked
        self.guest = guest
        self.account = paying()
        self.address = address_paying()
        self.answer: asyncio.Future[Answered] = asyncio.get_running_loop().create_future()


class Refused(Exception):
    """The process refuses a question, after so many seconds."""

    def __init__(self, refusal: Refusal, seconds: float) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.seconds = seconds


class VariantWorker:
    """The process, and who waits for it."""

    def __init__(self, engine: Callable[[], Path | None], hung: float = HUNG) -> None:
        self._engine = engine  # the copy of Slugfest that the process runs; None: this one
        self._hung = hung
        self._process: asyncio.subprocess.Process | None = None
        self._started_with: Path | None = None
        self._questions = 0  # that the process has answered
        self._waiting: list[Pending] = []  # in the order they came
        self._has_come = asyncio.Event()
        self._turns: dict[str, int] = {}  # by address with waiting questions: when it was served last
        self._numbers = itertools.count(1)
        self._unanswered: set[Pending] = set()
        self._task: asyncio.Task[None] | None = None

    async def ask(self, guest: str, asked: Asked) -> tuple[Any, float]:
        """What the process answers, and its seconds of work; raise :class:`Refused`."""
        pending = Pending(asked, guest)
        of_address = [other for other in self._unanswered if other.address == pending.address]
        of_guest = sum(other.guest == guest for other in self._unanswered)
        full = len(self._unanswered) >= MOST_WAITING or len(of_address) >= MOST_OF_AN_ADDRESS
        if full or of_guest >= MOST_OF_ONE:
            raise Refused(problem("TOO_FAST"), 0.0)
        self._waiting.append(pending)
        self._has_come.set()
        if self._task is None:
            self._task = asyncio.create_task(self._work())
        self._unanswered.add(pending)
        try:
            answered = await pending.answer
        finally:
            self._unanswered.discard(pending)
            if pending in self._waiting:  # whoever asked has gone away
                self._waiting.remove(pending)
        if answered.refusal is not None:
            code, en, de = answered.refusal
            raise Refused(Refusal(code, "", Text(en, de)), answered.seconds)
        return answered.found, answered.seconds

    async def _work(self) -> None:
        """Answer one question after the other, until nobody has asked for a while."""
        try:
            while True:
                while not self._waiting:
                    self._has_come.clear()
                    self._turns.clear()
                    try:
                        await asyncio.wait_for(self._has_come.wait(), IDLE)
                    except TimeoutError:
                        if not self._waiting:  # otherwise asked at that very moment
                            return
                pending = self._next()
                if pending.account is not None and pending.account.address_overdrawn() > MOST_OWED:
                    answered = Answered(None, refusal_of(problem("TOO_FAST")))
                else:
                    answered = await self._answer(pending.asked)
                if not pending.answer.done():
                    pending.answer.set_result(answered)
        finally:
            self._task = None
            await self._stop()

    def _next(self) -> Pending:
        """Take the question that is answered next."""
        found = min(
            self._waiting, key=lambda one: (one.asked.task == "trial", self._turns.get(one.address, 0))
        )
        self._turns[found.address] = next(self._numbers)
        self._waiting.remove(found)
        return found

    async def _answer(self, asked: Asked) -> Answered:
        begun = time.monotonic()
        try:
            process = await self._running()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(msgspec.json.encode(asked) + b"\n")
            await process.stdin.drain()
            line = await asyncio.wait_for(process.stdout.readline(), self._hung)
            answered = msgspec.json.decode(line, type=Answered)
        except (OSError, ValueError, TimeoutError, msgspec.MsgspecError):
            await self._stop()
            return Answered(None, refusal_of(problem("VARIANT_SLOW")), time.monotonic() - begun)
        self._questions += 1
        if self._questions >= MOST_QUESTIONS:
            await self._stop()
        return answered

    async def _running(self) -> asyncio.subprocess.Process:
        engine = self._engine()
        if self._process is not None and (
            self._process.returncode is not None or self._started_with != engine
        ):
            await self._stop()
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                *command(NICENESS, __name__),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
                env=None if engine is None else environment_with(engine),
            )
            self._started_with, self._questions = engine, 0
        return self._process

    async def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()

    async def close(self) -> None:
        """Stop, also in the middle of a question, and refuse all that wait."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        for pending in self._unanswered:
            if not pending.answer.done():
                pending.answer.set_result(Answered(None, refusal_of(problem("COME_BACK"))))


# ---- in the process ------------------------------------------------------------------------------------------------


class Answers:
    """Answers questions, with the few variants that it has loaded."""

    def __init__(self) -> None:
        self._games = games()
        self._loaded: dict[str, Game] = {}  # by id, the last used one last

    def answer(self, asked: Asked) -> Any:
        if asked.task == "form":
            return changes.form(self._games, asked.game)
        if asked.task == "open":
            return changes.open_text(self._games, asked.file)
        if asked.task in ("form_with", "check"):
            draft = wire.VariantDraft(**(asked.draft or {}))
            answer = changes.form_with if asked.task == "form_with" else changes.check_draft
            return answer(self._games, draft)
        if asked.task == "prepare":
            played = self._load(changes.read_file(self._games, asked.file))
            if asked.rehearsed:
                rehearse(played)
            assert played.variant is not None
            return {"variant": played.variant.as_json(), "file": toml_of(played.variant)}
        played = self._load(variant_from(asked.variant or {}))
        return play_slice(self._find, played.id, asked.level, asked.first, SLICE)

    def _find(self, id: str) -> Game:
        return self._loaded.get(id) or self._games[id]

    def _load(self, variant: Variant) -> Game:
        """Load a variant, and unload the one that nobody has asked about for longest."""
        try:
            played = self._loaded.pop(variant.id, None) or add_variant(variant)
        except ContentError as error:
            raise changes.not_allowed(error) from error
        self._loaded[variant.id] = played
        if len(self._loaded) > LOADED:
            oldest = next(iter(self._loaded))
            del self._loaded[oldest]
            unload_variant(oldest)
        return played


def answer_questions(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer each line with one line until the input ends."""
    answering = Answers()
    for line in questions:
        begun = time.process_time()
        try:
            answered = Answered(answering.answer(msgspec.json.decode(line, type=Asked)))
        except Exception as error:
            answered = Answered(None, refusal_of(error))
        answered.seconds = time.process_time() - begun
        answers.write(msgspec.json.encode(answered) + b"\n")
        answers.flush()


def refusal_of(error: Exception) -> tuple[str, str, str]:
    if isinstance(error, SlugfestError):
        refusal = as_refusal(error)
    else:  # a game stumbled over something that it does not expect
        refusal = changes.because("VARIANT_FAILS", f"{type(error).__name__}: {error}"[:200])
    return refusal.code, refusal.text.en, refusal.text.de


def bound_memory() -> None:
    """Bound the memory of this process, where the system can."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def main() -> None:
    bound_memory()
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        answer_questions(cast(BinaryIO, sys.stdin.buffer), cast(BinaryIO, sys.stdout.buffer))
