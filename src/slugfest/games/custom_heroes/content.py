"""What is in the box, read from ``content.toml`` and checked once (CH-1 to CH-11, CH-91, CH-115)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Literal, get_args

from slugfest.kernel import Content, Text
from slugfest.kernel.content import NUMBER, note

HERE: Final = Path(__file__).parent
EMPTY: Final = -1  # no card, no piece, nobody

# The slots of a card, in the order of CH-112.
RED: Final = 0
BLUE: Final = 1
YELLOW: Final = 2
GREEN: Final = 3
Colour = Literal["red", "blue", "yellow", "green"]
COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)

# What a yellow piece can do (CH-66 to CH-76).
NO_ABILITY: Final = 0
ASCENDED: Final = 1
KODORA: Final = 2
SPIKE: Final = 3
BRANDO: Final = 4
CHARMANTA: Final = 5
SPOOKIES: Final = 6
Ability = Literal["ascended", "kodora", "spike", "brando", "charmanta", "spookies"]
ABILITY_NAMES: Final[tuple[Ability, ...]] = get_args(Ability)
ABILITIES: Final = ("", *ABILITY_NAMES)

LETTERS: Final = "abcdef"  # of the sets of character cards


class Box:
    """Character cards and advancements by number, in the order of their ids (CH-8, CH-115)."""

    def __init__(self) -> None:
        self.version = 1
        self.limits: dict[str, int] = {}
        self.rewards: list[list[tuple[int, int, int]]] = []  # by number of seats, then by place
        self.characters: list[str] = []  # names by base value, from 1
        self.colour_names: list[Text] = []
        self.slot_names: list[Text] = []
        # character cards
        self.cards: list[str] = []
        self.base: list[int] = []
        # types of advancements
        self.types: list[str] = []
        self.names: list[Text] = []
        self.texts: list[Text] = []
        self.copies: list[int] = []
        self.colour_of_type: list[int] = []
        self.ability_of_type: list[int] = []
        self.amount_of_type: list[int] = []  # base value of an aura, modifier of an item
        # advancements
        self.pieces: list[str] = []
        self.type: list[int] = []
        self.colour: list[int] = []
        self.ability: list[int] = []
        self.amount: list[int] = []
        self.cost: list[int] = [0] * len(ABILITIES)  # by ability, in power


def load_box(path: Path) -> Box:
    """Read a content file; a broken one is refused with file, key and reason."""
    content = Content(path)
    box = Box()
    box.version = content.version()
    box.limits = content.limits(_LIMITS)
    _read_rewards(box, content)
    _read_characters(box, content)
    _read_colours(box, content)
    _read_types(box, content)
    _number_everything(box)
    _check_sums(box, content)
    return box


_LIMITS: Final = {
    "min_seats": (2, 6),
    "max_seats": (2, 6),
    "values": (1, 99),
    "fewest_sets": (1, 6),
    "hand": (1, 15),
    "hand_for_two": (1, 15),
    "pieces": (0, 9),
    "pieces_for_two": (0, 9),
    "start_vp": (0, 9),
    "start_power": (0, 6),
    "power_limit": (1, 99),
    "exchange_rate": (1, 99),
    "stake": (1, 9),
    "vp_target": (1, 99),
    "vp_target_low": (1, 99),
    "vp_target_high": (1, 99),
    "max_rounds": (1, 30),
    "max_rounds_low": (1, 30),
    "max_rounds_high": (1, 30),
}


def _read_rewards(box: Box, content: Content) -> None:
    entries = content.table("rewards", content.data.get("rewards"))
    box.rewards = [[], []]
    for seats in range(2, box.limits["max_seats"] + 1):
        key = f"rewards.{seats}"
        column = entries.get(str(seats))
        if not isinstance(column, list) or len(column) != seats:
            raise content.fault(key, f"{seats} places are needed", f"{seats} Plätze sind nötig")
        places: list[tuple[int, int, int]] = []
        for place, reward in enumerate(column, 1):
            where = f"{key}[{place}]"
            if not isinstance(reward, list) or len(reward) != 3:
                raise content.fault(
                    where,
                    "victory points, power and advancements are needed",
                    "Siegpunkte, Power und Verbesserungen sind nötig",
                )
            vp = content.number(where, reward[0], -99, 99)
            if (vp < 0) != (place == seats):
                raise content.fault(
                    where,
                    "the last place, and only it, loses victory points",
                    "der letzte Platz, und nur er, verliert Siegpunkte",
                    reward[0],
                )
            power = content.number(where, reward[1], 0, 99)
            places.append((vp, power, content.number(where, reward[2], 0, 99)))
        box.rewards.append(places)


def _read_characters(box: Box, content: Content) -> None:
    """One for each base value; a variant with fewer values leaves the last ones out."""
    entries = content.entries("character")
    if len(entries) < box.limits["values"]:
        raise content.fault(
            "character",
            f"{box.limits['values']} are needed, not {len(entries)}",
            f"{box.limits['values']} sind nötig, nicht {len(entries)}",
        )
    for index, entry in enumerate(entries[: box.limits["values"]]):
        key = f"character[{index}]"
        note(entry.get("base"), NUMBER, [(index + 1, index + 1)])
        if entry.get("base") != index + 1:
            raise content.fault(
                f"{key}.base",
                f"{index + 1} is needed: characters stand in order",
                f"hier gehört {index + 1} hin: Die Figuren stehen in ihrer Reihenfolge",
                entry.get("base"),
            )
        name = entry.get("name")
        if not isinstance(name, str) or not name:
            raise content.fault(f"{key}.name", "the name is missing", "der Name fehlt", name)
        box.characters.append(name)
        content.source(key, entry.get("source"))


def _read_colours(box: Box, content: Content) -> None:
    for index, entry in enumerate(content.entries("colour", len(COLOURS))):
        key = f"colour[{index}]"
        box.colour_names.append(content.text(key, entry))
        if entry.get("key") != COLOURS[index]:
            raise content.fault(
                f"{key}.key",
                f"{COLOURS[index]} is needed here",
                f"hier gehört {COLOURS[index]} hin",
                entry.get("key"),
            )
        box.slot_names.append(content.text(f"{key}.slot", entry.get("slot")))
        content.source(key, entry.get("source"))


def _read_types(box: Box, content: Content) -> None:
    for index, entry in enumerate(content.entries("type")):
        key = f"type[{index}]"
        box.names.append(content.text(key, entry))
        box.texts.append(content.text(f"{key}.text", entry.get("text")))
        identifier = entry.get("id")
        if not isinstance(identifier, str) or not identifier.isalnum() or identifier != identifier.upper():
            raise content.fault(
                f"{key}.id",
                f"a short word in capitals is needed, not {identifier!r}",
                f"hier gehört ein kurzes Wort in Großbuchstaben hin, nicht {identifier!r}",
                identifier,
            )
        if identifier in box.types:
            raise content.fault(
                f"{key}.id", f"{identifier} stands there twice", f"{identifier} steht zweimal da", identifier
            )
        box.types.append(identifier)
        box.copies.append(content.number(f"{key}.copies", entry.get("copies"), 1, 99))
        content.source(key, entry.get("source"))
        _read_effect(box, content, key, entry)


def _read_effect(box: Box, content: Content, key: str, entry: dict[str, Any]) -> None:
    """A colour and the one thing a piece of that colour does (CH-6)."""
    slot = content.one_of(f"{key}.colour", entry.get("colour"), COLOURS)
    wanted = "ability" if slot == YELLOW else "base" if slot == GREEN else "modifier"
    for word in ("ability", "base", "modifier"):
        if (word in entry) != (word == wanted):
            raise content.fault(
                f"{key}.{word}",
                f"a {COLOURS[slot]} piece has {wanted} and nothing else",
                f"ein Teil dieser Farbe ({COLOURS[slot]}) hat {wanted} und sonst nichts",
            )
    ability, amount = NO_ABILITY, 0
    if slot == YELLOW:
        ability = 1 + content.one_of(f"{key}.ability", entry["ability"], ABILITIES[1:])
        if ability in box.ability_of_type:
            raise content.fault(
                f"{key}.ability",
                f"{entry['ability']} stands there twice",
                f"{entry['ability']} steht zweimal da",
                entry["ability"],
            )
        box.cost[ability] = content.number(f"{key}.cost", entry.get("cost"), 0, 99)
    else:
        if "cost" in entry:
            raise content.fault(
                f"{key}.cost", "only an ability has a cost", "nur eine Fähigkeit hat Kosten", entry["cost"]
            )
        amount = content.number(f"{key}.{wanted}", entry[wanted], -20, 40)
    box.colour_of_type.append(slot)
    box.ability_of_type.append(ability)
    box.amount_of_type.append(amount)


def _number_everything(box: Box) -> None:
    """Give every card and every piece its number and its id."""
    for base in range(1, box.limits["values"] + 1):
        for letter in LETTERS[: box.limits["max_seats"]]:
            box.cards.append(f"C{base:02d}{letter}")
            box.base.append(base)
    for kind, identifier in enumerate(box.types):
        for copy in range(1, box.copies[kind] + 1):
            box.pieces.append(f"{identifier}-{copy}")
            box.type.append(kind)
            box.colour.append(box.colour_of_type[kind])
            box.ability.append(box.ability_of_type[kind])
            box.amount.append(box.amount_of_type[kind])


def _check_sums(box: Box, content: Content) -> None:
    limits = box.limits
    if limits["min_seats"] > limits["max_seats"]:
        raise content.fault("limits.min_seats", "is more than max_seats", "ist mehr als max_seats")
    for key in ("vp_target", "max_rounds"):
        if not limits[f"{key}_low"] <= limits[key] <= limits[f"{key}_high"]:
            raise content.fault(
                f"limits.{key}", "lies outside its own range", "liegt außerhalb des eigenen Bereichs"
            )
    for seats in range(limits["min_seats"], limits["max_seats"] + 1):
        sets = max(seats, limits["fewest_sets"])
        hand = limits["hand_for_two"] if seats == 2 else limits["hand"]
        if sets > limits["max_seats"] or sets * limits["values"] != seats * hand:
            raise content.fault(
                "limits.hand",
                f"the deal for {seats} does not use up the deck (CH-30)",
                f"beim Austeilen für {seats} bleiben Karten übrig oder fehlen welche (CH-30)",
            )
    for ability in range(1, len(ABILITIES)):
        if ability not in box.ability_of_type:
            raise content.fault(
                "type",
                f"no piece has the ability {ABILITIES[ability]}",
                f"kein Teil hat die Fähigkeit {ABILITIES[ability]}",
            )
    for ability in (SPIKE, BRANDO):
        if box.cost[ability] != 1:  # whether a set can be completed is counted that way (CH-111)
            raise content.fault(
                "type", f"{ABILITIES[ability]} must cost 1 power", f"{ABILITIES[ability]} muss 1 Power kosten"
            )
    for ability in (ASCENDED, KODORA):
        if box.ability.count(ability) < limits["max_seats"]:
            raise content.fault(
                "type",
                f"every player needs a piece with {ABILITIES[ability]} (CH-22)",
                f"jeder braucht ein Teil mit {ABILITIES[ability]} (CH-22)",
            )
    bag = len(box.pieces) - box.ability.count(ASCENDED) - box.ability.count(KODORA)
    drawn = max(2 * limits["pieces_for_two"], limits["max_seats"] * limits["pieces"])
    if bag < drawn:
        raise content.fault(
            "type",
            f"the bag holds {bag} pieces; {drawn} are drawn at the start",
            f"im Beutel sind {bag} Teile; zu Beginn werden {drawn} gezogen",
        )


BOX: Final = load_box(HERE / "content.toml")
CARDS: Final[int] = len(BOX.cards)
PIECES: Final[int] = len(BOX.pieces)
SETS: Final[int] = BOX.limits["max_seats"]  # of character cards in the box
SLOTS: Final = 4
HAND: Final[int] = max(BOX.limits["hand"], BOX.limits["hand_for_two"])  # the most cards a hand can hold
FIRST_ASCENDED: Final[int] = BOX.ability.index(ASCENDED)  # seat s is given this piece + s (CH-22)
FIRST_KODORA: Final[int] = BOX.ability.index(KODORA)
POWER_LIMIT: Final[int] = BOX.limits["power_limit"]
RATE: Final[int] = BOX.limits["exchange_rate"]
STAKE: Final[int] = BOX.limits["stake"]


def _extreme(colour: int, best: bool) -> int:
    amounts = [0] + [amount for amount, slot in zip(BOX.amount, BOX.colour, strict=True) if slot == colour]
    return max(amounts) if best else min(amounts)


_BASES: Final = BOX.base + [a for a, slot in zip(BOX.amount, BOX.colour, strict=True) if slot == GREEN]
LOWEST: Final[int] = min(_BASES) + _extreme(RED, False) + _extreme(BLUE, False)  # card value (CH-14)
HIGHEST: Final[int] = max(_BASES) + _extreme(RED, True) + _extreme(BLUE, True)
VALUES: Final[int] = HIGHEST - LOWEST + 1  # so many different card values


def sets_in_play(seats: int) -> int:
    """How many sets of character cards a game uses (CH-21)."""
    return max(seats, BOX.limits["fewest_sets"])


def hand_dealt(seats: int) -> int:
    """How many cards are dealt to each (CH-30)."""
    return BOX.limits["hand_for_two"] if seats == 2 else BOX.limits["hand"]


def pieces_dealt(seats: int) -> int:
    """How many advancements each draws at the start (CH-22)."""
    return BOX.limits["pieces_for_two"] if seats == 2 else BOX.limits["pieces"]


def in_bag(piece: int) -> bool:
    """Whether a piece belongs into the bag: all but Ascended Forms and Kodora (CH-23, CH-24)."""
    return BOX.ability[piece] != ASCENDED and BOX.ability[piece] != KODORA
