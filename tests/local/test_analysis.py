"""A position that somebody pastes: on the board, and what bots would do there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from slugfest.bots import bot
from slugfest.kernel import EVERYTHING, Perspective, State, game, games, seeded

from .page import Device, Facts

PASTE = "/api/device/position"


def some_position(name: str, moves: int = 6) -> State:
    state = game(name).new(2, {}, seeded("a position", name))
    player, chance = bot("greedy", game(name)), seeded("moves", name)
    for _ in range(moves):
        seat = state.actors()[0]
        state.play(seat, player.choose(Perspective(state, seat), chance))
    return state


def pasted(device: Device, text: str) -> Facts:
    return answered(device, PASTE, json.loads(text))


def answered(device: Device, path: str, asked: Any) -> Facts:
    status, body = device.server.request("POST", path, json.dumps(asked))
    assert status == 200, body
    received: Facts = json.loads(body)
    return received


@pytest.mark.parametrize("name", sorted(games()))
def test_a_position_is_laid_out_as_everybody_would_see_it(name: str) -> None:
    state = some_position(name)
    received = pasted(Device(), json.dumps(state.position()))
    assert received["game"] == name
    assert received["deciding"] == list(state.actors())
    assert received["views"] == json.loads(json.dumps([state.view(eyes) for eyes in (EVERYTHING, 0, 1)]))
    assert received["position"] == json.loads(json.dumps(state.position()))


def test_what_is_no_position_is_refused_in_words() -> None:
    device = Device()
    whole = some_position("kapow-cards").position()
    wrong: list[tuple[Any, str]] = [
        ("nonsense", "NO_POSITION"),
        ("[]", "NO_POSITION"),
        ("{}", "NO_POSITION"),
        (json.dumps({**whole, "game": "chess"}), "NO_SUCH_GAME"),
        (json.dumps({**whole, "position": {}}), "NO_POSITION"),
        (json.dumps({**whole, "seats": 99}), "WRONG_SEATS"),
    ]
    for text, code in wrong:
        status, body = device.server.request("POST", PASTE, text)
        received = json.loads(body)
        assert (status, received["code"]) == (404 if code == "NO_SUCH_GAME" else 422, code)
        assert all(received["text"].values())


def test_each_bot_says_what_it_would_do_and_no_match_is_touched() -> None:
    device = Device()
    state = some_position("kapow-cards")
    (seat,) = state.actors()
    line = device.open("/ws/analysis")
    for level in ("easy", "medium", "hard"):
        line.ask("analyse", id=level, position=state.position(), seat=seat, level=level)
    legal = [state.game.format(move) for move in state.moves(seat)]
    received = {one["id"]: one for one in line.heard}
    assert sorted(received) == ["easy", "hard", "medium"]
    for one in received.values():
        assert one["type"] == "advice"
        assert one["ideas"][0]["move"] in legal
    assert received["hard"]["ideas"][0]["why"]
    assert device.kept == {}


def test_only_actors_and_only_built_in_levels_are_analysed() -> None:
    device = Device()
    state = some_position("kapow-cards")
    (seat,) = state.actors()
    line = device.open("/ws/analysis")
    line.ask("analyse", id="other", position=state.position(), seat=1 - seat, level="easy")
    line.ask("analyse", id="level", position=state.position(), seat=seat, level="divine")
    line.ask("analyse", id="none", position={}, seat=seat, level="easy")
    assert [(one["type"], one["id"], one["code"]) for one in line.heard] == [
        ("refused", "other", "NOT_UNDERSTOOD"),
        ("refused", "level", "NO_SUCH_LEVEL"),
        ("refused", "none", "NO_POSITION"),
    ]


def test_whoever_stops_listening_stops_the_thought() -> None:
    device = Device()
    device.thinks = None
    state = some_position("tag-team")
    line = device.open("/ws/analysis")
    line.send("analyse", id="1", position=state.position(), seat=state.actors()[0], level="hard")
    device.run()
    assert len(device.asked) == 1
    line.close()
    assert device.asked == {}


def test_a_step_of_a_match_that_is_over_becomes_a_position() -> None:
    device = Device()
    match = device.create("easy", "easy", game="kapow-cards")
    device.open(f"/ws/{match}")
    assert device.get(f"/api/matches/{match}")["status"] == "finished"
    received = device.get(f"/api/matches/{match}/position?step=3")
    shown = device.get(f"/api/matches/{match}/replay")["views"][3]
    assert pasted(device, json.dumps(received))["views"][0]["board"] == shown["board"]


def test_a_match_that_runs_gives_no_position_away() -> None:
    device = Device()
    match = device.create("me", "easy", game="kapow-cards")
    device.play(match)
    assert device.request("GET", f"/api/matches/{match}/position?step=0")[0] >= 400


@pytest.mark.parametrize("name", sorted(games()))
def test_a_position_is_played_on_and_comes_out_the_same_every_time(name: str) -> None:
    device = Device()
    laid = pasted(device, json.dumps(some_position(name, 2).position()))
    for _ in range(6):
        seat = laid["deciding"][0]
        move = laid["views"][seat + 1]["moves"][0]["move"]
        asked = {"position": laid["position"], "seat": seat, "moves": [move]}
        received = answered(device, f"{PASTE}/preview", asked)
        assert received["refusal"] is None
        assert received["moves"][0]["move"] == move
        laid = answered(device, f"{PASTE}/moves", asked)
        assert laid["steps"][0]["seat"] == seat
        assert laid["position"] != asked["position"]
        assert answered(device, f"{PASTE}/moves", asked) == laid


def test_a_move_that_is_not_possible_changes_nothing_and_is_explained() -> None:
    device = Device()
    laid = pasted(device, json.dumps(some_position("kapow-cards").position()))
    (seat,) = laid["deciding"]
    for wrong_seat, moves, code in (
        (seat, ["nonsense"], "UNREADABLE"),
        (seat, [], "NO_MOVES"),
        (1 - seat, ["nonsense"], "NOT_UNDERSTOOD"),
    ):
        asked = {"position": laid["position"], "seat": wrong_seat, "moves": moves}
        status, body = device.server.request("POST", f"{PASTE}/moves", json.dumps(asked))
        assert (status, json.loads(body)["code"]) == (422, code)
