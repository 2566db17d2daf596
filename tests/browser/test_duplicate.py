"""A duplicate night of six people at three tables: one deal, sealed until all have played it, and then compared."""

from __future__ import annotations

import re

from tests.server import harness

from .conftest import Invite
from .server_process import DESK, PHONE, ServerProcess, expect
from .test_events import SIZES, Somebody, event_of
from .test_people_pages import CROWDED

PACE = {"kind": "live", "decision": 60, "reserve": 60, "gain": 0, "then": "move", "level": "medium"}
NIGHT = {
    "name": "Same cards",
    "game": "kapow-cards",
    "format": "duplicate",
    "rounds": 1,
    "gap": 0,
    "pace": PACE,
}


def test_a_duplicate_night_with_three_tables(own_server: ServerProcess, invite: Invite) -> None:
    ann = invite(own_server, "Ann", DESK)
    bob = invite(own_server, "Bob", PHONE, "de")
    for person in (ann, bob):
        person.known()
    people = [Somebody("Ann", own_server, ann), Somebody("Bob", own_server, bob)]
    people += [Somebody(name, own_server) for name in ("Cyd", "Dan", "Eve", "Fay")]
    code = str(people[0].post("events", **NIGHT, as_name="Ann")["id"])
    for one in people[1:]:
        one.post(f"events/{code}/join", name=one.name)
    for person in (ann, bob):
        person.goto(f"/event/{code}")
    ann.page.get_by_role("button", name="Start now").click()

    # Everybody goes to their table; the deal falls at all tables with the last number.
    for one in people[:2]:
        one.to_the_table()
    expect(bob.page.get_by_text("Alle Tische der Runde beginnen gemeinsam")).to_be_visible()
    tables = event_of(people[0], code)["rounds"][0]["tables"]
    lines: dict[str, harness.Line] = {}
    for table in tables:
        for number in table["players"]:
            if number > 2:
                lines[people[number - 1].name] = people[number - 1].at_the_table(table["match"])
    for person in (ann, bob):
        expect(person.page.locator("[data-board]")).to_be_visible()

    # One table after the other ends. Who has finished is told why there is nothing more to see yet.
    own = next(table for table in tables if 1 in table["players"])
    rest = [table for table in tables if table is not own]
    give_up(people, own, lines)
    expect(ann.page.get_by_text("Other tables are still playing this deal.")).to_be_visible()
    expect(ann.page.get_by_role("link", name="Watch the replay")).to_have_count(0)
    ann.page.get_by_role("link", name="Back to the event").click()
    expect(ann.page.get_by_text("finished", exact=True)).to_be_visible()
    expect(ann.page.get_by_text("they all play the same deal")).to_be_visible()
    expect(ann.page.get_by_role("link", name="How everyone played it")).to_have_count(0)
    ann.goto(f"/match/{rest[0]['match']}")
    expect(ann.page.get_by_text("Other tables may still be playing the same deal.")).to_be_visible()
    ann.goto(f"/event/{code}")
    for table in rest:
        give_up(people, table, lines)
    expect(ann.page.get_by_text("All rounds have been played.")).to_be_visible()  # the page follows by itself

    # Then everybody sees everything, seat by seat and table by table.
    ann.page.get_by_role("link", name="How everyone played it").click()
    expect(ann.page.get_by_role("heading", name="Seat 1")).to_be_visible()
    expect(ann.page.get_by_role("link", name=re.compile("Replay of table"))).to_have_count(6)
    ann.accessible()
    bob.goto(f"/event/{code}/deal/1")
    expect(
        bob.page.get_by_role("heading", name="Runde 1: überall dieselben Karten und Würfe")
    ).to_be_visible()
    for size in SIZES:
        for person in (ann, bob):
            person.page.set_viewport_size({"width": size[0], "height": size[1]})
            person.fits()
            assert person.page.evaluate(CROWDED) == [], (person.name, size)
    ann.screenshot("deal")
    ann.page.get_by_role("link", name="Replay of table 1").first.click()
    ann.page.get_by_role("button", name="The same deal at other tables").click()
    ann.page.get_by_role("link", name=re.compile("Table 2")).click()
    expect(ann.page).to_have_url(re.compile(f"/replay/{tables[1]['match']}"))
    for line in lines.values():
        line.close()


def give_up(people: list[Somebody], table: harness.Facts, lines: dict[str, harness.Line]) -> None:
    """The one who signed up last gives up; with a page, by the same request."""
    last = people[max(table["players"]) - 1]
    line = lines.get(last.name) or last.at_the_table(table["match"])
    lines[last.name] = line
    line.until(lambda line: line.status == "playing")
    line.done("resign")
