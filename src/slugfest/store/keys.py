"""Any text of a client as a key of a database."""

from __future__ import annotations

import json


def as_key(text: str) -> str:
    """Any text of a client as ASCII that every database accepts; different texts stay different."""
    return json.dumps(text)[1:-1]


def from_key(key: str) -> str:
    """The text that ``as_key`` was given."""
    return str(json.loads(f'"{key}"'))
