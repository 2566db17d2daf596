"""Home that changes by itself, a profile that comes along to another device, and the book without a network."""

from __future__ import annotations

import re

from .conftest import Invite
from .server_process import DESK, PHONE, Person, ServerProcess, expect

ON_LINE = "Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => %s })"


def two_at_a_table(server: ServerProcess, ann: Person, bob: Person) -> str:
    """A match of KAPOW! cards in which Bob begins."""
    match = ann.new_match("kapow-cards", [{"kind": "me"}, {"kind": "open"}], {"start_seat": 2})
    ann.goto(f"/match/{match}")
    bob.named()
    bob.goto(f"/match/{match}")
    bob.page.get_by_role("button", name=re.compile("Take seat 2")).click()
    ann.page.get_by_role("button", name=re.compile("Start the fight|Kampf beginnen|Los geht")).click()
    expect(bob.page.locator("[data-board]")).to_be_visible()
    expect(ann.page.locator("[data-board]")).to_be_visible()
    return match


def test_home_shows_by_itself_that_it_is_my_turn(server: ServerProcess, invite: Invite) -> None:
    ann, bob = invite(server, "Ann", PHONE), invite(server, "Bob", DESK)
    match = two_at_a_table(server, ann, bob)
    ann.page.get_by_role("button", name="Leave the table").click()
    ann.page.get_by_role("button", name="Go home, keep my seat").click()
    mine = ann.page.locator(f".matches a[href='/match/{match}']")
    expect(mine).to_contain_text("with Bob")
    expect(mine).to_contain_text("waiting for Bob")
    expect(ann.page).to_have_title("Slugfest")
    joining = ann.page.get_by_role("button", name="Join a friend")
    top = joining.bounding_box()
    assert top is not None
    assert top["y"] + top["height"] < PHONE[1], "joining is at hand without scrolling"
    joining.click()
    expect(ann.page.locator("#code")).to_be_focused()
    expect(ann.page.locator("#code")).to_be_in_viewport()
    ann.fits()
    ann.accessible()
    bob.page.get_by_role("button", name="Leave the table").click()
    bob.page.get_by_role("button", name="Give my seat to a bot").click()  # which makes his move
    expect(mine).to_contain_text("Your turn!")
    expect(ann.page).to_have_title("(1) Slugfest")
    expect(ann.page.locator("link[rel=icon]")).to_have_attribute("href", "/favicon-turn.svg")
    ann.screenshot("home-my-turn-390-en")
    ann.accessible()


def test_home_stands_when_its_pictures_do_not_arrive(server: ServerProcess, invite: Invite) -> None:
    ann = invite(server, "Ann", PHONE)
    ann.page.route(re.compile(r"/Cover-[^/]*\.js"), lambda route: route.abort())
    ann.goto("/")
    expect(ann.page.locator("a.cover svg.emblem")).to_have_count(4)
    ann.page.locator("a.cover").first.click()
    expect(ann.page.locator("main h1")).to_be_visible()


def test_a_profile_comes_along_by_a_link_once_and_can_be_deleted(
    server: ServerProcess, invite: Invite
) -> None:
    ann, phone, late = (
        invite(server, name, size) for name, size in (("Ann", DESK), ("P", PHONE), ("L", DESK))
    )
    ann.named()
    match = ann.new_match("kapow-cards", [{"kind": "me"}, {"kind": "bot", "level": "easy"}])
    ann.goto("/me")
    ann.page.get_by_role("button", name="Create a link").click()
    link = ann.page.get_by_label("Link to your profile").input_value()
    expect(ann.page.get_by_alt_text("QR code of the link to your profile")).to_be_visible()
    ann.accessible()
    ann.fits()

    phone.page.goto(link)
    phone.page.get_by_role("button", name="Use my profile here").click()
    expect(phone.page.get_by_role("status")).to_have_text("Welcome, Ann!")
    assert "#" not in phone.page.url
    phone.accessible()
    phone.page.get_by_role("link", name="Home", exact=True).click()
    expect(phone.page.locator(f".matches a[href='/match/{match}']")).to_be_visible()

    late.page.goto(link)
    late.page.get_by_role("button", name="Use my profile here").click()
    expect(late.page.get_by_role("alert")).to_contain_text("has been used")

    phone.goto("/me")
    phone.page.get_by_role("button", name="Delete everything …").click()
    expect(phone.page.get_by_role("dialog")).to_contain_text("under the name Incognito")
    phone.accessible()
    phone.page.get_by_role("button", name="Yes, delete everything").click()
    expect(phone.page.get_by_role("status")).to_contain_text("no longer knows anything about you")
    phone.page.get_by_role("link", name="Home", exact=True).click()
    expect(phone.page.get_by_role("textbox", name="Your name at the table")).to_have_value("")
    expect(phone.page.get_by_text("Running matches")).to_have_count(0)
    ann.page.reload()
    expect(ann.page.get_by_role("textbox", name="Your name at the table")).to_have_value("")


def test_without_a_network_the_book_opens_and_says_that_the_table_needs_one(
    server: ServerProcess, invite: Invite
) -> None:
    ann = invite(server, "Ann", PHONE, offline_too=True)
    ann.goto("/")
    ann.page.wait_for_function("navigator.serviceWorker.ready.then(() => caches.match('/')).then(Boolean)")
    ann.page.reload()  # now the worker has seen everything that the page begins with
    expect(ann.page.locator(".covers a").first).to_be_visible()
    kept = ann.page.evaluate(
        "caches.keys().then(async names => (await Promise.all(names.map(async name =>"
        " (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat())"
    )
    assert not [path for path in kept if path.startswith(("/api", "/ws"))]
    ann.context.set_offline(True)
    # The emulation forgets navigator.onLine at the next navigation (seen in Chromium 150); a device does not.
    ann.context.add_init_script(ON_LINE % "false")
    ann.goto("/about")
    expect(ann.page.get_by_role("heading", name="About Slugfest")).to_be_visible()
    ann.goto("/")
    expect(ann.page.get_by_role("heading", name="You are offline")).to_be_visible()
    expect(ann.page.get_by_text("this table needs one")).to_be_visible()
    ann.accessible()
    ann.context.set_offline(False)
    ann.page.evaluate(ON_LINE % "true" + "; dispatchEvent(new Event('online'))")
    expect(ann.page.locator(".covers a").first).to_be_visible()
