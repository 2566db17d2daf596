"""What is in the box, and that a broken content file is refused by file, key and reason."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from slugfest.games.custom_heroes.content import (
    ABILITIES,
    BOX,
    COLOURS,
    HERE,
    HIGHEST,
    LOWEST,
    in_bag,
    load_box,
)
from slugfest.kernel import ContentError

from .table import GAME, heroes, player


@pytest.mark.rules("CH-1", "CH-115")
def test_sixty_character_cards_in_six_sets_named_by_base_value_and_letter() -> None:
    assert len(BOX.cards) == 60
    assert Counter(BOX.base) == dict.fromkeys(range(1, 11), 6)
    assert BOX.cards[:7] == ["C01a", "C01b", "C01c", "C01d", "C01e", "C01f", "C02a"]
    assert BOX.cards[-1] == "C10f"
    assert BOX.cards == sorted(BOX.cards)


@pytest.mark.rules("CH-2", "CH-8", "CH-10")
def test_eighty_four_advancements_of_which_seventy_two_go_into_the_bag() -> None:
    assert len(BOX.pieces) == len(set(BOX.pieces)) == 84
    bag = [piece for piece in range(84) if in_bag(piece)]
    assert Counter(COLOURS[BOX.colour[piece]] for piece in bag) == dict.fromkeys(COLOURS, 18)
    given = [ABILITIES[BOX.ability[piece]] for piece in range(84) if not in_bag(piece)]
    assert Counter(given) == {"ascended": 6, "kodora": 6}
    assert "SPK-5" in BOX.pieces
    assert "SPK-6" not in BOX.pieces


@pytest.mark.rules("CH-8")
def test_pieces_are_numbered_within_their_type() -> None:
    for kind, copies in zip(BOX.types, BOX.copies, strict=True):
        assert [piece for piece in BOX.pieces if piece.split("-")[0] == kind] == [
            f"{kind}-{number}" for number in range(1, copies + 1)
        ]


@pytest.mark.rules("CH-6", "CH-9")
def test_the_catalogue_says_what_every_type_does() -> None:
    types = GAME.display.catalogue()["types"]
    assert len(types) == 31
    for kind in types.values():
        effects = [key for key in ("modifier", "base", "ability") if kind[key] is not None]
        assert effects == [{"yellow": "ability", "green": "base"}.get(kind["colour"], "modifier")]
    costs = {kind["ability"]: kind["cost"] for kind in types.values() if kind["ability"]}
    assert costs == {"ascended": 2, "kodora": 0, "spike": 1, "brando": 1, "charmanta": 1, "spookies": 2}
    assert sorted(kind["base"] for kind in types.values() if kind["base"]) == [1, 3, 5, 7, 8, 9, 10, 11, 12]
    copies = {
        name: types[name]["copies"] for name in ("RP1", "RP2", "RP3", "RP4", "RM1", "RM2", "RM3", "RM4")
    }
    assert list(copies.values()) == [4, 4, 3, 1, 2, 2, 1, 1]
    assert [types[f"B{name[1:]}"]["modifier"] for name in copies] == [1, 2, 3, 4, -1, -2, -3, -4]


@pytest.mark.rules("CH-7")
def test_red_is_the_left_hand_and_blue_the_right() -> None:
    colours = GAME.display.catalogue()["colours"]
    assert "left" in colours["red"]["slot"]["en"]
    assert "linken" in colours["red"]["slot"]["de"]
    assert "right" in colours["blue"]["slot"]["en"]


@pytest.mark.rules("CH-11")
def test_all_ascended_forms_are_one_type() -> None:
    forms = [piece for piece in range(84) if ABILITIES[BOX.ability[piece]] == "ascended"]
    assert len({BOX.type[piece] for piece in forms}) == 1


@pytest.mark.rules("CH-14")
def test_values_lie_between_minus_seven_and_twenty() -> None:
    assert (LOWEST, HIGHEST) == (-7, 20)


@pytest.mark.rules("CH-13", "CH-15")
def test_a_value_is_aura_or_base_plus_red_plus_blue_whatever_is_yellow() -> None:
    hand = "C02a C02b+SPK-1 C03a+RP1-1 C03b+BM2-1 C04a+RP1-2+BP2-1 C05a+G12-1 C05b+G12-2+RM4-1+BP4-1+BRA-1"
    state = heroes(player(hand), player(3), player(3))
    values = {card["card"]: card["value"] for card in state.view(0)["board"]["you"]["hand"]}
    assert values == {"C02a": 2, "C02b": 2, "C03a": 4, "C03b": 1, "C04a": 7, "C05a": 12, "C05b": 12}


@pytest.mark.rules("CH-91", "CH-95")
@pytest.mark.parametrize("seats", range(2, 7))
def test_the_reward_table_is_that_of_the_rulebook(seats: int) -> None:
    table = {
        2: [[4, 0, 2], [-1, 1, 3]],
        3: [[5, 0, 1], [2, 1, 2], [-1, 2, 3]],
        4: [[5, 0, 1], [3, 1, 2], [1, 2, 2], [-1, 2, 3]],
        5: [[5, 0, 1], [3, 1, 2], [2, 1, 2], [1, 2, 2], [-1, 2, 3]],
        6: [[5, 0, 1], [4, 1, 1], [3, 1, 2], [2, 2, 2], [1, 2, 3], [-1, 3, 3]],
    }
    assert GAME.display.catalogue()["rewards"][str(seats)] == table[seats]
    state = heroes(*[player(2) for _ in range(seats)])
    assert state.board(0)["rewards"] == table[seats]


def test_every_advancement_has_its_words_in_both_languages() -> None:
    for name, text in zip(BOX.names, BOX.texts, strict=True):
        assert name.en
        assert name.de
        assert text.en
        assert text.de


FAULTS = [
    ("limits.power_limit", "power_limit = 6 ", 'power_limit = "six" '),
    ("limits.colour", "[limits]", "[limits]\ncolour = 4"),
    ("limits.hand", "hand = 10 ", "hand = 9 "),
    ("limits.vp_target", "vp_target = 10 ", "vp_target = 50 "),
    ("rewards.3[2]", "[2, 1, 2], [-1, 2, 3]]\n4", "[2, 1], [-1, 2, 3]]\n4"),
    ("rewards.2[2]", "2 = [[4, 0, 2], [-1, 1, 3]]", "2 = [[4, 0, 2], [1, 1, 3]]"),
    ("rewards.5", "5 = [[5, 0, 1], [3, 1, 2],", "5 = [[3, 1, 2],"),
    ("character[3].base", "base = 4\n", "base = 5\n"),
    ("character[0].name", 'name = "Hana"', 'name = ""'),
    ("colour[1].key", 'key = "blue"', 'key = "purple"'),
    ("type[0].en", 'en = "Ascended Form"\n', ""),
    ("type[2].id", 'id = "SPK"', 'id = "KO"'),
    ("type[2].ability", 'ability = "spike"', 'ability = "kodora"'),
    ("type[2].cost", 'ability = "spike"\ncost = 1', 'ability = "spike"'),
    ("type[6].base", "base = 1\ncopies", "copies"),
    ("type[15].modifier", "modifier = 1\ncopies = 4", 'modifier = "one"\ncopies = 4'),
    ("type[15].copies", "modifier = 1\ncopies = 4", "modifier = 1\ncopies = 0"),
    ("type[15].colour", 'de = "Fisch"\ncolour = "red"', 'de = "Fisch"\ncolour = "pink"'),
    ("type", 'ability = "brando"\ncost = 1', 'ability = "brando"\ncost = 2'),
    ("type", 'copies = 6\ntext = { en = "Pay 2', 'copies = 5\ntext = { en = "Pay 2'),
]


@pytest.mark.parametrize(("key", "right", "wrong"), FAULTS)
def test_a_broken_content_file_is_refused_by_file_key_and_reason(
    key: str, right: str, wrong: str, tmp_path: Path
) -> None:
    text = (HERE / "content.toml").read_text(encoding="utf-8")
    assert right in text
    path = tmp_path / "content.toml"
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(ContentError) as refused:
        load_box(path)
    assert (refused.value.file, refused.value.key) == ("content.toml", key)
    assert refused.value.reason


def test_a_source_that_is_none_is_refused(tmp_path: Path) -> None:
    text = (HERE / "content.toml").read_text(encoding="utf-8")
    path = tmp_path / "content.toml"
    path.write_text(text.replace('copies = "seed" }', 'copies = "rumour" }', 1), encoding="utf-8")
    with pytest.raises(ContentError, match="rumour"):
        load_box(path)
