"""Variants at the table: beside the game itself, under their own name, and never taken for it."""

from __future__ import annotations

import logging

import pytest
from tests.server.harness import Line, RunningServer, quick_settings

from slugfest.kernel import Text, add_variant, games, read_record, variant, verify
from slugfest.store import MemoryStore
from slugfest.table import Table

COMET = {"id": "S15", "kind": "hero", "type": "stars", "value": 15, "copies": 1, "en": "Comet", "de": "Komet"}
HOUSE = variant(
    "kapow-cards",
    {"omega_hammer.value": 9},
    Text("our house hammer", "unser Haus-Hammer"),
    additions={"card": [COMET]},
)


def offering(store: MemoryStore) -> RunningServer:
    settings = quick_settings(variants=(HOUSE.as_json(),), bots_run_in="process", bot_workers=1)
    return RunningServer(settings, store, games=None)


def test_a_variant_is_offered_played_by_bots_of_its_own_and_kept_apart(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = MemoryStore()
    with offering(store) as server, server.person("Ann") as ann:
        received = {info["id"]: info for info in ann.http.get("/api/games").json()}
        house, plain = received[HOUSE.id], received["kapow-cards"]
        assert house["variant"] == {"en": "our house hammer", "de": "unser Haus-Hammer"}
        assert house["name"]["en"] == f"{plain['name']['en']} – our house hammer"
        assert (plain["variant"], house["lessons"]) == (None, 0)
        assert ann.http.get(f"/api/games/{HOUSE.id}/course").json()["lessons"] == []
        # One worker for both: a process that has adopted the variant cannot play the game itself, nor the other way.
        for game in (HOUSE.id, "kapow-cards", HOUSE.id):
            with ann.connect(ann.create("easy", "easy", game=game)) as line:
                line.until(lambda line: len(line.log) > 1)
                assert line.view is not None
                assert line.view["game"] == game
        finished = ann.create("easy", "easy", game=HOUSE.id)
        with ann.connect(finished) as line:
            line.until(lambda line: line.status == "finished")
        record = read_record(ann.http.get(f"/api/matches/{finished}/record").text)
        assert record.game == HOUSE.id
        verify(record, add_variant(HOUSE))
        entries = list(store.entries(finished))
        assert Table.from_log(entries).over
    warned = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert not warned  # no bot has failed, and nobody else has decided for one

    without = {name: game for name, game in games().items() if name != HOUSE.id}
    with RunningServer(store=store, games=without) as server, server.person("Ann") as ann:
        with Line(server.address, finished) as line:  # the log has brought its variant along
            assert line.receive()["type"] == "snapshot"
            assert line.match["game"] == HOUSE.id
        assert ann.http.get("/api/me").status_code == 200
