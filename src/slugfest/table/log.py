"""The log of a match: its first entry, and the reader that checks entries from a store or a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, cast, get_args, get_origin, is_typeddict

from slugfest.kernel import DUPLICATE, LIVE, Game, Options, SlugfestError
from slugfest.kernel.facts import fields

from .clock import NO_CLOCK, agreed
from .entries import CreatedEntry, DuplicateEntry, Entry, StoredEntry
from .messages import Pace
from .refusals import refuse
from .seats import Seat

FORMAT: Final = 2  # of the log's entries; in the first format all randomness came from the secret alone
TIMED: Final = 3  # the same with a clock: a release that knows none must not play it
BRANCHED: Final = 4  # it goes on from a finished match: a release that would deal anew must not play it
DEALT_ALIKE: Final = (
    5  # a table of a duplicate round: a release that would deal it otherwise must not play it
)
FORMATS: Final = (1, FORMAT, TIMED, BRANCHED, DEALT_ALIKE)


class LogError(SlugfestError):
    """A log from which no match can be built."""


class NewerLog(LogError):
    """A log that a newer release has written."""


class FieldCheck:
    """What a field of an entry must be."""

    def __init__(self, name: str, declared: Any, required: bool) -> None:
        origin = get_origin(declared)
        self.name = name
        self.required = required
        self.values: tuple[Any, ...] = get_args(declared) if origin is Literal else ()
        self.type: Any = str if self.values else dict if is_typeddict(declared) else origin or declared
        self.item: FieldCheck | None = FieldCheck("", get_args(declared)[0], True) if origin is list else None
        self.fields: list[FieldCheck] = checks_of(declared) if is_typeddict(declared) else []

    def fault(self, value: Any) -> str:
        """What is wrong with a value; empty if nothing is."""
        if not isinstance(value, self.type) or (self.type is int and isinstance(value, bool)):
            return f"must be {self.type.__name__}, not {type(value).__name__}"
        if self.values and value not in self.values:
            return f"cannot be {value!r}"
        if self.item is not None:
            for index, item in enumerate(value):
                fault = self.item.fault(item)
                if fault:
                    return f"[{index}] {fault}"
        return fault_in(value, self.fields) if self.fields else ""


def checks_of(declared: Any) -> list[FieldCheck]:
    """The checks of a TypedDict's fields."""
    return [FieldCheck(field.name, field.type, field.required) for field in fields(declared)]


def fault_in(data: Mapping[str, object], checks: list[FieldCheck]) -> str:
    """Which field of a JSON object is wrong, and how; empty if none is."""
    for check in checks:
        if check.name in data:
            fault = check.fault(data[check.name])
            if fault:
                return f"field {check.name!r} {fault}"
        elif check.required:
            return f"field {check.name!r} is missing"
    return ""


CHECKS: Final[dict[str, list[FieldCheck]]] = {
    check.values[0]: checks
    for checks in map(checks_of, get_args(StoredEntry))
    for check in checks
    if check.name == "kind"
}


def read_entry(raw: object, number: int, match: str = "") -> Entry:
    """Check an entry that comes from a store or a file; the error names the entry and the field.

    Raises :class:`NewerLog` for a kind that this release does not know, otherwise :class:`LogError`.
    """
    where = f"entry {number} of match {match}" if match else f"entry {number}"
    if not isinstance(raw, dict):
        raise LogError(f"{where} must be an object, not {type(raw).__name__}")
    kind = raw.get("kind")
    if not isinstance(kind, str):
        raise LogError(f"{where}: field 'kind' must be str, not {type(kind).__name__}")
    checks = CHECKS.get(kind)
    if checks is None:
        raise NewerLog(f"{where} is of a kind unknown here: {kind!r}")
    fault = fault_in(raw, checks)
    if fault:
        raise LogError(f"{where}: {fault}")
    return cast(Entry, raw)


def opening(
    match: str,
    game: Game,
    host: str,
    secret: str,
    seats: list[Seat],
    options: Options,
    start: bool = False,
    pace: Pace = NO_CLOCK,
    duplicate: DuplicateEntry | None = None,
) -> CreatedEntry:
    """The entry that creates a match; raises :class:`Refusal` if the game is not played so."""
    if host and sum(seat.guest == host for seat in seats) > 1:
        raise refuse("TWO_SEATS")
    pace = agreed(pace)
    entry: CreatedEntry = {
        "kind": "created",
        "format": FORMAT,
        "match": match,
        "game": game.id,
        "rules": game.version,
        "host": host,
        "chance": LIVE,
        "secret": secret,
        "seats": [seat.as_entry() for seat in seats],
        "options": game.settle(len(seats), options),
    }
    if pace["kind"] != "none":
        entry["format"] = TIMED
        entry["pace"] = pace
    if start:
        entry["start"] = True
    if game.variant is not None:
        entry["variant"] = game.variant.as_json()
    if duplicate is not None:
        entry |= {"format": DEALT_ALIKE, "chance": DUPLICATE, "duplicate": duplicate}
    return entry
