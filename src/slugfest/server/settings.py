"""The settings of a server."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from slugfest.kernel import plain_id

from .engine import EngineToBuild
from .limits import Limits

HERE: Final = Path(__file__).parent


class OfferedBot(NamedTuple):
    """A bot that people may choose beside the levels."""

    name: str  # with its options
    signature: str  # with its version, for records
    games: tuple[str, ...] = ()  # the games it plays; empty: all

    def plays(self, game: str) -> bool:
        return not self.games or plain_id(game) in self.games


def cores() -> int:
    """The number of processors this process may use."""
    if hasattr(os, "sched_getaffinity"):  # not everywhere
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class RemoteSettings(NamedTuple):
    """How bots connect from elsewhere."""

    tokens: Path  # the file with the hashes of their tokens
    folder: Path  # for the sockets through which the server's processes reach them


@dataclass(frozen=True)
class Settings:
    """The settings of a server. The defaults suit a game night at home."""

    # A file, or postgresql://user:password@host/name; None: nothing is stored.
    database: str | Path | None = field(default=None, repr=False)  # may contain a password
    static: Path = HERE / "static"  # the built front end
    network_address: str = ""  # the address in the local network; empty: only this machine can connect
    lan_address: str = ""  # the one that --lan would give; empty: this machine is in no network
    origins: tuple[str, ...] = ()  # other addresses ("https://play.example.org") whose pages may connect

    # Monitoring.
    metrics_token: str = field(default="", repr=False)  # empty: /metrics answers this machine alone
    worker_metrics: Path | None = None  # the folder in which workers on one port exchange metrics
    log_format: Literal["text", "json"] = "text"
    log_level: str = "warning"
    backups: Path | None = (
        None  # the folder of backups made over the admin page; None: beside a database file
    )

    # Push messages: "a match waits for you", through the push services of people's browsers.
    push: bool = True
    push_contact: str = (
        ""  # mailto: or https:, for whoever runs a push service; empty: this server's own address
    )
    push_to_loopback: bool = False  # for tests: a push service may be at http://127.0.0.1

    # Bots think in processes of their own: compiled search would block the event loop.
    bots_run_in: Literal["process", "thread"] = "process"
    bot_workers: int = cores()
    bot_comfort: float = 0.7  # seconds; when waiting takes longer, bots think less
    bot_delay: float = 0.9  # seconds from the question to the bot's move, at least
    bot_timeout: float = 60.0  # seconds; a bot that thinks longer has failed
    hint_level: str = "hard"  # judges decisions: for hints, the coach, warnings and reviews
    bots: tuple[OfferedBot, ...] = ()  # offered beside the levels; a guest cannot name any other
    programs: tuple[str, ...] = ()  # NAME=COMMAND: the offered bots that are programs
    remote: RemoteSettings | None = None  # bots that connect from elsewhere
    variants: tuple[dict[str, Any], ...] = ()  # offered beside the games themselves: Variant.as_json
    engine: EngineToBuild | None = None  # a compiled engine to build while the server runs

    # Admission.
    allowed_hosts: tuple[str, ...] = ()  # beside localhost, the machine's own names and IP addresses
    trusted_proxies: tuple[str, ...] = ()  # addresses or networks whose X-Forwarded-For is trusted
    limits: Limits = field(default_factory=Limits)
    header_seconds: float = 10.0  # for a request's head
    body_seconds: float = 20.0  # for its body after that
    largest_message: int = 64 * 1024  # bytes of a WebSocket message or an HTTP body
    connections_a_match: int = 200
    unsent_messages: int = 100  # queued for one client; beyond that it is disconnected
