"""Variants on a local server: checked while they are edited, kept, played with, exported, and tried by bots."""

from __future__ import annotations

import json
from typing import Any

import pytest

from slugfest.kernel import add_variant, forget_variant, read_record, verify
from slugfest.kernel.variant_files import data_of, variant_from_data
from slugfest.local.variants import MOST_KEPT
from slugfest.protocol.trials import FEWEST_DEALS, measures

from .page import Device, Facts

HAND = {
    "game": "kapow-cards",
    "name": {"en": "Big hands", "de": "Große Hände"},
    "change": {"limits.hand": 4},
    "add": {},
}


def asked(device: Device, method: str, path: str, body: str = "") -> tuple[int, Any]:
    status, received = device.server.request(method, path, body)
    device.run()
    return status, json.loads(received) if received else None


def check(device: Device, **other: Any) -> Facts:
    status, received = asked(device, "POST", "/api/variants/check", json.dumps({**HAND, **other}))
    assert status == 200, received
    found: Facts = received
    return found


def opened_as(device: Device, text: str) -> tuple[int, Any]:
    return asked(device, "POST", "/api/variants/open", json.dumps({"file": text}))


def kept(device: Device, **other: Any) -> Facts:
    status, received = asked(
        device, "POST", "/api/variants", json.dumps({"file": check(device, whole=True, **other)["file"]})
    )
    assert status == 201, received
    found: Facts = received
    return found


def test_a_draft_is_allowed_or_refused_in_the_readers_words_beside_its_field() -> None:
    device = Device()
    allowed = check(device)
    assert allowed["fault"] is None
    assert variant_from_data(data_of(allowed["file"])).id == allowed["id"]
    refused = check(device, change={"limits.hand": 40})
    assert (refused["id"], refused["fault"]["key"]) == ("", "limits.hand")
    assert refused["fault"]["text"]["de"] == "hier gehört eine ganze Zahl von 1 bis 9 hin, nicht 40"
    assert check(device, change={"limits.thumb": 4})["fault"]["key"] == "limits.thumb"
    assert check(device, game="chess")["fault"]["key"] == "game"
    assert check(device, change={}, add={"card": [{"id": 5}]})["fault"] is not None


def test_a_text_is_opened_as_what_it_changes_or_refused_whatever_is_in_it() -> None:
    device = Device()
    _, opened = opened_as(device, check(device)["file"])
    assert opened["edits"] == {**HAND}
    for text in (
        "",
        "nonsense",
        'game = "kapow-cards"',
        "game = 5\n[change]\na = 1",
        'game = "kapow-cards"\nadd = 3',
    ):
        status, refused = opened_as(device, text)
        assert (status, refused["id"]) == (200, "")
        assert refused["fault"]["text"]["de"]
    status, _ = opened_as(device, "#" * 70_000)
    assert status == 413


def test_a_kept_variant_is_played_survives_a_restart_and_its_record_verifies_with_its_file() -> None:
    device = Device()
    variant = kept(device)
    match = device.create("easy", "easy", game=variant["id"])
    device.begin_anew()
    line = device.server.open(f"/ws/{match}")
    for _ in range(400):
        device.run()
        if device.server.table(match).over:
            break
        device.time += 5000
        device.server.wake()
    device.server.close(line)
    assert device.server.table(match).over
    status, record = device.server.request("GET", f"/api/matches/{match}/record")
    assert status == 200
    read = read_record(record)
    assert read.game == variant["id"]
    assert verify(read, add_variant(variant_from_data(data_of(variant["file"])))).state.outcome() is not None
    assert asked(device, "GET", "/api/device/variants")[1]["variants"][0]["matches"] == 1
    assert variant["id"] not in [one["id"] for one in asked(device, "GET", "/api/games")[1]]


def test_matches_of_a_variant_travel_with_it_and_without_it_say_what_they_need() -> None:
    device = Device()
    variant = kept(device)
    match = device.create("me", "easy", game=variant["id"])
    _, everything = device.server.request("GET", "/api/device/file")
    other = Device(name="other")
    status, imported = other.server.request("POST", "/api/device/file", everything)
    assert (status, json.loads(imported)["matches"]) == (200, [match])
    without = json.loads(everything)
    without["house"].pop("variants")
    third = Device(name="third")
    status, imported = third.server.request("POST", "/api/device/file", json.dumps(without))
    assert (status, json.loads(imported)["matches"]) == (200, [match])  # the log has brought it along
    assert third.server.games[variant["id"]].variant is not None
    first, *others = without["matches"][match]
    old = json.loads(first)
    old["entry"].pop("variant")
    without["matches"][match] = [json.dumps(old), *others]
    forget_variant(variant["id"])
    fourth = Device(name="fourth")
    _, refused = fourth.server.request("POST", "/api/device/file", json.dumps(without))
    assert "big-hands" in json.loads(refused)["refused"][0]["text"]["en"]


def test_old_variants_that_nobody_plays_make_room() -> None:
    device = Device()
    played = kept(device)
    device.create("me", "easy", game=played["id"])
    for number in range(MOST_KEPT + 2):
        kept(device, change={"limits.turn_cap_per_seat": 200 + number})
    there = [one["id"] for one in asked(device, "GET", "/api/device/variants")[1]["variants"]]
    assert len(there) == MOST_KEPT
    assert played["id"] in there
    status, _ = device.server.request("DELETE", f"/api/device/variants/{there[0]}")
    assert status == 204
    assert there[0] not in device.server.people.variants


@pytest.mark.parametrize(
    ("game", "change", "first"),
    [("kapow-cards", {"limits.hand": 4}, "begins"), ("tag-team", {"fighter.joan.power": 6}, "joan")],
)
def test_bots_try_a_variant_deal_by_deal_against_the_game_itself(
    game: str, change: Facts, first: str
) -> None:
    device = Device()
    file = check(device, game=game, change=change)["file"]
    line = device.server.open("/ws/trial")
    device.server.receive(line, json.dumps({"file": file, "level": "greedy", "deals": FEWEST_DEALS + 2}))
    sent: list[Facts] = []
    for _ in range(200):
        device.keep()
        sent += [json.loads(str(message)) for channel, message in device.server.outbox() if channel == line]
        for number, question in device.server.thoughts():
            device.server.thought(number, device.thinks(question))  # type: ignore[misc]
        if sent and sent[-1]["deals"] == FEWEST_DEALS + 2:
            break
    last = sent[-1]
    assert (last["type"], last["failed"], last["most"]) == ("trial", False, FEWEST_DEALS + 2)
    measure = last["measures"][0]
    assert measure["key"] == first
    for figure in (measure["before"], measure["after"], measure["difference"]):
        assert figure["low"] <= figure["mean"] <= figure["high"]
    device.server.close(line)
    assert device.server.thoughts() == []


def test_a_trial_of_something_else_is_refused() -> None:
    device = Device()
    line = device.server.open("/ws/trial")
    for wanted in (
        {"file": "nonsense", "level": "greedy", "deals": 1},
        {"file": "", "level": "expert", "deals": 1},
    ):
        device.server.receive(line, json.dumps(wanted))
        ((_, message),) = device.server.outbox()
        assert json.loads(str(message))["type"] == "refused"


def test_the_interval_of_a_difference_narrows_with_the_deals() -> None:
    def deal(number: int) -> Facts:
        game = {
            "points": 1.0,
            "begins": float(number % 2),
            "rounds": 5 + number % 3,
            "turns": 9,
            "draw": 0.0,
            "limit": 0.0,
        }
        return {
            "line_ups": [],
            "before": [game],
            "after": [{**game, "begins": 1.0, "rounds": game["rounds"] + 1}],
        }

    few = {one["key"]: one for one in measures({}, (), [deal(number) for number in range(20)])}
    many = {one["key"]: one for one in measures({}, (), [deal(number) for number in range(400)])}
    for key, mean in (("begins", 0.5), ("rounds", 1.0)):
        narrow, wide = many[key]["difference"], few[key]["difference"]
        assert narrow is not None
        assert wide is not None
        assert narrow["mean"] == mean
        assert narrow["high"] - narrow["low"] <= wide["high"] - wide["low"]
    difference = many["begins"]["difference"]
    assert difference is not None
    assert 0.3 < difference["low"] < 0.5 < difference["high"] < 0.7
    assert measures({}, (), [deal(0)]) == []
