"""Tag Team in the browser and in lists of matches."""

from __future__ import annotations

from slugfest.games.tag_team.battle import Battle
from slugfest.games.tag_team.content import FIGHTER_KEYS
from slugfest.kernel import EVERYTHING, Display, Facts, Game, Options, Recall, Text

from . import catalogue, forecast, notation, view
from .facts import BoardView, Catalogue, Forecast, Move
from .words import headline_text


class TagTeamDisplay(Display[Battle]):
    def __init__(self) -> None:
        super().__init__()
        self.watch = {"teams": 2, "clash": 4, "ko": 2}

    def catalogue(self) -> Catalogue:
        return catalogue.catalogue()

    def mode(self, game: Game, seats: int, options: Options) -> Text | None:
        return game.options[0].name_of(options["teams"])

    def move_parts(self, move: int) -> Move:
        return notation.parts_of(move)

    def write_parts(self, parts: Move) -> str:
        return notation.write(parts)

    def forecast(self, state: Battle, seat: int, move: int) -> Forecast:
        return forecast.forecast(state, seat, move)

    def open_board(self, state: Battle) -> BoardView:
        return view.board(state, EVERYTHING)

    def progress(self, state: Battle) -> Text:
        return headline_text("round" if state.round else "teams", {"number": state.round})

    def round_and_turn(self, state: Battle) -> tuple[int, int]:
        """A turn is one thing that both sides decide between two fights."""
        return state.round, state.phase + 1

    def recall(self, state: Battle, seat: int, event: Facts) -> Recall | None:
        """What may be looked up of an event once newer cards are played (TT-32, TT-203).

        Of the other side only the newest card may be looked at again, so older ones lose their titles. Fighters,
        numbers and one's own cards stay, and so does what is public for good: cards that left the game, cards announced
        with an instant bonus, Summoning cards that were turned over. With memory help everything stays.
        """
        kind = event["kind"]
        if state.memory_help:
            return None
        if kind == "clash":
            cards = [card if side == seat else None for side, card in enumerate(event["cards"])]
            return Recall({**event, "cards": cards}, "clash")
        if kind in ("cancelled", "second_pass"):
            return None if event["seat"] == seat else Recall({**event, "card": None}, "clash")
        if kind == "terror":
            played = 1 - _side_of(state, event["fighters"][0])
        elif kind == "execute":
            played = _side_of(state, event["fighter"])
        else:
            return None
        return None if played == seat else Recall({**event, "untitled": True}, "clash")


def _side_of(state: Battle, fighter: str) -> int:
    return state.slot[FIGHTER_KEYS.index(fighter)] // 2
