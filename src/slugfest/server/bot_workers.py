"""Processes in which bots think, so that they do not block the event loop.

A question and its answer are one line of JSON each. A process that dies, hangs or sends nonsense is replaced, and the
seat plays its default move. Workers end when their input ends, so none outlives the server. :mod:`.fair_queue` decides
which question is next.

``python -m slugfest.server.bot_workers`` is such a process; its arguments name bots that are programs. It may run
another copy of Slugfest than the server: the compiled one as soon as it is built (:mod:`.engine`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

import msgspec

from slugfest import bots
from slugfest.kernel import SlugfestError, adopt_variant, variant_from
from slugfest.kernel import game as installed_game
from slugfest.protocol.thinking import Purpose, think
from slugfest.table import BotIdea, Question

from .fair_queue import FairQueue, ThinkingBudget

log = logging.getLogger("slugfest.server")

LONGEST_LINE: Final = 4 * 1024 * 1024
NO_HURRY: Final = float("inf")


class BotError(SlugfestError):
    """A bot could not decide."""


class BotsBusy(BotError):
    """Too many hints of one table wait already."""


Think = Callable[[Question, Purpose, float], list[BotIdea]]


class PendingQuestion:
    """A question that waits or is being thought about."""

    def __init__(self, question: Question, purpose: Purpose, table: str) -> None:
        self.question = question
        self.purpose: Purpose = purpose
        self.table = table
        self.waiters = 0
        self.since = time.monotonic()
        self.begun: float | None = None  # by the monotonic clock
        self.answer: asyncio.Future[list[BotIdea]] = asyncio.get_running_loop().create_future()


class Served:
    """An answered question, for metrics."""

    def __init__(self, pending: PendingQuestion, begun: float, took: float, share: float) -> None:
        self.purpose = pending.purpose
        self.game = pending.question.game
        self.table = pending.table
        self.begun = begun  # by the monotonic clock
        self.waited = begun - pending.since  # seconds in the queue
        self.took = took  # seconds of thinking
        self.share = share  # of the usual budget


class BotWorkers(ABC):
    """Lets as many bots think at once as there are workers; the other questions wait, and tables take turns."""

    def __init__(self, workers: int, comfortable: float = NO_HURRY) -> None:
        self.watch: Callable[[Served], None] = lambda served: None
        self._free = workers
        self._most_hints = max(1, workers - 1)  # at once: hints never occupy all workers
        self._queue: FairQueue[PendingQuestion] = FairQueue()
        self._budget = ThinkingBudget(workers, comfortable)
        self._thinking: dict[PendingQuestion, asyncio.Task[None]] = {}
        self._closed = False

    @property
    def waiting(self) -> int:
        """The number of questions in the queue."""
        return len(self._queue)

    async def decide(self, question: Question, table: str = "") -> int:
        """The move a bot plays; raise :class:`BotError` if it fails."""
        ideas = await self.think(question, "decide", table)
        return ideas[0].move

    async def advise(self, question: Question, table: str = "") -> list[BotIdea]:
        """The moves a bot would consider, best first; raise :class:`BotsBusy` if a table asks too much."""
        return await self.think(question, "advise", table)

    async def think(self, question: Question, purpose: Purpose, table: str = "") -> list[BotIdea]:
        """A bot's ideas. A question that is being thought about already is not asked twice."""
        pending = self._pending(question, purpose, table)
        pending.waiters += 1
        try:
            # Shielded: cancelling one waiter takes the answer from nobody else and interrupts no process.
            return await asyncio.shield(pending.answer)
        finally:
            pending.waiters -= 1
            if not pending.waiters and pending.begun is None:
                self._queue.remove(pending)  # nobody waits for it any more
                pending.answer.cancel()

    def _pending(self, question: Question, purpose: Purpose, table: str) -> PendingQuestion:
        thinking = [pending for pending in self._thinking if pending.table == table]
        for known in thinking + self._queue.of(table):
            if known.purpose == purpose and known.question == question:
                return known
        pending = PendingQuestion(question, purpose, table)
        if not self._queue.put(pending):
            raise BotsBusy("too many hints are being waited for")
        self._next()
        return pending

    def _next(self) -> None:
        """Give free workers the next questions."""
        while self._free:
            hints = sum(pending.purpose == "advise" for pending in self._thinking)
            tables = self._queue.tables() | {pending.table for pending in self._thinking}
            pending = self._queue.take(hints < self._most_hints)
            if pending is None:
                return
            pending.begun = time.monotonic()
            self._free -= 1
            share = self._budget.share(pending.question.game, pending.question.level, len(tables))
            self._thinking[pending] = asyncio.create_task(self._serve(pending, pending.begun, share))

    async def _serve(self, pending: PendingQuestion, begun: float, share: float) -> None:
        question = pending.question
        try:
            ideas, took = await self._think(question, pending.purpose, share)
        except Exception as error:
            failed = error if isinstance(error, BotError) else BotError(f"the bot failed: {error!r}")
            if pending.waiters:
                pending.answer.set_exception(failed)
        else:
            self._budget.took(question.game, question.level, share, took)
            self.watch(Served(pending, begun, took, share))
            if not pending.answer.done():
                pending.answer.set_result(ideas)
        finally:
            del self._thinking[pending]
            self._free += 1
            if not self._closed:
                self._next()

    @abstractmethod
    async def _think(self, question: Question, purpose: Purpose, share: float) -> tuple[list[BotIdea], float]:
        """Let a free worker think: its ideas, and how many seconds they took."""

    async def close(self) -> None:
        """Take no more questions from the queue."""
        self._closed = True


class ThreadBotWorkers(BotWorkers):
    """Bots in threads of this process: for tests, whose games are not installed."""

    def __init__(self, workers: int, think: Think, comfortable: float = NO_HURRY) -> None:
        super().__init__(workers, comfortable)
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="bot")
        self._ask = think

    async def _think(self, question: Question, purpose: Purpose, share: float) -> tuple[list[BotIdea], float]:
        def ask() -> tuple[list[BotIdea], float]:
            begun = time.monotonic()
            return self._ask(question, purpose, share), time.monotonic() - begun

        return await asyncio.get_running_loop().run_in_executor(self._threads, ask)

    async def close(self) -> None:
        await super().close()
        self._threads.shutdown(wait=True, cancel_futures=True)


class ProcessBotWorkers(BotWorkers):
    """Bots in processes of their own, started when first needed."""

    def __init__(
        self,
        workers: int,
        timeout: float,
        comfortable: float = NO_HURRY,
        programs: Sequence[str] = (),
        variants: Mapping[str, dict[str, Any]] | None = None,
    ) -> None:
        super().__init__(workers, comfortable)
        self._timeout = timeout
        self._variants = variants or {}  # by id of a game: Variant.as_json
        self._programs = programs  # NAME=COMMAND: bots in other languages
        self._engine: Path | None = None  # the copy of Slugfest that processes run; None: this one
        self._processes: dict[asyncio.subprocess.Process, Path | None] = {}  # with the engine of each
        self._idle: list[asyncio.subprocess.Process] = []
        # A process with a variant cannot play its game otherwise: the numbers are constants there. "" is no variant.
        self._worlds: dict[asyncio.subprocess.Process, str] = {}

    @property
    def engine(self) -> Path | None:
        """The copy of Slugfest with which bots think; None: this one."""
        return self._engine

    async def use(self, engine: Path) -> None:
        """Let bots think with the copy of Slugfest in this folder from the next question on."""
        self._engine = engine
        self._budget.forget()
        while self._idle:
            await self._stop(self._idle.pop())

    async def _think(self, question: Question, purpose: Purpose, share: float) -> tuple[list[BotIdea], float]:
        variant = self._variants.get(question.game)
        world = "" if variant is None else question.game
        process = await self._idle_one(world)
        kept = False
        try:
            process = process if process and process.returncode is None else await self._start(world)
            asked = {"question": question, "purpose": purpose, "share": share, "variant": variant}
            line = msgspec.json.encode(asked) + b"\n"
            answer = await asyncio.wait_for(self._ask(process, line), self._timeout)
            kept = True
        except (OSError, ValueError, TimeoutError, msgspec.MsgspecError) as error:
            raise BotError(f"the bot's process failed: {error!r}") from error
        finally:
            if process is not None:
                if kept and self._processes[process] == self._engine:
                    self._idle.append(process)
                else:
                    await self._stop(process)
        for fault in answer.faults:
            log.error("%s", fault)
        if answer.error:
            raise BotError(f"the bot failed: {answer.error}")
        return answer.ideas, answer.seconds

    async def _ask(self, process: asyncio.subprocess.Process, line: bytes) -> _Answer:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(line)
        await process.stdin.drain()
        return msgspec.json.decode(await process.stdout.readline(), type=_Answer)

    async def _idle_one(self, world: str) -> asyncio.subprocess.Process | None:
        """An idle process that plays this variant; if only others are idle, one of them is stopped to make room."""
        for process in reversed(self._idle):
            if self._worlds[process] == world:
                self._idle.remove(process)
                return process
        if len(self._idle) > self._free:
            await self._stop(self._idle.pop(0))
        return None

    async def _start(self, world: str) -> asyncio.subprocess.Process:
        engine = self._engine
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "slugfest.server.bot_workers",
            *self._programs,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            env=None if engine is None else environment_with(engine),
        )
        self._processes[process] = engine
        self._worlds[process] = world
        return process

    async def _stop(self, process: asyncio.subprocess.Process) -> None:
        self._processes.pop(process, None)
        self._worlds.pop(process, None)
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        with contextlib.suppress(OSError):
            await process.communicate()  # closes the pipes

    async def close(self) -> None:
        await super().close()
        while self._idle:
            await self._stop(self._idle.pop())
        for process in list(self._processes):  # waiters get an error
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def environment_with(engine: Path) -> dict[str, str]:
    """This process's environment, with a folder first on Python's path."""
    others = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{engine}{os.pathsep}{others}" if others else str(engine)}


# ---- in the process ------------------------------------------------------------------------------------------------


class _Asked(msgspec.Struct):
    question: Question
    purpose: Purpose
    share: float = 1.0
    variant: dict[str, Any] | None = None


class _Answer(msgspec.Struct):
    ideas: list[BotIdea]
    error: str = ""
    seconds: float = 0.0
    faults: list[str] = []


def answer_questions(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer each line with one line until the input ends."""
    for line in questions:
        try:
            asked = msgspec.json.decode(line, type=_Asked)
            variant = asked.variant
            game = (
                installed_game(asked.question.game)
                if variant is None
                else adopt_variant(variant_from(variant))
            )
            begun = time.monotonic()
            faults: list[str] = []
            ideas = think(asked.question, asked.purpose, game, asked.share, faults)
            answer = _Answer(ideas, seconds=time.monotonic() - begun, faults=faults)
        except Exception as error:
            answer = _Answer([], f"{type(error).__name__}: {error}"[:500])
        answers.write(msgspec.json.encode(answer) + b"\n")
        answers.flush()


def main() -> None:
    with contextlib.suppress(AttributeError, OSError):
        os.nice(10)  # people's moves come before bots
    for program in sys.argv[1:]:
        bots.register_program(program)
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        answer_questions(cast(BinaryIO, sys.stdin.buffer), cast(BinaryIO, sys.stdout.buffer))


if __name__ == "__main__":
    main()
