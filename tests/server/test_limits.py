"""How often somebody may ask, and how a match is called."""

from __future__ import annotations

import pytest

from slugfest.kernel import SlugfestError
from slugfest.protocol.codes import ALPHABET, Codes, read_code
from slugfest.server.limits import (
    MOST_ADDRESSES,
    Bucket,
    Buckets,
    Headcount,
    Limits,
    Rate,
    address_key,
)


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


def test_a_bucket_says_when_to_come_back() -> None:
    clock = Clock()
    bucket = Bucket(per_second=0.5, at_once=1, clock=clock)
    assert bucket.wait() == 0
    bucket.take()
    assert bucket.wait() == 2
    clock.now = 1.5
    assert bucket.wait() == 0.5
    assert not bucket.take()
    clock.now = 2
    assert bucket.take()


def test_heads_are_counted_until_they_leave() -> None:
    heads = Headcount(2)
    assert [heads.enter("a"), heads.enter("a"), heads.enter("a"), heads.enter("b")] == [
        True,
        True,
        False,
        True,
    ]
    heads.leave("a")
    assert heads.enter("a")
    for whose in ("a", "a", "b"):
        heads.leave(whose)
    assert not heads._here, "nobody is remembered who has gone"


def test_a_house_is_one_address_whatever_it_calls_itself() -> None:
    assert address_key("192.0.2.7") == address_key("::ffff:192.0.2.7") == "192.0.2.7"
    assert address_key("2001:db8:1:2::3") == address_key("2001:db8:1:2:ffff::9%eth0")
    assert address_key("2001:db8:1:2::3") != address_key("2001:db8:1:3::3")
    assert len(address_key("x" * 5000)) == 64


def test_limits_are_changed_by_their_names() -> None:
    changed = Limits().with_changes(["new-guests=3/4", "windows=5"])
    assert (changed.new_guests, changed.windows) == (Rate(3, 4), 5)
    assert changed.messages == Limits().messages


@pytest.mark.parametrize(
    "received", ["wings=3", "windows=3/4", "new-guests=3", "new-guests=x/y", "windows=-1", ""]
)
def test_a_limit_that_is_none_is_refused(received: str) -> None:
    with pytest.raises(SlugfestError):
        Limits().with_changes([received])


def test_a_request_may_count_as_several_and_never_as_more_than_there_can_be() -> None:
    clock = Clock()
    bucket = Bucket(per_second=1, at_once=6, clock=clock)
    assert [bucket.take(3), bucket.take(3), bucket.take(3)] == [True, True, False]
    assert bucket.wait(3) == 3
    clock.now = 100
    assert bucket.take(50)
    assert not bucket.take(50)
    assert bucket.wait(50) == 6


def test_codes_are_long_enough_and_survive_being_typed() -> None:
    codes = {Codes().match() for _ in range(1000)}
    assert len(codes) == 1000
    for code in codes:
        assert read_code(code) == read_code(code.lower()) == read_code(f" {code[:4]}-{code[4:]} ") == code
    assert not set("01OIL") & set(ALPHABET)


def test_what_cannot_be_a_code_is_none() -> None:
    for typed in ("", "ABC", "ABCDEFG0", "ABCDEFGHJ", "ÄBCDEFGH", "../../ab"):
        assert read_code(typed) is None
