"""Feeds over ``/ws/mine``: every page of a guest is sent the guest's running matches, at once and when one changes.

News, from whichever process, are only a reason to query, once for all pages of a guest and at most once a second for
each. Nothing is sent if nothing changed.
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

from .budgets import Account, Metered
from .clients import encoded
from .room import COME_BACK

log = logging.getLogger("slugfest.server")

PAUSE: Final = 1.0  # seconds between two messages to the same page
ANYWAY: Final = 60.0  # seconds between two queries without news: news may get lost

Lists = Callable[[str], Awaitable[tuple[list[ListedMatch], set[str]]]]


class Listing:
    """What all pages of one guest show. It is queried once for all of them."""

    def __init__(self, guest: str) -> None:
        self.guest = guest
        self.feeds: set[Feed] = set()
        self.matches: set[str] = set()  # whose news may change it
        self._encoded = b""
        self._changes = 1  # so many were noted,
        self._queried = 0  # and so many are in what was queried
        self._querying = asyncio.Lock()

    def query_again(self) -> None:
        """Do not give a new page what others were sent before: news may have been lost."""
        self._changes += 1

    def note_change(self) -> None:
        self._changes += 1
        for feed in self.feeds:
            feed.changed.set()

    async def now(self, lists: Lists) -> bytes:
        """The message for every page."""
        async with self._querying:
            if self._queried != self._changes:
                changes = self._changes
                matches, self.matches = await lists(self.guest)
                self._encoded, self._queried = encoded(Mine(type="mine", matches=matches)), changes
        return self._encoded


class Feed:
    """One connected page."""

    def __init__(self, listing: Listing) -> None:
        self.listing = listing
        self.changed = asyncio.Event()
        self.closing = False


class Feeds:
    """All connected pages."""

    def __init__(self) -> None:
        self._listings: dict[str, Listing] = {}  # by guest

    def __len__(self) -> int:
        return sum(len(listing.feeds) for listing in self._listings.values())

    @contextlib.contextmanager
    def open(self, guest: str) -> Iterator[Feed]:
        listing = self._listings.setdefault(guest, Listing(guest))
        listing.query_again()
        feed = Feed(listing)
        listing.feeds.add(feed)
        try:
            yield feed
        finally:
            listing.feeds.discard(feed)
            if not listing.feeds:
                del self._listings[guest]

    def notify(self, match: str = "", guests: Iterable[str] = ()) -> None:
        """Refresh the feeds that a match or these guests concern; without a match, all."""
        named = set(guests)
        for listing in self._listings.values():
            if not match or match in listing.matches or listing.guest in named:
                listing.note_change()

    def close(self) -> None:
        """Ask everybody to come back."""
        for listing in self._listings.values():
            for feed in listing.feeds:
                feed.closing = True
                feed.changed.set()


async def serve(socket: WebSocket, feed: Feed, lists: Lists, account: Account) -> None:
    """Feed a page until one side ends the connection."""
    sending = asyncio.create_task(Metered(_send(socket, feed, lists), account))
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
                now = await feed.listing.now(lists)
                if now != sent:
                    sent = now
                    await socket.send_text(now.decode())
            except StoreError as error:  # the next query may succeed
                log.warning("a guest's matches cannot be listed: %s", error)
            await asyncio.sleep(PAUSE)
            try:
                await asyncio.wait_for(feed.changed.wait(), ANYWAY)
            except TimeoutError:
                feed.listing.note_change()
        await socket.close(COME_BACK, "come back")


async def _receive(socket: WebSocket) -> None:
    """Ignore what a page sends; too much of it ends the connection."""
    for _ in range(20):
        if (await socket.receive())["type"] != "websocket.receive":
            return
