"""KAPOW! cards in real browsers: whole matches, seen on the screen and on the wire."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from slugfest.games.kapow_cards import GAME
from slugfest.kernel import EVERYTHING, read_record, verify

from .conftest import Invite
from .server_process import (
    DESK,
    PHONE,
    Person,
    ServerProcess,
    agree_to_hints,
    decide,
    hurry_to_the_end,
    play_to_the_end,
    together,
)

ME = {"kind": "me"}
OPEN = {"kind": "open"}
EASY = {"kind": "bot", "level": "easy"}
SIZES = pytest.mark.parametrize(
    ("size", "language"), [(PHONE, "de"), (DESK, "en")], ids=["phone-de", "desk-en"]
)


CHOSEN = "[data-board]:has(.hand [aria-pressed=true])"
# Attack with the first card that can, else barricade it, else recruit or pass; by tapping alone.
WANTED = (
    ".primary button",
    f"{CHOSEN} .others [data-legal]",
    "[data-board]:not(:has(.hand [aria-pressed=true])) .hand [data-legal]",
    f"{CHOSEN} .actions [data-legal][aria-pressed=false]",
    f"{CHOSEN} .hand [data-legal][aria-pressed=false]",  # a weapon with a full row needs its hero
    ".actions [data-legal][aria-pressed=false]:last-child",
    ".actions [data-legal][aria-pressed=false]",
)


@SIZES
def test_a_person_plays_bots_from_the_home_page_to_the_verified_record(
    server: ServerProcess, invite: Invite, size: tuple[int, int], language: str
) -> None:
    ann = invite(server, "Ann", size, language)
    ann.goto("/")
    ann.fits()
    ann.screenshot(f"home-{size[0]}-{language}")
    ann.page.locator("a[href='/new/kapow-cards']").first.click()
    ann.page.wait_for_url("**/new/kapow-cards")
    ann.page.get_by_role("textbox").first.fill("Ann")
    ann.fits()
    ann.screenshot(f"new-{size[0]}-{language}")
    ann.page.locator("form button[type=submit]").click()
    ann.page.wait_for_url("**/match/*")
    expect(ann.page.locator("[data-board]")).to_be_visible()
    ann.fits()
    ann.accessible()
    ann.screenshot(f"kapow-cards-{size[0]}-{language}")
    play_to_the_end([ann], WANTED)
    ann.stays()
    ann.screenshot(f"kapow-cards-end-{size[0]}-{language}")
    ann.accessible()
    with ann.page.expect_download() as download:
        ann.page.locator("dialog[open] a[download]").click()
    record = read_record(download.value.path().read_text("utf-8"))
    assert verify(record, GAME).state.outcome() is not None
    ann.page.locator("dialog[open] a[href^='/replay/']").click()
    ann.page.wait_for_url("**/replay/*")
    expect(ann.page.locator("[data-board]")).to_be_visible()
    ann.page.keyboard.press("ArrowRight")
    ann.fits()
    ann.accessible()
    ann.screenshot(f"replay-{size[0]}-{language}")


def test_two_people_play_a_whole_match_and_a_spectator_learns_no_secret(
    server: ServerProcess, invite: Invite
) -> None:
    ann, bob, eve = (
        invite(server, "Ann", PHONE, "de"),
        invite(server, "Bob", DESK),
        invite(server, "Eve", DESK),
    )
    for person in (ann, bob, eve):
        person.named()
    match = ann.new_match("kapow-cards", [ME, OPEN])
    ann.goto(f"/match/{match}")
    ann.accessible()
    ann.screenshot("lobby-390-de")
    bob.goto(f"/match/{match}")
    bob.page.get_by_role("button", name=re.compile("seat 2", re.IGNORECASE)).click()
    ann.page.locator("button.primary, .go button").last.click()
    eve.goto(f"/match/{match}")
    expect(eve.page.locator("[data-board]")).to_be_visible()
    eve.accessible()
    eve.screenshot("spectator-1440-en")
    play_to_the_end([ann, bob], WANTED)
    answer = ann.context.request.get(f"{server.address}/api/matches/{match}/record")
    history = verify(read_record(answer.text()), GAME)
    check_the_wire(history, [(ann, 0), (bob, 1), (eve, -1)])
    a_stranger_watches_it_again(invite(server, "Zoe", PHONE), match, history)


def a_stranger_watches_it_again(zoe: Person, match: str, history: Any) -> None:
    """Whoever has the link sees everything, or only what one of them saw; and a step has an address."""
    cards = GAME.display.catalogue()["cards"]
    hands = [
        [cards[card]["name"]["en"] for card in player["hand"]]
        for player in history.at(2).view(EVERYTHING)["board"]["players"]
    ]
    zoe.goto(f"/replay/{match}?step=2")
    board, where = zoe.page.locator("[data-board]"), zoe.page.get_by_role("slider")
    expect(where).to_have_attribute("aria-valuetext", re.compile("Step 2 of"))
    for seat, hand in enumerate(hands):
        for name in hand:
            held = board.get_by_role("group", name=f"{('Ann', 'Bob')[seat]}: Hand")
            expect(held.get_by_role("button", name=re.compile(re.escape(name)))).not_to_have_count(0)
    zoe.fits()
    zoe.accessible()
    zoe.screenshot("replay-open-390-en")
    zoe.page.get_by_role("combobox").select_option("Bob")
    zoe.page.wait_for_url("**?step=2&eyes=2")
    expect(board.locator(".hand [data-spot]")).to_have_count(len(hands[1]))
    for name in set(hands[0]) - set(hands[1]):
        expect(board.get_by_role("button", name=re.compile(re.escape(name)))).to_have_count(0)
    zoe.page.locator("h1").click()
    zoe.page.keyboard.press("ArrowRight")
    expect(where).to_have_attribute("aria-valuetext", re.compile("Step 3 of"))
    zoe.page.wait_for_url("**?step=3&eyes=2")
    zoe.page.reload()
    expect(where).to_have_attribute("aria-valuetext", re.compile("Step 3 of"))
    zoe.calm()


def check_the_wire(history: Any, listeners: list[tuple[Person, int]]) -> None:
    """No frame that came before the end names a card its receiver could not know, nor the secret."""
    for person, seat in listeners:
        looked_through = 0
        for frame in person.frames():
            if frame["type"] not in ("snapshot", "update") or frame["view"] is None:
                continue
            if frame["view"]["outcome"] is not None:
                continue
            assert history.secret not in json.dumps(frame)
            assert frame["view"]["seat"] == seat
            plies = [step["ply"] for step in frame.get("log", frame.get("steps", []))]
            if not plies:
                continue
            state = history.at(max(plies))
            assert frame["view"]["board"] == state.board(seat)
            allowed = set(re.findall(r'"([STMRVW]\d[0-9a-d]*)"', json.dumps(state.board(seat))))
            named = set(re.findall(r'"([STMRVW]\d[0-9a-d]*)"', json.dumps(frame["view"])))
            assert named <= allowed
            looked_through += 1
        assert looked_through > 3, f"{person.name} received too little to judge"


@pytest.mark.parametrize("when", ["kill", "offline"])
def test_a_match_goes_on_after_a_power_cut_without_a_reload(
    own_server: ServerProcess, invite: Invite, when: str
) -> None:
    ann = invite(own_server, "Ann", DESK)
    match = ann.new_match("kapow-cards", [ME, EASY, EASY])
    ann.goto(f"/match/{match}")
    ann.page.evaluate("window.stayed = true")
    decide(ann, WANTED)
    if when == "kill":
        own_server.kill()
        expect(ann.page.locator("[data-connection]")).to_be_visible()
        ann.screenshot("reconnecting-1440-en")
        own_server.start()
    else:
        ann.context.set_offline(True)
        ann.context.set_offline(False)
    expect(ann.page.locator("[data-connection]")).to_be_hidden(timeout=30_000)
    play_to_the_end([ann], WANTED)
    assert ann.page.evaluate("window.stayed") is True
    answer = ann.context.request.get(f"{own_server.address}/api/matches/{match}/record")
    verify(read_record(answer.text()), GAME)


def test_undo_and_hint_at_the_table(server: ServerProcess, invite: Invite) -> None:
    ann, bob = invite(server, "Ann", DESK), invite(server, "Bob", DESK)
    ann.named()
    bob.named()
    match = ann.new_match("kapow-cards", [ME, OPEN], {"start_seat": 1})
    ann.goto(f"/match/{match}")
    bob.goto(f"/match/{match}")
    bob.page.get_by_role("button", name=re.compile("seat 2", re.IGNORECASE)).click()
    agree_to_hints(ann, bob)
    ann.page.locator(".go button").last.click()
    undo = ann.page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    ann.takes_a_hint()
    expect(
        ann.page.get_by_role("list", name=re.compile("idea|suggest|bot", re.IGNORECASE)).first
    ).to_be_visible()
    ann.page.keyboard.press("Escape")
    ann.page.locator("[data-board] .actions button").last.click()
    primary = ann.page.locator("[data-board] .primary button")
    if primary.is_enabled():
        primary.click()
    expect(undo).to_be_enabled()
    undo.click()
    expect(ann.page.get_by_role("status").filter(has_text="Your turn")).to_be_visible()


def test_the_keyboard_alone_can_play(server: ServerProcess, invite: Invite) -> None:
    ann = invite(server, "Ann", DESK)
    match = ann.new_match("kapow-cards", [ME, EASY], {"start_seat": 1})
    ann.goto(f"/match/{match}")
    expect(ann.page.locator(".hand [data-legal]").first).to_be_visible()
    ann.page.locator("[data-board] .actions button").last.focus()
    ann.page.keyboard.press("p")
    ann.page.keyboard.press("p")
    if ann.page.locator("[data-board] .primary button").is_enabled():
        ann.page.locator("[data-board] .primary button").focus()
        ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".hand [data-legal]").first).to_be_visible()
    expect(ann.page.locator("html")).to_have_attribute("data-told", re.compile(r"\[0 PASS\]"))


@SIZES
@pytest.mark.parametrize("theme", ["light", "night"])
def test_six_at_a_table_fit_on_the_screen(
    server: ServerProcess, invite: Invite, size: tuple[int, int], language: str, theme: str
) -> None:
    ann = invite(server, "Ann", size, language)
    ann.prefers(theme=theme)
    match = ann.new_match("kapow-cards", [ME, EASY, EASY, EASY, EASY, EASY], {"mode": "to-infinity"})
    ann.goto(f"/match/{match}")
    expect(ann.page.locator(".hand [data-legal]").first).to_be_visible()
    ann.fits()
    ann.accessible()
    for spot in ann.page.locator("[data-board] [data-legal]").all():
        assert spot.is_visible()
    ann.screenshot(f"kapow-cards-six-{size[0]}-{language}-{theme}")


def test_animated_play_reaches_the_end_too(server: ServerProcess, invite: Invite) -> None:
    ann = invite(server, "Ann", PHONE, "en", motion="full")
    match = ann.new_match("kapow-cards", [ME, EASY])
    ann.goto(f"/match/{match}")
    decide(ann, WANTED)
    ann.page.wait_for_timeout(250)
    ann.screenshot("kapow-cards-clash-390-en")
    hurry_to_the_end(ann, WANTED)


@SIZES
@pytest.mark.parametrize("path", ["/", "/new/kapow-cards", "/about", "/match/NOSUCHID", "/nowhere"])
def test_every_page_is_accessible_and_fits(
    server: ServerProcess, invite: Invite, path: str, size: tuple[int, int], language: str
) -> None:
    ann = invite(server, "Ann", size, language)
    ann.goto(path)
    ann.page.locator("#content").wait_for()
    ann.page.wait_for_load_state("networkidle")
    ann.fits()
    ann.accessible()
    ann.screenshot(f"page{path.replace('/', '-')}-{size[0]}-{language}")


def test_a_move_is_taken_back_between_people_only_if_they_agree(
    server: ServerProcess, invite: Invite
) -> None:
    ann, bob, cem = (
        invite(server, "Ann"),
        invite(server, "Bob", PHONE, "de"),
        invite(server, "Cem"),
    )
    together([ann, bob, cem], "kapow-cards", start_seat=1)
    passing = (".primary button", "[data-explain='button:pass'][data-legal][aria-pressed=false]")
    decide(ann, passing)
    decide(bob, passing)  # now Ann's pass cannot be undone freely, and nothing was shown
    asked = bob.page.locator("[data-taking-back]")
    for answer in ("Nein", "Erlauben"):
        ann.page.get_by_role("button", name="Ask to take it back").click()
        ann.page.locator("dialog[open]").get_by_role("button", name="Ask to take it back").click()
        expect(asked).to_contain_text("Ann möchte den letzten Zug zurücknehmen.")
        strip, board = (bob.page.locator(one).bounding_box() for one in ("header .strip", "main"))
        assert strip is not None
        assert board is not None
        assert strip["y"] + strip["height"] == pytest.approx(board["y"], abs=1), "it pushes the board down"
        asked.get_by_role("button", name=answer).click()
    cem.page.locator("[data-taking-back]").get_by_role("button", name="Allow").click()
    expect(ann.page.locator(".turn .who")).to_have_text("Your turn!")
    expect(asked).to_have_count(0)
