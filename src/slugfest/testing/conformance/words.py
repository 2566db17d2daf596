"""What people read and type: moves as text, results with reasons, and the moves the game itself suggests."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import Text, seeded

from .base import Broken, Tools, at_moments, over_games
from .determinism import FOUNDATIONS
from .playthrough import Moment, Playthrough, observers, sample_or_none

NOTATION: Final = "notation-is-unique"
DISTINCT: Final = "distinct-moves-are-legal"


@at_moments(
    NOTATION,
    "Every move has one text, and every text means one move.",
    "Jeder Zug hat einen Text, und jeder Text meint einen Zug.",
    moments=24,
    needs=FOUNDATIONS,
)
def notation_is_unique(moment: Moment, tools: Tools) -> int:
    game, count = moment.game, 0
    for seat in range(moment.state.seats):
        texts: dict[str, int] = {}
        for move in moment.state.moves(seat):
            count += 1
            text = game.format(move)
            if not text or text != " ".join(text.split()) or not text.isprintable():
                raise Broken(f"the move {move} has the text {text!r}, which does not fit on one line", seat)
            if text in texts:
                raise Broken(f"the moves {texts[text]} and {move} are both written “{text}”", seat)
            texts[text] = move
            for read in ([game.parse(text)], moment.state.read(seat, text)):
                if read != [move]:
                    raise Broken(f"“{text}” is read as {read}, not as the move {move}", seat)
            _in_both_languages(game.label(move), f"the label of “{text}”")
    progress = game.display.progress(moment.state)
    if progress is not None:
        _in_both_languages(progress, "the progress")
    for event in moment.entry.events if moment.entry else []:
        for seat in observers(moment.state.seats):
            _in_both_languages(game.describe(event.seen_by(seat)), f"the sentence for “{event.kind}”")
    return count


def _in_both_languages(text: Text, what: str) -> None:
    for language in ("en", "de"):
        sentence = text.in_language(language)
        if not sentence.strip() or sentence != sentence.strip():
            raise Broken(f"{what} is empty or ragged in {language}: {sentence!r}")


@over_games(
    "outcomes-are-sane",
    "A result has ranks for all, shared by teammates, and a reason.",
    "Ein Ergebnis hat Ränge für alle, Mitspieler eines Teams teilen ihn, und einen Grund.",
    needs=FOUNDATIONS,
)
def outcomes_are_sane(played: Playthrough, tools: Tools) -> int:
    setting = played.setting
    teams = setting.game.teams(setting.seats, played.history.options)
    if sorted(seat for team in teams for seat in team) != list(range(setting.seats)):
        raise Broken(f"the teams {teams} do not have every seat once")
    outcome = played.moments[-1].state.outcome()
    if outcome is None:
        return 0
    ranks = outcome.ranks
    # People who play together against the game may all have lost; then the values say so.
    best = 2 if len(teams) == 1 and outcome.values is not None and outcome.values[0] < 1.0 else 1
    if len(ranks) != setting.seats or min(ranks) != best or max(ranks) > max(best, setting.seats):
        raise Broken(f"the ranks {ranks} are not those of {setting.seats} seats, best {best}")
    for team in teams:
        if len({ranks[seat] for seat in team}) != 1:
            raise Broken(f"the teammates {[seat + 1 for seat in team]} do not share a rank: {ranks}")
    if outcome.scores is not None and len(outcome.scores) != setting.seats:
        raise Broken(f"the scores {outcome.scores} are not those of {setting.seats} seats")
    if not outcome.reason or outcome.reason != " ".join(outcome.reason.split()):
        raise Broken(f"the reason {outcome.reason!r} is no word for a record")
    _in_both_languages(outcome.text, "the sentence of the result")
    return 1


@at_moments(
    "default-move-is-legal",
    "What a seat does that lets its time run out is a legal move.",
    "Was ein Platz tut, dessen Zeit abläuft, ist ein erlaubter Zug.",
    moments=24,
    needs=FOUNDATIONS,
)
def default_move_is_legal(moment: Moment, tools: Tools) -> int:
    actors = moment.state.actors()
    for seat in actors:
        move = moment.state.default_move(seat)
        if move not in moment.state.moves(seat):
            raise Broken(f"its default move is {move}, which is not legal", seat)
    return len(actors)


@at_moments(
    DISTINCT,
    "The moves a search looks at are some of the legal ones.",
    "Die Züge, die eine Suche betrachtet, sind einige der erlaubten.",
    moments=24,
    needs=FOUNDATIONS,
    part="search",
)
def distinct_moves_are_legal(moment: Moment, tools: Tools) -> int:
    count = 0
    for seat in range(moment.state.seats):
        moves = moment.state.moves(seat)
        search = moment.game.require_search()
        distinct = search.distinct_moves(moment.state, seat)
        count += 1
        if bool(moves) != bool(distinct):
            raise Broken(f"has {len(moves)} legal moves and {len(distinct)} distinct ones", seat)
        if not set(distinct) <= set(moves) or len(set(distinct)) != len(distinct):
            raise Broken(f"the distinct moves {distinct} are not some of the legal moves {moves}", seat)
        found = search.moves_found(moment.state, seat, 40, 5) if moves else moves
        if bool(found) != bool(moves) or not set(found) <= set(moves):
            raise Broken(f"who overlooks some moves finds {found}, which are not some of {moves}", seat)
    return count


@at_moments(
    "hints-are-legal",
    "What the game suggests to bots is legal, and its estimates lie between lost and won.",
    "Was das Spiel Bots vorschlägt, ist erlaubt, und seine Schätzungen liegen zwischen verloren und gewonnen.",
    moments=16,
    needs=(*FOUNDATIONS, DISTINCT),
)
def hints_are_legal(moment: Moment, tools: Tools) -> int:
    count = 0
    search = moment.game.require_search()
    for seat in moment.state.actors():
        state = sample_or_none(moment.state, seat, seeded("hints", moment.ply)) or moment.state
        for name, move in (
            ("greedy()", search.greedy(state, seat)),
            ("playout_move()", search.playout_move(state, seat, tools.rng)),
        ):
            count += 1
            if move not in state.moves(seat):
                raise Broken(f"{name} suggests {move}, which is not legal", seat)
    for seat in range(moment.state.seats):
        estimate = search.estimate(moment.state, seat)
        if not 0.0 <= estimate <= 1.0:
            raise Broken(f"estimate() says {estimate}, which is not between 0 and 1", seat)
        kept = search.kept(moment.state, seat)
        if not 0.0 <= kept <= 1.0:
            raise Broken(f"kept() says {kept}, which is not between 0 and 1", seat)
    return count + check_estimate_terms(moment)


def check_estimate_terms(moment: Moment) -> int:
    """What a game names for a fit is what its estimate weighs: or else numbers would be fitted that nobody uses."""
    state, search = moment.state, moment.game.require_search()
    weights = search.weights(state.seats, state.options)
    rows = search.estimate_terms(state, weights[0].table) if weights and state.outcome() is None else []
    if not rows:
        return 0
    chances = weights[0].chances(rows, search.estimate_sure(state, weights[0].table))
    losing = 0.5 * (len(rows) - 2) / (len(rows) - 1)  # what outcomes give to losers
    for side, team in enumerate(moment.game.teams(state.seats, state.options)):
        expected = chances[side] + (1.0 - chances[side]) * losing
        for seat in team:
            estimate = search.estimate(state, seat)
            if abs(estimate - expected) > 1e-6:
                raise Broken(f"estimate() says {estimate}, but its terms and weights say {expected}", seat)
    return 1
