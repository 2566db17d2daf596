"""Play a few games with the real engine and keep what one seat was told: the boards' tests replay them.

Run with the project's Python, from anywhere, when the views or the events of a game change:

    python web/src/games/record.py kapow-cards kapow-dice
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from slugfest.kernel import Facts, Game, Rng, State, game, preview

HERE = Path(__file__).parent


class Wish(NamedTuple):
    """A game to be played, and through whose eyes it is seen (-1: a spectator's)."""

    seats: int
    mode: str  # none where the game has no modes
    seed: int
    viewer: int
    steps: int = 10_000  # at the most
    ask_every: int = 2  # positions: at every so many the engine is asked what the board may ask


GAMES = {
    "kapow-cards": [
        Wish(2, "fallen-heroes", 2, 0),
        Wish(3, "fallen-heroes", 1, 0),
        Wish(4, "fallen-heroes", 1, 0),
        Wish(6, "fallen-heroes", 3, 0),
        Wish(2, "to-infinity", 4, -1),
        Wish(6, "to-infinity", 4, 3),
    ],
    "custom-heroes": [
        Wish(4, "", 5, -1, 60),
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
    search = played.require_search()
    return search.greedy(search.sample(state, seat, chance), seat)


# ---- what a board may ask ------------------------------------------------------------------------------------------


def kapow_cards(view: Facts) -> list[list[str]]:
    """What somebody may mean who taps what is not possible: an action, cards that do not go together, a target."""
    legal = [option["move"] for option in view["moves"]]
    if not legal:
        return [["PASS"]]
    seat, players = view["seat"], view["board"]["players"]
    hand = players[seat]["hand"]
    meant = [text for text in ("PASS", "RECRUIT", f"BARRICADE {hand[0]}") if not offered(legal, text)]
    sets = [text.split()[1] for text in legal if text.startswith("ATTACK")]
    able = sets[0] if sets else hand[0]
    for count in (2, 3):
        for cards in combinations(hand, count):
            if not any("+".join(order) in sets for order in (cards, cards[::-1])):
                meant.append(f"ATTACK {'+'.join(cards)} -> P{(seat + 1) % view['seats'] + 1}:D1")
    for other, player in enumerate(players):
        for index, slot in enumerate(player["row"]):
            if (slot is not None) == (other == seat):
                meant.append(f"ATTACK {able} -> P{other + 1}:D{index + 1}")
    return [[text] for text in meant]


def offered(legal: list[str], text: str) -> bool:
    """Whether some legal move begins with the same word."""
    return any(move.split()[0] == text.split()[0] for move in legal)


QUESTIONS: dict[str, Callable[[Facts], list[list[str]]]] = {"kapow-cards": kapow_cards}
"""By game: the bundles of moves that its board may ask about, given a seat's view."""


# ---- what is kept --------------------------------------------------------------------------------------------------


def position(state: State, viewer: int, asking: bool) -> dict[str, Any]:
    """The part of a view that changes, with what the engine answers to a board that asks."""
    view = state.view(viewer)
    kept = {
        "actors": view["actors"],
        "moves": [option["move"] for option in view["moves"]],
        "outcome": view["outcome"],
        "board": view["board"],
    }
    forecasts = [option["forecast"] for option in view["moves"]]
    if any(forecasts):
        kept["forecasts"] = forecasts
    if asking and viewer >= 0 and state.game.id in QUESTIONS:
        kept["asked"] = [
            [texts, preview(state, viewer, texts, Rng(1)).as_json()]
            for texts in QUESTIONS[state.game.id](view)
        ]
    return kept


def record(played: Game, wish: Wish) -> dict[str, Any]:
    state = played.new(wish.seats, {"mode": wish.mode} if wish.mode else {}, Rng(wish.seed))
    chance = Rng(wish.seed * 7 + 1)
    start = position(state, wish.viewer, True)
    steps: list[dict[str, Any]] = []
    while state.outcome() is None and len(steps) < wish.steps:
        seat = state.actors()[0]
        move = choose(played, state, seat, chance)
        state.events = []
        state.play(seat, move)
        told = [event.seen_by(wish.viewer) for event in state.events]
        state.events = None
        happenings = [[facts.pop("kind"), facts] for facts in told]
        asking = len(steps) % wish.ask_every == 0 or state.outcome() is not None
        steps.append({"happenings": happenings, "after": position(state, wish.viewer, asking)})
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
        write(folder / "catalogue.jsonl", [game(key).display.catalogue()])
