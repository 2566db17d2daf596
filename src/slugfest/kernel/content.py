"""A game's data files, read with care: whatever is missing or wrong is refused by file, key and reason."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from mypy_extensions import mypyc_attr

from .errors import ContentError
from .text import Text

SOURCES: Final = ("seed", "public", "house")  # where a figure comes from: the rulebook, the public, ourselves


def load_toml(path: Path) -> dict[str, Any]:
    """A TOML file as data; a broken one is refused with its name and the reason."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ContentError(path.name, "file", f"cannot be read ({error.strerror})") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ContentError(path.name, "file", f"is not TOML: {error}") from error


_instead: dict[
    str, tuple[str, dict[str, Any]]
] = {}  # by path: what is read in place of a file, and how it is called


def read_instead(path: Path, file: str, data: dict[str, Any]) -> None:
    """From now on whoever reads this file gets the data of a variant; ``file`` is where errors are said to stand."""
    _instead[str(path.resolve())] = (file, data)


def read_again(path: Path) -> bool:
    """From now on the file itself is read again. Says whether the data in its place have been read."""
    return _instead.pop(str(path.resolve()), None) is None


@mypyc_attr(allow_interpreted_subclasses=True)
class Content:
    """One file of a game and the small checks that every reader of it needs.

    Each check takes the key under which the reader of an error will look, and the value found there.
    """

    def __init__(self, path: Path) -> None:
        given = _instead.pop(str(path.resolve()), None) if _instead else None
        self.file = path.name if given is None else given[0]
        self.data = load_toml(path) if given is None else given[1]

    def fault(self, key: str, reason: str) -> ContentError:
        return ContentError(self.file, key, reason)

    # ---- the usual parts of a file -------------------------------------------------------------------------

    def version(self) -> int:
        """The edition of the rules that the file belongs to."""
        return self.number("version", self.data.get("version"), 1, 10**6)

    def limits(self, ranges: dict[str, tuple[int, int]]) -> dict[str, int]:
        """The table ``limits``: exactly these keys, each a number within its range."""
        table = self.table("limits", self.data.get("limits"))
        found: dict[str, int] = {}
        for key, (low, high) in ranges.items():
            found[key] = self.number(f"limits.{key}", table.get(key), low, high)
        for key in table:
            if key not in ranges:
                raise self.fault(f"limits.{key}", "unknown key")
        return found

    def entries(self, key: str, count: int = 0) -> list[dict[str, Any]]:
        """All ``[[key]]`` of the file; exactly ``count`` of them if that is given."""
        rows = self.rows(key, self.data.get(key))
        if count and len(rows) != count:
            raise self.fault(key, f"exactly {count} are needed, not {len(rows)}")
        return rows

    def texts(self, name: str) -> dict[str, Text]:
        """A table of sentences."""
        table = self.table(name, self.data.get(name))
        return {key: self.text(f"{name}.{key}", entry) for key, entry in table.items()}

    # ---- values --------------------------------------------------------------------------------------------

    def table(self, key: str, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self.fault(key, "the table is missing")
        return value

    def rows(self, key: str, value: Any) -> list[dict[str, Any]]:
        if not isinstance(value, list) or not value or not all(isinstance(row, dict) for row in value):
            raise self.fault(key, "the entries are missing")
        return value

    def number(self, key: str, value: Any, low: int, high: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.fault(key, f"a whole number from {low} to {high} is needed, not {value!r}")
        return value

    def flag(self, key: str, value: Any) -> bool:
        if not isinstance(value, bool):
            raise self.fault(key, f"true or false is needed, not {value!r}")
        return value

    def word(self, key: str, value: Any) -> str:
        if not isinstance(value, str) or not value.replace("-", "").replace("_", "").isalnum():
            raise self.fault(key, f"a short word is needed, not {value!r}")
        return value

    def one_of(self, key: str, value: Any, words: tuple[str, ...] | list[str]) -> int:
        """Which of these words it is, by its place among them."""
        if value not in words:
            raise self.fault(key, f"one of {', '.join(words)} is needed, not {value!r}")
        return words.index(value)

    def text(self, key: str, entry: Any) -> Text:
        """The two sentences of an entry."""
        if not isinstance(entry, dict):
            raise self.fault(key, "a table with en and de is needed")
        for language in ("en", "de"):
            if not isinstance(entry.get(language), str) or not entry[language]:
                raise self.fault(f"{key}.{language}", "the sentence is missing")
        return Text(entry["en"], entry["de"])

    def source(self, key: str, value: Any) -> None:
        """Where a figure comes from: one word, or one for each part of it."""
        if isinstance(value, dict) and value:
            for part in value.values():
                self.source(key, part)
        elif value not in SOURCES:
            raise self.fault(f"{key}.source", f"{' or '.join(SOURCES)} is needed, not {value!r}")
