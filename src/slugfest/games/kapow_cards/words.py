"""Everything people read, in both languages, from ``words.toml``: refusals, reasons, moves and events."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import Content, Facts, IllegalMove, Text

from .content import BOX, HERE

_WORDS: Final = Content(HERE / "words.toml")
_CARD: Final = {identifier: card for card, identifier in enumerate(BOX.ids)}


REFUSALS: Final = _WORDS.texts("refusal")
_REASONS: Final = _WORDS.texts("reason")
_SHARED: Final = _WORDS.texts("shared")
_MOVES: Final = _WORDS.texts("move")
_EVENTS: Final = _WORDS.texts("event")
_BITS: Final = _WORDS.texts("bit")


def refuse(code: str, rule: str) -> IllegalMove:
    """The refusal with this code (KC-88)."""
    return IllegalMove(code, rule, REFUSALS[code])


def reason_text(reason: str, winners: list[int]) -> Text:
    """Why the game ended and who won (KC-78)."""
    text = _SHARED[reason] if len(winners) > 1 else _REASONS[reason]
    return Text(
        text.en.replace("{who}", _join([_seat(seat) for seat in winners], "and")),
        text.de.replace("{who}", _join([_seat(seat) for seat in winners], "und")),
    )


def bit_text(key: str) -> Text:
    """A short word or heading."""
    return _BITS[key]


def card_text(identifier: str) -> Text:
    """A card as people say it: its name and value. German names stay as they are whatever the case, in quotes."""
    card = _CARD[identifier]
    name = BOX.names[card]
    return Text(f"{name.en} ({BOX.values[card]})", f"„{name.de}“ ({BOX.values[card]})")


def move_text(key: str, cards: list[str], seat: int = -1, place: str = "") -> Text:
    """A move as people say it."""
    facts: Facts = {"cards": cards, "target": seat, "place": place}
    return _fill(_MOVES[key], facts)


def tell(event: Facts) -> Text:
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
    elif kind == "final_battle":
        return _tell_totals(event)
    return _fill(_EVENTS[key], event)


def _tell_totals(event: Facts) -> Text:
    totals = [f"{_seat(seat)} {total}" for seat, total in enumerate(event["totals"]) if total is not None]
    text = _EVENTS["final_battle"]
    listed = ", ".join(totals)
    return Text(text.en.replace("{totals}", listed), text.de.replace("{totals}", listed))


def _fill(template: Text, facts: Facts) -> Text:
    return Text(_fill_in(template.en, facts, "en"), _fill_in(template.de, facts, "de"))


def _fill_in(template: str, facts: Facts, language: str) -> str:
    """Put seats, cards, places and numbers into a template."""
    joiner = "und" if language == "de" else "and"
    for key, value in facts.items():
        mark = "{" + key + "}"
        if mark not in template:
            continue
        if key in ("seat", "target"):
            shown = _seat(value)
        elif key == "seats":
            shown = _join([_seat(seat) for seat in value], joiner)
        elif key == "card":
            shown = card_text(value).in_language(language)
        elif key == "cards":
            shown = _join([card_text(card).in_language(language) for card in value], joiner)
        elif key == "place":
            shown = _place(value, language)
        else:
            shown = str(value)
        template = template.replace(mark, shown)
    return template


def _place(place: str, language: str) -> str:
    bit = _BITS["slot" if place[:1] == "D" else "hq"]
    return bit.in_language(language).replace("{number}", place[1:])


def _seat(seat: int) -> str:
    return f"{{P{seat + 1}}}"


def _join(words: list[str], joiner: str) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joiner} {words[-1]}"
