"""Feeds over ``/ws/mine``: every page of a guest is sent the guest's running matches, at once and when one changes.

News, from whichever process, are only a reason to query, at most once a second for each feed. Nothing is sent if
nothing changed.
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
ANYWAY: Final = 60.0  # seconds between two queries without news: news may get lost

Lists = Callable[[str], Awaitable[tuple[list[ListedMatch], set[str]]]]


class Feed:
    """One connected page."""

    def __init__(self, guest: str) -> None:
        self.guest = guest
        self.matches: set[str] = set()  # whose news may change it
        self.changed = asyncio.Event()
        self.closing = False


class Feeds:
    """All connected pages."""

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

    def notify(self, match: str = "", guests: Iterable[str] = ()) -> None:
        """Refresh the feeds that a match or these guests concern; without a match, all."""
        named = set(guests)
        for feed in self._feeds:
            if not match or match in feed.matches or feed.guest in named:
                feed.changed.set()

    def close(self) -> None:
        """Ask everybody to come back."""
        for feed in self._feeds:
            feed.closing = True
            feed.changed.set()


async def serve(socket: WebSocket, feed: Feed, lists: Lists) -> None:
    """Feed a page until one side ends the connection."""
    sending = asyncio.create_task(_send(socket, feed, lists))
    receiving = asyncio.create_task(_receive(socket))
    try:
        await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
        if sending.done():
            sending.result()  # raises what went wrong
    finally:
        sending.cancel()
        receiving.cancel()


async def _send(socket: WebSocket, feed: Feed, lists: Lists) -> None:
    sent = b""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the page has disconnected
        while not feed.closing:
            feed.changed.clear()
            try:
                matches, feed.matches = await lists(feed.guest)
                now = encoded(Mine(type="mine", matches=matches))
                if now != sent:
                    sent = now
                    await socket.send_text(now.decode())
            except StoreError as error:  # the next query may succeed
                log.warning("a guest's matches cannot be listed: %s", error)
            await asyncio.sleep(PAUSE)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(feed.changed.wait(), ANYWAY)
        await socket.close(COME_BACK, "come back")


async def _receive(socket: WebSocket) -> None:
    """Ignore what a page sends; too much of it ends the connection."""
    for _ in range(20):
        if (await socket.receive())["type"] != "websocket.receive":
            return
