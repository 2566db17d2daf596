"""KAPOW! cards in the browser and in lists of matches."""

from __future__ import annotations

from slugfest.games.kapow_cards.battle import Battle
from slugfest.games.kapow_cards.content import EMPTY
from slugfest.kernel import EVERYTHING, Display, Text

from . import catalogue, forecast, view
from .facts import Catalogue, Forecast, Table
from .words import headline_text


class CardsDisplay(Display[Battle]):
    def catalogue(self) -> Catalogue:
        return catalogue.catalogue()

    def forecast(self, state: Battle, seat: int, move: int) -> Forecast:
        return forecast.forecast(state, seat, move)

    def forecasts(self, state: Battle, seat: int, moves: list[int]) -> list[Forecast]:
        return forecast.forecasts(state, seat, moves)

    def open_board(self, state: Battle) -> Table:
        return view.board(state, EVERYTHING)

    def progress(self, state: Battle) -> Text:
        if state.last_seat != EMPTY:
            return headline_text("last-round", {})
        return headline_text("turn", {"number": state.turns + 1})

    def round_and_turn(self, state: Battle) -> tuple[int, int]:
        """There are turns, but no rounds of them."""
        return 0, state.turns + 1
