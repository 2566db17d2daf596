"""A review as a document: JSON with a version. Amounts are whole millionths of a win, seats count from 0."""

from __future__ import annotations

from typing import Any, Final

from slugfest.kernel import SlugfestError, Text

VERSION: Final = 1
SWING: Final = "swing"
BEST: Final = "best"
COSTLIEST: Final = "costliest"
MOMENTS: Final = (SWING, BEST, COSTLIEST)


class Point:
    """The line after a number of moves: each seat's chance by what all know together, and by what it knows."""

    def __init__(self, step: int, together: list[int], own: list[int]) -> None:
        self.step = step
        self.together = together
        self.own = own

    def to_json(self) -> dict[str, Any]:
        return {"step": self.step, "together": self.together, "own": self.own}


class Better:
    """What would have been better."""

    def __init__(self, moves: list[str], label: Text) -> None:
        self.moves = moves
        self.label = label

    def to_json(self) -> dict[str, Any]:
        return {"moves": self.moves, "label": self.label.as_json()}


class ReviewedDecision:
    """One decision: what it changed, and how it compares with the best one as far as its maker could know."""

    def __init__(self, step: int, seat: int, moves: list[str], label: Text) -> None:
        self.step = step  # the number of moves played before it
        self.seat = seat
        self.moves = moves
        self.label = label
        self.round = 0  # as people count it; 0: the game has none
        self.phase = ""
        self.theme = ""  # of the reason
        self.loss: int | None = None  # behind the best; None: not judged
        self.error = 0  # the standard error of that
        self.mark: str | None = None  # one of MARKS
        self.mixing = False  # several moves belong to a mixture, and this is one of them
        self.choice = 0  # what it changed for its maker as the maker could know
        self.read = 0  # what it really changed, beyond that
        self.better: Better | None = None
        self.reason: Text | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "step": self.step,
            "seat": self.seat,
            "moves": self.moves,
            "label": self.label.as_json(),
            "round": self.round,
            "phase": self.phase,
            "theme": self.theme,
            "loss": self.loss,
            "error": self.error,
            "mark": self.mark,
            "mixing": self.mixing,
            "choice": self.choice,
            "read": self.read,
            "better": None if self.better is None else self.better.to_json(),
            "reason": None if self.reason is None else self.reason.as_json(),
        }


class Moment:
    """One of the moments that tell the match: the largest swing, and each seat's best and costliest decision."""

    def __init__(self, kind: str, step: int, seat: int, text: Text) -> None:
        self.kind = kind
        self.step = step
        self.seat = seat
        self.text = text

    def to_json(self) -> dict[str, Any]:
        you = self.text.you or {}
        return {
            "kind": self.kind,
            "step": self.step,
            "seat": self.seat,
            "text": self.text.as_json(),
            "you": {str(seat): text.as_json() for seat, text in you.items()},
        }


class Review:
    """The review of a finished match. For every seat, result = par + cards + reads + choices to the last digit."""

    def __init__(self, values: str, game: str, rules: int, seats: int) -> None:
        self.version = VERSION
        self.values = values  # version and hash of the function that everything is measured with
        self.game = game
        self.rules = rules
        self.seats = seats
        self.quick = False
        self.complete = False  # False: work in progress
        self.result: list[int] = []
        self.par: list[int] = []
        self.cards: list[int] = []
        self.reads: list[int] = []
        self.choices: list[int] = []
        self.line: list[Point] = []
        self.decisions: list[ReviewedDecision] = []
        self.moments: list[Moment] = []
        self.verdicts: list[Text] = []

    def moments_of(self, seat: int) -> list[Moment]:
        """The three moments as one seat should see them."""
        return [moment for moment in self.moments if moment.kind == SWING or moment.seat == seat]

    def to_json(self) -> dict[str, Any]:
        return {
            "version": self.version,
            "values": self.values,
            "game": self.game,
            "rules": self.rules,
            "seats": self.seats,
            "quick": self.quick,
            "complete": self.complete,
            "result": self.result,
            "par": self.par,
            "cards": self.cards,
            "reads": self.reads,
            "choices": self.choices,
            "line": [point.to_json() for point in self.line],
            "decisions": [decision.to_json() for decision in self.decisions],
            "moments": [moment.to_json() for moment in self.moments],
            "verdicts": [verdict.as_json() for verdict in self.verdicts],
        }

    @staticmethod
    def from_json(document: Any) -> Review:
        """Read a review back; raises :class:`SlugfestError` for what is not one, or of another version."""
        if not isinstance(document, dict) or document.get("version") != VERSION:
            raise SlugfestError(f"this is not a review of version {VERSION}")
        try:
            return _read(document)
        except (KeyError, TypeError, ValueError) as error:
            raise SlugfestError(f"this review is damaged: {error!r}") from error


def _read(document: dict[str, Any]) -> Review:
    review = Review(document["values"], document["game"], document["rules"], document["seats"])
    review.quick = document["quick"]
    review.complete = document["complete"]
    for name in ("result", "par", "cards", "reads", "choices"):
        setattr(review, name, _amounts(document[name], review.seats))
    for one in document["line"]:
        review.line.append(Point(one["step"], _amounts(one["together"], review.seats), list(one["own"])))
    review.decisions = [_read_decision(one) for one in document["decisions"]]
    for one in document["moments"]:
        review.moments.append(Moment(one["kind"], one["step"], one["seat"], _own_text(one)))
    review.verdicts = [_text(one) for one in document["verdicts"]]
    return review


def _read_decision(one: dict[str, Any]) -> ReviewedDecision:
    decision = ReviewedDecision(one["step"], one["seat"], list(one["moves"]), _text(one["label"]))
    decision.round, decision.phase, decision.theme = one["round"], one["phase"], one["theme"]
    decision.loss, decision.error, decision.mark = one["loss"], one["error"], one["mark"]
    decision.mixing, decision.choice, decision.read = one["mixing"], one["choice"], one["read"]
    if one["better"] is not None:
        decision.better = Better(list(one["better"]["moves"]), _text(one["better"]["label"]))
    if one["reason"] is not None:
        decision.reason = _text(one["reason"])
    return decision


def _amounts(values: Any, seats: int) -> list[int]:
    if len(values) != seats or not all(type(value) is int for value in values):
        raise ValueError(f"{seats} whole numbers were expected, not {values!r}")
    return list(values)


def _own_text(moment: Any) -> Text:
    """The sentence of a moment with its forms for the seats in it; reviews made before had none."""
    text = _text(moment["text"])
    you = {int(seat): _text(words) for seat, words in moment.get("you", {}).items()}
    return Text(text.en, text.de, you or None)


def _text(words: Any) -> Text:
    return Text(words["en"], words["de"])
