"""What a game says to somebody who learns it: what would be a waste, what matters now, and why an idea is better.

All of it rests on what the seat may know: a table asks these questions of a sample of the position, and the
conformance suite checks that the answers stay the same when everything else is dealt anew.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from .text import Text

# What decides between two ideas: see Contrast.
WON: Final = "won"
LOST: Final = "lost"
STANDING: Final = "standing"
BETTER: Final = "better"
EVEN: Final = "even"
ONLY: Final = "only"

# What a good player would name as the heart of the matter: see Teaching.theme.
DANGER: Final = "danger"  # somebody may win, or knock you out
TEMPO: Final = "tempo"  # who moves first, whose turn it is, who must wait
SAFETY: Final = "safety"  # what protects you
MATERIAL: Final = "material"  # what you own
INFORMATION: Final = "information"  # what is known, and by whom
FINISHING: Final = "finishing"  # winning soon
THEMES: Final = (DANGER, TEMPO, SAFETY, MATERIAL, INFORMATION, FINISHING)


@mypyc_attr(allow_interpreted_subclasses=True)
class Caution:
    """A legal move that throws something away for good: what, as a question, and the rule. Asked before it is made."""

    def __init__(self, key: str, text: Text, rule: str = "") -> None:
        self.key = key
        self.text = text
        self.rule = rule


@mypyc_attr(allow_interpreted_subclasses=True)
class Threat:
    """What is coming at a seat: one number, how dangerous it is, and what it means.

    ``level`` is 1 to 3; at 3 it may be the end. :func:`threat_level` gives it where a blow meets what is left.
    """

    def __init__(self, amount: int, level: int, text: Text) -> None:
        self.amount = amount
        self.level = level
        self.text = text

    def as_json(self) -> dict[str, Any]:
        return {"amount": self.amount, "level": self.level, "text": self.text.as_json()}


def threat_level(amount: int, left: int) -> int:
    """How dangerous it is to lose ``amount`` of what is left: all of it is 3, half of it 2."""
    return 3 if amount >= left else 2 if 2 * amount >= left else 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Counsel:
    """What matters now, in one or two sentences; ``points`` are the keys of what to look at on the board.

    One that recommends something names the ``moves`` it recommends: any of them follows it. It is spoken only where the
    judgement calls one of them fine. One of the theme DANGER is always spoken.
    """

    def __init__(
        self,
        key: str,
        text: Text,
        rule: str = "",
        points: list[str] | None = None,
        moves: list[int] | None = None,
        theme: str = "",
    ) -> None:
        self.key = key  # the same for the same advice
        self.text = text
        self.rule = rule
        self.points: list[str] = [] if points is None else points
        self.moves: list[int] = [] if moves is None else moves
        self.theme = theme


@mypyc_attr(allow_interpreted_subclasses=True)
class Contrast:
    """What decides between the best move and the one it is compared with, as a judgement measured it.

    ``what`` is one of

    - WON: it wins more of the imagined games soon (``best`` and ``next`` are shares, 0 to 1);
    - LOST: it loses fewer of them soon;
    - STANDING: a ``term`` of :meth:`Teaching.standing` of the seat ``whose``: ``now``, and what it is on average where
      the look-ahead ends after the ``best`` and after the ``next`` move;
    - BETTER: nothing that players could count (``best`` and ``next`` are chances to win);
    - EVEN: nothing, both are as good as far as can be measured;
    - ONLY: one move is legal.

    ``theme`` is one of THEMES, empty for BETTER, EVEN and ONLY. ``gain`` is how much of the chance to win it makes.
    The lines are the seat's own moves to the end of its decision: play them on the sample to find a fact that the seat
    can see. They are empty where a reason is asked for without them.
    """

    def __init__(self, what: str) -> None:
        self.what = what
        self.theme: str = FINISHING if what == WON else DANGER if what == LOST else ""
        self.term: str = ""
        self.whose: int = -1
        self.now: float = 0.0
        self.best: float = 0.0
        self.next: float = 0.0
        self.gain: float = 0.0
        self.best_line: list[int] = []
        self.next_line: list[int] = []

    def more(self) -> bool:
        """Whether the best move leads to more of what decides, not to less."""
        return self.best > self.next


_MINE: Final = {
    DANGER: Text("The other ways are more dangerous.", "Alles andere ist gefährlicher."),
    TEMPO: Text("It gets you there sooner.", "So kommst du schneller voran."),
    SAFETY: Text("It leaves you safer.", "So stehst du sicherer da."),
    MATERIAL: Text("It leaves you with more.", "So behältst du mehr."),
    INFORMATION: Text("It shows you more than it tells them.", "So erfährst du mehr, als du verrätst."),
    FINISHING: Text("It brings you closer to the win.", "So kommst du dem Sieg näher."),
}
_THEIRS: Final = {
    DANGER: Text("It takes the danger out of what {P} can do.", "Danach ist {P} weniger gefährlich."),
    TEMPO: Text("It slows {P} down.", "Das bremst {P}."),
    SAFETY: Text("It leaves {P} less protected.", "Danach ist {P} schlechter geschützt."),
    MATERIAL: Text("It leaves {P} with less.", "Danach hat {P} weniger."),
    INFORMATION: Text("It leaves {P} in the dark.", "So bleibt {P} im Dunkeln."),
    FINISHING: Text("It keeps {P} from finishing.", "So kommt {P} nicht zum Ende."),
}


def general_reason(contrast: Contrast, seat: int) -> Text:
    """Why a move is better, for a game that has no words of its own for it."""
    if contrast.what == WON:
        return Text("It is the best way to win soon.", "So gewinnst du am ehesten bald.")
    if contrast.what == LOST:
        return Text(
            "It is the safest way: the others may lose soon.",
            "Das ist am sichersten: Sonst verlierst du vielleicht bald.",
        )
    if contrast.what == ONLY:
        return Text("There is nothing else to do.", "Etwas anderes geht nicht.")
    if contrast.what == EVEN:
        return Text("Other ways are just as good here.", "Anderes ist hier genauso gut.")
    if contrast.what == STANDING and contrast.theme in _MINE:
        if contrast.whose == seat:
            return _MINE[contrast.theme]
        text, name = _THEIRS[contrast.theme], f"{{P{contrast.whose + 1}}}"
        return Text(text.en.replace("{P}", name), text.de.replace("{P}", name))
    return Text("It works out better in the long run.", "Das zahlt sich auf lange Sicht aus.")


def general_question(contrast: Contrast, seat: int) -> Text:
    """Where to look, as a question, for a game that has no words of its own for it."""
    if contrast.what == WON:
        return Text("Can you win soon?", "Kannst du bald gewinnen?")
    if contrast.what == LOST:
        return Text("What could knock you out next?", "Was könnte dich als Nächstes besiegen?")
    if contrast.what == ONLY:
        return Text("How many ways are there?", "Wie viele Möglichkeiten gibt es?")
    if contrast.what == EVEN:
        return Text("Does it matter here which way you go?", "Kommt es hier darauf an, was du tust?")
    if contrast.theme == DANGER:
        return Text("What could go wrong next?", "Was könnte als Nächstes schiefgehen?")
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
