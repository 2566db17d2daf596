"""Chance, of two kinds.

*Imagined* chance, for search, samples, the lab and worked examples: one small fast generator whose whole state is one
integer. Multiply-with-carry in base 2**32: the low half of the state is the digit, the high half the carry. Every
product stays below 2**63, so the numbers are the same compiled (machine integers) and interpreted (Python integers).
Whoever has seen some of its numbers can compute the others.

Rules name what they draw for (:meth:`Rng.name_draw`), and draw cards and pieces by :meth:`Rng.shuffle` and
:meth:`Rng.draw_from`. Only keyed chance listens: there every name has a stream of its own.

*Live* chance, for what is decided between people: a cryptographic stream. Whoever has seen all of it so far knows
nothing about what comes. docs/fairness.md explains where its key comes from.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Any, Final

from mypy_extensions import i64

_MULTIPLIER: Final = 1791398085  # multiplier * 2**31 - 1 is prime, so the period is about 2**61
_MASK: Final = 0xFFFFFFFF
RNG_STATES: Final = (_MULTIPLIER << 32) - 2  # states run from 1 to this
FIRST_STATE: Final = 1  # of a generator that nobody seeded
_WORDS: Final = 1 << 32  # how many words of 32 bits there are
_WORDS_A_BLOCK: Final = 8  # of live chance: a block is one SHA-256


class Rng:
    """A source of imagined chance. ``state`` is all there is to know about it."""

    state: i64

    def __init__(self, state: i64 = FIRST_STATE) -> None:
        self.state = state

    def next(self) -> i64:
        """The next 32 random bits."""
        state: i64 = self.state
        state = _MULTIPLIER * (state & _MASK) + (state >> 32)
        self.state = state
        return (state & _MASK) ^ (state >> 32)

    def below(self, n: i64) -> i64:
        """A number from 0 to n-1, each equally likely (n is small beside 2**32)."""
        state: i64 = self.state  # as in next(), written out: searches spend their time here
        state = _MULTIPLIER * (state & _MASK) + (state >> 32)
        self.state = state
        return (((state & _MASK) ^ (state >> 32)) * n) >> 32

    def shuffle(self, cards: list[int]) -> None:
        """Put a list into random order, in place."""
        state: i64 = self.state  # as in below(), written out: every imagined position is dealt anew
        i: i64 = len(cards) - 1
        while i > 0:
            state = _MULTIPLIER * (state & _MASK) + (state >> 32)
            j = (((state & _MASK) ^ (state >> 32)) * (i + 1)) >> 32
            card = cards[i]
            cards[i] = cards[j]
            cards[j] = card
            i -= 1
        self.state = state

    def shuffle_end(self, cards: list[int], count: i64) -> Rng | None:
        """The same, but only the last ``count`` cards are put into their places, which is all that most deals need.

        This generator goes on as if everything was done. What comes back does the rest, if it is wanted after all:
        shuffle the other cards with it. None: there is no rest.
        """
        state: i64 = self.state
        i: i64 = len(cards) - 1
        while i > 0 and count > 0:
            state = _MULTIPLIER * (state & _MASK) + (state >> 32)
            j = (((state & _MASK) ^ (state >> 32)) * (i + 1)) >> 32
            card = cards[i]
            cards[i] = cards[j]
            cards[j] = card
            i -= 1
            count -= 1
        rest = Rng(state) if i > 0 else None
        while i > 0:
            state = _MULTIPLIER * (state & _MASK) + (state >> 32)
            i -= 1
        self.state = state
        return rest

    def draw_from(self, pieces: list[int]) -> int:
        """Take one of several pieces out of a list, each equally likely."""
        return pieces.pop(int(self.below(len(pieces))))

    def keyed(self) -> bool:
        """Whether draws are keyed by their names. Rules may ask first where computing a name takes long."""
        return False

    def name_draw(self, purpose: str, seat: int, round_: int = 0, which: int = 0) -> None:
        """Say what the next draws are for: in a game that is dealt to several tables, the same name draws the same.

        ``seat`` is -1 for what belongs to nobody; ``which`` tells draws of one seat in one round apart. A name that is
        used again counts on: its second use is the second at every table.
        """

    def shuffle_by_lot(self, cards: list[int]) -> None:
        """The same, drawn number by number: for chance that has a :meth:`below` of its own."""
        for i in range(len(cards) - 1, 0, -1):
            j = int(self.below(i + 1))
            cards[i], cards[j] = cards[j], cards[i]

    def copy(self) -> Rng:
        return Rng(self.state)

    def __reduce__(self) -> tuple[Any, ...]:
        return Rng, (int(self.state),)

    def fork(self) -> Rng:
        """A new generator seeded from this one, for work that must not disturb this one's sequence."""
        high: i64 = self.next() >> 2
        return Rng(((high << 32) | self.next()) % RNG_STATES + 1)


class LiveRng(Rng):
    """One use of live chance: HMAC-SHA-256 in counter mode, keyed by the match's seed.

    Block ``b`` of use ``i`` is HMAC-SHA-256(seed, "chance i b"): eight words of 32 bits, the highest byte first.
    ``state`` only counts the words drawn, so it shows that chance was used and reveals nothing about it.
    """

    def __init__(self, seed: bytes, use: int) -> None:
        super().__init__(0)
        self._seed = seed
        self._use = use
        self._block = b""

    def next(self) -> i64:
        drawn = int(self.state)
        place = drawn % _WORDS_A_BLOCK * 4
        if place == 0:
            text = f"chance {self._use} {drawn // _WORDS_A_BLOCK}"
            self._block = hmac.digest(self._seed, text.encode(), "sha256")
        self.state += 1
        return int.from_bytes(self._block[place : place + 4], "big")

    def below(self, n: i64) -> i64:
        """A number from 0 to n-1, each exactly equally likely: the last words, too few for another round, are drawn
        again."""
        if n < 1 or n > _WORDS:
            raise ValueError(f"chance falls on one of 1 to {_WORDS} numbers, not of {int(n)}")
        rounds: i64 = _WORDS - _WORDS % n
        word = self.next()
        while word >= rounds:
            word = self.next()
        return word % n

    def shuffle(self, cards: list[int]) -> None:
        self.shuffle_by_lot(cards)

    def shuffle_end(self, cards: list[int], count: i64) -> Rng | None:
        self.shuffle_by_lot(cards)
        return None

    def copy(self) -> Rng:
        return _read_live(self._seed, self._use, int(self.state), self._block)

    def __reduce__(self) -> tuple[Any, ...]:
        return _read_live, (self._seed, self._use, int(self.state), self._block)

    def fork(self) -> Rng:
        """Another cryptographic stream, which reveals nothing about this one."""
        text = f"fork {self._use} {int(self.state)}"
        self.next()
        return LiveRng(hmac.digest(self._seed, text.encode(), "sha256"), 0)


def _read_live(seed: bytes, use: int, state: int, block: bytes) -> LiveRng:
    rng = LiveRng(seed, use)
    rng.state = state
    rng._block = block
    return rng


class KeyedRng(LiveRng):
    """Live chance with a stream for every name, however often others are used: the chance of a duplicate round.

    Block ``b`` of the ``c``-th use of a name is HMAC-SHA-256(seed, "name c b"). Cards are put into the order of numbers
    of their own, HMAC-SHA-256(seed, "name c card v k") for the ``k``-th card of value ``v``: piles that lay in another
    order before come into the same one, and a pile that lacks some cards into the same order of the others.

    ``counts`` says how often each name was used before; ``named`` is what this one has used.
    """

    def __init__(self, seed: bytes, counts: dict[str, int]) -> None:
        super().__init__(seed, 0)
        self._counts = counts
        self.named: list[str] = []
        self._name = ""  # with its count; empty: nothing was named yet
        self._drawn = 0  # words of this name

    def keyed(self) -> bool:
        return True

    def name_draw(self, purpose: str, seat: int, round_: int = 0, which: int = 0) -> None:
        self._begin(f"{purpose} {round_} {seat} {which}")

    def _begin(self, name: str) -> None:
        count = self._counts.get(name, 0)
        for earlier in self.named:
            if earlier == name:
                count += 1
        self.named.append(name)
        self._name = f"{name} {count}"
        self._drawn = 0

    def next(self) -> i64:
        if not self._name:
            self._begin("unnamed")
        place = self._drawn % _WORDS_A_BLOCK * 4
        if place == 0:
            text = f"{self._name} {self._drawn // _WORDS_A_BLOCK}"
            self._block = hmac.digest(self._seed, text.encode(), "sha256")
        self._drawn += 1
        self.state += 1
        return int.from_bytes(self._block[place : place + 4], "big")

    def shuffle(self, cards: list[int]) -> None:
        ranked = self._ranked(cards)
        ranked.sort()
        for place, (_, card) in enumerate(ranked):
            cards[place] = card

    def draw_from(self, pieces: list[int]) -> int:
        _, drawn = min(self._ranked(pieces))
        pieces.remove(drawn)
        return drawn

    def _ranked(self, cards: list[int]) -> list[tuple[bytes, int]]:
        """Cards with the numbers by which they are put in order."""
        if not self._name:
            self._begin("unnamed")
        self.state += len(cards)
        seen: dict[int, int] = {}
        ranked: list[tuple[bytes, int]] = []
        for card in cards:
            copy = seen.get(card, 0)
            seen[card] = copy + 1
            text = f"{self._name} card {card} {copy}"
            ranked.append((hmac.digest(self._seed, text.encode(), "sha256"), card))
        return ranked

    def copy(self) -> Rng:
        return _read_keyed(*self._parts())

    def __reduce__(self) -> tuple[Any, ...]:
        return _read_keyed, self._parts()

    def _parts(self) -> tuple[bytes, dict[str, int], list[str], str, int, int, bytes]:
        named = list(self.named)
        return self._seed, self._counts, named, self._name, self._drawn, int(self.state), self._block


def _read_keyed(
    seed: bytes, counts: dict[str, int], named: list[str], name: str, drawn: int, state: int, block: bytes
) -> KeyedRng:
    rng = KeyedRng(seed, counts)
    rng.named = named
    rng._name = name
    rng._drawn = drawn
    rng.state = state
    rng._block = block
    return rng


class LoadedRng(Rng):
    """Chance with scripted results, for worked examples ("the card that is hit is the second")."""

    falls: list[int]

    def __init__(self, state: i64 = 1, falls: list[int] | None = None) -> None:
        super().__init__(state)
        self.falls = list(falls) if falls is not None else []

    def below(self, n: i64) -> i64:
        drawn = super().below(n)
        if not self.falls:
            return drawn
        result = self.falls.pop(0)
        if result < 0 or result >= n:
            raise ValueError(f"the scripted result is {result}, but only 0 to {int(n) - 1} is possible here")
        return result

    def shuffle(self, cards: list[int]) -> None:
        self.shuffle_by_lot(cards)

    def shuffle_end(self, cards: list[int], count: i64) -> Rng | None:
        self.shuffle_by_lot(cards)
        return None

    def copy(self) -> Rng:
        return LoadedRng(self.state, self.falls)

    def __reduce__(self) -> tuple[Any, ...]:
        return LoadedRng, (int(self.state), self.falls)


class DrawNeeded(Exception):
    """An :class:`EnumeratedRng` was asked for a draw that it has not been given: one of ``outcomes`` numbers."""

    def __init__(self, outcomes: int) -> None:
        super().__init__(outcomes)
        self.outcomes = outcomes


class EnumeratedRng(Rng):
    """Chance that a program decides draw by draw, to go through everything that may happen.

    The draws given are used up in order; asked for one more, it raises :class:`DrawNeeded`, and the move is to be made
    again, on a copy of the position, with that draw added.
    """

    def __init__(self, draws: list[int]) -> None:
        super().__init__(FIRST_STATE)
        self.draws = draws
        self.used = 0

    def next(self) -> i64:
        raise NotImplementedError("whole random words cannot be enumerated: draw with below() or shuffle()")

    def below(self, n: i64) -> i64:
        if n == 1:
            return 0
        if self.used == len(self.draws):
            raise DrawNeeded(int(n))
        self.used += 1
        return self.draws[self.used - 1]

    def shuffle(self, cards: list[int]) -> None:
        self.shuffle_by_lot(cards)

    def shuffle_end(self, cards: list[int], count: i64) -> Rng | None:
        self.shuffle_by_lot(cards)
        return None

    def copy(self) -> Rng:
        fresh = EnumeratedRng(list(self.draws))
        fresh.used = self.used
        return fresh

    def __reduce__(self) -> tuple[Any, ...]:
        return EnumeratedRng, (self.draws[self.used :],)


def seeded(*words: object) -> Rng:
    """A generator for any words: the same words give the same chance, different words unrelated chance."""
    digest = hashlib.sha256("\x1f".join(str(word) for word in words).encode()).digest()
    return Rng(int.from_bytes(digest[:16], "big") % RNG_STATES + 1)
