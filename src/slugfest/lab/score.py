"""Win rates with confidence intervals, and how people read them."""

from __future__ import annotations

from slugfest.kernel.intervals import Score, difference, sure_whenever, wilson


def percent(rate: float, language: str) -> str:
    """A rate for people."""
    text = f"{100 * rate:.1f} %"
    return text.replace(".", ",") if language == "de" else text


__all__ = ["Score", "difference", "percent", "sure_whenever", "wilson"]
