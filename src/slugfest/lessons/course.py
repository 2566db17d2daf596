"""Read lesson files; errors name file, key and reason."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from slugfest.kernel import ContentError, Facts, Game, Options, Text, load_toml
from slugfest.kernel import game as game_named
from slugfest.testing.expectations.declared import require_declared
from slugfest.testing.expectations.judging import seat_of
from slugfest.testing.expectations.matching import with_nothing
from slugfest.testing.expectations.schema import require

from .schema import KEY, LESSON

MOST_WORDS: Final = 25  # in a bubble
MOST_BUBBLES: Final = 2  # between two taps
_FILE: Final = re.compile(r"([1-9][0-9]?)-[a-z0-9-]+\.toml")
_DRAWN: Final = re.compile(r"\{([^{}]*)\}")
_SEAT: Final = re.compile(r"P[1-9][0-9]?")


@dataclass(frozen=True)
class Scripted:
    """A scripted move, and the random numbers drawn in it."""

    seat: int
    move: str
    chance: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Wrong:
    """A likely mistake: the last move, or its result, and the answer."""

    key: str  # where the file says it
    say: Text
    moves: list[str]  # any of these as the learner's last move, made or refused
    when: Facts | None  # or: this is so
    via: list[str]  # what leads there: before one of ``moves``, or the whole way to ``when``
    rule: str
    script: list[Scripted]  # what the others do then

    def ways(self) -> list[list[str]]:
        """Lines that end in this mistake."""
        return [[*self.via, move] for move in self.moves] if self.moves else [self.via]


@dataclass(frozen=True)
class Step:
    """One question, or something to look at (nothing is accepted)."""

    key: str
    given: Facts | None
    deal: bool
    before: list[Scripted]
    say: list[Text]
    point: list[str]
    accept: list[list[str]]
    any_order: bool
    by_result: bool
    goal: Facts | None
    chance: list[int]
    others: list[Scripted]
    wrong: list[Wrong]
    otherwise: Text | None
    script: list[Scripted]
    after: Text | None
    cheer: bool

    @property
    def is_look(self) -> bool:
        return not self.accept

    @property
    def starts_anew(self) -> bool:
        """Whether it has a position of its own."""
        return self.deal or self.given is not None


@dataclass(frozen=True)
class Lesson:
    """A lesson, read and checked."""

    path: Path
    number: int
    game: str
    title: Text
    idea: Text
    rules: list[str]
    seats: int
    options: Options
    you: int
    names: list[str]  # a seat; "" for one without a name of its own
    seed: int
    steps: list[Step]

    def sentences(self) -> list[tuple[str, Text]]:
        """All sentences of the lesson, with their keys."""
        found: list[tuple[str, Text]] = [("idea", self.idea)]
        for step in self.steps:
            found += [(f"{step.key}.say[{at}]", text) for at, text in enumerate(step.say, 1)]
            found += [(f"{wrong.key}.say", wrong.say) for wrong in step.wrong]
            for what, text in (("otherwise", step.otherwise), ("after", step.after)):
                if text is not None:
                    found.append((f"{step.key}.{what}", text))
        return found


# ---- finding -------------------------------------------------------------------------------------------------------


def folder_of(game: Game) -> Path | None:
    """The folder of a game's lessons, next to the module of its class."""
    file = getattr(sys.modules.get(type(game).__module__), "__file__", None)
    return None if file is None else Path(file).parent / "lessons"


def course_of(game: Game | str) -> tuple[Lesson, ...]:
    """The lessons of a game in order, cached; empty if it has no course."""
    found = game_named(game) if isinstance(game, str) else game
    folder = folder_of(found) if found.variant is None else None  # lessons teach the game's own numbers
    return () if folder is None else _read_once(folder, found.id)


@cache
def _read_once(folder: Path, game: str) -> tuple[Lesson, ...]:
    return read_course(folder, game)


def read_course(folder: Path, game: str) -> tuple[Lesson, ...]:
    """The lessons in a folder: all of this game, numbered from 1 without a gap."""
    lessons = [load(path) for path in folder.glob("*.toml")]
    lessons.sort(key=lambda lesson: lesson.number)
    for number, lesson in enumerate(lessons, 1):
        if lesson.number != number:
            raise ContentError(lesson.path.name, "file", f"lesson {number} is missing, or there twice")
        if lesson.game != game:
            raise ContentError(lesson.path.name, "game", f"this is the course of {game}")
    return tuple(lessons)


# ---- reading -------------------------------------------------------------------------------------------------------


def load(path: Path) -> Lesson:
    """Read a lesson file; raise :class:`ContentError` with file, key and reason."""
    raw = expand_scripts(load_toml(path))
    require(path.name, raw, LESSON)
    number = _FILE.fullmatch(path.name)
    if number is None:
        raise ContentError(path.name, "file", "is not called like 1-hit.toml")
    return lesson_from(path, int(number[1]), raw, _text(raw["title"]))


def lesson_from(path: Path, number: int, raw: dict[str, Any], title: Text) -> Lesson:
    """The lesson that a file describes whose schema has been checked."""
    game = game_named(raw["game"])
    lesson = Lesson(
        path=path,
        number=number,
        game=game.id,
        title=title,
        idea=_text(raw["idea"]),
        rules=raw.get("rules", []),
        seats=raw.get("seats", game.min_seats),
        options=raw.get("options", {}),
        you=seat_of(raw.get("you", "P1")),
        names=raw.get("names", []),
        seed=raw.get("seed", 1),
        steps=[_step(path.name, f"step[{at}]", step) for at, step in enumerate(raw["step"], 1)],
    )
    _require_whole(lesson, game)
    return lesson


def expand_scripts(raw: dict[str, Any]) -> dict[str, Any]:
    """Expand scripted moves that are written as bare strings."""
    for step in _tables(raw.get("step")):
        for part in (step, *_tables(step.get("wrong"))):
            for what in ("before", "script"):
                if isinstance(part.get(what), list):
                    part[what] = [{"move": item} if isinstance(item, str) else item for item in part[what]]
    return raw


def _tables(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _text(words: dict[str, str]) -> Text:
    return Text(" ".join(words["en"].split()), " ".join(words["de"].split()))


def _scripted(raw: list[dict[str, Any]]) -> list[Scripted]:
    found: list[Scripted] = []
    for item in raw:
        seat, _, move = item["move"].partition(": ")
        found.append(Scripted(seat_of(seat), move, item.get("chance", [])))
    return found


def _step(file: str, key: str, raw: dict[str, Any]) -> Step:
    for what in ("any_order", "by_result", "goal", "chance", "others", "wrong", "otherwise", "after"):
        if what in raw and "accept" not in raw:
            raise ContentError(file, f"{key}.{what}", "makes sense only where moves are accepted")
    return Step(
        key=key,
        given=with_nothing(raw["given"]) if "given" in raw else None,
        deal=raw.get("deal", False),
        before=_scripted(raw.get("before", [])),
        say=[_text(words) for words in raw["say"]],
        point=raw.get("point", []),
        accept=raw.get("accept", []),
        any_order=raw.get("any_order", False),
        by_result=raw.get("by_result", False),
        goal=raw.get("goal"),
        chance=raw.get("chance", []),
        others=_scripted([{"move": move} for move in raw.get("others", [])]),
        wrong=[_wrong(file, f"{key}.wrong[{at}]", wrong) for at, wrong in enumerate(raw.get("wrong", []), 1)],
        otherwise=_text(raw["otherwise"]) if "otherwise" in raw else None,
        script=_scripted(raw.get("script", [])),
        after=_text(raw["after"]) if "after" in raw else None,
        cheer=raw.get("cheer", True),
    )


def _wrong(file: str, key: str, raw: dict[str, Any]) -> Wrong:
    if ("moves" in raw) == ("when" in raw):
        raise ContentError(file, key, "either moves or when says which mistake it is")
    if "when" in raw and "via" not in raw:
        raise ContentError(file, f"{key}.via", "is missing: a line that leads there")
    return Wrong(
        key=key,
        say=_text(raw["say"]),
        moves=raw.get("moves", []),
        when=raw.get("when"),
        via=raw.get("via", []),
        rule=raw.get("rule", ""),
        script=_scripted(raw.get("script", [])),
    )


# ---- consistency ------------------- --------------------------------------------------------------------------------


def _require_whole(lesson: Lesson, game: Game) -> None:
    file = lesson.path.name
    if not lesson.steps[0].starts_anew:
        raise ContentError(file, "step[1].given", "is missing: the first step has a position, or deal = true")
    if lesson.you >= lesson.seats:
        raise ContentError(file, "you", f"there is no P{lesson.you + 1} among {lesson.seats} seats")
    if len(lesson.names) > lesson.seats:
        raise ContentError(file, "names", f"{len(lesson.names)} names for {lesson.seats} seats")
    _require_rules(file, [(f"rules[{at}]", rule) for at, rule in enumerate(lesson.rules, 1)], game)
    for step in lesson.steps:
        _require_step(file, step, lesson, game)
    for key, text in lesson.sentences():
        _require_short(file, key, text)


def _require_step(file: str, step: Step, lesson: Lesson, game: Game) -> None:
    if step.deal and step.given is not None:
        raise ContentError(file, f"{step.key}.deal", "either a given position or a new deal")
    if len(step.say) > MOST_BUBBLES:
        raise ContentError(file, f"{step.key}.say", f"more than {MOST_BUBBLES} bubbles")
    _require_rules(file, [(f"{wrong.key}.rule", wrong.rule) for wrong in step.wrong if wrong.rule], game)
    for key, expected in ((f"{step.key}.goal", step.goal), *((f"{w.key}.when", w.when) for w in step.wrong)):
        if expected is not None:
            require_declared(file, key, expected, game.facts)
    for what, script in (("before", step.before), ("script", step.script), ("others", step.others)):
        for at, scripted in enumerate(script, 1):
            if scripted.seat >= lesson.seats:
                reason = f"there is no P{scripted.seat + 1} among {lesson.seats} seats"
                raise ContentError(file, f"{step.key}.{what}[{at}]", reason)
    if any(scripted.seat == lesson.you for scripted in step.others):
        raise ContentError(file, f"{step.key}.others", "the learner is not one of the others")


def _require_rules(file: str, named: list[tuple[str, str]], game: Game) -> None:
    for key, number in named:
        if number not in game.rules:
            raise ContentError(file, key, f"{game.name.en} has no rule {number}")


def _require_short(file: str, key: str, text: Text) -> None:
    for language, sentence in text.as_json().items():
        for drawn in drawn_keys(str(sentence)):
            if not re.fullmatch(KEY, drawn):
                raise ContentError(file, f"{key}.{language}", f"“{{{drawn}}}” is no key of anything")
        count = len(_DRAWN.sub("x", str(sentence)).split())
        if count > MOST_WORDS:
            raise ContentError(file, f"{key}.{language}", f"{count} words; a bubble has at most {MOST_WORDS}")


def drawn_keys(sentence: str) -> list[str]:
    """The keys that a sentence draws; ``{P2}`` is somebody's name."""
    return [key for key in _DRAWN.findall(sentence) if not _SEAT.fullmatch(key)]
