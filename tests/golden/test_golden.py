"""Every registered game is played as its golden playthroughs say, compiled or not."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.hush import Hush

from slugfest.kernel import Game, OptionError, Options, games
from slugfest.testing import snapshots
from slugfest.testing.golden import differences, main, modes, playthrough, seat_counts, update, wanted

HERE = Path(__file__).parent


@pytest.mark.compiled
@pytest.mark.parametrize("game", games().values(), ids=games())
def test_a_game_is_played_as_its_golden_playthroughs_say(game: Game) -> None:
    told = differences(game, HERE)
    assert not told, "\n".join(told[:80])


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_playthroughs_cover_the_fewest_and_the_most_seats_and_every_mode(game: Game) -> None:
    counts = seat_counts(game)
    assert {game.min_seats, game.max_seats} <= set(counts)
    assert {seats for seats, _ in wanted(game).values()} == set(counts)
    for mode in modes(game):
        played = [seats for seats, chosen in wanted(game).values() if chosen == mode]
        assert played == [seats for seats in counts if fits(game, mode, seats)]


def fits(game: Game, mode: Options, seats: int) -> bool:
    """Whether a mode can be played at this number of seats."""
    try:
        game.settle(seats, mode)
    except OptionError:
        return False
    return True


def test_kapow_cards_has_playthroughs_for_two_three_four_and_six() -> None:
    assert seat_counts(games()["kapow-cards"]) == [2, 3, 4, 6]


def test_a_missing_a_changed_and_a_superfluous_playthrough_are_found(tmp_path: Path) -> None:
    game = Hush()
    assert len(differences(game, tmp_path)) == len(wanted(game))
    written = update(game, tmp_path)
    assert differences(game, tmp_path) == []
    assert update(game, tmp_path) == []
    text = written[0].read_text(encoding="utf-8")
    written[0].write_text(text.replace("P1: READY", "P1: STEADY", 1), encoding="utf-8")
    assert any("STEADY" in line for line in differences(game, tmp_path))
    update(game, tmp_path)
    (tmp_path / game.id / "forgotten.txt").write_text("", encoding="utf-8")
    assert [line for line in differences(game, tmp_path) if "forgotten" in line]


def test_a_playthrough_reads_as_a_game() -> None:
    text = playthrough(Hush(), 2, {"rounds": 2})
    assert "P1: CHOOSE" in text
    assert "show: cards" in text
    assert "reason: CHIPS" in text


def test_the_command_compares_and_says_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "games", lambda: {"hush": Hush()})
    assert main(["--folder", str(tmp_path)]) == 1
    assert "is missing" in capsys.readouterr().out
    assert main(["--folder", str(tmp_path), "--update"]) == 0
    assert main(["--folder", str(tmp_path)]) == 0
