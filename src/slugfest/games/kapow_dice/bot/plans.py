"""Placements for a search to choose from, and quick ones for fighters behind their screens."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.games.kapow_dice.position.boards import filled_sections
from slugfest.games.kapow_dice.position.moves import READY
from slugfest.games.kapow_dice.position.phases import TEAM
from slugfest.games.kapow_dice.position.position import Position
from slugfest.games.kapow_dice.position.tables import CARD_BIT
from slugfest.games.kapow_dice.rules.placing import (
    CARD_UNANNOUNCED,
    MAY_GET_READY,
    make_placing_move,
    readiness,
)
from slugfest.kernel import Rng
from slugfest.kernel.parts.search import scattered

from .memory import Memory
from .offers import Offers
from .placement import RANKS, Partial, Plan
from .solver import Solver

CANDIDATES: Final = 12  # plans offered to a search
_WIDE: Final = 3  # partial plans kept for each number of dice used
_NARROW: Final = 1  # and for what is added to a placement
_MOST_KNOWN: Final = 500  # placements found for a round, kept for all copies


def find_plans(position: Position, memory: Memory, fighter: int) -> list[Plan]:
    """The candidate placements of a fighter as moves, the best first; kept until something changes.

    Plans are cached for all copies. A fighter whose dice are imagined has one quick placement.
    """
    if memory.imagined >> fighter & 1 and not memory.plans[fighter]:
        imagine_plan(position, memory, fighter, position.rng.copy())
    found = memory.plans[fighter]
    if not found:
        key = plans_key(position, fighter)
        known = memory.known.get(key)
        if known is None:
            solver = Solver(position, fighter, memory.find_offers(position, fighter, False), True)
            known = [solver.plan_of(partial) for partial in best_ones(solver.solve(_WIDE))]
            known[0].steps = {}
            if len(memory.known) >= _MOST_KNOWN:
                memory.known.clear()
            memory.known[key] = known
        found.extend(known)
    return found


def plans_found(position: Position, fighter: int, finds: int) -> list[Plan]:
    """The candidate placements of somebody who overlooks boxes; those that are full already it sees."""
    offers = Offers(position, fighter, False)
    roll = position.roll(fighter)
    salt: i64 = position.round * 31 + ((roll.low ^ roll.high >> 3) & 0xFFFFFFFF)
    full = filled_sections(position, fighter)[0]
    for rank in range(RANKS):
        offers.by_rank[rank] = [
            option
            for option in offers.by_rank[rank]
            if full & option.box.bit or scattered(option.box.section, salt) < finds
        ]
    solver = Solver(position, fighter, offers, True)
    return [solver.plan_of(partial) for partial in best_ones(solver.solve(_WIDE))]


def plans_key(position: Position, fighter: int) -> tuple[int, ...]:
    """The cache key of plans, all that they depend on and that may change in phase 1: the own dice and boxes, whom
    it attacks, Health, what was announced; for Team-Up cards also the partner's dice (KD-210)."""
    roll = position.roll(fighter)
    parts: list[int] = [fighter, roll.low, roll.high, roll.movable, position.reach(fighter).key]
    parts += [position.announced[fighter], position.targets[fighter], position.health[0], position.health[1]]
    if position.mode >= TEAM:
        partner = position.partner(fighter)
        cards = filled_sections(position, partner)[0] >> CARD_BIT
        roll = position.roll(partner)
        parts += [roll.low, roll.high, roll.movable, cards]
    return tuple(parts + position.announcements)


def best_ones(partials: list[Partial]) -> list[Partial]:
    """The best placements, but none that only leaves out boxes of a better one."""
    kept: list[Partial] = []
    for partial in partials:
        mask = partial.mask()
        lesser = False
        for other in kept:
            if mask & ~other.mask() == 0:
                lesser = True
        if not lesser:
            kept.append(partial)
            if len(kept) == CANDIDATES:
                break
    return kept


def find_extensions(position: Position, memory: Memory, fighter: int) -> list[Plan]:
    """What could be added to a placement that fits none of the candidates."""
    solver = Solver(position, fighter, memory.find_offers(position, fighter, False), True, adding=True)
    return [solver.plan_of(partial) for partial in solver.solve(_NARROW)[:CANDIDATES]]


def imagine_plan(position: Position, memory: Memory, fighter: int, rng: Rng) -> None:
    """Plan one sensible random placement for a fighter behind a screen."""
    solver = Solver(position, fighter, memory.find_offers(position, fighter, False), False)
    memory.keep(fighter, [solver.plan_of(solver.quick(rng))])


def place_quickly(position: Position, memory: Memory, fighter: int, rng: Rng) -> None:
    """Give a fighter who is ready a sensible random placement.

    A card that the partner has completed since may wait to be announced.
    """
    solver = Solver(position, fighter, memory.find_offers(position, fighter, True), False, settled=True)
    best = solver.quick(rng)
    changes = position.changes_of_mind[fighter]
    for move in solver.plan_of(best).moves:
        if move != READY:
            make_placing_move(position, fighter, move)
    position.changes_of_mind[fighter] = changes
    if readiness(position, fighter) not in (MAY_GET_READY, CARD_UNANNOUNCED):
        raise AssertionError("an imagined placement must be complete")
