"""What a position is: every card with what is crafted onto it, who holds what, and the running trick."""

from __future__ import annotations

from typing import Any, Final, Literal, get_args

from mypy_extensions import i64

from slugfest.games.custom_heroes.content import (
    BLUE,
    BOX,
    CARDS,
    EMPTY,
    GREEN,
    HAND,
    LOWEST,
    PIECES,
    RED,
    SETS,
    SLOTS,
    YELLOW,
    sets_in_play,
)
from slugfest.kernel import EVERYTHING, State

# Where a character card is.
BOXED: Final = 0  # not in this game (CH-21)
IN_HAND: Final = 1
PLAYED: Final = 2  # on a trick pile of this round
WAGERED: Final = 3
ASIDE: Final = 4  # left over in sudden death (CH-99)

# What is being decided (CH-D1 to CH-D4).
WAGERS: Final = 0
TURN: Final = 1
AFTER: Final = 2  # after a play that gave power (CH-59, CH-60)
SCORING: Final = 3  # too much power at the end of a scoring (CH-82)
OVER: Final = 4
Phase = Literal["wagers", "turn", "after", "scoring", "over"]
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)

# What must be beaten (CH-63, CH-64).
LEAD: Final = 0  # nothing: the trick is being opened
NORMAL: Final = 1
ASCENDED_SET: Final = 2
SETS_NAMED: Final = ("", "normal", "ascended")

# Why a game ended (CH-117).
REASONS: Final = ("", "VICTORY", "FINAL_LEAD", "SUDDEN_DEATH")
VICTORY: Final = 1
FINAL_LEAD: Final = 2
SUDDEN_DEATH: Final = 3

# The story of a round is one list of numbers: 8 * what + seat; after a play the number of its cards and the cards,
# each as 2 * card + (1 if its ability was activated).
DID_PLAY: Final = 0
DID_PASS: Final = 1
DID_SKIP: Final = 2  # was skipped: a forced pass (CH-44)
DID_WIN: Final = 3

_BASE: Final = BOX.base
_AMOUNT: Final = BOX.amount
_ABILITY: Final = BOX.ability


class Position(State):
    """Where everything is, in flat lists of small numbers.

    Seat s holds the cards ``hands[s*HAND : s*HAND+hand_size[s]]`` in id order. Lists marked "replaced" are never
    changed in place, so copies share them. Those of crafting are copied by the first piece that is put on after a copy
    was made (``own``) and then changed in place.
    """

    # crafting
    own: bool  # no other position shares these lists
    slots: list[int]  # piece by card*SLOTS+colour
    made: list[int]  # by piece: 8*round + seat of its attachment, EMPTY while on no card
    value: list[int]  # card value (CH-13)
    ability: list[int]  # what the yellow piece of the card can do
    profile: list[
        int
    ]  # two cards share this number if they play alike this round whatever is still put on them
    # character cards
    shown: list[int]  # replaced; the latest finished round in which everybody saw the card
    status: list[int]
    owner: list[int]  # replaced; the seat it was dealt to in this round
    hands: list[int]
    hand_size: list[int]
    # advancements
    stocks: list[list[int]]  # by seat, in id order; the inner lists are replaced
    bag: list[int]  # replaced; in id order
    drawn: list[int]  # replaced; by round*seats+seat: pieces drawn when scoring that round (0: the setup)
    # players
    vp: list[int]  # staked ones included (CH-36)
    staked: list[int]  # wagers of this round
    power_in: list[int]  # all power ever received, and all ever paid: what everybody can add up (CH-106)
    power_out: list[int]
    place: list[int]  # in this round, from 1; 0: still in it
    last_place: list[int]  # the latest finished round in which a seat was last
    placed: list[int]  # replaced; the seats in order of place, finished round after finished round
    # the round
    target: int
    rounds: int
    round: int
    participants: int  # one bit a seat
    phase: int
    turn: int
    answered: int  # seats that have settled their wagers, one bit each
    bets: list[list[int]]  # by seat, secret: (piece+1)*CARDS + card; the inner lists are replaced
    # the trick
    top: int  # LEAD, NORMAL or ASCENDED_SET
    top_value: int
    top_count: int
    last: int  # who played the top set
    passes: int  # in succession since then
    descending: bool
    equal: bool  # the set just played equals the one before it: somebody will be skipped
    haunting: list[int]  # victory points waiting for the winner of the trick, by seat (CH-74)
    story: list[int]
    # the running turn
    crafted: list[int]  # pieces attached and not yet counted off in public (CH-105)
    traded: bool  # power was exchanged in this turn, before playing (CH-54)
    draft: list[int]  # the set being put together: 2*card + (1 if activated)
    # the end
    reason: int
    winner: int

    def __init__(self) -> None:
        super().__init__()
        self.own = False
        self.round = 1
        self.answered = 0
        self.traded = False
        self.reason = 0
        self.winner = EMPTY
        self.clear_trick()

    def clear_trick(self) -> None:
        """Nothing to beat, ascending (CH-49)."""
        self.top = LEAD
        self.top_value = 0
        self.top_count = 0
        self.last = EMPTY
        self.passes = 0
        self.descending = False
        self.equal = False

    def clear(self, seats: int, options: dict[str, Any]) -> None:
        """An empty table for so many seats."""
        self.seats = seats
        self.options = options
        self.target = options["vp_target"]
        self.rounds = options["max_rounds"]
        self.participants = (1 << seats) - 1
        self.slots = [EMPTY] * (CARDS * SLOTS)
        self.value = [0] * CARDS
        self.ability = [0] * CARDS
        self.profile = [0] * CARDS
        for card in range(CARDS):
            self.refit(card)
        self.shown = [0] * CARDS
        self.status = [PLAYED if card % SETS < sets_in_play(seats) else BOXED for card in range(CARDS)]
        self.owner = [EMPTY] * CARDS
        self.hands = [EMPTY] * (seats * HAND)
        self.hand_size = [0] * seats
        self.made = [EMPTY] * PIECES
        self.stocks = [[] for _ in range(seats)]
        self.bag = []
        self.drawn = [0] * seats
        self.vp = [0] * seats
        self.staked = [0] * seats
        self.power_in = [0] * seats
        self.power_out = [0] * seats
        self.place = [0] * seats
        self.last_place = [0] * seats
        self.placed = []
        self.bets = [[] for _ in range(seats)]
        self.haunting = [0] * seats
        self.story = []
        self.crafted = []
        self.draft = []

    def copy_position(self, fresh: Position) -> None:
        """Copy everything into a new position."""
        self.copy_base(fresh)
        self.own = False
        fresh.slots = self.slots
        fresh.value = self.value
        fresh.ability = self.ability
        fresh.profile = self.profile
        fresh.shown = self.shown
        fresh.status = self.status.copy()
        fresh.owner = self.owner
        fresh.hands = self.hands.copy()
        fresh.hand_size = self.hand_size.copy()
        fresh.made = self.made
        fresh.stocks = self.stocks.copy()
        fresh.bag = self.bag
        fresh.drawn = self.drawn
        fresh.vp = self.vp.copy()
        fresh.staked = self.staked.copy()
        fresh.power_in = self.power_in.copy()
        fresh.power_out = self.power_out.copy()
        fresh.place = self.place.copy()
        fresh.last_place = self.last_place.copy()
        fresh.placed = self.placed
        fresh.target = self.target
        fresh.rounds = self.rounds
        fresh.round = self.round
        fresh.participants = self.participants
        fresh.phase = self.phase
        fresh.turn = self.turn
        fresh.answered = self.answered
        fresh.bets = self.bets.copy()
        fresh.top = self.top
        fresh.top_value = self.top_value
        fresh.top_count = self.top_count
        fresh.last = self.last
        fresh.passes = self.passes
        fresh.descending = self.descending
        fresh.equal = self.equal
        fresh.haunting = self.haunting.copy()
        fresh.story = self.story.copy()
        fresh.crafted = self.crafted.copy()
        fresh.traded = self.traded
        fresh.draft = self.draft.copy()
        fresh.reason = self.reason
        fresh.winner = self.winner

    # ---- players -----------------------------------------------------------------------------------------------

    def power(self, seat: int) -> int:
        return self.power_in[seat] - self.power_out[seat]

    def plays(self, seat: int) -> bool:
        """Whether a seat takes part in this round (CH-98)."""
        return self.participants >> seat & 1 != 0

    def active_seats(self) -> int:
        """How many participants still hold cards."""
        count: i64 = 0
        for size in self.hand_size:
            if size > 0:
                count += 1
        return int(count)

    def next_active(self, seat: int) -> int:
        """The next seat to the left that holds cards; the seat itself if it is the only one (CH-41, CH-50)."""
        following = seat
        for _ in range(self.seats):
            following += 1
            if following == self.seats:
                following = 0
            if self.hand_size[following] > 0:
                return following
        return seat

    def passes_needed(self) -> int:
        """How many successive passes end the trick: one of every active player but the last to play (CH-47)."""
        needed = self.active_seats()
        return needed - 1 if self.last != EMPTY and self.hand_size[self.last] > 0 else needed

    def sudden_death(self) -> bool:
        return self.round > self.rounds

    # ---- cards -------------------------------------------------------------------------------------------------

    def hand(self, seat: int) -> list[int]:
        first = seat * HAND
        return self.hands[first : first + self.hand_size[seat]]

    def take_from_hand(self, seat: int, card: int) -> None:
        """Take a card out of a hand; the others close up in their order."""
        hands = self.hands
        size = self.hand_size[seat] - 1
        first: i64 = seat * HAND
        index = first
        wanted: i64 = card
        while hands[index] != wanted:
            index += 1
        hands.insert(first + size, hands.pop(index))  # behind its cards, where nobody looks
        self.hand_size[seat] = size

    def seen_in(self, card: int) -> int:
        """The latest round in which everybody saw a card (0: none)."""
        status = self.status[card]
        return self.round if status in (PLAYED, WAGERED) else self.shown[card]

    def seen_by(self, seat: int, card: int) -> int:
        """The latest round in which a seat saw a card.

        Whoever was last in a round held every card that nobody showed in it: nothing more needs to be remembered.
        """
        seen = self.seen_in(card)
        if seat < 0:
            return self.round if seat == EVERYTHING else seen
        if self.owner[card] == seat:
            return self.round
        return max(seen, self.last_place[seat])

    def knows(self, seat: int, card: int, piece: int) -> bool:
        """Whether a seat knows that a piece is on a card: it put it there, or has seen the card since (CH-105)."""
        made = self.made[piece]
        if self.seen_in(card) >= made >> 3:
            return True
        if seat < 0:
            return seat == EVERYTHING
        return made & 7 == seat or self.owner[card] == seat or self.last_place[seat] > made >> 3

    # ---- crafting (CH-12 to CH-19) -----------------------------------------------------------------------------

    def fit(self, piece: int, card: int, seat: int) -> None:
        """Put a piece onto a card for good."""
        if not self.own:
            self.slots = self.slots.copy()
            self.made = self.made.copy()
            self.value = self.value.copy()
            self.ability = self.ability.copy()
            self.profile = self.profile.copy()
            self.own = True
        self.slots[card * SLOTS + BOX.colour[piece]] = piece
        self.made[piece] = 8 * self.round + seat
        self.refit(card)

    def refit(self, card: int) -> None:
        """Work out anew what a card is worth and can do. Its lists must be its own by now."""
        slots = self.slots
        place: i64 = card
        place *= SLOTS
        red: i64 = slots[place + RED]
        blue: i64 = slots[place + BLUE]
        yellow: i64 = slots[place + YELLOW]
        green: i64 = slots[place + GREEN]
        filled: i64 = 0
        modifier: i64 = 0
        ability: i64 = 0
        value: i64 = _BASE[card]
        if green != EMPTY:
            value = _AMOUNT[green]
            filled = 1 << GREEN
        if red != EMPTY:
            modifier += _AMOUNT[red]
            filled += 1 << RED
        if blue != EMPTY:
            modifier += _AMOUNT[blue]
            filled += 1 << BLUE
        if yellow != EMPTY:
            ability = _ABILITY[yellow]
            filled += 1 << YELLOW
        value += modifier  # (aura, else base value) + red + blue (CH-13)
        self.value[card] = value
        self.ability[card] = ability
        number = (value - LOWEST) * 64 + modifier + 32
        self.profile[card] = (number * 16 + filled) * 8 + ability

    def value_with(self, piece: int, card: int) -> int:
        """What a card would be worth with one more piece in an empty slot (CH-13)."""
        colour = BOX.colour[piece]
        if colour == YELLOW:
            return self.value[card]
        changed = self.value[card] + _AMOUNT[piece]
        return changed - _BASE[card] if colour == GREEN else changed

    # ---- counting ----------------------------------------------------------------------------------------------

    def inventory(self) -> dict[str, int]:
        """Every card and every advancement once, wherever it is (CH-1, CH-2)."""
        counts = dict.fromkeys(BOX.cards, 0)
        for card in range(CARDS):
            if self.status[card] != IN_HAND:
                counts[BOX.cards[card]] += 1
        for seat in range(self.seats):
            for card in self.hand(seat):
                counts[BOX.cards[card]] += 1
        for identifier in BOX.pieces:
            counts[identifier] = 0
        zones = [self.bag, [piece for piece in self.slots if piece != EMPTY], self.boxed_pieces()]
        for zone in zones + self.stocks:
            for piece in zone:
                counts[BOX.pieces[piece]] += 1
        return counts

    def boxed_pieces(self) -> list[int]:
        """The Ascended Forms and Kodora that nobody was given (CH-23)."""
        boxed: list[int] = []
        given = [0] * len(BOX.cost)
        for piece in range(PIECES):
            ability = _ABILITY[piece]
            if ability == 1 or ability == 2:
                if given[ability] >= self.seats:
                    boxed.append(piece)
                given[ability] += 1
        return boxed
