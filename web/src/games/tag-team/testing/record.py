"""Play a few fights with the real engine and keep what one seat was told: the board's tests replay them.

Run with the project's Python, from anywhere, when the view, the events or the words of the game change:

    python web/src/games/tag-team/testing/record.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from slugfest.games.tag_team import GAME
from slugfest.kernel import History, Options, Perspective, Rng, seeded
from slugfest.table.views import happening_seen

HERE = Path(__file__).parent

# how the teams are found, secret, whose eyes (-1: a spectator's)
GAMES: list[tuple[str, str, int]] = [
    ("first-game", "a", 0),
    ("normal", "c", 1),
    ("tactical", "d", 1),
    ("free", "e", 0),
    ("random", "f", -1),
    ("random", "g", 1),
]
# and named teams, so that every fighter and every rare event is in some fight
TEAMS: list[tuple[list[str], list[str], str, int]] = [
    (["ching", "wong"], ["wild", "mordred"], "t56", 0),
    (["ching", "wong"], ["wild", "mordred"], "t9", 0),
    (["bodvar", "milady"], ["fey", "brijit"], "t483", 1),
    (["shango", "golem"], ["mephisto", "joan"], "t244", 0),
]
# Sentences are kept where they name a card: the log may not repeat all of them (TT-203).
NAMING = {"clash", "cancelled", "second_pass", "terror", "execute", "removed", "instant", "flipped"}


def choose(history: History, seat: int, chance: Rng) -> int:
    """A beginner who does anything at all every third time, so that fights last and everything happens once."""
    perspective = Perspective(history.state, seat)
    if chance.below(3) == 0:
        moves = perspective.moves()
        return moves[chance.below(len(moves))]
    return GAME.greedy(perspective.sample(chance), seat)


def told(history: History, seat: int, move: int, viewer: int) -> list[Any]:
    """What the viewer is told of a move, with what it may look up later."""
    before = history.state.copy()
    happenings = [
        happening_seen(before, viewer, event.seen_by(viewer), opened=False)
        for event in history.play(seat, move)
    ]
    return [
        happening if happening["kind"] in NAMING else {"kind": happening["kind"], "facts": happening["facts"]}
        for happening in happenings
    ]


def record(options: Options, secret: str, viewer: int) -> dict[str, Any]:
    """A fight as one seat was told it, how the fighters stood on the way, and what it saw where it had to decide."""
    history = History(GAME, 2, options, secret)
    chance = seeded("recorded", secret)
    happenings: list[Any] = []
    positions: list[Any] = []
    views: list[Any] = []
    seen: set[str] = set()
    while history.state.outcome() is None:
        seat = history.state.actors()[0]
        board = history.state.look(viewer)
        kind = f"{board['phase']} {board['draft'] is not None and board['draft']['choice']['keep'] is not None}"
        if seat == viewer and (kind not in seen or board["round"] in (3, 6)):
            views.append(history.state.view(viewer))
            seen.add(kind)
        new = told(history, seat, choose(history, seat, chance), viewer)
        happenings += new
        sides = history.state.look(viewer)["sides"]
        if new and sides:
            positions.append([len(happenings), [side["fighters"] for side in sides]])
    views.append(history.state.view(viewer))
    return {"seat": viewer, "happenings": happenings, "positions": positions, "views": views}


def write(name: str, lines: list[Any]) -> None:
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    (HERE / name).write_text(text, encoding="utf-8")


def all_games() -> list[dict[str, Any]]:
    games = [record({"teams": way}, secret, viewer) for way, secret, viewer in GAMES]
    for one, other, secret, viewer in TEAMS:
        options = GAME.match_up(one, other)
        assert options is not None
        games.append(record(options, secret, viewer))
    return games


if __name__ == "__main__":
    write("recorded.jsonl", all_games())
    write("catalogue.jsonl", [GAME.catalogue()])
