"""A short run of chaos, and that its verdict would notice a broken promise. ``./dev chaos`` is the long run."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tools import chaos
from tools.chaos import Broken, Player, Seats

from slugfest.kernel import game
from slugfest.store import MemoryStore, NewEntry
from slugfest.table import Seat, SetSeat, Start, Table, opening


def test_people_play_on_while_servers_die_and_postgres_restarts() -> None:
    assert "granted" in chaos.run(faults=6, seed=11, tables=2, sqlite=False)


def test_people_play_on_while_the_only_server_dies() -> None:
    assert "granted" in chaos.run(faults=3, seed=3, tables=2, sqlite=True)


@pytest.fixture
def played() -> tuple[MemoryStore, Seats]:
    """A match with one granted request, and the two who were there."""
    store = MemoryStore()
    created = opening("MATCH", game("kapow-cards"), "ann", "secret", [Seat(), Seat()], {})
    table = Table.from_log([created])
    answer = table.handle("ann", "granted", SetSeat(1, "bot"))
    assert answer.entry is not None
    store.append(
        [NewEntry("MATCH", version, entry, ("ann",), False) for version, entry in enumerate(table.log, 1)]
    )
    seats = Seats(0, [Player(name, [], random.Random(1)) for name in ("Ann", "Bob")], ["MATCH"])
    seats.players[0].granted["MATCH", "granted"] = 2
    return store, seats


def judge(store: MemoryStore, seats: Seats) -> int:
    return chaos.judge_table(store, seats)


def test_a_consistent_match_is_found_good(played: tuple[MemoryStore, Seats]) -> None:
    assert judge(*played) == 2


def test_an_acknowledged_move_that_is_missing_is_noticed(played: tuple[MemoryStore, Seats]) -> None:
    store, seats = played
    seats.players[1].granted["MATCH", "lost"] = 3
    with pytest.raises(Broken, match="in the log 0 times"):
        judge(store, seats)


def test_a_refused_request_that_was_granted_is_noticed(played: tuple[MemoryStore, Seats]) -> None:
    store, seats = played
    seats.players[1].refused.add(("MATCH", "granted"))
    with pytest.raises(Broken, match="was refused and is in the log"):
        judge(store, seats)


def test_a_log_that_does_not_replay_is_noticed(played: tuple[MemoryStore, Seats]) -> None:
    store, seats = played
    nonsense: dict[str, Any] = {"kind": "moves", "seat": 0, "moves": ["PASS"]}
    store.append([NewEntry("MATCH", 3, nonsense, (), False)])
    with pytest.raises(Exception, match="does not fit"):
        judge(store, seats)


@pytest.mark.parametrize(
    ("wait", "more", "what"),
    [
        (5001, {"by": "ann", "request": "late"}, "came too late"),
        (5999, {"why": "time"}, "too early"),
    ],
)
def test_a_clock_that_was_not_kept_is_noticed(wait: int, more: dict[str, Any], what: str) -> None:
    now = [0]
    store, played = MemoryStore(lambda: now[0]), game("tag-team")
    people = [Seat("person", "Ann", "ann"), Seat("person", "Bob", "bob")]
    pace: Any = chaos.PACE
    table = Table.from_log([opening("MATCH", played, "ann", "secret", people, {}, pace=pace)])
    table.handle("ann", "start", Start())
    assert table.history is not None
    moves = [played.format(table.default_move(0))]
    entries = [*table.log, {"kind": "moves", "seat": 0, "moves": moves, **more}]
    for version, entry in enumerate(entries, 1):
        now[0] = wait if version == 3 else 0
        store.append([NewEntry("MATCH", version, entry, (), False)])
    with pytest.raises(Broken, match=what):
        chaos.judge_time("MATCH", store.log("MATCH"))


def test_a_match_that_goes_back_is_noticed() -> None:
    player = Player("Ann", [], random.Random(1))
    received: dict[str, Any] = {"version": 5, "match": {"status": "playing"}, "view": None}
    player.show(received)
    with pytest.raises(Broken, match="go back from 5 to 4"):
        player.show(received | {"version": 4})
