"""What a fighter's boxes are worth in a round, whatever its dice show: computed once for all samples."""

from __future__ import annotations

from mypy_extensions import i64

from slugfest.games.kapow_dice.position.boards import is_open, needs_no_dice
from slugfest.games.kapow_dice.position.position import Position
from slugfest.games.kapow_dice.position.tables import (
    BIT,
    CARD_BIT,
    IMMEDIATE,
    PLAYER_SECTIONS,
    SECTION_BIT,
    TIMING,
)

from .placement import BOXES, RANKS, REST, Option
from .worth import Appraiser


class Offers:
    """A fighter's boxes that are worth dice, and those that need none. Team-Up cards are left out: what they are worth
    depends on the partner's dice (KD-210)."""

    appraiser: Appraiser
    given: i64  # boxes that need no dice, one bit each
    by_rank: list[list[Option]]

    def __init__(self, position: Position, fighter: int, settled: bool) -> None:
        """``settled``: nothing more is announced."""
        self.appraiser = Appraiser(position, fighter)
        self.given = 0
        self.by_rank = [[] for _ in range(RANKS)]
        row = position.substitution(fighter) * PLAYER_SECTIONS
        for section in position.player_sections(fighter):
            if BIT[section] >= CARD_BIT:
                continue
            if needs_no_dice(position, fighter, section):
                self.given |= SECTION_BIT[section]
                continue
            if not is_open(position, fighter, section):
                continue
            if TIMING[section] == IMMEDIATE and (settled or not self.appraiser.plans_immediate(section)):
                continue
            for box in BOXES[row + section]:
                worth = self.appraiser.worth(position, section, box.face)
                if worth > 0.0 or box.rank != REST:
                    self.by_rank[box.rank].append(Option(box, worth))


def offers_key(position: Position, fighter: int, settled: bool) -> tuple[int, ...]:
    """The cache key of offers, all that may change them in phase 1: whom the fighter attacks, Health, and what was
    announced, which says what pieces were gained."""
    parts = [fighter, 1 if settled else 0, position.targets[fighter], position.health[0], position.health[1]]
    return tuple(parts + position.announcements)
