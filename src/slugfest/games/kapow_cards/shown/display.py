"""KAPOW! cards in the browser and in lists of matches."""

from __future__ import annotations

from slugfest.games.kapow_cards.battle import Battle
from slugfest.games.kapow_cards.content import EMPTY
from slugfest.kernel import EVERYTHING, Display, Text

from . import catalogue, forecast, notation, view
from .facts import BoardView, Catalogue, Forecast, Move
from .words import headline_text


class CardsDisplay(Display[Battle]):
    def __init__(self) -> None:
        super().__init__()
        self.watch = {"clash": 3, "last_round": 2, "final_battle": 4}

    def catalogue(self) -> Catalogue:
        return catalogue.catalogue()

    def move_parts(self, move: int) -> Move:
        return notation.parts_of(move)

    def write_parts(self, parts: Move) -> str:
        return notation.write(parts)

    def forecast(self, state: Battle, seat: int, move: int) -> Forecast:
        return forecast.forecast(state, seat, move)

    def forecasts(self, state: Battle, seat: int, moves: list[int]) -> list[Forecast]:
        return forecast.forecasts(state, seat, moves)

    def open_board(self, state: Battle) -> BoardView:
        return view.board(state, EVERYTHING)

    def progress(self, state: Battle) -> Text:
        if state.last_seat != EMPTY:
            return headline_text("last-round", {})
        return headline_text("turn", {"number": state.turns + 1})

    def round_and_turn(self, state: Battle) -> tuple[int, int]:
        """There are turns, but no rounds of them."""
        return 0, state.turns + 1
