"""Everything about a server that can be set."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

HERE: Final = Path(__file__).parent


@dataclass(frozen=True)
class Settings:
    """How a server runs. The defaults are right for a game night at home."""

    database: Path | None = None  # None: nothing is kept
    static: Path = HERE / "static"  # the built front end
    origins: tuple[str, ...] = ()  # other addresses ("https://play.example.org") whose pages may connect

    # Bots think in processes of their own: compiled search would hold up everybody else's moves.
    bots_run_in: Literal["process", "thread"] = "process"
    bot_workers: int = max(1, min(4, (os.cpu_count() or 2) - 1))
    bot_delay: float = 0.9  # seconds from the question to the bot's move, at least
    bot_patience: float = 60.0  # a bot that thinks longer has failed
    hint_level: str = "hard"

    # A bot stands in for somebody away this long (in seconds) while it is their turn and others wait.
    absent_after: float = 120.0

    largest_message: int = 64 * 1024  # bytes, on a WebSocket and of an HTTP body
    messages_per_second: float = 20.0
    messages_at_once: int = 100
    new_matches_per_minute: float = 60.0  # from one address
    new_matches_at_once: int = 200
    connections_a_match: int = 200
    unsent_messages: int = 100  # waiting for one slow client; beyond, it is cut off and comes back
