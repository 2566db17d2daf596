"""The debrief at the end of a match, its review, its picture, and another try from one of its moments."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from slugfest.bots import bot
from slugfest.kernel import Perspective, game, seeded
from slugfest.protocol.codes import Codes
from slugfest.protocol.new_match import new_table
from slugfest.protocol.wire import NewMatch, NewSeat
from slugfest.store import NewEntry
from slugfest.store.sqlite import SqliteStore
from slugfest.table import Nonce, summary_of

from .conftest import Invite
from .server_process import DESK, PHONE, Person, ServerProcess

SLOW = 120_000  # ms for a quick review on a busy machine
SIDEWAYS = (844, 390)
SCREENS = [
    ("kapow-cards", PHONE, "en"),
    ("kapow-cards", DESK, "de"),
    ("custom-heroes", PHONE, "de"),
    ("custom-heroes", DESK, "en"),
    ("tag-team", PHONE, "en"),
    ("tag-team", DESK, "de"),
    ("kapow-dice", PHONE, "de"),
    ("kapow-dice", DESK, "en"),
    ("kapow-cards", SIDEWAYS, "de"),
]


def finished_match(server: ServerProcess, person: Person, name: str) -> str:
    """A match of this person with a bot, played by greedy bots and put into the server's store."""
    person.named()
    (cookie,) = person.context.cookies()
    guest = cookie.get("value", "").split(".")[0]
    played, codes = game(name), Codes()
    wanted = NewMatch(name, [NewSeat("me"), NewSeat("bot", "easy")], start=True)
    table = new_table(codes.match(), played, guest, person.name, wanted, codes)
    assert table.handle(guest, "nonce", Nonce("0" * 32)).refusal is None
    player, chance = bot("greedy", played), seeded("review", name)
    while not table.over:
        assert table.history is not None
        seat = table.owing()[0]
        move = player.choose(Perspective(table.history.state.copy(), seat), chance)
        table.enter({"kind": "moves", "seat": seat, "moves": [played.format(move)]})
    guests, summary = tuple(table.guests()), summary_of(table)
    with contextlib.closing(SqliteStore(Path(server.database))) as store:
        store.append(
            [
                NewEntry(table.id, version, entry, guests, True, summary=summary)
                for version, entry in enumerate(table.log, 1)
            ]
        )
    return table.id


@pytest.mark.parametrize(
    ("name", "size", "language"), SCREENS, ids=[f"{one[0]}-{one[1][0]}-{one[2]}" for one in SCREENS]
)
def test_a_finished_match_is_explained_at_its_end_and_reviewed(
    server: ServerProcess, invite: Invite, name: str, size: tuple[int, int], language: str
) -> None:
    ann = invite(server, "Ann", size, language)
    match = finished_match(server, ann, name)
    page = ann.page

    ann.goto(f"/match/{match}")
    debrief = page.locator("dialog[open] .debrief")
    expect(debrief.locator(".bars details")).to_have_count(4, timeout=SLOW)
    expect(debrief.locator(".verdict")).not_to_be_empty()
    luck = {"en": ("Cards", "Dice"), "de": ("Karten", "Würfel")}[language][name == "kapow-dice"]
    expect(debrief.locator("[data-term=cards] .name")).to_have_text(luck)
    amounts = [text.replace("−", "-") for text in debrief.locator("summary .amount").all_inner_texts()]
    assert debrief.locator(".sum .amount").inner_text() == f"= {sum(int(amount) for amount in amounts)}"
    debrief.locator("summary").nth(2).click()
    expect(debrief.locator("[data-term=reads] p")).to_be_visible()
    debrief.scroll_into_view_if_needed()
    ann.fits()
    ann.accessible()
    ann.screenshot(f"debrief-{name}-{size[0]}-{language}")

    debrief.locator(f"a[href='/review/{match}']").click()
    expect(page).to_have_url(re.compile(f"/review/{match}$"))
    expect(page.locator(".chart polyline")).to_have_count(2)
    expect(page.locator(".moment .board [data-board], .moment .board > *").first).to_be_attached()
    assert page.locator(".moment").count() >= 2
    page.get_by_role("slider").press("End")
    expect(page.locator(".now")).to_contain_text(
        re.compile({"en": r"After \d+ moves", "de": r"Nach \d+ Zügen"}[language])
    )
    ann.fits()
    ann.accessible()
    ann.screenshot(f"review-{name}-{size[0]}-{language}")


def test_a_moment_is_watched_shared_and_tried_differently(server: ServerProcess, invite: Invite) -> None:
    ann = invite(server, "Ann", PHONE)
    match = finished_match(server, ann, "kapow-cards")
    page = ann.page
    ann.goto(f"/review/{match}")
    moment = page.locator(".moment").nth(1)
    expect(moment).to_be_visible(timeout=SLOW)

    page.get_by_role("button", name="A picture to share").click()
    picture = page.locator("dialog[open] img")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => [image.naturalWidth, image.naturalHeight]") == [1200, 630]
    with page.expect_download() as download:
        page.get_by_role("link", name="Save").click()
    assert download.value.path().read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    page.keyboard.press("Escape")

    step = re.search(r"step=(\d+)", moment.get_by_role("link", name="Watch it").get_attribute("href") or "")
    moment.get_by_role("link", name="Watch it").click()
    expect(page).to_have_url(re.compile(f"/replay/{match}"))
    expect(page.get_by_role("slider")).to_have_value(step[1] if step else "0")
    page.go_back()

    moment.get_by_role("button", name="Try it differently").click()
    expect(page).to_have_url(re.compile("/match/(?!" + match + ")"))
    expect(page.locator("[data-board]")).to_be_visible()
    expect(page.get_by_text("Practice", exact=True)).to_be_visible()


def test_the_review_is_readable_by_night(server: ServerProcess, invite: Invite) -> None:
    ann = invite(server, "Ann", DESK)
    match = finished_match(server, ann, "tag-team")
    ann.prefers(theme="night")
    ann.goto(f"/review/{match}")
    expect(ann.page.locator(".moment").first).to_be_visible(timeout=SLOW)
    ann.accessible()
    ann.screenshot("review-tag-team-1440-en-night")
