"""Balance reports: how a game plays between bots of several strengths, in numbers that say how sure they are."""

from .experiment import BalanceExperiment, BalanceSettings, is_report, open_report, play_all
from .report import Report
from .vary import WhatIf, sweep

__all__ = [
    "BalanceExperiment",
    "BalanceSettings",
    "Report",
    "WhatIf",
    "is_report",
    "open_report",
    "play_all",
    "sweep",
]
