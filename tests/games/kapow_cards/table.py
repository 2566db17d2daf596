"""Setting up positions of KAPOW! cards for tests, in few words."""

from __future__ import annotations

from typing import Any

from slugfest.kernel import State, game

GAME = game("kapow-cards")


def row(*cards: str) -> list[dict[str, str] | None]:
    """Defence cards as worked examples write them: “(T07)” hidden, “[T07]” dealt, “T07^” revealed, “-” empty."""
    facing = {"(": "barricaded", "[": "dealt"}
    return [
        None if card == "-" else {"card": card.strip("()[]^"), "facing": facing.get(card[0], "revealed")}
        for card in cards
    ]


def player(hand: str = "", *cards: str, **more: Any) -> dict[str, Any]:
    """A player: hand cards in one text, then the row."""
    return {"hand": hand.split(), "row": row(*cards), **more}


def battle(*players: dict[str, Any], mode: str = "fallen-heroes", **position: Any) -> State:
    """A position with these players; what is not said is filled up."""
    document = {"players": list(players), **position}
    return GAME.set_up({"seats": len(players), "options": {"mode": mode}, "position": document})


def texts(state: State, moves: list[int]) -> set[str]:
    return {state.game.format(move) for move in moves}
