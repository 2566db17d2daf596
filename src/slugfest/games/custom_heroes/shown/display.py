"""Custom Heroes in the browser and in lists of matches."""

from __future__ import annotations

from slugfest.games.custom_heroes.battle import Battle
from slugfest.kernel import EVERYTHING, Display, Facts, Game, Options, Text

from . import catalogue, forecast, notation, view
from .facts import BoardView, Catalogue, Move
from .words import headline_text


class HeroesDisplay(Display[Battle]):
    def __init__(self) -> None:
        super().__init__()
        self.watch = {"wager": 2, "trick": 1, "round_over": 4, "sudden_death": 2}

    def catalogue(self) -> Catalogue:
        return catalogue.catalogue()

    def mode(self, game: Game, seats: int, options: Options) -> Text:
        return headline_text("mode", {"number": options["vp_target"]})

    def move_parts(self, move: int) -> Move:
        return notation.parts_of(move)

    def write_parts(self, parts: Move) -> str:
        return notation.write(parts)

    def forecast(self, state: Battle, seat: int, move: int) -> Facts:
        return forecast.forecast(state, seat, move)

    def open_board(self, state: Battle) -> BoardView:
        return view.board(state, EVERYTHING)

    def progress(self, state: Battle) -> Text:
        if state.sudden_death():
            return headline_text("sudden-death", {})
        return headline_text("round", {"number": state.round, "rounds": state.rounds})

    def round_and_turn(self, state: Battle) -> tuple[int, int]:
        """Every play, pass and skip is in the story of the round."""
        return state.round, len(state.story) + 1
