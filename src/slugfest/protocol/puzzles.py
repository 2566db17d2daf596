"""Puzzles over the protocol: today's, another one, what a guest has solved, and the rating that follows from it.

What a guest has done is stored as progress in lessons (``Store.learned``), under names that no game has: a row for each
puzzle that was tried, and one for each day whose puzzle was solved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from slugfest.kernel import Game, is_number, seeded
from slugfest.lessons.puzzles import THEMES, Puzzle, puzzle_of_the_day, puzzles_of
from slugfest.lessons.ratings import Result, rating_from
from slugfest.lessons.session import Session
from slugfest.table.pages import LearnedInfo, PuzzleInfo, PuzzlesInfo

from .problems import problem

DAY: Final = 86_400_000  # milliseconds
AT_ONCE: Final = 1  # the step of a row: the first answer was right,
LATER: Final = 2  # or it was not
_NEAREST: Final = 6  # puzzles of about one's own rating, one of which is the next
_MARK: Final = "/puzzles"
_DAYS: Final = f"daily{_MARK}"


class Row(NamedTuple):
    """Something to store: see :class:`slugfest.store.Learned`."""

    game: str
    lesson: int
    step: int
    done: bool


def day_of(now: int) -> int:
    """The number of the day in UTC, from 1970-01-01, at a time in milliseconds."""
    return now // DAY


def of_lessons(rows: Iterable[LearnedInfo]) -> list[LearnedInfo]:
    """The rows that are about lessons."""
    return [row for row in rows if not row["game"].endswith(_MARK)]


# ---- which puzzles -------------------------------------------------------------------------------------------------


def puzzle_asked(games: Mapping[str, Game], game: str, number: str) -> Puzzle:
    """The puzzle of an address."""
    found = games.get(game)
    if found is None:
        raise problem("NO_SUCH_GAME")
    if is_number(number):
        for puzzle in puzzles_of(found):
            if puzzle.number == int(number):
                return puzzle
    raise problem("NO_SUCH_PUZZLE")


def puzzles_info(games: Mapping[str, Game], rows: list[LearnedInfo], now: int, game: str = "") -> PuzzlesInfo:
    """What a guest's page shows of puzzles; ``game``: another one of this game, else of any."""
    day = day_of(now)
    tried = _tried(rows)
    every = [puzzle for one in games.values() for puzzle in puzzles_of(one)]
    rating = _rating(every, tried)
    today = puzzle_of_the_day(list(games.values()), day)
    wanted = [puzzle for puzzle in every if puzzle.game == game] if game else every
    following = _another(wanted, tried, today, rating)
    days = _days(rows)
    return PuzzlesInfo(
        day=day,
        today=None if today is None else _info(today, tried),
        another=None if following is None else _info(following, tried),
        rating=rating,
        solved=sum(row["done"] for row in tried.values()),
        tried=len(tried),
        puzzles=len(every),
        streak=_streak(days, day),
        solved_today=day in days,
    )


def _info(puzzle: Puzzle, tried: Mapping[tuple[str, int], LearnedInfo]) -> PuzzleInfo:
    row = tried.get((puzzle.game, puzzle.number))
    solved = row is not None and row["done"]
    return PuzzleInfo(
        game=puzzle.game,
        number=puzzle.number,
        rating=puzzle.rating,
        solved=solved,
        theme=THEMES[puzzle.theme].as_json() if solved else None,  # it would give the answer away
    )


def _another(
    puzzles: list[Puzzle],
    tried: Mapping[tuple[str, int], LearnedInfo],
    today: Puzzle | None,
    rating: int,
) -> Puzzle | None:
    """A puzzle that is neither today's nor solved yet, of about the guest's own rating."""
    left = [
        puzzle
        for puzzle in puzzles
        if puzzle != today and not tried.get((puzzle.game, puzzle.number), _NEW)["done"]
    ]
    left.sort(key=lambda puzzle: (abs(puzzle.rating - rating), puzzle.game, puzzle.number))
    near = left[:_NEAREST]
    return near[seeded("another", len(tried), rating).below(len(near))] if near else None


_NEW: Final = LearnedInfo(game="", lesson=0, step=0, done=False)


# ---- what a guest has done -----------------------------------------------------------------------------------------


def _tried(rows: Iterable[LearnedInfo]) -> dict[tuple[str, int], LearnedInfo]:
    """The rows of puzzles, by game and number."""
    return {
        (row["game"].removesuffix(_MARK), row["lesson"]): row
        for row in rows
        if row["game"].endswith(_MARK) and row["game"] != _DAYS
    }


def _days(rows: Iterable[LearnedInfo]) -> set[int]:
    return {row["lesson"] for row in rows if row["game"] == _DAYS}


def _rating(puzzles: Iterable[Puzzle], tried: Mapping[tuple[str, int], LearnedInfo]) -> int:
    """By first answers: right ones raise it, wrong ones lower it, and trying again changes nothing."""
    results: list[Result] = []
    for puzzle in puzzles:
        row = tried.get((puzzle.game, puzzle.number))
        if row is not None:
            right = row["done"] and row["step"] == AT_ONCE
            results.append(Result(puzzle.rating, 1.0 if right else 0.0))
    return rating_from(results)


def _streak(days: set[int], today: int) -> int:
    """Days in a row whose puzzle was solved, up to today or yesterday: today is not over yet."""
    last = today if today in days else today - 1
    count = 0
    while last - count in days:
        count += 1
    return count


def rows_after(
    session: Session, puzzle: Puzzle, rows: list[LearnedInfo], games: Mapping[str, Game], now: int
) -> list[Row]:
    """What has to be stored now, given what is stored already: a puzzle's first answer counts."""
    solved = session.state in ("right", "done")
    if not solved and session.mistakes == 0:
        return []
    row = _tried(rows).get((puzzle.game, puzzle.number))
    found: list[Row] = []
    if row is None or (solved and not row["done"]):
        step = LATER if session.mistakes or row is not None else AT_ONCE
        found.append(Row(f"{puzzle.game}{_MARK}", puzzle.number, step, solved))
    day = day_of(now)
    if solved and day not in _days(rows) and puzzle == puzzle_of_the_day(list(games.values()), day):
        found.append(Row(_DAYS, day, AT_ONCE, True))
    return found
