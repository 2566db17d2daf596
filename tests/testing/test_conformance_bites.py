"""The conformance suite passes an honest game, and catches every fault by the very check that is meant to."""

from __future__ import annotations

import random

import pytest
from tests.hush import TABLE_GAME, Hush

from slugfest import kernel
from slugfest.kernel import SlugfestError
from slugfest.testing.conformance import CHECKS, Report, check

from .broken import BROKEN, CHEATS, FAIR, ViewShowsTheTopCard
from .declared import DeclaredHush

pytestmark = pytest.mark.compiled  # a stranger's game is interpreted, also on a compiled kernel

GAMES = 2
COMPILED = str(kernel.__file__).endswith((".so", ".pyd"))

WATCHES_THE_KERNEL = {"undo-restores-the-position"}
"""Undo itself is the kernel's: no game can break it without breaking a promise that is checked before."""


only_compiled = pytest.mark.heavy  # these judge whole games by every check, which takes a minute interpreted


@pytest.fixture(scope="module")
def honest() -> Report:
    return check(DeclaredHush(), games=GAMES, choosers=FAIR)


@only_compiled
def test_an_honest_game_keeps_every_promise(honest: Report) -> None:
    assert honest.ok, str(honest)


@only_compiled
def test_the_game_that_tables_are_tested_with_is_honest_too() -> None:
    report = check(TABLE_GAME, games=GAMES)
    assert report.ok, str(report)


@only_compiled
@pytest.mark.parametrize("name", CHECKS)
def test_an_honest_game_gives_every_check_something_to_judge(honest: Report, name: str) -> None:
    assert honest.verdicts[name].comparisons > 0


@pytest.mark.parametrize("fault", BROKEN)
def test_a_fault_is_caught_by_the_right_check(fault: str) -> None:
    """That no other check complains is seen on the compiled kernel, which judges by all of them in less time."""
    broken, checks = BROKEN[fault]
    report = check(broken(), games=GAMES, only=None if COMPILED else sorted(checks))
    assert report.broken() == checks, str(report)


def test_a_move_that_shows_something_unsaid_is_seen_in_previews_alone() -> None:
    """Its preview would show the card that peeking shows."""
    broken, _ = BROKEN["PeekingIsNotARevelation"]
    report = check(broken(), games=GAMES, only=["previews-are-honest"])
    (failure,) = report.failures
    assert "a preview of “PEEK" in failure.what
    assert "depends on what it cannot see, view.board.deck[0].card" in failure.what


@only_compiled
def test_a_bot_that_looks_at_the_truth_is_caught() -> None:
    report = check(Hush(), games=GAMES, choosers=CHEATS)
    assert report.broken() == {"bots-are-fair"}, str(report)


def test_every_check_has_a_fault_that_it_catches() -> None:
    caught = {check for _, checks in BROKEN.values() for check in checks} | {"bots-are-fair"}
    assert caught == set(CHECKS) - WATCHES_THE_KERNEL


# ---- what a report tells -----------------------------------------------------------------------------------------


def leaky() -> Report:
    broken, _ = BROKEN[ViewShowsTheTopCard.__name__]
    return check(broken(), games=GAMES, seed=11)


def test_a_failure_is_seen_again_with_its_own_seed_and_one_game() -> None:
    failure = leaky().failures[0]
    setting = failure.setting
    again = check(
        setting.game,
        seats=setting.seats,
        options=setting.options,
        seed=setting.seed,
        games=1,
        only=[failure.check],
    )
    assert [(f.what, f.ply, f.seat) for f in again.failures] == [(failure.what, failure.ply, failure.seat)]
    assert f"--seed {setting.seed} --games 1 --only nothing-leaks-in-view" in failure.command()


@only_compiled
def test_the_way_to_a_fault_is_made_short() -> None:
    report = check(BROKEN["PeekingIsNotARevelation"][0](), games=4, seats=3)
    (failure,) = report.failures
    moves = [move.partition(": ")[2].split()[0] for move in failure.story]
    assert sorted(moves) == ["CHOOSE"] * 3 + ["PEEK"] + ["READY"] * 3


@pytest.mark.parametrize(
    ("language", "words"), [("en", ("BROKEN", "Again:")), ("de", ("GEBROCHEN", "Noch einmal:"))]
)
def test_a_report_is_readable_in_both_languages(language: str, words: tuple[str, ...]) -> None:
    text = leaky().text(language)
    for word in (*words, "nothing-leaks-in-view", "board.next", "P1"):
        assert word in text


def test_checks_that_stand_on_a_broken_one_are_not_judged() -> None:
    report = check(BROKEN["CopiesShareAList"][0](), games=1)
    states = {name: verdict.state for name, verdict in report.verdicts.items()}
    assert states["copies-are-independent"] == "broken"
    assert states["nothing-leaks-in-view"] == "unjudged"


def test_progress_is_reported_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    check(
        Hush(),
        games=1,
        seats=2,
        only=["outcomes-are-sane"],
        progress=lambda done, of, _: told.append((done, of)),
    )
    assert told[-1] == (1, 1)


def test_an_unknown_check_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(SlugfestError, match="nothing-leaks-in-view"):
        check(Hush(), only=["nothing-leaks"])


def test_checking_leaves_pythons_random_module_alone() -> None:
    random.seed(7)
    before = random.getstate()
    check(BROKEN["ViewsAreNotPlain"][0](), games=1, seats=2)
    assert random.getstate() == before


def test_a_report_says_what_was_tried_and_what_was_not() -> None:
    report = check(Hush(), games=1, seats=2)
    told = report.text()
    assert report.tried is not None
    assert report.tried.samples > 100
    assert "Tried: 1 game with 2 seats, " in told
    assert "Never played with: ready=" in told
    assert "This was the quick run" in told
    assert "Das war der schnelle Lauf. ok heißt: In diesen Partien wurde nichts gefunden." in report.text(
        "de"
    )


def test_a_fault_found_in_a_thorough_run_is_seen_again_in_a_thorough_run() -> None:
    broken, _ = BROKEN[ViewShowsTheTopCard.__name__]
    report = check(broken(), games=1, seats=2, only=["nothing-leaks-in-view"], thorough=True)
    assert report.failures[0].command().endswith("--only nothing-leaks-in-view --thorough")
    assert "thorough run" in report.text()
