"""A report about one piece plays again without each of its cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from slugfest.kernel import Mistake, game, variant
from slugfest.kernel.registry import add_variant
from slugfest.lab.balance import BalanceExperiment, BalanceSettings, Report, play_all
from slugfest.lab.balance.taken_out import ID, TakenOut
from slugfest.lab.batches import PoolExecutor
from slugfest.lab.runs import read_spec

HERE = PoolExecutor(1)


def test_each_card_of_a_fighter_is_taken_out_once_and_its_worth_is_told(tmp_path: Path) -> None:
    base = BalanceExperiment(game("tag-team"), BalanceSettings(2, {}, ("random",), 24, about="golem"))
    out = TakenOut(base)
    assert [one.key for one in out.there] == ["GOL-1", "GOL-2", "GOL-3", "GOL-4", "GOL-5"]
    rows, _ = play_all(base, None, HERE)
    assert out.play(rows, tmp_path, HERE)
    (section,) = [section for section in Report(base, rows, [out]).sections if section.id == ID]
    assert section.part == "what_if"
    assert {figure.key for figure in section.figures} == {one.key for one in out.there}
    assert all(figure.low is not None and figure.low <= figure.value for figure in section.figures)
    for row in out.rows[1]:  # without GOL-2
        assert all("GOL-2" not in used for seat in row["used"] for used in seat)
    assert any("GOL-2" in used for row in rows for seat in row["used"] for used in seat)
    again = TakenOut(base)
    assert again.play(rows, tmp_path, HERE)  # resumed: nothing is played twice
    assert again.rows == out.rows
    assert "without" in read_spec(tmp_path / ID / "gol-2")["variant"]["name"]["en"]


def test_a_starting_card_stays_once() -> None:
    base = BalanceExperiment(game("tag-team"), BalanceSettings(2, {}, ("random",), 2, about="golem"))
    out = TakenOut(base)
    first = out.there[0]
    assert first.name.en.endswith("(1 left)")
    assert out.fixed == []
    mordred = TakenOut(
        BalanceExperiment(game("tag-team"), BalanceSettings(2, {}, ("random",), 2, about="mordred"))
    )
    assert [name.en for name in mordred.fixed] == [
        "Dark Power"
    ]  # one copy, and every fighter starts with a card


def test_a_variant_keeps_its_changes_while_cards_are_taken_out() -> None:
    stronger = add_variant(variant("tag-team", {"golem.top": 30}))
    base = BalanceExperiment(stronger, BalanceSettings(2, {}, ("random",), 2, about="golem"))
    for one in TakenOut(base).there:
        changed = one.experiment.game.variant
        assert changed is not None
        assert changed.changes["fighter.golem.track.golem.top"] == 30


def test_the_boxes_of_a_character_are_taken_out_in_kapow_dice() -> None:
    base = BalanceExperiment(
        game("kapow-dice"), BalanceSettings(2, {"mode": "characters"}, ("random",), 2, about="tough_nut")
    )
    boxes = [usable.key for usable in base.game.reports.usable if usable.owner == "tough_nut"]
    out = TakenOut(base)
    assert [one.key for one in out.there] == boxes
    for one in out.there:
        assert one.key not in [usable.key for usable in one.experiment.game.reports.usable]


def test_a_game_without_a_cast_says_so() -> None:
    with pytest.raises(Mistake, match="everyone plays with the same things"):
        BalanceExperiment(game("kapow-cards"), BalanceSettings(2, {}, ("random",), 2, about="golem"))
