"""The server of the browser tests, a process of its own: ``python serve.py PORT DATABASE DEAL [PAGE] [AHEAD]``.

Its codes and secrets follow from a word, the deal, and the nonces of the browsers are fixed (server.py), so that a test
plays the same matches every time. Every line that comes in is the next deal; it is answered with a line. The game that
a page of the documentation builds is served, too.

Its store's clock can be moved: AHEAD is by how many milliseconds it is ahead of the machine's, and a line ``+1000``
moves it on by a second. No setting, request or command of a real server can do that: the clock is an argument of the
store's constructor.
"""

from __future__ import annotations

import re
import sys
import tempfile
import threading
import types
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))  # the folder that holds `tests`

from tests.codes import DealtCodes

from slugfest.kernel import register
from slugfest.server import run
from slugfest.server.app import create_app
from slugfest.server.limits import NO_LIMITS
from slugfest.server.settings import Settings
from slugfest.store import Store, open_store
from slugfest.store.base import milliseconds
from slugfest.store.sqlite import SqliteStore


class MovedClock:
    """A clock that a test moves."""

    def __init__(self, ahead: int) -> None:
        self.ahead = ahead  # ms

    def __call__(self) -> int:
        return milliseconds() + self.ahead


def store_with(clock: MovedClock, database: str) -> Store:
    """A database that goes by a clock; a PostgreSQL has its own."""
    return open_store(database) if "://" in database else SqliteStore(Path(database), clock)


def register_game_of(page: Path) -> None:
    """Build and register the game that a page of the documentation builds, with the board it draws."""
    module = types.ModuleType("guest_game")
    sys.modules["guest_game"] = module
    names = vars(module)
    runs = re.sub(
        r"^<!-- not run: .*?^```\w*\n.*?^```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE
    )
    for block in re.findall(r"^```python\n(.*?)^```", runs, re.DOTALL | re.MULTILINE):
        exec(block, names)
    package = Path(tempfile.mkdtemp())
    (package / "static").mkdir()
    module.__file__ = str(package / "__init__.py")
    boards = re.findall(r"^```js\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    (package / "static" / "board.js").write_text("\n".join(boards), "utf-8")
    register(names["GAME"])


def follow(codes: DealtCodes, clock: MovedClock, server: run.Server) -> None:
    for line in sys.stdin:
        if line.startswith("+"):
            clock.ahead += int(line)
            print("moved", flush=True)
        else:
            codes.begin(line.strip())
            print("dealt", flush=True)
    server.should_exit = True  # whoever deals has gone, perhaps not of their own will


def main(port: str, database: str, deal: str, page: str = "", ahead: str = "0") -> None:
    if page:
        register_game_of(Path(page))
    settings = Settings(
        bot_delay=0.0,
        bot_workers=1,  # bots that owe a decision at once decide in turn
        limits=NO_LIMITS,  # a hundred tests share an address
        bot_comfort=float("inf"),  # the same decisions, however busy the machine is
        hint_level="search:60",
        bots_run_in="thread" if page else "process",
    )
    codes, clock = DealtCodes(deal), MovedClock(int(ahead))
    store = store_with(clock, database)
    with run.listen("127.0.0.1", int(port)) as listener:
        address = run.address_of("127.0.0.1", listener.getsockname()[1])
        app = create_app(settings, store, codes=codes)
        server = run.server(app, settings, lambda: print(address, flush=True))
        threading.Thread(target=follow, args=[codes, clock, server], daemon=True).start()
        server.run(sockets=[listener])


if __name__ == "__main__":
    main(*sys.argv[1:])
