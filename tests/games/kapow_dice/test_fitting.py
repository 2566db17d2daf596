"""The three questions that the matcher answers, each held to a search that simply tries everything."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slugfest.games.kapow_dice.position.fitting.matcher import (
    BY_TYPE,
    CHEAP_FIRST,
    NO_DICE,
    RANK_OF,
    TAKES,
    Matcher,
    mark_slots,
)
from slugfest.games.kapow_dice.position.requirements import (
    ACCEPTS,
    SLOTS,
    SUBSTITUTIONS,
    TYPES,
    Section,
    parse,
)

from .brute_force import can_fill, fits

groups = st.lists(st.sampled_from(SLOTS), min_size=1, max_size=3).map(" = ".join)
texts = st.lists(groups, min_size=1, max_size=2).map(" + ".join)
sections = texts.map(lambda text: parse(text)[0]).filter(lambda section: len(section.slots) <= 4)
dice = st.lists(st.integers(0, TYPES - 1), max_size=6)
substitutions = st.integers(0, len(SUBSTITUTIONS) - 1)


def matcher_of(owned: list[int], substitution: int) -> Matcher:
    """A matcher of dice of these types."""
    ranked = [sum(1 << die for die, kind in enumerate(owned) if kind == other) for other in CHEAP_FIRST]
    return Matcher(substitution, ranked)


def slots_of(wanted: list[Section], substitution: int) -> list[int]:
    """The slots of some sections, one after the other."""
    return [
        slot
        for section in wanted
        for slot in mark_slots([TAKES[substitution * 16 + slot] for slot in section.slots], section.groups)
    ]


def everything(owned: list[int]) -> int:
    return (1 << len(owned)) - 1


def types_on(wanted: list[Section], ranks: list[int]) -> list[tuple[int, ...]]:
    """By section: the types of dice that lie on it."""
    kinds = [CHEAP_FIRST[rank] for rank in ranks]
    found = []
    for section in wanted:
        found.append(tuple(kinds[: len(section.slots)]))
        kinds = kinds[len(section.slots) :]
    return found


@pytest.mark.rules("KD-21", "KD-22", "KD-23", "KD-25", "KD-26", "KD-R2")
@settings(max_examples=300, deadline=None)
@given(st.lists(sections, min_size=1, max_size=3), dice, substitutions)
def test_dice_are_chosen_exactly_when_some_fill_all_sections_at_once(
    wanted: list[Section], owned: list[int], substitution: int
) -> None:
    ranks = matcher_of(owned, substitution).choose(slots_of(wanted, substitution), everything(owned))
    assert (ranks is not None) == can_fill(wanted, owned, substitution)
    if ranks is not None:
        left = owned.copy()
        for rank in ranks:
            left.remove(CHEAP_FIRST[rank])  # no die is used twice
        for section, kinds in zip(wanted, types_on(wanted, ranks), strict=True):
            assert fits(section, kinds, substitution)


@pytest.mark.rules("KD-21", "KD-22", "KD-23", "KD-25", "KD-26", "KD-272")
@settings(max_examples=300, deadline=None)
@given(st.lists(sections, min_size=1, max_size=3), dice, substitutions, st.data())
def test_dice_are_taken_exactly_when_some_of_those_left_fill_all_sections(
    wanted: list[Section], owned: list[int], substitution: int, data: st.DataObject
) -> None:
    usable = data.draw(st.integers(0, everything(owned)))
    some = [kind for die, kind in enumerate(owned) if usable >> die & 1]
    rest = matcher_of(owned, substitution).take(slots_of(wanted, substitution), usable)
    assert (rest != NO_DICE) == can_fill(wanted, some, substitution)
    if rest != NO_DICE:
        taken = [kind for die, kind in enumerate(owned) if (usable & ~rest) >> die & 1]
        assert rest & ~usable == 0
        assert len(taken) == sum(len(section.slots) for section in wanted)
        assert can_fill(wanted, taken, substitution)


@pytest.mark.rules("KD-25", "KD-231")
@settings(max_examples=300, deadline=None)
@given(sections, dice)
def test_all_fillings_are_listed_in_order_and_none_twice(section: Section, owned: list[int]) -> None:
    by_type = [sum(1 << die for die, kind in enumerate(owned) if kind == other) for other in range(TYPES)]
    slots = mark_slots([ACCEPTS[slot] for slot in section.slots], section.groups)
    found = [tuple(kinds) for kinds in Matcher(BY_TYPE, by_type).list_all(slots, everything(owned))]
    assert found == sorted(set(found))

    def canonical(kinds: tuple[int, ...]) -> tuple[int, ...]:
        """The same with neighbours in ascending order where they ask for the same in one group."""
        ordered = list(kinds)
        for _ in ordered:
            for at in range(1, len(ordered)):
                alike = section.slots[at] == section.slots[at - 1]
                if alike and section.groups[at] == section.groups[at - 1] and ordered[at] < ordered[at - 1]:
                    ordered[at - 1], ordered[at] = ordered[at], ordered[at - 1]
        return tuple(ordered)

    every = permutations(owned, len(section.slots))
    assert set(found) == {canonical(kinds) for kinds in every if fits(section, kinds, 0)}


@pytest.mark.rules("KD-26")
def test_a_box_takes_as_many_dice_as_it_has_slots() -> None:
    pair = slots_of([parse("ANY = ANY")[0]], 0)
    assert matcher_of([0], 0).choose(pair, 0b1) is None
    assert matcher_of([0, 0], 0).choose(pair, 0b11) == [RANK_OF[0], RANK_OF[0]]
    assert matcher_of([0, 0, 0], 0).take(pair, 0b111) == 0b100


@pytest.mark.rules("KD-272")
def test_the_cheapest_dice_are_taken_first() -> None:
    """A Blank before a symbol on a Trait die, before one on an Action die, before a Wild."""
    order = ["B", "M", "action M", "W"]
    kinds = {"B": 6, "M": 0, "action M": 7, "W": 5}
    owned = [kinds[name] for name in reversed(order)]
    left = everything(owned)
    taken = []
    matcher = matcher_of(owned, 0)
    while left:
        rest = matcher.take(slots_of([parse("ANY")[0]], 0), left)
        taken.append(order[::-1][int(left & ~rest).bit_length() - 1])
        left = rest
    assert taken == order
