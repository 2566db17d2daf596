"""What connections may send: counted before it is parsed, and not read while the sender's budget is used up.

A WebSocket frame of any kind, an HTTP request, a piece of data as the network delivers it, and a kilobyte are one unit
each. Units are charged to the connection, its address and, once known, its guest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from .budgets import Budgets

PIECE: Final = 512  # bytes that a parser gets at once: at most 85 frames, or some 20 requests
KILOBYTE: Final = 1024
MOST_HELD: Final = 64 * KILOBYTE  # of one connection beyond its budget; no honest one sends more at once
OPENING: Final = 5.0  # units for a new connection
PAUSE: Final = 0.1  # seconds at least for which a connection is not read
LONGEST_SLOWDOWN: Final = 5.0  # seconds for which a sender beyond its own budget is only slowed down


class Intake:
    """The budget of one connection. A proxy's connection for many people has none: ``shared``."""

    def __init__(self, budgets: Budgets, address: str, shared: bool = False) -> None:
        self._budgets = budgets
        self._own = None if shared else budgets.connection_frames()
        self.belong_to("", address)

    def belong_to(self, guest: str, address: str) -> None:
        """Charge this guest and this address from now on; either may be empty, which is charged nothing."""
        self._guest = self._budgets.guest_frames.of(guest) if guest else None
        self._address = self._budgets.address_frames.of(address) if address else None
        self.account = self._budgets.account(guest, address)

    def charge(self, units: float) -> None:
        for bucket in (self._own, self._guest, self._address):
            if bucket is not None:
                bucket.charge(units)

    def overdrawn(self) -> float:
        """Seconds for which nothing more may be read: because of frames, or of processor time."""
        wait = self.account.overdrawn()
        for bucket in (self._own, self._guest, self._address):
            if bucket is not None:
                wait = max(wait, bucket.overdrawn())
        return wait

    def at_fault(self) -> bool:
        """Whether this connection or its guest has sent too much, and not only others at the same address."""
        return any(bucket is not None and bucket.overdrawn() > 0.0 for bucket in (self._own, self._guest))

    def refused(self) -> None:
        self._budgets.on_refusal("TOO_FAST")


class Reader:
    """Passes what a connection has sent to a parser, a little at a time, as far as its budget allows.

    ``parse`` returns the number of frames or requests in a piece. Nothing is parsed while ``busy``: what was parsed
    before has not been taken yet, or answers are not being read. ``give_up`` ends a connection that does not slow down.
    """

    def __init__(
        self,
        intake: Intake,
        transport: asyncio.Transport,
        parse: Callable[[bytes], int],
        busy: Callable[[], bool],
        give_up: Callable[[], None],
    ) -> None:
        self.intake = intake
        self._transport = transport
        self._parse = parse
        self._busy = busy
        self._give_up = give_up
        self._loop = asyncio.get_running_loop()
        self._held = b""
        self._at = 0  # where the rest begins
        self._timer: asyncio.TimerHandle | None = None
        self._slow_since: float | None = None

    def feed(self, data: bytes) -> None:
        """Parse data, or hold it until there is budget for it."""
        self._held = self._held[self._at :] + data if self.holds else data
        self._at = 0
        self.intake.charge(1.0)
        self.go_on()

    def go_on(self) -> None:
        """Parse what is held. Called again whenever the connection may not be busy any more."""
        if self._timer is not None:
            return
        while self.holds and not self._transport.is_closing():
            if self._busy():
                self._transport.pause_reading()
                return
            if wait := self.intake.overdrawn():
                self._slow_down(wait)
                return
            piece = self._held[self._at : self._at + PIECE]
            self._at += len(piece)
            self.intake.charge(self._parse(piece) + len(piece) / KILOBYTE)
        self._held, self._at, self._slow_since = b"", 0, None
        if not self._transport.is_closing() and not self._busy():
            self._transport.resume_reading()

    def _slow_down(self, wait: float) -> None:
        now = self._loop.time()
        self._transport.pause_reading()
        if not self.intake.at_fault():
            self._slow_since = None
        elif self._slow_since is None:
            self._slow_since = now
        too_long = self._slow_since is not None and now - self._slow_since > LONGEST_SLOWDOWN
        if too_long or len(self._held) - self._at > MOST_HELD:
            self.close()
            self.intake.refused()
            self._give_up()
            return
        self._timer = self._loop.call_later(max(wait, PAUSE), self._resume)

    def _resume(self) -> None:
        self._timer = None
        self.go_on()

    @property
    def holds(self) -> bool:
        """Whether there is data that was not parsed yet."""
        return self._at < len(self._held)

    def close(self) -> None:
        """Drop what is held."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._held, self._at = b"", 0

    def end(self) -> None:
        """Drop the references to a connection that has ended, so that it is freed at once (``run.avoid_pauses``)."""
        self.close()
        self._parse, self._busy, self._give_up = _no_frames, _always, _nothing


def _no_frames(piece: bytes) -> int:
    return 0


def _always() -> bool:
    return True


def _nothing() -> None:
    return
