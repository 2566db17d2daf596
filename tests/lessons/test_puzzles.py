"""Every puzzle that ships: it sets up, its answers hold, greedy does not solve it. And which one is today's."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from slugfest.bots import bot
from slugfest.kernel import ContentError, Perspective, State, Teaching, game, games, seeded
from slugfest.lessons.proof import prove
from slugfest.lessons.puzzles import (
    THEMES,
    Puzzle,
    list_puzzles,
    load_puzzle,
    puzzle_of_the_day,
    puzzles_of,
)
from slugfest.lessons.ratings import FIRST, Result, rating_from
from slugfest.lessons.session import Session

LEAST = 60
PUZZLES = [puzzle for one in games() for puzzle in puzzles_of(one)]


@pytest.mark.parametrize("one", games())
def test_every_built_in_game_ships_puzzles(one: str) -> None:
    assert len(puzzles_of(one)) >= LEAST


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: f"{puzzle.game}-{puzzle.path.stem}")
def test_a_puzzle_accepts_its_answers_and_not_what_greedy_does(puzzle: Puzzle) -> None:
    lesson = puzzle.lesson()
    prove(lesson)
    [step] = lesson.steps
    assert step.by_result
    assert puzzle.rating == load_puzzle_rating(puzzle.path)
    session = Session([lesson], 1)
    player, rng = bot("greedy", game(puzzle.game)), seeded("greedy", puzzle.path.name)
    for number in range(30):
        if session.state != "ask":
            break
        move = player.choose(Perspective(session.table.state, lesson.you), rng)
        session.play(f"greedy {number}", [session.table.game.format(move)])
    assert session.state == "wrong"


def load_puzzle_rating(path: Path) -> int:
    rating = tomllib.loads(path.read_text("utf-8"))["rating"]
    assert isinstance(rating, int)
    return rating


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: f"{puzzle.game}-{puzzle.path.stem}")
def test_the_hidden_part_of_a_puzzle_does_not_show(puzzle: Puzzle) -> None:
    """What the learner may see is the same when everything else is dealt anew."""
    lesson = puzzle.lesson()
    state = Session([lesson], 1).table.state
    sample = Perspective(state, lesson.you).sample(seeded("dealt anew", puzzle.path.name))
    assert sample.view(lesson.you) == state.view(lesson.you)


def test_ways_that_amount_to_the_same_have_the_same_key() -> None:
    found = game("custom-heroes")
    position = {
        "turn": 1,
        "top": {"seat": 3, "value": 8, "count": 1},
        "story": ["P3 C08b"],
        "players": [
            {"power": 0, "hand": ["C08a", "C09a", "C09b"]},
            {"power": 0, "hand": ["C10a"]},
            {"power": 0, "hand": ["C01a"]},
        ],
    }
    keys: list[str] = []
    for line in (["card C09a", "play"], ["card C09b", "play"], ["card C08a", "play"]):
        state = found.set_up({"seats": 3, "options": {}, "position": position})
        for text in line:
            state.play_text(0, text)
        keys.append(found.require_teaching().decision_key(state, 0))
    assert keys[0] == keys[1] != keys[2]


def test_without_a_word_of_the_game_two_ways_are_the_same_if_they_lead_to_the_same_position() -> None:
    state = game("kapow-cards").new(2, {}, seeded("key"))
    teaching: Teaching[State] = Teaching()
    assert teaching.decision_key(state, 0) == teaching.decision_key(state.copy(), 1)


# ---- today's -------------------------------------------------------------------------------------------------------


def test_the_puzzle_of_the_day_follows_from_the_date_alone() -> None:
    there = [game(one) for one in games()]
    for day in range(20_000, 20_040):
        today = puzzle_of_the_day(there, day)
        assert today is not None
        assert today == puzzle_of_the_day(list(reversed(there)), day)


def test_games_take_turns_and_no_puzzle_comes_twice_before_all_have_come() -> None:
    there = [game(one) for one in games() if puzzles_of(one)]
    seen: dict[str, list[int]] = {one.id: [] for one in there}
    fewest = min(len(puzzles_of(one)) for one in there)
    for day in range(len(there) * fewest):
        today = puzzle_of_the_day(there, day)
        assert today is not None
        seen[today.game].append(today.number)
    for numbers in seen.values():
        assert len(numbers) == fewest == len(set(numbers))


def test_without_puzzles_there_is_none_today() -> None:
    assert puzzle_of_the_day([], 20_000) is None


# ---- files ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("danger.toml", "rating = 1200", "is not called like"),
        ("1-luck.toml", "rating = 1200", "there is no theme"),
        ("1-danger.toml", 'game = "kapow-cards"', "is missing at the head"),
    ],
)
def test_a_file_that_is_no_puzzle_is_refused(tmp_path: Path, name: str, text: str, reason: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(ContentError, match=reason):
        list_puzzles(tmp_path, "kapow-cards")


def test_a_number_is_there_once(tmp_path: Path) -> None:
    for theme in list(THEMES)[:2]:
        (tmp_path / f"1-{theme}.toml").write_text("rating = 1200", "utf-8")
    with pytest.raises(ContentError, match="twice"):
        list_puzzles(tmp_path, "kapow-cards")


def test_a_puzzle_without_an_answer_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "1-danger.toml"
    path.write_text('game = "kapow-cards"\nrating = 1200\n', "utf-8")
    with pytest.raises(ContentError, match="is missing"):
        load_puzzle(path)


# ---- ratings -------------------------------------------------------------------------------------------------------


def test_nobody_has_solved_anything_yet() -> None:
    assert rating_from([]) == FIRST


def test_right_answers_raise_a_rating_and_wrong_ones_lower_it() -> None:
    one = rating_from([Result(1200, 1.0)])
    two = rating_from([Result(1200, 1.0), Result(1300, 1.0)])
    assert FIRST < one < two
    assert rating_from([Result(1200, 0.0)]) < FIRST
    assert rating_from([Result(1800, 1.0)]) > one, "a harder puzzle counts for more"


def test_a_rating_does_not_depend_on_the_order() -> None:
    results = [Result(900, 0.0), Result(1500, 1.0), Result(1200, 1.0)]
    assert rating_from(results) == rating_from(reversed(results))
