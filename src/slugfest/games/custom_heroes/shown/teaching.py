"""Custom Heroes for people who learn it: how a player stands, and why one idea is better than another."""

from __future__ import annotations

import re
from typing import Final

from slugfest.games.custom_heroes.battle import Battle
from slugfest.games.custom_heroes.position.moves import BET, DISCARD, EXCHANGE, PASS
from slugfest.games.custom_heroes.position.position import OVER
from slugfest.kernel import (
    BETTER,
    LOST,
    STANDING,
    WON,
    Caution,
    Contrast,
    Counsel,
    Facts,
    Guide,
    Teaching,
    Term,
    Text,
    amount,
    percent,
)

from . import coach, terms
from .coach import groups
from .words import gist_text, question_text, why_text

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
        found = coach.counsel(state, seat)
        return [] if found is None else [found]

    def standing(self, state: Battle, seat: int) -> list[tuple[str, float]]:
        """Points, power and pieces in store: what a player takes along from round to round (CH-91)."""
        return [
            (TERMS[0], float(state.vp[seat])),
            (TERMS[1], float(state.power(seat))),
            (TERMS[2], float(len(state.stocks[seat]))),
        ]

    def reason(self, state: Battle, seat: int, contrast: Contrast) -> Text | None:
        """Why the best idea is better than the next one: what decides, and what can be seen of it at once."""
        facts: Facts = {"best": percent(contrast.best), "next": percent(contrast.next)}
        if contrast.what == STANDING:
            whose = "mine" if contrast.whose == seat else "theirs"
            way = "more" if contrast.best > contrast.next else "less"
            facts = {"best": amount(contrast.best), "next": amount(contrast.next), "seat": contrast.whose}
            text = why_text(f"{contrast.term}-{whose}-{way}", facts)
        elif contrast.what in (WON, LOST, BETTER):
            text = why_text(contrast.what, facts)
        else:
            return None
        key, seen = _seen(state, seat, contrast)
        if not key:
            return text
        more = why_text(key, seen)
        return Text(f"{text.en} {more.en}", f"{text.de} {more.de}")

    def question(self, state: Battle, seat: int, contrast: Contrast) -> Text | None:
        """Where to look, without giving the idea away."""
        if contrast.what == BETTER:
            key, facts = _seen(state, seat, contrast)
            return question_text(key, facts) if key else None
        if contrast.what != STANDING:
            return None
        whose = "mine" if contrast.whose == seat else "theirs"
        return question_text(f"{contrast.term}-{whose}", {"seat": contrast.whose})

    def short_label(self, state: Battle, seat: int, move: int, observer: int) -> Text | None:
        """What a player will probably do: pass, or play something that nobody can see yet."""
        if move == PASS:
            return gist_text("pass", {})
        if move in (EXCHANGE, DISCARD, BET):
            return None
        return gist_text("play", {})


class After:
    """What comes of a player's own moves: all of it known beforehand."""

    def __init__(self, state: Battle, seat: int, line: list[int]) -> None:
        trial = state.copy()
        trial.events = []
        for move in line:
            if seat not in trial.actors() or not trial.legal(seat, move):
                break
            trial.apply(seat, move)
        self.skipped = -1
        self.finished = False
        for event in trial.events:
            if event.kind == "skip" and self.skipped < 0:
                self.skipped = event.facts["seat"]
            if event.kind == "out" and event.facts["seat"] == seat:
                self.finished = True
        # Whoever ends a round is dealt new cards: that is nothing to count.
        self.over = self.finished or trial.phase == OVER or trial.round != state.round
        self.plays = 0 if self.over else groups(trial, seat)
        self.cards = 0 if self.over else trial.hand_size[seat]
        self.pieces = len(trial.stocks[seat])
        self.power = trial.power(seat)


def _seen(state: Battle, seat: int, contrast: Contrast) -> tuple[str, Facts]:
    """What the whole turn changes for everybody to see, by its weight: who finishes, who is skipped, how many plays are
    left, what is saved. The key of its sentence, or none."""
    if not contrast.best_line or not contrast.next_line:
        return "", {}
    best, other = After(state, seat, contrast.best_line), After(state, seat, contrast.next_line)
    if best.finished and not other.finished:
        return "finishes", {}
    if best.skipped >= 0 and other.skipped != best.skipped:
        return "skips", {"seat": best.skipped, "cards": state.hand_size[best.skipped]}
    if best.over or other.over:
        return "", {}
    if best.plays < other.plays:
        return "plays", {"best": best.plays, "next": other.plays}
    if best.pieces > other.pieces:
        return "saves-pieces", {"best": best.pieces, "next": other.pieces}
    if best.power > other.power:
        return "saves-power", {"best": best.power, "next": other.power}
    if best.cards < other.cards:
        return "cards", {"best": best.cards, "next": other.cards}
    if best.cards > other.cards:
        return "keeps", {"best": best.cards, "next": other.cards}
    return "", {}
