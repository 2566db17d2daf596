"""What a reason reads like: a sentence that a good player would say, in every game, at any moment."""

from __future__ import annotations

import re

import pytest

from slugfest.bots import Judgement, SearchBot, bot, judge
from slugfest.kernel import Game, Perspective, Rng, Text, game, seeded
from slugfest.kernel.coaching import general_reason

MOMENTS = 200
SEATS = {"kapow-cards": 2, "custom-heroes": 3}  # games that must give their own reasons

# A number that belongs to a name is no figure: the player's seat, a card's value beside its name, and what an attack or
# a set is called by ("your 10 + 2", "two 7s", "zwei 7er", "a single 9").
_NAMES = re.compile(
    r"\{P\d\}|\(−?\+?\d+\)"
    r"|(?:[Yy]our|[Dd]eine|[Mm]it) \d+(?: \+ \d+)?|\d+ \+ \d+"
    r"|(?:[Aa] single|[Ee]ine|[Tt]wo|[Zz]wei|[Tt]hree|[Dd]rei|[Ff]our|[Vv]ier|\d+) −?\d+(?:s|er)?\b"
)
_STATISTICS = re.compile(r"\d[.,]\d|%|next idea|nächste[n]? Idee|imagined|vorgestellt", re.IGNORECASE)


def numbers(sentence: str) -> list[str]:
    return re.findall(r"\d+", _NAMES.sub("", sentence))


def moments(played: Game, count: int) -> list[tuple[Perspective, Rng]]:
    """Decisions of games between sensible beginners who err: each with chance of its own."""
    rng = seeded("reasons", played.id)
    found: list[tuple[Perspective, Rng]] = []
    player = bot("easy", played)
    while len(found) < count:
        state = played.new(SEATS[played.id], {}, rng.fork())
        while state.outcome() is None and len(found) < count:
            seat = state.actors()[0]
            if len(state.moves(seat)) > 1 and rng.below(5) == 0:
                found.append((Perspective(state.copy(), seat), rng.fork()))
            state.apply(seat, player.choose(Perspective(state, seat), rng))
    return found


def judgements(played: Game) -> list[Judgement]:
    return [judge(SearchBot("search", 60), perspective, rng) for perspective, rng in moments(played, MOMENTS)]


def sentences(text: Text | None) -> list[str]:
    assert text is not None
    return [text.en, text.de]


def test_names_are_no_figures() -> None:
    assert numbers("Your 10 + 2 beats Mossback (10) of {P2} for sure.") == []
    assert numbers("A single 10: hard to beat.") == numbers("Zwei 7er gehen weg.") == []
    assert numbers("After it 4 plays empty your hand; otherwise 5.") == ["4", "5"]
    assert _STATISTICS.search("keeps about 5.4")
    assert _STATISTICS.search("mit der nächsten Idee")


@pytest.mark.heavy
@pytest.mark.parametrize("name", SEATS)
def test_reasons_are_sentences_of_the_game_with_one_number_at_most(name: str) -> None:
    own = 0
    for judgement in judgements(game(name)):
        assert judgement.contrast is not None
        for sentence in [*sentences(judgement.why), *sentences(judgement.where)]:
            assert len(numbers(sentence)) <= 1, sentence
            assert not _STATISTICS.search(sentence), sentence
        own += judgement.why != general_reason(judgement.contrast, judgement.seat)
    assert own >= 0.9 * MOMENTS
