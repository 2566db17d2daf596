"""Processes behind people's moves have low priority before they load anything large."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from slugfest.server.background_process import command

MODULE = """
import os, sys
AT_IMPORT = os.nice(0)
def main():
    print(AT_IMPORT, *sys.argv[1:], sorted(name for name in sys.modules if name.startswith("slugfest.")))
"""


def test_the_priority_is_low_before_the_module_is_imported(tmp_path: Path) -> None:
    (tmp_path / "laborious.py").write_text(MODULE, "utf-8")
    started = command(3, "laborious", "first=one", "second")
    assert started[0] == sys.executable
    done = subprocess.run(
        started,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == f"{os.nice(0) + 3} first=one second ['slugfest.server']\n"
