"""What a house without a server keeps, row by row: whoever runs it writes the rows somewhere and brings them back.

A row is a match, a number and a text. Number 0 says what lists tell of the match and is written anew when that changes;
1 and up are the entries of its log, written once: they are the match. The rows of :data:`DEVICE` are about the house
itself. A row without text takes away all rows of its match. What was not brought back whole is refused by match; the
others are not touched.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any, Final

from .problems import here

Row = tuple[str, int, str]

DEVICE: Final = ""
ABOUT: Final = 0


def text_of(content: Any) -> str:
    """As rows and messages are written."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


class Log:
    """The rows of one match."""

    def __init__(self) -> None:
        self.about = ""  # what lists tell
        self._told: tuple[str, dict[str, Any] | None] = ("", None)  # the same, read
        self.entries: list[str] = []
        self.torn = False  # a row is missing

    def told(self) -> dict[str, Any] | None:
        """What lists tell; None if that is not known, or damaged."""
        if self._told[0] != self.about:
            try:
                told = json.loads(self.about)
            except (ValueError, RecursionError):
                told = None
            self._told = (self.about, told if isinstance(told, dict) else None)
        return self._told[1]

    def read(self) -> tuple[list[dict[str, Any]], list[int]]:
        """The entries and when each was written; raises :class:`Refusal` where they are damaged."""
        entries: list[dict[str, Any]] = []
        times: list[int] = []
        try:
            for text in self.entries:
                row = json.loads(text)
                entries.append(dict(row["entry"]))
                times.append(int(row["at"]))
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise here("DAMAGED") from error
        if self.torn or not entries:
            raise here("DAMAGED")
        return entries, times


class Journal:
    """All rows, and which of them are not kept yet."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.device = ""
        self.logs: dict[str, Log] = {}
        self._unsaved: deque[Row] = deque()
        self.written = 0  # rows in all
        for match, index, text in sorted(rows, key=lambda row: row[:2]):
            if match == DEVICE:
                self.device = text
            else:
                self._put(match, index, text)

    @property
    def saved(self) -> int:
        """How many rows are kept."""
        return self.written - len(self._unsaved)

    def unsaved(self) -> list[Row]:
        return list(self._unsaved)

    def mark_saved(self, count: int) -> None:
        for _ in range(min(count, len(self._unsaved))):
            self._unsaved.popleft()

    def append(self, match: str, entry: Mapping[str, Any], at: int) -> None:
        """One more entry of a match's log."""
        log = self.logs.get(match)
        self.write(match, 1 if log is None else len(log.entries) + 1, text_of({"at": at, "entry": entry}))

    def write(self, match: str, index: int, text: str) -> None:
        """One row, new or instead of the one that had its number."""
        if match == DEVICE:
            self.device = text
        else:
            self._put(match, index, text)
        self._note((match, index, text))

    def drop(self, match: str) -> None:
        """Forget a match."""
        if self.logs.pop(match, None) is not None:
            self._note((match, ABOUT, ""))

    def _note(self, row: Row) -> None:
        self._unsaved.append(row)
        self.written += 1

    def _put(self, match: str, index: int, text: str) -> None:
        log = self.logs.setdefault(match, Log())
        if index == ABOUT:
            log.about = text
        elif index == len(log.entries) + 1:
            log.entries.append(text)
        else:
            log.torn = True
