"""Match found values against expected ones, and describe every difference.

Expected tables match if the found ones contain them. Lists match element by element; “…” or “...” stands for any
number of elements. “?” stands for anything at all, “-” for nothing (JSON's null, which TOML lacks). Where a game does
not declare which facts are seats, “P1” stands for the engine's seat 0.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

ANYTHING: Final = "?"
NOTHING: Final = "-"
ANY_NUMBER: Final = ("…", "...")
_SEAT: Final = re.compile(r"P[1-9][0-9]?")


def with_nothing(value: Any) -> Any:
    """A value from a scenario file with “-” replaced by null."""
    if isinstance(value, dict):
        return {key: with_nothing(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [with_nothing(inner) for inner in value]
    return None if value == NOTHING else value


def mismatches(expected: Any, found: Any, where: str = "") -> list[str]:
    """Describe every place where the found value differs from the expected one."""
    if expected == ANYTHING:
        return []
    if expected == NOTHING:
        return [] if found is None else [_differs(where, None, found)]
    if isinstance(expected, dict) and isinstance(found, dict):
        differences: list[str] = []
        for key, inner in expected.items():
            place = f"{where}.{key}" if where else key
            if key in found:
                differences += mismatches(inner, found[key], place)
            elif inner != NOTHING:
                differences.append(f"{place}: expected {_shown(inner)}, but it is missing")
        return differences
    if isinstance(expected, list) and isinstance(found, list):
        return _list_mismatches(expected, found, where)
    if type(found) is int and isinstance(expected, str) and _SEAT.fullmatch(expected):
        return [] if found == int(expected[1:]) - 1 else [_differs(where, expected, found)]
    if type(expected) is not type(found) or expected != found:
        return [_differs(where, expected, found)]
    return []


def _list_mismatches(expected: list[Any], found: list[Any], where: str) -> list[str]:
    gap = next((index for index, item in enumerate(expected) if item in ANY_NUMBER), None)
    if gap is not None:
        after = expected[gap + 1 :]
        if len(found) < len(expected) - 1:
            return [_differs(where, expected, found)]
        found = found[:gap] + found[len(found) - len(after) :]
        expected = expected[:gap] + after
    if len(expected) != len(found):
        return [_differs(where, expected, found)]
    differences: list[str] = []
    for index, (mine, theirs) in enumerate(zip(expected, found)):
        differences += mismatches(mine, theirs, f"{where}[{index}]")
    return differences


def missing_events(expected: list[dict[str, Any]], found: list[dict[str, Any]]) -> list[str]:
    """Describe expected events that did not happen, or not in this order."""
    differences: list[str] = []
    at = 0
    for wanted in expected:
        index = next((i for i in range(at, len(found)) if not mismatches(wanted, found[i])), None)
        if index is None:
            near = next((event for event in found[at:] if event["kind"] == wanted["kind"]), None)
            hint = "" if near is None else f": {'; '.join(mismatches(wanted, near))}"
            differences.append(f"events: {_shown(wanted)} did not happen after {_kinds(found[:at])}{hint}")
        else:
            at = index + 1
    if differences:
        differences.append(f"events: what happened was {_kinds(found)}")
    return differences


def _kinds(events: list[dict[str, Any]]) -> str:
    return ", ".join(event["kind"] for event in events) or "nothing"


def _differs(where: str, expected: Any, found: Any) -> str:
    return f"{where or 'it'}: expected {_shown(expected)}, found {_shown(found)}"


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else text[:197] + "..."
