"""Play a few games with the real engine and keep what one seat was told: the boards' tests replay them.

Run with the project's Python, from anywhere, when the views or the events of a game change:

    python web/src/games/record.py kapow-cards kapow-dice
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

from slugfest.kernel import Game, Rng, State, game

HERE = Path(__file__).parent


class Wish(NamedTuple):
    """A game to be played, and through whose eyes it is seen (-1: a spectator's)."""

    seats: int
    mode: str
    seed: int
    viewer: int
    steps: int = 10_000  # at the most


GAMES = {
    "kapow-cards": [
        Wish(2, "fallen-heroes", 2, 0),
        Wish(3, "fallen-heroes", 1, 0),
        Wish(4, "fallen-heroes", 1, 0),
        Wish(6, "fallen-heroes", 3, 0),
        Wish(2, "to-infinity", 4, -1),
        Wish(6, "to-infinity", 4, 3),
    ],
    "kapow-dice": [
        Wish(2, "duel", 2, 0, 28),
        Wish(2, "characters", 5, 1, 28),
        Wish(1, "solo", 1, 0, 22),
        Wish(4, "team", 3, 2, 26),
        Wish(2, "coop", 4, 0, 22),
        Wish(2, "characters", 7, -1, 26),
    ],
}


def choose(played: Game, state: State, seat: int, chance: Rng) -> int:
    """A beginner who does anything at all every fourth time, so that everything happens once."""
    if chance.below(4) == 0:
        moves = state.moves(seat)
        return moves[chance.below(len(moves))]
    return played.greedy(state.sample(seat, chance), seat)


def position(state: State, viewer: int) -> dict[str, Any]:
    """The part of a view that changes."""
    view = state.view(viewer)
    return {
        "actors": view["actors"],
        "moves": [option["move"] for option in view["moves"]],
        "outcome": view["outcome"],
        "board": view["board"],
    }


def record(played: Game, wish: Wish) -> dict[str, Any]:
    state = played.new(wish.seats, {"mode": wish.mode}, Rng(wish.seed))
    chance = Rng(wish.seed * 7 + 1)
    start = position(state, wish.viewer)
    steps: list[dict[str, Any]] = []
    while state.outcome() is None and len(steps) < wish.steps:
        seat = state.actors()[0]
        move = choose(played, state, seat, chance)
        state.events = []
        state.play(seat, move)
        told = [event.seen_by(wish.viewer) for event in state.events]
        state.events = None
        happenings = [[facts.pop("kind"), facts] for facts in told]
        steps.append({"happenings": happenings, "after": position(state, wish.viewer)})
    return {
        "seats": wish.seats,
        "seat": wish.viewer,
        "options": state.options,
        "start": start,
        "steps": steps,
    }


def write(path: Path, lines: list[Any]) -> None:
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for key in sys.argv[1:] or GAMES:
        folder = HERE / key / "testing"
        write(folder / "recorded.jsonl", [record(game(key), wish) for wish in GAMES[key]])
        write(folder / "catalogue.jsonl", [game(key).catalogue()])
