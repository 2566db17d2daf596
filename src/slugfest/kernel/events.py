"""Events: what just happened, as typed facts for the log, animation and sound, with an audience."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

Facts = dict[str, Any]

SPECTATOR: Final = -1  # sees only what is public
EVERYTHING: Final = -2  # not a seat: everything, shown once a match is over


@mypyc_attr(allow_interpreted_subclasses=True)
class Event:
    """One fact: its kind, what everybody learns, and what only some seats learn.

    ``audience`` has one bit a seat; a seat in it sees ``secret`` merged into ``facts``.
    """

    def __init__(self, kind: str, facts: Facts, secret: Facts | None = None, audience: int = 0) -> None:
        self.kind = kind
        self.facts = facts
        self.secret = secret
        self.audience = audience

    def seen_by(self, seat: int) -> Facts:
        """The facts as one seat learns them: a spectator only the public ones; EVERYTHING has them all."""
        included = seat == EVERYTHING or (seat >= 0 and self.audience >> seat & 1 == 1)
        if self.secret is not None and included:
            return {"kind": self.kind, **self.facts, **self.secret}
        return {"kind": self.kind, **self.facts}

    def __repr__(self) -> str:
        return f"Event({self.kind!r}, {self.facts!r}, {self.secret!r}, {self.audience:#b})"


@mypyc_attr(allow_interpreted_subclasses=True)
class Recall:
    """An event as it may be looked up again, as soon as an event of the kind ``after`` has followed it."""

    def __init__(self, facts: Facts, after: str) -> None:
        self.facts = facts
        self.after = after
