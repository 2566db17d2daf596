"""Personas: who a bot is at the table, and how it plays. A TOML file each: name, portrait, lines, and a mind.

What a persona says is fixed text for moments that everybody at the table sees, so that no line can tell anything a seat
may not know. Its mind is a few numbers of the search (:data:`KNOBS`), for every game or for one. How strong that makes
it was measured in the lab: ``ratings.toml`` beside the files has the figures and the commands that gave them.
"""

from __future__ import annotations

import os
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from slugfest.kernel import Content, Game, Mistake, SlugfestError, Text
from slugfest.kernel.portraits import Portrait, read_portrait

FOLDER: Final = Path(__file__).parent
RATINGS: Final = "ratings.toml"
CENTRE: Final = 1500  # the rating of `medium` in every game
GROUP: Final = "slugfest.personas"  # entry points of packages: each names a folder as package.folder
VARIABLE: Final = "SLUGFEST_PERSONAS"  # folders of further personas
LONGEST_NAME: Final = 20  # letters: it stands on small tiles
LONGEST_LINE: Final = 60  # letters: it is read in passing

# When a persona says something: the match begins; it lands or takes a heavy blow; it has won or lost.
MOMENTS: Final = ("greeting", "hit", "hurt", "win", "loss")

# The numbers of a mind, each with its lowest and highest value. Described in docs/bots.md (Personas).
KNOBS: Final[dict[str, tuple[int, int]]] = {
    "looks": (0, 100_000_000),  # imagined games a decision; 0: as many as `hard` has in the game
    "guesses": (0, 1000),  # imagined positions, taken for the truth in turn; 0: another one for each look
    "memory": (-1, 1000),  # how many of the things that were shown and are gone it remembers; -1: all
    "replies": (1, 100),  # of 100 replies of the others, how many it notices
    "finds": (1, 100),  # of 100 possibilities of its own, how many it finds
    "blur": (0, 1000),  # how far off it is about the worth of a move, in thousandths of a win
    "risk": (-100, 100),  # from very cautious to very daring
    "hoard": (0, 100),  # how much it likes to have what can be saved up
    "envy": (0, 100),  # how much it is after the leader, where three and more play
    "grudge": (0, 100),  # how much it is after whoever did it harm last, likewise
    "reads": (0, 1),  # 1: what wins in the game: a learned belief about what is hidden, halving (`expert`)
}

TEMPER: Final = ("risk", "hoard", "envy", "grudge")  # what it likes, not what it sees

# Three personas have a level as a second name.
LEVEL_NAMES: Final = {"easy": "mecha-max", "medium": "robo-rita", "hard": "dynamo-doc"}


class Rating(NamedTuple):
    """How strong a persona is in a game, on the scale of people's ratings: 1500 is the level ``medium``."""

    rating: int
    low: int  # 95 %
    high: int


class Persona(NamedTuple):
    """A bot's name, portrait and lines, and how it plays."""

    id: str
    name: str
    about: Text
    portrait: Portrait
    lines: dict[str, list[Text]]  # by moment; never empty
    minds: dict[str, dict[str, int]]  # by the id of a game; "": in every other game
    best: list[str]  # the ids of the games it plays best
    ratings: dict[str, Rating]  # by the id of a game, where it was measured

    def mind(self, game: str) -> dict[str, int]:
        """The numbers of its search in a game."""
        return self.minds.get(game, self.minds[""])


@cache
def personas() -> tuple[Persona, ...]:
    """The personas as their files are numbered; then those of installed packages and of the folders that a host has
    named."""
    found = read_folder(FOLDER)
    for folder in [*installed_folders(), *added_folders()]:
        known = {one.id for one in found} | {one.name for one in found}
        for one in read_folder(folder):
            if one.id in known or one.name in known:
                raise SlugfestError(f"{folder}: there are two personas {one.name!r} ({one.id})")
            found.append(one)
    return tuple(found)


def installed_folders() -> list[Path]:
    """The folders of installed packages. None of their code is imported."""
    found: list[Path] = []
    for entry in sorted(entry_points(group=GROUP)):
        package, *rest = entry.value.split(".")
        spec = find_spec(package)
        places = [] if spec is None else spec.submodule_search_locations or []
        folder = next((one for one in (Path(place, *rest) for place in places) if one.is_dir()), None)
        if folder is None:
            raise SlugfestError(
                f"{entry.name}: there is no folder of personas {entry.value!r} in that package"
            )
        found.append(folder)
    return found


def added_folders() -> list[Path]:
    """The folders in the environment variable, which the processes of bots inherit."""
    return [Path(folder) for folder in os.environ.get(VARIABLE, "").split(os.pathsep) if folder]


def add_personas(folder: Path) -> None:
    """Let the personas of a folder play, too; one that is wrong is refused by file, key and reason."""
    if not folder.is_dir():
        raise Mistake(
            Text(
                f"there is no folder of personas {folder}", f"einen Ordner {folder} mit Gegnern gibt es nicht"
            )
        )
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = os.pathsep.join([*map(str, added_folders()), str(folder.resolve())])
    personas.cache_clear()
    try:
        personas()
    except SlugfestError:
        os.environ.pop(VARIABLE)
        if before is not None:
            os.environ[VARIABLE] = before
        personas.cache_clear()
        raise


def persona(name: str) -> Persona | None:
    """The persona of this id, or None."""
    return next((one for one in personas() if one.id == name), None)


def ladder(game: str) -> list[Persona]:
    """The personas by their strength in a game, the weakest first; those not measured come last, by number."""
    found = personas()
    return sorted(found, key=lambda one: one.ratings[game].rating if game in one.ratings else 1_000_000)


def opponents(game: Game) -> list[Persona]:
    """The personas that play a game, the weakest first. Of two that play alike there only the first is listed."""
    found: list[Persona] = []
    minds: list[dict[str, int]] = []
    part = game.search
    for who in ladder(game.plain_id):
        mind = {key: value for key, value in who.mind(game.plain_id).items() if key not in TEMPER}
        if part is None or (not part.reading and not part.halving):
            mind.pop("reads", None)
        if mind not in minds:
            minds.append(mind)
            found.append(who)
    return found


def read_folder(folder: Path) -> list[Persona]:
    """The personas of a folder, with their measured ratings."""
    ratings = on_the_scale_of_people(read_ratings(folder / RATINGS), read_ratings(FOLDER / RATINGS))
    return [
        load_persona(
            path, {game: found[own] for game, found in ratings.items() if (own := id_of(path)) in found}
        )
        for path in sorted(folder.glob("*.toml"))
        if path.name != RATINGS
    ]


def id_of(path: Path) -> str:
    """``3-turbo-toni.toml`` is ``turbo-toni``."""
    number, hyphen, rest = path.stem.partition("-")
    return rest if hyphen and number.isdecimal() else path.stem


def read_ratings(path: Path) -> dict[str, dict[str, Rating]]:
    """By game and id: the measured ratings of a folder's personas; none, if there is no such file."""
    if not path.exists():
        return {}
    content = Content(path)
    found: dict[str, dict[str, Rating]] = {}
    for game, value in content.data.items():
        rows = content.table(f"{game}.ratings", content.table(game, value).get("ratings"))
        for own, row in rows.items():
            if not isinstance(row, list) or len(row) != 3 or not all(isinstance(one, int) for one in row):
                raise content.fault(f"{game}.ratings.{own}", "needed: rating, lowest and highest (95 %)")
            found.setdefault(game, {})[own] = Rating(*row)
    return found


def on_the_scale_of_people(
    ratings: dict[str, dict[str, Rating]], built_in: dict[str, dict[str, Rating]]
) -> dict[str, dict[str, Rating]]:
    """The same ratings moved so that ``medium`` has 1500 in every game. Files have them around the mean of all."""
    found: dict[str, dict[str, Rating]] = {}
    for game, rows in ratings.items():
        medium = built_in.get(game, {}).get(LEVEL_NAMES["medium"])
        shift = 0 if medium is None else CENTRE - medium.rating
        found[game] = {own: Rating(*(figure + shift for figure in one)) for own, one in rows.items()}
    return found


def load_persona(path: Path, ratings: dict[str, Rating] | None = None) -> Persona:
    """Read a persona. Whatever is missing, unknown or wrong is refused by file, key and reason."""
    content = Content(path)
    _known(content, "", content.data, ("name", "about", "portrait", "lines", "mind", "minds", "best"))
    name = content.data.get("name")
    if not isinstance(name, str) or not 0 < len(name.strip()) == len(name) <= LONGEST_NAME:
        raise content.fault("name", f"a name of 1 to {LONGEST_NAME} letters is needed, not {name!r}")
    portrait = read_portrait(content.data.get("portrait"), content.file)
    lines = content.table("lines", content.data.get("lines"))
    _known(content, "lines.", lines, MOMENTS)
    minds = {"": _mind(content, "mind", content.data.get("mind"))}
    for game, mind in content.table("minds", content.data.get("minds", {})).items():
        minds[game] = _mind(content, f"minds.{game}", mind)
    best = content.data.get("best", [])
    if not isinstance(best, list) or not all(isinstance(one, str) for one in best):
        raise content.fault("best", f"the ids of games are needed, not {best!r}")
    return Persona(
        id_of(path),
        name,
        content.text("about", content.data.get("about")),
        portrait,
        {moment: _lines(content, f"lines.{moment}", lines.get(moment)) for moment in MOMENTS},
        minds,
        best,
        ratings or {},
    )


def _mind(content: Content, where: str, value: Any) -> dict[str, int]:
    table = content.table(where, value)
    _known(content, f"{where}.", table, tuple(KNOBS))
    for key, number in table.items():
        low, high = KNOBS[key]
        if type(number) is not int or not low <= number <= high:
            raise content.fault(
                f"{where}.{key}", f"a whole number from {low} to {high} is needed, not {number!r}"
            )
    return dict(table)


def _lines(content: Content, key: str, value: Any) -> list[Text]:
    found = [content.text(key, row) for row in content.rows(key, value)]
    for line in found:
        for sentence in (line.en, line.de):
            if len(sentence) > LONGEST_LINE:
                raise content.fault(key, f"at most {LONGEST_LINE} letters are read in passing: {sentence!r}")
    return found


def _known(content: Content, where: str, table: dict[str, Any], keys: tuple[str, ...]) -> None:
    for key in table:
        if key not in keys:
            raise content.fault(f"{where}{key}", f"unknown key; there are {', '.join(keys)}")
