"""The formats: how each goes from round to round, who wins, and what decides between equals."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from tests.events.evenings import by_chance, opened, pair, play, play_out, stronger_wins

from slugfest.events import Event, EventError, judge, next_round, planned_rounds, standings
from slugfest.events.entries import FORMATS
from slugfest.events.event import WHOLE
from slugfest.events.history import history_of
from slugfest.events.rounds import in_the_running, ladder_order
from slugfest.kernel import Refusal


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize(("players", "seats", "fewest"), [(6, 2, 2), (7, 2, 2), (9, 4, 3), (11, 3, 3)])
def test_every_format_ends_and_its_log_says_the_same(
    format_: str, players: int, seats: int, fewest: int
) -> None:
    rounds = {"swiss": 3, "ladder": 4, "duplicate": 3}.get(format_, 0)
    event = play_out(
        opened(players, format=format_, seats=seats, fewest=fewest, rounds=rounds), by_chance(players)
    )
    again = Event.from_log(event.log)
    assert standings(again) == standings(event)
    assert again.log == event.log
    for drawn in event.rounds:
        seated = [one for table in drawn.tables for one in table.players]
        assert len(set(seated)) == len(seated)
        assert all(fewest <= len(table.players) <= seats for table in drawn.tables)


@pytest.mark.parametrize("format_", ["swiss", "round_robin", "knock_out", "league"])
def test_whoever_beats_everybody_wins(format_: str) -> None:
    event = play_out(opened(8, format=format_, rounds=3 if format_ == "swiss" else 0), stronger_wins)
    assert standings(event)[0].player == 1
    assert standings(event)[0].place == 1


def test_in_a_round_robin_everybody_meets_everybody() -> None:
    event = play_out(opened(7, format="round_robin", rounds=0))
    assert history_of(event).met == dict.fromkeys(combinations(range(1, 8), 2), 1)
    assert len(event.rounds) == planned_rounds(event) == 7
    at_tables = play_out(opened(9, format="round_robin", seats=3, fewest=3, rounds=0))
    assert set(history_of(at_tables).met) == set(combinations(range(1, 10), 2))


def test_who_leaves_a_round_robin_gives_the_others_a_bye() -> None:
    event = opened(4, format="round_robin", rounds=0)
    pair(event)
    play(event)
    event.follow({"kind": "withdrawn", "at": event.at + 1, "player": 4, "why": "left", "reason": ""})
    while pair(event):
        play(event)
    assert [len(drawn.tables) + len(drawn.byes) for drawn in event.rounds[1:]] == [2, 2]
    assert {one.player: one.units // WHOLE for one in standings(event)}[1] == 3


@pytest.mark.parametrize("players", [2, 3, 5, 8, 11])
def test_a_knock_out_halves_the_field_until_one_is_left(players: int) -> None:
    event = opened(players, format="knock_out", rounds=0)
    expected = planned_rounds(event)
    play_out(event)
    assert in_the_running(event) == [1]
    assert len(event.rounds) == expected == (players - 1).bit_length()
    places = [row.place for row in standings(event)]
    assert places[:2] == [1, 2]
    assert standings(event)[1].player == 2 or players > 2


@pytest.mark.parametrize(("players", "seats", "fewest"), [(7, 2, 2), (8, 2, 2), (12, 4, 3), (10, 4, 3)])
def test_a_knock_out_has_as_many_rounds_as_it_says_while_they_are_played(
    players: int, seats: int, fewest: int
) -> None:
    event = opened(players, format="knock_out", seats=seats, fewest=fewest, rounds=0)
    planned = {planned_rounds(event)}
    while pair(event):
        planned.add(planned_rounds(event))
        play(event)
        planned.add(planned_rounds(event))
    assert planned == {len(event.rounds)}


def withdraw(event: Event, player: int) -> None:
    event.follow({"kind": "withdrawn", "at": event.at + 1, "player": player, "why": "left", "reason": ""})


def test_who_misses_a_round_of_a_knock_out_is_out() -> None:
    """Otherwise somebody could leave before a round and come back after it, and need not win it."""
    event = opened(4, format="knock_out", rounds=0)
    withdraw(event, 4)
    pair(event)
    with pytest.raises(Refusal, match="OUT_OF_KNOCK_OUT"):
        judge.join(event, 4, event.at)
    with pytest.raises(Refusal, match="NO_ROUND_LEFT"):
        judge.join(event, None, event.at)
    event.follow({"kind": "joined", "at": event.at + 1, "player": 4})  # as an older log may say
    play(event)
    assert 4 not in in_the_running(event)
    assert all(one.takes_part for one in event.players)


def test_who_came_through_a_round_of_a_knock_out_may_leave_and_come_back_before_the_next() -> None:
    event = opened(4, format="knock_out", rounds=0)
    pair(event)
    for player in (1, 4):  # they play each other, and 1 wins
        withdraw(event, player)
        event.follow(judge.join(event, player, event.at))
    play(event)
    assert in_the_running(event) == [1, 2]
    withdraw(event, 1)
    withdraw(event, 4)
    with pytest.raises(Refusal, match="OUT_OF_KNOCK_OUT"):
        judge.join(event, 4, event.at)
    assert in_the_running(event) == [2]
    event.follow(judge.join(event, 1, event.at))
    assert in_the_running(event) == [1, 2]


def test_a_correction_of_a_round_does_not_change_who_plays_on_once_the_next_is_drawn_up() -> None:
    event = opened(4, format="knock_out", rounds=0)
    pair(event)
    play(event)
    pair(event)
    lost = event.rounds[0].tables[0]
    event.follow(judge.correct(event, 1, 0, [3 - rank for rank in lost.ranks or []], "mixed up", event.at))
    play(event)
    assert in_the_running(event) == [1]
    assert next_round(event) is None


def test_nobody_new_joins_a_round_robin_of_two_that_has_begun() -> None:
    event = opened(4, format="round_robin", rounds=0)
    pair(event)
    with pytest.raises(Refusal, match="NO_ROUND_LEFT"):
        judge.join(event, None, event.at)
    withdraw(event, 2)
    event.follow(judge.join(event, 2, event.at))
    at_tables = opened(6, format="round_robin", seats=3, fewest=3, rounds=0)
    pair(at_tables)
    assert judge.join(at_tables, None, at_tables.at)["player"] == 7


def test_in_a_knock_out_at_tables_the_better_half_goes_on() -> None:
    event = opened(12, format="knock_out", seats=4, fewest=3, rounds=0)
    assert planned_rounds(event) == 3
    pair(event)
    play(event)
    assert len(in_the_running(event)) == 6
    while pair(event):
        play(event)
    assert in_the_running(event) == [1]


def test_after_a_draw_in_a_knock_out_the_earlier_sign_up_goes_on() -> None:
    event = opened(2, format="knock_out", rounds=0)
    pair(event)
    play(event, lambda table: [1, 1])
    assert in_the_running(event) == [1]
    assert next_round(event) is None


def test_on_a_ladder_winners_move_up_and_the_last_move_down() -> None:
    event = opened(6, format="ladder", rounds=3)
    pair(event)
    assert [sorted(table.players) for table in event.rounds[0].tables] == [[1, 2], [3, 4], [5, 6]]
    play(event, lambda table: [1 + (one == min(table.players)) for one in table.players])  # the later wins
    assert ladder_order(event) == [2, 4, 1, 6, 3, 5]
    pair(event)
    assert [sorted(table.players) for table in event.rounds[1].tables] == [[2, 4], [1, 6], [3, 5]]


def test_the_same_player_does_not_rest_twice_at_the_end_of_a_ladder() -> None:
    event = play_out(opened(5, format="ladder", rounds=4), by_chance(1))
    resting = [drawn.byes for drawn in event.rounds]
    assert all(len(one) == 1 for one in resting)
    assert all(one != other for one, other in pairwise(resting))


def test_points_are_the_share_of_opponents_beaten() -> None:
    event = opened(4, seats=4, fewest=3, rounds=1)
    pair(event)
    table = event.rounds[0].tables[0]
    play(event, lambda table: [1, 2, 2, 4])
    assert [table.units_of(one) / WHOLE for one in table.players] == [1.0, 0.5, 0.5, 0.0]


def test_team_mates_do_not_count_as_beaten_and_the_absent_get_nothing() -> None:
    event = opened(4, seats=4, fewest=4, rounds=1)
    pair(event)
    table = event.rounds[0].tables[0]
    event.follow(
        {
            "kind": "result",
            "at": event.at,
            "round": 1,
            "table": 0,
            "ranks": [1, 2, 1, 2],
            "sides": [0, 1, 0, 1],
            "absent": [2],
        }
    )
    assert [table.units_of(one) / WHOLE for one in table.players] == [1.0, 0.0, 0.0, 0.0]


def first_is_absent(event: Event) -> None:
    """End the only table of three: its first player left, and the bot that played on for them came first."""
    event.follow(
        {
            "kind": "result",
            "at": event.at,
            "round": 1,
            "table": 0,
            "ranks": [1, 2, 3],
            "sides": [0, 1, 2],
            "absent": [0],
        }
    )


def test_whoever_is_absent_counts_as_beaten() -> None:
    event = opened(3, seats=3, fewest=3, rounds=1)
    pair(event)
    table = event.rounds[0].tables[0]
    first_is_absent(event)
    assert [table.units_of(one) / WHOLE for one in table.players] == [0.0, 1.0, 0.5]


def test_who_was_absent_in_the_final_of_a_knock_out_has_not_won_it() -> None:
    event = opened(3, format="knock_out", seats=3, fewest=3, rounds=0)
    pair(event)
    table = event.rounds[0].tables[0]
    one, two, three = table.players
    first_is_absent(event)
    assert table.winners() == [1]
    assert not pair(event)
    event.follow({"kind": "ended", "at": event.at, "why": "complete", "reason": ""})
    rows = standings(event)
    assert [row.player for row in rows] == [two, three, one]
    assert [row.values["reached"] for row in rows] == [1, 0, 0]
    assert [row.values["wins"] for row in rows] == [1, 0, 0]
    assert [row.values["sonneborn_berger"] for row in rows] == [0.5, 0, 0]


def test_tie_breaks_count_in_their_order_and_equals_share_a_place() -> None:
    event = opened(4, rounds=1)
    pair(event)
    play(event, lambda table: [1, 1])
    assert [row.place for row in standings(event)] == [1, 1, 1, 1]
    swiss = play_out(opened(8, rounds=3))
    rows = standings(swiss)
    level = [row for row in rows if row.units == 2 * WHOLE]
    assert len(level) > 1
    assert [row.values["buchholz"] for row in level] == sorted(
        (row.values["buchholz"] for row in level), reverse=True
    )


def test_a_reason_neither_turns_nor_covers_what_is_beside_it() -> None:
    event = opened(3)
    assert judge.pause(event, " rain\u202e\n" + "e" + "\u0301" * 9, 5)["reason"] == "rain é\u0301\u0301"
    with pytest.raises(Refusal, match="REASON_NEEDED"):
        judge.pause(event, "\u200b\u202e", 5)


def test_a_corrected_result_replaces_the_old_one_and_keeps_its_reason() -> None:
    event = opened(2, rounds=1)
    pair(event)
    play(event)
    table = event.rounds[0].tables[0]
    event.follow(
        {
            "kind": "corrected",
            "at": event.at,
            "round": 1,
            "table": 0,
            "ranks": [2, 1] if table.players == [1, 2] else [1, 2],
            "reason": "wrong seat",
        }
    )
    assert table.units_of(2) == WHOLE
    assert table.reason == "wrong seat"


def test_entries_that_are_not_possible_are_refused() -> None:
    event = opened(4)
    for entry in (
        {"kind": "joined", "at": 99, "player": 9},
        {"kind": "joined", "at": 99, "player": 2},
        {"kind": "joined", "at": 0, "player": 5},
        {"kind": "opened", "at": 99, "round": 1},
        {"kind": "withdrawn", "at": 99, "player": 7, "why": "left", "reason": ""},
        {
            "kind": "paired",
            "at": 99,
            "round": 1,
            "tables": [{"match": "A", "players": [1, 1]}],
            "byes": [],
            "ends": None,
        },
        {"kind": "paired", "at": 99, "round": 2, "tables": [], "byes": [], "ends": None},
        {
            "kind": "result",
            "at": 99,
            "round": 1,
            "table": 0,
            "ranks": [1],
            "sides": [0],
            "absent": [],
        },
    ):
        before = event.version
        with pytest.raises(EventError):
            event.follow(entry)  # type: ignore[arg-type]
        assert event.version == before
    for broken in (
        {},
        {"kind": "joined"},
        {"kind": "dance", "at": 1},
        {"kind": "joined", "at": 1, "player": "1"},
    ):
        with pytest.raises(EventError):
            Event.from_log([*event.log, broken])
    with pytest.raises(EventError):
        Event.from_log([])
