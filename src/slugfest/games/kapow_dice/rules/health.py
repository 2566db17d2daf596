"""Gaining and losing Health, and how the game ends (KD-140 to KD-145, KD-163)."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.fight import LOST
from slugfest.games.kapow_dice.position.phases import (
    COOP,
    KNOCKOUT,
    OVER,
    REASONS,
    ROUND_LIMIT,
    SOLO,
    STANDING_READY,
    STATING_DEFENCE,
)
from slugfest.games.kapow_dice.position.position import Position
from slugfest.games.kapow_dice.position.tables import NONE
from slugfest.kernel import Facts

_ROUND_LIMIT: Final[int] = BOX.limits["round_limit"]

# Why Health is lost.
BY_ATTACK: Final = "attack"
BY_EFFECT: Final = "effect"
BY_COST: Final = "cost"

# ---- Health (KD-140 to KD-145, KD-163) ---------------------------------------------------------------------


def heal(position: Position, fighter: int, amount: int, source: int) -> None:
    """Gain Health, never above the start (KD-141)."""
    team = position.team(fighter)
    gained = min(amount, position.full_health[team] - position.health[team])
    position.health[team] += gained
    if position.events is not None:
        facts: Facts = {
            "team": team,
            "amount": gained,
            "health": position.health[team],
            "box": position.box(source),
        }
        position.emit_for("heal", fighter, facts)


def lose_health(position: Position, fighter: int, amount: int, cause: str, source: int) -> int:
    """Lose Health; returns how much was really lost. At 0 or less the game ends at once (KD-142)."""
    if position.no_loss and amount > 0:
        amount = 0
        position.emit_nothing(fighter, source, "no_loss")
    team = position.team(fighter)
    position.health[team] -= amount
    if STATING_DEFENCE <= position.phase <= STANDING_READY:
        position.fight[LOST + fighter] += amount
    if position.events is not None and amount > 0:
        left = max(0, position.health[team])
        facts: Facts = {
            "team": team,
            "amount": amount,
            "health": left,
            "box": position.box(source),
            "cause": cause,
        }
        position.emit_for("lose", fighter, facts)
    if position.health[team] <= 0:
        if position.events is not None:
            position.emit("knocked_out", {"team": team, "team_who": position.team_who(team)})
        end_game(position, KNOCKOUT, 1 - team)
    return amount


def end_game(position: Position, reason: int, winner: int) -> None:
    """The game is over (KD-142, KD-145)."""
    position.phase = OVER
    position.reason = reason
    position.winner = winner
    position.todo = []
    position.answered()
    position.acting = NONE
    position.reveal()
    if position.events is not None:
        seats = [seat for seat in range(position.seats) if winner == NONE or position.team(seat) == winner]
        if winner == NONE and position.mode in (SOLO, COOP):
            seats = []
        facts: Facts = {"reason": REASONS[reason], "winners": seats}
        facts["team"] = None if winner == NONE else winner
        facts["team_who"] = [] if winner == NONE else position.team_who(winner)
        position.emit("game_over", facts)


def end_at_round_limit(position: Position) -> bool:
    """The program ends a game that never ends (KD-145)."""
    if position.round < _ROUND_LIMIT:
        return False
    end_game(position, ROUND_LIMIT, NONE)
    return True
