"""Options that many commands share, and how they are read."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from slugfest.bots import register_program
from slugfest.kernel import Game, Options, add_variant, adopt_variant, game, may_adopt, read_variant
from slugfest.personas import add_personas

from .words import mistake

GameName = Annotated[str, typer.Argument(help="A game's id, as `slugfest games` lists it.")]
OptionList = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="A game option as key=value; may be repeated.")
]
Programs = Annotated[
    list[str] | None,
    typer.Option(
        "--program", help="A bot of your own, as NAME=COMMAND, in any programming language; may be repeated."
    ),
]
PersonaFolders = Annotated[
    list[Path] | None,
    typer.Option(
        "--personas",
        help="A folder with personas of your own (or set SLUGFEST_PERSONAS); may be repeated.",
    ),
]
Variants = Annotated[
    list[Path] | None,
    typer.Option("--variant", help="A variant's file; slugfest new-variant writes one."),
]
Language = Annotated[str, typer.Option("--language", "-l", help="The language: en or de.")]
Workers = Annotated[int, typer.Option(min=0, help="How many processes; 0 for one per core.")]
Dask = Annotated[
    str, typer.Option(help="Play on a Dask cluster: tcp://HOST:8786, or local for one on this machine.")
]
_KEEP = "Keep the games in this folder; the same command then resumes."
RunFolder = Annotated[Path | None, typer.Option("--run", help=_KEEP)]
OutFolder = Annotated[Path | None, typer.Option("--out", "--run", help=_KEEP)]  # of what writes nothing else
Seed = Annotated[str, typer.Option(help="The same seed gives the same games.")]
OWN_PROCESS = "own process"  # the context object of a command that has its process for itself
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


def add_variants(files: list[Path] | None) -> list[Game]:
    """Register these variants; return their games."""
    return [add_variant(read_variant(file)) for file in files or []]


def game_asked(name: str, files: list[Path] | None) -> Game:
    """The game of a name, or its variant; raise if the variant is of another game."""
    played = game(name)
    variants = one_variant(files)
    for other in add_variants(variants):
        if other.plain_id != played.plain_id:
            raise mistake("variant_of", variant=other.id, other=other.plain_id, game=name)
        played = other
    return played


def one_variant(files: list[Path] | None) -> list[Path]:
    """At most one file, for commands that play one game; several are refused, since only one would be played."""
    if files and len(files) > 1:
        raise mistake("one_variant", first=files[0], second=files[1])
    return files or []


def game_alone(context: typer.Context, name: str, files: list[Path] | None) -> Game:
    """The same for a command whose process plays nothing else: the variant replaces the game before it is loaded,
    and is as fast as the game itself."""
    variants = [read_variant(file) for file in one_variant(files)]
    if context.obj == OWN_PROCESS and len(variants) == 1 and variants[0].game == name and may_adopt(name):
        return adopt_variant(variants[0])
    return game_asked(name, files)


def read_options(given: list[str] | None) -> Options:
    """``key=value`` pairs as options; the game checks them."""
    options: Options = {}
    for pair in given or []:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise mistake("no_option", pair=repr(pair))
        options[key.strip()] = value.strip()
    return options


def name_programs(given: list[str] | None) -> None:
    """Register programs, given as ``NAME=COMMAND``, as bots."""
    for definition in given or []:
        register_program(definition)


def name_personas(folders: list[Path] | None) -> None:
    """Let the personas of these folders play, too."""
    for folder in folders or []:
        add_personas(folder)


def read_levels(names: str, count: int) -> list[str]:
    """The bots: one name for all of them, or one for each."""
    levels = [name.strip() for name in names.split(",")]
    if len(levels) == 1:
        return levels * count
    if len(levels) != count:
        raise mistake("levels_count", given=len(levels), count=count)
    return levels


def read_file(file: Path) -> str:
    """Read a text file; raise :class:`Mistake` with the reason."""
    try:
        return sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
    except OSError as error:
        raise mistake("unreadable", file=file, reason=error.strerror) from error
    except UnicodeDecodeError as error:
        raise mistake("no_text", file=file) from error


def parse_json(text: str, file: Path) -> dict[str, Any]:
    """The JSON object in a text that was read from a file."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise mistake("no_json", file=file, reason=error) from error
    if not isinstance(data, dict):
        raise mistake("no_object", file=file)
    return data
