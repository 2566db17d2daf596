"""A push service of our own: it takes messages on the loopback, checks who signed them, and decrypts them."""

from __future__ import annotations

import base64
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Empty, Queue
from types import TracebackType
from typing import Any, NamedTuple

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

TIMEOUT = 30


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unpacked(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Received(NamedTuple):
    """A message as the service got it, and as the browser reads it."""

    path: str
    headers: dict[str, str]
    body: bytes
    message: Any
    claims: dict[str, Any]
    key: str  # the public key of the server that signed it


class Subscribed:
    """A browser that has subscribed: it alone can decrypt what is sent to it."""

    def __init__(self, service: PushService, name: str) -> None:
        self.endpoint = f"{service.address}/push/{name}"
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._auth = name.encode().ljust(16, b"-")[:16]

    def body(self, language: str = "en") -> dict[str, str]:
        """What the browser tells our server."""
        point = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": packed(point), "auth": packed(self._auth)}
        return {"endpoint": self.endpoint, "language": language, **keys}

    def decrypted(self, body: bytes) -> Any:
        plain = http_ece.decrypt(body, private_key=self._private, auth_secret=self._auth, version="aes128gcm")
        return json.loads(plain)


class PushService:
    """The service, on a port of its own. ``status`` is what it answers."""

    def __init__(self) -> None:
        self.status = 201
        self.received: Queue[Received] = Queue()
        self.browsers: dict[str, Subscribed] = {}
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                authorization = self.headers["Authorization"]
                assert Vapid02.verify(authorization), "the signature is wrong"
                parts = dict(part.split("=", 1) for part in authorization.partition(" ")[2].split(","))
                claims = json.loads(unpacked(parts["t"].split(".")[1]))
                browser = service.browsers[self.path.rpartition("/")[2]]
                self.send_response(service.status)
                if service.status == 302:
                    self.send_header("Location", f"{service.address}/push/elsewhere")
                self.end_headers()
                heard = Received(
                    self.path, dict(self.headers), body, browser.decrypted(body), claims, parts["k"]
                )
                service.received.put(heard)

            def log_message(self, format: str, *arguments: Any) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._http.server_address[1]}"
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True)

    def __enter__(self) -> PushService:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join(TIMEOUT)

    def browser(self, name: str) -> Subscribed:
        self.browsers[name] = Subscribed(self, name)
        return self.browsers[name]

    def next(self) -> Received:
        return self.received.get(timeout=TIMEOUT)

    def nothing_for(self, seconds: float) -> bool:
        """Whether nothing comes for a while."""
        try:
            self.received.get(timeout=seconds)
        except Empty:
            return True
        return False
