"""What a house draws by lot: codes for matches, the secrets behind them, and who its guests are."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # without 0 O, 1 I L: nobody mistakes a letter
LENGTH: Final = 8  # 31 ** 8: 850 thousand million


class Codes:
    """Drawn by the machine's own randomness, so that nobody can foretell them.

    No setting and no request leads past this. A program that builds its own application may bring another source;
    the browser tests do, whose matches are the same every time.
    """

    def __init__(self, random: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._random = random  # so many bytes that nobody can foretell

    def match(self) -> str:
        """Short enough to read out over the phone, too many to guess."""
        return "".join(ALPHABET[self._below(len(ALPHABET))] for _ in range(LENGTH))

    def secret(self) -> str:
        """What all chance of a match will come from, together with everybody's nonce."""
        return self._random(32).hex()

    def guest(self) -> str:
        """The identity of somebody new."""
        return self._random(16).hex()

    def number(self) -> int:
        """Three digits that tell nameless guests apart."""
        return self._below(900) + 100

    def nonce(self) -> str:
        """What a house adds to chance in the place of people who share its device."""
        return self._random(16).hex()

    def _below(self, limit: int) -> int:
        return (
            int.from_bytes(self._random(16)) % limit
        )  # so many bits that none is more likely in any way that counts


def read_code(typed: str) -> str | None:
    """The match's code that somebody typed, in small letters or with dashes between; None if it cannot be one."""
    code = typed.replace("-", "").replace(" ", "").upper()
    return code if len(code) == LENGTH and all(letter in ALPHABET for letter in code) else None
