"""The HTTP side of the server: it routes from the declared addresses and answers those that only a server has."""

from __future__ import annotations

import hashlib
import io
import secrets
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Any, Final

import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from slugfest.protocol.api import ADDRESSES, Address, Asked, File, me
from slugfest.protocol.problems import problem
from slugfest.table.pages import Reach, Ticket

from .admin_api import AdminApi
from .answers import answer
from .bodies import read_body
from .club_api import ClubApi
from .computing import Computed
from .event_api import EventApi
from .finding_api import FindingApi
from .guests import Guest, Guestbook
from .hosts import is_loopback, name_in
from .match_server import MatchServer
from .origins import is_ours, refuse_foreign_pages
from .people_api import PeopleApi
from .push_api import PushApi
from .settings import Settings
from .variant_api import VariantApi

LONGEST_LINK: Final = 300
TICKET_VALID: Final = 15 * 60 * 1000  # ms
MEDIA_TYPES: Final = {"txt": "text/plain", "csv": "text/csv", "json": "application/json"}  # of files to save

OwnAnswer = Callable[[Request, Asked], Awaitable[Any]]


class Api:
    """The endpoints of a server."""

    def __init__(self, server: MatchServer, guestbook: Guestbook, settings: Settings) -> None:
        self._server = server
        self._guestbook = guestbook
        self._settings = settings
        self._own: dict[str, OwnAnswer] = {
            "ticket": self._ticket,
            "carry": self._carry,
            "consent": self._consent,
            "qr": self._qr,
            "reach": self._reach,
            **PeopleApi(server).answers(),
            **FindingApi(server).answers(),
            **PushApi(server).answers(),
            **EventApi(server).answers(),
            **ClubApi(server).answers(),
            **VariantApi(server).answers(),
            **AdminApi(server, settings, guestbook.signer("slugfest admin")).answers(),
        }

    def routes(self) -> list[Route]:
        return [
            Route(address.path, self._endpoint(address), methods=[address.method])
            for address in ADDRESSES
            if address.offered != "local"
        ]

    def _endpoint(self, address: Address) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(request: Request) -> Response:
            if address.method != "GET":
                refuse_foreign_pages(request, self._settings.origins)
            guest = self._guestbook.guest(request)
            asked = Asked(
                self._server,
                guest.id,
                request.path_params,
                request.query_params,
                new=guest.new,
                german=request.headers.get("accept-language", "").lower().startswith("de"),
            )
            if address.body is not None:
                asked.body = await read_body(request, address.body, self._settings.largest_message)
            if address.answer is not None:
                found = await address.answer(asked)
            else:
                found = await self._own[address.name](request, asked)
            response = response_with(
                found, address.status, "gzip" in request.headers.get("accept-encoding", "")
            )
            if address.cookie == "give":
                self._guestbook.give_cookie(response, Guest(asked.guest, asked.new), request)
            elif address.cookie == "take":
                self._guestbook.take_cookie(response, request)
            return response

        return endpoint

    # ---- what only a server answers --------------------------------------------------------------------------

    async def _ticket(self, request: Request, asked: Asked) -> Ticket:
        """Make a link that makes another device this guest's, once.

        The store knows only its digest, and a browser does not send what stands behind the #.
        """
        ticket, store = secrets.token_urlsafe(24), self._server.store
        until = await store.call(lambda store: store.now()) + TICKET_VALID
        digest = digest_of(ticket)
        await store.call(lambda store: store.keep_ticket(digest, asked.guest, until))
        link = f"{self._address(request)}/carry#{ticket}"
        return Ticket(link=link, qr=await self._server.in_thread(lambda: qr_code(link)), until=until)

    async def _carry(self, request: Request, asked: Asked) -> Any:
        """Make this device the one of the guest whose ticket it is."""
        digest = digest_of(asked.body.ticket)
        guest = await self._server.store.call(lambda store: store.take_ticket(digest))
        if guest is None:
            raise problem("NO_SUCH_TICKET")
        asked.guest, asked.new = guest, False
        return await me(asked)

    async def _consent(self, request: Request, asked: Asked) -> None:
        """Note whether this guest's finished matches may become puzzles."""
        guest, given = asked.guest, asked.body.given
        await self._server.store.call(lambda store: store.note_consent(guest, given))

    def _address(self, request: Request) -> str:
        """This server's address for other devices, as far as there is one."""
        host = request.headers["host"]
        if self._settings.network_address and is_loopback(name_in(host)):
            return self._settings.network_address
        return f"{request.url.scheme}://{host}"

    async def _reach(self, request: Request, asked: Asked) -> Reach:
        """How other devices get here. Nobody but this machine is told an address that nothing answers yet."""
        client = request.client.host if request.client else ""
        here = is_loopback(client) and is_loopback(name_in(request.headers["host"]))
        return Reach(network=self._settings.network_address, lan=self._settings.lan_address if here else "")

    async def _qr(self, request: Request, asked: Asked) -> Response:
        """A link to this server as a picture to point a phone at."""
        link = asked.query.get("text", "")
        if len(link) > LONGEST_LINK or not is_ours(request, link, self._settings.network_address):
            raise problem("WRONG_LINK")
        headers = {"cache-control": "private, max-age=3600"}
        picture = await self._server.in_thread(lambda: kept_qr_code(link))
        return Response(picture, headers=headers, media_type="image/svg+xml")


def response_with(found: Any, status: int, compressed: bool = False) -> Response:
    """The response for what an address answered."""
    if isinstance(found, Response):
        return found
    if isinstance(found, Computed):
        headers = {"cache-control": "no-store"}
        if compressed and found.compressed is not None:
            headers |= {"content-encoding": "gzip", "vary": "Accept-Encoding"}
            return Response(found.compressed, status, headers, "application/json")
        return Response(found.plain, status, headers, "application/json")
    if found is None:
        return Response(status_code=status)
    if isinstance(found, File):
        headers = {
            "content-disposition": f'attachment; filename="{found.name}"',
            "cache-control": "no-store",
        }
        return Response(found.text, status, headers, MEDIA_TYPES[found.name.rpartition(".")[2]])
    return answer(found, status)


def digest_of(ticket: str) -> str:
    return hashlib.sha256(ticket.encode("utf-8", "surrogatepass")).hexdigest()


def qr_code(link: str) -> str:
    """A link as a QR code in SVG."""
    picture = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        picture, kind="svg", scale=8, border=4, light="#ffffff", xmldecl=False, omitsize=True
    )
    return picture.getvalue().decode()


@lru_cache(500)
def kept_qr_code(link: str) -> str:
    """The same for a link that is no secret."""
    return qr_code(link)
