"""What others ask of somebody who has to decide: a bar for it, and the board is whole and can be used as before."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from playwright.sync_api import expect
from tests.server.harness import Line
from tests.server.harness import Person as Guest

from . import test_custom_heroes, test_kapow_cards, test_kapow_dice, test_tag_team
from .conftest import Invite
from .server_process import Person, ServerProcess, play_until
from .sizes import SIZES, looks, troubles

LOW = (844, 390)
SMALL = (LOW, (390, 844), (320, 640))
CAPTION = "button.caption."  # it opens the log, as a button of the header does: a bar may lie over it
DICE = "a place of only"  # beside a bar dice may be smaller: the tests of sizes measure them without one

# A bar takes the room of the strip and of what is below it: nothing of the board may lie under it.
UNDER = """(bar) => {
    const { bottom } = document.querySelector(bar).getBoundingClientRect()
    const { top } = document.querySelector('main').getBoundingClientRect()
    return bottom > top + 1 ? `it ends at ${Math.round(bottom)}, the board begins at ${Math.round(top)}` : ''
}"""


class Asked(NamedTuple):
    """A game, and what is tapped until its decision is made."""

    game: str
    taps: tuple[str, ...]
    options: dict[str, object]
    ends: str = "draw"  # how Bob offers to end the match
    bar: str = "[data-draw]"


GAMES = (
    Asked("kapow-cards", test_kapow_cards.WANTED, {"start_seat": 1}),
    Asked("custom-heroes", test_custom_heroes.WANTED, {"start_seat": 1}, "abandon", "[data-abandoning]"),
    Asked("tag-team", test_tag_team.WANTED, {"teams": "first-game"}),
    Asked("kapow-dice", test_kapow_dice.WANTED, {}),
)


def look_at(
    ann: Person, bar: str, name: str, sizes: tuple[tuple[int, int], ...] = SIZES
) -> dict[str, list[str]]:
    """What is wrong with the table beside a bar, by look."""
    expect(ann.page.locator(bar)).to_be_visible()
    found = {}
    for size, language, theme in looks(ann, sizes):
        look = f"{name}-{size[0]}x{size[1]}-{language}-{theme}"
        under = ann.page.evaluate(UNDER, bar)
        others = [one for one in troubles(ann) if CAPTION not in one and not one.startswith(DICE)]
        if wrong := [*([under] if under else []), *others]:
            found[look] = wrong
        if size in (LOW, SMALL[2]):
            ann.screenshot(f"bars/{look}")
    return found


def sit_opposite(guest: Guest, match: str) -> Line:
    line = guest.connect(match)
    line.done("sit", seat=1, name="Bob", nonce="b0" * 16)
    return line


@pytest.mark.parametrize("asked", [pytest.param(one, id=one.game) for one in GAMES])
def test_what_others_ask_covers_nothing_that_a_decision_needs(
    own_server: ServerProcess, invite: Invite, asked: Asked
) -> None:
    ann = invite(own_server, "Maximilian", (390, 844))
    ann.named()
    ann.prefers(calls=False)
    match = ann.new_match(asked.game, [{"kind": "me"}, {"kind": "open"}], asked.options)
    ann.goto(f"/match/{match}")
    with Guest(own_server.address, "Bob") as guest, sit_opposite(guest, match) as bob:
        ann.page.locator(".go button").last.click()
        expect(ann.page.locator("[data-board]")).to_be_visible()
        bob.until(lambda line: line.status == "playing")

        bob.done(asked.ends, agree=True)
        found = look_at(ann, asked.bar, f"{asked.game}-{asked.ends}")
        bob.done(asked.ends, agree=False)

        own_server.later(seconds=61)
        bob.done("nudge", seat=0)
        found |= look_at(ann, "[data-nudged]", f"{asked.game}-nudged", SMALL)
        ann.page.locator("[data-nudged] button").click()
        bob.done("hand", seat=0)
        found |= look_at(ann, "[data-handing=me]", f"{asked.game}-handing", SMALL)
        ann.page.locator("[data-handing=me] button").click()

        play_until([ann], asked.taps, lambda: ann.page.evaluate("String(window.lastTold.owing) === '1'"))
        own_server.later(seconds=61)
        ann.page.reload()  # and is told what time it is
        found |= look_at(ann, "[data-idle='1']", f"{asked.game}-idle", SMALL)
    assert not found, "\n".join(f"{look}:\n  " + "\n  ".join(wrong) for look, wrong in found.items())
