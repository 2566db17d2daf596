"""Whatever comes over the wire: a clean refusal or a clean end, and the match is as it was."""

from __future__ import annotations

import json
from contextlib import ExitStack, suppress
from dataclasses import replace
from typing import Any

import pytest
from tests.server.harness import TIMEOUT, Line, Person, RunningServer, quick_settings
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from slugfest.server.limits import NO_LIMITS, Rate


def a_match(person: Person, lines: ExitStack) -> Line:
    return lines.enter_context(person.connect(person.create("me", "easy", "open", start=False)))


@pytest.mark.parametrize(
    "nonsense",
    [
        "",
        "hello",
        "{",
        "null",
        "[]",
        "7",
        '"play"',
        "{}",
        '{"type": "fly", "id": "x"}',
        '{"type": 7, "id": "x"}',
        '{"type": "play"}',
        '{"type": "play", "id": 7, "moves": []}',
        '{"type": "play", "id": "x", "moves": "HOLD"}',
        '{"type": "play", "id": "x", "moves": [1]}',
        '{"type": "sit", "id": "x", "seat": "first", "name": "X"}',
        '{"type": "sit", "id": "x", "seat": 1.5, "name": "X"}',
        '{"type": "sit", "id": "x", "seat": 1, "name": null}',
        '{"type": "set_seat", "id": "x", "seat": 1, "kind": "throne"}',
        '{"type": "set_seat", "id": "x", "seat": 1, "kind": "bot", "level": 9}',
        '{"type": "set_options", "id": "x", "seats": 2, "options": []}',
        '{"type": "sync", "id": "x"',
        '{"type": "set_options", "id": "x", "seats": 2, "options": {"a":' + "[" * 5000 + "]" * 5000 + "}}",
        '{"type": "set_options", "id": "x", "seats": 2, "options": {"a":' + "[" * 63 + "]" * 63 + "}}",
        "[" * 20000,
        b"\xff\xfe\x00",
        b"\x00" * 100,
    ],
)
def test_what_is_no_message_is_refused_and_the_connection_lives(
    people: list[Person], lines: ExitStack, nonsense: str | bytes
) -> None:
    line = a_match(people[0], lines)
    line.send(nonsense)
    answer = line.receive()
    assert (answer["type"], answer["code"]) == ("refused", "NOT_UNDERSTOOD")
    assert "Traceback" not in line.raw[-1]
    line.done("set_seat", seat=2, kind="bot")


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "sit", "seat": -1, "name": "X"}, "NO_SUCH_SEAT"),
        ({"type": "sit", "seat": 10**15, "name": "X"}, "NO_SUCH_SEAT"),
        ({"type": "sit", "seat": 0, "name": "X"}, "SEAT_TAKEN"),
        ({"type": "sit", "seat": 2, "name": "\u0000\u202e"}, "NAME_NEEDED"),
        ({"type": "stand"}, "NOT_SEATED"),
        ({"type": "start"}, "NOT_HOST"),
        ({"type": "set_seat", "seat": 0, "kind": "open"}, "NOT_HOST"),
        ({"type": "set_options", "seats": 2, "options": {}}, "NOT_HOST"),
        ({"type": "play", "moves": ["HOLD"]}, "NOT_SEATED"),
        ({"type": "undo"}, "NOT_SEATED"),
        ({"type": "hint"}, "NO_ADVICE"),
        ({"type": "rematch"}, "NOT_SEATED"),
        ({"type": "abandon"}, "NOT_SEATED"),
        ({"type": "nonce", "nonce": "a" * 32}, "NOT_SEATED"),
        ({"type": "sit", "seat": 2, "name": "X", "nonce": "a" * 33}, "BAD_NONCE"),
    ],
)
def test_nobody_does_what_is_not_theirs_to_do(
    people: list[Person], lines: ExitStack, message: dict[str, Any], code: str
) -> None:
    ann = a_match(people[0], lines)
    stranger = lines.enter_context(people[1].connect(ann.match["id"]))
    version = ann.version
    kind = message.pop("type")
    assert stranger.refused(kind, **message) == code
    assert stranger.version == version


def test_a_message_that_is_too_large_ends_the_connection_and_nothing_else(
    people: list[Person], lines: ExitStack
) -> None:
    ann = a_match(people[0], lines)
    stranger = lines.enter_context(people[1].connect(ann.match["id"]))
    stranger.send('{"type": "sit", "id": "x", "seat": 2, "name": "' + "x" * 100_000 + '"}')
    assert stranger.ending()[0] == 1009
    ann.done("set_seat", seat=2, kind="bot")


def test_requests_with_foolish_ids_are_refused(people: list[Person], lines: ExitStack) -> None:
    line = a_match(people[0], lines)
    line.send({"type": "undo", "id": ""})
    assert line.receive()["code"] == "BAD_ID"
    assert line.refused("undo", id="x" * 65) == "BAD_ID"


def test_names_are_only_ever_shown_tidied(people: list[Person], lines: ExitStack) -> None:
    ann = a_match(people[0], lines)
    bob = lines.enter_context(people[1].connect(ann.match["id"]))
    bob.done("sit", seat=2, name="<b>{P1}\u202e\n" + "x" * 1000)
    assert bob.match["seats"][2]["name"] == "<b>{P1} xxxxxxxxxxxxxxxx"


def test_somebody_who_does_not_stop_asking_is_slowed_down_and_then_cut_off() -> None:
    settings = quick_settings(limits=replace(NO_LIMITS, messages=Rate(0.001, 5)))
    with RunningServer(settings) as server, server.person("Ann") as ann, server.person("Bob") as bob:
        line = ann.connect(ann.create("me", "open"))
        for number in range(5):
            assert line.refused("undo", id=f"{number}") == "NOT_STARTED"
        for number in range(5):
            assert line.refused("undo", id=f"more {number}") == "TOO_FAST"
        line.send({"type": "sync"})
        assert line.ending() == (1008, "too many messages")
        with ann.connect(line.match["id"]) as again:
            assert again.refused("undo") == "TOO_FAST", "a new window is no way around it"
        with bob.connect(line.match["id"]) as other:
            assert other.refused("undo") == "NOT_SEATED"


def test_a_client_that_does_not_listen_is_cut_off_and_holds_nobody_up(lines: ExitStack) -> None:
    settings = quick_settings(unsent_messages=3)
    server = lines.enter_context(RunningServer(settings))
    ann, bob = (lines.enter_context(server.person(name)) for name in ("Ann", "Bob"))
    match = ann.create("me", "open")
    deaf = lines.enter_context(bob.connect(match))
    line = lines.enter_context(ann.connect(match))
    while line.match["spectators"]:
        line.done("set_options", seats=2 + line.version % 3, options={})
        flood(deaf)


def flood(line: Line) -> None:
    """Ask for more than is ever read."""
    for _ in range(200):
        with suppress(ConnectionClosed):
            line.send({"type": "sync"})


@pytest.mark.parametrize("code", ["NOSUCHXX", "nope", "%20", "x" * 500, "..%2F..%2Fetc", "ABCDEFG2"])
def test_a_match_that_does_not_exist_is_told_and_the_connection_ended(
    server: RunningServer, code: str
) -> None:
    with Line(server.address, code) as line:
        received = line.receive()
        assert (received["type"], received["id"], received["code"]) == ("refused", "", "NO_SUCH_MATCH")
        assert line.ending() == (4404, "NO_SUCH_MATCH")


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://["])
def test_pages_of_other_websites_cannot_connect(
    server: RunningServer, people: list[Person], origin: str
) -> None:
    match = people[0].create("me", "open")
    with pytest.raises(InvalidStatus) as refused, connect_from(server, match, origin):
        pass
    assert refused.value.response.status_code == 403


def test_our_own_pages_can_connect(server: RunningServer, people: list[Person]) -> None:
    match = people[0].create("me", "open")
    with connect_from(server, match, server.address) as socket:
        assert json.loads(socket.recv(TIMEOUT))["type"] == "snapshot"


def connect_from(server: RunningServer, match: str, origin: str) -> Any:
    url = f"ws://127.0.0.1:{server.port}/ws/{match}"
    return connect(url, additional_headers={"Origin": origin}, open_timeout=TIMEOUT, proxy=None)


def test_a_forged_cookie_is_a_stranger(server: RunningServer, people: list[Person], lines: ExitStack) -> None:
    ann = a_match(people[0], lines)
    signed = people[0].http.cookies["slugfest_guest"]
    guest, _, signature = signed.rpartition(".")
    for forged in (guest, f"{guest}.{signature[::-1]}", "x" * 3000, "..", f"{'0' * 32}.{signature}"):
        with Line(server.address, ann.match["id"], {"Cookie": f"slugfest_guest={forged}"}) as line:
            line.receive()
            assert line.seat == -1
            assert not line.match["hosting"]


def test_a_connection_without_a_cookie_is_given_one(server: RunningServer, people: list[Person]) -> None:
    match = people[0].create("me", "open")
    with connect(f"ws://127.0.0.1:{server.port}/ws/{match}", open_timeout=TIMEOUT, proxy=None) as socket:
        assert socket.response is not None
        cookie = socket.response.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
