"""Every lesson of every game, completed by the engine: each line, each mistake, each script."""

from __future__ import annotations

import pytest

from slugfest.kernel import games
from slugfest.lessons.course import Lesson, course_of
from slugfest.lessons.proof import prove

LESSONS = [lesson for game in games() for lesson in course_of(game)]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: f"{lesson.game}-{lesson.path.stem}")
def test_a_lesson_can_be_completed_and_answers_every_mistake_it_names(lesson: Lesson) -> None:
    prove(course_of(lesson.game), lesson.number)
