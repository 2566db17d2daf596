"""The logs of events in the store, and who is behind the numbers in them.

Everything is kept in documents:

- ``event_log`` by event and number: one entry each, which must not exist before. Of two processes that append at the
  same time one gets a conflict, reads what the other wrote, and judges anew;
- ``event_people`` by event and player: the name, owned by the guest. Number 0 is the director. When a guest deletes
  everything, this goes, and the log keeps a number without a name;
- ``event_active`` by event: the events that are not over, for the background task;
- ``event_leases`` by event: which process looks after it, for a few seconds.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from slugfest.events import Event, EventEntry
from slugfest.events.event import read_entry
from slugfest.events.judge import refuse
from slugfest.protocol.problems import problem
from slugfest.store import Conflict, Document, DocumentChange
from slugfest.table import FORGOTTEN

from . import club_events
from .async_store import AsyncStore
from .moderation import every

LOG: Final = "event_log"
PEOPLE: Final = "event_people"
ACTIVE: Final = "event_active"
LEASES: Final = "event_leases"

DIRECTOR: Final = 0
ATTEMPTS: Final = 12  # to append while others do
MOST_CACHED: Final = 200  # events
MOST_ACTIVE: Final = 1_000_000
PAGE: Final = 1000  # entries read at once
PEOPLE_FRESH: Final = 1.0  # seconds for which names are not read again
LEASE: Final = 10_000  # ms

Judge = Callable[[Event, int], EventEntry | None]  # with the time of the new entry; None: nothing to do
More = Callable[[EventEntry], list[DocumentChange]]  # what is written with it
Look = Callable[[], Awaitable[None]]  # reads what the judgement depends on beside the log


@dataclass
class People:
    """Who is behind the numbers of an event."""

    names: dict[int, str]
    guests: dict[int, str]

    def name(self, number: int) -> str:
        return self.names.get(number, FORGOTTEN)

    def number(self, guest: str) -> int | None:
        """The number under which a guest signed up."""
        return next((one for one, other in self.guests.items() if other == guest and one), None)

    def directs(self, guest: str) -> bool:
        return bool(guest) and self.guests.get(DIRECTOR) == guest


def entry_key(code: str, number: int) -> str:
    return f"{code} {number:06d}"


def person_key(code: str, number: int) -> str:
    return f"{code} {number:03d}"


def person_change(code: str, number: int, guest: str, name: str, version: int = 0) -> DocumentChange:
    """Write who is behind a number."""
    return DocumentChange(PEOPLE, person_key(code, number), version, {"name": name}, guest)


class EventLogs:
    """Reads and appends. Entries are written before anybody hears of them."""

    def __init__(self, store: AsyncStore) -> None:
        self._store = store
        self._events: OrderedDict[str, Event] = OrderedDict()
        self._people: dict[str, tuple[float, People]] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self.on_change: Callable[[str, int], None] = lambda code, version: None
        self.appended: set[str] = set()  # events that changed here since the background task looked

    async def create(self, code: str, entry: EventEntry, *more: DocumentChange) -> bool:
        """Write the first entry of a new event; False if its code is taken."""
        entry["id"] = secrets.token_hex(8)
        try:
            await self._store.write_documents(
                DocumentChange(LOG, entry_key(code, 1), 0, dict(entry)),
                DocumentChange(ACTIVE, code, 0, {}),
                *more,
            )
        except Conflict:
            stored = await self._store.document(LOG, entry_key(code, 1))
            return stored is not None and stored.data == entry
        return True

    async def event(self, code: str) -> Event:
        """An event as it is now; raises a refusal if there is none."""
        try:
            async with self._locks.setdefault(code, asyncio.Lock()):
                return await self._read(code)
        finally:
            if code not in self._events:  # whoever asks for what does not exist leaves nothing behind
                self._locks.pop(code, None)

    async def _read(self, code: str) -> Event:
        event = self._events.pop(code, None)
        while True:
            known = 0 if event is None else event.version
            found = await self._entries(code, known)
            if event is None:
                if not found:
                    raise refuse("NO_SUCH_EVENT")
                event = Event.from_log([one.data for one in found])
            else:
                for one in found:
                    event.follow(read_entry(one.data))
            if found:
                self._people.pop(code, None)  # somebody may have come
            if len(found) < PAGE:
                break
        self._events[code] = event
        if len(self._events) > MOST_CACHED:
            old, _ = self._events.popitem(last=False)
            self._people.pop(old, None)
            self._locks.pop(old, None)
        return event

    async def _entries(self, code: str, after: int) -> list[Document]:
        """The entries after so many. They are numbered without gaps, so those of another event end the list."""
        most = 8 if after else PAGE
        found: list[Document] = []
        while True:
            page = await self._store.documents(LOG, after=entry_key(code, after + len(found)), most=most)
            mine = [one for one in page if one.key.startswith(f"{code} ")]
            found += mine
            if len(mine) < most or len(found) >= PAGE:
                return found[:PAGE]
            most = PAGE

    async def append(
        self, code: str, judge: Judge, more: More = lambda entry: [], look: Look | None = None
    ) -> Event:
        """Append what ``judge`` makes of the event as it is then, anew whenever another process was faster.

        ``judge`` raises a refusal or returns None to leave everything as it is. After an append of unknown outcome the
        log says whether it happened.
        """
        async with self._locks.setdefault(code, asyncio.Lock()):
            for _ in range(ATTEMPTS):
                event = await self._read(code)
                if look is not None:
                    await look()
                at = max(event.at, self._store.now())
                entry = judge(event, at)
                if entry is None:
                    return event
                entry["id"] = secrets.token_hex(8)
                key = entry_key(code, event.version + 1)
                changes = [DocumentChange(LOG, key, 0, dict(entry)), *more(entry)]
                if entry["kind"] == "ended":
                    changes += await club_events.ended(self._store, event, at)
                if is_settled(event, entry):
                    changes += await self._no_longer_active(code)
                try:
                    await self._store.write_documents(*changes)
                except Conflict:
                    stored = await self._store.document(LOG, key)
                    if stored is None or stored.data != entry:
                        continue
                event.follow(entry)
                self._people.pop(code, None)
                self.appended.add(code)
                self.on_change(code, event.version)
                return event
        raise problem("TOO_FAST")

    async def _no_longer_active(self, code: str) -> list[DocumentChange]:
        active = await self._store.document(ACTIVE, code)
        return [] if active is None else [DocumentChange(ACTIVE, code, active.version, None)]

    # ---- people ----------------------------------------------------------------------------------------------

    async def people(self, code: str, fresh: bool = False) -> People:
        """Who is behind the numbers; read again after a moment, or at once."""
        now = asyncio.get_running_loop().time()
        known = self._people.get(code)
        if known is not None and not fresh and now - known[0] < PEOPLE_FRESH:
            return known[1]
        found = People({}, {})
        after = f"{code} "
        documents = await self._store.documents(PEOPLE, after=after, most=PAGE)
        for one in documents:
            if not one.key.startswith(after):
                break
            number = int(one.key[len(after) :])
            found.names[number], found.guests[number] = str(one.data["name"]), one.owner
        self._people[code] = (now, found)
        return found

    async def of(self, guest: str) -> dict[str, set[int]]:
        """The events of a guest, with the numbers that they have in each."""
        found: dict[str, set[int]] = {}
        for one in await self._store.documents(PEOPLE, owner=guest):
            code, _, number = one.key.partition(" ")
            found.setdefault(code, set()).add(int(number))
        return found

    async def person_version(self, code: str, number: int) -> int:
        """The version of the document that says who is behind a number; 0 if there is none."""
        found = await self._store.document(PEOPLE, person_key(code, number))
        return 0 if found is None else found.version

    # ---- who looks after them --------------------------------------------------------------------------------

    async def active(self) -> list[str]:
        """The events that are not over."""
        return [one.key for one in await every(self._store, ACTIVE, most=MOST_ACTIVE)]

    async def take_lease(self, code: str, process: str) -> bool:
        """Take or renew the right to look after an event; False while another process has it.

        It only saves work: what is written is judged anew after a conflict, whoever writes it.
        """
        if not self._store.shared:
            return True
        now = self._store.now()
        held = await self._store.document(LEASES, code)
        if held is not None and held.data["by"] != process:
            return False
        if held is not None and held.until is not None and held.until - now > LEASE // 2:
            return True
        version = 0 if held is None else held.version
        try:
            await self._store.write_documents(
                DocumentChange(LEASES, code, version, {"by": process}, until=now + LEASE)
            )
        except Conflict:
            return False
        return True


def is_settled(event: Event, entry: EventEntry) -> bool:
    """Whether nothing is left to do for an event after this entry: it is over, and no deal is secret any more."""
    waiting = [one.number for one in event.rounds if event.duplicate and not one.revealed]
    if entry["kind"] == "revealed":
        return bool(event.ended) and waiting == [entry["round"]]
    return entry["kind"] == "ended" and not waiting


def listed(events: Sequence[Event]) -> list[Event]:
    """Events in the order of a list: those that are not over first, the newest first."""
    return sorted(events, key=lambda event: (bool(event.ended), -event.log[0]["at"]))
