"""The server's log: one line an event, as text or as JSON, without secrets.

Whoever knows a match's code may join it, so the log shows a short hash instead: the same for the same match, as long as
the store is the same.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Final, Literal

from slugfest.protocol.codes import ALPHABET, LENGTH

LogFormat = Literal["text", "json"]
LOGGERS: Final = ("slugfest", "uvicorn")
_CODE: Final = re.compile(rf"(?<![A-Za-z0-9])[{ALPHABET}{ALPHABET.lower()}]{{{LENGTH}}}(?![A-Za-z0-9])")
_HAS_DIGIT: Final = re.compile(r"[0-9]")


class Redactor:
    """Replaces what could be a match's code by a hash."""

    def __init__(self, key: str) -> None:
        self._key = hashlib.blake2b(key.encode(), digest_size=32, person=b"slugfest log").digest()

    def redact(self, text: str) -> str:
        return _CODE.sub(self._hashed, text)

    def _hashed(self, found: re.Match[str]) -> str:
        if found[0].islower() and not _HAS_DIGIT.search(found[0]):
            return found[0]  # a word; one code in a hundred has no digit
        return "#" + hashlib.blake2b(found[0].upper().encode(), key=self._key, digest_size=4).hexdigest()


class TextFormatter(logging.Formatter):
    """One line an event: time, level, message; a traceback follows."""

    def __init__(self, redactor: Redactor) -> None:
        super().__init__()
        self._redactor = redactor

    def format(self, record: logging.LogRecord) -> str:
        text = f"{when(record)} {record.levelname.lower()} {one_line(record.getMessage())}"
        if record.exc_info:
            text += "\n" + self.formatException(record.exc_info)
        return self._redactor.redact(text)


class JsonFormatter(TextFormatter):
    """One JSON object an event, with its traceback."""

    def format(self, record: logging.LogRecord) -> str:
        event = {
            "at": when(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self._redactor.redact(record.getMessage()),
        }
        if record.exc_info:
            event["trace"] = self._redactor.redact(self.formatException(record.exc_info))
        return json.dumps(event, ensure_ascii=False)


def when(record: logging.LogRecord) -> str:
    return (
        datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    )


def one_line(text: str) -> str:
    """Escape line breaks and control characters: what people send must not forge a line."""
    return "".join(letter if letter.isprintable() else f"\\x{ord(letter):02x}" for letter in text)


def write_logs(form: LogFormat, level: str, key: str) -> None:
    """Let the server's loggers write to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter(Redactor(key)) if form == "json" else TextFormatter(Redactor(key)))
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper())
    if logging.getLogger("uvicorn").level < logging.WARNING:
        logging.getLogger("uvicorn").setLevel(logging.WARNING)  # it would log addresses of matches
