"""Build hook: pure Python by default; with SLUGFEST_COMPILE=1 the engine is compiled with mypyc.

Everything else about the package is declared in pyproject.toml.
"""

import os
from pathlib import Path

from setuptools import setup

PACKAGE = Path("src/slugfest")
COMPILED = ("kernel", "games", "bots")
# Modules of those packages that stay interpreted, relative to the package; each with its reason.
INTERPRETED: frozenset[str] = frozenset()


def engine_sources() -> list[str]:
    """Every module of the compiled packages, in a stable order."""
    modules = (module for room in COMPILED for module in sorted((PACKAGE / room).rglob("*.py")))
    return [str(module) for module in modules if module.relative_to(PACKAGE).as_posix() not in INTERPRETED]


if os.environ.get("SLUGFEST_COMPILE") == "1":
    from mypyc.build import mypycify

    setup(
        ext_modules=mypycify(
            engine_sources(),
            opt_level="3",
            debug_level="0",
            target_dir="build/mypyc",
            group_name="slugfest",
        )
    )
else:
    setup()
