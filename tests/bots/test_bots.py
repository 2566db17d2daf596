"""Every bot answers from what a seat knows, says how sure it is, and explains itself in both languages."""

from __future__ import annotations

import pytest
from tests.textbook import BET, KUHN, NIM, PASS, ROCK_PAPER_SCISSORS, Kuhn, KuhnState, Nim, NimState

from slugfest.bots import LEVELS, Bot, GreedyBot, Idea, RandomBot, SearchBot, bot, play_out
from slugfest.kernel import Perspective, Rng, SlugfestError, State, seeded

pytestmark = pytest.mark.compiled

NAMES = [*LEVELS, "random", "greedy", "search", "search:50", "search:0.01s"]


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_plays_a_legal_move_under_the_name_it_was_asked_for(name: str) -> None:
    state = KUHN.at(1, "p")
    player = bot(name, KUHN)
    assert player.name == name
    assert player.choose(Perspective(state, 1), seeded(name)) in state.moves(1)


@pytest.mark.parametrize("name", NAMES)
def test_chances_of_all_ideas_add_up_to_one(name: str) -> None:
    for line in ("", "p", "b", "pb"):
        ideas = bot(name, KUHN).consider(Perspective(KUHN.at(0, line), len(line) % 2), seeded(name, line))
        assert sum(idea.probability for idea in ideas) == pytest.approx(1.0)
        assert all(0.0 <= idea.value <= 1.0 for idea in ideas)


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_explains_itself_in_both_languages(name: str) -> None:
    perspective = Perspective(NIM.new(2, {}, Rng(1)), 0)
    player = bot(name, NIM)
    text = player.explain(perspective, player.consider(perspective, Rng(2)))
    assert text.en
    assert text.de
    assert text.en != text.de


@pytest.mark.parametrize(
    "name", ["", "Hard", "search:", "search:0", "search:-5", "search:0s", "search:xs", "deep blue"]
)
def test_an_unknown_bot_is_refused_with_what_to_write_instead(name: str) -> None:
    with pytest.raises(SlugfestError, match="search:2000"):
        bot(name, NIM)


def test_random_plays_every_legal_move_about_equally_often() -> None:
    perspective = Perspective(ROCK_PAPER_SCISSORS.new(2, {}, Rng(1)), 0)
    rng = seeded("even")
    played = [RandomBot().choose(perspective, rng) for _ in range(3000)]
    assert all(900 < played.count(move) < 1100 for move in range(3))


class Peeking(Kuhn):
    """A game whose rule of thumb looks into the other hand: bet if the card is better."""

    def greedy(self, state: State, seat: int) -> int:
        assert isinstance(state, KuhnState)
        return BET if state.cards[seat] > state.cards[1 - seat] else PASS


def test_greedy_cannot_peek_even_if_the_games_rule_of_thumb_tries() -> None:
    peeking = Peeking()
    state = peeking.at(1, "")
    moves = {GreedyBot().choose(Perspective(state, 0), seeded(number)) for number in range(50)}
    assert moves == {PASS, BET}


def test_greedy_follows_the_games_rule_of_thumb() -> None:
    perspective = Perspective(Nim(7).new(2, {}, Rng(1)), 0)
    ideas = GreedyBot().consider(perspective, Rng(3))
    assert ideas[0].move == 2
    assert sorted(idea.move for idea in ideas) == [0, 1, 2]


class Inestimable(NimState):
    """A position whose estimate must not be asked for when the game is over."""

    def sample(self, seat: int, rng: Rng) -> NimState:
        fresh = Inestimable()
        self.copy_base(fresh)
        fresh.heap, fresh.turn = self.heap, self.turn
        return fresh

    def estimate(self, seat: int) -> float:
        assert self.heap, "the game is over"
        return 0.25


@pytest.mark.parametrize(("heap", "value"), [(3, 1.0), (7, 0.25)])
def test_greedy_values_a_finished_game_by_its_outcome(heap: int, value: float) -> None:
    state = Inestimable()
    state.game, state.seats, state.heap = NIM, 2, heap
    ideas = GreedyBot().consider(Perspective(state, 0), Rng(1))
    assert (ideas[0].move, ideas[0].value) == (2, value)


class Unimaginable(NimState):
    """A position that cannot be sampled."""

    def sample(self, seat: int, rng: Rng) -> NimState:
        raise AssertionError("there was nothing to think about")


@pytest.mark.parametrize("player", [GreedyBot(), SearchBot()])
def test_a_single_legal_move_is_played_without_thinking(player: Bot) -> None:
    state = Unimaginable()
    state.game, state.seats, state.heap = NIM, 2, 1
    assert player.choose(Perspective(state, 0), Rng(1)) == 0


@pytest.mark.parametrize("player", [RandomBot(), GreedyBot(), SearchBot()])
def test_a_seat_without_a_decision_is_told_so(player: Bot) -> None:
    with pytest.raises(SlugfestError, match="seat 2 has no move"):
        player.choose(Perspective(NIM.new(2, {}, Rng(1)), 1), Rng(1))


def test_a_stranger_can_write_a_bot() -> None:
    class Stubborn(Bot):
        def consider(self, perspective: Perspective, rng: Rng) -> list[Idea]:
            return [Idea(perspective.moves()[-1], 0, 0.5, 1.0)]

    perspective = Perspective(NIM.new(2, {}, Rng(1)), 0)
    stubborn = Stubborn("stubborn")
    assert stubborn.choose(perspective, Rng(1)) == 2
    assert "take 3" in stubborn.explain(perspective, stubborn.consider(perspective, Rng(1))).de


def test_random_play_goes_to_the_end_or_to_its_limit() -> None:
    state = Nim(40).new(2, {}, Rng(1))
    assert play_out(state, Rng(5), 4) == 4
    assert state.outcome() is None
    assert 10 <= play_out(state, Rng(5), 1000) <= 40
    assert state.outcome() is not None
