"""What a process does by the clock: report that it is alive, catch up on missed news, write overdue time-outs, rate
matches, list open tables, run events.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from slugfest.store import News, StoreError

from . import notices
from .admin_tasks import REFRESH, AdminTasks
from .event_runner import EventRunner
from .match_server import MatchServer

log = logging.getLogger("slugfest.server")

BEAT: Final = 2.0  # seconds; other processes take over after five times as long
SWEEP: Final = 1.0
TIDY: Final = 3600.0


class BackgroundTasks:
    """The tasks of one process. One that fails is tried again at its next turn."""

    def __init__(self, server: MatchServer) -> None:
        self._server = server
        self._tasks: list[asyncio.Task[None]] = []
        self._unsubscribe: Callable[[], None] | None = None

    async def start(self) -> None:
        server, loop = self._server, asyncio.get_running_loop()
        await server.peers.register()
        await server.moderation.refresh()
        if server.peers.shared:

            def on_news(news: Sequence[News]) -> None:  # in a thread of the store
                loop.call_soon_threadsafe(server.on_news, news)

            self._unsubscribe = await server.store.call(lambda store: store.subscribe(on_news))
            self._every(BEAT, self._beat)
        self._every(SWEEP, server.rooms.settle_overdue)
        self._every(SWEEP, server.ratings.work)
        self._every(SWEEP, server.open_tables.sweep)
        self._every(notices.EVERY, server.notices.sweep)
        self._every(SWEEP, server.merges.work)
        self._every(SWEEP, EventRunner(server).run)
        self._every(REFRESH, AdminTasks(server).run)
        self._every(TIDY, lambda: server.store.call(lambda store: store.tidy()))

    async def _beat(self) -> None:
        if not await self._server.peers.renew():
            self._server.rooms.on_expired()
        await self._server.rooms.compare()

    def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        self._tasks.append(asyncio.create_task(self._repeat(seconds, work)))

    async def _repeat(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except StoreError as error:
                log.warning("the storage is unavailable: %s", error)
            except Exception:
                log.exception("a background task failed")

    async def stop(self) -> None:
        if self._unsubscribe is not None:
            await asyncio.to_thread(self._unsubscribe)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
