"""Firefox counts, too: games begin there, take decisions and complain about nothing, with a server and without."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from . import test_custom_heroes, test_kapow_cards, test_kapow_dice, test_tag_team
from .server_process import (
    ASK_NOTHING,
    DESK,
    NOTE_WHO_OWES,
    PHONE,
    ROOT,
    SCREENS,
    TAP,
    ServerProcess,
    firefox,
)
from .site import Site
from .test_site import host  # noqa: F401 - a fixture

DECISIONS = 4
GAMES: Sequence[tuple[str, Sequence[str], tuple[int, int]]] = (
    ("kapow-cards", test_kapow_cards.WANTED, DESK),
    ("custom-heroes", test_custom_heroes.WANTED, PHONE),
    ("tag-team", test_tag_team.WANTED, DESK),
    ("kapow-dice", test_kapow_dice.WANTED, PHONE),
)


def test_every_game_begins_and_takes_decisions_in_firefox(
    server: ServerProcess,
    host: Site,  # noqa: F811
    tmp_path: Path,
) -> None:
    SCREENS.mkdir(parents=True, exist_ok=True)
    beside = str(Path(sys.executable).parent)  # where ./dev puts one, if the machine has none that will do
    node = shutil.which("node", path=beside) or shutil.which("node")
    assert node, "no Node: ./dev test finds or installs one"
    told = {
        "firefox": firefox(),
        "web": str(ROOT / "web"),
        "address": server.address,
        "screens": str(SCREENS),
        "scripts": [NOTE_WHO_OWES, ASK_NOTHING],
        "tap": TAP,
        "decisions": DECISIONS,
        "site": {"address": host.address, "game": "kapow-cards", "kept": "snapshot"},
        "games": [
            {"game": game, "options": {}, "wanted": wanted, "width": size[0], "height": size[1]}
            for game, wanted, size in GAMES
        ],
    }
    played = subprocess.run(
        [node, str(Path(__file__).with_name("firefox.mjs"))],
        input=json.dumps(told),
        env={**os.environ, "HOME": str(tmp_path)},  # it will not write into somebody else's
        capture_output=True,
        text=True,
        check=False,
        timeout=280,
    )
    assert played.returncode == 0, played.stderr
    seen = [json.loads(line) for line in played.stdout.splitlines()]
    assert [one["game"] for one in seen] == [*(game for game, _, _ in GAMES), "site"]
    for one in seen:
        assert one["complaints"] == [], one
        assert one["wide"] > 300, one
        assert one["high"] > 300, one
