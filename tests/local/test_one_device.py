"""Several people around one device: each sees their own, and whoever holds it never what another may know."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.local.page import Device, Facts, Line

from slugfest.kernel import EVERYTHING, SPECTATOR, read_record, seeded, verify
from slugfest.table import seat_view, snapshot

PEOPLE = ("Ann", "Bob")


def around(device: Device, game: str, *names: str, bots: int = 0, **options: Any) -> str:
    seats: list[Facts] = [{"kind": "person", "name": name} for name in names or PEOPLE]
    seats += [{"kind": "bot", "level": "easy"}] * bots
    status, received = device.request(
        "POST", "/api/device/matches", {"game": game, "seats": seats, "options": options}
    )
    assert status == 201, received
    return str(received["id"])


class Hands:
    """The device on its way from hand to hand: one channel is open at a time, that of whoever holds it."""

    def __init__(self, device: Device, match: str) -> None:
        self.device = device
        self.match = match
        self.between = device.open(f"/ws/device/{match}")
        self.held: Line | None = None

    @property
    def received(self) -> Facts:
        return self.between.heard[-1]

    def hand_on(self) -> Line:
        """Hand the device to whom the server names."""
        if self.held is not None and self.held.guest == self.received["next"]:
            return self.held
        if self.held is not None:
            self.held.close()
        self.held = self.device.open(f"/ws/{self.match}", self.received["next"])
        return self.held

    def play(self, moves: int) -> int:
        for made in range(moves):
            if self.received["status"] != "playing":
                return made
            line = self.hand_on()
            assert line.owes
            line.done("play", moves=[line.sensible()])
        return moves


@pytest.mark.parametrize(
    ("game", "names", "bots", "options"),
    [
        ("kapow-cards", ("Ann", "Bob", "Cyd"), 0, {}),
        ("tag-team", PEOPLE, 0, {}),
        ("custom-heroes", PEOPLE, 1, {}),
        ("kapow-dice", PEOPLE, 0, {"mode": "coop"}),
        ("hush", PEOPLE, 0, {}),
    ],
)
def test_people_around_one_device_play_a_match_to_its_end(
    game: str, names: tuple[str, ...], bots: int, options: Facts
) -> None:
    device = Device()
    match = around(device, game, *names, bots=bots, **options)
    hands = Hands(device, match)
    assert hands.received["next"]
    hands.play(3000)
    assert hands.received["status"] == "finished"
    assert hands.received["next"] is None
    verify(read_record(device.get(f"/api/matches/{match}/record")), device.server.games[game])
    assert [seat["name"] for seat in device.get("/api/me")["finished"][0]["seats"]][: len(names)] == list(
        names
    )


@pytest.mark.parametrize("game", ["custom-heroes", "kapow-cards", "tag-team", "hush"])
def test_nothing_of_the_others_hand_is_sent(game: str) -> None:
    """Deal what somebody cannot know anew: every frame they get stays the same, byte by byte."""
    device = Device()
    match = around(device, game)
    hands = Hands(device, match)
    for _ in range(12):
        if hands.received["status"] != "playing":
            break
        line = hands.hand_on()
        table = device.server.table(match)
        assert table.history is not None
        for seat, guest in enumerate(seat.guest for seat in table.seats):
            truth = table.history.state
            received = (snapshot(table, guest, table.guests()), seat_view(table, seat))
            table.history.state = truth.game.require_search().sample(
                truth, seat, seeded("another deal", game, table.version)
            )
            try:
                assert (snapshot(table, guest, table.guests()), seat_view(table, seat)) == received
            finally:
                table.history.state = truth
        assert line.view is not None
        assert line.view["seat"] == table.seat_of(line.guest)
        assert "board" not in json.dumps(hands.between.heard)
        hands.play(1)


def test_the_device_itself_gets_only_names_and_whose_turn_it_is() -> None:
    device = Device()
    hands = Hands(device, around(device, "custom-heroes"))
    hands.play(30)
    assert {tuple(received) for received in hands.between.heard} == {
        ("type", "match", "game", "status", "people", "next")
    }
    for received in hands.between.heard:
        assert [tuple(person) for person in received["people"]] == [("seat", "guest", "name", "owes")] * 2
    assert hands.between.ended is None
    before = len(hands.between.heard)
    hands.between.send("play", moves=["anything"])
    device.run()
    assert len(hands.between.heard) == before  # it has nothing to ask


def test_decisions_made_at_once_are_made_one_after_the_other_and_show_nothing_of_the_earlier() -> None:
    device = Device()
    match = around(device, "hush", "Ann", "Bob", "Cyd")
    hands = Hands(device, match)
    order: list[str] = []
    bobs_view: Any = None
    while len(order) < 3:
        name = next(
            person["name"] for person in hands.received["people"] if person["guest"] == hands.received["next"]
        )
        order += [name] if name not in order else []
        line = hands.hand_on()
        if name == "Bob" and bobs_view is None:
            bobs_view = line.view
            chosen = [step for step in line.log if step["seat"] == 0]
            assert not any("CHOOSE" in (step["move"] or "") for step in chosen)
        line.done(
            "play", moves=[next(move for move in line.moves if move != "READY" or len(line.moves) == 1)]
        )
        if "READY" in line.moves and line.owes:
            line.done("play", moves=["READY"])
    assert order == ["Ann", "Bob", "Cyd"]
    assert bobs_view["seat"] == 1


def test_whoever_opens_a_running_match_as_nobody_sees_what_everybody_may_see() -> None:
    device = Device()
    match = around(device, "custom-heroes", "Bob", "Cyd")
    owner = device.open(f"/ws/{match}", "me")
    assert owner.view is not None
    assert owner.view["seat"] == SPECTATOR
    for path in ("record", "replay", f"replay?eyes={EVERYTHING}", "replay/views?eyes=0"):
        assert device.request("GET", f"/api/matches/{match}/{path}")[0] == 409


def test_the_match_is_in_the_owners_list_and_waits_for_whoever_is_next() -> None:
    device = Device()
    match = around(device, "kapow-cards", "Bob", "Cyd")
    listed = device.get("/api/me")["matches"]
    assert [(one["id"], one["yours"]) for one in listed] == [(match, True)]


def test_people_are_known_again_by_their_names() -> None:
    device = Device()
    device.request("POST", "/api/me", {"name": "Ann"})
    first = Hands(device, around(device, "kapow-cards"))
    device.begin_anew()
    second = Hands(device, around(device, "kapow-cards", "Bob", "Ann"))
    people = [
        {person["name"]: person["guest"] for person in hands.received["people"]} for hands in (first, second)
    ]
    assert people[0] == people[1]
    assert people[0]["Ann"] == "me"
    assert device.get("/api/device/people")["names"] == ["Ann", "Bob"]


@pytest.mark.parametrize("names", [("Ann",), ("Ann", "Ann"), ("Ann", ""), ("Ann", " \u200b ")])
def test_two_people_with_names_of_their_own_are_needed(names: tuple[str, ...]) -> None:
    device = Device()
    seats = [{"kind": "person", "name": name} for name in names] + [{"kind": "bot"}] * (2 - len(names))
    status, received = device.request("POST", "/api/device/matches", {"game": "kapow-cards", "seats": seats})
    assert (status, received["code"]) == (422, "PEOPLE_NEEDED")


def test_a_rematch_around_one_device_begins_at_once() -> None:
    device = Device()
    match = around(device, "tag-team")
    hands = Hands(device, match)
    line = hands.hand_on()
    line.done("resign")
    line.done("rematch")
    following = line.match["rematch"]
    again = Hands(device, following)
    assert again.received["status"] == "playing"
    assert [person["name"] for person in again.received["people"]] == list(PEOPLE)
    assert following in [one["id"] for one in device.get("/api/me")["matches"]]


def test_commitment_nonces_and_secret_are_shown_as_on_a_server() -> None:
    device = Device()
    hands = Hands(device, around(device, "kapow-cards"))
    line = hands.hand_on()
    assert line.match["commitment"]
    assert not line.match["secret"]
    assert line.match["terms"].count("person ") == 2
    line.done("resign")
    assert line.match["status"] == "finished"
    assert len(line.match["secret"]) == 64
