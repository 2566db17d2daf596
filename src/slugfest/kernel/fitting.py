"""Whether a stranger's compiled game fits the engine that runs.

Compiled code of a game knows how the kernel's objects lie in memory, so it fits one build of the engine and no other.
``slugfest.build`` lets every compiled module ask here first; where it does not fit, the game runs from its sources.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

LIBRARY: Final = "slugfest__mypyc"  # where kernel and bots are, compiled
MARK: Final = "slugfest__engine.txt"  # lies beside it and names this build of them


class DoesNotFit(ImportError):
    """A compiled module is for another engine."""


def engine() -> str:
    """Which build of the engine runs; empty where it is interpreted."""
    found = find_spec(LIBRARY)
    if found is None or found.origin is None:
        return ""
    mark = Path(found.origin).with_name(MARK)
    return mark.read_text("utf-8").split()[0] if mark.is_file() else ""


def require(wanted: str, module: str) -> None:
    """Called by a compiled module of a game before anything else."""
    if engine() != wanted:
        raise DoesNotFit(f"{module} was compiled for another build of Slugfest", name=module)


class _Sources:
    """Finds modules of some packages by their sources alone."""

    def __init__(self) -> None:
        self.packages: set[str] = set()

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] not in self.packages:
            return None
        last = name.rpartition(".")[2]
        for folder in sys.path if path is None else path:
            package, module = Path(folder or ".", last, "__init__.py"), Path(folder or ".", f"{last}.py")
            for file, inside in ((package, [str(package.parent)]), (module, None)):
                if file.is_file():
                    loader = SourceFileLoader(name, str(file))
                    return spec_from_file_location(
                        name, file, loader=loader, submodule_search_locations=inside
                    )
        return None


_sources = _Sources()


def run_from_sources(package: str) -> None:
    """From now on this package is imported from its sources, as if it had not been compiled."""
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        del sys.modules[name]
    _sources.packages.add(package)
    if _sources not in sys.meta_path:
        sys.meta_path.insert(0, _sources)
