"""What lists tell of a match, and what a profile makes of it."""

from __future__ import annotations

from typing import Any

import pytest

from slugfest.kernel import Rng, games
from slugfest.table import Play, Seat, Start, Table, opening
from slugfest.table.messages import MyResult, Pace
from slugfest.table.profiles import against, profile_of
from slugfest.table.summaries import (
    HOUR,
    Summary,
    SummarySeat,
    listed_match,
    read_summary,
    result_of,
    summary_of,
)

pytestmark = pytest.mark.compiled


def seat(guest: str = "", level: Any = None, away: bool = False, hints: int = 0) -> SummarySeat:
    kind: Any = "person" if guest else "bot"
    return {"kind": kind, "name": guest, "guest": guest, "level": level, "away": away, "hints": hints}


def ended(
    ranks: list[int],
    seats: list[SummarySeat],
    teams: list[list[int]] | None = None,
    values: list[float] | None = None,
    line_ups: list[list[str]] | None = None,
    game: str = "kapow-cards",
    practice: bool = False,
) -> Summary:
    return {
        "game": game,
        "status": "finished",
        "mode": None,
        "headline": None,
        "seats": seats,
        "teams": teams or [[index] for index in range(len(seats))],
        "owing": [],
        "practice": practice,
        "deadlines": [],
        "result": {
            "ranks": ranks,
            "values": values,
            "text": {"en": "Over.", "de": "Aus."},
            "line_ups": line_ups or [[] for _ in seats],
        },
    }


@pytest.mark.parametrize(
    ("ranks", "teams", "values", "mine"),
    [
        ([1, 2], None, None, "won"),
        ([2, 1], None, None, "lost"),
        ([1, 1], None, None, "drawn"),
        ([1, 1, 3], None, None, "shared"),
        ([1, 2, 1, 2], [[0, 2], [1, 3]], None, "won"),
        ([2, 1, 2, 1], [[0, 2], [1, 3]], None, "lost"),
        ([1, 1, 1, 1], [[0, 2], [1, 3]], None, "drawn"),
        ([1, 1], [[0, 1]], [1.0, 1.0], "won"),
        ([2, 2], [[0, 1]], [0.0, 0.0], "lost"),
        ([2, 2], [[0, 1]], [0.5, 0.5], "drawn"),
    ],
)
def test_how_a_match_ended_for_me(
    ranks: list[int], teams: list[list[int]] | None, values: list[float] | None, mine: MyResult
) -> None:
    summary = ended(ranks, [seat("ann"), *(seat(level="easy") for _ in ranks[1:])], teams, values)
    assert result_of(summary, 0) == mine
    told = listed_match("M", summary, 7, "ann")
    assert told["result"] is not None
    assert told["result"]["mine"] == mine
    watched = listed_match("M", summary, 7, "eve")["result"]
    assert watched is not None
    assert watched["mine"] == ""


@pytest.mark.parametrize(
    ("others", "teams", "whom"),
    [
        ([seat("bob")], None, ("people", None)),
        ([seat("bob"), seat(level="hard")], None, ("people", None)),
        ([seat(level="hard"), seat(level="hard")], None, ("bots", "hard")),
        ([seat(level="hard"), seat(level="easy")], None, ("bots", None)),
        ([seat("bob")], [[0, 1]], ("game", None)),
        ([seat(level="easy"), seat("bob"), seat(level="easy")], [[0, 2], [1, 3]], ("bots", "easy")),
    ],
)
def test_whom_i_played_against(
    others: list[SummarySeat], teams: list[list[int]] | None, whom: tuple[str, str | None]
) -> None:
    summary = ended([1] * (len(others) + 1), [seat("ann"), *others], teams)
    assert against(summary, 0) == whom


def test_favourites_are_counted_with_the_names_of_the_games_cast() -> None:
    game = games()["tag-team"]
    first, second, third = list(game.reports.cast())[:3]
    told = profile_of(
        "ann",
        [
            ended([1, 2], [seat("ann"), seat(level="easy")], None, None, [[first, second], []], "tag-team"),
            ended([2, 1], [seat("ann"), seat(level="easy")], None, None, [[first, third], []], "tag-team"),
            ended([1, 2], [seat("ann", hints=1), seat(level="easy")], None, None, [[third], []], "tag-team"),
            ended([1, 2], [seat("ann"), seat(level="easy")], None, None, [["who?"], []], "tag-team"),
        ],
        games(),
    )
    assert [(one["key"], one["played"], one["won"]) for one in told["favourites"]] == [
        (first, 2, 1),
        (second, 1, 1),
        (third, 1, 0),
    ]
    assert told["favourites"][0]["name"] == game.reports.cast()[first].as_json()
    assert (told["finished"], told["hinted"]) == (4, 1)


def test_practice_is_listed_and_counted_nowhere() -> None:
    summary = ended([1, 2], [seat("ann"), seat(level="easy")], practice=True)
    assert listed_match("M", summary, 7, "ann")["practice"]
    told = profile_of("ann", [summary], games())
    assert (told["finished"], told["practice"], told["tallies"]) == (1, 1, [])


def test_a_summary_without_the_end_is_made_anew() -> None:
    summary: dict[str, Any] = dict(ended([1, 2], [seat("ann"), seat(level="easy")]))
    stale = summary | {"status": "playing"}
    assert read_summary(summary, over=True) == summary
    assert read_summary(stale, over=True) is None
    assert read_summary(None, over=False) is None


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_every_game_says_what_is_played_and_how_far_it_has_come(game: Any) -> None:
    for seats in game.seat_counts():
        options = game.settle(seats, {})
        assert game.display.mode(game, seats, options) is not None
        assert game.display.progress(game.deal(seats, options, Rng(1))) is not None


def test_a_days_match_says_until_when_i_have_and_small_moves_say_nothing() -> None:
    dice = games()["kapow-dice"]
    days: Pace = {"kind": "days", "decision": 2, "reserve": 0, "gain": 0, "then": "move", "level": "medium"}
    people = [Seat("person", "Ann", "ann"), Seat("person", "Bob", "bob")]
    created = opening("MATCH", dice, "ann", "a secret", people, {"mode": "duel"}, pace=days)
    table = Table.from_log([created], lambda _: dice)
    assert table.handle("ann", "1", Start(), 90 * 60_000).refusal is None
    table.written(90 * 60_000)
    told = listed_match("MATCH", summary_of(table), 0, "ann")
    assert told["deadline"] == 2 * 24 * HOUR + HOUR, "begun hours are left out"
    before = summary_of(table)
    assert table.history is not None
    move = dice.format(table.history.state.moves(0)[0])
    assert table.handle("ann", "2", Play((move,)), 91 * 60_000).refusal is None
    table.written(91 * 60_000)
    assert 1 in table.unnoticed
    assert summary_of(table) == before
