"""The ABI check: whether a compiled plugin game matches the running engine.

Compiled code of a game knows how the kernel's objects lie in memory, so it fits one build of the engine and no other.
``slugfest.build`` lets every compiled module ask here first; if it does not match, the game runs from its sources.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

LIBRARY: Final = "slugfest__mypyc"  # where kernel and bots are, compiled
MARK: Final = "slugfest__engine.txt"  # lies beside it and names this build of them


class AbiMismatch(ImportError):
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
        raise AbiMismatch(f"{module} was compiled for another build of Slugfest", name=module)


class _Sources:
    """Finds modules of some packages by their sources alone."""

    def __init__(self) -> None:
        self.packages: set[str] = set()

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not any(within(name, package) for package in self.packages):
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


def within(name: str, package: str) -> bool:
    """Whether a module is this package or a part of it."""
    return name == package or name.startswith(f"{package}.")


def run_from_sources(package: str) -> None:
    """From now on this package is imported from its sources, as if it had not been compiled."""
    _put_away(package)
    _sources.packages.add(package)
    if _sources not in sys.meta_path:
        sys.meta_path.insert(0, _sources)


def second_copy(package: str, load: Callable[[], object]) -> tuple[object, list[ModuleType]]:
    """What ``load`` finds in a copy of a package that is imported from its sources, beside the one that is there, and
    the modules of the copy.

    The copy has the same module names, so that it finds its own parts however it imports them; once it is whole, the
    names are the first one's again. Nobody else may import meanwhile.
    """
    parent = sys.modules.get(package.rpartition(".")[0])
    known = getattr(parent, package.rpartition(".")[2], None)
    already = package in _sources.packages
    kept = _put_away(package)
    run_from_sources(package)
    try:
        found = load()
    finally:
        if not already:
            _sources.packages.discard(package)
        copied = _put_away(package)
        sys.modules.update(kept)
        if parent is not None and known is not None:
            setattr(parent, package.rpartition(".")[2], known)
    return found, list(copied.values())


def take_apart(modules: Iterable[ModuleType]) -> None:
    """Empty the modules of a second copy that nobody uses any more, so that its memory is freed.

    Objects of compiled classes do not say which class of the copy they are of, so that the garbage collector takes the
    copy for used as long as its own modules hold them.
    """
    for module in modules:
        vars(module).clear()


def import_again(package: str, folder: Path, module: str) -> None:
    """Run one module of a package once more, with what it imports of the package and without the package itself; then
    forget it."""
    already = package in _sources.packages
    kept = _put_away(package)
    run_from_sources(package)
    around = ModuleType(package)
    around.__path__ = [str(folder)]
    sys.modules[package] = around
    try:
        import_module(f"{package}.{module}")
    finally:
        if not already:
            _sources.packages.discard(package)
        _put_away(package)
        sys.modules.update(kept)


def _put_away(package: str) -> dict[str, ModuleType]:
    names = [name for name in sys.modules if within(name, package)]
    return {name: sys.modules.pop(name) for name in names}
