"""Feeds over ``/ws/mine``: every page of a guest is sent the guest's running matches, at once and when one changes.

Pages that ask for it (:class:`~slugfest.protocol.wire.WatchTables`) are sent the open tables as well. These are queried
once for all guests. A page of an event (:class:`~slugfest.protocol.wire.WatchEvent`) is sent what changed there since
the version that it knows; one that has missed something asks again, with the version that it has or with 0.

News, from whichever process, are only a reason to query, once for all pages of a guest and at most once a second for
each. Nothing is sent if nothing changed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Final, NamedTuple

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from slugfest.protocol import wire
from slugfest.protocol.codes import read_code
from slugfest.store import StoreError
from slugfest.table.messages import ListedMatch, Mine

from .admission import Budget
from .budgets import Metered
from .clients import encoded
from .decoding import Decoder, decode
from .room import COME_BACK

log = logging.getLogger("slugfest.server")

PAUSE: Final = 1.0  # seconds between two messages to the same page
ANYWAY: Final = 60.0  # seconds between two queries without news: news may get lost

TOO_MUCH: Final = 1008
MOST_UNREADABLE: Final = 20  # messages of a page that are no requests

Lists = Callable[[str], Awaitable[tuple[list[ListedMatch], set[str]]]]
Tables = Callable[[str], Awaitable[bytes]]  # the message with the open tables for a guest
# What changed in an event, for a guest, after a version: the version now, and the message (empty: nothing).
Events = Callable[[str, str, int], Awaitable[tuple[int, bytes]]]


class Sources(NamedTuple):
    """Where the messages come from."""

    lists: Lists
    tables: Tables
    events: Events


_DECODER: Final[Decoder[wire.FeedRequest]] = Decoder(wire.FeedRequest)


class Listing:
    """What all pages of one guest show. It is queried once for all of them."""

    def __init__(self, guest: str, by_match: dict[str, set[Listing]]) -> None:
        self.guest = guest
        self.feeds: set[Feed] = set()
        self._matches: set[str] = set()  # whose news may change it
        self._by_match = by_match  # of all listings
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

    def concern(self, matches: set[str]) -> None:
        """Note whose news may change it."""
        for match in self._matches - matches:
            listings = self._by_match[match]
            listings.discard(self)
            if not listings:
                del self._by_match[match]
        for match in matches - self._matches:
            self._by_match.setdefault(match, set()).add(self)
        self._matches = matches

    async def now(self, lists: Lists) -> bytes:
        """The message for every page."""
        async with self._querying:
            if self._queried != self._changes:
                changes = self._changes
                matches, concerned = await lists(self.guest)
                if self.feeds:  # not if the last page has gone meanwhile
                    self.concern(concerned)
                self._encoded, self._queried = encoded(Mine(type="mine", matches=matches)), changes
        return self._encoded


class Feed:
    """One connected page."""

    def __init__(self, listing: Listing, by_event: dict[str, set[Feed]]) -> None:
        self.listing = listing
        self._by_event = by_event  # of all feeds
        self.changed = asyncio.Event()
        self.closing = False
        self.tables = False  # it shows open tables
        self.event = ""  # it shows this event,
        self.event_version = 0  # and knows this version of it
        self.sent: dict[str, bytes] = {}  # by kind: the last message

    def watch_event(self, event: str, known: int) -> None:
        """Show an event from now on, of which the page knows a version; an empty text: none."""
        watching = self._by_event.get(self.event)
        if watching is not None:
            watching.discard(self)
            if not watching:
                del self._by_event[self.event]
        self.event, self.event_version = event, known
        if event:
            self._by_event.setdefault(event, set()).add(self)


class Feeds:
    """All connected pages."""

    def __init__(self) -> None:
        self._listings: dict[str, Listing] = {}  # by guest
        self._by_match: dict[str, set[Listing]] = {}
        self._by_event: dict[str, set[Feed]] = {}

    def __len__(self) -> int:
        return sum(len(listing.feeds) for listing in self._listings.values())

    @contextlib.contextmanager
    def open(self, guest: str) -> Iterator[Feed]:
        listing = self._listings.setdefault(guest, Listing(guest, self._by_match))
        listing.query_again()
        feed = Feed(listing, self._by_event)
        listing.feeds.add(feed)
        try:
            yield feed
        finally:
            listing.feeds.discard(feed)
            feed.watch_event("", 0)
            if not listing.feeds:
                listing.concern(set())
                del self._listings[guest]

    def notify(self, match: str = "", guests: Iterable[str] = ()) -> None:
        """Refresh the feeds that a match or these guests concern; without a match, all."""
        if not match:
            concerned = set(self._listings.values())
        else:
            concerned = set(self._by_match.get(match, ()))
            concerned.update(self._listings[guest] for guest in guests if guest in self._listings)
        for listing in concerned:
            listing.note_change()
        for feed in self._by_event.get(match, ()):
            feed.changed.set()

    def notify_tables(self) -> None:
        """Refresh the feeds that show open tables."""
        for listing in self._listings.values():
            for feed in listing.feeds:
                if feed.tables:
                    feed.changed.set()

    def close(self) -> None:
        """Ask everybody to come back."""
        for listing in self._listings.values():
            for feed in listing.feeds:
                feed.closing = True
                feed.changed.set()


async def serve(socket: WebSocket, feed: Feed, sources: Sources, budget: Budget) -> None:
    """Feed a page until one side ends the connection."""
    sending = asyncio.create_task(Metered(_send(socket, feed, sources), budget.account))
    receiving = asyncio.create_task(_receive(socket, feed, budget))
    try:
        await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
        if sending.done():
            sending.result()  # raises what went wrong
    finally:
        sending.cancel()
        receiving.cancel()


async def _send(socket: WebSocket, feed: Feed, sources: Sources) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the page has disconnected
        while not feed.closing:
            feed.changed.clear()
            try:
                await _send_if_new(socket, feed, "mine", await feed.listing.now(sources.lists))
                if feed.tables:
                    await _send_if_new(socket, feed, "tables", await sources.tables(feed.listing.guest))
                if feed.event:
                    await _send_event(socket, feed, sources.events)
            except StoreError as error:  # the next query may succeed
                log.warning("a guest's matches cannot be listed: %s", error)
            await asyncio.sleep(PAUSE)
            try:
                await asyncio.wait_for(feed.changed.wait(), ANYWAY)
            except TimeoutError:
                feed.listing.note_change()
        await socket.close(COME_BACK, "come back")


async def _send_if_new(socket: WebSocket, feed: Feed, kind: str, message: bytes) -> None:
    if feed.sent.get(kind) != message:
        feed.sent[kind] = message
        await socket.send_text(message.decode())


async def _send_event(socket: WebSocket, feed: Feed, events: Events) -> None:
    """Send what changed in the event that a page shows, and note what it knows by then."""
    event, known = feed.event, feed.event_version
    version, message = await events(event, feed.listing.guest, known)
    if message and (feed.event, feed.event_version) == (event, known):  # it shows the same as before
        feed.event_version = version
        await socket.send_text(message.decode())


async def _receive(socket: WebSocket, feed: Feed, budget: Budget) -> None:
    """Read what a page asks for; too much of it, or of what is no request, ends the connection."""
    unreadable = 0
    while unreadable < MOST_UNREADABLE and budget.take():
        received = await socket.receive()
        if received["type"] != "websocket.receive":
            return
        try:
            body = decode(received.get("text") or received.get("bytes") or "", _DECODER).body
        except (msgspec.MsgspecError, UnicodeError):
            unreadable += 1
            continue
        if isinstance(body, wire.WatchTables):
            feed.tables = body.tables
            feed.sent.pop("tables", None)
        elif isinstance(body, wire.WatchEvent):
            feed.watch_event(read_code(body.event) or "", body.known)
        else:
            feed.sent.clear()
            feed.event_version = 0
        feed.changed.set()
    await socket.close(TOO_MUCH, "too much")
