"""A network in integers as a bot: read from one small file, played without any library.

The file is a line of JSON, then zlib-compressed numbers, the lowest byte first. The network is

    hidden  = max(0, observation · input + input_bias)          width numbers
    wish    = hidden · output                                   depth numbers
    score   = wish · action[a] + action_bias[a]                 for every legal action a
    value   = tanh(hidden · value + value_bias)                 from -1 (lost) to 1 (won)

with weights of one byte and biases of eight. All sums are exact, so every machine makes the same decisions. The line
says how many units make up a whole in each table (``scales``); scores are only compared, so only the value needs them.
"""

from __future__ import annotations

import json
import math
import zlib
from pathlib import Path
from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from slugfest.kernel import Game, Options, Perspective, Rng, SlugfestError, Text

from .bot import Bot, Idea
from .registry import BotKind

FORMAT: Final = 1
_SIZES: Final = ("inputs", "actions", "width", "depth")
_SCALES: Final = ("input", "output", "action", "value")
_LARGEST: Final = 64 << 20  # bytes of a network: more is no network of this kind
_BIAS: Final = 8  # bytes


class NetworkError(SlugfestError):
    """A file that holds no network, or one for another game."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Network:
    """The numbers of a network and what they are for."""

    def __init__(self, header: dict[str, Any], numbers: bytes, where: str = "a network") -> None:
        self.header = header
        self.where = where
        if header.get("network") != FORMAT:
            raise NetworkError(f"{where}: not a network of Slugfest, format {FORMAT}")
        for key in _SIZES:
            size = header.get(key)
            if not isinstance(size, int) or isinstance(size, bool) or not 1 <= size <= 1 << 20:
                raise NetworkError(f"{where}: {key} must be a whole number from 1 on, not {size!r}")
        scales = header.get("scales")
        if not isinstance(scales, dict) or sorted(scales) != sorted(_SCALES):
            raise NetworkError(f"{where}: scales must name {', '.join(_SCALES)}")
        for key in _SCALES:
            if not isinstance(scales[key], int) or scales[key] < 1:
                raise NetworkError(f"{where}: scales.{key} must be a whole number from 1 on")
        self.game: str = str(header.get("game"))
        self.seats: int = int(header.get("seats", 0))
        self.inputs: int = header["inputs"]
        self.actions: int = header["actions"]
        self.width: int = header["width"]
        self.depth: int = header["depth"]
        parts = [self.inputs * self.width, self.width * self.depth, self.actions * self.depth, self.width]
        wanted = sum(parts) + _BIAS * (self.width + self.actions + 1)
        if len(numbers) != wanted:
            raise NetworkError(f"{where}: {wanted} bytes of numbers are needed, not {len(numbers)}")
        at = 0
        tables: list[list[int]] = []
        for size in parts:
            tables.append([byte - 256 if byte > 127 else byte for byte in numbers[at : at + size]])
            at += size
        self._input, self._output, self._action, self._value = tables
        biases: list[int] = []
        while at < wanted:
            biases.append(int.from_bytes(numbers[at : at + _BIAS], "little", signed=True))
            at += _BIAS
        self._input_bias = biases[: self.width]
        self._action_bias = biases[self.width : -1]
        self._value_bias: int = biases[-1]
        self._whole: int = scales["input"] * scales["value"]  # of a value before tanh

    def hidden(self, observation: bytes) -> list[int]:
        """The hidden layer. Most inputs are 0 and cost nothing."""
        if len(observation) != self.inputs:
            raise NetworkError(f"{self.where}: it reads {self.inputs} numbers, not {len(observation)}")
        sums = self._input_bias.copy()
        weights = self._input
        width: i64 = self.width
        at: i64 = 0
        for byte in observation:
            if byte:
                number: i64 = byte
                place: i64 = 0
                while place < width:
                    sums[place] += number * weights[at + place]
                    place += 1
            at += width
        return [max(0, number) for number in sums]

    def scores(self, hidden: list[int], actions: list[int]) -> list[int]:
        """How good each of these actions is; only the order means something."""
        wishes: list[int] = []
        for place in range(self.depth):
            wish = 0
            for index in range(self.width):
                wish += hidden[index] * self._output[index * self.depth + place]
            wishes.append(wish)
        found: list[int] = []
        for action in actions:
            if not 0 <= action < self.actions:
                raise NetworkError(f"{self.where}: it knows {self.actions} actions, not number {action}")
            score = self._action_bias[action]
            first = action * self.depth
            for place in range(self.depth):
                score += wishes[place] * self._action[first + place]
            found.append(score)
        return found

    def value(self, hidden: list[int]) -> float:
        """The return that it expects, from -1 to 1."""
        total = self._value_bias
        for index in range(self.width):
            total += hidden[index] * self._value[index]
        return math.tanh(total / self._whole)


@mypyc_attr(allow_interpreted_subclasses=True)
class NetworkBot(Bot):
    """Plays the legal action with the highest score; of equal ones the first."""

    def __init__(self, name: str, network: Network) -> None:
        super().__init__(name)
        self.network = network

    def consider(self, perspective: Perspective, rng: Rng) -> list[Idea]:
        moves = perspective.moves()
        hidden = self.network.hidden(perspective.observation())
        scores = self.network.scores(hidden, perspective.actions())
        worth = (self.network.value(hidden) + 1.0) / 2.0
        order = sorted(range(len(moves)), key=lambda index: -scores[index])
        ideas = [Idea(moves[index], 0, worth, 0.0) for index in order]
        ideas[0].probability = 1.0
        return ideas


def read_network(path: Path) -> Network:
    """The network in a file; raises :class:`NetworkError` where there is none."""
    try:
        line, _, packed = path.read_bytes().partition(b"\n")
        header = json.loads(line)
        unpacker = zlib.decompressobj()
        numbers = unpacker.decompress(packed, _LARGEST)
    except (OSError, ValueError, zlib.error) as problem:
        raise NetworkError(f"{path}: no network can be read from it: {problem}") from None
    if not isinstance(header, dict) or unpacker.unconsumed_tail:
        raise NetworkError(f"{path}: no network can be read from it")
    return Network(header, numbers, str(path))


def write_network(path: Path, header: dict[str, Any], numbers: bytes) -> None:
    """Write a network, after it was seen to be one."""
    Network(header, numbers, str(path))
    path.write_bytes(json.dumps(header).encode() + b"\n" + zlib.compress(numbers, 9))


def network_kind(name: str, path: Path, about: Text) -> BotKind:
    """A kind of bot for the network in a file: what a package offers under ``slugfest.bots``."""
    network = read_network(path)

    def make(game: Game, _options: Options) -> Bot:
        return NetworkBot(name, network)

    return BotKind(name, make, about, games=[network.game])
