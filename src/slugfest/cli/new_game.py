"""``slugfest new-game``: a package with a small game of the core alone, which plays and passes its checks.

The package is written from ``templates/game``: every file there ends in ``.txt``, ``module`` in a path is the package's
name, and ``@id@``, ``@module@``, ``@class@``, ``@name@`` and ``@rule@`` stand for what follows from the game's name.
"""

from __future__ import annotations

import importlib.util
import keyword
import re
from pathlib import Path
from typing import Final

from slugfest.kernel import Mistake, Text, games

TEMPLATES: Final = Path(__file__).parent / "templates" / "game"
_NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def words_for(game: str) -> dict[str, str]:
    """The values of the templates for a game of this id."""
    parts = game.split("-")
    initials = "".join(part[0] for part in parts if part[0].isalpha())[:4]
    return {
        "id": game,
        "module": game.replace("-", "_"),
        "class": "".join(part.capitalize() for part in parts),
        "name": " ".join(part.capitalize() for part in parts),
        "rule": (initials if len(initials) > 1 else (re.sub(r"[^a-z]", "", game) + "x")[:2]).upper(),
    }


def make_game(game: str, folder: Path) -> list[Path]:
    """Write the package into a new or empty folder; return the files in order."""
    check_name(game)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Mistake(
            Text(f"{folder} is there already, and not empty", f"{folder} gibt es schon, und nicht leer")
        )
    words = words_for(game)
    written = []
    for template in sorted(TEMPLATES.rglob("*.txt")):
        place = template.relative_to(TEMPLATES).with_suffix("").as_posix()
        file = folder / place.replace("module", words["module"])
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(filled(template.read_text("utf-8"), words), "utf-8")
        written.append(file)
    return written


def filled(template: str, words: dict[str, str]) -> str:
    return re.sub(r"@(id|module|class|name|rule)@", lambda found: words[found.group(1)], template)


def check_name(game: str) -> None:
    """Refuse a name that could not be a game's id or a package of its own."""
    if not _NAME.fullmatch(game):
        raise Mistake(
            Text(
                f"{game!r} is no name for a game: small letters and digits, words joined by hyphens, like hero-rush",
                f"{game!r} taugt nicht als Name: Kleinbuchstaben und Ziffern, Wörter mit Bindestrich, wie hero-rush",
            )
        )
    if game in games():
        raise Mistake(Text(f"there is a game {game!r} already", f"das Spiel {game!r} gibt es schon"))
    module = game.replace("-", "_")
    reserved = keyword.iskeyword(module) or is_in_templates(words_for(game)["class"])
    if reserved:
        raise Mistake(
            Text(
                f"{game!r} is a word of Python or of Slugfest: choose another name, for example {game}-game",
                f"{game!r} ist ein Wort von Python oder Slugfest: Wähl einen anderen Namen, etwa {game}-game",
            )
        )
    if importlib.util.find_spec(module) is not None:
        raise Mistake(
            Text(
                f"there is a Python package {module!r} already: choose another name",
                f"ein Python-Paket {module!r} gibt es schon: Wähle einen anderen Namen",
            )
        )


def is_in_templates(name: str) -> bool:
    """Whether a class of this name would take the name of something else in the game's module."""
    code = (TEMPLATES / "src" / "module" / "game.py.txt").read_text("utf-8")
    return re.search(rf"\b{name}\b", code) is not None
