"""The review of a finished match: where the result came from, decision by decision, and what would have been better."""

from .document import MARKS, MOMENTS, Better, Moment, Point, Review, ReviewedDecision
from .reviewer import Reviewer, finished_match, review, review_of
from .values import Values

__all__ = [
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
