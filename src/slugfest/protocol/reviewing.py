"""Reviews of finished matches, for the server and the local server: what may be reviewed, and the work in slices.

The work is done where bots think, from the record of the match. Both servers keep the result with the match, and make
it again when a release judges otherwise.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, Final, cast

from slugfest.kernel import Game, Options, SlugfestError, read_record
from slugfest.review import JUDGE, Reviewer, Values, finished_match
from slugfest.review.document import VERSION
from slugfest.review.values import QUICK
from slugfest.table import Table
from slugfest.table.pages import Review, ReviewStatus

from .problems import problem

Json = Mapping[str, Any]

PROFILE_FORM: Final = 1  # of what profiles count


@dataclass
class ReviewState:
    """How far the review of a match is, and the best one that there is."""

    status: ReviewStatus
    progress: int = 0
    review: Json | None = None


class ReviewJob:
    """A review in the making."""

    def __init__(
        self,
        game: Game,
        record: str,
        quick: bool,
        assisted: Iterable[int] = (),
        level: str = JUDGE,
        people: Iterable[int] = (),
    ) -> None:
        """``assisted`` moves are those that a bot or a hint made for a person; they are not judged.

        ``level`` names the bot that gave hints in the match, ``people`` the seats whose moves are judged first.
        """
        history, outcome = finished_match(game, read_record(record))
        self._reviewer = Reviewer(
            history, outcome, quick=quick, assisted=assisted, people=people, level=level
        )
        self.progress = 0  # percent; it never goes down

    def work(self, seconds: float) -> bool:
        """Work for about so long, one step at least; False when the review is complete."""
        until = time.monotonic() + seconds
        going_on = self._reviewer.step()
        while going_on and time.monotonic() < until:
            going_on = self._reviewer.step()
        done, everything = self._reviewer.steps_done, max(1, self._reviewer.steps_in_all)
        self.progress = max(self.progress, min(99, 100 * done // everything))
        return going_on

    def document(self) -> dict[str, Any]:
        return self._reviewer.review.to_json()


def require_review(table: Table) -> None:
    """Raise a refusal unless a match is over and has a result: before that, a review would show what is secret."""
    if not table.over:
        raise problem("REVIEW_LATER")
    if table.abandoned or table.history is None or table.game.search is None:
        raise problem("NO_REVIEW")


def rolls_dice(game: Game) -> bool:
    """Whether players call the chance of a game dice; otherwise it is cards."""
    return "dice" in game.id


def seats_of_people(table: Table) -> list[int]:
    """The seats whose moves a review judges first."""
    return [number for number, seat in enumerate(table.seats) if seat.kind == "person"]


def is_current(review: Json | None, table: Table) -> bool:
    """Whether a kept review is what this release would say, quick or not."""
    if review is None or review.get("version") != VERSION:
        return False
    try:
        options = tuple(sorted(table.options.items()))
        wanted = _values(table.game, len(table.seats), options, bool(review.get("quick")))
    except SlugfestError:
        return True  # it cannot be made again
    return review.get("values") == wanted


@lru_cache(maxsize=100)
def _values(game: Game, seats: int, options: tuple[tuple[str, Any], ...], quick: bool) -> str:
    """The signature of the function that reviews measure with."""
    return Values(game, seats, cast(Options, dict(options)), QUICK if quick else -1).signature


# ---- what profiles count ---------------------------------------------------------------------------------------------


def extract_of(document: Json, makers: Sequence[int], assisted: Iterable[int]) -> dict[str, Any]:
    """The small part of a review that profiles count, by seat.

    ``makers`` are the seats that made each move. Decisions with one of the ``assisted`` moves in them are left out.
    """
    review = cast(Review, document)
    left_out = set(assisted)
    seats: list[dict[str, Any]] = [
        {"own": 0, "assisted": 0, "reads": 0, "lost": []} for _ in range(review["seats"])
    ]
    for decision in review["decisions"]:
        seat = seats[decision["seat"]]
        own = (place for place in range(decision["step"], len(makers)) if makers[place] == decision["seat"])
        if left_out.intersection(islice(own, len(decision["moves"]))):
            seat["assisted"] += 1
            continue
        seat["own"] += 1
        seat["reads"] += decision["read"]
        if decision["mark"] is not None:
            seat["lost"].append([decision["phase"], decision["theme"], decision["loss"] or 0])
    return {
        "form": PROFILE_FORM,
        "values": review["values"],
        "quick": review["quick"],
        "seats": seats,
    }
