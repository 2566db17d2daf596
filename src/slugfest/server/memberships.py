"""Tables that a club keeps to its members: who belongs to it, and that its page lists them.

A table judges without waiting, so members are read before it is asked.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

from slugfest.store import StoreError
from slugfest.table import Refusal

from .clubs import Clubs

log = logging.getLogger("slugfest.server")

MOST_CLUBS: Final = 500


class Memberships:
    """The members of clubs as they were last read."""

    def __init__(self, clubs: Clubs) -> None:
        self._clubs = clubs
        self._members: OrderedDict[str, frozenset[str]] = OrderedDict()

    async def read(self, clubs: Iterable[str]) -> None:
        """Read who belongs to these clubs now."""
        for club in set(clubs):
            members = await self._clubs.members(club)
            self._members.pop(club, None)
            self._members[club] = frozenset(members.roles)
            if len(self._members) > MOST_CLUBS:
                self._members.popitem(last=False)

    async def show(self, club: str, guest: str, match: str) -> None:
        """Show a table that is kept to a club's members on the club's page, too."""
        try:
            await self._clubs.show(guest, club, match)
        except (Refusal, StoreError) as error:  # the table is open to members all the same
            log.warning("match %s could not be shown to its club: %s", match, error)

    def has(self, club: str, guest: str) -> bool:
        """Whether a guest belonged to a club when its members were read; False if they never were."""
        return guest in self._members.get(club, ())
