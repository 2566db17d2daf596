"""Documents: what every store promises of them."""

from __future__ import annotations

import threading

import pytest
from tests.store.places import Place

from slugfest.store import Conflict, Document, DocumentChange, MemoryStore, Store, StoreError

ODD = 'odd "ä\x00\ud800 '


def made(store: Store, key: str, owner: str = "", until: int | None = None, collection: str = "names") -> int:
    change = DocumentChange(collection, key, 0, {"key": key}, owner, until)
    return store.write_documents([change])[0]


def test_a_document_comes_back_as_it_was_written(store: Store, other: Store) -> None:
    assert store.document("names", ODD) is None
    data = {"text": ODD, "deep": [{"a": [1, None, True, 2**60]}]}
    (version,) = store.write_documents([DocumentChange("names", ODD, 0, data, owner="ann")])
    assert other.document("names", ODD) == Document("names", ODD, version, "ann", data)
    assert other.document("other", ODD) is None


def test_a_change_needs_the_version_that_is_there(store: Store, other: Store) -> None:
    first = made(store, "zoe")
    (second,) = other.write_documents([DocumentChange("names", "zoe", first, {"n": 2}, "bob")])
    for version in (0, first, second + 1):
        for data in ({"n": 3}, None) if version else ({"n": 3},):
            with pytest.raises(Conflict):
                store.write_documents([DocumentChange("names", "zoe", version, data)])
    assert store.document("names", "zoe") == Document("names", "zoe", second, "bob", {"n": 2})
    with pytest.raises(Conflict):
        store.write_documents([DocumentChange("names", "nobody", 1, {})])


def test_a_version_is_never_used_twice_not_even_after_a_deletion(store: Store, other: Store) -> None:
    first = made(store, "zoe")
    store.write_documents([DocumentChange("names", "zoe", first, None)])
    assert store.document("names", "zoe") is None
    made(other, "zoe")
    with pytest.raises(Conflict):
        store.write_documents([DocumentChange("names", "zoe", first, None)])
    assert store.document("names", "zoe") is not None


def test_changes_are_made_all_or_none(store: Store) -> None:
    zoe = made(store, "zoe")
    with pytest.raises(Conflict):
        store.write_documents(
            [
                DocumentChange("names", "adam", 0, {}),
                DocumentChange("names", "zoe", zoe, None),
                DocumentChange("names", "yan", 5, {}),
            ]
        )
    assert [one.key for one in store.documents("names")] == ["zoe"]
    versions = store.write_documents(
        [DocumentChange("names", "zoe", zoe, {"new": 1}), DocumentChange("names", "adam", 0, {})]
    )
    found = store.documents("names")
    assert [(one.key, one.version) for one in found] == [("adam", versions[1]), ("zoe", versions[0])]
    with pytest.raises(TypeError):
        store.write_documents(
            [DocumentChange("names", "b", 0, {}), DocumentChange("names", "c", 0, {"thing": object()})]
        )
    assert store.document("names", "b") is None


def test_changes_that_make_no_sense_are_refused(store: Store) -> None:
    with pytest.raises(ValueError, match="exists"):
        store.write_documents([DocumentChange("names", "zoe", 0, None)])
    with pytest.raises(ValueError, match="once"):
        store.write_documents([DocumentChange("names", "a", 0, {}), DocumentChange("names", "a", 0, {})])
    assert store.documents("names") == []


def test_documents_are_read_page_by_page_in_the_same_order_everywhere(store: Store) -> None:
    keys = ["", "B", "a", "a b", "b", "ä", "😀", "\x00"]
    for key in keys:
        made(store, key, owner="ann" if key < "b" else "bob")
    made(store, "a", collection="others")
    in_order = ["", "B", "\x00", "ä", "😀", "a", "a b", "b"]  # by their keys as ASCII
    assert [one.key for one in store.documents("names")] == in_order
    read: list[str] = []
    while page := store.documents("names", after=read[-1] if read else None, most=3):
        assert len(page) <= 3
        read += [one.key for one in page]
    assert read == in_order
    assert [one.key for one in store.documents("names", owner="bob")] == ["ä", "😀", "b"]
    assert [one.key for one in store.documents("names", owner="bob", after="ä", most=1)] == ["😀"]
    assert store.documents("names", owner="") == []


def test_of_many_who_create_one_document_at_once_one_does(store: Store, other: Store) -> None:
    """All change two documents, in another order each: nobody waits for ever, and nobody gets half."""
    barrier, lock = threading.Barrier(8), threading.Lock()
    winners: list[int] = []

    def create(number: int) -> None:
        changes = [DocumentChange("names", key, 0, {"by": number}) for key in ("one", "two")]
        barrier.wait(30)
        try:
            (store, other)[number % 2].write_documents(changes if number % 4 < 2 else changes[::-1])
        except Conflict:
            return
        with lock:
            winners.append(number)

    threads = [threading.Thread(target=create, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(winners) == 1
    assert [one.data["by"] for one in store.documents("names")] == winners * 2


def test_a_document_may_end_by_itself(place: Place, store: Store) -> None:
    now = store.now()
    version = made(store, "short", until=now + 60_000)
    made(store, "long", until=now + 600_000)
    made(store, "for ever")
    assert store.document("names", "short") is not None
    place.later(120_000)
    assert store.document("names", "short") is None
    assert [one.key for one in store.documents("names")] == ["for ever", "long"]
    for change in (
        DocumentChange("names", "short", version, {}),
        DocumentChange("names", "short", version, None),
    ):
        with pytest.raises(Conflict):
            store.write_documents([change])
    assert made(store, "short") > version  # a new one
    place.later(600_000)
    store.tidy()
    kept: list[str] = []
    store.read_all(lambda contents: kept.extend(one.key for one in contents.documents))
    assert kept == ["for ever", "short"]


def test_what_a_guest_owns_is_deleted_with_them(store: Store) -> None:
    made(store, "a", owner="ann")
    made(store, "b", owner="bob")
    made(store, "c", owner="ann", collection="keys")
    made(store, "d")
    store.forget("ann", "Somebody")
    assert [one.key for one in store.documents("names")] == ["b", "d"]
    assert store.documents("keys") == []


def test_a_store_with_a_document_is_not_empty(store: Store) -> None:
    made(store, "a")
    with pytest.raises(StoreError, match="not empty"):
        store.read_all(lambda contents: store.fill(contents, lambda now: None))


def test_a_filled_store_goes_on_with_versions_that_were_never_used(store: Store) -> None:
    source = MemoryStore()
    for number in range(5):
        made(source, f"{number}")
    source.read_all(lambda contents: store.fill(contents, lambda now: None))
    assert [one.version for one in store.documents("names")] == [1, 2, 3, 4, 5]
    assert made(store, "new") > 5
