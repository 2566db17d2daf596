"""./dev audit takes nothing for safe that nobody could be asked about."""

from __future__ import annotations

import json
import tomllib

from tools.audit import FOUND, NOT_ASKED, Result, read_npm_audit, read_pip_audit, verdict
from tools.steps import LOCKS, ROOT

CLEAN = json.dumps({"dependencies": [{"name": "starlette", "version": "1.0", "vulns": []}], "fixes": []})
HOLE = {"id": "PYSEC-1", "fix_versions": ["1.1"], "aliases": ["CVE-1"], "description": "…"}


def test_a_clean_lock_is_clean() -> None:
    result = read_pip_audit("run.lock", CLEAN)
    assert result.line() == "run.lock: 1 packages, none known"
    assert verdict([result]) == (0, result.line())


def test_a_known_hole_fails_and_says_what_mends_it() -> None:
    found = json.dumps({"dependencies": [{"name": "starlette", "version": "1.0", "vulns": [HOLE]}]})
    code, text = verdict([read_pip_audit("run.lock", found), Result("other", unasked="no answer")])
    assert code == FOUND
    assert "starlette 1.0: PYSEC-1, fixed in 1.1" in text


def test_what_pip_audit_skips_is_not_taken_for_safe() -> None:
    """It ends well although PyPI knows nothing of a package."""
    skipped = json.dumps({"dependencies": [{"name": "x", "skip_reason": "not found on PyPI"}]})
    code, text = verdict([read_pip_audit("run.lock", CLEAN), read_pip_audit("dev.lock", skipped)])
    assert code == NOT_ASKED
    assert "dev.lock: NOT AUDITED (1 of 1 packages; not found on PyPI)" in text
    assert "run ./dev audit on a machine on which PyPI" in text


def test_no_answer_is_not_taken_for_safe() -> None:
    assert read_pip_audit("run.lock", "", "Traceback\nConnectionError: no route\n").unasked == (
        "ConnectionError: no route"
    )
    refused = json.dumps({"message": "405 Method Not Allowed - POST", "method": "POST", "statusCode": 405})
    assert read_npm_audit("web", refused).unasked == "405 Method Not Allowed - POST"
    assert read_npm_audit("web", "").unasked == "npm gave no answer"


def test_npm_reports_are_read() -> None:
    report = {
        "vulnerabilities": {"left-pad": {"severity": "high", "range": "<1.3"}},
        "metadata": {"dependencies": {"total": 412}},
    }
    result = read_npm_audit("web", json.dumps(report))
    assert result.line() == "web: 412 packages, 1 known to be vulnerable\n  left-pad <1.3: high"
    assert verdict([result])[0] == FOUND


def test_every_lock_has_hashes() -> None:
    """pip installs nothing that was exchanged on the way, and pip-audit is locked itself."""
    locks = sorted(LOCKS.glob("*.lock"))
    assert "audit.lock" in [lock.name for lock in locks]
    for lock in locks:
        text = lock.read_text("utf-8")
        assert text.count("==") <= text.count("--hash=sha256:"), lock.name
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    assert any("pip-audit" in str(need) for need in groups["audit"])
