"""Variants: a game with other numbers or more pieces, without touching its package.

A variant has a name, and changes some places of the game's ``content.toml``, adds entries to its lists
(:mod:`.additions`) or replaces the whole file; the game's own reader checks the result. Its id says which game, which
variant and, by a hash, what is changed in it (``kapow-dice@house-klonk.1f0c9a77d2``), and stands wherever a game's id
does: in records, logs, position documents and the terms of live chance. So whatever was played with a variant says so,
and cannot be taken for something else. :mod:`.registry` loads them.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from .additions import Additions, added, check_additions, check_text, read_additions, where_added
from .content import load_toml
from .errors import ContentError, Mistake
from .patches import changed
from .text import LANGUAGES, Text

LABELS: Final = "form.toml"  # beside a game's content: what the form calls its values (:mod:`.forms`)
JOINED: Final = "+"  # between places that vary together
CONTENT: Final = "content.toml"  # of every game that can have variants, beside its module
MARK: Final = "@"  # between a game's id and what it is a variant by
_DIGITS: Final = 10  # of a hash
_KEYS: Final = ("game", "name", "id", "change", "add", "content")
_RANGE: Final = re.compile(r"(-?\d+)\.\.(-?\d+)(?:/(\d+))?")
_LONGEST: Final = 60  # letters of a name


class Variant:
    """What is changed in which game, and how people call it. Made by the functions below, which check it."""

    def __init__(
        self,
        game: str,
        key: str,
        name: Text,
        changes: dict[str, Any],
        content: dict[str, Any] | None = None,
        additions: Additions | None = None,
    ) -> None:
        self.game = game  # the id of the game itself
        self.key = key
        self.name = name
        self.changes = changes  # by the full names of their places
        self.content = content  # instead of the game's own file; None: that one
        self.additions: Additions = additions or {}  # by the full names of their lists
        parts: list[Any] = [content, changes]
        if self.additions:
            parts.append(self.additions)
        text = json.dumps(parts, sort_keys=True, ensure_ascii=False, default=str)
        self.hash = hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]

    @property
    def id(self) -> str:
        """The id of the game played so."""
        return f"{self.game}{MARK}{self.key}.{self.hash}"

    @property
    def file(self) -> str:
        """What an error in it is said to stand in."""
        return f"{CONTENT} of {self.game} with {self.key}"

    def data(self, own: dict[str, Any]) -> dict[str, Any]:
        """What the game reads instead of its own content."""
        data = _copied(own if self.content is None else self.content)
        added(data, self.additions, self.file)
        changed(data, self.changes, self.file)
        return data

    def locate(self, error: ContentError, data: dict[str, Any]) -> ContentError:
        """An error of the game's reader, with the key under which the author of the variant finds it."""
        where = where_added(error.key, data, self.additions)
        return ContentError(error.file, where, error.reason, error.text.de, error.at)

    def as_json(self) -> dict[str, Any]:
        """Everything about it, for another process or a file; :func:`variant_from` reads it back."""
        data: dict[str, Any] = {
            "game": self.game,
            "id": self.key,
            "name": self.name.as_json(),
            "hash": self.hash,
        }
        if self.changes:
            data["changes"] = self.changes
        if self.additions:
            data["additions"] = self.additions
        return data if self.content is None else data | {"content": self.content}


def variant_from(data: dict[str, Any]) -> Variant:
    """The variant that :meth:`Variant.as_json` wrote."""
    name = Text(data["name"]["en"], data["name"]["de"])
    changes, additions = dict(data.get("changes", {})), dict(data.get("additions", {}))
    return Variant(data["game"], data["id"], name, changes, data.get("content"), additions)


def plain_id(id: str) -> str:
    """The id of the game itself, where the given one may be that of a variant."""
    return id.partition(MARK)[0]


def describe(id: str, language: str = "en") -> str:
    """An id for people: which variant of which game, with which hash."""
    plain, _, rest = id.partition(MARK)
    key, _, digest = rest.rpartition(".")
    if not key:
        return plain
    if language == "de":
        return f"die Variante {key} ({digest}) von {plain}"
    return f"the variant {key} ({digest}) of {plain}"


# ---- making one ----------------------------------------------------------------------------------------------------


def variant_of(
    game: str,
    changes: dict[str, Any],
    own: Path,
    name: Text | str = "",
    key: str = "",
    content: dict[str, Any] | None = None,
    additions: Additions | None = None,
) -> Variant:
    """A variant of a game whose content file is ``own``; places that are not there are refused."""
    called = name if isinstance(name, Text) else Text(name, name)
    if not called.en:
        words = ", ".join(f"{path}={spelled(value)}" for path, value in changes.items()) or key or "content"
        called = Text(words, words)
    key = key or slug(called.en)
    draft = Variant(game, key, called, changes, content)
    data = _copied(content) if content is not None else load_toml(own)
    check_additions(data, additions or {}, _optional(own), draft.file)
    for path, value in changes.items():
        for text in value if isinstance(value, list) else [value]:
            check_text(text, draft.file, path)
    pieces = added(
        data, additions or {}, draft.file
    )  # first: what is added may be changed like everything else
    return Variant(game, key, called, changed(data, changes, draft.file), content, pieces)


def read_variant(path: Path, own_file: Callable[[str], Path]) -> Variant:
    """The variant that a file describes. ``own_file(game)`` says where a game's own content is."""
    data = load_toml(path)
    file = data.get("content")
    if file is not None and not isinstance(file, str):
        raise ContentError(
            path.name, "content", "the name of a file is needed", "hier gehört der Name einer Datei hin"
        )
    content = None if file is None else load_toml(path.parent / file)
    return variant_in(data, path.name, own_file, content)


def variant_in(
    data: dict[str, Any], file: str, own_file: Callable[[str], Path], content: dict[str, Any] | None = None
) -> Variant:
    """The variant that the data of a file describe; errors are said to stand in what is called ``file``."""
    for key in data:
        if key not in _KEYS:
            raise ContentError(
                file,
                key,
                f"unknown key; there are {', '.join(_KEYS)}",
                f"das gibt es nicht; es gibt {', '.join(_KEYS)}",
            )
    game = data.get("game")
    if not isinstance(game, str):
        raise ContentError(
            file, "game", "the id of a game is needed", "hier gehört die Kennung eines Spiels hin"
        )
    name = _name(file, data.get("name", ""))
    key = data.get("id", slug(name.en) if name.en else slug(Path(file).stem))
    if not isinstance(key, str) or key != slug(key):
        raise ContentError(
            file,
            "id",
            f"small letters, digits and hyphens are needed, not {key!r}",
            f"hier gehören Kleinbuchstaben, Ziffern und Bindestriche hin, nicht {key!r}",
        )
    changes = data.get("change", {})
    if not isinstance(changes, dict):
        raise ContentError(
            file, "change", "a table is needed: place = value", "hier gehört eine Tabelle hin: Stelle = Wert"
        )
    additions = read_additions(data.get("add", {}), file)
    if not changes and not additions and content is None:
        raise ContentError(
            file,
            "change",
            "a variant changes or adds something, or has a whole file as its content",
            "eine Variante ändert oder ergänzt etwas oder hat eine ganze Datei als Inhalt",
        )
    try:
        return variant_of(game, flat(changes), own_file(game), name, key, content, additions)
    except ContentError as error:
        where = error.key if error.key.startswith("add.") else f"change.{error.key}"
        raise ContentError(file, where, error.reason, error.text.de, error.at) from error


def read_change(text: str) -> tuple[str, Any]:
    """``klonk.attack=5`` as people write it on a command line."""
    path, value = _split(text)
    return path, read_value(value)


def read_range(text: str) -> tuple[str, list[Any]]:
    """A place and all values it is to have: ``klonk.attack=4..7``, ``=4..10/2``, ``=4,6`` or ``=5``; places that vary
    together are joined: ``a+b=4..7``, ``a+b=4/10,5/9``."""
    path, values = _split(text)
    found = _RANGE.fullmatch(values)
    if found is not None:
        low, high, step = int(found[1]), int(found[2]), int(found[3] or 1)
        if low <= high and step:
            return path, list(range(low, high + 1, step))
        raise Mistake(
            Text(
                f"“{text}”: a range goes from the smaller number to the greater, as in 4..7",
                f"„{text}“: Ein Bereich geht von der kleineren zur größeren Zahl, wie 4..7",
            )
        )
    value = read_value(values)
    if isinstance(value, str) and "," in values:
        return path, [read_value(part.strip()) for part in values.split(",")]
    return path, [value]


def coupled(path: str, value: Any) -> dict[str, Any]:
    """The changes of places that vary together: ``a+b`` have the same value, or ``4/10`` one each."""
    paths = path.split(JOINED)
    if len(paths) == 1:
        return {path: value}
    parts = value.split("/") if isinstance(value, str) else [value]
    if len(parts) == 1:
        return dict.fromkeys(paths, value)
    if len(parts) != len(paths):
        raise Mistake(
            Text(
                f"“{path}={value}”: {len(paths)} places need {len(paths)} values, as in 4/10, or one for all",
                f"„{path}={value}“: {len(paths)} Stellen brauchen {len(paths)} Werte, wie 4/10, oder einen für alle",
            )
        )
    return {place: read_value(part.strip()) for place, part in zip(paths, parts, strict=True)}


def read_value(text: str) -> Any:
    """A value as TOML writes it; anything else is a text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def spelled(value: Any) -> str:
    """A value as people write it."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def slug(name: str) -> str:
    """A name in small letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST] or "variant"


def _split(text: str) -> tuple[str, str]:
    path, equals, value = text.partition("=")
    if not equals or not path.strip() or not value.strip():
        raise Mistake(
            Text(
                f"“{text}”: write a change as PLACE=VALUE, for example klonk.attack=5",
                f"„{text}“: Schreib eine Änderung als STELLE=WERT, zum Beispiel klonk.attack=5",
            )
        )
    return path.strip(), value.strip()


def _optional(own: Path) -> list[str]:
    """The keys that an added entry may have though none of the game's own has them."""
    labels = own.with_name(LABELS)
    found: list[str] = load_toml(labels).get("optional", []) if labels.is_file() else []
    return found


def _name(file: str, name: Any) -> Text:
    both = {"en": name, "de": name} if isinstance(name, str) else name
    words: list[str] = []
    for language in LANGUAGES:
        word = both.get(language) if isinstance(both, dict) else None
        if not isinstance(word, str) or len(word) > _LONGEST:
            raise ContentError(
                file,
                "name",
                f"a name of at most {_LONGEST} letters is needed, or en and de",
                f"hier gehört ein Name mit höchstens {_LONGEST} Buchstaben hin, oder en und de",
            )
        words.append(" ".join(word.split()))
        check_text(words[-1], file, "name")
    return Text(words[0], words[1])


def flat(changes: dict[str, Any], before: str = "") -> dict[str, Any]:
    """``klonk.attack = 5`` is a table in a table to TOML, and a place to us."""
    found: dict[str, Any] = {}
    for key, value in changes.items():
        if isinstance(value, dict):
            found |= flat(value, f"{before}{key}.")
        else:
            found[f"{before}{key}"] = value
    return found


def _copied(data: dict[str, Any]) -> dict[str, Any]:
    copied: dict[str, Any] = _copy(data)
    return copied


def _copy(node: Any) -> Any:
    if isinstance(node, dict):
        return {key: _copy(value) for key, value in node.items()}
    return [_copy(value) for value in node] if isinstance(node, list) else node


__all__ = [
    "CONTENT",
    "Variant",
    "coupled",
    "describe",
    "flat",
    "plain_id",
    "read_change",
    "read_range",
    "read_value",
    "read_variant",
    "slug",
    "spelled",
    "variant_from",
    "variant_in",
    "variant_of",
]
