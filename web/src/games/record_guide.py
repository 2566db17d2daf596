"""Print every game's guide, as the wire has it, and the questions that newcomers ask: the search's tests read them.

Run with the project's Python, from anywhere, when a guide, the terms of a game or its questions change:

    python web/src/games/record_guide.py
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from slugfest.kernel import Game, games
from slugfest.table.views import guide_info

HERE = Path(__file__).parent
QUESTIONS = HERE.parents[2] / "tests" / "guide" / "questions"


def printed(game: Game) -> str:
    """What is kept of a game: its goal, its guide and its questions, in lines that a change can be seen in."""
    asked = QUESTIONS / f"{game.id}.toml"
    questions = tomllib.loads(asked.read_text("utf-8"))["question"] if asked.exists() else []
    guide = None if game.teaching is None else game.teaching.guide
    goal = None if guide is None else guide.goal.as_json()
    kept = {"goal": goal, "guide": guide_info(game), "rules": sorted(game.rules), "questions": questions}
    return json.dumps(kept, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    for game in games().values():
        if guide_info(game) is not None:
            path = HERE / game.id / "testing" / "guide.json"
            path.write_text(printed(game), encoding="utf-8")
            print(f"wrote {path.name} of {game.id}")
