"""How a fighter stands in numbers that everybody can count, and why one idea is better than another."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.position.moves import ATTACK_WITH, DECLINE, DEFEND_WITH
from slugfest.games.kapow_dice.position.position import Position
from slugfest.games.kapow_dice.position.tables import SECTION_TEXT
from slugfest.games.kapow_dice.shown.words import why_text
from slugfest.kernel import LOST, STANDING, WON, Contrast, Facts, Text, amount, percent, seat_mark

TERMS: Final = ("health", "dice", "faces", "first", "tangled", "automated")


def standing(position: Position, seat: int) -> list[tuple[str, float]]:
    """Health, dice, faces, whether the team strikes first (KD-119), Entangle tokens (KD-159), and the Health of an
    automated enemy, who has no seat of its own."""
    team = position.team(seat)
    enemy = 1 - team
    automated = position.automated(position.members(enemy)[0])
    return [
        (TERMS[0], float(max(0, position.health[team]))),
        (TERMS[1], float(position.count[seat])),
        (TERMS[2], float(position.faces_of(seat))),
        (TERMS[3], 1.0 if position.first == team else 0.0),
        (TERMS[4], float(position.entangled[seat])),
        (TERMS[5], float(max(0, position.health[enemy])) if automated else 0.0),
    ]


def better_with(term: str) -> int:
    """Nobody wants tokens, or an enemy in good health."""
    return -1 if term in ("tangled", "automated") else 1


def reason(position: Position, seat: int, contrast: Contrast) -> Text | None:
    """Why the best idea is better than the next one."""
    if contrast.what in (WON, LOST):
        return why_text(contrast.what, {"best": percent(contrast.best), "next": percent(contrast.next)})
    if contrast.what != STANDING:
        return None
    facts: Facts = {"target": seat_mark(contrast.whose)}
    if contrast.term == "first":
        facts["best"], facts["next"] = percent(contrast.best), percent(contrast.next)
    else:
        facts["best"], facts["next"] = amount(contrast.best), amount(contrast.next)
    return why_text(f"{contrast.term}-{_whose(position, seat, contrast.whose)}", facts)


def question(position: Position, seat: int, contrast: Contrast) -> Text | None:
    """Where to look, without giving the idea away."""
    if contrast.what != STANDING:
        return None
    key = f"ask-{contrast.term}-{_whose(position, seat, contrast.whose)}"
    return why_text(key, {"target": seat_mark(contrast.whose)})


def _whose(position: Position, seat: int, whose: int) -> str:
    if whose == seat:
        return "mine"
    return "ours" if position.team(whose) == position.team(seat) else "theirs"


def gist(move: int) -> Text | None:
    """What a fighter will probably do, as far as others will see it: behind the screen nothing is."""
    if ATTACK_WITH <= move < DEFEND_WITH:
        return why_text("gist-attack", {"box": SECTION_TEXT[move - ATTACK_WITH]})
    return why_text("gist-decline", {}) if move == DECLINE else None
