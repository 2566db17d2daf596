"""Errors for people: what was wrong, which rule, what to do instead."""

from __future__ import annotations

from typing import Any, Final

from .text import Text

MOST_OF_KEY: Final = 200  # letters of what an error quotes
MOST_OF_REASON: Final = 1000


class SlugfestError(Exception):
    """An error that a person can correct. The message says how."""

    def __reduce__(self) -> tuple[Any, ...]:
        names = [*getattr(type(self), "__mypyc_attrs__", ()), *getattr(self, "__dict__", ())]
        fields = {name: getattr(self, name) for name in names if name != "__dict__" and hasattr(self, name)}
        return read_error, (type(self), self.args, fields)


def read_error(
    kind: type[SlugfestError], arguments: tuple[Any, ...], fields: dict[str, Any]
) -> SlugfestError:
    """The error of a pickle. It says what it said, whatever its class would write today."""
    error = kind.__new__(kind, *arguments)
    error.args = arguments
    for name, value in fields.items():
        setattr(error, name, value)
    return error


class Mistake(SlugfestError):
    """A wrong input, explained in a sentence in both languages."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


class MissingPart(Mistake):
    """Something that needs an optional part which the game does not have."""

    def __init__(self, game: Text, part: str, effect: Text) -> None:
        super().__init__(
            Text(
                f"{game.en} has no part “{part}”. {effect.en} See docs/parts/{part}.md.",
                f"{game.de} hat den Teil „{part}“ nicht. {effect.de} Siehe docs/parts/{part}.md.",
            )
        )
        self.part = part


class VariantNeeded(Mistake):
    """Something that was played with a variant that is not installed."""


class Refusal(SlugfestError):
    """A rejected request; nothing has changed. A code for programs, the rule if there is one, and a sentence for people
    in both languages."""

    def __init__(self, code: str, rule: str, text: Text) -> None:
        super().__init__(f"{text.en} ({code}, {rule})" if rule else f"{text.en} ({code})")
        self.code = code
        self.rule = rule
        self.text = text


class MoveError(Refusal):
    """A move that was not made."""


class UnreadableMove(MoveError):
    """A text that is not a move of this game."""


class IllegalMove(MoveError):
    """A move that the rules forbid here and now."""


class OptionError(Refusal):
    """Seats or options a game does not offer. The sentence says what it does offer."""


class UndoError(Refusal):
    """A move that can no longer be taken back."""


class PositionError(SlugfestError):
    """A position document that cannot be set up."""


class RecordError(SlugfestError):
    """A record that cannot be read or does not replay."""


class ContentError(SlugfestError):
    """A broken content file: which file, which key, what is wrong with it."""

    def __init__(self, file: str, key: str, reason: str, german: str = "", at: Any = None) -> None:
        key, reason, german = (
            _short(key, MOST_OF_KEY),
            _short(reason, MOST_OF_REASON),
            _short(german, MOST_OF_REASON),
        )
        super().__init__(f"{file}: {key}: {reason}")
        self.file = file
        self.key = key
        self.reason = reason
        self.text = Text(reason, german or reason)
        self.at = at  # the value that was refused, where a reader has it at hand


def _short(text: str, most: int) -> str:
    """A text that quotes what somebody wrote: cut where it is long, and every letter of it can be seen."""
    seen = "".join(
        letter if letter.isprintable() or letter == "\n" else repr(letter)[1:-1] for letter in text[:most]
    )
    return seen if len(text) <= most else f"{seen}…"
