"""The list of open tables: seats that hosts offer to anybody.

What is offered is in the log of each match. The list is kept beside it, in a document for each open table, so that
nobody reads logs or finished matches to make it. The process through which the host is connected writes the document
and renews it; when the host is gone it is deleted, or expires with the process. A table with days for a decision stays
listed without its host, for some days. The list may lag behind by seconds: the log decides who gets a seat.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import msgspec

from slugfest.protocol import wire
from slugfest.store import Conflict, Document, DocumentChange, StoreError
from slugfest.table import Refusal, Table
from slugfest.table.finding import Found, OpenTable, OpenTables
from slugfest.table.open_tables import free_seats
from slugfest.table.summaries import Summary, result_of, seat_in

if TYPE_CHECKING:
    from .match_server import MatchServer
    from .room import ServerRoom

_encode = msgspec.json.Encoder().encode
log = logging.getLogger("slugfest.server")

COLLECTION: Final = "open-tables"
NEWS: Final = "open-tables"  # news about all of them; no match has this code
LISTED_FOR: Final = 75_000  # ms after the last sign of the process with the host
RENEW_BEFORE: Final = 45_000
DAYS_LISTED_FOR: Final = 3 * 24 * 3600 * 1000  # a table with days for a decision, without its host
READ_AGAIN: Final = 15.0  # seconds: what expires vanishes without news
MOST_READ: Final = 500
MOST_SHOWN: Final = 40
MOST_OF_A_HOST: Final = 3
MOST_OF_AN_ADDRESS: Final = 8
MOST_TRIED: Final = 8  # tables that play-now looks at closely
LAST_MATCHES: Final = 20  # from which somebody's strength is estimated


@dataclass
class Kept:
    """What this process knows of a document that it has written."""

    data: Mapping[str, Any]
    version: int
    until: int


class OpenTableList:
    """The open tables of a server, as this process sees them."""

    def __init__(self, server: MatchServer, key: str) -> None:
        self._server = server
        self._key = key.encode()
        self._noted: set[str] = set()  # matches with an offer that have had a room here
        self._kept: dict[str, Kept] = {}
        self._found: list[Document] = []
        self._for_strangers = b""  # the message for whoever has no part in any of them
        self._changes = 1
        self._read_changes = 0
        self._read_at = 0.0
        self._reading = asyncio.Lock()

    # ---- writing ---------------------------------------------------------------------------------------------

    def note(self, match: str) -> None:
        """Keep an eye on a match that is open to anybody."""
        self._noted.add(match)

    async def sweep(self) -> None:
        """Write what has changed at the open tables that have a room here. Called every second."""
        rooms = {room.table.id: room for room in self._server.rooms.all() if not room.closed}
        self._noted.update(match for match, room in rooms.items() if room.table.advert is not None)
        if not self._noted:
            return
        wanted: dict[str, Mapping[str, Any] | None] = {}
        for match in sorted(self._noted):
            room = rooms.get(match)
            if room is None:
                self._noted.discard(match)
                wanted[match] = await self._without_room(match)
            elif room.table.advert is None:
                self._noted.discard(match)
                wanted[match] = None
            else:
                wanted[match] = self._seen_in(room)
        changed = False
        for match, data in self._few_of_each(wanted).items():
            changed |= await self._write(match, data)
        if changed:
            self._server.peers.announce(NEWS, version=1)

    async def _without_room(self, match: str) -> Mapping[str, Any] | None:
        """What is listed of a table that everybody here has left."""
        try:
            table, present = await self._server.table(match)
        except Refusal:
            return None
        if table.host in present:
            return {}  # the host is connected elsewhere: that process writes
        return self._data(table, "") if stays_without_host(table) else None

    def _seen_in(self, room: ServerRoom) -> Mapping[str, Any] | None:
        table = room.table
        host = next((client for client in room.clients if client.guest == table.host), None)
        if host is not None:
            return self._data(table, self._place(host.address))
        if table.host in room.present:
            return {}
        return self._data(table, "") if stays_without_host(table) else None

    def _place(self, address: str) -> str:
        """An address as the list counts it; it cannot be read back from what is stored."""
        return hmac.digest(self._key, f"open tables {address}".encode(), "sha256").hex()[:16]

    def _data(self, table: Table, place: str) -> Mapping[str, Any] | None:
        shown = open_table(table)
        if shown is None or table.advert is None:
            return None
        known = self._kept.get(table.id)
        shown["since"] = self._server.store.now() if known is None else known.data["table"]["since"]
        place = place or ("" if known is None else known.data["place"])
        return {
            "table": shown,
            "host": table.host,
            "guests": table.guests(),
            "removed": sorted(table.removed),
            "club": table.advert["club"],
            "place": place,
        }

    def _few_of_each(
        self, wanted: Mapping[str, Mapping[str, Any] | None]
    ) -> dict[str, Mapping[str, Any] | None]:
        """The same with fewer tables where one host or one address would list too many; the oldest stay."""
        limit = Quota()
        listed = sorted(wanted.items(), key=lambda item: (item[1] or {}).get("table", {}).get("since", 0))
        return {match: data if not data or limit.allows(data) else None for match, data in listed}

    async def _write(self, match: str, data: Mapping[str, Any] | None) -> bool:
        """Bring the document of a table up to date; whether the list has changed by that."""
        known, store = self._kept.get(match), self._server.store
        if data is not None and not data:  # another process writes
            self._kept.pop(match, None)
            return False
        now = store.now()
        if data is None:
            self._kept.pop(match, None)
            before = await store.document(COLLECTION, match)
            if before is None:
                return False
            return await self._change(DocumentChange(COLLECTION, match, before.version, None)) is not None
        if known is not None and known.data == data and known.until - now > RENEW_BEFORE:
            return False
        lasting = data["table"]["pace"]["kind"] == "days"
        until = now + (DAYS_LISTED_FOR if lasting else LISTED_FOR)
        before = await store.document(COLLECTION, match)
        if before is not None:  # it was listed by another process, or before a restart
            data = {**data, "table": {**data["table"], "since": before.data["table"]["since"]}}
        if before is not None and before.data == data and (before.until or 0) - now > RENEW_BEFORE:
            self._kept[match] = Kept(data, before.version, before.until or 0)
            return False
        version = 0 if before is None else before.version
        written = await self._change(DocumentChange(COLLECTION, match, version, data, data["host"], until))
        if written is not None:
            self._kept[match] = Kept(data, written, until)
        return written is not None and (before is None or before.data != data)

    async def _change(self, change: DocumentChange) -> int | None:
        """Write a document; None if another process was faster: the next sweep looks again."""
        try:
            return (await self._server.store.write_documents(change))[0]
        except Conflict:
            return None

    # ---- reading ---------------------------------------------------------------------------------------------

    def read_again(self) -> None:
        """There are news about open tables."""
        self._changes += 1

    async def _all(self) -> list[Document]:
        """What is listed, of all processes. Read once for everybody."""
        async with self._reading:
            now = asyncio.get_running_loop().time()
            if self._read_changes != self._changes or now - self._read_at > READ_AGAIN:
                changes = self._changes
                found = await self._server.store.documents(COLLECTION, most=MOST_READ)
                listed = {one.key for one in found}
                for match in [match for match in self._kept if match not in listed]:
                    del self._kept[match]  # another process has deleted it: it is written again
                limit = Quota()
                found.sort(key=lambda one: (one.data["table"]["since"], one.key))
                self._found = [one for one in found if limit.allows(one.data)]
                await self._server.memberships.read(one.data["club"] for one in found if one.data["club"])
                self._read_changes, self._read_at = changes, now
                self._for_strangers = _encode(message_of(self._visible("")))
            return self._found

    def _visible(self, guest: str) -> list[OpenTable]:
        """The tables that a guest may sit down at, those that need the fewest people first."""
        shown = [one.data["table"] for one in self._found if self._may_see(guest, one)]
        shown.sort(key=lambda table: (sum(seat["free"] for seat in table["seats"]), table["since"]))
        return shown[:MOST_SHOWN]

    def _may_see(self, guest: str, one: Document) -> bool:
        club = one.data["club"]
        part = guest in one.data["guests"] or guest in one.data["removed"]
        return not part and (not club or self._server.memberships.has(club, guest))

    async def visible(self, guest: str) -> list[OpenTable]:
        """The open tables for a guest."""
        await self._all()
        return self._visible(guest)

    async def message(self, guest: str) -> bytes:
        """The open tables for a guest, encoded."""
        if any(one.data["club"] or not self._may_see(guest, one) for one in await self._all()):
            return _encode(message_of(self._visible(guest)))
        return self._for_strangers

    # ---- play now --------------------------------------------------------------------------------------------

    async def best(self, guest: str, wanted: wire.PlayNow) -> Found | None:
        """The open seat that fits a guest best, as the logs have it now; None if there is none."""
        strength = strength_of(guest, await self._server.summaries(guest, True, LAST_MATCHES))
        fitting = [
            (fit(table, wanted, strength), table)
            for table in await self.visible(guest)
            if table["id"] not in wanted.besides
            and (wanted.any_game or table["game"] == wanted.match.game)
            and table["game"] in self._server.games
        ]
        fitting.sort(key=lambda pair: pair[0], reverse=True)
        for _, listed in fitting[:MOST_TRIED]:
            try:
                table, present = await self._server.table(listed["id"])
            except Refusal:
                continue
            free = free_seats(table)
            there = table.host in present or stays_without_host(table)
            if free and there and guest not in table.removed and table.seat_of(guest) < 0:
                return Found(id=table.id, seat=free[0])
            await self._drop(table.id)
        return None

    async def _drop(self, match: str) -> None:
        """Take a table from the list that is not free any more."""
        try:
            if await self._write(match, None):
                self._server.peers.announce(NEWS, version=1)
        except StoreError as error:
            log.warning("an open table could not be taken from the list: %s", error)


class Quota:
    """Counts tables in a list: few of one host, and few of one address."""

    def __init__(self) -> None:
        self._counted: Counter[tuple[str, str]] = Counter()

    def allows(self, data: Mapping[str, Any]) -> bool:
        host, place = ("host", data["host"]), ("place", data["place"])
        if self._counted[host] >= MOST_OF_A_HOST:
            return False
        if data["place"] and self._counted[place] >= MOST_OF_AN_ADDRESS:
            return False
        self._counted[host] += 1
        self._counted[place] += 1
        return True


def stays_without_host(table: Table) -> bool:
    """Whether a table needs no host any more: it begins by itself, and nobody has to be there at once."""
    people = [seat.guest for seat in table.seats if seat.kind == "person"]
    waits = table.history is None and bool(people) and not any(table.wants_nonce(guest) for guest in people)
    return table.time.pace["kind"] == "days" and table.starts_itself and waits


def open_table(table: Table) -> OpenTable | None:
    """A table as the list shows it; None if nobody can sit down there."""
    free = free_seats(table)
    if table.advert is None or not free:
        return None
    mode = table.game.display.mode(table.game, len(table.seats), table.options)
    return {
        "id": table.id,
        "game": table.game.id,
        "mode": None if mode is None else mode.as_json(),
        "seats": [
            {
                "kind": seat.kind,
                "name": seat.name,
                "level": seat.level or None,
                "free": index in free,
            }
            for index, seat in enumerate(table.seats)
        ],
        "seat": free[0],
        "pace": table.time.pace,
        "strength": table.advert["strength"],
        "begun": table.history is not None,
        "since": 0,  # the list knows
    }


def message_of(tables: Sequence[OpenTable]) -> OpenTables:
    return {"type": "open_tables", "tables": list(tables)}


# ---- which fits best -------------------------------------------------------------------------------------------------

STRENGTHS: Final = ("new", "regular", "strong")


def strength_of(guest: str, matches: Iterable[tuple[str, Summary, int]]) -> str:
    """How strong somebody is, as far as their last matches say: a newcomer, or one who wins more than they lose."""
    results = [result_of(summary, seat_in(summary, guest)) for _, summary, _ in matches]
    played = [result for result in results if result]
    if len(played) < 5:
        return "new"
    won = sum(result == "won" for result in played)
    return "strong" if len(played) >= LAST_MATCHES // 2 and won * 3 >= len(played) * 2 else "regular"


def fit(table: OpenTable, wanted: wire.PlayNow, strength: str) -> tuple[int, ...]:
    """How well a table fits: the game, then the strength, the pace, how soon it begins, and who waits longest."""
    hoped = table["strength"]
    if hoped == "any":
        near = 1
    else:
        near = 2 - min(2, abs(STRENGTHS.index(hoped) - STRENGTHS.index(strength)))
    kind = "none" if wanted.match.pace is None else wanted.match.pace["kind"]
    return (
        table["game"] == wanted.match.game,
        near,
        table["pace"]["kind"] == kind,
        sum(seat["kind"] == "person" for seat in table["seats"]),
        -sum(seat["kind"] == "open" for seat in table["seats"]),
        -table["since"],
    )
