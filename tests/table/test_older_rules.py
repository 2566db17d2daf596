"""A match that was begun by an older version of the rules goes on with the numbers of that version."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from slugfest.kernel import Facts, game, read_record
from slugfest.protocol.thinking import think
from slugfest.store import NewEntry, SqliteStore
from slugfest.table import Play, Table
from slugfest.table.seats import Seat
from slugfest.table.snapshots import snapshot_of, table_from
from slugfest.table.views import match_info

GAME = game("kapow-dice")
RECORDS = Path(__file__).parents[1] / "games" / "kapow_dice" / "records"
HALF = 40  # moves


def log_of_version_2(moves: int) -> list[Facts]:
    """The log of a match between two people by version 2 of KAPOW! dice, up to some move."""
    record = read_record((RECORDS / "version-2.txt").read_text("utf-8"))
    people = [Seat("person", name, name).as_entry() for name in record.players]
    created: Facts = {
        "kind": "created",
        "format": 2,
        "match": "ABCD2345",
        "game": GAME.id,
        "rules": 2,
        "host": "Ann",
    }
    created |= {"chance": 1, "secret": record.secret, "seats": people, "options": record.options}
    played: list[Facts] = [
        {"kind": "moves", "seat": seat, "moves": [text]} for seat, text in record.moves[:moves]
    ]
    return [created, {"kind": "started"}, *played]


def test_a_match_in_a_database_goes_on_with_its_numbers(tmp_path: Path) -> None:
    record = read_record((RECORDS / "version-2.txt").read_text("utf-8"))
    with closing(SqliteStore(tmp_path / "matches.sqlite3")) as store:
        for version, entry in enumerate(log_of_version_2(HALF), 1):
            store.append([NewEntry("ABCD2345", version, entry, ("Ann", "Bob"), over=False)])
        table = Table.from_log([logged.entry for logged in store.log("ABCD2345")])
    assert match_info(table, "Ann")["rules"] == 2
    for number, (seat, text) in enumerate(record.moves[HALF:]):
        answer = table.handle(record.players[seat], f"request {number}", Play((text,)))
        assert answer.refusal is None, text
    assert table.record() == (RECORDS / "version-2.txt").read_text("utf-8")


def test_what_a_match_is_shown_with_is_that_of_its_version() -> None:
    table = Table.from_log(log_of_version_2(HALF))
    before, now = table.game.display.catalogue(), GAME.display.catalogue()
    assert (table.game.id, table.game.version) == (GAME.id, 2)
    assert before["characters"] != now["characters"]
    assert before["characters"].keys() == now["characters"].keys()


def test_its_snapshot_opens_it_again() -> None:
    log = log_of_version_2(HALF)
    table = Table.from_log(log)
    again = table_from(snapshot_of(table), log[-1])
    assert again is not None
    assert again.game is table.game
    assert again.history is not None
    assert table.history is not None
    assert again.history.state.position() == table.history.state.position()
    assert again.history.state.position()["rules"] == 2


def test_its_bots_think_by_its_numbers() -> None:
    """In another process: from the id of the game and the position alone."""
    table = Table.from_log(log_of_version_2(HALF))
    assert table.history is not None
    seat = table.owing()[0]
    for level in ("greedy", "search:20"):
        question = table.question(seat, level=level)
        (idea,) = think(question, "decide", GAME)
        assert table.history.state.legal(seat, idea.move)


def test_the_match_after_it_is_played_by_the_rules_of_today() -> None:
    table = Table.from_log(log_of_version_2(HALF))
    assert table.opening_of_rematch("ABCD2346", "Ann", "another")["rules"] == GAME.version
