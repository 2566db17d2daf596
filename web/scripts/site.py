"""The last step of ``./dev site``: what Python makes of the page that needs no server.

    python web/scripts/site.py FOLDER

prepares in FOLDER, where the rest has been built, what every house says the same about its games (the page can show it
before Python is there), and writes the service worker with its list of files.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import sys
from pathlib import Path

from slugfest.kernel import games
from slugfest.local import LocalHouse

HASHED = re.compile(r"^(assets|python)/.*-[\w-]{8,}\.\w+$")
SERVICE_WORKER = Path(__file__).parent.parent / "site" / "sw.js"
OF_A_SERVER = ("links", "parts.d.ts", "sw.js", ".vite")


def prepare_answers(site: Path) -> None:
    """What a house says about its games, without being asked."""
    house, folder = LocalHouse(games()), site / "answers"
    folder.mkdir(exist_ok=True)

    def keep(path: str, name: str) -> None:
        status, body = house.request("GET", path)
        assert status == 200, body
        (folder / f"{name}.json").write_text(body, "utf-8")

    keep("/api/games", "games")
    for game in games():
        keep(f"/api/games/{game}", game)
        keep(f"/api/games/{game}/course", f"{game}.course")


def write_service_worker(site: Path) -> None:
    for name in OF_A_SERVER:
        path = site / name
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    files = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    files = [name for name in files if not name.startswith(".")]
    total = hashlib.sha256(SERVICE_WORKER.read_bytes())
    for name in files:
        total.update(f"\0{name}\0".encode() + (site / name).read_bytes())
    hashed = [name for name in files if HASHED.match(name)]
    named = ["./" if name == "index.html" else name for name in files if name not in hashed]
    script = SERVICE_WORKER.read_text("utf-8")
    script = script.replace("%VERSION%", total.hexdigest()[:16])
    script = script.replace("['%NAMED%']", json.dumps(named)).replace("['%HASHED%']", json.dumps(hashed))
    (site / "sw.js").write_text(script, "utf-8")


def main() -> None:
    folder = Path(sys.argv[1])
    prepare_answers(folder)
    write_service_worker(folder)


if __name__ == "__main__":
    main()
