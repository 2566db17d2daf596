"""Ratings of people, pinned to bots whose strength never moves. ``docs/ratings.md`` says what counts and why.

A rating is derived: a finished match gives a :class:`Result` (:mod:`.results`), and results in order give ratings
(:mod:`.ledger`). Nothing else is needed, so the ratings of a server can be made again from its log at any time.
"""

from __future__ import annotations

from .anchors import Anchor, Anchors, load_anchors
from .ledger import Change, Ledger, Standing
from .model import NEW, VERSION, Rating, chance, rate
from .results import Kind, Player, Pool, Result, pool_of, result_of_table, why_unrated

__all__ = [
    "NEW",
    "VERSION",
    "Anchor",
    "Anchors",
    "Change",
    "Kind",
    "Ledger",
    "Player",
    "Pool",
    "Rating",
    "Result",
    "Standing",
    "chance",
    "load_anchors",
    "pool_of",
    "rate",
    "result_of_table",
    "why_unrated",
]
