"""The tables that environments are tried at: every game in every mode, seats from fewest to most, and a plugin."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.hush import TABLE_GAME

from slugfest.kernel import Game, game


class Table(NamedTuple):
    game_id: str
    seats: int
    options: dict[str, Any]

    @property
    def game(self) -> Game:
        return TABLE_GAME if self.game_id == TABLE_GAME.id else game(self.game_id)

    def __str__(self) -> str:
        return "-".join([self.game_id, str(self.seats), *(str(value) for value in self.options.values())])


TABLES = [
    Table("kapow-cards", 2, {"mode": "fallen-heroes"}),
    Table("kapow-cards", 6, {"mode": "to-infinity"}),
    Table("custom-heroes", 2, {}),
    Table("custom-heroes", 5, {"max_rounds": 1}),
    Table("tag-team", 2, {"teams": "normal"}),
    Table("tag-team", 2, {"teams": "tactical"}),
    Table("tag-team", 2, {"teams": "free"}),
    Table("tag-team", 2, {"teams": "first-game"}),
    Table("tag-team", 2, {"teams": "random"}),
    Table("tag-team", 2, {"teams": "given", "fighter_1a": "fey"}),
    Table("kapow-dice", 2, {"mode": "duel"}),
    Table("kapow-dice", 2, {"mode": "characters"}),
    Table("kapow-dice", 1, {"mode": "solo"}),
    Table("kapow-dice", 4, {"mode": "team", "draft_cards": True}),
    Table("kapow-dice", 2, {"mode": "coop", "by_lot": True}),
    Table(TABLE_GAME.id, 3, {"rounds": 4}),  # declares no observation
]
