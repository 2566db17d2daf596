"""Compare moves on equal terms: every one of them is played in the same imagined positions, with the same chance.

A tree search looks more often at what it likes, so its averages rest on unequal numbers of looks. Here the candidates
share their worlds: how much one is better than another is the mean of the differences within a world, and its error
follows from how these spread. After the candidates' own moves everybody plays as the trees found best; where those
have hardly been, quick play goes on, or in a game without quick play the others answer as beginners would.
"""

from __future__ import annotations

import json
import math
from typing import Final

from mypy_extensions import i64

from slugfest.kernel import UNSEEN, Outcome, Rng, State

from .search import TreeSearch
from .tree import Node

_KNOWN: Final = 8.0  # looks below a decision that are worth following, and
_KNOWN_EACH: Final = 2.0  # so many for each of its moves
_ANSWERS: Final = 12  # moves of others that are played at most where the trees end
_PRIOR: Final = 0.25  # the variance of a fair coin: counted once, so that few looks never seem certain
_FINE: Final = 1 << 30


class Candidate:
    """A move, the rest of its decision, and what came of it world by world."""

    def __init__(self, move: int, line: list[int]) -> None:
        self.move = move
        self.line = line
        self.values: list[float] = []  # the result, or how the seat stands
        self.facts: list[list[float]] = []  # won, lost, then the terms of Teaching.standing, seat by seat
        self.replies: list[int] = []  # the first move of somebody else, times the seats plus its seat; or -1
        self.total = 0.0
        self.leads_to = ""  # the position after the line, as text

    def share(self, other: Candidate) -> None:
        """Have the same looks as another one: both are the same decision."""
        self.values, self.facts, self.replies, self.total = (
            other.values,
            other.facts,
            other.replies,
            other.total,
        )

    def mean(self) -> float:
        return self.total / len(self.values) if self.values else 0.5

    def error(self) -> float:
        """The standard error of the mean."""
        mean = self.mean()
        squares = 0.0
        for value in self.values:
            squares += (value - mean) * (value - mean)
        return standard_error(squares, len(self.values))


def standard_error(squares: float, count: int) -> float:
    """The standard error of a mean whose values differ from it by so much, squared and added up."""
    return math.sqrt((squares + _PRIOR) / (count + 1)) / math.sqrt(max(1, count))


def behind(best: Candidate, other: Candidate) -> tuple[float, float]:
    """How far a candidate is behind another in the worlds that both were played in, and the error of that."""
    count = min(len(best.values), len(other.values))
    total = 0.0
    for at in range(count):
        total += best.values[at] - other.values[at]
    mean = total / max(1, count)
    squares = 0.0
    for at in range(count):
        off = best.values[at] - other.values[at] - mean
        squares += off * off
    return mean, standard_error(squares, count)


def position_after(sample: State, seat: int, line: list[int]) -> str:
    """The position after a line, as text: lines that lead to the same position are one decision.

    Trees are known better along one order of moves than along another, so the looks would find a difference.
    """
    state = sample.copy()
    for move in line:
        if seat not in state.actors() or not state.legal(seat, move):
            break
        state.apply(seat, move)
    return json.dumps(state.document(), sort_keys=True)


def different(candidates: list[Candidate], sample: State, seat: int) -> list[Candidate]:
    """The candidates without those that lead where an earlier one leads: the same cards, chosen in another order."""
    found: list[Candidate] = []
    known: list[str] = []
    for candidate in candidates:
        candidate.leads_to = position_after(sample, seat, candidate.line)
        if candidate.leads_to not in known:
            known.append(candidate.leads_to)
            found.append(candidate)
    return found


def share_looks(candidate: Candidate, others: list[Candidate]) -> bool:
    """Give a candidate the looks of one that leads to the same position, if there is one."""
    for other in others:
        if other.leads_to == candidate.leads_to:
            candidate.share(other)
            return True
    return False


class Looks:
    """Plays candidates in common worlds. The trees are read, never changed."""

    def __init__(self, search: TreeSearch, rng: Rng) -> None:
        self.search = search
        self.part = search.part
        self.perspective = search.perspective
        self.seat: i64 = search.seat
        self.seats: i64 = search.seats
        self.rng = rng
        self.worlds: list[Rng] = []  # the chance behind every world so far
        self.here: list[Node | None] = []  # by seat: where it stands in its tree; None: beyond it
        self.secret: i64 = 0

    def compare(self, candidates: list[Candidate]) -> None:
        """Play every candidate in one more world."""
        world = self.rng.fork()
        self.worlds.append(world)
        for candidate in candidates:
            self.look(candidate, world.copy())

    def join(self, candidate: Candidate) -> None:
        """Play one more candidate in all worlds that there have been."""
        for world in self.worlds:
            self.look(candidate, world.copy())

    def look(self, candidate: Candidate, rng: Rng) -> None:
        state = self.perspective.sample(rng)
        search = self.search
        search.chapter = self.part.chapter(state)
        reply = self.walk(state, candidate.line, rng)
        search.play_on(state, rng)
        outcome = state.outcome()
        value = outcome.value(self.seat) if outcome is not None else self.part.estimate(state, self.seat)
        candidate.values.append(value)
        candidate.total += value
        candidate.facts.append(self.facts(state, outcome))
        candidate.replies.append(reply)

    def walk(self, state: State, line: list[int], rng: Rng) -> i64:
        """Play the line and then what the trees favour, to where they end. Returns the first reply, or -1."""
        search = self.search
        self.here = []
        for root in search.roots:
            self.here.append(root)
        self.secret = 0
        at = 0
        reply: i64 = -1
        while True:
            actors = state.actors()
            if not actors:
                return reply
            mover: i64 = actors[0]
            move: i64 = -1
            if at < len(line) and (at == 0 or self.may(state, actors, line[at])):
                mover = self.seat
                move = line[at]
                at += 1
                self.mark_secret(actors, mover)
                self.stand(state, mover)
            else:
                at = len(line)
                self.mark_secret(actors, mover)
                self.stand(state, mover)
                move = self.decide(state, mover, rng)
                if move < 0:
                    return self.answered(state, reply, rng) if search.horizon == 0 else reply
                if mover != self.seat and reply < 0:
                    reply = move * self.seats + mover
            self.watch(state, mover, move)
            node = self.here[mover]
            self.here[mover] = None if node is None else node.children.get(move)
            state.apply(mover, move)
            if search.turned(state):
                return reply

    def answered(self, state: State, reply: i64, rng: Rng) -> i64:
        """Let the others answer like sensible beginners until the seat decides again; returns the first reply.

        For games without quick play: a position is estimated after the answer, not in the middle of an exchange.
        """
        for _ in range(_ANSWERS):
            mover: i64 = state.first_actor()
            if mover < 0 or mover == self.seat or self.search.turned(state):
                break
            move: i64 = self.part.greedy(self.part.sample(state, mover, rng), mover)
            if reply < 0:
                reply = move * self.seats + mover
            state.apply(mover, move)
        return reply

    def may(self, state: State, actors: list[int], move: int) -> bool:
        return self.seat in actors and state.legal(self.seat, move)

    def mark_secret(self, actors: list[int], mover: i64) -> None:
        """As :meth:`TreeSearch.mark_secret`."""
        if len(actors) > 1:
            for actor in actors:
                bit: i64 = actor
                self.secret |= 1 << bit
        elif not self.secret >> mover & 1:
            self.secret = 0

    def stand(self, state: State, mover: i64) -> None:
        """Let a seat stand in its tree where it is with what it knows at its decision."""
        node = self.here[mover]
        if node is not None:
            key: i64 = self.part.information_key(state, mover)
            if key != 0:
                self.here[mover] = node.saw(-key)

    def decide(self, state: State, mover: i64, rng: Rng) -> i64:
        """What a seat does by its tree; -1 where the tree knows too little."""
        node = self.here[mover]
        if node is None:
            return -1
        moves = self.part.distinct_moves(state, mover)
        if len(moves) == 1:
            return moves[0]
        search = self.search
        mixes = search.always_mix or (search.bluffs and self.secret >> mover & 1 != 0)
        visits = 0.0
        weights = 0.0
        most = 0.0
        best: i64 = -1
        for move in moves:
            child = node.children.get(move)
            if child is not None:
                visits += child.visits
                weights += child.played
                if child.visits > most:
                    best, most = move, child.visits
        if visits < _KNOWN + _KNOWN_EACH * len(moves):
            return -1
        if not mixes or weights <= 0.0:
            return best
        left = weights * (int(rng.below(_FINE)) / _FINE)
        for move in moves:
            child = node.children.get(move)
            if child is not None:
                left -= child.played
                if left < 0.0:
                    return move
        return best

    def watch(self, state: State, mover: i64, move: i64) -> None:
        """Let the other seats see a move as it looks to them."""
        observer: i64 = 0
        while observer < self.seats:
            node = self.here[observer]
            if observer != mover and node is not None:
                seen: i64 = state.seen_as(mover, move, observer)
                if seen != UNSEEN:
                    self.here[observer] = node.saw(seen * self.seats + mover)
            observer += 1

    def facts(self, state: State, outcome: Outcome | None) -> list[float]:
        """What players can count where the look ended."""
        seat = int(self.seat)
        row: list[float] = [0.0, 0.0]
        if outcome is not None:
            won = outcome.ranks[seat] == 1 and outcome.value(seat) > 0.5
            row = [1.0, 0.0] if won else [0.0, 1.0]
        teaching = state.game.teaching
        if teaching is not None:
            for other in range(state.seats):
                for _, amount in teaching.standing(state, other):
                    row.append(amount)
        return row
