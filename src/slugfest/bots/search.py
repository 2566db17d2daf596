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

from mypy_extensions import i64, mypyc_attr

from slugfest.kernel import UNSEEN, Outcome, Perspective, Rng, State, Text
from slugfest.kernel.parts.search import noticed

from .bot import Bot, Idea, owed_moves
from .tree import Node, choose_at_once, choose_in_turn, learn_at_once

_CLOCK_EVERY: Final = 16  # iterations between looks at the clock
_UNIFORM: Final = 12  # even numbers whose sum is nearly normal
_COARSE: Final = 1 << 16


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
        self.reading: i64 = bot.reading if bot.reading >= 0 else self.part.reading
        self.guesses: i64 = bot.guesses
        self.worlds: list[State] = []  # the guesses so far
        self.guess: i64 = 0  # the one looked at last
        self.memory: i64 = bot.memory
        self.replies: i64 = bot.replies
        self.finds: i64 = bot.finds
        self.found: list[int] | None = None  # the own moves that are not overlooked
        self.salt: i64 = -1  # what is overlooked; drawn once a decision
        self.risk = bot.risk / 100.0
        self.hoard = bot.hoard / 100.0
        self.spite = 0.0  # how much it is after another seat instead of its own result
        self.victim: i64 = -1  # which
        self.envy = bot.envy / 100.0 if perspective.seats > 2 else 0.0
        if bot.grudge > 0 and perspective.seats > 2:
            self.victim = self.part.offender(perspective.steps(), perspective.seat)
            if self.victim >= 0:
                self.spite = bot.grudge / 100.0
                self.envy = 0.0
        self.tempers = self.risk != 0.0 or self.hoard != 0.0 or self.envy != 0.0 or self.spite != 0.0
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
        self.play_from(self.imagine(rng), rng)

    def imagine(self, rng: Rng) -> State:
        """A position that the seat takes for possible; where it has a few guesses only, one of those again."""
        if self.guesses <= 0:
            return self.imagine_anew(rng)
        self.guess += 1
        if self.guess <= self.guesses:
            self.worlds.append(self.imagine_anew(rng))
        return self.worlds[self.guess % len(self.worlds)].copy()

    def imagine_anew(self, rng: Rng) -> State:
        """A position that the seat cannot tell from the real one: uniform, or as the learned belief has it; or that a
        forgetful player cannot tell from it."""
        if self.memory >= 0:
            return self.perspective.half_remembered(self.memory, rng)
        if self.reading > 0 and rng.below(100) < self.reading:
            return self.perspective.believed(rng)
        return self.perspective.sample(rng)

    def play_from(self, state: State, rng: Rng) -> None:
        """Play an imagined position forward and remember how it went."""
        self.chapter = self.part.chapter(state)
        if self.salt < 0 and (self.replies < 100 or self.finds < 100):
            self.salt = rng.below(1 << 20)
        if self.victim < 0 and self.envy > 0.0:
            self.find_leader(state)
        self.descend(state, rng)
        self.play_on(state, rng)
        self.remember(state)

    def find_leader(self, state: State) -> None:
        """Who of the opponents stands best, as the first imagined position has it."""
        self.spite = self.envy
        best = -1.0
        for team in state.game.teams(state.seats, state.options):
            if int(self.seat) in team:
                continue
            value = self.part.estimate(state, team[0])
            if value > best:
                best = value
                self.victim = team[0]

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
            mover = self.next_mover(actors)
            if mover != self.seat or state.revealed or state.rng.state != chance:
                self.alone = False

    def next_mover(self, actors: list[int]) -> i64:
        """Who chooses next of several who decide at once: the others in the order of their seats, counted from the one
        that searches, which itself comes last.

        Trees grow from their roots, so whoever chooses earlier learns more in few iterations. The order must not
        depend on the number of a seat, and the replies of the others are worth more than one's own next move.
        """
        first: i64 = actors[0]
        if len(actors) == 1:
            return first
        nearest: i64 = self.seats + 1
        for actor in actors:
            seat: i64 = actor
            away = seat - self.seat
            if away <= 0:
                away += self.seats
            if away < nearest:
                nearest = away
                first = seat
        return first

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
        if self.finds < 100 and not self.chosen:
            if self.found is None:
                self.found = self.part.moves_found(state, mover, int(self.finds), int(self.salt))
            return self.found
        if not self.alone:
            moves = self.part.distinct_moves(state, mover)
            return moves if self.replies >= 100 or mover == self.seat else self.noticed(moves)
        known = node.moves
        if known is None:
            known = self.part.distinct_moves(state, mover)
            node.moves = known
        return known

    def own_moves(self, rng: Rng) -> list[int]:
        """The moves that a search which halves compares."""
        moves = self.perspective.distinct_moves()
        if self.finds >= 100:
            return moves
        self.salt = rng.below(1 << 20)
        self.found = self.part.moves_found(
            self.perspective.sample(rng), self.perspective.seat, int(self.finds), int(self.salt)
        )
        return self.found

    def noticed(self, moves: list[int]) -> list[int]:
        """The replies of somebody else that are not overlooked: always the same ones during a decision."""
        return noticed(moves, self.replies, self.salt)

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
                if mover == self.seat and self.tempers:
                    values[mover] = self.tempered(values[mover], state, outcome)
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

    def tempered(self, value: float, state: State, outcome: Outcome | None) -> float:
        """A result as this bot's temper feels it. Daring ones prefer the long shot to the safe middle, cautious ones
        the other way round. Who hoards also likes what it has saved up, and the spiteful that somebody does badly."""
        value += self.risk * (value * value - value)
        if self.hoard != 0.0 and outcome is None:
            value += self.hoard * (self.part.kept(state, self.seat) - value)
        if self.victim >= 0:
            theirs = (
                outcome.value(self.victim) if outcome is not None else self.part.estimate(state, self.victim)
            )
            value += self.spite * (1.0 - theirs - value)
        return value

    def halve(self, moves: list[int], budget: int, end: float, rng: Rng) -> None:
        """Spend a budget of iterations on comparing moves: all of them in the same imagined positions, then the better
        half, until two are left (sequential halving). After the time ``end``, if it is not 0, it stops."""
        left = moves.copy()
        rounds = 1
        while 1 << rounds < len(left):
            rounds += 1
        share = budget // rounds
        while True:
            for _ in range(max(1, share // len(left))):
                if end > 0.0 and time.perf_counter() >= end:
                    self.first = -1
                    return
                world = self.imagine(rng)
                chance = rng.fork()
                for move in left:
                    self.first = move
                    self.play_from(world.copy(), chance.copy())
            if len(left) <= 2:
                break
            ranked = [(-self.root.children[move].mean(), move) for move in left]
            ranked.sort()
            left = [move for _, move in ranked[: (len(left) + 1) // 2]]
        self.first = -1

    def ideas(self) -> list[Idea]:
        """What the seat's own tree says about its decision, best first."""
        found: list[Idea] = []
        mixture = 0.0
        for child in self.root.children.values():
            if child.visits > 0.0:
                found.append(Idea(child.key // self.seats, int(child.visits), child.mean(), child.played))
                mixture += child.played
        if self.at_once and mixture > 0.0:
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


def by_value(idea: Idea) -> tuple[float, int]:
    return (-idea.value, idea.move)


def misjudged(ideas: list[Idea], blur: float, rng: Rng) -> list[Idea]:
    """The same moves as somebody sees them who is off by about ``blur`` (the standard deviation) about each.

    Moves of about the same worth are mixed up often, good and bad ones rarely, a win and a loss hardly ever. Whoever
    judges like that does not weigh up a mixture either: the move that seems best is played.
    """
    for idea in ideas:
        total = 0
        for _ in range(_UNIFORM):
            total += rng.below(_COARSE)
        off = (total / (_COARSE - 1) - _UNIFORM / 2) * blur  # twelve even numbers: nearly normal, deviation 1
        idea.value += off
        idea.probability = 0.0
    ideas.sort(key=by_value)
    for idea in ideas:
        idea.value = min(1.0, max(0.0, idea.value))
    ideas[0].probability = 1.0
    return ideas


@mypyc_attr(allow_interpreted_subclasses=True)
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
        self.reading = (
            0  # of 100 imagined positions, how many follow the learned belief; below 0: as the game says
        )
        self.halving = (
            0  # 1: compare moves in the same imagined positions and drop the worse half, again and again,
        )
        # where one seat decides; below 0: as the game says
        # What makes it a weaker or another player (personas); at these values none of it counts.
        self.guesses = (
            0  # so many imagined positions, taken for the truth in turn; 0: another one for each look
        )
        self.memory = -1  # of what was shown and is gone, it remembers so many things; below 0: all
        self.replies = 100  # of 100 replies of the others, how many it notices
        self.finds = 100  # of 100 possibilities of its own, how many it finds
        self.blur = 0  # how far off it is about the worth of a move, in thousandths of a win
        self.risk = 0  # from -100, very cautious, to 100, very daring
        self.hoard = 0  # from 0 to 100: how much it likes to have what can be saved up
        self.envy = 0  # from 0 to 100: how much it is after the leader, where three and more play
        self.grudge = 0  # from 0 to 100: how much it is after whoever did it harm last, likewise
        self.blind = False  # quick play by plain chance instead of the game's own quick moves

    def consider(self, perspective: Perspective, rng: Rng) -> list[Idea]:
        moves = owed_moves(perspective)
        if len(moves) == 1:
            return [Idea(moves[0], 0, 0.5, 1.0)]
        ideas = self.think(perspective, rng).ideas()
        return misjudged(ideas, self.blur / 1000.0, rng) if self.blur > 0 else ideas

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
        if self.halving > 0 or (self.halving < 0 and search.part.halving):
            budget = self.iterations or search.part.iterations(perspective.seats)
            search.halve(search.own_moves(rng), budget, end if self.most_seconds > 0.0 else 0.0, rng)
            return search
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
