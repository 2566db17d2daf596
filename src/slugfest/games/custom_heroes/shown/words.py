"""Everything people read, in both languages, from ``words.toml``: refusals, reasons, moves and events."""

from __future__ import annotations

from typing import Final

from slugfest.games.custom_heroes.content import BLUE, BOX, GREEN, HERE, RED
from slugfest.kernel import LANGUAGES, Content, Facts, IllegalMove, Text

_WORDS: Final = Content(HERE / "words.toml")
_CARD: Final = {identifier: card for card, identifier in enumerate(BOX.cards)}
_PIECE: Final = {identifier: piece for piece, identifier in enumerate(BOX.pieces)}
_SEATS: Final = ("seat", "by", "leader")  # facts that are players
_POINTS: Final = ("vp", "total", "staked")  # facts that are victory points


REFUSALS: Final = _WORDS.texts("refusal")
_REASONS: Final = _WORDS.texts("reason")
_MOVES: Final = _WORDS.texts("move")
_EVENTS: Final = _WORDS.texts("event")
_BITS: Final = _WORDS.texts("bit")


def refuse(code: str, rule: str) -> IllegalMove:
    """The refusal with this code (CH-116)."""
    return IllegalMove(code, rule, REFUSALS[code])


def reason_text(reason: str, winner: int) -> Text:
    """Why the game ended and who won (CH-117)."""
    text = _REASONS[reason]
    return Text(text.en.replace("{who}", _seat(winner)), text.de.replace("{who}", _seat(winner)))


def bit_text(key: str) -> Text:
    """A short word for the terminal."""
    return _BITS[key]


# ---- names ---------------------------------------------------------------------------------------------------------


def card_name(identifier: str) -> str:
    """A character card as people say it: its name, its base value and which copy it is."""
    base = BOX.base[_CARD[identifier]]
    return f"{BOX.characters[base - 1]} ({base}{identifier[-1]})"


def piece_text(identifier: str) -> Text:
    """An advancement as people say it: its name and what it does to a value."""
    piece = _PIECE[identifier]
    name = BOX.names[BOX.type[piece]]
    if BOX.colour[piece] in (RED, BLUE):
        effect = signed(BOX.amount[piece])
        return Text(f"{name.en} ({effect})", f"{name.de} ({effect})")
    if BOX.colour[piece] == GREEN:
        base = _BITS["base"]
        number = str(BOX.amount[piece])
        return Text(
            f"{name.en} ({base.en.replace('{number}', number)})",
            f"{name.de} ({base.de.replace('{number}', number)})",
        )
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
    return _fill(_MOVES[key], facts)


# ---- events --------------------------------------------------------------------------------------------------------


def tell(event: Facts) -> Text:
    """What happened, in a sentence."""
    kind = event["kind"]
    if kind == "game_over":
        return reason_text(event["reason"], event["seat"])
    text = _fill(_EVENTS[_variant(event)], event)
    if kind == "reward" and event.get("drawn"):
        drawn = _fill(_EVENTS["reward-drawn"], event)
        return Text(f"{text.en} {drawn.en}", f"{text.de} {drawn.de}")
    return text


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
    if kind == "out" and event["cards"]:
        return "out-last"
    if kind == "reward" and event["capped"]:
        return "reward-capped"
    return kind


def _fill(template: Text, facts: Facts) -> Text:
    filled = [_fill_in(template.in_language(language), facts, language) for language in LANGUAGES]
    return Text(filled[0], filled[1])


def _fill_in(template: str, facts: Facts, language: str) -> str:
    """Put seats, cards, pieces and numbers into a template."""
    joiner = _BITS["and"].in_language(language)
    for key, value in facts.items():
        if key in _SEATS:
            shown = _seat(value)
        elif key in _POINTS:
            shown = _counted("vp", value, language)
        elif key == "seats":
            shown = _join([_seat(seat) for seat in value], joiner)
        elif key == "places":
            shown = ", ".join(f"{place}. {_seat(seat)}" for place, seat in enumerate(value, 1))
        elif key == "card":
            shown = card_name(value)
        elif key == "cards" and isinstance(value, list):
            # An Ascended Form is what the sentence is about: it need not be named again.
            ascended = facts.get("set") == "ascended"
            played = [card_name(card["card"]) if ascended else _card_played(card, language) for card in value]
            shown = _join(played, joiner)
        elif key == "piece":
            shown = piece_text(value).in_language(language)
        elif key == "drawn":
            shown = _join([piece_text(piece).in_language(language) for piece in value], joiner)
        elif key == "pieces":
            shown = _counted("piece", value, language)
        elif key == "set":
            shown = _set_played(facts, language)
        else:
            shown = str(value)
        template = template.replace("{" + key + "}", shown)
    if "{left}" in template:
        template = template.replace("{left}", _counted("card", facts["cards"], language))
    if "{vp}" in template:
        template = template.replace("{vp}", _counted("vp", facts["count"], language))
    return template


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
    text = _BITS[key].in_language(language)
    return text.replace("{count}", str(count)).replace("{value}", plain(facts["value"]))


def _counted(thing: str, number: int, language: str) -> str:
    """A number of things, singular or plural."""
    key = f"{thing}-one" if abs(number) == 1 else f"{thing}-many"
    return _BITS[key].in_language(language).replace("{number}", plain(number))


def _seat(seat: int) -> str:
    return f"{{P{seat + 1}}}"


def _join(words: list[str], joiner: str) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joiner} {words[-1]}"
