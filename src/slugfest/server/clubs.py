"""Clubs: members with roles, announcements, and the matches that members show to each other.

Documents:

- ``clubs`` by code: the name and the invitation. Every change of members writes it too, so that of two changes at once
  the second is judged by what the first has left: a club always has an owner.
- ``club_members`` by club and guest: role and since when. It belongs to the guest and goes with them.
- ``club_notes`` by club and time, the newest first: announcements. They belong to their author.
- ``club_matches`` by club and match: which matches members show, since when.
- ``club_events`` by club and event: see ``club_events.py``.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

from slugfest.protocol.codes import Codes, read_code
from slugfest.protocol.problems import problem
from slugfest.store import Conflict, Document, DocumentChange
from slugfest.table import refuse, tidy_name
from slugfest.table.clubs import ClubRole
from slugfest.table.people import PoolRating

from .async_store import AsyncStore, Changes
from .moderation import every

MOST_MEMBERS: Final = 200
MOST_CLUBS: Final = 10  # of one guest
MOST_NOTES: Final = 30
LONGEST_NOTE: Final = 500  # characters
MOST_LINES: Final = 10
INVITE_VALID: Final = 30 * 24 * 3600 * 1000  # ms
SHOWN: Final = 400 * 24 * 3600 * 1000  # ms for which a match counts as the club's
MOST_MATCHES: Final = 5000
AGES: Final = 10**15  # above all times, in ms: keys count down, so that the newest comes first

RANK: Final[Mapping[ClubRole, int]] = {"member": 0, "director": 1, "owner": 2}
Ratings = Callable[[Sequence[str]], Awaitable[Mapping[str, PoolRating]]]


async def unrated(guests: Sequence[str]) -> Mapping[str, PoolRating]:
    """The ratings of guests, on a server that rates nobody."""
    return {}


class Members:
    """The members of a club at one moment."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self.documents = {one.owner: one for one in documents}
        self.roles: dict[str, ClubRole] = {one.owner: one.data["role"] for one in documents}
        if self.roles and "owner" not in self.roles.values():
            self.roles[self.heir()] = "owner"  # the last one has deleted everything

    def heir(self, besides: str = "") -> str:
        """Who becomes owner if there is none: the highest role, then the longest membership."""
        others = [one for one in self.documents.values() if one.owner != besides]
        return min(others, key=lambda one: (-RANK[one.data["role"]], one.data["since"], one.owner)).owner

    def owners(self) -> list[str]:
        return [guest for guest, role in self.roles.items() if role == "owner"]

    def require(self, guest: str, role: ClubRole) -> ClubRole:
        """A member's role; refused below the one that is needed."""
        mine = self.roles.get(guest)
        if mine is None:
            raise problem("NOT_MEMBER")
        if RANK[mine] < RANK[role]:
            raise problem("NOT_OWNER" if role == "owner" else "NOT_DIRECTOR")
        return mine


def member_key(club: str, guest: str) -> str:
    """What members call a member. A guest's id is not for others to know."""
    return hashlib.sha256(f"club {club} {guest}".encode()).hexdigest()[:16]


def tidy_note(text: str) -> str:
    """An announcement as it is shown: visible characters in a few lines; empty if nothing is left.

    Characters are treated as in names: those that show nothing, or turn or cover what is beside them, are removed.
    """
    lines = text[: 4 * LONGEST_NOTE].replace("\r\n", "\n").split("\n")
    tidied = "\n".join(tidy_name(line, LONGEST_NOTE) for line in lines).strip()
    return "\n".join(tidied.split("\n")[:MOST_LINES])[:LONGEST_NOTE].strip()


class Clubs:
    """The clubs of a server."""

    def __init__(self, store: AsyncStore, codes: Codes | None = None) -> None:
        self._store = store
        self._codes = codes or Codes()
        self.ratings_of: Ratings = unrated

    # ---- reading ---------------------------------------------------------------------------------------------

    async def club(self, typed: str) -> Document:
        """A club by its code; refused if there is none."""
        code = read_code(typed)
        found = None if code is None else await self._store.document("clubs", code)
        if found is None:
            raise problem("NO_SUCH_CLUB")
        return found

    async def members(self, club: str) -> Members:
        return Members(await every(self._store, "club_members", f"{club} "))

    async def of(self, guest: str) -> list[tuple[Document, Members]]:
        """A guest's clubs with their members."""
        found = []
        for one in await self._store.documents("club_members", owner=guest):
            club = await self._store.document("clubs", one.key.partition(" ")[0])
            if club is not None:
                found.append((club, await self.members(club.key)))
        return found

    async def notes(self, club: str) -> list[Document]:
        return await every(self._store, "club_notes", f"{club} ", MOST_NOTES)

    async def matches(self, club: str) -> dict[str, int]:
        """The matches that are shown to a club, and since when; the newest first."""
        found = await every(self._store, "club_matches", f"{club} ", MOST_MATCHES)
        shown = {one.key.partition(" ")[2]: int(one.data["at"]) for one in found}
        return dict(sorted(shown.items(), key=lambda one: -one[1]))

    # ---- the club --------------------------------------------------------------------------------------------

    async def found_club(self, guest: str, wanted: str) -> str:
        """Found a club and return its code."""
        name = tidy_name(wanted)
        if not name:
            raise refuse("NAME_NEEDED")
        await self._refuse_too_many(guest)
        now = await self._now()
        while True:
            code = self._codes.match()
            club = {"name": name, "since": now, **new_invite(now)}
            try:
                await self._store.write_documents(
                    DocumentChange("clubs", code, 0, club),
                    DocumentChange("club_members", f"{code} {guest}", 0, member("owner", now), guest),
                )
            except Conflict:
                continue  # the code is taken
            return code

    async def dissolve(self, guest: str, club: str) -> None:
        """End a club, as one of its owners."""

        async def changes() -> list[DocumentChange]:
            found, members = await self._both(club)
            members.require(guest, "owner")
            return await self._end(found, members)

        await self._write(changes)

    async def _end(self, club: Document, members: Members) -> list[DocumentChange]:
        notes = await self.notes(club.key)
        shown = await every(self._store, "club_matches", f"{club.key} ", MOST_MATCHES)
        events = await every(self._store, "club_events", f"{club.key} ")
        everything = [club, *members.documents.values(), *notes, *shown, *events]
        return [DocumentChange(one.collection, one.key, one.version, None) for one in everything]

    async def renew_invite(self, guest: str, club: str) -> None:
        """Make a new invitation; the old one no longer works."""
        now = await self._now()

        async def changes() -> list[DocumentChange]:
            found, members = await self._both(club)
            members.require(guest, "director")
            return [touched(found, new_invite(now))]

        await self._write(changes)

    # ---- members ---------------------------------------------------------------------------------------------

    async def join(self, guest: str, club: str, invite: str) -> None:
        """Join a club by its invitation. One refusal for whatever is wrong with it."""
        now = await self._now()
        if not await self._store.document("club_members", f"{club} {guest}"):
            await self._refuse_too_many(guest)

        async def changes() -> list[DocumentChange]:
            found = await self._store.document("clubs", club)
            valid = found is not None and found.data["invite_until"] > now
            wanted = found.data["invite"] if found is not None else ""
            if not hmac.compare_digest(wanted.encode(), invite.encode("utf-8", "replace")) or not valid:
                raise problem("NO_SUCH_INVITE")
            assert found is not None
            members = await self.members(club)
            if guest in members.roles:
                return []
            if len(members.roles) >= MOST_MEMBERS:
                raise problem("CLUB_FULL")
            return [
                touched(found),
                DocumentChange("club_members", f"{club} {guest}", 0, member("member", now), guest),
            ]

        await self._write(changes)

    async def set_role(self, guest: str, club: str, key: str, role: ClubRole | None) -> None:
        """Give a member a role, or remove them (None). Directors may remove members; the rest is the owners'."""

        async def changes() -> list[DocumentChange]:
            found, members = await self._both(club)
            mine = members.require(guest, "director")
            other = next((one for one in members.roles if member_key(club, one) == key), None)
            if other is None:
                raise problem("NO_SUCH_MEMBER")
            theirs = members.roles[other]
            if mine != "owner" and not (role is None and theirs == "member"):
                raise problem("NOT_OWNER")
            if theirs == "owner" and role != "owner" and members.owners() == [other]:
                raise problem("LAST_OWNER")
            if role is None:
                return await self._removal(found, members, other)
            document = members.documents[other]
            data = {**document.data, "role": role}
            return [
                touched(found),
                DocumentChange("club_members", document.key, document.version, data, other),
            ]

        await self._write(changes)

    async def _removal(self, club: Document, members: Members, guest: str) -> list[DocumentChange]:
        """Remove a member against their will: the invitation that they may still have ends."""
        return [
            touched(club, new_invite(await self._now())),
            deleted(members.documents[guest]),
        ]

    async def expulsion(self, club: str, guest: str) -> list[DocumentChange]:
        """What removes a member on behalf of the server's host; whoever is next becomes owner."""
        found, members = await self._both(club)
        if guest not in members.roles:
            raise problem("NO_SUCH_MEMBER")
        if len(members.roles) == 1:
            return await self._end(found, members)
        return [*await self._removal(found, members, guest), *self._succession(members, guest)]

    async def leave(self, guest: str, club: str) -> None:
        """Leave a club. The only owner has to make somebody else owner first; the last member ends the club."""

        async def changes() -> list[DocumentChange]:
            found, members = await self._both(club)
            members.require(guest, "member")
            if len(members.roles) == 1:
                return await self._end(found, members)
            if members.owners() == [guest]:
                raise problem("LAST_OWNER")
            return [touched(found), deleted(members.documents[guest])]

        await self._write(changes)

    async def forget(self, guest: str) -> None:
        """Remove a guest who deletes everything from all clubs; whoever is next becomes owner."""
        for one in await self._store.documents("club_members", owner=guest):
            club = one.key.partition(" ")[0]

            async def changes(club: str = club) -> list[DocumentChange]:
                found = await self._store.document("clubs", club)
                members = await self.members(club)
                if found is None or guest not in members.roles:
                    return []
                if len(members.roles) == 1:
                    return await self._end(found, members)
                return [
                    touched(found),
                    deleted(members.documents[guest]),
                    *self._succession(members, guest),
                ]

            await self._write(changes)

    async def merge(self, guest: str, into: str) -> None:
        """Give a guest's memberships to another guest, who keeps the higher role and the longer membership."""
        for one in await self._store.documents("club_members", owner=guest):
            club = one.key.partition(" ")[0]

            async def changes(club: str = club) -> list[DocumentChange]:
                found = await self._store.document("clubs", club)
                members = await self.members(club)
                if found is None or guest not in members.roles:
                    return []
                old, new = members.documents[guest], members.documents.get(into)
                roles = [members.roles[one] for one in (guest, into) if one in members.roles]
                since = min(kept.data["since"] for kept in (old, new) if kept is not None)
                data = {**old.data, "role": max(roles, key=lambda role: RANK[role]), "since": since}
                version = 0 if new is None else new.version
                return [
                    touched(found),
                    deleted(old),
                    DocumentChange("club_members", f"{club} {into}", version, data, into),
                ]

            await self._write(changes)

    def _succession(self, members: Members, guest: str) -> list[DocumentChange]:
        if members.owners() != [guest]:
            return []
        heir = members.documents[members.heir(besides=guest)]
        data = {**heir.data, "role": "owner"}
        return [DocumentChange("club_members", heir.key, heir.version, data, heir.owner)]

    # ---- announcements and matches ---------------------------------------------------------------------------

    async def announce(self, guest: str, club: str, written: str) -> None:
        """Post an announcement."""
        text, now = tidy_note(written), await self._now()
        if not text:
            raise problem("NOTE_NEEDED")
        key = f"{club} {AGES - now:015d} {secrets.token_hex(4)}"

        async def changes() -> list[DocumentChange]:
            found, members = await self._both(club)
            members.require(guest, "director")
            if len(await self.notes(club)) >= MOST_NOTES:
                raise problem("TOO_MANY_NOTES")
            return [touched(found), DocumentChange("club_notes", key, 0, {"text": text, "at": now}, guest)]

        await self._write(changes)

    async def withdraw(self, guest: str, club: str, note: str) -> None:
        """Take an announcement down."""

        async def changes() -> list[DocumentChange]:
            _, members = await self._both(club)
            members.require(guest, "director")
            found = await self._store.document("club_notes", f"{club} {note}")
            if found is None:
                raise problem("NO_SUCH_NOTE")
            return [deleted(found)]

        await self._write(changes)

    async def show(self, guest: str, club: str, match: str) -> None:
        """Show a match to a club; whether the guest may is known already."""
        now = await self._now()

        async def changes() -> list[DocumentChange]:
            _, members = await self._both(club)
            members.require(guest, "member")
            if await self._store.document("club_matches", f"{club} {match}") is not None:
                return []
            return [DocumentChange("club_matches", f"{club} {match}", 0, {"at": now}, until=now + SHOWN)]

        await self._write(changes)

    # ---- helpers ---------------------------------------------------------------------------------------------

    async def _now(self) -> int:
        return await self._store.call(lambda store: store.now())

    async def directed(self, guest: str, typed: str) -> Document:
        """A club that a guest directs or owns; refused otherwise."""
        found, members = await self._both((await self.club(typed)).key)
        members.require(guest, "director")
        return found

    async def _both(self, club: str) -> tuple[Document, Members]:
        """The club before its members: whoever changes them afterwards changes the club, too."""
        found = await self.club(club)
        return found, await self.members(club)

    async def _refuse_too_many(self, guest: str) -> None:
        if len(await self._store.documents("club_members", owner=guest)) >= MOST_CLUBS:
            raise problem("TOO_MANY_CLUBS")

    async def _write(self, changes: Changes) -> None:
        await self._store.write_with_retries(changes, problem("CLUB_BUSY"))


def new_invite(now: int) -> dict[str, Any]:
    return {"invite": secrets.token_urlsafe(16), "invite_until": now + INVITE_VALID}


def member(role: ClubRole, now: int) -> dict[str, Any]:
    return {"role": role, "since": now}


def touched(club: Document, new: Mapping[str, Any] | None = None) -> DocumentChange:
    """Write the club again, so that of two changes of its members at once one is judged anew."""
    return DocumentChange("clubs", club.key, club.version, {**club.data, **(new or {})})


def deleted(document: Document) -> DocumentChange:
    return DocumentChange(document.collection, document.key, document.version, None)
