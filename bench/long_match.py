"""Long matches in a store, for ``./dev bench prices`` and ``./dev bench attack``: thousands of entries each."""

from __future__ import annotations

import random
from typing import Any

from itsdangerous import Signer

from slugfest.kernel import games
from slugfest.protocol.codes import Codes
from slugfest.protocol.new_match import new_table
from slugfest.protocol.wire import NewMatch, NewSeat
from slugfest.server.guests import COOKIE
from slugfest.store import NewEntry, Store
from slugfest.table import Abandon, Play, Sit, Start, Table, summary_of

GAME = "kapow-dice"  # four random players hardly ever end it
SEATS = 4
MOVES = 2500


def prepare(store: Store) -> dict[str, Any]:
    """Write a running and a finished long match; their codes, and the cookies of those who play them."""
    guests = [Codes().guest() for _ in range(SEATS)]
    signer = Signer(store.signing_key(), salt="slugfest guest")
    running, over = (long_match(guests) for _ in range(2))
    for number, guest in enumerate(guests):
        over.handle(guest, f"end {number}", Abandon())
    assert over.over
    for table in (running, over):
        keep(store, table)
    return {
        "running": running.id,
        "over": over.id,
        "cookies": [f"{COOKIE}={signer.sign(guest).decode()}" for guest in guests],
    }


def long_match(guests: list[str], moves: int = MOVES) -> Table:
    game, codes, chance = games()[GAME], Codes(), random.Random(7)
    wanted = NewMatch(game=GAME, seats=[NewSeat("me"), *(NewSeat("open") for _ in range(SEATS - 1))])
    table = new_table(codes.match(), game, guests[0], "Ann", wanted, codes)
    for seat, guest in enumerate(guests[1:], 1):
        table.handle(guest, f"sit {seat}", Sit(seat, f"Player {seat}"))
    table.handle(guests[0], "start", Start())
    for number in range(moves):
        history = table.running()
        seat = history.state.actors()[0]
        move = game.format(chance.choice(list(history.state.moves(seat))))
        answer = table.handle(guests[seat], f"move {number}", Play((move,), sure=True))
        assert answer.refusal is None, answer.refusal
    assert not table.over, "the game ended early; choose another chance"
    return table


def keep(store: Store, table: Table) -> None:
    guests, summary = tuple(table.guests()), summary_of(table)
    store.append(
        [
            NewEntry(table.id, version, entry, guests, table.over, summary=summary)
            for version, entry in enumerate(table.log, 1)
        ]
    )
