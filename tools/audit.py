"""Ask the registries for known vulnerabilities of everything that is locked: ``./dev audit``.

pip-audit reads ``requirements/*.lock`` and asks PyPI, npm reads ``package-lock.json`` and asks its registry. Nothing is
installed or changed. What could not be asked about is not taken for safe: the command fails and says what to do.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tools.steps import LOCKS, ROOT

NODE: Final = (ROOT / "web", ROOT / "bench" / "boardgame_io")  # the second is for one benchmark alone
FOUND: Final = 1  # exit codes
NOT_ASKED: Final = 2
ELSEWHERE: Final = (
    "What could not be audited is not known to be safe. The registries did not answer here: run ./dev audit on a "
    "machine on which PyPI (GET) and the npm registry (POST) answer, and read its result before you release."
)


@dataclass
class Result:
    """What is known about one lock file."""

    lock: str
    packages: int = 0
    vulnerable: list[str] = field(default_factory=list)  # a line each
    unasked: str = ""  # why nobody knows, if nobody does

    def line(self) -> str:
        if self.unasked:
            return f"{self.lock}: NOT AUDITED ({self.unasked})"
        verdict = f"{len(self.vulnerable)} known to be vulnerable" if self.vulnerable else "none known"
        return "\n".join([f"{self.lock}: {self.packages} packages, {verdict}", *self.vulnerable])


def read_pip_audit(lock: str, output: str, error: str = "") -> Result:
    """The result of ``pip-audit --format json``."""
    try:
        dependencies: list[dict[str, Any]] = json.loads(output)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return Result(lock, unasked=last_line(error) or "pip-audit gave no answer")
    result = Result(lock, len(dependencies))
    skipped = [one for one in dependencies if "skip_reason" in one]
    if skipped:
        result.unasked = f"{len(skipped)} of {len(dependencies)} packages; {skipped[0]['skip_reason']}"
    for one in dependencies:
        for found in one.get("vulns", ()):
            fixed = ", ".join(found["fix_versions"]) or "nothing yet"
            result.vulnerable.append(f"  {one['name']} {one['version']}: {found['id']}, fixed in {fixed}")
    return result


def read_npm_audit(lock: str, output: str, error: str = "") -> Result:
    """The result of ``npm audit --json``."""
    try:
        report = json.loads(output)
        found: dict[str, dict[str, Any]] = report["vulnerabilities"]
        packages = int(report["metadata"]["dependencies"]["total"])
    except (ValueError, KeyError, TypeError):
        return Result(lock, unasked=said_by_npm(output) or last_line(error) or "npm gave no answer")
    result = Result(lock, packages)
    for name, one in found.items():
        result.vulnerable.append(f"  {name} {one.get('range', '')}: {one.get('severity', 'unknown')}")
    return result


def said_by_npm(output: str) -> str:
    try:
        return str(json.loads(output)["message"])
    except (ValueError, KeyError, TypeError):
        return ""


def last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1].strip()[:200] if lines else ""


def verdict(results: list[Result]) -> tuple[int, str]:
    """The exit code, and all that is to be read."""
    lines = [result.line() for result in results]
    if any(result.vulnerable for result in results):
        return FOUND, "\n".join(lines)
    if any(result.unasked for result in results):
        return NOT_ASKED, "\n".join([*lines, ELSEWHERE])
    return 0, "\n".join(lines)


def audit_python(lock: Path) -> Result:
    options = ("--disable-pip", "--require-hashes", "--format", "json", "--progress-spinner", "off")
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(lock), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return read_pip_audit(lock.name, done.stdout, done.stderr)


def audit_node(npm: str, folder: Path) -> Result:
    command = [npm, "audit", "--json", "--package-lock-only"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return read_npm_audit(f"{folder.relative_to(ROOT)}/package-lock.json", done.stdout, done.stderr)


def main(npm: str) -> int:
    results = [audit_python(lock) for lock in sorted(LOCKS.glob("*.lock"))]
    results += [audit_node(npm, folder) for folder in NODE]
    code, text = verdict(results)
    print(text)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
