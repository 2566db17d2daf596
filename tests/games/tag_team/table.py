"""Setting up positions of Tag Team for tests, in few words."""

from __future__ import annotations

from typing import Any

from slugfest.games.tag_team import GAME
from slugfest.kernel import Facts, State


def team(*fighters: str | Facts, deck: str = "", **more: Any) -> Facts:
    """A player: two fighters and the fight deck in one text."""
    return {"fighters": list(fighters), "deck": deck.split(), **more}


def fighter(key: str, **sheet: Any) -> Facts:
    return {"fighter": key, **sheet}


def added(card: str, position: int) -> Facts:
    """A card that a seat has slid in, its decision made."""
    return {"inserted": {"card": card, "position": position}, "decided": True}


def table(first: Facts, second: Facts, options: Facts | None = None, **position: Any) -> State:
    """A position with these players; what is not said is filled up."""
    document = {"players": [first, second], **position}
    return GAME.set_up({"seats": 2, "options": options or {}, "position": document})


def clash(first: Facts, second: Facts, one: str, other: str, **position: Any) -> State:
    """The table after a fight phase of a single turn: these two cards meet."""
    state = table(
        {**first, "deck": [one], **added(one, 0)},
        {**second, "deck": [], "drawn": [other]},
        **position,
    )
    state.play_text(1, f"insert {other} at 0")
    state.play(1, state.moves(1)[0])
    return state


def sheet(state: State, key: str) -> Facts:
    """A fighter's entry in the document."""
    for player in state.document()["players"]:
        for entry in player["fighters"]:
            if entry["fighter"] == key:
                found: Facts = entry
                return found
    raise KeyError(key)
