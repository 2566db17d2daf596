"""What many reviews say about one guest."""

from __future__ import annotations

from typing import Any, cast

import pytest

from slugfest.protocol.review_profile import review_profile
from slugfest.protocol.reviewing import PROFILE_FORM, extract_of
from slugfest.table.summaries import Summary


def match(practice: bool = False, level: str = "easy", guest: str = "ann") -> Summary:
    """A won match against one bot."""
    person = {"kind": "person", "name": "Ann", "guest": guest, "level": None, "away": False, "hints": 0}
    bot = {"kind": "bot", "name": "Rita", "guest": "", "level": level, "away": False, "hints": 0}
    return cast(
        Summary,
        {
            "game": "kapow-cards",
            "seats": [person, bot],
            "teams": [[0], [1]],
            "practice": practice,
            "result": {"ranks": [1, 2], "values": None, "text": {"en": "", "de": ""}, "line_ups": [[], []]},
        },
    )


def extract(reads: int, *lost: tuple[str, str, int], own: int = 10, assisted: int = 0) -> dict[str, Any]:
    mine = {"own": own, "assisted": assisted, "reads": reads, "lost": [list(one) for one in lost]}
    other = {"own": 9, "assisted": 0, "reads": -reads, "lost": [["ATTACK", "danger", 999_999]]}
    return {"form": PROFILE_FORM, "values": "1:x", "quick": False, "seats": [mine, other]}


def test_reads_come_with_an_interval_once_there_are_enough_matches() -> None:
    amounts = [100_000, 300_000, 200_000, 100_000, 300_000, 200_000]
    matches = [(f"M{number}", match(), 0) for number in range(6)]
    found = review_profile("ann", matches, {f"M{number}": extract(amounts[number]) for number in range(6)})
    assert found["reads"] is not None
    assert found["reads"]["reads"] == 200_000
    assert found["reads"]["error"] == pytest.approx(1.96 * 89_443 / 6**0.5, abs=2)
    few = review_profile("ann", matches[:4], {f"M{number}": extract(5) for number in range(4)})
    assert few["reads"] is not None
    assert few["reads"]["error"] is None


def test_opponents_are_told_apart_by_strength() -> None:
    matches = [("A", match(level="easy"), 0), ("B", match(level="hard"), 0), ("C", match(level="hard"), 0)]
    extracts = {
        "A": extract(90_000),
        "B": extract(-50_000, ("ATTACK", "danger", 120_000)),
        "C": extract(10_000),
    }
    found = review_profile("ann", matches, extracts)
    assert [(one["level"], one["matches"], one["reads"], one["lost"]) for one in found["opponents"]] == [
        ("hard", 2, -20_000, 60_000),
        ("easy", 1, 90_000, 0),
    ]


def test_the_most_expensive_kind_of_decision_comes_first() -> None:
    extracts = {
        "A": extract(0, ("ATTACK", "danger", 60_000), ("RECRUIT", "tempo", 100_000)),
        "B": extract(0, ("ATTACK", "danger", 70_000)),
    }
    found = review_profile("ann", [("A", match(), 0), ("B", match(), 0)], extracts)
    assert [(one["phase"], one["decisions"], one["lost"]) for one in found["losses"]] == [
        ("ATTACK", 2, 130_000),
        ("RECRUIT", 1, 100_000),
    ]


def test_practice_help_and_what_was_not_reviewed_is_left_out_and_counted() -> None:
    matches = [("A", match(), 0), ("B", match(practice=True), 0), ("C", match(), 0), ("D", match(), 0)]
    matches.append(("E", match(guest="bob"), 0))  # she only watched
    extracts = {
        "A": extract(1, own=7, assisted=2),
        "B": extract(900_000),
        "D": extract(900_000, own=0, assisted=5),
    }
    found = review_profile("ann", matches, extracts)
    assert (found["reviewed"], found["unreviewed"], found["practice"]) == (1, 1, 1)
    assert (found["decisions"], found["assisted"]) == (7, 7)
    assert found["reads"] is not None
    assert found["reads"]["reads"] == 1


def test_an_extract_leaves_out_decisions_that_were_not_made_alone() -> None:
    """Moves of others between those of a decision do not matter."""
    decision = {"phase": "P", "theme": "tempo", "loss": 60_000, "mark": "inaccuracy", "read": 5}
    review = {
        "seats": 2,
        "values": "1:x",
        "quick": True,
        "decisions": [
            {**decision, "seat": 0, "step": 0, "moves": ["a", "b"]},
            {**decision, "seat": 1, "step": 1, "moves": ["c"]},
            {**decision, "seat": 0, "step": 3, "moves": ["d"], "mark": None},
        ],
    }
    found = extract_of(review, [0, 1, 0, 0], assisted=[2])
    assert found["seats"][0] == {"own": 1, "assisted": 1, "reads": 5, "lost": []}
    assert found["seats"][1] == {"own": 1, "assisted": 0, "reads": 5, "lost": [["P", "tempo", 60_000]]}
