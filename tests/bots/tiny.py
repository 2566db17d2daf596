"""Games small enough that the right play is known, to hold the bots against."""

from __future__ import annotations

from slugfest.kernel import UNSEEN, Facts, Game, Options, Outcome, Rng, State, Text


class TinyState(State):
    """What the tiny games share; none of them is ever shown to anybody."""

    def look(self, seat: int) -> Facts:
        return {}

    def document(self) -> Facts:
        return {}

    def inventory(self) -> dict[str, int]:
        return {}


class TinyGame(Game):
    """What the tiny games share."""

    def __init__(self, name: str, seats: int, moves: list[str]) -> None:
        super().__init__()
        self.id = name
        self.name = Text(name, name)
        self.min_seats = self.max_seats = seats
        self.move_count = len(moves)
        self.words = moves

    def format(self, move: int) -> str:
        return self.words[move]

    def parse(self, text: str) -> int:
        return self.words.index(text)

    def label(self, move: int) -> Text:
        return Text(self.words[move], self.words[move])

    def longest(self, seats: int, options: Options) -> int:
        return 100


def ended(values: list[int], reason: str = "END") -> Outcome:
    """An outcome from numbers of which more is better."""
    ranks = [1 + sum(1 for other in values if other > value) for value in values]
    return Outcome(ranks, reason, Text("The end.", "Ende."))


# ---- both at once -----------------------------------------------------------------------------------------------


class AtOnceState(TinyState):
    """Two seats choose without seeing each other; a table says who wins (1, 0 a draw, -1)."""

    def __init__(self) -> None:
        super().__init__()
        self.choices = [-1, -1]

    def actors(self) -> list[int]:
        return [seat for seat in (0, 1) if self.choices[seat] < 0]

    def moves(self, seat: int) -> list[int]:
        return list(range(self.game.move_count)) if self.choices[seat] < 0 else []

    def apply(self, seat: int, move: int) -> None:
        self.choices[seat] = move

    def copy(self) -> AtOnceState:
        fresh = AtOnceState()
        self.copy_base(fresh)
        fresh.choices = list(self.choices)
        return fresh

    def sample(self, seat: int, rng: Rng) -> AtOnceState:
        fresh = self.copy()
        other = 1 - seat
        if fresh.choices[other] >= 0:
            fresh.choices[other] = rng.below(self.game.move_count)
        fresh.rng = rng.fork()
        return fresh

    def seen_as(self, seat: int, move: int, observer: int) -> int:
        return UNSEEN

    def outcome(self) -> Outcome | None:
        if self.actors():
            return None
        assert isinstance(self.game, AtOnce)
        result = self.game.table[self.choices[0]][self.choices[1]]
        return ended([result, -result])


class AtOnce(TinyGame):
    def __init__(self, name: str, moves: list[str], table: list[list[int]]) -> None:
        super().__init__(name, 2, moves)
        self.table = table

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        state = AtOnceState()
        state.game, state.seats, state.options, state.rng = self, seats, options, rng
        return state


ROCK_PAPER_SCISSORS = AtOnce(
    "rock-paper-scissors", ["rock", "paper", "scissors"], [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
)
# Two heads win for the first seat, two tails are a draw, anything else wins for the second. In equilibrium both
# show heads one time in three, and the first seat gets a third of the win.
LOPSIDED_PENNIES = AtOnce("lopsided-pennies", ["heads", "tails"], [[1, -1], [-1, 0]])


# ---- Kuhn's poker -----------------------------------------------------------------------------------------------

PASS, BET = 0, 1
STAKES = {
    "pp": 1,
    "pbp": -1,
    "pbb": 2,
    "bp": 1,
    "bb": 2,
}  # for the better card; "bp", "pbp": for who did not fold


class KuhnState(TinyState):
    """Three cards, a seat each; pass or bet one. The pot is paid as a lottery, because an outcome knows only ranks."""

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

    def insight(self, seat: int) -> int:
        return 1 + self.cards[seat]

    def chips(self) -> int:
        """What the first seat wins."""
        if self.line == "bp":
            return 1
        if self.line == "pbp":
            return -1
        return STAKES[self.line] if self.cards[0] > self.cards[1] else -STAKES[self.line]

    def copy(self) -> KuhnState:
        fresh = KuhnState()
        self.copy_base(fresh)
        fresh.cards, fresh.line, fresh.won = list(self.cards), self.line, self.won
        return fresh

    def sample(self, seat: int, rng: Rng) -> KuhnState:
        fresh = self.copy()
        unseen = [card for card in (0, 1, 2) if card != self.cards[seat]]
        fresh.cards[1 - seat] = unseen[rng.below(2)]
        fresh.rng = rng.fork()
        return fresh

    def outcome(self) -> Outcome | None:
        if self.won < 0:
            return None
        return ended([1, 0] if self.won == 0 else [0, 1])


class Kuhn(TinyGame):
    def __init__(self) -> None:
        super().__init__("kuhn", 2, ["pass", "bet"])

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        state = KuhnState()
        state.game, state.seats, state.options, state.rng = self, seats, options, rng
        cards = [0, 1, 2]
        rng.shuffle(cards)
        state.cards = cards[:2]
        return state

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


class NimState(TinyState):
    """Take one to three from a heap; who takes the last one wins. ``teams`` may be larger than one seat."""

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

    def copy(self) -> NimState:
        fresh = NimState()
        self.copy_base(fresh)
        fresh.heap, fresh.turn = self.heap, self.turn
        return fresh

    def sample(self, seat: int, rng: Rng) -> NimState:
        fresh = self.copy()
        fresh.rng = rng.fork()
        return fresh

    def outcome(self) -> Outcome | None:
        if self.heap:
            return None
        ours = next(team for team in self.game.teams(self.seats, self.options) if self.turn in team)
        return ended([1 if seat in ours else 0 for seat in range(self.seats)], "TOOK_LAST")


class Nim(TinyGame):
    def __init__(self, heap: int = 9) -> None:
        super().__init__("nim", 2, ["take 1", "take 2", "take 3"])
        self.max_seats = 4
        self.heap = heap

    def deal(self, seats: int, options: Options, rng: Rng) -> NimState:
        state = NimState()
        state.game, state.seats, state.options, state.rng = self, seats, options, rng
        state.heap = self.heap
        return state

    def teams(self, seats: int, options: Options) -> list[list[int]]:
        return [[0, 2], [1, 3]] if seats == 4 else super().teams(seats, options)

    def greedy(self, state: State, seat: int) -> int:
        assert isinstance(state, NimState)
        return max(0, state.heap % 4 - 1)


NIM = Nim()
