"""Web push: send a browser an encrypted message through its push service (RFC 8030, 8188, 8291 and 8292).

The address of a push service comes from a browser, so from a stranger. It must be https at port 443 of a host with
public addresses only. The host is resolved once, its addresses are checked, and exactly the checked address is
connected to: a name that resolves to something else a moment later leads nowhere. Nothing of the answer is used but its
status, redirects are not followed, and everything ends after a few seconds. All of it runs in threads: some for
services that have answered quickly before, others for those that have not, so a service that somebody has put up to be
slow holds up nobody else's messages.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import http.client
import ipaddress
import json
import logging
import socket
import ssl
import threading
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from slugfest.store import Conflict, DocumentChange

from .async_store import AsyncStore

log = logging.getLogger("slugfest.server")

LONGEST_ENDPOINT: Final = 1000
POINT_BYTES: Final = 65  # of an uncompressed public key
AUTH_BYTES: Final = 16
THREADS: Final = 4  # for services that answer quickly,
SLOW_THREADS: Final = 2  # and for others
QUICK: Final = 2.0  # seconds in which a service answers quickly
MOST_WAITING: Final = 100  # messages for services that do not
MOST_QUICK: Final = 1000  # services that are remembered
USUAL: Final = ("googleapis.com", "mozilla.com", "windows.com", "apple.com")  # until they turn out to be slow
CONNECT_SECONDS: Final = 4.0
WHOLE_SECONDS: Final = 8.0
KEPT_BY_THE_SERVICE: Final = 24 * 3600  # seconds for which a push service tries to deliver a message
SIGNED_FOR: Final = 12 * 3600  # seconds
# Ranges that lead back to IPv4 addresses, which would not be checked.
EMBEDDING: Final = tuple(ipaddress.ip_network(one) for one in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16"))

Sent = Literal["sent", "gone", "later", "failed"]
Address = tuple[int, str]  # family and address


class BadSubscription(Exception):
    """A subscription that no browser has made, or that must not be used."""


@dataclass(frozen=True)
class Subscription:
    """Where and how a browser is reached."""

    endpoint: str
    p256dh: str
    auth: str
    language: str
    site: str  # this server's own address, as the browser knows it

    @property
    def key(self) -> str:
        """Names the browser without its address."""
        return hashlib.sha256(self.endpoint.encode()).hexdigest()[:32]

    def checked(self, loopback: bool) -> Subscription:
        """The same, if it can be used; raises :class:`BadSubscription`."""
        place(self.endpoint, loopback)
        point = unpacked(self.p256dh)
        if len(point) != POINT_BYTES or len(unpacked(self.auth)) != AUTH_BYTES:
            raise BadSubscription("keys of the wrong length")
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        except (ValueError, UnsupportedAlgorithm) as error:
            raise BadSubscription("no public key") from error
        return self


def unpacked(text: str) -> bytes:
    """The bytes in base64url; none of a text that is none."""
    if len(text) > 2 * POINT_BYTES or not text.isascii():
        return b""
    with contextlib.suppress(ValueError):
        return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), b"-_", validate=True)
    return b""


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


# ---- where messages may go -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    """A push service: host and port, and whether the connection is encrypted."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        usual = 443 if self.scheme == "https" else 80
        return f"{self.scheme}://{self.host}" + ("" if self.port == usual else f":{self.port}")


def place(endpoint: str, loopback: bool) -> Place:
    """The push service of an endpoint; raises :class:`BadSubscription` for an address that is not asked."""
    if (
        len(endpoint) > LONGEST_ENDPOINT
        or not endpoint.isascii()
        or not endpoint.isprintable()
        or " " in endpoint
    ):
        raise BadSubscription("no address of a push service")
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise BadSubscription("no address of a push service") from error
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    found = Place(parts.scheme, host, port or (443 if parts.scheme == "https" else 80), path)
    if parts.username is not None or parts.password is not None or not host or "\\" in endpoint:
        raise BadSubscription("no address of a push service")
    if loopback and found.scheme == "http" and host == "127.0.0.1":
        return found
    if found.scheme != "https" or found.port != 443:
        raise BadSubscription("a push service is reached over https at port 443")
    if is_address(host):
        raise BadSubscription("a push service has a name")
    return found


def is_address(host: str) -> bool:
    """Whether a host is a number and not a name."""
    with contextlib.suppress(ValueError):
        ipaddress.ip_address(host)
        return True
    return host.rpartition(".")[2][
        :1
    ].isdigit()  # 127.1, 0x7f.1, 2130706433: some resolvers read these as addresses


def is_public(address: str) -> bool:
    """Whether an address belongs to the public internet."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            ip = ip.ipv4_mapped
        elif ip.teredo is not None or any(ip in network for network in EMBEDDING):
            return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


def resolved(found: Place, loopback: bool) -> Address:
    """An address of a push service; raises :class:`BadSubscription` if any of its addresses is not public."""
    try:
        answers = socket.getaddrinfo(found.host, found.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise OSError(f"{found.host} cannot be resolved") from error
    if not answers:
        raise OSError(f"{found.host} has no address")
    allowed = loopback and found.host == "127.0.0.1"
    if not allowed and not all(is_public(str(answer[4][0])) for answer in answers):
        raise BadSubscription(f"{found.host} is no public host")
    return int(answers[0][0]), str(answers[0][4][0])


# ---- the server's key ------------------------------------------------------------------------------------------------


class PushKey:
    """The key by which push services know this server. It is made once and kept in the store."""

    def __init__(self, private: str) -> None:
        self._private = private

    @cached_property
    def public(self) -> str:
        number = int.from_bytes(unpacked(self._private), "big")
        point = ec.derive_private_key(number, ec.SECP256R1()).public_key()
        return packed(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    @staticmethod
    async def of(store: AsyncStore) -> PushKey:
        """The key of a store; of several processes that make one at once, all use the first."""
        while (kept := await store.document("server", "push-key")) is None:
            number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
            made = {"private": packed(number.to_bytes(32, "big"))}
            with contextlib.suppress(Conflict):
                await store.write_documents(DocumentChange("server", "push-key", 0, made))
        return PushKey(kept.data["private"])

    def headers(self, origin: str, contact: str) -> dict[str, str]:
        """The signature for a push service (VAPID)."""
        from py_vapid import Vapid02  # with pywebpush it takes 20 MB: only where messages are sent

        claims = {"aud": origin, "sub": contact, "exp": int(time.time()) + SIGNED_FOR}
        signed: dict[str, str] = Vapid02.from_raw(self._private.encode()).sign(claims)
        return signed


# ---- sending ---------------------------------------------------------------------------------------------------------


class PushSender:
    """Sends messages, a few at a time, in threads of its own."""

    def __init__(self, loopback: bool = False) -> None:
        self._loopback = loopback
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="push")
        self._slow_threads = ThreadPoolExecutor(SLOW_THREADS, thread_name_prefix="slow push")
        self._quick = OrderedDict.fromkeys(USUAL)  # services whose last answer came quickly
        self._waiting = 0  # for the slow threads

    async def send(self, to: Subscription, key: PushKey, contact: str, topic: str) -> Sent:
        """Send "a match waits for you". Never raises."""
        service = service_of(to.endpoint)
        quick = service in self._quick
        if not quick and self._waiting >= MOST_WAITING:
            return "later"
        self._waiting += not quick
        try:
            threads = self._threads if quick else self._slow_threads
            found, seconds = await asyncio.get_running_loop().run_in_executor(
                threads, self._timed, to, key, contact, topic
            )
        finally:
            self._waiting -= not quick
        self._quick.pop(service, None)
        if found in ("sent", "gone") and seconds < QUICK:
            self._quick[service] = None
            if len(self._quick) > MOST_QUICK:
                self._quick.popitem(last=False)
        return found

    def _timed(self, to: Subscription, key: PushKey, contact: str, topic: str) -> tuple[Sent, float]:
        begun = time.monotonic()
        return self._send(to, key, contact, topic), time.monotonic() - begun

    def _send(self, to: Subscription, key: PushKey, contact: str, topic: str) -> Sent:
        try:
            found = place(to.endpoint, self._loopback)
            family, address = resolved(found, self._loopback)
            status = post(found, family, address, encrypted(to), {
                **key.headers(found.origin, contact),
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": f"{KEPT_BY_THE_SERVICE}",
                "Topic": topic,
                "Urgency": "normal",
            })  # fmt: skip
        except BadSubscription as error:
            log.warning("a push subscription is not used: %s", error)
            return "gone"
        except (OSError, http.client.HTTPException, ValueError) as error:
            log.info("a push message could not be sent: %s", type(error).__name__)
            return "later"
        except Exception:
            log.exception("a push message could not be made")
            return "failed"
        return outcome(status)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._slow_threads.shutdown(wait=False, cancel_futures=True)


def service_of(endpoint: str) -> str:
    """Whose service an endpoint is: its domain, so that whoever has one cannot use many names in it."""
    with contextlib.suppress(ValueError):
        return ".".join((urlsplit(endpoint).hostname or "").split(".")[-2:])
    return ""


def outcome(status: int) -> Sent:
    """What the status of a push service's answer means."""
    if status in (404, 410):
        return "gone"
    if status == 429 or status >= 500:
        return "later"
    return "sent" if 200 <= status < 300 else "failed"


def encrypted(to: Subscription) -> bytes:
    """The message, encrypted for a browser. It names no match: the page asks the server when it shows it."""
    from pywebpush import WebPusher  # see PushKey.headers

    keys = {"p256dh": to.p256dh, "auth": to.auth}
    message = json.dumps({"type": "waits", "language": to.language}).encode()
    body: bytes = WebPusher({"endpoint": to.endpoint, "keys": keys}).encode(message)["body"]
    return body


def post(found: Place, family: int, address: str, body: bytes, headers: dict[str, str]) -> int:
    """Post to a checked address and return the status; OSError if there is none in time."""
    with socket.socket(family, socket.SOCK_STREAM) as raw:
        raw.settimeout(CONNECT_SECONDS)
        watch = threading.Timer(WHOLE_SECONDS, cut, (raw,))  # timeouts of a socket begin anew with every byte
        watch.start()
        try:
            raw.connect((address, found.port))
            with contextlib.ExitStack() as stack:
                line: Any = raw
                if found.scheme == "https":
                    context = ssl.create_default_context()
                    line = stack.enter_context(context.wrap_socket(raw, server_hostname=found.host))
                connection = http.client.HTTPConnection(found.host, found.port)
                connection.sock = line
                host = found.origin.partition("://")[2]
                connection.request("POST", found.path, body, {"Host": host, **headers})
                return connection.getresponse().status
        finally:
            watch.cancel()


def cut(raw: socket.socket) -> None:
    """End a connection that takes too long, from another thread."""
    with contextlib.suppress(OSError):
        raw.shutdown(socket.SHUT_RDWR)
