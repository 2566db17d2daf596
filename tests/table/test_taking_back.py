"""Taking a decision back: for practice against bots, by consent between people, and never more than that."""

from __future__ import annotations

from typing import Any

import pytest
from tests.hush import TABLE_GAME
from tests.table.test_table import ask, granted

from slugfest.games.kapow_cards import GAME as CARDS
from slugfest.kernel import Game, History, read_record, seeded, verify
from slugfest.table import Play, Seat, Stand, Start, Table, TakeBack, Undo, opening, snapshot
from slugfest.table.snapshots import snapshot_of, table_from

pytestmark = pytest.mark.compiled

PEOPLE = ("ann", "bob", "cyd")


def match(game: Game, *seats: Seat, **options: Any) -> Table:
    table = Table.from_log([opening("MATCH", game, "ann", "a secret", list(seats), options)], lambda _: game)
    granted(table, "ann", Start())
    return table


def person(name: str) -> Seat:
    return Seat("person", name.capitalize(), name)


def bot() -> Seat:
    return Seat("bot", "Rita", level="easy")


def refused(table: Table, guest: str, command: Any) -> str:
    version = table.version
    answer = ask(table, guest, command)
    assert answer.refusal is not None
    assert table.version == version
    return answer.refusal.code


def moves(table: Table, guest: str) -> list[str]:
    view = snapshot(table, guest)["view"]
    assert view is not None
    return [option["move"] for option in view["moves"]]


def history(table: Table) -> History:
    assert table.history is not None
    return table.history


def a_round(table: Table) -> str:
    """Ann chooses, the bot too, and the cards are shown; the card that Ann chose."""
    chosen = moves(table, "ann")[0]
    granted(table, "ann", Play((chosen,)))
    if 1 in table.bots_to_move():
        table.bot_plays(1, history(table).state.moves(1)[0])
    return chosen


# ---- alone with bots -----------------------------------------------------------------------------------------------


def test_alone_with_bots_one_goes_back_past_what_was_shown_and_it_is_practice() -> None:
    table = match(TABLE_GAME, person("ann"), bot())
    before = snapshot(table, "ann")
    a_round(table)
    assert len(history(table).entries) == 2
    assert snapshot(table, "ann")["way_back"] == "practice"
    granted(table, "ann", TakeBack(0))
    after = snapshot(table, "ann")
    assert (after["view"], after["log"]) == (before["view"], before["log"])
    assert after["match"]["practice"]
    assert not before["match"]["practice"]


def test_the_same_chance_falls_again_after_another_decision() -> None:
    """Nobody can roll anew until they like it: practice is for thinking, not for luck."""
    table = match(TABLE_GAME, person("ann"), bot())
    first = a_round(table)
    shown = history(table).state.document()
    granted(table, "ann", TakeBack(0))
    assert a_round(table) == first
    assert history(table).state.document() == shown


def test_one_goes_back_decision_by_decision_to_the_beginning() -> None:
    table = match(TABLE_GAME, person("ann"), bot(), rounds=3)
    start = history(table).state.document()
    rng = seeded("back")
    for _ in range(4):
        for seat in table.owing():
            options = history(table).state.moves(seat)
            move = options[rng.below(len(options))]
            if seat:
                table.bot_plays(seat, move)
            else:
                granted(table, "ann", Play((TABLE_GAME.format(move),)))
    assert table.status == "playing"
    assert sum(entry.seat == 0 for entry in history(table).entries) > 1
    while history(table).entries:
        granted(table, "ann", Undo() if table.can_undo(0) else TakeBack(0))
    assert history(table).state.document() == start
    assert table.way_back(0) == ""


def test_what_can_be_undone_is_undone_and_costs_nothing() -> None:
    table = match(TABLE_GAME, person("ann"), bot(), ready=False)
    granted(table, "ann", Play((moves(table, "ann")[0],)))
    assert snapshot(table, "ann")["can_undo"]
    assert snapshot(table, "ann")["way_back"] == ""
    assert refused(table, "ann", TakeBack(0)) == "NO_WAY_BACK"
    granted(table, "ann", Undo())
    assert not snapshot(table, "ann")["match"]["practice"]


def test_when_it_is_over_it_is_over_since_the_secret_is_out() -> None:
    table = match(TABLE_GAME, person("ann"), bot(), rounds=1)
    while table.status == "playing":
        a_round(table)
        for seat in table.owing():
            if seat == 0:
                granted(table, "ann", Play((moves(table, "ann")[-1],)))
    assert snapshot(table, "ann")["way_back"] == ""
    assert refused(table, "ann", TakeBack(0)) == "GAME_OVER"


def test_the_record_of_a_practice_match_says_so_and_verifies() -> None:
    table = match(TABLE_GAME, person("ann"), bot(), rounds=1)
    a_round(table)
    if table.status == "playing":
        granted(table, "ann", TakeBack(0))
    while table.status == "playing":
        seat = table.owing()[0]
        options = history(table).state.moves(seat)
        if seat:
            table.bot_plays(seat, options[-1])
        else:
            granted(table, "ann", Play((TABLE_GAME.format(options[-1]),)))
    record = read_record(table.record())
    assert record.practice is table.practice
    assert verify(record, TABLE_GAME).state.outcome() is not None
    assert read_record(record.text()).text() == record.text()


def test_the_log_and_a_snapshot_give_the_same_table_again() -> None:
    table = match(TABLE_GAME, person("ann"), bot())
    a_round(table)
    granted(table, "ann", TakeBack(0))
    a_round(table)
    for again in (
        Table.from_log(table.log, lambda _: TABLE_GAME),
        table_from(snapshot_of(table), table.log[-1], lambda _: TABLE_GAME),
    ):
        assert again is not None
        assert snapshot(again, "ann") == snapshot(table, "ann")
        assert again.practice


# ---- between people ------------------------------------------------------------------------------------------------


def three_people() -> Table:
    """Ann has passed and so has Bob: Ann's pass can no longer be undone, but nothing was shown."""
    table = match(CARDS, *(person(name) for name in PEOPLE), start_seat=1)
    granted(table, "ann", Play(("PASS",)))
    granted(table, "bob", Play(("PASS",)))
    return table


def test_between_people_it_takes_everybodys_consent_and_all_see_who_asks() -> None:
    table = three_people()
    start = history(table).start.position()["position"]
    assert [snapshot(table, guest)["way_back"] for guest in (*PEOPLE, "")] == ["ask", "", "", ""]
    granted(table, "ann", TakeBack(0))
    for guest in (*PEOPLE, ""):
        asked = snapshot(table, guest)["match"]["taking_back"]
        assert asked == {"seat": 0, "agreed": [], "missing": [1, 2]}
    granted(table, "bob", TakeBack(0))
    assert snapshot(table, "")["match"]["taking_back"] == {"seat": 0, "agreed": [1], "missing": [2]}
    assert len(history(table).entries) == 2
    granted(table, "cyd", TakeBack(0))
    assert history(table).entries == []
    assert history(table).state.position()["position"] == start
    told = snapshot(table, "")["match"]
    assert told["taking_back"] is None
    assert not told["practice"]


@pytest.mark.parametrize("who", ["bob", "ann"])
def test_one_no_ends_it_and_so_does_second_thought(who: str) -> None:
    table = three_people()
    granted(table, "ann", TakeBack(0))
    granted(table, who, TakeBack(0, agree=False))
    assert snapshot(table, "cyd")["match"]["taking_back"] is None
    assert refused(table, "cyd", TakeBack(0)) == "NOT_ASKED"
    assert len(history(table).entries) == 2


def test_a_request_goes_away_when_the_game_moves_on() -> None:
    table = three_people()
    granted(table, "ann", TakeBack(0))
    granted(table, "cyd", Play(("PASS",)))
    assert snapshot(table, "bob")["match"]["taking_back"] is None
    assert refused(table, "bob", TakeBack(0)) == "NOT_ASKED"


def test_nothing_that_was_shown_is_taken_back_between_people() -> None:
    table = match(TABLE_GAME, person("ann"), person("bob"), ready=False)
    for guest in ("ann", "bob"):
        granted(table, guest, Play((moves(table, guest)[0],)))
    assert [snapshot(table, guest)["way_back"] for guest in ("ann", "bob")] == ["", ""]
    assert refused(table, "ann", TakeBack(0)) == "NO_WAY_BACK"


def test_a_bot_beside_people_makes_it_no_practice() -> None:
    table = match(TABLE_GAME, person("ann"), bot(), person("cyd"), ready=False)
    granted(table, "ann", Play((moves(table, "ann")[0],)))
    table.bot_plays(1, history(table).state.moves(1)[0])
    granted(table, "cyd", Play((moves(table, "cyd")[0],)))
    assert snapshot(table, "ann")["way_back"] == ""
    granted(table, "cyd", Stand())  # Cyd may come back, and must not find another game
    assert snapshot(table, "ann")["way_back"] == ""


def test_two_do_not_ask_at_once_and_nobody_agrees_to_what_they_did_not_read() -> None:
    table = three_people()
    granted(table, "cyd", Play(("PASS",)))  # now Bob could ask as well
    granted(table, "ann", TakeBack(0))
    assert refused(table, "bob", TakeBack(1)) == "ANOTHER_ASKS"
    assert refused(table, "bob", TakeBack(2)) == "NOT_ASKED"
    assert granted(table, "ann", TakeBack(0)).entry is None  # asked already
    assert refused(table, "stranger", TakeBack(0)) == "NOT_SEATED"


def test_a_standing_request_survives_a_restart() -> None:
    table = three_people()
    granted(table, "ann", TakeBack(0))
    granted(table, "bob", TakeBack(0))
    again = table_from(snapshot_of(table), table.log[-1], lambda _: CARDS)
    assert again is not None
    granted(again, "cyd", TakeBack(0))
    assert history(again).entries == []
