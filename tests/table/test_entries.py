"""Entries from a store or a file are checked, and what old releases wrote stays readable."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from tests.hush import TABLE_GAME as GAME

from slugfest.kernel.facts import fields
from slugfest.table import LogError, NewerLog, Seat, Table, match_info, opening, read_entry
from slugfest.table.clock import NO_CLOCK
from slugfest.table.entries import StoredEntry

pytestmark = pytest.mark.compiled

CREATED = dict(
    opening("MATCH", GAME, "ann", "s", [Seat("person", "Ann", "ann"), Seat("person", "Bob", "bob")], {})
)
VALUES: dict[str, Any] = {
    **CREATED,
    "seat": 0,
    "guest": "ann",
    "guests": ["ann"],
    "name": "Ann",
    "nonce": "0" * 32,
    "level": "easy",
    "pace": NO_CLOCK,
    "why": "time",
    "ends": True,
    "from": -1,
    "counts": False,
    "stops": False,
    "agree": True,
    "decision": 3,
    "into": "other",
}
KINDS = {str(get_args(fields_of["kind"].type)[0]): fields_of for fields_of in (
    {field.name: field for field in fields(declared)} for declared in get_args(StoredEntry)
)}  # fmt: skip


def sample(kind: str) -> dict[str, Any]:
    """An entry with the fields that it must have."""
    entry = {name: VALUES[name] for name, field in KINDS[kind].items() if field.required and name in VALUES}
    entry["kind"] = kind
    if "moves" in KINDS[kind]:
        entry["moves"] = 2 if KINDS[kind]["moves"].type is int else ["HOLD"]
    if kind == "options":
        entry["seats"] = 2
    return entry


def fault(entry: Any) -> str:
    with pytest.raises(LogError) as error:
        read_entry(entry, 7, "MATCH")
    assert not isinstance(error.value, NewerLog)
    return str(error.value)


def test_every_kind_has_a_type_of_its_own() -> None:
    assert len(KINDS) == len(get_args(StoredEntry)) == 33


@pytest.mark.parametrize("kind", KINDS)
def test_an_entry_is_read_as_it_was_written(kind: str) -> None:
    entry = sample(kind)
    assert read_entry(entry, 7) is entry
    assert read_entry(entry | {"by": "ann", "request": "r1", "a field of tomorrow": [1]}, 7)


@pytest.mark.parametrize("kind", KINDS)
def test_a_field_that_is_missing_or_wrong_is_named_with_the_entry(kind: str) -> None:
    whole = sample(kind)
    for name in whole.keys() - {"kind"}:
        short = {key: value for key, value in whole.items() if key != name}
        assert fault(short) == f"entry 7 of match MATCH: field {name!r} is missing"
        assert f"entry 7 of match MATCH: field {name!r} must be " in fault(whole | {name: None})


@pytest.mark.parametrize("kind", KINDS)
def test_an_optional_field_may_be_missing_but_not_wrong(kind: str) -> None:
    optional = [name for name, field in KINDS[kind].items() if not field.required]
    assert {"by", "request", "starts"} <= set(optional)
    for name in optional:
        assert f"field {name!r} must be " in fault(sample(kind) | {name: None})


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (5, "entry 7 of match MATCH must be an object, not int"),
        ({}, "entry 7 of match MATCH: field 'kind' must be str, not NoneType"),
        ({"kind": ["moves"]}, "entry 7 of match MATCH: field 'kind' must be str, not list"),
        (sample("moves") | {"seat": True}, "entry 7 of match MATCH: field 'seat' must be int, not bool"),
        (
            sample("moves") | {"moves": ["HOLD", 5]},
            "entry 7 of match MATCH: field 'moves' [1] must be str, not int",
        ),
        (
            sample("gave_up") | {"why": "bored"},
            "entry 7 of match MATCH: field 'why' cannot be 'bored'",
        ),
        (
            CREATED | {"seats": [{"kind": "throne", "name": "", "guest": "", "level": ""}]},
            "entry 7 of match MATCH: field 'seats' [0] field 'kind' cannot be 'throne'",
        ),
        (
            sample("pace") | {"pace": {**NO_CLOCK, "gain": "5"}},
            "entry 7 of match MATCH: field 'pace' field 'gain' must be int, not str",
        ),
    ],
)
def test_what_is_wrong_is_said(entry: Any, said: str) -> None:
    assert fault(entry) == said


@pytest.mark.parametrize("kind", ["teleported", "lesson", ""])
def test_a_kind_that_is_not_known_is_a_newer_release_s(kind: str) -> None:
    with pytest.raises(NewerLog, match=f"entry 2 of match MATCH is of a kind unknown here: '{kind}'"):
        Table.from_log([CREATED, {"kind": kind}], lambda _: GAME)


def test_a_log_names_the_entry_that_is_wrong() -> None:
    with pytest.raises(LogError, match="entry 3 of match MATCH: field 'seat' is missing"):
        Table.from_log([CREATED, {"kind": "started"}, {"kind": "undo"}], lambda _: GAME)
    with pytest.raises(LogError, match="entry 1: field 'secret' is missing"):
        Table.from_log([{key: CREATED[key] for key in CREATED if key != "secret"}], lambda _: GAME)
    with pytest.raises(LogError, match="entry 2 of match MATCH does not fit"):
        Table.from_log([CREATED, CREATED], lambda _: GAME)


def test_a_log_of_the_first_format_opens() -> None:
    """Without the fields that later releases added, and with the reason that they do not write any more."""
    created = {key: value for key, value in CREATED.items() if key != "chance"} | {"format": 1}
    log: list[dict[str, Any]] = [created, {"kind": "started"}, {"kind": "stood", "seat": 1, "why": "absent"}]
    table = Table.from_log(log, lambda _: GAME)
    assert (table.status, table.chance, table.time.pace) == ("playing", 1, NO_CLOCK)
    assert (table.seats[1].away, table.seats[1].level) == ("absent", "medium")
    assert match_info(table, "ann")["seats"][1]["why"] == "idle"
    assert table.log == log, "what was written stays as it is"
