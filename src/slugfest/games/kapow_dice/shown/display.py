"""KAPOW! dice in the browser and in lists of matches."""

from __future__ import annotations

from slugfest.games.kapow_dice.battle import Battle
from slugfest.kernel import COMMON_PHRASES, EVERYTHING, Display, Options, Phrase, Text

from . import catalogue, forecast, notation, view
from .facts import BoardView, Catalogue, Forecast, Move
from .phrases import TARGETS, TOGETHER
from .words import headline_text


class DiceDisplay(Display[Battle]):
    def __init__(self) -> None:
        super().__init__()
        self.watch = {"rival_row": 1, "reveal": 3, "hit": 3}

    def catalogue(self) -> Catalogue:
        return catalogue.catalogue()

    def phrases(self, seats: int, options: Options) -> list[Phrase]:
        return (TARGETS if options["mode"] == "team" else []) + TOGETHER + COMMON_PHRASES

    def move_parts(self, move: int) -> Move:
        return notation.parts_of(move)

    def write_parts(self, parts: Move) -> str:
        return notation.write(parts)

    def forecast(self, state: Battle, seat: int, move: int) -> Forecast:
        return forecast.forecast(state, seat, move)

    def open_board(self, state: Battle) -> BoardView:
        return view.board(state, EVERYTHING)

    def progress(self, state: Battle) -> Text:
        return headline_text("round" if state.round else "characters", {"number": state.round})

    def round_and_turn(self, state: Battle) -> tuple[int, int]:
        """A turn is a phase of the round, and in it whoever is acting."""
        return state.round, 8 * (state.phase + 1) + state.acting
