"""Types of facts that rules put into events and views show.

Like ``shown/facts.py``, from which the browser's types are printed, this module stays interpreted.
"""

from __future__ import annotations

from typing import Literal

Why = Literal["villain-duel", "hidden-villain", "villain-tie", "tie", "higher", "lower"]
