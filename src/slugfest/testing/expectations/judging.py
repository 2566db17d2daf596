"""Judge whether a position and its events meet expectations."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from slugfest.kernel import SPECTATOR, Facts, MoveError, State

from .declared import named_board, named_events
from .matching import mismatches, missing_events


@dataclass
class Found:
    """A position, and the events that led to it."""

    state: State
    events: list[Facts]  # with every secret
    heard: dict[int, list[Facts]]  # by observer


def seat_of(name: str) -> int:
    """The seat of a name such as “P1”; SPECTATOR for “spectator”."""
    return SPECTATOR if name == "spectator" else int(name[1:]) - 1


def unmet(expected: dict[str, Any], found: Found) -> list[str]:
    """Describe every expectation that is not met."""
    differences: list[str] = []
    for what, judge in _JUDGES.items():
        if what in expected:
            differences += judge(expected[what], found)
    return differences


def _judge_then(expected: Any, found: Found) -> list[str]:
    return mismatches(expected, found.state.document(), "then")


def _judge_events(expected: Any, found: Found) -> list[str]:
    return missing_events(expected, named_events(found.events, found.state.game.facts))


def _judge_no_events(expected: Any, found: Found) -> list[str]:
    return [f"no_events: {event} happened" for event in found.events if event["kind"] in expected]


def _judge_view(expected: Any, found: Found) -> list[str]:
    differences: list[str] = []
    for name, board in expected.items():
        seen = named_board(found.state.board(seat_of(name)), found.state.game.facts)
        differences += mismatches(board, seen, f"view.{name}")
    return differences


def _judge_hidden(expected: Any, found: Found) -> list[str]:
    differences: list[str] = []
    for name, words in expected.items():
        seat = seat_of(name)
        shown = json.dumps([found.state.view(seat), found.heard[seat]], ensure_ascii=False)
        differences += [f"hidden.{name}: sees “{word}”" for word in words if word in shown]
    return differences


def _judge_actors(expected: Any, found: Found) -> list[str]:
    owing = [f"P{seat + 1}" for seat in found.state.actors()]
    return mismatches(sorted(expected), sorted(owing), "actors")


def _judge_legal(expected: Any, found: Found) -> list[str]:
    return [f"legal: “{text}” is not" for text in expected if not _is_legal(text, found.state)]


def _judge_not_legal(expected: Any, found: Found) -> list[str]:
    return [f"not_legal: “{text}” is legal" for text in expected if _is_legal(text, found.state)]


def _is_legal(text: str, state: State) -> bool:
    name, _, move = text.partition(": ")
    seat = seat_of(name)
    try:
        return state.legal(seat, state.read(seat, move)[0])
    except MoveError:
        return False


def _judge_moves(expected: Any, found: Found) -> list[str]:
    differences: list[str] = []
    for name, texts in expected.items():
        legal = {found.state.game.format(move) for move in found.state.moves(seat_of(name))}
        differences += [f"moves.{name}: “{text}” is not legal" for text in sorted(set(texts) - legal)]
        differences += [f"moves.{name}: “{text}” is legal too" for text in sorted(legal - set(texts))]
    return differences


def _judge_outcome(expected: Any, found: Found) -> list[str]:
    outcome = found.state.outcome()
    if expected is False:
        return [] if outcome is None else [f"outcome: the game is over ({outcome.reason})"]
    if outcome is None:
        return ["outcome: the game is not over"]
    actual = {**outcome.as_json(), "winners": [f"P{seat + 1}" for seat in outcome.winners()]}
    return mismatches(expected, actual, "outcome")


_JUDGES: Final = {
    "then": _judge_then,
    "events": _judge_events,
    "no_events": _judge_no_events,
    "view": _judge_view,
    "hidden": _judge_hidden,
    "actors": _judge_actors,
    "legal": _judge_legal,
    "not_legal": _judge_not_legal,
    "moves": _judge_moves,
    "outcome": _judge_outcome,
}
