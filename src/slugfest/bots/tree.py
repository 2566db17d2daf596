"""A seat's tree: what it may see happen, step by step, and how its own decisions on the way turned out.

Hot path: what is counted lives in the nodes as machine numbers; lists and dicts would hold it boxed.
"""

from __future__ import annotations

import math
from typing import Any, Final

from mypy_extensions import i64

from slugfest.kernel import Rng

_FINE: Final = 1 << 30  # how finely a probability is drawn


class Node:
    """What a seat knows after something it saw. ``key`` names that last thing: a seat and how its move looked."""

    key: i64
    visits: float  # how often this move was chosen (counts are floats here: compiled, they mix without conversion)
    offered: float  # how often it could have been
    total: float  # sum of results for the seat that decides
    regret: float  # how much better it would have done than what was played (simultaneous decisions)
    chance: float  # of being chosen, at the last decision
    played: float  # sum of those chances
    children: dict[
        int, Node
    ]  # after a decision of its own, by move: as moves list it, no number is made anew
    seen: dict[int, Node] | None  # after what it saw besides, by key
    moves: list[int] | None  # what there is to choose from, where that is the same in all imagined positions

    def __init__(self, key: i64) -> None:
        self.key = key
        self.visits = 0.0
        self.offered = 0.0
        self.total = 0.0
        self.regret = 0.0
        self.probability = 0.0
        self.played = 0.0
        self.children = {}
        self.seen = None
        self.moves = None

    def follow(self, key: i64) -> Node:
        """What the seat knows after it saw something, made if need be."""
        seen = self.seen
        if seen is None:
            seen = {}
            self.seen = seen
        child = seen.get(key)
        if child is None:
            child = Node(key)
            seen[key] = child
        return child

    def saw(self, key: i64) -> Node | None:
        """The same, if that was ever seen."""
        return None if self.seen is None else self.seen.get(key)

    def decide(self, move: Any, mover: i64, seats: i64) -> Node:
        """What the seat knows after a decision of its own, made if need be."""
        child = self.children.get(move)
        if child is None:
            number: i64 = move
            child = Node(number * seats + mover)
            self.children[move] = child
        return child

    def mean(self) -> float:
        """The average result of choosing this; even chances before it was tried."""
        return self.total / self.visits if self.visits > 0.0 else 0.5


def choose_in_turn(node: Node, moves: list[int], mover: i64, seats: i64, explore: float, rng: Rng) -> Node:
    """The child to try next where one seat decides: any move not tried yet, else the most promising.

    Promise is the average so far plus what a rarely tried move may still turn out to be. A move is measured
    against the times it was possible, since what is possible depends on what was dealt (availability).
    """
    untried: i64 = 0
    fresh: Any = None
    best: Node | None = None
    best_score = -1.0
    children = node.children
    numbers: list[Any] = moves
    for move in numbers:
        child = children.get(move)
        if child is None:
            untried += 1
            if rng.below(untried) == 0:
                fresh = move
            continue
        child.offered += 1.0
        if untried == 0:
            visits = child.visits
            score = (child.total + explore * math.sqrt(visits * math.log(child.offered))) / visits
            if score > best_score:
                best_score = score
                best = child
    if best is None or untried > 0:
        best = node.decide(fresh, mover, seats)
        best.offered = 1.0
    return best


def choose_at_once(node: Node, moves: list[int], mover: i64, seats: i64, explore: float, rng: Rng) -> Node:
    """The child to try next where several seats decide without seeing each other: regret matching.

    Always playing what did best so far would be read by the others. So a move is played as often as it is
    regretted not to have been played; the average of these mixtures approaches an equilibrium.
    """
    hopes = 0.0
    numbers: list[Any] = moves
    for move in numbers:
        child = node.decide(move, mover, seats)
        child.offered += 1.0
        hopes += child.regret
    even = 1.0 / len(moves)
    left = int(rng.below(_FINE)) / _FINE
    chosen = node
    for move in numbers:
        child = node.decide(move, mover, seats)
        probability = even
        if hopes > 0.0:
            probability = child.regret / hopes
        child.played += probability * child.offered  # later mixtures are better ones and weigh more
        probability = probability * (1.0 - explore) + explore * even
        child.probability = probability
        if left >= 0.0:
            chosen = child
        left -= probability
    return chosen


def learn_at_once(node: Node, chosen: Node, moves: list[int], mover: i64, seats: i64, value: float) -> None:
    """Book the regrets after a decision of :func:`choose_at_once` led to ``value``.

    What the other moves would have brought is unknown; their averages so far stand in for it, and the surprise of
    the chosen one counts in full by dividing it by its chance. So no move is favoured in the long run.
    """
    expected = 0.0
    surprise = (value - chosen.mean()) / chosen.probability
    numbers: list[Any] = moves
    for move in numbers:
        child = node.decide(move, mover, seats)
        expected += child.probability * child.mean()
    expected += chosen.probability * surprise
    for move in numbers:
        child = node.decide(move, mover, seats)
        gain = child.mean() - expected
        if child is chosen:
            gain += surprise
        child.regret = max(0.0, child.regret + gain)
