"""Why a decision is better than the tempting one, in a sentence: the same words that hints and the review use."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from slugfest.bots.decisive import decide as what_decides
from slugfest.bots.judgement import chance_to_win, winning_scale
from slugfest.bots.looks import Candidate, Looks, behind
from slugfest.bots.search import SearchBot
from slugfest.kernel import BETTER, Perspective, Rng, State, Teaching, Text
from slugfest.kernel.coaching import general_reason
from slugfest.lessons.course import MOST_WORDS

_FIGURES: Final = re.compile(r"%|\d[.,]\d|next idea|nächste[nr]? Idee")  # statistics are no reason


def fits(text: Text) -> bool:
    """Whether a bubble holds a sentence."""
    return all(0 < len(words.split()) <= MOST_WORDS for words in (text.en, text.de))


def sayable(text: Text) -> bool:
    """Whether a person would say it: a short sentence without statistics."""
    return fits(text) and not any(_FIGURES.search(words) for words in (text.en, text.de))


@dataclass
class Explanation:
    """What a puzzle says about its answer, and how sure the difference is."""

    why: Text  # the right decision is better
    where: Text  # to look: a question that does not give it away
    theme: str
    loss: float  # of the chance to win, of the tempting decision
    error: float  # its standard error
    plain: bool  # something that players can count decides


def explain(
    state: State, seat: int, right: list[int], tempting: list[int], looks: int, rng: Rng
) -> Explanation:
    """Play both decisions in the same imagined worlds and say what makes the difference."""
    perspective = Perspective(state, seat)
    search = SearchBot("search", looks).think(perspective, rng)
    best, other = Candidate(right[0], right), Candidate(tempting[0], tempting)
    common = Looks(search, rng.fork())
    for _ in range(max(100, looks // 4)):
        common.compare([best, other])
    loss, error = behind(best, other)
    scale = winning_scale(state, seat)
    chances = (chance_to_win(state, seat, best.mean()), chance_to_win(state, seat, other.mean()))
    sample = perspective.sample(rng)
    contrast = what_decides([best, other], right, tempting, chances, sample, perspective, rng)
    contrast.best_line, contrast.next_line = right, tempting
    teaching = state.game.teaching or Teaching()
    why = teaching.why(sample, seat, contrast)
    return Explanation(
        why=why if sayable(why) else general_reason(contrast, seat),
        where=teaching.where(sample, seat, contrast),
        theme=contrast.theme or "judgement",
        loss=loss / scale,
        error=error / scale,
        plain=contrast.what != BETTER,
    )
