"""The refusals for unavailable storage. Other refusals are in :mod:`slugfest.protocol.problems`."""

from __future__ import annotations

from slugfest.protocol.problems import problem
from slugfest.store import StoreDamaged, StoreFault
from slugfest.table import Refusal


def storage_problem(fault: StoreFault) -> Refusal:
    """The refusal; the cause is for the server's log."""
    return problem("DAMAGED" if isinstance(fault, StoreDamaged) else "STORAGE")
