"""Find positions in games between strong bots in which one decision is clearly best and a tempting one is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from slugfest.bots import bot
from slugfest.kernel import Game, Options, Perspective, State, seeded

from .decisions import Decision, decide, difference, key_after, weigh
from .explaining import explain

NEAR: Final = 0.05  # of the chance to win: about as good as the best, so it is accepted, too
GAP: Final = 0.04  # between what is accepted and everything else
MARGIN: Final = 0.12  # by which the tempting decision is worse than the best
MOST_ACCEPTED: Final = 4  # ways that are right; with more there is no question
CLEAR: Final = 4.0  # standard errors of that difference
HOPELESS: Final = 0.25  # even the best decision wins less often: nothing to be proud of
MORE: Final = 10  # times the looks of the first search, in the check
REPEATS: Final = 4  # independent searches that share them
_TRIES: Final = 8  # greedy imagines what it cannot see: it must fail every time
_GLANCE: Final = 10  # part of these looks that a first glance takes
_A_GAME: Final = 3  # puzzles from one game at most

LOOKED_AT: Final = "decisions looked at"
# Why positions fell.
GREEDY: Final = "greedy solves it"
CLOSE: Final = "no decision is clearly best"
LOST: Final = "even the best decision is hopeless"
DISAGREED: Final = "the comparison in common worlds does not confirm it"
UNCONFIRMED: Final = "not confirmed with ten times the search"
COMMON: Final = "there are enough with such an answer"

Unwanted = Callable[[str], bool]  # whether answers of a kind are not wanted any more; see `answer_kind`


@dataclass
class Table:
    """What the games are that puzzles come from."""

    seats: int
    options: Options
    bot: str = "search:500"  # stronger than `medium`; the check is made with far more


def table_for(game: Game, seats: int | None, options: Options) -> Table:
    """The table of a first match with everything that helps to see, or as asked."""
    teaching = game.teaching
    first = None if teaching is None else teaching.first_match
    usual, kind = first or (game.min_seats, {})
    return Table(usual if seats is None else seats, {**kind, **options})


@dataclass
class Position:
    """A position with a question: what the seat should do, and what it might do instead."""

    state: State
    seat: int
    accepted: list[Decision]  # the best first
    tempting: Decision  # what a sensible beginner does
    loss: float  # of the chance to win, of the tempting decision
    error: float
    source: str


def never(_kind: str) -> bool:
    """Every kind of answer is wanted."""
    return False


def answer_kind(game: Game, moves: list[int]) -> str:
    """What kind of answer a decision is: the first word of its notation, such as BARRICADE."""
    return game.format(moves[0]).split()[0]


def positions(
    game: Game, table: Table, seed: str, fallen: Counter[str], unwanted: Unwanted = never
) -> Iterator[Position]:
    """Play game after game and yield what passes the check; ``fallen`` counts the others by reason."""
    number = 0
    while True:
        number += 1
        yield from positions_of_game(game, table, f"{seed}-{number}", fallen, unwanted)


def positions_of_game(
    game: Game, table: Table, seed: str, fallen: Counter[str], unwanted: Unwanted = never
) -> Iterator[Position]:
    rng = seeded("puzzles", game.id, table.seats, seed)
    state = game.new(table.seats, table.options, rng.fork())
    player = bot(table.bot, game)
    found = 0
    made = 0
    decided: set[int] = set()  # who has decided, of those who do it at the same time
    while state.actors() and found < _A_GAME:
        actors = state.actors()
        for asked in actors:
            if _asks(state, asked, not decided):
                fallen[LOOKED_AT] += 1
                source = f"{table.bot}, seed {seed}, move {made}, P{asked + 1}"
                position = examine(state, asked, source, fallen, unwanted)
                if position is not None:
                    found += 1
                    yield position
        seat = actors[0]
        moves, state = decide(player, state, seat, rng)
        others = [other for other in actors if other != seat]
        decided = decided | {seat} if others and state.actors() == others else set()
        made += len(moves)


def _asks(state: State, seat: int, first: bool) -> bool:
    """Whether there is anything to decide, and it is clear what the others may do: of a decision that several make at
    the same time a search knows most while nobody has decided. Behind screens it is the other way round: there the
    placement of who is ready is a sensible one."""
    part = state.game.require_search()
    if len(state.actors()) > 1 if part.restless else not first:
        return False
    return len(Perspective(state, seat).distinct_moves()) > 1


def examine(
    state: State, seat: int, source: str, fallen: Counter[str], unwanted: Unwanted = never
) -> Position | None:
    """Whether a position is a puzzle: first quickly, then with ten times the search."""
    rng = seeded("examine", source)
    looks = state.game.require_search().iterations(state.seats)  # of the bot `hard`
    imagined = Perspective(state, seat).sample(rng)
    greedy = bot("greedy", state.game)
    keys = {key_after(decide(greedy, imagined, seat, rng)[1], seat) for _ in range(_TRIES)}
    for share in (_GLANCE, 1):  # most decisions are plain at a glance
        reason, likely = judged(weigh(state, seat, imagined, looks // share, 1, rng), keys, sure=False)
        if reason == GREEDY or (reason and share == 1):
            fallen[reason] += 1
            return None
    assert likely is not None
    if unwanted(answer_kind(state.game, likely[0][0].moves)):
        fallen[COMMON] += 1
        return None
    if explain(state, seat, likely[0][0].moves, likely[1].moves, looks, rng).loss < GAP:
        fallen[DISAGREED] += 1  # in common worlds there is hardly a difference: that is cheaper to find out
        return None
    reason, position = judged(
        weigh(state, seat, imagined, MORE * looks // REPEATS, REPEATS, rng), keys, sure=True
    )
    if reason or position is None:
        fallen[UNCONFIRMED] += 1
        return None
    accepted, tempting, loss, error = position
    return Position(state, seat, accepted, tempting, loss, error, source)


_Judged = tuple[list[Decision], Decision, float, float]


def judged(decisions: list[Decision], greedy: set[str], sure: bool) -> tuple[str, _Judged | None]:
    """Why the decisions make no puzzle, or which are accepted and which one tempts."""
    if len(decisions) < 2:
        return CLOSE, None
    best = decisions[0]
    accepted = [one for one in decisions if best.chance - one.chance <= NEAR]
    if any(one.key in greedy for one in accepted):
        return GREEDY, None
    if best.chance < HOPELESS:
        return LOST, None
    others = [one for one in decisions if one not in accepted]
    tempting = _tempting(best, others, greedy)
    if tempting is None or len(accepted) > MOST_ACCEPTED or accepted[-1].chance - others[0].chance < GAP:
        return CLOSE, None
    loss, error = difference(best, tempting)
    if sure and loss < CLEAR * error:
        return CLOSE, None
    return "", (accepted, tempting, loss, error)


def _tempting(best: Decision, others: list[Decision], greedy: set[str]) -> Decision | None:
    """What a sensible beginner does, else what the search looked at most, of what is clearly worse than the best."""
    worse = [one for one in others if best.chance - one.chance >= MARGIN]
    return max(worse, key=lambda one: (one.key in greedy, one.visits, one.key), default=None)
