"""Lists of matches, tickets to another device, and being forgotten: what every store promises."""

from __future__ import annotations

from typing import Any

import pytest
from tests.store.places import Place

from slugfest.store import Learned, Listed, NewEntry, Store, VersionTaken


def new(match: str, version: int, *guests: str) -> NewEntry:
    return NewEntry(match, version, {"kind": "test"}, guests, False)


def summed_up(
    match: str, version: int, summary: dict[str, Any] | None, over: bool = False, **entry: Any
) -> NewEntry:
    return NewEntry(match, version, {"kind": "test", **entry}, ("ann",), over, summary=summary)


def test_lists_have_the_summary_and_its_time(place: Place, store: Store) -> None:
    (begun,) = store.append([summed_up("M", 1, {"owing": [0], "odd": "\x00ä"})])
    place.later(5000)
    store.append([summed_up("M", 2, {"owing": [0], "odd": "\x00ä"}), summed_up("M", 3, None)])
    assert store.listed("ann", False, 10) == [Listed("M", 3, {"owing": [0], "odd": "\x00ä"}, begun)]
    (changed,) = store.append([summed_up("M", 4, {"owing": [1]})])
    assert store.listed("ann", False, 10) == [Listed("M", 4, {"owing": [1]}, changed)]
    assert changed >= begun + 5000
    assert store.listed("bob", False, 10) == []


def test_an_entry_after_which_the_same_people_have_a_stake_changes_no_list(store: Store) -> None:
    store.append([new("M", 1, "ann", "bob")])
    same = new("M", 2, "ann", "bob")
    same.same_guests = True
    store.append([same])
    assert [[one.version for one in store.listed(guest, False, 10)] for guest in ("ann", "bob")] == [[2], [2]]
    store.append([new("M", 3, "bob")])
    assert store.listed("ann", False, 10) == []


def test_a_match_that_ends_changes_lists_and_its_rematch_does_not_bring_it_back(
    place: Place, store: Store
) -> None:
    (ended, _) = store.append([summed_up("A", 1, {"n": 1}, over=True), summed_up("B", 1, {"n": 2})])
    place.later(1000)
    (later,) = store.append([summed_up("B", 2, {"n": 3}, over=True)])
    place.later(1000)
    store.append([summed_up("A", 2, {"n": 1}, over=True, rematch="C")])
    assert store.listed("ann", False, 10) == []
    received = [(one.id, one.since) for one in store.listed("ann", True, 10)]
    assert received == [("B", later), ("A", ended)]
    assert [one.id for one in store.listed("ann", True, 1)] == ["B"]


def test_what_was_refused_changes_no_list(store: Store) -> None:
    store.append([summed_up("M", 1, {"n": 1})])
    with pytest.raises(VersionTaken):
        store.append([summed_up("M", 2, {"n": 2}), summed_up("M", 7, {"n": 3})])
    assert [one.summary for one in store.listed("ann", False, 10)] == [{"n": 1}]


def test_a_missing_summary_is_added_unless_the_match_has_moved_on(place: Place, store: Store) -> None:
    store.append([new("M", 1, "ann")])
    store.keep_summary("M", 2, {"n": "of another version"})
    (listed,) = store.listed("ann", False, 10)
    assert listed.summary is None
    store.keep_summary("M", 1, {"n": 1})
    assert store.listed("ann", False, 10) == [Listed("M", 1, {"n": 1}, store.log("M")[0].at)]
    place.later(1000)
    store.keep_summary("M", 1, {"n": "in other words"})
    assert store.listed("ann", False, 10) == [Listed("M", 1, {"n": "in other words"}, store.log("M")[0].at)]


def test_a_ticket_is_taken_once_and_in_time(place: Place, store: Store, other: Store) -> None:
    store.keep_ticket("digest", "ann", store.now() + 60_000)
    assert other.take_ticket("digest") == "ann"
    assert store.take_ticket("digest") is None, "it was used"
    assert store.take_ticket("never made") is None
    store.keep_ticket("late", "ann", store.now() + 60_000)
    place.later(60_001)
    assert store.take_ticket("late") is None, "it has expired"
    store.keep_ticket("first", "ann", store.now() + 60_000)
    store.keep_ticket("second", "ann", store.now() + 60_000)
    assert store.take_ticket("first") is None, "a newer one takes its place"
    store.tidy()
    assert store.take_ticket("second") == "ann"


def test_whoever_is_forgotten_leaves_no_name_behind(store: Store) -> None:
    seats = [{"guest": "ann", "name": "Ann"}, {"guest": "bob", "name": "Bob"}]
    store.rename("ann", "Ann")
    store.rename("bob", "Bob")
    store.note_learned("ann", Learned("hush", 1, 2, True))
    store.keep_ticket("digest", "ann", store.now() + 60_000)
    store.append([NewEntry("M", 1, {"kind": "created", "seats": seats}, ("ann", "bob"), False)])
    store.append([NewEntry("M", 2, {"kind": "x"}, ("ann", "bob"), True, summary={"seats": seats})])
    store.append([NewEntry("LEFT", 1, {"guest": "ann", "name": "Ann"}, ("bob",), False)])
    store.append([NewEntry("OTHER", 1, {"guest": "bob", "name": "Ann"}, ("bob",), False)])
    store.keep_snapshot("M", 2, b"Ann")
    assert sorted(store.forget("ann", "Incognito")) == ["LEFT", "M"]
    gone = [{"guest": "ann", "name": "Incognito"}, {"guest": "bob", "name": "Bob"}]
    assert store.entries("M") == [{"kind": "created", "seats": gone}, {"kind": "x"}]
    assert store.entries("LEFT") == [{"guest": "ann", "name": "Incognito"}]
    assert store.entries("OTHER") == [{"guest": "bob", "name": "Ann"}], "another Ann"
    assert (store.name_of("ann"), store.name_of("bob")) == (None, "Bob")
    assert store.learned("ann") == []
    assert store.take_ticket("digest") is None
    assert store.snapshot("M") is None
    assert store.listed("ann", True, 10) == store.listed("ann", False, 10) == []
    assert [one.summary for one in store.listed("bob", True, 10)] == [{"seats": gone}]
    store.append([NewEntry("M", 3, {"kind": "x"}, ("bob",), True)])
    store.check()


def test_whoever_is_forgotten_twice_is_forgotten_once(store: Store) -> None:
    store.append([NewEntry("M", 1, {"guest": "ann", "name": "Ann"}, ("ann",), False)])
    assert store.forget("ann", "Incognito") == ["M"]
    store.forget("ann", "Incognito")
    store.tidy()
    assert store.entries("M") == [{"guest": "ann", "name": "Incognito"}]
    store.append([NewEntry("M", 2, {"kind": "x"}, ("ann",), False)])
    assert [one.id for one in store.listed("ann", False, 10)] == ["M"]


def test_whoever_runs_the_server_sees_everybodys_matches_by_their_summaries(
    place: Place, store: Store, other: Store
) -> None:
    store.append(
        [summed_up("A", 1, {"n": 1}), summed_up("B", 1, {"n": 2}), summed_up("C", 1, {"n": 3}, over=True)]
    )
    place.later(1000)
    (changed,) = store.append([summed_up("A", 2, {"n": 4})])
    assert [one.id for one in other.newest(False, 10)] == ["A", "B"]
    assert [one.id for one in other.newest(False, 1)] == ["A"]
    assert [one.id for one in other.newest(True, 10)] == ["C"]
    found = other.summaries(["A", "C", "unknown", "C"])
    assert found.keys() == {"A", "C"}
    assert found["A"] == Listed("A", 2, {"n": 4}, changed)
    assert other.summaries([]) == {}


def test_guests_with_a_name_are_listed_page_by_page(store: Store, other: Store) -> None:
    for guest, name in (("b", "Bob"), ("a", "Zoë"), ("c", "Cyd")):
        store.rename(guest, name)
    assert other.known_guests() == [("a", "Zoë"), ("b", "Bob"), ("c", "Cyd")]
    assert other.known_guests("a", 1) == [("b", "Bob")]
    store.forget("b", "Incognito")
    assert other.known_guests("a") == [("c", "Cyd")]
