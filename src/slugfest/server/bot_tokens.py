"""The tokens of remote bots: a file with one line a bot, its name and the hash of its token.

The file may be changed while a server runs: a token that is no longer in it ends its connections within a second.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from pathlib import Path
from typing import Final

from slugfest.kernel import SlugfestError

_NAME: Final = re.compile(r"[a-z0-9-]{1,40}")
_HASH: Final = re.compile(r"[0-9a-f]{64}")
PREFIX: Final = "sfb_"  # of every token, so that people and scanners see what it is


class BotTokens:
    """The tokens that a server accepts."""

    def __init__(self, file: Path) -> None:
        """Read the file; raises :class:`SlugfestError` that says what is wrong with it."""
        self._file = file
        self._stamp: tuple[int, int] = (0, 0)
        self._hashes: dict[str, str] = {}  # by name
        self._read(strict=True)

    @property
    def names(self) -> list[str]:
        return sorted(self._hashes)

    def name_of(self, token: str) -> str:
        """The bot whose token this is; empty if it is nobody's."""
        self._read()
        hashed = hash_of(token)
        found = [name for name, known in self._hashes.items() if hmac.compare_digest(known, hashed)]
        return found[0] if found else ""

    def accepts(self, name: str, token: str) -> bool:
        """Whether a token is still the bot's."""
        return bool(name) and self.name_of(token) == name

    def _read(self, strict: bool = False) -> None:
        try:
            facts = self._file.stat()
            stamp = (facts.st_mtime_ns, facts.st_size)
            if stamp != self._stamp:
                self._hashes, self._stamp = read_tokens(self._file), stamp
        except (OSError, SlugfestError) as error:
            if strict:
                raise SlugfestError(f"--remote {self._file}: {error}") from error
            self._hashes, self._stamp = {}, (0, 0)  # whom we cannot check is not let in


def read_tokens(file: Path) -> dict[str, str]:
    """Hashes by name; raises :class:`SlugfestError` with the number of a bad line."""
    found: dict[str, str] = {}
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        words = line.split()
        if not words or line.startswith("#"):
            continue
        if len(words) != 2 or not _NAME.fullmatch(words[0]) or not _HASH.fullmatch(words[1]):
            raise SlugfestError(f"line {number} is not a name and a hash: make it with slugfest bot-token")
        if words[0] in found:
            raise SlugfestError(f"line {number}: {words[0]} has a token already")
        found[words[0]] = words[1]
    return found


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_token(file: Path, name: str) -> str:
    """Give a bot a new token, in place of the one it had; only its hash is written."""
    if not _NAME.fullmatch(name):
        raise SlugfestError(f"{name!r} is no name for a bot: small letters, digits and hyphens, at most 40")
    token = PREFIX + secrets.token_urlsafe(32)
    known = read_tokens(file) if file.exists() else {}
    write_tokens(file, {**known, name: hash_of(token)})
    return token


def revoke_token(file: Path, name: str) -> None:
    """Take a bot's token away."""
    known = read_tokens(file) if file.exists() else {}
    if name not in known:
        raise SlugfestError(f"{file} has no token of {name!r}; it has {', '.join(sorted(known)) or 'none'}")
    del known[name]
    write_tokens(file, known)


def write_tokens(file: Path, hashes: dict[str, str]) -> None:
    """Replace the file at once, readable by its owner alone."""
    fresh = file.with_name(f"{file.name}.new")
    fresh.touch(0o600)
    fresh.chmod(0o600)
    with fresh.open("w", encoding="utf-8") as out:
        out.write("# bots that may connect, with the SHA-256 of their tokens: slugfest bot-token\n")
        out.writelines(f"{name} {hashed}\n" for name, hashed in sorted(hashes.items()))
    fresh.replace(file)
