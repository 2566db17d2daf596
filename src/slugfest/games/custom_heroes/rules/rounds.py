"""Rounds: the deal, the wagers, going out, scoring, and the end of the game (sections 6 to 8, 14 and 15)."""

from __future__ import annotations

from typing import Final

from slugfest.games.custom_heroes.content import (
    BOX,
    CARDS,
    EMPTY,
    FIRST_ASCENDED,
    FIRST_KODORA,
    HAND,
    PIECES,
    POWER_LIMIT,
    STAKE,
    hand_dealt,
    in_bag,
    pieces_dealt,
)
from slugfest.games.custom_heroes.position.position import (
    ASIDE,
    BOXED,
    FINAL_LEAD,
    IN_HAND,
    LEAD,
    OVER,
    PLAYED,
    REASONS,
    SCORING,
    SUDDEN_DEATH,
    VICTORY,
    WAGERED,
    WAGERS,
)

from .tricks import Trick, card_facts

_REWARDS: Final = BOX.rewards


class Round(Trick):
    """A position in which rounds begin and end."""

    # ---- setup (CH-21 to CH-25) --------------------------------------------------------------------------------

    def set_out(self) -> None:
        """Give everybody the start pieces, points and power, draw who leads, and begin the first round."""
        start = self.options["start_seat"]
        leader = int(self.rng.below(self.seats)) if start == "random" else int(start) - 1
        self.bag = [piece for piece in range(PIECES) if in_bag(piece)]
        for seat in range(self.seats):
            self.stocks[seat] = sorted([FIRST_ASCENDED + seat, FIRST_KODORA + seat])
            self.vp[seat] = BOX.limits["start_vp"]
            self.power_in[seat] = BOX.limits["start_power"]
            self.draw(seat, 0, pieces_dealt(self.seats))
        self.begin_round(leader)

    def draw(self, seat: int, scored: int, wanted: int) -> list[int]:
        """Draw from the bag; what it does not hold is forfeited (CH-24, CH-93)."""
        bag = self.bag.copy()
        found: list[int] = []
        while len(found) < wanted and bag:
            found.append(bag.pop(int(self.rng.below(len(bag)))))
        self.bag = bag
        self.stocks[seat] = sorted(self.stocks[seat] + found)
        drawn = self.drawn.copy()
        while len(drawn) < (scored + 1) * self.seats:
            drawn.append(0)
        drawn[scored * self.seats + seat] = len(found)
        self.drawn = drawn
        return found

    # ---- preparation (CH-29 to CH-38) --------------------------------------------------------------------------

    def begin_round(self, leader: int) -> None:
        """Shuffle, deal, and ask for wagers those who can afford one (CH-30, CH-99, CH-119)."""
        self.deal_hands()
        self.story = []
        self.open_trick(leader)
        self.reveal()
        if self.events is not None:
            self.emit(
                "round",
                {
                    "round": self.round,
                    "rounds": self.rounds,
                    "sudden_death": self.sudden_death(),
                    "participants": [seat for seat in range(self.seats) if self.plays(seat)],
                    "leader": leader,
                    "cards": hand_dealt(self.seats),
                },
            )
        self.answered = 0
        for seat in range(self.seats):
            if self.asked(seat):
                self.phase = WAGERS

    def deal_hands(self) -> None:
        """All cards of the game are shuffled with what is on them (CH-19, CH-29); the rest is set aside (CH-99)."""
        deck = [card for card in range(CARDS) if self.status[card] != BOXED]
        self.rng.shuffle(deck)
        status = self.status.copy()
        owner = [EMPTY] * CARDS
        for card in deck:
            status[card] = ASIDE
        size = hand_dealt(self.seats)
        for seat in range(self.seats):
            self.hand_size[seat] = 0
            self.place[seat] = 0
            if not self.plays(seat):
                continue
            hand = sorted([deck.pop() for _ in range(size)])
            for index, card in enumerate(hand):
                self.hands[seat * HAND + index] = card
                status[card] = IN_HAND
                owner[card] = seat
            self.hand_size[seat] = size
        self.status = status
        self.owner = owner

    def answer_wagers(self, seat: int) -> None:
        """A seat's wagers stand; with the last answer all are revealed together (CH-31, CH-119)."""
        self.answered |= 1 << seat
        if self.actors():
            return
        self.reveal()
        nobody = True
        for other in range(self.seats):
            if self.bets[other]:
                self.place_wagers(other)
                nobody = False
        if nobody and self.events is not None:
            self.emit("no_wagers", {"seats": [other for other in range(self.seats) if self.asked(other)]})
        self.answered = 0
        self.begin_turn(self.turn)

    def place_wagers(self, seat: int) -> None:
        """Each wagered card leaves the hand and lies open with the stake on it (CH-33 to CH-36)."""
        bets = self.bets[seat]
        for bet in bets:
            card = bet % CARDS
            piece = bet // CARDS - 1
            if piece != EMPTY:
                self.take_from_stock(seat, piece)
                self.fit(piece, card, seat)
            self.take_from_hand(seat, card)
            self.status[card] = WAGERED
        self.staked[seat] = len(bets)
        self.bets[seat] = []
        if self.events is not None:
            cards = [card_facts(self, bet % CARDS, seat) for bet in bets]
            self.emit("wager", {"seat": seat, "cards": cards, "staked": STAKE * len(bets)})

    def take_from_stock(self, seat: int, piece: int) -> None:
        stock = self.stocks[seat].copy()
        stock.remove(piece)
        self.stocks[seat] = stock

    def attach(self, seat: int, piece: int, card: int) -> None:
        """Step 1: an advancement goes onto a hand card, for free and for good (CH-16, CH-17, CH-54)."""
        self.take_from_stock(seat, piece)
        self.fit(piece, card, seat)
        self.crafted.append(piece)

    # ---- going out and scoring (CH-84 to CH-95) ----------------------------------------------------------------

    def go_out(self, seat: int) -> None:
        """A player without hand cards takes the best free place and scores at once (CH-61)."""
        place = 1
        for other in range(self.seats):
            if self.place[other] > 0:
                place += 1
        self.place[seat] = place
        if self.events is not None:
            self.emit("out", {"seat": seat, "place": place, "cards": self.hand_size[seat]})
        if self.sudden_death():
            self.finish(SUDDEN_DEATH, seat)
        else:
            self.score(seat, place)

    def score(self, seat: int, place: int) -> None:
        """Wagers, victory check, reward, then the power limit (CH-86)."""
        self.settle_wagers(seat, place)
        if place == 1 and self.vp[seat] >= self.target:
            self.finish(VICTORY, seat)
            return
        self.pay_reward(seat, place)
        if self.power(seat) > POWER_LIMIT:
            self.phase = SCORING
            self.turn = seat
        else:
            self.scored(seat)

    def settle_wagers(self, seat: int, place: int) -> None:
        """The first wins as much as was staked, everybody else loses it (CH-88)."""
        count = self.staked[seat]
        if count == 0:
            return
        self.staked[seat] = 0
        change = STAKE * count if place == 1 else -STAKE * count
        self.vp[seat] += change
        if self.events is not None:
            kind = "wagers_won" if place == 1 else "wagers_lost"
            self.emit(kind, {"seat": seat, "count": count, "vp": change, "total": self.vp[seat]})

    def pay_reward(self, seat: int, place: int) -> None:
        """Victory points, power and advancements of a place (CH-91 to CH-93)."""
        vp, power, pieces = _REWARDS[self.seats][place - 1]
        before = self.vp[seat]
        after = before + vp
        capped = False
        if vp < 0:
            if after < 0:
                after = 0
            if after >= self.target:
                after = self.target - 1
                capped = True
        self.vp[seat] = after
        self.power_in[seat] += power
        found = self.draw(seat, self.round, pieces)
        if self.events is not None:
            self.emit(
                "reward",
                {
                    "seat": seat,
                    "place": place,
                    "vp": after - before,
                    "power": power,
                    "pieces": len(found),
                    "total": after,
                    "capped": capped,
                },
                {"drawn": [BOX.pieces[piece] for piece in sorted(found)]},
                1 << seat,
            )

    def scored(self, seat: int) -> None:
        """A scoring is complete: the round goes on, or only one player is left, or it was the last (CH-51, CH-87)."""
        active = self.active_seats()
        if self.hand_size[seat] > 0:
            self.end_round()
        elif active == 1:
            rest = self.next_active(seat)
            if self.events is not None and self.top != LEAD:
                self.emit("abandoned", {"seat": rest})
            self.go_out(rest)
        else:
            self.move_on(seat)

    # ---- the end of a round and of the game (CH-26, CH-96 to CH-104) -------------------------------------------

    def end_round(self) -> None:
        """Remember what everybody saw, then the next round, sudden death or the end."""
        order = self.standing()
        shown = self.shown.copy()
        for card in range(CARDS):
            if self.status[card] == PLAYED or self.status[card] == WAGERED:
                shown[card] = self.round
        self.shown = shown
        self.placed = self.placed + order
        self.last_place[order[-1]] = self.round
        if self.events is not None:
            self.emit("round_over", {"round": self.round, "places": order})
        leader = order[-1]
        if self.round == self.rounds:
            finalists = self.finalists(order[0])
            if finalists == 1 << order[0]:
                self.finish(FINAL_LEAD, order[0])
                return
            self.participants = finalists
            for seat in order:
                if self.plays(seat):
                    leader = seat  # the worst place among those who go on (CH-100)
            if self.events is not None:
                seats = [seat for seat in range(self.seats) if self.plays(seat)]
                self.emit("sudden_death", {"seats": seats})
        self.round += 1
        self.begin_round(leader)

    def standing(self) -> list[int]:
        """The seats that have a place in this round, best first."""
        order: list[int] = []
        for place in range(1, self.seats + 1):
            for seat in range(self.seats):
                if self.place[seat] == place:
                    order.append(seat)
        return order

    def finalists(self, first: int) -> int:
        """Who goes on after the last regular round, one bit a seat (CH-97, CH-98).

        Alone if the winner of that round has strictly the most points, which means he has won.
        """
        most = max(self.vp)
        seats = 1 << first
        for seat in range(self.seats):
            if self.vp[seat] == most:
                seats |= 1 << seat
        return seats

    def finish(self, reason: int, winner: int) -> None:
        self.reason = reason
        self.winner = winner
        self.phase = OVER
        self.reveal()
        if self.events is not None:
            self.emit(
                "game_over",
                {
                    "seat": winner,
                    "reason": REASONS[reason],
                    "round": self.round,
                    "vp": list(self.vp),
                    "order": self.final_order(),
                },
            )

    def final_order(self) -> list[int]:
        """The winner, then the others by points, ties by the last finished round, else clockwise (CH-104)."""
        others = [(self.winner + step) % self.seats for step in range(1, self.seats)]
        latest = self.placed[-self.seats :]
        if latest:
            others.sort(key=latest.index)
        others.sort(key=lambda seat: -self.vp[seat])
        return [self.winner, *others]
