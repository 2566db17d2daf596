"""The rules by which many processes serve one match: with all nothing goes wrong, without any one something does.

The model walks through every order of everything that can happen with so many faults.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.processes.explorer import explore
from tests.processes.model import Model

FIRST = frozenset({0})

# What happens in the match, and how many faults it is tried with.
PARTS: dict[str, tuple[Model, int]] = {
    "two people ask": (Model(order=(0, 1), asks=frozenset({0, 1})), 1),
    "one person asks": (Model(order=(0, 0), asks=FIRST, clients=(0,)), 2),
    "a bot": (Model(order=(-1, -1), clients=(0,)), 2),
    "a person, then a bot": (Model(order=(0, -1), asks=FIRST, clients=(0,)), 2),
    "a deadline": (Model(order=(0,), asks=FIRST, deadline=0, clients=(0,)), 1),
    "a deadline after a move": (Model(order=(1, 0), asks=frozenset({1}), deadline=1, clients=(1,)), 1),
    "a hand-over": (Model(order=(0,), asks=FIRST, deadline=0, then="stood", clients=(0,)), 1),
    "a hand-over after a move": (
        Model(order=(1, 0), asks=frozenset({1}), deadline=1, then="stood", clients=(1,)),
        1,
    ),
    "announcements": (Model(order=(0,), asks=FIRST, announced=True), 1),
}

# Rules that are left out, where that shows, and what it comes to.
BITES = [
    ("1", "a deadline", "decision 0 was made when 1 was due"),
    ("2", "a deadline", "decision 0 was made when 1 was due|a move after"),
    ("3", "two people ask", "a fork"),
    ("4", "one person asks", "vanish|never answered"),
    ("synchronous_commit", "one person asks", "vanish|fork"),
    ("5", "one person asks", "refused is in the log|granted is refused"),
    ("6 lookup", "a person, then a bot", "what was granted is refused"),
    ("6 lookup, 6 key", "one person asks", "counts twice"),
    ("7", "two people ask", "told as refused is in the log|what was granted is refused"),
    ("8", "two people ask", "told as refused is in the log"),
    ("9 expiry", "a bot", "the bot has stopped for good"),
    ("9 count", "a bot", "a former runner writes"),
    ("10", "a bot", "a former runner writes"),
    ("11", "a bot", "decision 0 was made when 1 was due"),
    (
        "1",
        "a hand-over",
        "decision 0 was made when 1 was due|a move on a seat that the bot has|handed over twice",
    ),
    (
        "2",
        "a hand-over",
        "decision 0 was made when 1 was due|a move on a seat that the bot has|handed over twice",
    ),
    ("13", "a deadline", "time-out too early|a move after its deadline"),
    ("13", "a hand-over", "stood too early"),
    ("14", "a deadline after a move", "nobody sees that it is time"),
    ("14", "a hand-over after a move", "nobody sees that it is time"),
    ("15", "announcements", "a fork"),
    ("16", "announcements", "stays behind for good"),
    ("18", "one person asks", "vanish|what was granted is refused"),
]


@pytest.mark.parametrize("part", PARTS)
def test_with_all_rules_nothing_goes_wrong(part: str) -> None:
    model, faults = PARTS[part]
    failure, worlds = explore(model, faults)
    assert failure is None, "\n".join((failure.what, *failure.story))
    assert worlds > 1000


@pytest.mark.parametrize(
    ("rules", "part", "what"), BITES, ids=[f"{rules} in {part}" for rules, part, _ in BITES]
)
def test_without_a_rule_something_goes_wrong(rules: str, part: str, what: str) -> None:
    model, faults = PARTS[part]
    failure, _ = explore(replace(model, without=frozenset(rules.split(", "))), faults)
    assert failure is not None
    with pytest.raises(AssertionError, match=what):
        raise AssertionError(failure.what)


def test_announcements_are_for_speed_alone() -> None:
    """All of them lost: versions are compared in any case."""
    model, faults = PARTS["announcements"]
    assert explore(replace(model, announced=False), faults)[0] is None
