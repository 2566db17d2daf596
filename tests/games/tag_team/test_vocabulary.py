"""The vocabulary is closed: whatever is outside it is refused with the words that do not fit."""

from __future__ import annotations

import pytest

from slugfest.games.tag_team.content import BOX
from slugfest.games.tag_team.rules import effects as fx
from slugfest.games.tag_team.rules.effects import Unreadable, check_words, read_effect, read_faces


@pytest.mark.rules("TT-120", "TT-123")
def test_an_effect_becomes_one_row_an_action() -> None:
    program = read_effect(
        "IF(ships(8,15)) heal(self,2) ELSE attack(opps,bonus=aflame) ; THEN track(ships,+1)"
    )
    rows = [program[start : start + fx.ROW] for start in range(0, len(program), fx.ROW)]
    assert rows == [
        [fx.MAIN, fx.SHIPS, 8, 15, 1, fx.HEAL, fx.SELF, 2, 0],
        [fx.MAIN, fx.SHIPS, 8, 15, 0, fx.ATTACK, fx.OPPS, fx.SELF, fx.PLUS_AFLAME],
        [fx.THEN_IF, fx.ALWAYS, 0, 0, 1, fx.TRACK, fx.SHIPS_TRACK, 1, 0],
    ]


@pytest.mark.parametrize(
    ("effect", "reason"),
    [
        ("hug(opp)", "unknown action “hug”"),
        ("IF(tired()) attack(opp)", "unknown condition “tired”"),
        ("attack(moon)", "cannot take “moon”"),
        ("attack()", "needs a target"),
        ("attack(opp,by=luck)", "knows no “by=luck”"),
        ("heal(self)", "takes 2 arguments, not 1"),
        ("heal(self,2,3)", "takes 2 arguments, not 3"),
        ("heal(opp,2)", "that fighter cannot be meant here"),
        ("power(self,2)", "cannot take “2”"),
        ("track(luck,+1)", "cannot take “luck”"),
        ("track(ships,-1)", "cannot take “-1”"),
        ("give(crown,opp)", "cannot take “crown”"),
        ("flip(table)", "cannot take “table”"),
        ("IF(serpent(green)) attack(opp)", "cannot take “green”"),
        ("IF(form(tiger)) attack(opp)", "cannot take “tiger”"),
        ("IF(ships(many,7)) attack(opp)", "cannot take “many”"),
        ("power(self,=2)", "cannot take “=2”"),
        ("attack(opp) ELSE block()", "ELSE without IF"),
        ("IF(quiet()) attack(opp) ELSE block()", "has no ELSE"),
        ("IF(attacked()) ok:attack(opp)", "governs main actions only"),
        ("THEN ok:plant()", "no prefix in a THEN clause"),
        ("THEN heal(self,1)", "after THEN only the board may change"),
        ("THEN track(rage,+1)", "no Rage"),
        ("execute(opp,4)", "are late, and nothing else is"),
        ("late:plant()", "are late, and nothing else is"),
        ("block() + attack(opp)", "blocks or attacks, not both"),
        ("block() + ok:block()", "stands before everything that asks for it"),
        ("IF(attacked()) block()", "stands before everything that asks for it"),
        ("plant() + ok:power(self,+1)", "ok: needs a block or an attack"),
        ("IF(power_ge(3)) cancel()", "has no condition"),
        ("poison()", "not for cards"),
        ("plant() // plant() // plant()", "at most two faces"),
    ],
)
def test_what_is_outside_the_vocabulary_is_refused_with_a_reason(effect: str, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason.replace("(", r"\(").replace(")", r"\)")):
        read_faces(effect)


def test_symbols_and_schemes_have_fewer_words() -> None:
    with pytest.raises(Unreadable, match="for cards only"):
        check_words(read_effect("block()"), fx.SYMBOL_WORDS)
    with pytest.raises(Unreadable, match="for cards only"):
        check_words(read_effect("IF(quiet()) attack(opp)"), fx.SCHEME_WORDS)


@pytest.mark.rules("TT-123")
def test_every_condition_target_and_value_is_used() -> None:
    conditions = set(BOX.rows[fx.CONDITION])
    assert set(fx.CONDITIONS.values()) <= conditions
    attacks = [row for row, action in enumerate(BOX.rows[fx.ACTION]) if action == fx.ATTACK]
    assert {BOX.rows[fx.C][row] for row in attacks} == {0, fx.P_OPP, fx.PLUS_SPIRITS, fx.PLUS_AFLAME}
    heals = [row for row, action in enumerate(BOX.rows[fx.ACTION]) if action == fx.HEAL]
    assert {fx.P, fx.TWICE_SPIRITS, fx.BLOCKED_P} <= {BOX.rows[fx.B][row] for row in heals}
    aimed = (fx.ATTACK, fx.DIRECT, fx.HEAL, fx.POWER)
    rows = [row for row, action in enumerate(BOX.rows[fx.ACTION]) if action in aimed]
    assert {BOX.rows[fx.A][row] for row in rows} == set(range(8))
