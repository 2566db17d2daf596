"""Provenance of results: versions, hashes of content, bots. Only results of the same provenance are combined."""

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

ESTIMATE: Final = "estimate.toml"  # in the folder of the content


def provenance_of(who_plays_what: Iterable[tuple[str, Game]]) -> dict[str, Any]:
    """What must be the same for results of these bots in these games to be combined."""
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
    """A hash of a game's content and of the weights of its estimate; empty if it has no content."""
    try:
        content = content_file(name)
    except SlugfestError:
        return ""
    data = content.read_bytes()
    estimate = content.with_name(ESTIMATE)
    if estimate.is_file():
        data += estimate.read_bytes()
    return hashlib.sha256(data.replace(b"\r\n", b"\n")).hexdigest()[:16]


def digest(value: object, length: int = 16) -> str:
    """A short hash of a JSON value."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:length]


def session_facts() -> dict[str, Any]:
    """The engine, Python and system of this process."""
    return {
        "engine": "compiled" if compiled() else "interpreted",
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
    }
