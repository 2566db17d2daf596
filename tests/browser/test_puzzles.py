"""Puzzles in a real browser: today's is solved on a phone, with a server and without; a mistake is answered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from slugfest.kernel import games
from slugfest.lessons.puzzles import Puzzle, puzzle_of_the_day
from slugfest.protocol.puzzles import DAY, day_of

from .conftest import Invite, deal_of
from .server_process import PHONE, Person, ServerProcess
from .site import Site, visit
from .test_lessons import Learner

GAME: Final = "kapow-cards"  # one move answers


def soon(game: str, now: int) -> tuple[int, Puzzle]:
    """In how many days a puzzle of this game comes that is answered by one move, and which."""
    for days in range(400):
        puzzle = puzzle_of_the_day(list(games().values()), day_of(now) + days)
        assert puzzle is not None
        step = puzzle.lesson().steps[0]
        if puzzle.game == game and len(step.accept[0]) == 1 == len(step.wrong[0].ways()[0]):
            return days, puzzle
    raise AssertionError("no such puzzle")


def solve_today(ann: Person, puzzle: Puzzle, language: str, mistake: bool) -> None:
    """From the home page to the solved puzzle and back."""
    learner, step = Learner(ann, puzzle.game), puzzle.lesson().steps[0]
    ann.goto("/")
    today = ann.page.locator(".puzzle[data-solved]")
    expect(today).to_have_attribute("data-solved", "false")
    ann.fits()
    ann.accessible()
    today.locator("a").first.click()
    ann.page.wait_for_url(f"**/puzzle/{puzzle.game}/{puzzle.number}")
    learner.at(1, "ask")
    learner.says(step.say[0], language)
    ann.fits()
    if mistake:
        learner.make(step.wrong[0].ways()[0])
        learner.at(1, "wrong")
        learner.says(step.wrong[0].say, language)
        ann.page.locator(".voice .next").click()
        learner.at(1, "ask")
    learner.make(step.accept[0])
    learner.at(1, "right")
    assert step.after is not None
    learner.says(step.after, language)
    ann.page.locator(".voice .next").click()
    learner.at(1, "done")
    expect(ann.page.locator(".voice .result")).to_be_visible()
    ann.fits()
    ann.accessible()
    ann.page.locator(".voice .next").click()
    expect(ann.page).not_to_have_url(f"**/puzzle/{puzzle.game}/{puzzle.number}")
    ann.goto("/")
    expect(ann.page.locator(".puzzle[data-solved]")).to_have_attribute("data-solved", "true")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_puzzle_of_the_day_is_solved_on_a_phone(
    server: ServerProcess, invite: Invite, language: str
) -> None:
    days, puzzle = soon(GAME, server.now())
    server.later(days=days)
    solve_today(invite(server, "Ann", PHONE, language), puzzle, language, mistake=language == "de")


@pytest.fixture
def site(request: pytest.FixtureRequest) -> Iterator[Site]:
    site = Site(deal_of(request))
    site.start()
    yield site
    site.stop()


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_puzzle_of_the_day_is_solved_without_a_server(
    site: Site, browser: Browser, language: str
) -> None:
    days, puzzle = soon(GAME, site.now())
    moved = f"{{ const now = Date.now; Date.now = () => now() + {days * DAY} }}\n"
    site.prefix = moved.encode() + site.prefix
    ann = Person(browser, site, "Ann", PHONE, language, "reduce", offline_too=True)
    try:
        visit(ann)
        solve_today(ann, puzzle, language, mistake=language == "en")
    finally:
        ann.leave()
