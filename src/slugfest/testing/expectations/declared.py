"""Compare expectations with the facts that a game declares (``Game.facts``).

In code seats count from 0; in files they are P1, P2, ... So found facts are renamed before they are compared, and an
expectation about an undeclared fact is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, get_args, get_origin, is_typeddict

from slugfest.kernel import ContentError, Facts, FactTypes
from slugfest.kernel.facts import KIND, counted, fields, members, misfit, unmarked

from .matching import ANY_NUMBER, ANYTHING, NOTHING

_WILD: Final = (ANYTHING, NOTHING, *ANY_NUMBER)


# ---- found facts, with seats by name -------------------------------------------------------------------------------


def named_events(events: list[Facts], declared: FactTypes | None) -> list[Facts]:
    """Events with seats by name."""
    if declared is None or not declared.event_kinds():
        return events
    return [named(event, declared.event(event[KIND])) for event in events]


def named_board(board: Mapping[str, Any], declared: FactTypes | None) -> Any:
    """A board with seats by name."""
    return board if declared is None or declared.board is None else named(board, declared.board)


def named(found: Any, declared: Any) -> Any:
    """A value with every counted number replaced by its name."""
    mark = counted(declared)
    if mark is not None:
        return mark.name(found) if type(found) is int else found
    declared = unmarked(declared)
    choices = members(declared)
    if len(choices) > 1:
        fitting = [choice for choice in choices if not misfit(found, choice, "")]
        return named(found, fitting[0]) if fitting else found
    if is_typeddict(declared) and isinstance(found, dict):
        types = {field.name: field.type for field in fields(declared)}
        return {key: named(inner, types.get(key, Any)) for key, inner in found.items()}
    if get_origin(declared) is list and isinstance(found, list):
        return [named(inner, get_args(declared)[0]) for inner in found]
    if get_origin(declared) is dict and isinstance(found, dict):
        return {key: named(inner, get_args(declared)[1]) for key, inner in found.items()}
    return found


# ---- what is expected ----------------------------------------------------------------------------------------------


def require_declared(file: str, key: str, expected: Facts, declared: FactTypes | None) -> None:
    """Check that every expected event, field and key is declared."""
    if declared is None:
        return
    if declared.event_kinds():
        for what in ("events", "no_events"):
            for index, event in enumerate(expected.get(what, []), 1):
                kind = event if isinstance(event, str) else event[KIND]
                _require_kind(file, f"{key}.{what}[{index}]", kind, declared)
        for index, event in enumerate(expected.get("events", []), 1):
            _require_fitting(file, f"{key}.events[{index}]", event, declared.event(event[KIND]))
    if declared.board is not None:
        for name, board in expected.get("view", {}).items():
            _require_fitting(file, f"{key}.view.{name}", board, declared.board)
    if declared.document is not None:
        _require_fitting(file, f"{key}.then", expected.get("then", {}), declared.document)


def _require_kind(file: str, key: str, kind: str, declared: FactTypes) -> None:
    if kind not in declared.event_kinds():
        known = ", ".join(declared.event_kinds())
        raise ContentError(file, key, f"no event is called “{kind}”; there are {known}")


def _require_fitting(file: str, key: str, expected: Any, declared: Any) -> None:
    """Refuse undeclared keys, and bare numbers where a name is needed."""
    if isinstance(expected, str) and expected in _WILD:
        return
    mark = counted(declared)
    if mark is not None:
        if not isinstance(expected, str) or not re.fullmatch(rf"{mark.letter}[1-9][0-9]?", expected):
            raise ContentError(file, key, f"a {mark.what} is named like {mark.name(0)}, not {expected!r}")
        return
    declared = unmarked(declared)
    choices = members(declared)
    if len(choices) > 1:
        _require_one(file, key, expected, choices)
    elif is_typeddict(declared) and isinstance(expected, dict):
        types = {field.name: field.type for field in fields(declared)}
        for name, inner in expected.items():
            if name not in types:
                known = ", ".join(field for field in types if field != KIND)
                raise ContentError(file, f"{key}.{name}", f"is not declared here; there may be {known}")
            _require_fitting(file, f"{key}.{name}", inner, types[name])
    elif get_origin(declared) is list and isinstance(expected, list):
        for index, inner in enumerate(expected, 1):
            _require_fitting(file, f"{key}[{index}]", inner, get_args(declared)[0])
    elif get_origin(declared) is dict and isinstance(expected, dict):
        for name, inner in expected.items():
            _require_fitting(file, f"{key}.{name}", inner, get_args(declared)[1])


def _require_one(file: str, key: str, expected: Any, choices: list[Any]) -> None:
    """Check against several types; one of the same sort must match."""
    faults: list[ContentError] = []
    for choice in choices:
        if not _same_sort(expected, choice):
            continue
        try:
            _require_fitting(file, key, expected, choice)
        except ContentError as fault:
            faults.append(fault)
        else:
            return
    if faults:
        raise max(faults, key=lambda fault: len(fault.key))


def _same_sort(expected: Any, declared: Any) -> bool:
    """Whether value and type are both a table, both a list, or both a single value."""
    declared = unmarked(declared)
    if is_typeddict(declared) or get_origin(declared) is dict:
        return isinstance(expected, dict)
    if get_origin(declared) is list:
        return isinstance(expected, list)
    return declared is not type(None) and not isinstance(expected, dict | list)
