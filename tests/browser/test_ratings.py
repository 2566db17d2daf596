"""Ratings where people see them: at the end of a match, on a profile, in the next lobby."""

from __future__ import annotations

import re

from .conftest import Invite
from .server_process import DESK, PHONE, Person, ServerProcess, expect


def shown(person: Person, words: str) -> None:
    """The line at the end of the match; everything fits, and a screen reader is told all of it."""
    line = person.page.locator("[data-rating] .own")
    expect(line).to_contain_text(re.compile(words))
    person.accessible()
    person.fits()


def test_a_match_changes_ratings_and_everybody_sees_by_how_much(
    server: ServerProcess, invite: Invite
) -> None:
    ann, bob = invite(server, "Ann", DESK), invite(server, "Bob", PHONE, "de")
    match = ann.new_match("tag-team", [{"kind": "me"}, {"kind": "open"}])
    bob.goto(f"/match/{match}")
    bob.page.get_by_role("button", name=re.compile("Platz 2")).click()
    ann.goto(f"/match/{match}")
    ann.page.get_by_role("button", name="Start the fight").click()
    bob.page.get_by_role("button", name="Tisch verlassen").click()
    bob.page.get_by_role("button", name="Aufgeben").click()
    bob.page.get_by_role("button", name="Ja, ich gebe auf").click()
    shown(ann, r"Rating\s*1\d\d\d ± \d+, \+\d+")
    shown(bob, r"Wertung\s*1\d\d\d ± \d+, −\d+")
    expect(ann.page.locator("[data-rating] li")).to_contain_text(re.compile(r"± \d+, −\d+"))
    ann.screenshot("rating-end")
    bob.screenshot("rating-end-de")

    for person, title in ((ann, "Ratings"), (bob, "Wertung")):
        person.goto("/me")
        expect(person.page.get_by_role("heading", name=title, exact=True)).to_be_visible()
        expect(person.page.get_by_role("row", name=re.compile(r"Tag Team.*± \d+"))).to_be_visible()
        person.accessible()
        person.fits()
        person.screenshot(f"rating-profile-{person.name}")

    other = ann.new_match("tag-team", [{"kind": "me"}, {"kind": "open"}])
    bob.goto(f"/match/{other}")
    mark = bob.page.get_by_role("img", name=re.compile(r"Wertung 1\d\d\d, plus.minus \d+, vorläufig"))
    expect(mark).to_be_visible()
    bob.accessible()
    bob.fits()
    bob.screenshot("rating-lobby-de")
