"""Rate limits by token buckets, and limits on how many connections are open at once."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, Final

from slugfest.kernel import SlugfestError

MOST_ADDRESSES: Final = 10_000
LONGEST_WAIT: Final = 30.0  # seconds, and what was charged last

Clock = Callable[[], float]


class Bucket:
    """Allows ``at_once`` requests, and ``per_second`` more as time passes."""

    def __init__(self, per_second: float, at_once: int, clock: Clock = time.monotonic) -> None:
        self._per_second = per_second
        self._at_once = float(at_once)
        self._clock = clock
        self._left = float(at_once)
        self._filled = clock()

    def take(self, cost: float = 1.0) -> bool:
        """Count a request at this cost, if it is within the limit; whether it is."""
        self._fill()
        cost = min(cost, self._at_once) or 1.0
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def wait(self, cost: float = 1.0) -> float:
        """Seconds until one more request is within the limit."""
        self._fill()
        missing = max(0.0, (min(cost, self._at_once) or 1.0) - self._left)
        return missing / self._per_second if self._per_second > 0.0 else missing * 3600.0

    def charge(self, cost: float) -> None:
        """Count something that has happened already, also beyond the limit: at most so far that LONGEST_WAIT helps."""
        self._fill()
        self._left = max(self._left - cost, -LONGEST_WAIT * self._per_second - cost)

    def overdrawn(self) -> float:
        """Seconds until the bucket is no longer below zero; 0.0 if it is not."""
        self._fill()
        if self._left >= 0.0:
            return 0.0
        return -self._left / self._per_second if self._per_second > 0.0 else -self._left * 3600.0

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self._at_once, self._left + (now - self._filled) * self._per_second)
        self._filled = now


class Buckets:
    """A bucket for each address or guest; the least recently used ones are dropped first."""

    def __init__(self, per_second: float, at_once: int, clock: Clock = time.monotonic) -> None:
        self._per_second = per_second
        self._at_once = at_once
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, whose: str) -> Bucket:
        bucket = self._buckets.pop(whose, None) or Bucket(self._per_second, self._at_once, self._clock)
        self._buckets[whose] = bucket
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket

    def take(self, whose: str) -> bool:
        return self.of(whose).take()


class Headcount:
    """Counts what is open at once, by address or guest."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._here: Counter[str] = Counter()

    def enter(self, whose: str) -> bool:
        """Count one more until it leaves, if that is within the limit; whether it is."""
        if self._here[whose] >= self._most:
            return False
        self._here[whose] += 1
        return True

    def leave(self, whose: str) -> None:
        self._here[whose] -= 1
        if self._here[whose] <= 0:
            del self._here[whose]


class Distinct:
    """Counts how many different things are open at once for each address, however often each of them is."""

    def __init__(self, most: int) -> None:
        self._heads = Headcount(most)
        self._open: Counter[tuple[str, str]] = Counter()

    def enter(self, whose: str, what: str) -> bool:
        """Count one until it leaves, if that is within the limit; whether it is."""
        if not self._open[whose, what] and not self._heads.enter(whose):
            del self._open[whose, what]
            return False
        self._open[whose, what] += 1
        return True

    def leave(self, whose: str, what: str) -> None:
        self._open[whose, what] -= 1
        if self._open[whose, what] <= 0:
            del self._open[whose, what]
            self._heads.leave(whose)


class Amounts:
    """Adds up what is held for each address."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def add(self, whose: str, amount: int) -> bool:
        """Add an amount until it is removed; whether all of it is within the limit."""
        self._held[whose] += amount
        return self._held[whose] <= self._most

    def remove(self, whose: str, amount: int) -> None:
        self._held[whose] -= amount
        if self._held[whose] <= 0:
            del self._held[whose]


@lru_cache(MOST_ADDRESSES)
def address_key(host: str) -> str:
    """What counts as one address: for IPv6 its /64 network, which one household gets."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))


# ---- the figures ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rate:
    """So many a minute after the first ``at_once``."""

    per_minute: float
    at_once: int

    def bucket(self, clock: Clock = time.monotonic) -> Bucket:
        return Bucket(self.per_minute / 60.0, self.at_once, clock)

    def buckets(self, clock: Clock = time.monotonic) -> Buckets:
        return Buckets(self.per_minute / 60.0, self.at_once, clock)


@dataclass(frozen=True)
class Limits:
    """What one guest and one address may do. Thirty people who share an address must not notice.

    ``docs/hosting.md`` explains each limit.
    """

    requests: Rate = Rate(6000, 3000)  # of an address
    strangers: Rate = Rate(600, 300)  # of an address: requests without a guest's cookie
    questions: Rate = Rate(600, 100)  # of a guest: everything under /api/
    replays: Rate = Rate(20, 10)  # of a guest: records, replays, profiles, tickets, deletions
    previews: Rate = Rate(120, 60)  # of an address: pages of matches with a link preview
    new_guests: Rate = Rate(60, 150)  # of an address
    new_matches: Rate = Rate(60, 200)  # of an address
    own_matches: Rate = Rate(10, 30)  # of a guest: new matches
    new_groups: Rate = Rate(4, 60)  # of an address: events and clubs
    attempts: Rate = Rate(20, 60)  # of an address: claims of names, passkeys and recovery codes
    pushes: Rate = Rate(2, 20)  # of a guest: push messages to their browsers
    visits: Rate = Rate(1800, 900)  # of an address: WebSockets opened
    own_visits: Rate = Rate(120, 60)  # of a guest: WebSockets opened
    messages: Rate = Rate(1200, 100)  # of a guest, over all WebSockets
    address_messages: Rate = Rate(24_000, 3000)  # of an address
    frames: Rate = Rate(3000, 600)  # of a connection: frames, requests, pieces of data, kilobytes
    own_frames: Rate = Rate(12_000, 2400)  # of a guest, over all WebSockets
    address_frames: Rate = Rate(60_000, 6000)  # of an address, over all connections
    work: Rate = Rate(6000, 3000)  # of a guest: milliseconds of processor time
    address_work: Rate = Rate(9000, 150)  # of an address, while other addresses are active
    bot_moves: Rate = Rate(240, 20)  # of an address: moves of bots at tables where no person plays
    trials: Rate = Rate(20_000, 30_000)  # of a guest: milliseconds of bots that try changed rules
    address_trials: Rate = Rate(40_000, 60_000)  # of an address
    running: int = 100  # of an address: matches with an open window
    windows: int = 800  # of an address: WebSockets open at once; a page has one, in a match two
    own_windows: int = 60  # of a guest
    unread: int = 32_768  # of an address: kilobytes of answers that wait to be read
    connections: int = 1000  # of an address: sockets of any kind at once
    all_connections: int = 10_000  # of everybody

    def with_changes(self, changes: list[str]) -> Limits:
        """These limits with some changed: ``new-guests=60/150`` (a minute, at once) or ``windows=400``."""
        changed = self
        for change in changes:
            name, _, value = change.partition("=")
            key = name.strip().replace("-", "_")
            if key not in {field.name for field in fields(Limits)}:
                known = ", ".join(field.name.replace("_", "-") for field in fields(Limits))
                raise SlugfestError(f"there is no limit {name!r}; there are {known}")
            value_of: dict[str, Any] = {key: _read(change, value, isinstance(getattr(self, key), Rate))}
            changed = replace(changed, **value_of)
        return changed


def _read(change: str, value: str, rate: bool) -> Rate | int:
    per_minute, slash, at_once = value.strip().partition("/")
    try:
        numbers = [int(per_minute), int(at_once)] if rate else [int(value)]
    except ValueError:
        numbers = []
    if not numbers or min(numbers) < 0 or bool(slash) != rate:
        example = "new-guests=60/150 (so many a minute / at once)" if rate else "windows=400"
        raise SlugfestError(f"--limit {change!r}: write it like {example}")
    return Rate(numbers[0], numbers[1]) if rate else numbers[0]


def _limitless() -> dict[str, Any]:
    anything = 1_000_000_000
    return {
        field.name: Rate(anything, anything) if isinstance(field.default, Rate) else anything
        for field in fields(Limits)
    }


NO_LIMITS: Final = Limits(**_limitless())  # for tests and measurements
