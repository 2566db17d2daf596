"""The search finds what is best, mixes where it must, and never rests on what a seat cannot see."""

from __future__ import annotations

import pytest
from tests.equilibrium import (
    exploitability,
    kuhn_policy,
    kuhn_trees,
    pennies_off,
    rock_paper_scissors_lost,
)
from tests.textbook import (
    KUHN,
    LOPSIDED_PENNIES,
    ROCK_PAPER_SCISSORS,
    Nim,
    NimState,
    Textbook,
    TextbookState,
    ended,
)

from slugfest.bots import Idea, SearchBot
from slugfest.kernel import UNSEEN, Outcome, Perspective, Rng, State, seeded

pytestmark = pytest.mark.compiled


def as_tuples(ideas: list[Idea]) -> list[tuple[int, int, float, float]]:
    return [(idea.move, idea.visits, idea.value, idea.probability) for idea in ideas]


# ---- deciding in turn ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("heap", [5, 6, 7, 9, 10, 11])
def test_it_leaves_the_opponent_a_multiple_of_four(heap: int) -> None:
    perspective = Perspective(Nim(heap).new(2, {}, Rng(1)), 0)
    best = SearchBot(iterations=2000).consider(perspective, seeded(heap))[0]
    assert best.move + 1 == heap % 4
    assert best.value > 0.8
    assert best.probability == 1.0


def test_teammates_play_for_each_other() -> None:
    """With six left and four seats, taking one or two lets the partner take the last; taking three does not."""
    perspective = Perspective(Nim(6).new(4, {}, Rng(1)), 0)
    ideas = SearchBot(iterations=3000).consider(perspective, seeded("team"))
    assert ideas[0].move == 1  # leaves four: whatever the next seat takes, the partner takes the rest


def test_the_budget_is_kept_to_the_iteration() -> None:
    ideas = SearchBot(iterations=137).consider(Perspective(Nim(9).new(2, {}, Rng(1)), 0), Rng(4))
    assert sum(idea.visits for idea in ideas) == 137


def test_a_budget_in_seconds_gives_an_answer_too() -> None:
    ideas = SearchBot(seconds=0.001).consider(Perspective(Nim(9).new(2, {}, Rng(1)), 0), Rng(4))
    assert ideas[0].visits >= 1


def test_the_same_generator_gives_the_same_thoughts() -> None:
    perspective = Perspective(KUHN.at(1, "p"), 1)
    player = SearchBot(iterations=200)
    thoughts = [as_tuples(player.consider(perspective, seeded(seed))) for seed in ("a", "a", "b")]
    assert thoughts[0] == thoughts[1]
    assert thoughts[0] != thoughts[2]


def test_thoughts_are_the_same_on_every_machine_compiled_or_not() -> None:
    """Pinned numbers: a change here changes every recorded bot game and needs a reason."""
    player = SearchBot(iterations=500)
    at_cards = player.consider(Perspective(KUHN.at(1, "p"), 1), seeded("pinned"))
    at_heap = player.consider(Perspective(Nim(10).new(2, {}, Rng(1)), 0), seeded("pinned"))
    at_once = player.consider(Perspective(LOPSIDED_PENNIES.new(2, {}, Rng(1)), 0), seeded("pinned"))
    assert [(idea.move, idea.visits) for idea in at_cards] == [(0, 335), (1, 165)]
    assert [(idea.move, idea.visits) for idea in at_heap] == [(1, 425), (0, 53), (2, 22)]
    assert [(idea.move, idea.visits) for idea in at_once] == [(1, 284), (0, 216)]
    assert at_once[0].probability == pytest.approx(0.576285676, abs=1e-9)


def test_thoughts_do_not_depend_on_the_hidden_truth() -> None:
    truth, other_truth = KUHN.at(1, "b"), KUHN.at(1, "b")
    truth.cards[0], other_truth.cards[0] = 0, 2
    player = SearchBot(iterations=200)
    thoughts = [
        as_tuples(player.consider(Perspective(state, 1), seeded("t"))) for state in (truth, other_truth)
    ]
    assert thoughts[0] == thoughts[1]


class Racing(NimState):
    """Nim whose own estimate says that all depends on taking one at first."""

    def __init__(self) -> None:
        super().__init__()
        self.began = -1

    def apply(self, seat: int, move: int) -> None:
        super().apply(seat, move)
        if self.began < 0:
            self.began = move

    def sample(self, seat: int, rng: Rng) -> Racing:
        fresh = Racing()
        self.copy_base(fresh)
        fresh.heap, fresh.turn = self.heap, self.turn
        return fresh

    def estimate(self, seat: int) -> float:
        return 0.9 if (self.began == 0) == (seat == 0) else 0.1


@pytest.mark.parametrize(("horizon", "follows"), [(0, True), (1000, False)])
def test_beyond_the_horizon_it_trusts_the_games_estimate(horizon: int, follows: bool) -> None:
    state = Racing()
    state.game, state.seats, state.heap = Nim(), 2, 100
    player = SearchBot(iterations=60)
    player.horizon = horizon
    ideas = player.consider(Perspective(state, 0), seeded("far"))
    assert (ideas[0].move == 0 and ideas[0].value == pytest.approx(0.9)) == follows


# ---- what is hidden -----------------------------------------------------------------------------------------------


class CoinState(TextbookState):
    """The first seat lays a coin, the second guesses it: openly, or without having seen it."""

    def __init__(self) -> None:
        super().__init__()
        self.laid: list[int] = []

    def actors(self) -> list[int]:
        return [len(self.laid)] if len(self.laid) < 2 else []

    def moves(self, seat: int) -> list[int]:
        return [0, 1, 2, 3] if seat in self.actors() else []

    def apply(self, seat: int, move: int) -> None:
        self.laid.append(move)

    def sample(self, seat: int, rng: Rng) -> CoinState:
        fresh = CoinState()
        self.copy_base(fresh)
        fresh.laid = list(self.laid)
        return fresh

    def seen_as(self, seat: int, move: int, observer: int) -> int:
        assert isinstance(self.game, Coin)
        return move if self.game.openly else UNSEEN

    def outcome(self) -> Outcome | None:
        if self.actors():
            return None
        return ended([0, 1] if self.laid[0] == self.laid[1] else [1, 0])


class Coin(Textbook):
    def __init__(self, openly: bool) -> None:
        super().__init__("coin", 2, ["1", "2", "5", "10"])
        self.openly = openly


@pytest.mark.parametrize(("openly", "low", "high"), [(True, 0.0, 0.1), (False, 0.6, 0.9)])
def test_imagined_opponents_use_what_they_see_and_nothing_else(openly: bool, low: float, high: float) -> None:
    state = CoinState()
    state.game, state.seats = Coin(openly), 2
    best = SearchBot(iterations=3000).consider(Perspective(state, 0), seeded("coin"))[0]
    assert low <= best.value <= high


def test_the_yardstick_for_kuhns_poker_is_right() -> None:
    """At a third of the bluffs the known equilibrium loses nothing; playing blindly loses 11/12 of a chip."""
    bluff = 0.25
    equilibrium = {
        (0, ""): bluff, (0, "pb"): 0.0, (1, ""): 0.0, (1, "pb"): bluff + 1 / 3, (2, ""): 3 * bluff, (2, "pb"): 1.0,
        (0, "p"): 1 / 3, (0, "b"): 0.0, (1, "p"): 0.0, (1, "b"): 1 / 3, (2, "p"): 1.0, (2, "b"): 1.0,
    }  # fmt: skip
    assert exploitability(equilibrium) == pytest.approx(0.0, abs=1e-12)
    assert exploitability(dict.fromkeys(equilibrium, 0.5)) == pytest.approx(11 / 12)


def test_kuhns_poker_is_played_without_gross_blunders() -> None:
    policy = kuhn_policy(SearchBot(iterations=400), 5)
    assert policy[0, "b"] == policy[0, "pb"] == 0.0, "the lowest card never calls"
    assert policy[2, "b"] == policy[2, "pb"] == 1.0, "the highest card always calls"
    assert exploitability(policy) < 0.4


def test_weighing_every_decision_as_a_secret_one_makes_it_bluff() -> None:
    player = SearchBot(iterations=1000)
    player.always_mix = True
    policy = kuhn_policy(player, 5)
    assert 0.02 < policy[0, ""] < 0.5
    assert exploitability(policy) < 0.32


# ---- deciding at once ---------------------------------------------------------------------------------------------


def mixture(state: State, seat: int, iterations: int) -> dict[int, float]:
    ideas = SearchBot(iterations=iterations).consider(Perspective(state, seat), seeded("mix", seat))
    return {idea.move: idea.probability for idea in ideas}


@pytest.mark.parametrize("seat", [0, 1])
def test_rock_paper_scissors_is_played_a_third_each(seat: int) -> None:
    mixed = mixture(ROCK_PAPER_SCISSORS.new(2, {}, Rng(1)), seat, 4000)
    assert all(mixed[move] == pytest.approx(1 / 3, abs=0.06) for move in range(3))


@pytest.mark.parametrize("seat", [0, 1])
def test_lopsided_pennies_are_played_in_the_known_equilibrium(seat: int) -> None:
    mixed = mixture(LOPSIDED_PENNIES.new(2, {}, Rng(1)), seat, 4000)
    assert mixed[0] == pytest.approx(1 / 3, abs=0.06)


def test_simultaneous_moves_are_drawn_from_the_mixture() -> None:
    perspective = Perspective(ROCK_PAPER_SCISSORS.new(2, {}, Rng(1)), 0)
    played = [SearchBot(iterations=100).choose(perspective, seeded("draw", number)) for number in range(90)]
    assert all(played.count(move) > 10 for move in range(3))


@pytest.mark.parametrize(("fewer", "more"), [(100, 1000), (300, 3000)])
def test_ten_times_the_iterations_come_nearer_to_the_equilibrium(fewer: int, more: int) -> None:
    assert pennies_off(more, 4) < 0.6 * pennies_off(fewer, 4)
    assert pennies_off(more, 4) < 0.06


def test_ten_times_the_iterations_leave_a_best_response_less_to_win() -> None:
    few, many = (rock_paper_scissors_lost(iterations, 4) for iterations in (100, 1000))
    assert many < 0.5 * few
    assert many < 0.1


def test_the_trees_of_kuhns_poker_come_near_the_equilibrium() -> None:
    """From what all seats know together. A seat's own search stays above about a quarter of a chip: to it every card of
    the other is equally likely, whatever the other did, and its imagined opponent learns its own."""
    few, many = (exploitability(kuhn_trees(iterations)) for iterations in (300, 10_000))
    assert many < 0.2
    assert many < 0.6 * few


# ---- no seat is preferred -----------------------------------------------------------------------------------------


class PartsState(TextbookState):
    """Two seats decide at once, each in two parts, twice; the higher sum wins. A round is shown when both are ready."""

    own = ("parts", "sums")

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[
            int
        ] = []  # the seat and the number of every part of this round, as seat * 10 + number
        self.sums = [0, 0, 0]  # by seat, and the rounds played

    def made(self, seat: int) -> list[int]:
        return [part % 10 for part in self.parts if part // 10 == seat]

    def actors(self) -> list[int]:
        return [seat for seat in (0, 1) if len(self.made(seat)) < 2] if self.sums[2] < 2 else []

    def moves(self, seat: int) -> list[int]:
        return [0, 1, 2, 3] if seat in self.actors() else []

    def apply(self, seat: int, move: int) -> None:
        self.parts.append(seat * 10 + move)
        if len(self.parts) == 4:
            for side in (0, 1):
                one, other = self.made(side)
                self.sums[side] += one * 2 - other if one != self.made(1 - side)[0] else other
            self.sums[2] += 1
            self.parts = []

    def seen_as(self, seat: int, move: int, observer: int) -> int:
        return UNSEEN

    def estimate(self, seat: int) -> float:
        return 0.5 + (self.sums[seat] - self.sums[1 - seat]) / 100

    def outcome(self) -> Outcome | None:
        return None if self.actors() else ended(self.sums[:2])


class Parts(Textbook):
    position = PartsState


@pytest.mark.parametrize("iterations", [40, 400])
def test_both_seats_of_a_symmetric_decision_think_alike(iterations: int) -> None:
    """With the same chance, to the last look: in a search nothing depends on the number of a seat."""
    state = Parts("parts", 2, ["0", "1", "2", "3"]).new(2, {}, Rng(1))
    player = SearchBot(iterations=iterations)
    player.horizon = 0
    first, second = (as_tuples(player.consider(Perspective(state, seat), seeded("alike"))) for seat in (0, 1))
    assert first == second


# ---- chapters -----------------------------------------------------------------------------------------------------


class TwoRoundsState(TextbookState):
    """A choice, then a second round that a search should leave alone."""

    def __init__(self) -> None:
        super().__init__()
        self.chosen: list[int] = []
        self.looked = [0]  # shared by all copies: how often somebody moved in the second round

    def actors(self) -> list[int]:
        return [len(self.chosen) % 2] if len(self.chosen) < 8 else []

    def moves(self, seat: int) -> list[int]:
        return [0, 1]

    def apply(self, seat: int, move: int) -> None:
        self.looked[0] += len(self.chosen) >= 2
        self.chosen.append(move)

    def chapter(self) -> int:
        return min(1, len(self.chosen) // 2)

    def estimate(self, seat: int) -> float:
        return 0.9 if self.chosen[seat] == 1 else 0.1

    def copy(self) -> TwoRoundsState:
        fresh = TwoRoundsState()
        self.copy_base(fresh)
        fresh.chosen, fresh.looked = list(self.chosen), self.looked
        return fresh

    def outcome(self) -> Outcome | None:
        return None if self.actors() else ended([0, 0])


class TwoRounds(Textbook):
    position = TwoRoundsState


@pytest.mark.parametrize("chapters", [True, False])
def test_it_looks_no_further_than_the_chapter_unless_told_to(chapters: bool) -> None:
    state = TwoRounds("two-rounds", 2, ["no", "yes"]).new(2, {}, Rng(1))
    assert isinstance(state, TwoRoundsState)
    bot = SearchBot(iterations=200)
    bot.chapters = chapters
    best = bot.consider(Perspective(state, 0), seeded("chapters"))[0]
    if chapters:
        assert best.move == 1
        assert best.value == pytest.approx(0.9)
    assert (state.looked[0] == 0) == chapters
