"""What a dice box requires: the grammar, and that exactly the boxes that can be filled are offered."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from slugfest.games.kapow_dice.position.requirements import FACES, LETTERS, SLOTS, parse

from .brute_force import can_fill
from .table import GAME, duel

slots = st.sampled_from(SLOTS)
groups = st.lists(slots, min_size=1, max_size=3).map(" = ".join)
section_texts = st.lists(groups, min_size=1, max_size=2).map(" + ".join)
requirements = st.lists(section_texts, min_size=1, max_size=3).map(" | ".join)


@pytest.mark.rules("KD-20")
@given(requirements)
def test_a_requirement_is_read_as_it_is_written(text: str) -> None:
    assert " | ".join(section.text() for section in parse(text)) == text


@pytest.mark.rules("KD-20", "KD-28")
def test_none_has_no_section_and_nonsense_is_refused_with_the_word() -> None:
    assert parse("NONE") == []
    for text in ("2×M", "M +", "W", "M & E", "A!!", ""):
        with pytest.raises(ValueError, match="is no slot"):
            parse(text)


# ---- at the table ------------------------------------------------------------------------------------------

KIND_FOR = {"M": "red", "E": "yellow", "T": "purple", "A": "green", "X": "blue", "W": "red", "B": "green"}
CHARACTERS = {"tough_nut": 0, "time_out": 1, "spoiler_alert": 2}
BOXES = {
    box["box"]: (ability["board"], parse(ability["requirement"])[index])
    for ability in GAME.display.catalogue()["abilities"].values()
    for index, box in enumerate(ability["boxes"])
    if ability["requirement"] != "NONE"
}
rolls = st.lists(
    st.tuples(st.sampled_from(LETTERS), st.booleans()), min_size=1, max_size=6
)  # face, Action die


def die_text(face: str, action: bool) -> str:
    if not action:
        return f"{KIND_FOR[face]}:{face}"
    return "action[]:B" if face == "B" else f"action[{face}]:{face}"


@pytest.mark.rules("KD-26", "KD-101", "KD-152", "KD-272")
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(CHARACTERS)), rolls)
def test_exactly_the_boxes_that_can_be_filled_are_offered(
    character: str, rolled: list[tuple[str, bool]]
) -> None:
    texts = [die_text(face, action) for face, action in rolled]
    assume(all(sum(text.startswith(kind) for text in texts) <= 4 for kind in KIND_FOR.values()))
    state = duel({"dice": texts, "character": character}, {"dice": [], "character": "coquette"})
    kinds = [LETTERS.index(face) + (FACES if action else 0) for face, action in rolled]
    offered = {
        GAME.format(move).split()[1] for move in state.moves(0) if GAME.format(move).startswith("fill")
    }
    for box, (board, section) in BOXES.items():
        if board not in ("player", character):
            continue
        possible = can_fill([section], kinds, CHARACTERS[character])
        blank_copy = box in ("replicate", "teleport") and character == "spoiler_alert"
        if not blank_copy:  # copying a Blank is possible, but pointless: it can be placed, not asked for
            assert (box in offered) == possible, box
