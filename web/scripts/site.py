"""The last step of ``./dev site``: what Python makes of the page that needs no server.

    python web/scripts/site.py FOLDER

prepares in FOLDER, where the rest has been built, what every server says the same about its games (the page can show it
before Python is there) and what games bring for the browser, and writes the service worker with its list of files.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from slugfest.kernel import Game, games
from slugfest.local import LocalServer
from slugfest.protocol.game_files import GameFiles

HASHED = re.compile(r"^(assets|python)/.*-[\w-]{8,}\.\w+$")
SERVICE_WORKER = Path(__file__).parent.parent / "site" / "sw.js"
# Boards of plugins ask for it at the top of a server; here the page may lie in any folder.
PARTS = re.compile(rb"""(from\s*|import\s*\(?\s*)(['"])/parts\.js\2""")
OF_A_SERVER = ("links", "parts.d.ts", "sw.js", ".vite")


def prepare_answers(site: Path, known: Mapping[str, Game]) -> None:
    """What a server says about its games."""
    server, files, folder = LocalServer(known), GameFiles(known), site / "answers"
    folder.mkdir(exist_ok=True)

    def answer(path: str) -> Any:
        status, body = server.request("GET", path)
        assert status == 200, body
        return json.loads(body)

    def keep(content: Any, name: str) -> None:
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        (folder / f"{name}.json").write_text(text, "utf-8")

    def with_addresses(info: dict[str, Any]) -> dict[str, Any]:
        """The local server does not know the files that games bring for the page."""
        game = known[info["id"]]
        board, cover = files.address(game, game.display.module), files.address(game, game.display.cover)
        return {**info, "board": board, "cover": cover}

    keep([with_addresses(info) for info in answer("/api/games")], "games")
    for game in known:
        keep(with_addresses(answer(f"/api/games/{game}")), game)
        keep(answer(f"/api/games/{game}/course"), f"{game}.course")


def copy_game_files(site: Path, known: Mapping[str, Game]) -> None:
    """Boards and covers of games that bring their own."""
    files = GameFiles(known)
    for game in known.values():
        for address, file in files.all_of(game):
            place, content = site / address[1:], file.read_bytes()
            if place.suffix in (".js", ".mjs"):
                up = b"../" * (len(place.relative_to(site).parts) - 1)
                content = PARTS.sub(rb"\g<1>\g<2>" + up + rb"parts.js\g<2>", content)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)


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
    prepare_answers(folder, games())
    copy_game_files(folder, games())
    write_service_worker(folder)


if __name__ == "__main__":
    main()
