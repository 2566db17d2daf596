"""The same name for the same job in every game of the house, as docs/adding-a-game.md lists them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import slugfest.games

ROOT = Path(__file__).parent.parent.parent
GAMES = Path(slugfest.games.__file__).parent
ROOMS = ("position", "rules", "shown", "bot")
TOP = "the top"
DATA = ("content.toml", "rules.toml", "words.toml", "guide.toml")
NEEDED = {
    TOP: ("game", "content"),
    "position": ("position", "moves"),
    "rules": ("battle", "legal"),
    "shown": ("view", "documents", "arrange", "notation", "refusals", "words", "terminal", "catalogue"),
    "bot": ("greedy", "estimate", "hidden"),
}


class Layout:
    """The table of the documentation: which modules a room may hold, and which rooms may hold more."""

    def __init__(self, page: str) -> None:
        self.modules: dict[str, set[str]] = {}
        self.open: set[str] = set()
        room = ""
        for row in re.findall(r"^\|([^|]*)\| `(\w+)\.py` \|", page, re.MULTILINE):
            if row[0].strip():
                room = row[0].replace("`", "").replace("/", "").replace("and more", "").strip()
                self.modules[room] = set()
                if "and more" in row[0]:
                    self.open.add(room)
            self.modules[room].add(row[1])

    def faults(self, game: Path) -> list[str]:
        """What does not fit in the folder of a game."""
        rooms = [name for name in ROOMS if (game / name).is_dir()]
        faults = [f"{name} is missing" for name in DATA if not (game / name).is_file()]
        folders = {path.parent.name for path in game.glob("*/__init__.py")}
        faults += [f"{name}/ is no room" for name in sorted(folders - set(ROOMS))]
        top = self.modules[TOP]
        if not rooms:
            top = set.union(*self.modules.values()) - {"battle"} | {"rules"}
        faults += self.strange(game, top)
        for room in rooms:
            faults += self.strange(game / room, None if room in self.open else self.modules[room])
            faults += [f"{room}/__init__.py has code"] * has_code(game / room / "__init__.py")
        for room, names in NEEDED.items():
            for name in names:
                flat = "rules" if name == "battle" else name
                path = game / f"{name}.py" if room == TOP else game / room / f"{name}.py"
                if not (path if rooms else game / f"{flat}.py").is_file():
                    faults.append(f"{room}: {name} is missing")
        return faults

    def strange(self, folder: Path, known: set[str] | None) -> list[str]:
        """The modules of a folder that are not listed for it, or are listed for another room."""
        names = {path.stem for path in folder.glob("*.py")} - {"__init__"}
        if known is not None:
            return [f"{folder.name}: {name} is not in the list" for name in sorted(names - known)]
        elsewhere = set.union(*(self.modules[room] for room in self.modules if room != folder.name))
        return [f"{folder.name}: {name} belongs elsewhere" for name in sorted(names & elsewhere)]


def has_code(module: Path) -> bool:
    """Whether there is more in a file than a sentence about it."""
    body = ast.parse(module.read_text(encoding="utf-8")).body
    return not (len(body) == 1 and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant))


@pytest.fixture(scope="module")
def layout() -> Layout:
    return Layout((ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8"))


def houses() -> list[Path]:
    return sorted(path.parent for path in GAMES.glob("*/game.py"))


def test_the_documentation_lists_every_room(layout: Layout) -> None:
    assert set(layout.modules) == {TOP, *ROOMS}
    assert layout.open == {"position", "rules", "bot"}


@pytest.mark.parametrize("game", houses(), ids=lambda path: path.name)
def test_a_game_is_laid_out_as_the_documentation_says(game: Path, layout: Layout) -> None:
    assert layout.faults(game) == []


@pytest.fixture
def small_house(tmp_path: Path, layout: Layout) -> Path:
    """A game with four rooms that has what is needed and nothing else."""
    for name in DATA:
        (tmp_path / name).touch()
    for room, names in NEEDED.items():
        folder = tmp_path if room == TOP else tmp_path / room
        folder.mkdir(exist_ok=True)
        for name in names:
            (folder / f"{name}.py").touch()
        (folder / "__init__.py").write_text('"""A room."""\n', encoding="utf-8")
    assert layout.faults(tmp_path) == []
    return tmp_path


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        ("clash.py", "clash is not in the list"),
        ("view.py", "view is not in the list"),
        ("shown/outlook.py", "shown: outlook is not in the list"),
        ("rules/words.py", "rules: words belongs elsewhere"),
        ("position/greedy.py", "position: greedy belongs elsewhere"),
        ("helpers/__init__.py", "helpers/ is no room"),
    ],
)
def test_a_module_in_the_wrong_place_is_noticed(
    small_house: Path, layout: Layout, path: str, fault: str
) -> None:
    (small_house / path).parent.mkdir(exist_ok=True)
    (small_house / path).touch()
    assert any(found.endswith(fault) for found in layout.faults(small_house))


def test_a_missing_module_and_code_in_a_room_s_door_are_noticed(small_house: Path, layout: Layout) -> None:
    (small_house / "shown" / "arrange.py").unlink()
    (small_house / "words.toml").unlink()
    (small_house / "bot" / "__init__.py").write_text('"""A room."""\nimport re\n', encoding="utf-8")
    assert layout.faults(small_house) == [
        "words.toml is missing", "bot/__init__.py has code", "shown: arrange is missing",
    ]  # fmt: skip


def test_the_rulebook_s_own_things_have_files_of_their_own(small_house: Path, layout: Layout) -> None:
    for path in ("rules/power_up.py", "position/boards.py", "bot/solver.py"):
        (small_house / path).touch()
    assert layout.faults(small_house) == []
