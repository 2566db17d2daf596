"""What every browser test needs: one server, one browser, people on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from .server_process import DESK, FLAGS, Person, ServerProcess, chromium

Invite = Callable[..., Person]

LONGEST = (
    *("four_people", "people_pages", "test_site", "tried_played_and_sent", "tapped_through", "play_together"),
    *("hot_seat", "whole_match", "verified_record", "firefox", "two_processes", "spectator", "whole_duel"),
)
expect.set_options(timeout=20_000)  # as long as a tap waits: a busy machine is no fault


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder drives a browser: ``./dev test --quick`` leaves it out.

    It comes last: from the first browser on, the process has an event loop that runs, and no other can be started. What
    takes longest comes first of it: begun last, it would keep one core busy while the others have nothing left to do.
    """
    here = str(Path(__file__).parent)
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.browser)
    items.sort(
        key=lambda item: (
            str(item.path).startswith(here),
            not any(word in item.nodeid for word in LONGEST),
        )
    )


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


def deal_of(test: pytest.FixtureRequest) -> str:
    """What the matches of a test follow from: its name, and which deal of it is wanted if not the first."""
    marker = test.node.get_closest_marker("deal")
    return f"{test.node.nodeid} {marker.args[0] if marker else 1}"


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path_factory.mktemp("server") / "slugfest.db", "nobody's")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def server(shared_server: ServerProcess, request: pytest.FixtureRequest) -> ServerProcess:
    """A server that has been running for a while, and deals as this test wants it."""
    shared_server.deal(deal_of(request))
    return shared_server


@pytest.fixture
def own_server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[ServerProcess]:
    """A server of one's own, to be killed."""
    server = ServerProcess(tmp_path / "slugfest.db", deal_of(request))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def invite(browser: Browser) -> Iterator[Invite]:
    """Somebody comes to a server with a browser; afterwards no script of theirs may have failed."""
    people: list[Person] = []

    def come(
        server: ServerProcess,
        name: str,
        size: tuple[int, int] = DESK,
        language: str = "en",
        motion: str = "reduce",
        offline_too: bool = False,
    ) -> Person:
        person = Person(browser, server, name, size, language, motion, offline_too)
        people.append(person)
        return person

    yield come
    for person in people:
        person.calm()
        person.leave()
