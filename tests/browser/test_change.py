"""Change the rules in the page, without a server and with one: judged at once, tried by bots, played, sent by link."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from slugfest.kernel import Text, add_variant, game_of_record, read_record, variant, verify
from slugfest.kernel.variant_files import data_of, toml_of, variant_from_data

from . import test_kapow_cards
from .conftest import Invite
from .server_process import DESK, PHONE, ServerProcess, play_to_the_end
from .site import Site
from .test_site import Come, come, host  # noqa: F401 - fixtures

HAND = variant("kapow-cards", {"limits.hand": 4}, Text("Big hands", "Große Hände"))
LONG = 120_000  # a game is loaded, or bots play some games, on a busy machine


def test_a_number_is_changed_tried_played_and_sent(host: Site, come: Come) -> None:  # noqa: F811
    ann = come(host, "Ann", DESK, "en")
    page = ann.page
    ann.goto("/new/kapow-cards")
    page.get_by_role("link", name="Change the rules").click()
    field = page.locator("[data-field='limits.hand']")
    expect(field).to_be_visible(timeout=LONG)
    host.stop()

    field.locator("input").fill("20")
    expect(field.get_by_role("alert")).to_have_text(
        "a whole number from 1 to 9 is needed, not 20", timeout=LONG
    )
    expect(page.get_by_role("button", name="Play it against bots")).to_be_disabled()
    field.locator("input").fill("4")
    expect(page.locator("[data-change=allowed]")).to_be_visible(timeout=LONG)
    expect(field.get_by_role("alert")).to_have_count(0)
    ann.fits()
    ann.accessible()

    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("[data-measure=begins] [data-interval]")).to_have_text(
        re.compile("from .+ to .+"), timeout=LONG
    )
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("[data-trial=still]")).to_be_visible()
    ann.fits()
    ann.accessible()
    ann.screenshot("site-change-1440-en")

    link = page.get_by_label("Link to this version").input_value()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the file").click()
    written = variant_from_data(data_of(saved.value.path().read_text("utf-8")))
    assert written.changes == {"limits.hand": 4}

    page.get_by_role("button", name="Play it against bots").click()
    page.wait_for_url("**/#/new/kapow-cards@*", timeout=LONG)
    page.get_by_role("textbox").first.fill("Ann")
    page.get_by_role("combobox").last.select_option("mecha-max")
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/#/match/*", timeout=LONG)
    expect(page.locator("[data-board]")).to_be_visible(timeout=LONG)
    play_to_the_end([ann], test_kapow_cards.WANTED)
    with page.expect_download() as download:
        page.locator("dialog[open] a[download]").click()
    record = read_record(download.value.path().read_text("utf-8"))
    assert record.game == written.id
    assert verify(record, add_variant(written)).state.outcome() is not None

    host.start()
    bob = come(host, "Bob", PHONE, "de")
    bob.page.goto(re.sub(r"^[^#]*#", host.address, link))
    theirs = bob.page.locator("[data-field='limits.hand'] input")
    expect(theirs).to_have_value("4", timeout=LONG)
    expect(bob.page.locator("[data-change=allowed]")).to_be_visible(timeout=LONG)
    bob.fits()
    bob.accessible()
    bob.screenshot("site-change-390-de")


def test_a_fighter_of_ones_own_is_written_and_a_broken_link_says_so(host: Site, come: Come) -> None:  # noqa: F811
    ann = come(host, "Ann", PHONE, "de")
    page = ann.page
    ann.goto("/change/tag-team?v=1nonsense")
    expect(page.get_by_text("keine lesbare Version")).to_be_visible(timeout=LONG)
    page.get_by_role("button", name="Etwas Eigenes erfinden: Kämpfer").click()
    power = page.locator("[data-field='fighter.nova.power'] input")
    expect(power).to_have_value("2", timeout=LONG)
    expect(page.locator("[data-change=allowed]")).to_be_visible(timeout=LONG)
    effect = page.locator("[data-field='fighter.nova.card.NOV-1.effect']")
    effect.locator("input").fill("attack(everything)")
    expect(effect.get_by_role("alert")).to_contain_text(
        "attack() kann „everything“ nicht nehmen", timeout=LONG
    )
    effect.locator("input").fill("attack(opps)")
    expect(page.locator("[data-change=allowed]")).to_be_visible(timeout=LONG)
    ann.fits()
    ann.accessible()
    ann.screenshot("site-change-fighter-390-de")


def test_on_a_server_a_change_is_tried_and_played(server: ServerProcess, invite: Invite) -> None:
    ann = invite(server, "Ann", DESK, "en")
    page = ann.page
    ann.goto("/new/kapow-cards")
    page.get_by_role("link", name="Change the rules").click()
    field = page.locator("[data-field='limits.hand']")
    expect(field).to_be_visible(timeout=LONG)
    field.locator("input").fill("20")
    expect(field.get_by_role("alert")).to_have_text(
        "a whole number from 1 to 9 is needed, not 20", timeout=LONG
    )
    ann.fits()
    ann.accessible()
    ann.screenshot("served-change-refused-1440-en")
    field.locator("input").fill("4")
    expect(page.locator("[data-change=allowed]")).to_be_visible(timeout=LONG)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("[data-measure=begins] [data-interval]")).to_have_text(
        re.compile("from .+ to .+"), timeout=LONG
    )
    page.get_by_role("button", name="Stop").click()
    link = page.get_by_label("Link to this version").input_value()
    assert "/change/kapow-cards#v=1" in link

    page.get_by_role("button", name="Play it").click()
    page.wait_for_url("**/new/kapow-cards@*", timeout=LONG)
    page.reload()  # an address with a dot is a page, too
    expect(page.locator("[data-changed]")).to_contain_text("Cards in a hand, at most")
    page.get_by_role("textbox").first.fill("Ann")
    page.get_by_role("combobox").last.select_option("mecha-max")
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/match/*", timeout=LONG)
    expect(page.locator("[data-board]")).to_be_visible(timeout=LONG)
    play_to_the_end([ann], test_kapow_cards.WANTED)
    with page.expect_download() as download:
        page.locator("dialog[open] a[download]").click()
    record = read_record(download.value.path().read_text("utf-8"))
    assert record.variant is not None
    assert verify(record, game_of_record(record)).state.outcome() is not None


def test_a_friend_sees_what_is_changed_and_opens_it_from_a_link(
    server: ServerProcess, invite: Invite
) -> None:
    ann = invite(server, "Ann", DESK, "en")
    ann.known()
    kept = ann.context.request.post(
        f"{server.address}/api/variants", data={"file": toml_of(HAND)}, timeout=LONG
    )
    assert kept.status == 201, kept.text()
    match = ann.new_match(HAND.id, [{"kind": "me"}, {"kind": "open"}])
    bob = invite(server, "Bob", PHONE, "de")
    bob.goto(f"/match/{match}")
    changed = bob.page.locator("[data-changed]")
    expect(changed).to_contain_text("Karten auf der Hand, höchstens", timeout=LONG)
    expect(changed).to_contain_text("Große Hände")
    bob.fits()
    bob.screenshot("served-change-lobby-390-de")
    changed.get_by_role("link", name="Ansehen").click()
    expect(bob.page.locator("[data-field='limits.hand'] input")).to_have_value("4", timeout=LONG)
    expect(bob.page.locator("[data-change=allowed]")).to_be_visible(timeout=LONG)
    bob.fits()
    bob.screenshot("served-change-390-de")


def test_a_list_grows_and_shrinks_by_keyboard(server: ServerProcess, invite: Invite) -> None:
    ann = invite(server, "Ann", PHONE, "en")
    page = ann.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("/api/")[2]))
    ann.goto("/change/tag-team")
    page.get_by_label("Part of the game").select_option("fighter", timeout=LONG)
    assert asked.index("me") < asked.index("games/tag-team/form")  # who comes by a link gets the cookie first
    page.get_by_text("Names, texts and effects").click()
    tags = page.locator("[data-list='fighter.joan.tags']")
    expect(tags.locator("li")).to_have_count(2)
    expect(tags.locator("li").first).to_contain_text("Support")
    tags.get_by_role("button", name="One more: Style").press("Enter")
    expect(tags.locator("li")).to_have_count(3, timeout=LONG)
    expect(page.locator("[data-change=allowed]")).to_be_visible(timeout=LONG)
    page.locator("[data-field='fighter.joan.tags.3'] select").select_option("tank")
    expect(tags.locator("li").last).to_contain_text("Tank", timeout=LONG)
    ann.fits()
    ann.accessible()
    ann.screenshot("served-change-list-390-en")
    tags.get_by_role("button", name="Remove from Style: Support").press("Enter")
    expect(tags.locator("li")).to_have_count(2, timeout=LONG)
    expect(page.locator("[data-change=allowed]")).to_be_visible(timeout=LONG)
