"""Run a module of the server as a process with low priority: from its first import on, before anything large is loaded.

python -m slugfest.server.background_process NICENESS MODULE [ARGUMENT...] calls ``main`` of that module.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys


def command(niceness: int, module: str, *arguments: str) -> list[str]:
    """The command that starts a module."""
    return [sys.executable, "-m", __name__, f"{niceness}", module, *arguments]


def main() -> None:
    niceness, module, *arguments = sys.argv[1:]
    with contextlib.suppress(AttributeError, OSError):
        os.nice(int(niceness))
    sys.argv = [module, *arguments]
    importlib.import_module(module).main()


if __name__ == "__main__":
    main()
