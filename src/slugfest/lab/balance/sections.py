"""The parts of a balance report: each a set of figures, with title and note in both languages and how it is drawn."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from slugfest.kernel import Text

from .figures import Figure, rounded

Unit = Literal["rate", "difference", "number", "loss"]
Drawing = Literal["dots", "lines", "heat", "none"]


class Section(NamedTuple):
    """One question and its answer in numbers."""

    id: str
    title: Text
    note: Text
    unit: Unit
    drawing: Drawing
    figures: list[Figure]
    part: str = ""  # the heading it stands under, one of PARTS
    fair: float | None = None  # what would be even
    band: tuple[float, float] | None = None  # what still passes for balanced
    axis: Text = Text("", "")  # what lines run over

    @property
    def games(self) -> int:
        """The greatest number of games behind one of its figures."""
        return max(figure.games for figure in self.figures)

    def levels(self) -> list[str]:
        return list(dict.fromkeys(figure.level for figure in self.figures))

    def names(self) -> dict[str, Text]:
        return {figure.key: figure.name for figure in self.figures}

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"id": self.id, "title": self.title.as_json(), "note": self.note.as_json()}
        found |= {"unit": self.unit, "fair": rounded(self.fair), "band": self.band}
        return found | {"figures": [figure.as_json() for figure in self.figures]}


PARTS = {
    "what_if": Text("What if", "Was wäre wenn"),
    "who": Text("Who wins", "Wer gewinnt"),
    "length": Text("How long it takes", "Wie lange es dauert"),
    "drama": Text("How exciting it is", "Wie spannend es ist"),
    "uses": Text("What is used, and what comes of it", "Was benutzt wird und was es bringt"),
    "skill": Text("Skill and luck", "Können und Glück"),
}


def shown(value: float | None, unit: Unit, language: str) -> str:
    """A figure as people read it."""
    if value is None:
        return "–"
    value = round(value, 4)  # as in the data
    if unit == "rate":
        text = f"{100 * value:.1f} %"
    elif unit == "difference":
        text = f"{100 * value:+.1f}".replace("-", "−")
    elif unit == "loss":
        text = f"{value:.3f}"
    else:
        text = f"{value:.1f}" if abs(value) < 100 else f"{value:.0f}"
    return text.replace(".", ",") if language == "de" else text


def interval(figure: Figure, unit: Unit, language: str) -> str:
    """The 95 % interval as people read it."""
    if figure.low is None or figure.high is None:
        return "–"
    low = shown(figure.low, unit, language)
    if unit == "rate":
        low = low.removesuffix(" %")
    return f"{low} … {shown(figure.high, unit, language)}"
