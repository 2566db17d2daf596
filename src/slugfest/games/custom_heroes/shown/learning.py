"""What a seat may know as numbers, for programs that learn (CH-105, CH-106).

Seats are counted from the one that looks: it is 0, the next one to its left 1, and so on.
"""

from __future__ import annotations

from typing import Final

from slugfest.games.custom_heroes.battle import Battle
from slugfest.games.custom_heroes.content import (
    BOX,
    CARDS,
    EMPTY,
    GREEN,
    LOWEST,
    PIECES,
    SLOTS,
    VALUES,
    YELLOW,
)
from slugfest.games.custom_heroes.position.position import IN_HAND, OVER, PHASES, PLAYED, WAGERED, WAGERS
from slugfest.games.custom_heroes.rules.legal import Turn
from slugfest.kernel import MOST, Field, Learning, Options, clipped

from .view import unseen

_PHASES: Final[int] = len(PHASES)
_WHERE: Final = 4  # own hand, played, wagered, hidden
_MIDDLE: Final = 5  # of a red or blue piece: 5 stands for nothing gained
_PUBLIC: Final = 10  # numbers that everybody knows of everybody


class HeroesLearning(Learning[Battle]):
    def fields(self, seats: int, options: Options) -> list[Field]:
        return [
            Field("where", [CARDS, _WHERE], 1, "cards: own hand, played, wagered, hidden; nothing: in the box"),
            Field("value", [CARDS], VALUES, "what a card is worth as this seat knows it, 8 more; 0: in the box"),
            Field("fitted", [CARDS, SLOTS], MOST, "known pieces: red and blue amount + 5, yellow ability, green aura"),
            Field("seen", [CARDS], MOST, "the latest round in which this seat saw a card"),
            Field("owner", [seats, CARDS], 1, "who played or wagered a card in this round"),
            Field("draft", [CARDS, 2], 1, "the own set being put together; with its ability"),
            Field("bets", [CARDS], 1, "cards that this seat has wagered in secret"),
            Field("stock", [PIECES], 1, "own pieces"),
            Field("unseen", [PIECES], 1, "pieces of which this seat does not know where they are"),
            Field("phase", [_PHASES], 1, "what is being decided: wagers, turn, after, scoring, over"),
            Field("numbers", [14], MOST, "round, rounds, target, sudden death, own power, answered, pieces attached in"
                  " this turn, power exchanged in it, kind of the top set, its value (8 more), its count, passes,"
                  " descending, equal"),
            Field("bag", [1], MOST, "pieces in the bag"),
            Field("turn", [seats], 1, "whose turn it is"),
            Field("last", [seats], 1, "who played the top set"),
            Field("players", [_PUBLIC, seats], MOST, "playing, points, staked wagers, power received, power paid,"
                  " pieces, cards in hand, place in this round, latest round as the last, points waiting for the"
                  " trick"),
        ]  # fmt: skip

    def observe(self, state: Battle, seat: int, into: bytearray, start: int) -> None:
        start = _observe_cards(state, seat, into, start)
        start = _observe_own(state, seat, into, start)
        start = _observe_round(state, seat, into, start)
        _observe_players(state, seat, into, start)


def _observe_cards(table: Turn, seat: int, into: bytearray, start: int) -> int:
    seats = table.seats
    value = start + _WHERE * CARDS
    fitted = value + CARDS
    seen = fitted + SLOTS * CARDS
    owner = seen + CARDS
    for card in range(CARDS):
        status = table.status[card]
        if status == 0:
            continue
        if status == PLAYED:
            where = 1
        elif status == WAGERED:
            where = 2
        else:
            where = 0 if status == IN_HAND and table.owner[card] == seat else 3
        into[start + card * _WHERE + where] = 1
        into[value + card] = clipped(_observe_pieces(table, card, seat, into, fitted) - LOWEST + 1, VALUES)
        into[seen + card] = clipped(table.seen_by(seat, card))
        if where in (1, 2) and table.owner[card] != EMPTY:
            into[owner + (table.owner[card] - seat) % seats * CARDS + card] = 1
    return owner + seats * CARDS


def _observe_pieces(table: Turn, card: int, seat: int, into: bytearray, start: int) -> int:
    """The pieces that a seat knows to be on a card; what it is worth with them (CH-13)."""
    base = BOX.base[card]
    more = 0
    for colour in range(SLOTS):
        piece = table.slots[card * SLOTS + colour]
        if piece == EMPTY or not table.knows(seat, card, piece):
            continue
        amount = BOX.amount[piece]
        at = start + card * SLOTS + colour
        if colour == GREEN:
            base = amount
            into[at] = clipped(amount)
        elif colour == YELLOW:
            into[at] = clipped(BOX.ability[piece])
        else:
            more += amount
            into[at] = clipped(amount + _MIDDLE)
    return base + more


def _observe_own(table: Turn, seat: int, into: bytearray, start: int) -> int:
    if table.turn == seat:
        for chosen in table.draft:
            into[start + chosen] = 1
    start += 2 * CARDS
    for bet in table.bets[seat]:
        into[start + bet % CARDS] = 1
    start += CARDS
    for piece in table.stocks[seat]:
        into[start + piece] = 1
    start += PIECES
    for piece in unseen(table, seat):
        into[start + piece] = 1
    return start + PIECES


def _observe_round(table: Turn, seat: int, into: bytearray, start: int) -> int:
    mine = table.turn == seat
    into[start + table.phase] = 1
    start += _PHASES
    into[start] = clipped(table.round)
    into[start + 1] = clipped(table.rounds)
    into[start + 2] = clipped(table.target)
    into[start + 3] = 1 if table.sudden_death() else 0
    into[start + 4] = clipped(table.power(seat))
    into[start + 5] = table.answered >> seat & 1
    into[start + 6] = clipped(len(table.crafted)) if mine else 0
    into[start + 7] = 1 if mine and table.traded else 0
    into[start + 8] = table.top
    into[start + 9] = clipped(table.top_value - LOWEST + 1) if table.top else 0
    into[start + 10] = clipped(table.top_count)
    into[start + 11] = clipped(table.passes)
    into[start + 12] = 1 if table.descending else 0
    into[start + 13] = 1 if table.equal else 0
    into[start + 14] = clipped(len(table.bag))
    start += 15
    if table.phase != WAGERS and table.phase != OVER:
        into[start + (table.turn - seat) % table.seats] = 1
    start += table.seats
    if table.last != EMPTY:
        into[start + (table.last - seat) % table.seats] = 1
    return start + table.seats


def _observe_players(table: Turn, seat: int, into: bytearray, start: int) -> None:
    seats = table.seats
    for left in range(seats):
        other = (seat + left) % seats
        # What is attached in a running turn is counted off in public only with its next action (CH-105).
        running = len(table.crafted) if left and other == table.turn else 0
        values = [
            1 if table.plays(other) else 0,
            table.vp[other],
            table.staked[other],
            table.power_in[other],
            table.power_out[other],
            len(table.stocks[other]) + running,
            table.hand_size[other],
            table.place[other],
            table.last_place[other],
            table.haunting[other],
        ]
        for number in range(_PUBLIC):
            into[start + number * seats + left] = clipped(values[number])
