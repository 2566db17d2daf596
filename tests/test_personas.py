"""Personas: complete, apart from each other at a table, and refused with a reason where a file is wrong."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from slugfest.bots import Bot, SearchBot, bot
from slugfest.cli.bots import show_bots
from slugfest.kernel import ContentError, Mistake, SlugfestError, game, games
from slugfest.lab import ladder as run_ladder
from slugfest.personas import (
    FOLDER,
    LEVEL_NAMES,
    MOMENTS,
    RATINGS,
    VARIABLE,
    add_personas,
    load_persona,
    opponents,
    personas,
    read_ratings,
)
from slugfest.table import Seat, Table, opening
from slugfest.table.lookalikes import look_alike
from slugfest.table.seats import bot_name
from slugfest.table.views import opponents_of


def test_a_table_full_of_bots_has_a_persona_each() -> None:
    most = max(game.max_seats for game in games().values())
    assert len(personas()) >= most
    seated: list[str] = []
    for _ in range(most):
        seated.append(bot_name(seated, "a bot from outside"))
    assert seated == [persona.name for persona in personas()[:most]]


def test_a_bot_is_called_what_its_persona_is_called() -> None:
    assert [bot_name([], one.id) for one in personas()] == [one.name for one in personas()]
    assert [bot_name([], level) for level in ("easy", "medium", "hard")] == [
        "Mecha Max",
        "Robo Rita",
        "Dynamo Doc",
    ]
    assert bot_name(["Robo Rita"], "robo-rita") == bot_name(["Robo Rita"], "medium") == "Rita 2"
    assert bot_name(["Robo Rita", "Rita 2"], "medium") == "Rita 3"


def test_no_two_personas_look_or_sound_alike() -> None:
    found = personas()
    for index, one in enumerate(found):
        for other in found[:index]:
            assert not look_alike(one.name, other.name)
            assert len(one.portrait.items() & other.portrait.items()) <= 1, f"{one.name}, {other.name}"
    said = [
        sentence
        for one in found
        for lines in one.lines.values()
        for line in lines
        for sentence in (line.en, line.de)
    ]
    assert len(said) == len(set(said))


def test_every_persona_has_something_to_say_at_every_moment() -> None:
    for persona in personas():
        assert tuple(persona.lines) == MOMENTS
        assert all(persona.lines.values())


WRONG = (
    ('name = "Robo Rita"', 'name = ""', "name"),
    ('name = "Robo Rita"', 'name = "A name that is far too long"', "name"),
    ('head = "box"', 'head = "cube"', "portrait.head"),
    ("greeting = [", "hello = [", "lines.hello"),
    ("[lines]", "[lines]\ngreeting = []", "not TOML"),
    ("Hello! I have oiled my fists.", "Hello! " + "I have oiled my fists. " * 4, "lines.greeting"),
    ("about =", "mood = 1\nabout =", "mood"),
    ("about =", 'best = "kapow-cards"\nabout =', "best"),
    ("[mind]", "[mind]\nspeed = 3", "mind.speed"),
    ("[mind]\nlooks = 100", "[mind]\nlooks = -1", "mind.looks"),
    ("[mind]\nlooks = 100", "[mind]\nlooks = true", "mind.looks"),
    ("[mind]", "[minds.kapow-cards]\nreplies = 0\n\n[mind]", "minds.kapow-cards.replies"),
    ("[mind]\nlooks = 100", "", "mind"),
)


@pytest.mark.parametrize(("before", "after", "named"), WRONG)
def test_a_faulty_file_is_refused_by_key(tmp_path: Path, before: str, after: str, named: str) -> None:
    text = (FOLDER / "5-robo-rita.toml").read_text("utf-8")
    assert before in text
    path = tmp_path / "rita.toml"
    path.write_text(text.replace(before, after, 1), "utf-8")
    with pytest.raises(ContentError, match=named):
        load_persona(path)


# ---- strength --------------------------------------------------------------------------------------------------------

GAMES = ("custom-heroes", "kapow-cards", "kapow-dice", "tag-team")


@pytest.mark.parametrize("name", GAMES)
def test_eight_and_more_play_each_game_and_every_one_was_measured(name: str) -> None:
    found = opponents(game(name))
    assert len(found) >= 8
    ratings = [one.ratings[name] for one in found]
    assert [rating.rating for rating in ratings] == sorted(rating.rating for rating in ratings)
    assert all(rating.low < rating.rating < rating.high for rating in ratings)
    assert next(one for one in found if one.id == "robo-rita").ratings[name].rating == 1500  # as people's


def test_the_terminal_lists_the_personas_of_each_game_in_the_order_that_the_page_offers() -> None:
    console = Console(record=True, width=200, file=io.StringIO())
    show_bots(console, "en")
    printed = console.export_text()
    for name in GAMES:
        order = [f"{one.id} {one.ratings[name].rating}" for one in opponents(game(name))]
        assert ", ".join(order) in printed


def test_nobody_was_measured_stronger_in_another_game_than_in_its_best() -> None:
    boasting = [one for one in personas() if one.best]
    assert boasting
    for one in boasting:
        highest = max(rating.rating for rating in one.ratings.values())
        assert all(one.ratings[name].rating == highest for name in one.best), one.id
    shown = {row["id"]: row["best"] for row in opponents_of(game("kapow-cards"))}
    assert shown["vega-vera"]
    assert not shown["robo-rita"]


@pytest.mark.parametrize("name", GAMES)
def test_levels_are_other_names_of_three_personas(name: str) -> None:
    played = game(name)
    for level, own in LEVEL_NAMES.items():
        assert settings_of(bot(level, played)) == settings_of(bot(own, played))


def settings_of(player: Bot) -> tuple[object, ...]:
    assert isinstance(player, SearchBot)
    mind = (player.iterations, player.guesses, player.memory, player.replies, player.blur)
    return (*mind, player.reading, player.halving, player.risk, player.envy)


@pytest.mark.heavy
@pytest.mark.parametrize(("name", "least"), [("kapow-cards", 0.6), ("kapow-dice", 0.9)])
def test_even_the_weakest_does_not_play_at_random(name: str, least: float) -> None:
    report = run_ladder(game(name), ["pixel-pip", "random"], 2, 24, workers=1)
    (pair,) = report.pairings
    assert pair.rate > least


@pytest.mark.heavy
def test_who_overlooks_boxes_places_dice_worse() -> None:
    report = run_ladder(game("kapow-dice"), ["search:4", "search:4:finds=40"], 2, 40, workers=1)
    (pair,) = report.pairings
    assert pair.rate > 0.6


def test_a_game_that_nobody_measured_has_opponents_too_and_no_two_that_play_alike() -> None:
    plain = next(one for one in games().values() if one.search is not None)
    found = [one.id for one in opponents(plain)]
    assert len(found) == len(set(found)) >= 7
    minds = [one.mind("a game of somebody else") for one in personas()]
    assert len({tuple(sorted(mind.items())) for mind in minds}) == len(minds)


def test_a_host_adds_personas_by_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")
    text = (FOLDER / "5-robo-rita.toml").read_text("utf-8")
    (tmp_path / "1-tin-tom.toml").write_text(
        text.replace("Robo Rita", "Tin Tom").replace("100", "7"), "utf-8"
    )
    (tmp_path / RATINGS).write_text("[kapow-cards]\nratings = { tin-tom = [10, 5, 15] }\n", "utf-8")
    try:
        add_personas(tmp_path)
        assert bot("tin-tom", game("kapow-dice")).iterations != 0  # type: ignore[attr-defined]
        assert opponents(game("kapow-cards"))[0].name == "Tin Tom"
        assert bot_name([], "tin-tom") == "Tin Tom"
        with pytest.raises(SlugfestError, match="two personas 'Tin Tom'"):
            add_personas(tmp_path)
        assert personas()[-1].name == "Tin Tom"
    finally:
        monkeypatch.undo()
        personas.cache_clear()
    with pytest.raises(Mistake, match="no folder"):
        add_personas(tmp_path / "nowhere")


def test_a_package_brings_personas_along_and_none_of_its_code_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "tin_game" / "opponents"
    folder.mkdir(parents=True)
    (tmp_path / "tin_game" / "__init__.py").write_text("raise ImportError\n", "utf-8")
    text = (FOLDER / "5-robo-rita.toml").read_text("utf-8").replace("Robo Rita", "Tin Tom")
    (folder / "tin-tom.toml").write_text(text, "utf-8")
    about = tmp_path / "tin_game-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tin-game\nVersion: 1.0\n", "utf-8")
    points = about / "entry_points.txt"
    points.write_text("[slugfest.personas]\ntin = tin_game.opponents\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    try:
        personas.cache_clear()
        assert personas()[-1].name == "Tin Tom"
        assert settings_of(bot("tin-tom", game("tag-team"))) == settings_of(bot("medium", game("tag-team")))
        points.write_text("[slugfest.personas]\ntin = tin_game.nowhere\n", "utf-8")
        personas.cache_clear()
        with pytest.raises(SlugfestError, match=r"tin: .*tin_game\.nowhere"):
            personas()
    finally:
        monkeypatch.undo()
        personas.cache_clear()


def test_ratings_that_are_none_are_refused(tmp_path: Path) -> None:
    path = tmp_path / RATINGS
    path.write_text("[kapow-cards]\nratings = { robo-rita = 1200 }\n", "utf-8")
    with pytest.raises(ContentError, match=r"kapow-cards\.ratings\.robo-rita"):
        read_ratings(path)


def test_a_partner_plays_as_well_as_the_strongest_bot_at_the_table_and_an_opponent_as_it_is() -> None:
    dice = game("kapow-dice")
    (me, mate), (strong, weak) = dice.teams(4, dice.settle(4, {"mode": "team"}))
    levels = {mate: "pixel-pip", strong: "vega-vera", weak: "mecha-max"}
    seats = [
        Seat("person", "Ann", "a") if seat == me else Seat("bot", level=levels[seat]) for seat in range(4)
    ]
    table = Table.from_log([opening("ABCDEFG2", dice, "a", "secret", seats, {"mode": "team"})], game)
    assert table.level_played(mate) == "vega-vera"
    assert table.level_played(weak) == "mecha-max"
    duel = [Seat("person", "Ann", "a"), Seat("bot", level="pixel-pip")]
    table = Table.from_log([opening("ABCDEFG2", dice, "a", "secret", duel, {"mode": "duel"})], game)
    assert table.level_played(1) == "pixel-pip"


def test_the_documentation_shows_the_measured_ratings() -> None:
    measured = read_ratings(FOLDER / RATINGS)
    page = (Path(__file__).parent.parent / "docs" / "bots.md").read_text("utf-8")
    for one in personas():
        found = [
            measured[name][one.id] for name in ("kapow-cards", "kapow-dice", "tag-team", "custom-heroes")
        ]
        cells = [f"{rating.rating} ({rating.low} … {rating.high})" for rating in found]
        assert f"| `{one.id}` | {' | '.join(cells)} |" in page
