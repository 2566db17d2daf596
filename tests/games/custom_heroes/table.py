"""Setting up and playing positions of Custom Heroes for tests, in few words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from slugfest.games.custom_heroes.battle import Battle
from slugfest.kernel import Event, History, State, game, seeded

GAME = game("custom-heroes")


def player(hand: str | int = "", **more: Any) -> dict[str, Any]:
    """A player: hand cards in one text (``C07a+SPK-1``), or their number."""
    return {"hand": hand if isinstance(hand, int) else hand.split(), **more}


def top(seat: int, value: int, count: int = 1) -> dict[str, Any]:
    """What must be beaten."""
    return {"seat": seat, "value": value, "count": count}


def position(*players: dict[str, Any], options: dict[str, Any] | None = None, **rest: Any) -> dict[str, Any]:
    return {"seats": len(players), "options": options or {}, "position": {"players": list(players), **rest}}


def heroes(*players: dict[str, Any], options: dict[str, Any] | None = None, **rest: Any) -> Battle:
    """A position with these players; what is not said is filled up."""
    state = GAME.set_up(position(*players, options=options, **rest))
    assert isinstance(state, Battle)
    return state


def history(*players: dict[str, Any], **rest: Any) -> History:
    """A match that starts from a position."""
    return History.from_position(position(*players, **rest), GAME, "test")


def texts(state: State, seat: int) -> set[str]:
    return {GAME.format(move) for move in state.moves(seat)}


def distinct(state: State, seat: int) -> set[str]:
    return {GAME.format(move) for move in state.game.require_search().distinct_moves(state, seat)}


def random_game(seats: int, seed: int, **options: Any) -> Iterator[tuple[Battle, int, list[Event]]]:
    """A game at random: each position with the seat that moves in it and what came of its move."""
    match = History(GAME, seats, options, f"random {seed}")
    rng = seeded("random game", seats, seed)
    while match.state.outcome() is None:
        actors = match.state.actors()
        seat = actors[rng.below(len(actors))]
        moves = match.state.moves(seat)
        kinds = sorted({GAME.format(move).split()[0] for move in moves})
        kind = kinds[rng.below(len(kinds))]
        moves = [move for move in moves if GAME.format(move).split()[0] == kind]
        before = match.state.copy()
        assert isinstance(before, Battle)
        yield before, seat, match.play(seat, moves[rng.below(len(moves))])
    assert isinstance(match.state, Battle)
    yield match.state.copy(), -1, []


def power_of(state: State, seat: int) -> int:
    found: int = state.view(seat)["board"]["you"]["power"]
    return found
