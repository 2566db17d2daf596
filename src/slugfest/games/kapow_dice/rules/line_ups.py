"""All characters and pairs of them, and how two of these meet: what a table of match-ups is made of.

One character against another is a game for two, a pair against a pair one for four (KD-71); nobody is on both sides.
"""

from __future__ import annotations

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.phases import TEAM
from slugfest.games.kapow_dice.position.position import PICK_ORDER
from slugfest.kernel import Options


def all_line_ups() -> list[list[str]]:
    """Every character alone, then every pair."""
    keys = [character.id for character in BOX.characters]
    found: list[list[str]] = [[key] for key in keys]
    for index, one in enumerate(keys):
        for other in keys[index + 1 :]:
            found.append([one, other])
    return found


def meeting(one: list[str], other: list[str]) -> Options | None:
    """The mode in which these meet; None if they share a character, or are not equally many."""
    if len(one) != len(other):
        return None
    for key in one:
        if key in other:
            return None
    return {"mode": "characters" if len(one) == 1 else "team", "by_lot": False}


def picks(one: list[str], other: list[str]) -> list[str]:
    """The moves by which they are picked, in the order of the seats that pick (KD-71)."""
    if len(one) == 1:
        return [f"pick {one[0]}", f"pick {other[0]}"]
    seated = [*one, *other]
    return [f"pick {seated[seat]}" for seat in PICK_ORDER[TEAM]]
