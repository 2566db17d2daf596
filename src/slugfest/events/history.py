"""What pairings depend on: who has met whom, who sat where, who had a bye."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations

from .event import Event


@dataclass
class PairingHistory:
    """The past of an event, counted. Points are in units (``event.WHOLE``)."""

    met: Counter[tuple[int, int]] = field(default_factory=Counter)  # by two players, the smaller number first
    sat: dict[int, list[int]] = field(default_factory=dict)  # by player: their seats, in order
    byes: Counter[int] = field(default_factory=Counter)
    units: dict[int, int] = field(default_factory=dict)  # none in a duplicate event: it does not pair by them

    def times(self, one: int, other: int) -> int:
        """How often two players have met."""
        return self.met[one, other] if one < other else self.met[other, one]


def history_of(event: Event) -> PairingHistory:
    """The past of an event for its next round."""
    found = PairingHistory()
    if not event.duplicate:
        found.units = {one.number: int(event.units(one.number)) for one in event.players}
    for drawn in event.rounds:
        found.byes.update(drawn.byes)
        for table in drawn.tables:
            for one, other in combinations(sorted(table.players), 2):
                found.met[one, other] += 1
            for seat, player in enumerate(table.players):
                found.sat.setdefault(player, []).append(seat)
    return found


def who_rests(players: list[int], byes: int, history: PairingHistory) -> list[int]:
    """Who gets a bye: those who had the fewest, then those with the fewest points, then who signed up last."""
    order = sorted(players, key=lambda one: (history.byes[one], history.units.get(one, 0), -one))
    return sorted(order[:byes])
