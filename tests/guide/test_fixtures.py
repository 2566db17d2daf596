"""The fixtures of the web tests are made when their sources change, and only then."""

from __future__ import annotations

import json
from pathlib import Path

from web.fixtures import __main__ as fixtures


def test_fixtures_follow_their_sources(tmp_path: Path) -> None:
    assert fixtures.make(tmp_path, "one")
    made = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.json"))
    assert len(made) == 17
    guide = tmp_path / "kapow-dice" / "guide.json"
    assert len(json.loads(guide.read_text("utf-8"))["questions"]) >= 60
    guide.unlink()
    assert not fixtures.make(tmp_path, "one")
    assert not guide.exists()
    assert fixtures.make(tmp_path, "two")
    assert guide.exists()


def test_the_digest_covers_rules_words_and_questions() -> None:
    names = {path.as_posix().removeprefix(fixtures.ROOT.as_posix() + "/") for path in fixtures.sources()}
    assert names >= {
        "src/slugfest/games/kapow_dice/content.toml",
        "src/slugfest/kernel/__init__.py",
        "tests/guide/questions/tag-team.toml",
        "web/fixtures/recorded.py",
    }
