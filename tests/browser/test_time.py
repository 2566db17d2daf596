"""Time at the table, in real browsers: clocks that run out, days that pass, seats that are handed over and back.

The clock of the server's store is moved (``server.later``); nobody waits for a clock to run down.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from playwright.sync_api import Locator, expect

from .conftest import Invite
from .server_process import DESK, PHONE, Person, ServerProcess, play_until, together
from .test_kapow_dice import WANTED


def pace(kind: str, decision: int, then: str, reserve: int = 0) -> dict[str, Any]:
    return {
        "kind": kind,
        "decision": decision,
        "reserve": reserve,
        "gain": 0,
        "then": then,
        "level": "easy",
    }


def clock_of(person: Person, seat: int) -> Locator:
    """The clock of a seat, as somebody sees it."""
    return person.page.locator(f"[data-clock='{seat}']")


def is_gone(what: Locator) -> bool:
    return what.count() == 0


def test_a_live_clock_runs_out_for_one_of_two_and_the_table_does_what_it_announced(
    own_server: ServerProcess, invite: Invite
) -> None:
    ann, bob = invite(own_server, "Ann", PHONE, "de"), invite(own_server, "Bob", DESK)
    together([ann, bob], "kapow-cards", pace("live", 60, "move", reserve=120), start_seat=1)
    for person in (ann, bob):
        expect(clock_of(person, 0)).to_have_class(re.compile("runs"))
        expect(person.page.locator("[data-clock].runs")).to_have_count(1)
        person.stays()
        person.accessible()
    expect(clock_of(ann, 0)).to_contain_text("+2:00")
    ann.screenshot("clocks-390-de")
    bob.screenshot("clocks-1440-en")
    own_server.later(seconds=182)
    expect(clock_of(bob, 1)).to_have_class(re.compile("runs"))
    expect(ann.page.locator("[data-clock='0'].runs")).to_have_count(0)
    expect(bob.page.get_by_text("late once")).to_be_visible()
    expect(bob.page.locator(".turn .who")).to_have_text("Your turn!")


def test_a_live_clock_runs_out_for_one_of_four_who_decide_at_once(
    own_server: ServerProcess, invite: Invite
) -> None:
    people = [
        invite(own_server, name, PHONE if name == "Dea" else DESK, "de" if name == "Dea" else "en")
        for name in ("Ann", "Bob", "Cem", "Dea")
    ]
    ann, dea = people[0], people[3]
    together(people, "kapow-dice", pace("live", 60, "bot"), mode="team", by_lot=True)
    for person in people:
        for seat in range(4):
            expect(clock_of(person, seat)).to_have_class(re.compile("runs"))
    dea.screenshot("four-clocks-390-de")
    for seat, person in enumerate(people[:3]):
        running = person.page.locator(f"[data-clock='{seat}'].runs")
        play_until([person], WANTED, partial(is_gone, running))
    expect(dea.page.locator("[data-clock].runs")).to_have_count(1)
    own_server.later(seconds=62)
    expect(dea.page.locator(".turn .who")).to_have_text("Deine Zeit ist abgelaufen: Ein Bot spielt für dich")
    expect(ann.page.get_by_text("out of time, bot plays")).to_be_visible()
    dea.accessible()
    dea.screenshot("time-ran-out-390-de")
    dea.page.get_by_role("button", name="Wieder übernehmen").click()
    expect(dea.page.get_by_role("button", name="Wieder übernehmen")).to_have_count(0)
    expect(ann.page.get_by_text("out of time, bot plays")).to_have_count(0)


def test_a_match_over_days_outlasts_a_restart_and_ends_when_its_time_is_up(
    own_server: ServerProcess, invite: Invite
) -> None:
    ann, bob = invite(own_server, "Ann", PHONE), invite(own_server, "Bob", DESK)
    match = together([ann, bob], "kapow-cards", pace("days", 2, "give_up"), start_seat=1)
    expect(clock_of(ann, 0)).to_contain_text("1 d 23 h")
    ann.goto("/")
    expect(ann.page.locator(f".matches a[href='/match/{match}']")).to_be_visible()
    own_server.later(days=1)
    own_server.kill()
    own_server.start()
    ann.goto(f"/match/{match}")
    expect(clock_of(ann, 0)).to_contain_text("23 h 59 min")
    expect(ann.page.locator(".turn .who")).to_have_text("Your turn!")
    ann.page.get_by_role("button", name="Leave the table").click()
    expect(ann.page.locator("dialog[open]")).to_contain_text("you have 23 hours 59 minutes left")
    expect(ann.page.locator("dialog[open]")).to_contain_text("If your time runs out, you lose the match.")
    ann.accessible()
    ann.screenshot("leave-390-en")
    own_server.later(days=1)
    expect(bob.page.locator("dialog[open] div.burst")).to_contain_text("You win!")
    expect(ann.page.locator("dialog[open] div.burst")).to_contain_text("Bob wins!")


def test_an_idle_seat_is_handed_to_a_bot_and_back(own_server: ServerProcess, invite: Invite) -> None:
    ann, bob = invite(own_server, "Ann", PHONE, "de"), invite(own_server, "Bob", DESK)
    match = together([ann, bob], "kapow-cards", None, start_seat=2)
    expect(bob.page.locator(".turn .who")).to_have_text("Your turn!")
    own_server.later(seconds=61)
    ann.goto(f"/match/{match}")  # and is told what time it is
    waits = ann.page.locator("[data-idle='1']")
    waits.get_by_role("button", name="Anstupsen").click()
    expect(bob.page.locator("[data-nudged]")).to_contain_text("Ann is waiting for you")
    ann.screenshot("idle-390-de")

    waits.get_by_role("button", name="Platz einem Bot geben").click()
    expect(bob.page.locator("[data-handing=me]")).to_contain_text("Touch anything to keep it.")
    expect(ann.page.locator("[data-handing='1']")).to_be_visible()
    bob.accessible()
    bob.screenshot("handing-1440-en")
    bob.page.mouse.click(20, 800)
    expect(bob.page.locator("[data-handing=me]")).to_have_count(0)
    expect(ann.page.locator("[data-handing='1']")).to_have_count(0)

    own_server.later(seconds=61)
    ann.goto(f"/match/{match}")
    waits.get_by_role("button", name="Platz einem Bot geben").click()
    expect(bob.page.locator("[data-handing=me]")).to_be_visible()
    own_server.later(seconds=31)
    expect(bob.page.locator(".turn .who")).to_have_text("You were away: a bot plays for you")
    bob.page.get_by_role("button", name="Take over again").click()
    expect(bob.page.get_by_role("button", name="Take over again")).to_have_count(0)
