"""What a balance report computes from a game, and how sure it says it is."""

from __future__ import annotations

import random

import pytest
from tests.textbook import NIM

from slugfest.bots import bot
from slugfest.kernel import SPECTATOR, Game, Options, game, seeded
from slugfest.lab import play_game
from slugfest.lab.balance.figures import Sample, difference
from slugfest.lab.balance.measure import (
    CARRY_OUT,
    HANDLE,
    ROUND,
    SETUP,
    THINK,
    lead_changes,
    measure,
    time_at_the_table,
)
from slugfest.lab.balance.sections import shown
from slugfest.lab.measures import chances
from slugfest.lab.meetings import meetings


def row_of(played: Game, seats: int, options: Options, player: str = "random") -> dict[str, object]:
    result = play_game(played, [bot(player, played)] * seats, options, seed="row")
    return dict(measure(result, played.reports, player))


def test_points_are_shared_by_those_who_win() -> None:
    row = row_of(NIM, 2, {})
    assert sorted(row["points"]) == [0.0, 1.0]  # type: ignore[call-overload]
    assert row["drawn"] is False
    team = row_of(game("kapow-dice"), 4, {"mode": "team", "by_lot": True}, "greedy")
    points = team["points"]
    assert isinstance(points, list)
    assert points[0] == points[1] != points[2] == points[3]


def test_against_the_game_points_are_what_it_lets_one_have() -> None:
    row = row_of(game("kapow-dice"), 1, {"mode": "solo", "by_lot": True}, "greedy")
    assert row["points"] in ([0.0], [0.5], [1.0])
    assert row["begins"] == []


def test_chances_are_the_estimates_of_two_and_add_up_for_more() -> None:
    cards = game("kapow-cards")
    two = play_game(cards, [bot("random", cards)] * 2, {}, seed="chances").history.entries[9].before
    estimate = cards.require_search().estimate
    assert chances(two, [[0], [1]]) == pytest.approx([estimate(two, 0), estimate(two, 1)], abs=0.01)
    four = play_game(cards, [bot("random", cards)] * 4, {}, seed="chances").history.entries[9].before
    found = chances(four, [[0], [1], [2], [3]])
    assert sum(found) == pytest.approx(1)
    best = max(range(4), key=lambda seat: estimate(four, seat))
    assert found[best] == max(found)


def test_the_estimate_is_asked_at_the_start_of_every_round_that_was_decided_in() -> None:
    team = game("tag-team")
    played = play_game(team, [bot("greedy", team)] * 2, {"teams": "random"}, seed="rounds")
    row = measure(played, team.reports, "greedy")
    assert len(row["chances"]) == row["rounds"] - 1  # in the last one all was decided
    cards = game("kapow-cards")
    played = play_game(cards, [bot("greedy", cards)] * 3, {}, seed="rounds")
    row = measure(played, cards.reports, "greedy")
    assert row["rounds"] == 0
    assert len(row["chances"]) == -(-row["turns"] // 3)


def test_a_lead_changes_when_another_side_is_clearly_ahead() -> None:
    assert lead_changes([[0.5, 0.5], [0.6, 0.4], [0.505, 0.495], [0.3, 0.7], [0.8, 0.2]]) == 2
    assert lead_changes([[0.4], [0.6], [0.2]]) == 2
    assert lead_changes([]) == 0


def test_time_is_counted_by_decisions_and_by_what_follows_from_them() -> None:
    nim = play_game(NIM, [bot("random", NIM)] * 2, {}, seed="time").history
    decisions, seconds = time_at_the_table(nim.entries, nim.state)
    assert decisions == len(nim.entries)
    forced = sum(len(entry.before.moves(entry.seat)) == 1 for entry in nim.entries)
    assert seconds == SETUP + THINK * (decisions - forced) + HANDLE * forced
    cards = game("kapow-cards")
    fight = play_game(cards, [bot("greedy", cards)] * 2, {}, seed="time").history
    decisions, seconds = time_at_the_table(fight.entries, fight.state)
    followed = sum(max(0, len(entry.events) - 1) for entry in fight.entries)
    assert seconds == SETUP + THINK * decisions + CARRY_OUT * followed > SETUP + THINK * decisions


def test_who_decides_at_the_same_time_thinks_at_the_same_time() -> None:
    team = game("tag-team")
    fight = play_game(team, [bot("random", team)] * 2, {}, seed="time").history
    decisions, seconds = time_at_the_table(fight.entries, fight.state)
    rounds = fight.state.game.display.round_and_turn(fight.state)[0]
    carried = sum(
        max(0, sum(event.seen_by(SPECTATOR) is not None for event in entry.events) - 1)
        for entry in fight.entries
    )
    thought = seconds - SETUP - CARRY_OUT * carried - ROUND * rounds
    assert 0 < thought < 0.8 * THINK * decisions


@pytest.mark.parametrize("made", ["mean", "rate", "difference"])
def test_intervals_hold_what_they_promise_where_deals_tie_games_together(made: str) -> None:
    """Deals whose two games go the same way more often than not: counted as single games they would seem too sure."""
    chance = random.Random(made)
    right, runs = 0, 400
    for _ in range(runs):
        one, other = Sample(), Sample()
        for deal in range(60):
            luck = chance.choice((0.2, 0.8))
            for _ in range(2):
                one.add(deal, float(chance.random() < luck))
                other.add(deal, float(chance.random() < luck * 0.5))
        found = {"mean": one.mean(), "rate": one.rate(), "difference": difference(one, other)}
        value, low, high = found[made]
        truth = 0.25 if made == "difference" else 0.5
        assert low is not None
        assert high is not None
        assert low <= value <= high
        right += low <= truth <= high
    assert 0.91 <= right / runs <= 0.985


def test_one_deal_says_nothing_about_how_sure_a_mean_is() -> None:
    sample = Sample()
    sample.add(1, 3.0)
    assert sample.mean() == (3.0, None, None)


def test_numbers_are_written_as_people_of_a_language_write_them() -> None:
    assert shown(0.5123, "rate", "en") == "51.2 %"
    assert shown(0.5123, "rate", "de") == "51,2 %"
    assert shown(-0.031, "difference", "de") == "−3,1"
    assert shown(None, "number", "en") == "–"
    assert shown(1234.56, "number", "en") == "1235"


@pytest.mark.parametrize(
    ("seats", "options", "count"),
    [(2, {}, 15), (2, {"opposed": True}, 9), (4, {}, 45), (2, {"mode": "duel"}, 0), (2, {"by_lot": True}, 0)],
)
def test_characters_of_the_dice_game_meet_where_the_table_allows_it(
    seats: int, options: Options, count: int
) -> None:
    dice = game("kapow-dice")
    found = meetings(dice, seats, options)
    assert len(found) == count
    for meeting in found[:3]:
        for setting, sides in (
            (meeting.there, (meeting.one, meeting.other)),
            (meeting.back, (meeting.other, meeting.one)),
        ):
            state = dice.new(seats, setting.options, seeded("meeting"))
            for text in setting.opening:
                state.play_text(state.actors()[0], text)
            teams = dice.teams(seats, setting.options)
            for side, number in enumerate(sides):
                members = [member for seat in teams[side] for member in dice.reports.line_up(state, seat)]
                assert members == dice.reports.line_ups()[number]
