"""A game of the core alone plays everywhere, and whoever needs a part it lacks says so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from tests.core_only import GAME
from tests.server.harness import RunningServer
from typer.testing import CliRunner

from slugfest.bots import bot, play_out, stand_in
from slugfest.cli.app import app
from slugfest.kernel import MissingPart, Perspective, Rng, preview
from slugfest.kernel.registry import _games, register
from slugfest.lab import play_game
from slugfest.lab.speed import works
from slugfest.testing.conformance import CHECKS, check


@pytest.fixture
def registered() -> Iterator[None]:
    register(GAME)
    yield
    del _games[GAME.id]


def test_its_states_play_at_random() -> None:
    state = GAME.new(2, {}, Rng(1))
    assert play_out(state, Rng(2), 100) == 2
    assert state.outcome() is not None


@pytest.mark.parametrize("name", ["greedy", "easy", "medium", "hard", "search", "search:10"])
def test_bots_that_look_ahead_say_which_part_is_missing(name: str) -> None:
    with pytest.raises(MissingPart) as missing:
        bot(name, GAME)
    assert missing.value.part == "search"
    assert missing.value.text.en == (
        "Higher has no part “search”. Bots other than random, hints, coaching and previews need it. "
        "See docs/parts/search.md."
    )
    assert "Höher hat den Teil „search“ nicht." in missing.value.text.de


def test_a_sample_says_which_part_is_missing() -> None:
    with pytest.raises(MissingPart, match="search"):
        Perspective(GAME.new(2, {}, Rng(1)), 0).sample(Rng(2))


def test_a_preview_is_refused_with_the_same_words() -> None:
    found = preview(GAME.new(2, {}, Rng(1)), 0, ["CHOOSE 1"], Rng(2))
    assert found.refusal is not None
    assert (found.refusal.code, found.moves, found.view) == ("NO_PREVIEW", [], None)
    assert "Higher has no part “search”." in found.refusal.text.en


def test_in_the_lab_random_bots_play_it() -> None:
    assert play_game(GAME, [bot("random", GAME)] * 2, seed="core").length == 2
    speeds = works(GAME, 2, {}, [GAME.new(2, {}, Rng(1))], iterations=1, to_end=1)
    assert speeds["games"](0) == 1
    assert "search" not in speeds


def test_the_checks_about_missing_parts_are_left_out_and_named() -> None:
    report = check(GAME, games=2)
    assert report.ok, str(report)
    left_out = {
        name: verdict.missing_part for name, verdict in report.verdicts.items() if verdict.missing_part
    }
    assert left_out["nothing-leaks-in-view"] == "search"
    assert left_out["previews-are-honest"] == "search"
    assert left_out["coaching-is-honest"] == "teaching"
    assert "documents-round-trip" not in left_out
    assert all(verdict.comparisons for name, verdict in report.verdicts.items() if name == "records-replay")
    for name in left_out:
        assert any(line.split()[:3] == ["left", "out", name] for line in str(report).splitlines())
    assert str(report).count("← the game has no part search (docs/parts)") == len(left_out) - 1
    assert "← dem Spiel fehlt der Teil search (docs/parts)" in report.text("de")
    assert set(left_out) < set(CHECKS)


@pytest.mark.usefixtures("registered")
def test_in_the_terminal_it_is_played_and_checked() -> None:
    def slugfest(*words: str, typed: str = "") -> tuple[int, str]:
        done = CliRunner().invoke(app, list(words), input=typed)
        return done.exit_code, done.output

    code, output = slugfest("play", "higher", "--level", "random", "--seed", "1", typed="1\n")
    assert code == 0, output
    assert "The higher number wins." in output
    code, output = slugfest("check", "higher", "--games", "1")
    assert code == 0, output
    assert "the game has no part search" in output


def test_on_a_server_people_and_bots_play_it() -> None:
    with ExitStack() as lines:
        server = lines.enter_context(RunningServer(games={GAME.id: GAME}))
        ann = lines.enter_context(server.person("Ann"))
        line = lines.enter_context(ann.connect(ann.create("me", "medium", game=GAME.id)))
        assert line.wait_for_turn()
        assert not line.match["hints"]
        refusal = line.ask("hint")
        assert (refusal["type"], refusal["code"]) == ("refused", "HINTS_OFF")
        assert "Higher has no part “search”" in refusal["text"]["en"]
        line.done("play", moves=["CHOOSE 2"])
        line.until(lambda line: line.status == "finished")
        assert line.match["seats"][1]["instead"] == stand_in(GAME) == "random"
