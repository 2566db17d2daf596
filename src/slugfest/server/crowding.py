"""How many windows of one match may be open, and which one closes for a newcomer.

Spectators share their places and never keep players out. Nor do they keep anybody out of a lobby, who may have been
invited: when all places are taken there, one window closes. It belongs to the address with most windows, there to the
guest with most, and of these it is the oldest. So nobody gains a place by opening more windows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from slugfest.protocol.problems import problem
from slugfest.table import Table

from .clients import Client


def window_to_close(table: Table, clients: Sequence[Client], newcomer: Client, most: int) -> Client | None:
    """The client that has to leave for a newcomer, if anybody has to; raises MATCH_FULL if there is no place.

    ``clients`` are those connected, the oldest first.
    """
    players = table.guests()
    plays = newcomer.guest in players
    alike = [one for one in clients if (one.guest == newcomer.guest if plays else one.guest not in players)]
    if len(alike) < most:
        return None
    if plays or table.status != "lobby":
        raise problem("MATCH_FULL")
    addresses = Counter([one.address for one in (*alike, newcomer)])
    guests = Counter([one.guest for one in (*alike, newcomer)])
    return max(alike, key=lambda one: (addresses[one.address], guests[one.guest]))
