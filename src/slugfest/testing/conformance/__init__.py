"""The conformance suite: every promise of the house as a check with a name, over any game.

from slugfest.testing.conformance import check
report = check(my_game)
print(report)          # readable, with a way to see each fault again
assert report.ok
"""

from . import (  # noqa: I001 (the order of judgement: what others stand on comes first)
    foundations,
    integrity,
    secrecy,
    sampling,
    hearsay,
    words,
    documents,
    declared,
    taking_back,
    previews,
    players,
)
from .base import CHECKS, Broken, Check
from .report import Failure, Report, Verdict
from .runner import Progress, check
from .walk import Chooser, Setting

__all__ = [
    "CHECKS",
    "Broken",
    "Check",
    "Chooser",
    "Failure",
    "Progress",
    "Report",
    "Setting",
    "Verdict",
    "check",
    "declared",
    "documents",
    "foundations",
    "hearsay",
    "integrity",
    "players",
    "previews",
    "sampling",
    "secrecy",
    "taking_back",
    "words",
]
