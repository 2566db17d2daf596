"""Fair chance in real browsers: what a browser notes, what it finds at the end, and a match that people give up."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from slugfest.kernel import game, read_record, verify

from .conftest import Invite
from .server_process import DESK, PHONE, Person, ServerProcess, nonce_of

ME, OPEN, EASY = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "easy"}
SIZES = pytest.mark.parametrize(
    ("size", "language"), [(PHONE, "de"), (DESK, "en")], ids=["phone-de", "desk-en"]
)
WORDS = {
    "en": {
        "sit": "Take seat 2", "start": "Start the fight", "leave": "Leave the table",
        "abandon": "End without a result", "agree": "End it", "on": "Play on", "called off": "Called off!",
    },
    "de": {
        "sit": "Auf Platz 2 setzen", "start": "Los geht’s", "leave": "Tisch verlassen",
        "abandon": "Ohne Ergebnis beenden", "agree": "Beenden", "on": "Weiterspielen",
        "called off": "Abgebrochen!",
    },
}  # fmt: skip


def press(person: Person, name: str) -> None:
    person.page.get_by_role("button", name=name, exact=True).click()


def abandon(person: Person, words: dict[str, str]) -> None:
    press(person, words["leave"])
    press(person, words["abandon"])


@SIZES
def test_two_people_give_a_match_up_and_their_browsers_check_its_chance(
    server: ServerProcess, invite: Invite, size: tuple[int, int], language: str
) -> None:
    words = WORDS[language]
    ann, bob = (invite(server, name, size, language) for name in ("Ann", "Bob"))
    match = ann.new_match("kapow-cards", [ME, OPEN])
    for person in (ann, bob):
        person.goto(f"/match/{match}")
    press(bob, words["sit"])
    press(ann, words["start"])
    for person in (ann, bob):
        expect(person.page.locator("[data-board]")).to_be_visible()
    abandon(ann, words)
    expect(bob.page.locator("[data-abandoning]")).to_be_visible()
    bob.fits()
    bob.stays()
    bob.accessible()
    press(bob, words["on"])
    expect(ann.page.locator("[data-abandoning]")).to_have_count(0)
    abandon(bob, words)
    press(ann, words["agree"])
    for person in (ann, bob):
        expect(person.page.locator("dialog[open] div.burst")).to_contain_text(words["called off"])
        expect(person.page.locator("dialog[open] [data-fair]")).to_have_attribute("data-fair", "good")
        person.page.locator("dialog[open] [data-fair] summary").click()
        expect(person.page.get_by_text(nonce_of(person.name))).to_be_visible()
        person.fits()
        person.accessible()
    record = read_record(ann.context.request.get(f"{server.address}/api/matches/{match}/record").text())
    assert record.sitting == [f"person {nonce_of('Ann')}", f"person {nonce_of('Bob')}"]
    assert record.result == "abandoned"
    verify(record, game("kapow-cards"))


def test_a_match_against_bots_begins_with_no_lobby_and_no_tap(server: ServerProcess, invite: Invite) -> None:
    ann = invite(server, "Ann")
    match = ann.new_match("kapow-cards", [ME, EASY])
    ann.context.add_init_script(
        "new MutationObserver(() => (window.lobbies ??= 0,"
        " window.lobbies += /Before the fight/.test(document.body?.textContent ?? '')))"
        ".observe(document, { childList: true, subtree: true })"
    )
    ann.goto(f"/match/{match}")
    expect(ann.page.locator("[data-board]")).to_be_visible()
    assert ann.page.evaluate("window.lobbies") == 0
    assert [frame["type"] for frame in ann.frames()[:1]] == ["snapshot"]


@pytest.mark.parametrize("lie", ["commitment", "nonce", "terms"])
def test_a_browser_that_noted_something_else_says_so(server: ServerProcess, invite: Invite, lie: str) -> None:
    """As if the server had shown or used another value at the start than at the end."""
    ann = invite(server, "Ann")
    match = ann.new_match("kapow-cards", [ME, EASY])
    ann.goto(f"/match/{match}")
    expect(ann.page.locator("[data-board]")).to_be_visible()
    pins = json.loads(ann.page.evaluate("localStorage.getItem('slugfest.pins')"))
    assert re.fullmatch("[0-9a-f]{64}", pins[match]["commitment"])
    assert pins[match] == {**pins[match], "nonce": nonce_of("Ann"), "early": True}
    pins[match][lie] = pins[match][lie].replace("a", "b").replace("0", "1")
    ann.page.evaluate("(pins) => localStorage.setItem('slugfest.pins', pins)", json.dumps(pins))
    ann.page.reload()
    expect(ann.page.locator("[data-board]")).to_be_visible()
    abandon(ann, WORDS["en"])
    expect(ann.page.locator("dialog[open] [data-fair]")).to_have_attribute("data-fair", "bad")
