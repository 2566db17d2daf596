"""Everything people read, in both languages, from ``words.toml``: refusals, reasons, moves and events."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Final

from slugfest.games.custom_heroes.content import BLUE, BOX, GREEN, HERE, RED
from slugfest.kernel import Content, Facts, IllegalMove, Templates, Text, all_of, in_a_row

_WORDS: Final = Content(HERE / "words.toml")
_CARD: Final = {identifier: card for card, identifier in enumerate(BOX.cards)}
_PIECE: Final = {identifier: piece for piece, identifier in enumerate(BOX.pieces)}
_SEATS: Final = ("seat", "by", "leader", "who")  # facts that are players
_POINTS: Final = ("vp", "total", "staked")  # facts that are points


REFUSALS: Final = _WORDS.texts("refusal")
_REASONS: Final = _WORDS.templates("reason")
_MOVES: Final = _WORDS.texts("move")
_EVENTS: Final = _WORDS.templates("event")
_BITS: Final = _WORDS.texts("bit")
_HEADLINES: Final = _WORDS.texts("headline")
_TERMS: Final = _WORDS.texts("term")
_CAUTIONS: Final = _WORDS.texts("caution")
_COUNSELS: Final = _WORDS.texts("counsel")
_THREATS: Final = _WORDS.texts("threat")
_WHY: Final = _WORDS.texts("why")
_QUESTIONS: Final = _WORDS.texts("question")
_GISTS: Final = _WORDS.texts("gist")


def refuse(code: str, rule: str, where: str = "") -> IllegalMove:
    """The refusal with this code (CH-116), in the words for where it happens."""
    return IllegalMove(code, rule, REFUSALS[f"{code}-{where}" if where else code])


@cache  # a search asks at the end of every game that it imagines
def reason_text(reason: str, winner: int) -> Text:
    """Why the game ended and who won (CH-117)."""
    return _TEMPLATES.fill(_REASONS[reason], {"who": winner})


def headline_text(key: str, facts: Facts) -> Text:
    """What a list of matches says of one."""
    return _TEMPLATES.fill(_HEADLINES[key], facts)


def term_text(key: str, facts: Facts) -> Text:
    """A sentence of the glossary about a component."""
    return _TEMPLATES.fill(_TERMS[key], facts)


def caution_text(key: str, facts: Facts) -> Text:
    """A question before something is thrown away."""
    return _TEMPLATES.fill(_CAUTIONS[key], facts)


def threat_text(key: str, facts: Facts) -> Text:
    """What is coming at a seat."""
    return _TEMPLATES.fill(_THREATS[key], facts)


def counsel_text(key: str, facts: Facts) -> Text:
    """What matters now."""
    return _TEMPLATES.fill(_COUNSELS[key], facts)


def why_text(key: str, facts: Facts) -> Text:
    """Why an idea is better than the next one."""
    return _TEMPLATES.fill(_WHY[key], facts)


def question_text(key: str, facts: Facts) -> Text:
    """Where somebody who wants a hint had better look."""
    return _TEMPLATES.fill(_QUESTIONS[key], facts)


def gist_text(key: str, facts: Facts) -> Text:
    """What somebody is expected to do, after their name."""
    return _TEMPLATES.fill(_GISTS[key], facts)


def bit_text(key: str) -> Text:
    """A short word for the terminal."""
    return _BITS[key]


# ---- names ---------------------------------------------------------------------------------------------------------


def card_name(identifier: str) -> str:
    """A character card as people say it: its name and its base value."""
    base = BOX.base[_CARD[identifier]]
    return f"{BOX.characters[base - 1]} ({base})"


def _together(names: list[str]) -> list[str]:
    """Names, equal ones counted: “2 × Misao (4)”."""
    return [name if count == 1 else f"{count} × {name}" for name, count in Counter(names).items()]


def piece_text(identifier: str) -> Text:
    """A piece as people say it: its name and what it does to a value."""
    piece = _PIECE[identifier]
    name = BOX.names[BOX.type[piece]]
    if BOX.colour[piece] in (RED, BLUE):
        effect = signed(BOX.amount[piece])
        return Text(f"{name.en} ({effect})", f"{name.de} ({effect})")
    if BOX.colour[piece] == GREEN:
        base = _TEMPLATES.fill(_BITS["base"], {"number": BOX.amount[piece]})
        return Text(f"{name.en} ({base.en})", f"{name.de} ({base.de})")
    return name


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else plain(number)


def plain(number: int) -> str:
    """A number with a real minus sign."""
    return str(number) if number >= 0 else f"−{-number}"


# ---- moves ---------------------------------------------------------------------------------------------------------


def move_text(key: str, card: str = "", piece: str = "") -> Text:
    """A move as people say it."""
    facts: Facts = {}
    if card:
        facts["card"] = card
    if piece:
        facts["piece"] = piece
    return _TEMPLATES.fill(_MOVES[key], facts)


# ---- events --------------------------------------------------------------------------------------------------------


def describe(event: Facts) -> Text:
    """What happened, in a sentence."""
    kind = event["kind"]
    if kind == "game_over":
        return reason_text(event["reason"], event["seat"])
    text = _TEMPLATES.fill(_EVENTS[_variant(event)], event)
    more = ""
    if kind == "reward" and event.get("drawn"):
        more = "reward-drawn"
    elif kind == "play" and event["cost"]:
        more = "play-paid"  # every movement of power is announced (CH-106)
    if not more:
        return text
    return in_a_row(text, _TEMPLATES.fill(_EVENTS[more], event))


def _variant(event: Facts) -> str:
    """Which sentence fits an event."""
    kind: str = event["kind"]
    if kind == "round" and event["sudden_death"]:
        return "round-sudden-death"
    if kind == "crafted" and event["count"] == 1:
        return "crafted-one"
    if kind == "play":
        return "play-ascended" if event["set"] == "ascended" else "play-lead" if event["lead"] else "play"
    if kind == "turned":
        return "turned-down" if event["descending"] else "turned-up"
    if kind == "trick":
        return "trick-vp" if event["vp"] else "trick" if event["leader"] == event["seat"] else "trick-out"
    if kind == "out":
        return "out-last" if event["cards"] else "out-first" if event["place"] == 1 else "out"
    if kind == "reward" and event["capped"]:
        return "reward-capped"
    return kind


def _card_played(card: Facts, language: str) -> str:
    """A card of a set; an activated ability is named."""
    name = card_name(card["card"])
    if not card.get("active"):
        return name
    for entry in card["pieces"]:
        if BOX.ability[_PIECE[entry["piece"]]]:
            piece = piece_text(entry["piece"]).in_language(language)
            return f"{name} {_BITS['with'].in_language(language)} {piece}"
    return name


def _set_played(facts: Facts, language: str) -> str:
    """Value and count of a set: “two 7s”, “zwei 7er”."""
    count = facts["count"]
    if count is None:
        return ""
    key = f"set-{count}" if f"set-{count}" in _BITS else "set-many"
    numbers = {"count": count, "value": plain(facts["value"])}
    return _TEMPLATES.fill_in(_BITS[key].in_language(language), numbers, language)


def _counted(thing: str, number: int, language: str) -> str:
    """A number of things, singular or plural."""
    key = f"{thing}-one" if abs(number) == 1 else f"{thing}-many"
    return _TEMPLATES.fill_in(_BITS[key].in_language(language), {"number": plain(number)}, language)


class _Templates(Templates):
    """How seats, cards, pieces and points read in a sentence."""

    def seats(self, mark: str, facts: Facts) -> list[int]:
        if mark in _SEATS:
            return [facts[mark]]
        return list(facts[mark]) if mark in ("seats", "places") else super().seats(mark, facts)

    def show(self, mark: str, facts: Facts, language: str, form: str) -> str | None:
        if mark == "left":
            return _counted("card", facts["cards"], language)
        if mark not in facts:
            return _counted("vp", facts["count"], language) if mark == "vp" else None
        value = facts[mark]
        if mark in _SEATS:
            return self.player(value, facts, language, form)
        if mark in _POINTS:
            return _counted("vp", value, language)
        if mark == "seats":
            return self.players(value, facts, language, form)
        if mark == "places":
            names = [self.player(seat, facts, language) for seat in value]
            return ", ".join([f"{place}. {name}" for place, name in enumerate(names, 1)])
        if mark == "card":
            return card_name(value)
        if mark == "cards" and isinstance(value, list):
            # An Ascended Form is what the sentence is about: it need not be named again.
            ascended = facts.get("set") == "ascended"
            played = [card_name(card["card"]) if ascended else _card_played(card, language) for card in value]
            return all_of(_together(played), language)
        if mark == "piece":
            return piece_text(value).in_language(language)
        if mark == "drawn":
            return all_of([piece_text(piece).in_language(language) for piece in value], language)
        if mark == "pieces":
            return _counted("piece", value, language)
        return _set_played(facts, language) if mark == "set" else self.plain(value, language)


_TEMPLATES: Final = _Templates()
