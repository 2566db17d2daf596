"""Every decision fits on every screen: nothing that is needed for it is cut, covered or too small for a finger."""

from __future__ import annotations

import pytest

from .conftest import Invite
from .server_process import ServerProcess
from .sizes import PLACING, POSITIONS, SIZES, Position, looks, reach, troubles


@pytest.mark.parametrize(
    "position",
    [pytest.param(one, id=f"{one.game}-{one.name}", marks=pytest.mark.deal(one.deal)) for one in POSITIONS],
)
def test_nothing_needed_for_the_decision_is_cut_or_covered(
    server: ServerProcess, invite: Invite, position: Position
) -> None:
    ann = invite(server, "Maximilian", SIZES[0])
    reach(ann, position)
    found: dict[str, list[str]] = {}
    for size, language, theme in looks(ann):
        look = f"{size[0]}x{size[1]}-{language}-{theme}"
        ann.screenshot(f"sizes/{position.game}-{position.name}-{look}")
        if size not in position.unfit and (wrong := troubles(ann)):
            found[look] = wrong
    assert not found, "\n".join(f"{look}:\n  " + "\n  ".join(wrong) for look, wrong in found.items())


@pytest.mark.parametrize("character", range(6))
def test_every_tab_of_a_character_fits_a_phone(server: ServerProcess, invite: Invite, character: int) -> None:
    """What a box brings is whole in every tab, for every character of KAPOW! dice."""
    ann = invite(server, "Maximilian", SIZES[0])
    pick = f".faces > :nth-child({character + 1})[data-legal]"
    reach(ann, Position("tabs", "kapow-dice", 2, pick, options={"mode": "characters", "by_lot": False}))
    ann.page.locator(pick).click()
    ann.page.locator("[data-board] [data-primary]").click()
    ann.page.locator(f"main:not([aria-busy=true]) {PLACING}").first.wait_for()
    found: dict[str, list[str]] = {}
    for size, language, theme in looks(ann, SIZES[:2]):
        tabs = ann.page.locator("[data-board] [role=tab]")
        for at in range(tabs.count()):
            tabs.nth(at).click()
            ann.screenshot(f"sizes/tabs-{character}-{at}-{size[0]}x{size[1]}-{language}")
            if wrong := troubles(ann):
                found[f"tab {at + 1}, {size[0]}x{size[1]}-{language}-{theme}"] = wrong
    assert not found, "\n".join(f"{look}:\n  " + "\n  ".join(wrong) for look, wrong in found.items())
