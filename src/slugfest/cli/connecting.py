"""``slugfest connect``: carry lines between a program on this machine and a server's ``/ws/bot``."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.markup import escape
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI

from slugfest.bots.programs import split_command
from slugfest.kernel import SlugfestError

PATH: Final = "/ws/bot"
FINAL: Final = {4400, 4403, 4429}  # close codes after which nothing would change
LONGEST_PAUSE: Final = 30.0  # seconds between two attempts
LARGEST: Final = 4 * 1024 * 1024  # bytes of a message
REFUSED: Final = (401, 403, 404)


def connect_bot(console: Console, address: str, command: str, token_file: Path, tables: int) -> None:
    """Keep so many connections to a server until interrupted, or until it sends the bot away."""
    words = split_command(command)
    try:
        token = token_file.read_text("utf-8").strip()
    except OSError as error:
        raise SlugfestError(f"--token {token_file}: {error.strerror}") from error
    if not token.isascii() or not token or any(letter.isspace() for letter in token):
        raise SlugfestError(f"--token {token_file}: one token is needed, and nothing else")
    url = address.rstrip("/").replace("http", "ws", 1) if address.startswith("http") else address.rstrip("/")
    bridge = Bridge(console, url if url.endswith(PATH) else url + PATH, words, token)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(bridge.keep(tables))


class Bridge:
    """Connects a program to a server, again and again."""

    def __init__(self, console: Console, url: str, command: list[str], token: str) -> None:
        self._console = console
        self._url = url
        self._command = command
        self._headers = {"Authorization": f"Bearer {token}"}

    async def keep(self, tables: int) -> None:
        await asyncio.gather(*(self._keep_one() for _ in range(tables)))

    async def _keep_one(self) -> None:
        pause = 1.0
        while True:
            try:
                async with connect(
                    self._url, additional_headers=self._headers, max_size=LARGEST
                ) as websocket:
                    pause = 1.0
                    self._say("connected")
                    await self._carry(websocket)
            except InvalidStatus as error:
                if error.response.status_code in REFUSED:
                    raise SlugfestError(
                        f"{self._url} refuses the token ({error.response.status_code}): ask its host for a new one"
                    ) from error
            except InvalidURI as error:
                raise SlugfestError(
                    f"{self._url} is no address of a server: write wss://play.example.org"
                ) from error
            except (OSError, InvalidHandshake, ConnectionClosed) as error:
                self._say(f"{error}")
            self._say(f"again in {pause:g} seconds")
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _carry(self, websocket: ClientConnection) -> None:
        """Run the program for as long as the connection lasts."""
        try:
            program = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                start_new_session=True,
                limit=LARGEST,
            )
        except OSError as error:
            raise SlugfestError(f"{self._command[0]}: {error.strerror}") from error
        assert program.stdin is not None
        assert program.stdout is not None
        outwards = asyncio.create_task(self._outwards(program.stdout, websocket))
        try:
            while True:
                message = await websocket.recv()
                text = message if isinstance(message, str) else message.decode()
                for line in text.splitlines():
                    if line.startswith("fault "):
                        self._say(line)
                program.stdin.write(text.encode() + b"\n")
                await program.stdin.drain()
        except ConnectionClosed as error:
            if websocket.close_code in FINAL:
                reason = websocket.close_reason
                raise SlugfestError(f"{self._url} has sent the bot away: {reason}") from error
            raise
        finally:
            outwards.cancel()
            with contextlib.suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)
            await program.wait()

    async def _outwards(self, out: asyncio.StreamReader, websocket: ClientConnection) -> None:
        while line := await out.readline():
            await websocket.send(line.decode().rstrip("\n"))
        await websocket.close()  # the program has ended

    def _say(self, text: str) -> None:
        self._console.print(escape(f"{self._url}: {text}"), highlight=False)
