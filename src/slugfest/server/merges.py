"""Bring along what a device has played when somebody signs in on it.

The device's guest becomes part of the guest who signs in. Nobody waits for all of it, and a process may be killed at
any moment: ``merging`` says what was agreed to, and is deleted when nothing is left to do. Every step can be repeated,
so any process may go on, and two that do so at once only judge anew.

Documents, each by the device's guest and deleted with whom it became part of:

- ``merging``: agreed, and not finished yet;
- ``merges``: what came along. It stays, so that whoever deletes everything deletes this guest, too.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final

from slugfest.protocol.problems import problem
from slugfest.store import DocumentChange, StoreError
from slugfest.table import Entry, Refusal, Table
from slugfest.table.people import Brought

from .async_store import Changes

if TYPE_CHECKING:
    from .match_server import MatchServer

log = logging.getLogger("slugfest.server")

UNDER_WAY: Final = "merging"
MERGES: Final = "merges"
EVERY_MATCH: Final = 1_000_000
AT_ONCE: Final = 20  # merges that a process looks for
WAIT: Final = 3.0  # seconds for which whoever signs in waits
TAKEN_OVER: Final = 30_000  # ms after which any process goes on with a merge that another one may have left
RATED: Final = 3  # devices within 30 days whose results count for a rating
MONTH: Final = 30 * 24 * 3600 * 1000


class Merges:
    """The merges of a server."""

    def __init__(self, server: MatchServer) -> None:
        self._server = server
        self._store = server.store
        self._running: dict[str, asyncio.Task[None]] = {}

    async def refuse_claimed(self, guest: str) -> None:
        """Refuse to bring along what belongs to a claimed name."""
        if await self._server.claims.of(guest) is not None:
            raise problem("BRING_CLAIMED")

    async def bring(self, guest: str, into: str) -> Brought | None:
        """Make a device's guest part of another guest; None if it is part of somebody else by now."""
        if guest == into or not await self._agree(guest, into):
            return None
        task = self._start(guest, into)
        await asyncio.wait([task], timeout=WAIT)
        found = await self._store.document(MERGES, guest)
        if found is None:
            return None
        more = await self._store.document(UNDER_WAY, guest) is not None
        return Brought(matches=found.data["matches"], apart=found.data["apart"], more=more)

    async def stop(self, guest: str) -> list[str]:
        """Stop the merges into a guest who deletes everything; return the guests who became part of them."""
        found = await self._store.documents(MERGES, owner=guest)
        for one in await self._store.documents(UNDER_WAY, owner=guest):
            await self._end(one.key)
        return [one.key for one in found]

    def close(self) -> None:
        """Stop running merges; any other process continues them."""
        for task in self._running.values():
            task.cancel()

    async def work(self) -> None:
        """Continue merges whose process has stopped."""
        now = await self._store.call(lambda store: store.now())
        for one in await self._store.documents(UNDER_WAY, most=AT_ONCE):
            if one.key not in self._running and one.data["at"] + TAKEN_OVER <= now:
                await self._start(one.key, one.owner)

    async def _agree(self, guest: str, into: str) -> bool:
        now = await self._store.call(lambda store: store.now())

        async def changes() -> list[DocumentChange] | None:
            before = await self._store.document(MERGES, guest)
            pending = await self._store.document(UNDER_WAY, guest)
            if before is not None and before.owner != into:
                return None
            others = [
                one
                for one in await self._store.documents(MERGES, owner=into)
                if one.data["rated"] and one.data["at"] > now - MONTH
            ]
            data: dict[str, Any] = {"at": now, "matches": 0, "apart": 0, "rated": len(others) < RATED}
            if before is not None:
                data = {**before.data, "apart": 0}
            return [
                DocumentChange(MERGES, guest, 0 if before is None else before.version, data, into),
                DocumentChange(
                    UNDER_WAY, guest, 0 if pending is None else pending.version, {"at": now}, into
                ),
            ]

        return await self._write(changes)

    def _start(self, guest: str, into: str) -> asyncio.Task[None]:
        if guest not in self._running:
            task = asyncio.ensure_future(self._merge(guest, into))
            self._running[guest] = task
            task.add_done_callback(lambda _: self._running.pop(guest, None))
        return self._running[guest]

    # ---- the steps -------------------------------------------------------------------------------------------

    async def _merge(self, guest: str, into: str) -> None:
        try:
            await self._matches(guest, into, over=False)
            await self._ratings(guest, into)
            await self._matches(guest, into, over=True)
            await self._lessons(guest, into)
            for step in (self._clubs, self._events, self._settings, self._reports, self._owned):
                await step(guest, into)
            await self._end(guest)
        except _Stopped:
            return  # everything was deleted meanwhile
        except (StoreError, Refusal) as error:
            log.warning("guest %s is merged later: %s", guest, error)
        except Exception:
            log.exception("guest %s cannot be merged now", guest)
        self._server.feeds.notify(guests=[guest, into])

    async def _matches(self, guest: str, into: str, over: bool) -> None:
        """Hand over the seats in all matches, one after the other."""
        brought = apart = 0
        busy: Refusal | None = None
        for one in await self._store.call(lambda store: store.listed(guest, over, EVERY_MATCH)):
            await self._require_agreed(guest, into)
            counted = over and await self._server.ratings.counts_for(one.id, into)

            def make(table: Table, counted: bool = counted) -> Entry | None:
                return table.merge(guest, into, counted and table.over)

            try:
                if await self._server.rooms.change(one.id, make, same_date=True):
                    brought += 1
                else:
                    apart += 1
            except Refusal as refusal:
                if refusal.code == "VARIANTS_BUSY":
                    busy = refusal  # it can be opened later
                else:
                    apart += 1  # it cannot be opened
        if brought or apart:
            await self._write(lambda: self._counted(guest, brought, apart))
        if busy is not None:
            raise busy

    async def _counted(self, guest: str, brought: int, apart: int) -> list[DocumentChange]:
        found = await self._store.document(MERGES, guest)
        if found is None:
            return []
        data = {
            **found.data,
            "matches": found.data["matches"] + brought,
            "apart": found.data["apart"] + apart,
        }
        return [DocumentChange(MERGES, guest, found.version, data, found.owner)]

    async def _ratings(self, guest: str, into: str) -> None:
        """Count rated results for the other guest. The logs of the matches note it afterwards."""
        merge = await self._store.document(MERGES, guest)
        if merge is None or not merge.data["rated"]:
            return
        over = await self._store.call(lambda store: store.listed(guest, True, EVERY_MATCH))
        await self._require_agreed(guest, into)
        await self._server.ratings.merge(guest, into, [one.id for one in over])

    async def _lessons(self, guest: str, into: str) -> None:
        for one in await self._store.learned(guest):
            await self._store.note_learned(into, one)

    async def _clubs(self, guest: str, into: str) -> None:
        await self._server.clubs.merge(guest, into)

    async def _events(self, guest: str, into: str) -> None:
        """Take over the places in events. Where both take part, both places stay."""
        theirs = await self._server.event_logs.of(into)
        for one in await self._store.documents("event_people", owner=guest):
            code, _, number = one.key.partition(" ")
            if int(number) and any(theirs.get(code, ())):
                continue
            await self._hand_over(one.collection, one.key, guest, into)

    async def _settings(self, guest: str, into: str) -> None:
        """Keep the other's settings for messages, and what either wants no messages about."""

        async def changes() -> list[DocumentChange]:
            old = await self._store.document("push-settings", guest)
            new = await self._store.document("push-settings", into)
            if old is None:
                return []
            kept = dict(old.data) if new is None else {**new.data}
            if new is not None:
                kept["muted"] = list(dict.fromkeys([*new.data["muted"], *old.data["muted"]]))
            return [
                DocumentChange(old.collection, old.key, old.version, None),
                DocumentChange(old.collection, into, 0 if new is None else new.version, kept, into),
            ]

        await self._write(changes)

    async def _reports(self, guest: str, into: str) -> None:
        """Move reports about a guest to the other guest: signing in removes none."""
        await self._server.reports.merge(guest, into)

    async def _owned(self, guest: str, into: str) -> None:
        """Change the owner of documents that need no other change."""
        for collection in ("club_notes", "push", "reports", MERGES):
            for one in await self._store.documents(collection, owner=guest):
                await self._hand_over(collection, one.key, guest, into)

    async def _hand_over(self, collection: str, key: str, guest: str, into: str) -> None:
        async def changes() -> list[DocumentChange]:
            one = await self._store.document(collection, key)
            if one is None or one.owner != guest:
                return []
            return [DocumentChange(collection, key, one.version, one.data, into, one.until)]

        await self._require_agreed(guest, into)
        await self._write(changes)

    # ---- helpers ---------------------------------------------------------------------------------------------

    async def _require_agreed(self, guest: str, into: str) -> None:
        found = await self._store.document(UNDER_WAY, guest)
        if found is None or found.owner != into:
            raise _Stopped

    async def _end(self, guest: str) -> None:
        async def changes() -> list[DocumentChange]:
            found = await self._store.document(UNDER_WAY, guest)
            return [] if found is None else [DocumentChange(UNDER_WAY, guest, found.version, None)]

        await self._write(changes)

    async def _write(self, changes: Changes) -> bool:
        return await self._store.write_with_retries(changes, problem("TOO_FAST"))


class _Stopped(Exception):
    """The merge is not wanted any more."""
