"""The lists of the admin page: load, guests, matches, blocks and limits. No log is read for any of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import fields
from typing import Final, Literal, cast

from slugfest.store import Document, Listed, Store
from slugfest.table.hosting import (
    AdminBlock,
    AdminLimit,
    AdminMatch,
    AdminPeople,
    AdminPerson,
    AdminProcess,
    AdminReport,
    AdminSeat,
)
from slugfest.table.summaries import Summary

from .async_store import AsyncStore
from .limits import Limits, Rate
from .moderation import COLLECTION, every
from .reports import Reports

LOADS: Final = "loads"  # by process: what it reports while somebody looks
MOST_PEOPLE: Final = 100
MOST_MATCHES: Final = 50
MOST_SEARCHED: Final = 200_000  # guests


class AdminLists:
    """What whoever hosts a server sees of it."""

    def __init__(self, store: AsyncStore, reports: Reports) -> None:
        self._store = store
        self._reports = reports

    async def loads(self) -> list[Document]:
        """What each process has reported lately."""
        return await every(self._store, LOADS)

    async def processes(self, loads: Iterable[Document]) -> list[AdminProcess]:
        return [
            AdminProcess(
                id=one.key[:8],
                release=one.data["release"],
                since=one.data["since"],
                connections=one.data["connections"],
                guests=len(one.data["windows"]),
                rooms=one.data["rooms"],
                memory=one.data["memory"],
                load=one.data["load"],
            )
            for one in loads
        ]

    async def connected(self, loads: Iterable[Document]) -> list[AdminPerson]:
        """Who is connected, those with a report first."""
        windows = _windows(loads)
        return await self._people([guest for guest, _ in windows.most_common(MOST_PEOPLE)], windows)

    async def found(self, part: str) -> AdminPeople:
        """Guests whose name has this part, or whose id begins so."""
        wanted = part.strip().casefold()

        guests = await self._store.call(lambda store: _search(store, wanted))
        people = await self._people(guests[:MOST_PEOPLE], _windows(await self.loads()))
        return AdminPeople(people=people, more=len(guests) > MOST_PEOPLE)

    async def _people(self, guests: list[str], windows: Counter[str]) -> list[AdminPerson]:
        kept = {one.key for one in await every(self._store, COLLECTION)}
        reports = {one["guest"]: one["reporters"] for one in await self._reports.open()}
        known = await self._store.call(
            lambda store: [(one, store.name_of(one), store.document("claims", one)) for one in guests]
        )
        people = [
            AdminPerson(
                id=guest,
                name=name or "",
                claimed=claim is not None,
                windows=windows.get(guest, 0),
                muted=f"mute {guest}" in kept,
                blocked=f"guest {guest}" in kept,
                reports=reports.get(guest, 0),
            )
            for guest, name, claim in known
        ]
        return sorted(people, key=lambda one: (-one["reports"], one["name"].casefold(), one["id"]))

    async def reports(self) -> list[AdminReport]:
        found = (await self._reports.open())[:MOST_PEOPLE]
        names = await self._names(one["guest"] for one in found)
        for one in found:
            one["now"] = names.get(one["guest"], "")
        return found

    async def blocks(self) -> list[AdminBlock]:
        kept = [
            one
            for one in await every(self._store, COLLECTION)
            if one.key.partition(" ")[0] in ("guest", "address", "mute")
        ]
        names = await self._names(one.data["guest"] for one in kept)
        return [
            AdminBlock(
                key=one.key,
                kind=cast(Literal["guest", "address", "mute"], one.key.partition(" ")[0]),
                guest=one.data["guest"],
                name=names.get(one.data["guest"], ""),
                at=one.data["at"],
                until=one.until,
                by=one.data["by"],
                why=one.data["why"],
            )
            for one in sorted(kept, key=lambda one: -one.data["at"])
        ]

    async def matches(self) -> list[AdminMatch]:
        """The matches that changed last: running ones, then finished ones. What lists may show, and no more."""
        running, over = await self._store.call(
            lambda store: (store.newest(False, MOST_MATCHES), store.newest(True, MOST_MATCHES // 2))
        )
        return [found for one in (*running, *over) if (found := admin_match(one)) is not None]

    async def _names(self, guests: Iterable[str]) -> dict[str, str]:
        wanted = {guest for guest in guests if guest}
        return await self._store.call(lambda store: {one: store.name_of(one) or "" for one in wanted})


def _windows(loads: Iterable[Document]) -> Counter[str]:
    """How many WebSockets each guest has open."""
    found: Counter[str] = Counter()
    for one in loads:
        found.update(one.data["windows"])
    return found


def _search(store: Store, wanted: str) -> list[str]:
    """Guests by a part of their name, in a thread: it reads all names."""
    found: list[str] = []
    after, read = "", 0
    while read < MOST_SEARCHED and len(found) <= MOST_PEOPLE and (page := store.known_guests(after)):
        found += [guest for guest, name in page if wanted in name.casefold() or guest.startswith(wanted)]
        after, read = page[-1][0], read + len(page)
    return found


def admin_match(one: Listed) -> AdminMatch | None:
    """A match in the host's list; None for one that is older than summaries."""
    if one.summary is None:
        return None
    summary = cast(Summary, one.summary)
    return AdminMatch(
        id=one.id,
        game=summary["game"],
        status=summary["status"],
        since=one.since,
        seats=[
            AdminSeat(kind=seat["kind"], name=seat["name"], guest=seat["guest"]) for seat in summary["seats"]
        ],
    )


def limits_of(limits: Limits) -> list[AdminLimit]:
    """The limits, as ``slugfest serve --limit`` names them."""
    found = []
    for field in fields(limits):
        value = getattr(limits, field.name)
        name = field.name.replace("_", "-")
        if isinstance(value, Rate):
            found.append(AdminLimit(name=name, per_minute=value.per_minute, at_once=value.at_once))
        else:
            found.append(AdminLimit(name=name, per_minute=None, at_once=value))
    return found
