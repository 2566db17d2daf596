"""Our server as `./dev bench table` measures it: the real one, without the limits that keep people from hurrying so.

python serve.py DATABASE     prints its address, and serves until it is stopped
"""

from __future__ import annotations

import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from slugfest.server.run import serve
from slugfest.server.settings import Settings

BOUNDLESS = 1_000_000
LIMITS = ("_per_second", "_per_minute", "_at_once", "connections_a_match", "connections_an_address")


def without_limits(settings: Settings) -> Settings:
    """The same settings for whoever asks as fast as they can, all from one address."""
    limits: dict[str, Any] = {
        field.name: type(getattr(settings, field.name))(BOUNDLESS)
        for field in fields(settings)
        if field.name.endswith(LIMITS)
    }
    return replace(settings, **limits)


if __name__ == "__main__":
    where: Any = sys.argv[1]
    serve(port=0, settings=without_limits(Settings(database=where if "://" in where else Path(where))))
