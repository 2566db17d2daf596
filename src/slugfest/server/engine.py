"""Compile the engine while the server runs.

``./dev play`` starts an interpreted server at once and says in ``SLUGFEST_ENGINE`` how a compiled copy is built. A
process of its own builds it; when that has succeeded, bots think with it. The builder stops when its input ends, so it
never outlives the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from pathlib import Path
from typing import Final

import msgspec

from slugfest.kernel import SlugfestError

from .bot_workers import ProcessBotWorkers

log = logging.getLogger("slugfest.server")

TIMEOUT: Final = 10.0  # seconds for a builder to clean up


class EngineToBuild(msgspec.Struct, frozen=True):
    """The command that builds a compiled copy of Slugfest, and its folder. ``./dev play`` sends it in JSON."""

    command: tuple[str, ...]
    folder: str


def engine_to_build(text: str) -> EngineToBuild | None:
    """Read ``SLUGFEST_ENGINE``; raise :class:`SlugfestError` if it is malformed."""
    if not text:
        return None
    try:
        return msgspec.json.decode(text, type=EngineToBuild)
    except msgspec.MsgspecError as error:
        raise SlugfestError(f"SLUGFEST_ENGINE: {error}") from error


async def build_engine(engine: EngineToBuild, workers: ProcessBotWorkers) -> None:
    """Build the engine and let bots use it. When cancelled, end the builder first."""
    try:
        builder = await asyncio.create_subprocess_exec(
            *engine.command, stdin=asyncio.subprocess.PIPE, start_new_session=True
        )
    except OSError as error:
        log.warning("the engine cannot be compiled: %s", error)
        return
    try:
        if await builder.wait() == 0:
            await workers.use(Path(engine.folder))
            log.info("bots think with the engine in %s", engine.folder)
    finally:
        await _end(builder)


async def _end(builder: asyncio.subprocess.Process) -> None:
    assert builder.stdin is not None
    builder.stdin.close()
    try:
        await asyncio.wait_for(builder.wait(), TIMEOUT)
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            builder.kill()
        await builder.wait()
