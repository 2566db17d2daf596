"""Refuse expectations that cannot fail, by file, key and reason.

A misspelt card in ``hidden``, an unreadable move in ``not_legal``, a rule number that the game does not have: such a
line always holds and proves nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from slugfest.kernel import ContentError, Game, MoveError, State, UnreadableMove

from .expectations.judging import seat_of

if TYPE_CHECKING:
    from .scenario import Stage

_BY_SEAT: Final = ("view", "hidden", "moves")


def require_rules(file: str, rules: list[str], game: Game) -> None:
    """Check that the listed rule numbers exist."""
    for index, number in enumerate(rules, 1):
        _require_rule(file, f"rules[{index}]", number, game)


def _require_rule(file: str, key: str, number: str, game: Game) -> None:
    if number not in game.rules:
        raise ContentError(file, key, f"{game.name.en} has no rule {number}")


def require_meaning(file: str, stage: Stage) -> None:
    """Check that the seats, rules, moves and words of a step exist."""
    step, state = stage.step, stage.state
    key, expected = step.key, step.expected
    for where, name in _seats_named(step.move and f"P{step.seat + 1}", expected):
        if seat_of(name) >= state.seats:
            raise ContentError(file, f"{key}.{where}", f"there is no {name} among {state.seats} seats")
    if step.rejected is not None and "rule" in step.rejected:
        _require_rule(file, f"{key}.rejected.rule", step.rejected["rule"], state.game)
    for what in ("legal", "not_legal"):
        for index, text in enumerate(expected.get(what, []), 1):
            _require_readable(file, f"{key}.{what}[{index}]", text, state)
    if "hidden" in expected:
        _require_words(file, f"{key}.hidden", expected["hidden"], stage)


def _seats_named(mover: str, expected: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Every seat that a step names, and where."""
    if mover:
        yield "move", mover
    for what in _BY_SEAT:
        for name in expected.get(what, {}):
            yield f"{what}.{name}", name
    for what in ("legal", "not_legal"):
        for index, text in enumerate(expected.get(what, []), 1):
            yield f"{what}[{index}]", text.partition(": ")[0]
    for index, name in enumerate(expected.get("actors", []), 1):
        yield f"actors[{index}]", name
    outcome = expected.get("outcome") or {}
    for index, name in enumerate(outcome.get("winners", []), 1):
        yield f"outcome.winners[{index}]", name


def _require_readable(file: str, key: str, text: str, state: State) -> None:
    """Check that a move can be read: an unreadable move is neither legal nor illegal."""
    name, _, move = text.partition(": ")
    try:
        state.read(seat_of(name), move)
    except UnreadableMove as error:
        raise ContentError(file, key, error.text.en) from error
    except MoveError:
        return


def _require_words(file: str, key: str, hidden: dict[str, list[str]], stage: Stage) -> None:
    """Check that hidden words occur somewhere: in the position, the move, its events, a view or the catalogue."""
    state = stage.state
    seen = [state.view(seat) for seat in range(state.seats)]
    known = [stage.step.move, stage.events, seen, state.document(), state.game.display.catalogue()]
    truth = json.dumps(known, ensure_ascii=False)
    for name, words in hidden.items():
        for index, word in enumerate(words, 1):
            if word not in truth:
                reason = f"“{word}” is nowhere in this game, so nobody could see it"
                raise ContentError(file, f"{key}.{name}[{index}]", reason)
