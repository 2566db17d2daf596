"""Miniatures: a game so small that OpenSpiel solves it, as a variant file beside this module."""

from __future__ import annotations

from pathlib import Path

from slugfest.kernel import Game, SlugfestError, add_variant, read_variant

HERE = Path(__file__).parent


def miniatures() -> list[str]:
    """The ids of the games that have a miniature."""
    return sorted(path.stem for path in HERE.glob("*.toml") if not path.stem.endswith(".content"))


def miniature(game_id: str) -> Game:
    """The miniature of a game, loaded as a variant beside the game itself."""
    path = HERE / f"{game_id}.toml"
    if game_id not in miniatures():
        raise SlugfestError(f"there is no miniature of {game_id!r}; there are {', '.join(miniatures())}")
    return add_variant(read_variant(path))
