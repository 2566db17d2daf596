"""The story in sentences: every event in both languages, with names in the right case and number."""

from __future__ import annotations

import re

import pytest

from slugfest.games.tag_team import GAME
from slugfest.games.tag_team.shown.words import REFUSALS, describe
from slugfest.kernel import Facts, History, Options, seeded

LEFT_OPEN = re.compile(r"\{(?!P[12]\})|\}(?<!\{P[12]\})|\bNone\b|\[|\]")


def test_every_event_of_many_fights_is_described_in_both_languages() -> None:
    kinds: set[str] = set()
    for number in range(90):
        way = ("random", "normal", "tactical", "free")[number % 4]
        history = History(GAME, 2, {"teams": way}, f"words {number}")
        rng = seeded("word moves", number)
        while history.state.outcome() is None:
            seat = history.state.actors()[0]
            moves = history.state.moves(seat)
            for event in history.play(seat, moves[rng.below(len(moves))]):
                kinds.add(event.kind)
                for observer in (0, 1, -1):
                    text = describe(event.seen_by(observer))
                    for sentence in (text.en, text.de):
                        assert sentence[-1] in ".!“”", sentence
                        assert not LEFT_OPEN.search(sentence), sentence
                        assert sentence[0].isupper() or sentence[0] in "{“„", sentence
    assert len(kinds) > 40


@pytest.mark.parametrize(
    ("event", "english", "german"),
    [
        (
            {"kind": "attack", "fighter": "fey", "targets": ["golem", "wild"], "strengths": [3, 4]},
            "The Fey Folk attack the Golem for 3 and the Wild Bunch for 4.",
            "Das Waldvolk greift den Golem mit 3 und die Wilde Meute mit 4 an.",
        ),
        (
            {"kind": "ko", "fighters": ["joan", "golem"]},
            "Joan and the Golem are KO!",
            "Jeanne und der Golem sind K. o.!",
        ),
        ({"kind": "ko", "fighters": ["golem"]}, "The Golem is KO!", "Der Golem ist K. o.!"),
        (
            {"kind": "incineration", "fighter": "wild"},
            "Incineration! Five Aflame! tokens on the Wild Bunch.",
            "Verbrennung! Fünf Feuer-Plättchen bei der Wilden Meute.",
        ),
        (
            {"kind": "spirit", "character": "elf", "spirit": 2},
            "The Elf becomes a Spirit. Spirit track: 2.",
            "Der Elf wird zum Geist. Geisterleiste: 2.",
        ),
        (
            {"kind": "transfer", "from": "wong", "to": "golem", "amount": 0},
            "Wong Fei-Hung has no Power to pass on.",
            "Wong Fei-Hung hat keine Stärke zum Übertragen.",
        ),
        (
            {"kind": "drawn", "seat": 0, "build": 15, "cards": ["GOL-1", "JOA-1*", "MIL-6"]},
            "{P1} draws “Protect the Innocent”, “Dieu Premier Servi ★” and “I Keep My Friends Close…”.",
            "{P1} zieht „Die Unschuldigen beschützen“, „Dieu Premier Servi ★“ und „Für gute Freunde …“.",
        ),
        (
            {"kind": "game_over", "reason": "DRAGGED", "winner": 1},
            "Drag You to Hell: the beaten team of {P2} wins instead.",
            "Höllenschlund: Statt zu verlieren, gewinnt das Team von {P2}.",
        ),
    ],
)
def test_names_bend_as_the_sentence_needs(event: Facts, english: str, german: str) -> None:
    assert (describe(event).en, describe(event).de) == (english, german)


def test_labels_of_moves_read_well() -> None:
    label = GAME.label(GAME.parse("insert WON-3 at 0"))
    assert (label.en, label.de) == (
        "Slip “Ging Bridge” in as card 1",
        "„Kraftbrücke“ als 1. Karte einschieben",
    )
    label = GAME.label(GAME.parse("pick golem"))
    assert (label.en, label.de) == ("Pick the Golem", "Den Golem wählen")
    label = GAME.label(GAME.parse("character elf"))
    assert (label.en, label.de) == ("Bring in the Elf", "Den Elfen ins Spiel bringen")


def test_every_refusal_says_it_in_both_languages() -> None:
    for text in REFUSALS.values():
        assert text.en.endswith(".")
        assert text.de.endswith(".")


@pytest.mark.rules("TT-16", "TT-17", "TT-23", "TT-24")
@pytest.mark.parametrize(
    ("options", "moves", "told"),
    [
        ({"teams": "first-game"}, ["first JOA-1*", "first BOD-1*"], ["teams", "fight"]),
        (
            GAME.reports.match_up(["wild", "joan"], ["golem", "mephisto"]),
            ["first JOA-1*", "first GOL-1*"],
            ["teams", "serpent", "power", "fight"],
        ),
        (
            GAME.reports.match_up(["fey", "joan"], ["golem", "wong"]),
            ["character elf"],
            ["teams", "character", "power"],
        ),
    ],
)  # fmt: skip
def test_agreed_teams_are_announced_with_the_first_decision(
    options: Options, moves: list[str], told: list[str]
) -> None:
    history = History(GAME, 2, options, "told")
    events = [event for seat, move in enumerate(moves) for event in history.play_text(seat, move)]
    assert [event.kind for event in events][: len(told)] == told
    assert events[0].facts["teams"] == [GAME.reports.line_up(history.state, seat) for seat in (0, 1)]
    assert all(event.facts["change"] == 1 for event in events[: len(told)] if event.kind == "power")
