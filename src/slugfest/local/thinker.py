"""Let bots think: text in, text out, in a worker of its own that may be ended at any time."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict

from slugfest.kernel import Game, game
from slugfest.protocol.thinking import think as ask_bot
from slugfest.table import Question

from .journal import text_of


def think(text: str, find_game: Callable[[str], Game] = game) -> str:
    """Answer a question of :mod:`.thoughts` with ideas or an error."""
    try:
        asked = json.loads(text)
        question = Question(**asked["question"])
        found = find_game(question.game)
        ideas = ask_bot(question, asked["purpose"], found, seconds=asked["seconds"])
        return text_of({"ideas": [asdict(idea) for idea in ideas]})
    except Exception as error:  # the server asks again or goes on without
        return text_of({"error": f"{type(error).__name__}: {error}"[:500]})
