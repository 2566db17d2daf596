"""What a server writes down while it runs: one line an event, as text or as JSON, and no secret in any.

A match's code is the key to it. Whoever reads the log should not be able to sit down at the table, so a code is written
as a short hash: the same for the same match, as long as the store is the same.
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
    """Writes what could be a match's code as a hash."""

    def __init__(self, key: str) -> None:
        self._key = hashlib.blake2b(key.encode(), digest_size=32, person=b"slugfest log").digest()

    def redact(self, text: str) -> str:
        return _CODE.sub(self._hashed, text)

    def _hashed(self, found: re.Match[str]) -> str:
        if found[0].islower() and not _HAS_DIGIT.search(found[0]):
            return found[
                0
            ]  # an ordinary word; a code in small letters and without a digit is one in a hundred
        return "#" + hashlib.blake2b(found[0].upper().encode(), key=self._key, digest_size=4).hexdigest()


class TextFormatter(logging.Formatter):
    """One line an event: when, how grave, what; what a fault left behind comes after it."""

    def __init__(self, redactor: Redactor) -> None:
        super().__init__()
        self._redactor = redactor

    def format(self, record: logging.LogRecord) -> str:
        text = f"{when(record)} {record.levelname.lower()} {one_line(record.getMessage())}"
        if record.exc_info:
            text += "\n" + self.formatException(record.exc_info)
        return self._redactor.redact(text)


class JsonFormatter(TextFormatter):
    """The same as JSON, one object a line, what a fault left behind included."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "at": when(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self._redactor.redact(record.getMessage()),
        }
        if record.exc_info:
            told["trace"] = self._redactor.redact(self.formatException(record.exc_info))
        return json.dumps(told, ensure_ascii=False)


def when(record: logging.LogRecord) -> str:
    return (
        datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    )


def one_line(text: str) -> str:
    """Nobody writes a second line into the log by what they send."""
    return "".join(letter if letter.isprintable() else f"\\x{ord(letter):02x}" for letter in text)


def write_logs(form: LogFormat, level: str, key: str) -> None:
    """From now on the server's loggers write to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter(Redactor(key)) if form == "json" else TextFormatter(Redactor(key)))
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper())
    if logging.getLogger("uvicorn").level < logging.WARNING:
        logging.getLogger("uvicorn").setLevel(logging.WARNING)  # it would tell addresses of matches
