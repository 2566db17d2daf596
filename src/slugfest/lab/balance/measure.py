"""The row of one game, from which every number of a balance report is computed."""

from __future__ import annotations

from typing import Any, Final, NotRequired, TypedDict

from slugfest.kernel import EVERYTHING, SPECTATOR, Entry, Perspective, Reports, State
from slugfest.lab.measures import MATTERS, chances, measures_of
from slugfest.lab.play import Played

# How long people would sit there, in seconds: the same for all games, said in every report. Between greedy bots they
# make 19 minutes of KAPOW! cards for two (its box says 20 to 30 for up to six) and 57 of Custom Heroes for three (about
# 45): guesses that lie between what we know.
SETUP: Final = 240  # once: everything out of the box, shuffled, dealt, chosen
THINK: Final = 15  # a decision
HANDLE: Final = 4  # every further move of it, and a decision without a choice
CARRY_OUT: Final = (
    4  # whatever follows from it by the rules, one by one: a card drawn, a blow compared, a loss marked
)
ROUND: Final = 30  # dealing, tidying up, talking


class Row(TypedDict):
    """One game. Lists go by seat; chances go by side (the seats that win together)."""

    group: str  # which bots: a level, or two with a slash between
    deal: int
    game: int  # of the deal
    bots: list[str]
    line_ups: list[list[str]]
    begins: list[int]
    points: list[
        float
    ]  # 1 for a win, shared among the winners; alone against the game, what it lets one have
    drawn: bool
    reason: str
    moves: int
    decisions: int
    turns: int
    rounds: int  # 0: the game has none
    seconds: int
    chances: list[list[float]]  # the estimate at the start of every round, or of every circle of turns
    changes: int  # how often another side came to be ahead
    low: float  # the worst chance the winner ever had; 1 where nobody has won
    half: float  # the winner's chance in the middle of the game
    behind: NotRequired[
        bool
    ]  # another side was clearly ahead of the winner then; rows of earlier versions lack it
    used: list[dict[str, int]]  # how often each seat used what
    measures: NotRequired[dict[str, float]]  # by key of lab.measures; rows of earlier versions lack it


class Course:
    """A game, walked through once."""

    def __init__(self, played: Played, reports: Reports[Any], skip: int) -> None:
        history = played.history
        self.game, self.state = history.game, history.state
        self.seats = self.state.seats
        self.sides = self.game.teams(self.seats, history.options)
        self.entries = history.entries[skip:]
        self.reports = reports
        self.start = self.entries[0].before if self.entries else history.start

    def positions(self) -> list[State]:
        return [*(entry.before for entry in self.entries), self.state]

    def begins(self) -> list[int]:
        for state in self.positions()[:-1]:
            found = self.reports.begins(state)
            if found:
                return list(found)
        return []

    def used(self) -> list[dict[str, int]]:
        found: list[dict[str, int]] = [{} for _ in range(self.seats)]
        for entry in self.entries:
            events = [event.seen_by(EVERYTHING) for event in entry.events]
            for seat, key in self.reports.uses(entry.before, entry.seat, entry.move, events):
                found[seat][key] = found[seat].get(key, 0) + 1
        return found

    def by_round_and_turn(self) -> tuple[list[list[float]], list[list[float]]]:
        """The chances of the sides at the start of every round (or circle of turns), and of every turn. Where a game
        has neither, every move is a turn."""
        counted = self.state.game.display.round_and_turn(self.state)[0] > 0
        rounds: list[list[float]] = []
        turns: list[list[float]] = []
        seen_round, seen_turn = 0, (-1, -1)
        for number, entry in enumerate(self.entries, 1):
            here = entry.before.game.display.round_and_turn(entry.before)
            if here == (0, 0):
                here = (0, number)
            if here == seen_turn:
                continue
            seen_turn = here
            chance = chances(entry.before, self.sides)
            turns.append(chance)
            # Before its first round a game that has rounds is not yet being played: teams are picked, cards are dealt.
            mark = here[0] if counted else (here[1] - 1) // self.seats + 1
            if mark > seen_round:
                seen_round = mark
                rounds.append(chance)
        return rounds, turns


def measure(
    played: Played, reports: Reports[Any], group: str, deal: int = 0, number: int = 0, opening: int = 0
) -> Row:
    """The row of a finished game; ``opening`` is the number of first moves that nobody decided."""
    course = Course(played, reports, opening)
    state, sides = course.state, course.sides
    rounds, turns = course.by_round_and_turn()
    outcome = played.outcome
    winners = outcome.winners()
    won = [side for side, seats in enumerate(sides) if seats[0] in winners]
    points = [outcome.value(seat) if len(sides) == 1 else 0.0 for seat in range(state.seats)]
    if len(sides) > 1:
        shared = won or list(range(len(sides)))  # nobody has won: everybody has a share
        for side in shared:
            for seat in sides[side]:
                points[seat] = round(1 / len(shared), 4)
    winner = won[0] if len(won) == 1 and len(sides) > 1 else -1
    decisions, seconds = time_at_the_table(course.entries, state)
    return {
        "group": group,
        "deal": deal,
        "game": number,
        "bots": played.names,
        "line_ups": [course.game.reports.line_up(state, seat) for seat in range(state.seats)],
        "begins": course.begins(),
        "points": points,
        "drawn": 0 < points[0] < 1 if len(sides) == 1 else len(won) != 1,
        "reason": outcome.reason,
        "moves": len(course.entries),
        "decisions": decisions,
        "turns": len(turns),
        "rounds": state.game.display.round_and_turn(state)[0],
        "seconds": seconds,
        "chances": [[round(chance, 4) for chance in some] for some in rounds],
        "changes": lead_changes(turns),
        "low": round(min((chance[winner] for chance in turns), default=1.0), 4) if winner >= 0 else 1.0,
        "half": round(turns[len(turns) // 2][winner], 4) if winner >= 0 and turns else 1.0,
        "behind": winner >= 0 and behind(turns[len(turns) // 2] if turns else [], winner),
        "used": course.used(),
        "measures": measures_of(played, opening),
    }


def behind(chance: list[float], winner: int) -> bool:
    """Whether another side stands clearly better than this one."""
    return bool(chance) and max(chance) - chance[winner] > MATTERS


def lead_changes(turns: list[list[float]]) -> int:
    """How often another side came to be clearly ahead; alone against the game, how often the tide turned."""
    changes, leader = 0, -1
    for chance in turns:
        both = chance if len(chance) > 1 else [chance[0], 1 - chance[0]]
        order = sorted(range(len(both)), key=lambda side: -both[side])
        if both[order[0]] - both[order[1]] > MATTERS and order[0] != leader:
            changes += leader >= 0
            leader = order[0]
    return changes


def time_at_the_table(entries: list[Entry], end: State) -> tuple[int, int]:
    """How many decisions a game took, and how many seconds people would have sat over it.

    A decision goes on until its seat owes nothing or something has become final. Seats that owe at the same time think
    at the same time: the slowest counts. What a move sets off everybody watches: all public events but the first,
    which is the move itself.
    """
    decisions, seconds = 0, SETUP
    spent: dict[int, int] = {}  # by seat, since everybody last waited for nobody
    waiting: set[int] = set()  # seats that have owed ever since
    deciding: set[int] = set()
    rounds: set[int] = set()
    for index, entry in enumerate(entries):
        before, seat = entry.before, entry.seat
        after = entries[index + 1].before if index + 1 < len(entries) else end
        rounds.add(before.game.display.round_and_turn(before)[0])
        public = sum(event.seen_by(SPECTATOR) is not None for event in entry.events)
        seconds += CARRY_OUT * max(0, public - 1)
        if not waiting:
            seconds += max(spent.values(), default=0)
            spent, waiting = {}, set(before.actors())
        if seat in deciding or len(Perspective(before, seat).distinct_moves()) == 1:
            cost = HANDLE
        else:
            cost = THINK
        decisions += seat not in deciding
        spent[seat] = spent.get(seat, 0) + cost
        owes = set(after.actors())
        final = entry.chance or entry.revealed
        deciding = (deciding | {seat}) & owes if not final else (deciding & owes) - {seat}
        waiting &= owes
        if final and waiting == {seat}:
            waiting = set()
    seconds += max(spent.values(), default=0)
    return decisions, seconds + ROUND * len(rounds - {0})
