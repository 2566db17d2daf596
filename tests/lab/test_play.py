"""A game between bots is a real game: it replays from its record, and nobody sees a simultaneous choice too early."""

from __future__ import annotations

import pytest
from tests.textbook import NIM, ROCK_PAPER_SCISSORS, Nim

from slugfest.bots import Bot, Idea, RandomBot, bot
from slugfest.kernel import Options, Perspective, Rng, SlugfestError, game, verify
from slugfest.lab import play_game


def test_the_same_seed_gives_the_same_game_and_its_record_replays() -> None:
    kapow = game("kapow-cards")
    bots = [bot("greedy", kapow), bot("search:20", kapow), bot("random", kapow)]
    played, again, other = (play_game(kapow, bots, seed=seed) for seed in ("a", "a", "b"))
    assert played.record().text() == again.record().text()
    assert played.record().text() != other.record().text()
    assert verify(played.record(), kapow).state.outcome() is not None
    assert played.record().players == ["greedy", "search:20", "random"]


def test_the_same_deal_can_be_played_by_others() -> None:
    kapow = game("kapow-cards")
    one = play_game(kapow, [bot("random", kapow)] * 2, seed="x", deal="d")
    two = play_game(kapow, [bot("random", kapow)] * 2, seed="y", deal="d")
    assert one.history.start.document() == two.history.start.document()
    assert one.record().text() != two.record().text()


class Watching(Bot):
    """Notes who still owed a decision when it was asked."""

    def __init__(self) -> None:
        super().__init__("watching")
        self.saw: list[list[int]] = []

    def consider(self, perspective: Perspective, rng: Rng) -> list[Idea]:
        self.saw.append(perspective.view()["actors"])
        return [Idea(0, 0, 0.5, 1.0)]


def test_simultaneous_decisions_are_all_made_before_any_is_carried_out() -> None:
    watching = Watching()
    played = play_game(ROCK_PAPER_SCISSORS, [watching, watching], seed=1)
    assert watching.saw == [[0, 1], [0, 1]]
    assert played.length == 2


class Endless(Nim):
    def max_moves(self, seats: int, options: Options) -> int:
        return 3


def test_a_game_that_outlasts_its_own_bound_is_reported() -> None:
    with pytest.raises(SlugfestError, match="ends within 3 moves"):
        play_game(Endless(100), [RandomBot(), RandomBot()], seed=1)


def test_too_many_bots_are_refused() -> None:
    with pytest.raises(SlugfestError, match="2 to 4 players"):
        play_game(NIM, [RandomBot()] * 5, seed=1)
