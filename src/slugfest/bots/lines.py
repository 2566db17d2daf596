"""The whole of a decision: a seat's own moves from a first one to where others decide or it learns something new."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import Perspective, Rng, State

from .search import SearchBot, TreeSearch
from .tree import Node

_SURE_ENOUGH: Final = 24.0  # visits below a move of one's own tree that are worth following
_LONGEST: Final = 24


def line(search: TreeSearch, perspective: Perspective, first: int, smaller: SearchBot, rng: Rng) -> list[int]:
    """The seat's moves to the end of its decision, as its tree would go on after ``first``.

    They are played on a sample: all that they lead to is known to the seat beforehand. Where its tree has hardly been
    there, a smaller search goes on.
    """
    seat = perspective.seat
    part = search.part
    state = perspective.sample(rng.fork())
    node: Node | None = search.root
    at_once = search.at_once
    made: list[int] = []
    move = first
    while len(made) < _LONGEST:
        made.append(move)
        chance = state.rng.state
        chapter = part.chapter(state)
        before = state.actors()
        state.revealed = False
        state.apply(seat, move)
        if state.revealed or state.rng.state != chance or part.chapter(state) != chapter:
            break
        after = state.actors()
        if seat not in after or _somebody_new(before, after):
            break
        node = below(node, move, state, seat)
        moves = part.distinct_moves(state, seat)
        move = moves[0] if len(moves) == 1 else favourite(node, moves, at_once, _SURE_ENOUGH)
        if move < 0:
            fresh = smaller.think(Perspective(state, seat), rng)
            node, at_once = fresh.root, fresh.at_once
            move = favourite(node, moves, at_once, 0.0)
    return made


def below(node: Node | None, move: int, state: State, seat: int) -> Node | None:
    """Where a seat's tree goes on after a move of its own; ``state`` is after it."""
    child = None if node is None else node.children.get(move)
    key = state.game.require_search().information_key(state, seat)
    return child if child is None or key == 0 else child.saw(-key)


def favourite(node: Node | None, moves: list[int], at_once: bool, least: float) -> int:
    """The move that a node's looks favour; -1 if they are fewer than ``least``."""
    if node is None:
        return -1
    best = -1
    most = 0.0
    visits = 0.0
    for move in moves:
        child = node.children.get(move)
        if child is not None:
            visits += child.visits
            weight = child.played if at_once else child.visits
            if weight > most:
                best, most = move, weight
    return best if visits >= least else -1


def _somebody_new(before: list[int], after: list[int]) -> bool:
    for seat in after:
        if seat not in before:
            return True
    return False
