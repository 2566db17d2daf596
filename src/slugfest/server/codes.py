"""What a server draws by lot: codes for matches, the secrets behind them, and who its guests are."""

from __future__ import annotations

import secrets
from typing import Final

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # without 0 O, 1 I L: nobody mistakes a letter
LENGTH: Final = 8  # 31 ** 8: 850 thousand million


class Codes:
    """Drawn by the machine's own randomness, so that nobody can foretell them.

    No setting and no request leads past this. A program that builds its own application may bring another source;
    the browser tests do, whose matches are the same every time.
    """

    def match(self) -> str:
        """Short enough to read out over the phone, too many to guess."""
        return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))

    def secret(self) -> str:
        """What all chance of a match will come from, together with everybody's nonce."""
        return secrets.token_hex(32)

    def guest(self) -> str:
        """The identity of somebody new."""
        return secrets.token_hex(16)

    def number(self) -> int:
        """Three digits that tell nameless guests apart."""
        return secrets.randbelow(900) + 100


def read_code(typed: str) -> str | None:
    """The match's code that somebody typed, in small letters or with dashes between; None if it cannot be one."""
    code = typed.replace("-", "").replace(" ", "").upper()
    return code if len(code) == LENGTH and all(letter in ALPHABET for letter in code) else None
