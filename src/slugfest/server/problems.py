"""What people are told while the storage is unavailable. Other refusals are in :mod:`slugfest.house.problems`."""

from __future__ import annotations

from slugfest.house.problems import problem
from slugfest.store import StoreDamaged, StoreFault
from slugfest.table import Refusal


def storage_problem(fault: StoreFault) -> Refusal:
    """The refusal; the cause is for the server's log."""
    return problem("DAMAGED" if isinstance(fault, StoreDamaged) else "STORAGE")
