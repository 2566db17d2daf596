"""Anchors: the ratings of bots and automated opponents, measured in the lab once and never moved.

They are what makes 1500 mean the same on every server and in every year. ``anchors.toml`` names for each pool the
command, the seed and the number of games behind its figures.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from slugfest.kernel import SlugfestError

from .model import Rating, at_points
from .results import KINDS, Pool

FILE: Final = Path(__file__).parent / "anchors.toml"


@dataclass(frozen=True, slots=True)
class Anchor:
    """A player whose rating never moves."""

    points: float
    low: float  # of the interval of 95 % that the lab gave
    high: float

    @property
    def rating(self) -> Rating:
        return at_points(self.points, (self.high - self.low) / 2)


@dataclass(frozen=True, slots=True)
class AnchoredPool:
    """The anchors of a pool and where they come from."""

    command: str
    games: int
    anchors: Mapping[str, Anchor]


@dataclass(frozen=True, slots=True)
class Anchors:
    """All anchors."""

    pools: Mapping[Pool, AnchoredPool]

    def rating(self, pool: Pool, name: str) -> Rating | None:
        """An anchor's rating; None if it was never measured, and then nothing against it is rated."""
        known = self.pools.get(pool)
        anchor = None if known is None else known.anchors.get(name)
        return None if anchor is None else anchor.rating


NO_ANCHORS: Final = Anchors({})


@lru_cache(1)
def load_anchors() -> Anchors:
    """The anchors that come with Slugfest."""
    return read_anchors(FILE.read_text("utf-8"), FILE.name)


def read_anchors(text: str, source: str) -> Anchors:
    """Anchors from a TOML file: a table ``[GAME.KIND]`` with ``command``, ``games`` and ``anchors``."""
    pools = {}
    for game, kinds in tomllib.loads(text).items():
        for kind, table in kinds.items():
            where = f"{source}, [{game}.{kind}]"
            if kind not in KINDS:
                raise SlugfestError(f"{where}: {kind!r} is no kind of pool; there are {', '.join(KINDS)}")
            pools[Pool(game, kind)] = _pool(where, table)
    return Anchors(pools)


def _pool(where: str, table: Mapping[str, object]) -> AnchoredPool:
    command, games, anchors = table.get("command"), table.get("games"), table.get("anchors")
    if not isinstance(command, str) or not isinstance(games, int) or not isinstance(anchors, dict):
        raise SlugfestError(f"{where} needs a command, a number of games and a table of anchors")
    found = {}
    for name, figures in anchors.items():
        match figures:
            case [int() | float() as low, int() | float() as points, int() | float() as high] if (
                low <= points <= high
            ):
                found[name] = Anchor(points, low, high)
            case _:
                raise SlugfestError(f"{where}: {name} needs three figures, [low, points, high], in order")
    return AnchoredPool(command, games, found)
