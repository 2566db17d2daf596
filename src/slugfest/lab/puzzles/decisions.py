"""Whole decisions: the moves of a seat up to where chance, news or somebody else comes in, and what each is worth.

A search weighs small moves. A puzzle asks for a whole decision, so its values are read off the search's tree at the end
of each line; lines that amount to the same thing (``Teaching.decision_key``) count as one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

from slugfest.bots import Bot
from slugfest.bots.judgement import chance_to_win
from slugfest.bots.search import SearchBot, TreeSearch
from slugfest.bots.tree import Node
from slugfest.kernel import Perspective, Rng, State, Teaching

LONGEST: Final = 24  # small moves in a decision
_FEWEST: Final = 4.0  # looks that a line must have had to be listed


@dataclass
class Decision:
    """One way to decide: its moves, and its chance to win in each of several independent searches."""

    key: str
    moves: list[int]
    chances: list[float] = field(default_factory=list)
    visits: float = 0.0
    most: float = 0.0  # looks at the line that stands for it

    @property
    def chance(self) -> float:
        return sum(self.chances) / len(self.chances)


def key_after(state: State, seat: int) -> str:
    """What the decision that led here amounts to."""
    teaching = state.game.teaching or Teaching()
    return teaching.decision_key(state, seat)


def advance(state: State, seat: int, move: int) -> bool:
    """Make a small move on a copy of the position; whether the decision is over with it."""
    part = state.game.require_search()
    before = state.actors()
    chance, chapter = state.rng.state, part.chapter(state)
    state.revealed = False
    state.apply(seat, move)
    if state.revealed or state.rng.state != chance or part.chapter(state) != chapter:
        return True
    after = state.actors()
    return seat not in after or any(other not in before for other in after)


def decide(bot: Bot, state: State, seat: int, rng: Rng) -> tuple[list[int], State]:
    """A bot's whole decision, and the position after it. The given position is not changed."""
    state = state.copy()
    made: list[int] = []
    while len(made) < LONGEST:
        made.append(bot.choose(Perspective(state, seat), rng))
        if advance(state, seat, made[-1]):
            break
    return made, state


def weigh(
    state: State, seat: int, imagined: State, iterations: int, repeats: int, rng: Rng
) -> list[Decision]:
    """All decisions that independent searches looked at, best first; each was found by every one of them.

    ``imagined`` is a sample for the seat: the keys of decisions are those that they have there.
    """
    found: dict[str, Decision] = {}
    for _ in range(repeats):
        search = SearchBot("search", iterations).think(Perspective(state, seat), rng)
        for key, (visits, total, moves, most) in _lines(search, imagined, seat).items():
            one = found.setdefault(key, Decision(key, moves))
            one.chances.append(chance_to_win(state, seat, total / visits))
            one.visits += visits
            if most > one.most:
                one.moves, one.most = moves, most
    every = [one for one in found.values() if len(one.chances) == repeats]
    return sorted(every, key=lambda one: (-one.chance, one.key))


def difference(better: Decision, worse: Decision) -> tuple[float, float]:
    """How much better one decision is, and the standard error of that, from the independent searches."""
    gaps = [ours - theirs for ours, theirs in zip(better.chances, worse.chances, strict=True)]
    mean = sum(gaps) / len(gaps)
    if len(gaps) < 2:
        return mean, 1.0
    spread = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
    return mean, math.sqrt(spread / len(gaps))


_Found = dict[str, tuple[float, float, list[int], float]]


def _lines(search: TreeSearch, imagined: State, seat: int) -> _Found:
    """By key: looks, sum of results, and the moves of the line that was looked at most."""
    found: _Found = {}
    _walk(search.root, imagined, seat, [], found)
    return found


def _walk(node: Node, state: State, seat: int, made: list[int], found: _Found) -> None:
    part = state.game.require_search()
    for move, child in node.children.items():
        if child.visits < _FEWEST or not state.legal(seat, move):
            continue
        after = state.copy()
        line = [*made, move]
        if advance(after, seat, move) or len(line) >= LONGEST:
            key = key_after(after, seat)
            visits, total, moves, most = found.get(key, (0.0, 0.0, line, 0.0))
            if child.visits > most:
                moves, most = line, child.visits
            found[key] = (visits + child.visits, total + child.total, moves, most)
            continue
        known = part.information_key(after, seat)
        below = child if known == 0 else child.saw(-known)
        if below is not None:
            _walk(below, after, seat, line, found)
