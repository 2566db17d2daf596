"""What a turn could be: sets to play, with or without a piece attached first, each with a rough worth.

The worth of a play is the burden it takes off the hand (low cards are hard to get rid of), the chance to win the trick
and lead again, less what it uses up. Everything is judged from the player's own hand and from the table.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from slugfest.games.custom_heroes.content import (
    ASCENDED,
    BOX,
    BRANDO,
    CHARMANTA,
    EMPTY,
    GREEN,
    HIGHEST,
    KODORA,
    LOWEST,
    NO_ABILITY,
    SLOTS,
    SPIKE,
    SPOOKIES,
    VALUES,
    YELLOW,
)
from slugfest.games.custom_heroes.position.position import ASCENDED_SET, LEAD, NORMAL
from slugfest.games.custom_heroes.rules.legal import Turn

from .plan import Plan, Shortlist
from .worths import (
    ASCENDED_VALUE,
    BREAKING,
    BURDEN,
    CONTROL,
    GONE,
    LEADING,
    LEADING_LAST,
    MOST_COUNTED,
    MOST_RELIEF,
    PER_CARD,
    POINT,
    POWER,
    PRICE,
    control_of,
    plenty_of,
)

_COLOUR: Final = BOX.colour
_AMOUNT: Final = BOX.amount
_ABILITY: Final = BOX.ability
_TYPE: Final = BOX.type
_COST: Final = BOX.cost
_BASE: Final = BOX.base

_NO_CARDS: Final = [0] * VALUES
_VALUE_BIT: Final = [1 << index for index in range(VALUES)]
assert VALUES <= 62, "a set of values must fit into one machine number"
_ROUNDING: Final = 1e-9  # sums in another order


@final
class Planner:
    """The plans of a player whose turn it is.

    Hot path: searches weigh hundreds of plans a game and follow a few. So a plan is weighed by counts alone (how many
    cards of which group it takes), and the cards are looked up for those that somebody wants. Only what hangs on single
    cards, abilities activated to stretch or haunt a set, is put together card by card.
    """

    turn: Turn
    hand: list[int]
    size: i64
    at: list[int]  # cards in hand by value
    present: i64  # the values there are, one bit each
    able_at: list[int] | None  # those of them with an ability; None: no card has one
    stretchy: bool  # the hand holds Brandos or Spikes
    spiked: bool
    haunted: bool  # the hand holds Spookies
    groups: i64
    power: i64
    leading: bool
    wanted: i64  # the count a set needs when following
    low: i64  # values from here to there may be played now (CH-52, CH-64)
    high: i64
    others: i64
    # the best plan so far
    found: bool
    best_worth: float
    best_value: i64
    best_number: i64  # of its cards
    best_cost: i64
    best_active: i64  # the card whose new ability it uses, or EMPTY
    best_piece: i64
    best_target: i64
    best_cards: list[int] | None  # where they cannot be looked up
    shortlist: Shortlist | None  # of plans that attach something, if somebody wants them

    def __init__(self, turn: Turn, seat: int) -> None:
        self.turn = turn
        hand = turn.hand(seat)
        at = _NO_CARDS.copy()
        value_of = turn.value
        ability_of = turn.ability
        groups: i64 = 0
        present: i64 = 0
        self.able_at = None
        self.stretchy = False
        self.spiked = False
        self.haunted = False
        for card in hand:
            value: i64 = value_of[card]
            held: i64 = at[value - LOWEST]
            if held == 0:
                groups += 1
                present |= _VALUE_BIT[value - LOWEST]
            at[value - LOWEST] = held + 1
            ability: i64 = ability_of[card]
            if ability != NO_ABILITY:
                self.note(value, ability)
        self.hand = hand
        self.size = len(hand)
        self.at = at
        self.present = present
        self.groups = groups
        self.power = turn.power(seat)
        self.leading = turn.top == LEAD
        self.wanted = turn.top_count if turn.top == NORMAL else 0
        self.low = LOWEST
        self.high = HIGHEST
        if turn.top == NORMAL:
            top: i64 = turn.top_value
            if turn.descending:
                self.high = top if turn.equal_beats() else top - 1
            else:
                self.low = top if turn.equal_beats() else top + 1
        elif turn.top == ASCENDED_SET:
            self.high = LOWEST - 1
        self.others = turn.active_seats() - 1
        self.found = False
        self.best_worth = 0.0
        self.best_value = 0
        self.best_number = 0
        self.best_cost = 0
        self.best_active = EMPTY
        self.best_piece = EMPTY
        self.best_target = EMPTY
        self.best_cards = None
        self.shortlist = None

    def note(self, value: i64, ability: i64) -> None:
        """A card in hand has an ability."""
        able = self.able_at
        if able is None:
            able = [0] * VALUES
            self.able_at = able
        able[value - LOWEST] += 1
        if ability == SPIKE:
            self.spiked = True
            self.stretchy = True
        elif ability == BRANDO:
            self.stretchy = True
        elif ability == SPOOKIES:
            self.haunted = True

    def best(self) -> Plan | None:
        """The best of all plans considered, the first of equals; None if there was none."""
        if not self.found:
            return None
        cards = self.best_cards
        if cards is None:
            cards = self.chosen(self.best_value, self.best_number, self.best_active, self.best_target)
        return Plan(cards, self.best_cost, self.best_piece, self.best_target, self.best_worth)

    def consider_hand(self) -> None:
        """The sets that the hand holds as it is."""
        turn = self.turn
        value: i64 = self.low
        ahead: i64 = self.present >> (value - LOWEST)
        while ahead and value <= self.high:
            if ahead & 1:
                self.consider_value(value, EMPTY, EMPTY)
            ahead >>= 1
            value += 1
        if self.able_at is not None and self.power >= _COST[ASCENDED]:
            worst = EMPTY
            for card in self.hand:
                if turn.ability[card] == ASCENDED and (
                    worst == EMPTY or turn.value[card] < turn.value[worst]
                ):
                    worst = card
            if worst != EMPTY:
                self.ascend(worst, EMPTY, EMPTY)

    def consider_stock(self, stock: list[int]) -> None:
        """One piece of each type onto one card of each kind."""
        turn = self.turn
        slots = turn.slots
        profiles = turn.profile
        normal = turn.top != ASCENDED_SET
        last_type: i64 = EMPTY
        for piece in stock:
            kind: i64 = _TYPE[piece]
            if kind == last_type:
                continue
            last_type = kind
            colour: i64 = _COLOUR[piece]
            if colour == YELLOW:
                if not self.may_help(_ABILITY[piece]):
                    continue
            elif not normal:
                continue
            profile: i64 = EMPTY
            for card in self.hand:
                place: i64 = card
                place = place * SLOTS + colour
                alike: i64 = profiles[card]
                if alike == profile or slots[place] != EMPTY:
                    continue
                profile = alike
                if colour == YELLOW:
                    self.consider_ability(piece, card)
                else:
                    self.consider_item(piece, card, colour)

    def may_help(self, ability: i64) -> bool:
        """Whether a new ability can make a plan that somebody wants, whichever card gets it."""
        if ability in (KODORA, CHARMANTA) or _COST[ability] > self.power:
            return False
        if ability != ASCENDED:
            return self.low <= self.high  # nothing else beats an Ascended Form
        return self.shortlist is not None or not self.found or self.size == 1 or self.ascent_pays()

    def ascent_pays(self) -> bool:
        """Whether an Ascended Form could be better than the best plan so far. They are dear, so mostly not."""
        left = self.groups
        dearest = PRICE[ASCENDED] + POWER * float(_COST[ASCENDED])
        most = MOST_RELIEF + PER_CARD + LEADING_LAST
        return most - plenty_of(left - 1) * dearest > self.best_worth

    def consider_item(self, piece: i64, card: i64, colour: i64) -> None:
        """A new value: it may complete a set, or make a card high enough."""
        old: i64 = self.turn.value[card]
        amount: i64 = _AMOUNT[piece]
        new = old + amount
        if colour == GREEN:
            base: i64 = _BASE[card]
            new -= base
        if new == old or new < self.low or new > self.high:
            return
        joined: i64 = self.at[new - LOWEST]
        if self.leading:
            if joined == 0 and self.groups > 3:
                return
        elif joined + 1 < self.wanted:
            return
        if not self.item_may_pay(piece, new, joined + 1):
            return
        self.move_value(old, new)
        self.consider_value(new, piece, card)
        self.move_value(new, old)

    def item_may_pay(self, piece: i64, value: i64, held: i64) -> bool:
        """Whether a set with a card of a new value could be better than the best plan so far: mostly not. ``held``: how
        many cards of this value there are then."""
        if self.shortlist is not None or not self.found or self.stretchy or self.haunted:
            return True
        number = held if self.leading else self.wanted
        if number == self.size:
            return True
        # The old group may be gone and the new one played: two groups less, and nobody beats the set.
        left = self.groups - 2
        most = PER_CARD * float(number) + (LEADING if left > 1 else LEADING_LAST)
        most += BURDEN[value - LOWEST] if held == number else -BREAKING
        if self.able_at is not None:
            most += 0.8 * POWER * float(number)
        return most - plenty_of(left) * PRICE[_ABILITY[piece]] + _ROUNDING > self.best_worth

    def move_value(self, old: i64, new: i64) -> None:
        at = self.at
        left: i64 = at[old - LOWEST]
        at[old - LOWEST] = left - 1
        if left == 1:
            self.groups -= 1
        held: i64 = at[new - LOWEST]
        if held == 0:
            self.groups += 1
        at[new - LOWEST] = held + 1

    def consider_ability(self, piece: i64, card: i64) -> None:
        """A new ability, used at once."""
        ability: i64 = _ABILITY[piece]
        if ability == ASCENDED:
            self.ascend(card, piece, card)
            return
        if ability == SPIKE:
            self.consider_wild(piece, card)
            return
        value: i64 = self.turn.value[card]
        if value < self.low or value > self.high:
            return
        cost: i64 = _COST[ability]
        held: i64 = self.at[value - LOWEST]
        if ability == BRANDO:
            if not self.leading and held == self.wanted - 1:
                self.weigh(value, self.wanted, held, cost, 0, card, piece, card)
        elif ability == SPOOKIES and (self.leading or held >= self.wanted):
            count = held if self.leading else self.wanted
            self.weigh(value, count, count, cost, 1, card, piece, card)

    def consider_wild(self, piece: i64, card: i64) -> None:
        """The card as a wild one among cards of another value."""
        at = self.at
        own: i64 = self.turn.value[card]
        cost: i64 = _COST[SPIKE]
        value: i64 = self.low
        ahead: i64 = self.present >> (value - LOWEST)
        while ahead and value <= self.high:
            if ahead & 1 and value != own:
                held: i64 = at[value - LOWEST]
                count = held + 1 if self.leading else self.wanted
                if 1 < count <= held + 1:
                    self.weigh(value, count, count, cost, 0, card, piece, card)
            ahead >>= 1
            value += 1

    def consider_value(self, value: i64, piece: i64, target: i64) -> None:
        """The best set of one value: all of them when leading, exactly enough when following.

        ``target`` is a card that has this value only once ``piece`` is on it.
        """
        held: i64 = self.at[value - LOWEST]
        count = held if self.leading else self.wanted
        if held < count and not self.stretchy:
            return
        if held < count or self.haunted or (self.spiked and self.leading):
            self.consider_single_cards(value, count, piece, target)
        else:
            self.weigh(value, count, count, 0, 0, EMPTY, piece, target)

    def chosen(self, value: int, number: int, active: int, target: int) -> list[int]:
        """So many cards of a value. First the one with its ability activated, or the one that has the value only with
        the new piece."""
        cards: list[int] = []
        if active != EMPTY:
            cards.append(2 * active + 1)
        elif target != EMPTY:
            cards.append(2 * target)
        self.fill(cards, value, number, target)
        return cards

    def fill(self, chosen: list[int], value: int, count: int, target: int) -> None:
        """Add cards of a value until there are so many; cards without abilities first."""
        self.fill_with(chosen, value, count, target, False)
        if self.able_at is not None:
            self.fill_with(chosen, value, count, target, True)

    def fill_with(self, chosen: list[int], value: i64, count: i64, target: i64, able: bool) -> None:
        values = self.turn.value
        abilities = self.turn.ability
        missing = count - len(chosen)
        for card in self.hand:
            if missing <= 0:
                return
            own: i64 = values[card]
            if own == value and card != target and (abilities[card] != NO_ABILITY) == able:
                chosen.append(2 * card)
                missing -= 1

    # ---- weighing ------------------------------------------------------------------------------------------------

    def ascend(self, card: i64, piece: i64, target: i64) -> None:
        """An Ascended Form alone (CH-66)."""
        self.weigh(ASCENDED_VALUE, 1, 1, _COST[ASCENDED], 0, card, piece, target)

    def weigh(
        self,
        value: i64,
        count: i64,
        number: i64,
        cost: i64,
        haunted: i64,
        active: i64,
        piece: i64,
        target: i64,
    ) -> None:
        """Judge a set of so many cards of a value. One of them is ``active``: its ability is used, so that it brings no
        power; a card of another value is among them only that way. The others are those with the fewest abilities.
        """
        at = self.at
        relief = 0.0
        emptied: i64 = 0
        taken = number
        broken = False
        index: i64 = value - LOWEST
        if active != EMPTY:
            own: i64 = self.turn.value[active] - LOWEST
            if own != index:
                taken -= 1
                if at[own] == 1:
                    relief = BURDEN[own]
                    emptied = 1
        gain: i64 = 0
        if value != ASCENDED_VALUE:
            held: i64 = at[index]
            if held == taken:
                relief += BURDEN[index]
                emptied += 1
            broken = held > taken
            able = self.able_at
            if able is not None:
                gain = self.unused(able, index, number, taken, active, target)
        worth = self.worth(value, count, number, cost, haunted, piece, relief, emptied, gain, broken)
        self.compare(worth, value, number, cost, active, piece, target, None)

    def unused(self, able: list[int], index: i64, number: i64, taken: i64, active: i64, target: i64) -> i64:
        """How many cards of a set have an ability that is not used: each brings power (CH-81)."""
        with_ability: i64 = able[index]
        held: i64 = self.at[index]
        gain: i64 = 0
        plain = held - with_ability
        if active != EMPTY:
            if taken == number:  # it is one of the plain ones of this value
                plain -= 1
                taken -= 1
        elif target != EMPTY:  # it counts at this value, but what it can do is counted at its old one
            taken -= 1
            plain -= 1
            if self.turn.ability[target] != NO_ABILITY:
                gain = 1
        return gain + taken - plain if taken > plain else gain

    def worth(
        self,
        value: i64,
        count: i64,
        number: i64,
        cost: i64,
        haunted: i64,
        piece: i64,
        relief: float,
        emptied: i64,
        gain: i64,
        broken: bool,
    ) -> float:
        """What a set is worth that takes so much off the hand."""
        price = 0.0
        if piece != EMPTY:
            price = PRICE[_ABILITY[piece]]
        if number == self.size:
            return GONE - price - POWER * float(cost)
        left = self.groups - emptied
        control = self.control(value, count)
        plenty = plenty_of(left)
        worth = relief + PER_CARD * float(number) + control * (LEADING_LAST if left == 1 else LEADING)
        worth += 0.8 * POWER * float(gain) + POINT * float(haunted) * control
        worth -= plenty * (price + POWER * float(cost))
        return worth - BREAKING if broken else worth

    def compare(
        self,
        worth: float,
        value: i64,
        number: i64,
        cost: i64,
        active: i64,
        piece: i64,
        target: i64,
        cards: list[int] | None,
    ) -> None:
        """Keep a plan if it is the best, and show it to whoever collects."""
        if self.shortlist is not None:
            if piece != EMPTY and self.shortlist.wants(worth, piece, target):
                anchor = self.shortlist.anchor
                if anchor == EMPTY or self.contains(anchor, value, number, active, target, cards):
                    self.shortlist.add(worth, piece, target)
            return
        if not self.found or worth > self.best_worth:
            self.found = True
            self.best_worth = worth
            self.best_value = value
            self.best_number = number
            self.best_cost = cost
            self.best_active = active
            self.best_piece = piece
            self.best_target = target
            self.best_cards = cards

    def contains(
        self, card: int, value: i64, number: i64, active: i64, target: i64, cards: list[int] | None
    ) -> bool:
        """Whether a plan plays a card."""
        played = self.chosen(value, number, active, target) if cards is None else cards
        return 2 * card in played or 2 * card + 1 in played

    def control(self, value: i64, count: i64) -> float:
        """A guess at the chance that nobody beats a set."""
        if value == ASCENDED_VALUE:
            return 0.92
        if count > MOST_COUNTED:
            return control_of(value, count, self.others, self.turn.descending)
        place = (self.others * 2 + (1 if self.turn.descending else 0)) * (MOST_COUNTED + 1) + count
        return CONTROL[place * VALUES + value - LOWEST]

    # ---- sets that hang on single cards ----------------------------------------------------------------------------

    def consider_single_cards(self, value: i64, count: i64, piece: i64, target: i64) -> None:
        """The same where abilities in hand may make the set larger, or haunt it."""
        cards = self.chosen(value, count, EMPTY, target)
        cost = 0
        if len(cards) < count:
            cost = self.stretch(cards, value, count - len(cards), target)
            if cost < 0:
                return
        haunted = 0
        if self.haunt(cards, value, count, cost):
            haunted = 1
            cost += _COST[SPOOKIES]
        self.weigh_cards(cards, value, count, cost, haunted, piece, target)
        if self.leading and self.power > cost:
            wild = self.loose_spike(value, target)
            if wild != EMPTY:
                longer = [*cards, 2 * wild + 1]
                self.weigh_cards(longer, value, count + 1, cost + _COST[SPIKE], haunted, piece, target)

    def haunt(self, cards: list[int], value: i64, count: i64, cost: i64) -> bool:
        """Activate Spookies that are in the set anyway, if it is likely to win."""
        if self.power - cost < _COST[SPOOKIES] or self.control(value, count) < 0.55:
            return False
        for index, entry in enumerate(cards):
            if self.turn.ability[entry >> 1] == SPOOKIES and entry & 1 == 0:
                cards[index] = entry + 1
                return True
        return False

    def stretch(self, chosen: list[int], value: int, missing: int, target: int) -> int:
        """Make a set count more: double Brandos, then add Spikes. Returns the cost, or -1 if it does not suffice."""
        turn = self.turn
        cost = 0
        for index, entry in enumerate(chosen):
            if missing > 0 and entry & 1 == 0 and turn.ability[entry >> 1] == BRANDO and cost < self.power:
                chosen[index] = entry + 1
                cost += _COST[BRANDO]
                missing -= 1
        for card in self.hand:
            if missing == 0 or cost >= self.power:
                break
            if turn.ability[card] == SPIKE and card != target and turn.value[card] != value:
                chosen.append(2 * card + 1)
                cost += _COST[SPIKE]
                missing -= 1
        return cost if missing == 0 and cost <= self.power else -1

    def loose_spike(self, value: int, target: int) -> int:
        """The lowest card with a Spike that is not of this value, to go along as a wild card."""
        turn = self.turn
        found = EMPTY
        for card in self.hand:
            if turn.ability[card] != SPIKE or card == target or turn.value[card] == value:
                continue
            if found == EMPTY or turn.value[card] < turn.value[found]:
                found = card
        return found

    def weigh_cards(
        self, cards: list[int], value: i64, count: i64, cost: i64, haunted: i64, piece: i64, target: i64
    ) -> None:
        """Judge a set card by card."""
        at = self.at
        relief = 0.0
        emptied: i64 = 0
        gain: i64 = 0
        for entry in cards:
            index = self.group(entry, value, target)
            at[index] -= 1
            if at[index] == 0:
                relief += BURDEN[index]
                emptied += 1
            if entry & 1 == 0 and self.turn.ability[entry >> 1] != NO_ABILITY:
                gain += 1
        broken = at[value - LOWEST] > 0
        for entry in cards:
            at[self.group(entry, value, target)] += 1
        number: i64 = len(cards)
        worth = self.worth(value, count, number, cost, haunted, piece, relief, emptied, gain, broken)
        self.compare(worth, value, number, cost, EMPTY, piece, target, cards)

    def group(self, entry: int, value: int, target: int) -> int:
        """Among which group of the hand a card of a set counts."""
        if entry >> 1 == target and entry & 1 == 0:
            return value - LOWEST
        return self.turn.value[entry >> 1] - LOWEST
