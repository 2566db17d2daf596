"""Calls over real sockets: they reach the team alone, or everybody."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from tests.server.harness import Facts, Line, RunningServer

from slugfest.kernel import TABLE_PHRASES
from slugfest.server.calls import AT_ONCE

GAME = "kapow-dice"


@pytest.fixture
def team_match(server: RunningServer, lines: ExitStack) -> Iterator[list[Line]]:
    """Ann and Bob against Cyd and Dan, watched by Eve; everybody's line, in this order."""
    with ExitStack() as stack:
        people = [stack.enter_context(server.person(name)) for name in ("Ann", "Bob", "Cyd", "Dan", "Eve")]
        match = people[0].create("me", "open", "open", "open", game=GAME, mode="team")
        received = [lines.enter_context(person.connect(match)) for person in people]
        for seat in (1, 2, 3):
            received[seat].done("sit", seat=seat, name=people[seat].name)
        received[0].until(lambda line: all(seat["kind"] == "person" for seat in line.match["seats"]))
        received[0].done("start")
        for line in received:
            line.until(lambda line: line.status == "playing")
        yield received


def heard(line: Line) -> list[Facts]:
    """Everything called that has come over a line. The answer to a last request shows that nothing is under way."""
    line.send({"type": "sync"})
    while line.receive()["type"] != "snapshot":
        pass
    return [message for raw in line.raw if (message := json.loads(raw))["type"] == "said"]


def test_only_the_team_hears_what_is_called(team_match: list[Line]) -> None:
    ann, bob, cyd, dan, eve = team_match
    ann.done("say", phrase="defend")
    bob.done("say", phrase="target", about=2)
    dan.done("say", phrase="well_done")
    for line in (ann, bob):
        calls = heard(line)
        assert [(call["seat"], call["phrase"]) for call in calls] == [(0, "defend"), (1, "target")]
        assert calls[1]["text"] == {"en": "Attack {P3}!", "de": "Greif {P3} an!"}
    for line in (cyd, dan):
        assert [(call["seat"], call["phrase"]) for call in heard(line)] == [(3, "well_done")]
    assert heard(eve) == []


def test_nothing_called_to_one_team_is_on_the_others_wire(team_match: list[Line]) -> None:
    ann, _, cyd, dan, eve = team_match
    ann.done("say", phrase="across")
    for line in (cyd, dan, eve):
        heard(line)
        assert not [raw for raw in line.raw if "attack across" in raw or '"said"' in raw]


def test_a_call_sent_again_is_heard_once(team_match: list[Line]) -> None:
    ann, bob = team_match[:2]
    ann.done("say", id="call 1", phrase="yes")
    ann.done("say", id="call 1", phrase="yes")
    assert len(heard(bob)) == 1


def test_a_call_changes_nothing_in_the_match(team_match: list[Line]) -> None:
    ann, bob = team_match[:2]
    version, view = ann.version, ann.view
    assert ann.done("say", phrase="grow") == version
    assert heard(bob)
    assert (ann.version, ann.view) == (version, view)


def test_nobody_calls_all_the_time(team_match: list[Line]) -> None:
    ann, bob = team_match[:2]
    for _ in range(AT_ONCE["team"]):
        ann.done("say", phrase="wait")
    assert ann.refused("say", phrase="wait") == "TOO_FAST"
    bob.done("say", phrase="wait")  # the others still can


@pytest.mark.parametrize(
    "said",
    [
        {"phrase": "You are all cheats"},
        {"phrase": ""},
        {"phrase": "target"},
        {"phrase": "target", "about": 1},
        {"phrase": "target", "about": 0},
        {"phrase": "target", "about": 4},
        {"phrase": "target", "about": -1},
        {"phrase": "defend", "about": 2},
    ],
)
def test_what_is_not_one_of_the_phrases_is_not_said(team_match: list[Line], said: dict[str, Any]) -> None:
    ann, bob = team_match[:2]
    assert ann.refused("say", **said) == "NO_SUCH_PHRASE"
    assert heard(bob) == []


def test_spectators_and_lobbies_and_players_without_a_teammate_stay_silent(
    server: RunningServer, lines: ExitStack, team_match: list[Line]
) -> None:
    assert team_match[4].refused("say", phrase="yes") == "NOT_SEATED"
    with server.person("Fay") as fay:
        lobby = lines.enter_context(fay.connect(fay.create("me", "open", game=GAME, mode="coop")))
        assert lobby.refused("say", phrase="yes") == "NOT_STARTED"
        alone = lines.enter_context(fay.connect(fay.create("me", "easy", game=GAME, mode="duel")))
        assert alone.refused("say", phrase="yes") == "NO_TEAMMATE"


def test_where_the_rules_choose_the_target_nobody_calls_one(server: RunningServer) -> None:
    with server.person("Ann") as ann:
        offered = {
            mode: {
                phrase["phrase"]
                for phrase in ann.http.get(
                    f"/api/games/{GAME}/seating", params={"seats": seats, "mode": mode}
                ).json()["phrases"]
            }
            for mode, seats in (("team", 4), ("coop", 2))
        }
    assert offered["team"] - offered["coop"] == {"across", "target"}


# ---- to everybody --------------------------------------------------------------------------------------------------


def test_everybody_at_the_table_hears_what_is_called_to_all_spectators_too(team_match: list[Line]) -> None:
    ann, *others = team_match
    ann.done("say", phrase="well_played", to="table")
    for line in (ann, *others):
        (call,) = heard(line)
        assert (call["seat"], call["to"], call["phrase"]) == (0, "table", "well_played")
        assert call["text"] == {"en": "Well played!", "de": "Gut gespielt!"}


def test_spectators_hear_but_do_not_call(team_match: list[Line]) -> None:
    ann, eve = team_match[0], team_match[4]
    assert eve.refused("say", phrase="well_played", to="table") == "NOT_SEATED"
    assert heard(ann) == []


def test_what_is_for_the_team_cannot_be_called_to_all_nor_about_somebody(team_match: list[Line]) -> None:
    ann, cyd = team_match[0], team_match[2]
    assert ann.refused("say", phrase="defend", to="table") == "NO_SUCH_PHRASE"
    assert ann.refused("say", phrase="ouch", to="team") == "NO_SUCH_PHRASE"
    assert ann.refused("say", phrase="ouch", to="table", about=2) == "NO_SUCH_PHRASE"
    assert heard(cyd) == []


def test_calls_to_all_are_fewer_and_leave_those_to_the_team_alone(team_match: list[Line]) -> None:
    ann, bob = team_match[:2]
    for _ in range(AT_ONCE["table"]):
        ann.done("say", phrase="hurry", to="table")
    assert ann.refused("say", phrase="hurry", to="table") == "TOO_FAST"
    ann.done("say", phrase="wait")
    bob.done("say", phrase="sorry", to="table")


def test_somebody_without_a_teammate_may_call_to_all(server: RunningServer, lines: ExitStack) -> None:
    with server.person("Fay") as fay, server.person("Eve") as eve:
        match = fay.create("me", "easy", game=GAME, mode="duel")
        playing = lines.enter_context(fay.connect(match))
        watching = lines.enter_context(eve.connect(match))
        playing.done("say", phrase="good_luck", to="table")
        assert [call["phrase"] for call in heard(watching)] == ["good_luck"]


def test_the_calls_to_all_are_offered_with_every_seating(server: RunningServer) -> None:
    with server.person("Ann") as ann:
        seating = ann.http.get(f"/api/games/{GAME}/seating", params={"seats": 2, "mode": "duel"}).json()
    assert [offered["phrase"] for offered in seating["table_phrases"]] == [one.key for one in TABLE_PHRASES]
    assert all(offered["text"]["en"] and offered["text"]["de"] for offered in seating["table_phrases"])
