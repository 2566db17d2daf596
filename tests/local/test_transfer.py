"""Matches leave a device and come to another one; nothing that does not fit is taken in, and nothing else is lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.local.page import Device
from tests.local.test_one_device import around
from tests.local.test_playing import play_on


def file_of(device: Device) -> str:
    status, received = device.server.request("GET", "/api/device/file")
    assert status == 200
    return received


def bring(device: Device, text: str) -> tuple[int, Any]:
    status, received = device.server.request("POST", "/api/device/file", text)
    device.run()
    return status, json.loads(received)


def test_everything_comes_to_another_device_and_goes_on_there() -> None:
    one, two = Device(name="one"), Device(name="two")
    over, running = one.create("me", "easy", game="tag-team"), one.create("me", "easy", game="kapow-cards")
    play_on(one.play(over))
    line = one.play(running)
    play_on(line, 2)
    one.open("/ws/lessons/kapow-cards/1")
    status, received = bring(two, file_of(one))
    assert (status, sorted(received["matches"]), received["known"], received["refused"]) == (
        200,
        sorted([over, running]),
        0,
        [],
    )
    there = two.play(running)
    assert (there.view, there.log) == (line.view, line.log)
    play_on(there)
    assert two.get(f"/api/matches/{over}/record") == one.get(f"/api/matches/{over}/record")
    assert two.get("/api/me")["name"] == "Ann"
    assert two.get("/api/me")["learned"] == one.get("/api/me")["learned"] != []


def test_an_import_keeps_what_is_here_and_adds_later_moves() -> None:
    one, two = Device(name="one"), Device(name="two")
    match = one.create("me", "easy", game="kapow-cards")
    line = one.play(match)
    early = file_of(one)
    bring(two, early)
    assert bring(two, early)[1] == {"matches": [], "known": 1, "refused": []}
    play_on(line, 3)
    looking = two.play(match)
    assert bring(two, file_of(one))[1]["matches"] == [match]
    assert looking.ended == 1012  # come back, and see it as it is now
    assert two.play(match).log == line.log
    assert bring(two, early)[1]["known"] == 1  # it does not go back
    assert two.play(match).log == line.log


def test_a_match_that_has_gone_two_ways_stays_as_it_is_here() -> None:
    one, two = Device(name="one"), Device(name="two")
    match = one.create("me", "easy", game="kapow-cards")
    line = one.play(match)
    bring(two, file_of(one))
    other = two.play(match)
    line.done("play", moves=[line.moves[0]])
    other.done("play", moves=[other.moves[-1]])
    log = other.log
    _, received = bring(two, file_of(one))
    assert [refused["match"] for refused in received["refused"]] == [match]
    assert received["refused"][0]["text"]["de"]
    assert two.play(match).log == log


def test_a_record_is_verified_and_can_be_watched_again() -> None:
    one, two = Device(name="one"), Device(name="two")
    match = one.create("me", "easy", game="tag-team")
    play_on(one.play(match))
    record = one.get(f"/api/matches/{match}/record")
    status, received = bring(two, record)
    assert (status, received["matches"]) == (200, [match])
    assert two.get(f"/api/matches/{match}/record") == record
    assert (
        two.get(f"/api/matches/{match}/replay")["steps"] == one.get(f"/api/matches/{match}/replay")["steps"]
    )
    two.begin_anew()
    assert two.get(f"/api/matches/{match}/record") == record
    assert bring(two, record)[1]["matches"] == [match]  # known already
    assert two.get("/api/me/profile")["finished"] == 0  # somebody else's


@pytest.mark.parametrize("version", [1, 2])
def test_a_record_of_older_rules_is_watched_with_the_numbers_of_those(root: Path, version: int) -> None:
    device = Device()
    record = (root / f"tests/games/kapow_dice/records/version-{version}.txt").read_text("utf-8")
    status, received = bring(device, record)
    assert status == 200
    (match,) = received["matches"]
    replay = device.get(f"/api/matches/{match}/replay")
    assert replay["match"]["rules"] == version
    assert replay["steps"]
    assert device.get(f"/api/matches/{match}/record").splitlines()[2] == f"rules: {version}"


@pytest.mark.parametrize("ending", ["resign", "abandon", "draw"])
def test_a_record_of_a_match_that_people_ended_is_taken_in(ending: str) -> None:
    one, two = Device(name="one"), Device(name="two")
    match = around(one, "tag-team")
    people = [person["guest"] for person in one.open(f"/ws/device/{match}").heard[-1]["people"]]
    lines = [one.open(f"/ws/{match}", guest) for guest in people]
    for line in lines[: 1 if ending == "resign" else 2]:
        line.done(ending)
    record = one.get(f"/api/matches/{match}/record")
    assert bring(two, record)[1]["matches"] == [match]
    assert two.get(f"/api/matches/{match}/record") == record


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda text: text.replace("secret: ", "secret: 00"), "NO_RECORD"),
        (lambda text: text.replace("game: tag-team", "game: chess"), "NO_SUCH_GAME"),
        (lambda text: "\n".join(text.splitlines()[:-1]), "NO_RECORD"),
        (lambda text: text.replace("P1: ", "P2: ", 1), "NO_RECORD"),
        (lambda text: "# Slugfest record\nnothing", "NO_RECORD"),
        (lambda text: "# Slugfest record\n", "NO_RECORD"),
        (lambda text: "", "NO_FILE_OF_OURS"),
        (lambda text: "{}", "NO_FILE_OF_OURS"),
        (lambda text: '{"slugfest": "matches", "format": 1}', "NO_FILE_OF_OURS"),
        (lambda text: '{"slugfest": "matches", "format": 1, "matches": []}', "NO_FILE_OF_OURS"),
        (lambda text: '{"slugfest": "matches", "format": 2, "matches": {}}', "NEWER_FILE"),
        (lambda text: "[" * 100_000, "NO_FILE_OF_OURS"),
    ],
)
def test_what_is_no_record_and_no_file_of_ours_is_refused_and_nothing_is_taken_in(
    change: Any, code: str
) -> None:
    one, two = Device(name="one"), Device(name="two")
    match = one.create("me", "easy", game="tag-team")
    play_on(one.play(match))
    status, received = bring(two, change(one.get(f"/api/matches/{match}/record")))
    assert (status >= 400, received["code"]) == (True, code)
    assert received["text"]["en"]
    assert received["text"]["de"]
    assert two.kept == {}


def test_of_a_file_with_damaged_matches_the_others_are_taken_in() -> None:
    one, two = Device(name="one"), Device(name="two")
    good, bad = one.create("me", "easy", game="tag-team"), one.create("me", "easy", game="kapow-cards")
    newer, torn = one.create("me", "easy", game="kapow-dice"), one.create("me", "easy", game="hush")
    kept = json.loads(file_of(one))
    created = json.loads(kept["matches"][newer][0])
    created["entry"]["format"] = 99
    kept["matches"][newer][0] = json.dumps(created)
    kept["matches"][bad][0] = kept["matches"][bad][0][:-5]
    kept["matches"][torn] = [
        *kept["matches"][torn],
        '{"at": 1, "entry": {"kind": "moves", "seat": 0, "moves": []}}',
    ]
    kept["matches"]["../../x"] = kept["matches"][good]
    kept["matches"]["ABCDEFGH"] = kept["matches"][good]  # another's log under this name
    kept["matches"]["ABCDEFGJ"] = 5
    kept["house"] = {"names": 5}
    _, received = bring(two, json.dumps(kept))
    assert received["matches"] == [good]
    assert len(received["refused"]) == 6
    assert all(refused["text"]["en"] and refused["text"]["de"] for refused in received["refused"])
    assert two.play(good).match["id"] == good


# ---- what a browser brings back --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("harm", "code"),
    [
        (lambda kept, match: kept.pop((match, 2)), "DAMAGED"),
        (lambda kept, match: kept.update({(match, 2): kept[match, 2][:-3]}), "DAMAGED"),
        (lambda kept, match: kept.update({(match, 2): '{"at": 1}'}), "DAMAGED"),
        (lambda kept, match: kept.pop((match, 1)), "DAMAGED"),
        (
            lambda kept, match: kept.update({(match, 1): kept[match, 1].replace('"format":2', '"format":9')}),
            "NEWER",
        ),
        (
            lambda kept, match: kept.update({(match, 1): kept[match, 1].replace("tag-team", "chess")}),
            "NO_SUCH_GAME",
        ),
        (
            lambda kept, match: kept.update({(match, 2): '{"at": 1, "entry": {"kind": "moves"}}'}),
            "MATCH_LOST",
        ),
        (lambda kept, match: kept.update({(match, 2): '{"at": 1, "entry": {"kind": "sung"}}'}), "NEWER"),
    ],
)
def test_a_damaged_match_is_refused_in_words_and_the_others_open(harm: Any, code: str) -> None:
    device = Device()
    match, other = (
        device.create("me", "easy", game="tag-team"),
        device.create("me", "easy", game="kapow-cards"),
    )
    device.play(match).close()
    harm(device.kept, match)
    device.begin_anew()
    line = device.open(f"/ws/{match}")
    assert line.heard[-1]["code"] == code
    assert line.heard[-1]["text"]["de"]
    assert line.ended == (4404 if code == "NO_SUCH_GAME" else 4410)
    status, received = device.request("GET", f"/api/matches/{match}")
    assert (status >= 400, received["code"]) == (True, code)
    assert other in [one["id"] for one in device.get("/api/me")["matches"]]
    assert device.play(other).match["id"] == other
    assert device.request("DELETE", f"/api/matches/{match}")[0] == 204
    assert not [key for key in device.kept if key[0] == match]


def test_without_its_summary_a_match_is_listed_all_the_same() -> None:
    device = Device()
    match = device.create("me", "easy", game="tag-team")
    for harm in ("", "nonsense", "[]", '{"summary": {}}'):
        device.kept[match, 0] = harm
        device.begin_anew()
        assert [one["id"] for one in device.get("/api/me")["matches"]] == [match]


def test_full_storage_is_reported_and_nothing_is_answered_before_it_is_kept() -> None:
    device = Device()
    line = device.play(device.create("me", "easy", game="kapow-cards"))
    device.keeps = False
    request = line.send("play", moves=[line.moves[0]])
    device.server.not_saved()
    device.run()
    assert line.heard[-1]["type"] == "waiting"
    assert line.heard[-1]["text"]["de"]
    assert not [received for received in line.heard if received.get("id") == request]
    device.keeps = True
    device.run()
    assert {"type": "waiting", "text": None} in line.heard
    assert [received["type"] for received in line.heard if received.get("id") == request] == ["done"]


def test_everything_can_be_forgotten() -> None:
    device = Device()
    device.create("me", "easy", game="tag-team")
    line = device.open(f"/ws/{device.create('me', 'easy', game='kapow-cards')}")
    assert device.request("POST", "/api/me/forget", {"sure": False})[0] == 422
    assert device.request("POST", "/api/me/forget", {"sure": True})[0] == 204
    assert [key for key in device.kept if key[0]] == []
    assert line.ended == 1012
    assert device.get("/api/me") == {"name": "", "matches": [], "finished": [], "learned": []}
