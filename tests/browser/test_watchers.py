"""The host of a lobby sees who watches, sends them away and lets them in again."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import Invite
from .server_process import DESK, PHONE, ServerProcess


@pytest.mark.parametrize(
    ("language", "size", "who", "away", "sent", "again"),
    [
        ("en", PHONE, "Who is watching", "Remove Eve", "The host has removed you from this match.",
         "Let Eve back in"),
        ("de", DESK, "Wer zuschaut", "Eve entfernen", "Die Spielleitung hat dich aus dieser Partie entfernt.",
         "Eve wieder zulassen"),
    ],
)  # fmt: skip
def test_the_host_sends_a_spectator_away(
    server: ServerProcess,
    invite: Invite,
    language: str,
    size: tuple[int, int],
    who: str,
    away: str,
    sent: str,
    again: str,
) -> None:
    ann, eve = (invite(server, name, size, language) for name in ("Ann", "Eve"))
    ann.named()
    eve.named()
    wanted = {"game": "tag-team", "seats": [{"kind": "me"}, {"kind": "open"}]}
    match = ann.context.request.post(
        f"{server.address}/api/matches", data=wanted, headers={"Origin": server.address}
    ).json()["id"]
    ann.goto(f"/match/{match}")
    eve.goto(f"/match/{match}")
    ann.page.get_by_role("button", name=who).click()
    ann.page.get_by_role("button", name=away).wait_for()
    ann.screenshot(f"watchers/there-{language}")
    ann.page.get_by_role("button", name=away).click()
    expect(eve.page.get_by_text(sent)).to_be_visible()
    eve.screenshot(f"watchers/gone-{language}")
    eve.page.reload()
    expect(eve.page.get_by_text(sent)).to_be_visible()
    ann.page.get_by_role("button", name=again).wait_for()
    ann.screenshot(f"watchers/removed-{language}")
    ann.page.get_by_role("button", name=again).click()
    expect(ann.page.get_by_role("button", name=again)).to_be_hidden()
    eve.page.reload()
    expect(ann.page.get_by_role("button", name=away)).to_be_visible()
