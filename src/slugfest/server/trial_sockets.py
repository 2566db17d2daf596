"""One WebSocket on which a guest follows bots that try a variant."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from slugfest.kernel import Refusal
from slugfest.protocol import wire
from slugfest.protocol.problems import not_understood, problem
from slugfest.protocol.trials import LEVELS, TrialRows
from slugfest.table import refuse, refused

from .admission import Budget
from .budgets import Metered
from .decoding import decode
from .limits import Bucket, Buckets, Headcount, Limits
from .match_server import MatchServer
from .variant_worker import Asked, Refused

MOST_AT_ONCE: Final = 20  # trials of everybody,
MOST_OF_AN_ADDRESS: Final = 8
MOST_OF_ONE: Final = 2
MILLISECONDS: Final = 1000.0
EVERYBODY: Final = "everybody"

_decoder: Final = msgspec.json.Decoder(wire.Trial)
_encode: Final = msgspec.json.Encoder().encode


class Trials:
    """All trials of a server. Guests and addresses have a budget of bots' time, for which slices wait."""

    def __init__(self, server: MatchServer, limits: Limits) -> None:
        self._server = server
        self._own: Buckets = limits.trials.buckets()
        self._address: Buckets = limits.address_trials.buckets()
        self._running = Headcount(MOST_AT_ONCE)
        self._of_address = Headcount(MOST_OF_AN_ADDRESS)
        self._of_one = Headcount(MOST_OF_ONE)

    async def serve(self, socket: WebSocket, guest: str, address: str, budget: Budget) -> None:
        """Run the trial that a page asks for until it is over, or the page has gone."""
        received = await socket.receive()
        if received["type"] != "websocket.receive":
            return
        work = asyncio.create_task(
            Metered(self._run(socket, guest, address, budget, received), budget.account)
        )
        leaving = asyncio.create_task(self._wait_for_end(socket))
        try:
            await asyncio.wait({work, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                work.result()  # raises what went wrong
        finally:
            work.cancel()
            leaving.cancel()

    async def _wait_for_end(self, socket: WebSocket) -> None:
        """Wait until the page disconnects, or sends anything more."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.receive()

    async def _run(
        self, socket: WebSocket, guest: str, address: str, budget: Budget, received: object
    ) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the page has disconnected
            try:
                with contextlib.ExitStack() as running:
                    if not budget.take():
                        raise problem("TOO_FAST")
                    for heads, whose in (
                        (self._of_one, guest),
                        (self._of_address, address),
                        (self._running, EVERYBODY),
                    ):
                        if not heads.enter(whose):
                            raise problem("TRIALS_BUSY")
                        running.callback(heads.leave, whose)
                    await self._play(socket, guest, address, self._read(received))
            except Refusal as refusal:
                await socket.send_text(_encode(refused("", refusal)).decode())
            await socket.close()

    def _read(self, received: object) -> wire.Trial:
        assert isinstance(received, dict)
        text = received.get("text")
        try:
            wanted = decode(text if text is not None else received.get("bytes") or b"", _decoder)
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise not_understood(str(error)[:200]) from error
        if wanted.level not in LEVELS:
            raise refuse("NO_SUCH_LEVEL")
        return wanted

    async def _play(self, socket: WebSocket, guest: str, address: str, wanted: wire.Trial) -> None:
        worker, trial = self._server.variant_worker, TrialRows(wanted.deals, self._server.now())
        variant = None
        while not trial.over:
            await asyncio.sleep(max(bucket.overdrawn() for bucket in self._buckets(guest, address)))
            try:
                if variant is None:
                    prepared, seconds = await worker.ask(guest, Asked("prepare", file=wanted.file))
                    variant = prepared["variant"]
                else:
                    asked = Asked("trial", variant=variant, level=wanted.level, first=len(trial.rows))
                    played, seconds = await worker.ask(guest, asked)
                    trial.add(played)
            except Refused as error:
                if variant is None:
                    raise error.refusal from None
                seconds = error.seconds
                trial.add(None)
            for bucket in self._buckets(guest, address):
                bucket.charge(seconds * MILLISECONDS)
            if trial.rows or trial.failures:
                now = await self._server.in_thread(lambda: _encode(trial.now(self._server.now())))
                await socket.send_text(now.decode())

    def _buckets(self, guest: str, address: str) -> tuple[Bucket, Bucket]:
        return self._own.of(guest), self._address.of(address)
