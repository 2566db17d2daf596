"""What bots remember of one battle, beside the position. No rule reads it.

``Battle`` carries it along and reports every move; this module decides which plans a move makes outdated. Copies share
the plans that were found before the copy was made.
"""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.position.moves import (
    ANNOUNCE,
    DICE,
    FIGHTERS,
    FILL,
    MODE,
    PLACE,
    PROPOSE,
    ROLL,
    ROTATE,
    TAKE,
    TARGET,
)
from slugfest.games.kapow_dice.position.phases import NO_QUESTION, Q_REROLL_ANY, SELECTING, TEAM
from slugfest.games.kapow_dice.position.position import Position
from slugfest.games.kapow_dice.position.tables import BIT, CARD_BIT, SLOT_SECTION

from .offers import Offers, offers_key
from .placement import Plan

_MOST_OFFERS: Final = 200  # kept of a round


class Memory:
    """The placements planned for each fighter, and whose dice are only imagined."""

    plans: list[
        list[Plan]
    ]  # by fighter: candidate placements; replaced, never changed, when something is forgotten
    imagined: int  # one bit a fighter: its dice were imagined for a seat that cannot see them
    known: dict[tuple[int, ...], list[Plan]]  # plans of this round by all they rest on; shared by all copies
    offers: dict[tuple[int, ...], Offers]  # and what boxes are worth

    def __init__(
        self,
        plans: list[list[Plan]],
        imagined: int,
        known: dict[tuple[int, ...], list[Plan]],
        offers: dict[tuple[int, ...], Offers],
    ) -> None:
        self.plans = plans
        self.imagined = imagined
        self.known = known
        self.offers = offers

    def copy(self) -> Memory:
        """A copy that shares what was found so far, and the caches of this round."""
        return Memory(self.plans, self.imagined, self.known, self.offers)

    def keep(self, fighter: int, plans: list[Plan]) -> None:
        """Replace the plans of a fighter, in this copy only; empty: plan again."""
        changed = self.plans.copy()
        changed[fighter] = plans
        self.plans = changed

    def forget(self) -> None:
        """Drop all plans."""
        self.plans = [[] for _ in range(FIGHTERS)]

    def start_round(self) -> None:
        """Drop everything: new dice were rolled, and none is imagined."""
        self.forget()
        self.imagined = 0
        self.known = {}
        self.offers = {}

    def find_offers(self, position: Position, fighter: int, settled: bool) -> Offers:
        """What a fighter's boxes are worth now; cached for all copies."""
        key = offers_key(position, fighter, settled)
        found = self.offers.get(key)
        if found is None:
            found = Offers(position, fighter, settled)
            if len(self.offers) >= _MOST_OFFERS:
                self.offers.clear()
            self.offers[key] = found
        return found

    def forget_outdated(self, position: Position, seat: int, move: int) -> None:
        """Drop what a move, about to be made, makes outdated. Plans are only used in phase 1.

        An announcement, an answer and the rolls that follow it drop the plans of all; an arrow those of its owner; dice
        on a Team-Up card those of the partner (KD-210). A seat that moves without a plan gets a list of its own, which
        copies do not share.
        """
        if position.phase != SELECTING:
            return
        if not self.plans[seat]:
            self.keep(seat, [])
        if position.question != NO_QUESTION:
            if position.question != Q_REROLL_ANY or move == ROLL:
                self.forget()
        elif ANNOUNCE <= move < PROPOSE:
            self.forget()
        elif position.mode >= TEAM:
            if TARGET <= move < MODE:
                self.keep(seat, [])
            elif concerns_cards(move):
                self.keep(position.partner(seat), [])


def new_memory() -> Memory:
    """The memory of a new battle."""
    return Memory([[] for _ in range(FIGHTERS)], 0, {}, {})


def concerns_cards(move: int) -> bool:
    """Whether a move may lay dice on a Team-Up card, take some off, or turn one."""
    if move >= PLACE:
        return BIT[SLOT_SECTION[(move - PLACE) // DICE]] >= CARD_BIT
    if move >= FILL:
        return BIT[(move - FILL) // 8] >= CARD_BIT
    return TAKE <= move < ANNOUNCE or ROTATE <= move < TARGET
