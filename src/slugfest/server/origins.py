"""Who may talk to this server from a browser: its own pages, and those it was told to trust."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from slugfest.protocol.problems import problem


def from_our_pages(connection: HTTPConnection, trusted: tuple[str, ...]) -> bool:
    """Whether a request comes from a page of ours. Programs that are not browsers send no origin, and are welcome."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "none") in ("same-origin", "none")
    return origin in trusted or is_ours(connection, origin)


def refuse_foreign_pages(connection: HTTPConnection, trusted: tuple[str, ...]) -> None:
    """Whoever changes something asks from a page of ours, or is refused."""
    if not from_our_pages(connection, trusted):
        raise problem("FOREIGN_PAGE")


def is_ours(connection: HTTPConnection, address: str) -> bool:
    """Whether an address leads to this very server, under the name it was reached by."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    host = connection.headers.get("host", "")
    return parts.scheme in ("http", "https") and parts.netloc != "" and parts.netloc.lower() == host.lower()
