"""Everything about a server that can be set."""

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

    name: str  # with its options, as bots are named
    signature: str  # with its version, for records
    games: tuple[str, ...] = ()  # that it plays; none: all

    def plays(self, game: str) -> bool:
        return not self.games or plain_id(game) in self.games


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):  # not everywhere
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True)
class Settings:
    """How a server runs. The defaults are right for a game night at home."""

    # A file, or postgresql://user:password@host/name; None: nothing is kept.
    database: str | Path | None = field(default=None, repr=False)  # a password may be in it
    static: Path = HERE / "static"  # the built front end
    origins: tuple[str, ...] = ()  # other addresses ("https://play.example.org") whose pages may connect

    # For whoever looks after the server.
    metrics_token: str = field(default="", repr=False)  # none: /metrics answers this machine alone
    worker_metrics: Path | None = None  # where workers on one port tell each other their numbers
    log_format: Literal["text", "json"] = "text"
    log_level: str = "warning"

    # Bots think in processes of their own: compiled search would hold up everybody else's moves.
    bots_run_in: Literal["process", "thread"] = "process"
    bot_workers: int = cores()
    bot_comfort: float = 0.7  # seconds; while so many tables wait that it takes longer, bots think less
    bot_delay: float = 0.9  # seconds from the question to the bot's move, at least
    bot_patience: float = 60.0  # a bot that thinks longer has failed
    hint_level: str = "hard"
    bots: tuple[OfferedBot, ...] = ()  # beside the levels: nothing that a guest sends can name another
    programs: tuple[str, ...] = ()  # NAME=COMMAND, those among them that are programs
    variants: tuple[dict[str, Any], ...] = ()  # of games, beside the games themselves: Variant.as_json
    engine: EngineToBuild | None = None  # a compiled one for them, made while the server runs

    # Who may come in, and how often.
    allowed_hosts: tuple[str, ...] = ()  # names beside localhost, the machine's own, and addresses in digits
    trusted_proxies: tuple[str, ...] = ()  # whose X-Forwarded-For is believed: addresses or networks
    limits: Limits = field(default_factory=Limits)
    header_seconds: float = 10.0  # a request's head must have come by then,
    body_seconds: float = 20.0  # and its body so long after that
    largest_message: int = 64 * 1024  # bytes, on a WebSocket and of an HTTP body
    connections_a_match: int = 200
    unsent_messages: int = 100  # waiting for one slow client; beyond, it is cut off and comes back
