"""Pieces that a variant adds: played in matches to their end, verified from records, refused where they do not fit."""

from __future__ import annotations

import contextlib
import copy
import json
import pickle
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from slugfest.bots import bot
from slugfest.kernel import (
    ContentError,
    Game,
    RecordError,
    add_variant,
    content_file,
    game,
    load_toml,
    read_record,
    read_variant,
    record_of,
    seeded,
    variant,
    variant_from,
    verify,
)
from slugfest.kernel.patches import places
from slugfest.kernel.registry import read_content
from slugfest.kernel.variants import variant_in
from slugfest.lab import play_game
from slugfest.table import game_info

# By game: a match in which the added piece takes part, and what then stands in its positions.
PLAYED: dict[str, tuple[dict[str, Any], str, str]] = {
    "tag-team": ({"teams": "given", "fighter_1a": "nova"}, "nova", "NOV-2"),
    "kapow-dice": ({"mode": "characters", "by_lot": True}, "brick", "brick"),
    "kapow-cards": ({}, "S15", "S15"),
    "custom-heroes": ({}, "RP5", "RP5-1"),
}


def example(name: str) -> Path:
    return content_file(name).with_name("addition.toml")


def extended(name: str) -> Game:
    return add_variant(read_variant(example(name)))


def broken(tmp_path: Path, name: str, old: str, new: str) -> ContentError:
    """The refusal of a game's example in which something is replaced."""
    text = example(name).read_text("utf-8")
    assert old in text
    file = tmp_path / "mine.toml"
    file.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(ContentError) as caught:
        add_variant(read_variant(file))
    return caught.value


@pytest.mark.parametrize("name", PLAYED)
def test_an_added_piece_is_played_in_a_match_to_its_end_and_verified_from_the_record(name: str) -> None:
    played = extended(name)
    options, piece, seen = PLAYED[name]
    for number in range(20):  # chance decides whether the piece turns up
        done = play_game(played, [bot("greedy", played)] * 2, options=options, seed=f"added {number}")
        if seen in json.dumps(done.history.state.position()):
            break
    assert seen in json.dumps(done.history.state.position())
    assert done.history.state.outcome() is not None
    text = record_of(done.history, ["a", "b"]).text()
    verify(read_record(text), played)
    with pytest.raises(RecordError):
        verify(read_record(text), game(name))
    assert piece in json.dumps(game_info(played, whole=True)["catalogue"])
    assert piece not in json.dumps(game_info(game(name), whole=True)["catalogue"])


@pytest.mark.parametrize("name", PLAYED)
def test_a_variant_with_additions_travels_by_json_pickle_and_copy(name: str) -> None:
    new = read_variant(example(name))
    assert variant_from(json.loads(json.dumps(new.as_json()))).id == new.id
    played = extended(name)
    assert pickle.loads(pickle.dumps(played)) is played
    state = played.new(2, PLAYED[name][0], seeded("travel"))
    assert copy.deepcopy(state).position() == state.position()


def test_an_added_fighter_is_hidden_in_the_draft_like_everybody_else() -> None:
    """Thirteen fighters, twelve draft cards: nobody knows which one is left in the box."""
    played = extended("tag-team")
    state = played.new(2, {"teams": "normal"}, seeded("draft"))
    hands = [set(player["hand"]) for player in state.position()["position"]["players"]]
    assert not hands[0] & hands[1]
    assert state.inventory()["nova"] == 1
    left = set(game_info(played, whole=True)["catalogue"]["fighters"]) - hands[0] - hands[1]
    search = played.search
    assert search is not None
    others: set[str] = set()
    for number in range(20):
        sample = search.sample(state, 0, seeded("sample", number))
        players = sample.position()["position"]["players"]
        assert set(players[0]["hand"]) == hands[0]
        others |= set(players[1]["hand"])
    assert others == hands[1] | left


def test_an_added_character_without_rows_is_no_automated_opponent() -> None:
    played = extended("kapow-dice")
    state = played.new(1, {"mode": "solo", "pick_rivals": True}, seeded("solo"))
    assert "pick brick" in [played.format(move) for move in state.moves(0)]
    state.apply(0, played.parse("pick coquette"))
    assert "pick brick" not in [played.format(move) for move in state.moves(0)]


def test_what_is_added_may_be_changed_and_an_entry_may_get_entries_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        example("tag-team").read_text("utf-8")
        + "\n[change]\nnova.power = 3\nJOA-3.copies = 2\n\n[[add.joan.card]]\n"
        + 'id = "JOA-9"\ncopies = 1\neffect = "attack(opp)"\nen = "Thrust"\nde = "Stich"\n'
        + 'text = { en = "Attack the opponent.", de = "Greif den Gegner an." }\n',
        "utf-8",
    )
    played = add_variant(read_variant(file))
    catalogue = game_info(played, whole=True)["catalogue"]
    assert catalogue["fighters"]["nova"]["power"] == 3
    assert "JOA-9" in catalogue["fighters"]["joan"]["cards"]


def test_a_further_hero_needs_a_deal_that_uses_up_the_deck(tmp_path: Path) -> None:
    file = tmp_path / "eleven.toml"
    text = (
        'game = "custom-heroes"\n[[add.character]]\nbase = 11\nname = "Kenta"\n[change]\nlimits.values = 11\n'
    )
    file.write_text(text, "utf-8")
    with pytest.raises(ContentError, match=r"limits\.hand: the deal for 2 does not use up the deck"):
        add_variant(read_variant(file))
    file.write_text(text + "limits.hand = 11\nlimits.min_seats = 3\n", "utf-8")
    played = add_variant(read_variant(file))
    done = play_game(played, [bot("random", played)] * 3, seed="eleven")
    assert "C11" in json.dumps(done.history.state.position())
    verify(read_record(record_of(done.history, ["a", "b", "c"]).text()), played)


def test_a_portrait_comes_with_the_game() -> None:
    portraits = game_info(extended("tag-team"), whole=False)["portraits"]
    assert portraits["nova"]["eyes"] == "goggles"
    assert game_info(game("tag-team"), whole=False)["portraits"] == {}


@pytest.mark.parametrize(
    ("name", "old", "new", "key", "reason"),
    [
        ("kapow-cards", "value = 15", "value = 150", "add.card[1].value", "a whole number from 0 to 99"),
        (
            "kapow-cards",
            "[[add.card]]",
            "[[add.cards]]",
            "add.cards",
            "nothing can be added there; there are type",
        ),
        ("kapow-cards", "[[add.card]]", "[add.card]", "add.card.id", "entries are needed: write"),
        ("kapow-cards", 'id = "S15"', 'id = "S06"', "add.card[1].id", "change that one under [change]"),
        ("kapow-cards", "copies = 1", "copies = 8", "card", "62 are the most"),
        ("kapow-cards", 'head = "shield"', 'head = "egg"', "add.card[1].portrait.head", "one of box, dome"),
        ("kapow-cards", 'de = "Kapitän Komet"', "", "add.card[1].de", "the sentence is missing"),
        ("custom-heroes", "modifier = 5", "base = 5", "add.type[1].base", "a red piece has modifier"),
        ("kapow-dice", 'req = "T"', 'req = "Q"', "add.ability[1].req", "Q"),
        ("kapow-dice", '"defence_base 3"', '"fly 3"', "add.ability[1].does", "'fly 3' is no effect"),
        (
            "kapow-dice",
            'board = "brick"',
            'board = "brock"',
            "add.ability[1].board",
            "player, token or a character",
        ),
        (
            "tag-team",
            'key = "nova"',
            'key = "Nova"',
            "add.fighter[1].key",
            "a word of its own in small letters",
        ),
        (
            "tag-team",
            "copies = 4",
            "copies = 5",
            "fighter nova.card",
            "11 cards; each fighter has at most 10",
        ),
        ("tag-team", "block() +", "jump() +", "NOV-2.effect", "unknown action “jump”"),
        ("tag-team", "block() +", "track(ships,+1) + block() +", "NOV-2.effect", "another fighter's board"),
        ("tag-team", "attack(opp)", "attack(opp,bonus=aflame)", "NOV-1.effect", "other fighters' boards"),
        ("tag-team", "block() +", "late:remove_card(opp) + block() +", "NOV-2.effect", "equally long"),
        ("tag-team", "attack(opp)", "IF(ships(1,2)) attack(opp)", "NOV-1.effect", "may ask power_ge"),
        ("tag-team", '"power(self,+1)"', '"unleash()"', "fighter nova.track nova.5", "gives Power"),
    ],
)
def test_what_does_not_fit_is_refused_by_key_and_reason(
    tmp_path: Path, name: str, old: str, new: str, key: str, reason: str
) -> None:
    error = broken(tmp_path, name, old, new)
    assert error.key == key
    assert reason in error.reason


@pytest.mark.parametrize(
    ("name", "old", "new", "key", "reason"),
    [
        ("kapow-cards", "copies = 1", "copies = 1\ncopys = 2", "add.card[1].copys", "unknown key"),
        ("tag-team", 'copies = 3', 'copies = 3\nback2 = 1', "add.fighter[1].card[1].back2", "unknown key"),
        ("kapow-cards", 'id = "S15"', 'id = "Ö1"', "add.card[1].id", "letters from a to z"),
        ("tag-team", 'id = "NOV-1"', 'id = "Nova 1"', "add.fighter[1].card[1].id", "letters from a to z"),
        ("kapow-cards", 'en = "Captain Comet"', 'en = "a\\u202eb"', "add.card[1].en", "cannot be seen"),
        ("kapow-cards", 'en = "Captain Comet"', f'en = "{"x" * 200}"', "add.card[1].en", "at most 120"),
        ("kapow-cards", "[[add.card]]", "[add.card]", "add.card.id", r"write \[\[add.card\]\]"),
        ("kapow-cards", 'id = "S15"\n', 'id = "W02a"\n', "add.card[1].id", "stands there twice"),
        ("tag-team", 'tags = ["aggressive"]', "tags = [{}]", "fighter nova.tags", "are needed"),
        ("tag-team", '{ 5 = "power(self,+1)" }', "3", "fighter nova.track nova.symbols", "the table is missing"),
        ("kapow-dice", 'board = "brick"', "board = {}", "add.ability[1].board", "a character is needed"),
        ("kapow-dice", 'faces = ["M"]', "faces = [1]", "add.character[1].faces", "letters"),
    ],
)  # fmt: skip
def test_what_a_file_should_not_say_is_refused_by_key_and_reason(
    tmp_path: Path, name: str, old: str, new: str, key: str, reason: str
) -> None:
    refused = broken(tmp_path, name, old, new)
    assert refused.key == key
    assert re.search(reason, refused.reason)
    assert refused.text.de != refused.reason


def test_what_an_older_release_let_through_can_still_be_opened() -> None:
    data = json.loads(json.dumps(read_variant(example("kapow-cards")).as_json()))
    data["additions"]["card"][0]["copys"] = 2
    assert add_variant(variant_from(data)).variant is not None


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [("kapow-cards", '"S15"', '"big-S_1"'), ("tag-team", '"NOV-2"', '"nov_2-b"')],
)
def test_a_record_verifies_whatever_an_added_piece_is_called(
    tmp_path: Path, name: str, old: str, new: str
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(example(name).read_text("utf-8").replace(old, new), "utf-8")
    played = add_variant(read_variant(file))
    for number in range(20):
        done = play_game(
            played, [bot("greedy", played)] * 2, options=PLAYED[name][0], seed=f"called {number}"
        )
        text = record_of(done.history, ["a", "b"]).text()
        verify(read_record(text), played)
        if f" {new.strip(chr(34))}" in text:
            return
    raise AssertionError("the piece was never played")


def test_a_long_text_does_not_hold_up_whoever_checks_it() -> None:
    """Each letter is looked at once. 60,000 of them took 17 seconds where every one began the search anew."""
    called = {"limits.hand": 4}
    assert places({"a": "x" * 60_000 + "("})
    long = {"card": [{**read_variant(example("kapow-cards")).additions["card"][0], "en": "x" * 60_000}]}
    with pytest.raises(ContentError, match="at most 120") as caught:
        variant("kapow-cards", called, "long", additions=long)
    assert len(str(caught.value)) < 2000


@pytest.mark.parametrize("name", PLAYED)
def test_whatever_stands_in_a_file_is_read_or_refused(name: str) -> None:
    """Values of every type in every place of the example: never an error that is not for people."""
    chance = random.Random(name)
    wrong: tuple[Any, ...] = (
        None, True, -1, 10**30, 1.5, "", "x" * 5000, "²", [], [{}], {}, {"en": "x"},
    )  # fmt: skip
    whole = load_toml(example(name))
    own = load_toml(content_file(name))
    for _ in range(150):
        data = copy.deepcopy(whole)
        ways = list(_ways(data["add"]))
        *before, last = chance.choice(ways)
        holder = data["add"]
        for step in before:
            holder = holder[step]
        holder[last] = chance.choice(wrong)
        with contextlib.suppress(ContentError):
            read = variant_in(data, "mine.toml", content_file)
            read_content(name, read.data(own), read.file)


def _ways(node: Any) -> Iterator[tuple[Any, ...]]:
    parts = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in parts:
        yield (key,)
        for way in _ways(value):
            yield (key, *way)
