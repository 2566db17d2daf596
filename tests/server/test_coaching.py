"""Hints, the coach and questions before a waste, over real sockets."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from tests.hush import GAME
from tests.server.harness import Line, Person, RunningServer, quick_settings

from slugfest.protocol.thinking import Purpose
from slugfest.server.bot_workers import ThreadBotWorkers
from slugfest.table import BotIdea, Question


def test_a_hint_is_a_whole_idea_with_its_reasons(lines: ExitStack) -> None:
    server = lines.enter_context(RunningServer(quick_settings(hint_level="medium")))
    ann = lines.enter_context(server.person("Ann"))
    line = lines.enter_context(ann.connect(ann.create("me", "easy", game="kapow-cards", start_seat=1)))
    best, *others = line.ask("hint")["ideas"]
    assert [move["move"] for move in best["line"]] == [best["move"]]
    assert best["line"][0]["label"]["de"]
    for words in (best["where"], best["why"]):
        assert words["en"]
        assert words["de"]
    assert 0.0 <= best["chance"] <= 1.0
    assert all(idea["why"] is None for idea in others)


def test_between_people_a_hint_waits_for_everybodys_word_and_everybody_sees_it(
    people: list[Person], lines: ExitStack
) -> None:
    match = people[0].create("me", "open", game="kapow-cards", start_seat=1)
    ann, bob, cyd = (lines.enter_context(person.connect(match)) for person in people)
    bob.done("sit", seat=1, name="Bob")
    ann.until(lambda line: line.match["seats"][1]["kind"] == "person").done("hints", agree=True)
    ann.done("start")
    assert ann.refused("hint") == "HINTS_OFF"
    assert ann.refused("coach") == "HINTS_OFF"
    bob.done("hints", agree=True)
    ann.until(lambda line: bool(line.match["hints"]))
    assert ann.ask("hint")["type"] == "advice"
    for line in (ann, bob, cyd):
        line.until(lambda line: [seat["hints"] for seat in line.match["seats"]] == [1, 0])
    assert ann.ask("hint")["type"] == "advice"  # the same decision: it counts once
    assert [seat["hints"] for seat in ann.match["seats"]] == [1, 0]


def test_a_restart_keeps_who_took_hints(lines: ExitStack) -> None:
    first = lines.enter_context(RunningServer())
    ann = lines.enter_context(first.person("Ann"))
    match = ann.create("me", "easy", game="kapow-cards", start_seat=1)
    with ann.connect(match) as line:
        assert line.ask("hint")["type"] == "advice"
    first.stop()
    second = lines.enter_context(RunningServer(store=first.store))
    line = lines.enter_context(ann.connect(match, second.address))
    assert line.match["seats"][0]["hints"] == 1


def likes_the_first(question: Question, purpose: Purpose, share: float) -> list[BotIdea]:
    """A bot for which the first legal move is good, and every other one bad."""
    moves = GAME.set_up(question.position).moves(question.seat)
    return [BotIdea(move, 1, 0.9 if move == moves[0] else 0.2, fine=move == moves[0]) for move in moves]


def coached_match(lines: ExitStack) -> Line:
    server = lines.enter_context(RunningServer(bot_workers=ThreadBotWorkers(1, likes_the_first)))
    ann = lines.enter_context(server.person("Ann"))
    return lines.enter_context(ann.connect(ann.create("me", "easy")))


def test_the_coach_says_what_matters_and_nothing_is_counted(lines: ExitStack) -> None:
    line = coached_match(lines)
    received = line.ask("coach")
    assert received["counsel"]["key"] == "best"
    assert received["counsel"]["points"] == ["hand"]
    assert received["agreed"] is None
    assert line.match["seats"][0]["hints"] == 0


@pytest.mark.parametrize("well", [True, False])
def test_the_coach_knows_whether_the_last_move_was_as_good_as_the_bots(lines: ExitStack, well: bool) -> None:
    """A hint that is asked for after the coach is the same thought: when it is there, the coach has it, too."""
    line = coached_match(lines)
    line.ask("coach")
    assert line.ask("hint")["type"] == "advice"
    line.done("play", moves=[line.moves[0 if well else 1]])
    line.until(lambda line: line.my_turn)
    assert line.ask("coach")["agreed"] is well
