"""Coaching is honest: cautions, counsel and reasons rest on what the seat may know, change nothing, and can be read."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any, Final

from slugfest.kernel import (
    BETTER,
    EVEN,
    LOST,
    ONLY,
    STANDING,
    THEMES,
    WON,
    Caution,
    Contrast,
    Counsel,
    State,
    Text,
)

from .base import Broken, Tools, at_moments
from .determinism import difference
from .playthrough import Moment, as_position, as_text
from .sampling import HONEST_SAMPLES

_MOVES: Final = 30  # legal moves of a seat that are asked about
_PAIRS: Final = 3  # pairs of them that are compared


@at_moments(
    "coaching-is-honest",
    "Cautions, counsel and reasons are the same whatever lies where the seat cannot see, and in both languages.",
    "Warnungen, Rat und Gründe sind gleich, egal was dort liegt, wo der Platz nichts sieht, und in beiden Sprachen.",
    moments=16,
    needs=HONEST_SAMPLES,
    part="teaching",
)
def coaching_is_honest(moment: Moment, tools: Tools) -> int:
    state = moment.state.copy()  # if it is spoiled by asking, no other check is misled
    count, shown = 0, as_position(state)
    _first_match_can_be_played(moment)
    for seat in range(state.seats):
        moves = _some_moves(state, seat, tools)
        contrasts = _contrasts(state, seat, moves if seat in state.actors() else [])
        answers = _answers(state, seat, moves, contrasts)
        if as_position(state) != shown:
            raise Broken("being asked for cautions, counsel or reasons changed the position", seat)
        for redeal in moment.redeals(seat):
            count += 1
            redealt = _answers(redeal, seat, moves, contrasts)
            if as_text(redealt) != as_text(answers):
                raise Broken(f"it is coached by what it cannot see, {difference(answers, redealt)}", seat)
    return count


def _first_match_can_be_played(moment: Moment) -> None:
    first = moment.game.require_teaching().first_match
    if first is not None:
        moment.game.settle(*first)


def _some_moves(state: State, seat: int, tools: Tools) -> list[int]:
    moves = list(state.moves(seat))
    tools.rng.shuffle(moves)
    return moves[: tools.tries(_MOVES)]


def _answers(state: State, seat: int, moves: list[int], contrasts: list[Contrast]) -> dict[str, Any]:
    """Everything a seat would be answered here, checked for sense on the way."""
    game, teaching = state.game, state.game.require_teaching()
    counsels = teaching.counsel(state, seat) if seat in state.actors() else []
    cautions = {game.format(move): _caution(state, teaching.caution(state, seat, move)) for move in moves}
    reasons: dict[str, Any] = {}
    for contrast in contrasts:
        name = " ".join(
            [contrast.what, contrast.theme, contrast.term, str(contrast.whose), str(contrast.more())]
        )
        if contrast.best_line:
            name += f" {game.format(contrast.best_line[0])} / {game.format(contrast.next_line[0])}"
        reasons[name] = {
            "why": _words(teaching.why(state, seat, contrast), f"the reason for “{name}”"),
            "where": _words(teaching.where(state, seat, contrast), f"the question for “{name}”"),
        }
    return {
        "counsel": [_counsel(state, seat, counsel) for counsel in counsels],
        "cautions": cautions,
        "standing": dict(_standing(state, seat)),
        "reasons": reasons,
    }


def _counsel(state: State, seat: int, counsel: Counsel) -> dict[str, Any]:
    _cited(state, counsel.key, counsel.rule)
    if counsel.theme and counsel.theme not in THEMES:
        raise Broken(f"the counsel “{counsel.key}” has the unknown theme {counsel.theme!r}", seat)
    for move in counsel.moves:
        if not state.legal(seat, move):
            raise Broken(
                f"the counsel “{counsel.key}” recommends {state.game.format(move)}, which is illegal", seat
            )
    return {
        "key": counsel.key,
        "text": _words(counsel.text, f"the counsel “{counsel.key}”"),
        "rule": counsel.rule,
        "points": list(counsel.points),
        "moves": list(counsel.moves),
        "theme": counsel.theme,
    }


def _caution(state: State, caution: Caution | None) -> dict[str, Any] | None:
    if caution is None:
        return None
    _cited(state, caution.key, caution.rule)
    return {
        "key": caution.key,
        "text": _words(caution.text, f"the caution “{caution.key}”"),
        "rule": caution.rule,
    }


def _cited(state: State, key: str, rule: str) -> None:
    if not key:
        raise Broken("a counsel or caution has no key")
    if rule and state.game.rules and rule not in state.game.rules:
        raise Broken(f"“{key}” cites {rule}, which is not in the rules reference")


def _words(text: Text, what: str) -> dict[str, str]:
    for language in ("en", "de"):
        sentence = text.in_language(language)
        if not sentence or sentence != " ".join(sentence.split()):
            raise Broken(f"{what} is empty or ragged in {language}: {sentence!r}")
    return {"en": text.en, "de": text.de}


def _standing(state: State, seat: int) -> list[tuple[str, float]]:
    teaching = state.game.require_teaching()
    standing = teaching.standing(state, seat)
    terms = [term for term, _ in standing]
    if len(set(terms)) != len(terms):
        raise Broken(f"standing() names a term twice: {terms}", seat)
    if terms != [term for term, _ in teaching.standing(state, 0)]:
        raise Broken(f"standing() has other terms for another seat: {terms}", seat)
    for term, amount in standing:
        if not math.isfinite(amount):
            raise Broken(f"standing() says {amount} for {term}", seat)
    return standing


def _contrasts(state: State, seat: int, moves: list[int]) -> list[Contrast]:
    """Everything that may decide between two moves of a seat, each way round, and between some of those it has."""
    found = [_contrast(what) for what in (WON, LOST, BETTER, EVEN, ONLY)]
    for first, second in pairwise(moves[: _PAIRS + 1]):
        for what in (WON, LOST, BETTER, EVEN):
            contrast = _contrast(what)
            contrast.best_line, contrast.next_line = [first], [second]
            found.append(contrast)
        for theme in THEMES:
            contrast = _contrast(STANDING)
            contrast.theme, contrast.whose = theme, seat
            contrast.best_line, contrast.next_line = [first], [second]
            found.append(contrast)
    teaching = state.game.require_teaching()
    for whose in range(state.seats):
        for term, amount in _standing(state, whose) if whose == seat else teaching.standing(state, whose):
            for best, other in ((1.6, 0.4), (0.4, 1.6)):
                contrast = _contrast(STANDING, best, other)
                contrast.term, contrast.whose, contrast.now = term, whose, amount if whose == seat else 1.0
                contrast.theme = teaching.theme(term)
                if contrast.theme not in THEMES:
                    raise Broken(f"theme() says {contrast.theme!r} for {term}", seat)
                found.append(contrast)
    return found


def _contrast(what: str, best: float = 0.6, other: float = 0.4) -> Contrast:
    contrast = Contrast(what)
    contrast.best, contrast.next, contrast.gain = best, other, 0.1
    return contrast
