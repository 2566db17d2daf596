"""KAPOW! cards for people who learn it."""

from __future__ import annotations

import re
from typing import Final

from slugfest.games.kapow_cards.battle import Battle
from slugfest.games.kapow_cards.content import BOX, EMPTY, ROW, VILLAIN
from slugfest.games.kapow_cards.position.moves import ATTACK, BARRICADE, PASS, PLACES, TARGETS
from slugfest.games.kapow_cards.position.position import BARRICADED
from slugfest.kernel import (
    MATERIAL,
    SAFETY,
    TEMPO,
    Caution,
    Contrast,
    Counsel,
    Guide,
    Teaching,
    Term,
    Text,
    Threat,
)

from . import coach, reasons, terms, words

TERMS: Final = ("hand", "strength", "row", "total", "guard")
_COPY: Final = re.compile(r"\b(W\d\d)[a-d]\b")
_UNKNOWN: Final = 8.0  # what a card is worth that nobody has looked at yet: about the average of the box


class CardsTeaching(Teaching[Battle]):
    def __init__(self, guide: Guide) -> None:
        super().__init__(guide)
        self.harder_match = (2, {"mode": "to-infinity"})

    def terms(self) -> list[Term]:
        return [*super().terms(), *terms.component_terms()]

    def decision_key(self, state: Battle, seat: int) -> str:
        """The position; which of several equal weapons was used makes no difference."""
        return _COPY.sub(r"\1", super().decision_key(state, seat))

    def caution(self, state: Battle, seat: int, move: int) -> Caution | None:
        return coach.caution(state, seat, move)

    def counsel(self, state: Battle, seat: int) -> list[Counsel]:
        return coach.counsel(state, seat)

    def standing(self, state: Battle, seat: int) -> list[tuple[str, float]]:
        """Cards in the hand and what they add up to; cards in the row, its total as its owner can count it (KC-60), and
        the face-down villains there that the owner knows of (KC-29)."""
        cards = 0.0
        total = 0.0
        guards = 0.0
        for slot in range(seat * ROW, seat * ROW + ROW):
            card = state.rows[slot]
            if card != EMPTY:
                cards += 1.0
                total += BOX.values[card] if state.knows(seat, slot) else _UNKNOWN
                if state.facing[slot] == BARRICADED and BOX.family[card] == VILLAIN:
                    guards += 1.0
        return [
            (TERMS[0], float(state.hand_size[seat])),
            (TERMS[1], float(state.hand_total(seat))),
            (TERMS[2], cards),
            (TERMS[3], total),
            (TERMS[4], guards),
        ]

    def theme(self, term: str) -> str:
        """Hand cards are turns (KC-46), the row protects, and what the hand is worth attacks."""
        return TEMPO if term == "hand" else MATERIAL if term == "strength" else SAFETY

    def match_point(self, state: Battle, viewer: int) -> list[int]:
        return reasons.match_point(state, viewer)

    def threat(self, state: Battle, viewer: int) -> Threat | None:
        return reasons.threat(state, viewer)

    def reason(self, state: Battle, seat: int, contrast: Contrast) -> Text | None:
        return reasons.reason(state, seat, contrast)

    def question(self, state: Battle, seat: int, contrast: Contrast) -> Text | None:
        """Where to look, without giving the idea away."""
        return reasons.question(state, seat, contrast)

    def short_label(self, state: Battle, seat: int, move: int, observer: int) -> Text:
        """What a player will probably do: whom they attack and where, or the kind of another action."""
        if move >= ATTACK:
            target = (move - ATTACK) % TARGETS // PLACES
            return words.gist_text("attack-you" if target == observer else "attack", {"target": target})
        if move >= BARRICADE:
            return words.gist_text("barricade", {})
        return words.gist_text("pass" if move == PASS else "recruit", {})
