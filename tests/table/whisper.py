"""Whisper: a tiny game with all that makes a table hard, to test tables with.

Everybody holds two cards of twenty. Each round all choose one of theirs at once and in secret; a choice can be taken
back until the last one is in. Then the cards are shown, the highest wins the round, and its owner alone decides:
draw a card blindly, or rest. After the agreed number of rounds most rounds won wins.
"""

from __future__ import annotations

from slugfest.kernel import (
    UNSEEN,
    Facts,
    Game,
    IllegalMove,
    Option,
    Options,
    Outcome,
    PositionError,
    Rng,
    State,
    Text,
    flag,
    not_now,
    unreadable,
)
from slugfest.kernel.errors import MoveError

CARDS = 20
DRAW = 20
REST = 21


def name(card: int) -> str:
    """A card's name, unlike anything else that may stand in a message."""
    return f"num{card:02}"


class WhisperState(State):
    def __init__(self) -> None:
        super().__init__()
        self.hands: list[list[int]] = []
        self.choices: list[int] = []  # -1: not yet
        self.deck: list[int] = []
        self.shown: list[int] = []  # the cards of all rounds past
        self.won: list[int] = []
        self.round = 0
        self.decider = -1  # who won the last round and must decide

    def actors(self) -> list[int]:
        if self.outcome() is not None:
            return []
        if self.decider >= 0:
            return [self.decider]
        return [seat for seat in range(self.seats) if self.choices[seat] < 0]

    def moves(self, seat: int) -> list[int]:
        if seat not in self.actors():
            return []
        if self.decider >= 0:
            return [DRAW, REST] if self.deck else [REST]
        return sorted(self.hands[seat])

    def apply(self, seat: int, move: int) -> None:
        if move == DRAW:
            self.hands[seat].append(self.deck.pop(self.rng.below(len(self.deck))))
            self.emit("drew", {"seat": seat}, {"card": name(self.hands[seat][-1])}, 1 << seat)
            self.decider = -1
        elif move == REST:
            self.emit("rested", {"seat": seat})
            self.decider = -1
        else:
            self.choices[seat] = move  # it stays among the hand until all are in: who can see it has changed?
            self.emit("chose", {"seat": seat}, {"card": name(move)}, 1 << seat)
            if min(self.choices) >= 0:
                self.show()

    def show(self) -> None:
        winner = self.choices.index(max(self.choices))
        self.emit("shown", {"cards": [name(card) for card in self.choices], "seat": winner})
        self.reveal()
        self.won[winner] += 1
        for seat, card in enumerate(self.choices):
            self.hands[seat].remove(card)
        self.shown += self.choices
        self.choices = [-1] * self.seats
        self.round += 1
        self.decider = winner if self.outcome() is None else -1

    def copy(self) -> WhisperState:
        fresh = WhisperState()
        self.copy_base(fresh)
        fresh.hands = [list(hand) for hand in self.hands]
        fresh.choices, fresh.deck, fresh.shown = list(self.choices), list(self.deck), list(self.shown)
        fresh.won, fresh.round, fresh.decider = list(self.won), self.round, self.decider
        return fresh

    def sample(self, seat: int, rng: Rng) -> WhisperState:
        fresh = self.copy()
        fresh.rng = rng.fork()
        unseen = [card for card in range(CARDS) if card not in self.hands[seat] and card not in self.shown]
        rng.shuffle(unseen)
        for other in range(self.seats):
            if other != seat:
                fresh.hands[other] = [unseen.pop() for _ in self.hands[other]]
                if self.choices[other] >= 0:
                    fresh.choices[other] = fresh.hands[other][0]
        fresh.deck = unseen
        return fresh

    def look(self, seat: int) -> Facts:
        over = self.outcome() is not None
        return {
            "hands": [
                [name(card) for card in sorted(hand)] if over or owner == seat else len(hand)
                for owner, hand in enumerate(self.hands)
            ],
            "mine": name(self.choices[seat]) if seat >= 0 and self.choices[seat] >= 0 else None,
            "deck": len(self.deck),
            "shown": [name(card) for card in self.shown],
            "won": self.won,
            "round": self.round,
        }

    def outcome(self) -> Outcome | None:
        """All rounds are played, or somebody has no card to choose."""
        if self.round < self.options["rounds"] and (self.decider >= 0 or [] not in self.hands):
            return None
        ranks = [1 + sum(other > mine for other in self.won) for mine in self.won]
        return Outcome(
            ranks, "ROUNDS", Text("All rounds are played.", "Alle Runden sind gespielt."), list(self.won)
        )

    def document(self) -> Facts:
        return {
            "hands": [list(hand) for hand in self.hands],
            "choices": list(self.choices),
            "deck": list(self.deck),
            "shown": list(self.shown),
            "won": list(self.won),
            "round": self.round,
            "decider": self.decider,
        }

    def inventory(self) -> dict[str, int]:
        return {"cards": sum(map(len, self.hands)) + len(self.deck) + len(self.shown)}

    def seen_as(self, seat: int, move: int, observer: int) -> int:
        return move if move in (DRAW, REST) else UNSEEN

    def refusal(self, seat: int, move: int) -> MoveError:
        if seat in self.actors() and self.decider < 0 and 0 <= move < CARDS:
            return IllegalMove("NOT_YOUR_CARD", "WH-1", Text("You do not hold it.", "Die hast du nicht."))
        return not_now(self, seat)


class Whisper(Game):
    def __init__(self) -> None:
        super().__init__()
        self.id = "whisper"
        self.name = Text("Whisper", "Flüstern")
        self.tagline = Text("Choose in secret.", "Wähl im Geheimen.")
        self.min_seats, self.max_seats = 2, 4
        self.options = [
            Option("rounds", Text("Rounds", "Runden"), 2, low=1, high=4, rule="WH-2"),
            flag("loud", Text("Loud", "Laut"), False),
        ]
        self.move_count = 22

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        state = self.blank(seats, options)
        state.rng = rng
        deck = list(range(CARDS))
        rng.shuffle(deck)
        state.hands = [[deck.pop(), deck.pop()] for _ in range(seats)]
        state.deck = deck
        return state

    def arrange(self, seats: int, options: Options, document: Facts) -> State:
        state = self.blank(seats, options)
        try:
            state.hands = [list(hand) for hand in document["hands"]]
            state.choices, state.deck = list(document["choices"]), list(document["deck"])
            state.shown, state.won = list(document["shown"]), list(document["won"])
            state.round, state.decider = int(document["round"]), int(document["decider"])
        except (KeyError, TypeError, ValueError) as error:
            raise PositionError(f"position: {error!r}") from error
        return state

    def blank(self, seats: int, options: Options) -> WhisperState:
        state = WhisperState()
        state.game, state.seats, state.options = self, seats, options
        state.choices, state.won = [-1] * seats, [0] * seats
        return state

    def format(self, move: int) -> str:
        return {DRAW: "draw", REST: "rest"}.get(move, f"choose {name(move)}")

    def parse(self, text: str) -> int:
        for move in range(self.move_count):
            if self.format(move) == text:
                return move
        raise unreadable(text, "rest")

    def label(self, move: int) -> Text:
        if move == DRAW:
            return Text("Draw", "Ziehen")
        if move == REST:
            return Text("Rest", "Ausruhen")
        return Text(f"Choose {name(move)}", f"{name(move)} wählen")

    def tell(self, event: Facts) -> Text:
        who = f"{{P{int(event['seat']) + 1}}}"
        what = event.get("card", "a card")
        return Text(f"{who} {event['kind']} {what}.", f"{who}: {event['kind']} {what}.")

    def longest(self, seats: int, options: Options) -> int:
        return (seats + 1) * 5

    def catalogue(self) -> Facts:
        return {"cards": [name(card) for card in range(CARDS)]}


GAME = Whisper()
