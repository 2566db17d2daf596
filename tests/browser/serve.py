"""The server of the browser tests, a process of its own: ``python serve.py PORT DATABASE DEAL [PAGE]``.

Its codes and secrets follow from a word, the deal, and the nonces of the browsers are fixed (house.py), so that a test
plays the same matches every time. Every line that comes in is the next deal; it is answered with a line. The game that
a page of the documentation builds is served, too.
"""

from __future__ import annotations

import hashlib
import re
import sys
import threading
from collections import Counter
from pathlib import Path

from slugfest.kernel import register
from slugfest.server import run
from slugfest.server.app import create_app
from slugfest.server.codes import ALPHABET, LENGTH, Codes
from slugfest.server.limits import NO_LIMITS
from slugfest.server.settings import Settings


class DealtCodes(Codes):
    """Codes that follow from the deal and from how many of their kind were drawn before."""

    def __init__(self, deal: str) -> None:
        self.begin(deal)

    def begin(self, deal: str) -> None:
        """The next test."""
        self._deal = deal
        self._drawn: Counter[str] = Counter()

    def _draw(self, kind: str) -> str:
        self._drawn[kind] += 1
        told = f"{self._deal}\0{kind}\0{self._drawn[kind]}"
        return hashlib.sha256(told.encode()).hexdigest()

    def match(self) -> str:
        number, letters = int(self._draw("match"), 16), ""
        for _ in range(LENGTH):
            number, letter = divmod(number, len(ALPHABET))
            letters += ALPHABET[letter]
        return letters

    def secret(self) -> str:
        return self._draw("secret")

    def guest(self) -> str:
        return self._draw("guest")[:32]

    def number(self) -> int:
        return int(self._draw("number"), 16) % 900 + 100


def register_game_of(page: Path) -> None:
    """Build and register the game that a page of the documentation builds."""
    names = {"__name__": "guest_game"}
    for block in re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE):
        exec(block, names)
    register(names["GAME"])  # type: ignore[arg-type]


def follow(codes: DealtCodes, server: run.Server) -> None:
    for line in sys.stdin:
        codes.begin(line.strip())
        print("dealt", flush=True)
    server.should_exit = True  # whoever deals has gone, perhaps not of their own will


def main(port: str, database: str, deal: str, page: str = "") -> None:
    if page:
        register_game_of(Path(page))
    settings = Settings(
        database=database,
        bot_delay=0.0,
        bot_workers=1,  # bots that owe a decision at once decide in turn
        limits=NO_LIMITS,  # a hundred tests share an address
        bot_comfort=float("inf"),  # the same decisions, however busy the machine is
        hint_level="search:60",
        bots_run_in="thread" if page else "process",
    )
    codes = DealtCodes(deal)
    with run.listen("127.0.0.1", int(port)) as listener:
        address = run.address_of("127.0.0.1", listener.getsockname()[1])
        server = run.server(create_app(settings, codes=codes), settings, lambda: print(address, flush=True))
        threading.Thread(target=follow, args=[codes, server], daemon=True).start()
        server.run(sockets=[listener])


if __name__ == "__main__":
    main(*sys.argv[1:])
