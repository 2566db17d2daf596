"""Every game counts as many positions as ever: what holds its rules while it gets faster."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.hush import Hush

from slugfest.kernel import Game, games, seeded
from slugfest.testing.perft import differences, main, perft, update

HERE = Path(__file__).parent


@pytest.mark.heavy
@pytest.mark.parametrize("game", games().values(), ids=games())
def test_a_few_moves_lead_to_as_many_positions_as_ever(game: Game) -> None:
    told = differences(game, HERE)
    assert not told, "\n".join(told[:40])


def test_positions_are_counted_move_by_move() -> None:
    state = Hush().new(2, {}, seeded("perft"))
    found = perft(state, [])
    assert found[0] == sum(len(state.moves(seat)) for seat in state.actors())
    second = 0
    for seat in state.actors():
        for move in state.moves(seat):
            then = state.copy()
            then.apply(seat, move)
            second += sum(len(then.moves(other)) for other in then.actors())
    assert found[1] == second


def test_missing_and_changed_counts_are_found(tmp_path: Path) -> None:
    game = Hush()
    assert "is missing" in differences(game, tmp_path)[0]
    update(game, tmp_path)
    assert differences(game, tmp_path) == []
    kept = tmp_path / f"{game.id}.txt"
    kept.write_text(kept.read_text("utf-8").replace("after 0: ", "after 0: 1"), "utf-8")
    assert any("produced now" in line for line in differences(game, tmp_path))


def test_the_command_compares_and_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["kapow-cards", "--folder", str(tmp_path)]) == 1
    assert "is missing" in capsys.readouterr().out
    assert main(["kapow-cards", "--folder", str(tmp_path), "--update"]) == 0
    assert "as kept" in capsys.readouterr().out
