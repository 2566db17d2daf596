"""What a seat cannot know, dealt anew: a random position that it cannot tell from the real one (CH-105 to CH-107).

A seat knows its own hand and stock, every card shown this round with all that is on it, and every piece it saw on a
card in an earlier round: those are on that card for good. It does not know who holds which of the other cards, which
pieces lie in the bag or in other stocks, nor what was attached where and not shown since. But it can count: how many
pieces each player attached in which round, and on which cards they can be, namely in that player's hand (this round)
or among the cards that nobody has shown since (an earlier round that this player ended as the last).
"""

from __future__ import annotations

from typing import Final

from slugfest.games.custom_heroes.content import (
    BOX,
    CARDS,
    EMPTY,
    FIRST_ASCENDED,
    FIRST_KODORA,
    HAND,
    KODORA,
    NO_ABILITY,
    SLOTS,
    STAKE,
    in_bag,
)
from slugfest.games.custom_heroes.position.moves import ATTACH, CARD
from slugfest.games.custom_heroes.position.position import ASIDE, IN_HAND, TURN, WAGERS
from slugfest.games.custom_heroes.rules.legal import Turn
from slugfest.games.custom_heroes.rules.rounds import attach
from slugfest.kernel import Rng

_COLOUR: Final = BOX.colour
_TRIES: Final = (
    40  # deals in which too little room was left for unseen pieces; then the roomiest cards go first
)


def redeal(table: Turn, seat: int, rng: Rng) -> None:
    """Deal anew, on a fresh copy, everything that a seat does not know."""
    deal = Redeal(table, seat)
    deal.collect()
    tries = 0
    while not deal.spread(rng, tries >= _TRIES):
        tries += 1
        if tries > 2 * _TRIES:
            deal.leave()
            break
    if table.phase == WAGERS:
        _imagine_wagers(table, seat, rng)
    elif table.phase == TURN and table.turn != seat:
        _imagine_turn(table, rng)


class Redeal:
    """One redeal under way."""

    table: Turn
    seat: int
    cards: list[int]  # hidden cards, in id order
    pieces: list[int]  # hidden pieces of the bag, in id order
    groups: list[int]  # unseen attachments, counted by 8*round + seat, in this order
    slots: list[int]  # what is known to be on the cards
    made: list[int]
    changed: bool  # whether something else may be on the cards now
    true_slots: list[int]
    true_made: list[int]

    def __init__(self, table: Turn, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.cards = []
        self.pieces = []
        self.groups = []
        self.slots = table.slots
        self.made = table.made
        self.changed = False
        self.true_slots = table.slots
        self.true_made = table.made

    def collect(self) -> None:
        """Gather what is hidden, leaving no trace of where it was."""
        table, seat = self.table, self.seat
        if table.turn != seat:
            table.draft = []
            self.take_back()
        self.true_slots = table.slots
        self.true_made = table.made
        self.slots = table.slots
        self.made = table.made
        for piece in table.bag:
            self.pieces.append(piece)
        for other in range(table.seats):
            if other != seat:
                for piece in table.stocks[other]:
                    if in_bag(piece):
                        self.pieces.append(piece)
        for card in range(CARDS):
            status = table.status[card]
            if status != ASIDE and (status != IN_HAND or table.owner[card] == seat):
                continue
            self.cards.append(card)
            for slot in range(card * SLOTS, card * SLOTS + SLOTS):
                piece = table.slots[slot]
                if piece == EMPTY or table.knows(seat, card, piece):
                    continue
                if not self.groups:
                    self.slots = table.slots.copy()
                    self.made = table.made.copy()
                    self.changed = True
                self.groups.append(table.made[piece])
                self.slots[slot] = EMPTY
                self.made[piece] = EMPTY
                if in_bag(piece):
                    self.pieces.append(piece)
        self.pieces.sort()
        self.groups.sort()

    def take_back(self) -> None:
        """Nobody else knows what is attached in a running turn: it counts as not yet done."""
        table = self.table
        if not table.crafted:
            return
        slots = table.slots.copy()
        made = table.made.copy()
        for piece in table.crafted:
            slots[slots.index(piece)] = EMPTY
            made[piece] = EMPTY
        table.stocks[table.turn] = sorted(table.stocks[table.turn] + table.crafted)
        table.crafted = []
        table.slots = slots
        table.made = made
        self.changed = True

    def spread(self, rng: Rng, roomiest: bool) -> bool:
        """Deal cards and pieces; False if unseen pieces find no room."""
        table = self.table
        self.deal_cards(rng, roomiest)
        pieces = self.pieces.copy()
        rng.shuffle(pieces)
        if self.groups:
            table.slots = self.slots.copy()
            table.made = self.made.copy()
            if not self.place_groups(pieces, rng):
                return False
        else:
            table.slots = self.slots
            table.made = self.made
        self.fill_stocks(pieces)
        if self.changed:
            self.refit()
        return True

    def leave(self) -> None:
        """No arrangement was found, though the real one exists: keep what is attached. No game has come here."""
        self.table.slots = self.true_slots
        self.table.made = self.true_made
        self.refit()

    def refit(self) -> None:
        table = self.table
        table.value = table.value.copy()
        table.ability = table.ability.copy()
        table.profile = table.profile.copy()
        for card in self.cards:
            table.refit(card)

    # ---- cards -------------------------------------------------------------------------------------------------

    def deal_cards(self, rng: Rng, roomiest: bool) -> None:
        """Deal the hidden cards to the hidden hands; what is left over was set aside."""
        table, seat = self.table, self.seat
        cards = self.cards.copy()
        rng.shuffle(cards)
        if roomiest:
            cards.sort(key=self.room)
        owner = table.owner.copy()
        for other in self.in_need(roomiest):
            if other == seat:
                continue
            first = other * HAND
            size = table.hand_size[other]
            hand = cards[len(cards) - size :]
            del cards[len(cards) - size :]
            hand.sort()
            for index in range(size):
                card = hand[index]
                table.hands[first + index] = card
                owner[card] = other
                table.status[card] = IN_HAND
        for card in cards:
            owner[card] = EMPTY
            table.status[card] = ASIDE
        table.owner = owner

    def in_need(self, roomiest: bool) -> list[int]:
        """The seats in the order of the deal: those with unseen attachments of this round first, if it is tight."""
        order: list[int] = []
        if roomiest:
            for group in self.groups:
                if group >> 3 == self.table.round and group & 7 not in order:
                    order.append(group & 7)
        for seat in range(self.table.seats):
            if seat not in order:
                order.append(seat)
        return order

    def room(self, card: int) -> int:
        """How many slots of a card are known to be empty."""
        count = 0
        for slot in range(card * SLOTS, card * SLOTS + SLOTS):
            if self.slots[slot] == EMPTY:
                count += 1
        return count

    # ---- advancements ------------------------------------------------------------------------------------------

    def place_groups(self, pieces: list[int], rng: Rng) -> bool:
        """Attach the unseen pieces somewhere they can be: first the given ones, then what the bag was drawn for."""
        table = self.table
        left = self.groups.copy()
        for other in range(table.seats):
            if other != self.seat and not self.place_given(other, left, rng):
                return False
        for group in left:
            if not self.place_any(group, pieces, rng):
                return False
        return True

    def place_given(self, other: int, left: list[int], rng: Rng) -> bool:
        """A player's Ascended Form and Kodora, if unseen, are in the stock or among the unseen attachments."""
        table = self.table
        hidden: list[int] = []
        for piece in (FIRST_ASCENDED + other, FIRST_KODORA + other):
            if table.made[piece] == EMPTY:
                hidden.append(piece)
        places = 0
        for group in left:
            if group & 7 == other:
                places += 1
        if places == 0 or not hidden:
            return True
        rng.shuffle(hidden)
        stocked = len(table.stocks[other])
        for piece in hidden:
            must = self.too_many(other, left)
            if must == EMPTY and rng.below(places + stocked) >= places:
                stocked -= 1
                continue
            group = self.nth(other, left, int(rng.below(places)), must)
            card = self.candidate(group, _COLOUR[piece], rng)
            if card == EMPTY:
                return False
            self.put(piece, card, group)
            left.remove(group)
            places -= 1
        return self.too_many(other, left) == EMPTY

    def nth(self, other: int, left: list[int], index: int, must: int) -> int:
        """One of a player's unseen attachments; not later than the round ``must``, if that is a round."""
        found = EMPTY
        for group in left:
            if group & 7 == other and (must == EMPTY or group >> 3 <= must):
                found = group
                if index == 0:
                    return group
                index -= 1
        return found

    def too_many(self, other: int, left: list[int]) -> int:
        """The first round by which a player would have attached more pieces of the bag than were drawn, or EMPTY."""
        table = self.table
        for last in left:
            limit = last >> 3
            if last & 7 != other or limit == table.round:
                continue
            count = 0
            for group in left:
                if group & 7 == other and group >> 3 <= limit:
                    count += 1
            for piece in range(len(table.made)):
                made = table.made[piece]
                if made != EMPTY and made & 7 == other and made >> 3 <= limit and in_bag(piece):
                    count += 1
            for index in range(other, limit * table.seats, table.seats):
                if index < len(table.drawn):
                    count -= table.drawn[index]
            if count > 0:
                return limit
        return EMPTY

    def place_any(self, group: int, pieces: list[int], rng: Rng) -> bool:
        """Attach some hidden piece of the bag where one of this group can be."""
        for index in range(len(pieces) - 1, -1, -1):
            piece = pieces[index]
            card = self.candidate(group, _COLOUR[piece], rng)
            if card != EMPTY:
                del pieces[index]
                self.put(piece, card, group)
                return True
        return False

    def candidate(self, group: int, colour: int, rng: Rng) -> int:
        """A random card with an empty slot on which a piece of this group can be, or EMPTY."""
        table = self.table
        found = EMPTY
        count = 0
        for card in self.cards:
            if table.slots[card * SLOTS + colour] != EMPTY:
                continue
            if group >> 3 == table.round:
                if table.owner[card] != group & 7:
                    continue
            elif self.last_seen(card) >= group >> 3:
                continue
            count += 1
            if rng.below(count) == 0:
                found = card
        return found

    def last_seen(self, card: int) -> int:
        """The latest finished round in which the seat saw a hidden card."""
        table = self.table
        seen = table.shown[card]
        if self.seat >= 0 and table.last_place[self.seat] > seen:
            return table.last_place[self.seat]
        return seen

    def put(self, piece: int, card: int, group: int) -> None:
        self.table.slots[card * SLOTS + _COLOUR[piece]] = piece
        self.table.made[piece] = group

    def fill_stocks(self, pieces: list[int]) -> None:
        """The other stocks keep their sizes; the rest is in the bag."""
        table = self.table
        for other in range(table.seats):
            if other == self.seat:
                continue
            size = len(table.stocks[other])
            stock: list[int] = []
            for piece in (FIRST_ASCENDED + other, FIRST_KODORA + other):
                if table.made[piece] == EMPTY:
                    stock.append(piece)
            while len(stock) < size:
                stock.append(pieces.pop())
            stock.sort()
            table.stocks[other] = stock
        pieces.sort()
        table.bag = pieces


# ---- decisions that others have begun in secret ----------------------------------------------------------------------


def _imagine_wagers(table: Turn, seat: int, rng: Rng) -> None:
    """Nobody knows what the others have answered, or are about to answer."""
    for other in range(table.seats):
        if other == seat:
            continue
        table.bets[other] = []
        if not table.asked(other):
            continue
        bets: list[int] = []
        own = FIRST_KODORA + other in table.stocks[other]
        hand = table.hand(other)
        rng.shuffle(hand)
        for card in hand:
            if STAKE * (len(bets) + 1) > table.vp[other] or len(bets) + 1 >= table.hand_size[other]:
                break
            if table.ability[card] == KODORA:
                if rng.below(2) == 0:
                    bets.append(card)
            elif own and table.ability[card] == NO_ABILITY:
                own = False
                if rng.below(3) == 0:
                    bets.append((FIRST_KODORA + other + 1) * CARDS + card)
        table.bets[other] = bets


def _imagine_turn(table: Turn, rng: Rng) -> None:
    """Nobody knows what the player in turn has attached and not shown yet, nor whether a set is begun."""
    seat = table.turn
    while rng.below(2) == 0:
        moves: list[int] = []
        table.add_attachments(seat, moves)
        if not moves:
            break
        move = moves[rng.below(len(moves))] - ATTACH
        attach(table, seat, move // CARDS, move % CARDS)
    while rng.below(2) == 0:
        moves = []
        table.add_cards(seat, moves)
        if not moves:
            return
        table.draft.append(moves[rng.below(len(moves))] - CARD)
