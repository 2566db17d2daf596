"""Mining puzzles: what a decision is worth, what makes a puzzle of it, and the file that says so."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from slugfest.bots import bot
from slugfest.cli.app import app
from slugfest.kernel import Mistake, Text, game, games, seeded
from slugfest.lab.puzzles.decisions import Decision, advance, decide, difference, key_after, weigh
from slugfest.lab.puzzles.explaining import Explanation, sayable
from slugfest.lab.puzzles.finishing import SILENT, answers_in, question_in, unfit
from slugfest.lab.puzzles.making import Question, lesson_of, puzzle_from
from slugfest.lab.puzzles.matches import NOT_AGREED, agreed_histories
from slugfest.lab.puzzles.mining import CLOSE, COMMON, DISAGREED, GREEDY, LOST, answer_kind, examine, judged
from slugfest.lab.puzzles.rating import puzzle_rating
from slugfest.lab.puzzles.rewriting import rewrite
from slugfest.lab.puzzles.writing import file_text, shortest, value_text
from slugfest.lessons.proof import prove
from slugfest.lessons.puzzles import load_puzzle, puzzles_of
from slugfest.store import Contents, Logged, MemoryStore, WholeMatch
from slugfest.table import Resign, Seat, Start, Table, opening

WHY = Text("Hit first: they are open.", "Schlag zuerst zu: Sie sind offen.")
WHERE = Text("Who is open?", "Wer ist offen?")
EXPLANATION = Explanation(WHY, WHERE, "danger", loss=0.3, error=0.02, plain=True)

# Lesson 5 of KAPOW! cards in short: their hand is open, and any of these cards beats what they have left.
POSITION: dict[str, Any] = {
    "seats": 2,
    "options": {},
    "position": {
        "players": [
            {"hand": ["S12", "W05a", "W05b"], "row": [{"card": "M09", "facing": "dealt"}]},
            {"hand": ["S07"], "row": [{"card": "R10", "facing": "revealed"}]},
        ]
    },
}


def state() -> Any:
    return game("kapow-cards").set_up(POSITION)


def decision(key: str, *chances: float) -> Decision:
    return Decision(key, [1], list(chances), visits=100.0)


# ---- decisions -----------------------------------------------------------------------------------------------------


def test_a_decision_goes_to_where_chance_or_somebody_else_comes_in() -> None:
    position = state()
    move = (
        position.game.parse("PASS")
        if position.legal(0, position.game.parse("PASS"))
        else position.moves(0)[0]
    )
    assert advance(position, 0, move)


def test_equal_weapons_are_one_decision() -> None:
    found = {one.key for one in weigh(state(), 0, state(), 400, 1, seeded("weigh"))}
    made = []
    for weapon in ("W05a", "W05b"):
        position = state()
        position.play_text(0, f"ATTACK S12+{weapon} -> P2:D1")
        made.append(key_after(position, 0))
    assert made[0] == made[1]
    assert made[0] in found


def test_weighing_finds_every_decision_with_its_chances_best_first() -> None:
    found = weigh(state(), 0, state(), 300, 2, seeded("weigh"))
    assert len(found) > 3
    assert all(len(one.chances) == 2 for one in found)
    assert [one.chance for one in found] == sorted((one.chance for one in found), reverse=True)


def test_a_difference_knows_its_error() -> None:
    loss, error = difference(decision("a", 0.8, 0.8), decision("b", 0.5, 0.5))
    assert loss == pytest.approx(0.3)
    assert error == pytest.approx(0.0)
    assert difference(decision("a", 0.9, 0.7), decision("b", 0.5, 0.5))[1] > 0.05
    assert difference(decision("a", 0.8), decision("b", 0.5))[1] == 1.0, (
        "one search says nothing about the error"
    )


# ---- what makes a puzzle -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("decisions", "greedy", "reason"),
    [
        ([decision("best", 0.8), decision("bad", 0.5)], {"best"}, GREEDY),
        ([decision("best", 0.8), decision("near", 0.77), decision("bad", 0.5)], {"near"}, GREEDY),
        ([decision("best", 0.8), decision("next", 0.74), decision("bad", 0.5)], {"next"}, ""),
        ([decision("best", 0.8), decision("near", 0.75), decision("next", 0.74)], {"next"}, CLOSE),
        ([decision("best", 0.8), decision("bad", 0.72)], {"bad"}, CLOSE),
        ([decision("best", 0.2), decision("bad", 0.0)], {"bad"}, LOST),
        ([decision("best", 0.8)], set(), CLOSE),
        ([*(decision(f"d{n}", 0.8) for n in range(6)), decision("bad", 0.5)], {"bad"}, CLOSE),
    ],
)
def test_a_puzzle_has_one_clear_answer_that_greedy_misses(
    decisions: list[Decision], greedy: set[str], reason: str
) -> None:
    assert judged(decisions, greedy, sure=False)[0] == reason


def test_the_tempting_decision_is_greedys_where_it_is_bad_enough() -> None:
    decisions = [decision("best", 0.8), decision("other", 0.6), decision("greedy", 0.5)]
    _, found = judged(decisions, {"greedy"}, sure=False)
    assert found is not None
    assert found[1].key == "greedy"


def test_a_difference_that_chance_explains_is_no_puzzle() -> None:
    noisy = [decision("best", 0.9, 0.5, 0.9, 0.5), decision("bad", 0.5, 0.4, 0.5, 0.6)]
    assert judged(noisy, {"bad"}, sure=True)[0] == CLOSE


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, ""),
        ({"loss": 0.05}, DISAGREED),
        ({"error": 0.2}, DISAGREED),
        ({"plain": False}, SILENT),
        ({"why": Text("It wins in 60 % of the games.", "Das gewinnt in 60 % der Spiele.")}, SILENT),
    ],
)
def test_a_puzzle_needs_a_sure_difference_and_a_sentence(changes: dict[str, Any], reason: str) -> None:
    assert unfit(Explanation(**{**vars(EXPLANATION), **changes})) == reason


def test_statistics_are_no_sentence() -> None:
    assert sayable(WHY)
    assert not sayable(Text("It keeps 3.2.", "Es bleiben 3,2."))
    assert not sayable(Text("word " * 26, "Wort " * 26))


def test_a_puzzle_is_rated_by_who_solves_it() -> None:
    easy = puzzle_rating({"random": 30, "easy": 60, "medium": 90, "hard": 100})
    hard = puzzle_rating({"random": 0, "easy": 0, "medium": 10, "hard": 40})
    assert easy < 1200 < hard


# ---- the file ------------------------------------------------------------------------------------------------------


def question() -> Question:
    position = state()
    right = position.read(0, "ATTACK S12 -> P2:D1")
    return Question(position, 0, [right], position.read(0, "BARRICADE W05a"), "test, seed 1, move 2, P1")


def test_a_puzzle_is_a_lesson_that_shows_what_is_right(tmp_path: Path) -> None:
    raw = puzzle_from(question(), EXPLANATION, seeded("making"))
    assert raw is not None
    raw |= {"rating": 1300, "solved": {"random": 5, "easy": 5, "medium": 50, "hard": 90}, "found": "test"}
    path = tmp_path / "3-danger.toml"
    path.write_text(file_text("A test.", raw), "utf-8")
    lesson = load_puzzle(path)
    prove(lesson)
    assert lesson.title.en == "Puzzle 3"
    assert question_in(path).right == question().right
    explanation = Explanation(**{**vars(EXPLANATION), "theme": "finishing", "why": Text("Now!", "Jetzt!")})
    moved = rewrite(path, explanation)
    assert moved.name == "3-finishing.toml"
    assert not path.exists()
    assert load_puzzle(moved).steps[0].after == Text("Now!", "Jetzt!")


def test_what_cannot_be_shown_is_no_puzzle() -> None:
    asked = question()
    upside_down = Question(asked.state, 0, [asked.tempting], asked.right[0], asked.found)
    assert puzzle_from(upside_down, EXPLANATION, seeded("making")) is None


def test_a_position_is_written_without_what_the_game_assumes() -> None:
    position = state()
    short = shortest(position.game, position.position())
    assert len(str(short)) < len(str(position.document()))
    assert position.game.set_up({**POSITION, "position": short}).document() == position.document()


def test_values_are_written_as_toml_reads_them() -> None:
    value = {"a-b": [1, True, 'ä"b'], "c d": {"e": -1.5}, "f": None}
    read = tomllib.loads(f"x = {value_text(value)}")["x"]
    assert read == {**value, "f": "-"}


def test_lessons_made_from_content_are_checked() -> None:
    raw = puzzle_from(question(), EXPLANATION, seeded("making"))
    assert raw is not None
    assert lesson_of(raw, 9).number == 9


def test_a_bot_decides_as_a_whole_and_leaves_the_position_alone() -> None:
    position = state()
    before = position.document()
    moves, after = decide(bot("greedy", position.game), position, 0, seeded("decide"))
    assert moves
    assert position.document() == before != after.document()


# ---- matches whose players agreed ----------------------------------------------------------------------------------


def finished(*people: str) -> WholeMatch:
    """A finished match of guests, as a store has it."""
    seats = [Seat("person", person, person) for person in people]
    table = Table.from_log([opening("ABCDEFG2", game("kapow-cards"), people[0], "secret", seats, {})], game)
    table.handle(people[0], "1", Start())
    for person in people[1:] if len(people) > 1 else people:
        table.handle(person, "2", Resign())
    log = tuple(Logged(number, 0, entry) for number, entry in enumerate(table.log, 1))
    return WholeMatch("ABCDEFG2", log, people, over=True, due=None, refusals=())


def test_a_match_is_used_only_if_everybody_agreed() -> None:
    contents = Contents({"a": "Ann", "b": "Bob"}, {}, 1, [finished("a", "b")])
    fallen: Counter[str] = Counter()
    assert agreed_histories(contents, game("kapow-cards"), ["Ann"], fallen) == []
    assert fallen == {NOT_AGREED: 1}
    assert len(agreed_histories(contents, game("kapow-cards"), ["Ann", "Bob"], fallen)) == 1
    assert agreed_histories(contents, game("tag-team"), ["Ann", "Bob"], fallen) == []


@pytest.mark.parametrize("name", ["Ann", "Cid"])
def test_a_name_that_is_not_exactly_one_guests_is_refused(name: str) -> None:
    contents = Contents({"a": "Ann", "b": "Ann"}, {}, 0, [])
    with pytest.raises(Mistake, match="exactly one"):
        agreed_histories(contents, game("kapow-cards"), [name], Counter())


def test_guests_agree_in_their_profiles() -> None:
    fallen: Counter[str] = Counter()
    for consents, used in ((("a",), 0), (("a", "b"), 1)):
        contents = Contents({}, {}, 1, [finished("a", "b")], consents=consents)
        assert len(agreed_histories(contents, game("kapow-cards"), [], fallen)) == used
    contents = Contents({"b": "Bob"}, {}, 1, [finished("a", "b")], consents=("a",))
    assert len(agreed_histories(contents, game("kapow-cards"), ["Bob"], fallen)) == 1


def test_who_has_deleted_everything_agrees_to_nothing() -> None:
    store = MemoryStore()
    match = finished("a", "b")
    store.fill(Contents({"a": "Ann"}, {}, 1, [match], consents=("a", "b")), lambda contents: None)
    used: list[int] = []

    def count(contents: Contents) -> None:
        used.append(len(agreed_histories(contents, game("kapow-cards"), [], Counter())))

    store.read_all(count)
    store.forget("b", "Incognito")
    store.read_all(count)
    assert used == [1, 0]


def test_agreed_needs_a_server() -> None:
    result = CliRunner().invoke(app, ["puzzles", "kapow-cards", "--agreed", "Ann"])
    assert result.exit_code != 0
    assert isinstance(result.exception, Mistake) or "--from" in result.output


def test_a_database_that_is_not_there_is_refused(tmp_path: Path) -> None:
    missing = tmp_path / "x.db"
    result = CliRunner().invoke(app, ["puzzles", "kapow-cards", "--from", str(missing)])
    assert result.exit_code != 0
    assert not missing.exists()


def test_every_shipped_puzzle_says_where_it_was_found_once() -> None:
    for one in games():
        found = Counter(question_source(puzzle.path) for puzzle in puzzles_of(one))
        assert all(count == 1 for count in found.values())


def question_source(path: Path) -> str:
    return str(tomllib.loads(path.read_text("utf-8"))["found"])


# ---- answers of one kind -------------------------------------------------------------------------------------------


def test_a_kind_of_answer_that_is_not_wanted_falls_before_the_expensive_check() -> None:
    question = question_in(puzzles_of("kapow-cards")[0].path)
    kind = answer_kind(question.state.game, question.right[0])
    asked: list[str] = []

    def unwanted(found: str) -> bool:
        asked.append(found)
        return True

    fallen: Counter[str] = Counter()
    assert examine(question.state, question.seat, question.found, fallen, unwanted) is None
    assert asked == [kind]
    assert fallen[COMMON] == 1


def test_every_puzzle_counts_once_by_its_kind_of_answer() -> None:
    listed = puzzles_of("kapow-cards")
    counted = answers_in(listed[0].path.parent, game("kapow-cards"))
    assert sum(counted.values()) == len(listed)
    assert counted.keys() <= {"ATTACK", "BARRICADE", "RECRUIT", "PASS", "DISCARD"}
