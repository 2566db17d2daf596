"""Measure how strong the personas of a game are: neighbours on the ladder play each other, and ratings follow."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from slugfest.kernel import Game, Mistake, Text, load_toml
from slugfest.personas import FOLDER, RATINGS, Rating, opponents, read_folder

from .ladder import Ladder
from .ratings import Ratings, rated

MEAN: Final = 1200  # of the built-in personas of a game
QUICK: Final = 150  # looks of a persona that thinks quickly


def asked_personas(game: Game) -> tuple[list[str], list[str]]:
    """The personas of a game, the strongest first, so that win rates are those of the better one: those who think long
    with the first who does not, and those who do not. A game between the former takes as long as many of the others."""
    found = opponents(game)[::-1]
    if len(found) < 2:
        raise Mistake(
            Text(
                f"{game.id} has no two personas that differ", f"{game.id} hat keine zwei verschiedenen Gegner"
            )
        )
    quick = 0
    for place, one in enumerate(found):
        if not 0 < one.mind(game.plain_id).get("looks", 0) <= QUICK:
            quick = place + 1
    names = [one.id for one in found]
    return names[: quick + 1], names[quick:]


def ratings_of(ladders: list[Ladder]) -> dict[str, Rating]:
    """By id: ratings whose mean over the built-in personas is :data:`MEAN`, from all these games."""
    if not rated() or any(one.together for one in ladders):
        raise Mistake(
            Text(
                "ratings need the extra slugfest[lab] and games of two sides",
                "Wertungen brauchen das Extra slugfest[lab] und Spiele mit zwei Seiten",
            )
        )
    names = list(dict.fromkeys(name for one in ladders for name in one.bots))
    found = Ratings(names, [(pair.first, pair.second, pair) for one in ladders for pair in one.pairings])
    own = {one.id for one in read_folder(FOLDER)}
    all_ratings = {name: found.rating(name) for name in names}
    built_in = [one.elo for name, one in all_ratings.items() if name in own] or [0.0]
    shift = MEAN - sum(built_in) / len(built_in)
    return {
        name: Rating(round(one.elo + shift), round(one.low + shift), round(one.high + shift))
        for name, one in all_ratings.items()
    }


def write_ratings(folder: Path, game: str, command: str, ratings: dict[str, Rating]) -> Path:
    """Write the ratings of a game beside the personas of a folder; those of other games stay."""
    path = folder / RATINGS
    tables: dict[str, Any] = load_toml(path) if path.exists() else {}
    tables[game] = {"command": command, "ratings": {name: list(one) for name, one in ratings.items()}}
    text = ""
    for name, table in sorted(tables.items()):
        rows = "".join(f"{own} = {row}\n" for own, row in table["ratings"].items())
        text += f'[{name}]\ncommand = "{table["command"]}"\n\n[{name}.ratings]\n{rows}\n'
    path.write_text(text.rstrip("\n") + "\n", "utf-8")
    return path
