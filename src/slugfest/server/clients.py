"""Somebody connected to a match, as a room sees them."""

from __future__ import annotations

from abc import ABC, abstractmethod

import msgspec

from slugfest.table.messages import ServerMessage

_encode = msgspec.json.Encoder().encode


def encoded(message: ServerMessage) -> bytes:
    """A message as it is sent."""
    return _encode(message)


class Client(ABC):
    """Somebody connected to a match."""

    guest: str
    address: str = ""  # where it comes from, as limits count addresses

    @abstractmethod
    def send_encoded(self, message: bytes) -> None:
        """Queue an encoded message. Never blocks, never fails."""

    @abstractmethod
    def close(self, code: int, reason: str) -> None:
        """End the connection after what was sent before."""

    def delay(self) -> int:
        """The measured time of a message there and back, in milliseconds."""
        return 0

    def pay_bot_move(self) -> float:
        """Pay for a bot's move at a table where no person plays; return the seconds to wait before it."""
        return 0.0

    def send(self, message: ServerMessage) -> None:
        self.send_encoded(encoded(message))
