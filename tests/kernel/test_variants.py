"""Variants: a game with other numbers, checked by its own reader, that nobody can take for the game itself."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from slugfest.bots import bot, play_out
from slugfest.kernel import (
    ContentError,
    Game,
    Mistake,
    PositionError,
    RecordError,
    SlugfestError,
    Text,
    add_variant,
    adopt_variant,
    content_file,
    game,
    games,
    load_toml,
    read_change,
    read_range,
    read_record,
    read_variant,
    record_of,
    seeded,
    variant,
    variant_from,
    verify,
)
from slugfest.kernel.patches import find, places
from slugfest.lab import ladder, play_game

HOUSE = ["custom-heroes", "kapow-cards", "kapow-dice", "tag-team"]
# Of every game changes that show at once when anybody plays: what the deal, the rules and the lists of moves rest on.
TOLD: dict[str, dict[str, Any]] = {
    "custom-heroes": {
        "start_power": 4,
        "SPK.copies": 2,
        "rewards.2.1.1": 6,
        "G01.base": 2,
    },
    "kapow-cards": {"limits.row": 4, "dealt_to_row": 2, "W14.value": 9, "W02.copies": 2, "S06.value": 8},
    "kapow-dice": {"klonk.attack": 1, "first_health": 9, "red.sides": "MMMMMM", "biff.attack": 4},
    "tag-team": {
        "joan.power": 3,
        "joan.top": 12,
        "CHI-2.track": 5,
        "limits.rage": 4,
        "JOA-2.copies": 3,
        "JOA-3.copies": 2,
    },
}


def digest(played: Game, games: int = 3) -> list[str]:
    """Whole random games in text: different for whoever plays by other numbers."""
    told = []
    for number in range(games):
        state = played.new(2, {}, seeded("variant", number))
        play_out(state, seeded("variant play", number), 400)
        told.append(json.dumps(state.position() | {"game": ""}, sort_keys=True))
    return told


FRESH = """
import json, sys
sys.path.insert(0, sys.argv[1])
from slugfest.kernel import adopt_variant, variant_from
from test_variants import digest
told = json.load(sys.stdin)
print(json.dumps(digest(adopt_variant(variant_from(told)))))
"""


@pytest.mark.compiled
@pytest.mark.parametrize("name", HOUSE)
def test_a_process_of_its_own_and_a_copy_beside_the_game_play_the_same_and_not_the_game_itself(
    name: str,
) -> None:
    before = digest(game(name))
    new = variant(name, TOLD[name], "for a test")
    beside = digest(add_variant(new))
    told = subprocess.run(
        [sys.executable, "-c", FRESH, str(Path(__file__).parent)],
        input=json.dumps(new.as_json()),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(told.stdout) == beside
    assert beside != before
    assert digest(game(name)) == before


@pytest.mark.parametrize("name", HOUSE)
def test_every_place_of_every_game_is_found_by_its_full_name(name: str) -> None:
    data = load_toml(content_file(name))
    known = places(data)
    assert len(known) > 100
    assert len({place.path.casefold() for place in known}) == len(known)
    for place in known[::23]:
        assert find(data, place.path, "content.toml").path == place.path


@pytest.mark.parametrize(
    ("name", "path", "full", "value"),
    [
        ("kapow-dice", "klonk.attack", "ability.klonk.does.attack_base", 6),
        ("kapow-dice", "ability.klonk.does.attack_base", "ability.klonk.does.attack_base", 6),
        ("kapow-dice", "sucker_punch.punish", "ability.sucker_punch.does.punish", [3, 0]),
        ("kapow-dice", "tu_o1.left.attack_kicker", "card.tu_o1.left.does.attack_kicker", 3),
        ("kapow-dice", "klonk.once", "ability.klonk.once", None),
        ("tag-team", "joan.power", "fighter.joan.power", 1),
        ("tag-team", "joan.top", "fighter.joan.track.joan.top", 18),
        ("tag-team", "joa-4.heal-partner", "fighter.joan.card.JOA-4.effect.heal-partner", 2),
        ("custom-heroes", "spike.cost", "type.SPK.cost", 1),
        ("custom-heroes", "rewards.2.1.1", "rewards.2.1.1", 4),
        ("kapow-cards", "omega_hammer.value", "card.W14.value", 14),
    ],
)
def test_a_place_may_be_named_as_short_as_it_is_the_only_one(
    name: str, path: str, full: str, value: object
) -> None:
    place = find(load_toml(content_file(name)), path, "content.toml")
    assert (place.path, place.value) == (full, value)


def test_a_place_that_is_not_there_is_refused_with_names_near_it() -> None:
    with pytest.raises(
        ContentError, match=r"klnk\.attack: nothing is called so; near it is klonk\.attack_base"
    ):
        variant("kapow-dice", {"klnk.attack": 5})
    with pytest.raises(ContentError, match=r"near it is omega_hammer\.value"):  # as docs name it, not its id
        variant("kapow-cards", {"omega_hamer.value": 5})
    with pytest.raises(ContentError, match=r"klonk\.wonce"):
        variant("kapow-dice", {"klonk.wonce": True})
    with pytest.raises(
        ContentError, match=r"several places are called so: ability\.smash\.does.attack_kicker"
    ):
        variant("kapow-dice", {"smash.attack": 5})
    with pytest.raises(ContentError, match="is changed twice"):
        variant("kapow-dice", {"klonk.attack": 5, "klonk.attack_base": 5})


def test_who_names_a_table_is_asked_which_of_its_parts() -> None:
    with pytest.raises(ContentError, match=r"ability\.klonk: one of its parts is needed: .*does"):
        variant("kapow-dice", {"klonk": 5})


def test_numbers_inside_effects_keep_everything_around_them() -> None:
    new = variant("tag-team", {"CHI-2.track": 3, "CHI-6.heal-partner": 4})
    data = new.data(load_toml(content_file("tag-team")))
    assert find(data, "CHI-2.effect", "").value == "track(ships,+3)"
    assert find(data, "CHI-6.effect", "").value == "heal(self,3) ; IF(ships(8,15)) heal(partner,4)"
    with pytest.raises(ContentError, match="2 numbers are needed"):
        variant("kapow-dice", {"sucker_punch.punish": 5})
    with pytest.raises(ContentError, match="a whole number is needed"):
        variant("kapow-dice", {"klonk.attack": "much"})


def test_what_the_game_cannot_be_played_with_is_refused_by_its_own_reader() -> None:
    before = digest(game("kapow-dice"), 1)
    with pytest.raises(ContentError) as caught:
        add_variant(variant("kapow-dice", {"klonk.attack": 500}))
    assert caught.value.key == "ability[3].does"
    assert caught.value.reason == "'attack_base 500': a number from 1 to 99 is needed, not '500'"
    assert caught.value.file == "content.toml of kapow-dice with klonk-attack-500"
    assert digest(game("kapow-dice"), 1) == before  # and the game itself plays on


def test_the_same_changes_have_the_same_id_however_they_are_written() -> None:
    one = variant("kapow-dice", {"klonk.attack": 5, "biff.attack": 2}, "Our House Klönk")
    other = variant(
        "kapow-dice", {"ability.biff.does.attack_base": 2, "klonk.attack_base": 5}, "our house klonk"
    )
    assert one.id == other.id == variant_from(json.loads(json.dumps(one.as_json()))).id
    assert one.id.startswith("kapow-dice@our-house-klonk.")
    assert one.id != variant("kapow-dice", {"klonk.attack": 4, "biff.attack": 2}, "Our House Klönk").id


def test_a_record_and_a_position_say_what_they_need_and_are_refused_without_it() -> None:
    played = add_variant(variant("kapow-dice", {"klonk.attack": 2}, "for records"))
    done = play_game(played, [bot("greedy", played)] * 2, seed="record")
    text = record_of(done.history, ["a", "b"]).text()
    assert f"game: {played.id}\n" in text
    verify(read_record(text), played)
    with pytest.raises(RecordError, match="not of 'kapow-dice'"):
        verify(read_record(text), game("kapow-dice"))
    with pytest.raises(PositionError, match="kapow-dice@for-records"):
        game("kapow-dice").set_up(done.history.state.position())
    strange = played.id.replace("for-records", "another")
    with pytest.raises(
        Mistake, match=r"this needs the variant another \(\w+\) of kapow-dice.*--variant FILE"
    ):
        game(strange)
    with pytest.raises(Mistake, match="which is not the same"):
        game("kapow-dice@for-records.0123456789")


def test_a_variant_has_its_own_name_and_the_board_and_bots_of_the_game() -> None:
    played = add_variant(
        variant("kapow-dice", {"klonk.attack": 3}, Text("our house Klonk", "unser Haus-Klonk"))
    )
    assert played.name.de.endswith(" – unser Haus-Klonk")
    assert played.plain_id == "kapow-dice"
    assert games()[played.id] is played
    assert add_variant(variant("kapow-dice", {"klonk.attack": 3}, "our house Klonk")) is played


def test_a_variant_file_has_changes_or_a_whole_content(tmp_path: Path) -> None:
    file = tmp_path / "house-klonk.toml"
    file.write_text('game = "kapow-dice"\n[change]\nklonk.attack = 5\n"biff.attack" = 2\n')
    new = read_variant(file)
    assert (new.key, new.changes) == (
        "house-klonk",
        {"ability.klonk.does.attack_base": 5, "ability.biff.does.attack_base": 2},
    )
    own = content_file("kapow-dice").read_text("utf-8")
    (tmp_path / "mine.toml").write_text(own.replace('"attack_base 6"', '"attack_base 7"'), "utf-8")
    file.write_text('game = "kapow-dice"\nname = { en = "mine", de = "meins" }\ncontent = "mine.toml"\n')
    whole = read_variant(file)
    assert (whole.name.de, whole.key) == ("meins", "mine")
    assert find(whole.data(load_toml(content_file("kapow-dice"))), "klonk.attack", "").value == 7
    assert add_variant(whole).display.catalogue() != game("kapow-dice").display.catalogue()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[change]\nx = 1\n", "game: the id of a game is needed"),
        ('game = "kapow-dice"\n', "change: a variant changes or adds something"),
        ('game = "kapow-dice"\nname = 5\n[change]\nklonk.attack = 5\n', "name: a name of at most 60"),
        ('game = "kapow-dice"\nid = "No good"\n[change]\nklonk.attack = 5\n', "id: small letters"),
        ('game = "kapow-dice"\n[change]\nklnk.attack = 5\n', "change.klnk.attack: nothing is called so"),
        ('game = "kapow-dice"\ncontents = "x"\n', "contents: unknown key"),
        ('game = "kapow-dice"\ncontent = "x.toml"\n', "x.toml: file: cannot be read"),
    ],
)
def test_a_broken_variant_file_is_refused_by_file_key_and_reason(
    tmp_path: Path, text: str, fault: str
) -> None:
    file = tmp_path / "v.toml"
    file.write_text(text)
    with pytest.raises(ContentError) as caught:
        read_variant(file)
    assert fault in str(caught.value)


def test_a_game_without_content_has_no_variants() -> None:
    with pytest.raises(Mistake, match="there is no game 'hush'"):
        variant("hush", {"x": 1})


def test_a_game_that_is_loaded_cannot_be_replaced_any_more() -> None:
    game("kapow-cards")
    with pytest.raises(SlugfestError, match="too late"):
        adopt_variant(variant("kapow-cards", {"W14.value": 3}))


def test_changes_and_ranges_are_read_as_people_write_them() -> None:
    assert read_change("klonk.attack=5") == ("klonk.attack", 5)
    assert read_change("red.sides = MMMEEW") == ("red.sides", "MMMEEW")
    assert read_range("klonk.attack=4..7") == ("klonk.attack", [4, 5, 6, 7])
    assert read_range("klonk.attack=4..10/3") == ("klonk.attack", [4, 7, 10])
    assert read_range("klonk.attack=3,5") == ("klonk.attack", [3, 5])
    assert read_range("tough_nut.dice=['red']") == ("tough_nut.dice", [["red"]])
    for wrong in ("klonk.attack", "=5", "klonk.attack=7..4"):
        with pytest.raises(Mistake):
            read_range(wrong)


@pytest.mark.compiled
def test_a_ladder_of_a_variant_is_the_same_in_one_process_and_in_two() -> None:
    played = add_variant(variant("kapow-dice", {"klonk.attack": 1, "first_health": 9}, "ladder"))
    one, two = (ladder(played, ["random", "greedy"], games=8, workers=workers) for workers in (1, 2))
    assert one.as_json() == two.as_json()
    assert one.as_json()["game"] == played.id
