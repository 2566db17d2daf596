"""Lessons over the protocol: which one an address names, what its session answers, where it is resumed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from slugfest.kernel import Game, is_number
from slugfest.lessons.course import Lesson, course_of
from slugfest.lessons.session import Session
from slugfest.table import Play, Undo
from slugfest.table.messages import ServerMessage
from slugfest.table.pages import CourseInfo, LessonInfo

from . import wire
from .problems import not_understood, problem


def course_asked(games: Mapping[str, Game], game: str) -> tuple[Lesson, ...]:
    """The course of a game."""
    found = games.get(game)
    if found is None:
        raise problem("NO_SUCH_GAME")
    return course_of(found)


def lesson_asked(course: tuple[Lesson, ...], number: str, step: str | None) -> tuple[Lesson, int | None]:
    """The lesson of an address, and the step, if it names one."""
    if not is_number(number) or not 1 <= int(number) <= len(course):
        raise problem("NO_SUCH_LESSON")
    if step is not None and not is_number(step):
        raise not_understood("step")
    return course[int(number) - 1], None if step is None else int(step)


def guest_name(guest: str, german: bool) -> str:
    """The name of a guest who has not given one: the same in every lesson and match."""
    number = int.from_bytes(hashlib.sha256(guest.encode()).digest()[:8]) % 900 + 100
    return f"{'Gast' if german else 'Guest'} {number}"


def course_info(game: Game) -> CourseInfo:
    """The lessons of a game's course."""
    lessons = [
        LessonInfo(
            number=lesson.number,
            title=lesson.title.as_json(),
            idea=lesson.idea.as_json(),
            steps=len(lesson.steps),
        )
        for lesson in course_of(game)
    ]
    return CourseInfo(game=game.id, lessons=lessons)


def left_at(session: Session) -> int:
    """The step at which a lesson is resumed. One that is done begins again at the first."""
    return 1 if session.over else session.at + 1


def answers(session: Session, request: wire.Request[wire.LessonRequest]) -> list[ServerMessage]:
    """The messages that answer a request."""
    match request.body:
        case wire.Sync():
            return session.open()
        case Play(moves=moves):
            return session.play(request.id, moves)
        case wire.Preview(moves=moves):
            return session.preview(request.id, moves)
        case Undo():
            return session.undo(request.id)
        case wire.Next():
            return session.next(request.id)
        case wire.Go(step=step):
            return session.go(request.id, step)
