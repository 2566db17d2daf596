"""Rounds: the deal, the wagers, going out, scoring, and the end of the game.

A round is prepared and then played; each player scores on going out while the others play on (CH-27).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.games.custom_heroes.content import (
    BOX,
    CARDS,
    EMPTY,
    FIRST_ASCENDED,
    FIRST_KODORA,
    HAND,
    PIECES,
    POWER_LIMIT,
    SETS,
    STAKE,
    hand_dealt,
    in_bag,
    pieces_dealt,
    sets_in_play,
)
from slugfest.games.custom_heroes.position.position import (
    ASIDE,
    BOXED,
    FINAL_LEAD,
    IN_HAND,
    OVER,
    PLAYED,
    REASONS,
    SCORING,
    SUDDEN_DEATH,
    VICTORY,
    WAGERED,
    WAGERS,
)

from .legal import Turn
from .tricks import begin_turn, card_facts, move_on, open_trick

_REWARDS: Final = BOX.rewards


def _cards_in_play(seats: int) -> list[int]:
    """The character cards of a game, in id order (CH-21)."""
    return [card for card in range(CARDS) if card % SETS < sets_in_play(seats)]


# By number of seats.
_DECKS: Final = [_cards_in_play(seats) for seats in range(SETS + 1)]
_UNDEALT: Final = [[ASIDE if card in deck else BOXED for card in range(CARDS)] for deck in _DECKS]


# ---- setup (CH-21 to CH-25) --------------------------------------------------------------------------------


def set_out(table: Turn) -> None:
    """Give everybody the start pieces, points and power, draw who leads, and begin the first round."""
    start = table.options["start_seat"]
    table.rng.name_draw("start", -1)
    leader = int(table.rng.below(table.seats)) if start == "random" else int(start) - 1
    table.bag = [piece for piece in range(PIECES) if in_bag(piece)]
    for seat in range(table.seats):
        table.stocks[seat] = sorted([FIRST_ASCENDED + seat, FIRST_KODORA + seat])
        table.vp[seat] = BOX.limits["start_vp"]
        table.power_in[seat] = BOX.limits["start_power"]
        draw(table, seat, 0, pieces_dealt(table.seats))
    begin_round(table, leader)


def draw(table: Turn, seat: int, scored: int, wanted: int) -> list[int]:
    """Draw from the bag; what it does not hold is forfeited (CH-24, CH-93)."""
    bag = table.bag.copy()
    found: list[int] = []
    while len(found) < wanted and bag:
        table.rng.name_draw("bag", seat, scored)
        found.append(table.rng.draw_from(bag))
    table.bag = bag
    table.stocks[seat] = sorted(table.stocks[seat] + found)
    drawn = table.drawn.copy()
    while len(drawn) < (scored + 1) * table.seats:
        drawn.append(0)
    drawn[scored * table.seats + seat] = len(found)
    table.drawn = drawn
    return found


# ---- preparation (CH-29 to CH-38) --------------------------------------------------------------------------


def begin_round(table: Turn, leader: int) -> None:
    """Shuffle, deal, and ask for wagers those who can afford one (CH-30, CH-99, CH-119)."""
    deal_hands(table)
    table.story = []
    open_trick(table, leader)
    table.reveal()
    if table.events is not None:
        table.emit(
            "round",
            {
                "round": table.round,
                "rounds": table.rounds,
                "sudden_death": table.sudden_death(),
                "participants": [seat for seat in range(table.seats) if table.plays(seat)],
                "leader": leader,
                "cards": hand_dealt(table.seats),
            },
        )
    table.answered = 0
    for seat in range(table.seats):
        if table.asked(seat):
            table.phase = WAGERS


def deal_hands(table: Turn) -> None:
    """All cards of the game are shuffled with what is on them (CH-19, CH-29); the rest is set aside (CH-99)."""
    deck = _DECKS[table.seats].copy()
    table.rng.name_draw("deck", -1, table.round)
    table.rng.shuffle(deck)
    status = _UNDEALT[table.seats].copy()
    owner = [EMPTY] * CARDS
    size = hand_dealt(table.seats)
    hands = table.hands
    last: i64 = len(deck)
    for seat in range(table.seats):
        table.hand_size[seat] = 0
        table.place[seat] = 0
        if not table.plays(seat):
            continue
        last -= size
        hand = deck[last : last + size]
        hand.sort()
        for card in hand:
            status[card] = IN_HAND
            owner[card] = seat
        hands[seat * HAND : seat * HAND + size] = hand
        table.hand_size[seat] = size
    table.status = status
    table.owner = owner


def answer_wagers(table: Turn, seat: int) -> None:
    """A seat's wagers stand; with the last answer all are revealed together (CH-31, CH-119)."""
    table.answered |= 1 << seat
    if table.actors():
        return
    table.reveal()
    nobody = True
    for other in range(table.seats):
        if table.bets[other]:
            place_wagers(table, other)
            nobody = False
    if nobody and table.events is not None:
        table.emit("no_wagers", {"seats": [other for other in range(table.seats) if table.asked(other)]})
    table.answered = 0
    begin_turn(table, table.turn)


def place_wagers(table: Turn, seat: int) -> None:
    """Each wagered card leaves the hand and lies open with the stake on it (CH-33 to CH-36)."""
    bets = table.bets[seat]
    for bet in bets:
        card = bet % CARDS
        piece = bet // CARDS - 1
        if piece != EMPTY:
            take_from_stock(table, seat, piece)
            table.fit(piece, card, seat)
        table.take_from_hand(seat, card)
        table.status[card] = WAGERED
    table.staked[seat] = len(bets)
    table.bets[seat] = []
    if table.events is not None:
        cards = [card_facts(table, bet % CARDS, seat) for bet in bets]
        facts = {"seat": seat, "cards": cards, "staked": STAKE * len(bets), "hand": table.hand_size[seat]}
        table.emit("wager", facts)


def take_from_stock(table: Turn, seat: int, piece: int) -> None:
    stock = table.stocks[seat].copy()
    stock.remove(piece)
    table.stocks[seat] = stock


def attach(table: Turn, seat: int, piece: int, card: int) -> None:
    """An advancement goes onto a hand card, for free and for good (CH-16, CH-17, CH-54)."""
    take_from_stock(table, seat, piece)
    table.fit(piece, card, seat)
    table.crafted.append(piece)


# ---- going out and scoring (CH-84 to CH-95) ----------------------------------------------------------------


def go_out(table: Turn, seat: int) -> None:
    """A player without hand cards takes the best free place and scores at once (CH-61)."""
    place = 1
    for other in range(table.seats):
        if table.place[other] > 0:
            place += 1
    table.place[seat] = place
    if table.events is not None:
        table.emit("out", {"seat": seat, "place": place, "cards": table.hand_size[seat]})
    if table.sudden_death():
        finish(table, SUDDEN_DEATH, seat)
    else:
        score(table, seat, place)


def score(table: Turn, seat: int, place: int) -> None:
    """Wagers, victory check, reward, then the power limit (CH-86)."""
    settle_wagers(table, seat, place)
    if place == 1 and table.vp[seat] >= table.target:
        finish(table, VICTORY, seat)
        return
    pay_reward(table, seat, place)
    if table.power(seat) > POWER_LIMIT:
        table.phase = SCORING
        table.turn = seat
    else:
        scored(table, seat)


def settle_wagers(table: Turn, seat: int, place: int) -> None:
    """The first wins as much as was staked, everybody else loses it (CH-88)."""
    count = table.staked[seat]
    if count == 0:
        return
    table.staked[seat] = 0
    change = wager_change(count, place)
    table.vp[seat] += change
    if table.events is not None:
        kind = "wagers_won" if place == 1 else "wagers_lost"
        table.emit(kind, {"seat": seat, "count": count, "vp": change, "total": table.vp[seat]})


def wager_change(count: int, place: int) -> int:
    """What so many wagers bring or cost (CH-88)."""
    return STAKE * count if place == 1 else -STAKE * count


def settled(table: Turn, seat: int) -> int:
    """What the wagers of a seat have brought or cost in this round, 0 before they are settled.

    In sudden death there is no scoring (CH-102).
    """
    place = table.place[seat]
    if place == 0 or table.sudden_death():
        return 0
    count = 0
    for card in range(CARDS):
        if table.status[card] == WAGERED and table.owner[card] == seat:
            count += 1
    return wager_change(count, place)


def pay_reward(table: Turn, seat: int, place: int) -> None:
    """Victory points, power and advancements of a place (CH-91 to CH-93)."""
    vp, power, pieces = _REWARDS[table.seats][place - 1]
    before = table.vp[seat]
    after = before + vp
    capped = False
    if vp < 0:
        if after < 0:
            after = 0
        if after >= table.target:
            after = table.target - 1
            capped = True
    table.vp[seat] = after
    table.power_in[seat] += power
    found = draw(table, seat, table.round, pieces)
    if table.events is not None:
        table.emit(
            "reward",
            {
                "seat": seat,
                "place": place,
                "vp": after - before,
                "power": power,
                "pieces": len(found),
                "total": after,
                "capped": capped,
                "stock": len(table.stocks[seat]),
            },
            {"drawn": [BOX.pieces[piece] for piece in sorted(found)], "power_now": table.power(seat)},
            1 << seat,
        )


def scored(table: Turn, seat: int) -> None:
    """A scoring is complete: the round goes on, or only one player is left, or it was the last (CH-51, CH-87)."""
    active = table.active_seats()
    if table.hand_size[seat] > 0:
        end_round(table)
    elif active == 1:
        rest = table.next_active(seat)
        if table.events is not None:
            table.emit("abandoned", {"seat": rest})
        go_out(table, rest)
    else:
        move_on(table, seat)


# ---- the end of a round and of the game (CH-26, CH-96 to CH-104) -------------------------------------------


def end_round(table: Turn) -> None:
    """Remember what everybody saw, then the next round, sudden death or the end."""
    order = standing(table)
    shown = table.shown.copy()
    for card in range(CARDS):
        if table.status[card] == PLAYED or table.status[card] == WAGERED:
            shown[card] = table.round
    table.shown = shown
    table.placed = table.placed + order
    table.last_place[order[-1]] = table.round
    if table.events is not None:
        wagers = [settled(table, seat) for seat in order]
        table.emit("round_over", {"round": table.round, "places": order, "wagers": wagers})
    leader = order[-1]  # whoever was last leads the next round (CH-28)
    if table.round == table.rounds:  # of as many as were agreed (CH-114)
        remaining = finalists(table, order[0])
        if remaining == 1 << order[0]:
            finish(table, FINAL_LEAD, order[0])
            return
        table.participants = remaining
        for seat in order:
            if table.plays(seat):
                leader = seat  # the worst place among those who go on (CH-100)
        if table.events is not None:
            seats = [seat for seat in range(table.seats) if table.plays(seat)]
            table.emit("sudden_death", {"seats": seats})
    table.round += 1
    begin_round(table, leader)


def standing(table: Turn) -> list[int]:
    """The seats that have a place in this round, best first."""
    order: list[int] = []
    for place in range(1, table.seats + 1):
        for seat in range(table.seats):
            if table.place[seat] == place:
                order.append(seat)
    return order


def finalists(table: Turn, first: int) -> int:
    """Who goes on after the last regular round, one bit a seat (CH-97, CH-98).

    Alone if the winner of that round has strictly the most points, which means he has won.
    """
    most = max(table.vp)
    seats = 1 << first
    for seat in range(table.seats):
        if table.vp[seat] == most:
            seats |= 1 << seat
    return seats


def finish(table: Turn, reason: int, winner: int) -> None:
    table.reason = reason
    table.winner = winner
    table.phase = OVER
    table.reveal()
    if table.events is not None:
        table.emit(
            "game_over",
            {
                "seat": winner,
                "reason": REASONS[reason],
                "round": table.round,
                "vp": list(table.vp),
                "order": final_order(table),
            },
        )


def final_order(table: Turn) -> list[int]:
    """The winner, then the others by points, ties by the last finished round, else clockwise (CH-104)."""
    others = [(table.winner + step) % table.seats for step in range(1, table.seats)]
    latest = table.placed[-table.seats :]
    if latest:
        others.sort(key=latest.index)
    others.sort(key=lambda seat: -table.vp[seat])
    return [table.winner, *others]
