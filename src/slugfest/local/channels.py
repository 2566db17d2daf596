"""Channels, which stand in for sockets: to a match, a lesson, the own matches, or the device that people share."""

from __future__ import annotations

from collections import deque
from typing import Final

from slugfest.table.messages import ServerMessage

from .journal import Journal, text_of

COME_BACK: Final = 1012
GONE_FOR_GOOD: Final = 4410
NOT_THERE: Final = 4404

ENDINGS: Final = {
    "NO_SUCH_GAME": NOT_THERE,
    "NO_SUCH_LESSON": NOT_THERE,
    "NO_SUCH_PUZZLE": NOT_THERE,
    "NO_SUCH_MATCH": NOT_THERE,
    "NO_SUCH_PAGE": NOT_THERE,
}


class Outbox:
    """Messages to send, in order. Each waits until the rows written before it are stored."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._waiting: deque[tuple[int, int, str | int]] = deque()
        self._at_once: list[tuple[int, str | int]] = []

    def put(self, channel: int, message: str | int) -> None:
        self._waiting.append((self._journal.written, channel, message))

    def put_at_once(self, channel: int, message: str) -> None:
        """Send without waiting for rows, for example that rows cannot be stored."""
        self._at_once.append((channel, message))

    def take(self) -> list[tuple[int, str | int]]:
        taken, self._at_once = self._at_once, []
        while self._waiting and self._waiting[0][0] <= self._journal.saved:
            _, channel, message = self._waiting.popleft()
            taken.append((channel, message))
        return taken

    def forget(self, channel: int) -> None:
        """Drop the messages of a closed channel."""
        self._waiting = deque(item for item in self._waiting if item[1] != channel)
        self._at_once = [item for item in self._at_once if item[0] != channel]


class Channel:
    """One channel."""

    def __init__(self, number: int, guest: str, outbox: Outbox) -> None:
        self.number = number
        self.guest = guest
        self._outbox = outbox
        self._last = ""

    def send(self, message: ServerMessage) -> None:
        self.send_text(text_of(message))

    def send_text(self, text: str) -> None:
        self._outbox.put(self.number, text)

    def send_if_changed(self, message: ServerMessage) -> None:
        """Send a message that is always sent whole, unless it is the same as the last one."""
        text = text_of(message)
        if text != self._last:
            self._last = text
            self.send_text(text)

    def send_at_once(self, message: ServerMessage) -> None:
        self._outbox.put_at_once(self.number, text_of(message))

    def end(self, code: int) -> None:
        self._outbox.put(self.number, code)

    # ---- to be overridden ---------------------------------------------------------------------------------------

    def receive(self, text: str) -> None:
        """Handle a text from the page."""

    def close(self) -> None:
        """Clean up after the page has closed the channel."""
