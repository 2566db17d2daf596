"""Let bots think: text in, text out, in a worker of its own that may be ended at any time."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Final

from slugfest.kernel import Game, Variant, add_variant, forget_variant, game, variant_from
from slugfest.protocol.reviewing import ReviewJob
from slugfest.protocol.thinking import think as ask_bot
from slugfest.protocol.trial_games import play_slice
from slugfest.table import Question

from .journal import text_of

SLICE: Final = 0.8  # seconds of a review between two decisions of bots

VARIANTS: Final = 3  # that are loaded at a time
_variants: list[str] = []  # their ids, the last used one last

# The review in the making: of which match, quick or not. It is lost with the worker, and begun again.
_review: dict[tuple[str, bool], ReviewJob] = {}


def think(text: str, find_game: Callable[[str], Game] = game) -> str:
    """Answer a question of :mod:`.thoughts` with ideas or an error."""
    try:
        asked = json.loads(text)
        if asked.get("variant") is not None:
            find_game = with_variant(load(variant_from(asked["variant"])), find_game)
        if "trial" in asked:
            return text_of(
                play_slice(find_game, asked["trial"], asked["level"], asked["first"], asked["seconds"])
            )
        if "review" in asked:
            return text_of(review_on(asked, find_game(asked["game"])))
        question = Question(**asked["question"])
        found = find_game(question.game)
        ideas = ask_bot(question, asked["purpose"], found, seconds=asked["seconds"])
        return text_of({"ideas": [asdict(idea) for idea in ideas]})
    except Exception as error:  # the server asks again or goes on without
        return text_of({"error": f"{type(error).__name__}: {error}"[:500]})


def with_variant(varied: Game, find_game: Callable[[str], Game]) -> Callable[[str], Game]:
    """Find a variant beside the games that are known."""
    return lambda id: varied if id == varied.id else find_game(id)


def load(wanted: Variant) -> Game:
    """Load a variant, and forget the one that nobody has asked about for longest."""
    loaded = add_variant(wanted)
    if wanted.id in _variants:
        _variants.remove(wanted.id)
    _variants.append(wanted.id)
    if len(_variants) > VARIANTS:
        forget_variant(_variants.pop(0))
    return loaded


def review_on(asked: dict[str, Any], found: Game) -> dict[str, Any]:
    """Go on with a review for a while: its progress, and the review when it is done."""
    key = (str(asked["review"]), bool(asked["quick"]))
    if key not in _review:
        _review.clear()
        _review[key] = ReviewJob(
            found, asked["record"], asked["quick"], asked["assisted"], asked["level"], asked["people"]
        )
    job = _review[key]
    if job.work(SLICE):
        return {"progress": job.progress, "done": None}
    _review.clear()
    return {"progress": 100, "done": job.document()}
