"""Bots, off the event loop.

A question goes to a process of its own and the answer comes back, one line of JSON each way. A process that dies,
hangs or talks nonsense is replaced; the match goes on with the seat's default move. When the server dies, its
workers read the end of their input and go, too. Who is answered next is settled by :mod:`.fair_queue`.

``python -m slugfest.server.bot_workers`` is such a process; programs that are bots are named behind it. It may run
another copy of Slugfest than the server: the compiled one, from the moment that it is there (:mod:`.engine`).
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
    """A table asks for more hints than it may have waiting."""


Think = Callable[[Question, Purpose, float], list[BotIdea]]


class Ticket:
    """A question on its way: whose it is, and who waits for the answer."""

    def __init__(self, question: Question, purpose: Purpose, table: str) -> None:
        self.question = question
        self.purpose: Purpose = purpose
        self.table = table
        self.waiters = 0
        self.since = time.monotonic()
        self.begun: float | None = None  # when it was its turn, by the monotonic clock
        self.answer: asyncio.Future[list[BotIdea]] = asyncio.get_running_loop().create_future()


class Served:
    """What a watcher is told of each answer."""

    def __init__(self, ticket: Ticket, begun: float, took: float, share: float) -> None:
        self.purpose = ticket.purpose
        self.game = ticket.question.game
        self.table = ticket.table
        self.begun = begun  # by the monotonic clock
        self.waited = begun - ticket.since  # seconds in the queue
        self.took = took  # seconds of thinking
        self.share = share  # of the usual budget


class BotWorkers(ABC):
    """Somewhere bots can think. At most so many at once as it has workers; the others wait, table by table in turn."""

    def __init__(self, workers: int, comfortable: float = NO_HURRY) -> None:
        self.watch: Callable[[Served], None] = lambda served: None
        self._free = workers
        self._most_hints = max(1, workers - 1)  # at once: a hint never keeps all bots waiting
        self._queue: FairQueue[Ticket] = FairQueue()
        self._budget = ThinkingBudget(workers, comfortable)
        self._thinking: dict[Ticket, asyncio.Task[None]] = {}
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many questions wait."""
        return len(self._queue)

    async def decide(self, question: Question, table: str = "") -> int:
        """The move a bot plays; raises :class:`BotError` when it fails."""
        ideas = await self.think(question, "decide", table)
        return ideas[0].move

    async def advise(self, question: Question, table: str = "") -> list[BotIdea]:
        """The moves a bot would consider, best first; raises :class:`BotsBusy` when a table asks too much."""
        return await self.think(question, "advise", table)

    async def think(self, question: Question, purpose: Purpose, table: str = "") -> list[BotIdea]:
        """What a bot says. Whoever asks what is being thought about already hears the same answer."""
        ticket = self._ticket(question, purpose, table)
        ticket.waiters += 1
        try:
            # Shielded: nobody's leaving takes the answer from others, or tears a process out of the middle of one.
            return await asyncio.shield(ticket.answer)
        finally:
            ticket.waiters -= 1
            if not ticket.waiters and ticket.begun is None:
                self._queue.remove(ticket)  # whoever leaves the queue is not thought for
                ticket.answer.cancel()

    def _ticket(self, question: Question, purpose: Purpose, table: str) -> Ticket:
        thinking = [ticket for ticket in self._thinking if ticket.table == table]
        for known in thinking + self._queue.of(table):
            if known.purpose == purpose and known.question == question:
                return known
        ticket = Ticket(question, purpose, table)
        if not self._queue.put(ticket):
            raise BotsBusy("too many hints are being waited for")
        self._next()
        return ticket

    def _next(self) -> None:
        """Give free workers to those whose turn it is."""
        while self._free:
            hints = sum(ticket.purpose == "advise" for ticket in self._thinking)
            tables = self._queue.tables() | {ticket.table for ticket in self._thinking}
            ticket = self._queue.take(hints < self._most_hints)
            if ticket is None:
                return
            ticket.begun = time.monotonic()
            self._free -= 1
            share = self._budget.share(ticket.question.game, ticket.question.level, len(tables))
            self._thinking[ticket] = asyncio.create_task(self._serve(ticket, ticket.begun, share))

    async def _serve(self, ticket: Ticket, begun: float, share: float) -> None:
        question = ticket.question
        try:
            ideas, took = await self._think(question, ticket.purpose, share)
        except Exception as error:
            failed = error if isinstance(error, BotError) else BotError(f"the bot failed: {error!r}")
            if ticket.waiters:
                ticket.answer.set_exception(failed)
        else:
            self._budget.took(question.game, question.level, share, took)
            self.watch(Served(ticket, begun, took, share))
            if not ticket.answer.done():
                ticket.answer.set_result(ideas)
        finally:
            del self._thinking[ticket]
            self._free += 1
            if not self._closed:
                self._next()

    @abstractmethod
    async def _think(self, question: Question, purpose: Purpose, share: float) -> tuple[list[BotIdea], float]:
        """Let a worker that is free think: its ideas, and how many seconds they took."""

    async def close(self) -> None:
        """No more questions are taken from the queue."""
        self._closed = True


class ThreadBotWorkers(BotWorkers):
    """Bots in threads of this process: for tests, whose games other processes do not know."""

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
        self._variants = variants or {}  # by id of a game: what the variant tells of itself
        self._programs = programs  # NAME=COMMAND: bots in other languages
        self._engine: Path | None = None  # where processes find Slugfest; None: where this one found it
        self._processes: dict[asyncio.subprocess.Process, Path | None] = {}  # and the engine each one has
        self._idle: list[asyncio.subprocess.Process] = []
        # A process that plays a variant plays no other game of that kind: its numbers are constants there.
        self._worlds: dict[
            asyncio.subprocess.Process, str
        ] = {}  # the variant of each, or "" for the games themselves

    async def use(self, engine: Path) -> None:
        """Let bots think with the copy of Slugfest in this folder from their next decision on.

        Whoever is thinking ends the thought as it was begun.
        """
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
        """A process that has nothing to do and plays this; where others are idle, one of them makes room."""
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
            await process.communicate()  # nothing more is said: this closes the pipes

    async def close(self) -> None:
        await super().close()
        while self._idle:
            await self._stop(self._idle.pop())
        for process in list(self._processes):  # whoever waits for one of these hears that it has gone
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def environment_with(engine: Path) -> dict[str, str]:
    """This process's environment, where Python looks for modules in this folder first."""
    others = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{engine}{os.pathsep}{others}" if others else str(engine)}


# ---- the other side ------------------------------------------------------------------------------------------------


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
    """Answer one line with one line until there are no more."""
    for line in questions:
        try:
            asked = msgspec.json.decode(line, type=_Asked)
            told = asked.variant
            game = installed_game(asked.question.game) if told is None else adopt_variant(variant_from(told))
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
        os.nice(5)  # people's moves come before bots' thoughts
    for program in sys.argv[1:]:
        bots.register_program(program)
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        answer_questions(cast(BinaryIO, sys.stdin.buffer), cast(BinaryIO, sys.stdout.buffer))


if __name__ == "__main__":
    main()
