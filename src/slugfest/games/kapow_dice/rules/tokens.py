"""Entangle and Locked-In tokens (KD-8, KD-159, KD-162, KD-172)."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.phases import Q_LOCK
from slugfest.games.kapow_dice.position.position import Position
from slugfest.games.kapow_dice.position.tables import BIT, LOCKABLE, SECTION_TEXT, TOKEN_SECTIONS

_MOST_ENTANGLED: Final[int] = BOX.limits["max_entangle"]

# ---- tokens (KD-8, KD-159, KD-162) -------------------------------------------------------------------------


def entangle(position: Position, fighter: int, section: int) -> None:
    """The opponent gets an Entangle token, if there is one and room for it (KD-8, KD-159)."""
    opponent = position.opponent(fighter)
    stock = position.set_of(fighter) * 2
    if position.entangled[opponent] >= _MOST_ENTANGLED or position.stock[stock] == 0:
        position.emit_nothing(fighter, section, "no_token")
        return
    position.stock[stock] -= 1
    position.entangled[opponent] += 1
    if position.events is not None:
        position.emit_for(
            "entangle", opponent, {"tokens": position.entangled[opponent], "box": SECTION_TEXT[section]}
        )


def untangle(position: Position, fighter: int) -> None:
    """The bearer gets rid of every token with a die on it; they return to whom they came from (KD-159, KD-172)."""
    for section in TOKEN_SECTIONS:
        if position.selected[fighter] >> BIT[section] & 1:
            position.entangled[fighter] -= 1
            position.stock[position.set_of(position.across(fighter)) * 2] += 1
            if position.events is not None:
                position.emit_for("untangle", fighter, {"tokens": position.entangled[fighter]})


def begin_lock(position: Position, fighter: int, dice: int, most: int, section: int) -> None:
    """Lock In: choose an ability, if a token and an ability are left (KD-162)."""
    sections = lock_choices(position, fighter, dice, most)
    if not sections:
        position.emit_nothing(fighter, section, "no_lock")
    elif len(sections) == 1:
        lock_in(position, fighter, sections[0])
    else:
        position.ask(Q_LOCK, fighter, fighter, dice, section)


def lock_choices(position: Position, fighter: int, dice: int, most: int) -> list[int]:
    """The abilities that may be chosen now: none without a token, or with too many on the board (KD-162)."""
    out = 0
    mask = position.locked[fighter]
    while mask:
        out += mask & 1
        mask >>= 1
    if out >= most or position.stock[position.set_of(fighter) * 2 + 1] == 0:
        return []
    return lockable_sections(position, fighter, dice)


def lockable_sections(position: Position, fighter: int, dice: int) -> list[int]:
    """The abilities that may be chosen (the lists of KD-162)."""
    found: list[int] = []
    for section in LOCKABLE[position.character[fighter]][dice]:
        if not position.locked[fighter] >> BIT[section] & 1:
            found.append(section)
    return found


def lock_in(position: Position, fighter: int, section: int) -> None:
    """From the next round on the ability needs no dice any more (KD-162)."""
    position.stock[position.set_of(fighter) * 2 + 1] -= 1
    position.locked[fighter] |= 1 << BIT[section]
    if position.events is not None:
        position.emit_for("lock", fighter, {"box": SECTION_TEXT[section]})
