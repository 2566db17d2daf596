"""Codes and secrets that are the same on every run, so that tests play the same matches."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from typing import Final

from slugfest.kernel import NONCE_LENGTH
from slugfest.protocol.codes import ALPHABET, LENGTH, Codes


class DealtCodes(Codes):
    """Codes that follow from the deal and from how many of their kind were drawn before."""

    def __init__(self, deal: str) -> None:
        self.begin(deal)

    def begin(self, deal: str) -> None:
        """The next test."""
        self._deal = deal
        self._drawn: Counter[str] = Counter()

    def _draw(self, kind: str) -> str:
        self._drawn[kind] += 1
        return hashlib.sha256(f"{self._deal}\0{kind}\0{self._drawn[kind]}".encode()).hexdigest()

    def match(self) -> str:
        number, letters = int(self._draw("match"), 16), ""
        for _ in range(LENGTH):
            number, letter = divmod(number, len(ALPHABET))
            letters += ALPHABET[letter]
        return letters

    def secret(self) -> str:
        return self._draw("secret")

    def guest(self) -> str:
        return self._draw("guest")[:32]

    def nonce(self) -> str:
        return self._draw("nonce")[:NONCE_LENGTH]


class CodesOfTest(DealtCodes):
    """Codes that follow from the name of the running test. All servers of this process draw from the same ones: what
    one has drawn, the next, which may have the same store, does not draw again."""

    _counts: Final[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__("")
        self._drawn = self._counts

    def _draw(self, kind: str) -> str:
        test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
        return super()._draw(f"{test}\0{kind}")
