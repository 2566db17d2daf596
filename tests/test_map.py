"""CONTRIBUTING.md lists every folder of the project, and no folder that does not exist."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROW = re.compile(r"^\| `([^`]+)/` \|", re.MULTILINE)


def listed() -> set[str]:
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    section = page.split("## Where things are")[1].split("\n## ")[0]
    return set(ROW.findall(section))


def tracked() -> set[str]:
    """Top-level folders, and the packages of src/slugfest."""
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    folders: set[str] = set()
    for name in names.splitlines():
        parts = name.split("/")[:-1]
        if parts[:2] == ["src", "slugfest"]:
            parts = parts[:3]
        else:
            parts = parts[:1]
        if parts and not parts[0].startswith(".") and len(parts) != 2:
            folders.add("/".join(parts))
    return folders


def test_the_map_lists_every_folder_that_exists() -> None:
    assert listed() == tracked()
