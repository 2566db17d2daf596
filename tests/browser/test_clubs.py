"""The admin page and a club in real browsers."""

from __future__ import annotations

import re
import subprocess
import sys

from .conftest import Invite
from .server_process import DESK, PHONE, Person, ServerProcess, expect


def link(server: ServerProcess) -> str:
    """What ``slugfest admin`` prints for this server."""
    command = [sys.executable, "-m", "slugfest", "admin", "--database", str(server.database), "--by", "Jo"]
    printed = subprocess.run(
        [*command, "--address", server.address], capture_output=True, text=True, check=True, timeout=120
    )
    return printed.stdout.strip()


def look(person: Person, name: str) -> None:
    """Nothing sticks out and everything has a name, in both languages and on the smallest screen."""
    person.fits()
    person.accessible()
    person.screenshot(f"clubs-{name}")


def test_the_host_renames_and_blocks_a_guest_and_the_audit_log_says_so(
    server: ServerProcess, invite: Invite
) -> None:
    jo, ann = (
        invite(server, "Jo", PHONE, "de"),
        invite(server, "Rotter", DESK),
    )  # a name that is barred afterwards
    ann.named()
    match = ann.new_match("kapow-cards", [{"kind": "me"}, {"kind": "open"}])
    ann.goto(f"/match/{match}")
    expect(ann.page.get_by_role("button", name="Take seat 2")).to_be_visible()
    jo.goto("/admin")
    expect(jo.page.get_by_role("alert")).to_contain_text("slugfest admin")
    jo.page.goto("about:blank")
    address = link(server)
    jo.page.goto(address)
    expect(jo.page.get_by_text(re.compile("Angemeldet als .*Jo"))).to_be_visible()
    assert "#" not in jo.page.url  # the token is gone from the address
    jo.page.set_viewport_size({"width": 320, "height": 640})
    look(jo, "admin-320-de")
    jo.page.set_viewport_size({"width": 1440, "height": 900})
    look(jo, "admin-1440-de")

    jo.page.get_by_label("Gast nach Namen suchen").fill("rotter")
    jo.page.get_by_role("button", name="Suchen").click()
    jo.page.get_by_role("button", name=re.compile("Aktionen für .*Rotter")).first.click()
    jo.page.get_by_label("Neuer Name").fill("Gast Eins")
    expect(jo.page.get_by_role("button", name="Ausführen")).to_be_disabled()
    jo.page.get_by_label("Grund").fill("eine Beleidigung")
    look(jo, "admin-act-de")
    jo.page.get_by_role("button", name="Ausführen").click()
    expect(ann.page.get_by_text("Gast Eins").first).to_be_visible()
    expect(jo.page.get_by_text(re.compile("umbenannt, .*Rotter.*, in .*Gast Eins"))).to_be_visible()

    jo.page.get_by_label("Gast nach Namen suchen").fill("gast eins")
    jo.page.get_by_role("button", name="Suchen").click()
    jo.page.get_by_role("button", name=re.compile("Aktionen für .*Gast Eins")).first.click()
    jo.page.get_by_text("Sperren", exact=True).click()
    jo.page.get_by_label("Grund").fill("noch einmal")
    jo.page.get_by_role("button", name="Ausführen").click()
    expect(ann.page.get_by_text("have blocked you")).to_be_visible()
    blocks = jo.page.get_by_role("region", name="Sperren und Stummschaltungen")
    expect(blocks.get_by_text("noch einmal")).to_be_visible()
    log = jo.page.get_by_role("region", name="Protokoll")
    expect(log.get_by_role("listitem").first).to_contain_text(
        re.compile("Jo.*gesperrt.*Gast Eins", re.DOTALL)
    )
    blocks.get_by_role("button", name="Aufheben").click()
    jo.page.get_by_label("Grund").fill("Irrtum")
    jo.page.get_by_role("button", name="Ausführen").click()
    expect(jo.page.get_by_text("Niemand ist gesperrt")).to_be_visible()
    jo.page.goto("about:blank")
    jo.page.goto(address)  # it was used
    expect(jo.page.get_by_role("alert")).to_contain_text("schon benutzt")


def test_a_club_is_founded_joined_by_its_link_handed_over_and_left(
    server: ServerProcess, invite: Invite
) -> None:
    ann, bob = invite(server, "Ann", DESK), invite(server, "Bob", PHONE, "de")
    ann.known()
    bob.known()
    ann.goto("/me")
    ann.page.get_by_role("link", name="Clubs").click()
    ann.page.get_by_label("Your name at the table").fill("Ann")  # nobody is a guest without a name there
    ann.page.get_by_label("Name of the club").fill("Thursday Heroes")
    look(ann, "list-en")
    ann.page.get_by_role("button", name="Found the club").click()
    expect(ann.page.get_by_role("heading", name="Thursday Heroes")).to_be_visible()
    ann.page.get_by_label("New announcement").fill("Eight o'clock.\nhttps://evil.example <b>x</b>")
    ann.page.get_by_role("button", name="Announce").click()
    expect(ann.page.get_by_text("https://evil.example <b>x</b>")).to_be_visible()
    expect(ann.page.locator("main a[href*='evil']")).to_have_count(0)
    invitation = ann.page.get_by_label("Invitation link").input_value()

    bob.goto(f"/club/{ann.page.url.rpartition('/')[2]}")  # without the invitation
    expect(bob.page.get_by_text("Bitte ein Mitglied um einen Einladungslink")).to_be_visible()
    expect(bob.page.get_by_text("Eight o'clock")).to_have_count(0)
    bob.page.goto("about:blank")
    bob.page.goto(invitation)
    expect(bob.page.get_by_role("heading", name="Thursday Heroes")).to_be_visible()
    look(bob, "invited-de")
    expect(bob.page.get_by_role("button", name=re.compile("Thursday Heroes.* beitreten"))).to_be_disabled()
    bob.page.get_by_label("Dein Name am Tisch").fill("Bob")
    bob.page.keyboard.press("Enter")
    bob.page.get_by_role("button", name=re.compile("Thursday Heroes.* beitreten")).click()
    expect(bob.page.get_by_text("Eight o'clock")).to_be_visible()
    assert "#" not in bob.page.url
    bob.page.set_viewport_size({"width": 320, "height": 640})
    look(bob, "club-320-de")

    ann.page.get_by_role("link", name="Set one up").click()
    ann.page.get_by_label("What is it called?").fill("Friday night")
    expect(ann.page.get_by_role("radio", name="Thursday Heroes")).to_be_checked()
    look(ann, "new-event-en")
    ann.page.get_by_role("button", name="Open sign-up").click()
    expect(ann.page.get_by_role("heading", name="Friday night")).to_be_visible()
    look(ann, "event-en")
    ann.page.get_by_role("link", name=re.compile("Event of .*Thursday Heroes")).click()
    expect(ann.page.get_by_role("link", name=re.compile("Friday night.*for members"))).to_be_visible()
    bob.page.reload()
    bob.page.get_by_role("link", name=re.compile("Friday night.*für Mitglieder")).click()
    expect(bob.page.get_by_role("button", name="Anmelden")).to_be_visible()
    look(bob, "event-320-de")
    bob.page.get_by_role("link", name=re.compile("Wettkampf von .*Thursday Heroes")).click()

    match = ann.new_match("kapow-cards", [{"kind": "me"}, {"kind": "open"}])
    ann.page.reload()
    ann.page.get_by_role("button", name=re.compile(f"Show .*{match}")).click()
    expect(ann.page.locator(f"main a[href='/match/{match}']")).to_be_visible()
    ann.page.get_by_label(re.compile("Role of .*Bob")).select_option("owner")
    expect(ann.page.get_by_label(re.compile("Role of .*Bob"))).to_have_value("owner")
    look(ann, "club-en")
    ann.page.get_by_role("button", name="Leave the club").click()
    ann.page.get_by_role("button", name="Yes, leave").click()
    expect(ann.page.get_by_text("You are not in a club yet.")).to_be_visible()
    bob.page.reload()
    expect(bob.page.locator(f"main a[href='/match/{match}']")).to_be_visible()
    bob.page.get_by_role("button", name="Verein auflösen").click()
    bob.page.get_by_role("button", name="Ja, auflösen").click()
    expect(bob.page.get_by_text("Du bist noch in keinem Verein.")).to_be_visible()
