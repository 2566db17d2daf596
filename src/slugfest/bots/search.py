"""The searching bot: information-set Monte Carlo tree search, one tree a seat.

An iteration imagines a position that the seat cannot tell from the real one, plays it forward and remembers how it
went. Each seat has a tree of its own that grows by what *that seat* sees: its own moves, and those of the others as
they look to it. So no decision in the search, neither the seat's nor its imagined opponents', ever rests on a card
its maker cannot see; and in a simultaneous decision the seats choose one after the other without knowing.
"""

from __future__ import annotations

import math
import time
from typing import Final

from mypy_extensions import i64

from slugfest.kernel import UNSEEN, Perspective, Rng, State, Text

from .bot import Bot, Idea, owed_moves
from .tree import Node, choose_at_once, choose_in_turn, learn_at_once

_CLOCK_EVERY: Final = 16  # iterations between looks at the clock


class TreeSearch:
    """The search for one decision."""

    def __init__(self, bot: SearchBot, perspective: Perspective) -> None:
        self.perspective = perspective
        self.part = perspective.game.require_search()
        self.seat: i64 = perspective.seat
        self.seats: i64 = perspective.seats
        self.explore = bot.explore
        self.mix = bot.mix
        self.always_mix = bot.always_mix
        self.bluffs = self.part.bluffs
        self.horizon: i64 = bot.horizon if bot.horizon >= 0 else self.part.horizon
        self.blind = bot.blind
        self.chapters = bot.chapters
        self.chapter: i64 = 0  # of the decision; the next one is not looked into
        self.roots = [Node(-1) for _ in range(perspective.seats)]
        self.root = self.roots[perspective.seat]  # where the seat's own decision is booked
        self.first: i64 = -1  # the seat's first move, where a judgement wants a closer look at it
        self.at_once = False  # whether that decision is a simultaneous one
        # The results so far, to know how far they spread; two imagined ones (lost, won) stand at the beginning.
        self.results = 2.0
        self.sum = 1.0
        self.squares = 1.0
        # the way of the current iteration
        self.here: list[Node] = []  # by seat: where it stands in its tree
        self.chosen: list[Node] = []
        self.deciding: list[Node | None] = []  # where a simultaneous decision was made; None for one in turn
        self.choices: list[list[int]] = []
        self.values = [0.0] * perspective.seats  # how it went, by seat
        self.secret: i64 = 0  # one bit a seat: it decides without seeing what the others choose
        self.alone = False  # only the seat itself has moved, without chance and learning nothing

    def iterate(self, rng: Rng) -> None:
        """Imagine one position, play it forward, remember how it went."""
        state = self.perspective.sample(rng)
        self.chapter = self.part.chapter(state)
        self.descend(state, rng)
        self.play_on(state, rng)
        self.remember(state)

    def descend(self, state: State, rng: Rng) -> None:
        """Walk down all trees together until a seat tries something new or the game or its chapter ends."""
        self.here = self.roots.copy()
        self.chosen = []
        self.deciding = []
        self.choices = []
        self.secret = 0
        self.alone = self.part.open_choices
        chance: i64 = state.rng.state
        mover: i64 = self.seat
        actors = state.actors()
        while True:
            self.mark_secret(actors, mover)
            child = self.decide(state, mover, rng)
            move: i64 = child.key // self.seats
            new = child.visits == 0.0
            if not new:
                self.watch(state, mover, move)
                self.here[mover] = child
            state.apply(mover, move)
            if new or self.turned(state):
                return
            actors = state.actors()
            if not actors:
                return
            mover = actors[0]
            if mover != self.seat or state.revealed or state.rng.state != chance:
                self.alone = False

    def mark_secret(self, actors: list[int], mover: i64) -> None:
        """Note who decides without seeing the others, and forget it when somebody else has the turn alone."""
        if len(actors) > 1:
            for actor in actors:
                bit: i64 = actor
                self.secret |= 1 << bit
        elif not self.secret >> mover & 1:
            self.secret = 0

    def decide(self, state: State, mover: i64, rng: Rng) -> Node:
        """The move a seat tries, as a node of its tree."""
        node = self.here[mover]
        key: i64 = self.part.information_key(state, mover)
        if key != 0:
            node = node.follow(-key)  # below 0, where no move is
        at_once = self.always_mix or (self.bluffs and self.secret >> mover & 1 != 0)
        if not self.chosen:
            self.root = node
            self.at_once = at_once
        moves = self.offered(node, state, mover)
        if self.first >= 0 and not self.chosen:
            child = node.decide(int(self.first), mover, self.seats)
            self.deciding.append(None)
        elif at_once:
            child = choose_at_once(node, moves, mover, self.seats, self.mix, rng)
            self.deciding.append(node)
        else:
            child = choose_in_turn(node, moves, mover, self.seats, self.explore * self.spread(), rng)
            self.deciding.append(None)
        self.choices.append(moves)
        self.chosen.append(child)
        return child

    def offered(self, node: Node, state: State, mover: i64) -> list[int]:
        """What a seat may choose from. The first decisions are the seat's own. Where it knows all that they rest on,
        the same is offered in every imagined position and asked for only once."""
        if not self.alone:
            return self.part.distinct_moves(state, mover)
        moves = node.moves
        if moves is None:
            moves = self.part.distinct_moves(state, mover)
            node.moves = moves
        return moves

    def watch(self, state: State, mover: i64, move: i64) -> None:
        """Let the other seats see a move as it looks to them. Who sees nothing of it stays where it is."""
        seats: i64 = self.seats
        here = self.here
        observer: i64 = 0
        while observer < seats:
            if observer != mover:
                seen: i64 = state.seen_as(mover, move, observer)
                if seen != UNSEEN:
                    here[observer] = here[observer].follow(seen * seats + mover)
            observer += 1

    def turned(self, state: State) -> bool:
        """Whether another chapter of the game has begun."""
        return self.chapters and self.part.chapter(state) != self.chapter

    def play_on(self, state: State, rng: Rng) -> None:
        """Play quickly to the end of the game or of its chapter, or as far as the horizon."""
        left: i64 = self.horizon
        blind = self.blind
        part = self.part
        while left > 0 and not self.turned(state):
            seat = state.first_actor()
            if seat < 0:
                return
            if blind:
                moves = part.distinct_moves(state, seat)
                state.apply(seat, moves[rng.below(len(moves))])
            else:
                state.apply(seat, part.playout_move(state, seat, rng))
            left -= 1

    def spread(self) -> float:
        """The standard deviation of the results: the yardstick for what a rarely tried move may still be worth.

        So the same ``explore`` suits results of all or nothing and the finer shades of a game's estimate.
        """
        mean = self.sum / self.results
        return math.sqrt(max(0.0, self.squares / self.results - mean * mean))

    def remember(self, state: State) -> None:
        """Book the result, or how things stand at the horizon, with every decision on the way."""
        outcome = state.outcome()
        index: i64 = len(self.chosen) - 1
        seats: i64 = self.seats
        known: i64 = 0  # one bit a seat: its result is worked out
        values = self.values
        while index >= 0:
            child = self.chosen[index]
            mover: i64 = child.key % seats
            if not known >> mover & 1:
                known |= 1 << mover
                values[mover] = (
                    outcome.value(mover) if outcome is not None else self.part.estimate(state, mover)
                )
            value = values[mover]
            parent = self.deciding[index]
            if parent is not None:
                learn_at_once(parent, child, self.choices[index], mover, seats, value)
            child.visits += 1.0
            child.total += value
            if index == 0:
                self.results += 1.0
                self.sum += value
                self.squares += value * value
            index -= 1

    def ideas(self) -> list[Idea]:
        """What the seat's own tree says about its decision, best first."""
        found: list[Idea] = []
        mixture = 0.0
        for child in self.root.children.values():
            if child.visits > 0.0:
                found.append(Idea(child.key // self.seats, int(child.visits), child.mean(), child.played))
                mixture += child.played
        if self.at_once:
            for idea in found:
                idea.probability /= mixture
            found.sort(key=by_probability)
        else:
            found.sort(key=by_visits)
            found[0].probability = 1.0
        return found


def by_probability(idea: Idea) -> tuple[float, float, int]:
    return (-idea.probability, -idea.value, idea.move)


def by_visits(idea: Idea) -> tuple[int, float, int]:
    return (-idea.visits, -idea.value, idea.move)


class SearchBot(Bot):
    """Thinks ahead on imagined positions. Knows nothing of the game but its rules, so it plays any game.

    With a budget of iterations the same generator gives the same move everywhere; with one of seconds it does not.
    """

    def __init__(self, name: str = "search", iterations: int = 1000, seconds: float = 0.0) -> None:
        super().__init__(name)
        self.iterations = iterations  # 0: as many as the game says
        self.seconds = seconds  # if not 0, the budget instead of iterations
        self.most_seconds = 0.0  # if not 0, it ends after so many seconds, however few the iterations were
        self.explore = 1.4  # how strongly rarely tried moves draw a look
        self.mix = 0.1  # in simultaneous decisions: the share of looks given to every move alike
        self.always_mix = False  # weigh every decision as a simultaneous one: for games of bluff
        self.horizon = -1  # quick moves beyond the tree before the game's estimate; below 0: as the game says
        self.chapters = True  # the end of a game's chapter ends the looking ahead
        self.blind = False  # quick play by plain chance instead of the game's own quick moves

    def consider(self, perspective: Perspective, rng: Rng) -> list[Idea]:
        moves = owed_moves(perspective)
        if len(moves) == 1:
            return [Idea(moves[0], 0, 0.5, 1.0)]
        return self.think(perspective, rng).ideas()

    def think(self, perspective: Perspective, rng: Rng, share: float = 1.0) -> TreeSearch:
        """Search until the budget is used up; of a budget of time, a ``share``."""
        search = TreeSearch(self, perspective)
        if self.seconds > 0.0:
            end = time.perf_counter() + share * self.seconds
            search.iterate(rng)
            while time.perf_counter() < end:
                for _ in range(_CLOCK_EVERY):
                    search.iterate(rng)
            return search
        end = time.perf_counter() + share * self.most_seconds
        for done in range(self.iterations or search.part.iterations(perspective.seats)):
            if self.most_seconds > 0.0 and done % _CLOCK_EVERY == 1 and time.perf_counter() >= end:
                break
            search.iterate(rng)
        return search

    def explain(self, perspective: Perspective, ideas: list[Idea]) -> Text:
        first = ideas[0]
        label = perspective.game.label(first.move)
        if first.visits == 0:
            return Text(f"The only move: {label.en}", f"Der einzige Zug: {label.de}")
        games = sum([idea.visits for idea in ideas])
        percent = round(100 * first.value)
        return Text(
            f"{label.en}: I imagined {games} games and tried this in {first.visits} of them; "
            f"it promises {percent} % of the win.",
            f"{label.de}: Ich habe mir {games} Spiele vorgestellt und das in {first.visits} davon probiert; "
            f"es verspricht {percent} % des Sieges.",
        )
