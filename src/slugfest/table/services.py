"""What a server provides to the tables it runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final


def _no_match() -> str:
    raise LookupError("this server opens no matches")


def _no_member(club: str, guest: str) -> bool:
    return False


def _nobody(key: str) -> str:
    return ""


class Services:
    """What a table asks of its server.

    The bots it offers beside the levels, each with its signature; ids of new matches; and the guest behind the key of
    somebody who watches, or an empty text. Whether it lists open tables, and whether a guest belongs to a club.
    """

    def __init__(
        self,
        bots: Mapping[str, str] | None = None,
        new_match: Callable[[], str] = _no_match,
        watcher: Callable[[str], str] = _nobody,
        advertises: bool = False,
        member: Callable[[str, str], bool] = _no_member,
    ) -> None:
        self.bots: Mapping[str, str] = bots or {}
        self.new_match = new_match
        self.watcher = watcher
        self.advertises = advertises
        self.member = member


NO_SERVICES: Final = Services()
