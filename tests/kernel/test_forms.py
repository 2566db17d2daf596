"""The form of a game's content: every number a variant may change, with the bounds of the game's own reader."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from slugfest.cli.new_variant import is_number
from slugfest.kernel import ContentError, content_file, load_toml, read_variant
from slugfest.kernel.forms import FormField, FormInfo, changes_of, check, example_of, form_of
from slugfest.kernel.patches import places
from slugfest.kernel.variant_files import MOST, data_of, edits_of, toml_of, variant_from_data

GAMES = ("custom-heroes", "kapow-cards", "kapow-dice", "tag-team")
_FORMS: dict[str, FormInfo] = {}


def form(game: str) -> FormInfo:
    if game not in _FORMS:
        _FORMS[game] = form_of(game)
    return _FORMS[game]


def fields(of: FormInfo) -> list[FormField]:
    return [field for section in of["sections"] for entry in section["entries"] for field in entry["fields"]]


def refusal(game: str, change: dict[str, Any], whole: bool = False) -> ContentError | None:
    try:
        check(variant_from_data({"game": game, "change": change}), whole)
    except ContentError as error:
        return error
    return None


@pytest.mark.parametrize("game", GAMES)
def test_every_number_that_a_variant_may_change_has_a_field_with_its_range(game: str) -> None:
    numbers = {field["path"]: field for field in fields(form(game)) if field["kind"] == "number"}
    for place in places(load_toml(content_file(game))):
        inner = [one for one in numbers if one.startswith(f"{place.path}.")]
        if (
            is_number(place.value)
            and place.path != "version"
            and not (isinstance(place.value, list) and inner)
        ):
            field = numbers[place.path]
            assert field["value"] == place.value
            count = len(place.value) if isinstance(place.value, list) else 1
            assert len(field["ranges"]) == count, place.path
            values = place.value if isinstance(place.value, list) else [place.value]
            assert all(low <= one <= high for one, (low, high) in zip(values, field["ranges"], strict=True))


@pytest.mark.parametrize("game", GAMES)
def test_every_field_has_a_name_in_both_languages(game: str) -> None:
    for field in fields(form(game)):
        for language in ("en", "de"):
            assert "_" not in field["label"][language], (field["path"], field["label"])
        assert field["label"]["en"] != field["path"].rpartition(".")[2] or field["label"]["en"][:1].isupper()
    for section in form(game)["sections"]:
        assert section["name"]["en"] != section["key"], section["key"]


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_the_range_of_a_field_is_what_its_reader_refuses_by(game: str, data: st.DataObject) -> None:
    numbers = [field for field in fields(form(game)) if field["kind"] == "number"]
    field = data.draw(st.sampled_from(numbers))
    at = data.draw(st.integers(0, len(field["ranges"]) - 1))
    low, high = field["ranges"][at]

    def with_number(number: int) -> dict[str, Any]:
        if not isinstance(field["value"], list):
            return {field["path"]: number}
        return {field["path"]: [number if at == index else one for index, one in enumerate(field["value"])]}

    outside = data.draw(st.sampled_from([low - 1, high + 1, high + 17]))
    refused = refusal(game, with_number(outside))
    assert refused is not None, (field["path"], outside)
    assert refused.key in (field["path"], field["within"]) or refused.key.startswith("change.")
    assert refused.text.de != refused.text.en
    inside = refusal(game, with_number(data.draw(st.integers(low, high))))
    # What is within the range is refused only where it does not fit to something else.
    assert inside is None or f"from {low} to {high}" not in inside.reason


def test_a_refusal_names_the_field_whatever_its_reader_calls_it() -> None:
    for game, path, wrong, key in [
        ("kapow-cards", "limits.hand", 20, "limits.hand"),
        ("tag-team", "fighter.joan.power", 21, "fighter.joan.power"),
        ("tag-team", "fighter.joan.card.JOA-4.copies", 11, "fighter.joan.card.JOA-4.copies"),
        ("tag-team", "fighter.joan.card.JOA-4.effect.heal-self", 1000, "fighter.joan.card.JOA-4.effect"),
        ("kapow-dice", "ability.klonk.does.attack_base", 100, "ability.klonk.does.1"),
        ("kapow-dice", "ability.klonk.timing", "never", "ability.klonk.timing"),
        ("custom-heroes", "rewards.2.2.1", 1, "rewards.2.2.1"),
    ]:
        refused = refusal(game, {path: wrong})
        assert refused is not None
        assert refused.key == key, (path, refused)


def test_what_only_the_whole_game_can_refuse_is_refused_when_it_is_loaded() -> None:
    boxes = [
        {
            "id": f"b{number}",
            "board": "player",
            "en": "B",
            "de": "B",
            "timing": "attack",
            "req": "M | E | T | A",
            "does": [],
        }
        for number in range(12)
    ]
    variant = variant_from_data({"game": "kapow-dice", "add": {"ability": boxes}})
    check(variant, whole=False)
    with pytest.raises(ContentError, match="sections"):
        check(variant)


@pytest.mark.parametrize("game", GAMES)
def test_an_added_piece_has_fields_by_which_it_can_be_edited(game: str) -> None:
    variant = read_variant(content_file(game).with_name("addition.toml"))
    found = form_of(game, variant)
    added = {
        (section["key"], entry["added"]): entry["fields"]
        for section in found["sections"]
        for entry in section["entries"]
        if entry["added"] >= 0
    }
    assert set(added) == {
        (name, number) for name, entries in variant.additions.items() for number in range(len(entries))
    }
    for (name, number), entry in added.items():
        for field in entry:
            value: Any = variant.additions[name][number]
            for step in field["way"]:
                value = value[step]
            if field["kind"] == "list" and isinstance(value[0], dict):  # its entries by their names
                assert len(value) == len(field["value"]), field["way"]
            else:
                assert value == field["value"], field["way"]
    assert found["example"]


@pytest.mark.parametrize("game", GAMES)
def test_a_variant_written_to_a_file_is_read_back_as_the_same(game: str) -> None:
    example = read_variant(content_file(game).with_name("addition.toml"))
    again = variant_from_data(data_of(toml_of(example)))
    assert (again.id, again.name, edits_of(again)) == (example.id, example.name, edits_of(example))
    quoted = {"en": 'Say "hi" \\ ä', "de": "Zwei\tWörter"}
    number = next(
        field for field in fields(form(game)) if field["kind"] == "number" and field["within"] == ""
    )
    changed = variant_from_data({"game": game, "name": quoted, "change": {number["path"]: number["value"]}})
    assert variant_from_data(data_of(toml_of(changed))).id == changed.id


def test_what_is_no_variant_is_refused_in_words() -> None:
    for text in ("= nonsense", 'game = "kapow-dice"\ncontent = "/etc/passwd"', "#" * (MOST + 1)):
        with pytest.raises(ContentError) as caught:
            data_of(text)
        assert caught.value.text.de != caught.value.text.en


def plain(value: Any) -> bool:
    """Whether a value is nothing but JSON: a value that remembers what its reader asks is no answer."""
    if isinstance(value, dict):
        return all(type(key) is str and plain(one) for key, one in value.items())
    if isinstance(value, list):
        return type(value) is list and all(map(plain, value))
    return value is None or type(value) in (str, int, bool)


@pytest.mark.parametrize("game", GAMES)
def test_a_form_is_plain_data(game: str) -> None:
    assert plain(form_of(game, read_variant(content_file(game).with_name("addition.toml"))))


@pytest.mark.parametrize("game", GAMES)
def test_whatever_can_be_chosen_has_a_name_in_both_languages(game: str) -> None:
    fields = [
        field
        for section in form_of(game, read_variant(content_file(game).with_name("addition.toml")))["sections"]
        for entry in section["entries"]
        for field in entry["fields"]
    ]
    chosen = [field for field in fields if field["words"]]
    assert chosen
    for field in chosen:
        assert len(field["names"]) == len(field["words"])
        for word, name in zip(field["words"], field["names"], strict=True):
            assert name["de"] != word, f"{field['path']}: {word} is shown as it is written"


def test_lists_say_how_long_they_may_be_and_grow_by_a_change() -> None:
    found = {
        field["path"]: field
        for section in form_of("tag-team")["sections"]
        for entry in section["entries"]
        for field in entry["fields"]
        if field["kind"] == "list"
    }
    tags = found["fighter.joan.tags"]
    assert (tags["value"], tags["ranges"]) == (["support", "versatile"], [[1, len(tags["words"])]])
    assert "fighter.joan.card" not in found  # entries of the game itself are not taken away
    longer = {"game": "tag-team", "change": {"fighter.joan.tags": [*tags["value"], "tank"]}}
    check(variant_from_data(longer), whole=False)
    with pytest.raises(ContentError) as refused:
        check(variant_from_data(longer | {"change": {"fighter.joan.tags": []}}), whole=False)
    assert refused.value.key == "fighter.joan.tags"


def test_what_a_variant_changes_is_said_in_words() -> None:
    changes = changes_of(
        variant_from_data(
            {
                "game": "kapow-dice",
                "change": {"klonk.attack": 5},
                "add": example_of("kapow-dice")["add"],
            }
        )
    )
    assert changes[0]["was"] == {"en": "6", "de": "6"}
    assert changes[0]["now"] == {"en": "5", "de": "5"}
    assert "Klonk" in changes[0]["name"]["de"]
    assert all(one["now"] is None for one in changes[1:])
    assert len(changes) > 1
