"""Higher: a game of the core alone. Two seats secretly choose a number each; the higher one wins."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import (
    SPECTATOR,
    UNSEEN,
    Facts,
    Game,
    Options,
    Outcome,
    PositionError,
    Rng,
    State,
    Text,
    unreadable,
)

NUMBERS: Final = 3


class HigherState(State):
    def __init__(self) -> None:
        super().__init__()
        self.chosen = [0, 0]

    def actors(self) -> list[int]:
        return [seat for seat in (0, 1) if not self.chosen[seat]]

    def moves(self, seat: int) -> list[int]:
        return list(range(1, NUMBERS + 1)) if seat in self.actors() else []

    def apply(self, seat: int, move: int) -> None:
        self.chosen[seat] = move
        if all(self.chosen):
            self.reveal()
            self.emit("shown", {"numbers": list(self.chosen)})

    def copy(self) -> HigherState:
        fresh = HigherState()
        self.copy_base(fresh)
        fresh.chosen = list(self.chosen)
        return fresh

    def seen_as(self, seat: int, move: int, observer: int) -> int:
        last = self.chosen.count(0) == 1
        return move if seat == observer or last else UNSEEN

    def board(self, seat: int) -> Facts:
        if all(self.chosen):
            return {"numbers": list(self.chosen)}
        return {"numbers": [self.chosen[seat] if other == seat != SPECTATOR else 0 for other in (0, 1)]}

    def outcome(self) -> Outcome | None:
        if not all(self.chosen):
            return None
        best = max(self.chosen)
        ranks = [1 if number == best else 2 for number in self.chosen]
        return Outcome(ranks, "HIGHER", Text("The higher number wins.", "Die höhere Zahl gewinnt."))

    def document(self) -> Facts:
        return {"chosen": list(self.chosen)}

    def inventory(self) -> dict[str, int]:
        return {"numbers": len(self.chosen)}


class Higher(Game):
    def __init__(self) -> None:
        super().__init__()
        self.id = "higher"
        self.name = Text("Higher", "Höher")
        self.tagline = Text("Choose the higher number.", "Wähle die höhere Zahl.")
        self.move_count = NUMBERS + 1

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        state = HigherState()
        state.game, state.seats, state.options, state.rng = self, seats, options, rng
        return state

    def arrange(self, seats: int, options: Options, document: Facts) -> State:
        chosen = document.get("chosen")
        if (
            not isinstance(chosen, list)
            or len(chosen) != seats
            or not all(type(number) is int and 0 <= number <= NUMBERS for number in chosen)
        ):
            raise PositionError(f"chosen: {seats} numbers from 0 to {NUMBERS} are needed")
        state = self.deal(seats, options, Rng())
        assert isinstance(state, HigherState)
        state.chosen = list(chosen)
        return state

    def format(self, move: int) -> str:
        return f"CHOOSE {move}"

    def parse(self, text: str) -> int:
        for move in range(1, NUMBERS + 1):
            if text == self.format(move):
                return move
        raise unreadable(text, "CHOOSE 2")

    def label(self, move: int) -> Text:
        return Text(f"Choose {move}", f"Wähle {move}")

    def describe(self, event: Facts) -> Text:
        one, other = event["numbers"]
        return Text(f"{{P1}} has {one}, {{P2}} {other}.", f"{{P1}} hat {one}, {{P2}} {other}.")

    def max_moves(self, seats: int, options: Options) -> int:
        return seats


GAME: Final = Higher()
