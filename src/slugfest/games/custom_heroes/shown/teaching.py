"""Custom Heroes for people who learn it: how a player stands, and why one idea is better than another."""

from __future__ import annotations

import re
from typing import Final

from slugfest.games.custom_heroes.battle import Battle
from slugfest.games.custom_heroes.position.moves import BET, DISCARD, EXCHANGE, PASS
from slugfest.kernel import MATERIAL, TEMPO, Caution, Contrast, Counsel, Guide, Teaching, Term, Text, Threat

from . import coach, reasons, terms
from .words import gist_text

_COPY: Final = re.compile(r"\b(C\d\d|[A-Z]+\d?)(?:[a-c]|-\d)\b")
TERMS: Final = ("points", "power", "pieces")


class HeroesTeaching(Teaching[Battle]):
    def __init__(self, guide: Guide) -> None:
        super().__init__(guide)
        self.first_match = (3, {})  # with two players hands are large and the same value is refused
        self.harder_match = (4, {})

    def terms(self) -> list[Term]:
        return [*super().terms(), *terms.terms()]

    def decision_key(self, state: Battle, seat: int) -> str:
        """The position; which of several equal cards or pieces was used makes no difference."""
        return _COPY.sub(r"\1", super().decision_key(state, seat))

    def caution(self, state: Battle, seat: int, move: int) -> Caution | None:
        return coach.caution(state, seat, move)

    def counsel(self, state: Battle, seat: int) -> list[Counsel]:
        return coach.counsel(state, seat)

    def standing(self, state: Battle, seat: int) -> list[tuple[str, float]]:
        """Points, power and pieces in store: what a player takes along from round to round (CH-91)."""
        return [
            (TERMS[0], float(state.vp[seat])),
            (TERMS[1], float(state.power(seat))),
            (TERMS[2], float(len(state.stocks[seat]))),
        ]

    def theme(self, term: str) -> str:
        """Points come from finishing early; power and pieces are what one owns."""
        return TEMPO if term == "points" else MATERIAL

    def match_point(self, state: Battle, viewer: int) -> list[int]:
        return reasons.match_point(state, viewer)

    def threat(self, state: Battle, viewer: int) -> Threat | None:
        return reasons.threat(state, viewer)

    def reason(self, state: Battle, seat: int, contrast: Contrast) -> Text | None:
        return reasons.reason(state, seat, contrast)

    def question(self, state: Battle, seat: int, contrast: Contrast) -> Text | None:
        return reasons.question(state, seat, contrast)

    def short_label(self, state: Battle, seat: int, move: int, observer: int) -> Text | None:
        """What a player will probably do: pass, or play something that nobody can see yet."""
        if move == PASS:
            return gist_text("pass", {})
        if move in (EXCHANGE, DISCARD, BET):
            return None
        return gist_text("play", {})
