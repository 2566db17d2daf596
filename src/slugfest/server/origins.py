"""Which web pages may use this server: its own, and those of trusted origins."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from slugfest.protocol.problems import problem


def from_our_pages(connection: HTTPConnection, trusted: tuple[str, ...]) -> bool:
    """Whether a request comes from an allowed page, or from a program, which sends no origin."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "none") in ("same-origin", "none")
    return origin in trusted or is_ours(connection, origin)


def refuse_foreign_pages(connection: HTTPConnection, trusted: tuple[str, ...]) -> None:
    """Refuse a request from a foreign page."""
    if not from_our_pages(connection, trusted):
        raise problem("FOREIGN_PAGE")


def is_ours(connection: HTTPConnection, address: str, network_address: str = "") -> bool:
    """Whether an address leads to this server, by the name it was reached under or in the local network."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    if network_address and f"{parts.scheme}://{parts.netloc}" == network_address:
        return True
    host = connection.headers.get("host", "")
    return parts.scheme in ("http", "https") and parts.netloc != "" and parts.netloc.lower() == host.lower()
