"""Matches that play themselves may not keep a server busy."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest
from tests.server.harness import RunningServer, quick_settings
from websockets.exceptions import ConnectionClosed

from slugfest.server.budgets import Budgets
from slugfest.server.limits import NO_LIMITS, Distinct, Rate
from slugfest.server.unwatched import AT_ONCE, FIRST_PAUSE, LONGEST_PAUSE, Unwatched


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_match_that_nobody_watches_goes_on_ever_more_slowly() -> None:
    clock = Clock()
    unwatched, written = Unwatched(clock), []
    for second in range(8000):
        clock.now = float(second)
        written += [second] if unwatched.awake(["M"], ()) else []
    gaps = [later - sooner for sooner, later in itertools.pairwise(written)]
    assert gaps[:4] == [FIRST_PAUSE * factor for factor in (1, 2, 4, 8)]
    assert max(gaps) == LONGEST_PAUSE


def test_a_match_that_somebody_watches_never_waits() -> None:
    unwatched = Unwatched(Clock())
    assert [unwatched.awake(["M"], {"M"}) for _ in range(3)] == [["M"]] * 3
    assert unwatched.awake(["M"], ()) == ["M"]
    assert unwatched.awake(["M"], ()) == []
    unwatched.watched("M")
    assert unwatched.awake(["M"], ()) == ["M"], "somebody was there meanwhile"


def test_of_many_that_nobody_watches_a_few_go_on_at_once() -> None:
    unwatched, many = Unwatched(Clock()), [f"M{number}" for number in range(3 * AT_ONCE)]
    first = unwatched.awake(many, {many[-1]})
    assert first == [*many[:AT_ONCE], many[-1]]
    assert unwatched.awake(many, ()) == many[AT_ONCE : 2 * AT_ONCE]


def test_bots_alone_play_as_fast_as_the_address_that_watches_may_pay_for() -> None:
    clock = Clock()
    budgets = Budgets(replace(NO_LIMITS, bot_moves=Rate(60, 2)), clock)
    here, neighbour, there = (
        budgets.account(guest, address)
        for guest, address in (("ann", "192.0.2.1"), ("bob", "192.0.2.1"), ("eve", "192.0.2.2"))
    )
    assert [here.pay_bot_move() for _ in range(4)] == [0, 0, 1, 2]
    assert neighbour.pay_bot_move() == 3
    assert there.pay_bot_move() == 0
    clock.now = 10.0
    assert here.pay_bot_move() == 0


def test_bots_alone_wait_at_a_real_table() -> None:
    settings = quick_settings(limits=replace(NO_LIMITS, bot_moves=Rate(0.001, 3)))
    with RunningServer(settings) as server, server.person("Ann") as ann:
        with ann.connect(ann.create("easy", "easy")) as watching:
            while watching.version < 4:
                watching.receive()
            watching.send({"type": "sync"})
            while watching.receive()["type"] != "snapshot":
                pass
            assert sum(step["move"] is not None for step in watching.log) <= 3
        with ann.connect(ann.create("me", "easy")) as playing:
            assert playing.match["status"] == "playing", "where a person plays, bots play on"


def test_different_matches_are_counted_once_each() -> None:
    open_matches = Distinct(2)
    assert [open_matches.enter("here", match) for match in ("A", "A", "B", "C")] == [True, True, True, False]
    assert open_matches.enter("there", "C")
    open_matches.leave("here", "A")
    assert not open_matches.enter("here", "C"), "one window of it is still open"
    open_matches.leave("here", "A")
    assert open_matches.enter("here", "C")
    for whose, what in (("here", "B"), ("here", "C"), ("there", "C")):
        open_matches.leave(whose, what)
    assert not open_matches._open


def test_an_address_has_only_so_many_matches_open_at_once() -> None:
    settings = quick_settings(limits=replace(NO_LIMITS, running=2))
    with RunningServer(settings) as server, server.person("Ann") as ann:
        codes: list[Any] = [ann.create("me", "open") for _ in range(3)]
        with ann.connect(codes[0]), ann.connect(codes[1]) as second, ann.connect(codes[1]):
            third = ann.dial(codes[2])
            assert third.receive()["code"] == "TOO_MANY_WINDOWS"
            with pytest.raises(ConnectionClosed):
                third.receive()
            second.done("set_seat", seat=1, kind="bot")
        with ann.connect(codes[2]) as third:
            third.done("set_seat", seat=1, kind="bot")
