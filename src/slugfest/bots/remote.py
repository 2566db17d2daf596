"""A bot that connects to a server from elsewhere, as the processes of the server reach it.

The process that has the WebSocket listens on a socket in a folder, one for each connection of the bot
(``slugfest.server.remote_bots``). Whichever process decides for a table takes one that is free, asks its question
and lets go of it. If the connection is lost meanwhile, the question is put to the next one, until the budget is over.
"""

from __future__ import annotations

import contextlib
import selectors
import socket
import time
from pathlib import Path
from typing import Final

from slugfest.kernel import Options, Perspective, Rng, Text

from .bot import Idea, owed_moves
from .faults import AWAY, LEFT, TONGUE, BotFault
from .pipes import Clock, Ear, Ended, LineBuffer
from .programs import BUDGET, ProgramBot

UNIX: Final = "unix:"  # before the folder, in place of a program's command
USUAL_BUDGET: Final = 5000  # milliseconds: the network takes some of it
_CHUNK: Final = 1 << 16
_ANSWER_TIMEOUT: Final = 1.0  # seconds in which the server says whether a connection is free
_PAUSE: Final = 0.02  # seconds between two looks for a free connection


class SocketLine(LineBuffer):
    """One connection of a remote bot, for the time of a question."""

    def __init__(self, path: Path, clock: Clock = time.monotonic, ear: Ear | None = None) -> None:
        """Raises OSError if nobody listens there any more."""
        super().__init__(clock, ear)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.connect(str(path))
        except OSError:
            self._socket.close()
            raise
        self._socket.setblocking(False)

    def _transport(self, seconds: float) -> None:
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if self._unsent else 0)
        with selectors.DefaultSelector() as selector:
            selector.register(self._socket, wanted)
            ready = sum(events for _, events in selector.select(seconds))
        if ready & selectors.EVENT_WRITE:
            sent = self._socket.send(self._unsent[:_CHUNK])
            del self._unsent[:sent]
        if ready & selectors.EVENT_READ:
            self._take(self._socket.recv(_CHUNK))

    def exit_code(self) -> int | None:
        return None

    def last_words(self) -> str:
        return ""

    def report(self, fault: str) -> None:
        """Let the author of the bot know; the server then ends the connection."""
        with contextlib.suppress(OSError):
            self._socket.settimeout(1.0)
            self._socket.sendall(bytes(self._unsent) + f"fault {fault}\n".encode())

    def close(self, farewell: str = "") -> None:
        self._socket.close()


def free_line(path: Path, clock: Clock, ear: Ear | None) -> SocketLine | None:
    """A connection of the bot; None if it is busy, or gone."""
    try:
        line = SocketLine(path, clock, ear)
    except OSError:
        return None
    with contextlib.suppress(Ended, OSError):
        if line.hear(clock() + _ANSWER_TIMEOUT) == "free":
            return line
    line.close()
    return None


class RemoteBot(ProgramBot):
    """A bot elsewhere as a player."""

    def __init__(self, name: str, folder: str, options: Options, clock: Clock = time.monotonic) -> None:
        super().__init__(name, [], {BUDGET: USUAL_BUDGET, **options}, clock)
        self._folder = Path(folder, name)

    def consider(self, perspective: Perspective, rng: Rng) -> list[Idea]:
        owed_moves(perspective)
        due = self.clock() + self.budget / 1000
        while True:
            try:
                return self._asked_once(perspective, rng, due)
            except BotFault as fault:
                if fault.kind != LEFT:
                    raise
                if self.clock() >= due:
                    raise BotFault(self.name, AWAY) from fault
            finally:
                self.close()

    def _asked_once(self, perspective: Perspective, rng: Rng, due: float) -> list[Idea]:
        self._pipe = self._free_line(due)
        self.introduction = self._talk(self._introduced)
        played, plain = self.introduction.games, perspective.game.plain_id
        if played and plain not in played:
            raise BotFault(self.name, TONGUE, Text(f"it does not play {plain}", f"er spielt {plain} nicht"))
        return self._talk(lambda line: self._decided(line, perspective, rng, due))

    def _free_line(self, due: float) -> SocketLine:
        """A connection of the bot, as soon as one is free."""
        while True:
            with contextlib.suppress(OSError):
                for path in sorted(self._folder.iterdir()):
                    line = free_line(path, self.clock, self.ear)
                    if line is not None:
                        return line
            if self.clock() >= due:
                raise BotFault(self.name, AWAY)
            time.sleep(_PAUSE)

    def close(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
