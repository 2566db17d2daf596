"""The pure clock: what a moment and a change make of everybody's time."""

from __future__ import annotations

from typing import Any

import pytest

from slugfest.kernel import Refusal
from slugfest.table.clock import DAY, DELAY_QUOTA, NO_CLOCK, Change, Handing, Time, agreed, settled
from slugfest.table.messages import Pace

pytestmark = pytest.mark.compiled

LIVE: Pace = {"kind": "live", "decision": 30, "reserve": 60, "gain": 5, "then": "move", "level": "easy"}
DAYS: Pace = {"kind": "days", "decision": 3, "reserve": 0, "gain": 0, "then": "bot", "level": "hard"}
START = 1_000_000


def begun(pace: Pace, *waited_for: int, seats: int = 2) -> Time:
    return Time(pace).after(START, Change(begins=seats, waited_for=frozenset(waited_for)))


def moved(time: Time, at: int, seat: int, *waited_for: int, **more: Any) -> Time:
    return time.after(START + at, Change(seat=seat, waited_for=frozenset(waited_for), **more))


def left(time: Time, seat: int) -> int | None:
    """How long after the start a seat's time runs out."""
    deadline = time.deadline(seat)
    return None if deadline is None else deadline - START


# ---- live ----------------------------------------------------------------------------------------------------------


def test_a_decision_has_its_own_time_and_then_the_reserve() -> None:
    time = begun(LIVE, 0)
    assert left(time, 0) == 90_000
    assert left(time, 1) is None, "who owes nothing has no deadline"
    assert time.seat_clocks() == [
        {"reserve": 60_000, "starts": START, "decide_until": START + 30_000, "deadline": START + 90_000},
        {"reserve": 60_000, "starts": None, "decide_until": None, "deadline": None},
    ]


def test_a_live_clock_waits_while_there_is_something_to_watch() -> None:
    both = frozenset({0, 1})
    waits = moved(begun(agreed(LIVE), 0, 1), 10_000, 0, *both, final=True, watch=16_000)
    assert left(waits, 0) == 10_000 + 16_000 + 95_000, "its next decision begins after the fight"
    assert left(waits, 1) == 90_000, "a clock that runs already runs on"
    assert waits.nudge_from(0) == START + 10_000 + 16_000 + 60_000
    quick = moved(waits, 12_000, 0, 1)
    assert quick.clocks[0].reserve == 70_000, "deciding before the clock starts costs nothing"


def test_a_match_from_before_clocks_waited_keeps_its_deadlines() -> None:
    time = moved(begun(LIVE, 0), 10_000, 0, 0, final=True, watch=16_000)
    assert left(time, 0) == 10_000 + 95_000


def test_a_quick_decision_leaves_the_reserve_alone_and_adds_the_gain() -> None:
    time = moved(begun(LIVE, 0), 30_000, 0, 1)
    assert time.clocks[0].reserve == 65_000
    assert left(time, 1) == 30_000 + 30_000 + 60_000, "the other one's time begins now"


def test_a_slow_decision_takes_from_the_reserve_what_it_took_too_long() -> None:
    time = moved(begun(LIVE, 0), 42_000, 0, 1)
    assert time.clocks[0].reserve == 60_000 - 12_000 + 5_000


def test_simultaneous_decisions_run_for_everybody_who_owes_one() -> None:
    time = begun(LIVE, 0, 1, 2, 3, seats=4)
    assert [left(time, seat) for seat in range(4)] == [90_000] * 4
    time = moved(time, 10_000, 2, 0, 1, 3)
    assert [left(time, seat) for seat in range(4)] == [90_000, 90_000, None, 90_000]
    time = moved(time, 50_000, 0, 1, 3)
    assert [clock.reserve for clock in time.clocks] == [45_000, 60_000, 65_000, 60_000]
    assert time.next_out() == (START + 90_000 + DELAY_QUOTA, 1)


def test_small_moves_inside_a_decision_do_not_touch_the_clock() -> None:
    time = begun(LIVE, 0, 1)
    for at in (5_000, 10_000, 80_000):
        time = moved(time, at, 0, 0, 1)
        time = moved(time, at, 0, 0, 1, undo=True)
    assert [left(time, seat) for seat in (0, 1)] == [90_000, 90_000]
    assert time.clocks[0].since == START, "nor since when others wait"


def test_what_cannot_be_taken_back_begins_the_next_decision() -> None:
    time = moved(begun(LIVE, 0), 40_000, 0, 0, final=True)
    assert time.clocks[0].reserve == 60_000 - 10_000 + 5_000
    assert left(time, 0) == 40_000 + 30_000 + 55_000


def test_a_decision_that_is_taken_back_goes_on_where_it_was() -> None:
    time = moved(begun(LIVE, 0, 1), 40_000, 0, 1)
    assert time.clocks[0].reserve == 55_000
    time = moved(time, 55_000, 0, 0, 1, undo=True)
    assert time.clocks[0].reserve == 60_000, "the gain was for a decision"
    assert left(time, 0) == 55_000 + 90_000 - 40_000, "what others took meanwhile is not counted"
    for at in (60_000, 65_000, 70_000):
        time = moved(moved(time, at, 0, 1), at, 0, 0, 1, undo=True)
    assert left(time, 0) == 55_000 + 90_000 - 40_000, "however often"


def test_nobody_takes_back_a_decision_whose_time_is_used_up() -> None:
    time = moved(begun(LIVE, 0, 1), 89_999, 0, 1)
    assert time.may_take_back(0)
    assert not moved(begun(LIVE, 0, 1), 90_001, 0, 1, late=True).may_take_back(0)
    assert not moved(begun(LIVE, 0, 1), 90_000, 0, 1, lag=0).may_take_back(0)


def test_who_is_late_has_no_reserve_left_and_gains_nothing() -> None:
    time = moved(begun(LIVE, 0), 91_001, 0, 1, late=True)
    assert (time.clocks[0].reserve, time.clocks[0].late) == (0, 1)
    assert left(moved(time, 95_000, 1, 0), 0) == 95_000 + 30_000


def test_a_decision_that_somebody_else_takes_away_earns_nothing() -> None:
    """By taking back a move of their own, for example."""
    time = moved(begun(LIVE, 0), 10_000, 0, 1)
    time = moved(time, 70_000, 0, 0, undo=True)
    assert time.clocks[1].reserve == 60_000 - 30_000


def test_a_bot_in_a_persons_place_has_no_clock_and_its_person_begins_anew() -> None:
    time = begun(LIVE, 0, 1)
    time = time.after(START + 91_000, Change(waited_for=frozenset({1})))
    assert left(time, 0) is None
    time = time.after(START + 200_000, Change(waited_for=frozenset({0, 1})))
    assert left(time, 0) == 200_000 + 30_000


# ---- delay ---------------------------------------------------------------------------------------------------------


def test_delay_is_paid_back_up_to_its_quota() -> None:
    time = begun(LIVE, 0)
    assert [time.lag(0, delay) for delay in (-5, 0, 80, 10_000)] == [0, 0, 80, DELAY_QUOTA]
    assert time.lag(1, 80) == 0, "who owes nothing has nothing to be paid back"
    assert moved(time, 42_000, 0, 1, lag=800).clocks[0].reserve == 60_000 - 11_200 + 5_000


def test_the_table_waits_for_a_move_that_may_be_on_its_way() -> None:
    assert begun(LIVE, 0).runs_out(0) == START + 90_000 + DELAY_QUOTA
    assert begun(DAYS, 0).runs_out(0) == START + 3 * DAY, "whoever has days needs no quota"
    assert begun(DAYS, 0).lag(0, 500) == 0


# ---- days, and no clock --------------------------------------------------------------------------------------------


def test_days_are_for_each_decision() -> None:
    time = begun(DAYS, 0)
    assert left(time, 0) == 3 * DAY
    time = moved(time, 2 * DAY, 0, 1)
    assert left(time, 1) == 5 * DAY
    assert time.clocks[0].reserve == 0


def test_without_a_clock_nobody_has_a_deadline_and_it_is_known_who_is_waited_for() -> None:
    time = begun(NO_CLOCK, 0)
    assert (left(time, 0), time.next_out(), time.seat_clocks()) == (None, None, None)
    assert time.waiting_since(0) == START
    assert time.waiting_since(1) is None


def test_time_never_goes_back() -> None:
    time = moved(begun(LIVE, 0), -50_000, 0, 1)
    assert time.at == START
    assert left(time, 1) == 90_000


# ---- keeping others waiting ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pace", "patience"), [(NO_CLOCK, 60_000), (DAYS, DAY)])
def test_others_may_nudge_after_a_while_and_then_again_after_a_while(pace: Pace, patience: int) -> None:
    time = begun(pace, 0)
    assert time.nudge_from(0) == time.hand_from(0) == START + patience
    assert (time.nudge_from(1), time.hand_from(1)) == (None, None)
    time = time.after(START + patience, Change(nudged=0, waited_for=frozenset({0})))
    assert time.nudge_from(0) == START + 2 * patience
    assert time.hand_from(0) == START + patience, "a nudge is no sign of life"


def test_nobody_hands_over_a_seat_whose_live_clock_runs() -> None:
    time = begun(LIVE, 0)
    assert (time.nudge_from(0), time.hand_from(0)) == (START + 60_000, None)


@pytest.mark.parametrize(("pace", "countdown"), [(NO_CLOCK, 30_000), (LIVE, 30_000), (DAYS, DAY // 2)])
def test_a_countdown_begins_with_the_entry_that_has_enough_voices(pace: Pace, countdown: int) -> None:
    asked, zero = Handing(0, (1,)), frozenset({0})
    time = begun(pace, 0).after(START + 100, Change(hand=asked, waited_for=zero))
    assert time.hand_over([2]) == {"seat": 0, "by": [1], "at": None, "needs": 1}
    time = time.after(START + 200, Change(hand=asked, counts=True, waited_for=zero))
    assert time.hand_over([]) == {"seat": 0, "by": [1], "at": START + 200 + countdown, "needs": 0}
    stopped = time.after(START + 300, Change(hand=time.handing, here=0, waited_for=zero))
    assert stopped.handing is None
    assert stopped.waiting_since(0) == START + 300
    gone = time.after(START + 300, Change(hand=time.handing, seat=0, waited_for=frozenset({1})))
    assert gone.handing is None, "nobody waits for them any more"


# ---- agreeing ------------------------------------------------------------------------------------------------------


def test_a_pace_is_settled_within_its_bounds() -> None:
    assert settled(LIVE) == LIVE
    assert settled(DAYS) == DAYS
    assert settled(NO_CLOCK | {"decision": 99, "then": "bot"}) == NO_CLOCK


@pytest.mark.parametrize(
    "wrong",
    [
        LIVE | {"kind": "hourglass"},
        LIVE | {"decision": 4},
        LIVE | {"decision": 3601},
        LIVE | {"decision": True},
        LIVE | {"reserve": -1},
        LIVE | {"gain": 61},
        LIVE | {"then": "cry"},
        LIVE | {"level": "godlike"},
        DAYS | {"decision": 0},
        DAYS | {"decision": 8},
        DAYS | {"reserve": 5},
        {},
    ],
)
def test_no_other_pace_is_agreed(wrong: Pace) -> None:
    with pytest.raises(Refusal) as refusal:
        settled(wrong)
    assert refusal.value.code == "NO_SUCH_PACE"
