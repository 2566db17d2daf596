"""What a dice box demands: the grammar, and the exact matcher against one that simply tries everything."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from slugfest.games.kapow_dice.position.requirements import (
    ACCEPTS_RANKED,
    CHEAP_FIRST,
    FACES,
    LETTERS,
    SLOTS,
    SUBSTITUTIONS,
    TYPES,
    Matcher,
    Section,
    parse,
    section_fits,
)

from .table import GAME, duel

# ---- the rules once more, word by word and without any cleverness ------------------------------------------


def takes(slot: str, face: str, action: bool) -> bool:
    """The table of KD-21."""
    if slot in ("ANY", "ACT", "NB", "NBACT"):
        return (action or slot in ("ANY", "NB")) and (face != "B" or slot in ("ANY", "ACT"))
    if slot in ("WILD", "BLANK"):
        return face == slot[0]
    return face == slot[0] or (face == "W" and not slot.endswith("!"))


def counted_as(face: str, substitution: int) -> list[str]:
    """What a shown face may be counted as (KD-25)."""
    used, stands_for = SUBSTITUTIONS[substitution]
    return [face, LETTERS[stands_for]] if substitution and face == LETTERS[used] else [face]


def slot_takes(slot: str, kind: int, substitution: int) -> bool:
    return any(takes(slot, face, kind >= FACES) for face in counted_as(LETTERS[kind % FACES], substitution))


def group_matches(kinds: list[int], substitution: int) -> bool:
    """All faces that are not Wild are equal, however the dice are counted (KD-22, KD-25)."""
    ways = [counted_as(LETTERS[kind % FACES], substitution) for kind in kinds]
    return any(len(set(faces) - {"W"}) <= 1 for faces in product(*ways))


def fits(section: Section, kinds: tuple[int, ...], substitution: int) -> bool:
    """Whether these dice, slot by slot, fill a section (KD-26)."""
    groups: dict[int, list[int]] = {}
    for group, kind in zip(section.groups, kinds, strict=True):
        groups.setdefault(group, []).append(kind)
    return all(
        slot_takes(SLOTS[slot], kind, substitution) for slot, kind in zip(section.slots, kinds, strict=True)
    ) and all(group_matches(members, substitution) for members in groups.values())


def can_fill(sections: list[Section], dice: list[int], substitution: int) -> bool:
    """Whether the dice fill all these sections at once: every order is tried."""
    if not sections:
        return True
    first, size = sections[0], len(sections[0].slots)
    for chosen in set(permutations(dice, size)):
        if fits(first, chosen, substitution):
            left = dice.copy()
            for kind in chosen:
                left.remove(kind)
            if can_fill(sections[1:], left, substitution):
                return True
    return False


# ---- what is tried -----------------------------------------------------------------------------------------

slots = st.sampled_from(SLOTS)
groups = st.lists(slots, min_size=1, max_size=3).map(" = ".join)
section_texts = st.lists(groups, min_size=1, max_size=2).map(" + ".join)
sections = section_texts.map(lambda text: parse(text)[0]).filter(lambda section: len(section.slots) <= 4)
requirements = st.lists(section_texts, min_size=1, max_size=3).map(" | ".join)
dice = st.lists(st.integers(0, TYPES - 1), max_size=6)
substitutions = st.integers(0, len(SUBSTITUTIONS) - 1)


def counted(kinds: list[int]) -> list[int]:
    return [kinds.count(kind) for kind in range(TYPES)]


@pytest.mark.rules("KD-21", "KD-22", "KD-23", "KD-25", "KD-26", "KD-R2")
@settings(max_examples=300, deadline=None)
@given(st.lists(sections, min_size=1, max_size=3), dice, substitutions)
def test_the_matcher_finds_dice_exactly_when_there_are_some(
    wanted: list[Section], owned: list[int], substitution: int
) -> None:
    dice = [sum(1 << die for die, kind in enumerate(owned) if kind == ranked) for ranked in CHEAP_FIRST]
    matcher = Matcher(substitution, dice, (1 << len(owned)) - 1)
    for section in wanted:
        masks = [ACCEPTS_RANKED[substitution * 16 + slot] for slot in section.slots]
        matcher.add(masks, section.groups)
    found = matcher.solve()
    assert found == can_fill(wanted, owned, substitution)
    if found:
        used = counted(matcher.found)
        assert all(take <= have for take, have in zip(used, counted(owned), strict=True))
        start = 0
        for section in wanted:
            end = start + len(section.slots)
            assert fits(section, tuple(matcher.found[start:end]), substitution)
            start = end


@pytest.mark.rules("KD-21", "KD-22", "KD-25")
@settings(max_examples=300, deadline=None)
@given(st.data(), substitutions)
def test_a_placement_counts_exactly_when_every_slot_and_every_group_is_content(
    data: st.DataObject, substitution: int
) -> None:
    section = data.draw(sections)
    size = len(section.slots)
    kinds = data.draw(st.lists(st.integers(0, TYPES - 1), min_size=size, max_size=size))
    assert section_fits(section, substitution, kinds) == fits(section, tuple(kinds), substitution)


@pytest.mark.rules("KD-26")
def test_extra_dice_and_missing_dice_never_fit() -> None:
    pair = parse("ANY = ANY")[0]
    assert section_fits(pair, 0, [0, 0])
    assert not section_fits(pair, 0, [0])
    assert not section_fits(pair, 0, [0, 0, 0])


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
