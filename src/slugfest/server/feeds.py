"""What somebody's matches are doing: told over ``/ws/mine`` to every page of theirs, whatever it shows.

A feed is told all of its guest's running matches at once, and again whenever one of them changes. News, from whichever
process, are only a reason to look: one query, at most one in a while, and nothing is sent where nothing changed. So a
busy table costs its players' home pages a message a second, and a match that nobody plays costs nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from slugfest.store import StoreError
from slugfest.table.messages import ListedMatch, Mine

from .clients import encoded
from .room import COME_BACK

log = logging.getLogger("slugfest.server")

PAUSE: Final = 1.0  # seconds between two messages to the same page
ANYWAY: Final = 60.0  # seconds after which it is looked in any case: news may get lost

Lists = Callable[[str], Awaitable[tuple[list[ListedMatch], set[str]]]]


class Feed:
    """One page that wants to know."""

    def __init__(self, guest: str) -> None:
        self.guest = guest
        self.matches: set[str] = set()  # whose news concern it
        self.stirred = asyncio.Event()
        self.closing = False


class Feeds:
    """All pages that want to know, and whom which news concern."""

    def __init__(self) -> None:
        self._feeds: set[Feed] = set()

    def __len__(self) -> int:
        return len(self._feeds)

    @contextlib.contextmanager
    def open(self, guest: str) -> Iterator[Feed]:
        feed = Feed(guest)
        self._feeds.add(feed)
        try:
            yield feed
        finally:
            self._feeds.discard(feed)

    def stir(self, match: str = "", guests: Iterable[str] = ()) -> None:
        """Something has happened in a match; without one: perhaps in any."""
        named = set(guests)
        for feed in self._feeds:
            if not match or match in feed.matches or feed.guest in named:
                feed.stirred.set()

    def close(self) -> None:
        """Ask everybody to come back."""
        for feed in self._feeds:
            feed.closing = True
            feed.stirred.set()


async def serve(socket: WebSocket, feed: Feed, lists: Lists) -> None:
    """Tell a page what its guest's matches are doing, until one side ends it."""
    telling = asyncio.create_task(_tell(socket, feed, lists))
    hearing = asyncio.create_task(_hear(socket))
    try:
        await asyncio.wait({telling, hearing}, return_when=asyncio.FIRST_COMPLETED)
        if telling.done():
            telling.result()  # a fault of ours is not swallowed
    finally:
        telling.cancel()
        hearing.cancel()


async def _tell(socket: WebSocket, feed: Feed, lists: Lists) -> None:
    told = b""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # nobody is listening any more
        while not feed.closing:
            feed.stirred.clear()
            try:
                matches, feed.matches = await lists(feed.guest)
                now = encoded(Mine(type="mine", matches=matches))
                if now != told:
                    told = now
                    await socket.send_text(now.decode())
            except StoreError as error:  # what is not known now is told later
                log.warning("nobody can tell a guest their matches: %s", error)
            await asyncio.sleep(PAUSE)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(feed.stirred.wait(), ANYWAY)
        await socket.close(COME_BACK, "come back")


async def _hear(socket: WebSocket) -> None:
    """Whatever a page says here, it says to nobody; too much of it ends the talk."""
    for _ in range(20):
        if (await socket.receive())["type"] != "websocket.receive":
            return
