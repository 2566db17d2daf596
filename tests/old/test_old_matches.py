"""What was played long ago still opens, replays and verifies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from slugfest.kernel import RecordError, game, read_record, record_of, verify
from slugfest.table import Table, match_info

HERE = Path(__file__).parent
RECORD = (HERE / "chance-1.record.txt").read_text(encoding="utf-8")


@pytest.mark.compiled
def test_a_record_from_before_live_chance_verifies_and_stays_as_it_is() -> None:
    record = read_record(RECORD)
    assert record.chance == 1
    history = verify(record, game("kapow-cards"))
    assert record_of(history, record.players).text() == RECORD


@pytest.mark.compiled
def test_what_was_changed_in_it_is_still_noticed() -> None:
    with pytest.raises(RecordError, match="does not fit"):
        verify(
            read_record(
                RECORD.replace(
                    "commitment", "chance: 2\nmatch: 2ABCDEFG\nseat 1: person\nseat 2: person\ncommitment", 1
                )
            ),
            game("kapow-cards"),
        )
    with pytest.raises(RecordError, match="hash"):
        verify(read_record(RECORD.replace("secret: 8f", "secret: 9f")), game("kapow-cards"))


def test_a_log_from_before_live_chance_gives_the_match_it_was() -> None:
    entries = json.loads((HERE / "chance-1.log.json").read_text(encoding="utf-8"))
    table = Table.from_log(entries)
    assert (table.status, table.record()) == ("finished", RECORD)
    assert match_info(table, "ann")["secret"] == "8f14e45fceea167a5a36dedd4bea2543"


@pytest.mark.parametrize("length", range(2, 43, 8))
def test_a_match_begun_before_live_chance_is_played_on_as_it_began(length: int) -> None:
    entries = json.loads((HERE / "chance-1.log.json").read_text(encoding="utf-8"))
    table = Table.from_log(entries[:length])
    for number, entry in enumerate(entries[length:]):
        table.follow(json.loads(json.dumps(entry)))
        assert table.version == length + number + 1
    assert table.record() == RECORD
