"""A network in integers: computed exactly, read with checks, and a bot like any other."""

from __future__ import annotations

import json
import math
import zlib
from pathlib import Path
from typing import Any

import pytest

from slugfest.bots import bot, register_bot
from slugfest.bots.network import Network, NetworkBot, NetworkError, network_kind, read_network, write_network
from slugfest.kernel import Perspective, Text, game, observation_size, seeded

pytestmark = pytest.mark.compiled

CARDS = game("kapow-cards")
SMALL: dict[str, Any] = {
    "network": 1,
    "game": "kapow-cards",
    "seats": 2,
    "inputs": 3,
    "actions": 4,
    "width": 2,
    "depth": 2,
    "scales": {"input": 2, "output": 1, "action": 1, "value": 4},
}
WEIGHTS = [1, -2, 3, 4, -128, 127]  # input, by input and hidden place
WEIGHTS += [1, 2, -3, 4]  # output, by hidden place and depth
WEIGHTS += [1, 0, 0, 1, 1, 1, -1, -1]  # action, by action and depth
WEIGHTS += [5, -6]  # value
BIASES = [10, -20, 0, 0, 0, 1000, 7]
NUMBERS = bytes(weight & 255 for weight in WEIGHTS) + b"".join(
    bias.to_bytes(8, "little", signed=True) for bias in BIASES
)


def whole_game_network(path: Path) -> None:
    """One for two seats of KAPOW! cards that likes the highest number of an action best."""
    inputs = observation_size(CARDS.learning.fields(2, CARDS.settle(2, {})))
    actions = CARDS.learning.action_count(CARDS, 2, CARDS.settle(2, {}))
    sizes = {"inputs": inputs, "actions": actions, "width": 1, "depth": 1}
    biases = b"".join(bias.to_bytes(8, "little", signed=True) for bias in [1, *range(actions), 0])
    write_network(path, {**SMALL, **sizes}, bytes(inputs + 1 + actions + 1) + biases)


def test_it_computes_by_hand_what_it_computes() -> None:
    network = Network(SMALL, NUMBERS)
    hidden = network.hidden(bytes([2, 5, 0]))
    assert hidden == [10 + 2 * 1 + 5 * 3, 0]  # the second is -20 - 4 + 20, below 0
    assert network.hidden(bytes([0, 0, 127])) == [0, 127 * 127 - 20]
    assert network.scores(hidden, [0, 1, 2, 3]) == [27, 54, 81, 1000 - 81]
    assert network.scores(hidden, [3]) == [919]
    assert network.value(hidden) == math.tanh((7 + 27 * 5) / 8)


def test_what_does_not_fit_is_refused() -> None:
    network = Network(SMALL, NUMBERS)
    with pytest.raises(NetworkError, match="reads 3 numbers, not 2"):
        network.hidden(bytes(2))
    with pytest.raises(NetworkError, match="knows 4 actions, not number 4"):
        network.scores([0, 0], [4])


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"network": 2}, "not a network"),
        ({"width": 0}, "width must be"),
        ({"depth": True}, "depth must be"),
        ({"inputs": 4}, "bytes of numbers are needed"),
        ({"scales": {"input": 1}}, "scales must name"),
        ({"scales": {**SMALL["scales"], "value": 0}}, "scales.value"),
    ],
)
def test_a_wrong_file_says_what_is_wrong(tmp_path: Path, change: dict[str, Any], complaint: str) -> None:
    path = tmp_path / "wrong.net"
    path.write_bytes(json.dumps({**SMALL, **change}).encode() + b"\n" + zlib.compress(NUMBERS))
    with pytest.raises(NetworkError, match=complaint):
        read_network(path)


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[]\n", b"\xff\xfe\n\x00", json.dumps(SMALL).encode() + b"\nno zlib"]
)
def test_what_is_no_network_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "no.net"
    path.write_bytes(content)
    with pytest.raises(NetworkError, match=r"no network can be read|not a network"):
        read_network(path)
    with pytest.raises(NetworkError, match="no network can be read"):
        read_network(tmp_path / "missing.net")


def test_it_plays_as_a_bot_and_leaves_other_tables_to_greedy(tmp_path: Path) -> None:
    whole_game_network(tmp_path / "high.net")
    register_bot(network_kind("high", tmp_path / "high.net", Text("likes high numbers", "mag hohe Zahlen")))
    state = CARDS.deal(2, CARDS.settle(2, {}), seeded(1))
    seat = state.actors()[0]
    actions = CARDS.learning.actions(state, seat)
    best = CARDS.learning.move_of(state, seat, max(actions))
    assert bot("high", CARDS).choose(Perspective(state, seat), seeded(2)) == best
    ideas = NetworkBot("high", read_network(tmp_path / "high.net")).consider(
        Perspective(state, seat), seeded(2)
    )
    assert [idea.probability for idea in ideas] == [1.0] + [0.0] * (len(actions) - 1)
    three = CARDS.deal(3, CARDS.settle(3, {}), seeded(1))
    seat = three.actors()[0]
    assert bot("high", CARDS).choose(Perspective(three, seat), seeded(2)) in three.moves(seat)


def test_the_baseline_in_the_examples_fits_todays_game_and_beats_random() -> None:
    network = read_network(Path(__file__).parents[2] / "examples" / "networks" / "kapow-cards.net")
    options = CARDS.settle(2, {})
    assert network.header["options"] == options
    assert network.inputs == observation_size(CARDS.learning.fields(2, options))
    assert network.actions == CARDS.learning.action_count(CARDS, 2, options)
    players = [NetworkBot("baseline", network), bot("random", CARDS)]
    won = 0.0
    for number in range(20):
        state, chance = CARDS.deal(2, options, seeded("baseline", number)), seeded("moves", number)
        mine = number % 2
        while state.actors():
            seat = state.actors()[0]
            state.apply(seat, players[seat ^ mine].choose(Perspective(state, seat), chance))
        outcome = state.outcome()
        assert outcome is not None
        won += outcome.value(mine)
    assert won > 13
