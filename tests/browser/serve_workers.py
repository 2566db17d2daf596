"""Two workers on one port, as ``slugfest serve --workers 2`` starts them: ``python serve_workers.py DATABASE DEAL``.

Codes and secrets of matches follow from the deal, whichever worker draws them; guests are drawn by lot.
"""

from __future__ import annotations

import functools
import secrets
import socket
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))  # the folder that holds `tests`

from tests.codes import DealtCodes

from slugfest.server import run
from slugfest.server.app import create_app
from slugfest.server.settings import Settings
from slugfest.server.workers import supervise


class SharedCodes(DealtCodes):
    """A match whose code another worker has drawn gets the next one; two people must never be one guest."""

    def guest(self) -> str:
        return secrets.token_hex(16)


def work(database: str, deal: str, listener: socket.socket, ready: Callable[[], None]) -> None:
    settings = Settings(database=database, bot_delay=0.0, bot_workers=1)
    app = create_app(settings, codes=SharedCodes(deal))
    run.server(app, settings, ready).run(sockets=[listener])


def main(database: str, deal: str) -> None:
    with run.listen("127.0.0.1", 0) as listener:
        address = run.address_of("127.0.0.1", listener.getsockname()[1])
        supervise(2, functools.partial(work, database, deal), listener, lambda: print(address, flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
