"""The ``slugfest`` command as people type it: each in a process of its own, which need not import everything anew.

Starting Python and importing what a command needs takes many times longer than most commands do. So one process
imports it once, and every command is a copy of that process: with arguments, environment and streams of its own, and
with games, bots and the command line itself still to be found.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_COPIES = multiprocessing.get_context("forkserver")
_COPIES.set_forkserver_preload(
    [
        *("typer.main", "typer.rich_utils", "rich.progress", "rich.table", "rich.prompt"),
        *("slugfest.lab", "slugfest.server.run", "slugfest.store", "slugfest.testing.conformance"),
        *(f"slugfest.games.{name}" for name in ("custom_heroes", "kapow_cards", "kapow_dice", "tag_team")),
    ]
)
_TIMEOUT = 120  # seconds


@dataclass(frozen=True)
class Done:
    """What came of a command."""

    returncode: int
    stdout: str
    stderr: str


def run_slugfest(
    words: Sequence[str],
    *,
    typed: str = "",
    columns: int = 120,
    path: Sequence[Path] = (),
    env: Mapping[str, str] | None = None,
) -> Done:
    """Run ``slugfest WORDS`` with these folders before all others on Python's path, and nothing else around it."""
    python_path = [*map(str, path), *sys.path]
    around = {
        "PATH": "",
        "COLUMNS": str(columns),
        "PYTHONPATH": os.pathsep.join(python_path),
        **(env or {}),
    }
    with tempfile.TemporaryDirectory() as folder:
        streams = [Path(folder, name) for name in ("stdin", "stdout", "stderr")]
        streams[0].write_text(typed, "utf-8")
        process = _COPIES.Process(
            target=_become_slugfest, args=(list(words), around, python_path, [str(one) for one in streams])
        )
        process.start()
        process.join(_TIMEOUT)
        if process.exitcode is None:
            process.kill()
            raise TimeoutError(f"slugfest {' '.join(words)} did not end within {_TIMEOUT} s")
        return Done(process.exitcode, streams[1].read_text("utf-8"), streams[2].read_text("utf-8"))


def _become_slugfest(
    words: list[str], around: dict[str, str], python_path: list[str], streams: list[str]
) -> None:
    for number, (file, way) in enumerate(
        zip(streams, (os.O_RDONLY, os.O_WRONLY | os.O_CREAT, os.O_WRONLY | os.O_CREAT))
    ):
        os.dup2(os.open(file, way), number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - it ends with the process
    os.environ.clear()
    os.environ.update(around)
    sys.path[:] = python_path
    sys.argv = ["slugfest", *words]
    from slugfest.cli import main

    main()
