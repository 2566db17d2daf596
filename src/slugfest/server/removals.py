"""Addresses from which the host of a lobby sent people away, who could come back as new guests.

A cookie is thrown away easily. So while a lobby is open, newcomers from such an address are refused as well. Households
share an address: nobody is refused who was here at that time, or where the host or somebody at the table comes from the
same address. Addresses are kept in memory only, as long as the room is; they are in no log.
"""

from __future__ import annotations

from collections.abc import Sequence

from slugfest.table import Table

from .clients import Client


class RemovedAddresses:
    """What one room remembers of those who were sent away."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], frozenset[str]] = {}  # by address and guest: others who were there

    def note(self, table: Table, clients: Sequence[Client], removed: Client) -> None:
        """Somebody is sent away."""
        there = frozenset(one.guest for one in clients if one.address == removed.address)
        if removed.address and table.host not in there:
            self._known.setdefault((removed.address, removed.guest), there)

    def refuses(self, table: Table, clients: Sequence[Client], newcomer: Client) -> bool:
        """Whether a newcomer has to stay out with somebody who was sent away, and was not let in again."""
        if table.status != "lobby":
            return False
        seated = table.guests()
        if newcomer.guest in seated:
            return False
        if any(one.guest in seated and one.address == newcomer.address for one in clients):
            return False
        return any(
            address == newcomer.address and removed in table.removed and newcomer.guest not in there
            for (address, removed), there in self._known.items()
        )
