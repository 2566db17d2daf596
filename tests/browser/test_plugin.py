"""A game by plugin, installed like a stranger's package: on its own board, on the plain one, where its own fails."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import Invite, deal_of
from .server_process import DESK, PHONE, ROOT, ServerProcess, play_to_the_end, play_until

OWN = [".mo-do .sf-primary", ".mo-districts .sf-legal", ".mo-job.mo-legal"]
PLAIN = [".choices button"]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, installed by pip into a folder of its own; no other test hears of it."""
    folder = tmp_path_factory.mktemp("plugin")
    source = shutil.copytree(
        ROOT / "examples" / "masks-off", folder / "source"
    )  # a build leaves things behind
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--no-build-isolation",
    ]
    subprocess.run([*command, "--target", str(folder / "site"), str(source)], check=True)
    return folder / "site"


@pytest.fixture
def plugin_server(tmp_path: Path, installed: Path, request: pytest.FixtureRequest) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path / "slugfest.db", deal_of(request), plugins=installed)
    server.start()
    yield server
    server.stop()


def test_a_match_is_played_on_the_own_board_and_on_the_plain_one(
    plugin_server: ServerProcess, invite: Invite
) -> None:
    ann, bob = invite(plugin_server, "Ann", PHONE, "de"), invite(plugin_server, "Bob", DESK, "en")
    bob.named()
    bob.prefers(plainBoard=True)
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "medium"}]
    match = ann.new_match("masks-off", seats, {"rounds": 4})
    ann.goto(f"/match/{match}")
    bob.goto(f"/match/{match}")
    bob.page.get_by_role("button", name=re.compile("seat 2", re.IGNORECASE)).click()
    ann.page.locator(".go button").last.click()
    expect(ann.page.locator(".mo-districts .sf-legal")).to_have_count(3)
    expect(bob.page.locator(".choices button")).to_have_count(3)
    ann.screenshot("plugin-night-390-de")
    bob.screenshot("plugin-plain-1440-en")
    for person in (ann, bob):
        person.fits()
        person.stays()
        person.accessible()

    names = ann.page.locator(".mo-job.mo-legal")
    play_until([ann, bob], OWN[:2] + PLAIN, lambda: names.count() > 9)
    ann.screenshot("plugin-day-390-de")
    ann.fits()
    ann.accessible()
    names.first.press("ArrowDown")  # the arrows walk through the notebook, Enter chooses
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".mo-job[aria-pressed=true]")).to_have_count(1)
    play_to_the_end([ann, bob], OWN + PLAIN)


def test_a_board_that_fails_leaves_the_match_to_the_plain_one(
    plugin_server: ServerProcess, invite: Invite
) -> None:
    eve = invite(plugin_server, "Eve", PHONE, "en")
    broken = "export function mount() { throw new Error('broken') }"
    eve.context.route(
        re.compile(r"/games/masks-off/.*board\.js"),
        lambda route: route.fulfill(body=broken, content_type="text/javascript"),
    )
    match = eve.new_match("masks-off", [{"kind": "me"}, {"kind": "bot", "level": "easy"}], {"rounds": 4})
    eve.goto(f"/match/{match}")
    expect(eve.page.get_by_text("you play on the plain one")).to_be_visible()
    expect(eve.page.locator(".choices button")).to_have_count(3)
    eve.stays()
    play_to_the_end([eve], PLAIN)
