"""Reviews without a server: made between bots' decisions, and kept in the journal as far as there is room."""

from __future__ import annotations

import json

import pytest

from slugfest.local import reviews as local_reviews
from slugfest.local import thinker
from slugfest.local.journal import REVIEW

from .page import Device, Facts


def finished(device: Device) -> str:
    match = device.create("easy", "easy", game="kapow-cards")
    device.open(f"/ws/{match}")
    assert device.get(f"/api/matches/{match}")["status"] == "finished"
    return match


def test_a_finished_match_is_reviewed_where_bots_think() -> None:
    device = Device()
    match = finished(device)
    assert device.get(f"/api/matches/{match}/review?whole=no")["status"] == "working"
    quick: Facts = device.get(f"/api/matches/{match}/review?whole=no")
    assert quick["status"] == "done"
    assert quick["review"]["quick"]
    device.get(f"/api/matches/{match}/review")
    whole = device.get(f"/api/matches/{match}/review")
    assert whole["status"] == "done"
    assert not whole["review"]["quick"]
    device.begin_anew()
    device.thinks = None
    assert device.get(f"/api/matches/{match}/review") == whole


def test_a_running_match_is_not_reviewed() -> None:
    device = Device()
    match = device.create("me", "easy", game="kapow-cards")
    device.play(match)
    status, problem = device.request("GET", f"/api/matches/{match}/review")
    assert (status, problem["code"]) == (409, "REVIEW_LATER")


def test_bots_decide_between_the_slices_of_a_review(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinker, "SLICE", 0.0)  # the smallest slices
    device = Device()
    match = finished(device)
    device.thinks = None
    device.get(f"/api/matches/{match}/review?whole=no")
    device.asked.update(device.server.thoughts())
    (number,) = device.asked
    slices = []
    for _ in range(3):
        answer = thinker.think(device.asked.pop(number))
        slices.append(json.loads(answer)["progress"])
        device.server.thought(number, answer)
        device.asked.update(device.server.thoughts())
        (number,) = device.asked  # the next slice is a question of its own: a bot's may come before it
    assert slices == sorted(slices)
    assert slices[-1] > 0


def test_a_worker_that_is_ended_begins_the_review_again() -> None:
    device = Device()
    match = finished(device)
    answers = iter(["", "nonsense"])
    whole = device.thinks
    assert whole is not None
    device.thinks = lambda text: next(answers, None) or whole(text)
    device.get(f"/api/matches/{match}/review?whole=no")
    assert device.get(f"/api/matches/{match}/review?whole=no")["status"] == "done"


def test_a_review_that_always_fails_is_given_up() -> None:
    device = Device()
    match = finished(device)
    device.thinks = lambda text: ""
    device.get(f"/api/matches/{match}/review")
    assert device.get(f"/api/matches/{match}/review")["status"] == "failed"


def test_only_the_newest_reviews_are_kept_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_reviews, "KEPT_WHOLE", 2)
    device = Device()
    matches = [finished(device) for _ in range(3)]
    for match in matches:
        device.get(f"/api/matches/{match}/review?whole=no")
    kept = [json.loads(device.kept[match, REVIEW]) for match in matches]
    assert ["review" in one for one in kept] == [False, True, True]
    assert all(one["extract"]["seats"] for one in kept)


def test_a_review_goes_with_its_match() -> None:
    device = Device()
    match = finished(device)
    device.get(f"/api/matches/{match}/review?whole=no")
    assert (match, REVIEW) in device.kept
    device.request("DELETE", f"/api/matches/{match}")
    assert not [key for key in device.kept if key[0] == match]


def test_a_finished_match_can_be_played_on_from_any_step() -> None:
    device = Device()
    match = finished(device)
    status, made = device.request("POST", f"/api/matches/{match}/branch", {"step": 4, "seat": 0})
    assert status == 201
    line = device.open(f"/ws/{made['id']}")
    assert line.match["practice"]
    assert line.match["status"] == "playing"
