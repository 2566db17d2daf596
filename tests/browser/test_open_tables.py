"""Two people find each other: one starts against a bot that makes room, the other takes its seat from the home page."""

from __future__ import annotations

import re

from .conftest import Invite
from .server_process import DESK, PHONE, ServerProcess, expect


def test_two_people_find_each_other_at_an_open_table(server: ServerProcess, invite: Invite) -> None:
    ann, bob = invite(server, "Ann", PHONE), invite(server, "Bob", DESK, "de")
    bob.named()
    bob.goto("/")
    expect(bob.page.get_by_role("heading", name="Offene Tische")).to_be_visible()
    expect(bob.page.get_by_text("Gerade wartet niemand auf Mitspieler.")).to_be_visible()
    ann.named()
    ann.goto("/")
    ann.page.get_by_label("Game", exact=True).select_option("kapow-cards")
    ann.page.get_by_role("button", name="Find me a table").click()
    expect(ann.page.locator("[data-board]")).to_be_visible()
    expect(ann.page.locator("[data-open-seats]")).to_contain_text("until your first move")
    ann.fits()
    ann.accessible()
    ann.screenshot("open-table-begun-390-en")
    match = ann.page.url.rpartition("/")[2]
    terms = "() => JSON.parse(localStorage['slugfest.pins'])"
    assert ann.page.evaluate(terms)[match]["terms"].endswith("seat 2: bot")

    table = bob.page.locator(f"[data-match='{match}']")
    expect(table).to_contain_text("mit Ann")
    expect(table).to_contain_text("Ein Platz frei")
    bob.fits()
    bob.accessible()
    bob.screenshot("open-tables-1440-de")
    table.get_by_role("button", name=re.compile("Hinsetzen")).click()
    expect(bob.page.locator("[data-board]")).to_be_visible()
    expect(bob.page.get_by_text("Ann").first).to_be_visible()
    expect(ann.page.get_by_text("Bob").first).to_be_visible()
    expect(ann.page.locator("[data-open-seats]")).to_have_count(0)

    # What Ann's browser noted follows the new deal, with Bob's number in it; both find the match fair at its end.
    his = bob.page.evaluate(terms)[match]
    assert ann.page.evaluate(terms)[match]["terms"] == his["terms"]
    assert his["terms"].endswith(f"seat 2: person {his['nonce']}")

    # Where nobody is left to sit down with, the lobby says how the table is offered.
    ann.goto("/new/tag-team")
    ann.page.get_by_label("Player on seat 2").select_option("open")
    ann.page.get_by_role("switch", name="Open to anyone").click()
    ann.page.get_by_text("Strong players").click()
    ann.page.get_by_role("button", name=re.compile("Open the table")).click()
    expect(ann.page.get_by_role("switch", name="Open to anyone")).to_be_checked()
    ann.fits()
    ann.screenshot("lobby-open-390-en")
    bob.goto("/")
    listed = bob.page.locator("[data-open-tables] li")
    expect(listed).to_have_count(1)
    expect(listed).to_contain_text("Starke")
    ann.page.get_by_role("switch", name="Open to anyone").click()
    expect(listed).to_have_count(0)
