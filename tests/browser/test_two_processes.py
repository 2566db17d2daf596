"""Two processes on one PostgreSQL: people at one table are connected to different ones, and cannot tell."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import WebSocket, expect
from tests.postgres import running_postgres

from slugfest.kernel import game, read_record, verify

from . import test_custom_heroes, test_kapow_cards, test_kapow_dice, test_tag_team
from .conftest import Invite, deal_of
from .server_process import DESK, PHONE, Person, ServerProcess, play_to_the_end, tap

ME = {"kind": "me"}
OPEN = {"kind": "open"}
GAMES: dict[str, tuple[dict[str, object], tuple[str, ...]]] = {  # options, and what is tapped
    "kapow-cards": ({}, test_kapow_cards.WANTED),
    "kapow-dice": ({"mode": "characters"}, test_kapow_dice.FIERCE),
    "custom-heroes": (test_custom_heroes.SHORT, test_custom_heroes.WANTED),
    "tag-team": ({"teams": "tactical"}, test_tag_team.WANTED),
}


def seated(ann: Person, bob: Person, name: str, options: dict[str, object]) -> str:
    """Ann opens a match, Bob takes the other seat, and it begins; its id."""
    for person in (ann, bob):
        person.named()
    match = ann.new_match(name, [ME, OPEN], options)
    ann.goto(f"/match/{match}")
    bob.goto(f"/match/{match}")
    bob.page.get_by_role("button", name=re.compile("seat 2", re.IGNORECASE)).click()
    ann.page.locator("button.primary, .go button").last.click()
    for person in (ann, bob):
        expect(person.page.locator("[data-board]")).to_be_visible()
    return match


def record_of(person: Person, match: str) -> str:
    return person.context.request.get(f"{person.server.address}/api/matches/{match}/record").text()


@pytest.fixture(scope="module")
def database() -> str:
    return running_postgres().new_database()


@pytest.fixture
def two_houses(
    database: str, request: pytest.FixtureRequest
) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    """Two servers on the same matches. What one deals the other does not."""
    houses = (
        ServerProcess(database, f"{deal_of(request)} first"),
        ServerProcess(database, f"{deal_of(request)} second"),
    )
    for server in houses:
        server.start()
    yield houses
    for server in houses:
        server.stop()


@pytest.mark.parametrize("name", GAMES)
def test_two_people_on_two_processes_play_a_whole_match(
    two_houses: tuple[ServerProcess, ServerProcess], invite: Invite, name: str
) -> None:
    options, wanted = GAMES[name]
    first, second = two_houses
    ann, bob = invite(first, "Ann", PHONE, "de"), invite(second, "Bob", DESK)
    match = seated(ann, bob, name, options)
    play_to_the_end([ann, bob], wanted)
    record = record_of(ann, match)
    assert record == record_of(bob, match)
    assert verify(read_record(record), game(name)).state.outcome() is not None


class Workers(ServerProcess):
    """Two workers on one port, which can be replaced while people play."""

    def start(self) -> None:
        program = Path(__file__).with_name("serve_workers.py")
        self.process = subprocess.Popen(
            [sys.executable, str(program), str(self.database), "rolling"], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://"), f"the workers did not start: {self.address!r}"

    def renew(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGHUP)


@pytest.fixture
def workers(database: str) -> Iterator[Workers]:
    server = Workers(database, "rolling")
    server.start()
    yield server
    server.stop()


# Whatever the page says about its connection is kept, however shortly it was to be seen.
_NOTE_THE_BAR = """
window.said = []
new MutationObserver(() => {
    const bar = document.querySelector('[data-connection]')
    if (bar) window.said.push(bar.dataset.connection)
}).observe(document, { subtree: true, childList: true })
"""


def test_a_rolling_restart_is_not_noticed(workers: Workers, invite: Invite) -> None:
    """Both workers are replaced while two people play: their lines move over, and no page says a word."""
    ann, bob = invite(workers, "Ann", PHONE, "de"), invite(workers, "Bob", DESK)
    lines: dict[str, int] = {"Ann": 0, "Bob": 0}

    def count(person: Person) -> None:
        person.context.add_init_script(_NOTE_THE_BAR)

        def opened(line: WebSocket) -> None:
            if not line.url.endswith("/ws/mine"):  # the list of one's matches has a line of its own
                lines[person.name] += 1

        person.page.on("websocket", opened)

    for person in (ann, bob):
        count(person)
    options, wanted = GAMES["kapow-cards"]
    match = seated(ann, bob, "kapow-cards", options)
    assert lines == {"Ann": 1, "Bob": 1}
    workers.renew()
    for _ in range(600):
        if min(lines.values()) > 1:
            break
        told = [tap(person, wanted) for person in (ann, bob)]
        assert "over" not in told, "the match was over before the workers were replaced"
        ann.page.wait_for_timeout(250)  # as people play: the workers need a moment to start
    assert min(lines.values()) > 1, "nobody's line moved over"
    play_to_the_end([ann, bob], wanted)
    assert [person.page.evaluate("window.said") for person in (ann, bob)] == [[], []]
    assert verify(read_record(record_of(ann, match)), game("kapow-cards")).state.outcome() is not None
