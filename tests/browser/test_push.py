"""A push message with every page closed: the service worker asks which match waits, shows it, and a tap leads there."""

from __future__ import annotations

from typing import Any

from .conftest import Invite
from .server_process import DESK, PHONE, ServerProcess, expect
from .test_own_matches import two_at_a_table

SHOWN = """async () => (await self.registration.getNotifications())
    .map(({ title, body, tag, lang }) => ({ title, body, tag, lang }))"""


def test_a_push_message_is_shown_with_every_page_closed(server: ServerProcess, invite: Invite) -> None:
    ann, bob = invite(server, "Ann", PHONE, offline_too=True), invite(server, "Bob", DESK)
    ann.context.grant_permissions(["notifications"], origin=server.address)
    registrations: dict[str, Any] = {}
    elsewhere = (
        ann.context.new_page()
    )  # a page of nobody, through which the browser is told what its push service got
    session = ann.context.new_cdp_session(elsewhere)

    def note(event: dict[str, Any]) -> None:
        registrations.update({one["scopeURL"]: one["registrationId"] for one in event["registrations"]})

    session.on("ServiceWorker.workerRegistrationUpdated", note)
    session.send("ServiceWorker.enable")
    match = two_at_a_table(server, ann, bob)  # Bob begins
    worker = ann.page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.scriptURL)")
    assert worker == f"{server.address}/sw.js"
    ann.page.close()
    bob.page.get_by_role("button", name="Leave the table").click()
    bob.page.get_by_role("button", name="Give my seat to a bot").click()  # which makes his move
    expect(bob.page.get_by_role("button", name="Take over again")).to_be_visible()
    for _ in range(200):
        if any(one["yours"] for one in ann.context.request.get(f"{server.address}/api/me").json()["matches"]):
            break
        elsewhere.wait_for_timeout(100)
    registration = registrations[f"{server.address}/"]

    def deliver(text: str) -> None:
        data = {"origin": server.address, "registrationId": registration, "data": text}
        session.send("ServiceWorker.deliverPushMessage", data)

    def shown() -> list[dict[str, str]]:
        running = next(one for one in ann.context.service_workers if one.url == worker)
        for _ in range(200):
            found: list[dict[str, str]] = running.evaluate(SHOWN)
            if found:
                return found
            elsewhere.wait_for_timeout(100)
        return []

    deliver('{"type": "waits", "language": "de"}')
    german = {
        "title": "Du bist dran!",
        "body": "Eine Partie wartet auf dich.",
        "tag": f"/match/{match}",
        "lang": "de",
    }
    assert shown() == [german]
