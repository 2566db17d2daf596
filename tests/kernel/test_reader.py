"""Position documents: what is missing or wrong is refused by its place and the reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from slugfest.kernel import DocumentReader, PositionError, reader

KNOWN = ("turn", "round", "phase", "open", "row", "players", "top", "cards")


def document(**entry: Any) -> DocumentReader:
    return DocumentReader(entry, KNOWN)


def test_what_a_document_says_is_read() -> None:
    found = document(
        turn=2, round=3, phase="deck", open=True, row=[1, 2], players=[{"row": []}], cards={"S12": 1}
    )
    assert found.seat("turn", 4) == 1
    assert found.whole("round", 1, 9) == 3
    assert found.one_of("phase", ("draft", "deck")) == 1
    assert found.flag("open")
    assert found.seats("row", 2) == [0, 1]
    assert [player.items("row") for player in found.children("players", ("row",), 1)] == [[]]
    assert found.table("cards") == {"S12": 1}


def test_what_it_leaves_out_is_the_default() -> None:
    found = document(top=None)
    assert found.seat("turn", 4, 2) == 2
    assert found.whole("round", 1, 9, 1) == 1
    assert found.one_of("phase", ("draft", "deck"), "deck") == 1
    assert not found.flag("open")
    assert found.items("row") == []
    assert found.seats("row", 2, [1, 0]) == [1, 0]
    assert found.table("cards", {}) == {}
    assert not found.has("top")
    assert not document().child("top", ("seat",), {}).has("seat")


def test_a_default_is_never_shared() -> None:
    found = document()
    found.items("row").append(1)
    assert found.items("row") == []


@pytest.mark.parametrize(
    ("entry", "read", "fault"),
    [
        ({}, lambda d: d.whole("round", 1, 9), "round: a whole number from 1 to 9 is needed, not nothing"),
        (
            {"round": 0},
            lambda d: d.whole("round", 1, 9),
            "round: a whole number from 1 to 9 is needed, not 0",
        ),
        ({"round": True}, lambda d: d.whole("round", 1, 9), "from 1 to 9 is needed, not True"),
        ({"round": 1.0}, lambda d: d.whole("round", 1, 9), "from 1 to 9 is needed, not 1.0"),
        ({"round": None}, lambda d: d.whole("round", 1, 9, 1), "from 1 to 9 is needed, not nothing"),
        ({"round": 10**5000}, lambda d: d.whole("round", 1, 9), "from 1 to 9 is needed, not a huge number"),
        ({"turn": 0}, lambda d: d.seat("turn", 3), "turn: a seat from 1 to 3 is needed, not 0"),
        ({"turn": "1"}, lambda d: d.seat("turn", 3), "turn: a seat from 1 to 3 is needed, not '1'"),
        ({"row": [1, 4]}, lambda d: d.seats("row", 3), r"row[1]: a seat from 1 to 3 is needed, not 4"),
        ({"phase": 3}, lambda d: d.one_of("phase", ("a", "b")), "phase: one of a, b is needed, not 3"),
        ({"phase": []}, lambda d: d.one_of("phase", ("a", "b")), "phase: one of a, b is needed, not a list"),
        ({"open": 1}, lambda d: d.flag("open"), "open: true or false is needed, not 1"),
        ({"row": "S12"}, lambda d: d.items("row"), "row: a list is needed, not 'S12'"),
        ({"row": [1]}, lambda d: d.items("row", 2), "row: a list of 2 is needed, not one of 1"),
        (
            {"row": [1, 2]},
            lambda d: d.items("row", most=1),
            "row: a list of at most 1 is needed, not one of 2",
        ),
        ({"top": 5}, lambda d: d.child("top", ("seat", "kind")), "top: an object with seat, kind is needed"),
        ({"cards": []}, lambda d: d.table("cards"), "cards: an object is needed, not a list"),
        ({"top": {"sea": 1}}, lambda d: d.child("top", ("seat",)), "top: unknown key 'sea'; known are seat"),
        ({"top": {}}, lambda d: d.child("top", ("seat",)).seat("seat", 2), "top.seat: a seat from 1 to 2"),
        (
            {"players": [{}, {"row": 1}]},
            lambda d: d.children("players", ("row",), 2)[1].items("row"),
            "players[1].row: a list is needed, not 1",
        ),
        (
            {"players": [{}, 7]},
            lambda d: d.children("players", ("hand", "row"), 2),
            "players[1]: an object with hand, row is needed",
        ),
        (
            {"phase": "x" * 99},
            lambda d: d.one_of("phase", ("a",)),
            "not 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…",
        ),
    ],
)
def test_a_fault_is_named_by_its_place_and_the_reason(
    entry: dict[str, Any], read: Callable[[DocumentReader], object], fault: str
) -> None:
    with pytest.raises(PositionError) as refused:
        read(document(**entry))
    assert fault in str(refused.value)


def test_an_unknown_key_is_refused_at_once_with_the_known_ones() -> None:
    with pytest.raises(PositionError, match=r"position: unknown key 'trun'; known are turn, round"):
        DocumentReader({"trun": 1}, ("turn", "round"))


@pytest.mark.parametrize("value", [None, [], "turn", 7])
def test_a_position_that_is_no_object_is_refused(value: Any) -> None:
    with pytest.raises(PositionError, match="position: an object with turn is needed"):
        DocumentReader(value, ("turn",))


def test_a_game_names_its_own_faults_by_their_place() -> None:
    top = document(top={"seat": 1}).child("top", ("seat",))
    assert str(top.fault("seat", "takes no part")) == "top.seat: takes no part"


def test_values_inside_lists_are_read_by_their_place() -> None:
    assert reader.whole("drawn[0]", 4, 0, 9) == 4
    with pytest.raises(PositionError, match=r"drawn\[0\]: a whole number from 0 to 3 is needed, not 4"):
        reader.whole("drawn[0]", 4, 0, 3)


def test_the_default_of_a_seat_is_a_seat_of_a_position() -> None:
    assert document().seat("turn", 2, 0) == 0
    assert document(turn=1).seat("turn", 2, 1) == 0
    with pytest.raises(PositionError, match="a seat from 1 to 2 is needed, not 0"):
        document(turn=0).seat("turn", 2, 1)
