"""What happens: the deal, the turn, the attack, drawing, the end of the game. Each function cites its rules."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.games.kapow_cards.content import BOX, CARDS, EMPTY, HAND, ROW
from slugfest.games.kapow_cards.position.moves import (
    ATTACK,
    BARRICADE,
    PASS,
    PLACES,
    RECRUIT_FOR,
    SET_FIRST,
    SET_SECOND,
    SET_VALUE,
    SOME_BARRICADE,
    TARGETS,
    place_name,
)
from slugfest.games.kapow_cards.position.position import (
    BARRICADED,
    DEALT,
    FINAL_LAST_ROUND,
    FINAL_NO_HANDS,
    FINAL_STALEMATE,
    FINAL_TURN_CAP,
    KNOCKOUT,
    LAST_STANDING,
    REASONS,
    REVEALED,
)
from slugfest.kernel import Text

from .legal import Turn, beats, why_it_ends

_VALUES: Final = bytes(BOX.values)  # bytes are read faster than lists
_TURN_CAP: Final[int] = BOX.limits["turn_cap_per_seat"]
_ALL_CARDS: Final[list[int]] = list(range(CARDS))
_DEALT_TO_HAND: Final[i64] = BOX.limits["dealt_to_hand"]
_DEALT_TO_ROW: Final[i64] = BOX.limits["dealt_to_row"]
_TEXTS: Final[dict[int, Text]] = {}  # why games ended, by reason and winners


class Rules(Turn):
    """A position of KAPOW! cards, what may be done in it, and what comes of it."""

    def seen_as(self, seat: int, move: int, observer: int) -> int:
        """Others see that a card is barricaded, not which one (KC-12)."""
        if BARRICADE <= move < ATTACK and observer != seat:
            return SOME_BARRICADE
        return move

    # ---- setup (KC-16 to KC-20) ------------------------------------------------------------------------------

    def deal(self) -> None:
        """Shuffle, choose the start player, deal to the hands and then face-down into the rows.

        All chance, here and later, is drawn from the position's own generator (KC-86).
        """
        start = self.options["start_seat"]
        self.rng.name_draw("start", -1)
        self.turn = int(self.rng.below(self.seats)) if start == "random" else int(start) - 1
        deck = _ALL_CARDS.copy()
        self.rng.name_draw("deck", -1)
        self.rng.shuffle(deck)
        self.deck = deck
        seats: i64 = self.seats
        first: i64 = self.turn
        index: i64 = 0
        while index < _DEALT_TO_HAND:  # rows of a table of seats and places: a new game should be cheap
            step: i64 = 0
            while step < seats:
                self.hands[(first + step) % seats * HAND + index] = deck.pop()
                step += 1
            index += 1
        self.hand_size = [int(_DEALT_TO_HAND)] * self.seats
        self.holding = (1 << seats) - 1
        index = 0
        while index < _DEALT_TO_ROW:
            step = 0
            while step < seats:
                self.lay((first + step) % seats * ROW + index, deck.pop(), DEALT)
                step += 1
            index += 1

    # ---- the turn (KC-22) --------------------------------------------------------------------------------------

    def apply(self, seat: int, move: int) -> None:
        self.turns += 1
        won = False
        defended: i64 = EMPTY
        solo = self.solo()
        who: i64 = seat
        bit: i64 = 1 << who
        if move == PASS:
            self.passed |= bit
            if self.events is not None:
                self.emit("pass", {"seat": seat})
        else:
            self.passed &= ~bit
            if move >= ATTACK:
                attack: i64 = move - ATTACK
                target = attack % TARGETS // PLACES
                won = self.attack(seat, attack // TARGETS, target, attack % PLACES)
                if not won:
                    defended = target
            elif move >= BARRICADE:
                self.barricade(seat, move - BARRICADE)
            else:
                self.recruit(seat, move - RECRUIT_FOR)
        self.end_turn(seat, won, defended, solo)

    def barricade(self, seat: i64, card: i64) -> None:
        """A hand card goes face-down into the lowest empty slot (KC-35)."""
        self.take_from_hand(seat, card)
        slot = self.empty_slot(seat)
        self.lay(slot, card, BARRICADED)
        if self.counts_reshuffles():
            self.newest[slot] = self.shuffles if self.fresh[seat] > 0 else max(self.shuffles - 1, 0)
        if self.events is not None:
            self.emit("barricade", {"seat": seat, "slot": slot % ROW + 1}, {"card": BOX.ids[card]}, 1 << seat)

    def recruit(self, seat: i64, discarded: i64) -> None:
        """Draw a card; with a full hand discard one first (KC-36)."""
        if discarded >= 0:
            self.take_from_hand(seat, discarded)
            self.lose(seat, discarded)
            self.discard.append(discarded)
        if self.events is not None:
            self.emit("recruit", {"seat": seat, "card": BOX.ids[discarded] if discarded >= 0 else None})
        self.draw(seat)

    # ---- the attack (KC-24 to KC-34) ---------------------------------------------------------------------------

    def attack(self, seat: i64, attack_set: i64, target: i64, place: i64) -> bool:
        """Resolve an attack in the order of KC-27; True if it succeeds."""
        first = SET_FIRST[attack_set]
        second = SET_SECOND[attack_set]
        if self.events is not None:
            names = [BOX.ids[first]] if second == EMPTY else [BOX.ids[first], BOX.ids[second]]
            self.emit(
                "attack",
                {
                    "seat": seat,
                    "cards": names,
                    "value": SET_VALUE[attack_set],
                    "target": target,
                    "place": place_name(place),
                },
            )
        self.reveal()
        self.spend(seat, first)
        if second != EMPTY:
            self.spend(seat, second)
        headquarters = place >= ROW
        slot = target * ROW + place
        hidden_card = True
        if headquarters:
            card = self.point_at_hand(target, place - ROW)
        else:
            card = self.rows[slot]
            hidden_card = self.facing[slot] != REVEALED
        won = beats(first, SET_VALUE[attack_set], card, hidden_card)
        if self.events is not None:
            self.emit_clash(seat, attack_set, target, place, card, hidden_card, won)
        if won:
            if headquarters:
                self.take_from_hand(target, card)
            else:
                self.clear_slot(slot)
            if hidden_card:
                self.lose(target, card)
            self.discard.append(card)
            if self.events is not None:
                self.emit("fallen", {"seat": target, "card": BOX.ids[card], "place": place_name(place)})
            self.refill(seat)
        else:
            if headquarters:
                self.take_from_hand(target, card)
                slot = target * ROW
                self.lay(slot, card, REVEALED)
            if hidden_card:
                self.lose(target, card)
            self.facing[slot] = REVEALED
            if self.counts_reshuffles():
                self.newest[slot] = 0
            if self.events is not None:
                self.emit("hold", {"seat": target, "card": BOX.ids[card], "slot": slot % ROW + 1})
            if self.hand_size[target] < HAND:
                self.draw(target)  # the only way back into the game for a passive player (KC-47)
        return won

    def spend(self, seat: i64, card: i64) -> None:
        """An attack card leaves the hand for the attack area and, whatever comes, for the discard pile."""
        self.take_from_hand(seat, card)
        self.lose(seat, card)
        self.discard.append(card)

    def point_at_hand(self, target: int, index: int) -> int:
        """The hidden hand is shuffled after the attack is declared, then the position is looked up (KC-33)."""
        first = target * HAND
        hand = self.hands[first : first + self.hand_size[target]]
        self.rng.name_draw("hand", target)
        self.rng.shuffle(hand)
        for place, card in enumerate(hand):
            self.hands[first + place] = card
        return self.hands[first + index]

    def emit_clash(
        self, seat: int, attack_set: int, target: int, place: int, card: int, hidden_card: bool, won: bool
    ) -> None:
        attack = SET_VALUE[attack_set]
        self.emit(
            "clash",
            {
                "seat": seat,
                "target": target,
                "place": place_name(place),
                "card": BOX.ids[card],
                "hidden": hidden_card,
                "attack": attack,
                "defence": _VALUES[card],
                "success": won,
                "why": why_it_ends(attack, card, hidden_card, won),
            },
        )

    # ---- cards that move ---------------------------------------------------------------------------------------

    def take_from_hand(self, seat: i64, card: i64) -> None:
        """Take a card out of a hand; the others close up in their order."""
        hands = self.hands
        size: i64 = self.hand_size[seat] - 1
        index = seat * HAND
        end = index + size
        while hands[index] != card:
            index += 1
        while index < end:
            hands[index] = hands[index + 1]
            index += 1
        hands[index] = EMPTY
        self.hand_size[seat] = size
        if size == 0:
            self.holding &= ~(1 << seat)

    def lose(self, seat: i64, card: i64) -> None:
        """A card that was hidden with a seat is seen by all: everybody can recount the fresh ones (KC-87)."""
        if self.shuffles and self.shuffled_in[card] == self.shuffles:
            self.fresh[seat] -= 1

    def refill(self, seat: i64) -> None:
        """The reward of a successful attack: draw until the hand is full (KC-30)."""
        while self.hand_size[seat] < HAND and self.deck:
            self.draw(seat)

    def draw(self, seat: i64) -> None:
        """One card from the top; the last one ends the deck (KC-42 to KC-44)."""
        if not self.deck:
            return
        card = self.deck.pop()
        self.hands[seat * HAND + self.hand_size[seat]] = card
        self.hand_size[seat] += 1
        self.holding |= 1 << seat
        if self.shuffles:
            self.fresh[seat] += 1
        self.reveal()
        if self.events is not None:
            self.emit("draw", {"seat": seat, "deck": len(self.deck)}, {"card": BOX.ids[card]}, 1 << seat)
        if not self.deck:
            if self.infinity:
                self.reshuffle()
            else:
                self.schedule_last_round()  # used cards are out of the game (KC-70)

    def reshuffle(self) -> None:
        """To Infinity!: the discard pile becomes the new deck (KC-44)."""
        self.deck = self.discard
        self.discard = []
        self.rng.name_draw("deck", -1)
        self.rng.shuffle(self.deck)
        self.shuffles += 1
        since = self.shuffled_in.copy()
        for card in self.deck:
            since[card] = self.shuffles
        self.shuffled_in = since
        self.count_reshuffles()
        for seat in range(self.seats):
            self.fresh[seat] = 0
        if self.events is not None:
            self.emit("reshuffle", {"deck": len(self.deck)})

    def schedule_last_round(self) -> None:
        """Fallen Heroes: one more round, ending with the seat whose turn it is (KC-72)."""
        self.last_seat = self.turn
        self.last_left = self.seats
        if self.events is not None:
            self.emit("last_round", {"seats": self.last_seats()})

    # ---- end of turn (KC-52) -----------------------------------------------------------------------------------

    def end_turn(self, seat: i64, won: bool, defended: i64, solo: bool) -> None:
        """The checks after every turn, in the order of KC-52: all the ways to end either mode (KC-71, KC-76)."""
        self.knock_out()
        standing: i64 = 0
        active: i64 = 0
        last_one: i64 = EMPTY
        seats: i64 = self.seats
        other: i64 = 0
        while other < seats:
            if not self.out >> other & 1:
                standing += 1
                last_one = other
                active += self.holding >> other & 1
            other += 1
        if won and (standing == 0 or (standing == 1 and last_one == seat)):
            self.finish(KNOCKOUT, 1 << seat)
        elif standing == 1:
            self.finish(LAST_STANDING, 1 << last_one)
        elif active == 0:
            self.final_battle(FINAL_NO_HANDS)
        elif self.infinity and self.turns >= _TURN_CAP * self.seats:
            self.final_battle(FINAL_TURN_CAP)
        else:
            self.next_turn(seat, defended, active, solo)

    def knock_out(self) -> None:
        """Whoever has no cards at all is out for good (KC-15, KC-52 step 1)."""
        seats: i64 = self.seats
        seat: i64 = 0
        while seat < seats:
            if not (self.holding | self.out) >> seat & 1 and not self.has_row(seat):
                self.out |= 1 << seat
                if self.events is not None:
                    self.emit("knocked_out", {"seat": int(seat)})
            seat += 1

    def next_turn(self, seat: i64, defended: i64, active: i64, solo: bool) -> None:
        """Whose turn it is now (KC-52 step 7). ``solo``: the turn just finished was part of a solo run."""
        if self.last_seat != EMPTY:
            self.serve_last_round()
            return
        if solo and defended != EMPTY:
            following = defended  # a solo run that failed hands the turn to the defender (KC-50)
        elif active == 1 and self.hand_size[seat] > 0:
            following = seat  # nobody else can act (KC-50)
        else:
            following = (seat + 1) % self.seats
            while self.hand_size[following] == 0:  # without hand cards there are no turns (KC-46)
                following = (following + 1) % self.seats
        self.turn = following
        if active == 1:
            if self.events is not None and not (solo and following == seat):
                self.emit("solo", {"seat": following})
            if self.is_stuck(following):
                self.final_battle(FINAL_STALEMATE)

    def serve_last_round(self) -> None:
        """The next seat of the last round, each once (KC-74); whoever has no legal action is skipped (KC-73, KC-40).
        When nobody is left to serve, the round is over (KC-52)."""
        while self.last_left > 0:
            seat = (self.last_seat - self.last_left + 1) % self.seats
            self.last_left -= 1
            if self.hand_size[seat] == 0:
                continue
            self.turn = seat
            if not self.is_stuck(seat):
                return
            self.turns += 1
            self.skipped |= 1 << seat
            if self.events is not None:
                self.emit("skip", {"seat": seat})
        self.final_battle(FINAL_LAST_ROUND)

    def is_stuck(self, seat: i64) -> bool:
        """Whether a seat has no legal action (KC-40), which only a lack of attacks can bring about (KC-41).

        Where its hand decides, the answer tells something of it.
        """
        if not self.only_attack_left(seat):
            return False
        self.reveal()
        return not self.can_attack(seat)

    # ---- the end (KC-53, KC-60 to KC-64, KC-78) ----------------------------------------------------------------

    def final_battle(self, reason: int) -> None:
        """The highest sum of defence cards wins; ties by KC-63."""
        best: i64 = -1
        winners: i64 = 0
        seats: i64 = self.seats
        seat: i64 = 0
        while seat < seats:
            if not self.is_out(seat):
                score = self.final_score(seat)
                if score > best:
                    best = score
                    winners = 1 << seat
                elif score == best:
                    winners |= 1 << seat
            seat += 1
        if self.events is not None:
            self.emit(
                "final_battle",
                {
                    "totals": [
                        None if self.is_out(seat) else self.row_total(seat) for seat in range(self.seats)
                    ],
                    "rows": [
                        [
                            None if card == EMPTY else BOX.ids[card]
                            for card in self.rows[seat * ROW : seat * ROW + ROW]
                        ]
                        for seat in range(self.seats)
                    ],
                },
            )
        self.finish(reason, winners)

    def finish(self, reason: int, winners: int) -> None:
        """The game is over, and all cards are shown (KC-64)."""
        self.reason = reason
        self.winners = winners
        self.reveal()
        if self.events is not None:
            self.emit(
                "game_over",
                {
                    "reason": REASONS[reason],
                    "winners": [seat for seat in range(self.seats) if winners >> seat & 1],
                    "hands": [
                        [
                            BOX.ids[card]
                            for card in self.hands[seat * HAND : seat * HAND + self.hand_size[seat]]
                        ]
                        for seat in range(self.seats)
                    ],
                },
            )
