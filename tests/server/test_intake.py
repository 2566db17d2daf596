"""What connections send is counted before it is parsed: frames of every kind, requests, pieces and kilobytes."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest
import uvicorn
from tests.server.harness import TIMEOUT, Person, RunningServer, quick_settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from slugfest.server import intake
from slugfest.server.budgets import Budgets
from slugfest.server.connections import UNWELCOME, ConnectionCounter, Entrance
from slugfest.server.intake import MOST_HELD, OPENING, PIECE, Intake, Reader
from slugfest.server.limits import NO_LIMITS, Amounts, Limits, Rate
from slugfest.server.settings import Settings
from slugfest.server.unread import PROGRESS, UnreadWatch


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Wire(asyncio.Transport):
    """A transport that notes whether it is read."""

    def __init__(self) -> None:
        super().__init__({"peername": ("192.0.2.1", 5000)})
        self.reading = True
        self.taken: bytes | None = None  # by the protocol that takes over
        self.protocol: asyncio.BaseProtocol | None = None
        self.written = b""
        self.aborted = False
        self.unread = 0

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def is_closing(self) -> bool:
        return self.aborted

    def abort(self) -> None:
        self.aborted = True

    close = abort

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def get_write_buffer_size(self) -> int:
        return self.unread


class Sender:
    """A connection whose every byte is a frame."""

    def __init__(self, budgets: Budgets, address: str = "192.0.2.1", guest: str = "") -> None:
        self.wire, self.parsed, self.given_up, self.busy = Wire(), 0, False, False
        self.intake = Intake(budgets, address)
        if guest:
            self.intake.belong_to(guest, address)
        self.reader = Reader(self.intake, self.wire, self._parse, lambda: self.busy, self._give_up)

    def _parse(self, piece: bytes) -> int:
        assert len(piece) <= PIECE
        self.parsed += len(piece)
        return len(piece)

    def _give_up(self) -> None:
        self.given_up = True


def in_a_loop(work: Callable[[], None]) -> None:
    async def run() -> None:
        work()

    asyncio.run(run())


def limits(**changes: Any) -> Limits:
    return replace(NO_LIMITS, **changes)


def test_a_sender_beyond_its_budget_is_not_read_until_time_has_made_up_for_it() -> None:
    def send() -> None:
        clock = Clock()
        sender = Sender(Budgets(limits(frames=Rate(6000, 100)), clock))
        sender.reader.feed(b"x" * 90)
        assert (sender.parsed, sender.wire.reading) == (90, True)
        sender.reader.feed(b"x" * 2000)
        assert (sender.parsed, sender.wire.reading) == (90 + PIECE, False), (
            "one piece overdraws, the rest waits"
        )
        clock.now = 6.0
        sender.reader.go_on()
        assert sender.parsed == 90 + PIECE, "its timer decides when to go on"
        sender.reader._resume()
        assert sender.parsed == 90 + 2 * PIECE
        clock.now = 1000.0
        sender.reader._resume()
        clock.now = 2000.0
        sender.reader._resume()
        assert (sender.parsed, sender.wire.reading, sender.given_up) == (2090, True, False)

    in_a_loop(send)


def test_a_piece_of_data_without_a_whole_frame_counts_too() -> None:
    def send() -> None:
        sender = Sender(Budgets(limits(frames=Rate(0.001, 10)), Clock()))
        sender.reader._parse = lambda piece: 0
        for _ in range(9):
            sender.reader.feed(b"x")
        assert sender.wire.reading
        sender.reader.feed(b"x")
        assert not sender.wire.reading

    in_a_loop(send)


def test_whoever_does_not_slow_down_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def send() -> None:
        sender = Sender(Budgets(limits(frames=Rate(60, 10)), Clock()))
        sender.reader.feed(b"x" * 1000)
        before = sender.given_up
        monkeypatch.setattr(intake, "LONGEST_SLOWDOWN", -1.0)
        sender.reader._resume()
        assert (before, sender.given_up, sender.parsed) == (False, True, PIECE)
        assert not sender.reader.holds, "what it had sent is dropped"

        large = Sender(Budgets(limits(frames=Rate(60, 10)), Clock()))
        large.reader.feed(b"x" * (MOST_HELD + 2 * PIECE))
        assert large.given_up, "nobody holds more than a message for it"

    in_a_loop(send)


def test_a_neighbour_at_the_same_address_waits_and_is_not_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "LONGEST_SLOWDOWN", -1.0)

    def send() -> None:
        budgets = Budgets(limits(address_frames=Rate(60, 100)), Clock())
        Sender(budgets).reader.feed(b"x" * 200)
        neighbour, stranger = Sender(budgets), Sender(budgets, "192.0.2.2")
        for one in (neighbour, stranger):
            one.reader.feed(b"x")
        assert (neighbour.parsed, neighbour.given_up) == (0, False)
        neighbour.reader._resume()
        assert not neighbour.given_up
        assert stranger.parsed == 1

    in_a_loop(send)


def test_a_guest_has_one_budget_for_all_connections() -> None:
    def send() -> None:
        budgets = Budgets(limits(own_frames=Rate(60, 100)), Clock())
        Sender(budgets, "192.0.2.1", "ann").reader.feed(b"x" * 200)
        again, other = Sender(budgets, "192.0.2.2", "ann"), Sender(budgets, "192.0.2.1", "bob")
        for one in (again, other):
            one.reader.feed(b"x")
        assert (again.parsed, other.parsed) == (0, 1)

    in_a_loop(send)


def test_opening_a_connection_costs_something() -> None:
    """Whoever opens too many gets no answer: it would cost more than the connection did."""

    def enter() -> None:
        clock = Clock()
        few = limits(address_frames=Rate(60 * OPENING, 10 * int(OPENING)))
        counter = ConnectionCounter(Settings(limits=few), Budgets(few, clock))
        reasons = [counter.enter(Wire(), "192.0.2.1") for _ in range(13)]
        assert reasons == [""] * 11 + [UNWELCOME] * 2  # the last one goes below zero
        assert counter.enter(Wire(), "192.0.2.2") == ""
        clock.now += 1.5
        assert counter.enter(Wire(), "192.0.2.1") == ""
        assert counter.connections == 13

    in_a_loop(enter)


def test_refused_connections_use_up_the_processor_time_of_their_address() -> None:
    def enter() -> None:
        few = limits(address_frames=Rate(60, 0), address_work=Rate(60, 1))
        budgets = Budgets(few, Clock())
        counter = ConnectionCounter(Settings(limits=few), budgets)
        budgets.active("192.0.2.2")
        asker = budgets.account("", "192.0.2.1")
        for _ in range(10):
            counter.enter(Wire(), "192.0.2.1")
        assert asker.address_overdrawn() == 0.0
        for _ in range(50):
            assert counter.enter(Wire(), "192.0.2.1") == UNWELCOME
        assert asker.address_overdrawn() > 0.0

    in_a_loop(enter)


def entrance(counter: ConnectionCounter, wire: Wire) -> Entrance:
    state = ServerState()
    kind = type("Counted", (Entrance,), {"counter": counter, "http": Taken})
    found: Entrance = kind(uvicorn.Config("nothing:at_all"), state, {}, asyncio.get_running_loop())
    found.connection_made(wire)
    return found


class Taken(HttpToolsProtocol):
    """A protocol that only keeps what it is given."""

    def __init__(self, *given: Any) -> None: ...

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        assert isinstance(transport, Wire)
        transport.taken = b""
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        assert isinstance(self.transport, Wire)
        self.transport.taken = (self.transport.taken or b"") + data


def test_a_connection_is_taken_over_when_its_first_data_comes() -> None:
    def come() -> None:
        counter = ConnectionCounter(Settings(limits=NO_LIMITS))
        wire = Wire()
        opened = entrance(counter, wire)
        assert (counter.connections, wire.taken) == (1, None)
        opened.data_received(b"GET")
        assert (counter.connections, wire.taken) == (1, b"GET")
        assert isinstance(wire.protocol, Taken)

    in_a_loop(come)


def test_connections_without_data_count_until_they_end() -> None:
    def come() -> None:
        counter = ConnectionCounter(Settings(limits=limits(connections=2)))
        wires = [Wire() for _ in range(3)]
        opened = [entrance(counter, wire) for wire in wires]
        assert counter.connections == 2
        assert wires[2].written.startswith(b"HTTP/1.1 429 ")
        assert [wire.aborted for wire in wires] == [False, False, True]
        for one in opened:
            one.connection_lost(None)
        assert counter.connections == 0

    in_a_loop(come)


def test_a_server_that_stops_closes_connections_without_data() -> None:
    def stop() -> None:
        wire = Wire()
        opened = entrance(ConnectionCounter(Settings(limits=NO_LIMITS)), wire)
        assert {id(one) for one in opened._server_state.connections} == {id(opened)}
        opened.shutdown()
        assert wire.aborted

    in_a_loop(stop)


def test_nothing_is_parsed_before_what_came_before_was_taken() -> None:
    def send() -> None:
        sender = Sender(Budgets(NO_LIMITS, Clock()))
        sender.busy = True
        sender.reader.feed(b"x" * 10)
        assert (sender.parsed, sender.wire.reading) == (0, False)
        sender.busy = False
        sender.reader.go_on()
        assert (sender.parsed, sender.wire.reading) == (10, True)

    in_a_loop(send)


def test_whoever_used_too_much_processor_time_is_not_read_either() -> None:
    def send() -> None:
        clock = Clock()
        sender = Sender(Budgets(limits(work=Rate(6000, 100)), clock), guest="ann")
        sender.intake.account.charge(0.3)
        sender.reader.feed(b"x")
        assert (sender.parsed, sender.wire.reading) == (0, False)
        clock.now = 2.0
        sender.reader._resume()
        assert sender.parsed == 1

    in_a_loop(send)


# ---- answers that nobody reads ---------------------------------------------------------------------------------------


def test_an_end_that_reads_nothing_is_cut_off_and_one_that_reads_slowly_is_not() -> None:
    def read() -> None:
        totals = Amounts(1 << 20)
        deaf, slow = Wire(), Wire()
        for wire in (deaf, slow):
            wire.unread = 100_000
        watches = [UnreadWatch(wire, totals, "192.0.2.1") for wire in (deaf, slow)]
        for watch in watches:
            watch.begin()
        slow.unread -= PROGRESS
        for watch in watches:
            watch._check()
        assert (deaf.aborted, slow.aborted) == (True, False)
        for watch in watches:
            watch.end()
        assert not totals._held

    in_a_loop(read)


def test_what_waits_for_one_address_is_bounded_over_all_its_connections() -> None:
    def read() -> None:
        totals = Amounts(250_000)
        wires = [Wire() for _ in range(4)]
        for wire, address in zip(wires, ("192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"), strict=True):
            wire.unread = 100_000
            UnreadWatch(wire, totals, address).begin()
        assert [wire.aborted for wire in wires] == [False, False, True, False]

    in_a_loop(read)


# ---- over real sockets -----------------------------------------------------------------------------------------------

KINDS = {
    "pings": [Frame(Opcode.PING, b"")],
    "pongs nobody asked for": [Frame(Opcode.PONG, b"")],
    "empty continuations": [Frame(Opcode.TEXT, b"", fin=False)] + [Frame(Opcode.CONT, b"", fin=False)] * 50,
    "texts": [Frame(Opcode.TEXT, b"")],
}


@pytest.mark.parametrize("kind", KINDS)
def test_too_many_frames_of_any_kind_end_a_connection_with_a_reason(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "LONGEST_SLOWDOWN", 0.2)
    settings = quick_settings(limits=replace(NO_LIMITS, frames=Rate(6000, 50)))
    first, *rest = (frame.serialize(mask=True) for frame in KINDS[kind])
    with RunningServer(settings) as server, server.person("Ann") as ann, server.person("Bob") as bob:
        match = ann.create("me", "open")
        with connect(f"ws://127.0.0.1:{server.port}/ws/{match}") as flooding:
            flooding.socket.sendall(first)
            flooding.socket.sendall(b"".join(rest or [first] * 50) * 40)
            with pytest.raises(ConnectionClosed) as ended:
                list(iter(lambda: flooding.recv(timeout=TIMEOUT), None))
            assert ended.value.rcvd is not None
            assert (ended.value.rcvd.code, ended.value.rcvd.reason) == (1008, "too many frames")
        with bob.connect(match) as other:
            other.done("sit", seat=1, name="Bob")


def test_requests_sent_ahead_are_answered_one_by_one_and_all_of_them(server: RunningServer) -> None:
    asked = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100
    with socket.create_connection(("127.0.0.1", server.port), TIMEOUT) as line:
        line.sendall(asked)
        received = b""
        while received.count(b"HTTP/1.1 200 ") < 100 and (part := line.recv(65536)):
            received += part
        assert received.count(b"HTTP/1.1 200 ") == 100


def test_too_many_requests_on_one_connection_are_refused_and_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "LONGEST_SLOWDOWN", 0.2)
    settings = quick_settings(limits=replace(NO_LIMITS, frames=Rate(6000, 50)))
    with RunningServer(settings) as server, server.person("Ann") as ann:
        with socket.create_connection(("127.0.0.1", server.port), TIMEOUT) as line:
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 500)
            received = b""
            while part := line.recv(65536):
                received += part
        last = received.rpartition(b"HTTP/1.1 ")[2]
        assert last.startswith(b"429 ")
        assert json.loads(last.partition(b"\r\n\r\n")[2])["code"] == "TOO_FAST"
        assert 0 < received.count(b"HTTP/1.1 200 ") < 500
        assert ann.http.get("/api/me").status_code == 200


def test_a_head_that_comes_byte_by_byte_is_read_as_one(server: RunningServer) -> None:
    with socket.create_connection(("127.0.0.1", server.port), TIMEOUT) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, struct.pack("i", 1))
        for byte in b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n":
            line.sendall(bytes([byte]))
        assert line.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_a_large_message_within_the_budget_arrives(people: list[Person], lines: ExitStack) -> None:
    ann = lines.enter_context(people[0].connect(people[0].create("me", "open")))
    ann.send(json.dumps({"type": "play", "id": "large", "moves": ["x" * 200] * 99}))
    assert ann.receive()["id"] == "large"
