"""What may be done: who decides, and every legal move (CH-D1 to CH-D4, CH-63 to CH-70)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.games.custom_heroes.content import (
    ASCENDED,
    BOX,
    BRANDO,
    CARDS,
    EMPTY,
    FIRST_KODORA,
    HAND,
    KODORA,
    LOWEST,
    NO_ABILITY,
    POWER_LIMIT,
    RATE,
    SLOTS,
    SPIKE,
    STAKE,
    VALUES,
)
from slugfest.games.custom_heroes.position.moves import (
    ATTACH,
    BET,
    CARD,
    DISCARD,
    END,
    EXCHANGE,
    PASS,
    PLAY,
    WAGER,
    WAGER_WITH,
)
from slugfest.games.custom_heroes.position.position import (
    AFTER,
    ASCENDED_SET,
    LEAD,
    NORMAL,
    OVER,
    TURN,
    WAGERS,
    Position,
)

_COLOUR: Final = BOX.colour
_TYPE: Final = BOX.type
_COST: Final = BOX.cost
OPEN: Final = LOWEST - 1  # the value of a set that has no fixed card yet


class Draft:
    """A set that is being put together (CH-111)."""

    ascended: bool
    value: int  # of its fixed cards, OPEN while it has none
    count: int  # what it counts (CH-63)
    cost: int  # of its activated abilities
    cards: int

    def __init__(self) -> None:
        self.ascended = False
        self.value = OPEN
        self.count = 0
        self.cost = 0
        self.cards = 0


class Tally:
    """Cards that could still join a set, counted by value."""

    cards: i64
    spikes: i64  # Spikes of any value
    at: list[int]  # cards of a value
    spikes_at: list[int]
    brandos_at: list[int]

    def __init__(self) -> None:
        self.cards = 0
        self.spikes = 0
        self.at = [0] * VALUES
        self.spikes_at = [0] * VALUES
        self.brandos_at = [0] * VALUES

    def count(self, value: i64, ability: i64, step: i64) -> None:
        """Count a card in (step 1) or out (step -1)."""
        index = value - LOWEST
        self.cards += step
        found: i64 = self.at[index]
        self.at[index] = found + step
        if ability == SPIKE:
            self.spikes += step
            found = self.spikes_at[index]
            self.spikes_at[index] = found + step
        elif ability == BRANDO:
            found = self.brandos_at[index]
            self.brandos_at[index] = found + step

    def reaches(self, value: i64, missing: i64, power: i64) -> bool:
        """Whether these cards can add exactly so many to the count of a set of this value.

        Every card of the value adds one; every Brando among them one more for power, every other Spike one for power.
        """
        if missing <= 0:
            return missing == 0
        index = value - LOWEST
        doubled: i64 = self.brandos_at[index]
        same: i64 = self.spikes_at[index]
        paid = doubled + self.spikes - same
        if paid > power:
            paid = power
        held: i64 = self.at[index]
        return missing <= held + paid


_NOBODY: Final = Tally()
_COMPANY: Final = Tally()  # somebody, whoever it is
_COMPANY.cards = 1


class Turn(Position):
    """A position and what each seat may do in it."""

    def actors(self) -> list[int]:
        if self.phase == WAGERS:
            return [seat for seat in range(self.seats) if self.asked(seat) and not self.answered >> seat & 1]
        return [] if self.phase == OVER else [self.turn]

    def first_actor(self) -> int:
        if self.phase == OVER:
            return -1
        if self.phase != WAGERS:
            return self.turn
        actors = self.actors()
        return actors[0] if actors else -1

    def asked(self, seat: int) -> bool:
        """Whether a seat is asked for wagers this round (CH-119)."""
        return 0 <= seat < self.seats and self.plays(seat) and self.vp[seat] >= STAKE

    def moves(self, seat: int) -> list[int]:
        if self.phase == WAGERS:
            return self.wager_moves(seat)
        if seat != self.turn or self.phase == OVER:
            return []
        if self.phase == TURN:
            return self.turn_moves(seat)
        return self.power_moves(seat)

    # ---- wagers (CH-31 to CH-37) -------------------------------------------------------------------------------

    def wager_moves(self, seat: int) -> list[int]:
        """Name one more wager, or let it be."""
        moves: list[int] = []
        if not self.asked(seat) or self.answered >> seat & 1:
            return moves
        moves.append(BET)
        bets = self.bets[seat]
        if self.vp[seat] < STAKE * (len(bets) + 1) or self.hand_size[seat] <= len(bets) + 1:
            return moves
        kodora = FIRST_KODORA + seat
        own = kodora in self.stocks[seat]
        for bet in bets:
            if bet // CARDS == kodora + 1:
                own = False
        for index in range(seat * HAND, seat * HAND + self.hand_size[seat]):
            card = self.hands[index]
            if self.is_bet(seat, card):
                continue
            if self.ability[card] == KODORA:
                moves.append(WAGER + card)
            elif own and self.ability[card] == NO_ABILITY:
                moves.append(WAGER_WITH + seat * CARDS + card)
        return moves

    def is_bet(self, seat: int, card: int) -> bool:
        for bet in self.bets[seat]:
            if bet % CARDS == card:
                return True
        return False

    # ---- power (CH-59, CH-60, CH-82) ---------------------------------------------------------------------------

    def power_moves(self, seat: int) -> list[int]:
        """After a play, or at the end of a scoring."""
        power = self.power(seat)
        moves: list[int] = []
        if power >= RATE and (self.phase == AFTER or power > POWER_LIMIT):
            moves.append(EXCHANGE)
        if power > POWER_LIMIT:
            moves.append(DISCARD)
        elif self.phase == AFTER:
            moves.append(END)
        return moves

    # ---- the turn (CH-54 to CH-57) -----------------------------------------------------------------------------

    def turn_moves(self, seat: int) -> list[int]:
        """Attach, exchange, put a set together, play it, or pass."""
        moves: list[int] = []
        if self.draft:
            if self.is_complete(self.drafted()):
                moves.append(PLAY)
        else:
            if self.top != LEAD:
                moves.append(PASS)
            if self.power(seat) >= RATE:
                moves.append(EXCHANGE)
            self.add_attachments(seat, moves)
        self.add_cards(seat, moves)
        return moves

    def add_attachments(self, seat: int, moves: list[int]) -> None:
        """Every piece of the stock onto every hand card whose slot is empty (CH-12, CH-54)."""
        first = seat * HAND
        end = first + self.hand_size[seat]
        hands = self.hands
        slots = self.slots
        for piece in self.stocks[seat]:
            colour = _COLOUR[piece]
            base = ATTACH + piece * CARDS
            for index in range(first, end):
                card = hands[index]
                if slots[card * SLOTS + colour] == EMPTY:
                    moves.append(base + card)

    def add_cards(self, seat: int, moves: list[int]) -> None:
        """Every card that may join the set: only if some legal set contains all of them (CH-111)."""
        draft = self.drafted()
        if draft.ascended:
            return
        hand = self.undrafted(seat)
        power = self.power(seat)
        if self.top != NORMAL or (draft.cards == 0 and not self.any_beats(hand)):
            others = _COMPANY if len(hand) > 1 and self.top == LEAD else _NOBODY
            for card in hand:
                self.offer(draft, others, card, power, moves)
            return
        tally = Tally()
        for card in hand:
            tally.count(self.value[card], self.ability[card], 1)
        for card in hand:
            tally.count(self.value[card], self.ability[card], -1)
            self.offer(draft, tally, card, power, moves)
            tally.count(self.value[card], self.ability[card], 1)

    def offer(self, draft: Draft, others: Tally, card: int, power: int, moves: list[int]) -> None:
        """A card as it is and with its ability, if it may join that way: nobody has to activate anything (CH-79)."""
        if self.joins(draft, others, card, False, power):
            moves.append(CARD + 2 * card)
        if self.ability[card] != NO_ABILITY and self.joins(draft, others, card, True, power):
            moves.append(CARD + 2 * card + 1)

    def any_beats(self, hand: list[int]) -> bool:
        """Whether a card's value may be played now, however many of it are needed."""
        for card in hand:
            if self.beats(self.value[card]):
                return True
        return False

    def undrafted(self, seat: int) -> list[int]:
        """The hand without the cards of the set being put together."""
        cards = self.hand(seat)
        for chosen in self.draft:
            cards.remove(chosen >> 1)
        return cards

    # ---- sets (CH-63, CH-64) -----------------------------------------------------------------------------------

    def drafted(self) -> Draft:
        """What the set being put together amounts to so far."""
        return self.summed(self.draft)

    def summed(self, cards: list[int]) -> Draft:
        """What cards amount to as a set, each given as 2 * card + (1 if activated)."""
        draft = Draft()
        for chosen in cards:
            card = chosen >> 1
            draft.cards += 1
            draft.count += 1
            if chosen & 1:
                ability = self.ability[card]
                draft.cost += _COST[ability]
                if ability == ASCENDED:
                    draft.ascended = True
                elif ability == BRANDO:
                    draft.count += 1  # it counts twice (CH-70)
                if ability == SPIKE:
                    continue  # it takes the value of the others (CH-68)
            draft.value = self.value[card]
        return draft

    def beats(self, value: int) -> bool:
        """Whether a set of this value and the right count may be played now (CH-52, CH-64)."""
        if self.top == LEAD:
            return True
        if self.top == ASCENDED_SET:
            return False
        if value == self.top_value:
            return self.equal_beats()
        return (value < self.top_value) == self.descending

    def equal_beats(self) -> bool:
        """Whether the value on top may be played again: not with two players (CH-52)."""
        return self.seats > 2

    def is_complete(self, draft: Draft) -> bool:
        """Whether this may be played as it is. Its cards were checked when they joined."""
        if draft.ascended:
            return True
        if draft.value == OPEN:
            return False
        return self.top != NORMAL or draft.count == self.top_count

    def joins(self, draft: Draft, others: Tally, card: int, active: bool, power: int) -> bool:
        """Whether a card may join a set: with it, and with some of the others, the set is legal."""
        value = self.value[card]
        ability = self.ability[card]
        count = draft.count + 1
        left = power - draft.cost  # without what this very play brings (CH-80)
        if active:
            left -= _COST[ability]
            if ability == KODORA or left < 0:  # Kodora is for wagers (CH-76)
                return False
            if ability == ASCENDED:
                return draft.cards == 0  # alone, it beats any set (CH-66)
            if ability == SPIKE:
                return self.wild_joins(draft, others, left)
            if ability == BRANDO:
                count += 1
        if draft.value != OPEN and draft.value != value:
            return False
        if not self.beats(value):
            return False
        return self.top != NORMAL or others.reaches(value, self.top_count - count, left)

    def wild_joins(self, draft: Draft, others: Tally, left: int) -> bool:
        """Whether an activated Spike may join: there must be a fixed card, now or later (CH-69)."""
        if self.top == ASCENDED_SET:
            return False
        if self.top == LEAD:
            return draft.value != OPEN or others.cards > 0
        missing = self.top_count - draft.count - 1
        if draft.value != OPEN:
            return others.reaches(draft.value, missing, left)
        if missing < 1:
            return False
        for index in range(VALUES):
            value = index + LOWEST
            if others.at[index] > 0 and self.beats(value) and others.reaches(value, missing, left):
                return True
        return False

    # ---- when the time is up (CH-113) --------------------------------------------------------------------------

    def default_move(self, seat: int) -> int:
        """What happens when the time is up (CH-113)."""
        if self.phase == WAGERS:
            return BET
        if self.phase == AFTER and self.power(seat) <= POWER_LIMIT:
            return END
        if self.phase != TURN:
            return DISCARD
        if self.draft:
            return self.finish_draft(seat)
        if self.top != LEAD:
            return PASS
        lowest = self.hands[seat * HAND]
        for card in self.hand(seat):
            if self.value[card] < self.value[lowest]:
                lowest = card
        return CARD + 2 * lowest

    def finish_draft(self, seat: int) -> int:
        """Bring a set that was begun to its end: play it as soon as it is legal, else add what costs least."""
        moves: list[int] = []
        if self.is_complete(self.drafted()):
            return PLAY
        self.add_cards(seat, moves)
        for move in moves:
            if (move - CARD) & 1 == 0:
                return move
        return moves[0]
