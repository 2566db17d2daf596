"""Bots that connect from elsewhere: ``/ws/bot``, with a token, in the words of docs/bot-protocol.md.

A connection is greeted once. Then it waits behind a Unix socket of its own in a folder that only the server's user can
open; the process that thinks for a table connects there (:mod:`slugfest.bots.remote`), one at a time. Here lines are
only carried: what a bot may know is decided, and computed, in that process.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
from pathlib import Path
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from slugfest.bots import BotFault
from slugfest.bots.faults import readable
from slugfest.bots.programs import GREETING, PROTOCOLS, Introduction

from .bot_tokens import BotTokens

log = logging.getLogger("slugfest.server")

MOST_CONNECTIONS: Final = 8  # of one bot: so many tables at once
WELCOME: Final = 20.0  # seconds to introduce itself
MOST_INTRODUCED: Final = 200  # lines of an introduction
TO_ANSWER: Final = 10.0  # seconds to answer a question that nobody waits for any more
LONGEST_LINE: Final = 4 * 1024 * 1024
CHECKED: Final = 0.5  # seconds between two looks at the tokens
WRONG, REVOKED, TOO_MANY, COME_BACK = 4400, 4403, 4429, 1012


class RemoteBots:
    """All connections of remote bots to this process."""

    def __init__(self, tokens: BotTokens, folder: Path) -> None:
        self._tokens = tokens
        self._folder = folder
        self._connections: list[RemoteConnection] = []
        self._numbers = itertools.count(1)

    async def serve(self, websocket: WebSocket) -> None:
        """Serve a connection until one side ends it. One without a token of ours is refused with HTTP 403."""
        scheme, _, token = websocket.headers.get("authorization", "").partition(" ")
        name = self._tokens.name_of(token.strip()) if scheme.lower() == "bearer" else ""
        if not name:
            await websocket.close()
            return
        await websocket.accept()
        connection = RemoteConnection(websocket, name)
        if sum(other.name == name for other in self._connections) >= MOST_CONNECTIONS:
            await connection.end(TOO_MANY, f"{name} has {MOST_CONNECTIONS} connections already")
            return
        self._connections.append(connection)
        watching = asyncio.create_task(self._watch(connection, token.strip()))
        try:
            folder = self._folder / name
            folder.mkdir(exist_ok=True)
            await connection.run(folder / f"{os.getpid()}-{next(self._numbers)}")
        except BotFault as fault:
            log.warning("%s", fault)
            await connection.end(WRONG, fault.text.en)
        except (WebSocketDisconnect, OSError):
            pass
        finally:
            watching.cancel()
            self._connections.remove(connection)

    async def _watch(self, connection: RemoteConnection, token: str) -> None:
        """End a connection whose token is taken away."""
        while True:
            await asyncio.sleep(CHECKED)
            if not self._tokens.accepts(connection.name, token):
                break
        await connection.end(REVOKED, f"the token of {connection.name} was revoked")

    async def close(self) -> None:
        for connection in list(self._connections):
            await connection.end(COME_BACK, "come back")


def remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


class RemoteConnection:
    """One WebSocket of a remote bot."""

    def __init__(self, websocket: WebSocket, name: str) -> None:
        self.name = name
        self._websocket = websocket
        self._introduction: list[str] = []
        self._local: asyncio.StreamWriter | None = None  # whoever asks now
        self._busy = False
        self._asked = False  # a question has no answer yet
        self._answered = asyncio.Event()
        self._gone = False  # nobody can ask it any more
        self._ended = False  # it was sent away

    async def run(self, path: Path) -> None:
        """Greet the bot, then carry questions and answers until it leaves."""
        try:
            said = await asyncio.wait_for(self._greet(), WELCOME)
        except TimeoutError:
            await self.end(WRONG, f"the introduction must come within {WELCOME:g} seconds")
            return
        server = await asyncio.start_unix_server(self._serve_local, path, limit=LONGEST_LINE)
        try:
            while True:
                for line in said:
                    await self._said(line)
                said = (await self._websocket.receive_text()).splitlines()
        finally:
            self._gone = True
            server.close()
            remove(path)
            if self._local is not None:
                self._local.close()

    async def _greet(self) -> list[str]:
        """Hear who it is; what it says in the same breath is returned."""
        await self._send(f"{PROTOCOLS}\n{GREETING}")
        introduction = Introduction()
        while True:
            lines = (await self._websocket.receive_text()).splitlines()
            for number, line in enumerate(lines, 1):
                self._introduction.append(line)
                if introduction.complete(self.name, line):
                    return lines[number:]
                if len(self._introduction) > MOST_INTRODUCED:
                    raise BotFault(self.name, "flood", f"{MOST_INTRODUCED} lines")

    async def _said(self, line: str) -> None:
        """A line of the bot: for whoever asks, and for nobody else."""
        word = line.strip().partition(" ")[0]
        if word in ("", "info"):
            return
        if not self._asked:
            raise BotFault(self.name, "gibberish", f"“{readable(line)}”, unasked")
        if self._local is not None:
            self._local.write(line.encode() + b"\n")
            with contextlib.suppress(ConnectionError):
                await self._local.drain()
        if word == "play":
            self._asked = False
            self._answered.set()

    async def _serve_local(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A process of ours that has a question. While another one asks, it is sent away."""
        if self._busy or self._gone or self._ended:
            writer.close()
            return
        self._busy, self._local = True, writer
        writer.write(b"free\n")
        try:
            await self._carry(reader, writer)
        except (OSError, ValueError, RuntimeError, WebSocketDisconnect):
            pass  # one of the two is gone
        finally:
            self._local = None
            writer.close()
            await self._finish()
            self._busy = False

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        question: list[str] = []
        while raw := await reader.readline():
            line = raw.decode().rstrip("\n")
            word = line.partition(" ")[0]
            if word == "hello":
                writer.write("".join(f"{said}\n" for said in self._introduction).encode())
            elif word == "fault":
                await self.end(WRONG, line.partition(" ")[2])
                return
            elif word == "decide" or question:
                question.append(line)
                if word == "go":  # a question is one message
                    self._asked = True
                    self._answered.clear()
                    await self._send("\n".join(question))
                    question = []
            elif word != "protocols":
                await self._send(line)

    async def _finish(self) -> None:
        """Nobody waits for the answer any more: let the bot end its thought before the next question."""
        if not self._asked or self._gone or self._ended:
            return
        try:
            await self._send("stop")
            await asyncio.wait_for(self._answered.wait(), TO_ANSWER)
        except TimeoutError:
            await self.end(WRONG, "no answer after stop")
        except (RuntimeError, WebSocketDisconnect, OSError):
            pass  # it has left

    async def _send(self, text: str) -> None:
        await self._websocket.send_text(text)

    async def end(self, code: int, reason: str) -> None:
        """Send the bot the reason, and close the connection."""
        if self._ended:
            return
        self._ended = True
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
            await self._send(f"fault {readable(reason)}")
            await self._websocket.close(code, readable(reason)[:100])
