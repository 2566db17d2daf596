"""Open tables: anybody may take a free seat, and bots give way until a person has made the first decision."""

from __future__ import annotations

import itertools

import pytest
from tests.hush import TABLE_GAME as GAME
from tests.table.test_table import SECRET, everything, reloaded

from slugfest.kernel import read_record, verify
from slugfest.table import (
    Advertise,
    Answer,
    Command,
    Hints,
    Nonce,
    Play,
    Seat,
    Services,
    SetSeat,
    Sit,
    Stand,
    Start,
    Table,
    Undo,
    last_change,
    match_info,
    opening,
    seat_view,
    snapshot,
)
from slugfest.table.messages import Advert, Pace
from slugfest.table.open_tables import free_seats
from slugfest.table.snapshots import snapshot_of, table_from

pytestmark = pytest.mark.compiled

ANN = Seat("person", "Ann", "ann")
RITA = Seat("bot", "Rita", level="easy")
ANNS, BOBS, CYDS = "a" * 32, "b" * 32, "c" * 32
ADVERT: Advert = {"strength": "any", "bots": True, "club": ""}
LIVE: Pace = {"kind": "live", "decision": 20, "reserve": 60, "gain": 5, "then": "move", "level": "easy"}
NUMBERS = itertools.count()
HOSTING = Services(advertises=True)


def ask(table: Table, guest: str, command: Command, now: int = 0, services: Services = HOSTING) -> Answer:
    return table.handle(guest, f"request {next(NUMBERS)}", command, now, services=services)


def granted(table: Table, guest: str, command: Command, now: int = 0) -> None:
    answer = ask(table, guest, command, now)
    assert answer.refusal is None, answer.refusal
    assert answer.entry is not None


def refused(table: Table, guest: str, command: Command, services: Services = HOSTING) -> str:
    before = everything(table)
    answer = ask(table, guest, command, services=services)
    assert answer.refusal is not None, "this should have been refused"
    assert everything(table) == before
    return answer.refusal.code


def lobby(
    *seats: Seat, start: bool = False, pace: Pace | None = None, advert: Advert | None = ADVERT
) -> Table:
    created = opening("MATCH", GAME, "ann", SECRET, list(seats), {}, start, pace or GAME_PACE)
    table = Table.from_log([created], lambda _: GAME)
    if advert is not None:
        granted(table, "ann", Advertise(advert))
    return table


GAME_PACE: Pace = {"kind": "none", "decision": 0, "reserve": 0, "gain": 0, "then": "bot", "level": "medium"}


def begun(*seats: Seat, pace: Pace | None = None) -> Table:
    """Ann plays with bots that give way, and has not decided anything."""
    table = lobby(ANN, *(seats or (RITA,)), start=True, pace=pace)
    granted(table, "ann", Nonce(ANNS), 0 if pace is None else 1000)
    assert table.status == "playing"
    return table


def bots_move(table: Table) -> None:
    while table.bots_to_move():
        table.bot_plays(seat := table.bots_to_move()[0], table.default_move(seat))


def first_move(table: Table, guest: str) -> Play:
    view = seat_view(table, table.seat_of(guest))
    assert view is not None
    return Play((view["moves"][0]["move"],))


# ---- the offer -------------------------------------------------------------------------------------------------------


def test_only_the_host_opens_a_table_and_only_in_the_lobby_of_a_server_that_lists_them() -> None:
    table = lobby(ANN, Seat(), advert=None)
    assert refused(table, "bob", Advertise(ADVERT)) == "NOT_HOST"
    assert refused(table, "ann", Advertise(ADVERT), Services()) == "NO_OPEN_TABLES"
    assert ask(table, "ann", Advertise(None)).entry is None
    assert free_seats(table) == []
    granted(table, "ann", Advertise(ADVERT))
    assert ask(table, "ann", Advertise(dict(ADVERT))).entry is None  # type: ignore[arg-type]
    assert match_info(table, "")["advert"] == ADVERT
    granted(table, "ann", Advertise(None))
    assert "advert" not in match_info(table, "")
    granted(table, "ann", SetSeat(1, "bot", "easy"))
    granted(table, "ann", Start())
    assert refused(table, "ann", Advertise(ADVERT)) == "ALREADY_STARTED"


def test_empty_seats_come_before_bots_that_give_way() -> None:
    table = lobby(ANN, RITA, Seat())
    assert free_seats(table) == [2, 1]
    assert match_info(table, "stranger")["free"] == [2, 1]
    granted(table, "ann", Advertise({**ADVERT, "bots": False}))
    assert free_seats(table) == [2]


def test_a_full_lobby_is_no_open_table_until_somebody_stands_up() -> None:
    table = lobby(ANN, Seat())
    granted(table, "bob", Sit(1, "Bob", BOBS))
    assert free_seats(table) == []
    granted(table, "bob", Stand())
    assert free_seats(table) == [1]
    granted(table, "cyd", Sit(1, "Cyd", CYDS))
    granted(table, "ann", Start())
    assert table.advert is None


def test_a_table_kept_to_a_club_takes_its_members_alone() -> None:
    table = lobby(ANN, Seat(), advert=None)
    club: Advert = {**ADVERT, "club": "ring"}
    assert refused(table, "ann", Advertise(club)) == "NOT_A_MEMBER"
    members = Services(advertises=True, member=lambda club, guest: guest in ("ann", "bob"))
    assert ask(table, "ann", Advertise(club), services=members).refusal is None
    assert refused(table, "cyd", Sit(1, "Cyd", CYDS), members) == "NOT_A_MEMBER"
    assert ask(table, "bob", Sit(1, "Bob", BOBS), services=members).refusal is None


# ---- bots give way ---------------------------------------------------------------------------------------------------


def test_a_person_takes_the_seat_of_a_bot_and_all_is_dealt_again_with_their_nonce() -> None:
    table = begun()
    terms, dealt = table.terms, everything(table)["truth"]
    assert terms is not None
    assert terms.endswith(f"seat 1: person {ANNS}\nseat 2: bot")
    granted(table, "bob", Sit(1, "Bob", BOBS))
    assert table.terms == terms.replace("seat 2: bot", f"seat 2: person {BOBS}")
    assert everything(table)["truth"] != dealt
    assert [seat.name for seat in table.seats] == ["Ann", "Bob"]
    assert everything(reloaded(table)) == everything(table)
    for guest in ("ann", "bob", "stranger"):
        change = last_change(table, guest)
        assert change is not None
        assert change["type"] == "snapshot", "what was shown of the first deal is not true any more"
    assert table.advert is None, "nobody else can sit down"


def test_what_bots_did_before_counts_for_nothing() -> None:
    table = begun(RITA, Seat("bot", "Brawn", level="easy"))
    bots_move(table)
    assert table.history is not None
    assert table.history.entries
    granted(table, "bob", Sit(2, "Bob", BOBS))
    assert table.history.entries == []
    assert free_seats(table) == [1]
    granted(table, "cyd", Sit(1, "Cyd", CYDS))
    assert [seat.kind for seat in table.seats] == ["person"] * 3
    assert everything(reloaded(table)) == everything(table)


def test_after_a_persons_first_decision_no_bot_gives_way_also_if_it_is_taken_back() -> None:
    table = begun()
    granted(table, "ann", Hints(True))
    assert free_seats(table) == [1]
    granted(table, "ann", first_move(table, "ann"))
    assert refused(table, "bob", Sit(1, "Bob", BOBS)) == "SEATS_CLOSED"
    granted(table, "ann", Undo())
    assert refused(table, "bob", Sit(1, "Bob", BOBS)) == "SEATS_CLOSED"
    assert "free" not in match_info(table, "bob")


def test_after_somebody_has_left_no_bot_gives_way() -> None:
    table = begun()
    granted(table, "ann", Stand())
    assert refused(table, "bob", Sit(1, "Bob", BOBS)) == "SEATS_CLOSED"


def test_whoever_takes_a_bots_seat_adds_a_nonce_that_is_new() -> None:
    table = begun()
    assert refused(table, "bob", Sit(1, "Bob")) == "BAD_NONCE"
    assert refused(table, "bob", Sit(1, "Bob", "b")) == "BAD_NONCE"
    assert refused(table, "bob", Sit(0, "Bob", BOBS)) == "SEATS_CLOSED"
    assert refused(table, "bob", Sit(7, "Bob", BOBS)) == "SEATS_CLOSED"
    assert refused(table, "ann", Sit(1, "Ann", ANNS)) == "NOT_YOUR_SEAT"
    assert refused(table, "ann", Nonce(BOBS)) == "NONCE_TWICE"


def test_the_clock_begins_again_with_the_new_deal() -> None:
    table = begun(pace=LIVE)
    deadline = table.time.deadline(0)
    granted(table, "bob", Sit(1, "Bob", BOBS), now=9000)
    table.written(9000)
    assert table.time.waiting_since(0) == table.time.waiting_since(1) == 9000
    assert deadline is not None
    assert table.time.deadline(0) == deadline + 8000


def test_a_time_out_is_a_decision_too() -> None:
    table = begun(pace=LIVE)
    due = table.due()
    assert due is not None
    assert table.time_out(due + 1) is not None
    assert table.advert is None


def test_a_match_that_was_dealt_again_verifies_and_opens_from_a_snapshot() -> None:
    table = begun()
    bots_move(table)
    granted(table, "bob", Sit(1, "Bob", BOBS))
    kept = table_from(snapshot_of(table), table.log[-1], lambda _: GAME)
    assert kept is not None
    assert [snapshot(kept, guest) for guest in ("ann", "bob")] == [
        snapshot(table, guest) for guest in ("ann", "bob")
    ]
    while table.status == "playing":
        seat = table.owing()[0]
        granted(table, table.seats[seat].guest, first_move(table, table.seats[seat].guest))
    assert verify(read_record(table.record()), GAME).state.outcome() is not None
