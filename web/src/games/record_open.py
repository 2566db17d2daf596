"""Play a match of every game and mode and keep a few positions laid open, as a replay that tells all shows them.

Run with the project's Python, from anywhere, when the open boards of a game change:

    python web/src/games/record_open.py
"""

from __future__ import annotations

import json
from pathlib import Path

from slugfest.kernel import EVERYTHING, Facts, Game, Options, Rng, game

HERE = Path(__file__).parent

MATCHES: dict[str, list[tuple[int, Options]]] = {
    "kapow-cards": [(2, {"mode": "fallen-heroes"}), (6, {"mode": "to-infinity"})],
    "kapow-dice": [
        (2, {"mode": "duel"}),
        (2, {"mode": "characters", "by_lot": True}),
        (1, {"mode": "solo", "by_lot": True}),
        (4, {"mode": "team", "by_lot": True}),
        (2, {"mode": "coop", "by_lot": True}),
    ],
    "custom-heroes": [(2, {}), (4, {})],
    "tag-team": [(2, {"teams": "free"}), (2, {"teams": "normal"}), (2, {"teams": "tactical"})],
}


def positions(played: Game, seats: int, options: Options) -> list[Facts]:
    """One of every phase, from the middle of the match, and how it looked when three quarters were over."""
    state = played.new(seats, options, Rng(11))
    chance = Rng(78)
    views = [state.view(EVERYTHING)]
    while state.outcome() is None:
        seat = state.actors()[-1]
        search = played.require_search()
        state.play(seat, search.greedy(search.sample(state, seat, chance), seat))
        views.append(state.view(EVERYTHING))
    phases: dict[str, list[Facts]] = {}
    for view in views:
        phases.setdefault(view["board"].get("phase", ""), []).append(view)
    return [*(seen[len(seen) // 2] for seen in phases.values()), views[len(views) * 3 // 4]]


if __name__ == "__main__":
    for key, matches in MATCHES.items():
        kept = [view for seats, options in matches for view in positions(game(key), seats, options)]
        text = "".join(json.dumps(view, ensure_ascii=False, separators=(",", ":")) + "\n" for view in kept)
        (HERE / key / "testing" / "open.jsonl").write_text(text, encoding="utf-8")
