"""Hush: a tiny honest game with a bit of everything that can go wrong, to test the house with.

Twelve cards. Everybody secretly chooses a card and says ready; then the cards are shown, the highest wins a chip, and
everybody draws. The winner may peek at the deck, bury a card under it, shuffle it or hold. So there are hidden cards, a
simultaneous secret choice, private knowledge, chance, things revealed and things that may be taken back.

Nobody notices a choice before its owner says ready. With the option ``ready`` off, whoever has chosen is ready: others
notice at once that there is a choice, and it can still be taken back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tests.answering import AnsweringGame, AnsweringState

from slugfest.kernel import (
    UNSEEN,
    Caution,
    Counsel,
    Facts,
    IllegalMove,
    MoveError,
    Option,
    Options,
    Outcome,
    PositionError,
    Rng,
    Rule,
    State,
    Text,
    flag,
    not_now,
    unreadable,
)

CARDS: Final = [f"{suit}{value}" for suit in "ABC" for value in range(1, 5)]
HAND: Final = 2

CHOOSE: Final = 0  # CHOOSE + card
BURY: Final = 12  # BURY + card
READY: Final = 24
PEEK: Final = 25
SHUFFLE: Final = 26
HOLD: Final = 27
BURY_UNKNOWN: Final = 28  # how the others see a burial
CHOOSE_UNKNOWN: Final = 29  # how they see a choice, if they do

NAMES: Final = {
    READY: "READY",
    PEEK: "PEEK",
    SHUFFLE: "SHUFFLE",
    HOLD: "HOLD",
    BURY_UNKNOWN: "BURY ?",
    CHOOSE_UNKNOWN: "CHOOSE ?",
}


class HushState(AnsweringState):
    """Where the twelve cards are, and who knows which card."""

    game: Hush

    def __init__(self) -> None:
        super().__init__()
        self.hands: list[list[int]] = []
        self.deck: list[int] = []  # the top card is the first
        self.discard: list[int] = []
        self.known: list[int] = [0] * len(CARDS)  # by card: the seats that know where it is, one bit each
        self.chosen: list[int] = []  # by seat, -1: nothing yet
        self.ready: list[bool] = []
        self.chips: list[int] = []
        self.round = 1
        self.turn = -1  # the winner of the round in the second half of it; -1 while everybody chooses

    # ---- who may do what -------------------------------------------------------------------------------------

    def over(self) -> bool:
        """All rounds are played, or somebody has no card to choose."""
        return self.round > self.game.rounds(self.options) or (self.turn < 0 and [] in self.hands)

    def actors(self) -> list[int]:
        if self.over():
            return []
        if self.turn >= 0:
            return [self.turn]
        return [seat for seat in range(self.seats) if not self.ready[seat]]

    def moves(self, seat: int) -> list[int]:
        if seat not in self.actors():
            return []
        if self.turn < 0:
            if self.chosen[seat] >= 0:
                return [READY]
            return [CHOOSE + card for card in sorted(self.hands[seat])]
        buries = [BURY + card for card in sorted(self.hands[seat])] if len(self.hands[seat]) > 1 else []
        looks = [PEEK, SHUFFLE] if self.deck else []
        return buries + looks + [HOLD]

    def default_move(self, seat: int) -> int:
        return self.moves(seat)[-1]

    def refusal(self, seat: int, move: int) -> MoveError:
        acting = seat in self.actors()
        if acting and 0 <= move < READY and move % len(CARDS) not in self.hands[seat]:
            return IllegalMove(
                "NOT_IN_HAND", "HU-1", Text("You do not hold that card.", "Diese Karte hast du nicht.")
            )
        return not_now(self, seat)

    # ---- what happens ----------------------------------------------------------------------------------------

    def apply(self, seat: int, move: int) -> None:
        if move < BURY:
            self.chosen[seat] = move - CHOOSE
            if not self.options["ready"]:
                self.say_ready(seat)
        elif move == READY:
            self.say_ready(seat)
        else:
            self.after_showdown(seat, move)

    def say_ready(self, seat: int) -> None:
        self.ready[seat] = True
        self.emit("ready", {"seat": seat})
        if all(self.ready):
            self.showdown()

    def showdown(self) -> None:
        """HU-2: the highest card wins a chip; a tie goes to the later suit. Then everybody draws."""
        self.reveal()
        cards = list(self.chosen)
        winner = max(range(self.seats), key=lambda seat: (cards[seat] % 4, cards[seat]))
        self.emit("show", {"cards": [CARDS[card] for card in cards], "winner": winner})
        self.chips[winner] += 1
        for seat, card in enumerate(cards):
            self.hands[seat].remove(card)
            self.known[card] = (1 << self.seats) - 1
            self.discard.append(card)
        self.chosen = [-1] * self.seats
        self.ready = [False] * self.seats
        for seat in range(self.seats):
            if self.deck:
                self.draw(seat)
        self.turn = winner
        if self.round == self.game.rounds(self.options):
            self.round += 1

    def draw(self, seat: int) -> None:
        card = self.deck.pop(0)
        self.known[card] |= 1 << seat
        self.hands[seat].append(card)
        self.emit("draw", {"seat": seat}, {"card": CARDS[card]}, 1 << seat)

    def after_showdown(self, seat: int, move: int) -> None:
        if move == PEEK:
            self.peek(seat)
        elif move == SHUFFLE:
            self.shuffle()
        elif move != HOLD:
            self.bury(seat, move - BURY)
        self.emit("turned", {"seat": seat, "how": NAMES.get(move, "BURY")})
        self.turn = -1
        self.round += 1

    def peek(self, seat: int) -> None:
        """HU-3: the winner may look at the top card."""
        self.reveal()
        self.known[self.deck[0]] |= 1 << seat
        self.emit("peek", {"seat": seat}, {"card": CARDS[self.deck[0]]}, 1 << seat)

    def shuffle(self) -> None:
        self.rng.shuffle(self.deck)
        for card in self.deck:
            self.known[card] = 0

    def bury(self, seat: int, card: int) -> None:
        """HU-4: the winner may put a card under the deck, unseen; now nobody else knows which one it was."""
        for held in self.hands[seat]:
            self.known[held] = 1 << seat
        self.hands[seat].remove(card)
        self.deck.append(card)
        self.emit("bury", {"seat": seat}, {"card": CARDS[card]}, 1 << seat)

    def seen_as(self, seat: int, move: int, observer: int) -> int:
        if move < BURY:
            return UNSEEN if self.options["ready"] else CHOOSE_UNKNOWN
        return BURY_UNKNOWN if move < READY else move

    def outcome(self) -> Outcome | None:
        if not self.over():
            return None
        ranks = [1 + sum(other > mine for other in self.chips) for mine in self.chips]
        return Outcome(
            ranks, "CHIPS", Text("Most chips win.", "Die meisten Chips gewinnen."), list(self.chips)
        )

    # ---- for somebody who learns ---------------------------------------------------------------------------

    def caution(self, seat: int, move: int) -> Caution | None:
        """Whoever buries a best card will not see it again."""
        if BURY <= move < READY and (move - BURY) % 4 == 3:
            return Caution("bury", Text("Bury one of the best?", "Eine der besten vergraben?"), "HU-4")
        return None

    def counsel(self, seat: int) -> list[Counsel]:
        if self.turn >= 0 or not self.hands[seat]:
            return []
        best = max(card % 4 for card in self.hands[seat]) + 1
        return [Counsel("best", Text(f"Your best is {best}.", f"Deine beste ist {best}."), "HU-2", ["hand"])]

    def standing(self, seat: int) -> list[tuple[str, float]]:
        return [("chips", self.chips[seat]), ("cards", len(self.hands[seat]))]

    # ---- copies, samples, views ------------------------------------------------------------------------------

    def copy(self) -> HushState:
        fresh = type(self)()
        self.copy_base(fresh)
        fresh.hands = [list(hand) for hand in self.hands]
        fresh.deck = list(self.deck)
        fresh.discard = list(self.discard)
        fresh.known = list(self.known)
        fresh.chosen = list(self.chosen)
        fresh.ready = list(self.ready)
        fresh.chips = list(self.chips)
        fresh.round = self.round
        fresh.turn = self.turn
        return fresh

    def knows(self, seat: int, card: int) -> bool:
        return seat >= 0 and self.known[card] >> seat & 1 == 1

    def hidden_from(self, seat: int) -> list[int]:
        """The cards whose place a seat does not know, in an order that tells nothing."""
        places = [card for hand in self.hands for card in hand] + self.deck
        return sorted(card for card in places if not self.knows(seat, card))

    def sample(self, seat: int, rng: Rng) -> HushState:
        fresh = self.copy()
        pool = self.hidden_from(seat)
        rng.shuffle(pool)
        for zone in [*fresh.hands, fresh.deck]:
            for index, card in enumerate(zone):
                if not self.knows(seat, card):
                    zone[index] = pool.pop()
                    fresh.known[zone[index]] = self.known[card]
        for other in range(self.seats):
            if other != seat and fresh.hands[other]:
                fresh.chosen[other] = self.guess(fresh.hands[other], self.ready[other], rng)
        fresh.rng = rng.fork()
        return fresh

    def unknown_to_all(self) -> list[int]:
        """The cards of the deck whose place nobody knows, in an order that tells nothing."""
        return sorted(card for card in self.deck if self.known[card] == 0)

    def redeal(self, rng: Rng) -> HushState:
        fresh = self.copy()
        pool = self.unknown_to_all()
        rng.shuffle(pool)
        for index, card in enumerate(self.deck):
            if self.known[card] == 0:
                fresh.deck[index] = pool.pop()
        fresh.rng = rng.fork()
        return fresh

    def guess(self, hand: list[int], ready: bool, rng: Rng) -> int:
        """What another seat may have chosen: whoever is ready has; of the others nobody knows, unless it would show."""
        if self.turn >= 0 or self.over() or (not ready and (not self.options["ready"] or rng.below(2))):
            return -1
        return hand[rng.below(len(hand))]

    def place(self, card: int, seat: int) -> Facts:
        knowing = [other for other in range(self.seats) if self.knows(other, card)]
        return {"card": CARDS[card] if self.knows(seat, card) else None, "known": knowing}

    def board(self, seat: int) -> Facts:
        return {
            "hands": [[self.place(card, seat) for card in hand] for hand in self.hands],
            "deck": [self.place(card, seat) for card in self.deck],
            "discard": [CARDS[card] for card in self.discard],
            "chosen": CARDS[self.chosen[seat]] if seat >= 0 and self.chosen[seat] >= 0 else None,
            "ready": list(self.ready) if self.options["ready"] else [],
            "chips": list(self.chips),
            "round": self.round,
            "turn": self.turn,
        }

    # ---- documents -------------------------------------------------------------------------------------------

    def document(self) -> Facts:
        def spelled(zone: list[int]) -> list[str]:
            return [CARDS[card] for card in zone]

        return {
            "hands": [spelled(hand) for hand in self.hands],
            "deck": spelled(self.deck),
            "discard": spelled(self.discard),
            "known": {CARDS[card]: mask for card, mask in enumerate(self.known)},
            "chosen": [CARDS[card] if card >= 0 else None for card in self.chosen],
            "ready": list(self.ready),
            "chips": list(self.chips),
            "round": self.round,
            "turn": self.turn,
        }

    def inventory(self) -> dict[str, int]:
        counts = dict.fromkeys(CARDS, 0)
        for zone in [*self.hands, self.deck, self.discard]:
            for card in zone:
                counts[CARDS[card]] += 1
        return counts


class Hush(AnsweringGame):
    """What the game says about itself. Tables are tested with more seats, and with choices that others notice."""

    position: type[HushState] = HushState

    def __init__(self, max_seats: int = 3, rounds: tuple[int, int] = (2, 3), ready: bool = True) -> None:
        super().__init__()
        self.id = "hush"
        self.name = Text("Hush", "Pst")
        self.tagline = Text("A game for tests.", "Ein Spiel für Tests.")
        self.max_seats = max_seats
        self.options = [
            Option("rounds", Text("Rounds", "Runden"), 2, low=rounds[0], high=rounds[1], rule="HU-5"),
            flag("ready", Text("Say ready", "Bereit sagen"), ready),
        ]
        self.move_count = 30
        self.by_text = {self.format(move): move for move in range(self.move_count)}
        self.rules = {
            number: Rule(number, Text(f"Rule {number}.", f"Regel {number}."), testable)
            for number, testable in (
                ("HU-1", True),
                ("HU-2", True),
                ("HU-3", True),
                ("HU-4", True),
                ("HU-5", False),
            )
        }

    def rounds(self, options: Options) -> int:
        return int(options["rounds"])

    def max_moves(self, seats: int, options: Options) -> int:
        return self.rounds(options) * (2 * seats + 1)

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        state = self.position()
        state.game, state.seats, state.options, state.rng = self, seats, options, rng
        cards = list(range(len(CARDS)))
        rng.shuffle(cards)
        state.hands = [cards[seat * HAND : (seat + 1) * HAND] for seat in range(seats)]
        state.deck = cards[seats * HAND :]
        for seat, hand in enumerate(state.hands):
            for card in hand:
                state.known[card] = 1 << seat
        state.chosen, state.ready, state.chips = [-1] * seats, [False] * seats, [0] * seats
        return state

    def arrange(self, seats: int, options: Options, document: Facts) -> State:
        state = self.position()
        state.game, state.seats, state.options = self, seats, options
        try:
            self.fill(state, document)
        except (KeyError, ValueError, TypeError, AttributeError, IndexError) as error:
            raise PositionError(f"this is no position of Hush: {error!r}") from error
        placed = [card for zone in [*state.hands, state.deck, state.discard] for card in zone]
        if sorted(placed) != list(range(len(CARDS))):
            raise PositionError("every card is needed once")
        if not len(state.hands) == len(state.chosen) == len(state.ready) == len(state.chips) == seats:
            raise PositionError(f"hands, chosen, ready and chips of {seats} seats are needed")
        for seat in range(seats):
            if state.chosen[seat] >= 0 and state.chosen[seat] not in state.hands[seat]:
                raise PositionError(f"seat {seat + 1} chose a card it does not hold")
            if state.ready[seat] and state.chosen[seat] < 0:
                raise PositionError(f"seat {seat + 1} is ready without a choice")
            if not state.hands[seat] and not state.over():
                raise PositionError(f"seat {seat + 1} needs a card")
        if not -1 <= state.turn < seats or not 1 <= state.round <= self.rounds(options) + 1:
            raise PositionError("turn or round is out of range")
        return state

    def fill(self, state: HushState, document: Facts) -> None:
        def cards(zone: Any) -> list[int]:
            return [CARDS.index(name) for name in zone]

        state.hands = [cards(hand) for hand in document["hands"]]
        state.deck = cards(document["deck"])
        state.discard = cards(document["discard"])
        state.known = [whole(document["known"][name]) for name in CARDS]
        state.chosen = [-1 if name is None else CARDS.index(name) for name in document["chosen"]]
        state.ready = [bool(flag) for flag in document["ready"]]
        state.chips = [whole(count) for count in document["chips"]]
        state.round, state.turn = whole(document["round"]), whole(document["turn"], -1)

    def format(self, move: int) -> str:
        if move < BURY:
            return f"CHOOSE {CARDS[move]}"
        return NAMES[move] if move >= READY else f"BURY {CARDS[move - BURY]}"

    def parse(self, text: str) -> int:
        move = self.by_text.get(text)
        if move is None:
            raise unreadable(text, "HOLD")
        return move

    def label(self, move: int) -> Text:
        return Text(f"play {self.format(move)}", f"{self.format(move)} spielen")

    def describe(self, event: Facts) -> Text:
        what = ", ".join(f"{key} {value}" for key, value in event.items() if key != "kind")
        return Text(f"{event['kind']}: {what}.", f"{event['kind']}: {what}!")

    def catalogue(self) -> Mapping[str, Any]:
        return {"values": {card: int(card[1]) for card in CARDS}}

    def greedy(self, state: HushState, seat: int) -> int:
        return max(state.moves(seat), key=lambda move: (move % 4, move))


def whole(value: Any, least: int = 0) -> int:
    if type(value) is not int or not least <= value < 1 << 20:
        raise ValueError(f"{value!r} is not a number from {least}")
    return value


GAME: Final = Hush()
TABLE_GAME: Final = Hush(max_seats=4, rounds=(1, 4), ready=False)
