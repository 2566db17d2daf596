"""Where all chance of one game comes from: words (imagined), or a match's secret and all it is bound to (live).

Every use of chance gets a generator of its own, so a move that used none can be taken back while the rest replays
unchanged. docs/fairness.md says what live chance proves to whom.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from mypy_extensions import mypyc_attr

from .errors import SlugfestError
from .options import Options, spell
from .rng import RNG_STATES, KeyedRng, LiveRng, LoadedRng, Rng, seeded

IMAGINED: Final = 1
LIVE: Final = 2
DUPLICATE: Final = 3  # live, and the same at all tables of a round
NONCE_LENGTH: Final = 32  # hexadecimal digits
LONGEST_SECRET: Final = (
    64  # bytes: HMAC would replace a longer key by its hash, which is the public commitment
)
_HEX: Final = "0123456789abcdef"


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """Imagined chance: the same words give the same game. Records and logs of old had no other."""

    kind: int

    def __init__(self, secret: str) -> None:
        self.kind = IMAGINED
        self.secret = secret

    def bind(self, game: str, rules: int, seats: int, options: Options) -> None:
        """Bind this chance to what is played, before its first use."""

    def of_use(self, use: int) -> Rng:
        """The generator behind one use of chance."""
        return seeded("slugfest", self.secret, use)

    def of_use_after(self, use: int, draws: dict[str, int]) -> Rng:
        """The same, where ``draws`` says how often each name was drawn for before (:meth:`Rng.name_draw`)."""
        return self.of_use(use)

    def of_thought(self, purpose: str, seat: int, moved: int) -> Rng:
        """The generator that a bot draws from while it thinks about one decision of a seat."""
        return seeded("slugfest", purpose, self.secret, seat, moved)


@mypyc_attr(allow_interpreted_subclasses=True)
class LoadedChance(Chance):
    """Simulated chance with scripted results first; lessons load their dice with it."""

    def __init__(self, secret: str) -> None:
        super().__init__(secret)
        self.falls: list[int] = []  # what is still to fall, number by number
        self._fallen: dict[
            int, list[int]
        ] = {}  # by use: what fell, so that it falls again when moves are replayed
        self._use = -1
        self._rng = LoadedRng()

    def load(self, falls: list[int], use: int) -> None:
        """From this use on chance falls like this; what fell in it before is forgotten."""
        self._settle()
        self.falls = list(falls)
        for known in list(self._fallen):
            if known >= use:
                del self._fallen[known]

    def left(self) -> list[int]:
        """The scripted results that have not been used yet."""
        self._settle()
        return self.falls

    def of_use(self, use: int) -> Rng:
        self._settle()
        again = use in self._fallen
        rng = LoadedRng(super().of_use(use).state, self._fallen[use] if again else self.falls)
        if not again:
            self._use = use
            self._rng = rng
        return rng

    def _settle(self) -> None:
        """Note what fell in the last use."""
        used = len(self.falls) - len(self._rng.falls)
        if self._use >= 0 and used > 0:
            self._fallen[self._use] = self.falls[:used]
            self.falls = self.falls[used:]
        self._use = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class LiveChance(Chance):
    """The chance of a match between people.

    The seed is HMAC-SHA-256 of ``terms``, keyed by the secret. The terms are a text with a line for everything that
    the match is: its id, the game, the rules' version, the options, and each seat with the nonce of its person.
    ``seats`` says of each "bot", "person", or "person NONCE".
    """

    def __init__(self, secret: str, match: str, seats: list[str]) -> None:
        super().__init__(secret)
        if not 0 < len(secret.encode()) <= LONGEST_SECRET:
            raise SlugfestError(f"a match's secret has 1 to {LONGEST_SECRET} bytes")
        self.kind = LIVE
        self.match = match
        self.seats = list(seats)
        self.terms = ""
        self.seed = b""

    def bind(self, game: str, rules: int, seats: int, options: Options) -> None:
        if seats != len(self.seats):
            raise SlugfestError(f"chance is bound to {len(self.seats)} seats, but {seats} play")
        lines = ["slugfest chance 2", f"match: {self.match}", f"game: {game}", f"rules: {rules}"]
        lines += [f"option {key}: {spell(options[key])}" for key in sorted(options)]
        lines += [f"seat {number}: {seat}" for number, seat in enumerate(self.seats, 1)]
        self.terms = "\n".join(lines)
        self.seed = hmac.digest(self.secret.encode(), self.terms.encode(), "sha256")

    def of_use(self, use: int) -> Rng:
        return LiveRng(self.seed, use)

    def of_thought(self, purpose: str, seat: int, moved: int) -> Rng:
        """Imagined chance: what a bot shows of it leads to no use of live chance, nor to another thought."""
        text = f"thought {purpose} {seat} {moved}"
        digest = hmac.digest(self.seed, text.encode(), "sha256")
        return Rng(int.from_bytes(digest[:16], "big") % RNG_STATES + 1)


@mypyc_attr(allow_interpreted_subclasses=True)
class DuplicateChance(LiveChance):
    """The chance of one table of a duplicate round, the same at every table.

    The terms name the round instead of the match, and every seat of every table with the nonce of its person, so all
    tables have one seed. What falls depends on what is drawn for, not on who asks first.
    """

    def __init__(self, secret: str, match: str, round_: str, table: int, tables: list[list[str]]) -> None:
        if not 0 <= table < len(tables):
            raise SlugfestError(f"round {round_} has no table {table + 1}")
        super().__init__(secret, match, tables[table])
        self.kind = DUPLICATE
        self.round = round_
        self.table = table
        self.tables = [list(seats) for seats in tables]

    def bind(self, game: str, rules: int, seats: int, options: Options) -> None:
        for sitting in self.tables:
            if seats != len(sitting):
                raise SlugfestError(
                    f"chance is bound to tables of {len(sitting)} seats, but {seats} play: a round has one size"
                )
        lines = ["slugfest chance 3", f"round: {self.round}", f"game: {game}", f"rules: {rules}"]
        lines += [f"option {key}: {spell(options[key])}" for key in sorted(options)]
        lines += seats_of_tables(self.tables)
        self.terms = "\n".join(lines)
        self.seed = hmac.digest(self.secret.encode(), self.terms.encode(), "sha256")

    def of_use(self, use: int) -> Rng:
        return KeyedRng(self.seed, {})

    def of_use_after(self, use: int, draws: dict[str, int]) -> Rng:
        return KeyedRng(self.seed, draws)


def seats_of_tables(tables: list[list[str]]) -> list[str]:
    """The lines that say who sits where in a duplicate round."""
    return [
        f"table {table} seat {seat}: {who}"
        for table, sitting in enumerate(tables, 1)
        for seat, who in enumerate(sitting, 1)
    ]


def commitment(secret: str) -> str:
    """The hash of a match's secret: shown before anybody adds a nonce, checked when the secret is shown at the end."""
    return hashlib.sha256(secret.encode()).hexdigest()


def is_nonce(text: str) -> bool:
    """Whether a text is what a person may add to the chance of a match."""
    return len(text) == NONCE_LENGTH and all(letter in _HEX for letter in text)


def is_seat(text: str) -> bool:
    """Whether a text says who sits on a seat, as the terms of a match do."""
    return text in ("bot", "person") or (text[:7] == "person " and is_nonce(text[7:]))
