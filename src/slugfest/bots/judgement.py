"""What each move of a decision is worth to the seat as far as it can know, how sure that is, and why.

Hints, the coach, cautions and the review of a match all read the same :class:`Judgement`, so they never disagree.

A tree search proposes candidates; the game's own advice, a sensible beginner's move and a move that was made are added.
All of them are then compared in the same imagined worlds (:mod:`.looks`), the worse half being dropped again and again.
Best is what did best there, whatever the search preferred; what is not worse beyond the error of that is fine.
"""

from __future__ import annotations

import time
from typing import Final

from slugfest.kernel import (
    DANGER,
    EVEN,
    ONLY,
    Contrast,
    Counsel,
    Outcome,
    Perspective,
    Rng,
    State,
    Teaching,
    Text,
)

from .bot import Idea, owed_moves
from .decisive import decide
from .lines import line
from .looks import Candidate, Looks, behind
from .search import SearchBot, TreeSearch

_NOTHING: Final = Text("", "")
_SAME: Final = 0.01  # a difference in the chance to win that nobody would notice
_ERRORS: Final = 2.0  # so many standard errors behind the best, a move is worse and not only unlucky
_PART: Final = 0.1  # of a mixture: a move that is played so often belongs to it
_CANDIDATES: Final = 5  # of the search
_ADVISED: Final = 3  # moves that the game recommends which are judged besides
_SMALLER: Final = 6  # a search for the rest of a decision has this part of the budget
_FEWEST: Final = 60
_CLOSER: Final = 2  # this part of the budget evens out how well the trees know the candidates
_COMPARED: Final = 2  # this part of the budget compares them,
_FEWEST_LOOKS: Final = 600  # but so many looks at least, if that is not more than
_MOST_COMPARED: Final = 2  # so many times the budget
_FEWEST_WORLDS: Final = 8  # in each round of the comparison
_SHARE: Final = 0.6  # of a budget of time, for the tree search
_LIKELY: Final = 0.3  # a reply that comes this often is worth expecting


class JudgedMove:
    """One move of a decision, with the rest of the decision that suits it best."""

    def __init__(self, move: int, line: list[int]) -> None:
        self.move = move
        self.line = line  # the seat's own moves to the end of its decision
        self.chance = 0.5  # to win, as far as the seat can know
        self.error = 0.5  # the standard error of that
        self.visits = 0  # how often the search tried it
        self.probability = 0.0  # of being played, where several seats decide at once
        self.worlds = 0  # in which it was compared
        self.loss = 0.0  # of the chance to win, behind the best
        self.loss_error = 0.0


class Judgement:
    """The moves of one decision, best first, and why the best one is."""

    def __init__(self, seat: int, moves: list[JudgedMove]) -> None:
        self.seat = seat
        self.at_once = False  # several seats decide without seeing each other: moves are mixed
        self.moves = moves
        self.made: JudgedMove | None = (
            None  # what was made, if that was asked; its first move may be the best one's
        )
        self.contrast: Contrast | None = None
        self.why: Text | None = None  # the first move is better than others
        self.where: Text | None = None  # to look: a question that does not give it away
        self.expects: Text | None = None  # what somebody else will probably do then
        self.expected = 0.0  # how often that was seen
        self.theme = ""

    def of(self, move: int) -> JudgedMove | None:
        """A move, if it was judged."""
        for judged in self.moves:
            if judged.move == move:
                return judged
        return None

    def loss(self, move: int) -> tuple[float, float]:
        """How much of the chance to win a judged move gives away beside the best, and the standard error of that."""
        judged = self.of(move)
        if judged is None:
            raise KeyError(move)
        return judged.loss, judged.loss_error

    def fine(self, move: int) -> bool:
        """Whether a move was judged, and found not worse than the best beyond the error or a matter of mixing."""
        judged = self.of(move)
        return judged is not None and self.good_enough(judged)

    def good_enough(self, judged: JudgedMove) -> bool:
        """Whether one of the judged moves is fine."""
        if self.at_once and judged.probability >= _PART:
            return True
        return judged.loss <= max(_SAME, _ERRORS * judged.loss_error)


def judge(
    bot: SearchBot, perspective: Perspective, rng: Rng, made: int = -1, rest: list[int] | None = None
) -> Judgement:
    """Judge a seat's decision. ``made`` is a move that must be among the judged ones.

    With ``rest``, the moves that followed it in the same decision, it is judged together with them.
    """
    game = perspective.game
    seat = perspective.seat
    teaching = game.teaching or Teaching()
    sample = perspective.sample(rng.fork())
    moves = owed_moves(perspective)
    legal = perspective.moves()
    if made >= 0 and made not in moves and made in legal:
        moves = [*moves, made]  # equivalent to another one for a search, but it is the one that was made
    if len(moves) == 1 and len(legal) > 1:
        moves = [*moves, legal[0] if legal[0] != moves[0] else legal[1]]  # "nothing else" would not be true
    if len(moves) == 1:
        judgement = Judgement(seat, [JudgedMove(moves[0], [moves[0]])])
        judgement.moves[0].probability = 1.0
        judgement.made = judgement.moves[0] if made >= 0 else None
        _explain(judgement, teaching, sample, Contrast(ONLY))
        return judgement
    end = time.perf_counter() + (bot.seconds or bot.most_seconds)
    search = bot.think(perspective, rng, _SHARE)
    ideas = search.ideas()
    budget = max(1, int(search.results) - 2)
    wanted = _wanted(moves, ideas, teaching.counsel(sample, seat), sample, seat, made)
    timed = bot.seconds > 0.0 or bot.most_seconds > 0.0
    _look_closer(search, wanted, budget // _CLOSER, end if timed else 0.0, rng)
    smaller = SearchBot(bot.name, max(_FEWEST, budget // _SMALLER))
    candidates = [Candidate(move, line(search, perspective, move, smaller, rng)) for move in wanted]
    played = _played(candidates, made, rest)
    looks = max(budget // _COMPARED, min(_FEWEST_LOOKS, _MOST_COMPARED * budget))
    best = _compare(search, candidates, looks, end if timed else 0.0, played, rng)
    judgement = _judged(search, ideas, candidates, best, played, sample, seat)
    _explain(judgement, teaching, sample, _contrast(judgement, candidates, perspective, sample, rng))
    _expect(judgement, candidates, sample, teaching)
    return judgement


# ---- which moves ---------------------------------------------------------------------------------------------------


def _wanted(
    moves: list[int], ideas: list[Idea], counsels: list[Counsel], sample: State, seat: int, made: int
) -> list[int]:
    """The moves to compare, two at least: what the search prefers, a sensible beginner's move, what the game
    recommends, and what was made."""
    wanted = [idea.move for idea in ideas[:_CANDIDATES]]
    more = [sample.game.require_search().greedy(sample, seat)]
    for counsel in counsels:
        for move in counsel.moves[:1]:
            if len(more) <= _ADVISED:
                more.append(move)
    if made >= 0:
        more.append(made)
    for move in more:
        if move in moves and move not in wanted:
            wanted.append(move)
    for move in moves:
        if len(wanted) < 2 and move not in wanted:
            wanted.append(move)
    return wanted


def _played(candidates: list[Candidate], made: int, rest: list[int] | None) -> Candidate | None:
    """The candidate for what was made; added, if its first move was to go on differently."""
    for candidate in candidates:
        if candidate.move == made and (rest is None or candidate.line[1:] == rest):
            return candidate
    if made < 0 or rest is None:
        return None
    played = Candidate(made, [made, *rest])
    candidates.append(played)
    return played


def _look_closer(search: TreeSearch, moves: list[int], budget: int, end: float, rng: Rng) -> None:
    """Let the trees look at rarely tried candidates too, so that all of them are answered as well as the favourite."""
    enough = budget / len(moves)
    for move in moves:
        child = search.root.children.get(move)
        visits = 0.0 if child is None else child.visits
        search.first = move
        while visits < enough and (end == 0.0 or time.perf_counter() < end):
            search.iterate(rng)
            visits += 1.0
    search.first = -1


# ---- on equal terms ------------------------------------------------------------------------------------------------


def _compare(
    search: TreeSearch,
    candidates: list[Candidate],
    budget: int,
    end: float,
    played: Candidate | None,
    rng: Rng,
) -> Candidate:
    """Play the candidates in common worlds, the better half of them in more and more; returns the best.

    Whoever is left at the end has been in every world. What was made stays to the end.
    """
    looks = Looks(search, rng.fork())
    alive = list(candidates)
    rounds = 1
    while 1 << rounds < len(candidates):
        rounds += 1
    for _ in range(rounds):
        worlds = max(_FEWEST_WORLDS, budget // (rounds * len(alive)))
        for world in range(worlds):
            if end > 0.0 and world >= _FEWEST_WORLDS and time.perf_counter() >= end:
                break
            looks.compare(alive)
        alive.sort(key=_by_mean)
        kept = alive[: max(2, (len(alive) + 1) // 2)]
        alive = kept + [candidate for candidate in alive[len(kept) :] if candidate is played]
    return alive[0]


def _by_mean(candidate: Candidate) -> float:
    return -candidate.mean()


def _judged(
    search: TreeSearch,
    ideas: list[Idea],
    candidates: list[Candidate],
    best: Candidate,
    played: Candidate | None,
    sample: State,
    seat: int,
) -> Judgement:
    """The candidates in order, with what the worlds they share with the best say about them."""
    judged: list[JudgedMove] = []
    scale = winning_scale(sample, seat)
    top = chance_to_win(sample, seat, best.mean())
    for candidate in candidates:
        move = JudgedMove(candidate.move, candidate.line)
        loss, error = behind(best, candidate)
        if candidate is not best:
            move.loss, move.loss_error = max(0.0, loss / scale), error / scale
        move.chance = max(0.0, top - move.loss)
        move.error = candidate.error() / scale
        move.worlds = len(candidate.values)
        for idea in ideas:
            if idea.move == candidate.move:
                move.visits, move.probability = idea.visits, idea.probability
        judged.append(move)
    made = None if played is None else judged[candidates.index(played)]
    judged = _first_moves(judged)
    judgement = Judgement(seat, judged)
    judgement.made = made
    judgement.at_once = search.at_once
    if search.at_once:
        mixed = [move for move in judged if judgement.fine(move.move)]
        others = [move for move in judged if not judgement.fine(move.move)]
        mixed.sort(key=_by_probability)
        others.sort(key=_by_loss)
        judgement.moves = mixed + others
    else:
        judged.sort(key=_by_loss)
        for move in judged:
            move.probability = 1.0 if move is judged[0] else 0.0
    return judgement


def _first_moves(judged: list[JudgedMove]) -> list[JudgedMove]:
    """Of two ways to go on after the same first move, the better one."""
    kept: dict[int, JudgedMove] = {}
    for move in judged:
        other = kept.get(move.move)
        if other is None or (move.loss, move.loss_error) < (other.loss, other.loss_error):
            kept[move.move] = move
    return list(kept.values())


def _by_probability(move: JudgedMove) -> tuple[float, float, int]:
    return (-move.probability, move.loss, move.move)


def _by_loss(move: JudgedMove) -> tuple[float, int, int]:
    return (move.loss, -move.visits, move.move)


def winning_scale(state: State, seat: int) -> float:
    """How much of a result lies between losing and winning: the slope of :func:`chance_to_win`."""
    return 1.0 / max(1e-9, _chance(state, seat, 1.0) - _chance(state, seat, 0.0))


def chance_to_win(state: State, seat: int, value: float) -> float:
    """What an expected result means as the chance to win: at a larger table a loser has still beaten somebody."""
    return min(1.0, max(0.0, _chance(state, seat, value)))


def _chance(state: State, seat: int, value: float) -> float:
    """``value`` lies between what winning is worth and what losing is worth on average."""
    teams = state.game.teams(state.seats, state.options)
    if len(teams) == 1:
        return value
    winning = 0.0
    losing = 0.0
    for team in teams:
        worth = Outcome([1 if other in team else 2 for other in range(state.seats)], "", _NOTHING).value(seat)
        if seat in team:
            winning = worth
        else:
            losing += worth / (len(teams) - 1)
    return (value - losing) / (winning - losing)


# ---- why -----------------------------------------------------------------------------------------------------------


def _contrast(
    judgement: Judgement, candidates: list[Candidate], perspective: Perspective, sample: State, rng: Rng
) -> Contrast:
    """What decides between the best move and the first that is worse; EVEN where none is.

    The same moves in another order are no other decision.
    """
    best = judgement.moves[0]
    same = sorted(best.line)
    other: JudgedMove | None = None
    worse = judgement.moves[1:]
    if judgement.made is not None:
        worse.insert(0, judgement.made)  # what is asked about comes first
    for judged in worse:
        if sorted(judged.line) == same:
            continue
        if other is None:
            other = judged
        if not judgement.good_enough(judged):
            contrast = decide(
                candidates, best.line, judged.line, (best.chance, judged.chance), sample, perspective, rng
            )
            contrast.best_line, contrast.next_line = best.line, judged.line
            return contrast
    contrast = Contrast(EVEN)
    contrast.best_line = best.line
    if other is not None:
        contrast.best, contrast.next, contrast.next_line = best.chance, other.chance, other.line
    return contrast


def _explain(judgement: Judgement, teaching: Teaching[State], sample: State, contrast: Contrast) -> None:
    judgement.contrast = contrast
    judgement.theme = contrast.theme
    judgement.why = teaching.why(sample, judgement.seat, contrast)
    judgement.where = teaching.where(sample, judgement.seat, contrast)


def _expect(
    judgement: Judgement, candidates: list[Candidate], sample: State, teaching: Teaching[State]
) -> None:
    """What somebody else is most likely to do after the best move, if anything is likely."""
    counts: dict[Text, int] = {}
    seen = 0
    for candidate in candidates:
        if candidate.move != judgement.moves[0].move:
            continue
        for reply in candidate.replies:
            if reply >= 0:
                seen += 1
                whose = reply % sample.seats
                label = teaching.short_label(sample, whose, reply // sample.seats, judgement.seat)
                if label is not None:
                    expected = Text(f"{{P{whose + 1}}}: {label.en}", f"{{P{whose + 1}}}: {label.de}")
                    counts[expected] = counts.get(expected, 0) + 1
    for expected, count in counts.items():
        if count >= _LIKELY * seen and count > judgement.expected * seen:
            judgement.expects, judgement.expected = expected, count / seen


def speakable(judgement: Judgement | None, counsel: Counsel) -> bool:
    """Whether the coach may say this: what it recommends is fine. Danger is always said."""
    if not counsel.moves or counsel.theme == DANGER:
        return True
    if judgement is None:
        return False
    for move in counsel.moves:
        if judgement.fine(move):
            return True
    return False
