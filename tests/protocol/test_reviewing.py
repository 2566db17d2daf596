"""Reviews as both servers make them."""

from __future__ import annotations

import pytest

from slugfest.bots import bot
from slugfest.kernel import Perspective, games, seeded
from slugfest.protocol.codes import Codes
from slugfest.protocol.new_match import new_table
from slugfest.protocol.reviewing import ReviewJob, is_current
from slugfest.protocol.wire import NewMatch, NewSeat
from slugfest.table import Nonce, Table


def finished(name: str) -> Table:
    played = games()[name]
    wanted = NewMatch(name, [NewSeat("me"), NewSeat("bot", "easy")], start=True)
    table = new_table("ABCD2345", played, "ann", "Ann", wanted, Codes())
    table.handle("ann", "nonce", Nonce("0" * 32))
    player, chance = bot("greedy", played), seeded("reviewing", name)
    while not table.over:
        assert table.history is not None
        seat = table.owing()[0]
        move = player.choose(Perspective(table.history.state.copy(), seat), chance)
        table.enter({"kind": "moves", "seat": seat, "moves": [played.format(move)]})
    return table


@pytest.mark.parametrize("name", ["kapow-cards", "tag-team"])
def test_a_review_of_this_release_is_current_and_one_of_another_is_not(name: str) -> None:
    """Also a quick one, which may measure with a cheaper function than the whole one does."""
    table = finished(name)
    job = ReviewJob(table.game, table.record(), quick=True, level="search:10")
    progress = [0]
    while job.work(0.0):
        progress.append(job.progress)
    assert progress == sorted(progress)
    review = job.document()
    assert is_current(review, table)
    assert not is_current({**review, "values": "1:other"}, table)
    assert not is_current({**review, "version": 0}, table)
    assert not is_current(None, table)
