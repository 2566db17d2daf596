"""What a game says about itself is complete: names, bounds, options and rules in both languages."""

from __future__ import annotations

import pytest

from slugfest.kernel import LANGUAGES, Game, OptionError, Text, games, seeded


@pytest.fixture(params=games().values(), ids=list(games()))
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def assert_bilingual(text: Text) -> None:
    for language in LANGUAGES:
        sentence = text.in_language(language)
        assert sentence
        assert sentence == sentence.strip()


def test_at_least_one_game_is_registered() -> None:
    assert games()


def test_a_game_introduces_itself_in_both_languages(game: Game) -> None:
    assert_bilingual(game.name)
    assert_bilingual(game.tagline)
    for option in game.options:
        assert_bilingual(option.name)
        for choice in option.choices or []:
            assert_bilingual(choice.name)


def test_a_game_has_its_rules_reference_in_both_languages(game: Game) -> None:
    assert game.rules
    for number, rule in game.rules.items():
        assert rule.number == number
        assert_bilingual(rule.text)


def test_options_cite_rules_of_the_reference(game: Game) -> None:
    for option in game.options:
        assert not option.rule or option.rule in game.rules


def test_a_wrong_number_of_seats_is_refused(game: Game) -> None:
    for seats in (game.min_seats - 1, game.max_seats + 1, -1, 0):
        with pytest.raises(OptionError):
            game.settle(seats, {})


def test_an_unknown_option_or_value_is_refused(game: Game) -> None:
    with pytest.raises(OptionError):
        game.settle(game.min_seats, {"no such option": 1})
    for option in game.options:
        with pytest.raises(OptionError):
            game.settle(game.min_seats, {option.key: "no such value"})


def test_every_offered_option_value_deals_a_game(game: Game) -> None:
    for option in game.options:
        for value in option.values(game.min_seats):
            state = game.new(game.min_seats, {option.key: value}, seeded("options"))
            assert state.options[option.key] == value
