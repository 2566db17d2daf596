"""What a board needs to draw the game: cards, advancements, colours and rewards, ready for JSON."""

from __future__ import annotations

from slugfest.games.custom_heroes.content import (
    ABILITY_NAMES,
    ASCENDED,
    BOX,
    COLOURS,
    GREEN,
    KODORA,
    NO_ABILITY,
    POWER_LIMIT,
    RATE,
    STAKE,
    YELLOW,
    Colour,
)

from .facts import CardInfo, Catalogue, ColourInfo, TypeInfo, Use


def catalogue() -> Catalogue:
    types: dict[str, TypeInfo] = {}
    for kind, identifier in enumerate(BOX.types):
        colour, ability = BOX.colour_of_type[kind], BOX.ability_of_type[kind]
        amount = BOX.amount_of_type[kind]
        types[identifier] = {
            "name": BOX.names[kind].as_json(),
            "colour": COLOURS[colour],
            "modifier": amount if colour < YELLOW else None,
            "base": amount if colour == GREEN else None,
            "ability": ABILITY_NAMES[ability - 1] if ability else None,
            "use": use_of(ability),
            "cost": BOX.cost[ability] if ability else None,
            "copies": BOX.copies[kind],
            "text": BOX.texts[kind].as_json(),
        }
    cards: dict[str, CardInfo] = {
        identifier: {"base": base, "name": BOX.characters[base - 1]}
        for identifier, base in zip(BOX.cards, BOX.base, strict=True)
    }
    colours: dict[Colour, ColourInfo] = {
        key: {"name": name.as_json(), "slot": slot.as_json()}
        for key, name, slot in zip(COLOURS, BOX.colour_names, BOX.slot_names, strict=True)
    }
    rewards = {
        str(seats): [list(reward) for reward in BOX.rewards[seats]]
        for seats in range(BOX.limits["min_seats"], BOX.limits["max_seats"] + 1)
    }
    return {
        "types": types,
        "cards": cards,
        "colours": colours,
        "power_limit": POWER_LIMIT,
        "exchange_rate": RATE,
        "stake": STAKE,
        "rewards": rewards,
    }


def use_of(ability: int) -> Use | None:
    """How an ability is used: a Kodora only to wager (CH-39), an Ascended Form only alone (CH-66)."""
    if ability == NO_ABILITY:
        return None
    if ability == KODORA:
        return "wager"
    return "alone" if ability == ASCENDED else "set"
