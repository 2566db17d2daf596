"""Duplicate events: tables of one size, matchpoints by seat, and nothing known before the round is over."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.events.evenings import by_chance, opened, pair, play_out

from slugfest.events import WHOLE, Event, EventError, EventTable, judge, standings
from slugfest.events.event import matchpoints
from slugfest.events.files import results_csv
from slugfest.events.history import history_of
from slugfest.events.judge import next_round_at
from slugfest.events.rounds import table_size
from slugfest.kernel import Refusal


def result(
    event: Event, table: int, ranks: list[int], scores: list[int] | None = None, absent: tuple[int, ...] = ()
) -> None:
    number = len(event.rounds)
    sides = list(range(len(ranks)))
    entry: dict[str, object] = {"kind": "result", "at": event.at + 1, "round": number, "table": table}
    entry |= {"ranks": ranks, "sides": sides, "absent": list(absent)}
    if scores:
        entry["scores"] = scores
    event.follow(entry)  # type: ignore[arg-type]


def night(players: int, **changes: object) -> Event:
    event = opened(players, **({"format": "duplicate", "rounds": 3} | changes))
    assert pair(event)
    return event


def points(event: Event) -> dict[int, float]:
    return {row.player: row.points for row in standings(event)}


# ---- matchpoints -----------------------------------------------------------------------------------------------------


def test_each_seat_is_compared_with_the_same_seat_elsewhere() -> None:
    """2 for every table where the same seat did worse, 1 where it did as well, as a share of what was possible."""
    event = night(8)
    for table, ranks in enumerate(([1, 2], [1, 2], [2, 1], [1, 1])):
        result(event, table, ranks)
    found = points(event)
    first, second = ([table.players[seat] for table in event.rounds[0].tables] for seat in (0, 1))
    assert [found[one] for one in first] == [0.83, 0.83, 0, 0.33]
    assert [found[one] for one in second] == [0.17, 0.17, 1, 0.67]
    assert sum(event.units(one) for one in first) == 2 * WHOLE, (
        "a seat shares out as many points as half its tables"
    )


def test_what_the_game_counted_decides_between_equal_places() -> None:
    event = night(6)
    for table, scores in enumerate(([30, 10], [25, 20], [25, 5])):
        result(event, table, [1, 2], scores)
    tables = event.rounds[0].tables
    assert [points(event)[table.players[0]] for table in tables] == [1, 0.25, 0.25]
    assert [points(event)[table.players[1]] for table in tables] == [0.5, 1, 0]


def test_points_count_only_between_tables_that_have_them() -> None:
    """Who knocks everybody out has no points from the game, and is not behind who won on points."""
    event = night(6)
    for table, scores in enumerate(([30, 10], None, [25, 5])):
        result(event, table, [1, 2], scores)
    assert [points(event)[table.players[0]] for table in event.rounds[0].tables] == [0.75, 0.5, 0.25]
    tops = [row.values["tops"] for row in standings(event)]
    assert sum(tops) == 4, "two tables share the best result of each seat"


def test_who_was_absent_gets_nothing_and_counts_as_worse() -> None:
    event = night(4)
    result(event, 0, [1, 2], absent=(0,))
    result(event, 1, [2, 1])
    tables = event.rounds[0].tables
    assert points(event)[tables[0].players[0]] == 0
    assert points(event)[tables[1].players[0]] == 1


def test_a_seat_without_another_one_to_compare_with_gets_half() -> None:
    table = EventTable("A", [1, 2], ranks=[1, 2], sides=[0, 1])
    other = EventTable("B", [3, 4])
    assert matchpoints([table, other], table, 1) == matchpoints([table, other], table, 2) == Fraction(1, 2)
    assert matchpoints([table, other], other, 3) == 0


def test_team_mates_are_compared_by_their_team() -> None:
    event = night(8, seats=4, fewest=4)
    for table, ranks in enumerate(([1, 2, 2, 1], [2, 1, 1, 2])):
        entry: dict[str, object] = {"kind": "result", "at": event.at + 1, "round": 1, "table": table}
        event.follow(entry | {"ranks": ranks, "sides": [0, 1, 1, 0], "absent": []})  # type: ignore[arg-type]
    for seat, table in enumerate((0, 1, 1, 0)):
        winner, loser = (event.rounds[0].tables[index].players[seat] for index in (table, 1 - table))
        assert (points(event)[winner], points(event)[loser]) == (1, 0)


def test_equal_sums_are_equal_whatever_they_are_sums_of() -> None:
    """Thirds and sevenths are not rounded before they are added."""
    event = night(16, rounds=2)
    assert len(event.rounds[0].tables) == 8
    for table in range(8):
        result(event, table, [1, 2], [table, 7 - table])
    shares = [event.units(one.players[0]) for one in event.rounds[0].tables]
    assert shares == [Fraction(WHOLE * table, 7) for table in range(8)]


# ---- what is known when ----------------------------------------------------------------------------------------------


def test_nothing_of_a_round_is_known_before_all_its_tables_have_finished() -> None:
    event = night(6)
    before = standings(event)
    csv = results_csv(event, {one: f"P{one}" for one in range(1, 7)}, german=False)
    result(event, 0, [1, 2], [9, 3])
    result(event, 1, [2, 1], [9, 3])
    assert event.sealed(event.rounds[0])
    assert standings(event) == before
    assert results_csv(event, {one: f"P{one}" for one in range(1, 7)}, german=False) == csv
    with pytest.raises(EventError, match="cannot be revealed now"):
        event.follow({"kind": "revealed", "at": event.at, "round": 1})
    result(event, 2, [1, 2], [9, 3])
    assert not event.sealed(event.rounds[0])
    assert event.unrevealed() is event.rounds[0]
    assert next_round_at(event) is None, "the next round waits until all matches show their secret"
    event.follow({"kind": "revealed", "at": event.at, "round": 1})
    assert next_round_at(event) is not None
    assert [row.played for row in standings(event)] == [1] * 6


def test_a_night_that_the_director_ends_compares_the_tables_that_finished() -> None:
    event = night(6)
    result(event, 0, [1, 2])
    result(event, 1, [2, 1])
    event.follow({"kind": "ended", "at": event.at, "why": "director", "reason": "late"})
    tables = event.rounds[0].tables
    assert [points(event)[one] for one in (*tables[0].players, *tables[1].players)] == [1, 0, 0, 1]
    assert [points(event)[one] for one in tables[2].players] == [0, 0]
    event.follow({"kind": "revealed", "at": event.at, "round": 1})
    assert event.unrevealed() is None


@pytest.mark.parametrize(
    "entry",
    [
        {"kind": "dealt", "round": 1, "tables": [["bot"]]},
        {"kind": "dealt", "round": 2, "tables": []},
        {"kind": "revealed", "round": 0},
        {"kind": "paired", "round": 2, "tables": [], "byes": [], "ends": None},
    ],
)
def test_what_does_not_fit_a_duplicate_round_is_refused(entry: dict[str, object]) -> None:
    event = night(4)
    version = event.version
    with pytest.raises(EventError):
        event.follow(entry | {"at": event.at})  # type: ignore[arg-type]
    assert event.version == version


# ---- who plays whom --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "most", "fewest", "size"),
    [
        (4, 2, 2, 2),
        (3, 2, 2, 0),
        (7, 4, 3, 3),
        (8, 4, 3, 4),
        (13, 4, 3, 4),
        (11, 4, 3, 3),
        (12, 6, 3, 6),
        (5, 6, 3, 0),
    ],
)
def test_all_tables_have_one_size_and_as_many_play_as_possible(
    players: int, most: int, fewest: int, size: int
) -> None:
    assert table_size(players, most, fewest) == size


@pytest.mark.parametrize(("players", "seats"), [(6, 2), (9, 2), (13, 3), (16, 4), (12, 6)])
def test_everybody_plays_with_equal_tables_and_few_repeats(players: int, seats: int) -> None:
    event = play_out(
        opened(players, format="duplicate", rounds=3, seats=seats, fewest=seats), by_chance(players)
    )
    for drawn in event.rounds:
        assert {len(table.players) for table in drawn.tables} == {seats}
        assert len(drawn.byes) == players % seats
    byes = history_of(event).byes
    assert max(byes.values(), default=0) - min((byes[one] for one in range(1, players + 1)), default=0) <= 1
    if seats == 2:
        assert max(history_of(event).met.values()) == 1, "nobody meets somebody again"
    assert Event.from_log(event.log).units(1) == event.units(1)


def test_points_do_not_decide_who_plays_whom() -> None:
    """Who is ahead is compared with everybody: to meet only the others who are ahead would be unfair."""
    one, other = night(8), night(8)
    for event, ranks in ((one, [1, 2]), (other, [2, 1])):
        for table in range(4):
            result(event, table, ranks)
        event.follow({"kind": "revealed", "at": event.at, "round": 1})
        pair(event)
    assert [table.players for table in one.rounds[1].tables] == [
        table.players for table in other.rounds[1].tables
    ]


def test_too_few_for_two_tables_cannot_start() -> None:
    with pytest.raises(Refusal) as refused:
        judge.start(opened(3, format="duplicate"), 10)
    assert refused.value.code == "TOO_FEW_PLAYERS"
    judge.start(opened(4, format="duplicate"), 10)
