"""How to play, what everything is, and the rules for players, in real browsers and in all four games."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from slugfest.kernel import games

from .conftest import Invite
from .server_process import DESK, PHONE, SCREENS, Person, ServerProcess

ME = {"kind": "me"}
EASY = {"kind": "bot", "level": "easy"}

every_game = pytest.mark.parametrize("game", games())


def explanation(person: Person) -> Locator:
    return person.page.locator(".explain[role=dialog]")


def tip(person: Person) -> Locator:
    return person.page.locator(".explain[role=tooltip]")


def sit_down(person: Person, game: str = "kapow-cards") -> None:
    """At a table with a bot, when the board is there."""
    person.goto(f"/match/{person.new_match(game, [ME, EASY])}")
    expect(person.page.locator("[data-board]")).to_be_visible()
    expect(person.page.locator("#content[aria-busy=true]")).to_have_count(0)


def covers(person: Person, popover: Locator, thing: Locator) -> bool:
    """Whether a popover lies over a part of a thing."""
    one, other = popover.bounding_box(), thing.bounding_box()
    assert one is not None
    assert other is not None
    aside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    apart = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
    return not (aside or apart)


# ---- how to play ---------------------------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("language", ["en", "de"])
def test_how_to_play_fits_three_screens_of_a_phone(
    server: ServerProcess, invite: Invite, game: str, language: str
) -> None:
    ann = invite(server, "Ann", PHONE, language)
    ann.goto(f"/how/{game}")
    expect(ann.page.locator(".how section").nth(2)).to_be_visible()
    expect(ann.page.locator(f"a[href='/learn/{game}']")).to_be_visible()
    expect(ann.page.locator(f"a[href='/new/{game}']")).to_be_visible()
    height = ann.page.evaluate("document.documentElement.scrollHeight")
    assert height <= 3 * PHONE[1], f"{height} px"
    ann.fits()
    ann.accessible()
    ann.page.screenshot(path=SCREENS / f"how-{game}-390-{language}.png", full_page=True)


def test_how_to_play_is_reached_from_the_cover_the_new_match_and_the_table(
    server: ServerProcess, invite: Invite
) -> None:
    ann = invite(server, "Ann", PHONE)
    ann.goto("/")
    ann.page.get_by_role("link", name="How to play KAPOW! – the card game").click()
    ann.page.wait_for_url("**/how/kapow-cards")
    expect(ann.page.get_by_role("heading", name="How to play KAPOW! – the card game")).to_be_visible()
    ann.page.get_by_role("link", name="Play", exact=True).click()
    ann.page.wait_for_url("**/new/kapow-cards")
    ann.page.get_by_role("link", name="How to play").click()
    ann.page.wait_for_url("**/how/kapow-cards")
    sit_down(ann)
    ann.page.get_by_role("button", name="What is this?").click()
    ann.page.get_by_role("button", name="How to play").click()
    expect(ann.page.locator("dialog[open] .how .goal")).to_be_visible()
    ann.accessible()


# ---- everything explains itself ------------------------------------------------------------------------------------


def test_hovering_shows_a_tip_that_covers_nothing_and_blocks_nothing(
    server: ServerProcess, invite: Invite
) -> None:
    ann = invite(server, "Ann", DESK)
    sit_down(ann)
    card = ann.page.locator("[data-explain^='card:'][data-legal]").first
    card.hover()
    expect(tip(ann)).to_be_visible()
    assert not covers(ann, tip(ann), card)
    ann.accessible()
    ann.screenshot("explain-tip-1440-en")
    expect(card).to_have_attribute("aria-pressed", "false")
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    ann.page.mouse.move(2, 2)
    expect(tip(ann)).to_have_count(0)


def test_the_key_explains_what_has_the_focus_and_leads_to_the_rule(
    server: ServerProcess, invite: Invite
) -> None:
    ann = invite(server, "Ann", DESK, "de")
    sit_down(ann)
    card = ann.page.locator("[data-explain^='card:'][data-legal]").first
    card.focus()
    ann.page.keyboard.press("?")
    expect(explanation(ann)).to_be_focused()
    assert not covers(ann, explanation(ann), card)
    ann.accessible()
    ann.page.keyboard.press("Escape")
    expect(explanation(ann)).to_have_count(0)
    expect(card).to_be_focused()
    ann.page.keyboard.press("?")
    explanation(ann).get_by_role("button", name="Weiterlesen in den Regeln").click()
    expect(ann.page.locator("aside [data-asked], aside .asked")).to_be_in_viewport()
    expect(explanation(ann)).to_have_count(0)


def test_a_long_press_explains_and_plays_nothing(server: ServerProcess, invite: Invite) -> None:
    ann = invite(server, "Ann", PHONE)
    sit_down(ann)
    card = ann.page.locator("[data-explain^='card:'][data-legal]").first
    box = card.bounding_box()
    assert box is not None
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = ann.context.new_cdp_session(ann.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    expect(explanation(ann)).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(card).to_have_attribute("aria-pressed", "false")
    assert not covers(ann, explanation(ann), card)
    ann.fits()
    ann.accessible()
    ann.screenshot("explain-press-390-en")
    card.tap()  # the next tap plays, and the explanation goes
    expect(card).to_have_attribute("aria-pressed", "true")
    expect(explanation(ann)).to_have_count(0)


@every_game
@pytest.mark.parametrize(("size", "language"), [(PHONE, "de"), (DESK, "en")], ids=["phone-de", "desk-en"])
def test_in_the_explain_mode_every_tap_explains(
    server: ServerProcess, invite: Invite, game: str, size: tuple[int, int], language: str
) -> None:
    ann = invite(server, "Ann", size, language)
    sit_down(ann, game)
    ann.page.get_by_role("button", name=re.compile("What is this|Was ist das")).click()
    sent = len(ann.frames())
    thing = ann.page.locator("#content [data-explain][data-spot]:visible").first
    thing.click()
    expect(explanation(ann)).to_be_visible()
    ann.fits()
    ann.stays()
    ann.accessible()
    ann.screenshot(f"explain-{game}-{size[0]}-{language}")
    assert [frame for frame in ann.frames()[sent:] if frame["type"] == "done"] == []  # nothing was played
    explanation(ann).get_by_role("button", name=re.compile("Close|Schließen")).click()
    expect(explanation(ann)).to_have_count(0)
    ann.page.get_by_role("button", name=re.compile("^Legende?$")).click()
    expect(ann.page.locator("dialog[open] .term:visible").nth(5)).to_be_visible()
    ann.accessible()
    ann.screenshot(f"legend-{game}-{size[0]}-{language}")
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name=re.compile("^(Done|Fertig)$")).click()
    expect(ann.page.locator("[data-explaining]")).to_have_count(0)


# ---- the rules for players -----------------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize(("size", "language"), [(PHONE, "de"), (DESK, "en")], ids=["phone-de", "desk-en"])
def test_the_rules_answer_how_one_wins(
    server: ServerProcess, invite: Invite, game: str, size: tuple[int, int], language: str
) -> None:
    ann = invite(server, "Ann", size, language)
    sit_down(ann, game)
    if size == PHONE:
        ann.page.get_by_role("button", name="Regeln", exact=True).click()
    expect(ann.page.locator("[data-topic][open]")).to_have_count(0)
    expect(ann.page.locator("[data-topic]").first).to_be_visible()
    ann.page.get_by_role("searchbox").fill("Ziel" if language == "de" else "how do I win")
    first = ann.page.locator("[data-topic]").first
    expect(first).to_have_attribute("data-topic", "goal")
    expect(first).to_have_attribute("open", "")
    ann.accessible()
    ann.screenshot(f"rules-{game}-{size[0]}-{language}")
    first.get_by_role("button", name=re.compile("Exact wording|Genauer Wortlaut")).first.click()
    expect(first.locator("[data-rule]").first).to_be_visible()
    ann.page.get_by_role("button", name=re.compile("^(Exact wording|Genauer Wortlaut)$")).click()
    ann.page.get_by_role("searchbox").fill("")
    expect(ann.page.locator("[data-rule]").first).to_be_visible()
    assert ann.page.locator("[data-rule]").count() == len(games()[game].rules)
