"""The answers to requests about claimed names, signing in and public profiles."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from starlette.requests import Request

from slugfest.protocol.api import Asked
from slugfest.protocol.codes import read_code
from slugfest.protocol.problems import not_understood, problem
from slugfest.store import Document
from slugfest.table import Table, refuse, tidy_name
from slugfest.table.lookalikes import look_alike
from slugfest.table.people import (
    Claim,
    Claimed,
    MatchRatings,
    MyRatings,
    PasskeyInfo,
    PasskeyOptions,
    PublicProfile,
    SeatPlayer,
    SeatPlayers,
    SignedIn,
)

from .claims import FACES, default_face
from .match_server import MatchServer
from .passkeys import Passkeys, passkey_host
from .public_profiles import met, public_profile

MOST_MET = 200  # people whose claims are looked up for a profile

OwnAnswer = Callable[[Request, Asked], Awaitable[Any]]


class PeopleApi:
    """The endpoints."""

    def __init__(self, server: MatchServer) -> None:
        self._server = server
        self._claims = server.claims
        self._passkeys = Passkeys(server.store, server.claims)

    def answers(self) -> dict[str, OwnAnswer]:
        """The answers, by the name of the address."""
        return {
            "claim": self._claim,
            "claim_name": self._claim_name,
            "release_name": self._release_name,
            "new_code": self._new_code,
            "want_passkey": self._want_passkey,
            "add_passkey": self._add_passkey,
            "remove_passkey": self._remove_passkey,
            "show_profile": self._show_profile,
            "sign_in_options": self._sign_in_options,
            "sign_in": self._sign_in,
            "sign_out": self._sign_out,
            "player": self._player,
            "players": self._players,
            "ratings": self._ratings,
            "match_ratings": self._match_ratings,
        }

    # ---- my claim --------------------------------------------------------------------------------------------

    async def _claim(self, request: Request, asked: Asked) -> Claim:
        claim = None if asked.new else await self._claims.of(asked.guest)
        passkeys = [] if claim is None else await self._claims.passkeys(asked.guest)
        host = passkey_host(request)
        if claim is None:
            face = default_face(asked.guest)
            return Claim(name="", code=False, passkeys=[], host=host, shown=False, times=False, face=face)
        data = claim.data
        return Claim(
            name=data["name"],
            code=bool(data["code"]),
            passkeys=[
                PasskeyInfo(
                    id=one.key, host=one.data["host"], since=one.data["since"], synced=one.data["synced"]
                )
                for one in passkeys
            ],
            host=host,
            shown=data["shown"],
            times=data["times"],
            face=data["face"],
        )

    async def _claim_name(self, request: Request, asked: Asked) -> Claimed:
        guest, wanted = asked.guest, asked.body
        new = None
        if wanted.passkey:
            new = await self._passkeys.registered(request, guest, wanted.passkey)
        code = await self._claims.claim(guest, wanted.name, new)
        return Claimed(claim=await self._claim(request, asked), code=code)

    async def _release_name(self, request: Request, asked: Asked) -> Claim:
        if not asked.body.sure:
            raise not_understood("sure")
        await self._claims.release(asked.guest)
        return await self._claim(request, asked)

    async def _new_code(self, request: Request, asked: Asked) -> Claimed:
        code = await self._claims.replace_code(asked.guest)
        return Claimed(claim=await self._claim(request, asked), code=code)

    async def _want_passkey(self, request: Request, asked: Asked) -> PasskeyOptions:
        name = tidy_name(asked.body.name)
        if asked.body.name and not name:
            raise refuse("NAME_NEEDED")
        if not name:
            claim = await self._claims.of(asked.guest)
            if claim is None:
                raise problem("NOT_CLAIMED")
            name = claim.data["name"]
        elif await self._claims.is_somebody_elses(asked.guest, name):
            raise problem("NAME_CLAIMED")  # before a passkey is made in vain
        return await self._passkeys.registration(request, asked.guest, name)

    async def _add_passkey(self, request: Request, asked: Asked) -> Claim:
        made = await self._passkeys.registered(request, asked.guest, asked.body.passkey)
        await self._claims.add_passkey(asked.guest, made)
        return await self._claim(request, asked)

    async def _remove_passkey(self, request: Request, asked: Asked) -> Claim:
        await self._claims.remove_passkey(asked.guest, asked.body.passkey_id)
        return await self._claim(request, asked)

    async def _show_profile(self, request: Request, asked: Asked) -> Claim:
        wanted = asked.body
        if not 0 <= wanted.face < FACES:
            raise not_understood("face")
        await self._claims.show(asked.guest, wanted.shown, wanted.times, wanted.face)
        return await self._claim(request, asked)

    # ---- signing in ------------------------------------------------------------------------------------------

    async def _sign_in_options(self, request: Request, asked: Asked) -> PasskeyOptions:
        return await self._passkeys.question(request, asked.guest)

    async def _sign_in(self, request: Request, asked: Asked) -> SignedIn:
        """Make this device the one of the guest whose passkey or code it is."""
        code, device, brought = "", asked.guest, None
        bring = asked.body.bring and not asked.new
        if bring:  # before a code is used up
            await self._server.merges.refuse_claimed(device)
        if asked.body.passkey:
            guest = await self._passkeys.owner(request, device, asked.body.passkey)
        else:
            guest, code = await self._claims.use_code(device, asked.body.code)
        asked.guest, asked.new = guest, False
        claim = await self._claims.of(guest)
        if bring and claim is not None:
            brought = await self._server.merges.bring(device, guest)
        return SignedIn(name="" if claim is None else claim.data["name"], code=code, brought=brought)

    async def _sign_out(self, request: Request, asked: Asked) -> None:
        """Take the cookie, from somebody who can come back."""
        if await self._claims.of(asked.guest) is None:
            raise problem("NOT_CLAIMED")

    # ---- others ----------------------------------------------------------------------------------------------

    async def _player(self, request: Request, asked: Asked) -> PublicProfile:
        """A public profile. Nobody learns from the refusal whether a name is claimed."""
        name = tidy_name(asked.query.get("name", ""))
        claim = await self._claims.named(name) if name else None
        if claim is None or not (claim.data["shown"] or claim.owner == asked.guest):
            raise problem("NO_SUCH_PLAYER")
        matches = await self._server.summaries(claim.owner, over=True)
        shown = await self._shown(met(claim.owner, matches)[:MOST_MET])
        ratings = await self._server.ratings.of_guest(claim.owner)
        return public_profile(claim, matches, shown, asked.guest, ratings)

    async def _shown(self, guests: Iterable[str]) -> dict[str, Document]:
        """The claims of those who agreed to be seen."""
        wanted = list(guests)
        found = await self._server.store.call(lambda store: [store.document("claims", one) for one in wanted])
        return {one.owner: one for one in found if one is not None and one.data["shown"]}

    async def _players(self, request: Request, asked: Asked) -> SeatPlayers:
        """Who sits at a table under the name that they have claimed."""
        table = await self._table(asked)
        sitting = [seat.guest if seat.kind == "person" else "" for seat in table.seats]
        claims = await self._server.store.call(
            lambda store: [store.document("claims", guest) if guest else None for guest in sitting]
        )
        return SeatPlayers(
            seats=[
                SeatPlayer(name=one.data["name"], shown=one.data["shown"], face=one.data["face"])
                if one is not None and look_alike(one.data["name"], seat.name)
                else None
                for seat, one in zip(table.seats, claims, strict=True)
            ]
        )

    async def _table(self, asked: Asked) -> Table:
        match = read_code(asked.path["match"])
        if match is None:
            raise problem("NO_SUCH_MATCH")
        table, _ = await self._server.table(match)
        if not table.may_watch(asked.guest):
            raise refuse("SEALED")
        return table

    # ---- ratings -----------------------------------------------------------------------------------------------

    async def _ratings(self, request: Request, asked: Asked) -> MyRatings:
        return MyRatings(ratings=[] if asked.new else await self._server.ratings.of_guest(asked.guest))

    async def _match_ratings(self, request: Request, asked: Asked) -> MatchRatings:
        return await self._server.ratings.of_match(await self._table(asked))
