"""Texts kept with the source and compared with what the code produces now: golden playthroughs and perft counts."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Callable
from pathlib import Path
from typing import Final

from slugfest.kernel import Game, games

Texts = dict[str, Callable[[], str]]  # by path below the folder


class Snapshots:
    """The kept texts of every game, and the command that compares or writes them."""

    def __init__(self, module: str, about: str, folder: Path, texts: Callable[[Game], Texts]) -> None:
        self.command: Final = f"python -m {module}"
        self.about: Final = about
        self.folder: Final = folder
        self.texts: Final = texts

    def differences(self, game: Game, folder: Path) -> list[str]:
        """Describe what is missing, superfluous or different in a game's files."""
        found: list[str] = []
        texts = self.texts(game)
        for name, produce in texts.items():
            path = folder / name
            if not path.is_file():
                found.append(f"{path.as_posix()} is missing: write it with {self.command} --update")
                continue
            kept, now = path.read_text(encoding="utf-8").splitlines(), produce().splitlines()
            title = f"{path.as_posix()} (kept)"
            found += difflib.unified_diff(kept, now, title, "produced now", n=2, lineterm="")
        present = {path.relative_to(folder).as_posix() for path in folder.glob(f"{game.id}/*.txt")}
        found += [f"{folder.as_posix()}/{name} is superfluous" for name in sorted(present - texts.keys())]
        return found

    def update(self, game: Game, folder: Path) -> list[Path]:
        """Write a game's files; return those that changed."""
        changed: list[Path] = []
        for name, produce in self.texts(game).items():
            path, text = folder / name, produce()
            if not path.is_file() or path.read_text(encoding="utf-8") != text:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
                changed.append(path)
        return changed

    def main(self, arguments: list[str] | None = None) -> int:
        """Run the command; return its exit code."""
        parser = argparse.ArgumentParser(prog=self.command, description=self.about)
        parser.add_argument("games", nargs="*", metavar="GAME", help="only these games")
        parser.add_argument("--update", action="store_true", help="write the files instead of comparing")
        parser.add_argument(
            "--folder", type=Path, default=self.folder, help=f"where they are kept (default: {self.folder})"
        )
        chosen = parser.parse_args(arguments)
        installed = games()
        unknown = [name for name in chosen.games if name not in installed]
        if unknown:
            parser.error(f"there is no game {unknown[0]!r}; installed are {', '.join(installed)}")
        wrong = 0
        for game in (installed[name] for name in chosen.games or installed):
            written = self.update(game, chosen.folder) if chosen.update else []
            lines = self.differences(game, chosen.folder)
            wrong += len(lines)
            verdict = "different" if lines else "as kept"
            print("\n".join([f"{game.id}: {verdict}", *(f"wrote {path}" for path in written), *lines]))
        return 1 if wrong else 0
