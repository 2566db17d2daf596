"""What a server provides to the tables it runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final


def _no_match() -> str:
    raise LookupError("this server opens no matches")


class Services:
    """The bots a server offers beside the levels, each with its signature, and where ids of new matches come from."""

    def __init__(
        self, bots: Mapping[str, str] | None = None, new_match: Callable[[], str] = _no_match
    ) -> None:
        self.bots: Mapping[str, str] = bots or {}
        self.new_match = new_match


NO_SERVICES: Final = Services()
