"""What an append may demand, requests that are answered once, and the clock: every store, as two processes see it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.store.places import Place

from slugfest.store import (
    LIFE,
    Answered,
    Conflict,
    LeaseLost,
    Logged,
    NewEntry,
    OutOfTime,
    Store,
    VersionTaken,
)

HOUR = 3600 * 1000


def entry(version: int, match: str = "M", **conditions: Any) -> NewEntry:
    return NewEntry(match, version, {"kind": "test", "version": version}, ("ann",), False, **conditions)


def request(version: int, guest: str, name: str, match: str = "M") -> NewEntry:
    received = {"kind": "test", "by": guest, "request": name}
    return NewEntry(match, version, received, (guest,), False)


# ---- the clock -------------------------------------------------------------------------------------------------------


def test_every_entry_has_the_time_that_its_append_returned(store: Store) -> None:
    before = store.now()
    first = store.append([entry(1), entry(2), entry(1, "N")])
    second = store.append([entry(3)])
    assert before <= first[0] <= first[1] <= second[0] <= store.now()
    assert [(logged.version, logged.at) for logged in store.log("M")] == [
        (1, first[0]),
        (2, first[1]),
        (3, second[0]),
    ]


def test_time_never_runs_backwards_in_a_log(store: Store, place: Place) -> None:
    (first,) = store.append([entry(1)])
    place.later(-HOUR)
    assert store.now() < first
    assert store.append([entry(2)]) == [first]
    place.later(2 * HOUR)
    assert store.append([entry(3)])[0] >= first + HOUR


def test_a_log_can_be_read_from_where_one_knows_it(store: Store, other: Store) -> None:
    at = store.append([entry(1), entry(2), entry(3)])
    assert other.log("M", after=2) == [Logged(3, at[2], {"kind": "test", "version": 3})]
    assert other.log("M", after=3) == []
    assert len(other.log("M", after=0)) == 3


def test_versions_of_many_matches_are_read_at_once(store: Store, other: Store) -> None:
    store.append([entry(1), entry(2), entry(1, "N")])
    assert other.versions(["M", "N", "NOBODY"]) == {"M": 2, "N": 1}
    assert other.versions([]) == {}


def test_a_time_out_is_written_only_after_the_deadline(store: Store, place: Place) -> None:
    (at,) = store.append([entry(1)])
    deadline = at + HOUR
    with pytest.raises(OutOfTime):
        store.append([entry(2, not_before=deadline)])
    store.append([entry(2, not_after=deadline)])
    place.later(2 * HOUR)
    with pytest.raises(OutOfTime):
        store.append([entry(3, not_after=deadline)])
    (late,) = store.append([entry(3, not_before=deadline)])
    assert late > deadline
    assert len(store.log("M")) == 3


def test_move_and_time_out_exclude_each_other_to_the_millisecond(store: Store, place: Place) -> None:
    (at,) = store.append([entry(1)])
    place.later(-HOUR)  # so that the next entry has exactly the same time
    with pytest.raises(OutOfTime):
        store.append([entry(2, not_before=at)])
    assert store.append([entry(2, not_after=at)]) == [at]
    with pytest.raises(OutOfTime):
        store.append([entry(3, not_after=at - 1)])
    assert store.append([entry(3, not_before=at - 1)]) == [at]


def test_matches_whose_time_has_run_out_are_found(store: Store, other: Store, place: Place) -> None:
    now = store.now()
    store.append([entry(1, "SOON", due=now + HOUR), entry(1, "LATE", due=now + 3 * HOUR), entry(1, "NEVER")])
    store.append([NewEntry("OVER", 1, {"kind": "test"}, (), True, due=now + HOUR)])
    assert other.overdue() == []
    place.later(2 * HOUR)
    assert other.overdue() == ["SOON"]
    store.append([entry(2, "SOON")])  # nothing is due any more
    assert other.overdue() == []
    place.later(2 * HOUR)
    assert other.overdue() == ["LATE"]


# ---- requests are answered once --------------------------------------------------------------------------------------


def test_a_granted_request_is_remembered_with_its_version(store: Store, other: Store) -> None:
    store.append([entry(1)])
    assert store.answer("M", "ann", "first") is None
    store.append([request(2, "ann", "first")])
    assert other.answer("M", "ann", "first") == 2
    assert other.answer("M", "bob", "first") is None
    assert other.answer("N", "ann", "first") is None


def test_a_request_is_granted_once(store: Store, other: Store) -> None:
    store.append([entry(1), request(2, "ann", "first")])
    with pytest.raises(Answered):
        other.append([request(3, "ann", "first")])
    assert len(store.log("M")) == 2
    other.append([request(3, "bob", "first"), request(4, "ann", "second"), request(1, "ann", "first", "N")])


def test_a_request_that_was_refused_is_not_granted(store: Store, other: Store) -> None:
    store.append([entry(1)])
    refusal = {"code": "NOT_YOUR_TURN", "text": {"en": "No.", "de": "Nö 🦸."}}
    assert store.refuse("M", "ann", "first", refusal) == refusal
    with pytest.raises(Answered):
        other.append([request(2, "ann", "first")])
    assert other.answer("M", "ann", "first") == refusal
    assert len(store.log("M")) == 1
    other.append([request(2, "ann", "second")])


def test_a_request_that_was_granted_is_not_refused(store: Store, other: Store) -> None:
    store.append([entry(1), request(2, "ann", "first")])
    assert other.refuse("M", "ann", "first", {"code": "NO"}) == 2
    assert store.answer("M", "ann", "first") == 2


def test_the_first_refusal_stands(store: Store, other: Store) -> None:
    store.append([entry(1)])
    store.refuse("M", "ann", "first", {"code": "ONE"})
    assert other.refuse("M", "ann", "first", {"code": "TWO"}) == {"code": "ONE"}


@pytest.mark.parametrize("name", ["\x00", "\\u0000", 'a"b', "ä", "🦸", "'; DROP TABLE answers; --", "\ud800"])
def test_any_request_id_is_kept_apart(store: Store, name: str) -> None:
    store.append([entry(1), request(2, "ann", name)])
    assert store.answer("M", "ann", name) == 2
    assert store.answer("M", "ann", name + " ") is None
    with pytest.raises(Answered):
        store.append([request(3, "ann", name)])


def test_what_failed_answers_nothing(store: Store) -> None:
    store.append([entry(1)])
    with pytest.raises(VersionTaken):
        store.append([request(2, "ann", "first"), entry(9)])
    assert store.answer("M", "ann", "first") is None
    store.append([request(2, "ann", "first")])


def test_refusals_are_forgotten_after_a_day_and_grants_are_not(store: Store, place: Place) -> None:
    store.append([entry(1), request(2, "ann", "granted")])
    store.refuse("M", "ann", "old", {"code": "OLD"})
    place.later(23 * HOUR)
    store.refuse("M", "ann", "new", {"code": "NEW"})
    store.tidy()
    assert store.answer("M", "ann", "old") == {"code": "OLD"}
    place.later(2 * HOUR)
    store.tidy()
    assert store.answer("M", "ann", "old") is None
    assert store.answer("M", "ann", "new") == {"code": "NEW"}
    assert store.answer("M", "ann", "granted") == 2


# ---- leases ----------------------------------------------------------------------------------------------------------


def test_one_process_at_a_time_runs_a_match(store: Store, other: Store) -> None:
    store.append([entry(1)])
    store.register("P1", "1.0")
    other.register("P2", "1.0")
    token = store.take_lease("M", "P1")
    assert token is not None
    assert other.take_lease("M", "P2") is None
    assert store.take_lease("M", "P1") == token  # asked again, it is still the same
    store.append([entry(2, token=token)])
    store.release_lease("M", "P1")
    later = other.take_lease("M", "P2")
    assert later is not None
    assert later > token


def test_who_lost_the_lease_writes_nothing_more(store: Store, other: Store, place: Place) -> None:
    """A process is paused past its life; another takes over; the first wakes up and knows nothing of it."""
    store.append([entry(1)])
    store.register("P1", "1.0")
    token = store.take_lease("M", "P1")
    place.later(LIFE + 1)
    other.register("P2", "1.0")
    taken = other.take_lease("M", "P2")
    assert taken is not None
    with pytest.raises(LeaseLost):
        store.append([entry(2, token=token)])
    assert store.renew("P1") is False
    assert store.take_lease("M", "P1") is None
    other.append([entry(2, token=taken)])


def test_a_process_that_renews_keeps_its_leases(store: Store, other: Store, place: Place) -> None:
    store.append([entry(1)])
    store.register("P1", "1.0")
    other.register("P2", "1.0")
    store.take_lease("M", "P1")
    for _ in range(3):
        place.later(LIFE - 1000)
        assert store.renew("P1")
        assert other.renew("P2")
        assert other.take_lease("M", "P2") is None


def test_giving_back_what_another_has_changes_nothing(store: Store, other: Store) -> None:
    store.append([entry(1)])
    store.register("P1", "1.0")
    other.register("P2", "1.0")
    token = store.take_lease("M", "P1")
    other.release_lease("M", "P2")
    store.append([entry(2, token=token)])


def test_a_lease_given_back_fences_off_whoever_had_it(store: Store) -> None:
    store.append([entry(1)])
    store.register("P1", "1.0")
    token = store.take_lease("M", "P1")
    store.release_lease("M", "P1")
    with pytest.raises(LeaseLost):
        store.append([entry(2, token=token)])


def test_a_draining_process_loses_its_leases_and_takes_none(store: Store, other: Store) -> None:
    store.append([entry(1), entry(1, "N")])
    store.register("P1", "1.0")
    other.register("P2", "1.1")
    token = store.take_lease("M", "P1")
    assert other.living() == {"P1": "1.0", "P2": "1.1"}
    store.drain("P1")
    assert other.living() == {"P2": "1.1"}
    assert store.renew("P1")  # it still lives
    assert store.take_lease("N", "P1") is None
    store.append([entry(2, token=token)])  # nobody has taken over yet
    assert other.take_lease("M", "P2") is not None
    with pytest.raises(LeaseLost):
        store.append([entry(3, token=token)])


def test_a_process_that_leaves_gives_everything_back(store: Store, other: Store) -> None:
    store.append([entry(1), entry(1, "N")])
    store.register("P1", "1.0")
    other.register("P2", "1.0")
    tokens = [store.take_lease(match, "P1") for match in ("M", "N")]
    store.leave("P1")
    assert store.renew("P1") is False
    assert [other.take_lease(match, "P2") for match in ("M", "N")] != tokens
    for match, token in zip(("M", "N"), tokens):
        with pytest.raises(LeaseLost):
            store.append([entry(2, match, token=token)])


def test_who_is_alone_takes_over_from_the_remains_of_a_crash(store: Store, other: Store) -> None:
    store.append([entry(1)])
    store.register("P1", "1.0")
    token = store.take_lease("M", "P1")
    store.connect("M", "ann", "P1")
    other.register("P2", "1.0", alone=True)
    assert other.take_lease("M", "P2") is not None
    assert other.present("M")["ann"] is not None
    with pytest.raises(LeaseLost):
        store.append([entry(2, token=token)])


def test_strangers_get_no_lease(store: Store) -> None:
    store.append([entry(1)])
    assert store.take_lease("M", "P1") is None  # not registered
    store.register("P1", "1.0")
    assert store.take_lease("NOBODY", "P1") is None


def test_one_process_at_a_time_makes_a_review(store: Store, other: Store, place: Place) -> None:
    store.append([entry(1), entry(1, "N")])
    assert not store.take_review("M", "P1")  # not registered
    store.register("P1", "1.0")
    other.register("P2", "1.0")
    assert not store.take_review("NOBODY", "P1")
    assert store.take_review("M", "P1")
    assert store.take_review("M", "P1")  # asked again, it is still ours
    assert not other.take_review("M", "P2")
    other.release_review("M", "P2")  # what another has
    assert not other.take_review("M", "P2")
    assert other.take_review("N", "P2")
    store.release_review("M", "P1")
    assert other.take_review("M", "P2")
    place.later(LIFE + 1)  # P2 is gone
    store.register("P3", "1.0")
    assert store.take_review("M", "P3")
    assert not other.take_review("N", "P2")


def test_who_drains_or_leaves_makes_no_more_reviews(store: Store, other: Store) -> None:
    store.append([entry(1), entry(1, "N")])
    store.register("P1", "1.0")
    other.register("P2", "1.0")
    assert store.take_review("M", "P1")
    store.drain("P1")
    assert not store.take_review("N", "P1")
    assert other.take_review("M", "P2")
    assert other.take_review("N", "P2")
    other.leave("P2")
    store.register("P3", "1.0")
    assert [store.take_review(match, "P3") for match in ("M", "N")] == [True, True]


def test_a_review_is_made_while_others_have_the_match_open(store: Store, other: Store) -> None:
    store.append([entry(1)])
    store.register("P1", "1.0")
    other.register("P2", "1.0")
    token = store.take_lease("M", "P1")
    assert other.take_review("M", "P2")
    other.release_review("M", "P2")
    store.append([entry(2, token=token)])


# ---- who is connected ------------------------------------------------------------------------------------------------


def test_presence_is_the_same_for_all_processes(store: Store, other: Store, place: Place) -> None:
    store.append([entry(1)])
    store.register("P1", "1.0")
    other.register("P2", "1.0")
    assert store.present("M") == {}
    store.connect("M", "ann", "P1")
    other.connect("M", "ann", "P2")
    store.connect("M", "bob", "P1")
    assert other.present("M") == {"ann": None, "bob": None}
    store.disconnect("M", "ann", "P1")
    assert store.present("M") == {"ann": None, "bob": None}  # still there through P2
    before = store.now()
    other.disconnect("M", "ann", "P2")
    left = store.present("M")["ann"]
    assert left is not None
    assert before <= left <= store.now()
    other.disconnect("M", "ann", "P2")
    place.later(100)
    other.disconnect("M", "ann", "P2")  # once more: they left when they left
    assert store.present("M")["ann"] == left
    assert store.present("NOBODY") == {}


def test_who_was_connected_through_a_process_that_died_left_when_it_did(
    store: Store, other: Store, place: Place
) -> None:
    store.append([entry(1)])
    store.register("P1", "1.0")
    store.connect("M", "ann", "P1")
    place.later(LIFE + HOUR)
    left = other.present("M")["ann"]
    assert left is not None
    assert 0 <= other.now() - HOUR - left < HOUR


def test_who_was_connected_through_a_process_that_leaves_left_with_it(store: Store, other: Store) -> None:
    store.append([entry(1)])
    store.register("P1", "1.0")
    store.connect("M", "ann", "P1")
    before = store.now()
    store.leave("P1")
    left = other.present("M")["ann"]
    assert left is not None
    assert before <= left <= other.now()


def test_the_remains_of_dead_processes_are_tidied_away(store: Store, place: Place) -> None:
    store.append([entry(1)])
    store.register("P1", "1.0")
    store.connect("M", "ann", "P1")
    store.tidy()
    assert store.present("M") == {"ann": None}
    place.later(50 * HOUR)
    store.register("P2", "1.0")
    store.connect("M", "bob", "P2")
    store.tidy()
    assert store.present("M") == {"bob": None}


# ---- all or none -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        {"token": 77},
        {"not_before": 10**15},
        {"not_after": 5},
    ],
)
def test_a_condition_that_fails_fails_the_whole_append(store: Store, wrong: dict[str, Any]) -> None:
    store.append([entry(1), entry(1, "N")])
    with pytest.raises(Conflict):
        store.append([request(2, "ann", "first"), entry(2, "N", **wrong)])
    assert store.versions(["M", "N"]) == {"M": 1, "N": 1}
    assert store.answer("M", "ann", "first") is None
