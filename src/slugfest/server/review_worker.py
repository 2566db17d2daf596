"""The process that reviews matches: one at a time, behind everything else that runs on the machine.

It is no bot worker because a review takes seconds, and a bot's move must not wait for it. A match comes in as one line
of JSON; lines with its progress go out, and at last one with the review.

:func:`main` runs in the process. It is started when it is needed, stopped when it has been
idle for a while, and ends when its input ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

import msgspec

from slugfest.kernel import Game, SlugfestError, adopt_variant, variant_from
from slugfest.kernel import game as installed_game
from slugfest.protocol.reviewing import Json, ReviewJob
from slugfest.review import JUDGE

from .background_process import command
from .bot_workers import environment_with

LONGEST_LINE: Final = 16 * 1024 * 1024
SLICE: Final = 0.25  # seconds between two reports of progress
SILENCE: Final = (
    240.0  # seconds after which a process that reports nothing counts as hung; it has a low priority
)
IDLE: Final = 120.0  # seconds after which an idle process is stopped
NICENESS: Final = 15  # bots have 10


class ReviewFailed(SlugfestError):
    """A match could not be reviewed."""


class MatchToReview(msgspec.Struct, frozen=True):
    game: str
    record: str
    quick: bool
    variant: dict[str, Any] | None = None
    assisted: list[int] = []  # moves that a bot or a hint made for a person
    level: str = JUDGE  # of the bot that gave hints in the match
    people: list[int] = []  # seats whose moves are judged first

    def job(self, game: Game) -> ReviewJob:
        return ReviewJob(game, self.record, self.quick, self.assisted, self.level, self.people)


class Reported(msgspec.Struct):
    """A line of the process: progress in percent, or the end."""

    progress: int = 0
    review: dict[str, Any] | None = None
    error: str = ""


OnProgress = Callable[[int], None]


class ReviewWorker(ABC):
    """Reviews one match at a time."""

    @abstractmethod
    async def review(self, match: MatchToReview, on_progress: OnProgress) -> Json:
        """The review of a match; raise :class:`ReviewFailed` if there is none."""

    @abstractmethod
    async def close(self) -> None:
        """Stop, also in the middle of a review."""


class ThreadReviewWorker(ReviewWorker):
    """Reviews in a thread of this process: for tests, whose games are not installed."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self._games = games
        self._closed = False

    async def review(self, match: MatchToReview, on_progress: OnProgress) -> Json:
        loop = asyncio.get_running_loop()

        def work() -> Json:
            job = match.job(self._games[match.game])
            while job.work(SLICE) and not self._closed:
                loop.call_soon_threadsafe(on_progress, job.progress)
            return job.document()

        try:
            return await asyncio.to_thread(work)
        except Exception as error:
            raise ReviewFailed(f"{type(error).__name__}: {error}") from error

    async def close(self) -> None:
        self._closed = True


class ProcessReviewWorker(ReviewWorker):
    """Reviews in a process of its own."""

    def __init__(self, engine: Callable[[], Path | None]) -> None:
        self._engine = engine  # the copy of Slugfest that the process runs; None: this one
        self._process: asyncio.subprocess.Process | None = None
        self._started_with: tuple[Path | None, str] = (None, "")  # engine, and the game of its variant
        self._stopping: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def review(self, match: MatchToReview, on_progress: OnProgress) -> Json:
        if self._stopping is not None:
            self._stopping.cancel()
            self._stopping = None
        kept = False
        try:
            process = await self._running(match)
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(msgspec.json.encode(match) + b"\n")
            await process.stdin.drain()
            while True:
                line = await asyncio.wait_for(process.stdout.readline(), SILENCE)
                reported = msgspec.json.decode(line, type=Reported)
                if reported.error:
                    kept = True
                    raise ReviewFailed(reported.error)
                if reported.review is not None:
                    kept = True
                    return reported.review
                on_progress(reported.progress)
        except (OSError, ValueError, TimeoutError, msgspec.MsgspecError) as error:
            raise ReviewFailed(f"the process failed: {error!r}") from error
        finally:
            if kept:
                loop = asyncio.get_running_loop()
                self._stopping = loop.call_later(IDLE, self._stop_later)
            else:
                await self._stop()

    async def _running(self, match: MatchToReview) -> asyncio.subprocess.Process:
        # The numbers of a variant are constants of its process.
        wanted = (self._engine(), "" if match.variant is None else match.game)
        if self._process is not None and (
            self._process.returncode is not None or self._started_with != wanted
        ):
            await self._stop()
        if self._process is None:
            engine = wanted[0]
            self._process = await asyncio.create_subprocess_exec(
                *command(NICENESS, __name__),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
                env=None if engine is None else environment_with(engine),
            )
            self._started_with = wanted
        return self._process

    def _stop_later(self) -> None:
        task = asyncio.ensure_future(self._stop())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()  # a review that still reads from it ends with its output

    async def close(self) -> None:
        if self._stopping is not None:
            self._stopping.cancel()
        await self._stop()


# ---- in the process ------------------------------------------------------------------------------------------------


def review_matches(matches: BinaryIO, answers: BinaryIO) -> None:
    """Review the match of each line until the input ends."""

    def report(reported: Reported) -> None:
        answers.write(msgspec.json.encode(reported) + b"\n")
        answers.flush()

    for line in matches:
        try:
            match = msgspec.json.decode(line, type=MatchToReview)
            variant = match.variant
            game = installed_game(match.game) if variant is None else adopt_variant(variant_from(variant))
            job = match.job(game)
            while job.work(SLICE):
                report(Reported(job.progress))
            report(Reported(100, job.document()))
        except Exception as error:
            report(Reported(error=f"{type(error).__name__}: {error}"[:500]))


def main() -> None:
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        review_matches(cast(BinaryIO, sys.stdin.buffer), cast(BinaryIO, sys.stdout.buffer))
