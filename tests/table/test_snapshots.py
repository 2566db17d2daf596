"""A table from a snapshot is the table that the log gives, in everything that anybody could ever see or ask."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.hush import TABLE_GAME

from slugfest.kernel import Game, games, seeded
from slugfest.table import Entry, Play, Sit, Start, Table, TakeBack, Undo, opening, snapshot
from slugfest.table.commands import SetOptions, Stand
from slugfest.table.messages import Pace
from slugfest.table.seats import Seat
from slugfest.table.snapshots import snapshot_of, table_from

GAMES = {**games(), TABLE_GAME.id: TABLE_GAME}
PEOPLE = "abcdef"
LIVE: Pace = {"kind": "live", "decision": 30, "reserve": 90, "gain": 5, "then": "move", "level": "easy"}


def find(name: str) -> Game:
    return GAMES[name]


def match_of(name: str) -> tuple[list[Entry], list[int]]:
    """The log of a match with changes of mind in the lobby, moves, moves taken back, somebody who leaves and somebody
    who is late; and when its entries were written."""
    game = GAMES[name]
    count = game.seat_counts()[0] if name != "kapow-dice" else 2
    created = opening("ABCD2345", game, "a", "s3cret", [Seat()] * count, {}, pace=LIVE)
    table = Table.from_log([created], find)
    rng = seeded("snapshots", name)
    requests = iter(range(10_000))
    times = [0]

    def ask(guest: str, command: Any) -> bool:
        number = next(requests)
        answer = table.handle(guest, f"request {number}", command, number * 700, delay=number)
        times.extend([table.time.at] * (table.version - len(times)))
        return answer.refusal is None

    assert ask("a", SetOptions(count, {}))
    for seat in range(count):
        assert ask(PEOPLE[seat], Sit(seat, f"Player {seat}"))
    assert ask("a", Start())
    for _ in range(60):
        if table.status != "playing":
            break
        seat = table.owing()[rng.below(len(table.owing()))]
        assert table.history is not None
        moves = table.history.state.moves(seat)
        assert ask(PEOPLE[seat], Play((game.format(moves[rng.below(len(moves))]),)))
        if rng.below(3) == 0:
            ask(PEOPLE[seat], Undo())
        elif rng.below(2) == 0:
            ask(PEOPLE[seat], TakeBack(seat))
            ask(PEOPLE[(seat + 1) % count], TakeBack(seat))
    ask("b" if count > 1 else "a", Stand())
    if (due := table.due()) is not None:
        table.time_out(due + 1)
        times.append(table.time.at)
    return table.log, times


def all_of(table: Table) -> dict[str, Any]:
    """Everything that a table is, but for the entries that a snapshot stands for."""
    told = {
        name: value
        for name, value in vars(table).items()
        if name not in ("log", "_left_out", "history", "_refused", "time_before")
    }
    told["newest"] = table.log[-1]
    told["version"] = table.version
    told["shown"] = [snapshot(table, guest) for guest in [*PEOPLE, "stranger"]]
    if table.history is not None:
        told["moves"] = [(entry.seat, entry.move, entry.chance) for entry in table.history.entries]
        told["chances"] = table.history.chances
        told["truth"] = table.history.state.position()
        told["decisions"] = [table.decision(seat) for seat in range(len(table.seats))]
    return told


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_table_from_a_snapshot_is_the_table_of_the_log(name: str) -> None:
    log, times = match_of(name)
    assert any(entry["kind"] == "undo" for entry in log)
    for version in [*range(1, len(log), 7), len(log)]:
        whole = Table.from_log(json.loads(json.dumps(log[:version])), find, times)
        restored = table_from(snapshot_of(whole), log[version - 1], find)
        assert restored is not None
        assert all_of(restored) == all_of(whole)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_it_goes_on_like_the_table_of_the_log(name: str) -> None:
    log, times = match_of(name)
    middle = len(log) // 2
    restored = table_from(snapshot_of(Table.from_log(log[:middle], find, times)), log[middle - 1], find)
    assert restored is not None
    for entry, at in zip(log[middle:], times[middle:], strict=True):
        restored.follow(entry, at)
    assert all_of(restored) == all_of(Table.from_log(log, find, times))
    again = table_from(snapshot_of(restored), log[-1], find)  # and a snapshot of it is as good
    assert again is not None
    assert all_of(again) == all_of(restored)


def test_a_snapshot_of_another_log_or_release_counts_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    log, _ = match_of(TABLE_GAME.id)
    data = snapshot_of(Table.from_log(log, find))
    assert table_from(data, log[-2], find) is None
    monkeypatch.setattr("slugfest.table.snapshots.__version__", "another")
    assert table_from(data, log[-1], find) is None
