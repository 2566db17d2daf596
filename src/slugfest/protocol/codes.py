"""Random codes: ids of matches, their secrets, ids of guests."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # without 0 O, 1 I L: nobody mistakes a letter
LENGTH: Final = 8  # 31 ** 8, about 8.5e11


class Codes:
    """Draws unpredictable codes from the operating system's randomness.

    No setting and no request changes the source. A program that builds its own application may pass another one, as
    the browser tests do for reproducible matches.
    """

    def __init__(self, random: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._random = random  # returns this many unpredictable bytes

    def match(self) -> str:
        """The id of a match: short enough to read out over the phone, too many to guess."""
        return "".join(ALPHABET[self._below(len(ALPHABET))] for _ in range(LENGTH))

    def secret(self) -> str:
        """The secret of a match, from which its randomness comes together with everybody's nonce."""
        return self._random(32).hex()

    def guest(self) -> str:
        """The id of a new guest."""
        return self._random(16).hex()

    def nonce(self) -> str:
        """A nonce in place of people who share a device."""
        return self._random(16).hex()

    def _below(self, limit: int) -> int:
        return int.from_bytes(self._random(16)) % limit  # 128 bits: the bias is negligible


def read_code(typed: str) -> str | None:
    """The match id in what a person typed, perhaps with small letters or dashes; None if it cannot be one."""
    code = typed.replace("-", "").replace(" ", "").upper()
    return code if len(code) == LENGTH and all(letter in ALPHABET for letter in code) else None
