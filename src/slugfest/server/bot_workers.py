"""Processes in which bots think, so that they do not block the event loop.

A question and its answer are one line of JSON each. A process that dies, hangs or sends nonsense is replaced, and the
seat plays its default move. Workers end when their input ends, so none outlives the server. :mod:`.fair_queue` decides
which question is next.

Questions wait in lanes: one for all built-in bots, and one for each bot from outside. A bot that hangs blocks the
workers of its own lane and nobody else's.

:func:`main` runs in such a process; its arguments name bots that are programs. It may run
another copy of Slugfest than the server: the compiled one as soon as it is built (:mod:`.engine`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

import msgspec

from slugfest import bots
from slugfest.bots.levels import BUILT_IN
from slugfest.kernel import SlugfestError, adopt_variant, plain_id, variant_from
from slugfest.kernel import game as installed_game
from slugfest.personas import persona
from slugfest.protocol.thinking import Purpose, think
from slugfest.table import BotIdea, Question

from .background_process import command
from .fair_queue import FairQueue, ThinkingBudget

log = logging.getLogger("slugfest.server")

LONGEST_LINE: Final = 4 * 1024 * 1024
NICENESS: Final = 10  # people's moves come before bots
NO_HURRY: Final = float("inf")
OUTSIDE: Final = 4  # workers of each bot from outside: mostly they wait for it
FAREWELL: Final = 15.0  # seconds for a process to end what it has started; on a busy machine it needs some


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
        self.game = plain_id(pending.question.game)
        self.table = pending.table
        self.begun = begun  # by the monotonic clock
        self.waited = begun - pending.since  # seconds in the queue
        self.took = took  # seconds of thinking
        self.share = share  # of the usual budget


class Lane:
    """Questions that share workers: those to built-in bots, or those to one bot from outside."""

    def __init__(self, workers: int) -> None:
        self.free = workers
        self.most_hints = max(1, workers - 1)  # at once: hints never occupy all workers
        self.queue: FairQueue[PendingQuestion] = FairQueue()


def lane_of(question: Question) -> str:
    """The lane of a question: empty for built-in bots, else the name of the bot."""
    name = question.level.partition(":")[0]
    return "" if name in BUILT_IN or persona(name) is not None else name


class BotWorkers(ABC):
    """Lets as many bots think at once as there are workers; the other questions wait, and tables take turns."""

    def __init__(self, workers: int, comfortable: float = NO_HURRY) -> None:
        self.watch: Callable[[Served], None] = lambda served: None
        self._lanes = {"": Lane(workers)}
        self._budget = ThinkingBudget(workers, comfortable)
        self._thinking: dict[PendingQuestion, asyncio.Task[None]] = {}
        self._closed = False

    @property
    def waiting(self) -> int:
        """The number of questions in the queue."""
        return sum(len(lane.queue) for lane in self._lanes.values())

    def _lane(self, question: Question) -> Lane:
        return self._lanes.setdefault(lane_of(question), Lane(OUTSIDE))

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
                self._lane(question).queue.remove(pending)  # nobody waits for it any more
                pending.answer.cancel()

    def _pending(self, question: Question, purpose: Purpose, table: str) -> PendingQuestion:
        lane = self._lane(question)
        thinking = [pending for pending in self._thinking if pending.table == table]
        for known in thinking + lane.queue.of(table):
            if known.purpose == purpose and known.question == question:
                return known
        pending = PendingQuestion(question, purpose, table)
        if not lane.queue.put(pending):
            raise BotsBusy("too many hints are being waited for")
        self._next(lane)
        return pending

    def _next(self, lane: Lane) -> None:
        """Give a lane's free workers its next questions."""
        while lane.free:
            thinking = [pending for pending in self._thinking if self._lane(pending.question) is lane]
            hints = sum(pending.purpose == "advise" for pending in thinking)
            tables = lane.queue.tables() | {pending.table for pending in thinking}
            pending = lane.queue.take(hints < lane.most_hints)
            if pending is None:
                return
            pending.begun = time.monotonic()
            lane.free -= 1
            share = self._budget.share(plain_id(pending.question.game), pending.question.level, len(tables))
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
            self._budget.took(plain_id(question.game), question.level, share, took)
            self.watch(Served(pending, begun, took, share))
            if not pending.answer.done():
                pending.answer.set_result(ideas)
        finally:
            del self._thinking[pending]
            lane = self._lane(question)
            lane.free += 1
            if not self._closed:
                self._next(lane)

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
        self._workers = workers
        self._threads: dict[str, ThreadPoolExecutor] = {}  # by lane
        self._ask = think

    async def _think(self, question: Question, purpose: Purpose, share: float) -> tuple[list[BotIdea], float]:
        def ask() -> tuple[list[BotIdea], float]:
            begun = time.monotonic()
            return self._ask(question, purpose, share), time.monotonic() - begun

        lane = lane_of(question)
        if lane not in self._threads:
            count = OUTSIDE if lane else self._workers
            self._threads[lane] = ThreadPoolExecutor(count, thread_name_prefix="bot")
        return await asyncio.get_running_loop().run_in_executor(self._threads[lane], ask)

    async def close(self) -> None:
        await super().close()
        for threads in self._threads.values():
            threads.shutdown(wait=True, cancel_futures=True)


class ProcessBotWorkers(BotWorkers):
    """Bots in processes of their own, started when first needed."""

    def __init__(
        self,
        workers: int,
        timeout: float,
        comfortable: float = NO_HURRY,
        programs: Sequence[str] = (),
        variant_of: Callable[[str], dict[str, Any] | None] = lambda game: None,
    ) -> None:
        super().__init__(workers, comfortable)
        self._timeout = timeout
        self._variant_of = variant_of  # by id of a game: Variant.as_json, where it is one
        self._programs = programs  # NAME=COMMAND: bots in other languages
        self._engine: Path | None = None  # the copy of Slugfest that processes run; None: this one
        self._processes: dict[asyncio.subprocess.Process, Path | None] = {}  # with the engine of each
        self._idle: list[asyncio.subprocess.Process] = []
        # By lane, and by the variant it plays ("" is none): the numbers of a variant are constants in its process.
        self._worlds: dict[asyncio.subprocess.Process, tuple[str, str]] = {}

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
        variant = self._variant_of(question.game)
        world = (lane_of(question), "" if variant is None else question.game)
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

    async def _idle_one(self, world: tuple[str, str]) -> asyncio.subprocess.Process | None:
        """An idle process of this lane that plays this variant; if only others of the lane are idle, one of them is
        stopped to make room."""
        for process in reversed(self._idle):
            if self._worlds[process] == world:
                self._idle.remove(process)
                return process
        others = [process for process in self._idle if self._worlds[process][0] == world[0]]
        if len(others) > self._lanes[world[0]].free:
            self._idle.remove(others[0])
            await self._stop(others[0])
        return None

    async def _start(self, world: tuple[str, str]) -> asyncio.subprocess.Process:
        engine = self._engine
        process = await asyncio.create_subprocess_exec(
            *command(NICENESS, __name__, *self._programs),
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
        await ended(process)
        with contextlib.suppress(OSError):
            await process.communicate()  # closes the pipes

    async def close(self) -> None:
        await super().close()
        busy = [process for process in self._processes if process not in self._idle]
        await asyncio.gather(
            *(self._stop(process) for process in self._idle),
            *(ended(process) for process in busy),  # waiters get an error
        )
        self._idle.clear()


async def ended(process: asyncio.subprocess.Process) -> None:
    """Ask a process to end itself and what it has started; kill it if it does not."""
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), FAREWELL)
        except TimeoutError:
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


def end(number: int, frame: object) -> None:
    """End this process and the programs of bots. Asked again meanwhile, it goes on ending them."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(0)


def main() -> None:
    signal.signal(signal.SIGTERM, end)
    for program in sys.argv[1:]:
        bots.register_program(program)
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        answer_questions(cast(BinaryIO, sys.stdin.buffer), cast(BinaryIO, sys.stdout.buffer))
