"""What the code, the scenarios and the pages refer to is in the project: rules go by their numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ENDINGS = (".py", ".toml", ".md", ".ts", ".svelte")
FOLDERS = ("src/slugfest", "scenarios", "docs", "web/src")

# Sections, paragraphs, decisions, actions and steps of a document that nobody has who has the project.
LEADS_NOWHERE = re.compile(
    r"\b[Ss]ections? \d|§ ?\d|\b[AD]\d{1,2} to [AD]\d|[(,] ?D\d{1,2}(, D\d{1,2})*\)|\bsteps? \d[a-j]\b"
    r"|---- \d[A-D]? [A-Z]|# \d[A-D]$"
)


def files() -> list[Path]:
    found = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*"))]
    return [path for path in found if path.suffix in ENDINGS and ".test." not in path.name and path.is_file()]


def test_no_reference_leads_nowhere() -> None:
    told: list[str] = []
    for path in files():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if LEADS_NOWHERE.search(line):
                told.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()}")
    assert not told, "\n".join(told)


@pytest.mark.parametrize(
    "line",
    [
        "Tricks (section 9).",
        "Both at once (D2 to D7).",
        "New Plan (KD-46, D16)",
        "choose the base (D10).",
        "Actions A1 to A23",
        "wait for step 3d",
        "    # ---- 2A Reveal (KD-110)",
        "ATTACKING: Final = 4  # 2B",
    ],
)
def test_such_references_are_found(line: str) -> None:
    assert LEADS_NOWHERE.search(line)


@pytest.mark.parametrize(
    "line", ["ATTACK S12 -> P2:D1", "the place (D1 is a slot)", "KD-121 to KD-123", "CH-D1 to CH-D4"]
)
def test_others_are_not(line: str) -> None:
    assert not LEADS_NOWHERE.search(line)
