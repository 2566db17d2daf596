"""What a guest has here, over HTTP: matches that are over, a profile, a ticket to another device, and the way out."""

from __future__ import annotations

import hashlib
import io
import secrets
from typing import Final

import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from slugfest.protocol import wire
from slugfest.protocol.answers import ON_THE_HOME_PAGE, finished_asked
from slugfest.protocol.problems import not_understood, problem
from slugfest.table.pages import LearnedInfo, Me, Ticket
from slugfest.table.profiles import profile_of

from .answers import answer
from .bodies import read_body
from .guests import Guest, Guestbook
from .match_server import MatchServer
from .origins import refuse_foreign_pages
from .settings import Settings

VALID: Final = 15 * 60 * 1000  # ms that a ticket can be used


class OwnApi:
    """Everything under /api/me that is not a name."""

    def __init__(self, server: MatchServer, guestbook: Guestbook, settings: Settings) -> None:
        self._server = server
        self._guestbook = guestbook
        self._settings = settings

    def routes(self) -> list[Route]:
        return [
            Route("/api/me", self.me, methods=["GET"]),
            Route("/api/me/matches", self.matches),
            Route("/api/me/profile", self.profile),
            Route("/api/me/ticket", self.ticket, methods=["POST"]),
            Route("/api/me/carry", self.carry, methods=["POST"]),
            Route("/api/me/forget", self.forget, methods=["POST"]),
        ]

    async def me(self, request: Request) -> Response:
        return await self.told(request, self._guestbook.guest(request))

    async def told(self, request: Request, guest: Guest) -> Response:
        """Who somebody is, with the cookie that says so."""
        server = self._server
        me = Me(
            name=await server.name_of(guest.id),
            matches=[] if guest.new else await server.running_of(guest.id),
            finished=[] if guest.new else await server.finished_of(guest.id, ON_THE_HOME_PAGE),
            learned=await self._learned(guest.id),
        )
        response = answer(me)
        self._guestbook.give_cookie(response, guest, request)
        return response

    async def _learned(self, guest: str) -> list[LearnedInfo]:
        return [
            LearnedInfo(game=one.game, lesson=one.lesson, step=one.step, done=one.done)
            for one in await self._server.store.learned(guest)
        ]

    async def matches(self, request: Request) -> Response:
        """Matches that are over: of all games or one, against all or one kind of opponent, from one on."""
        guest = self._guestbook.guest(request).id
        found = await self._server.summaries_of(guest, over=True)
        return answer(finished_asked(request.query_params, found, guest))

    async def profile(self, request: Request) -> Response:
        guest = self._guestbook.guest(request).id
        summaries = [summary for _, summary, _ in await self._server.summaries_of(guest, over=True)]
        profile = profile_of(guest, summaries, self._server.games)
        profile["name"] = await self._server.name_of(guest)
        profile["learned"] = await self._learned(guest)
        return answer(profile)

    # ---- to another device -----------------------------------------------------------------------------------

    async def ticket(self, request: Request) -> Response:
        """A link that makes another device this guest's, once. It is told here and kept nowhere: the store knows its
        digest, and the browser that opens it does not send what stands behind the #."""
        refuse_foreign_pages(request, self._settings.origins)
        guest = self._guestbook.guest(request).id
        ticket = secrets.token_urlsafe(24)
        until = await self._server.store.call(lambda store: store.now()) + VALID
        digest = digest_of(ticket)
        await self._server.store.call(lambda store: store.keep_ticket(digest, guest, until))
        link = f"{request.url.scheme}://{request.headers['host']}/carry#{ticket}"
        response = answer(Ticket(link=link, qr=picture_of(link), until=until), 201)
        response.headers["cache-control"] = "no-store"
        return response

    async def carry(self, request: Request) -> Response:
        """This device is somebody else's from now on: whoever's the ticket is."""
        refuse_foreign_pages(request, self._settings.origins)
        used = await read_body(request, wire.UseTicket, self._settings.largest_message)
        digest = digest_of(used.ticket)
        guest = await self._server.store.call(lambda store: store.take_ticket(digest))
        if guest is None:
            raise problem("NO_SUCH_TICKET")
        return await self.told(request, Guest(guest, new=False))

    # ---- the way out -----------------------------------------------------------------------------------------

    async def forget(self, request: Request) -> Response:
        """Delete everything, and forget this browser."""
        refuse_foreign_pages(request, self._settings.origins)
        if not (await read_body(request, wire.Forget, self._settings.largest_message)).sure:
            raise not_understood("sure")
        await self._server.forget(self._guestbook.guest(request).id)
        response = Response(status_code=204)
        self._guestbook.take_cookie(response, request)
        return response


def digest_of(ticket: str) -> str:
    return hashlib.sha256(ticket.encode("utf-8", "surrogatepass")).hexdigest()


def picture_of(link: str) -> str:
    """A link as a QR code."""
    picture = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        picture, kind="svg", scale=8, border=4, light="#ffffff", xmldecl=False, omitsize=True
    )
    return picture.getvalue().decode()
