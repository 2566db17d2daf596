"""Checks of a position that a document describes."""

from __future__ import annotations

from slugfest.games.custom_heroes.content import POWER_LIMIT, RATE
from slugfest.games.custom_heroes.position.position import AFTER, LEAD, OVER, SCORING, TURN, WAGERS
from slugfest.games.custom_heroes.rules.legal import Turn
from slugfest.kernel import PositionError


def check(table: Turn) -> None:
    """Refuse a position that no game could continue from."""
    if table.phase == OVER:
        return
    if not table.plays(table.turn):
        raise PositionError(f"turn: P{table.turn + 1} does not take part in this round")
    if table.phase == WAGERS:
        if not table.actors():
            raise PositionError("phase: nobody is left to be asked for wagers (CH-119)")
        if min(table.hand_size[s] for s in range(table.seats) if table.plays(s)) == 0 or table.top != LEAD:
            raise PositionError("phase: wagers are decided with full hands, before the first trick")
        return
    active = table.active_seats()
    power = table.power(table.turn)
    if table.phase == TURN and (table.hand_size[table.turn] == 0 or active < 2):
        raise PositionError("turn: the player in turn and somebody else must hold cards")
    if table.phase != TURN and (table.top == LEAD or (table.phase == AFTER and table.last != table.turn)):
        raise PositionError("top: this decision follows a play; give the set on top")
    if table.phase == AFTER and (power < RATE or active < 1 or table.place[table.turn]):
        raise PositionError(f"power: after a play there is a decision only with {RATE} power or more (CH-59)")
    if table.phase == SCORING:
        last = table.hand_size[table.turn] > 0
        if power <= POWER_LIMIT or not table.place[table.turn] or active < 1 or (last and active > 1):
            raise PositionError("phase: scoring needs more power than the limit and a place (CH-82)")
    if table.top == LEAD and (table.passes or table.equal):
        raise PositionError("passes: nobody can have passed before the lead")
    running = table.phase == TURN and table.top != LEAD
    if running and (table.last == table.turn or table.passes >= table.passes_needed() or table.equal):
        raise PositionError("passes: this trick would be over (CH-47)")
    if table.top != LEAD and not table.plays(table.last):
        raise PositionError("top.seat: this player does not take part in the round")
