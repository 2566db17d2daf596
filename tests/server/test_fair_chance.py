"""Chance over the wire: nonces, a start by itself, and a match that is given up and shows its secret."""

from __future__ import annotations

import hashlib
import hmac
import json
from contextlib import ExitStack

import pytest
from tests.hush import TABLE_GAME

from slugfest.kernel import LiveChance, read_record, verify

from .harness import Person, nonce_of, play_out


def test_a_match_begins_with_the_nonce_and_is_verified_at_its_end(
    people: list[Person], lines: ExitStack
) -> None:
    ann = people[0]
    match = ann.create("me", "easy", rounds=1)
    line = lines.enter_context(ann.connect(match, nonce=False))
    noted = line.match["commitment"]
    assert (line.status, line.match["starting"], line.match["terms"]) == ("lobby", True, None)
    line.done("nonce", nonce=nonce_of("Ann"))
    assert line.status == "playing"
    while line.wait_for_turn():
        line.done("play", moves=[line.moves[0]])
    secret, terms = line.match["secret"], line.match["terms"]
    assert hashlib.sha256(secret.encode()).hexdigest() == noted
    assert f"match: {match}\n" in terms
    assert f"seat 1: person {nonce_of('Ann')}\nseat 2: bot" in terms
    record = read_record(ann.http.get(f"/api/matches/{match}/record").text)
    history = verify(record, TABLE_GAME)
    assert isinstance(history.chance, LiveChance)
    assert history.chance.seed == hmac.digest(secret.encode(), terms.encode(), "sha256")
    assert (record.commitment, record.match) == (noted, match)


def test_a_program_without_a_nonce_plays_as_well(people: list[Person], lines: ExitStack) -> None:
    ann, bob = people[:2]
    match = ann.create("me", "open", rounds=1)
    first = lines.enter_context(ann.connect(match, nonce=False))
    second = lines.enter_context(bob.connect(match, nonce=False))
    second.done("sit", seat=1, name="Bob")
    first.until(lambda line: line.version == second.version).done("start")
    second.until(lambda line: line.status == "playing")
    play_out(first, second)
    record = read_record(ann.http.get(f"/api/matches/{match}/record").text)
    assert verify(record, TABLE_GAME).state.outcome() is not None


@pytest.mark.parametrize(
    ("nonce", "code"),
    [("", "BAD_NONCE"), ("A" * 32, "BAD_NONCE"), ("a" * 64, "BAD_NONCE"), ("a" * 32, "NONCE_TWICE")],
)
def test_a_hostile_nonce_is_refused(people: list[Person], lines: ExitStack, nonce: str, code: str) -> None:
    line = lines.enter_context(people[0].connect(people[0].create("me", "open")))
    line.done("nonce", nonce=nonce_of("Ann"))
    assert line.refused("nonce", nonce=nonce) == code
    line.done("nonce", nonce=nonce_of("Ann"))
    line.done("set_seat", seat=1, kind="bot")
    assert line.status == "playing", "it was to start by itself, and nobody is missing any more"
    assert line.refused("nonce", nonce="b" * 32) == "NONCE_TWICE"


@pytest.mark.parametrize("nonce", [7, ["a" * 32], {"a": 1}])
def test_a_nonce_that_is_no_text_is_not_understood(
    people: list[Person], lines: ExitStack, nonce: object
) -> None:
    line = lines.enter_context(people[0].connect(people[0].create("me", "open")))
    assert line.refused("nonce", nonce=nonce) == "NOT_UNDERSTOOD"


def test_people_agree_to_abandon_a_match_and_it_reveals(people: list[Person], lines: ExitStack) -> None:
    ann, bob = people[:2]
    match = ann.create("me", "open")
    first, second = (lines.enter_context(person.connect(match)) for person in (ann, bob))
    second.done("sit", seat=1, name="Bob", nonce=nonce_of("Bob"))
    first.until(lambda line: line.version == second.version).done("start")
    first.done("abandon")
    second.until(lambda line: line.match["abandoning"] == [0])
    assert second.status == "playing"
    assert ann.http.get(f"/api/matches/{match}/record").status_code == 409
    second.done("abandon")
    first.until(lambda line: line.status == "abandoned")
    for line in (first, second):
        assert line.match["secret"]
        assert line.view is not None
        assert (line.view["moves"], line.view["actors"], line.view["outcome"]) == ([], [], None)
    assert all(one["id"] != match for one in ann.http.get("/api/me").json()["matches"]), "it is over"
    record = read_record(ann.http.get(f"/api/matches/{match}/record").text)
    assert record.result == "abandoned"
    verify(record, TABLE_GAME)
    replay = ann.http.get(f"/api/matches/{match}/replay").json()
    assert replay["match"]["status"] == "abandoned"
    assert replay["views"][-1]["actors"] == []
    assert first.refused("play", moves=["HOLD"]) == "GAME_OVER"
    assert first.refused("hint") == "NO_ADVICE"
    first.done("rematch")


def test_no_frame_before_the_end_tells_the_secret(people: list[Person], lines: ExitStack) -> None:
    line = lines.enter_context(people[0].connect(people[0].create("me", "easy", rounds=1)))
    while line.wait_for_turn():
        line.done("play", moves=[line.moves[0]])
    secret = line.match["secret"]
    assert secret
    received = [json.loads(raw) for raw in line.raw]
    early = [one for one in received if "match" in one and one["match"]["status"] != "finished"]
    assert early
    assert all(secret not in json.dumps(one) for one in early)
