"""A claimed name in a real browser: claimed with a passkey, got back in a wiped one, seen by others."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import CDPSession

from .conftest import Invite
from .server_process import DESK, PHONE, Person, ServerProcess, expect

Facts = dict[str, Any]


def authenticator(person: Person, passkeys: list[Facts]) -> tuple[CDPSession, str]:
    """Give a browser an authenticator that says yes, with these passkeys on it."""
    session = person.context.new_cdp_session(person.page)
    session.send("WebAuthn.enable")
    kind = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    added = session.send("WebAuthn.addVirtualAuthenticator", {"options": kind})
    key = str(added["authenticatorId"])
    for credential in passkeys:
        session.send("WebAuthn.addCredential", {"authenticatorId": key, "credential": credential})
    return session, key


def goto(person: Person, path: str) -> None:
    """Open the server under its name: browsers have no passkeys for a mere address."""
    person.page.goto(person.server.address.replace("127.0.0.1", "localhost") + path)


def test_a_name_is_claimed_by_passkey_and_got_back_in_a_wiped_browser_and_seen_by_others(
    server: ServerProcess, invite: Invite
) -> None:
    ann, wiped = invite(server, "Ann", DESK), invite(server, "Ann", PHONE, "de")
    session, key = authenticator(ann, [])
    goto(ann, "/me")
    ann.page.get_by_label("Name to claim").fill("Zoë Paul")
    ann.page.get_by_role("button", name="Claim with a passkey").click()
    expect(ann.page.get_by_text(re.compile("Zoë Paul.* is yours on this server"))).to_be_visible()
    expect(ann.page.get_by_text("Passkey for localhost")).to_be_visible()
    ann.page.get_by_role("switch", name="Others may see my profile").click()
    expect(ann.page.get_by_role("switch", name="Others may see my profile")).to_be_checked()
    ann.page.get_by_label("Face 5").check(force=True)
    ann.accessible()
    ann.fits()

    # The passkey is synced to a phone whose browser knows nothing of the server.
    passkeys = session.send("WebAuthn.getCredentials", {"authenticatorId": key})["credentials"]
    authenticator(wiped, passkeys)
    goto(wiped, "/sign-in")
    wiped.accessible()
    wiped.page.get_by_role("button", name="Mit Passkey anmelden").click()
    expect(wiped.page.get_by_text(re.compile("Willkommen zurück, .*Zoë Paul"))).to_be_visible()
    goto(wiped, "/me")
    wiped.page.get_by_role("button", name="Neuer Wiederherstellungscode").click()
    code = wiped.page.get_by_label("Wiederherstellungscode", exact=True).text_content() or ""
    assert re.fullmatch(r"([0-9A-Z]{4}-){7}[0-9A-Z]{4}", code)
    wiped.fits()
    wiped.accessible()
    wiped.page.get_by_role("button", name="Ich habe ihn gespeichert").click()
    expect(wiped.page.get_by_text(code)).to_have_count(0)

    # Under the server's address there are no passkeys: the page says so, and the code works.
    bob = invite(server, "Bob", PHONE)
    bob.goto("/sign-in")
    expect(bob.page.get_by_text("not just an IP address")).to_be_visible()
    expect(bob.page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)
    bob.page.get_by_label("Recovery code").fill("0000-0000")
    bob.page.get_by_role("button", name="Sign in with the code").click()
    expect(bob.page.get_by_role("alert")).to_contain_text("not valid here")
    bob.page.get_by_label("Recovery code").fill(code.lower())
    bob.page.get_by_role("button", name="Sign in with the code").click()
    expect(bob.page.get_by_text(re.compile("Welcome back, .*Zoë Paul"))).to_be_visible()

    # A device that has played asks what becomes of that.
    newer = bob.page.get_by_label("Recovery code", exact=True).text_content() or ""
    dan = invite(server, "Dan", PHONE, "de")
    played = dan.new_match("kapow-cards", [{"kind": "me"}, {"kind": "open"}])
    dan.goto("/sign-in")
    dan.page.get_by_label("Wiederherstellungscode").fill(newer)
    expect(dan.page.get_by_role("button", name="Mit dem Code anmelden")).to_be_disabled()
    dan.page.get_by_text("Es sind meine").click()
    dan.accessible()
    dan.fits()
    dan.page.get_by_role("button", name="Mit dem Code anmelden").click()
    expect(dan.page.get_by_text("Eine Partie ist mitgekommen.")).to_be_visible()
    mine = dan.context.request.get(f"{server.address}/api/me").json()
    assert mine["name"] == "Zoë Paul"
    assert played in {one["id"] for one in mine["matches"]}

    # Others see the mark at a table, and what she shows.
    cyd = invite(server, "Cyd", PHONE)
    match = cyd.new_match("kapow-cards", [{"kind": "open"}, {"kind": "open"}])
    bob.goto(f"/match/{match}")
    bob.page.get_by_role("button", name="Take seat 1").click()
    cyd.goto(f"/match/{match}")
    mark = cyd.page.get_by_role("link", name=re.compile("see .*Zoë Paul.*profile"))
    expect(mark).to_be_visible()
    cyd.accessible()
    address = mark.get_attribute("href")
    assert address
    cyd.goto(address)
    expect(cyd.page.get_by_role("heading", name="Zoë Paul")).to_be_visible()
    expect(cyd.page.get_by_text("No finished match yet.")).to_be_visible()
    cyd.accessible()
    cyd.fits()
    cyd.goto("/player/Nobody")
    expect(cyd.page.get_by_text("Nobody shows a profile under this name")).to_be_visible()
