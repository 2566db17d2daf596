"""How moves are written, read, named and refused, in any position and in none."""

from __future__ import annotations

import pytest

from slugfest.kernel import IllegalMove, MoveError, State, UnreadableMove

from .table import GAME, battle, player


def table_for_three() -> State:
    return battle(
        player("S12 S08 W05a", "(M09)"),
        player("T06 T07", "(R13)"),
        player("R06", "(M13)"),
    )


@pytest.mark.rules("KC-82")
@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("PASS", "PASS"),
        ("RECRUIT", "RECRUIT"),
        ("RECRUIT W02a", "RECRUIT W02a"),
        ("BARRICADE V3", "BARRICADE V3"),
        ("ATTACK S12 -> P2:D1", "ATTACK S12 -> P2:D1"),
        ("ATTACK S12 -> P6:H3", "ATTACK S12 -> P6:H3"),
        ("ATTACK S12+W05a -> P1:D5", "ATTACK S12+W05a -> P1:D5"),
        ("ATTACK W05a+S12 -> P1:D5", "ATTACK S12+W05a -> P1:D5"),
        ("ATTACK S06+S12 -> P2:D1", "ATTACK S12+S06 -> P2:D1"),
        ("  attack  s06 + s12->p2 : d1 ", "ATTACK S12+S06 -> P2:D1"),
        ("barricade w14D", "BARRICADE W14d"),
    ],
)
def test_a_move_is_read_in_any_spelling_and_written_in_one(written: str, canonical: str) -> None:
    assert GAME.format(GAME.parse(written)) == canonical


@pytest.mark.rules("KC-82")
def test_every_move_can_be_written_and_read_back() -> None:
    """All but the last number, which only stands in for a barricade that others do not see."""
    texts = [GAME.format(move) for move in range(GAME.move_count - 1)]
    assert len(set(texts)) == len(texts)
    assert [GAME.parse(text) for text in texts] == list(range(GAME.move_count - 1))


@pytest.mark.rules("KC-82")
@pytest.mark.parametrize(
    "text",
    ["", "SKIP", "PASS PASS", "ATTACK", "ATTACK S12", "ATTACK S12 -> P2", "BARRICADE", "ATTACK S12 -> P2:X1"],
)
def test_what_is_no_move_is_unreadable(text: str) -> None:
    """SKIP is only ever told, never made."""
    with pytest.raises(UnreadableMove):
        GAME.parse(text)


@pytest.mark.rules("KC-88")
@pytest.mark.parametrize(
    ("text", "code", "rule"),
    [
        ("BARRICADE X1", "CARD_NOT_IN_HAND", "KC-35"),
        ("RECRUIT X1", "CARD_NOT_IN_HAND", "KC-36"),
        ("ATTACK X1 -> P2:D1", "CARD_NOT_IN_HAND", "KC-24"),
        ("ATTACK -> P2:D1", "BAD_ATTACK_SET", "KC-24"),
        ("ATTACK W02a -> P2:D1", "BAD_ATTACK_SET", "KC-24"),
        ("ATTACK S06+T06 -> P2:D1", "BAD_ATTACK_SET", "KC-24"),
        ("ATTACK S06 -> P0:D1", "BAD_TARGET_PLAYER", "KC-25"),
        ("ATTACK S06 -> P7:D1", "BAD_TARGET_PLAYER", "KC-25"),
        ("ATTACK S06 -> P2:D0", "BAD_TARGET_CARD", "KC-25"),
        ("ATTACK S06 -> P2:D6", "BAD_TARGET_CARD", "KC-25"),
        ("ATTACK S06 -> P2:H4", "BAD_TARGET_CARD", "KC-25"),
    ],
)
def test_what_no_position_allows_is_refused_without_one(text: str, code: str, rule: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.parse(text)
    assert (refused.value.code, refused.value.rule) == (code, rule)


@pytest.mark.rules("KC-25", "KC-88")
@pytest.mark.parametrize(
    ("seat", "text", "code"),
    [
        (0, "ATTACK S12 -> P2:D6", "BAD_TARGET_CARD"),  # where P3's first card would be, counted on
        (0, "ATTACK S12 -> P2:D0", "BAD_TARGET_CARD"),
        (0, "ATTACK S12 -> P3:H1", "HQ_PROTECTED"),
        (0, "ATTACK T06 -> P2:D1", "CARD_NOT_IN_HAND"),
        (0, "BARRICADE T06", "CARD_NOT_IN_HAND"),
        (0, "RECRUIT", "DISCARD_REQUIRED"),
        (1, "PASS", "NOT_YOUR_TURN"),
        (2, "ATTACK R06 -> P1:D1", "NOT_YOUR_TURN"),
    ],
)
def test_what_this_position_forbids_is_refused_with_its_reason(seat: int, text: str, code: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        table_for_three().play_text(seat, text)
    assert refused.value.code == code
    assert refused.value.rule in GAME.rules


@pytest.mark.rules("KC-88")
@pytest.mark.parametrize(
    ("seat", "text", "code"),
    [
        (0, "ATTACK S12 -> P1:D1", "BAD_TARGET_PLAYER"),
        (0, "ATTACK S12 -> P2:D2", "BAD_TARGET_CARD"),
        (0, "ATTACK S12 -> P2:H1", "HQ_PROTECTED"),
        (0, "BARRICADE T06", "CARD_NOT_IN_HAND"),
        (0, "RECRUIT", "DISCARD_REQUIRED"),
        (1, "PASS", "NOT_YOUR_TURN"),
    ],
)
def test_a_move_given_by_number_is_refused_like_its_text(seat: int, text: str, code: str) -> None:
    with pytest.raises(MoveError) as refused:
        table_for_three().play(seat, GAME.parse(text))
    assert refused.value.code == code


@pytest.mark.parametrize("move", [-1, GAME.move_count, 10**9])
def test_a_number_that_is_no_move_is_refused(move: int) -> None:
    with pytest.raises(IllegalMove) as refused:
        table_for_three().play(0, move)
    assert refused.value.text.de


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        ("PASS", ["Pass"], ["Passen"]),
        ("RECRUIT", ["Recruit"], ["Rekrutieren"]),
        ("RECRUIT W02a", ["Squeaky Chicken"], ["Quietschhuhn"]),
        ("BARRICADE V3", ["The Null King"], ["Nullkönig"]),
        ("ATTACK T08+W05a -> P3:H2", ["Alley Acrobat", "Rocket Glove", "{P3}"], ["Raketenhandschuh", "{P3}"]),
        ("ATTACK S12 -> P2:D4", ["Gravitonia", "{P2}", "4"], ["Gravitonia", "{P2}", "4"]),
    ],
)
def test_a_move_is_named_in_both_languages(text: str, english: list[str], german: list[str]) -> None:
    label = GAME.label(GAME.parse(text))
    for word in english:
        assert word in label.en
    for word in german:
        assert word in label.de
