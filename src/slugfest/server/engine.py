"""A compiled engine that is made while the server runs.

Where somebody plays from a checkout, ``./dev play`` answers at once, interpreted, and says by ``SLUGFEST_ENGINE`` how a
compiled copy is made. That is done beside the server by a process of its own; as soon as it has ended well, bots think
with what it made. It is told to stop by the end of its input, so it never outlives its server, however that ends.
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

TIMEOUT: Final = 10.0  # seconds for a builder to clear up


class EngineToBuild(msgspec.Struct, frozen=True):
    """How a compiled copy of Slugfest is made, and where it will be. ``./dev play`` says it in JSON."""

    command: tuple[str, ...]
    folder: str


def engine_to_build(told: str) -> EngineToBuild | None:
    """What the environment says; raises :class:`SlugfestError` when it makes no sense."""
    if not told:
        return None
    try:
        return msgspec.json.decode(told, type=EngineToBuild)
    except msgspec.MsgspecError as error:
        raise SlugfestError(f"SLUGFEST_ENGINE: {error}") from error


async def build_engine(engine: EngineToBuild, workers: ProcessBotWorkers) -> None:
    """Make the engine and let bots use it. Cancelled, it ends the builder before it goes."""
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
