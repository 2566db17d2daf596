"""What each card and each badge is, for people who tap it: made from the content (KC-1 to KC-5, KC-24, KC-28)."""

from __future__ import annotations

from slugfest.games.kapow_cards.content import BOX, CARDS, VILLAIN, WEAPON
from slugfest.games.kapow_cards.rules.legal import beats
from slugfest.kernel import Facts, Term

from .words import term_text

_KIND_RULES = {"hero": "KC-2", "villain": "KC-28", "weapon": "KC-24"}


def component_terms() -> list[Term]:
    """One term for each badge and each card, keyed as the board has them."""
    return [*_badges(), *[_card(card) for card in range(CARDS)]]


def _badges() -> list[Term]:
    terms: list[Term] = []
    for key, name in zip(BOX.type_keys, BOX.type_names, strict=True):
        facts: Facts = {"type": name}
        terms.append(
            Term(
                f"badge:{key}",
                term_text("badge-hero-name", facts),
                term_text("badge-hero", facts),
                rule="KC-24",
                also=[name.en, name.de],
            )
        )
    for kind in ("villain", "weapon"):
        terms.append(
            Term(
                f"badge:{kind}",
                term_text(f"badge-{kind}-name", {}),
                term_text(f"badge-{kind}", {}),
                rule=_KIND_RULES[kind],
            )
        )
    return terms


def _card(card: int) -> Term:
    kind = BOX.kind(card)
    facts: Facts = {"name": BOX.names[card], "value": BOX.values[card], "others": CARDS - 1}
    if BOX.family[card] < VILLAIN:
        facts["type"] = BOX.type_names[BOX.family[card]]
    if BOX.family[card] != WEAPON:
        facts["beats"] = _beaten(card)
    name = term_text("card-name", facts)
    return Term(
        f"card:{BOX.ids[card]}",
        name,
        term_text(f"card-{kind}", facts),
        term_text("card-weapon-needs", facts) if kind == "weapon" else None,
        _KIND_RULES[kind],
        [BOX.names[card].en, BOX.names[card].de],
    )


def _beaten(card: int) -> int:
    """How many of the other cards this one beats alone when they lie face-down (KC-28)."""
    fallen = 0
    for other in range(CARDS):
        if other != card and beats(card, BOX.values[card], other, True):
            fallen += 1
    return fallen
