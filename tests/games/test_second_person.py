"""Every sentence of a game that names a player has a form for that player: "You attack", "Du greifst an"."""

from __future__ import annotations

import re

import pytest

from slugfest.games.custom_heroes.shown import words as custom_heroes
from slugfest.games.kapow_cards.shown import words as kapow_cards
from slugfest.games.kapow_dice.shown import words as kapow_dice
from slugfest.games.tag_team.shown import words as tag_team
from slugfest.kernel import (
    OUT_OF_TIME,
    RESIGNATION,
    History,
    Perspective,
    Template,
    Text,
    game,
    given_up,
    marks,
    seeded,
)
from slugfest.testing.conformance.playthrough import play_at_random
from slugfest.testing.golden import wanted

# By game: its words, the tables whose sentences may be about their reader, and the marks that name one player, or
# several with the reader among them.
TABLES = {
    "kapow-cards": (
        kapow_cards,
        ("_REASONS", "_SHARED", "_EVENTS"),
        ("seat", "target"),
        ("seats", "who", "totals"),
    ),
    "custom-heroes": (custom_heroes, ("_REASONS", "_EVENTS"), ("seat", "leader", "who"), ("seats", "places")),
    "tag-team": (tag_team, ("_REASONS", "_EVENTS"), ("seat", "who", "P1", "P2"), ()),
    "kapow-dice": (
        kapow_dice,
        ("_REASONS", "EVENTS"),
        ("who", "target_who", "to_who"),
        ("team_who", "other_who", "healths", "selections", "aims"),
    ),
}
SECOND_PERSON = {
    "en": re.compile(r"\b[Yy]ou(rs?)?\b"),
    "de": re.compile(r"\b([Dd]u|[Dd]ich|[Dd]ir|[Dd]ein(e|en|em|er|es)?)\b"),
}


def sentences(name: str) -> list[tuple[str, Text]]:
    module, tables, _, _ = TABLES[name]
    return [(f"{table}.{key}", text) for table in tables for key, text in getattr(module, table).items()]


@pytest.mark.parametrize("name", TABLES)
def test_every_sentence_that_names_a_player_has_a_form_for_that_player(name: str) -> None:
    _, _, single, several = TABLES[name]
    lacking = []
    for key, text in sentences(name):
        if ".rival_" in key:  # only automated opponents do that
            continue
        forms = text.second_person if isinstance(text, Template) else {}
        for mark in marks(text.en):
            if mark in (*single, *several) and mark not in forms:
                lacking.append(f"{key}: {mark}")
    assert lacking == []


@pytest.mark.parametrize("name", TABLES)
def test_forms_speak_to_their_reader_in_both_languages(name: str) -> None:
    _, _, single, several = TABLES[name]
    faults = []
    for key, text in sentences(name):
        for mark, form in (text.second_person if isinstance(text, Template) else {}).items():
            for language, pattern in SECOND_PERSON.items():
                sentence = form.in_language(language)
                # Among several players the reader is put in as "you" when the sentence is filled.
                named = (
                    [one[0].lower() + one[1:] for one in marks(sentence)]
                    if mark in several
                    else marks(sentence)
                )
                spoken = mark in named if mark in several else False
                if not (spoken or pattern.search(sentence)) or (mark in single and mark in marks(sentence)):
                    faults.append(f"{key} for {mark}: {sentence}")
    assert faults == []


@pytest.mark.parametrize("name", TABLES)
def test_nobody_reads_their_own_name_in_a_whole_game(name: str) -> None:
    played = game(name)
    heard = set()
    for file, (seats, options) in wanted(played).items():
        rng = seeded("second person", file)
        history = History(played, seats, options, f"second person {file}")
        while (outcome := history.state.outcome()) is None:
            seat = history.state.actors()[0]
            for move in history.state.moves(seat)[:20]:
                check(played.label(move), seat)
            history.play(seat, play_at_random(Perspective(history.state, seat), rng))
        for reader in range(seats):
            check(outcome.text, reader)
            for event in [event for entry in history.entries for event in entry.events]:
                text = played.describe(event.seen_by(reader))
                if check(text, reader):
                    heard.add(event.kind)
    assert len(heard) >= {"kapow-cards": 9, "custom-heroes": 14, "tag-team": 4, "kapow-dice": 20}[name]


def check(text: Text, reader: int) -> bool:
    """Whether a sentence is about its reader; then it has to say so without a name."""
    own = f"{{P{reader + 1}}}"
    about = own in text.en
    for language, pattern in SECOND_PERSON.items():
        assert own not in text.to(reader).in_language(language), text
        assert not about or pattern.search(text.to(reader).in_language(language)), text
        assert "{P0}" not in text.to(reader).in_language(language)
    assert text.to(-1) is text  # a spectator reads names
    return about


@pytest.mark.parametrize("reason", [RESIGNATION, OUT_OF_TIME])
@pytest.mark.parametrize(("seats", "winners"), [(2, [1]), (3, [0]), (4, [0, 1]), (3, [0, 2])])
def test_somebody_who_gives_up_or_wins_by_it_is_spoken_to(
    seats: int, winners: list[int], reason: str
) -> None:
    text = given_up(seats, winners, reason).text
    for seat in range(seats):
        check(text, seat)
    assert text.to(winners[0]).en.endswith(("You win.", "win."))
    assert text.to(winners[0]).de.endswith(("Du gewinnst.", "gewinnt."))


def test_a_list_has_the_reader_in_its_case() -> None:
    event = {"kind": "sudden_death", "seats": [0, 2]}
    text = game("custom-heroes").describe(event)
    assert text.to(0).de == "Noch kein Sieg: Sudden Death zwischen dir und {P3}."
    assert text.to(2).en == "Nobody has won: sudden death between {P1} and you."
    assert text.to(1) is text
