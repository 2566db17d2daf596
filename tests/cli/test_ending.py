"""The end of a game in the terminal names the winners, the reason, and everybody's place and points."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from slugfest.bots import bot
from slugfest.cli.ending import ending, verdict
from slugfest.cli.replay import show_replay
from slugfest.kernel import Outcome, Text, game
from slugfest.lab import play_game

NAMES = ["Ann", "Bob", "Cyd", "Dan"]
ALONE = [[0], [1], [2], [3]]
TEAMS = [[0, 1], [2, 3]]
TOGETHER = [[0, 1, 2, 3]]


@pytest.mark.parametrize(
    ("ranks", "values", "teams", "en", "de"),
    [
        ([2, 1, 3, 4], None, ALONE, "Bob wins.", "Bob gewinnt."),
        ([1, 1, 3, 3], None, ALONE, "Ann and Bob share the victory.", "Ann und Bob teilen sich den Sieg."),
        ([1, 1, 2, 2], None, TEAMS, "Ann and Bob win.", "Ann und Bob gewinnen."),
        (
            [1, 1, 1, 1],
            None,
            TEAMS,
            "A draw between Ann, Bob, Cyd and Dan.",
            "Unentschieden zwischen Ann, Bob, Cyd und Dan.",
        ),
        (
            [1, 1, 1, 1],
            [1.0] * 4,
            TOGETHER,
            "Ann, Bob, Cyd and Dan win.",
            "Ann, Bob, Cyd und Dan gewinnen.",
        ),
        (
            [2, 2, 2, 2],
            [0.0] * 4,
            TOGETHER,
            "The game beats Ann, Bob, Cyd and Dan.",
            "Das Spiel gewinnt gegen Ann, Bob, Cyd und Dan.",
        ),
        (
            [2, 2, 2, 2],
            [0.5] * 4,
            TOGETHER,
            "A draw between Ann, Bob, Cyd and Dan and the game.",
            "Unentschieden zwischen Ann, Bob, Cyd und Dan und dem Spiel.",
        ),
    ],
)
def test_who_won_is_said_in_both_languages(
    ranks: list[int], values: list[float] | None, teams: list[list[int]], en: str, de: str
) -> None:
    outcome = Outcome(ranks, "END", Text("", ""), values=values)
    assert (verdict(outcome, teams, NAMES, "en"), verdict(outcome, teams, NAMES, "de")) == (en, de)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("kapow-cards", 3, {}),
        ("custom-heroes", 2, {"vp_target": 3}),
        ("tag-team", 2, {"teams": "random"}),
        ("kapow-dice", 2, {}),
        ("kapow-dice", 1, {"by_lot": True}),
        ("kapow-dice", 2, {"mode": "coop", "by_lot": True}),
        ("kapow-dice", 4, {"by_lot": True}),
    ],
)
def test_every_game_and_mode_ends_with_winners_reason_places_and_points(
    name: str, seats: int, options: dict[str, object], language: str
) -> None:
    played = play_game(game(name), [bot("greedy", game(name))] * seats, options, seed="the end")
    state, outcome = played.history.state, played.outcome
    paper = io.StringIO()
    Console(file=paper, width=100).print(ending(state, NAMES[:seats], language))
    shown = paper.getvalue()
    teams = game(name).teams(seats, state.options)
    assert verdict(outcome, teams, NAMES[:seats], language)[:-1] in shown
    assert outcome.text.named(NAMES).in_language(language) in shown
    for seat in range(seats if len(teams) > 1 else 0):  # nobody has a place where all are one team
        line = next(line for line in reversed(shown.splitlines()) if NAMES[seat] in line)
        assert str(outcome.ranks[seat]) in line
        if outcome.scores is not None:
            assert str(outcome.scores[seat]) in line


def test_standings_run_from_best_to_worst() -> None:
    heroes = game("custom-heroes")
    played = play_game(heroes, [bot("greedy", heroes)] * 4, {"vp_target": 3}, seed="order")
    paper = io.StringIO()
    Console(file=paper, width=100).print(ending(played.history.state, NAMES, "en"))
    lines = paper.getvalue().splitlines()
    rows = [line.strip(" │").split() for line in lines if line.strip(" │").split()[:1] in (["1"], ["2"])]
    assert len(rows) == 4
    assert [rank for rank, _, _ in rows] == ["1", "2", "2", "2"]
    points = [int(score) for _, _, score in rows[1:]]
    assert points == sorted(points, reverse=True)


def test_a_replay_ends_the_same_way() -> None:
    kapow = game("kapow-cards")
    played = play_game(kapow, [bot("greedy", kapow), bot("random", kapow)], seed="again")
    console = Console(file=io.StringIO(), width=100)
    show_replay(console, kapow, played.record(), -1, False, "en")
    winner = ["greedy", "random"][played.outcome.winners()[0]]
    panel = console.file.getvalue().rpartition("╭")[2]  # type: ignore[attr-defined]
    assert f"{winner} wins" in panel


def test_whoever_plays_alone_at_the_keyboard_is_spoken_to() -> None:
    teams = [[0], [1]]
    won, lost = Outcome([1, 2], "KO", Text("", "")), Outcome([2, 1], "KO", Text("", ""))
    assert verdict(won, teams, NAMES[:2], "en", 0) == "You win!"
    assert verdict(won, teams, NAMES[:2], "de", 0) == "Du gewinnst!"
    assert verdict(lost, teams, NAMES[:2], "en", 0) == "Bob wins."
    alone = Outcome([2], "LIMIT", Text("", ""), values=[0.0])
    assert verdict(alone, [[0]], NAMES[:1], "de", 0) == "Du verlierst!"
    both = Outcome([1, 1, 2, 2], "KO", Text("", ""))
    assert verdict(both, [[0, 1], [2, 3]], NAMES, "en", 0) == "Your team wins!"
