"""A WebSocket client that costs little, so that thousands of people fit beside the server that they measure."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable

OnMessage = Callable[[bytes], None]
TIMEOUT = 30.0  # seconds for a handshake or a request


class LeanSocket(asyncio.Protocol):
    """One connection. Text messages come to ``on_message``; pings are answered."""

    def __init__(self, on_message: OnMessage) -> None:
        self.on_message = on_message
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._parts: list[bytes] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.opened.done():
            head, found, rest = bytes(self._buffer).partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.opened.set_exception(ConnectionError(head.decode(errors="replace")[:200]))
                return
            self._buffer = bytearray(rest)
            self.opened.set_result(None)
        while self._frame():
            pass

    def _frame(self) -> bool:
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        length, start = buffer[1] & 127, 2
        if length == 126:
            start = 4
        elif length == 127:
            start = 10
        if len(buffer) < start:
            return False
        if start > 2:
            length = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + length:
            return False
        first, payload = buffer[0], bytes(buffer[start : start + length])
        del buffer[: start + length]
        kind = first & 15
        if kind == 9:
            self._send(10, payload)
        elif kind in (0, 1):
            self._parts.append(payload)
            if first & 128:
                whole, self._parts = b"".join(self._parts), []
                self.on_message(whole)
        return True

    def send(self, text: bytes) -> None:
        self._send(1, text)

    def _send(self, kind: int, payload: bytes) -> None:
        if self._transport is None or self.lost:
            return
        length = len(payload)
        size = bytes([128 | length]) if length < 126 else bytes([128 | 126]) + length.to_bytes(2, "big")
        self._transport.write(bytes([128 | kind]) + size + b"\0\0\0\0" + payload)  # a mask of zeros is a mask

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


async def dial(port: int, path: str, cookie: str, on_message: OnMessage) -> LeanSocket:
    """Connect to a WebSocket of a server on this machine."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: LeanSocket(on_message), "127.0.0.1", port)
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade"]
    lines += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", f"Cookie: {cookie}", "", ""]
    assert socket._transport is not None
    socket._transport.write("\r\n".join(lines).encode())
    await asyncio.wait_for(socket.opened, TIMEOUT)
    return socket


async def request(
    port: int, method: str, path: str, cookie: str = "", body: bytes = b""
) -> tuple[str, bytes]:
    """A request to the same server: the cookie that came with the answer, and its body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close"]
        lines += [f"Cookie: {cookie}"] if cookie else []
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}", "", ""]
        writer.write("\r\n".join(lines).encode() + body)
        answer = await asyncio.wait_for(reader.read(), TIMEOUT)
    finally:
        writer.close()
    head, _, content = answer.partition(b"\r\n\r\n")
    first, *fields = head.decode().split("\r\n")
    if " 20" not in first:
        raise ConnectionError(f"{method} {path}: {first} {content[:200]!r}")
    cookies = [line.split(": ", 1)[1] for line in fields if line.lower().startswith("set-cookie: ")]
    return "; ".join(one.partition(";")[0] for one in cookies), content
