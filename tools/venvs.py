"""Virtual environments of ``./dev``, each installed from a lock file. Standard library only."""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path

from tools.steps import LOCKS, PYTHON, ROOT, SUFFIX, digest, is_done, once, run


class Venv:
    """A virtual environment with the packages of a lock file and the project itself, editable."""

    def __init__(self, folder: str = ".venv") -> None:
        self.root = ROOT / f"{folder}{SUFFIX}"
        self.bin = self.root / ("Scripts" if os.name == "nt" else "bin")
        self.python = str(self.bin / "python")

    def stamp(self, lock: str) -> tuple[Path, str]:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
        facts = [project.get(key) for key in ("version", "scripts", "entry-points")]
        return self.root / f".installed-{lock}", digest(PYTHON, facts, files=[LOCKS / f"{lock}.lock"])

    def pip_install(self, title: str, *arguments: str) -> None:
        run(title, [self.python, "-m", "pip", "install", "--quiet", *arguments])

    def install(self, lock: str) -> Venv:
        def make() -> None:
            run(f"make {self.root.name}", [sys.executable, "-m", "venv", "--clear", str(self.root)])

        def install() -> None:
            self.pip_install(f"install {lock}.lock", "--require-hashes", "-r", f"requirements/{lock}.lock")
            self.pip_install("install slugfest", "--no-deps", "--no-build-isolation", "-e", ".")

        if not Path(self.python).exists():  # new, or its interpreter was removed
            (self.root / ".made").unlink(missing_ok=True)
        once(self.root / ".made", digest(PYTHON, ROOT), make)
        once(*self.stamp(lock), install)
        return self

    def install_to_play(self) -> Venv:
        """Install what playing needs: the developers' environment if it exists, else the smaller one."""
        return self.install("dev" if is_done(*self.stamp("dev")) else "run")

    def install_to_compile(self) -> Venv:
        """Install what compiling needs, which the developers' environment already has."""
        self.install_to_play()
        if not is_done(*self.stamp("dev")):
            self.add("compile")
        return self

    def add(self, lock: str) -> None:
        """Install the packages of another lock file too."""
        arguments = (f"install {lock}.lock", "--require-hashes", "-r", f"requirements/{lock}.lock")
        state = digest(files=[LOCKS / f"{lock}.lock"])
        once(self.root / f".installed-{lock}", state, lambda: self.pip_install(*arguments))

    def tool(self, module: str, *arguments: str) -> list[str]:
        return [self.python, "-m", module, *arguments]
