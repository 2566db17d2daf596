"""Games small enough that the right play is known, to hold bots, ladders and match-ups against.

A game is told by the few lines in which it differs from the others: its moves, what they do, who has won.
"""

from __future__ import annotations

from typing import ClassVar

from tests.answering import AnsweringGame, AnsweringState

from slugfest.kernel import UNSEEN, Facts, Options, Outcome, Rng, State, Text


class TextbookState(AnsweringState):
    """What the positions share. ``own`` names what a position holds; lists are copied, nothing is ever shown."""

    own: ClassVar[tuple[str, ...]] = ()

    def copy(self) -> TextbookState:
        fresh = type(self)()
        self.copy_base(fresh)
        for name in self.own:
            value = getattr(self, name)
            setattr(fresh, name, list(value) if isinstance(value, list) else value)
        return fresh

    def sample(self, seat: int, rng: Rng) -> TextbookState:
        fresh = self.copy()
        fresh.imagine(seat, rng)
        fresh.rng = rng.fork()
        return fresh

    def imagine(self, seat: int, rng: Rng) -> None:
        """Deal anew what a seat cannot see."""

    def board(self, seat: int) -> Facts:
        return {}

    def document(self) -> Facts:
        return {}

    def inventory(self) -> dict[str, int]:
        return {}


class Textbook(AnsweringGame):
    """What the games share."""

    position: type[TextbookState] = TextbookState

    def __init__(self, name: str, seats: int, moves: list[str]) -> None:
        super().__init__()
        self.id = name
        self.name = Text(name, name)
        self.min_seats = self.max_seats = seats
        self.move_count = len(moves)
        self.words = moves

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        state = self.position()
        state.game, state.seats, state.options, state.rng = self, seats, options, rng
        self.set_out(state, rng)
        return state

    def set_out(self, state: TextbookState, rng: Rng) -> None:
        """Lay out what lies on the table at the beginning."""

    def format(self, move: int) -> str:
        return self.words[move]

    def parse(self, text: str) -> int:
        return self.words.index(text)

    def label(self, move: int) -> Text:
        return Text(self.words[move], self.words[move])

    def max_moves(self, seats: int, options: Options) -> int:
        return 100


def ended(values: list[int], reason: str = "END") -> Outcome:
    """An outcome from numbers of which more is better."""
    ranks = [1 + sum(1 for other in values if other > value) for value in values]
    return Outcome(ranks, reason, Text("The end.", "Ende."))


# ---- both at once -----------------------------------------------------------------------------------------------


class AtOnceState(TextbookState):
    """Two seats choose without seeing each other; a table says who wins (1, 0 a draw, -1)."""

    own = ("choices",)

    def __init__(self) -> None:
        super().__init__()
        self.choices = [-1, -1]

    def actors(self) -> list[int]:
        return [seat for seat in (0, 1) if self.choices[seat] < 0]

    def moves(self, seat: int) -> list[int]:
        return list(range(self.game.move_count)) if self.choices[seat] < 0 else []

    def apply(self, seat: int, move: int) -> None:
        self.choices[seat] = move

    def imagine(self, seat: int, rng: Rng) -> None:
        if self.choices[1 - seat] >= 0:
            self.choices[1 - seat] = rng.below(self.game.move_count)

    def seen_as(self, seat: int, move: int, observer: int) -> int:
        return UNSEEN

    def outcome(self) -> Outcome | None:
        if self.actors():
            return None
        assert isinstance(self.game, AtOnce)
        result = self.game.table[self.choices[0]][self.choices[1]]
        return ended([result, -result])


class AtOnce(Textbook):
    position = AtOnceState

    def __init__(self, name: str, moves: list[str], table: list[list[int]]) -> None:
        super().__init__(name, 2, moves)
        self.table = table


ROCK_PAPER_SCISSORS = AtOnce(
    "rock-paper-scissors", ["rock", "paper", "scissors"], [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
)
# Two heads win for the first seat, two tails are a draw, anything else wins for the second. In equilibrium both
# show heads one time in three, and the first seat gets a third of the win.
LOPSIDED_PENNIES = AtOnce("lopsided-pennies", ["heads", "tails"], [[1, -1], [-1, 0]])


# ---- Kuhn's poker -----------------------------------------------------------------------------------------------

PASS, BET = 0, 1
# For the better card; "bp" and "pbp" are for who did not fold.
STAKES = {"pp": 1, "pbp": -1, "pbb": 2, "bp": 1, "bb": 2}


class KuhnState(TextbookState):
    """Three cards, a seat each; pass or bet one. The pot is paid as a lottery, because an outcome knows only ranks."""

    own = ("cards", "line", "won")

    def __init__(self) -> None:
        super().__init__()
        self.cards = [0, 1]
        self.line = ""
        self.won = -1

    def actors(self) -> list[int]:
        return [] if self.line in STAKES else [len(self.line) % 2]

    def moves(self, seat: int) -> list[int]:
        return [PASS, BET] if seat in self.actors() else []

    def apply(self, seat: int, move: int) -> None:
        self.line += "pb"[move]
        if self.line in STAKES:
            self.won = 0 if self.rng.below(4) < self.chips() + 2 else 1

    def information_key(self, seat: int) -> int:
        return 1 + self.cards[seat]

    def chips(self) -> int:
        """What the first seat wins."""
        if self.line in ("bp", "pbp"):
            return STAKES[self.line]
        return STAKES[self.line] if self.cards[0] > self.cards[1] else -STAKES[self.line]

    def imagine(self, seat: int, rng: Rng) -> None:
        unseen = [card for card in (0, 1, 2) if card != self.cards[seat]]
        self.cards[1 - seat] = unseen[rng.below(2)]

    def redeal(self, rng: Rng) -> KuhnState:
        """Both know their cards only once they are dealt."""
        fresh = self.copy()
        assert isinstance(fresh, KuhnState)
        cards = [0, 1, 2]
        rng.shuffle(cards)
        fresh.cards = cards[:2]
        fresh.rng = rng.fork()
        return fresh

    def outcome(self) -> Outcome | None:
        if self.won < 0:
            return None
        return ended([1, 0] if self.won == 0 else [0, 1])


class Kuhn(Textbook):
    position = KuhnState

    def __init__(self) -> None:
        super().__init__("kuhn", 2, ["pass", "bet"])

    def set_out(self, state: TextbookState, rng: Rng) -> None:
        assert isinstance(state, KuhnState)
        cards = [0, 1, 2]
        rng.shuffle(cards)
        state.cards = cards[:2]

    def at(self, card: int, line: str) -> KuhnState:
        """A position in which the seat to act holds this card."""
        state = KuhnState()
        state.game, state.seats = self, 2
        seat = len(line) % 2
        state.cards[seat] = card
        state.cards[1 - seat] = (card + 1) % 3
        state.line = line
        return state


KUHN = Kuhn()


# ---- the open one -----------------------------------------------------------------------------------------------


class NimState(TextbookState):
    """Take one to three from a heap; who takes the last one wins. ``teams`` may be larger than one seat."""

    own = ("heap", "turn")

    def __init__(self) -> None:
        super().__init__()
        self.heap = 0
        self.turn = 0

    def actors(self) -> list[int]:
        return [self.turn] if self.heap else []

    def moves(self, seat: int) -> list[int]:
        return list(range(min(3, self.heap))) if seat == self.turn else []

    def apply(self, seat: int, move: int) -> None:
        self.heap -= move + 1
        if self.heap:
            self.turn = (self.turn + 1) % self.seats

    def outcome(self) -> Outcome | None:
        if self.heap:
            return None
        ours = next(team for team in self.game.teams(self.seats, self.options) if self.turn in team)
        return ended([1 if seat in ours else 0 for seat in range(self.seats)], "TOOK_LAST")


class Nim(Textbook):
    position = NimState

    def __init__(self, heap: int = 9) -> None:
        super().__init__("nim", 2, ["take 1", "take 2", "take 3"])
        self.max_seats = 4
        self.heap = heap

    def set_out(self, state: TextbookState, rng: Rng) -> None:
        assert isinstance(state, NimState)
        state.heap = self.heap

    def teams(self, seats: int, options: Options) -> list[list[int]]:
        return [[0, 2], [1, 3]] if seats == 4 else super().teams(seats, options)

    def greedy(self, state: NimState, seat: int) -> int:
        return max(0, state.heap % 4 - 1)


NIM = Nim()
