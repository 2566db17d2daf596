"""Results of a run: files of rows that survive an interrupted write, and small files that are written atomically."""

from __future__ import annotations

import contextlib
import json
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final

from slugfest.kernel import Mistake, Text

from .batches import Row

with contextlib.suppress(ImportError):  # not on Windows
    import fcntl

_CHECK: Final = "crc"  # the last field of a line: the checksum of the others


class DealList:
    """The rows of a series in memory, for runs that keep nothing."""

    def __init__(self, games: int) -> None:
        self.games = games  # in a deal
        self._rows: list[Row] = []

    def read(self) -> Iterator[list[Row]]:
        """The rows of every deal."""
        for start in range(0, len(self._rows), self.games):
            yield self._rows[start : start + self.games]

    def deals(self) -> int:
        """The number of deals."""
        return len(self._rows) // self.games

    def repair(self) -> int:
        """Nothing can be damaged; the number of deals."""
        return self.deals()

    def append(self, rows: list[Row]) -> None:
        self._rows += rows


class DealFile:
    """The rows of a series as JSON lines: whole deals in order, so the file is always a prefix of the complete one.

    Every line ends with a checksum of its row; lines of earlier versions have none.
    """

    def __init__(self, path: Path, games: int) -> None:
        self.path = path
        self.games = games  # in a deal

    def read(self) -> Iterator[list[Row]]:
        """The rows of every whole deal, up to the first missing or damaged line."""
        for rows, _ in self._whole():
            yield rows

    def deals(self) -> int:
        """The number of whole deals."""
        return sum(1 for _ in self._whole())

    def repair(self) -> int:
        """Cut off what an interruption left after the last whole deal; return the number of deals."""
        ends = [end for _, end in self._whole()]
        end = ends[-1] if ends else 0
        if self.path.is_file() and self.path.stat().st_size != end:
            with self.path.open("r+b") as file:
                file.truncate(end)
        return len(ends)

    def _whole(self) -> Iterator[tuple[list[Row], int]]:
        """The rows of every whole deal, and the offset where they end."""
        if not self.path.is_file():
            return
        with self.path.open("rb") as file:
            end = 0
            rows: list[Row] = []
            for number, line in enumerate(file):
                row = _row(line)
                if row is None or (row.get("deal"), row.get("game")) != divmod(number, self.games):
                    if file.readline():  # not just what an interruption left at the end
                        raise self._damaged(number + 1)
                    return
                end += len(line)
                rows.append(row)
                if len(rows) == self.games:
                    yield rows, end
                    rows = []

    def _damaged(self, line: int) -> Mistake:
        return Mistake(
            Text(
                f"{self.path}: line {line} is damaged. Its games can be played again: keep a copy, delete that line "
                "and all after it, and give the same command",
                f"{self.path}: Zeile {line} ist beschädigt. Ihre Spiele können noch einmal gespielt werden: Behalte "
                "eine Kopie, lösche diese Zeile und alle danach und gib denselben Befehl",
            )
        )

    def append(self, rows: list[Row]) -> None:
        text = "".join(_line(row) for row in rows)
        with self.path.open("ab") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())


def _row(line: bytes) -> Row | None:
    """The row of a whole line whose checksum fits."""
    try:
        row = json.loads(line) if line.endswith(b"\n") else None
    except ValueError:
        return None
    if not isinstance(row, dict):
        return None
    check = row.pop(_CHECK, None)
    return row if check is None or check == _checksum(_spelled(row)) else None


def _line(row: Row) -> str:
    spelled = _spelled(row)
    return f'{spelled[:-1]},"{_CHECK}":"{_checksum(spelled)}"}}\n'


def _spelled(row: Row) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def _checksum(spelled: str) -> str:
    return f"{zlib.crc32(spelled.encode()):08x}"


def write_json(path: Path, data: object) -> None:
    """Write a JSON file atomically."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", "utf-8")
    draft.replace(path)


def read_json(path: Path) -> dict[str, Any]:
    """Read a small file of a run; raise :class:`Mistake` if it is damaged."""
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


def lock(folder: Path) -> IO[bytes] | None:
    """Lock a run for as long as the returned file is open; None if the system cannot lock files.

    The lock ends with this process. Child processes do not hold it.
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
                f"{folder} is being played by another process; wait for it, or name another folder",
                f"an {folder} ist schon ein anderer Prozess; warte auf ihn oder nenn einen anderen Ordner",
            )
        ) from error
    except OSError:  # a file system without locks
        file.close()
        return None
    return file
