"""Chance: the same numbers everywhere, fair, and nothing to be learned from what was seen."""

from __future__ import annotations

from collections import Counter

import pytest

from slugfest.kernel import LoadedRng, Rng, seeded

pytestmark = pytest.mark.compiled


def test_the_sequence_is_fixed_for_all_time() -> None:
    """Golden numbers: a change here breaks every record ever written."""
    rng = Rng(12345)
    assert [int(rng.next()) for _ in range(4)] == [multiply_with_carry(12345, count) for count in range(1, 5)]
    assert int(seeded("slugfest", "secret", 0).state) == 5232748705536313233


def multiply_with_carry(state: int, steps: int) -> int:
    """The generator written down once more, with Python's unlimited integers."""
    for _ in range(steps):
        state = 1791398085 * (state % 2**32) + state // 2**32
    return (state % 2**32) ^ (state // 2**32)


def test_numbers_below_n_stay_below_n_and_come_equally_often() -> None:
    rng = seeded("fair")
    counts = Counter(int(rng.below(6)) for _ in range(60_000))
    assert set(counts) == set(range(6))
    assert all(9_500 < count < 10_500 for count in counts.values())


def test_a_shuffle_puts_every_card_everywhere() -> None:
    rng = seeded("shuffle")
    places: Counter[tuple[int, int]] = Counter()
    for _ in range(12_000):
        cards = [0, 1, 2, 3]
        rng.shuffle(cards)
        assert sorted(cards) == [0, 1, 2, 3]
        places.update(enumerate(cards))
    assert all(2_700 < places[place, card] < 3_300 for place in range(4) for card in range(4))


def test_a_copy_goes_its_own_way() -> None:
    rng = seeded("copy")
    copy = rng.copy()
    first = [int(rng.next()) for _ in range(5)]
    assert [int(copy.next()) for _ in range(5)] == first


def test_a_fork_is_another_sequence() -> None:
    rng = seeded("fork")
    fork = rng.fork()
    assert [int(rng.next()) for _ in range(5)] != [int(fork.next()) for _ in range(5)]


def test_loaded_chance_falls_as_given_and_then_at_random() -> None:
    rng = LoadedRng(7, [2, 0])
    assert [int(rng.below(3)), int(rng.below(3))] == [2, 0]
    assert 0 <= rng.below(3) < 3
    with pytest.raises(ValueError, match="only 0 to 1"):
        LoadedRng(7, [5]).below(2)


def test_words_that_differ_give_unrelated_chance() -> None:
    assert seeded("a", "b").state != seeded("ab").state
    assert seeded("a", 1).state == seeded("a", "1").state


@pytest.mark.parametrize("count", [0, 1, 5, 11, 12, 40])
def test_the_end_of_a_shuffle_is_that_of_the_whole_one(count: int) -> None:
    """And whoever wants the rest after all gets that, too."""
    whole, some = seeded("end"), seeded("end")
    wanted, cards = list(range(12)), list(range(12))
    whole.shuffle(wanted)
    rest = some.shuffle_end(cards, count)
    begins = max(0, len(cards) - count)
    assert cards[begins:] == wanted[begins:]
    others = cards[:begins]
    if rest is not None:
        rest.shuffle(others)
    assert others == wanted[:begins]
    assert (rest is None) == (begins <= 1)
    assert int(some.state) == int(whole.state)


def test_given_chance_shuffles_everything() -> None:
    told = [2, 0, 1, 0]
    wanted, cards = [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]
    LoadedRng(7, told).shuffle(wanted)
    assert LoadedRng(7, told).shuffle_end(cards, 1) is None
    assert cards == wanted
