"""Notices: who is sent "a match waits for you", when, and by which process.

The process that writes an entry by which a match begins to wait for somebody puts a notice into the store. Later, after
a moment of grace and outside their quiet hours, the process that deletes the notice sends the message: it is sent once,
or, if that process stops in between, not at all. What is noted are documents, each deleted with its guest:

- ``push`` by browser: where and how it is reached;
- ``push-settings`` by guest: quiet hours, and matches that are switched off;
- ``notices`` by time, match and guest.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, tzinfo
from functools import cache
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo, available_timezones

from slugfest.protocol.problems import problem
from slugfest.store import Conflict, Document, DocumentChange, StoreError
from slugfest.table import Refusal, Table

from .push import PushKey, PushSender, Subscription, packed

if TYPE_CHECKING:
    from .match_server import MatchServer

log = logging.getLogger("slugfest.server")

GRACE: Final = 10_000  # ms: whoever comes within them needs no message
EVERY: Final = 3.0  # seconds between two looks for notices that are due
AT_ONCE: Final = 50  # notices in one look
MOST_SENDING: Final = 500  # notices under way
MOST_DEVICES: Final = 5  # of one guest
MOST_MUTED: Final = 200
MOST_PENDING: Final = 50  # notices of one guest
MOST_TRIES: Final = 4
AGAIN_AFTER: Final = 60_000  # ms after the first attempt that failed; doubled after each
A_DAY: Final = 24 * 60  # minutes
NO_SETTINGS: Final[Mapping[str, Any]] = {"quiet_from": 0, "quiet_to": 0, "zone": "UTC", "muted": []}


class Notices:
    """The notices of a server, as this process sees them."""

    def __init__(self, server: MatchServer) -> None:
        self._server = server
        self._settings = server.settings
        self._sender = PushSender(self._settings.push_to_loopback)
        self._key: PushKey | None = None
        self._limit = self._settings.limits.pushes.buckets()
        self._sending: set[asyncio.Task[None]] = set()

    @property
    def offered(self) -> bool:
        """Whether this server sends messages at all."""
        return self._settings.push

    async def key(self) -> PushKey:
        if self._key is None:
            self._key = await PushKey.of(self._server.store)
        return self._key

    def close(self) -> None:
        for task in self._sending:
            task.cancel()
        self._sender.close()

    # ---- what a guest has asked for --------------------------------------------------------------------------

    async def devices(self, guest: str) -> list[Document]:
        found = await self._server.store.documents("push", owner=guest)
        return sorted(found, key=lambda one: int(one.data["since"]))

    async def settings_of(self, guest: str) -> Mapping[str, Any]:
        kept = await self._server.store.document("push-settings", guest)
        return NO_SETTINGS if kept is None else kept.data

    async def subscribe(self, guest: str, new: Subscription) -> None:
        """Send a browser messages from now on; one that belonged to another guest belongs to this one now."""
        store = self._server.store
        before = await store.document("push", new.key)
        if before is not None and before.owner != guest and before.data["auth"] != new.auth:
            raise problem("NO_PUSH")  # whoever knows an address alone cannot take it over
        since = store.now() if before is None else before.data["since"]
        data = {
            "endpoint": new.endpoint,
            "p256dh": new.p256dh,
            "auth": new.auth,
            "language": new.language,
            "site": new.site,
            "since": since,
        }
        changes = [DocumentChange("push", new.key, 0 if before is None else before.version, data, guest)]
        others = [one for one in await self.devices(guest) if one.key != new.key]
        changes += [
            DocumentChange("push", one.key, one.version, None)
            for one in others[: max(0, len(others) + 1 - MOST_DEVICES)]
        ]
        await self._write(changes)

    async def unsubscribe(self, guest: str, key: str) -> None:
        """Send a browser no more messages."""
        kept = await self._server.store.document("push", key)
        if kept is not None and kept.owner == guest:
            await self._write([DocumentChange("push", key, kept.version, None)])

    async def change_settings(self, guest: str, settings: Mapping[str, Any]) -> None:
        kept = await self._server.store.document("push-settings", guest)
        version = 0 if kept is None else kept.version
        await self._write([DocumentChange("push-settings", guest, version, settings, guest)])

    async def _write(self, changes: Sequence[DocumentChange]) -> None:
        try:
            await self._server.store.write_documents(*changes)
        except Conflict as conflict:
            raise problem("TOO_FAST") from conflict

    # ---- noting ----------------------------------------------------------------------------------------------

    def awaited(self, table: Table, present: set[str]) -> list[str]:
        """The guests for whom the newest entry made a match wait, or whom it reminds, and who are not there."""
        newest = table.log[-1]
        if not self.offered or table.over:
            return []
        seats = [seat for seat in table.waited_for() if table.time.waiting_since(seat) == table.time.at]
        if newest["kind"] == "nudged":
            seats.append(newest["seat"])
        return [guest for seat in dict.fromkeys(seats) if (guest := table.seats[seat].guest) not in present]

    async def note(self, match: str, guests: Sequence[str]) -> None:
        """Put notices into the store, for those who asked for messages."""
        for guest in guests:
            try:
                await self._note(match, guest)
            except StoreError as error:
                log.warning("a notice could not be noted: %s", error)

    async def _note(self, match: str, guest: str) -> None:
        store = self._server.store
        if not await store.documents("push", owner=guest, most=1):
            return
        settings = await self.settings_of(guest)
        pending = await store.documents("notices", owner=guest)
        if match in settings["muted"] or len(pending) >= MOST_PENDING:
            return
        if any(one.data["match"] == match for one in pending):
            return
        await self._put(match, guest, allowed_from(store.now() + GRACE, settings), 0)

    async def _put(self, match: str, guest: str, due: int, tries: int) -> None:
        change = DocumentChange(
            "notices", f"{due:015d} {match} {guest}", 0, {"match": match, "due": due, "tries": tries}, guest
        )
        with contextlib.suppress(Conflict):  # it is there already
            await self._server.store.write_documents(change)

    # ---- sending ---------------------------------------------------------------------------------------------

    async def sweep(self) -> None:
        """Send what is due and not sent by another process."""
        if not self.offered:
            return
        store = self._server.store
        now = store.now()
        found = await store.documents("notices", most=AT_ONCE)  # in the order of their time
        due = [one for one in found if one.data["due"] <= now]
        # Nobody waits for the messages themselves: a push service may be slow, and others' messages are due.
        free = max(0, MOST_SENDING - len(self._sending))
        for one in due[:free]:
            task = asyncio.create_task(self._deliver_alone(one))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _deliver_alone(self, notice: Document) -> None:
        try:
            await self._deliver(notice)
        except StoreError as error:
            log.warning("a notice could not be delivered: %s", error)

    async def _deliver(self, notice: Document) -> None:
        store, match, guest = self._server.store, notice.data["match"], notice.owner
        try:
            await store.write_documents(DocumentChange("notices", notice.key, notice.version, None))
        except Conflict:
            return  # another process sends it
        settings = await self.settings_of(guest)
        now = store.now()
        if match in settings["muted"] or not await self._still_awaited(match, guest):
            return
        if (later := allowed_from(now, settings)) > now:
            await self._put(match, guest, later, notice.data["tries"])
        elif self._limit.take(guest) and "later" in await self._send(match, guest):
            tries = notice.data["tries"] + 1
            if tries < MOST_TRIES:
                await self._put(match, guest, now + AGAIN_AFTER * 2 ** (tries - 1), tries)

    async def _still_awaited(self, match: str, guest: str) -> bool:
        try:
            table, present = await self._server.table(match)
        except Refusal:
            return False
        return table.seat_of(guest) in table.waited_for() and guest not in present

    async def _send(self, match: str, guest: str) -> set[str]:
        """Send a message to every browser of a guest; forget those that are gone."""
        key, devices = await self.key(), await self.devices(guest)
        topic = packed(
            hashlib.sha256(match.encode()).digest()[:24]
        )  # a later message replaces an earlier one
        results = await asyncio.gather(
            *(self._sender.send(reached(one), key, self._contact(one), topic) for one in devices)
        )
        for one, result in zip(devices, results, strict=True):
            if result == "gone":
                gone = DocumentChange("push", one.key, one.version, None)
                with contextlib.suppress(Conflict):  # it has subscribed anew meanwhile
                    await self._server.store.write_documents(gone)
        return set(results)

    def _contact(self, device: Document) -> str:
        return self._settings.push_contact or str(device.data["site"])


def reached(device: Document) -> Subscription:
    """A browser from how it is stored."""
    data = device.data
    return Subscription(data["endpoint"], data["p256dh"], data["auth"], data["language"], data["site"])


# ---- quiet hours -----------------------------------------------------------------------------------------------------


@cache
def known_zones() -> frozenset[str]:
    return frozenset({"UTC", *available_timezones()})


def zone_of(name: str) -> tzinfo:
    return ZoneInfo(name) if name in known_zones() else ZoneInfo("UTC")


def allowed_from(moment: int, settings: Mapping[str, Any]) -> int:
    """The first moment from this one on that is in nobody's night, by the settings of a guest."""
    begin, end = settings["quiet_from"], settings["quiet_to"]
    local = datetime.fromtimestamp(moment / 1000, zone_of(settings["zone"]))
    minute = local.hour * 60 + local.minute
    if (minute - begin) % A_DAY >= (end - begin) % A_DAY:
        return moment
    wait = (end - minute) % A_DAY
    until = local.replace(second=0, microsecond=0) + timedelta(minutes=wait)
    return max(moment, int(until.timestamp() * 1000))
