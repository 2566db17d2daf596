"""The whole catalogue of KAPOW! dice: every piece, every ability, every effect a known word, every word used."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from slugfest.games.kapow_dice import content
from slugfest.games.kapow_dice.content import BOX, HERE, KINDS, Ability, load_box
from slugfest.games.kapow_dice.position.requirements import LETTERS, SLOTS
from slugfest.games.kapow_dice.position.tables import LOCKABLE, OPS, SECTION_TEXT, encode
from slugfest.games.kapow_dice.shown import words
from slugfest.kernel import ContentError, add_variant, load_toml, variant

from .table import GAME

ROOT = Path(__file__).parent.parent.parent.parent
CATALOGUE = GAME.display.catalogue()
DATA = load_toml(HERE / "content.toml")

# The Player Board as the rules print it: when, what dice, what for.
PLAYER_BOARD = """
biff          attack     ANY                 attack_base 1
zap           attack     ANY + X             attack_base 3
pow           attack     M + E               attack_base 3
klonk         attack     NBACT = NBACT       attack_base 6
pummel        attack     M                   attack_kicker 2
knock_down    attack     ANY + E             attack_kicker 3
slam          attack     ANY + ANY           attack_kicker 1
blow_away     attack     E! + E + E          attack_kicker 4, attack_multiplier 2
smash         attack     E + M! = ANY = ANY  attack_kicker 6, attack_multiplier 2
dodge         defend     ANY                 defence_base 1
block         defend     ANY + T             defence_base 2, gain nw
flip          defend     A + T               defence_base 3, gain nw
counter       defend     ANY = NBACT         defence_base 4, gain any
deflect       defend     T                   defence_kicker 1, gain nw
sidestep      defend     ANY + A             defence_kicker 2, gain nw
run_past      defend     A + ANY = ANY       defence_kicker 5, gain any
run_around    defend     A! + A + A          defence_kicker 2, defence_multiplier 2, gain any
ambush        defend     T + T + ACT = ACT   defence_kicker 4, defence_multiplier 2, gain any 2
quick_breath  immediate  T + X               heal 3
time_jump     immediate  ANY | ANY           reroll 1
grow          power_up   X + E               gain trait
power_on      power_up   X + A               gain action, gain nw
heads_up      power_up   X                   gain nw
replicate     power_up   NB                  copy 1 1
teleport      power_up   ANY = NB            copy 2 2
synthesis     power_up   ANY = ANY           gain nw 3
new_plan      power_up   M                   exchange 2
sucker_punch  after      A                   punish 3 0
face_off      after      E                   punish 0 1
adapt         after      ANY + ANY           adapt
"""
CHARACTER_BOARDS = """
tn_steadfast    defend     NONE         defence_base 1
tn_honest_pay   immediate  ANY          attach MT
tn_walk_it_off  power_up   ANY          if_lost 3: die_or_faces 3
tn_roll_cage    attack     T            defence_counts
el_adrenaline   round      A | A        adrenaline 1
el_lure         immediate  ANY          reroll_any 26
el_ensnare      round      X            no_trait both
el_entangle     after      A! + ANY     entangle
to_clock        round      NONE         use T W
to_whistle      immediate  A            turn
to_wave         after      WILD         lock 1 3
to_timeout      round      ACT = ACT    no_loss, power_up: gain action
vk_ruthless     attack     NONE         attack_kicker 1
vk_dark_aura    immediate  BLANK        attach ME
vk_suppress     power_up   ANY          if_dealt 6: die_or_faces 3
vk_tantrum      attack     M + E        cost 1, attack_kicker 6
co_awaken       immediate  NONE         reroll_not M
co_vrepit       round      M | M        attack_kicker 2, weaken 1
co_life         power_up   X            life 10
co_bloodsucker  after      ANY + ANY    blood 3
sa_beckon       round      NONE         use B E
sa_taunt        round      E + E + T      attack_kicker 3, defence_kicker 3
sa_cravings     round      ANY          cravings named
sa_vitamin_d    after      ACT = ACT    lock 2 1
"""


def printed(table: str) -> dict[str, tuple[str, str, list[str]]]:
    found = {}
    for line in table.strip().splitlines():
        name, timing, requirement, effects = re.split(r"\s{2,}", line, maxsplit=3)
        found[name] = (timing, requirement, effects.split(", "))
    return found


def in_the_file(board: list[str]) -> dict[str, tuple[str, str, list[str]]]:
    return {
        entry["id"]: (entry["timing"], entry["req"], entry["does"])
        for entry in DATA["ability"]
        if entry["board"] in board
    }


def everything() -> list[Ability]:
    """Every ability, half of a card and row."""
    found = [*BOX.board, BOX.token]
    for character in BOX.characters:
        found += character.abilities + character.rows
    for card in BOX.cards:
        found += card.halves
    return found


# ---- pieces ------------------------------------------------------------------------------------------------


@pytest.mark.rules("KD-1")
def test_a_set_holds_twenty_trait_dice_six_action_dice_52_faces_and_the_tokens() -> None:
    assert dict(zip(KINDS, BOX.die_counts, strict=True)) == {
        "red": 4, "yellow": 4, "purple": 4, "green": 4, "blue": 4, "action": 6,
    }  # fmt: skip
    assert dict(zip(LETTERS, BOX.face_counts)) == {"M": 8, "E": 8, "T": 8, "A": 8, "X": 8, "W": 12}
    assert sum(BOX.face_counts) == 52
    assert (BOX.entangle_tokens, BOX.locked_tokens) == (5, 4)
    assert Counter(card.colour for card in BOX.cards) == {0: 2, 1: 2, 2: 2, 3: 2}


@pytest.mark.rules("KD-3")
@pytest.mark.parametrize(
    ("kind", "sides"),
    [
        ("red", {"M": 3, "E": 2, "W": 1}),
        ("yellow", {"E": 3, "M": 1, "W": 1, "B": 1}),
        ("purple", {"T": 3, "A": 1, "W": 1, "B": 1}),
        ("green", {"A": 3, "T": 1, "W": 1, "B": 1}),
        ("blue", {"X": 3, "W": 2, "B": 1}),
    ],
)
def test_a_trait_die_has_its_six_sides(kind: str, sides: dict[str, int]) -> None:
    assert Counter(CATALOGUE["dice"][kind]["sides"]) == sides


@pytest.mark.rules("KD-4", "KD-5")
def test_blank_is_no_face_and_an_action_die_has_no_sides_of_its_own() -> None:
    assert CATALOGUE["dice"]["action"]["sides"] == []
    assert list(CATALOGUE["faces"]) == ["M", "E", "T", "A", "X", "W", "B"]
    assert len(BOX.face_counts) == 6
    assert CATALOGUE["faces"]["B"]["colour"] is None


# ---- abilities ---------------------------------------------------------------------------------------------


@pytest.mark.rules("KD-40")
def test_the_player_board_is_as_printed() -> None:
    assert in_the_file(["player"]) == printed(PLAYER_BOARD)
    assert [ability.id for ability in BOX.board] == CATALOGUE["player_board"] == list(printed(PLAYER_BOARD))


@pytest.mark.rules("KD-151")
def test_the_character_boards_are_as_printed() -> None:
    assert in_the_file([character.id for character in BOX.characters]) == printed(CHARACTER_BOARDS)
    assert [len(character.abilities) for character in BOX.characters] == [4] * 6
    once = {entry["id"] for entry in DATA["ability"] if entry.get("once")}
    may = {entry["id"] for entry in DATA["ability"] if entry.get("may")}
    assert once == {"to_timeout", "sa_vitamin_d"}
    assert may == {"to_whistle", "co_awaken"}


@pytest.mark.rules("KD-150")
@pytest.mark.parametrize(
    ("name", "side", "health", "dice", "faces"),
    [
        ("tough_nut", "hero", 30, "red purple purple blue action", "T"),
        ("elusivity", "hero", 27, "red yellow green green blue action", "A"),
        ("time_out", "hero", 25, "red purple purple blue action", "TTW"),
        ("victor_kane", "villain", 20, "red yellow purple green blue action", "ME"),
        ("coquette", "villain", 23, "red red purple green blue action", "MT"),
        ("spoiler_alert", "villain", 25, "yellow purple purple blue action", ""),
    ],
)
def test_a_character_starts_with_what_its_board_says(
    name: str, side: str, health: int, dice: str, faces: str
) -> None:
    found = CATALOGUE["characters"][name]
    assert (found["side"], found["health"]) == (side, health)
    assert found["dice"] == dice.split()
    assert "".join(found["faces"]) == faces


@pytest.mark.rules("KD-162", "KD-R60")
def test_what_may_be_locked_in_is_exactly_this() -> None:
    names = [character.id for character in BOX.characters]
    one = [SECTION_TEXT[section] for section in LOCKABLE[names.index("time_out")][1]]
    two = [SECTION_TEXT[section] for section in LOCKABLE[names.index("spoiler_alert")][2]]
    assert " ".join(one) == "biff pummel dodge deflect heads_up new_plan sucker_punch face_off to_whistle"
    assert " ".join(two) == "zap pow knock_down slam block flip sidestep grow power_on synthesis adapt"


@pytest.mark.rules("KD-20", "KD-21")
def test_every_slot_of_the_grammar_is_on_some_board() -> None:
    used = {SLOTS[slot] for ability in everything() for section in ability.sections for slot in section.slots}
    assert used >= {"M", "E", "T", "A", "X", "M!", "E!", "A!", "WILD", "BLANK", "ANY", "NB", "ACT", "NBACT"}


def test_every_word_of_the_vocabulary_is_used_and_every_effect_can_be_carried_out() -> None:
    effects = [effect for ability in everything() for effect in ability.effects]
    effects += [effect for ability in everything() for _, line in ability.lines for effect in line]
    known = {*content._NUMBERED, *content._PLAIN_WORDS, *content._CHOICES}
    known |= {"gain", "attach", "reroll_not", "use", "refresh"}
    assert {effect.word for effect in effects} == known
    assert {effect.word for effect in effects if encode(effect)} == set(OPS)


def test_every_ability_says_what_it_does_in_both_languages() -> None:
    said = [ability["text"] for ability in CATALOGUE["abilities"].values()]
    said += [card[half]["text"] for card in CATALOGUE["cards"].values() for half in ("left", "right")]
    for row in CATALOGUE["rows"].values():
        said += [line["text"] for line in row["lines"]] if row["lines"] else [row["text"]]
    for text in said:
        assert text["en"]
        assert text["de"]
        assert "{" not in text["en"] + text["de"]
    for ability in everything():
        assert ability.name.en
        assert ability.name.de


@pytest.mark.parametrize("what", ["nw", "any", "wild", "trait", "action"])
@pytest.mark.parametrize("condition", ["", "if_lost 3: ", "if_dealt 3: ", "if_unhurt: ", "if_fewer_dice: "])
def test_a_corrected_gain_is_said_as_well(tmp_path: Path, what: str, condition: str) -> None:
    """The content file invites corrections; whatever it accepts as a gain has its sentence."""
    text = (HERE / "content.toml").read_text("utf-8")
    corrected = tmp_path / "content.toml"
    corrected.write_text(text.replace('"gain nw 3"', f'"{condition}gain {what} 2"', 1), "utf-8")
    (synthesis,) = [ability for ability in load_box(corrected).board if ability.id == "synthesis"]
    assert "2" in words.ability_text(synthesis).en
    assert "2" in words.ability_text(synthesis).de
    assert "2" in words.row_text(synthesis.effects).en


def test_every_ability_of_people_has_a_scenario() -> None:
    stories = "".join(path.read_text("utf-8") for path in (ROOT / "scenarios" / GAME.id).rglob("*.toml"))
    named = [ability.id for ability in [*BOX.board, BOX.token]]
    named += [ability.id for character in BOX.characters for ability in character.abilities]
    assert [name for name in named if not re.search(rf"\b{name}\b", stories)] == []


def test_every_event_is_described_in_both_languages() -> None:
    for key, sentence in words.EVENTS.items():
        assert sentence.en, key
        assert sentence.de, key
        assert set(re.findall(r"{(\w+)}", sentence.en)) == set(re.findall(r"{(\w+)}", sentence.de)), key


# ---- the file ----------------------------------------------------------------------------------------------


def entries(data: Any) -> list[dict[str, Any]]:
    return [entry for value in data.values() if isinstance(value, list) for entry in value]


def test_every_entry_carries_its_provenance() -> None:
    for entry in entries(DATA):
        source = entry["source"]
        assert set(source.values() if isinstance(source, dict) else [source]) <= {"seed", "public", "house"}
    for table in ("first_game", "tokens"):
        assert DATA[table]["source"] == "seed"


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("max_entangle = 3", 'max_entangle = "three"', "limits.max_entangle"),
        ('sides = "MMMEEW"', 'sides = "MMMEE"', "die.*sides"),
        ('req = "ANY + X"', 'req = "ANY + Y"', "req"),
        ('does = ["attack_base 3"]', 'does = ["atack_base 3"]', "does"),
        ('does = ["heal 3"]', 'does = ["heal many"]', "does"),
        ('does = ["heal 3"]', 'does = ["tomorrow: heal 3"]', "does"),
        ('does = ["gain nw 3"]', 'does = ["gain gold 3"]', "does"),
        ('id = "zap"', 'id = "biff"', "id"),
        ('board = "coquette"', 'board = "nobody"', "board"),
        ('timing = "immediate"', 'timing = "later"', "timing"),
        ('side = "hero"', 'side = "bystander"', "side"),
        ('source = "seed"', 'source = "hearsay"', "source"),
        ("once = true", 'once = "yes"', "once"),
    ],
)
def test_a_broken_content_file_is_refused_with_file_key_and_reason(
    tmp_path: Path, old: str, new: str, key: str
) -> None:
    text = (HERE / "content.toml").read_text("utf-8")
    assert old in text
    broken = tmp_path / "content.toml"
    broken.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(ContentError, match=key) as refused:
        load_box(broken)
    assert refused.value.file == "content.toml"


@pytest.mark.rules("KD-1")
def test_a_fighter_with_more_dice_than_the_set_has_for_two_is_refused(tmp_path: Path) -> None:
    text = (HERE / "content.toml").read_text("utf-8")
    greedy = '["red", "red", "purple", "green", "blue", "action"]'
    assert greedy in text
    broken = tmp_path / "content.toml"
    broken.write_text(text.replace(greedy, '["red", "red", "red", "green", "blue", "action"]', 1), "utf-8")
    with pytest.raises(ContentError, match="red dice"):
        load_box(broken)


@pytest.mark.rules("KD-1")
def test_a_set_of_more_dice_than_the_engine_can_count_is_refused() -> None:
    with pytest.raises(ContentError, match="die: a set of 27 dice is more than 26"):
        add_variant(variant(GAME.id, {"red.count": 5}, "another die"))


def test_more_different_demands_than_the_engine_can_hold_are_refused() -> None:
    """Every box of the boards asks for something that no other asks for."""
    strict = combinations_with_replacement(["M!", "E!", "T!", "A!", "X!"], 4)
    boxes = [entry["id"] for entry in DATA["ability"] if entry["board"] != "token"]
    changes = {f"ability.{box}.req": " + ".join(slots) for box, slots in zip(boxes, strict)}
    with pytest.raises(
        ContentError, match=r"ability: .* different demands of dice .* more than 62"
    ) as refused:
        add_variant(variant(GAME.id, changes, "picky"))
    assert refused.value.file == "content.toml of kapow-dice with picky"


@pytest.mark.parametrize(
    ("sections", "reason"),
    [(30, r"one fighter \d+ sections, more than 60"), (1, r"one fighter \d+ sections, fewer than 16")],
)
def test_a_fighter_with_too_many_or_too_few_sections_is_refused(sections: int, reason: str) -> None:
    own = load_toml(HERE / "content.toml")
    board = [entry for entry in own["ability"] if entry["board"] == "player"]
    others = [entry for entry in own["ability"] if entry["board"] != "player"]
    if sections == 1:
        own["ability"] = [board[0], *others]
    else:
        own["ability"] += [board[0] | {"id": f"more_{number}"} for number in range(sections)]
    with pytest.raises(ContentError, match=reason):
        add_variant(variant(GAME.id, {}, "another board", own))


def test_the_reference_has_every_ruling_and_every_example() -> None:
    assert [f"KD-R{number}" for number in range(1, 61) if f"KD-R{number}" not in GAME.rules] == []
    assert [f"KD-E{number}" for number in range(1, 17) if f"KD-E{number}" not in GAME.rules] == []
    untested = [rule.number for rule in GAME.rules.values() if not rule.testable]
    assert untested == ["KD-42", "KD-49", "KD-R30"]


def test_every_worked_example_is_a_scenario() -> None:
    told = set()
    for path in (ROOT / "scenarios" / GAME.id).rglob("*.toml"):
        told.add(load_toml(path).get("example", ""))
    assert told - {""} == {f"KD-E{number}" for number in range(1, 17)}
