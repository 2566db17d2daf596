"""What a seat cannot know, dealt anew: a random position that it cannot tell from the real one (CH-105 to CH-107).

A seat knows its own hand and stock, every card shown this round with all that is on it, and every piece it saw on a
card in an earlier round: those are on that card for good. It does not know who holds which of the other cards, which
pieces lie in the bag or in other stocks, nor what was attached where and not shown since. But it can count: how many
pieces each player attached in which round, and on which cards they can be, namely in that player's hand (this round)
or among the cards that nobody has shown since (an earlier round that this player ended as the last).
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
    SLOTS,
    in_bag,
)
from slugfest.games.custom_heroes.position.position import ASIDE, IN_HAND, TURN, WAGERS
from slugfest.games.custom_heroes.rules.legal import Turn
from slugfest.kernel import Rng

from .begun import imagine_turn, imagine_wagers
from .notes import Memory

_COLOUR: Final = BOX.colour
_TRIES: Final = (
    40  # deals in which too little room was left for unseen pieces; then the roomiest cards go first
)
_SPARE: Final = 4  # pieces shuffled beyond those that have places: some fit on no card
_IN_BAG: Final = [in_bag(piece) for piece in range(PIECES)]


def redeal(table: Turn, unknown: Unknown, rng: Rng) -> None:
    """Deal anew, on a fresh copy, everything that a seat does not know."""
    deal = Redeal(table, unknown)
    tries = 0
    while not deal.spread(rng, tries >= _TRIES):
        tries += 1
        if tries > 2 * _TRIES:
            deal.leave()
            break
    if table.phase == WAGERS:
        imagine_wagers(table, unknown.seat, rng)
    elif table.phase == TURN and table.turn != unknown.seat:
        imagine_turn(table, rng)


class Unknown:
    """What a seat does not know of a position, without any trace of where it was.

    A search imagines thousands of positions from one: this is gathered once, and every redeal begins from it. It holds
    for a position as it was; whoever makes a move in it forgets it. Its lists are shared and never changed.
    """

    seat: int
    cards: list[int]  # hidden cards, in id order
    holder: int  # who holds all of them; EMPTY where they lie in several places
    spare: bool  # some of them are not in a hand
    pieces: list[int]  # hidden pieces of the bag, in id order
    wanted: int  # how many of them a deal takes, and a few more
    groups: list[int]  # unseen attachments, counted by 8*round + seat, in this order
    seen: list[int]  # by card: the latest finished round in which the seat saw it; only for hidden ones
    slots: list[int]  # what is known to be on the cards
    made: list[int]
    value: list[int]  # and what the cards are worth and can do with it
    ability: list[int]
    profile: list[int]
    stock: list[int] | None  # of the player in turn, if something is attached that is not counted off yet
    memory: Memory  # what the seat plans in the positions that are dealt from here
    true_slots: list[int]  # what is on the cards, but for that
    true_made: list[int]

    def __init__(self, table: Turn, seat: int) -> None:
        self.seat = seat
        self.memory = Memory(table, seat)
        self.cards = []
        self.pieces = []
        self.groups = []
        self.slots = table.slots
        self.made = table.made
        self.value = table.value
        self.ability = table.ability
        self.profile = table.profile
        self.stock = None
        running = table.turn != seat and len(table.crafted) > 0
        if running:
            self.take_back(table)
        self.true_slots = self.slots
        self.true_made = self.made
        self.collect_stocks(table)
        self.collect_cards(table)
        self.pieces.sort()
        self.groups.sort()
        self.wanted = len(self.groups) + _SPARE
        for other in range(table.seats):
            if other != seat:
                self.wanted += len(table.stocks[other])
        if running or self.groups:
            self.refit(table)
        self.find_places(table)

    def take_back(self, table: Turn) -> None:
        """Nobody else knows what is attached in a running turn: it counts as not yet done."""
        self.slots = table.slots.copy()
        self.made = table.made.copy()
        for piece in table.crafted:
            self.slots[self.slots.index(piece)] = EMPTY
            self.made[piece] = EMPTY
        self.stock = sorted(table.stocks[table.turn] + table.crafted)

    def collect_stocks(self, table: Turn) -> None:
        """The pieces that come from the bag and are on no card."""
        self.pieces += table.bag
        for other in range(table.seats):
            if other != self.seat:
                stock = table.stocks[other]
                if self.stock is not None and other == table.turn:
                    stock = self.stock
                for piece in stock:
                    if _IN_BAG[piece]:
                        self.pieces.append(piece)

    def collect_cards(self, table: Turn) -> None:
        """The hidden cards, and what is on them that the seat has not seen."""
        seat = self.seat
        for card in range(CARDS):
            status = table.status[card]
            if status != ASIDE and (status != IN_HAND or table.owner[card] == seat):
                continue
            self.cards.append(card)
            for slot in range(card * SLOTS, card * SLOTS + SLOTS):
                piece = self.slots[slot]
                if piece == EMPTY or table.knows(seat, card, piece):
                    continue
                if not self.groups:
                    self.slots = self.slots.copy()
                    self.made = self.made.copy()
                self.groups.append(self.made[piece])
                self.slots[slot] = EMPTY
                self.made[piece] = EMPTY
                if _IN_BAG[piece]:
                    self.pieces.append(piece)

    def refit(self, table: Turn) -> None:
        """What the hidden cards are worth with what is known to be on them."""
        bare = Turn()
        bare.slots = self.slots
        bare.value = table.value.copy()
        bare.ability = table.ability.copy()
        bare.profile = table.profile.copy()
        for card in self.cards:
            bare.refit(card)
        self.value = bare.value
        self.ability = bare.ability
        self.profile = bare.profile

    def find_places(self, table: Turn) -> None:
        """Where the hidden cards can be."""
        held = 0
        self.holder = EMPTY
        for other in range(table.seats):
            if other != self.seat:
                held += table.hand_size[other]
                if table.hand_size[other] == len(self.cards):
                    self.holder = other
        self.spare = len(self.cards) > held
        self.seen = [0] * CARDS
        last = table.last_place[self.seat] if self.seat >= 0 else 0
        for card in self.cards:
            self.seen[card] = max(table.shown[card], last)

    def forget(self, table: Turn) -> None:
        """Leave on a copy of the position only what the seat knows, as far as it is not dealt anew anyway."""
        if table.turn != self.seat:
            table.draft = []
            table.crafted = []
        if self.stock is not None:
            table.stocks[table.turn] = self.stock


class Redeal:
    """One redeal under way."""

    table: Turn
    unknown: Unknown
    put_on: list[int]  # cards that unseen pieces were put on
    pieces: list[int]  # hidden pieces of the bag, taken from the end
    rest: Rng | None  # what puts those into random order that are still in theirs
    ordered: i64  # where in the list those begin that are not
    taken: list[int]

    def __init__(self, table: Turn, unknown: Unknown) -> None:
        self.table = table
        self.unknown = unknown
        self.put_on = []
        self.taken = []
        self.ordered = 0
        unknown.forget(table)

    def spread(self, rng: Rng, roomiest: bool) -> bool:
        """Deal cards and pieces; False if unseen pieces find no room."""
        table, unknown = self.table, self.unknown
        self.deal_cards(rng, roomiest)
        self.taken = []
        self.shuffle_pieces(rng)
        if not unknown.groups:
            table.slots = unknown.slots
            table.made = unknown.made
            table.value = unknown.value
            table.ability = unknown.ability
            table.profile = unknown.profile
        else:
            self.put_on = []
            table.slots = unknown.slots.copy()
            table.made = unknown.made.copy()
            if not self.place_groups(rng):
                return False
            table.value = unknown.value.copy()
            table.ability = unknown.ability.copy()
            table.profile = unknown.profile.copy()
            for card in self.put_on:
                table.refit(card)
            table.own = True
        self.fill_stocks()
        return True

    def shuffle_pieces(self, rng: Rng) -> None:
        """Put the hidden pieces into random order: at first only those at the end, of which most deals take a few."""
        pieces = self.unknown.pieces.copy()
        self.ordered = max(0, len(pieces) - self.unknown.wanted)
        self.rest = rng.shuffle_end(pieces, self.unknown.wanted)
        self.pieces = pieces

    def shuffle_rest(self) -> None:
        """The pieces at the end did not do: the others are wanted, too."""
        if self.rest is not None:
            others = self.pieces[: self.ordered]
            self.rest.shuffle(others)
            self.pieces = others + self.pieces[self.ordered :]
            self.rest = None
        self.ordered = 0

    def leave(self) -> None:
        """No arrangement was found, though the real one exists: keep what is attached. No game has come here."""
        table, unknown = self.table, self.unknown
        table.slots = unknown.true_slots
        table.made = unknown.true_made
        table.value = table.value.copy()
        table.ability = table.ability.copy()
        table.profile = table.profile.copy()
        for card in unknown.cards:
            table.refit(card)

    # ---- cards -------------------------------------------------------------------------------------------------

    def deal_cards(self, rng: Rng, roomiest: bool) -> None:
        """Deal the hidden cards to the hidden hands; what is left over was set aside."""
        table, unknown = self.table, self.unknown
        cards = unknown.cards.copy()
        if unknown.holder != EMPTY:
            rng.shuffle_end(cards, 0)
            return  # whatever the order, they are all in one hand
        rng.shuffle(cards)
        if roomiest:
            cards.sort(key=self.room)
        owner = table.owner.copy()
        last: i64 = len(cards) - 1
        for other in self.in_need(roomiest):
            if other != unknown.seat:
                for _ in range(table.hand_size[other]):
                    owner[cards[last]] = other
                    last -= 1
        while last >= 0:
            owner[cards[last]] = EMPTY
            last -= 1
        table.owner = owner
        self.sort_hands(owner)

    def sort_hands(self, owner: list[int]) -> None:
        """Everybody's cards in id order, as they were dealt."""
        table = self.table
        hands = table.hands
        spare = self.unknown.spare
        places: list[int] = []
        for seat in range(table.seats):
            places.append(seat * HAND)
        for card in self.unknown.cards:
            other: i64 = owner[card]
            if other >= 0:
                place: i64 = places[other]
                hands[place] = card
                places[other] = place + 1
            if spare:
                table.status[card] = IN_HAND if other >= 0 else ASIDE

    def in_need(self, roomiest: bool) -> list[int]:
        """The seats in the order of the deal: those with unseen attachments of this round first, if it is tight."""
        order: list[int] = []
        if roomiest:
            for group in self.unknown.groups:
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
            if self.unknown.slots[slot] == EMPTY:
                count += 1
        return count

    # ---- advancements ------------------------------------------------------------------------------------------

    def place_groups(self, rng: Rng) -> bool:
        """Attach the unseen pieces somewhere they can be: first the given ones, then what the bag was drawn for."""
        table = self.table
        left = self.unknown.groups.copy()
        for other in range(table.seats):
            if other != self.unknown.seat and not self.place_given(other, left, rng):
                return False
        for group in left:
            if not self.place_any(group, rng):
                return False
        return True

    def place_given(self, other: int, left: list[int], rng: Rng) -> bool:
        """A player's Ascended Form and Kodora, if unseen, are in the stock or among the unseen attachments."""
        table = self.table
        places = 0
        for group in left:
            if group & 7 == other:
                places += 1
        if places == 0:
            return True
        hidden: list[int] = []
        for piece in (FIRST_ASCENDED + other, FIRST_KODORA + other):
            if table.made[piece] == EMPTY:
                hidden.append(piece)
        if not hidden:
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
            for piece in range(PIECES):
                made = table.made[piece]
                if made != EMPTY and made & 7 == other and made >> 3 <= limit and _IN_BAG[piece]:
                    count += 1
            for index in range(other, limit * table.seats, table.seats):
                if index < len(table.drawn):
                    count -= table.drawn[index]
            if count > 0:
                return limit
        return EMPTY

    def place_any(self, group: int, rng: Rng) -> bool:
        """Attach some hidden piece of the bag where one of this group can be."""
        index: i64 = len(self.pieces) - 1
        while index >= 0:
            if index < self.ordered:
                self.shuffle_rest()
            piece = self.pieces[index]
            card = self.candidate(group, _COLOUR[piece], rng)
            if card != EMPTY:
                self.pieces.pop(index)
                self.taken.append(piece)
                self.put(piece, card, group)
                return True
            index -= 1
        return False

    def candidate(self, group: i64, colour: i64, rng: Rng) -> int:
        """A random card with an empty slot on which a piece of this group can be, or EMPTY."""
        table = self.table
        slots = table.slots
        owner = table.owner
        seen = self.unknown.seen
        round = group >> 3
        holder = group & 7
        now = round == table.round
        found = EMPTY
        count: i64 = 0
        for card in self.unknown.cards:
            place: i64 = card
            if slots[place * SLOTS + colour] != EMPTY:
                continue
            if now:
                if owner[card] != holder:
                    continue
            elif seen[card] >= round:
                continue
            count += 1
            if rng.below(count) == 0:
                found = card
        return found

    def put(self, piece: int, card: int, group: int) -> None:
        self.table.slots[card * SLOTS + _COLOUR[piece]] = piece
        self.table.made[piece] = group
        self.put_on.append(card)

    def fill_stocks(self) -> None:
        """The other stocks keep their sizes; the rest is in the bag."""
        table, unknown = self.table, self.unknown
        for other in range(table.seats):
            if other == unknown.seat:
                continue
            size = len(table.stocks[other])
            stock: list[int] = []
            for piece in (FIRST_ASCENDED + other, FIRST_KODORA + other):
                if table.made[piece] == EMPTY:
                    stock.append(piece)
            while len(stock) < size:
                if len(self.pieces) <= self.ordered:
                    self.shuffle_rest()
                piece = self.pieces.pop()
                self.taken.append(piece)
                stock.append(piece)
            stock.sort()
            table.stocks[other] = stock
        bag = unknown.pieces.copy()
        for piece in self.taken:
            bag.pop(place_in(bag, piece))
        table.bag = bag


def place_in(pieces: list[int], piece: i64) -> i64:
    """Where a piece is in a list in id order that has it."""
    low: i64 = 0
    high: i64 = len(pieces) - 1
    while low < high:
        middle = (low + high) >> 1
        if pieces[middle] < piece:
            low = middle + 1
        else:
            high = middle
    return low
