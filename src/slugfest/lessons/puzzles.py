"""Puzzles: lessons with one question each, mined from bots' games (``docs/puzzles.md``).

A game's puzzles are the folder ``puzzles/`` beside its rules, a file each: ``17-danger.toml`` is number 17, its theme
"danger". Numbers are never used again: what people have solved is stored by number.
"""

from __future__ import annotations

import re
import sys
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from slugfest.kernel import ContentError, Game, Text, load_toml, seeded
from slugfest.kernel import game as game_named
from slugfest.testing.expectations.schema import require

from .course import Lesson, expand_scripts, lesson_from
from .schema import PUZZLE

THEMES: Final = {
    "danger": Text("Danger", "Gefahr"),
    "finishing": Text("Finishing", "Abschluss"),
    "information": Text("Knowledge", "Wissen"),
    "material": Text("Material", "Material"),
    "safety": Text("Safety", "Sicherheit"),
    "tempo": Text("Tempo", "Tempo"),
    "judgement": Text("Judgement", "Augenmaß"),
}
_FILE: Final = re.compile(r"([1-9][0-9]{0,3})-([a-z]+)\.toml")
_BUILT_IN: Final = "slugfest.games."  # today's puzzle is the same whatever else is installed


@dataclass(frozen=True)
class Puzzle:
    """A puzzle as lists have it; :meth:`lesson` reads the whole file."""

    game: str
    number: int
    theme: str
    rating: int
    path: Path

    def lesson(self) -> Lesson:
        return _read_once(self.path, self.game)


def folder_of(game: Game) -> Path | None:
    """The folder of a game's puzzles, next to the module of its class."""
    file = getattr(sys.modules.get(type(game).__module__), "__file__", None)
    return None if file is None else Path(file).parent / "puzzles"


def puzzles_of(game: Game | str) -> tuple[Puzzle, ...]:
    """The puzzles of a game by number, cached; empty if it has none."""
    found = game_named(game) if isinstance(game, str) else game
    folder = folder_of(found) if found.variant is None else None  # a variant has other numbers
    return () if folder is None else _listed_once(folder, found.id)


@cache
def _listed_once(folder: Path, game: str) -> tuple[Puzzle, ...]:
    return list_puzzles(folder, game)


def list_puzzles(folder: Path, game: str) -> tuple[Puzzle, ...]:
    """The puzzles in a folder by number. Only the head of each file is read."""
    found: dict[int, Puzzle] = {}
    for path in sorted(folder.glob("*.toml")):
        number, theme = name_parts(path)
        if number in found:
            raise ContentError(path.name, "file", f"puzzle {number} is there twice")
        rating = _head(path).get("rating")
        if not isinstance(rating, int):
            raise ContentError(path.name, "rating", "is missing at the head of the file")
        found[number] = Puzzle(game, number, theme, rating, path)
    return tuple(found[number] for number in sorted(found))


def name_parts(path: Path) -> tuple[int, str]:
    """The number and the theme that a file's name states."""
    named = _FILE.fullmatch(path.name)
    if named is None:
        raise ContentError(path.name, "file", "is not called like 17-danger.toml")
    if named[2] not in THEMES:
        raise ContentError(
            path.name, "file", f"there is no theme “{named[2]}”; there are {', '.join(THEMES)}"
        )
    return int(named[1]), named[2]


def _head(path: Path) -> dict[str, Any]:
    """The keys before the first table: lists of hundreds of puzzles need no positions."""
    text = path.read_text("utf-8")
    return tomllib.loads(text.partition("\n[")[0])


@cache
def _read_once(path: Path, game: str) -> Lesson:
    lesson = load_puzzle(path)
    if lesson.game != game:
        raise ContentError(path.name, "game", f"this is a folder of {game}")
    return lesson


def load_puzzle(path: Path) -> Lesson:
    """Read a puzzle file; raise :class:`ContentError` with file, key and reason."""
    raw = expand_scripts(load_toml(path))
    require(path.name, raw, PUZZLE)
    number, _ = name_parts(path)
    return lesson_from(path, number, raw, Text(f"Puzzle {number}", f"Rätsel {number}"))


# ---- today's -------------------------------------------------------------------------------------------------------


def puzzle_of_the_day(games: list[Game], day: int) -> Puzzle | None:
    """The puzzle of a day, counted from 1970-01-01 in UTC: the same on every server and page.

    The games take turns, and each shows all its puzzles, in an order of its own, before one comes again.
    """
    lists = [
        puzzles_of(game)
        for game in sorted(games, key=lambda game: game.id)
        if type(game).__module__.startswith(_BUILT_IN) and puzzles_of(game)
    ]
    if not lists:
        return None
    turn, whose = divmod(day, len(lists))
    puzzles = lists[whose]
    cycle, place = divmod(turn, len(puzzles))
    order = list(range(len(puzzles)))
    seeded("puzzle of the day", puzzles[0].game, cycle).shuffle(order)
    return puzzles[order[place]]
