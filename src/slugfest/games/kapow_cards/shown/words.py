"""Everything people read, in both languages, from ``words.toml``: refusals, reasons, moves and events."""

from __future__ import annotations

from functools import cache
from typing import Final

from slugfest.games.kapow_cards.content import BOX, HERE
from slugfest.kernel import Content, Facts, IllegalMove, Templates, Text, all_of

_WORDS: Final = Content(HERE / "words.toml")
_CARD: Final = {identifier: card for card, identifier in enumerate(BOX.ids)}


REFUSALS: Final = _WORDS.texts("refusal")
FAULTS: Final = _WORDS.texts("fault")
_REASONS: Final = _WORDS.templates("reason")
_SHARED: Final = _WORDS.templates("shared")
_MOVES: Final = _WORDS.texts("move")
_EVENTS: Final = _WORDS.templates("event")
_BITS: Final = _WORDS.texts("bit")
_HEADLINES: Final = _WORDS.texts("headline")
_WHY: Final = _WORDS.texts("why")
_ODDS: Final = _WORDS.texts("odds")
_KINDS: Final = _WORDS.texts("kind")
_QUESTIONS: Final = _WORDS.texts("question")
_GISTS: Final = _WORDS.texts("gist")
_TERMS: Final = _WORDS.texts("term")
_COUNSEL: Final = _WORDS.texts("counsel")
_THREATS: Final = _WORDS.texts("threat")
_CAUTIONS: Final = _WORDS.texts("caution")


def refuse(code: str, rule: str, fault: str = "") -> IllegalMove:
    """The refusal with this code (KC-88), in the sentence for this fault where the code covers several."""
    return IllegalMove(code, rule, FAULTS[fault] if fault else REFUSALS[code])


def reason_text(reason: str, winners: list[int]) -> Text:
    """Why the game ended and who won (KC-78)."""
    return _reason_text(reason, tuple(winners))


@cache  # a search asks at the end of every game that it imagines
def _reason_text(reason: str, winners: tuple[int, ...]) -> Text:
    text = _SHARED[reason] if len(winners) > 1 else _REASONS[reason]
    return _TEMPLATES.fill(text, {"who": list(winners)})


def bit_text(key: str) -> Text:
    """A short word or heading."""
    return _BITS[key]


def headline_text(key: str, facts: Facts) -> Text:
    """What a list of matches says of one."""
    return _TEMPLATES.fill(_HEADLINES[key], facts)


def threat_text(key: str, facts: Facts) -> Text:
    """What is coming at a seat."""
    return _TEMPLATES.fill(_THREATS[key], facts)


def counsel_text(key: str, facts: Facts) -> Text:
    """What matters now."""
    return _TEMPLATES.fill(_COUNSEL[key], facts)


def caution_text(key: str, facts: Facts) -> Text:
    """What is asked before a waste."""
    return _TEMPLATES.fill(_CAUTIONS[key], facts)


def term_text(key: str, facts: Facts) -> Text:
    """A sentence about a card or a badge."""
    return _TEMPLATES.fill(_TERMS[key], facts)


def odds_text(chance: float) -> Text:
    """How much of what may lie somewhere an attack beats."""
    return _ODDS["all" if chance >= 0.9 else "most" if chance >= 0.6 else "half" if chance >= 0.4 else "few"]


def kind_text(kind: str) -> Text:
    """What a move does, in a word."""
    return _KINDS[kind]


def why_text(key: str, facts: Facts) -> Text:
    """Why a move is better than another."""
    return _TEMPLATES.fill(_WHY[key], facts)


def question_text(key: str, facts: Facts) -> Text:
    """Where somebody who wants a hint had better look."""
    return _TEMPLATES.fill(_QUESTIONS[key], facts)


def gist_text(key: str, facts: Facts) -> Text:
    """What somebody is expected to do, after their name."""
    return _TEMPLATES.fill(_GISTS[key], facts)


def card_text(identifier: str) -> Text:
    """A card as people say it: its name and value. German names stay as they are whatever the case, in quotes."""
    card = _CARD[identifier]
    name = BOX.names[card]
    return Text(f"{name.en} ({BOX.values[card]})", f"„{name.de}“ ({BOX.values[card]})")


def move_text(key: str, cards: list[str], seat: int = -1, place: str = "") -> Text:
    """A move as people say it."""
    facts: Facts = {"cards": cards, "target": seat, "place": place}
    return _TEMPLATES.fill(_MOVES[key], facts)


def describe(event: Facts) -> Text:
    """What happened, in a sentence."""
    kind = event["kind"]
    key = kind
    if kind == "clash":
        key = f"clash-{event['why']}"
    elif kind in ("draw", "barricade") and "card" in event:
        key = f"{kind}-known"
    elif kind == "recruit" and event["card"] is not None:
        key = "recruit-discard"
    elif kind == "game_over":
        return reason_text(event["reason"], event["winners"])
    elif kind == "last_round" and len(event["seats"]) == 1:
        key = "last_round-one"
    elif kind == "reshuffle" and event["deck"] == 1:
        key = "reshuffle-one"
    return _TEMPLATES.fill(_EVENTS[key], event)


def _place(place: str, language: str) -> str:
    bit = _BITS["slot" if place[:1] == "D" else "held"]
    return _TEMPLATES.fill_in(bit.in_language(language), {"number": place[1:]}, language)


class _Templates(Templates):
    """How seats, cards and places read in a sentence."""

    def seats(self, mark: str, facts: Facts) -> list[int]:
        if mark in ("seat", "target"):
            return [facts[mark]]
        if mark == "totals":
            return [seat for seat, total in enumerate(facts[mark]) if total is not None]
        return list(facts[mark]) if mark in ("seats", "who") else super().seats(mark, facts)

    def show(self, mark: str, facts: Facts, language: str, form: str) -> str | None:
        if mark not in facts:
            return None
        value = facts[mark]
        if mark in ("seat", "target"):
            return self.player(value, facts, language, form)
        if mark in ("seats", "who"):
            return self.players(value, facts, language, form)
        if mark == "totals":
            names = [self.player(seat, facts, language) for seat in range(len(value))]
            return ", ".join([f"{name} {total}" for name, total in zip(names, value) if total is not None])
        if mark in ("card", "other"):
            return card_text(value).in_language(language)
        if mark in ("cards", "saved", "added"):
            return all_of([card_text(card).in_language(language) for card in value], language)
        if mark == "place":
            return _place(value, language)
        return self.plain(value, language)


_TEMPLATES: Final = _Templates()
