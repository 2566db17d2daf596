"""What every store promises. A new adapter joins by adding its place to ``PLACES``."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.store.places import PLACES, Place, running

from slugfest.store import (
    Contents,
    Document,
    DocumentChange,
    KeptReview,
    Learned,
    Logged,
    NewEntry,
    News,
    Store,
    StoreError,
    VersionTaken,
    WholeMatch,
)

TIMEOUT = 30  # seconds; reached only when something is broken


def new(match: str, version: int, *guests: str, over: bool = False, **entry: Any) -> NewEntry:
    return NewEntry(match, version, {"kind": "test", **entry}, guests, over)


def test_a_log_comes_back_in_order_and_unchanged(store: Store) -> None:
    facts: dict[str, Any] = {
        "text": "Jörg “🦸” \\ \x01",
        "deep": [{"a": [1, None, True, -5]}],
        "number": 2**60,
    }
    store.append([new("M", 1, **facts)])
    store.append([new("M", 2), new("M", 3, last="yes")])
    assert store.entries("M") == [
        {"kind": "test", **facts},
        {"kind": "test"},
        {"kind": "test", "last": "yes"},
    ]


def test_an_unknown_match_has_no_log(store: Store) -> None:
    assert store.log("NOBODY") == []


def test_logs_of_different_matches_do_not_meet(store: Store) -> None:
    store.append([new("M", 1, a=1), new("N", 1, b=1)])
    store.append([new("N", 2, b=2)])
    assert [len(store.log(match)) for match in ("M", "N")] == [1, 2]


@pytest.mark.parametrize("version", [0, 1, 3, -1])
def test_only_the_next_version_is_written(store: Store, version: int) -> None:
    store.append([new("M", 1)])
    with pytest.raises(VersionTaken):
        store.append([new("M", version, wrong=True)])
    assert store.entries("M") == [{"kind": "test"}]


def test_entries_are_written_all_or_none(store: Store) -> None:
    store.append([new("OLD", 1, "ann")])
    with pytest.raises(VersionTaken):
        store.append([new("NEW", 1, "ann"), new("OLD", 2, "ann", over=True), new("OLD", 5, "ann")])
    assert store.log("NEW") == []
    assert len(store.log("OLD")) == 1
    assert running(store, "ann", 10) == ["OLD"]


def test_what_cannot_be_written_changes_nothing(store: Store) -> None:
    with pytest.raises(TypeError):
        store.append([new("M", 1), new("M", 2, thing=object())])
    assert store.log("M") == []
    store.append([new("M", 1)])


def test_my_open_matches_are_listed_the_one_changed_last_first(store: Store) -> None:
    store.append([new("A", 1, "ann", "bob")])
    store.append([new("B", 1, "ann")])
    store.append([new("C", 1, "bob")])
    assert running(store, "ann", 10) == ["B", "A"]
    store.append([new("A", 2, "ann", "bob")])
    assert running(store, "ann", 10) == ["A", "B"]
    assert running(store, "ann", 1) == ["A"]
    assert running(store, "stranger", 10) == []


def test_what_nobody_may_notice_does_not_move_a_match_to_the_front(store: Store) -> None:
    store.append([new("A", 1, "ann", "bob"), new("B", 1, "ann")])
    store.append([NewEntry("A", 2, {"kind": "test"}, ("ann", "bob"), over=False, noticed=False)])
    assert running(store, "ann", 10) == ["B", "A"]
    store.append([NewEntry("A", 3, {"kind": "test"}, ("bob",), over=False, noticed=False)])
    assert running(store, "ann", 10) == ["B"]


def test_a_match_that_is_over_or_left_is_no_longer_mine(store: Store) -> None:
    store.append([new("A", 1, "ann", "bob"), new("B", 1, "ann")])
    store.append([new("A", 2, "bob")])
    store.append([new("B", 2, "ann", over=True)])
    assert running(store, "ann", 10) == []
    assert running(store, "bob", 10) == ["A"]


def test_guests_are_remembered_by_their_latest_name(store: Store) -> None:
    assert store.name_of("ann") is None
    store.rename("ann", "Ann")
    store.rename("ann", "Änne 🦸")
    assert store.name_of("ann") == "Änne 🦸"
    assert store.name_of("bob") is None


def test_the_signing_key_is_made_once(store: Store) -> None:
    key = store.signing_key()
    assert len(key) >= 32
    assert store.signing_key() == key


def test_many_threads_may_write_at_once_and_each_version_is_written_once(store: Store) -> None:
    store.append([new("M", 1)])
    won: list[str] = []

    def write(name: str) -> None:
        try:
            store.append([new("M", 2, by=name)])
        except VersionTaken:
            return
        won.append(name)

    threads = [threading.Thread(target=write, args=(f"thread {number}",)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == 1
    assert store.entries("M") == [{"kind": "test"}, {"kind": "test", "by": won[0]}]


def test_of_many_asked_for_at_once_those_that_may_not_be_written_take_nobody_with_them(store: Store) -> None:
    store.append([new(f"M{number}", 1, "ann") for number in range(40)])
    store.append([new("M7", 2, by="ann", request="asked before")])
    asked = [[new(f"M{number}", 2, "ann", by="ann", request=f"{number}")] for number in range(40)]
    asked[3] = [new("M3", 3)]
    asked[4] = [new("M4", 2, thing=object())]
    asked[5] = [NewEntry("M5", 2, {}, (), False, token=7)]
    asked[6] = [new("M6", 2), new("M3", 9)]
    asked[8] = [NewEntry("M8", 2, {}, (), False, not_after=1)]
    asked += [[new("M9", 3, by="ann", request="9")], [new("N", 1), new("N", 2)], [new("M10", 2)]]
    futures = [store.submit(entries) for entries in asked]
    failed = {
        place: type(error).__name__
        for place, future in enumerate(futures)
        if (error := future.exception(TIMEOUT))
    }
    late = {"VersionTaken", "Answered"}  # which of two at one table came first, nobody has said
    assert failed.pop(40) in late
    assert len([place for place in (10, 42) if failed.pop(place, "") == "VersionTaken"]) == 1
    assert failed == {3: "VersionTaken", 4: "TypeError", 5: "LeaseLost", 6: "VersionTaken", 7: "VersionTaken",
                      8: "OutOfTime"}  # fmt: skip
    lengths = [len(store.log(f"M{number}")) for number in range(40)]
    assert [number for number, length in enumerate(lengths) if length == 1] == [3, 4, 5, 6, 8]
    assert len(store.log("N")) == 2


def test_logs_of_many_matches_are_read_in_one_go(store: Store) -> None:
    store.append([new("A", 1), new("A", 2, x=1), new("B", 1), new("C", 1)])
    read = store.logs({"A": 1, "B": 1, "NOBODY": 0})
    assert read == {"A": store.log("A", 1), "B": [], "NOBODY": []}
    assert [logged.entry for logged in read["A"]] == [{"kind": "test", "x": 1}]


def test_closing_twice_is_fine(store: Store) -> None:
    store.close()
    store.close()


def test_all_hear_what_one_announces(place: Place, store: Store) -> None:
    heard: list[Sequence[News]] = []
    enough = threading.Event()
    begun = threading.Event()

    def on_news(news: Sequence[News]) -> None:
        heard.append(news)
        begun.set()
        if any(item.call for item in news):
            enough.set()

    stop = store.subscribe(on_news)
    assert begun.wait(TIMEOUT)
    assert list(heard[0]) == []  # whoever begins to listen may have missed something
    store.announce([News("M", 7), News("N", 1)])
    store.announce([News("M")])
    store.announce([News("M", call='{"seat": 1, "text": "Hü 🦸"}')])
    assert enough.wait(TIMEOUT)
    assert [item for news in heard for item in news] == [
        News("M", 7),
        News("N", 1),
        News("M"),
        News("M", call='{"seat": 1, "text": "Hü 🦸"}'),
    ]
    stop()
    store.announce([])
    store.announce([News("M", 8)])


def test_a_snapshot_is_kept_until_there_is_a_newer_one(store: Store) -> None:
    store.append([new("M", 1), new("M", 2), new("M", 3)])
    assert store.snapshot("M") is None
    store.keep_snapshot("M", 2, b"\x00\xff two")
    assert store.snapshot("M") == (2, b"\x00\xff two")
    store.keep_snapshot("M", 1, b"one, late")
    assert store.snapshot("M") == (2, b"\x00\xff two")
    store.keep_snapshot("M", 3, b"three")
    assert store.snapshot("M") == (3, b"three")


def test_a_snapshot_of_what_is_not_in_the_log_is_not_kept(store: Store) -> None:
    store.append([new("M", 1)])
    store.keep_snapshot("M", 2, b"of a move that never came to be")
    store.keep_snapshot("NOBODY", 1, b"of a match that never came to be")
    assert store.snapshot("M") is None
    assert store.snapshot("NOBODY") is None


def test_a_whole_store_finds_nothing_wrong(store: Store) -> None:
    store.signing_key()
    store.append([new("M", 1, "ann")])
    store.check()
    assert len(store.log("M")) == 1


def test_how_far_somebody_has_come_is_remembered_lesson_by_lesson(store: Store) -> None:
    assert store.learned("ann") == []
    store.note_learned("ann", Learned("hush", 2, 1, False))
    store.note_learned("ann", Learned("hush", 1, 3, False))
    store.note_learned("ann", Learned("chess", 1, 2, False))
    store.note_learned("bob", Learned("hush", 1, 9, True))
    store.note_learned("ann", Learned("hush", 1, 4, False))
    assert store.learned("ann") == [
        Learned("chess", 1, 2, False),
        Learned("hush", 1, 4, False),
        Learned("hush", 2, 1, False),
    ]


def test_a_lesson_that_is_done_stays_done(store: Store) -> None:
    store.note_learned("ann", Learned("hush", 1, 1, True))
    store.note_learned("ann", Learned("hush", 1, 2, False))
    assert store.learned("ann") == [Learned("hush", 1, 2, True)]


def test_a_store_in_which_somebody_has_learned_is_not_empty(store: Store) -> None:
    store.note_learned("ann", Learned("hush", 1, 1, True))
    with pytest.raises(StoreError, match="not empty"):
        store.fill(Contents({}, {}, 0, []), lambda contents: None)


def test_matches_become_puzzles_only_where_their_guest_said_so(store: Store) -> None:
    assert not store.consents("ann")
    store.note_consent("ann", True)
    store.note_consent("ann", True)
    store.note_consent("bob", True)
    assert store.consents("ann")
    store.note_consent("ann", False)
    store.note_consent("cleo", False)
    assert [store.consents(guest) for guest in ("ann", "bob", "cleo")] == [False, True, False]
    store.forget("bob", "?")
    assert not store.consents("bob")


def test_a_store_in_which_somebody_has_consented_is_not_empty(store: Store) -> None:
    store.note_consent("ann", True)
    with pytest.raises(StoreError, match="not empty"):
        store.fill(Contents({}, {}, 0, []), lambda contents: None)


REVIEW = KeptReview({"version": 1, "text": {"de": "Gut gewürfelt 🎲"}}, {"reads": [5, -5]})


def test_a_review_is_kept_with_its_match_until_there_is_another(store: Store) -> None:
    store.append([new("A", 1, "ann", over=True), new("B", 1, "ann", over=True)])
    assert store.review("A") is None
    assert store.review_extracts(["A", "B"]) == {}
    store.keep_review("A", KeptReview({"version": 1, "quick": True}, {}))
    store.keep_review("A", REVIEW)
    store.keep_review("NOBODY", REVIEW)
    assert store.review("A") == REVIEW.review
    assert store.review("B") is store.review("NOBODY") is None
    assert store.review_extracts(["A", "B", "NOBODY"]) == {"A": REVIEW.extract}


def furnish(store: Store) -> None:
    """A little of everything."""
    store.rename("ann", "Änne 🦸")
    store.rename("bob", "Bob")
    store.note_learned("bob", Learned("hush", 1, 3, True))
    store.note_learned("ann", Learned("hush", 2, 1, False))
    store.signing_key()
    store.append([new("A", 1, "ann", "bob"), new("B", 1, "ann"), new("C", 1, "bob", over=True)])
    store.append([NewEntry("A", 2, {"by": "ann", "request": 'odd "ä\x00'}, ("bob", "ann"), False, due=12345)])
    store.refuse("B", "ann", 'odd "ä\x00', {"code": "NO", "text": {"de": "Nö"}})
    store.append([NewEntry("B", 2, {"kind": "test"}, ("ann",), False, noticed=False)])
    store.keep_review("C", REVIEW)
    store.write_documents(
        [
            DocumentChange("names", 'odd "ä\x00', 0, {"name": "Änne"}, owner="ann"),
            DocumentChange("codes", "c", 0, {}, until=5),
        ]
    )


Listed = tuple[  # what a store holds
    dict[str, str],
    dict[str, str],
    int,
    list[WholeMatch],
    tuple[tuple[str, Learned], ...],
    tuple[Document, ...],
]


def listed(contents: Contents) -> Listed:
    matches = list(contents.matches)
    names, settings = dict(contents.names), dict(contents.settings)
    return names, settings, contents.count, matches, contents.learned, contents.documents


def whole(store: Store) -> Listed:
    read: list[Listed] = []
    store.read_all(lambda contents: read.append(listed(contents)))
    return read[0]


def test_everything_can_be_read_and_is_the_same_in_another_store(store: Store, tmp_path: Path) -> None:
    furnish(store)
    names, settings, count, matches, learned, documents = whole(store)
    assert [(one.collection, one.key, one.owner, one.data, one.until) for one in documents] == [
        ("codes", "c", "", {}, 5),
        ("names", 'odd "ä\x00', "ann", {"name": "Änne"}, None),
    ]
    assert learned == (("ann", Learned("hush", 2, 1, False)), ("bob", Learned("hush", 1, 3, True)))
    assert names == {"ann": "Änne 🦸", "bob": "Bob"}
    assert settings == {"signing key": store.signing_key()}
    assert count == 3
    assert [match.id for match in matches] == ["B", "C", "A"]  # changed last comes last
    assert [match.over for match in matches] == [False, True, False]
    assert matches[2].log == tuple(store.log("A"))
    assert matches[2].guests == ("ann", "bob")
    assert matches[2].due == 12345
    assert [match.review for match in matches] == [None, REVIEW, None]
    (refusal,) = matches[0].refusals
    assert (refusal[0], refusal[1], refusal[3]) == (
        "ann",
        'odd "ä\x00',
        {"code": "NO", "text": {"de": "Nö"}},
    )


@pytest.mark.parametrize("target", list(PLACES))
def test_a_store_can_be_filled_from_any_other(store: Store, target: str, tmp_path: Path) -> None:
    furnish(store)
    (tmp_path / "target").mkdir()
    place = PLACES[target](tmp_path / "target")
    try:
        filled = place.open()
        filled.signing_key()  # it had one of its own; the other's is what signed the cookies
        checked: list[Any] = []
        store.read_all(
            lambda all_there_is: filled.fill(all_there_is, lambda now: checked.append(listed(now)))
        )
        assert whole(filled) == checked[0] == whole(store)
        assert running(filled, "ann", 10) == running(store, "ann", 10) == ["A", "B"]
        assert filled.answer("A", "ann", 'odd "ä\x00') == 2
        assert filled.answer("B", "ann", 'odd "ä\x00') == {"code": "NO", "text": {"de": "Nö"}}
        filled.append([new("A", 3, "ann")])  # and play goes on
        assert running(filled, "ann", 1) == ["A"]
    finally:
        place.close()


def test_a_store_that_is_not_empty_is_not_filled(store: Store) -> None:
    furnish(store)
    before = whole(store)
    with pytest.raises(StoreError, match="not empty"):
        store.fill(Contents({}, {}, 0, []), lambda contents: None)
    assert whole(store) == before


def test_a_filling_that_fails_leaves_nothing(store: Store) -> None:
    key = store.signing_key()

    def wrong(contents: Contents) -> None:
        assert contents.count == 1
        raise StoreError("this is not what I wanted")

    match = WholeMatch("A", (Logged(1, 5, {"kind": "test"}),), ("ann",), False, None, ())
    learned = (("ann", Learned("hush", 1, 1, True)),)
    with pytest.raises(StoreError, match="not what I wanted"):
        store.fill(Contents({"ann": "Ann"}, {"signing key": "other"}, 1, [match], learned), wrong)
    assert whole(store) == ({}, {"signing key": key}, 0, [], (), ())
    store.append([new("A", 1)])
