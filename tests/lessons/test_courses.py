"""Every lesson of every game, completed by the engine: each line, each mistake, each script."""

from __future__ import annotations

import pytest

from slugfest.kernel import game as find_game
from slugfest.kernel import games
from slugfest.lessons.course import Lesson, course_of, drawn_keys
from slugfest.lessons.proof import prove

LESSONS = [lesson for game in games() for lesson in course_of(game)]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: f"{lesson.game}-{lesson.path.stem}")
def test_a_lesson_can_be_completed_and_answers_every_mistake_it_names(lesson: Lesson) -> None:
    prove(lesson)


def terms_of(game: str) -> set[str]:
    return {term.key for term in find_game(game).require_teaching().terms()}


def explained(key: str, known: set[str]) -> bool:
    """Whether a thing has an explanation, of its own or of its kind: card:S12@hand, card:S12, card."""
    placeless = key.partition("@")[0]
    return bool({key, placeless, placeless.partition(":")[0]} & known)


@pytest.mark.parametrize("game", games())
def test_whatever_a_lesson_points_at_or_draws_has_an_explanation(game: str) -> None:
    known = terms_of(game)
    strange: list[str] = []
    for lesson in course_of(game):
        keys = [key for step in lesson.steps for key in step.point]
        keys += [key for _, text in lesson.sentences() for key in drawn_keys(text.en) + drawn_keys(text.de)]
        strange += [f"{lesson.path.name}: {key}" for key in keys if not explained(key, known)]
    assert strange == []


def test_a_key_that_nobody_explains_is_noticed() -> None:
    assert explained("card:S12@hand", {"card:S12"})
    assert explained("card:S12@hand", {"card"})
    assert not explained("card:S12@hand", {"die", "card:S13"})


@pytest.mark.parametrize("game", games())
def test_every_built_in_game_has_a_course_of_three_to_eight_lessons(game: str) -> None:
    assert 3 <= len(course_of(game)) <= 8
