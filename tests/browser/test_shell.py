"""The shell on six sizes in both languages.

Home begins with one button, a match ends in a picture with the next step at the thumb, opponents have faces, bots
speak, and sound is offered once.
"""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from . import test_kapow_cards
from .conftest import Invite
from .server_process import PHONE, PICTURED, Person, ServerProcess, play_to_the_end, play_until

SIZES = ((320, 640), (390, 844), (844, 390), (820, 1180), (1440, 900), (2560, 1440))
LANGUAGES = ("en", "de")
SWITCH = """(language) => {
    const key = 'slugfest.settings'
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...kept, language }))
    dispatchEvent(new StorageEvent('storage', { key }))
}"""


def within(person: Person, what: Locator) -> None:
    """All of it is on the screen, without scrolling, and its words are whole."""
    box = what.bounding_box()
    size = person.page.viewport_size
    assert box is not None
    assert size is not None
    assert box["x"] >= 0, f"{what}: {box}"
    assert box["y"] >= 0, f"{what}: {box}"
    assert box["x"] + box["width"] <= size["width"] + 1, f"{what}: {box} on {size}"
    assert box["y"] + box["height"] <= size["height"] + 1, f"{what}: {box} on {size}"
    wide, room = what.evaluate("(one) => [one.scrollWidth, one.clientWidth]")
    assert wide <= room + 1, f"{what} is cut on {size}: {wide} in {room}"


def test_home_begins_with_one_button_and_a_game(server: ServerProcess, invite: Invite) -> None:
    ann = invite(server, "Ann", PHONE)
    ann.goto("/")
    now = ann.page.locator("[data-play-now] .big")
    expect(now).to_be_visible()
    expect(ann.page.locator(".covers li")).to_have_count(4)
    for language in LANGUAGES:
        ann.page.evaluate(SWITCH, language)
        expect(now).to_contain_text("Play now" if language == "en" else "Jetzt spielen")
        for width, height in SIZES:
            ann.page.set_viewport_size({"width": width, "height": height})
            ann.fits()
            within(ann, now)
            cover = ann.page.locator(".covers .cover").first.bounding_box()
            assert cover is not None
            assert cover["y"] + 80 <= height, f"no game in sight on {width}x{height}"
            begins = now.bounding_box()
            assert begins is not None
            assert begins["y"] < 130 or min(width, height) > 600, (
                f"the button is not first on {width}x{height}"
            )
    ann.accessible()
    # A newcomer's first lesson is one tap away; whoever plays already goes on with the match.
    assert re.search(r"/learn/[a-z-]+/1$", now.get_attribute("href") or "")
    match = ann.new_match("kapow-cards", [{"kind": "me"}, {"kind": "bot", "level": "easy"}])
    ann.goto("/")
    expect(now).to_have_attribute("href", f"/match/{match}")


def test_a_match_with_faces_ends_in_a_picture(server: ServerProcess, invite: Invite) -> None:
    ann = invite(server, "Ann", PHONE)
    ann.context.add_init_script(
        "if (!sessionStorage.began) {"
        " sessionStorage.began = 'yes'; localStorage.removeItem('slugfest.soundOffered') }"
    )
    match = ann.new_match("kapow-cards", [{"kind": "me"}, *[{"kind": "bot", "level": "easy"}] * 2])
    ann.goto(f"/match/{match}")
    expect(ann.page.locator(".panel [data-seat-mark] svg.face")).to_have_count(2)
    greeting = ann.page.locator("[data-said=persona-greeting]")
    expect(greeting).to_be_visible()
    said, banner = greeting.bounding_box(), ann.page.locator(".turn").bounding_box()
    assert said is not None
    assert banner is not None
    assert said["y"] + said["height"] <= banner["y"] + 1, "whose turn it is stays in sight"

    offer = ann.page.locator("[data-sound-offer]")
    play_until([ann], test_kapow_cards.WANTED, lambda: offer.count() > 0)
    offer.get_by_role("button").last.click()
    ann.page.reload()
    play_to_the_end([ann], test_kapow_cards.WANTED)
    assert offer.count() == 0

    poster = ann.page.locator("[data-end-poster]")
    thumb = ann.page.locator("dialog[open] .foot")
    for language in LANGUAGES:
        ann.page.evaluate(SWITCH, language)
        for width, height in SIZES:
            ann.page.set_viewport_size({"width": width, "height": height})
            ann.fits()
            within(ann, poster.locator(".burst").first)
            within(ann, thumb.get_by_role("button").first)
            if (width, height) in PICTURED:
                ann.screenshot(f"shell/end-{language}-{width}x{height}")
    expect(poster.locator("[data-mood=glad]")).to_have_count(1)
    expect(poster.locator("[data-mood=hurt]")).to_have_count(2)
    expect(poster.locator("p.blow")).to_have_count(1)  # the last one, or the final battle

    ann.page.get_by_role("button", name="Bild zum Teilen").click()
    picture = ann.page.locator("dialog[open] img")
    expect(picture).to_be_visible()
    assert picture.evaluate("(one) => [one.naturalWidth, one.naturalHeight]") == [1200, 630]
