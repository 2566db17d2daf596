"""What moves would come to, asked over a real socket: answered to the asker alone, and written nowhere."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from tests.server.harness import Line, Person, RunningServer


@pytest.fixture
def table(people: list[Person], lines: ExitStack) -> tuple[str, Line, Line, Line]:
    """Ann's match with Bob, running, watched by Cyd."""
    match = people[0].create("me", "open", game="kapow-cards", start_seat=1)
    ann, bob, cyd = (lines.enter_context(person.connect(match)) for person in people)
    bob.done("sit", seat=1, name="Bob")
    ann.until(lambda line: line.match["seats"][1]["kind"] == "person").done("start")
    for line in (bob, cyd):
        line.until(lambda line: line.status == "playing")
    return match, ann, bob, cyd


def test_a_preview_is_answered_and_changes_nothing(
    server: RunningServer, table: tuple[str, Line, Line, Line]
) -> None:
    match, ann, bob, cyd = table
    log, version = server.store.entries(match), ann.version
    received = ann.ask("preview", moves=["PASS"])
    assert received["type"] == "preview_result"
    assert [option["move"] for option in received["moves"]] == ["PASS"]
    assert received["refusal"] is None
    assert received["view"]["actors"] == [1]
    assert server.store.entries(match) == log
    # Nothing came in between: a snapshot that is asked for now is the very next message to everybody.
    for line in (ann, bob, cyd):
        line.send({"type": "sync"})
        assert line.receive()["type"] == "snapshot"
        assert line.version == version


def test_a_preview_says_why_a_move_would_be_refused(table: tuple[str, Line, Line, Line]) -> None:
    _, ann, bob, _ = table
    received = ann.ask("preview", moves=["PASS", "PASS"])
    assert received["refusal"]["code"] == "NOT_YOUR_TURN"
    assert received["refusal"]["index"] == 1
    assert received["refusal"]["text"]["de"]
    assert bob.ask("preview", moves=["PASS"])["refusal"]["code"] == "NOT_YOUR_TURN"


def test_moves_in_parts_are_previewed_made_and_logged_as_their_texts(
    server: RunningServer, table: tuple[str, Line, Line, Line]
) -> None:
    match, ann, _, _ = table
    assert ann.view is not None
    option = next(one for one in ann.view["moves"] if one["parts"][0] == "attack")
    told = ann.ask("preview", moves=[option["parts"]])
    assert told["moves"][0]["move"] == option["move"]
    ann.done("play", moves=[option["parts"]])
    assert server.store.entries(match)[-1]["moves"] == [option["move"]]


def test_what_is_not_the_parts_of_a_move_is_refused(table: tuple[str, Line, Line, Line]) -> None:
    _, ann, _, _ = table
    for parts in (["dance"], ["pass", 1], ["attack", "S12", 1, "row", 0], []):
        assert ann.refused("preview", moves=[parts]) == "UNREADABLE"
        assert ann.refused("play", moves=["PASS", parts]) == "UNREADABLE"
    assert ann.refused("play", moves=[["attack", ["S12"], 1, "row", 99]]) in (
        "CARD_NOT_IN_HAND",
        "BAD_TARGET_CARD",
    )


def test_what_is_foretold_comes_true(table: tuple[str, Line, Line, Line]) -> None:
    _, ann, _, _ = table
    received = ann.ask("preview", moves=["PASS"])
    ann.done("play", moves=["PASS"])
    assert ann.view == received["view"]


def test_whoever_cannot_move_is_refused(table: tuple[str, Line, Line, Line]) -> None:
    _, ann, _, cyd = table
    assert cyd.refused("preview", moves=["PASS"]) == "NOT_SEATED"
    assert ann.refused("preview", moves=[]) == "NO_MOVES"
    assert ann.refused("preview", moves=["PASS"] * 101) == "TOO_MANY_MOVES"
    ann.done("stand")
    assert ann.refused("preview", moves=["PASS"]) == "STOOD_UP"


def test_there_is_nothing_to_foretell_in_a_lobby(people: list[Person], lines: ExitStack) -> None:
    match = people[0].create("me", "open", game="kapow-cards")
    ann = lines.enter_context(people[0].connect(match))
    assert ann.refused("preview", moves=["PASS"]) == "NOT_STARTED"
