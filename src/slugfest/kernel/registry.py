"""Which games there are: everything installed under the entry-point group ``slugfest.games``."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Final

from .contract import Game
from .errors import SlugfestError

GROUP: Final = "slugfest.games"
_games: dict[str, Game] = {}


def games() -> dict[str, Game]:
    """All registered games by id, in alphabetical order."""
    for entry in entry_points(group=GROUP):
        if entry.name not in _games:
            try:
                register(entry.load())
            except SlugfestError:
                raise
            except Exception as error:
                raise SlugfestError(
                    f"the game {entry.name!r} ({entry.value}) cannot be loaded: {error!r}"
                ) from error
    return dict(sorted(_games.items()))


def game(name: str) -> Game:
    """One game by its id, or a refusal that lists the games there are."""
    found = games()
    if name not in found:
        raise SlugfestError(f"there is no game {name!r}; installed are {', '.join(found) or 'none'}")
    return found[name]


def register(new: Game) -> Game:
    """Add a game by hand: for a game under construction, and for tests."""
    if not isinstance(new, Game):
        raise SlugfestError(f"{new!r} is not a Game")
    _games[new.id] = new
    return new
