"""Where bots think: a text in, a text out, in a worker of its own that may be ended at any time."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict

from slugfest.kernel import Game, game
from slugfest.protocol.thinking import think as put_to_a_bot
from slugfest.table import Question

from .journal import text_of


def think(text: str, find_game: Callable[[str], Game] = game) -> str:
    """What a bot says to a question of :mod:`.thoughts`, or what went wrong."""
    try:
        asked = json.loads(text)
        question = Question(**asked["question"])
        found = find_game(question.game)
        ideas = put_to_a_bot(question, asked["purpose"], found, seconds=asked["seconds"])
        return text_of({"ideas": [asdict(idea) for idea in ideas]})
    except Exception as error:  # whatever it is, the house asks anew or goes on without
        return text_of({"error": f"{type(error).__name__}: {error}"[:500]})
