"""Why a turn is better than another, as a good player would say it: from what the player's own moves bring for sure.

Every sentence has a theme. Of those that are true of the two turns, the first one of the theme that decides is said; if
there is none, the first that is true.
"""

from __future__ import annotations

from typing import Final

from slugfest.games.custom_heroes.battle import Battle
from slugfest.games.custom_heroes.content import POWER_LIMIT, RATE
from slugfest.games.custom_heroes.position.moves import BET, CARD, DISCARD, END, EXCHANGE, PASS, WAGER
from slugfest.games.custom_heroes.position.position import LEAD, OVER, SCORING
from slugfest.kernel import (
    DANGER,
    EVEN,
    FINISHING,
    INFORMATION,
    LOST,
    MATERIAL,
    SAFETY,
    STANDING,
    TEMPO,
    WON,
    Contrast,
    Facts,
    Text,
    Threat,
)

from .coach import finishes_next, groups, total
from .words import question_text, threat_text, why_text

_HIGH: Final = 8  # values of cards run from 1 to 10: few cards beat this one,
_LOW: Final = 3  # or this one where low beats high
_NEAR: Final = 3  # cards with which a rival is near to finishing


_ALIKE: Final = ("play", "bet")  # kinds of which several are often as good
_FEW_PLAYS: Final = 5  # that empty a hand worth a bet
_ASKED: Final = {  # the question for what a sentence is about
    "skips": "skips",
    "finishes-first": "points-mine",
    "finishes": "points-mine",
    "plays": "plays",
    "cards": "points-mine",
    "play-on": "points-mine",
    "bet": "plays",
    "bet-wins": "plays",
    "bet-many": "plays",
    "no-bet": "plays",
    "keeps": "keeps",
    "pass-group": "keeps",
    "cheap": "keeps",
    "saves-high": "keeps",
    "saves-piece": "saves-piece",
    "pass-piece": "saves-piece",
    "saves-power": "saves-power",
    "pass-power": "saves-power",
}


class Said:
    """A sentence that is true here: its theme, its key in ``words.toml`` and its facts."""

    def __init__(self, theme: str, key: str, facts: Facts | None = None) -> None:
        self.theme = theme
        self.key = key
        self.facts: Facts = {} if facts is None else facts


class After:
    """What comes of a player's own moves: all of it known beforehand."""

    def __init__(self, state: Battle, seat: int, line: list[int]) -> None:
        self.kind = _kind(line)
        trial = state.copy()
        trial.events = []
        for move in line:
            if seat not in trial.actors() or not trial.legal(seat, move):
                break
            trial.apply(seat, move)
        self.skipped = -1
        self.finished = False
        self.ascended = False
        self.played: Facts = {}  # the set, for a sentence
        for event in trial.events:
            if event.kind == "skip" and self.skipped < 0:
                self.skipped = event.facts["seat"]
            if event.kind == "out" and event.facts["seat"] == seat:
                self.finished = True
            if event.kind == "play" and event.facts["seat"] == seat:
                self.ascended = event.facts["set"] == "ascended"
                if not self.ascended:
                    self.played = {name: event.facts[name] for name in ("set", "value", "count")}
        self.won = trial.winner == seat and trial.phase == OVER
        # Whoever ends a round is dealt new cards: that is nothing to count.
        self.over = self.finished or trial.phase == OVER or trial.round != state.round
        self.plays = 0 if self.over else groups(trial, seat)
        self.cards = 0 if self.over else trial.hand_size[seat]
        self.pieces = len(trial.stocks[seat])
        self.stock = list(trial.stocks[seat])
        self.hand = [] if self.over else [trial.value[card] for card in trial.hand(seat)]
        self.power = trial.power(seat)
        self.emptied = trial.hand_size[seat] == 0 or self.finished


def _kind(line: list[int]) -> str:
    """What a turn does, in a word."""
    first = line[0]
    if first == EXCHANGE:
        return "exchange"
    if first in (END, DISCARD):
        return "end"
    if PASS in line:  # something may be crafted before
        return "pass"
    if BET <= first < CARD:
        return "bet" if first >= WAGER else "no-bet"
    return "play"


def reason(state: Battle, seat: int, contrast: Contrast) -> Text | None:
    """Why the best turn is better, or that the other one is as good."""
    if contrast.what == EVEN and contrast.best_line and not contrast.next_line:
        return why_text("even-order", {})
    if not contrast.best_line or not contrast.next_line:
        return None
    best, other = After(state, seat, contrast.best_line), After(state, seat, contrast.next_line)
    if contrast.what == EVEN:
        return why_text(_even(best, other), {})
    if best.won:
        return why_text("wins", {})
    said = _chosen(state, seat, contrast, best, other)
    if said is not None:
        return why_text(said.key, said.facts)
    if contrast.what == WON:
        return why_text("finish-likely", {})
    return _standing(seat, contrast)


def _standing(seat: int, contrast: Contrast) -> Text | None:
    """What the turn promises, where nothing about it is sure."""
    if contrast.what != STANDING or not contrast.term or contrast.more() != (contrast.whose == seat):
        return None
    if contrast.whose == seat:
        return why_text(f"more-{contrast.term}", {})
    return why_text(f"less-{contrast.term}", {"seat": contrast.whose})


def _chosen(state: Battle, seat: int, contrast: Contrast, best: After, other: After) -> Said | None:
    """What is said: the first that is true of the theme that decides, else the first that is true."""
    true = _true(state, seat, best, other)
    if contrast.what == LOST:
        true = [*_threats(state, seat), *true]
    for said in true:
        if said.theme == contrast.theme:
            return said
    return true[0] if true else None


def question(state: Battle, seat: int, contrast: Contrast) -> Text | None:
    """Where to look, without giving the turn away."""
    if contrast.best_line and contrast.next_line and contrast.what != EVEN:
        best, other = After(state, seat, contrast.best_line), After(state, seat, contrast.next_line)
        if best.won:
            return None
        said = _chosen(state, seat, contrast, best, other)
        if said is not None:
            key = _ASKED.get(said.key.removesuffix("-one"), "")
            if key:
                return question_text(key, said.facts)
    if not contrast.term:
        return None
    whose = "mine" if contrast.whose == seat else "theirs"
    return question_text(f"{contrast.term}-{whose}", {"seat": contrast.whose})


def _even(best: After, other: After) -> str:
    if best.kind == other.kind:
        return "even-craft" if best.kind == "pass" else f"even-{best.kind}" if best.kind in _ALIKE else "even"
    if "exchange" in (best.kind, other.kind):
        return "even-exchange"
    return "even-pass" if "pass" in (best.kind, other.kind) else "even"


def _true(state: Battle, seat: int, best: After, other: After) -> list[Said]:
    """What can be said of the best turn beside another one, the most telling first."""
    if best.kind in ("bet", "no-bet"):
        return _of_bets(state, seat, best)
    if best.kind == "exchange":
        return _of_exchange(state, seat)
    if best.kind == "end" and other.kind == "exchange":
        return [Said(MATERIAL, "end")]
    found: list[Said] = []
    short = total(state, seat) < state.target
    first = max(state.place) == 0  # nobody has finished yet, and only who does so first wins (CH-89)
    if best.emptied and first and short and total(state, seat) + best.power // RATE >= state.target:
        found.append(Said(FINISHING, "buys"))
    if best.finished:
        key = "finishes-first" if first else "finishes"
        found.append(Said(TEMPO, key))
        if not other.finished:
            found.append(Said(FINISHING, key))
    if best.skipped >= 0 and other.skipped != best.skipped:
        facts: Facts = {"seat": best.skipped, "cards": state.hand_size[best.skipped]}
        for theme in (TEMPO, DANGER, INFORMATION):
            found.append(Said(theme, "skips", facts))
    if best.kind == "pass":
        return found + _of_pass(state, best, other)
    if not (best.over or other.over):
        found += _of_play(state, seat, best, other)
    if other.kind == "pass":
        found.append(Said(TEMPO, "play-on"))
    if best.kind == "end":
        found.append(Said(MATERIAL, "end"))
    return found


def _of_play(state: Battle, seat: int, best: After, other: After) -> list[Said]:
    found: list[Said] = []
    if best.plays < other.plays and other.kind == "play":
        key = "plays-one" if best.plays == 1 else "plays"
        found.append(Said(TEMPO, key, {"number": best.plays}))
    if best.pieces > other.pieces:
        found.append(Said(MATERIAL, "saves-piece"))
    if best.power > other.power:
        number = best.power - other.power
        found.append(Said(MATERIAL, "saves-power-one" if number == 1 else "saves-power", {"number": number}))
    if best.ascended and not other.ascended:
        found += [Said(TEMPO, "ascended"), Said(SAFETY, "ascended")]
    if best.played and other.played and other.kind == "play":
        found += _of_sets(state, seat, best, other)
    if best.cards < other.cards and other.kind == "play":
        number = other.cards - best.cards
        found.append(Said(TEMPO, "cards-one" if number == 1 else "cards", {"number": number}))
    if best.kind == "play" and best.played and other.kind == "pass":
        found.append(Said(MATERIAL, "cheap", best.played))
    if best.kind == "play" and best.pieces < other.pieces:
        found.append(Said(SAFETY, "spends-piece"))
    return found


def _of_sets(state: Battle, seat: int, best: After, other: After) -> list[Said]:
    """Two sets of one's own hand: the harder one to beat keeps the lead, the weaker one is gone."""
    higher = best.played["value"] > other.played["value"]
    if best.played["value"] == other.played["value"]:
        if state.top == LEAD and best.played["count"] < other.played["count"]:
            return [Said(MATERIAL, "smaller-set")]
        if best.played != other.played or state.top == LEAD:
            return []
        if best.pieces == other.pieces and best.stock != other.stock:
            return [Said(MATERIAL, "other-piece")]
        kept = [value for value in best.hand if best.hand.count(value) > other.hand.count(value)]
        lost = [value for value in other.hand if other.hand.count(value) > best.hand.count(value)]
        if not kept or not lost:
            return []
        value, instead = (min(kept), min(lost)) if state.descending else (max(kept), max(lost))
        better = value < instead if state.descending else value > instead
        return [Said(MATERIAL, "keeps-card", {"value": value})] if better else []
    if higher != state.descending:
        strong = best.played["value"] <= _LOW if state.descending else best.played["value"] >= _HIGH
        key = "hard" if strong else "harder"
        return [Said(TEMPO, key, best.played), Said(SAFETY, key, best.played)]
    if state.top == LEAD:
        weak = best.played["value"] >= _HIGH if state.descending else best.played["value"] <= _LOW
        key = "weak-first" if weak else "low-first"
        return [Said(TEMPO, key, best.played), Said(MATERIAL, key, best.played)]
    return [Said(MATERIAL, "saves-high", other.played), Said(TEMPO, "saves-high", other.played)]


def _of_pass(state: Battle, best: After, other: After) -> list[Said]:
    if other.kind == "pass":
        return [Said(MATERIAL, "craft-later")] if best.pieces > other.pieces else []
    found: list[Said] = []
    if best.pieces > other.pieces:
        found.append(Said(MATERIAL, "pass-piece"))
    if best.power > other.power:
        found.append(Said(MATERIAL, "pass-power"))
    if other.plays > best.plays:
        found.append(Said(TEMPO, "pass-group"))
    found.append(Said(TEMPO, "keeps"))
    return found


def _of_bets(state: Battle, seat: int, best: After) -> list[Said]:
    number = groups(state, seat)
    if best.kind == "bet":
        wins = total(state, seat) < state.target <= total(state, seat) + 2 and not state.sudden_death()
        key = "bet-wins" if wins else "bet" if number <= _FEW_PLAYS else "bet-many"
        return [Said(FINISHING, key, {"number": number})]
    return [Said(DANGER, "no-bet", {"number": number})]


def _of_exchange(state: Battle, seat: int) -> list[Said]:
    if total(state, seat) < state.target <= total(state, seat) + state.power(seat) // RATE:
        return [Said(FINISHING, "exchange-target")]
    return [Said(MATERIAL, "exchange-limit" if state.power(seat) > POWER_LIMIT else "exchange")]


def _threats(state: Battle, seat: int) -> list[Said]:
    """Who could win by finishing first."""
    for other in range(state.seats):
        if other != seat and finishes_next(state, other, seat):
            return [Said(DANGER, "threat", {"seat": other, "cards": state.hand_size[other]})]
    return []


def match_point(state: Battle, viewer: int) -> list[int]:
    """Who wins by finishing with the next turn (CH-89), as far as the viewer knows."""
    return [seat for seat in range(state.seats) if finishes_next(state, seat, viewer)]


def threat(state: Battle, viewer: int) -> Threat | None:
    """The rival who is nearest to finishing (CH-61), from three cards on: the fewer, the nearer."""
    nearest = -1
    for seat in range(state.seats):
        if seat == viewer or not state.plays(seat) or not 0 < state.hand_size[seat] <= _NEAR:
            continue
        if nearest < 0 or state.hand_size[seat] < state.hand_size[nearest]:
            nearest = seat
    if nearest < 0 or state.phase in (SCORING, OVER) or not state.plays(viewer):
        return None
    cards = state.hand_size[nearest]
    text = threat_text("one" if cards == 1 else "many", {"seat": nearest, "number": cards})
    return Threat(cards, _NEAR + 1 - cards, text)
