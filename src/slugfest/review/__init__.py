"""The review of a finished match: where the result came from, decision by decision, and what would have been better."""

from slugfest.bots import MARKS

from .document import MOMENTS, Better, Moment, Point, Review, ReviewedDecision
from .reviewer import JUDGE, Reviewer, finished_match, review, review_of
from .values import Values

__all__ = [
    "JUDGE",
    "MARKS",
    "MOMENTS",
    "Better",
    "Moment",
    "Point",
    "Review",
    "ReviewedDecision",
    "Reviewer",
    "Values",
    "finished_match",
    "review",
    "review_of",
]
