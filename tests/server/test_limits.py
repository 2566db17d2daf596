"""How often somebody may ask, and how a match is called."""

from __future__ import annotations

from slugfest.server.codes import ALPHABET, Codes, read_code
from slugfest.server.limits import MOST_ADDRESSES, Bucket, Buckets


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_allows_so_many_at_once_and_more_as_time_goes_by() -> None:
    clock = Clock()
    bucket = Bucket(per_second=2, at_once=3, clock=clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now = 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_each_address_has_its_own_bucket_and_old_ones_are_forgotten() -> None:
    buckets = Buckets(per_second=0, at_once=1, clock=Clock())
    assert buckets.take("a")
    assert not buckets.take("a")
    assert buckets.take("b")
    for number in range(MOST_ADDRESSES):
        buckets.take(f"other {number}")
    assert buckets.take("a")


def test_codes_are_long_enough_and_survive_being_typed() -> None:
    codes = {Codes().match() for _ in range(1000)}
    assert len(codes) == 1000
    for code in codes:
        assert read_code(code) == read_code(code.lower()) == read_code(f" {code[:4]}-{code[4:]} ") == code
    assert not set("01OIL") & set(ALPHABET)


def test_what_cannot_be_a_code_is_none() -> None:
    for typed in ("", "ABC", "ABCDEFG0", "ABCDEFGHJ", "ÄBCDEFGH", "../../ab"):
        assert read_code(typed) is None
