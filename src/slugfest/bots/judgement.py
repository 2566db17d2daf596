"""What each move of a decision is worth to the seat as far as it can know, how sure that is, and why.

Hints, the coach, warnings and the review of a match all read the same :class:`Judgement`, so they never disagree: the
same position, the same chance and the same effort give the same judgement, whoever asks.

A tree search proposes candidates; the game's own advice and a sensible beginner's move are added. All of them are then
compared in the same imagined worlds (:mod:`.looks`), the worse half being dropped again and again. Best is what did
best there, whatever the search preferred; what is not worse beyond the error of that is fine. A move that was made and
is no candidate is compared with the best in the same worlds afterwards, which changes nothing else.
"""

from __future__ import annotations

import time
from typing import Final

from mypy_extensions import mypyc_attr

from slugfest.kernel import (
    EVEN,
    ONLY,
    Contrast,
    Counsel,
    History,
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
from .looks import Candidate, Looks, behind, different, position_after, share_looks
from .search import SearchBot, TreeSearch

_NOTHING: Final = Text("", "")
_SAME: Final = 0.01  # a difference in the chance to win that nobody would notice
_ERRORS: Final = 2.0  # so many standard errors behind the best, a move is worse and not only unlucky
MARKS: Final = ("inaccuracy", "mistake", "blunder")  # what a move is that gives much away
_MARKED_FROM: Final = (0.05, 0.1, 0.15)  # of the chance to win, each
_SURE_ERRORS: Final = 3.0  # so many standard errors a loss must exceed to be marked
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


@mypyc_attr(allow_interpreted_subclasses=True)
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
        # Why the best move is better than this one, where this one is marked, or was made and is not fine.
        self.why_not: Text | None = None
        self.why_not_theme = ""


@mypyc_attr(allow_interpreted_subclasses=True)
class Judgement:
    """The moves of one decision, best first, and why the best one is."""

    def __init__(self, seat: int, moves: list[JudgedMove]) -> None:
        self.seat = seat
        self.at_once = False  # several seats decide without seeing each other: moves are mixed
        self.moves = moves
        self.made: JudgedMove | None = None  # what was made, if that was asked
        self.complete = True  # no clock has ended it early: another one of the same effort says the same
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
        return self.made if self.made is not None and self.made.move == move else None

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

    def mark(self, judged: JudgedMove) -> str:
        """What one of the judged moves is called if it is clearly worse than the best; empty otherwise."""
        return "" if self.good_enough(judged) else mark_of(judged.loss, judged.loss_error)


def mark_of(loss: float, error: float) -> str:
    """The mark of a move that gives away so much, if that is certain enough; empty otherwise."""
    found = ""
    if loss > _SURE_ERRORS * error:
        for threshold, mark in zip(_MARKED_FROM, MARKS):
            if loss >= threshold:
                found = mark
    return found


def judge(
    bot: SearchBot, perspective: Perspective, rng: Rng, made: int = -1, rest: list[int] | None = None
) -> Judgement:
    """Judge a seat's decision.

    ``made`` is a move to judge besides; it changes nothing about the others. If it is none of them, it goes on with
    ``rest``, the moves that followed it in the same decision, or as a search suggests: whichever is better.
    """
    game = perspective.game
    seat = perspective.seat
    teaching = game.teaching or Teaching()
    sample = perspective.sample(rng.fork())
    moves = owed_moves(perspective)
    legal = perspective.moves()
    sensible = len(moves)
    if sensible == 1 and len(legal) > 1:  # "there is nothing else to do" would not be true
        moves = [*moves, legal[0] if legal[0] != moves[0] else legal[1]]
    if len(moves) == 1:
        judgement = Judgement(seat, [JudgedMove(moves[0], [moves[0]])])
        judgement.moves[0].probability = 1.0
        judgement.made = judgement.moves[0] if made == moves[0] else None
        _explain(judgement, teaching, sample, Contrast(ONLY))
        return judgement
    end = time.perf_counter() + (bot.seconds or bot.most_seconds)
    search = bot.think(perspective, rng, _SHARE)
    ideas = search.ideas()
    budget = max(1, int(search.results) - 2)
    wanted = _wanted(moves, ideas, teaching.counsel(sample, seat), sample, seat)
    timed = bot.seconds > 0.0 or bot.most_seconds > 0.0
    _look_closer(search, wanted, budget // _CLOSER, end if timed else 0.0, rng)
    smaller = SearchBot(bot.name, max(_FEWEST, budget // _SMALLER))
    candidates = [Candidate(move, line(search, perspective, move, smaller, rng)) for move in wanted]
    distinct = different(candidates, sample, seat)
    count = max(budget // _COMPARED, min(_FEWEST_LOOKS, _MOST_COMPARED * budget))
    looks = Looks(search, rng.fork())
    kept = candidates[0] if not search.at_once else None  # what the search prefers
    best = _compare(looks, distinct, count, end if timed else 0.0, kept)
    for candidate in candidates:
        share_looks(candidate, distinct)
    if kept is not None and (sensible == 1 or not _search_agrees(search, best, kept)):
        best = kept
    judgement = _judged(search, ideas, candidates, best, sample, seat)
    judgement.complete = not timed or (time.perf_counter() < end and bot.seconds == 0.0)
    _explain(judgement, teaching, sample, _contrast(judgement, candidates, perspective, sample, rng))
    _expect(judgement, candidates, sample, teaching)
    for move in judgement.moves:
        if judgement.mark(move):
            _explain_worse(judgement, move, candidates, perspective, sample, rng)
    if made >= 0:
        judgement.made = judgement.of(made)
        if judgement.made is None and made in legal:
            lines = [line(search, perspective, made, smaller, rng)]
            if rest is not None and lines[0][1:] != rest:
                lines.append([made, *rest])
            judgement.made = _judge_made(judgement, looks, candidates, best, lines, sample)
            _note_visits(judgement.made, ideas)
        worse = judgement.made
        if worse is not None and worse.why_not is None and not judgement.good_enough(worse):
            _explain_worse(judgement, worse, candidates, perspective, sample, rng)
    return judgement


def judge_decision(
    bot: SearchBot, history: History, seat: int, ply: int, made: int = -1, rest: list[int] | None = None
) -> Judgement:
    """Judge what a seat decides after the first ``ply`` moves of a match: for hints and for reviews, so that they say
    the same. ``made`` and ``rest`` as in :func:`judge`.

    The position is set up from its document, as a question to a bot is: a played one may remember what its moves had
    planned, which would change what a search tries.
    """
    document = history.decision_state(seat, ply).position()
    perspective = Perspective(history.game.set_up(document), seat)
    chance = history.chance.of_thought("hint", seat, history.moves_before(seat, ply))
    return judge(bot, perspective, chance, made, rest)


# ---- which moves ---------------------------------------------------------------------------------------------------


def _wanted(
    moves: list[int], ideas: list[Idea], counsels: list[Counsel], sample: State, seat: int
) -> list[int]:
    """The moves to compare, two at least: what the search prefers, a sensible beginner's move, and what the game
    recommends."""
    wanted = [idea.move for idea in ideas[:_CANDIDATES]]
    more = [sample.game.require_search().greedy(sample, seat)]
    for counsel in counsels:
        for move in counsel.moves[:1]:
            if len(more) <= _ADVISED:
                more.append(move)
    for move in more:
        if move in moves and move not in wanted:
            wanted.append(move)
    for move in moves:
        if len(wanted) < 2 and move not in wanted:
            wanted.append(move)
    return wanted


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
    looks: Looks, candidates: list[Candidate], budget: int, end: float, kept: Candidate | None
) -> Candidate:
    """Play the candidates in common worlds, the better half of them in more and more; returns the best.

    Whoever is left at the end has been in every world, and so has the one that is ``kept``.
    """
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
        left = alive[: max(2, (len(alive) + 1) // 2)]
        if kept is not None and kept not in left:
            left.append(kept)
        alive = left
    return alive[0]


def _search_agrees(search: TreeSearch, best: Candidate, favourite: Candidate) -> bool:
    """Whether the search, too, expects as much of the best move as of its own favourite.

    Looks end in estimates, which can prefer a move in all worlds alike: their error does not show that.
    """
    one = search.root.children.get(best.move)
    other = search.root.children.get(favourite.move)
    return best is favourite or (one is not None and other is not None and one.mean() >= other.mean())


def _by_mean(candidate: Candidate) -> float:
    return -candidate.mean()


def _judged(
    search: TreeSearch,
    ideas: list[Idea],
    candidates: list[Candidate],
    best: Candidate,
    sample: State,
    seat: int,
) -> Judgement:
    """The candidates in order, with what the worlds they share with the best say about them."""
    judged: list[JudgedMove] = []
    scale = winning_scale(sample, seat)
    top = chance_to_win(sample, seat, best.mean())
    for candidate in candidates:
        move = _beside(best, candidate, top, scale)
        _note_visits(move, ideas)
        judged.append(move)
    judgement = Judgement(seat, judged)
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


def _beside(best: Candidate, candidate: Candidate, top: float, scale: float) -> JudgedMove:
    """A candidate as the worlds that it shares with the best have it; ``top`` is the best one's chance to win."""
    move = JudgedMove(candidate.move, candidate.line)
    loss, error = behind(best, candidate)
    if candidate is not best:
        move.loss, move.loss_error = max(0.0, loss / scale), error / scale
    move.chance = max(0.0, top - move.loss)
    move.error = candidate.error() / scale
    move.worlds = len(candidate.values)
    return move


def _note_visits(move: JudgedMove, ideas: list[Idea]) -> None:
    """How often the search tried a move, and its part of a mixture."""
    for idea in ideas:
        if idea.move == move.move:
            move.visits, move.probability = idea.visits, idea.probability


def _judge_made(
    judgement: Judgement,
    looks: Looks,
    candidates: list[Candidate],
    best: Candidate,
    lines: list[list[int]],
    sample: State,
) -> JudgedMove:
    """A move that was no candidate, by the better of two ways to go on, in all worlds that the best was in."""
    scale = winning_scale(sample, judgement.seat)
    top = chance_to_win(sample, judgement.seat, best.mean())
    found: JudgedMove | None = None
    for moves in lines:
        candidate = Candidate(moves[0], moves)
        candidate.leads_to = position_after(sample, judgement.seat, moves)
        if not share_looks(candidate, candidates):
            looks.join(candidate)
        candidates.append(candidate)
        move = _beside(best, candidate, top, scale)
        if found is None or move.loss < found.loss:
            found = move
    assert found is not None
    return found


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
    for judged in judgement.moves[1:]:
        if sorted(judged.line) == same:
            continue
        if other is None:
            other = judged
        if not judgement.good_enough(judged):
            return _between(best, judged, candidates, perspective, sample, rng)
    contrast = Contrast(EVEN)
    contrast.best_line = best.line
    if other is not None:
        contrast.best, contrast.next, contrast.next_line = best.chance, other.chance, other.line
    return contrast


def _between(
    best: JudgedMove,
    other: JudgedMove,
    candidates: list[Candidate],
    perspective: Perspective,
    sample: State,
    rng: Rng,
) -> Contrast:
    """What decides between the best move and a worse one."""
    contrast = decide(
        candidates, best.line, other.line, (best.chance, other.chance), sample, perspective, rng
    )
    contrast.best_line, contrast.next_line = best.line, other.line
    return contrast


def _explain_worse(
    judgement: Judgement,
    worse: JudgedMove,
    candidates: list[Candidate],
    perspective: Perspective,
    sample: State,
    rng: Rng,
) -> None:
    """Why the best move is better than a worse one."""
    contrast = _between(judgement.moves[0], worse, candidates, perspective, sample, rng)
    teaching = perspective.game.teaching or Teaching()
    worse.why_not = teaching.why(sample, judgement.seat, contrast)
    worse.why_not_theme = contrast.theme


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
