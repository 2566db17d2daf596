"""After an unexpected exception people are notified, the match is unchanged, and the log shows no secret."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from tests.hush import Hush, HushState
from tests.server.harness import Line, Person, RunningServer


def test_a_fault_in_a_game_is_refused_and_the_match_is_as_before(
    server: RunningServer,
    people: list[Person],
    lines: ExitStack,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    match = people[0].create("me", "easy", rounds=2)
    line = lines.enter_context(people[0].connect(match))
    line.until(lambda line: line.view is not None and line.view["actors"] == [0])
    before = (line.version, line.view)
    with monkeypatch.context() as broken:
        broken.setattr(HushState, "showdown", lambda self: self.hands[99])
        answer = line.ask("play", id="unlucky", moves=[line.moves[0]])
        assert (answer["type"], answer["code"]) == ("refused", "FAILED")
        assert line.ending()[0] == 1012  # everybody reads the log again
    again = lines.enter_context(people[0].connect(match))
    assert (again.version, again.view) == before
    again.done("play", id="unlucky", moves=[again.moves[0]])
    assert "a request failed" in caplog.text
    assert server.store.entries(match)[0]["secret"] not in caplog.text


def test_a_fault_in_a_bots_turn_does_not_take_the_server_down(
    people: list[Person], lines: ExitStack, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(HushState, "apply", lambda self, seat, move: self.hands[99])
        match = people[0].create("me", "easy", rounds=1)
        assert lines.enter_context(people[0].connect(match)).ending()[0] == 1012
    line = lines.enter_context(people[0].connect(match))
    while line.wait_for_turn():
        line.done("play", moves=[line.moves[0]])
    assert "the bot's turn failed" in caplog.text


def test_a_change_that_cannot_be_told_is_on_disk_and_told_later(
    people: list[Person], lines: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = people[0].create("me", "open")
    ann, bob = (lines.enter_context(person.connect(match)) for person in people[:2])
    bob.done("sit", seat=1, name="Bob")
    ann.until(lambda line: line.version == bob.version).done("start")
    with monkeypatch.context() as broken:
        broken.setattr(Hush, "describe", lambda self, event: event["nothing"])
        ann.send({"type": "play", "id": "untold", "moves": [ann.moves[0]]})
        for line in (ann, bob):
            assert line.ending()[0] == 1012
        with Line(people[0].address, match) as stranger:
            assert stranger.receive()["code"] == "FAILED"
            assert stranger.ending()[0] == 1011
    again = lines.enter_context(people[0].connect(match))
    assert again.done("play", id="untold", moves=["whatever"]) == again.version
    assert again.log[-1]["seat"] == 0


def test_a_fault_in_a_page_is_a_problem_and_not_a_traceback(
    server: RunningServer, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(server.store, "listed", lambda guest, over, most: 1 / 0)
        response = people[0].http.get("/api/me")
    assert (response.status_code, response.json()["code"]) == (500, "FAILED")
    assert "Traceback" not in response.text
    assert people[0].http.get("/api/me").status_code == 200


def test_a_running_match_tells_nothing_over_http_either(server: RunningServer, people: list[Person]) -> None:
    match = people[0].create("me", "easy")
    secret = server.store.entries(match)[0]["secret"]
    for path in ("", "/record", "/replay"):
        assert secret not in people[0].http.get(f"/api/matches/{match}{path}").text
    assert secret not in people[0].http.get("/api/me").text
