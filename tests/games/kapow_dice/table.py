"""Setting up positions of KAPOW! dice for tests, in few words."""

from __future__ import annotations

from typing import Any

from slugfest.bots import bot
from slugfest.kernel import History, Perspective, State, game, seeded

GAME = game("kapow-dice")


def duel(one: dict[str, Any], other: dict[str, Any], **position: Any) -> State:
    """Two fighters face to face, with characters if they name them; what is not said is filled up."""
    mode = "characters" if "character" in one else "duel"
    document = {"fighters": [one, other], **position}
    return GAME.set_up({"seats": 2, "options": {"mode": mode}, "position": document})


def texts(state: State, seat: int) -> set[str]:
    """The legal moves of a seat."""
    return {GAME.format(move) for move in state.moves(seat)}


def play(state: State, *moves: str) -> list[dict[str, Any]]:
    """Make moves written like “P1: ready”; returns what happened, secrets included."""
    told: list[dict[str, Any]] = []
    for text in moves:
        seat, _, move = text.partition(": ")
        state.events = []
        state.play_text(int(seat[1:]) - 1, move)
        told += [{"kind": event.kind, **event.facts, **(event.secret or {})} for event in state.events]
        state.events = None
    return told


def wandering(
    seats: int, options: dict[str, Any], name: str, most: int, picks: tuple[str, ...] = ()
) -> list[State]:
    """A game of random moves, every position of it, until it ends or for at most so many moves."""
    history = History(GAME, seats, options, name)
    for seat, character in enumerate(picks):
        history.play_text(seat, f"pick {character}")
    random = bot("random", GAME)
    rng = seeded(name)
    found = [history.state.copy()]
    while history.state.outcome() is None and len(found) < most:
        actors = history.state.actors()
        seat = actors[int(rng.below(len(actors)))]
        history.play(seat, random.choose(Perspective(history.state, seat), rng))
        found.append(history.state.copy())
    return found
