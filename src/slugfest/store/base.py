"""What any store must do. ``tests/store/test_any_store.py`` holds every adapter to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from slugfest.kernel import SlugfestError

Entry = dict[str, Any]


class StoreError(SlugfestError):
    """The store cannot be opened, read or written. The message says what to do."""


class VersionTaken(StoreError):
    """Somebody else has written this version of the match: read its log again."""


@dataclass(frozen=True)
class NewEntry:
    """One entry for the end of a match's log, and what the lists of matches need to know after it."""

    match: str
    version: int  # 1 opens a new match
    entry: Entry
    guests: tuple[str, ...]  # everybody with a stake in the match
    over: bool
    noticed: bool = (
        True  # everybody may know of it; what nobody may notice does not move a match to the front
    )


class Store(ABC):
    """A store. Its methods block, and may be called from any thread."""

    @abstractmethod
    def append(self, entries: Sequence[NewEntry]) -> None:
        """Write these entries, all of them or none. When this returns they are on disk.

        Raises :class:`VersionTaken` unless each is the next one of its match.
        """

    @abstractmethod
    def log(self, match: str) -> list[Entry]:
        """All entries of a match in order; none if there is no such match."""

    @abstractmethod
    def open_matches(self, guest: str, most: int) -> list[str]:
        """The matches not over in which a guest has a stake, the one noticeably changed last first."""

    @abstractmethod
    def name_of(self, guest: str) -> str | None:
        """What a guest wants to be called; None for a stranger."""

    @abstractmethod
    def rename(self, guest: str, name: str) -> None:
        """Remember a guest's name."""

    @abstractmethod
    def signing_key(self) -> str:
        """The key that signs guests' cookies: made once, kept for ever, never shown."""

    @abstractmethod
    def close(self) -> None:
        """Release everything. Closing twice is fine."""
