"""A game's data files, read with care: whatever is missing or wrong is refused by file, key and reason."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from mypy_extensions import mypyc_attr

from .errors import ContentError
from .templates import Template, marks
from .text import Text

# What a reader asks of a value; forms.py makes fields of it.
NUMBER: Final = "number"
WORD: Final = "word"
CHOICE: Final = "choice"
SENTENCE: Final = "sentence"
LIST: Final = "list"  # its range is that of its length
CODE: Final = "code"  # effects and requirements: a text with a grammar

SOURCES: Final = ("seed", "public", "house")  # where a figure comes from: the rulebook, the public, ourselves


def load_toml(path: Path) -> dict[str, Any]:
    """A TOML file as data; a broken one is refused with its name and the reason."""
    try:
        return parse_toml(path.read_text(encoding="utf-8-sig"), path.name)
    except OSError as error:
        raise ContentError(
            path.name,
            "file",
            f"cannot be read ({error.strerror})",
            f"lässt sich nicht lesen ({error.strerror})",
        ) from error
    except UnicodeDecodeError as error:
        raise ContentError(
            path.name,
            "file",
            f"is not TOML: {error}; save it as UTF-8",
            f"ist kein TOML: {error}; speichere es als UTF-8",
        ) from error


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """TOML as data; errors are said to stand in ``file``."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # broken; a number of thousands of digits; nested too deep
        raise ContentError(file, "file", f"is not TOML: {error}", f"ist kein TOML: {error}") from error


_instead: dict[
    str, tuple[str, dict[str, Any]]
] = {}  # by path: what is read in place of a file, and how it is called


def read_instead(path: Path, file: str, data: dict[str, Any]) -> None:
    """From now on whoever reads this file gets the data of a variant; ``file`` is where errors are said to stand."""
    _instead[str(path.resolve())] = (file, data)


def read_again(path: Path) -> bool:
    """From now on the file itself is read again. Says whether the data in its place have been read."""
    return _instead.pop(str(path.resolve()), None) is None


def note(
    value: Any, kind: str, ranges: list[tuple[int, int]] | None = None, words: Sequence[str] = ()
) -> None:
    """Let a value remember what its reader asks of it, if it is one that can (:mod:`.forms`)."""
    remember = getattr(value, "remember", None)
    if remember is not None:
        remember(kind, ranges or [], list(words))


@mypyc_attr(allow_interpreted_subclasses=True)
class Content:
    """One file of a game and the small checks that every reader of it needs.

    Each check takes the key under which the reader of an error will look, and the value found there.
    """

    def __init__(self, path: Path) -> None:
        given = _instead.pop(str(path.resolve()), None) if _instead else None
        self.file = path.name if given is None else given[0]
        self.data = load_toml(path) if given is None else given[1]

    def fault(self, key: str, reason: str, german: str = "", at: Any = None) -> ContentError:
        """An error in this file; ``at`` is the refused value, so that a form can show it beside its field."""
        return ContentError(self.file, key, reason, german, at)

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
                raise self.fault(f"limits.{key}", "unknown key", "diesen Schlüssel gibt es nicht")
        return found

    def entries(self, key: str, count: int = 0) -> list[dict[str, Any]]:
        """All ``[[key]]`` of the file; exactly ``count`` of them if that is given."""
        rows = self.rows(key, self.data.get(key))
        if count and len(rows) != count:
            raise self.fault(
                key,
                f"exactly {count} are needed, not {len(rows)}",
                f"genau {count} gehören her, nicht {len(rows)}",
            )
        return rows

    def texts(self, name: str) -> dict[str, Text]:
        """A table of sentences."""
        table = self.table(name, self.data.get(name))
        return {key: self.text(f"{name}.{key}", entry) for key, entry in table.items()}

    def templates(self, name: str) -> dict[str, Text]:
        """A table of sentences with those of ``[you.name]``, which are for a reader whom a sentence names."""
        found = self.texts(name)
        forms = self.data.get("you", {}).get(name, {})
        for key, entry in self.table(f"you.{name}", forms).items():
            if key not in found:
                raise self.fault(f"you.{name}.{key}", "there is no such sentence")
            text = found[key]
            second: dict[str, Text] = {}
            for mark, form in self.table(f"you.{name}.{key}", entry).items():
                if mark not in marks(text.en):
                    raise self.fault(f"you.{name}.{key}.{mark}", "the sentence does not name it")
                second[mark] = self.text(f"you.{name}.{key}.{mark}", form)
            found[key] = Template(text.en, text.de, second)
        return found

    # ---- values --------------------------------------------------------------------------------------------

    def table(self, key: str, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self.fault(key, "the table is missing", "die Tabelle fehlt")
        return value

    def rows(self, key: str, value: Any) -> list[dict[str, Any]]:
        if not isinstance(value, list) or not value or not all(isinstance(row, dict) for row in value):
            raise self.fault(key, "the entries are missing", "die Einträge fehlen")
        return value

    def number(self, key: str, value: Any, low: int, high: int) -> int:
        note(value, NUMBER, [(low, high)])
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.fault(
                key,
                f"a whole number from {low} to {high} is needed, not {value!r}",
                f"hier gehört eine ganze Zahl von {low} bis {high} hin, nicht {value!r}",
                value,
            )
        return value

    def flag(self, key: str, value: Any) -> bool:
        if not isinstance(value, bool):
            raise self.fault(
                key,
                f"true or false is needed, not {value!r}",
                f"hier gehört true oder false hin, nicht {value!r}",
                value,
            )
        return value

    def word(self, key: str, value: Any) -> str:
        note(value, WORD)
        if not isinstance(value, str) or not value.replace("-", "").replace("_", "").isalnum():
            raise self.fault(
                key,
                f"a short word is needed, not {value!r}",
                f"hier gehört ein kurzes Wort hin, nicht {value!r}",
                value,
            )
        return value

    def one_of(self, key: str, value: Any, words: tuple[str, ...] | list[str]) -> int:
        """Which of these words it is, by its place among them."""
        note(value, CHOICE, words=words)
        if value not in words:
            raise self.fault(
                key,
                f"one of {', '.join(words)} is needed, not {value!r}",
                f"hier gehört eines von {', '.join(words)} hin, nicht {value!r}",
                value,
            )
        return words.index(value)

    def text(self, key: str, entry: Any) -> Text:
        """The two sentences of an entry."""
        if not isinstance(entry, dict):
            raise self.fault(
                key, "a table with en and de is needed", "hier gehört eine Tabelle mit en und de hin", entry
            )
        for language in ("en", "de"):
            note(entry.get(language), SENTENCE)
            if not isinstance(entry.get(language), str) or not entry[language]:
                raise self.fault(
                    f"{key}.{language}", "the sentence is missing", "der Text fehlt", entry.get(language)
                )
        return Text(entry["en"], entry["de"])

    def numbers_in(self, value: Any, ranges: list[tuple[int, int]]) -> None:
        """Declare the ranges of all numbers that stand in a text, in their order."""
        note(value, CODE, ranges)

    def source(self, key: str, value: Any) -> None:
        """Where a figure comes from: one word, or one for each part of it."""
        if isinstance(value, dict) and value:
            for part in value.values():
                self.source(key, part)
        elif value not in SOURCES:
            raise self.fault(
                f"{key}.source",
                f"{' or '.join(SOURCES)} is needed, not {value!r}",
                f"hier gehört {' oder '.join(SOURCES)} hin, nicht {value!r}",
            )
