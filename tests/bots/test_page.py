"""docs/bots.md tells the truth: its code runs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"


def test_the_code_on_the_page_runs_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {"__name__": "bots_page"}
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 2
    for block in blocks:
        exec(compile(block, "docs/bots.md", "exec"), names)
    told = capsys.readouterr().out
    assert "Ich habe mir 3000 Spiele vorgestellt" in told
    assert "greedy" in told
