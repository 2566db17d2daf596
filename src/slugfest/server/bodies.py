"""Read the bodies of HTTP requests."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from starlette.requests import Request

from slugfest.protocol.problems import not_understood, problem

from .decoding import decode

Body = TypeVar("Body")


async def read_body(request: Request, kind: type[Body], largest: int) -> Body:
    """Read a request's body; raise a refusal that says what is wrong with it."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise not_understood("Content-Type: application/json")
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > largest:
            raise problem("TOO_LARGE")
    try:
        return decode(body, msgspec.json.Decoder(kind))
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise not_understood(str(error)[:200]) from error
