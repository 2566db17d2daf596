"""Play a few games with the real engine and keep what one seat was told: the board's tests replay them.

Run with the project's Python, from anywhere, when the view or the events of the game change:

    python web/src/games/kapow-dice/testing/record.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from slugfest.games.kapow_dice import GAME
from slugfest.kernel import Rng, State

HERE = Path(__file__).parent

# seats, mode, seed, whose eyes (-1: a spectator's), steps kept
GAMES = [
    (2, "duel", 2, 0, 28),
    (2, "characters", 5, 1, 28),
    (1, "solo", 1, 0, 22),
    (4, "team", 3, 2, 26),
    (2, "coop", 4, 0, 22),
    (2, "characters", 7, -1, 26),
]


def choose(state: State, seat: int, chance: Rng) -> int:
    """A beginner who does anything at all every fifth time, so that everything happens once."""
    if chance.below(5) == 0:
        moves = state.moves(seat)
        return moves[chance.below(len(moves))]
    return GAME.greedy(state.sample(seat, chance), seat)


def position(state: State, viewer: int) -> dict[str, Any]:
    """The part of a view that changes."""
    view = state.view(viewer)
    return {
        "actors": view["actors"],
        "moves": [option["move"] for option in view["moves"]],
        "outcome": view["outcome"],
        "board": view["board"],
    }


def record(seats: int, mode: str, seed: int, viewer: int, most: int) -> dict[str, Any]:
    state = GAME.new(seats, {"mode": mode}, Rng(seed))
    chance = Rng(seed * 7 + 1)
    steps: list[dict[str, Any]] = []
    game = {"seats": seats, "seat": viewer, "options": state.options, "start": position(state, viewer)}
    while state.outcome() is None and len(steps) < most:
        seat = state.actors()[0]
        move = choose(state, seat, chance)
        state.events = []
        state.play(seat, move)
        told = [event.seen_by(viewer) for event in state.events]
        state.events = None
        happenings = [[facts.pop("kind"), facts] for facts in told]
        steps.append({"happenings": happenings, "after": position(state, viewer)})
    return {**game, "steps": steps}


def write(name: str, lines: list[Any]) -> None:
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    (HERE / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write("recorded.jsonl", [record(*game) for game in GAMES])
    write("catalogue.jsonl", [GAME.catalogue()])
