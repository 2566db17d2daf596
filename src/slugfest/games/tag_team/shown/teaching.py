"""Tag Team for people who learn it: how a team stands, and why one idea is better than another."""

from __future__ import annotations

from typing import Final

from slugfest.games.tag_team.battle import Battle
from slugfest.games.tag_team.content import BODVAR, BOX, CHING, FIGHTER_KEYS, NONE, POSITIONS
from slugfest.games.tag_team.position.moves import FIRST, INSERT, UNDER
from slugfest.games.tag_team.position.position import DECK
from slugfest.games.tag_team.rules.legal import Decisions
from slugfest.kernel import (
    EVEN,
    LOST,
    MATERIAL,
    ONLY,
    SAFETY,
    STANDING,
    TEMPO,
    WON,
    Caution,
    Contrast,
    Counsel,
    Facts,
    Guide,
    Teaching,
    Term,
    Text,
    Threat,
)

from . import coach, reasons, terms, words
from .coach import ATTACKS, BLOCKS, CANCELS, by_danger, hits_now

# Health of the fighter nearer to KO and of its partner; the Power of both; the Power behind the attacks in the deck;
# the blocks in it; ships and Rage, and the Aflame! tokens that burn here.
TERMS: Final = ("weaker", "stronger", "power", "attacks", "blocks", "ships", "rage", "fire")
WORSE_WITH: Final = ("fire",)
THEME_OF: Final = {
    "weaker": SAFETY,
    "stronger": SAFETY,
    "power": MATERIAL,
    "attacks": MATERIAL,
    "blocks": SAFETY,
    "ships": TEMPO,
    "rage": TEMPO,
    "fire": SAFETY,
}


class TagTeamTeaching(Teaching[Battle]):
    def __init__(self, guide: Guide) -> None:
        """The first match has memory help: without it the other deck, the whole puzzle, is invisible."""
        super().__init__(guide)
        self.topics = guide.topics
        self.first_match = (2, {"teams": "first-game", "memory_help": True})
        self.harder_match = (2, {"teams": "normal"})

    def terms(self) -> list[Term]:
        return [*super().terms(), *terms.component_terms(self.topics)]

    def decision_key(self, state: Battle, seat: int) -> str:
        """The own deck as it lies now; what went under the new cards makes no difference worth a puzzle."""
        if not state.dealt():
            return super().decision_key(state, seat)
        return f"{state.phase} {state.decks[seat]}"

    def caution(self, state: Battle, seat: int, move: int) -> Caution | None:
        return coach.caution(state, seat, move)

    def counsel(self, state: Battle, seat: int) -> list[Counsel]:
        return coach.counsel(state, seat)

    def match_point(self, state: Battle, viewer: int) -> list[int]:
        """The same for every viewer: it rests on what was shown to all."""
        return coach.match_point(state)

    def threat(self, state: Battle, viewer: int) -> Threat | None:
        return coach.threat(state, viewer)

    def better_with(self, term: str) -> int:
        return -1 if term in WORSE_WITH else 1

    def standing(self, state: Battle, seat: int) -> list[tuple[str, float]]:
        """What a team has, in numbers; all zero before the teams stand."""
        values = [0.0] * len(TERMS)
        if state.dealt():
            weaker, stronger = by_danger(state, seat)
            values[0] = float(max(0, state.hp[weaker]))
            values[1] = float(max(0, state.hp[stronger]))
            values[2] = float(state.power[2 * seat] + state.power[2 * seat + 1])
            deck = state.known[seat] if state.phase == DECK else state.decks[seat]
            for kind in deck:
                if hits_now(state, kind):
                    values[3] += state.power[state.slot[BOX.owner[kind]]]
                elif BLOCKS[kind] or CANCELS[kind]:
                    values[4] += 1.0
            if state.slot[CHING] >> 1 == seat:
                values[5] = float(state.ships)
            if state.slot[BODVAR] >> 1 == seat:
                values[6] = float(state.rage)
            if state.burning != NONE and state.burning >> 1 == seat:
                values[7] = float(state.aflame)
        return list(zip(TERMS, values))

    def theme(self, term: str) -> str:
        return THEME_OF[term]

    def reason(self, state: Battle, seat: int, contrast: Contrast) -> Text | None:
        return reasons.reason(state, seat, contrast)

    def question(self, state: Battle, seat: int, contrast: Contrast) -> Text | None:
        """Where to look, without giving the idea away."""
        if not state.dealt():
            return words.question_text("draft", {})
        asked = reasons.question(state, seat, contrast) if contrast.what not in (EVEN, ONLY) else None
        if asked is not None:
            return asked
        if contrast.what == STANDING and contrast.term:
            whose = "mine" if contrast.whose == seat else "theirs"
            return words.question_text(f"{contrast.term}-{whose}", _facts(state, contrast))
        if contrast.what in (WON, LOST):
            weaker = by_danger(state, 1 - seat if contrast.what == WON else seat)[0]
            facts: Facts = {
                "fighter": FIGHTER_KEYS[state.fighter[weaker]],
                "health": max(0, state.hp[weaker]),
            }
            return words.question_text(contrast.what, facts)
        return None

    def short_label(self, state: Battle, seat: int, move: int, observer: int) -> Text | None:
        """What the other side will probably do: the kind of card it slips in, or with whom it begins."""
        if move >= UNDER:
            return None
        if move >= INSERT:
            kind = (move - INSERT) // POSITIONS
            if ATTACKS[kind]:
                return words.gist_text("attack", {})
            return words.gist_text("block" if BLOCKS[kind] or CANCELS[kind] else "other", {})
        if move >= FIRST:
            return words.gist_text("first", {"fighter": FIGHTER_KEYS[move - FIRST]})
        return None


def _facts(table: Decisions, contrast: Contrast) -> Facts:
    """Who is nearer to KO right now, or the partner."""
    slots = by_danger(table, contrast.whose)
    slot = slots[1] if contrast.term == "stronger" else slots[0]
    return {"fighter": FIGHTER_KEYS[table.fighter[slot]]}
