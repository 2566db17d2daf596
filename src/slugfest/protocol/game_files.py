"""The files that a game's package has for the browser: its board as a module, its cover, and the files beside them.

A game names them relative to its package (``Display.module``, ``Display.cover``): ``static/board.js``. Everything in
that folder is found under ``/games/<game>/<digest of the folder>/``. The digest changes with the content, so a browser
may cache the files. The server serves them; for the page without a server they are copied when it is built.
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

# The kinds of files a board may consist of. Others in the folder are not served.
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
    """The files of all games that have some."""

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
                "the game %r names %s, which does not exist or is not of a kind that is served",
                game.id,
                file,
            )
            return
        known = self._folders.setdefault(game.id, file.parent.resolve())
        if known != file.parent.resolve():
            log.warning(
                "the game %r has its board and its cover in two folders; %s is left out", game.id, file
            )

    def address(self, game: Game, declared: str) -> str:
        """The address of a file that a game names; empty if it names none or the file does not exist."""
        folder = self._folders.get(game.id)
        file = (package_of(game) / declared).resolve() if declared else None
        if folder is None or file is None or file.parent != folder or not file.is_file():
            return ""
        return f"/games/{game.id}/{self._digest(game.id, folder)}/{file.name}"

    def all_of(self, game: Game) -> list[tuple[str, Path]]:
        """Every file of a game, by its address."""
        folder = self._folders.get(game.id)
        if folder is None:
            return []
        found = [(file, file.relative_to(folder).as_posix()) for file in files_in(folder)]
        start = f"/games/{game.id}/{self._digest(game.id, folder)}"
        return [(f"{start}/{name}", file) for file, name in found if inside(folder, name)]

    def find(self, game: str, digest: str, path: str) -> tuple[Path, bool] | None:
        """The file of an address, and whether the address has the current digest.

        A page from before an update may ask with an old digest. It gets the current file and must not cache it.
        """
        folder = self._folders.get(game)
        file = None if folder is None else inside(folder, path)
        if folder is None or file is None:
            return None
        return file, digest == self._digest(game, folder)

    def _digest(self, game: str, folder: Path) -> str:
        """The digest of all names and contents, computed again only when a file was written."""
        files = files_in(folder)
        written = [(str(file), file.stat().st_mtime_ns, file.stat().st_size) for file in files]
        known = self._digests.get(game)
        if known is not None and known[0] == written:
            return known[1]
        digest = hashlib.sha256()
        for file in files:
            content = file.read_bytes()
            digest.update(f"{file.relative_to(folder).as_posix()}\0{len(content)}\0".encode())
            digest.update(content)
        name = digest.hexdigest()[:16]
        self._digests[game] = (written, name)
        return name


def package_of(game: Game) -> Path:
    """The folder of the module that defines a game's class."""
    file = getattr(sys.modules.get(type(game).__module__), "__file__", None)
    return Path(file).parent if file else Path("/nowhere")


def files_in(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file() and file.suffix in TYPES)


def inside(folder: Path, asked: str) -> Path | None:
    """The file of an address, if it may be served: inside the folder, not hidden, of a known kind."""
    parts = PurePosixPath(asked).parts
    if not parts or any(part.startswith((".", "/")) or "\\" in part or "\0" in part for part in parts):
        return None
    file = folder.joinpath(*parts).resolve()
    fits = file.is_relative_to(folder) and file.suffix in TYPES and file.is_file()
    return file if fits and file.stat().st_size <= LARGEST else None
