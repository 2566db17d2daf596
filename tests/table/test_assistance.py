"""Help at the table: who may have hints, who took one, and what is asked before a waste."""

from __future__ import annotations

import json

import pytest
from tests.hush import BURY, CARDS
from tests.hush import TABLE_GAME as GAME
from tests.table.test_table import SECRET, ask, granted, lobby

from slugfest.table import Hints, Play, Refusal, Seat, SetSeat, Sit, Stand, Start, Table, match_info, opening
from slugfest.table.assistance import counsels, hints_allowed
from slugfest.table.snapshots import snapshot_of, table_from


def pair(*guests: str) -> Table:
    """A match between people."""
    seats = [Seat("person", guest.title(), guest) for guest in guests]
    table = lobby(*seats)
    granted(table, "ann", Start())
    return table


def read_again(table: Table) -> Table:
    return Table.from_log(json.loads(json.dumps(table.log)), lambda _: GAME)


def test_alone_and_with_bots_hints_are_allowed() -> None:
    table = lobby(Seat("person", "Ann", "ann"), Seat("bot", "Robo", level="easy"))
    assert hints_allowed(table)
    assert match_info(table, "ann")["hints"]


def test_between_people_hints_are_allowed_when_all_agree_and_no_longer_when_one_does_not() -> None:
    table = lobby(Seat("person", "Ann", "ann"), Seat())
    granted(table, "bob", Sit(1, "Bob"))
    assert not hints_allowed(table)
    granted(table, "ann", Hints())
    assert [seat["agrees"] for seat in match_info(table, "bob")["seats"]] == [True, False]
    assert not hints_allowed(table)
    granted(table, "bob", Hints())
    assert hints_allowed(table)
    assert hints_allowed(read_again(table))
    granted(table, "bob", Hints(False))
    assert not hints_allowed(table)


def test_who_comes_later_must_agree_too_and_who_has_gone_need_not() -> None:
    table = lobby(Seat("person", "Ann", "ann"), Seat("person", "Bob", "bob"), Seat())
    for guest in ("ann", "bob"):
        granted(table, guest, Hints())
    assert hints_allowed(table)
    granted(table, "cyd", Sit(2, "Cyd"))
    assert not hints_allowed(table)
    granted(table, "cyd", Stand())
    granted(table, "ann", SetSeat(2, "bot", "easy"))
    assert hints_allowed(table)


def test_saying_the_same_again_changes_nothing_and_spectators_have_no_say() -> None:
    table = pair("ann", "bob")
    granted(table, "ann", Hints())
    version = table.version
    assert granted(table, "ann", Hints()).entry is None
    assert table.version == version
    refusal = ask(table, "cyd", Hints()).refusal
    assert refusal is not None
    assert refusal.code == "NOT_SEATED"


def test_a_hint_that_was_taken_is_seen_by_all_counted_once_a_decision_and_kept() -> None:
    table = pair("ann", "bob")
    with pytest.raises(Refusal, match="everyone at the table agrees"):
        table.take_hint(0)
    for guest in ("ann", "bob"):
        granted(table, guest, Hints())
    assert table.take_hint(0) is not None
    assert table.take_hint(0) is None  # the same decision
    move = GAME.format(table.history.state.moves(0)[0]) if table.history else ""
    granted(table, "ann", Play((move,)))
    assert [seat["hints"] for seat in match_info(table, "bob")["seats"]] == [1, 0]
    again = read_again(table)
    assert again.hints_taken == table.hints_taken
    kept = table_from(snapshot_of(table), table.log[-1], lambda _: GAME)
    assert kept is not None
    assert (kept.hints_taken, kept.hints_agreed) == (table.hints_taken, table.hints_agreed)


def test_the_coach_tells_a_seat_that_owes_a_decision_what_matters_and_is_help_like_a_hint() -> None:
    table = lobby(Seat("person", "Ann", "ann"), Seat("bot", "Robo", level="easy"))
    granted(table, "ann", Start())
    version = table.version
    assert [told.key for told in counsels(table, 0)] == ["best"]
    assert table.version == version
    with pytest.raises(Refusal, match="everyone at the table agrees"):
        counsels(pair("ann", "bob"), 0)


# ---- before a waste --------------------------------------------------------------------------------------------------


def winning() -> Table:
    """A match whose first seat has won a round and holds one of the best cards: it could bury it."""
    for number in range(100):
        seats = [Seat("person", "Ann", "ann"), Seat("bot", "Robo", level="easy")]
        table = Table.from_log([opening(f"M{number}", GAME, "ann", SECRET, seats, {})], lambda _: GAME)
        granted(table, "ann", Start())
        history = table.history
        assert history is not None
        for seat in (0, 1):
            history.play(seat, history.state.moves(seat)[0])
        if any(BURY + card in history.state.moves(0) for card in (3, 7, 11)):
            return table
    raise AssertionError("nobody ever won with such a card left")


def burial(table: Table) -> str:
    assert table.history is not None
    best = next(card for card in (3, 7, 11) if BURY + card in table.history.state.moves(0))
    return f"BURY {CARDS[best]}"


def test_whoever_is_not_sure_is_asked_before_a_waste_and_nothing_changes() -> None:
    table = winning()
    version = table.version
    refusal = ask(table, "ann", Play((burial(table),), sure=False)).refusal
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("SURE", "HU-4")
    assert refusal.text.de == "Eine der besten vergraben?"
    assert table.version == version
    granted(table, "ann", Play((burial(table),), sure=True))


def test_whoever_does_not_say_is_sure() -> None:
    table = winning()
    granted(table, "ann", Play((burial(table),)))


def test_an_ordinary_move_is_made_without_a_question() -> None:
    granted(winning(), "ann", Play(("HOLD",), sure=False))


def test_what_the_rules_refuse_is_refused_by_the_rules() -> None:
    refusal = ask(winning(), "ann", Play(("READY",), sure=False)).refusal
    assert refusal is not None
    assert refusal.code == "NOT_POSSIBLE"
