"""Hints that teach: what to do to the end of the turn, why it is better than the next idea, and what will be answered.

The search keeps where each imagined game stopped (:mod:`.leaves`). A regression (:mod:`.regression`) estimates how the
results depend on what players can count. The term that makes most of the difference between two ideas decides between
them; the game puts it into words.
"""

from __future__ import annotations

from typing import Final

from slugfest.kernel import (
    BETTER,
    EVEN,
    LOST,
    ONLY,
    STANDING,
    WON,
    Contrast,
    Game,
    Outcome,
    Perspective,
    Rng,
    State,
    Teaching,
    Text,
    percent,
)

from .bot import Idea, owed_moves
from .leaves import Leaves
from .regression import fit
from .search import SearchBot, TreeSearch
from .tree import Node

_NOTHING: Final = Text("", "")
_SAME: Final = 0.01  # a difference in the chance to win that nobody would notice
_LITTLE: Final = 0.2  # a share of the difference that explains nothing
_SURE_ENOUGH: Final = 24.0  # visits below a move of one's own tree that are worth following
_LONGEST_LINE: Final = 24
_LINES: Final = 3  # ideas whose whole line is worked out
_SMALLER: Final = 6  # a search for the next move of a line has this part of the budget
_FEWEST: Final = 60
_LIKELY: Final = 0.3  # a reply that comes this often is worth expecting
_SAMPLES: Final = 12
_PLAIN: Final = 0.5  # of the games won or lost more: nothing else needs to be said
_CLEAR: Final = 3.0  # standard errors by which what was counted must differ


class Hint:
    """One idea in full. ``why`` and ``where`` are there for the best one only."""

    def __init__(self, idea: Idea, win_chance: float) -> None:
        self.move: int = idea.move
        self.visits: int = idea.visits
        self.value: float = idea.value
        self.win_chance = win_chance
        self.line: list[int] = [idea.move]  # the seat's own moves to the end of its decision
        self.contrast: Contrast | None = None
        self.why: Text | None = None  # it is better than the next idea
        self.where: Text | None = None  # to look: a question
        self.expects: Text | None = None


def hints(bot: SearchBot, perspective: Perspective, rng: Rng) -> list[Hint]:
    """The ideas of a searching bot, best first, with what it knows about the best one."""
    game = perspective.game
    sample = perspective.sample(rng.fork())
    moves = owed_moves(perspective)
    if len(moves) == 1:
        only = Hint(Idea(moves[0], 0, 0.5, 1.0), 0.5)
        _explain(only, game, sample, perspective.seat, Contrast(ONLY))
        return [only]
    leaves = Leaves(perspective.seat)
    search = bot.think(perspective, rng, leaves)
    found = [Hint(idea, chance_to_win(sample, perspective.seat, idea.value)) for idea in search.ideas()]
    best = found[0]
    smaller = SearchBot(bot.name, max(_FEWEST, len(leaves.values) // _SMALLER))
    best.line = line(search, perspective, best.move, smaller, rng)
    contrast = _contrast(found, search, perspective, smaller, leaves, sample, rng)
    contrast.best_line = best.line
    _explain(best, game, sample, perspective.seat, contrast)
    best.expects = _expected(leaves, best.move, sample, perspective.seat)
    return found


def _explain(hint: Hint, game: Game, sample: State, seat: int, contrast: Contrast) -> None:
    teaching = game.teaching or Teaching()
    hint.contrast = contrast
    hint.why = teaching.why(sample, seat, contrast)
    hint.where = teaching.where(sample, seat, contrast)


# ---- how sure ------------------------------------------------------------------------------------------------------


def chance_to_win(state: State, seat: int, value: float) -> float:
    """What an expected result means as the chance to win: at a larger table a loser has still beaten somebody.

    ``value`` lies between what winning is worth and what losing is worth on average.
    """
    teams = state.game.teams(state.seats, state.options)
    if len(teams) == 1:
        return min(1.0, max(0.0, value))
    mine = _team(state, seat)
    winning = Outcome([1 if other in mine else 2 for other in range(state.seats)], "", _NOTHING).value(seat)
    losing = 0.0
    for team in teams:
        if seat not in team:
            ranks = [1 if other in team else 2 for other in range(state.seats)]
            losing += Outcome(ranks, "", _NOTHING).value(seat) / (len(teams) - 1)
    return min(1.0, max(0.0, (value - losing) / (winning - losing)))


def _team(state: State, seat: int) -> list[int]:
    """Who wins and loses with a seat."""
    for team in state.game.teams(state.seats, state.options):
        if seat in team:
            return team
    return [seat]


# ---- the whole turn ------------------------------------------------------------------------------------------------


def line(search: TreeSearch, perspective: Perspective, first: int, smaller: SearchBot, rng: Rng) -> list[int]:
    """The seat's own moves from a first one to where others decide or the seat learns something new.

    They are played on a sample: all that they lead to is known to the seat beforehand. Where its tree has hardly been
    there, a smaller search goes on.
    """
    seat = perspective.seat
    state = perspective.sample(rng.fork())
    node: Node | None = search.root
    made: list[int] = []
    move = first
    while len(made) < _LONGEST_LINE:
        made.append(move)
        chance = state.rng.state
        chapter = search.part.chapter(state)
        before = state.actors()
        state.revealed = False
        state.apply(seat, move)
        if state.revealed or state.rng.state != chance or search.part.chapter(state) != chapter:
            break
        after = state.actors()
        if seat not in after or _somebody_new(before, after):
            break
        node = _below(node, move, state, seat)
        move = _next(node, search, state, seat, smaller, rng)
    return made


def _somebody_new(before: list[int], after: list[int]) -> bool:
    for seat in after:
        if seat not in before:
            return True
    return False


def _below(node: Node | None, move: int, state: State, seat: int) -> Node | None:
    """Where the seat's tree goes on after a move of its own."""
    child = None if node is None else node.children.get(move)
    key = state.game.require_search().information_key(state, seat)
    return child if child is None or key == 0 else child.saw(-key)


def _next(
    node: Node | None, search: TreeSearch, state: State, seat: int, smaller: SearchBot, rng: Rng
) -> int:
    moves = search.part.distinct_moves(state, seat)
    if len(moves) == 1:
        return moves[0]
    best = -1
    most = 0.0
    visits = 0.0
    if node is not None:
        for move in moves:
            child = node.children.get(move)
            if child is not None:
                visits += child.visits
                weight = child.played if search.at_once else child.visits
                if weight > most:
                    best, most = move, weight
    if best >= 0 and visits >= _SURE_ENOUGH:
        return best
    return smaller.consider(Perspective(state, seat), rng)[0].move


# ---- what decides --------------------------------------------------------------------------------------------------


def _contrast(
    found: list[Hint],
    search: TreeSearch,
    perspective: Perspective,
    smaller: SearchBot,
    leaves: Leaves,
    sample: State,
    rng: Rng,
) -> Contrast:
    """What decides between the best idea and the next one that is not the same in another order, nor as good: that
    two ideas are as good is said only where there is nothing better to say."""
    best = found[0]
    same = sorted(best.line)
    even = Contrast(EVEN if len(found) > 1 else ONLY)
    for other in found[1 : _LINES + 1]:
        other.line = line(search, perspective, other.move, smaller, rng)
        if sorted(other.line) == same:
            continue
        contrast = decide(leaves, best, other, sample, perspective, rng)
        contrast.next_line = other.line
        if contrast.what != EVEN:
            return contrast
        if even.next_line == []:
            even = contrast
    return even


def decide(
    leaves: Leaves, best: Hint, other: Hint, sample: State, perspective: Perspective, rng: Rng
) -> Contrast:
    """Which of the things that players can count makes most of the difference between two ideas."""
    if best.win_chance - other.win_chance < _SAME:
        return Contrast(EVEN)
    seat = perspective.seat
    names = [(WON, "", seat), (LOST, "", seat)]
    signs = [1, -1]
    team = _team(sample, seat)
    teaching = sample.game.teaching or Teaching()
    for whose in range(sample.seats):
        for term, _ in teaching.standing(sample, whose):
            names.append((STANDING, term, whose))
            good = teaching.better_with(term)
            signs.append(good if whose in team else -good)
    weights = fit(leaves.facts, leaves.values, signs)
    ours = _means(leaves, best.move, len(names))
    theirs = _means(leaves, other.move, len(names))
    top = -1
    gain = _LITTLE * (best.value - other.value)
    for index in range(len(names)):
        part = weights[index] * (ours[index] - theirs[index])
        if part > gain and not _by_accident(leaves, best.move, other.move, index, ours[index], theirs[index]):
            top, gain = index, part
    for index in range(2):  # whoever is out has nothing left either: that is not what decided
        if signs[index] * (ours[index] - theirs[index]) >= _PLAIN:
            top = index
            gain = max(gain, weights[index] * (ours[index] - theirs[index]))
            break
    if top < 0:
        found = Contrast(BETTER)
        found.best, found.next = best.win_chance, other.win_chance
    else:
        found = Contrast(names[top][0])
        found.term, found.whose = names[top][1], names[top][2]
        found.best, found.next = ours[top], theirs[top]
        if found.what == STANDING:
            found.now = _now(found.term, found.whose, perspective, rng)
    found.gain = gain
    return found


def _means(leaves: Leaves, move: int, columns: int) -> list[float]:
    """What was counted on average where games stopped that began with a move."""
    sums = [0.0] * columns
    count = 0
    for at in range(len(leaves.moves)):
        if leaves.moves[at] == move:
            count += 1
            row = leaves.facts[at]
            for index in range(columns):
                sums[index] += row[index]
    return [one / max(1, count) for one in sums]


def _by_accident(leaves: Leaves, one: int, two: int, index: int, first: float, second: float) -> bool:
    """Whether what was counted after two moves differs by no more than so many games do by chance."""
    spread = [0.0, 0.0]
    count = [0, 0]
    for at in range(len(leaves.moves)):
        side = 0 if leaves.moves[at] == one else 1 if leaves.moves[at] == two else -1
        if side >= 0:
            off = leaves.facts[at][index] - (first if side == 0 else second)
            spread[side] += off * off
            count[side] += 1
    if min(count) < 2:
        return True
    error = spread[0] / (count[0] * (count[0] - 1)) + spread[1] / (count[1] * (count[1] - 1))
    return (first - second) * (first - second) <= _CLEAR * _CLEAR * error


def _now(term: str, whose: int, perspective: Perspective, rng: Rng) -> float:
    """A term before anybody moves, as the seat would guess it."""
    total = 0.0
    teaching = perspective.game.teaching or Teaching()
    for _ in range(_SAMPLES):
        for name, amount in teaching.standing(perspective.sample(rng), whose):
            if name == term:
                total += amount / _SAMPLES
    return total


# ---- what will be answered -----------------------------------------------------------------------------------------


def _expected(leaves: Leaves, move: int, sample: State, seat: int) -> Text | None:
    """What somebody else is most likely to do then, by what the search had them try in the end; None if anything is."""
    counts: dict[Text, int] = {}
    seen = 0
    teaching = sample.game.teaching or Teaching()
    at = len(leaves.moves) // 2  # by then the trees of the others know what is good for them
    while at < len(leaves.moves):
        reply = leaves.replies[at]
        if leaves.moves[at] == move and reply >= 0:
            seen += 1
            whose = reply % sample.seats
            label = teaching.short_label(sample, whose, reply // sample.seats, seat)
            if label is not None:
                expected = Text(f"{{P{whose + 1}}}: {label.en}", f"{{P{whose + 1}}}: {label.de}")
                counts[expected] = counts.get(expected, 0) + 1
        at += 1
    best: Text | None = None
    most = 0
    for expected, count in counts.items():
        if count > most:
            best, most = expected, count
    if best is None or most < _LIKELY * seen:
        return None
    share = percent(most / seen)
    return Text(f"{best.en} ({share} %)", f"{best.de} ({share} %)")
