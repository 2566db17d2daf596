"""Collect the sources of the documentation site: docs/, the pages beside it, and an API reference.

A new file in docs/ is on the site, in the navigation and in the search. A broken link fails the build and is named.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]

# Pages that lie beside docs/, by their name on the site.
BESIDE: Final = {
    "index": "README.md",
    "contributing": "CONTRIBUTING.md",
    "changelog": "CHANGELOG.md",
    "credits": "CREDITS.md",
}

# The order of the navigation. A page that is not named here comes last in "More": nothing is ever left out.
SECTIONS: Final = {
    "Use it": [
        "time",
        "people",
        "events",
        "hosting",
        "bots",
        "strength",
        "balance",
        "balance/kapow-cards",
        "balance/custom-heroes",
        "balance/tag-team",
        "balance/kapow-dice",
        "measures",
        "measures/branching",
        "measures/forced",
        "measures/meaningful",
        "measures/drama",
        "measures/decisiveness",
        "measures/lead",
        "measures/spread",
        "measures/interaction",
        "measures/downtime",
        "measures/diversity",
        "measures/skill-trace",
        "bot-protocol",
        "environments",
        "network-bot",
        "adding-a-game",
        "parts/search",
        "parts/teaching",
        "parts/learning",
        "parts/reports",
        "parts/terminal",
        "parts/display",
        "plain-board",
        "own-board",
        "scenarios",
        "lessons",
    ],
    "How it works": ["tour", "glossary", "fairness", "processes", "speed", "decisions", "rulings"],
    "Join in": ["contributing", "mutants", "releasing", "changelog", "credits"],
}
REFERENCE: Final = "Games, printed from the code"  # docs/reference/
MORE: Final = "More"
API: Final = "API"

PACKAGES: Final = ("kernel", "testing", "bots", "table", "store", "lab")
MODULES: Final = ("protocol.wire",)  # of other packages, what plugins and clients are written against

_LINK: Final = re.compile(r"(!?\[[^\]]*\]\()([^)\s#]+)(#[^)\s]*)?(\))")
_FENCE: Final = re.compile(r"^( *)(```|~~~).*?^\1\2", re.DOTALL | re.MULTILINE)


class BrokenLinkError(Exception):
    """A link to a file that is not there."""


def gather(target: Path) -> None:
    """Write the whole source of the site into an empty folder."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    pages = find_pages()
    for name, file in pages.items():
        write(target / f"{name}.md", moved(file, name, pages, target))
    write_api(target)
    index = target / "index.md"
    write(index, index.read_text("utf-8") + navigation([name for name in pages if name != "index"]))


def find_pages() -> dict[str, Path]:
    """Every page by its name on the site."""
    pages = {name: ROOT / file for name, file in BESIDE.items()}
    for file in sorted((ROOT / "docs").rglob("*.md")):
        name = file.relative_to(ROOT / "docs").with_suffix("").as_posix()
        if name in pages:
            raise BrokenLinkError(f"docs/{name}.md and {BESIDE[name]} want the same place on the site")
        pages[name] = file
    return pages


def moved(file: Path, name: str, pages: dict[str, Path], target: Path) -> str:
    """A page's text, its links leading to where things are on the site; other files it links are taken along."""
    places = {path.resolve(): f"{page}.md" for page, path in pages.items()}
    here = Path(f"{name}.md").parent

    def turn(link: re.Match[str]) -> str:
        before, where, anchor, after = link.groups()
        if re.match(r"[a-z]+:", where):
            return link.group()
        wanted = (file.parent / where).resolve()
        if not wanted.is_file():
            raise BrokenLinkError(f"{file.relative_to(ROOT)}: there is no {where}")
        place = places.get(wanted) or take_along(wanted, target)
        return f"{before}{Path(os.path.relpath(place, here)).as_posix()}{anchor or ''}{after}"

    return outside_fences(file.read_text("utf-8"), lambda part: _LINK.sub(turn, part))


def outside_fences(text: str, change: Callable[[str], str]) -> str:
    """The text, changed everywhere but in fenced code."""
    parts: list[str] = []
    start = 0
    for fence in _FENCE.finditer(text):
        parts += [change(text[start : fence.start()]), fence.group()]
        start = fence.end()
    return "".join([*parts, change(text[start:])])


def take_along(file: Path, target: Path) -> str:
    """Copy a picture or another file that a page links; its place on the site."""
    docs = ROOT / "docs"
    place = file.relative_to(docs if file.is_relative_to(docs) else ROOT).as_posix()
    (target / place).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, target / place)
    return place


# ---- navigation ------------------------------------------------------------------------------------------------------


def navigation(pages: Iterable[str]) -> str:
    """The hidden tables of contents of the first page, which the theme shows at the side."""
    left = list(pages)
    parts: list[str] = []
    for caption, names in SECTIONS.items():
        parts.append(contents(caption, [name for name in names if name in left]))
        left = [name for name in left if name not in names]
    reference = [name for name in left if name.startswith("reference/")]
    parts.append(contents(REFERENCE, reference))
    parts.append(contents(MORE, [name for name in left if name not in reference]))
    parts.append(contents(API, [f"api/{page}" for page in (*PACKAGES, *MODULES)]))
    return "\n" + "\n".join(part for part in parts if part)


def contents(caption: str, names: list[str]) -> str:
    if not names:
        return ""
    lines = [":::{toctree}", ":hidden:", f":caption: {caption}", "", *names, ":::", ""]
    return "\n".join(lines)


# ---- the API ---------------------------------------------------------------------------------------------------------


def write_api(target: Path) -> None:
    """Write one page per package and one heading per module, from the docstrings."""
    for package in PACKAGES:
        parts = [f"# slugfest.{package}", automodule(package, members=False)]
        for module in modules_of(package):
            parts += [f"## slugfest.{module}", automodule(module)]
        write(target / "api" / f"{package}.md", "\n\n".join(parts))
    for module in MODULES:
        write(target / "api" / f"{module}.md", f"# slugfest.{module}\n\n{automodule(module)}")


def api_modules() -> list[str]:
    """Every module in the reference."""
    return [module for package in PACKAGES for module in modules_of(package)] + list(MODULES)


def modules_of(package: str) -> list[str]:
    """Return the modules of a package and its subpackages, without the package itself."""
    source = ROOT / "src" / "slugfest"
    names = [file.relative_to(source).with_suffix("").as_posix() for file in (source / package).rglob("*.py")]
    dotted = [name.replace("/", ".").removesuffix(".__init__") for name in names]
    return sorted(name for name in dotted if name != package)


def automodule(module: str, members: bool = True) -> str:
    options = "" if members else "   :no-members:\n"
    return f"```{{eval-rst}}\n.. automodule:: slugfest.{module}\n{options}```\n"


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    try:
        gather(Path(sys.argv[1]))
    except BrokenLinkError as error:
        sys.exit(str(error))
