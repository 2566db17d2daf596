"""A store that forgets everything at the end: for tests and for trying things out."""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Sequence

from .base import Entry, NewEntry, Store, VersionTaken


class MemoryStore(Store):
    """Keeps entries as JSON text, so that what goes in comes out as from a disk."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._logs: dict[str, list[str]] = {}
        self._latest: dict[str, NewEntry] = {}  # the match noticeably changed last comes last
        self._names: dict[str, str] = {}
        self._key = secrets.token_hex(32)

    def append(self, entries: Sequence[NewEntry]) -> None:
        with self._lock:
            written = [(new, json.dumps(new.entry)) for new in entries]
            lengths: dict[str, int] = {}
            for new, _ in written:
                length = lengths.get(new.match, len(self._logs.get(new.match, [])))
                if new.version != length + 1:
                    raise VersionTaken(f"match {new.match} is at version {length}, not at {new.version - 1}")
                lengths[new.match] = new.version
            for new, text in written:
                self._logs.setdefault(new.match, []).append(text)
                if new.noticed:
                    self._latest.pop(new.match, None)
                self._latest[new.match] = new

    def log(self, match: str) -> list[Entry]:
        with self._lock:
            return [json.loads(text) for text in self._logs.get(match, [])]

    def open_matches(self, guest: str, most: int) -> list[str]:
        with self._lock:
            mine = [match for match, new in self._latest.items() if guest in new.guests and not new.over]
            return mine[::-1][:most]

    def name_of(self, guest: str) -> str | None:
        return self._names.get(guest)

    def rename(self, guest: str, name: str) -> None:
        self._names[guest] = name

    def signing_key(self) -> str:
        return self._key

    def close(self) -> None:
        """Nothing is held."""
