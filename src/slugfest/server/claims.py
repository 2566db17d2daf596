"""Claimed names: a guest may have a name on this server that nobody else can take, and gets it back anywhere.

A claim is kept in documents that the guest owns, so it ends when they delete everything:

- ``claims`` by guest: the name, the digest of the recovery code, what others may see;
- ``names`` by the shapes of the name: whose it is. Two names that look alike share a shape, so of two people who claim
  them at the same time the store lets one;
- ``codes`` by digest: whose recovery code it is;
- ``passkeys`` by id: whose it is, and its public key.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from slugfest.personas import personas
from slugfest.protocol.problems import problem
from slugfest.store import Conflict, Document, DocumentChange
from slugfest.table import FORGOTTEN, refuse, tidy_name
from slugfest.table.lookalikes import look_alike, shape
from slugfest.table.seats import free_name

from .async_store import AsyncStore

ALPHABET: Final = (
    "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: 5 bits a letter, none mistaken for another
)
CODE_BYTES: Final = 20  # 160 bits
GROUP: Final = 4  # letters
CODE_AGAIN: Final = (
    10 * 60 * 1000
)  # ms for which the device that used a code may send it again: the answer was lost
MOST_PASSKEYS: Final = 10
FACES: Final = 6

_MISREAD: Final = str.maketrans({"O": "0", "I": "1", "L": "1"})


@dataclass(frozen=True)
class NewPasskey:
    """A passkey whose registration was verified."""

    id: str  # base64url
    key: str  # the public key, base64url
    count: int
    host: str
    synced: bool


def name_keys(name: str) -> tuple[str, str]:
    """The keys of a name: two names look alike if and only if they share one (see ``look_alike``)."""
    return f"1 {shape(name).casefold()}", f"2 {shape(name.casefold())}"


def new_code() -> str:
    """A recovery code in groups of four letters."""
    number = int.from_bytes(secrets.token_bytes(CODE_BYTES))
    letters = [ALPHABET[number >> 5 * place & 31] for place in range(CODE_BYTES * 8 // 5)]
    return "-".join("".join(letters[first : first + GROUP]) for first in range(0, len(letters), GROUP))


def code_digest(typed: str) -> str:
    """The digest of a recovery code, however it was typed. 160 random bits need no slow hash."""
    letters = re.sub(r"[^0-9A-Z]", "", typed[:200].upper().translate(_MISREAD))
    return hashlib.sha256(f"slugfest recovery code {letters}".encode()).hexdigest()


def is_reserved(name: str) -> bool:
    """Whether a name belongs to a bot or to nobody."""
    return any(look_alike(name, other) for other in (FORGOTTEN, *(one.name for one in personas())))


class Claims:
    """The claims of a server."""

    def __init__(self, store: AsyncStore) -> None:
        self._store = store

    # ---- reading ---------------------------------------------------------------------------------------------

    async def of(self, guest: str) -> Document | None:
        """A guest's claim."""
        return await self._store.document("claims", guest)

    async def passkeys(self, guest: str) -> list[Document]:
        return await self._store.documents("passkeys", owner=guest)

    async def owners(self, name: str) -> set[str]:
        """The guests who have claimed this name, or one that looks like it."""
        found = [await self._store.document("names", key) for key in name_keys(name)]
        return {one.owner for one in found if one is not None}

    async def named(self, name: str) -> Document | None:
        """The claim of exactly one guest whose name is, or looks like, this one."""
        for guest in sorted(await self.owners(name)):
            claim = await self.of(guest)
            if claim is not None and look_alike(claim.data["name"], name):
                return claim
        return None

    async def is_somebody_elses(self, guest: str, name: str) -> bool:
        return bool(await self.owners(name) - {guest})

    async def unclaimed(self, guest: str, name: str, taken: Collection[str] = ()) -> str:
        """The name, with a number if it is taken at the table or claimed by somebody else."""
        others = list(taken)
        while await self.is_somebody_elses(guest, free := free_name(name, others)):
            others.append(free)
        return free

    # ---- names -----------------------------------------------------------------------------------------------

    async def claim(self, guest: str, wanted: str, passkey: NewPasskey | None) -> str:
        """Claim a name, in place of another one; return the new recovery code, if one was made.

        Raises a refusal if the name belongs to somebody else.
        """
        name = tidy_name(wanted)
        if not name:
            raise refuse("NAME_NEEDED")
        if is_reserved(name):
            raise problem("NAME_CLAIMED")
        code = new_code() if passkey is None and await self.of(guest) is None else ""

        async def changes() -> list[DocumentChange]:
            keys = {key: await self._store.document("names", key) for key in dict.fromkeys(name_keys(name))}
            if any(one is not None and one.owner != guest for one in keys.values()):
                raise problem("NAME_CLAIMED")
            claim = await self.of(guest)
            mine = await self._store.documents("names", owner=guest)
            data: dict[str, Any] = {"code": "", "shown": False, "times": False, "face": default_face(guest)}
            data |= dict(claim.data) if claim is not None else {}
            data["name"] = name
            found = [
                DocumentChange("names", key, 0 if one is None else one.version, {}, guest)
                for key, one in keys.items()
            ]
            found += [
                DocumentChange("names", one.key, one.version, None) for one in mine if one.key not in keys
            ]
            if code:
                data["code"] = code_digest(code)
                found.append(await self._owned("codes", data["code"], {}, guest))
            if passkey is not None:
                found.append(await self._passkey_change(guest, passkey))
            found.append(DocumentChange("claims", guest, 0 if claim is None else claim.version, data, guest))
            return found

        await self._store.write_with_retries(changes, problem("NAME_CLAIMED"))
        await self._store.rename(guest, name)
        return code

    async def release(self, guest: str) -> None:
        """Give a name back, with everything that was for it alone."""

        async def changes() -> list[DocumentChange]:
            found = [await self.of(guest)]
            for collection in ("names", "codes", "passkeys"):
                found += await self._store.documents(collection, owner=guest)
            return [
                DocumentChange(one.collection, one.key, one.version, None) for one in found if one is not None
            ]

        await self._store.write_with_retries(changes, problem("TOO_FAST"))

    async def show(self, guest: str, shown: bool, times: bool, face: int) -> None:
        """Set what others may see."""

        async def changes() -> list[DocumentChange]:
            claim = await self._required(guest)
            data = {**claim.data, "shown": shown, "times": times, "face": face % FACES}
            return [DocumentChange("claims", guest, claim.version, data, guest)]

        await self._store.write_with_retries(changes, problem("TOO_FAST"))

    # ---- recovery codes --------------------------------------------------------------------------------------

    async def replace_code(self, guest: str) -> str:
        """Make a new recovery code; the old one no longer works."""
        code = new_code()

        async def changes() -> list[DocumentChange]:
            return await self._code_changes(await self._required(guest), code)

        await self._store.write_with_retries(changes, problem("TOO_FAST"))
        return code

    async def use_code(self, device: str, typed: str) -> tuple[str, str]:
        """Use a recovery code up; return whose it is and the new one. Raises the same refusal for any wrong code.

        If the answer is lost, the device that used it may send it again for a while; nobody else.
        """
        digest, code, found = code_digest(typed), new_code(), ""
        until = await self._store.call(lambda store: store.now()) + CODE_AGAIN

        async def changes() -> list[DocumentChange]:
            nonlocal found
            used = await self._store.document("codes", digest)
            claim = None if used is None else await self.of(used.owner)
            if used is None or claim is None or used.data.get("by", device) != device:
                raise problem("NO_SUCH_CODE")
            found = used.owner
            return [
                DocumentChange("codes", digest, used.version, {"by": device}, found, used.until or until),
                *await self._code_changes(claim, code, besides=digest),
            ]

        await self._store.write_with_retries(changes, problem("NO_SUCH_CODE"))
        return found, code

    async def _code_changes(self, claim: Document, code: str, besides: str = "") -> list[DocumentChange]:
        """Give a claim a new code instead of all that it has, besides one."""
        digest, guest = code_digest(code), claim.owner
        old = await self._store.documents("codes", owner=guest)
        return [
            *(
                DocumentChange("codes", one.key, one.version, None)
                for one in old
                if one.key not in (digest, besides)
            ),
            await self._owned("codes", digest, {}, guest),
            DocumentChange("claims", guest, claim.version, {**claim.data, "code": digest}, guest),
        ]

    # ---- passkeys --------------------------------------------------------------------------------------------

    async def add_passkey(self, guest: str, passkey: NewPasskey) -> None:
        async def changes() -> list[DocumentChange]:
            claim = await self._required(guest)
            if len(await self.passkeys(guest)) >= MOST_PASSKEYS:
                raise problem("TOO_MANY_PASSKEYS")
            return [
                await self._passkey_change(guest, passkey),
                DocumentChange("claims", guest, claim.version, claim.data, guest),
            ]

        await self._store.write_with_retries(changes, problem("NO_SUCH_PASSKEY"))

    async def _passkey_change(self, guest: str, passkey: NewPasskey) -> DocumentChange:
        data: dict[str, Any] = {
            "key": passkey.key,
            "count": passkey.count,
            "host": passkey.host,
            "synced": passkey.synced,
            "since": await self._store.call(lambda store: store.now()),
        }
        return await self._owned("passkeys", passkey.id, data, guest)

    async def remove_passkey(self, guest: str, key: str) -> None:
        """Remove a passkey, unless it is the only way to sign in."""

        async def changes() -> list[DocumentChange]:
            claim = await self._required(guest)
            passkeys = await self.passkeys(guest)
            gone = next((one for one in passkeys if one.key == key), None)
            if gone is None:
                raise problem("NO_SUCH_PASSKEY")
            if len(passkeys) == 1 and not claim.data["code"]:
                raise problem("LAST_WAY")
            return [  # the claim is written too, so that two removals at once do not both find another way
                DocumentChange("passkeys", key, gone.version, None),
                DocumentChange("claims", guest, claim.version, claim.data, guest),
            ]

        await self._store.write_with_retries(changes, problem("NO_SUCH_PASSKEY"))

    async def passkey(self, key: str) -> Document | None:
        """A passkey by its id."""
        return await self._store.document("passkeys", key)

    async def count_use(self, passkey: Document, count: int) -> None:
        """Note how often a passkey has signed; a copy of it that lags behind is refused."""
        data = {**passkey.data, "count": count}
        change = DocumentChange("passkeys", passkey.key, passkey.version, data, passkey.owner)
        try:
            await self._store.write_documents(change)
        except Conflict as conflict:
            raise problem("NO_SUCH_PASSKEY") from conflict

    # ---- helpers ---------------------------------------------------------------------------------------------

    async def _required(self, guest: str) -> Document:
        claim = await self.of(guest)
        if claim is None:
            raise problem("NOT_CLAIMED")
        return claim

    async def _owned(self, collection: str, key: str, data: dict[str, Any], guest: str) -> DocumentChange:
        """Write a document that is new, or was written by an attempt whose outcome was unknown."""
        before = await self._store.document(collection, key)
        version = before.version if before is not None and before.owner == guest else 0
        return DocumentChange(collection, key, version, data, guest)


def default_face(guest: str) -> int:
    """The face of somebody who has not chosen one."""
    return hashlib.sha256(guest.encode()).digest()[0] % FACES
