"""The game that docs/adding-a-game.md builds, secret choices and all: on the plain board, and on the tutorial's own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import Invite, deal_of
from .server_process import DESK, PHONE, ROOT, ServerProcess, play_to_the_end


@pytest.fixture
def rush_server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path / "slugfest.db", deal_of(request), ROOT / "docs" / "adding-a-game.md")
    server.start()
    yield server
    server.stop()


def test_the_game_of_the_tutorial_is_played_by_people_and_a_bot(
    rush_server: ServerProcess, invite: Invite
) -> None:
    ann, bob = invite(rush_server, "Ann", PHONE, "de"), invite(rush_server, "Bob", DESK, "en")
    bob.named()
    ann.prefers(plainBoard=True)
    match = ann.new_match("hero-rush", [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "medium"}])
    ann.goto(f"/match/{match}")
    bob.goto(f"/match/{match}")
    bob.page.get_by_role("button", name=re.compile("seat 2", re.IGNORECASE)).click()
    ann.page.locator(".go button").last.click()
    expect(ann.page.locator("[data-board]")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Schick Held 3")).to_be_visible()
    expect(bob.page.locator(".own .sf-legal")).to_have_count(5)
    ann.fits()
    ann.accessible()
    bob.accessible()
    ann.screenshot("plain-390-de")
    bob.screenshot("tutorial-board-1440-en")

    before = len(bob.received)
    ann.page.get_by_role("button", name="Schick Held 4").click()
    expect(ann.page.get_by_role("button", name="Schick Held 3")).to_be_hidden()
    secret = [frame for frame in bob.received[before:] if '"SEND 4"' in strip_own_moves(frame)]
    assert secret == [], "Bob's browser was told what Ann had chosen"
    ann.page.locator("header button:enabled").nth(1).click()  # takes the choice back
    expect(ann.page.get_by_role("button", name="Schick Held 3")).to_be_visible()
    play_to_the_end([ann, bob], [".choices button", ".own .sf-legal"])


def strip_own_moves(frame: str) -> str:
    """A frame without the receiver's own legal moves, which name every hero."""
    message = json.loads(frame)
    if message.get("view"):
        message["view"]["moves"] = []
    return json.dumps(message)
