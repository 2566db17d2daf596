"""Whole matches on a local server, and what may interrupt them."""

from __future__ import annotations

import pytest
from tests.local.page import Device, Facts, Line

from slugfest.kernel import games, read_record, verify
from slugfest.local.thinker import think

MODES: list[tuple[str, tuple[str, ...], Facts]] = [
    ("kapow-cards", ("me", "easy"), {}),
    ("tag-team", ("easy", "me"), {}),
    ("custom-heroes", ("me", "easy"), {}),
    ("custom-heroes", ("me", "easy", "easy"), {}),
    ("kapow-dice", ("me", "easy"), {}),
    ("kapow-dice", ("me", "easy", "easy", "easy"), {"mode": "team"}),
    ("kapow-dice", ("me",), {"mode": "solo"}),
    ("kapow-dice", ("me", "easy"), {"mode": "coop"}),
]


def play_on(line: Line, moves: int = 5000) -> None:
    """Play until the end, or so many moves."""
    for _ in range(moves):
        if line.over:
            return
        assert line.owes, "nobody moves any more"
        line.done("play", moves=[line.sensible()])


@pytest.mark.parametrize(("game", "seats", "options"), MODES)
def test_a_match_is_played_to_its_end_and_its_record_is_true(
    game: str, seats: tuple[str, ...], options: Facts
) -> None:
    device = Device()
    match = device.create(*seats, game=game, options=options)
    line = device.play(match)
    commitment = line.match["commitment"]
    play_on(line, 7)
    device.begin_anew()
    line = device.play(match)  # in the middle
    play_on(line)
    assert line.match["status"] == "finished"
    record = read_record(device.get(f"/api/matches/{match}/record"))
    assert record.commitment == commitment
    verify(record, games()[game])


def test_a_match_opens_as_it_was_left_in_the_middle_of_a_bots_thought() -> None:
    device = Device()
    match = device.create("me", "easy", game="tag-team")
    line = device.play(match)
    device.thinks = None
    while not device.asked:
        line.done("play", moves=[line.moves[0]])
    asked, log = dict(device.asked), line.log
    device.begin_anew()
    again = device.play(match)
    assert again.log == log
    assert sorted(device.asked.values()) == sorted(asked.values())  # the same question, asked anew
    device.server.thought(99, "{}")  # whatever comes from a thinker of before
    device.thinks = think
    device.run()
    assert again.owes


def test_what_was_kept_but_not_said_to_be_counts_once() -> None:
    device = Device()
    line = device.play(device.create("me", "easy", game="kapow-cards"))
    device.keeps = False
    before = len(line.heard)
    request = line.send("play", moves=[line.moves[0]])
    device.run()
    assert len(line.heard) == before  # nothing is answered that is not kept
    for match, index, text in device.server.unsaved():
        device.kept[match, index] = text
    device.begin_anew()
    device.keeps = True
    again = device.play(line.match["id"])
    version, entries = again.version, len(device.kept)
    assert again.done("play", id=request, moves=["whatever"])["version"] <= version
    assert (again.version, len(device.kept)) == (version, entries)


def test_what_was_not_kept_did_not_happen_and_may_be_sent_again() -> None:
    device = Device()
    line = device.play(device.create("me", "easy", game="kapow-cards"))
    device.keeps = False
    move = line.moves[0]
    request = line.send("play", moves=[move])
    device.run()
    device.begin_anew()
    device.keeps = True
    again = device.play(line.match["id"])
    assert again.log == line.log
    again.done("play", id=request, moves=[move], again=True)


def test_two_windows_see_the_same_and_either_may_move() -> None:
    device = Device()
    match = device.create("me", "easy", game="kapow-cards")
    one, two = device.play(match), device.play(match)
    one.done("play", moves=[one.moves[0]])
    assert (one.version, one.view, one.log) == (two.version, two.view, two.log)
    two.done("play", moves=[two.moves[0]])
    assert (one.version, one.view, one.log) == (two.version, two.view, two.log)
    two.close()
    one.done("play", moves=[one.moves[0]])


def test_a_bot_whose_thinker_fails_is_asked_anew_and_then_the_match_goes_on_without_it() -> None:
    device = Device()
    device.thinks = lambda text: "nonsense"
    match = device.create("me", "easy", game="kapow-cards", options={"start_seat": "2"})
    line = device.play(match)
    assert device.thoughts >= 3
    assert line.owes
