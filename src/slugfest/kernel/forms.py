"""A game's content as a form: every field with its kind, its range, its source and its value.

Nothing is listed here. The content is given to the game's own reader with values that remember what they are checked
for (:func:`.content.note`), so a field's bounds are the ones that its reader refuses by. Names of fields come from
``form.toml`` beside the content; a game without that file shows the keys.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final, Literal, TypedDict, cast

from .additions import EXAMPLE
from .content import NUMBER, load_toml
from .errors import ContentError
from .facts import Words
from .patches import NUMBERS, Place, places
from .portraits import PART_NAMES, PARTS
from .registry import content_file, game, read_content, try_copy
from .remembering import SOURCE, Memory, remembering
from .variants import LABELS, Variant, plain_id

Steps = list[str | int]  # keys of tables and, from 0, places of lists

_PORTRAIT: Final = "portrait"
_PARTS_OF_SOURCES: Final = ("rules", "effect")  # what a source covers that names no single value
_NOT_OFFERED: Final = ("version",)
_NAMING: Final = ("id", "key", "prefix", "letter", "symbol")  # others refer to an entry by these
_LANGUAGES: Final[dict[str, Words]] = {
    "en": {"en": "English", "de": "Englisch"},
    "de": {"en": "German", "de": "Deutsch"},
}
_COMMON: Final[dict[str, Words]] = {
    "name": {"en": "Name", "de": "Name"},
    "id": {"en": "Short name", "de": "Kurzname"},
    "key": {"en": "Short name", "de": "Kurzname"},
    "head": {"en": "Portrait: head", "de": "Porträt: Kopf"},
    "eyes": {"en": "Portrait: eyes", "de": "Porträt: Augen"},
    "mouth": {"en": "Portrait: mouth", "de": "Porträt: Mund"},
    "top": {"en": "Portrait: on the head", "de": "Porträt: auf dem Kopf"},
    "colour": {"en": "Portrait: colour", "de": "Porträt: Farbe"},
}
_COMMENT: Final = re.compile(r"^(\w+) *= *[^#\n]+# *(.*)$", re.MULTILINE)
_RULE: Final = re.compile(r"\b([A-Z]{2}-\d+)\b")
_FROM: Final = re.compile(r"source: (\w+)")

FieldKind = Literal["number", "flag", "choice", "word", "sentence", "code", "list"]


class FormField(TypedDict):
    """One value of a game's content that a variant may change."""

    path: str  # the full name of its place
    way: list[str | int]  # of an added entry: the keys and places that lead there from it
    within: str  # the place of the text in which a number stands, or empty
    label: Words
    part: Words | None  # what of the entry it belongs to: a card, a track
    kind: FieldKind
    value: Any  # several numbers: a list; of a list: its values, or the names of its entries
    ranges: list[
        list[int]
    ]  # for each number: the least and the greatest; of a list: how many it may have, if known
    words: list[str]  # of a choice
    names: list[Words]  # what these words are called
    source: str  # seed, public, house, or empty where none is given
    rule: str  # its rule, where the content names one


class FormEntry(TypedDict):
    """One entry of a list, or a table."""

    key: str
    name: Words
    group: Words | None  # entries of a long list that belong together
    added: int  # its number among those that the variant adds to this list, or -1
    fields: list[FormField]


class FormSection(TypedDict):
    """One list or table of the content."""

    key: str
    name: Words
    entries: list[FormEntry]


class FormChange(TypedDict):
    """One thing that a variant changes or adds, for whoever is to play it."""

    name: Words
    was: Words | None  # None: it is new
    now: Words | None


class FormInfo(TypedDict):
    """The content of a game, with a variant if there is one, as a form."""

    game: str
    name: Words
    sections: list[FormSection]
    example: dict[str, list[dict[str, Any]]]  # a new piece to start from, by list
    piece: Words  # what such a piece is called
    help: list[Words]  # how effects are written


def form_of(name: str, variant: Variant | None = None) -> FormInfo:
    """The form of a game, or of a variant of it. Raises :class:`ContentError` where its reader refuses the variant."""
    file = content_file(name)
    own = load_toml(file)
    data = own if variant is None else variant.data(own)
    data = remembering(data)
    called = file.name if variant is None else variant.file
    try:
        read_content(name, data, called)
    except ContentError as error:
        raise place_of(error, data, variant) from error
    return _Form(file, data, variant).info(name)


def changes_of(variant: Variant) -> list[FormChange]:
    """What a variant changes and adds, in words. Its reader is not asked: the variant was allowed before."""
    file = content_file(variant.game)
    form = _Form(file, remembering(load_toml(file)), None).info(variant.game)
    known = {
        field["path"]: (entry, field)
        for section in form["sections"]
        for entry in section["entries"]
        for field in entry["fields"]
    }
    found: list[FormChange] = []
    for path, value in variant.changes.items():
        if path not in known:
            found.append({"name": _both(path, path), "was": None, "now": _spelled(value)})
            continue
        entry, field = known[path]
        parts = [entry["name"], *([field["part"]] if field["part"] else []), field["label"]]
        named = _both(" · ".join(one["en"] for one in parts), " · ".join(one["de"] for one in parts))
        found.append({"name": named, "was": _spelled(field["value"]), "now": _spelled(value)})
    for path, entries in variant.additions.items():
        for piece in entries:
            called = str(piece.get("id", piece.get("key", path)))
            found.append({"name": _name(piece) or _both(called, called), "was": None, "now": None})
    return found


def _spelled(value: Any) -> Words:
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return _both(text, text)


def check(variant: Variant, whole: bool = True) -> None:
    """Let a game read a variant; raise its reader's :class:`ContentError`, whose key is a field's path if any is.

    With ``whole`` the game is loaded with it, as for a match; without, only its content is read, which is quick.
    """
    data = remembering(variant.data(load_toml(content_file(variant.game))))
    try:
        read_content(variant.game, data, variant.file)
        if whole:
            try_copy(variant.game, variant.data(load_toml(content_file(variant.game))), variant.file)
    except ContentError as error:
        raise place_of(error, data, variant) from error


def place_of(error: ContentError, data: dict[str, Any], variant: Variant | None) -> ContentError:
    """A reader's error with the full name of the place whose value it refused."""
    if isinstance(error.at, Memory):
        for place in places(data):
            if place.start < 0 and place.value is error.at:
                return ContentError(error.file, place.path, error.reason, error.text.de)
    return error if variant is None else variant.locate(error, data)


class _Form:
    """Makes a form of content that has been read."""

    def __init__(self, file: Path, data: dict[str, Any], variant: Variant | None) -> None:
        self.file = file
        self.data = data
        self.additions = {} if variant is None else variant.additions
        self.places: dict[tuple[int, Any], list[Place]] = {}
        for place in places(data):
            self.places.setdefault((id(place.holder), place.key), []).append(place)
        labels = file.with_name(LABELS)
        self.words: dict[str, Any] = load_toml(labels) if labels.is_file() else {}
        self.comments = dict(_COMMENT.findall(file.read_text("utf-8")))

    def info(self, name: str) -> FormInfo:
        sections = [self.section(key, value) for key, value in self.data.items() if key not in _NOT_OFFERED]
        example = self.file.with_name(EXAMPLE)
        return {
            "game": plain_id(name),
            "name": game(plain_id(name)).name.as_json(),
            "sections": [section for section in sections if section["entries"]],
            "example": load_toml(example)["add"] if example.is_file() else {},
            "piece": self.words.get("piece", _both("entry", "Eintrag")),
            "help": self.words.get("help", []),
        }

    def section(self, key: str, value: Any) -> FormSection:
        entries: list[FormEntry] = []
        name: Words = self.words.get("section", {}).get(key) or self.label(key)
        if isinstance(value, list):
            own = len(value) - len(self.additions.get(key, []))
            for index, entry in enumerate(value):
                entries.append(self.entry(key, value, index, entry, index - own if index >= own else -1))
        elif isinstance(value, dict):
            fields = kept_whole(self.fields(value, [key], None, value.get(SOURCE)))
            entries.append({"key": key, "name": name, "group": None, "added": -1, "fields": fields})
        else:
            field = self.leaf(self.data, key, [key], None, None)
            entries.append({"key": key, "name": name, "group": None, "added": -1, "fields": field})
        return {
            "key": key,
            "name": name,
            "entries": [entry for entry in entries if entry["fields"]],
        }

    def entry(self, key: str, rows: list[Any], index: int, entry: Any, added: int) -> FormEntry:
        name = _name(entry) or _both(str(index + 1), str(index + 1))
        steps: Steps = [key, index]
        if isinstance(entry, dict):
            fields = self.fields(entry, steps, None, entry.get(SOURCE))
        else:
            fields = self.leaf(rows, index, steps, None, None)
        if added >= 0:
            fields = [{**field, "source": ""} for field in fields if not field["within"]]
        else:
            named = (*_NAMING, *self.words.get("fixed", []))
            fields = kept_whole([{**field, "way": []} for field in fields if field["way"][-1] not in named])
        group = entry.get(self.words.get("group", {}).get(key, "")) if isinstance(entry, dict) else None
        return {
            "key": str(entry.get("id", entry.get("key", index + 1)))
            if isinstance(entry, dict)
            else str(index + 1),
            "name": name,
            "group": None if group is None else self.called(str(group)),
            "added": added,
            "fields": fields,
        }

    def fields(
        self, table: dict[str, Any], steps: Steps, part: Words | None, source: Any, base: int = 0
    ) -> list[FormField]:
        """The fields of a table and of all that is in it; their labels begin after so many steps."""
        found: list[FormField] = []
        for key, value in table.items():
            if key != SOURCE:
                given = table.get(SOURCE, source)
                found += self.child(table, key, value, [*steps, str(key)], part, given, base or len(steps))
        return found

    def child(
        self, holder: Any, key: Any, value: Any, steps: Steps, part: Words | None, source: Any, base: int
    ) -> list[FormField]:
        if isinstance(value, dict):
            return self.fields(value, steps, part, source, base)
        if not isinstance(value, list):
            return self.leaf(holder, key, steps, part, source, base)
        found = [self.list_field(holder, key, steps, part, source, base)] if may_grow(value) else []
        for index, one in enumerate(value):
            inside = [*steps, index]
            if isinstance(one, dict):
                number = one.get("symbol", one.get("key", index + 1))
                called = _name(one) or _joined(self.label(str(key)), self.called(str(number)))
                found += self.fields(one, inside, called, source)
            else:
                found += self.child(value, index, one, inside, part, source, base)
        return found

    def list_field(
        self, holder: Any, key: Any, way: Steps, part: Words | None, source: Any, base: int
    ) -> FormField:
        """The field of a list as a whole: what is in it may become more or less."""
        value, steps = holder[key], written(way)
        memory = value if isinstance(value, Memory) else Memory()
        words = list(value[0].words) if isinstance(value[0], Memory) else []
        return {
            "path": self.places[id(holder), key][0].path,
            "way": way[2:],
            "within": "",
            "label": self.label_of(steps, base, []),
            "part": part,
            "kind": "list",
            "value": [
                _name(one) or _both(str(number), str(number)) if isinstance(one, dict) else _plain(one)
                for number, one in enumerate(value, 1)
            ],
            "ranges": [list(one) for one in memory.ranges],
            "words": words,
            "names": [self.choice(word, steps) for word in words],
            "source": self.source(steps, source),
            "rule": self.rule(steps),
        }

    def leaf(
        self, holder: Any, key: Any, way: Steps, part: Words | None, source: Any, base: int = 0
    ) -> list[FormField]:
        """The field of a value, and those of the numbers in it."""
        found: list[FormField] = []
        value, steps = holder[key], written(way)
        memory = value if isinstance(value, Memory) else Memory()
        here = self.places[id(holder), key]
        silent = self.words.get("silent", [])
        for place in here:
            ranges = [list(one) for one in memory.ranges]
            kind, label = self.kind(steps, value, memory), self.label_of(steps, base, [])
            if place.start >= 0:  # numbers in a text
                if place.value == []:
                    continue
                first = len(NUMBERS.findall(value[: place.start]))
                ranges = ranges[first : first + len(NUMBERS.findall(value[place.start : place.end]))]
                before = steps[:-1] if isinstance(holder, list) else steps
                kind, label = "number", self.label_of([*before, place.steps[-1][0]], base, silent)
            words = list(PARTS.get(steps[-1], ()) if _PORTRAIT in steps else memory.words)
            found.append(
                {
                    "path": place.path,
                    "way": way[2:],
                    "within": here[0].path if place.start >= 0 else "",
                    "label": label,
                    "part": part,
                    "kind": kind,
                    "value": _plain(place.value),
                    "ranges": ranges if kind == "number" else [],
                    "words": words,
                    "names": [self.choice(word, steps) for word in words],
                    "source": self.source(steps, source),
                    "rule": self.rule(steps),
                }
            )
        return found

    def kind(self, steps: list[str], value: Any, memory: Memory) -> FieldKind:
        if isinstance(value, bool):
            return "flag"
        if isinstance(value, int):
            return "number"
        if _PORTRAIT in steps:
            return "choice"
        return "word" if memory.kind in ("", NUMBER) else cast(FieldKind, memory.kind)

    # ---- names -----------------------------------------------------------------------------------------------------

    def label(self, key: str) -> Words:
        """What a key is called."""
        found: Words | None = self.words.get("label", {}).get(key)
        return found or _COMMON.get(key) or _both(key, key)

    def called(self, key: str) -> Words:
        """What an entry of any list is called that others name by its id."""
        for rows in self.data.values():
            for entry in rows if isinstance(rows, list) else ():
                if isinstance(entry, dict) and key in (entry.get("id"), entry.get("key")):
                    return _name(entry) or self.label(key)
            if isinstance(rows, dict) and (name := _name(rows.get(key))) is not None:
                return name
        return self.label(key)

    def choice(self, word: str, steps: list[str]) -> Words:
        """What a word is called that can be chosen."""
        if _PORTRAIT in steps:
            return PART_NAMES[steps[-1]][word].as_json()
        known, field = self.words.get("choice", {}), [step for step in steps if not step.isdecimal()][-1]
        found: Words | None = known.get(f"{field}.{word}")
        return found or self.only_one_with(field, word) or self.called(word)

    def only_one_with(self, field: str, word: str) -> Words | None:
        """The name of the one entry that has this word, if there is just one: an ability is called as its piece."""
        entries = [entry for rows in self.data.values() if isinstance(rows, list) for entry in rows]
        found = [entry for entry in entries if isinstance(entry, dict) and entry.get(field) == word]
        return _name(found[0]) if len(found) == 1 else None

    def label_of(self, steps: list[str], base: int, silent: list[str]) -> Words:
        """What a field is called: by a pattern of ``form.toml``, or by the keys that lead to it from its entry."""
        labels = self.words.get("label", {})
        for pattern, words in labels.items():
            if "*" in pattern and (stars := _matching(pattern.split("."), steps)) is not None:
                return _both(_filled(words["en"], stars), _filled(words["de"], stars))
        if _PORTRAIT in steps:
            return _COMMON[steps[-1]]
        if steps[-1] in _LANGUAGES:
            text = self.label(steps[-2] if len(steps) > base + 1 else "name")
            language = _LANGUAGES[steps[-1]]
            return _both(f"{text['en']} ({language['en']})", f"{text['de']} ({language['de']})")
        shown = [step for step in steps[base:] if step not in silent] or steps[-1:]
        named = [(" " if step.isdecimal() else " · ", self.word(step)) for step in shown]
        en = "".join(join + one["en"] for join, one in named)
        de = "".join(join + one["de"] for join, one in named)
        return _both(en.strip(" ·"), de.strip(" ·"))

    def word(self, step: str) -> Words:
        """What a key or a word of an effect is called: ``heal-partner`` by both its words."""
        first, dash, rest = step.partition("-")
        if not dash or not rest or step in self.words.get("label", {}):
            return self.label(step)
        whom = [self.label(one) for one in rest.split("-")]
        label = self.label(first)
        en, de = ", ".join(one["en"] for one in whom), ", ".join(one["de"] for one in whom)
        return _both(f"{label['en']} ({en})", f"{label['de']} ({de})")

    def source(self, steps: list[str], source: Any) -> str:
        """Where a value comes from: as its entry says, or as the comment beside it does."""
        if isinstance(source, dict):
            known = [*reversed(steps), *_PARTS_OF_SOURCES]
            source = next((source[step] for step in known if step in source), None)
        if isinstance(source, dict):
            source = next(iter(source.values()), None)
        if isinstance(source, str):
            return source
        found = _FROM.search(self.comments.get(steps[-1], ""))
        return found[1] if found is not None and len(steps) == 2 else ""

    def rule(self, steps: list[str]) -> str:
        found = _RULE.search(self.comments.get(steps[-1], "")) if len(steps) == 2 else None
        return found[1] if found is not None else ""


def kept_whole(fields: list[FormField]) -> list[FormField]:
    """Fields of the game's own content: its lists of texts may grow, its lists of entries not."""
    return [field for field in fields if field["kind"] != "list" or isinstance(field["value"][0], str)]


def may_grow(values: list[Any]) -> bool:
    """Whether a list is one of texts or of entries; a list of numbers has as many as its game counts."""
    return bool(values) and all(isinstance(one, (str, dict)) for one in values)


def written(way: Steps) -> list[str]:
    """The steps of a way as paths have them: lists count from 1."""
    return [str(step + 1) if isinstance(step, int) else step for step in way]


def example_of(name: str) -> dict[str, Any]:
    """The variant that a game brings to start from: its name and a new piece; empty where there is none."""
    example = content_file(name).with_name(EXAMPLE)
    return load_toml(example) if example.is_file() else {}


def _name(entry: Any) -> Words | None:
    if not isinstance(entry, dict):
        return None
    en, de = entry.get("en", entry.get("name")), entry.get("de", entry.get("name"))
    return _both(str(en), str(de)) if isinstance(en, str) and isinstance(de, str) else None


def _joined(label: Words, name: Words) -> Words:
    return _both(f"{label['en']}: {name['en']}", f"{label['de']}: {name['de']}")


def _both(en: str, de: str) -> Words:
    return {"en": en, "de": de}


def _plain(value: Any) -> Any:
    """A value without memory."""
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, bool):
        return value
    return int(value) if isinstance(value, int) else str(value) if isinstance(value, str) else value


def _matching(pattern: list[str], steps: list[str]) -> list[str] | None:
    """What the stars of a pattern stand for, or None if it is about something else."""
    if len(pattern) != len(steps) or any(
        one not in ("*", step) for one, step in zip(pattern, steps, strict=True)
    ):
        return None
    return [step for one, step in zip(pattern, steps, strict=True) if one == "*"]


def _filled(text: str, stars: list[str]) -> str:
    for number, star in enumerate(stars, 1):
        text = text.replace(f"{{{number}}}", star)
    return text


__all__ = [
    "FormChange",
    "FormEntry",
    "FormField",
    "FormInfo",
    "FormSection",
    "changes_of",
    "check",
    "example_of",
    "form_of",
    "place_of",
]
