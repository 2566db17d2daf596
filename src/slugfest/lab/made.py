"""What made results: versions, hashes of content, bots. Results go together only where these are the same."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterable
from typing import Any, Final

from slugfest import __version__
from slugfest.bots import bot
from slugfest.kernel import Game, SlugfestError, content_file, plain_id

from .speed import compiled

ESTIMATE: Final = "estimate.toml"  # beside the content


def needed_by(who_plays_what: Iterable[tuple[str, Game]]) -> dict[str, Any]:
    """What must be the same for results of these bots in these games to go together."""
    games: dict[str, Game] = {}
    signatures: dict[str, str] = {}
    for name, played in who_plays_what:
        games[plain_id(played.id)] = played
        if name not in signatures:
            player = bot(name, played)
            signatures[name] = player.signature()
            player.close()
    return {
        "slugfest": __version__,
        "rules": {name: played.version for name, played in games.items()},
        "content": {name: content_hash(name) for name in games},
        "bots": signatures,
    }


def content_hash(name: str) -> str:
    """Of a game's content and of the numbers of its estimate, by which bots think; empty where it has no content."""
    try:
        content = content_file(name)
    except SlugfestError:
        return ""
    data = content.read_bytes()
    estimate = content.with_name(ESTIMATE)
    if estimate.is_file():
        data += estimate.read_bytes()
    return hashlib.sha256(data.replace(b"\r\n", b"\n")).hexdigest()[:16]


def digest(told: object, length: int = 16) -> str:
    """A short mark of something told in JSON: the same for the same."""
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:length]


def session_facts() -> dict[str, Any]:
    return {
        "engine": "compiled" if compiled() else "interpreted",
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
    }
