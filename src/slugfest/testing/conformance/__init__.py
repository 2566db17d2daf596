"""The conformance suite: every promise as a check with a name, for any game.

from slugfest.testing.conformance import check
report = check(my_game)
print(report)          # readable, with a way to see each fault again
assert report.ok
"""

from . import (  # noqa: I001 (the order of judgement: what others stand on comes first)
    determinism,
    integrity,
    leaks_in_view,
    sampling,
    redealing,
    leaks_in_events,
    words,
    documents,
    live_chance,
    declared,
    undo,
    previews,
    leaks_at_table,
    coaching,
    open_view,
    observations,
    bots,
)
from .base import CHECKS, Broken, Check
from .report import Failure, Report, Verdict
from .runner import Progress, check
from .playthrough import Chooser, Setting

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
    "bots",
    "check",
    "coaching",
    "declared",
    "determinism",
    "documents",
    "integrity",
    "leaks_at_table",
    "leaks_in_events",
    "leaks_in_view",
    "live_chance",
    "observations",
    "open_view",
    "previews",
    "redealing",
    "sampling",
    "undo",
    "words",
]
