"""Move or back up a store, with a progress bar."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.markup import escape

from slugfest.store import copying

from .progress import progress_bar


def move(console: Console, source: str, target: str) -> None:
    """Copy everything from one address to another."""
    with progress_bar() as bar:
        task = bar.add_task("Matches", total=None)
        matches, entries = copying.move(
            source, target, lambda done, total: bar.update(task, completed=done, total=total)
        )
    console.print(
        f"[green]{matches} matches with {entries} entries, all guests and settings are there now, and the same.[/] "
        "The source is as it was; start the server on the new one.",
        highlight=False,
    )


def back_up(console: Console, database: str, file: Path) -> None:
    """Write a copy of everything to a file."""
    with progress_bar() as bar:
        task = bar.add_task("Copying", total=None)
        copying.backup(database, file, lambda done, total: bar.update(task, completed=done, total=total))
    console.print(f"[green]{escape(str(file))} is a whole copy of everything.[/]", highlight=False)
