"""A server of its own process, for tests that kill it: ``python launch.py DATABASE``. Prints its address."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))  # the folder that holds `tests`

from tests.hush import TABLE_GAME

from slugfest.kernel import register
from slugfest.server.run import serve
from slugfest.server.settings import Settings

if __name__ == "__main__":
    register(TABLE_GAME)
    serve(
        port=0,
        settings=Settings(database=Path(sys.argv[1]), bots_run_in="thread", bot_workers=1, bot_delay=0.0),
    )
