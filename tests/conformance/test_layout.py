"""The same name for the same job in every built-in game, as docs/adding-a-game.md lists them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import slugfest.games

ROOT = Path(__file__).parent.parent.parent
GAMES = Path(slugfest.games.__file__).parent
FOLDERS = ("position", "rules", "shown", "bot")
TOP = "the top"
DATA = ("content.toml", "rules.toml", "words.toml", "guide.toml")
NEEDED = {
    TOP: ("game", "battle", "content"),
    "position": ("position", "moves"),
    "rules": ("apply", "legal"),
    "shown": (
        *("view", "documents", "arrange", "notation", "refusals", "words", "catalogue"),
        *("display", "teaching", "learning", "reports", "terminal"),
    ),
    "bot": ("search", "estimate", "hidden"),
}


class Layout:
    """The table of the documentation: which modules a folder may hold, and which folders may hold more."""

    def __init__(self, page: str) -> None:
        self.modules: dict[str, set[str]] = {}
        self.open: set[str] = set()
        folder = ""
        for row in re.findall(r"^\|([^|]*)\| `(\w+)\.py` \|", page, re.MULTILINE):
            if row[0].strip():
                folder = row[0].replace("`", "").replace("/", "").replace("and more", "").strip()
                self.modules[folder] = set()
                if "and more" in row[0]:
                    self.open.add(folder)
            self.modules[folder].add(row[1])

    def faults(self, game: Path) -> list[str]:
        """What does not fit in the folder of a game."""
        faults = [f"{name} is missing" for name in DATA if not (game / name).is_file()]
        folders = {path.parent.name for path in game.glob("*/__init__.py")}
        faults += [f"{name}/ is not in the list" for name in sorted(folders - set(FOLDERS))]
        faults += self.strange(game, self.modules[TOP])
        for folder in FOLDERS:
            faults += self.strange(game / folder, None if folder in self.open else self.modules[folder])
            faults += [f"{folder}/__init__.py has code"] * has_code(game / folder / "__init__.py")
        for folder, names in NEEDED.items():
            for name in names:
                path = game / f"{name}.py" if folder == TOP else game / folder / f"{name}.py"
                if not path.is_file():
                    faults.append(f"{folder}: {name} is missing")
        return faults

    def strange(self, folder: Path, known: set[str] | None) -> list[str]:
        """The modules of a folder that are not listed for it, or are listed for another folder."""
        names = {path.stem for path in folder.glob("*.py")} - {"__init__"}
        if known is not None:
            return [f"{folder.name}: {name} is not in the list" for name in sorted(names - known)]
        elsewhere = set.union(*(names for name, names in self.modules.items() if name != folder.name))
        return [f"{folder.name}: {name} belongs elsewhere" for name in sorted(names & elsewhere)]


def has_code(module: Path) -> bool:
    """Whether there is more in a file than a sentence about it."""
    body = ast.parse(module.read_text(encoding="utf-8")).body
    return not (len(body) == 1 and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant))


@pytest.fixture(scope="module")
def layout() -> Layout:
    return Layout((ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8"))


def built_in_games() -> list[Path]:
    return sorted(path.parent for path in GAMES.glob("*/game.py"))


def test_the_documentation_lists_every_folder(layout: Layout) -> None:
    assert set(layout.modules) == {TOP, *FOLDERS}
    assert layout.open == {"position", "rules", "bot"}


@pytest.mark.parametrize("game", built_in_games(), ids=lambda path: path.name)
def test_a_game_is_laid_out_as_the_documentation_says(game: Path, layout: Layout) -> None:
    assert layout.faults(game) == []


@pytest.fixture
def small_game(tmp_path: Path, layout: Layout) -> Path:
    """A game with four folders that has what is needed and nothing else."""
    for name in DATA:
        (tmp_path / name).touch()
    for name_of_folder, names in NEEDED.items():
        folder = tmp_path if name_of_folder == TOP else tmp_path / name_of_folder
        folder.mkdir(exist_ok=True)
        for name in names:
            (folder / f"{name}.py").touch()
        (folder / "__init__.py").write_text('"""A folder."""\n', encoding="utf-8")
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
        ("helpers/__init__.py", "helpers/ is not in the list"),
    ],
)
def test_a_module_in_the_wrong_place_is_noticed(
    small_game: Path, layout: Layout, path: str, fault: str
) -> None:
    (small_game / path).parent.mkdir(exist_ok=True)
    (small_game / path).touch()
    assert any(found.endswith(fault) for found in layout.faults(small_game))


def test_a_missing_module_and_code_in_a_folder_s_init_are_noticed(small_game: Path, layout: Layout) -> None:
    (small_game / "shown" / "arrange.py").unlink()
    (small_game / "words.toml").unlink()
    (small_game / "bot" / "__init__.py").write_text('"""A folder."""\nimport re\n', encoding="utf-8")
    assert layout.faults(small_game) == [
        "words.toml is missing", "bot/__init__.py has code", "shown: arrange is missing",
    ]  # fmt: skip


def test_the_rulebook_s_own_things_have_files_of_their_own(small_game: Path, layout: Layout) -> None:
    for path in ("rules/power_up.py", "position/boards.py", "bot/solver.py"):
        (small_game / path).touch()
    assert layout.faults(small_game) == []
