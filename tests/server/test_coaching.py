"""Hints, the coach and questions before a waste, over real sockets."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace

import pytest
from tests.hush import GAME
from tests.server.harness import Line, Person, RunningServer, quick_settings
from tests.table.test_table import granted, lobby

from slugfest.kernel import DANGER, Counsel, Text
from slugfest.protocol.move_review import MoveReview, spoken, waits_for_judgement
from slugfest.protocol.thinking import Purpose
from slugfest.server.bot_workers import Think, ThreadBotWorkers
from slugfest.table import BotIdea, Play, Question, Seat, Start, Table


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
    return [
        BotIdea(
            move,
            1,
            0.9 if move == moves[0] else 0.2,
            loss=0.0 if move == moves[0] else 0.7,
            fine=move == moves[0],
            mark="" if move == moves[0] else "blunder",
        )
        for move in moves
    ]


def considers_only_the_first(question: Question, purpose: Purpose, share: float) -> list[BotIdea]:
    """The same bot, which considers no other move, and judges one that was made."""
    best, *others = likes_the_first(question, purpose, share)
    return [best, *(idea for idea in others if idea.move == question.made)]


def coached_match(lines: ExitStack, bot: Think = likes_the_first) -> Line:
    server = lines.enter_context(RunningServer(bot_workers=ThreadBotWorkers(1, bot)))
    ann = lines.enter_context(server.person("Ann"))
    return lines.enter_context(ann.connect(ann.create("me", "easy")))


def test_the_coach_says_what_matters_and_nothing_is_counted(lines: ExitStack) -> None:
    line = coached_match(lines)
    received = line.ask("coach")
    assert received["counsel"]["key"] == "best"
    assert received["counsel"]["points"] == ["hand"]
    assert received["agreed"] is None
    assert line.match["seats"][0]["hints"] == 0


@pytest.mark.parametrize(("well", "hinted"), [(True, False), (False, False), (True, True)])
def test_the_coach_knows_whether_the_last_move_was_as_good_as_the_bots(well: bool, hinted: bool) -> None:
    """A move that a hint has named shows nothing of what its player sees alone."""
    review, table = MoveReview(), coached_table()
    best, worse = table.decision(0).legal[:2]
    assert review.question(table, 0, "hard") is not None
    review.learn(0, table.decision(0), [BotIdea(best, 9), BotIdea(worse, 9, loss=0.4, mark="blunder")])
    assert review.agreed(table, 0) is None  # nothing was decided yet
    if hinted:
        table.take_hint(0)
    granted(table, "ann", Play((GAME.format(best if well else worse),)))
    assert review.agreed(table, 0) is (None if hinted else well)


def test_a_costly_mistake_is_named_with_what_was_better(lines: ExitStack) -> None:
    line = coached_match(lines)
    line.ask("coach")
    best = line.moves[0]
    assert line.ask("hint")["type"] == "advice"
    line.done("play", moves=[line.moves[1]])
    line.until(lambda line: line.my_turn)
    mistake = line.ask("coach")["mistake"]
    assert mistake["loss"] == pytest.approx(0.7)
    assert mistake["better"]["en"] == GAME.label(GAME.parse(best)).en


def test_a_mistake_that_no_hint_considered_is_judged_and_named(lines: ExitStack) -> None:
    line = coached_match(lines, considers_only_the_first)
    assert line.ask("coach")["mistake"] is None
    best = line.moves[0]
    line.done("play", moves=[line.moves[1]])
    line.until(lambda line: line.my_turn)
    coached = line.ask("coach")
    assert coached["agreed"] is False
    assert coached["mistake"]["loss"] == pytest.approx(0.7)
    assert coached["mistake"]["better"]["en"] == GAME.label(GAME.parse(best)).en


def test_nobody_is_warned_of_a_move_that_the_judgement_calls_fine() -> None:
    review, table = MoveReview(), coached_table()
    moves = table.decision(0).legal
    assert review.question(table, 0, "hard") is not None
    assert not review.calls_fine(table, 0, [GAME.format(moves[0])])  # it is still being thought about
    review.learn(0, table.decision(0), [BotIdea(moves[0], 9), BotIdea(moves[1], 9, loss=0.4, fine=False)])
    assert review.calls_fine(table, 0, [GAME.format(moves[0])])
    assert not review.calls_fine(table, 0, [GAME.format(moves[1])])


def test_moves_are_cleared_only_if_each_of_them_is_fine() -> None:
    """Who has chosen a bad card does no harm by playing it: the choice is judged as well."""
    review, table = MoveReview(), coached_table()
    good, bad = table.decision(0).legal[:2]
    assert review.next_to_judge(table, 0, (good, bad)) == (good,)
    review.learn(0, table.decision(0), [BotIdea(good, 9), BotIdea(bad, 9, loss=0.4, fine=False)])
    assert review.clears(table, 0, (bad, good)) is False
    assert review.next_to_judge(table, 0, (bad, good)) == ()
    assert review.next_to_judge(table, 0, (good, bad)) == (good, bad)
    review.learn_of_caution(0, table.decision(0), (good, bad), [BotIdea(bad, 1)])
    assert review.clears(table, 0, (good, bad)) is True
    assert review.next_to_judge(table, 0, (good, bad)) == ()


def coached_table() -> Table:
    table = lobby(Seat("person", "Ann", "ann"), Seat("bot", "Robo", level="easy"))
    granted(table, "ann", Start())
    return table


def test_the_coach_names_only_the_move_that_a_hint_would_and_says_danger_always() -> None:
    def counsel(key: str, moves: list[int], theme: str = "") -> Counsel:
        return Counsel(key, Text(key, key), moves=moves, theme=theme)

    worse = BotIdea(2, 9, loss=0.3, fine=False, mark="blunder")
    ideas = [BotIdea(1, 9, where=("Where?", "Wo?")), BotIdea(3, 9), worse]
    good, bad, coarse, other, plain = (
        counsel("good", [7, 1]),
        counsel("bad", [2]),
        counsel("coarse", [1, 2]),
        counsel("other", [3]),
        counsel("plain", []),
    )
    danger = counsel("danger", [], DANGER)

    def said(counsels: list[Counsel], ideas: list[BotIdea]) -> str:
        found = spoken(counsels, ideas)
        return "" if found is None else found.key

    assert said([bad, good], ideas) == "good"
    assert said([coarse, good], ideas) == "good"  # somebody might follow it with a blunder
    assert said([bad, plain], ideas) == "plain"
    assert said([other, good], ideas) == "good"  # as good, but not what a hint would say
    assert said([other, good], ideas[:2]) == "other"  # all are fine
    assert said([danger, good], ideas) == "danger"
    asks = spoken([bad], ideas)
    assert asks is not None
    assert asks.text == Text("Where?", "Wo?")
    fine = spoken([bad], [replace(ideas[0], why=("Both are fine.", "Beides ist gut.")), ideas[1]])
    assert fine is not None
    assert fine.text == Text("Both are fine.", "Beides ist gut.")  # no question where it does not matter
    assert said([good], []) == ""
    cut_short = [replace(idea, complete=False) for idea in ideas]
    assert said([good, plain], cut_short) == "plain"
    assert waits_for_judgement([bad, plain])
    assert not waits_for_judgement([danger, bad])
    assert not waits_for_judgement([])
