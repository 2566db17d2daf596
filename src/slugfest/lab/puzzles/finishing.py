"""From a position to a puzzle file: the second check, the sentence, the world that shows it, the rating."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from slugfest.bots import bot
from slugfest.kernel import Game, Perspective, SlugfestError, seeded
from slugfest.lessons.puzzles import list_puzzles, load_puzzle
from slugfest.lessons.session import Session

from .decisions import decide, key_after
from .explaining import Explanation, explain, sayable
from .making import Question, puzzle_from
from .mining import CLEAR, DISAGREED, MORE, answer_kind
from .rating import keys_of, puzzle_rating, solving_rates
from .writing import file_text

AGAIN: Final = 0.08  # of the chance to win: the tempting decision loses so much in common worlds, too

# Why positions fell.
SILENT: Final = "the reason cannot be said in one sentence"
INVISIBLE: Final = "no imagined position shows it"
SOLVED: Final = "greedy solves it"
ENOUGH: Final = "there are enough of its theme"

_ORDER: Final = ("game", "rating", "solved", "found", "seats", "options", "you", "idea", "step")


@dataclass
class Finished:
    """A puzzle without a number."""

    theme: str
    raw: dict[str, Any]
    found: str


def finish(question: Question, fallen: Counter[str]) -> Finished | None:
    """The content of a puzzle, or None: then ``fallen`` counts why not."""
    explanation = explanation_of(question)
    reason = unfit(explanation)
    if not reason:
        rng = seeded("puzzle", question.found)
        raw = puzzle_from(question, explanation, rng)
        if raw is None:
            reason = INVISIBLE
        elif not rate(question, raw):
            reason = SOLVED
        else:
            return Finished(explanation.theme, raw, question.found)
    fallen[reason] += 1
    return None


def explanation_of(question: Question) -> Explanation:
    """The comparison with the tempting decision, with ten times the looks of the bot ``hard``, and the sentences."""
    looks = MORE * question.state.game.require_search().iterations(question.state.seats)
    rng = seeded("explain", question.found)
    return explain(question.state, question.seat, question.right[0], question.tempting, looks, rng)


def unfit(explanation: Explanation) -> str:
    """Why this cannot be a puzzle; empty: it can."""
    if explanation.loss < AGAIN or explanation.loss < CLEAR * explanation.error:
        return DISAGREED
    return "" if explanation.plain and sayable(explanation.why) and sayable(explanation.where) else SILENT


def rate(question: Question, raw: dict[str, Any]) -> bool:
    """Let the levels try it, and add the rates and the rating; False if greedy solves it."""
    state, seat = question.state, question.seat
    rng = seeded("rating", question.found)
    imagined = Perspective(state, seat).sample(rng)
    right = keys_of(imagined, seat, question.right)
    greedy = bot("greedy", state.game)
    if any(key_after(decide(greedy, imagined, seat, rng)[1], seat) in right for _ in range(4)):
        return False
    rates = solving_rates(state, seat, right, imagined, rng)
    raw["rating"], raw["solved"] = puzzle_rating(rates), rates
    return True


# ---- files ---------------------------------------------------------------------------------------------------------


def write(folder: Path, finished: Finished, number: int) -> Path:
    """Write a puzzle as a file of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{number}-{finished.theme}.toml"
    write_raw(path, {**finished.raw, "found": finished.found})
    return path


def write_raw(path: Path, raw: dict[str, Any]) -> None:
    """Write the content of a puzzle file, keys in the usual order."""
    ordered = {key: raw[key] for key in _ORDER if raw.get(key)}
    path.write_text(file_text("Written by `slugfest puzzles`.", ordered), "utf-8")


def next_number(folder: Path, game: Game) -> int:
    """The number after the highest in a folder."""
    listed = list_puzzles(folder, game.id) if folder.is_dir() else ()
    return max((puzzle.number for puzzle in listed), default=0) + 1


def known_in(folder: Path, game: Game) -> set[str]:
    """Where the puzzles in a folder were found."""
    listed = list_puzzles(folder, game.id) if folder.is_dir() else ()
    return {found_in(puzzle.path) for puzzle in listed}


def themes_in(folder: Path, game: Game) -> Counter[str]:
    """How many puzzles of each theme are in a folder."""
    listed = list_puzzles(folder, game.id) if folder.is_dir() else ()
    return Counter(puzzle.theme for puzzle in listed)


def answers_in(folder: Path, game: Game) -> Counter[str]:
    """How many puzzles in a folder have each kind of answer (:func:`answer_kind`)."""
    listed = list_puzzles(folder, game.id) if folder.is_dir() else ()
    return Counter(answer_kind(game, question_in(puzzle.path).right[0]) for puzzle in listed)


def found_in(path: Path) -> str:
    line = next(line for line in path.read_text("utf-8").splitlines() if line.startswith("found = "))
    return line.removeprefix('found = "').removesuffix('"')


def question_in(path: Path) -> Question:
    """What a puzzle file asks, to check it again."""
    lesson = load_puzzle(path)
    session = Session([lesson], 1)
    state, step = session.table.state, lesson.steps[0]
    right = [_moves(session, line) for line in step.accept]
    tempting = _moves(session, step.wrong[0].ways()[0])
    return Question(state, lesson.you, right, tempting, found_in(path))


def _moves(session: Session, line: list[str]) -> list[int]:
    """The small moves of a line."""
    state = session.table.state.copy()
    made: list[int] = []
    for text in line:
        for move in state.read(session.lesson.you, text):
            if not state.legal(session.lesson.you, move):
                raise SlugfestError(f"{text} is not legal")
            made.append(move)
            state.apply(session.lesson.you, move)
    return made
