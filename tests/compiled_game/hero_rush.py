"""A stranger's game, written so that it compiles: every class says what it holds, every function what it takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from slugfest.kernel import (
    SPECTATOR,
    UNSEEN,
    Facts,
    Game,
    Options,
    Outcome,
    Rng,
    Search,
    State,
    Text,
    unreadable,
)

HEROES: Final = 5


class Rush(State):
    hands: list[list[int]]
    picked: list[int]
    points: list[int]

    def __init__(self) -> None:
        super().__init__()
        self.hands = []
        self.picked = []
        self.points = []

    def copy(self) -> Rush:
        fresh = Rush()
        self.copy_base(fresh)
        fresh.hands = [list(hand) for hand in self.hands]
        fresh.picked = list(self.picked)
        fresh.points = list(self.points)
        return fresh

    def actors(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.hands[seat] and not self.picked[seat]]

    def moves(self, seat: int) -> list[int]:
        return list(self.hands[seat]) if seat in self.actors() else []

    def apply(self, seat: int, move: int) -> None:
        self.picked[seat] = move
        if 0 not in self.picked:
            self.show()

    def show(self) -> None:
        self.reveal()
        best = max(self.picked)
        winners = [seat for seat in range(self.seats) if self.picked[seat] == best]
        self.emit("show", {"picked": list(self.picked), "winner": winners[0] if len(winners) == 1 else None})
        if len(winners) == 1:
            self.points[winners[0]] += 1
        for seat in range(self.seats):
            self.hands[seat].remove(self.picked[seat])
        self.picked = [0] * self.seats

    def seen_as(self, seat: int, move: int, observer: int) -> int:
        last = self.picked.count(0) == 1
        return move if seat == observer or last else UNSEEN

    def board(self, seat: int) -> Mapping[str, Any]:
        return {
            "hands": self.hands,
            "points": self.points,
            "your_choice": self.picked[seat] if seat != SPECTATOR else 0,
        }

    def outcome(self) -> Outcome | None:
        for hand in self.hands:
            if hand:
                return None
        best = max(self.points)
        ranks = [1 if points == best else 2 for points in self.points]
        return Outcome(
            ranks, "MOST_ROUNDS", Text("Most rounds win.", "Die meisten Runden gewinnen."), list(self.points)
        )

    def document(self) -> Facts:
        return {
            "hands": [list(hand) for hand in self.hands],
            "picked": list(self.picked),
            "points": list(self.points),
        }

    def inventory(self) -> dict[str, int]:
        return {"seats": len(self.hands)}


class RushSearch(Search[Rush]):
    def sample(self, state: Rush, seat: int, rng: Rng) -> Rush:
        fresh = state.copy()
        fresh.rng = rng.fork()
        for other in range(state.seats):
            if other != seat and state.picked[other]:
                fresh.picked[other] = state.hands[other][rng.below(len(state.hands[other]))]
        return fresh


class HeroRush(Game):
    def __init__(self) -> None:
        super().__init__()
        self.search = RushSearch()
        self.id = "hero-rush"
        self.name = Text("Hero Rush", "Heldenrausch")
        self.tagline = Text("Choose at the same time, and higher.", "Wähle gleichzeitig und höher.")
        self.min_seats = 2
        self.max_seats = 4
        self.move_count = HEROES + 1

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        state = Rush()
        state.game = self
        state.seats = seats
        state.options = options
        state.rng = rng
        state.hands = [list(range(1, HEROES + 1)) for _ in range(seats)]
        state.picked = [0] * seats
        state.points = [0] * seats
        return state

    def format(self, move: int) -> str:
        return f"SEND {move}"

    def parse(self, text: str) -> int:
        for move in range(1, HEROES + 1):
            if text.strip().upper() == self.format(move):
                return move
        raise unreadable(text, "SEND 3")

    def label(self, move: int) -> Text:
        return Text(f"Send hero {move}", f"Schick Held {move}")

    def max_moves(self, seats: int, options: Options) -> int:
        return HEROES * seats


GAME = HeroRush()
