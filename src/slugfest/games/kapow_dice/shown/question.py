"""The open question as each seat sees it: who is asked what, and what the answers come to (KD-91, KD-274)."""

from __future__ import annotations

from slugfest.games.kapow_dice.content import BOX, KINDS
from slugfest.games.kapow_dice.position.fight import ATTACK_TOTAL, DEFENCE_TOTAL, UNKNOWN
from slugfest.games.kapow_dice.position.moves import DICE
from slugfest.games.kapow_dice.position.phases import (
    NO_QUESTION,
    Q_ATTACK,
    Q_AUTOMATED_FACE,
    Q_BLOOD,
    Q_CONFIRM,
    Q_DEFEND,
    Q_DIE,
    Q_FACE,
    Q_REROLL_ANY,
    Q_SWAP,
    QUESTIONS,
    STATING_DEFENCE,
)
from slugfest.games.kapow_dice.position.position import Position
from slugfest.games.kapow_dice.position.requirements import FACE_LETTERS
from slugfest.games.kapow_dice.position.tables import COST, DICE_KINDS, FACE_TYPES, NONE, SECTION_TEXT
from slugfest.games.kapow_dice.rules.totals import (
    automated_total,
    formula_of,
    list_extras,
    offered_bases,
    row_sum,
    total_of,
)

from .facts import Blow, Goal, QuestionFacts


def question(position: Position, seat: int) -> QuestionFacts | None:
    """The open question: who is asked what. What was picked behind a screen stays there."""
    if position.question == NO_QUESTION:
        return None
    asked = (
        position.members(position.team(position.beneficiary)) if position.asked == NONE else [position.asked]
    )
    facts: QuestionFacts = {
        "kind": QUESTIONS[position.question - 1],
        "fighters": asked,
        "box": position.box(position.source),
        "for": None if position.beneficiary == NONE else position.beneficiary,
    }
    if position.question == Q_REROLL_ANY:
        facts["most"] = position.argument
        shown = position.sees(seat, position.asked)
        facts["picked"] = [die + 1 for die in range(DICE) if position.picked >> die & 1] if shown else None
    elif position.question in (Q_FACE, Q_AUTOMATED_FACE):
        facts["types"] = [FACE_LETTERS[face] for face in range(FACE_TYPES) if position.argument >> face & 1]
    elif position.question == Q_DIE:
        kinds: list[str] = [KINDS[kind] for kind in range(DICE_KINDS) if position.argument >> kind & 1]
        facts["kinds"] = kinds + (["trait"] if position.argument >> DICE_KINDS & 1 else [])
    elif position.question == Q_CONFIRM:
        facts["card"] = BOX.cards[position.argument].id
    elif position.question == Q_SWAP:
        facts["left"] = position.argument
    elif position.question == Q_BLOOD:
        facts["health"] = position.argument
    elif position.question in (Q_ATTACK, Q_DEFEND):
        attack = position.question == Q_ATTACK
        facts["sums"] = {
            SECTION_TEXT[base]: formula_of(position, position.asked, base, attack)
            for base in offered_bases(position, position.asked, attack)
        }
        facts["totals"] = {box: parts["total"] for box, parts in facts["sums"].items()}
        if attack:
            goal = _goal(position, position.target_of(position.asked))
            facts["goal"] = goal
            facts["damage"] = {
                box: 0 if position.no_loss else max(0, total - goal["open"])
                for box, total in facts["totals"].items()
            }
            facts["costs"] = _costs(position, position.asked)
        else:
            blows = _incoming(position, position.asked)
            facts["incoming"] = blows
            if blows and all(blow["sure"] for blow in blows):
                facts["damage"] = {
                    box: 0 if position.no_loss else sum(max(0, blow["attack"] - total) for blow in blows)
                    for box, total in facts["totals"].items()
                }
    return facts


def _costs(position: Position, fighter: int) -> int:
    """The Health that an attack costs its own fighter (KD-164)."""
    return sum(COST[section] for section in list_extras(position, fighter, True))


def _incoming(position: Position, fighter: int) -> list[Blow]:
    """What a fighter defends against: the attack that was made, or in Co-op those that will be (KD-111, KD-261)."""
    blows: list[Blow] = []
    for foe in position.members(1 - position.team(fighter)):
        attack = position.fight[ATTACK_TOTAL + foe]
        if attack != UNKNOWN and position.target_of(foe) == fighter:
            blows.append({"fighter": foe, "attack": attack, "sure": True})
        elif position.phase == STATING_DEFENCE and row_sum(position, foe, True) > 0:
            blows.append({"fighter": foe, "attack": automated_total(position, foe, True), "sure": False})
    return blows


def _goal(position: Position, target: int) -> Goal:
    """Whom an attack is for, and what it must beat: rows and boxes lie open after the reveal (KD-110, KD-235)."""
    settled = position.fight[DEFENCE_TOTAL + target]
    if settled != UNKNOWN:
        return {"fighter": target, "defence": settled, "open": settled}
    if position.automated(target):
        total = automated_total(position, target, False)
        return {"fighter": target, "defence": total, "open": total}
    bases = offered_bases(position, target, False)
    lies = max((total_of(position, target, base, False) for base in bases), default=0)
    return {"fighter": target, "defence": None, "open": lies}
