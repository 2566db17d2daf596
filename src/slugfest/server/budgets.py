"""Budgets of frames and of processor time, shared by the protocols and the application.

Frames are counted before they are parsed. Processor time is measured while a request is handled and charged afterwards:
whoever is overdrawn waits until time has made up for it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from typing import Any, Final, TypeVar

from .limits import Amounts, Bucket, Clock, Limits

T = TypeVar("T")

ACTIVE: Final = 2.0  # seconds after its last request for which an address counts as active
MILLISECONDS: Final = 1000.0


class Budgets:
    """The budgets of all guests and addresses. One for each server."""

    def __init__(self, limits: Limits, clock: Clock = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self.guest_frames = limits.own_frames.buckets(clock)
        self.address_frames = limits.address_frames.buckets(clock)
        self._guest_work = limits.work.buckets(clock)
        self._address_work = limits.address_work.buckets(clock)
        self.bot_moves = limits.bot_moves.buckets(clock)
        self.unread = Amounts(limits.unread * 1024)
        self._latest = ""  # the address that was active last,
        self._latest_at = float("-inf")  # when that was,
        self._other_at = float("-inf")  # and when any other address was
        self.on_refusal: Callable[[str], None] = lambda code: None

    def connection_frames(self) -> Bucket:
        return self._limits.frames.bucket(self._clock)

    def account(self, guest: str, address: str) -> Account:
        """What a guest, or a stranger (""), pays with."""
        return Account(
            self,
            address,
            self._guest_work.of(guest) if guest else None,
            self._address_work.of(address) if address else None,
        )

    def charge_address(self, address: str, seconds: float) -> None:
        """Charge processor time to an address alone, before anybody is known there."""
        self._address_work.of(address).charge(seconds * MILLISECONDS)

    def active(self, address: str) -> None:
        """Note that an address has asked for something."""
        now = self._clock()
        if address != self._latest:
            self._other_at, self._latest = self._latest_at, address
        self._latest_at = now

    def others_active(self, address: str) -> bool:
        """Whether another address has asked for something lately. Alone, an address may use the whole machine."""
        others = self._other_at if address == self._latest else self._latest_at
        return others > self._clock() - ACTIVE


class Account:
    """The processor time of one guest at one address."""

    def __init__(self, budgets: Budgets, address: str, guest: Bucket | None, shared: Bucket | None) -> None:
        self._budgets = budgets
        self.address = address
        self._guest = guest
        self._shared = shared

    def charge(self, seconds: float) -> None:
        """Charge processor time that was used."""
        cost = seconds * MILLISECONDS
        if self._guest is not None:
            self._guest.charge(cost)
        if self._shared is not None:
            self._shared.charge(cost)
            self._budgets.active(self.address)

    def hold(self, size: int) -> bool:
        """Count bytes that wait to be read, until they are released; whether they are within the address's limit."""
        return not self.address or self._budgets.unread.add(self.address, size)

    def release(self, size: int) -> None:
        if self.address:
            self._budgets.unread.remove(self.address, size)

    def pay_bot_move(self) -> float:
        """Pay for a bot's move at a table where no person plays; return the seconds to wait before it."""
        moves = self._budgets.bot_moves.of(self.address)
        moves.charge(1.0)
        return moves.overdrawn()

    def overdrawn(self) -> float:
        """Seconds to wait before the next request; 0.0 if there is no need."""
        return max(self.guest_overdrawn(), self.address_overdrawn())

    def guest_overdrawn(self) -> float:
        return 0.0 if self._guest is None else self._guest.overdrawn()

    def address_overdrawn(self) -> float:
        wait = 0.0 if self._shared is None else self._shared.overdrawn()
        return wait if wait and self._budgets.others_active(self.address) else 0.0


# ---- measuring ------------------------------------------------------------------------------------------------------

_paying: ContextVar[Account | None] = ContextVar("paying", default=None)


def paying() -> Account | None:
    """The account that pays for what runs now."""
    return _paying.get()


def address_paying() -> str:
    """The address of whoever pays for what runs now; empty for what the server does by itself."""
    account = _paying.get()
    return "" if account is None else account.address


class Metered(Coroutine[Any, Any, T]):
    """A coroutine whose processor time is charged to an account, step by step: what it waits for costs nothing."""

    def __init__(self, work: Coroutine[Any, Any, T], account: Account) -> None:
        self._work = work
        self._account = account

    def send(self, value: Any) -> Any:
        return self._step(self._work.send, value)

    def throw(self, *error: Any) -> Any:
        return self._step(self._work.throw, *error)

    def close(self) -> None:
        self._work.close()

    def __await__(self) -> Generator[Any, Any, T]:
        return self

    __iter__ = __await__

    def __next__(self) -> Any:
        return self.send(None)

    def _step(self, step: Callable[..., Any], *given: Any) -> Any:
        token = _paying.set(self._account)
        begun = time.thread_time()
        try:
            return step(*given)
        finally:
            self._account.charge(time.thread_time() - begun)
            _paying.reset(token)


def charged_to(account: Account | None, work: Callable[[], T]) -> Callable[[], T]:
    """Work for a thread, which measures what it takes."""
    if account is None:
        return work

    def measured() -> T:
        begun, before = time.thread_time(), _paying.set(account)
        try:
            return work()
        finally:
            _paying.reset(before)
            account.charge(time.thread_time() - begun)

    return measured
