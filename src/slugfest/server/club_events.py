"""The events of a club, so that its page need not look for them among all events of the server.

``club_events`` has a document for each. The entry that opens the event writes it, the one that ends it moves it. The
key is the club, ``open`` or ``over``, when it was opened or ended, and the event. Times count down, so that the newest
come first, and a page reads as much however many there have been. A club that is dissolved takes the documents along:
its events go on without a club.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Final, Literal

from slugfest.events import Event
from slugfest.events.entries import CreatedEntry
from slugfest.store import Conflict, Document, DocumentChange

from .async_store import AsyncStore
from .clubs import AGES, SHOWN, Clubs, deleted, touched
from .moderation import every

EVENTS: Final = "club_events"


def key_of(club: str, state: Literal["open", "over"], at: int, event: str) -> str:
    return f"{club} {state} {AGES - at:015d} {event}"


def event_of(document: Document) -> str:
    """The code of the event that a document lists."""
    return document.key.rpartition(" ")[2]


async def ended(store: AsyncStore, event: Event, at: int) -> list[DocumentChange]:
    """The changes that move an event to those of its club that are over; none if the club is gone."""
    if not event.club:
        return []
    opened = event.log[0]["at"]
    found = await store.document(EVENTS, key_of(event.club, "open", opened, event.code))
    if found is None:
        return []
    data = {**found.data, "ended": at, "players": len(event.active())}
    key = key_of(event.club, "over", at, event.code)
    return [deleted(found), DocumentChange(EVENTS, key, 0, data, until=at + SHOWN)]


class ClubEvents:
    """The events of the clubs of a server."""

    def __init__(self, store: AsyncStore, clubs: Clubs) -> None:
        self._store = store
        self._clubs = clubs

    async def opened(self, guest: str, created: CreatedEntry) -> list[DocumentChange]:
        """The changes that list a new event on its club's page; refused to those who neither direct nor own the club.

        The club is written, too: if it is dissolved, or its members change at that moment, this is judged anew.
        """
        club = await self._clubs.directed(guest, created["club"])
        settings = created["settings"]
        data = {
            "name": settings["name"],
            "game": settings["game"],
            "format": settings["format"],
            "starts": settings["starts"],
            "opened": created["at"],
            "members_only": created.get("members_only", False),
        }
        key = key_of(club.key, "open", created["at"], created["event"])
        return [touched(club), DocumentChange(EVENTS, key, 0, data)]

    async def newest(self, club: str, state: Literal["open", "over"], most: int) -> list[Document]:
        """The events that are not over, those that were opened last first; or that are over, those that ended last."""
        prefix = f"{club} {state} "
        found = await self._store.documents(EVENTS, after=prefix, most=most)
        return [one for one in found if one.key.startswith(prefix)]

    async def show_tables(self, event: Event, matches: Sequence[str], at: int) -> None:
        """List the matches of a round on the page of the event's club, and count them for its season."""
        club = await self.club_of(event)
        for match in matches if club is not None else ():
            shown = DocumentChange("club_matches", f"{event.club} {match}", 0, {"at": at}, until=at + SHOWN)
            with contextlib.suppress(Conflict):  # it is listed already
                await self._store.write_documents(shown)

    async def all(self, club: str) -> list[Document]:
        """All events of a club, those that are not over first."""
        return await every(self._store, EVENTS, f"{club} ")

    async def club_of(self, event: Event) -> Document | None:
        """The club of an event; None if it has none, or no longer."""
        return await self._store.document("clubs", event.club) if event.club else None

    async def may_sign_up(self, event: Event, guest: str) -> bool:
        """Whether the club of an event, if it has one still, lets a guest sign up."""
        club = await self.club_of(event) if event.members_only else None
        return club is None or await self.has(club.key, guest)

    async def has(self, club: str, guest: str) -> bool:
        """Whether a guest belongs to a club now."""
        return await self._store.document("club_members", f"{club} {guest}") is not None
