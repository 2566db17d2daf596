"""What bots keep in mind of one battle, beside the position: no rule knows of it.

A battle carries its notes along and hands them every move that is made; which plans a move makes outdated is decided
here. Copies share the plans that were found before they parted.
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

from .offers import Offers, grounds_of_offers
from .placement import Plan

_MOST_OFFERS: Final = 200  # kept of a round


class Notes:
    """The placements each fighter has in mind, and whose dice are only imagined."""

    plans: list[list[Plan]]  # by fighter: candidate placements. Replaced when something is forgotten
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

    def copy(self) -> Notes:
        """Notes of their own, that share what was found so far and what either finds for the same position."""
        return Notes(self.plans, self.imagined, self.known, self.offers)

    def keep(self, fighter: int, plans: list[Plan]) -> None:
        """Keep these plans of a fighter, and only here; none to think again."""
        changed = self.plans.copy()
        changed[fighter] = plans
        self.plans = changed

    def forget(self) -> None:
        """Everybody thinks again."""
        self.plans = [[] for _ in range(FIGHTERS)]

    def start_round(self) -> None:
        """New dice were rolled, and all are real."""
        self.forget()
        self.imagined = 0
        self.known = {}
        self.offers = {}

    def find_offers(self, position: Position, fighter: int, settled: bool) -> Offers:
        """What a fighter's boxes are worth now; found for all copies."""
        key = grounds_of_offers(position, fighter, settled)
        found = self.offers.get(key)
        if found is None:
            found = Offers(position, fighter, settled)
            if len(self.offers) >= _MOST_OFFERS:
                self.offers.clear()
            self.offers[key] = found
        return found

    def hear(self, position: Position, seat: int, move: int) -> None:
        """Forget what a move, about to be made, makes outdated: only in phase 1 do plans last.

        What all hear of (an announcement, an answer and the rolls that follow it) lets all think again; an arrow its
        owner, dice on a Team-Up card the partner (KD-210). Whoever moves without a plan parts from the copies: what is
        found from here on is none of theirs.
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


def new_notes() -> Notes:
    """Nobody has thought of anything yet."""
    return Notes([[] for _ in range(FIGHTERS)], 0, {}, {})


def concerns_cards(move: int) -> bool:
    """Whether a move may lay dice on a Team-Up card, take some off, or turn one."""
    if move >= PLACE:
        return BIT[SLOT_SECTION[(move - PLACE) // DICE]] >= CARD_BIT
    if move >= FILL:
        return BIT[(move - FILL) // 8] >= CARD_BIT
    return TAKE <= move < ANNOUNCE or ROTATE <= move < TARGET
