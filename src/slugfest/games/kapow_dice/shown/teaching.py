"""KAPOW! dice for people who learn it: how a fighter stands, and why one idea is better than another."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.battle import Battle
from slugfest.games.kapow_dice.position.moves import ATTACK_WITH, DECLINE, DEFEND_WITH, DICE
from slugfest.games.kapow_dice.position.position import FREE, Position
from slugfest.games.kapow_dice.position.tables import (
    COPIES,
    FACE_TYPES,
    FIRST_SLOT,
    SECTION_TEXT,
    SLOT_SECTION,
    copied_slot,
)
from slugfest.kernel import (
    BETTER,
    FINISHING,
    MATERIAL,
    SAFETY,
    STANDING,
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

from . import coach, reasons, terms
from .words import why_text

TERMS: Final = ("health", "dice", "faces", "first", "tangled", "automated")
THEME_OF: Final = {
    "health": SAFETY,
    "dice": MATERIAL,
    "faces": MATERIAL,
    "first": TEMPO,
    "tangled": SAFETY,
    "automated": FINISHING,
}


class DiceTeaching(Teaching[Battle]):
    def __init__(self, guide: Guide) -> None:
        super().__init__(guide)
        self.first_match = (2, {"mode": "duel"})  # alone is another way to play
        self.harder_match = (2, {"mode": "characters"})

    def terms(self) -> list[Term]:
        return [*super().terms(), *terms.component_terms()]

    def decision_key(self, state: Battle, seat: int) -> str:
        """The boxes that are filled, whichever dice lie there, and what the fighter owns (KD-272)."""
        filled: list[str] = []
        for die in range(state.count[seat]):
            slot = state.at[seat * DICE + die]
            if slot != FREE:
                section = SLOT_SECTION[slot]
                copied = COPIES[section] and slot == FIRST_SLOT[section] + copied_slot(section)
                name = f"{section}={state.face[seat * DICE + die]}" if copied else f"{section}"
                if name not in filled:
                    filled.append(name)
        filled.sort()
        modes = state.adrenaline_modes[2 * seat : 2 * seat + 2]
        owned = state.pool[seat * FACE_TYPES : (seat + 1) * FACE_TYPES]
        stage = (state.phase, state.ready >> seat & 1, state.targets[seat], state.announced[seat])
        return f"{stage} {state.count[seat]} {filled} {modes} {owned} {state.faces_of(seat)} {state.question}"

    def caution(self, state: Battle, seat: int, move: int) -> Caution | None:
        return coach.caution(state, seat, move)

    def counsel(self, state: Battle, seat: int) -> list[Counsel]:
        return coach.counsel(state, seat)

    def match_point(self, state: Battle, viewer: int) -> list[int]:
        """The same for every viewer: it rests on what all see."""
        return coach.match_point(state)

    def threat(self, state: Battle, viewer: int) -> Threat | None:
        return coach.threat(state, viewer)

    def standing(self, state: Battle, seat: int) -> list[tuple[str, float]]:
        """Health, dice, faces, whether the team strikes first (KD-119), Entangle tokens (KD-159), and the Health of an
        automated enemy, who has no seat of its own."""
        team = state.team(seat)
        enemy = 1 - team
        automated = state.automated(state.members(enemy)[0])
        return [
            (TERMS[0], float(max(0, state.health[team]))),
            (TERMS[1], float(state.count[seat])),
            (TERMS[2], float(state.faces_of(seat))),
            (TERMS[3], 1.0 if state.first == team else 0.0),
            (TERMS[4], float(state.entangled[seat])),
            (TERMS[5], float(max(0, state.health[enemy])) if automated else 0.0),
        ]

    def better_with(self, term: str) -> int:
        """Nobody wants tokens, or an enemy in good health."""
        return -1 if term in ("tangled", "automated") else 1

    def theme(self, term: str) -> str:
        return THEME_OF[term]

    def reason(self, state: Battle, seat: int, contrast: Contrast) -> Text | None:
        return reasons.reason(state, seat, contrast)

    def question(self, state: Battle, seat: int, contrast: Contrast) -> Text | None:
        """Where to look, without giving the idea away."""
        if contrast.what not in (STANDING, BETTER):
            return None
        key, theirs = "", False
        if contrast.what == STANDING and contrast.term:
            key = f"ask-{contrast.term}-{_whose(state, seat, contrast.whose)}"
            theirs = state.team(contrast.whose) != state.team(seat)
        key = reasons.asked_about(state, seat, contrast, key, theirs)
        return why_text(key, {"target": f"P{contrast.whose + 1}"}) if key else None

    def short_label(self, state: Battle, seat: int, move: int, observer: int) -> Text | None:
        """What a fighter will probably do, as far as others will see it: behind the screen nothing is."""
        if ATTACK_WITH <= move < DEFEND_WITH:
            return why_text("gist-attack", {"box": SECTION_TEXT[move - ATTACK_WITH]})
        return why_text("gist-decline", {}) if move == DECLINE else None


def _whose(position: Position, seat: int, whose: int) -> str:
    if whose == seat:
        return "mine"
    return "ours" if position.team(whose) == position.team(seat) else "theirs"
