"""The measurement of bots notices what it is there to notice."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from bench.bots import Measured, unfair

from slugfest.server.bot_workers import Served


def served(table: str, asked: float, begun: float) -> Served:
    return cast(Served, SimpleNamespace(table=table, begun=begun, waited=begun - asked))


def test_a_table_served_twice_while_another_waits_is_noticed() -> None:
    fair = [served("a", 0, 1), served("b", 0, 2), served("a", 1.5, 3), served("b", 2.5, 4)]
    assert unfair(fair) == 0
    assert unfair([*fair, served("c", 0.5, 5)]) == 2
    assert unfair([*fair, served("c", 0.5, 3.5)]) == 1


def test_a_table_that_asks_two_things_at_once_waits_for_the_second_since_its_last_turn() -> None:
    twice = [served("b", 0, 1), served("a", 0.5, 2), served("b", 1.5, 3), served("a", 0.5, 4)]
    assert unfair(twice) == 0
    assert unfair([*twice[:3], served("b", 3.1, 3.5), twice[3]]) == 1


def test_a_target_is_reached_only_with_all_of_it() -> None:
    assert Measured("kapow-cards", 100, 0.5, 0.9, 2.0, 1.0, unfair=0).reached
    assert not Measured("kapow-cards", 100, 0.5, 1.1, 2.0, 1.0, unfair=0).reached
    assert not Measured("kapow-cards", 100, 0.5, 0.9, 2.0, 1.0, unfair=1).reached
