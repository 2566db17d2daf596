"""Bots, off the event loop.

A question goes to a process of its own and the answer comes back, one line of JSON each way. A process that dies,
hangs or talks nonsense is replaced; the match goes on with the seat's default move. When the server dies, its
workers read the end of their input and go, too.

``python -m slugfest.server.bot_workers`` is such a process.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import BinaryIO, Final, Literal, cast

import msgspec

from slugfest import bots
from slugfest.kernel import Game, Perspective, Rng, SlugfestError
from slugfest.kernel import game as installed_game
from slugfest.table import BotIdea, Question

Purpose = Literal["decide", "advise"]
LONGEST_LINE: Final = 4 * 1024 * 1024


class BotError(SlugfestError):
    """A bot could not decide."""


Think = Callable[[Question, Purpose], list[BotIdea]]


def think(question: Question, purpose: Purpose, game: Game) -> list[BotIdea]:
    """Put a question to a bot, which sees nothing but its seat's Perspective. A decision is a single idea."""
    perspective = Perspective(game.set_up(question.position), question.seat)
    bot = bots.bot(question.level, game)
    chance = Rng(question.chance)
    if purpose == "decide":
        return [BotIdea(int(bot.choose(perspective, chance)), 0, 0.0)]
    return [
        BotIdea(int(idea.move), int(idea.visits), float(idea.value))
        for idea in bot.consider(perspective, chance)
    ]


class BotWorkers(ABC):
    """Somewhere bots can think. At most so many at once as it has workers; the others wait."""

    async def decide(self, question: Question) -> int:
        """The move a bot plays; raises :class:`BotError` when it fails."""
        ideas = await self.think(question, "decide")
        return ideas[0].move

    async def advise(self, question: Question) -> list[BotIdea]:
        """The moves a bot would consider, best first."""
        return await self.think(question, "advise")

    @abstractmethod
    async def think(self, question: Question, purpose: Purpose) -> list[BotIdea]: ...

    @abstractmethod
    async def close(self) -> None: ...


class ThreadBotWorkers(BotWorkers):
    """Bots in threads of this process: for tests, whose games other processes do not know."""

    def __init__(self, workers: int, think: Think) -> None:
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="bot")
        self._think = think

    async def think(self, question: Question, purpose: Purpose) -> list[BotIdea]:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._threads, self._think, question, purpose)
        except Exception as error:
            raise BotError(f"the bot failed: {error!r}") from error

    async def close(self) -> None:
        self._threads.shutdown(wait=True, cancel_futures=True)


class ProcessBotWorkers(BotWorkers):
    """Bots in processes of their own, started when first needed."""

    def __init__(self, workers: int, patience: float) -> None:
        self._patience = patience
        self._processes: set[asyncio.subprocess.Process] = set()
        self._free: asyncio.Queue[asyncio.subprocess.Process | None] = asyncio.Queue()
        for _ in range(workers):
            self._free.put_nowait(None)

    async def think(self, question: Question, purpose: Purpose) -> list[BotIdea]:
        process = await self._free.get()  # whoever leaves while waiting here is forgotten
        # Shielded: nobody's leaving may tear a process out of the middle of an answer.
        return await asyncio.shield(self._think(process, question, purpose))

    async def _think(
        self, process: asyncio.subprocess.Process | None, question: Question, purpose: Purpose
    ) -> list[BotIdea]:
        kept: asyncio.subprocess.Process | None = None
        try:
            process = process if process and process.returncode is None else await self._start()
            line = msgspec.json.encode({"question": question, "purpose": purpose}) + b"\n"
            answer = await asyncio.wait_for(self._ask(process, line), self._patience)
            kept = process
        except (OSError, ValueError, TimeoutError, msgspec.MsgspecError) as error:
            raise BotError(f"the bot's process failed: {error!r}") from error
        finally:
            if kept is None and process is not None:
                await self._stop(process)
            self._free.put_nowait(kept)
        if answer.error:
            raise BotError(f"the bot failed: {answer.error}")
        return answer.ideas

    async def _ask(self, process: asyncio.subprocess.Process, line: bytes) -> _Answer:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(line)
        await process.stdin.drain()
        return msgspec.json.decode(await process.stdout.readline(), type=_Answer)

    async def _start(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "slugfest.server.bot_workers",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
        )
        self._processes.add(process)
        return process

    async def _stop(self, process: asyncio.subprocess.Process) -> None:
        self._processes.discard(process)
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        with contextlib.suppress(OSError):
            await process.communicate()  # nothing more is said: this closes the pipes

    async def close(self) -> None:
        while self._processes:
            await self._stop(next(iter(self._processes)))


# ---- the other side ------------------------------------------------------------------------------------------------


class _Asked(msgspec.Struct):
    question: Question
    purpose: Purpose


class _Answer(msgspec.Struct):
    ideas: list[BotIdea]
    error: str = ""


def answer_questions(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer one line with one line until there are no more."""
    for line in questions:
        try:
            asked = msgspec.json.decode(line, type=_Asked)
            game = installed_game(asked.question.game)
            answer = _Answer(think(asked.question, asked.purpose, game))
        except Exception as error:
            answer = _Answer([], f"{type(error).__name__}: {error}"[:500])
        answers.write(msgspec.json.encode(answer) + b"\n")
        answers.flush()


def main() -> None:
    with contextlib.suppress(AttributeError, OSError):
        os.nice(5)  # people's moves come before bots' thoughts
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        answer_questions(cast(BinaryIO, sys.stdin.buffer), cast(BinaryIO, sys.stdout.buffer))


if __name__ == "__main__":
    main()
