"""What a game's own package brings for the browser: its board as a module, its cover, and what lies beside them.

A game names them (``Display.module``, ``Display.cover``), relative to its package: ``static/board.js``. All in the
folder of such a file is found under ``/games/<game>/<digest of the folder>/``. The digest changes with the content, so
that a browser may keep what it has. A server hands the files out; for a page without one they are copied when it is
built.
"""

from __future__ import annotations

import hashlib
import logging
import sys
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Final

from slugfest.kernel import Game

log = logging.getLogger("slugfest.protocol")

# What a board may be made of. Anything else in the folder is nobody's business.
TYPES: Final = {
    ".css": "text/css",
    ".jpg": "image/jpeg",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
LARGEST: Final = 8 << 20  # of one file


class GameFiles:
    """The files of all games that bring some."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self._folders: dict[str, Path] = {}
        self._digests: dict[str, tuple[object, str]] = {}
        for game in games.values():
            for declared in (game.display.module, game.display.cover):
                if declared:
                    self._find(game, declared)

    def _find(self, game: Game, declared: str) -> None:
        file = package_of(game) / declared
        if not file.is_file() or file.suffix not in TYPES:
            log.warning(
                "the game %r names %s, which is not there, or no kind of file a board is made of",
                game.id,
                file,
            )
            return
        known = self._folders.setdefault(game.id, file.parent.resolve())
        if known != file.parent.resolve():
            log.warning(
                "the game %r keeps its board and its cover in two folders; %s is left out", game.id, file
            )

    def address(self, game: Game, declared: str) -> str:
        """Where the browser finds a file that a game has named; empty if it has named none, or it is not there."""
        folder = self._folders.get(game.id)
        file = (package_of(game) / declared).resolve() if declared else None
        if folder is None or file is None or file.parent != folder or not file.is_file():
            return ""
        return f"/games/{game.id}/{self._digest(game.id, folder)}/{file.name}"

    def all_of(self, game: Game) -> list[tuple[str, Path]]:
        """Every file that a game brings, by its address."""
        folder = self._folders.get(game.id)
        if folder is None:
            return []
        found = [(file, file.relative_to(folder).as_posix()) for file in files_in(folder)]
        start = f"/games/{game.id}/{self._digest(game.id, folder)}"
        return [(f"{start}/{name}", file) for file, name in found if inside(folder, name)]

    def find(self, game: str, digest: str, path: str) -> tuple[Path, bool] | None:
        """The file that an address means, and whether its digest is today's: a page from before an update may ask by
        an old one, gets what there is, and must not keep it under that name."""
        folder = self._folders.get(game)
        file = None if folder is None else inside(folder, path)
        if folder is None or file is None:
            return None
        return file, digest == self._digest(game, folder)

    def _digest(self, game: str, folder: Path) -> str:
        """Of the names and the content of all files; read again only when one of them was written."""
        files = files_in(folder)
        written = [(str(file), file.stat().st_mtime_ns, file.stat().st_size) for file in files]
        known = self._digests.get(game)
        if known is not None and known[0] == written:
            return known[1]
        told = hashlib.sha256()
        for file in files:
            content = file.read_bytes()
            told.update(f"{file.relative_to(folder).as_posix()}\0{len(content)}\0".encode())
            told.update(content)
        digest = told.hexdigest()[:16]
        self._digests[game] = (written, digest)
        return digest


def package_of(game: Game) -> Path:
    """The folder of the module in which a game's class is written; one that was made without a file has none."""
    file = getattr(sys.modules.get(type(game).__module__), "__file__", None)
    return Path(file).parent if file else Path("/nowhere")


def files_in(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file() and file.suffix in TYPES)


def inside(folder: Path, asked: str) -> Path | None:
    """The file of a folder that an address means, if it may be shown: no way out, nothing hidden, no strange kind."""
    parts = PurePosixPath(asked).parts
    if not parts or any(part.startswith((".", "/")) or "\\" in part or "\0" in part for part in parts):
        return None
    file = folder.joinpath(*parts).resolve()
    fits = file.is_relative_to(folder) and file.suffix in TYPES and file.is_file()
    return file if fits and file.stat().st_size <= LARGEST else None
