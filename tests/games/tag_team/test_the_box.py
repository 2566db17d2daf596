"""The whole catalogue of Tag Team: 12 fighters, 120 cards, every effect a known word, every word used."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from slugfest.bots import bot
from slugfest.games.tag_team import GAME
from slugfest.games.tag_team.content import BOX, CARDS_EACH, FIGHTER_KEYS, HERE, KIND_OF, load_box
from slugfest.games.tag_team.rules.effects import ACTIONS
from slugfest.kernel import ContentError, History, Perspective, load_toml, seeded

KINDS = range(len(BOX.ids))


@pytest.mark.rules("TT-1")
def test_twelve_fighters_have_ten_cards_each() -> None:
    assert len(BOX.names) == len(FIGHTER_KEYS) == 12
    for fighter in range(12):
        assert sum(BOX.copies[kind] for kind in BOX.titles_of(fighter)) == CARDS_EACH
    assert sum(BOX.copies) == 120


@pytest.mark.rules("TT-26")
def test_every_fighter_has_exactly_one_starting_card() -> None:
    for fighter in range(12):
        starts = [kind for kind in BOX.titles_of(fighter) if BOX.starts[kind]]
        assert starts == [BOX.start_card[fighter]]
        assert BOX.copies[starts[0]] == 1


@pytest.mark.rules("TT-120", "TT-121", "TT-122", "TT-123")
def test_every_word_of_the_vocabulary_is_used() -> None:
    used = set(BOX.rows[5][1:])
    assert {action for word, action in ACTIONS.items() if action not in used} == set()


def test_every_card_has_a_text_in_both_languages() -> None:
    for kind in KINDS:
        assert BOX.texts[kind].en
        assert BOX.texts[kind].de
        assert BOX.card_names[kind].en
        assert (BOX.backs[kind] is not None) == bool(BOX.two_faced[kind])


@pytest.mark.rules("TT-3", "TT-180")
def test_the_tokens_are_all_there() -> None:
    assert BOX.limits["aflame"] == 5
    assert BOX.limits["concentration"] == 2
    assert sum(BOX.scheme_copies) == 11
    assert len(BOX.scheme_ids) == 9


@pytest.mark.rules("TT-4")
def test_four_fighters_have_a_special_track() -> None:
    special = GAME.display.catalogue()["special"]
    assert set(special) == {"voices", "ships", "rage", "spirit"}


@pytest.fixture(scope="module")
def fights() -> list[History]:
    """Fights by random teams until every card has been on the table."""
    found: list[History] = []
    random = bot("random", GAME)
    for number in range(120):
        history = History(GAME, 2, {"teams": "random"}, f"box {number}")
        rng = seeded("box", number)
        while history.state.outcome() is None:
            seat = history.state.actors()[0]
            history.play(seat, random.choose(Perspective(history.state, seat), rng))
        found.append(history)
    return found


def test_every_card_and_every_scheme_has_been_resolved(fights: list[History]) -> None:
    played: Counter[str] = Counter()
    schemes: Counter[str] = Counter()
    for history in fights:
        for entry in history.entries:
            for event in entry.events:
                if event.kind == "clash":
                    played.update(event.facts["cards"])
                elif event.kind == "scheme":
                    schemes[event.facts["scheme"]] += 1
    assert set(KIND_OF) - set(played) == set()
    assert set(BOX.scheme_ids) - set(schemes) == set()


@pytest.mark.rules("TT-2")
def test_power_may_grow_beyond_the_cubes_in_the_box(fights: list[History]) -> None:
    most = max(
        event.facts["to"]
        for history in fights
        for entry in history.entries
        for event in entry.events
        if event.kind == "power"
    )
    assert most > 8
    assert "power" not in BOX.limits


@pytest.mark.rules("TT-211")
def test_all_chance_lies_in_the_setup(fights: list[History]) -> None:
    for history in fights:
        in_fight = [entry for entry in history.entries if entry.before.board(-1)["round"] > 0]
        assert in_fight
        assert [GAME.format(entry.move) for entry in in_fight if entry.chance] == []


@pytest.mark.rules("TT-40", "TT-44")
def test_the_seat_never_matters() -> None:
    """The same fight with the seats exchanged goes the other way round: everything is simultaneous."""
    for number in range(12):
        one = play_mirrored(number, swapped=False)
        other = play_mirrored(number, swapped=True)
        assert one == [list(reversed(healths)) for healths in other]


def play_mirrored(number: int, swapped: bool) -> list[list[list[int | None]]]:
    """Health after the first fight phase of two fixed teams, by side."""
    teams = [("joan", "shango"), ("bodvar", "mordred"), ("ching", "golem"), ("wong", "wild")]
    first, second = teams[number % 4], teams[(number + 1 + number // 4) % 4]
    if swapped:
        first, second = second, first
    options = {
        "teams": "given",
        "fighter_1a": first[0], "fighter_1b": first[1], "fighter_2a": second[0], "fighter_2b": second[1],
    }  # fmt: skip
    history = History(GAME, 2, options, "mirror")
    healths: list[list[list[int | None]]] = []
    for seat in (0, 1):
        history.play(seat, history.state.moves(seat)[0])
        board = history.state.board(-1)
        healths = [[[fighter["health"] for fighter in side["fighters"]] for side in board["sides"]]]
    return healths


@pytest.mark.rules("TT-210")
def test_decisions_are_written_in_a_few_words(fights: list[History]) -> None:
    written = {GAME.format(entry.move).split()[0] for history in fights for entry in history.entries}
    assert written <= {"pick", "discard", "character", "first", "insert", "under"}
    assert {"first", "insert", "under"} <= written
    assert GAME.format(GAME.parse("INSERT won-3 at 2")) == "insert WON-3 at 2"


@pytest.mark.rules("TT-212")
def test_a_search_in_the_deck_phase_cannot_see_the_other_choice(fights: list[History]) -> None:
    """Whatever the other side has already slid in, the same seed gives the same decision."""
    history = History(GAME, 2, {"teams": "first-game"}, "blind")
    for seat in (0, 1):
        history.play(seat, history.state.moves(seat)[0])
    assert history.state.actors() == [0, 1]
    searcher = bot("search:40", GAME)
    decisions = set()
    for text in (GAME.format(move) for move in history.state.moves(0)[:4]):
        branch = History.from_position(history.state.position(), GAME, "blind")
        branch.play_text(0, text)
        decisions.add(searcher.choose(Perspective(branch.state, 1), seeded("same")))
    assert len(decisions) == 1


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("aflame = 5", "aflame = 0", "limits.aflame"),
        ("copies = 1", 'copies = "one"', "copies"),
        ("attack(", "atack(", "effect"),
    ],
)
def test_a_broken_content_file_is_refused_with_file_key_and_reason(
    tmp_path: Path, old: str, new: str, key: str
) -> None:
    text = (HERE / "content.toml").read_text("utf-8")
    assert re.search(re.escape(old), text)
    broken = tmp_path / "content.toml"
    broken.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(ContentError, match=key) as refused:
        load_box(broken)
    assert refused.value.file == "content.toml"


def test_every_card_carries_its_provenance() -> None:
    for fighter in load_toml(HERE / "content.toml")["fighter"]:
        assert fighter["source"]
        for card in fighter["card"]:
            assert card["source"]
