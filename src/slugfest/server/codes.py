"""Codes for matches: short enough to read out over the phone, too many to guess."""

from __future__ import annotations

import secrets
from typing import Final

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # without 0 O, 1 I L: nobody mistakes a letter
LENGTH: Final = 8  # 31 ** 8: 850 thousand million


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def read_code(typed: str) -> str | None:
    """The code somebody typed, in small letters or with dashes between; None if it cannot be one."""
    code = typed.replace("-", "").replace(" ", "").upper()
    return code if len(code) == LENGTH and all(letter in ALPHABET for letter in code) else None


def new_secret() -> str:
    """What all chance of a match will come from."""
    return secrets.token_hex(16)


def new_guest() -> str:
    return secrets.token_hex(16)
