"""Write a puzzle's sentences anew, as the game says them now; position and answers stay."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from slugfest.kernel import load_toml

from .explaining import Explanation
from .finishing import write_raw
from .making import BETTER, IDEAS, TEMPTING, joined
from .writing import as_words


def rewrite(path: Path, explanation: Explanation) -> Path:
    """Rewrite a file; its name follows the theme. Returns where it is now."""
    raw: dict[str, Any] = load_toml(path)
    step = raw["step"][0]
    step["after"] = as_words(explanation.why)
    step["otherwise"] = as_words(joined(BETTER, explanation.where))
    step["wrong"][0]["say"] = as_words(joined(TEMPTING, explanation.where))
    raw["idea"] = as_words(IDEAS[explanation.theme])
    number = path.name.partition("-")[0]
    target = path.with_name(f"{number}-{explanation.theme}.toml")
    path.unlink()
    write_raw(target, raw)
    return target
