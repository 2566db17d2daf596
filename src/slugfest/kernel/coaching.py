"""What a game says to somebody who learns it: what would be a waste, what matters now, and why an idea is better.

All of it rests on what the seat may know: a table asks these questions of a sample of the position, and the
conformance suite checks that the answers stay the same when everything else is dealt anew.
"""

from __future__ import annotations

from typing import Final

from .text import Text

# What decides between two ideas: see Contrast.
WON: Final = "won"
LOST: Final = "lost"
STANDING: Final = "standing"
BETTER: Final = "better"
EVEN: Final = "even"
ONLY: Final = "only"


class Caution:
    """A legal move that throws something away for good: what, as a question, and the rule. Asked before it is made."""

    def __init__(self, key: str, text: Text, rule: str = "") -> None:
        self.key = key
        self.text = text
        self.rule = rule


class Counsel:
    """What matters now, in one or two sentences; ``points`` are the keys of what to look at on the board."""

    def __init__(self, key: str, text: Text, rule: str = "", points: list[str] | None = None) -> None:
        self.key = key  # the same for the same advice, so that it is not repeated every turn
        self.text = text
        self.rule = rule
        self.points: list[str] = [] if points is None else points


class Contrast:
    """What decides between the best idea and the next one, as a search found it out.

    ``what`` is one of

    - WON: the imagined games that the best idea wins within the look-ahead (``best`` and ``next`` are shares, 0 to 1);
    - LOST: those that are lost;
    - STANDING: a ``term`` of :meth:`Teaching.standing` of the seat ``whose``: ``now``, and what it is on average at the
      end of the look-ahead after the ``best`` and after the ``next`` idea;
    - BETTER: nothing that players could count (``best`` and ``next`` are chances to win);
    - EVEN: nothing, both are as good;
    - ONLY: there is no other idea.

    ``gain`` is how much of the chance to win it makes.
    """

    def __init__(self, what: str) -> None:
        self.what = what
        self.term: str = ""
        self.whose: int = -1
        self.now: float = 0.0
        self.best: float = 0.0
        self.next: float = 0.0
        self.gain: float = 0.0
        self.best_line: list[int] = []  # the seat's own moves to the end of its decision
        self.next_line: list[int] = []


def general_reason(contrast: Contrast) -> Text:
    """Why an idea is better, for a game that has no words of its own for it."""
    best, other = percent(contrast.best), percent(contrast.next)
    if contrast.what == WON:
        return Text(
            f"It wins at once in {best} % of the games I imagined; the next idea in {other} %.",
            f"Das gewinnt gleich in {best} % der vorgestellten Spiele, die nächste Idee in {other} %.",
        )
    if contrast.what == LOST:
        return Text(
            f"It loses at once in only {best} % of the games I imagined; the next idea in {other} %.",
            f"Das verliert gleich nur in {best} % der vorgestellten Spiele, die nächste Idee in {other} %.",
        )
    if contrast.what == ONLY:
        return Text("There is nothing else to do.", "Etwas anderes geht nicht.")
    if contrast.what == BETTER:
        return Text(
            f"Your chance to win is {best} %; with the next idea {other} %.",
            f"Deine Siegchance ist {best} %, mit der nächsten Idee {other} %.",
        )
    if contrast.what == STANDING:
        more, less = amount(contrast.best), amount(contrast.next)
        name = f"{{P{contrast.whose + 1}}}, {contrast.term}"
        return Text(
            f"{name}: about {more.en}; after the next idea {less.en}.",
            f"{name}: etwa {more.de}, nach der nächsten Idee {less.de}.",
        )
    return Text("The next idea is about as good.", "Die nächste Idee ist etwa so gut.")


def general_question(contrast: Contrast, seat: int) -> Text:
    """Where to look, as a question, for a game that has no words of its own for it."""
    if contrast.what == WON:
        return Text("Can you win soon?", "Kannst du bald gewinnen?")
    if contrast.what == LOST:
        return Text("What could finish you next?", "Was könnte dich als Nächstes erledigen?")
    if contrast.what == ONLY:
        return Text("How many ways are there?", "Wie viele Möglichkeiten gibt es?")
    if contrast.what == EVEN:
        return Text("Does it matter here which way you go?", "Kommt es hier darauf an, was du tust?")
    if contrast.what == BETTER or contrast.whose == seat:
        return Text("What do you need most now?", "Was brauchst du jetzt am meisten?")
    return Text(
        f"What would hurt {{P{contrast.whose + 1}}} most?",
        f"Was täte {{P{contrast.whose + 1}}} am meisten weh?",
    )


def amount(value: float) -> Text:
    """A number as people say it: one place after the point where it is needed, in German after a comma."""
    tenths = int(abs(value) * 10.0 + 0.5)
    whole = f"{tenths // 10}" if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}"
    if value < 0.0 and tenths:
        whole = f"-{whole}"
    return Text(whole, whole.replace(".", ","))


def percent(share: float) -> int:
    """A share in whole percent."""
    return int(100.0 * share + 0.5)
