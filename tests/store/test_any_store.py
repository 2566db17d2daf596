"""What every store promises. A new adapter joins by adding itself to ``stores``."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from slugfest.store import MemoryStore, NewEntry, SqliteStore, Store, VersionTaken

ADAPTERS: dict[str, Callable[[Path], Store]] = {
    "memory": lambda folder: MemoryStore(),
    "sqlite": lambda folder: SqliteStore(folder / "matches.sqlite3"),
}


@pytest.fixture(params=list(ADAPTERS))
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened = ADAPTERS[request.param](tmp_path)
    yield opened
    opened.close()


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
    assert store.log("M") == [{"kind": "test", **facts}, {"kind": "test"}, {"kind": "test", "last": "yes"}]


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
    assert store.log("M") == [{"kind": "test"}]


def test_entries_are_written_all_or_none(store: Store) -> None:
    store.append([new("OLD", 1, "ann")])
    with pytest.raises(VersionTaken):
        store.append([new("NEW", 1, "ann"), new("OLD", 2, "ann", over=True), new("OLD", 5, "ann")])
    assert store.log("NEW") == []
    assert len(store.log("OLD")) == 1
    assert store.open_matches("ann", 10) == ["OLD"]


def test_what_cannot_be_written_changes_nothing(store: Store) -> None:
    with pytest.raises(TypeError):
        store.append([new("M", 1), new("M", 2, thing=object())])
    assert store.log("M") == []
    store.append([new("M", 1)])


def test_my_open_matches_are_listed_the_one_changed_last_first(store: Store) -> None:
    store.append([new("A", 1, "ann", "bob")])
    store.append([new("B", 1, "ann")])
    store.append([new("C", 1, "bob")])
    assert store.open_matches("ann", 10) == ["B", "A"]
    store.append([new("A", 2, "ann", "bob")])
    assert store.open_matches("ann", 10) == ["A", "B"]
    assert store.open_matches("ann", 1) == ["A"]
    assert store.open_matches("stranger", 10) == []


def test_what_nobody_may_notice_does_not_move_a_match_to_the_front(store: Store) -> None:
    store.append([new("A", 1, "ann", "bob"), new("B", 1, "ann")])
    store.append([NewEntry("A", 2, {"kind": "test"}, ("ann", "bob"), over=False, noticed=False)])
    assert store.open_matches("ann", 10) == ["B", "A"]
    store.append([NewEntry("A", 3, {"kind": "test"}, ("bob",), over=False, noticed=False)])
    assert store.open_matches("ann", 10) == ["B"]


def test_a_match_that_is_over_or_left_is_no_longer_mine(store: Store) -> None:
    store.append([new("A", 1, "ann", "bob"), new("B", 1, "ann")])
    store.append([new("A", 2, "bob")])
    store.append([new("B", 2, "ann", over=True)])
    assert store.open_matches("ann", 10) == []
    assert store.open_matches("bob", 10) == ["A"]


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
    assert store.log("M") == [{"kind": "test"}, {"kind": "test", "by": won[0]}]


def test_closing_twice_is_fine(store: Store) -> None:
    store.close()
    store.close()
