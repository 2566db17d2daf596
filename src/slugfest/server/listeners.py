"""Somebody connected to a match, as its room sees them."""

from __future__ import annotations

from abc import ABC, abstractmethod

import msgspec

from slugfest.table.messages import ServerMessage

_encode = msgspec.json.Encoder().encode


def encoded(message: ServerMessage) -> bytes:
    """A message as it travels."""
    return _encode(message)


class Listener(ABC):
    """Somebody connected to a match."""

    guest: str

    @abstractmethod
    def send(self, message: bytes) -> None:
        """Hand a message over. Never blocks, never fails."""

    @abstractmethod
    def close(self, code: int, reason: str) -> None:
        """End the connection after what was sent before."""

    def delay(self) -> int:
        """How long messages to them and back take, in milliseconds, as far as that was measured."""
        return 0

    def tell(self, message: ServerMessage) -> None:
        self.send(encoded(message))
