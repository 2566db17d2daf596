"""Guests: a signed cookie is the identity, and seats belong to it. Nobody needs an account."""

from __future__ import annotations

import re
from typing import Final

from itsdangerous import BadSignature, Signer
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response

from slugfest.protocol.codes import Codes

COOKIE: Final = "slugfest_guest"
A_YEAR: Final = 365 * 24 * 3600
_GUEST: Final = re.compile(r"[0-9a-f]{32}")


class Guest:
    """Who sends a request. ``new``: without a cookie of ours so far."""

    def __init__(self, id: str, new: bool) -> None:
        self.id = id
        self.new = new


class Guestbook:
    """Reads and writes guests' cookies."""

    def __init__(self, key: str, codes: Codes) -> None:
        self._key = key
        self._codes = codes
        self._signer = Signer(key, salt="slugfest guest")

    def signer(self, salt: str) -> Signer:
        """What signs other cookies, under the same key; each has a salt of its own."""
        return Signer(self._key, salt=salt)

    def guest(self, connection: HTTPConnection) -> Guest:
        """The guest that the cookie names; a new one if it is missing or its signature is wrong."""
        try:
            signed = connection.cookies.get(COOKIE, "")
            known = self._signer.unsign(signed).decode("ascii")
        except (BadSignature, UnicodeDecodeError):
            return Guest(self._codes.guest(), new=True)
        return Guest(known, new=False) if _GUEST.fullmatch(known) else Guest(self._codes.guest(), new=True)

    def cookie_headers(self, guest: Guest, connection: HTTPConnection) -> list[tuple[bytes, bytes]]:
        """The header that sets the cookie, for a year from now."""
        response = Response()
        response.set_cookie(
            COOKIE,
            self._signer.sign(guest.id).decode("ascii"),
            max_age=A_YEAR,
            httponly=True,
            samesite="lax",
            secure=connection.url.scheme in ("https", "wss"),
        )
        return [(b"set-cookie", response.headers["set-cookie"].encode("latin-1"))]

    def take_cookie(self, response: Response, connection: HTTPConnection) -> None:
        """Delete the cookie."""
        secure = connection.url.scheme in ("https", "wss")
        response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=secure)

    def give_cookie(self, response: Response, guest: Guest, connection: HTTPConnection) -> None:
        headers = MutableHeaders(raw=response.raw_headers)
        for name, value in self.cookie_headers(guest, connection):
            headers.append(name.decode("latin-1"), value.decode("latin-1"))
