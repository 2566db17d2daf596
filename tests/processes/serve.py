"""A server in a process of its own, for tests that kill it: ``python serve.py PORT DATABASE [NAME=VALUE]...``

Prints its address. Values are settings, as JSON. With ``stop_at=KIND`` it stops itself, as by SIGSTOP, when it is about
to write its first entry of that kind, and with ``stop_after=KIND`` when that is on disk and nobody has been told; no
setting of a real server can do that.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))  # the folder that holds `tests`

from tests.hush import TABLE_GAME

from slugfest.kernel import register
from slugfest.server import run
from slugfest.server.app import create_app
from slugfest.server.limits import Limits
from slugfest.server.settings import Settings
from slugfest.store import NewEntry, Store, open_store
from slugfest.store.base import OnWritten, outcome_of


def stop() -> None:
    print("stopped", flush=True)
    os.kill(os.getpid(), signal.SIGSTOP)


def stopping(store: Store, before: str, after: str) -> Store:
    """A store that stops the process at a certain point, once."""
    post, due = store.post, [before, after]

    def stopped(entries: Sequence[NewEntry], on_written: OnWritten) -> None:
        kind = entries[0].entry["kind"]
        if kind not in due:
            return post(entries, on_written)
        due.clear()
        if kind == before:
            stop()
            return post(entries, on_written)
        written = store.submit(entries)
        written.exception()
        stop()
        return on_written(*outcome_of(written))

    store.post = stopped  # type: ignore[method-assign]
    return store


def main(port: str, database: str, *received: str) -> None:
    register(TABLE_GAME)
    values: dict[str, Any] = {
        name: json.loads(value) for name, _, value in (one.partition("=") for one in received)
    }
    store = stopping(open_store(database), values.pop("stop_at", ""), values.pop("stop_after", ""))
    hasty = Limits().with_changes(["own-matches=9000/900", "new-matches=9000/900", "own-visits=9000/900"])
    usual: dict[str, Any] = {"bots_run_in": "thread", "bot_workers": 1, "bot_delay": 0.0, "limits": hasty}
    settings = Settings(**(usual | values))
    with run.listen("127.0.0.1", int(port)) as listener:
        address = run.address_of("127.0.0.1", listener.getsockname()[1])
        app = create_app(settings, store)
        run.server(app, settings, lambda: print(address, flush=True)).run(sockets=[listener])


if __name__ == "__main__":
    main(*sys.argv[1:])
