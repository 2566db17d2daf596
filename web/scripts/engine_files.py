"""Which files the engine of a page without a server is made of.

    python web/scripts/engine_files.py FOLDER [PACKAGE ...]

writes Python sources and data into FOLDER, which must not exist yet: the rooms that need nothing but the standard
library, mypy_extensions, and what says which games there are. PACKAGE is an installed package that brings a
game or a bot of its own (`pip install` it first); it must be pure Python and need nothing that is not here. The same
sources give the same files, byte by byte.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath
from typing import Final

import mypy_extensions

import slugfest

ROOMS: Final = (
    *("kernel", "games", "bots", "personas", "testing/expectations"),
    *("table", "review", "lessons", "protocol", "local"),
)
GROUPS: Final = ("slugfest.games", "slugfest.bots")
PACKAGE: Final = Path(slugfest.__file__).parent
NOT_NEEDED: Final = ("__pycache__", "py.typed")
COMPILED: Final = (".so", ".pyd", ".dylib", ".dll")


def engine_files(packages: Sequence[str] = ()) -> dict[str, bytes]:
    """Every file by its path; raises :class:`SystemExit` that says why a package cannot be taken along."""
    packages_above = ("__init__.py", "testing/__init__.py")
    found = {f"slugfest/{name}": (PACKAGE / name).read_bytes() for name in packages_above}
    for room in ROOMS:
        for path in sorted((PACKAGE / room).rglob("*")):
            if path.is_file() and wanted(path.parts):
                found[f"slugfest/{path.relative_to(PACKAGE).as_posix()}"] = source_of(path)
    found["mypy_extensions.py"] = Path(mypy_extensions.__file__).with_suffix(".py").read_bytes()
    found |= metadata_of("slugfest", slugfest.__version__, distribution("slugfest"))
    for package in packages:
        found |= package_files(package)
    return dict(sorted(found.items()))


def wanted(parts: Iterable[str]) -> bool:
    names = list(parts)
    return not any(name in NOT_NEEDED for name in names) and not names[-1].endswith((".pyc", *COMPILED))


def source_of(path: Path) -> bytes:
    """A text, with the same line endings wherever it was checked out."""
    content = path.read_bytes()
    return (
        content.replace(b"\r\n", b"\n")
        if path.suffix in (".py", ".toml", ".txt", ".md", ".json")
        else content
    )


def metadata_of(name: str, version: str, installed: Distribution) -> dict[str, bytes]:
    """As much of a package's metadata as it takes to find its games and bots."""
    folder = f"{name.replace('-', '_')}-{version}.dist-info"
    lines: list[str] = []
    for group in GROUPS:
        entries = sorted(installed.entry_points.select(group=group))
        lines += (
            [f"[{group}]", *(f"{entry.name} = {entry.value}" for entry in entries), ""] if entries else []
        )
    return {
        f"{folder}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode(),
        f"{folder}/entry_points.txt": "\n".join(lines).encode(),
    }


def package_files(package: str) -> dict[str, bytes]:
    """The files of an installed package, if it is pure Python and brings something for us."""
    try:
        installed = distribution(package)
    except PackageNotFoundError:
        sys.exit(f"{package} is not installed here: pip install it first")
    listed = list(files_of(installed))
    if not any(installed.entry_points.select(group=group) for group in GROUPS):
        sys.exit(f"{package} brings neither a game nor a bot (entry points {' or '.join(GROUPS)})")
    machine = [str(path) for path, _ in listed if path.name.endswith(COMPILED)]
    if machine:
        sys.exit(f"{package} is not pure Python, so it cannot run in a browser: {machine[0]}")
    found = {path.as_posix(): source_of(place) for path, place in listed if wanted(path.parts)}
    if not found:
        sys.exit(f"{package} has no files to take along: install it as a whole, not editable")
    return found | metadata_of(package, installed.version, installed)


def files_of(installed: Distribution) -> Iterator[tuple[PurePosixPath, Path]]:
    for path in installed.files or ():
        outside = path.is_absolute() or ".." in path.parts
        if not outside and not path.parts[0].endswith(".dist-info") and not path.name.endswith(".pth"):
            yield PurePosixPath(path.as_posix()), Path(str(path.locate()))


def write(folder: Path, packages: Sequence[str] = ()) -> None:
    for name, content in engine_files(packages).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def main() -> None:
    if len(sys.argv) < 2 or Path(sys.argv[1]).exists():
        sys.exit(str(__doc__) if len(sys.argv) < 2 else f"{sys.argv[1]} is there already")
    write(Path(sys.argv[1]), sys.argv[2:])


if __name__ == "__main__":
    main()
