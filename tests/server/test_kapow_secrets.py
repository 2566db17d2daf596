"""KAPOW! cards over the wire: every frame that anybody was sent, held against the hidden truth."""

from __future__ import annotations

import re
from contextlib import ExitStack
from typing import Any

import pytest
from tests.server.harness import Line, Person, RunningServer
from tests.server.test_playing import frames

from slugfest.kernel import History, game, read_record, verify
from slugfest.table import Table

KAPOW = "kapow-cards"


@pytest.mark.parametrize("start_seat", [1, 2, 3])
def test_no_frame_of_a_whole_match_shows_a_hidden_card_or_the_seed(
    server: RunningServer, people: list[Person], lines: ExitStack, start_seat: int
) -> None:
    match = people[0].create("me", "open", "easy", game=KAPOW, start_seat=start_seat)
    ann, bob, cyd = (lines.enter_context(person.connect(match)) for person in people)
    bob.done("sit", seat=1, name="Bob")
    ann.until(lambda line: line.version == bob.version).done("start")
    bob.until(lambda line: line.status == "playing")
    play_without_a_plan(ann, bob)
    cyd.until(lambda line: line.status == "finished")

    log = server.store.entries(match)
    history = Table.from_log(log).history
    assert history is not None
    plies = [0]
    for entry in log:
        plies.append(plies[-1] + len(entry.get("moves", [])))
    names = hero_names()
    checked = 0
    for line in (ann, bob, cyd):
        for raw, version, over in frames(line):
            if over:
                continue
            assert log[0]["secret"] not in raw
            words = set(re.findall(r"[A-Za-z0-9]+", raw))
            hidden = hidden_cards(history, plies[version], line.seat)
            assert not hidden & words
            for card in hidden & names.keys():
                assert not [name for name in names[card] if name in raw]
            checked += len(hidden)
    assert checked > 500

    record = people[2].http.get(f"/api/matches/{match}/record").text
    assert verify(read_record(record), game(KAPOW)).state.outcome() is not None
    replay = people[2].http.get(f"/api/matches/{match}/replay").json()
    assert (replay["last"], len(replay["steps"])) == (plies[-1], plies[-1])


def play_without_a_plan(*lines: Line) -> None:
    """Everybody plays moves from all over their list, and asks for a hint now and then."""
    turn = 0
    while lines[0].status != "finished":
        for line in lines:
            newest = max(other.version for other in lines)
            while line.version < newest:
                line.receive()
            if line.my_turn:
                turn += 1
                if turn % 9 == 0:
                    line.ask("hint")
                line.done("play", moves=[line.moves[turn * 7 % len(line.moves)]])
        if not any(line.my_turn for line in lines) and lines[0].status != "finished":
            lines[0].receive()


def hidden_cards(history: History, ply: int, seat: int) -> set[str]:
    """The cards a seat must not know: the deck, the others' hands, and what lies face-down and is not its own work."""
    position: dict[str, Any] = history.at(ply).document()
    hidden = set(position["deck"])
    for owner, player in enumerate(position["players"]):
        if owner != seat:
            hidden |= set(player["hand"])
        for lying in filter(None, player["row"]):
            if lying["facing"] == "dealt" or (lying["facing"] == "barricaded" and owner != seat):
                hidden.add(lying["card"])
    return hidden


def hero_names() -> dict[str, list[str]]:
    """The names of the cards that have one of their own, in both languages."""
    cards = game(KAPOW).display.catalogue()["cards"]
    received = {card: [facts["name"]["en"], facts["name"]["de"]] for card, facts in cards.items()}
    return {card: names for card, names in received.items() if list(received.values()).count(names) == 1}
