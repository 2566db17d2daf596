"""What can go wrong, told to people: what was wrong, which rule, what to do instead."""

from __future__ import annotations

from .text import Text


class SlugfestError(Exception):
    """Anything that a person can put right. The message says how."""


class MoveError(SlugfestError):
    """A move that was not made. Nothing has changed."""

    def __init__(self, code: str, rule: str, text: Text) -> None:
        super().__init__(f"{text.en} ({code}, {rule})" if rule else f"{text.en} ({code})")
        self.code = code
        self.rule = rule
        self.text = text


class UnreadableMove(MoveError):
    """A text that is no move of this game at all."""


class IllegalMove(MoveError):
    """A move that the rules forbid here and now."""


class OptionError(SlugfestError):
    """Seats or options a game does not offer."""


class PositionError(SlugfestError):
    """A position document that cannot be set up."""


class RecordError(SlugfestError):
    """A record that cannot be read or does not replay."""


class UndoError(SlugfestError):
    """A move that can no longer be taken back."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


class ContentError(SlugfestError):
    """A broken content file: which file, which key, what is wrong with it."""

    def __init__(self, file: str, key: str, reason: str) -> None:
        super().__init__(f"{file}: {key}: {reason}")
        self.file = file
        self.key = key
        self.reason = reason
