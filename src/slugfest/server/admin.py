"""What whoever hosts a server may do, over the admin page and by ``slugfest admin``: both use this, on the same store.

Documents:

- ``admin_links`` by digest: one-time links; ``admin_sessions`` by digest: who has used one, for some hours. The tokens
  themselves are in the link and in the browser's cookie, and nowhere else.
- ``audit`` by time, the newest first: who did what to whom, when and why. Every action is written together with its
  entry, all or none, or after it. ``audit_names``: what the guest was called then; it goes when they delete everything.
- ``moderation``: see :mod:`.moderation`.

Nothing here reads a match's log. What has to be done at a table is an order, which a running server carries out.
"""

from __future__ import annotations

import hashlib
import ipaddress
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from slugfest.protocol.codes import read_code
from slugfest.protocol.hosting import AdminAction
from slugfest.protocol.problems import not_understood, problem
from slugfest.store import Conflict, Document, DocumentChange
from slugfest.table import refuse, tidy_name
from slugfest.table.hosting import AuditedAction, AuditEntry, AuditLog

from .async_store import AsyncStore
from .claims import Claims, is_reserved, name_keys
from .clubs import Clubs, tidy_note
from .moderation import COLLECTION, HOUR, WATCH, address_digest, every
from .reports import Reports

LINK_VALID: Final = 15 * 60 * 1000  # ms
SESSION_VALID: Final = 8 * HOUR
ORDER_VALID: Final = 7 * 24 * HOUR
WATCH_VALID: Final = 30 * 1000  # ms
AUDIT_KEPT: Final = 2 * 365 * 24 * HOUR
LONGEST_WHY: Final = 200
LONGEST_HOURS: Final = 365 * 24
LONGEST_ADDRESS_HOURS: Final = 720
ADDRESS_HOURS: Final = 24  # if nothing else is said
MOST_BLOCKS: Final = 1000
ATTEMPTS: Final = 8
AGES: Final = 10**15  # above all times, in ms: keys count down, so that the newest comes first
PAGE: Final = 50
MOST_TABLES: Final = 50  # at which a guest's names are looked up
LIFTED: Final = ("guest", "address", "mute")
_GUEST: Final = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True)
class Session:
    """A browser that has used a one-time link."""

    by: str
    until: int


def digest_of(token: str) -> str:
    """What is stored of a token. 256 random bits need no slow hash."""
    return hashlib.sha256(f"slugfest admin {token}".encode("utf-8", "surrogatepass")).hexdigest()


class Administration:
    """The actions of whoever hosts a server."""

    def __init__(self, store: AsyncStore, claims: Claims, clubs: Clubs, reports: Reports) -> None:
        self._store = store
        self._claims = claims
        self._clubs = clubs
        self._reports = reports

    # ---- entering --------------------------------------------------------------------------------------------

    async def new_link(self, by: str) -> str:
        """The token of a new one-time link, for somebody who is called so in the audit log."""
        name = tidy_name(by)
        if not name:
            raise refuse("NAME_NEEDED")
        token, now = secrets.token_urlsafe(32), await self.now()
        link = DocumentChange("admin_links", digest_of(token), 0, {"by": name}, until=now + LINK_VALID)
        await self._store.write_documents(link)
        return token

    async def enter(self, token: str) -> tuple[str, Session]:
        """Use a link up; return the token of the session. One refusal for whatever is wrong with it."""
        link = await self._store.document("admin_links", digest_of(token))
        if link is None:
            raise problem("NO_SUCH_LINK")
        made, now, by = secrets.token_urlsafe(32), await self.now(), str(link.data["by"])
        until = now + SESSION_VALID
        try:
            await self._store.write_documents(
                DocumentChange("admin_links", link.key, link.version, None),
                DocumentChange("admin_sessions", digest_of(made), 0, {"by": by}, until=until),
                *self._entry(now, by, "enter", why=""),
            )
        except Conflict as conflict:  # somebody else has used it at the same time
            raise problem("NO_SUCH_LINK") from conflict
        return made, Session(by, until)

    async def session(self, token: str) -> Session | None:
        found = await self._store.document("admin_sessions", digest_of(token))
        return None if found is None or found.until is None else Session(str(found.data["by"]), found.until)

    async def leave(self, token: str) -> None:
        """End a session."""
        found = await self._store.document("admin_sessions", digest_of(token))
        if found is not None:
            await self._delete(found)

    async def end_all(self) -> int:
        """End all sessions and links; return how many there were."""
        found = [*await every(self._store, "admin_sessions"), *await every(self._store, "admin_links")]
        for one in found:
            await self._delete(one)
        return len(found)

    async def _delete(self, one: Document) -> None:
        try:
            await self._store.write_documents(DocumentChange(one.collection, one.key, one.version, None))
        except Conflict:
            return  # it is gone, or was never changed otherwise

    async def now(self) -> int:
        return await self._store.call(lambda store: store.now())

    async def watch(self) -> None:
        """Ask all processes to report their load for a while."""
        before = await self._store.document(COLLECTION, WATCH)
        now = await self.now()
        change = DocumentChange(
            COLLECTION, WATCH, 0 if before is None else before.version, {}, until=now + WATCH_VALID
        )
        try:
            await self._store.write_documents(change)
        except Conflict:
            return  # another one has asked

    # ---- actions ---------------------------------------------------------------------------------------------

    async def act(self, by: str, asked: AdminAction) -> None:
        """Do something, and write down who did it and why. Raises a refusal if it cannot be done."""
        why = tidy_note(asked.why).replace("\n", " ")[:LONGEST_WHY]
        if not why:
            raise problem("WHY_NEEDED")
        if not 0 <= asked.hours <= LONGEST_HOURS:
            raise problem("WRONG_HOURS")
        match asked.action:
            case "rename":
                await self._rename(by, asked, why)
            case "allow_name":
                await self._write(by, asked, why, await self._barred(asked.name), to=tidy_name(asked.name))
            case "mute":
                await self._restrict(by, asked, why, f"mute {await self._known(asked.guest)}")
            case "block":
                await self._restrict(by, asked, why, f"guest {await self._known(asked.guest)}")
            case "block_address":
                await self._block_address(by, asked, why)
            case "unmute":
                await self._lift(by, asked, why, f"mute {asked.guest}")
            case "unblock":
                if asked.block.partition(" ")[0] not in LIFTED:
                    raise problem("NO_SUCH_BLOCK")
                await self._lift(by, asked, why, asked.block)
            case "unseat":
                await self._unseat(by, asked, why)
            case "remove_member":
                club = (await self._clubs.club(asked.club)).key
                await self._repeat(
                    by, asked, why, lambda: self._clubs.expulsion(club, asked.guest), club=club
                )
            case "dismiss":
                await self._known(asked.guest)
                await self._repeat(by, asked, why, lambda: self._reports.about(asked.guest))

    async def _known(self, guest: str) -> str:
        """A guest's id. Not every guest has told the server a name: at a table they may have typed one."""
        if not _GUEST.fullmatch(guest):
            raise problem("NO_SUCH_GUEST")
        return guest

    async def _rename(self, by: str, asked: AdminAction, why: str) -> None:
        """Give a guest another name, also at tables, and bar the one they had."""
        guest, name = await self._known(asked.guest), tidy_name(asked.name)
        if not name:
            raise refuse("NAME_NEEDED")
        if is_reserved(name) or await self._claims.is_somebody_elses(guest, name):
            raise problem("NAME_CLAIMED")
        claim, old = await self._claims.of(guest), await self._names_of(guest)
        order = await self._order({"do": "rename", "guest": guest, "name": name})
        await self._write(by, asked, why, [order], to=name)
        if claim is None:
            await self._store.rename(guest, name)
        else:
            await self._claims.claim(guest, name, None)
        kept = set(name_keys(name))
        for key in {key for one in old for key in name_keys(one)} - kept:
            try:
                await self._store.write_documents(DocumentChange("names", key, 0, {"barred": True}))
            except Conflict:
                continue  # somebody else's claim, or barred already

    async def _names_of(self, guest: str) -> set[str]:
        """What a guest is called: in their profile, by their claim, at tables, and where they were reported."""
        claim = await self._claims.of(guest)
        found = {await self._store.name_of(guest) or "", "" if claim is None else str(claim.data["name"])}
        for one in await self._store.call(lambda store: store.listed(guest, False, MOST_TABLES)):
            seats = (one.summary or {}).get("seats", ())
            found |= {str(seat["name"]) for seat in seats if seat["guest"] == guest}
        found |= {one["name"] for one in await self._reports.open() if one["guest"] == guest}
        return found - {""}

    async def _barred(self, name: str) -> list[DocumentChange]:
        found = [
            await self._store.document("names", key) for key in dict.fromkeys(name_keys(tidy_name(name)))
        ]
        barred = [one for one in found if one is not None and one.owner == ""]
        if not barred:
            raise problem("NO_SUCH_BLOCK")
        return [DocumentChange("names", one.key, one.version, None) for one in barred]

    async def _restrict(self, by: str, asked: AdminAction, why: str, key: str) -> None:
        """Block or mute a guest, or change for how long."""
        now = await self.now()
        until = now + asked.hours * HOUR if asked.hours else None
        data: dict[str, Any] = {"by": by, "why": why, "at": now, "guest": asked.guest}
        if asked.with_address:
            hours = min(asked.hours or ADDRESS_HOURS, LONGEST_ADDRESS_HOURS)
            data["address_until"] = now + hours * HOUR

        async def changes() -> list[DocumentChange]:
            return [await self._new_block(key, data, until)]

        await self._repeat(by, asked, why, changes, until=until)

    async def _new_block(self, key: str, data: dict[str, Any], until: int | None) -> DocumentChange:
        before = await self._store.document(COLLECTION, key)
        if before is None and len(await every(self._store, COLLECTION)) >= MOST_BLOCKS:
            raise problem("TOO_MANY_BLOCKS")
        return DocumentChange(COLLECTION, key, 0 if before is None else before.version, data, until=until)

    async def _block_address(self, by: str, asked: AdminAction, why: str) -> None:
        """Block an address that the host knows, for a time."""
        try:
            address = str(ipaddress.ip_address(asked.address.strip()))
        except ValueError as error:
            raise not_understood("address") from error
        if not 1 <= asked.hours <= LONGEST_ADDRESS_HOURS:
            raise problem("WRONG_HOURS")
        key = await self._store.call(lambda store: store.signing_key())
        now = await self.now()
        until = now + asked.hours * HOUR
        data = {"by": by, "why": why, "at": now, "guest": ""}
        change = await self._new_block(f"address {address_digest(key, address)}", data, until)
        await self._write(by, asked, why, [change], until=until)

    async def _lift(self, by: str, asked: AdminAction, why: str, key: str) -> None:
        """Lift a block or a mute; with a guest's block that of their addresses."""

        async def changes() -> list[DocumentChange]:
            found = await self._store.document(COLLECTION, key)
            if found is None:
                raise problem("NO_SUCH_BLOCK")
            lifted = [found]
            if key.startswith("guest "):
                addresses = await every(self._store, COLLECTION, "address ")
                lifted += [one for one in addresses if one.data.get("guest") == key.partition(" ")[2]]
            return [DocumentChange(COLLECTION, one.key, one.version, None) for one in lifted]

        kind, _, guest = key.partition(" ")
        await self._repeat(by, asked, why, changes, guest=guest if kind != "address" else "")

    async def _unseat(self, by: str, asked: AdminAction, why: str) -> None:
        match = read_code(asked.match) or ""
        listed = (await self._store.call(lambda store: store.summaries([match]))).get(match)
        if listed is None:
            raise problem("NO_SUCH_MATCH")
        summary = listed.summary or {"seats": [{"guest": asked.guest}]}
        if asked.guest not in [seat["guest"] for seat in summary["seats"]] or not asked.guest:
            raise problem("NO_SUCH_GUEST")
        order = await self._order({"do": "unseat", "guest": asked.guest, "match": match})
        await self._write(by, asked, why, [order], match=match)

    async def _order(self, data: Mapping[str, Any]) -> DocumentChange:
        until = await self.now() + ORDER_VALID
        return DocumentChange(COLLECTION, f"order {secrets.token_hex(8)}", 0, data, until=until)

    async def _repeat(self, by: str, asked: AdminAction, why: str, changes: Any, **more: Any) -> None:
        """Write changes that follow from what is stored, again whenever that has changed meanwhile."""
        for _ in range(ATTEMPTS):
            try:
                await self._write(by, asked, why, await changes(), **more)
            except Conflict:
                continue
            return
        raise problem("TOO_FAST")

    async def _write(
        self, by: str, asked: AdminAction, why: str, changes: list[DocumentChange], **more: Any
    ) -> None:
        now = await self.now()
        more = {"guest": asked.guest, **more}
        name = await self._store.name_of(more["guest"]) if more["guest"] else None
        await self._store.write_documents(
            *changes, *self._entry(now, by, asked.action, why=why, name=name or "", **more)
        )

    # ---- the audit log ---------------------------------------------------------------------------------------

    def _entry(
        self, now: int, by: str, action: AuditedAction, why: str, name: str = "", guest: str = "", **more: Any
    ) -> list[DocumentChange]:
        key = f"{AGES - now:015d} {secrets.token_hex(4)}"
        data = {"at": now, "by": by, "action": action, "guest": guest, "why": why, **more}
        found = [DocumentChange("audit", key, 0, data, until=now + AUDIT_KEPT)]
        if name:
            found.append(DocumentChange("audit_names", key, 0, {"name": name}, guest, now + AUDIT_KEPT))
        return found

    async def note(self, by: str, action: AuditedAction, why: str) -> None:
        """Write down something that changes no document."""
        await self._store.write_documents(*self._entry(await self.now(), by, action, why=why))

    async def audit(self, after: str = "", most: int = PAGE) -> AuditLog:
        """Entries of the audit log, the newest first, after a key."""

        found = await self._store.documents("audit", after=after or None, most=most + 1)
        shown = found[:most]
        names = await self._store.call(
            lambda store: {one.key: store.document("audit_names", one.key) for one in shown}
        )
        entries = []
        for one in shown:
            name = names[one.key]
            entries.append(
                AuditEntry(
                    key=one.key,
                    at=one.data["at"],
                    by=one.data["by"],
                    action=one.data["action"],
                    guest=one.data["guest"],
                    name="" if name is None else str(name.data["name"]),
                    to=one.data.get("to", ""),
                    match=one.data.get("match", ""),
                    club=one.data.get("club", ""),
                    until=one.data.get("until"),
                    why=one.data["why"],
                )
            )
        return AuditLog(entries=entries, next=shown[-1].key if len(found) > most else "")
