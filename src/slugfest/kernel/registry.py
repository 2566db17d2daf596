"""Which games there are: everything installed under the entry-point group ``slugfest.games``.

A package whose game cannot be loaded takes no other game with it: it is left out, :func:`broken_games` says why, and
whoever asks for that very game is told the same.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from .contract import Game
from .errors import Mistake, SlugfestError
from .fitting import DoesNotFit, run_from_sources
from .text import Text

GROUP: Final = "slugfest.games"
_games: dict[str, Game] = {}
_broken: dict[str, str] = {}  # by name of the entry point: what is wrong, and what to do
_reported: set[str] = set()


def games() -> dict[str, Game]:
    """All registered games by id, in alphabetical order; those that cannot be loaded are left out."""
    for entry in entry_points(group=GROUP):
        if entry.name not in _games and entry.name not in _broken:
            _load(entry)
    return dict(sorted(_games.items()))


def game(name: str) -> Game:
    """One game by its id, or a refusal that lists the games there are, or says why this one cannot be loaded."""
    if name in _games:  # to look through all that is installed takes a while
        return _games[name]
    found = games()
    if name in found:
        return found[name]
    if name in _broken:
        raise SlugfestError(_broken[name])
    installed = ", ".join(found)
    raise Mistake(
        Text(
            f"there is no game {name!r}; installed are {installed or 'none'}",
            f"das Spiel {name!r} gibt es nicht; installiert sind {installed or 'keine'}",
        )
    )


def broken_games() -> dict[str, str]:
    """The installed games that cannot be loaded: by name, what is wrong with each and what to do about it."""
    games()
    return dict(sorted(_broken.items()))


def report_broken_games(tell: Callable[[str], None]) -> None:
    """Tell of every game that cannot be loaded, once in the life of this process."""
    for name, fault in broken_games().items():
        if name not in _reported:
            _reported.add(name)
            tell(fault)


def register(new: Game) -> Game:
    """Add a game by hand: for a game under construction, and for tests."""
    if not isinstance(new, Game):
        raise SlugfestError(f"{new!r} is not a Game")
    _games[new.id] = new
    return new


def _load(entry: EntryPoint) -> None:
    try:
        try:
            register(entry.load())
        except DoesNotFit:  # it was compiled, and for another engine
            run_from_sources(entry.module.partition(".")[0])
            register(entry.load())
    except (Exception, SystemExit) as error:  # a stranger's module may do anything when it is imported
        _broken[entry.name] = fault_of(entry, error)


def fault_of(entry: EntryPoint, error: BaseException, what: str = "game") -> str:
    """Which package brings the game (or whatever else it is), what happened, where, and what to do."""
    package = entry.dist.name if entry.dist is not None else ""
    origin = f" of the package {package} {entry.dist.version}" if entry.dist is not None else ""
    remove = f" (pip uninstall {package})" if package else ""
    return (
        f"the {what} {entry.name!r}{origin} cannot be loaded from {entry.value}:"
        f" {type(error).__name__}: {error}{_place(error)}."
        f" Mend or update that package, or remove it{remove}; all other {what}s work without it."
    )


def _place(error: BaseException) -> str:
    """The last line of imported code that the error passed through, if it came from there at all."""
    trace = error.__traceback__
    importing = False
    place = ""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file.startswith("<frozen importlib"):
            importing = True
        elif importing:
            place = f" ({file}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return place
