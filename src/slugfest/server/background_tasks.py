"""What a process does by the clock, beside answering people: say that it lives, look whether it missed something."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from slugfest.store import News, StoreError

from .match_server import MatchServer

log = logging.getLogger("slugfest.server")

BEAT: Final = 2.0  # seconds; others take over from a process that was silent five times as long
SWEEP: Final = 1.0
TIDY: Final = 3600.0


class BackgroundTasks:
    """The clockwork of one process. What fails now is tried again at the next beat."""

    def __init__(self, server: MatchServer) -> None:
        self._server = server
        self._tasks: list[asyncio.Task[None]] = []
        self._stop_listening: Callable[[], None] | None = None

    async def start(self) -> None:
        server, loop = self._server, asyncio.get_running_loop()
        await server.peers.register()
        if server.peers.shared:

            def hear(news: Sequence[News]) -> None:  # in a thread of the store
                loop.call_soon_threadsafe(server.hear, news)

            self._stop_listening = await server.store.call(lambda store: store.listen(hear))
            self._every(BEAT, self._beat)
        self._every(SWEEP, server.settle_overdue)
        self._every(TIDY, lambda: server.store.call(lambda store: store.tidy()))

    async def _beat(self) -> None:
        if not await self._server.peers.renew():
            self._server.begin_anew()
        await self._server.compare()

    def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        self._tasks.append(asyncio.create_task(self._again_and_again(seconds, work)))

    async def _again_and_again(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except StoreError as error:
                log.warning("the storage does not answer: %s", error)
            except Exception:
                log.exception("something that is done by the clock failed")

    async def stop(self) -> None:
        if self._stop_listening is not None:
            await asyncio.to_thread(self._stop_listening)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
