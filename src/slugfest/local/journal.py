"""The journal of a local server: rows that the page stores and brings back at the next start.

A row has a match, a number and a text. Number 0 is the match's summary for lists and is replaced when it changes; -1 is
its review; 1 and up are the entries of its log. Rows of :data:`DEVICE` are about the device. A row without text deletes
all rows of its match. Only the matches whose rows are incomplete are refused.
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
REVIEW: Final = -1


def text_of(content: Any) -> str:
    """JSON as rows and messages have it."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


class Log:
    """The rows of one match."""

    def __init__(self) -> None:
        self.about = ""  # the summary for lists
        self.review = ""  # derived from the entries
        self._parsed: tuple[str, dict[str, Any] | None] = ("", None)  # the same, parsed
        self.entries: list[str] = []
        self.torn = False  # a row is missing

    def summary(self) -> dict[str, Any] | None:
        """The summary for lists; None if it is missing or damaged."""
        if self._parsed[0] != self.about:
            try:
                read = json.loads(self.about)
            except (ValueError, RecursionError):
                read = None
            self._parsed = (self.about, read if isinstance(read, dict) else None)
        return self._parsed[1]

    def read(self) -> tuple[list[dict[str, Any]], list[int]]:
        """The entries and when each was written; raise :class:`Refusal` if they are damaged."""
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
    """All rows, and which of them are not stored yet."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.device = ""
        self.logs: dict[str, Log] = {}
        self._unsaved: deque[Row] = deque()
        self.written = 0  # rows in total
        for match, index, text in sorted(rows, key=lambda row: row[:2]):
            if match == DEVICE:
                self.device = text
            else:
                self._put(match, index, text)

    @property
    def saved(self) -> int:
        """The number of rows that are stored."""
        return self.written - len(self._unsaved)

    def unsaved(self) -> list[Row]:
        return list(self._unsaved)

    def mark_saved(self, count: int) -> None:
        for _ in range(min(count, len(self._unsaved))):
            self._unsaved.popleft()

    def append(self, match: str, entry: Mapping[str, Any], at: int) -> None:
        """Append an entry to a match's log."""
        log = self.logs.get(match)
        self.write(match, 1 if log is None else len(log.entries) + 1, text_of({"at": at, "entry": entry}))

    def write(self, match: str, index: int, text: str) -> None:
        """Write a new row, or replace the one with this number."""
        if match == DEVICE:
            self.device = text
        else:
            self._put(match, index, text)
        self._note((match, index, text))

    def drop(self, match: str) -> None:
        """Delete a match."""
        if self.logs.pop(match, None) is not None:
            self._note((match, ABOUT, ""))

    def _note(self, row: Row) -> None:
        self._unsaved.append(row)
        self.written += 1

    def _put(self, match: str, index: int, text: str) -> None:
        log = self.logs.setdefault(match, Log())
        if index == ABOUT:
            log.about = text
        elif index == REVIEW:
            log.review = text
        elif index == len(log.entries) + 1:
            log.entries.append(text)
        else:
            log.torn = True
