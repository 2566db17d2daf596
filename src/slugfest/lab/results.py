"""Results on disk: files of rows that can be torn at any moment and are mended, and small files that are never torn."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from slugfest.kernel import Mistake, Text

from .work import Row

with contextlib.suppress(ImportError):  # Windows has none
    import fcntl


class DealFile:
    """The rows of a series as JSON lines: whole deals in their order, so always the beginning of the same file."""

    def __init__(self, path: Path, games: int) -> None:
        self.path = path
        self.games = games  # in a deal

    def read(self) -> Iterator[list[Row]]:
        """The rows of every whole deal, up to where something is missing or broken."""
        for rows, _ in self._whole():
            yield rows

    def deals(self) -> int:
        """How many whole deals there are."""
        return sum(1 for _ in self._whole())

    def mend(self) -> int:
        """Cut off what an interruption has left behind the last whole deal; how many deals there are."""
        ends = [end for _, end in self._whole()]
        end = ends[-1] if ends else 0
        if self.path.is_file() and self.path.stat().st_size != end:
            with self.path.open("r+b") as file:
                file.truncate(end)
        return len(ends)

    def _whole(self) -> Iterator[tuple[list[Row], int]]:
        """The rows of every whole deal, and where in the file they end."""
        if not self.path.is_file():
            return
        with self.path.open("rb") as file:
            end = 0
            rows: list[Row] = []
            for number, line in enumerate(file):
                row = _row(line)
                if row is None or (row.get("deal"), row.get("game")) != divmod(number, self.games):
                    return
                end += len(line)
                rows.append(row)
                if len(rows) == self.games:
                    yield rows, end
                    rows = []

    def append(self, rows: list[Row]) -> None:
        text = "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)
        with self.path.open("ab") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())


def _row(line: bytes) -> Row | None:
    try:
        row = json.loads(line) if line.endswith(b"\n") else None
    except ValueError:
        return None
    return row if isinstance(row, dict) else None


def write_whole(path: Path, data: object) -> None:
    """Write a file so that it is there in full or not at all."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", "utf-8")
    draft.replace(path)


def read_json(path: Path) -> dict[str, Any]:
    """A small file of a run; one that somebody has damaged is refused."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise Mistake(
            Text(
                f"{path} is damaged ({error}); begin another run",
                f"{path} ist beschädigt ({error}); beginn einen anderen Lauf",
            )
        ) from error
    if not isinstance(found, dict):
        raise Mistake(
            Text(
                f"{path} is not of a run; begin another one",
                f"{path} gehört zu keinem Lauf; beginn einen anderen",
            )
        )
    return found


def hold(folder: Path) -> IO[bytes] | None:
    """Keep other processes out of a run for as long as the file that is returned is open; None where nobody can.

    The system lets go when this process ends, however it does. Children do not hold it, so one that outlives its parent
    keeps nobody out.
    """
    if "fcntl" not in globals():
        return None
    file = (folder / ".lock").open("wb")
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError) as error:
        file.close()
        raise Mistake(
            Text(
                f"{folder} is being played by another process; wait for it, or name another folder with --out",
                f"an {folder} ist schon ein anderer Prozess; warte auf ihn oder nenn einen anderen Ordner mit --out",
            )
        ) from error
    except OSError:  # a file system without locks
        file.close()
        return None
    return file
