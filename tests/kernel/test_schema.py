"""Schemas of position documents: one declaration gives the types, the writing and the reading."""

from __future__ import annotations

from typing import Any

import pytest

from slugfest.kernel import PositionError
from slugfest.kernel.facts import fields, misfit, notes_on, spelled
from slugfest.kernel.reader import OPEN, Supply
from slugfest.kernel.schema import (
    ABSENT,
    FLAG,
    NEEDED,
    SEAT,
    SEATS,
    Attribute,
    Bit,
    Child,
    Children,
    Codec,
    Computed,
    Flag,
    Group,
    Item,
    Maybe,
    Name,
    Number,
    Schema,
    Slice,
    Values,
    Whole,
    result,
)


class Position:
    """A position with a place for every kind of field."""

    def __init__(self) -> None:
        self.seats = 2
        self.turn = 0
        self.phase = 0
        self.active = 3
        self.rich = False
        self.points = [0, 0]
        self.first = [0, 0]
        self.hands: list[list[int]] = [[], []]
        self.target = [-1, -1]
        self.ready = 0
        self.counts = [0, 0, 0, 0]
        self.rows = [4, -1, 6]
        self.top = 0
        self.reason = 0
        self.winner = -1


CARD = Name(("ace", "king", "queen"), thing="card")
SLOT = Schema("Slot", "A card in a row.", Item("value", Whole(0, 9), at="rows"))
TOP = Schema("Top", "What is to be beaten.", Attribute("value", Whole(1, 9), at="top", default=NEEDED))
PLAYER = Schema(
    "Player",
    "One player.",
    Item("points", Whole(0, 20), "Victory points.", default=5),
    Item("hand", Values(CARD), at="hands"),
    Item("target", Maybe(Number("seats"), -1)),
    Item("first", Flag(int), sparse=True),
    Bit("ready"),
    Slice("counts", Values(Whole(0, 9), 2), 2),
    accepted=("shorthand",),
)
DOCUMENT = Schema(
    "Document",
    "A whole position.",
    Attribute("turn", SEAT),
    Attribute("phase", Name(("draft", "deck"))),
    Attribute("active", SEATS),
    Group(lambda position, row: position.phase == 1, Attribute("rich", FLAG, "Only in the phase “deck”.")),
    Children("players", PLAYER, "seats"),
    Children("row", SLOT, lambda p, row: [n if p.rows[n] >= 0 else ABSENT for n in range(3)], null=True),
    Child("top", TOP, present="top"),
    Computed("total", int, lambda position, row: sum(position.points)),
    result(("", "KNOCKOUT"), Attribute("winner", SEAT, default=NEEDED)),
)
WRITTEN = {
    "turn": 1,
    "phase": "draft",
    "active": [1, 2],
    "players": [
        {"points": 3, "hand": ["queen", "ace"], "target": 2, "ready": False, "counts": [1, 2]},
        {"points": 0, "hand": [], "target": None, "first": True, "ready": True, "counts": [3, 4]},
    ],
    "row": [{"value": 4}, None, {"value": 6}],
    "top": None,
    "total": 3,
    "result": None,
}


def position() -> Position:
    found = Position()
    found.points = [3, 0]
    found.hands = [[2, 0], []]
    found.target = [1, -1]
    found.first = [0, 1]
    found.ready = 2
    found.counts = [1, 2, 3, 4]
    return found


def read(document: Any) -> Position:
    found = Position()
    place = DOCUMENT.open(document)
    DOCUMENT.read(place, found)
    for seat, player in enumerate(place.children("players", PLAYER.keys, 2, [{}, {}])):
        PLAYER.read(player, found, seat)
    return found


def test_a_position_is_written_field_by_field_in_the_order_of_declaration() -> None:
    written = DOCUMENT.write(position())
    assert written == WRITTEN
    assert list(written) == list(WRITTEN)
    assert [list(player) for player in written["players"]] == [list(player) for player in WRITTEN["players"]]  # type: ignore[attr-defined]


def test_objects_and_groups_are_written_when_they_are_there() -> None:
    found = position()
    found.phase, found.top, found.reason, found.winner = 1, 7, 1, 1
    written = DOCUMENT.write(found)
    assert written["top"] == {"value": 7}
    assert written["result"] == {"reason": "KNOCKOUT", "winner": 2}
    assert written["rich"] is False


def test_what_is_written_is_read_back() -> None:
    found = read(WRITTEN)
    expected = position()
    assert vars(found) == vars(expected)
    assert found.first == [0, 1]
    assert type(found.first[1]) is int


def test_what_a_document_leaves_out_is_the_default_or_stays() -> None:
    found = read({})
    assert found.points == [5, 5]
    assert (found.turn, found.active, found.target) == (0, 3, [-1, -1])


def test_a_group_is_read_when_it_applies() -> None:
    assert read({"phase": "deck", "rich": True}).rich
    assert not read({"phase": "draft", "rich": True}).rich


@pytest.mark.parametrize(
    ("document", "fault"),
    [
        ({"turn": 3}, "turn: a seat from 1 to 2 is needed, not 3"),
        ({"turn": None}, "turn: a seat from 1 to 2 is needed, not nothing"),
        ({"phase": "lunch"}, "phase: one of draft, deck is needed, not 'lunch'"),
        ({"active": [1, 5]}, "active[1]: a seat from 1 to 2 is needed, not 5"),
        ({"tern": 1}, "position: unknown key 'tern'"),
        ({"top": {}}, "top.value: a whole number from 1 to 9 is needed, not nothing"),
        ({"top": {"valu": 1}}, "top: unknown key 'valu'; known are value"),
        ({"result": {"reason": "", "winner": 1}}, "result.reason: one of KNOCKOUT is needed, not ''"),
        ({"players": [{}, {"hand": ["jack"]}]}, "players[1].hand[0]: there is no card 'jack'"),
        ({"players": [{"ready": 1}, {}]}, "players[0].ready: true or false is needed, not 1"),
        ({"players": [{"counts": [1]}, {}]}, "players[0].counts: a list of 2 is needed, not one of 1"),
    ],
)
def test_a_fault_is_named_by_its_place_and_the_reason(document: Any, fault: str) -> None:
    with pytest.raises(PositionError) as refused:
        read(document)
    assert fault in str(refused.value)


def test_keys_that_are_only_accepted_are_known_but_not_declared() -> None:
    assert "shorthand" in PLAYER.keys
    assert "shorthand" not in [field.name for field in fields(PLAYER.type)]


def test_the_type_has_every_field_with_its_note() -> None:
    assert [str(field) for field in fields(PLAYER.type)] == [
        "points: number",
        "hand: list of text",
        "target: number or nothing",
        "first?: yes or no",
        "ready: yes or no",
        "counts: list of number",
    ]
    types = {field.name: spelled(field.type) for field in fields(DOCUMENT.type)}
    assert types["row"] == "list of (Slot or nothing)"
    assert notes_on(PLAYER.type)["points"] == "Victory points."
    assert misfit(DOCUMENT.write(position()), DOCUMENT.type, "position") == ""


def test_a_codec_without_a_reader_says_so() -> None:
    with pytest.raises(NotImplementedError, match="turn: Codec does not read"):
        Codec(int).read("turn", 1, None, 0)


# ---- components that a document distributes ------------------------------------------------------------------


def supply() -> Supply:
    return Supply(CARD.words, [0, 1, 2], parse=lambda where, text: CARD.read(where, text, None, 0))


def test_open_components_are_filled_with_the_first_that_nothing_names() -> None:
    cards = supply()
    place = DOCUMENT.open({"row": ["?", "king"], "top": 1})
    row, top = cards.zone(place, "row"), cards.zone(place, "top")
    assert (row, top) == ([OPEN, 1], [OPEN])
    assert cards.fill("row", row) == [0, 1]
    assert cards.fill("top", top) == [2]
    assert cards.left == []
    with pytest.raises(PositionError, match="deck: nothing is left for it"):
        cards.take("deck")


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (["ace", "ace"], r"row\[1\]: ace is in two places"),
        (["jack"], r"row\[0\]: there is no card 'jack'"),
        (4, "row: a list or a number up to 3 is needed, not 4"),
        (None, "row: a list or a number up to 3 is needed, not nothing"),
    ],
)
def test_a_zone_names_its_fault(row: Any, fault: str) -> None:
    with pytest.raises(PositionError, match=fault):
        supply().zone(DOCUMENT.open({"row": row}), "row")


def test_a_component_is_claimed_as_often_as_it_is_there() -> None:
    cards = Supply(CARD.words, [0, 0, 1], "too many {}")
    cards.claim_all("deck", [0, 0])
    with pytest.raises(PositionError, match="deck: too many ace"):
        cards.claim("deck", 0)
