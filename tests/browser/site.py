"""The page that needs no server, on a host that can be switched off, changed and put under any path."""

from __future__ import annotations

import hashlib
import re
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from .server_process import ROOT, Person, ServerProcess

FOLDER = ROOT / "build" / "site"
UNDER = "/some/folder"  # it must work anywhere

# What a worker draws by chance follows from the deal, so that the same match is dealt every time; and bots do not wait.
DEALT = """{
    let state = %d
    crypto.getRandomValues = (bytes) => {
        for (let at = 0; at < bytes.length; at++) {
            state = (Math.imul(state, 1664525) + 1013904223) >>> 0
            bytes[at] = state >>> 24
        }
        return bytes
    }
    addEventListener('message', ({ data }) => { if (data.type === 'start') data.delay = 0 })
    // Whoever tests faults has no room left in the browser, and some again.
    const { put } = IDBObjectStore.prototype
    const refuse = () => { throw new DOMException('no room', 'QuotaExceededError') }
    addEventListener('message', ({ data }) => {
        if (data.type === 'room') IDBObjectStore.prototype.put = data.left ? put : refuse
    })
}
"""

# A browser that keeps nothing, as in some private windows.
FORGETFUL = """
for (const name of ['indexedDB', 'caches']) Object.defineProperty(globalThis, name, { value: undefined })
"""

# What comes from the worker is noted as what comes over a socket is (server.py): who owes.
NOTE_WHO_OWES_HERE = """
window.Worker = class extends Worker {
    constructor(...how) {
        super(...how)
        if (`${how[0]}`.includes('table-worker')) window.table = this
        this.addEventListener('message', ({ data }) => {
            if (data.type !== 'message') return
            const { match } = JSON.parse(data.text)
            if (match?.seats) window.lastTold = match
        })
    }
}
"""


class Site(ServerProcess):
    """A static host with the page on it. A ServerProcess that does nothing but hand out files."""

    def __init__(self, deal: str, folder: Path = FOLDER) -> None:
        super().__init__(":memory:", deal)
        if not (folder / ".built").is_file():
            raise RuntimeError("the page is not built: run ./dev test, or ./dev site")
        self.folder = folder
        self.changed: dict[str, bytes] = {}  # by path: instead of what is in the folder
        self.prefix = (DEALT % int.from_bytes(hashlib.sha256(deal.encode()).digest()[:4], "little")).encode()
        site = self

        class Handler(SimpleHTTPRequestHandler):
            def __init__(self, *how: Any) -> None:
                super().__init__(*how, directory=str(folder))

            def do_GET(self) -> None:
                name = self.path.split("?")[0].removeprefix(f"{UNDER}/")
                if not self.path.startswith(f"{UNDER}/"):
                    self.send_error(404)
                elif (content := site.changed.get(name)) is None and not re.match(
                    "assets/table-worker-", name
                ):
                    self.path = f"/{name}"
                    super().do_GET()
                else:
                    body = content or site.prefix + (folder / name).read_bytes()
                    self.send_response(200)
                    self.send_header("content-type", "text/javascript")
                    self.send_header("content-length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)

            def guess_type(self, path: Any) -> str:
                return "text/javascript" if str(path).endswith((".js", ".mjs")) else super().guess_type(path)

            def log_message(self, *_: object) -> None:
                pass

        self._handler = Handler
        self._server: ThreadingHTTPServer | None = None

    def start(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), self._handler)
        self._server.daemon_threads = True
        self.port = self._server.server_port
        self.address = f"http://127.0.0.1:{self.port}{UNDER}/#"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """From now on nobody answers: whatever works now works without a network."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def update(self) -> None:
        """A new version is put on the host."""
        script = (self.folder / "sw.js").read_text("utf-8")
        self.changed["sw.js"] = re.sub(r"VERSION = '\w+'", "VERSION = 'anewversion'", script).encode()


def ready(person: Person) -> None:
    """The table stands."""
    expect(person.page.locator("[data-device=loading]")).to_have_count(0, timeout=120_000)


def visit(person: Person) -> None:
    """A first visit, to the point from which no network is needed."""
    person.context.add_init_script(NOTE_WHO_OWES_HERE)
    person.goto("/")
    expect(person.page.locator("a.cover").first).to_be_visible()
    ready(person)
    expect(person.page.locator("[data-offline=true]")).to_be_visible(timeout=120_000)


def begin(person: Person, game: str, language: str = "en") -> str:
    """A match against an easy bot, from the screens; its code."""
    person.goto(f"/new/{game}")
    name = person.page.get_by_role("textbox").first
    expect(name).to_be_visible()
    name.fill(person.name)
    person.page.get_by_role("combobox").last.select_option("mecha-max")
    person.page.locator("form button[type=submit]").click()
    person.page.wait_for_url("**/#/match/*")
    expect(person.page.locator("[data-board]")).to_be_visible()
    return person.page.url.rsplit("/", 1)[1]
