"""Several people around one device without a network: the page never has what the one who holds it may not know."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import expect

from . import test_custom_heroes, test_kapow_cards
from .server_process import PHONE, Person, play_until
from .site import Site
from .test_site import Come, come, host  # noqa: F401 - fixtures

# Everything that comes out of the worker is kept, in order. Where several owe a decision at once, whoever holds the
# device makes theirs first: taps need not wait for the others (server.py).
KEEP_ALL = """
window.heard = []
window.Worker = class extends Worker {
    constructor(...how) {
        super(...how)
        this.addEventListener('message', ({ data }) => {
            if (data.type !== 'message') return
            window.heard.push(data.text)
            const { match } = JSON.parse(data.text)
            if (match?.seats) {
                const mine = match.owing.filter((seat) => match.seats[seat].you)
                window.lastMatch = { ...match, owing: mine.length > 0 ? mine : match.owing }
            }
            window.lastTold = window.lastMatch
        })
    }
}
"""


def views(person: Person) -> list[dict[str, Any]]:
    """Every view that has reached the page since it was loaded."""
    told = [json.loads(text) for text in person.page.evaluate("window.heard")]
    return [one["view"] for one in told if one.get("view")]


def face_down(person: Person, name: str, seen: dict[str, Any] | None) -> None:
    """The device is to be handed to somebody, and nothing of anybody is on show or anywhere in the page."""
    page = person.page
    expect(page.locator("[data-between] h1")).to_contain_text(name)
    expect(page.locator("[data-board]")).to_have_count(0)
    assert page.title() in ("Slugfest", "(1) Slugfest")  # how many matches wait, and no more
    known = [move["label"]["de"] for move in (seen or {"moves": []})["moves"]]
    text = page.content()
    assert not [label for label in known if label in text]


def covers_nothing(person: Person) -> None:
    """The bar that asks to hand the device on stands under the board, not on it."""
    person.stays()
    bar = person.page.locator("[data-hand-on]")
    low, top = bar.evaluate(
        "(bar) => [document.querySelector('.table').getBoundingClientRect().bottom, bar.offsetTop]"
    )
    assert low <= top, f"the table ends at {low}, the bar begins at {top}"


def take(person: Person) -> None:
    person.page.locator("[data-between] .go button").click()
    expect(person.page.locator("[data-board]")).to_be_visible()


def test_a_device_goes_from_hand_to_hand_and_its_page_never_has_the_others_hand(
    host: Site,  # noqa: F811
    come: Come,  # noqa: F811
) -> None:
    ann = come(host, "Ann", PHONE, "de")
    host.stop()
    ann.context.add_init_script(KEEP_ALL)
    ann.page.reload()
    ann.goto("/new/custom-heroes")
    how_many = ann.page.get_by_role("group", name="Wie viele spielen mit?")
    how_many.get_by_text("2", exact=True).click()
    ann.page.get_by_label("Wer auf Platz 2 spielt").select_option("here")
    ann.page.get_by_label("Name für Platz 2").fill("Bob")
    ann.page.get_by_label("Dein Name").fill("Ann")
    ann.fits()
    ann.page.locator("form button[type=submit]").click()
    page = ann.page
    face_down(ann, "Gib das Gerät an", None)
    assert views(ann) == []
    ann.fits()
    ann.accessible()
    ann.screenshot("site-hot-seat-between-390-de")

    holder, other = ("Ann", 0), ("Bob", 1)
    if "Bob" in page.locator("[data-between] h1").inner_text():
        holder, other = other, holder
    for turn in range(3):
        before = len(views(ann))
        take(ann)
        if turn == 0:
            page.reload()  # whoever opens the page may be somebody else
            face_down(ann, holder[0], None)
            take(ann)
            before = 0
        hand_on = page.locator("[data-hand-on]")
        play_until([ann], test_custom_heroes.WANTED, hand_on.is_visible)
        expect(hand_on).to_contain_text(other[0])
        covers_nothing(ann)
        had = views(ann)[before:]
        assert {view["seat"] for view in had} == {holder[1]}
        hand_on.get_by_role("button").click()
        face_down(ann, other[0], had[-1])
        count = len(views(ann))
        page.go_back()
        page.wait_for_url("**/#/new/*")
        page.go_forward()
        face_down(ann, other[0], had[-1])
        assert len(views(ann)) == count
        holder, other = other, holder


def test_a_match_around_one_device_is_reviewed_for_everybody(
    host: Site,  # noqa: F811
    come: Come,  # noqa: F811
) -> None:
    """Also where somebody gives up, without a network, and with the same sentences on the review's own page."""
    ann = come(host, "Ann", PHONE, "de")
    host.stop()
    ann.prefers()
    ann.context.add_init_script(KEEP_ALL)
    ann.page.reload()
    ann.goto("/new/kapow-cards")
    ann.page.get_by_label("Wer auf Platz 2 spielt").select_option("here")
    ann.page.get_by_label("Name für Platz 2").fill("Bob")
    ann.page.get_by_label("Dein Name").fill("Ann")
    ann.page.locator("form button[type=submit]").click()
    page = ann.page
    take(ann)
    hand_on = page.locator("[data-hand-on]")
    play_until([ann], test_kapow_cards.WANTED, hand_on.is_visible)
    hand_on.get_by_role("button").click()
    take(ann)
    page.get_by_role("button", name="Tisch verlassen").click()
    page.locator("dialog[open]").get_by_role("button", name="Aufgeben").click()
    page.locator("dialog[open]").get_by_role("button", name="Ja, ich gebe auf").click()
    debrief = page.locator("dialog[open] .debrief")
    expect(debrief.locator(".verdict")).to_have_text(re.compile(r"\w+"), timeout=120_000)
    chosen = debrief.locator("[aria-pressed=true]")
    mine, verdict = chosen.inner_text(), debrief.locator(".verdict").inner_text()
    debrief.locator("[aria-pressed=false]").click()
    expect(chosen).not_to_have_text(mine)
    expect(debrief.locator(".verdict")).not_to_have_text(verdict)
    ann.screenshot("site-hot-seat-debrief-390-de")
    expect(debrief.get_by_role("progressbar")).to_have_count(0, timeout=120_000)
    debrief.get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Auswertung")
    expect(page.locator(".verdict").first).to_be_visible()
    ann.fits()
    ann.accessible()
    ann.screenshot("site-hot-seat-review-390-de")
