"""What every hero and every piece is called, needs and does: from what is in the box, in the words of the guide."""

from __future__ import annotations

from typing import Final

from slugfest.games.custom_heroes.content import (
    ABILITY_NAMES,
    BOX,
    COLOURS,
    KODORA,
    STAKE,
)
from slugfest.kernel import Facts, Term

from .words import piece_text, term_text

# Where to read on: about values, or by ability.
_RULES: Final = ("CH-13", "CH-66", "CH-88", "CH-68", "CH-70", "CH-71", "CH-74")


def terms() -> list[Term]:
    """A term for each hero and each type of piece."""
    return [*_heroes(), *_pieces()]


def _heroes() -> list[Term]:
    """A hero by the id of its card: its number is all that the rules know of it (CH-1)."""
    found: list[Term] = []
    for identifier, base in zip(BOX.cards, BOX.base, strict=True):
        name = BOX.characters[base - 1]
        facts: Facts = {"name": name, "number": base}
        found.append(
            Term(f"card:{identifier}", term_text("hero", facts), term_text("hero-text", facts), None, "CH-13")
        )
    return found


def _pieces() -> list[Term]:
    """A type of piece: which slot it needs, what its ability costs, what it does (CH-9)."""
    found: list[Term] = []
    for kind, identifier in enumerate(BOX.types):
        colour, ability = BOX.colour_of_type[kind], BOX.ability_of_type[kind]
        facts: Facts = {"cost": BOX.cost[ability], "stake": STAKE}
        if not ability:
            needs = term_text(f"needs-{COLOURS[colour]}", facts)
        else:
            needs = term_text("needs-bet" if ability == KODORA else "needs-power", facts)
        also: list[str] = [ABILITY_NAMES[ability - 1]] if ability else []
        name = piece_text(f"{identifier}-1")
        found.append(Term(f"piece:{identifier}", name, BOX.texts[kind], needs, _RULES[ability], also))
    return found
