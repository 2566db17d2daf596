"""A whole evening: eight people on two processes sign up, play three Swiss rounds, and see who won."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from tests.postgres import running_postgres
from tests.server import harness

from .conftest import Invite, deal_of
from .server_process import DESK, PHONE, Person, ServerProcess, expect

HAL = 8  # the number of the player who leaves
SIZES = ((320, 640), PHONE, (844, 390), (820, 1180), DESK, (2560, 1440))


@pytest.fixture
def two_processes(request: pytest.FixtureRequest) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    database = running_postgres().new_database()
    servers = tuple(ServerProcess(database, f"{deal_of(request)} {which}") for which in ("first", "second"))
    for server in servers:
        server.start()
    yield servers[0], servers[1]
    for server in servers:
        server.stop()


class Somebody:
    """A player, in front of a page or as a script."""

    def __init__(self, name: str, server: ServerProcess, page: Person | None = None) -> None:
        self.name = name
        self.page = page
        self.script = harness.Person(server.address, name)
        if page is None:
            self.script.http.get("/api/me")
        else:
            self.use(page)

    def use(self, page: Person) -> None:
        """Play on with this page."""
        self.page = page
        self.script.address = page.server.address
        self.script.http.base_url = page.server.address
        self.script.http.cookies.clear()
        for cookie in page.context.cookies():
            self.script.http.cookies.set(cookie["name"], cookie["value"])

    def post(self, path: str, **body: object) -> harness.Facts:
        answer = self.script.http.post(f"/api/{path}", json=body)
        assert answer.status_code < 300, answer.text
        found: harness.Facts = answer.json()
        return found

    def to_the_table(self) -> None:
        """Follow the page's button; its browser adds its nonce."""
        assert self.page is not None
        self.page.page.get_by_role("link", name=re.compile("To your table|Zu deinem Tisch")).click()

    def at_the_table(self, match: str) -> harness.Line:
        line = self.script.dial(match)
        line.receive()
        if line.match["nonce_wanted"]:
            line.done("nonce", nonce=harness.nonce_of(self.name))
        return line


def test_an_evening_of_eight_people_on_two_processes(
    two_processes: tuple[ServerProcess, ServerProcess], invite: Invite
) -> None:
    first, second = two_processes
    ann = invite(first, "Ann", DESK)
    ann.goto("/events")
    ann.page.get_by_label("What is it called?").fill("Friday night")
    ann.page.get_by_label("Your name").fill("Ann")
    ann.page.get_by_role("button", name="Less: Minutes between rounds").click()
    ann.accessible()
    ann.page.get_by_role("button", name="Open sign-up").click()
    expect(ann.page.get_by_role("heading", name="Friday night")).to_be_visible()
    code = ann.page.url.rpartition("/")[2]

    everybody = [Somebody("Ann", first, ann)]
    for name, server, size, language in (
        ("Bob", second, PHONE, "de"),
        ("Cyd", first, PHONE, "en"),
        ("Dan", second, DESK, "en"),
    ):
        person = invite(server, name, size, language)
        person.goto(f"/event/{code}")
        person.page.get_by_label(re.compile("Sign up as|Anmelden als")).fill(name)
        person.page.get_by_role("button", name=re.compile("Sign up|Anmelden")).click()
        expect(person.page.get_by_text(re.compile("You are in|Du machst mit"))).to_be_visible()
        everybody.append(Somebody(name, server, person))
    for name, server in (("Eve", first), ("Fay", second), ("Gus", first), ("Hal", second)):
        everybody.append(Somebody(name, server))
        everybody[-1].post(f"events/{code}/join", name=name)

    expect(ann.page.get_by_role("rowheader", name="Hal")).to_be_visible()  # the page follows by itself
    ann.page.get_by_role("button", name="Start now").click()
    for number in (1, 2, 3):
        play_round(everybody, code, number, leaves=HAL if number == 1 else None)
        if number == 2:  # one comes back on another device, on the other process
            bob = everybody[1]
            ticket = bob.post("me/ticket")["link"].rpartition("#")[2]
            tablet = invite(first, "Bob", (820, 1180))
            tablet.known()
            answer = tablet.context.request.post(
                f"{first.address}/api/me/carry", data={"ticket": ticket}, headers={"Origin": first.address}
            )
            assert answer.ok
            bob.use(tablet)
            tablet.goto(f"/event/{code}")

    for somebody in everybody[:4]:
        assert somebody.page is not None
        somebody.page.goto(f"/event/{code}")
        expect(somebody.page.page.get_by_text("All rounds have been played.")).to_be_visible()
        expect(somebody.page.page.get_by_role("rowheader")).to_have_count(8)
    found = event_of(everybody[0], code)
    assert sum(row["points"] for row in found["rows"]) == 12  # ten tables and two byes
    assert [len(one["tables"]) for one in found["rounds"]] == [4, 3, 3]
    assert {one["name"]: one["takes_part"] for one in found["players"]}["Hal"] is False
    matches = [table["match"] for one in found["rounds"] for table in one["tables"]]
    assert len(set(matches)) == 10
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name="Results (CSV)").click()
    assert download.value.suggested_filename == f"slugfest-{code}.csv"
    ann.accessible()
    for size in SIZES:
        ann.page.set_viewport_size({"width": size[0], "height": size[1]})
        ann.fits()
    ann.screenshot("event")


def event_of(somebody: Somebody, code: str) -> harness.Facts:
    found: harness.Facts = somebody.script.http.get(f"/api/events/{code}").json()
    return found


def play_round(everybody: list[Somebody], code: str, number: int, leaves: int | None = None) -> None:
    """Play every table: pages go there by their button, scripts by their link; of each two the later one gives up.

    Somebody who `leaves` plays first and goes while the round still runs: the next one begins by itself when
    the last table ends.
    """
    for somebody in everybody[:4]:
        assert somebody.page is not None
        if number > 1:
            somebody.page.goto(f"/event/{code}")
        heading = re.compile(f"Round {number} of 3|Runde {number} von 3")
        expect(somebody.page.page.get_by_text(heading)).to_be_visible()
    tables = event_of(everybody[0], code)["rounds"][-1]["tables"]
    for table in sorted(tables, key=lambda table: leaves not in table["players"]):
        with ExitStack() as stack:
            seated = [everybody[player - 1] for player in sorted(table["players"])]
            for somebody in seated:
                if somebody.page is not None:
                    somebody.to_the_table()
            lines = [
                stack.enter_context(somebody.at_the_table(table["match"]))
                for somebody in seated
                if somebody.page is None
            ]
            for somebody in seated:  # the last nonce begins the match
                if somebody.page is not None:
                    expect(somebody.page.page.locator("[data-board]")).to_be_visible()
            gives_up = lines[-1] if seated[-1].page is None else seated[-1].at_the_table(table["match"])
            stack.enter_context(gives_up)
            gives_up.until(lambda line: line.status == "playing")
            gives_up.done("resign")
        if leaves is not None and leaves in table["players"]:
            everybody[leaves - 1].post(f"events/{code}/leave")
