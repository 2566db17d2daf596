"""Every game's guide: whole, in both languages, and resting on rules that exist."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from slugfest.kernel import Game, Guide, Text, check_drawn, games
from slugfest.table.views import game_info

QUESTIONS = Path(__file__).parent / "questions"

every_game = pytest.mark.parametrize("game", games().values(), ids=games())


def guide_of(game: Game) -> Guide:
    guide = game.require_teaching().guide
    assert guide is not None, f"{game.id} has no guide"
    return guide


@every_game
def test_everything_that_is_drawn_is_explained(game: Game) -> None:
    check_drawn(guide_of(game), game.require_teaching().terms(), game.rules)


@every_game
def test_every_word_is_there_in_both_languages(game: Game) -> None:
    guide = guide_of(game)
    texts: list[tuple[str, Text]] = [("goal", guide.goal)]
    for how in guide.how:
        texts += [(f"how {how.id}", how.title), (f"how {how.id}", how.text)]
    for term in game.require_teaching().terms():
        texts += [(term.key, term.name), (term.key, term.text)]
        texts += [] if term.needs is None else [(term.key, term.needs)]
    for topic in guide.topics:
        texts += [(f"topic {topic.id}", topic.title)]
        texts += [(f"topic {topic.id}", line.text) for line in topic.lines]
    for where, text in texts:
        for said in (text.en, text.de):
            assert said, where
            assert said == " ".join(said.split()), f"{where}: {said!r}"


@every_game
def test_sentences_end_and_lines_are_short(game: Game) -> None:
    guide = guide_of(game)
    for topic in guide.topics:
        for line in topic.lines:
            assert line.rules, f"{topic.id}: {line.text.en} rests on no rule"
            for said in (line.text.en, line.text.de):
                assert said[-1] in ".!?:}", f"{topic.id}: {said}"
                assert len(said.split()) <= 30, f"{topic.id}: {said}"
    for said in (guide.goal.en, guide.goal.de):
        assert said[-1] in ".!", said
        assert len(said.split()) <= 30, said


@every_game
def test_the_guide_comes_with_the_whole_game_only(game: Game) -> None:
    whole, short = game_info(game, whole=True), game_info(game, whole=False)
    assert whole["guide"] is not None
    assert len(whole["guide"]["terms"]) == len(game.require_teaching().terms())
    assert short["guide"] is None
    assert short["goal"] == whole["goal"] == guide_of(game).goal.as_json()


@every_game
def test_the_questions_are_sixty_at_least_about_every_topic_and_no_other(game: Game) -> None:
    questions = tomllib.loads((QUESTIONS / f"{game.id}.toml").read_text("utf-8"))["question"]
    topics = {topic.id for topic in guide_of(game).topics}
    for question in questions:
        assert set(question) == {"ask", "topic"}
        assert question["topic"] in topics, question
    asks = [question["ask"] for question in questions]
    assert len(asks) >= 60
    assert len(set(asks)) == len(asks)
    assert {question["topic"] for question in questions} == topics, "a topic that nobody asks for"
