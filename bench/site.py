"""./dev bench site: the page that needs no server, in Chromium, from a host on this machine.

Measured are what a first visit fetches (text as hosts send it, gzipped), how long it takes until there is something to
decide, first and later, how fast bots think in WebAssembly compared with this Python (the same positions), how
long a hard bot takes, how much memory the page has, and whether it ever stops answering while a bot thinks.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import statistics
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from goals import SITE_GOALS
from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console
from rich.table import Table

from slugfest.bots import bot
from slugfest.kernel import Options, Perspective, games, seeded
from slugfest.local.journal import text_of
from slugfest.local.room import Settings
from slugfest.local.thinker import think
from slugfest.table import Question

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
TEXTS = (".js", ".mjs", ".css", ".html", ".json", ".svg", ".webmanifest", "/")
# Every mode, and every number of seats that changes what is to be thought about.
TABLES: tuple[tuple[str, Options, int], ...] = (
    ("kapow-cards", {}, 2),
    ("kapow-cards", {}, 6),
    ("custom-heroes", {}, 2),
    ("custom-heroes", {}, 6),
    ("tag-team", {}, 2),
    ("kapow-dice", {"mode": "duel"}, 2),
    ("kapow-dice", {"mode": "characters"}, 2),
    ("kapow-dice", {"mode": "team"}, 4),
    ("kapow-dice", {"mode": "solo"}, 1),
    ("kapow-dice", {"mode": "coop"}, 2),
)
INTO_THE_MATCH = range(0, 48, 6)  # moves
KEEPING = 4_000  # ms in which a first visit writes down what later ones start from
WATCHED = 12_000  # ms that bots are watched while they think
AGES = 1000.0  # s that a thought may take where it is to be thought to its end

NOTE_LONG_TASKS = """
window.longest = 0
new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration)
}).observe({ type: 'longtask', buffered: true })
"""

START_A_MIND = """async (script) => {
    const folder = new URL('python/', document.baseURI).href
    const files = await (await fetch(folder + 'python.json')).json()
    const unpack = async ({ name }) =>
        new Response((await fetch(folder + name)).body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
    const [wasm, library, engine] = await Promise.all([files.wasm, files.library, files.engine].map(unpack))
    const module = await WebAssembly.compile(wasm)
    const { port1, port2 } = new MessageChannel()
    window.worker = new Worker(script, { type: 'module' })
    window.worker.postMessage({ port: port2 }, [port2])
    window.mind = port1
    const asm = folder + files.asm.name
    const parts = { asm, lock: files.lock, module, library, engine }
    window.mind.postMessage({ type: 'start', parts })
    await new Promise((ready) => (window.mind.onmessage = ready))
}"""

ASK_THE_MIND = """async (question) => {
    const begun = performance.now()
    window.mind.postMessage({ type: 'think', id: 1, question })
    const { data } = await new Promise((thought) => (window.mind.onmessage = thought))
    return [performance.now() - begun, data.text]
}"""

Found = Iterator[tuple[str, float]]


class Host:
    """A static host that counts what it sends, as if it gzipped texts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sent: dict[str, int] = {}
        host = self

        class Handler(SimpleHTTPRequestHandler):
            def __init__(self, *how: Any) -> None:
                super().__init__(*how, directory=str(folder))

            def guess_type(self, path: Any) -> str:
                return "text/javascript" if str(path).endswith((".js", ".mjs")) else super().guess_type(path)

            def do_GET(self) -> None:
                name = self.path.split("?")[0]
                file = folder / ("index.html" if name == "/" else name[1:])
                if file.is_file():
                    content = file.read_bytes()
                    host.sent[name] = len(gzip.compress(content, 6) if name.endswith(TEXTS) else content)
                super().do_GET()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def kilobytes(self) -> float:
        return sum(self.sent.values()) / 1000


def question(
    name: str,
    level: str,
    options: Options,
    seats: int = 2,
    moves: int = 0,
    seconds: float = Settings().seconds,
) -> str:
    """A thought of a bot, some sensible moves into a match, as the page has it thought."""
    found = games()[name]
    state = found.new(seats, found.settle(seats, options), seeded("bench site", name))
    player, chance = bot("greedy", found), seeded("bench site", name, "moves")
    for _ in range(moves):
        if not (acting := state.actors()):
            break
        state.play(acting[0], player.choose(Perspective(state, acting[0]), chance))
    if not state.actors():
        raise ValueError(f"{name} is over before {moves} moves")
    asked = Question.put(name, state.position(), state.actors()[0], level, seeded("bench site", name, level))
    return text_of({"question": asdict(asked), "purpose": "decide", "seconds": seconds})


def first_decision(page: Page) -> None:
    page.locator("a.cover[data-game=kapow-cards]").click()
    page.locator("form button[type=submit]").click(timeout=120_000)
    page.locator("[data-board]").wait_for(timeout=120_000)


def watch_bots(page: Page, address: str) -> None:
    """A match of hard bots in the game whose bots think longest, and somebody who watches."""
    page.goto(f"{address}#/new/kapow-dice")
    page.locator("form button[type=submit]").wait_for()
    seats = page.get_by_role("combobox").filter(has=page.locator("option[value=hard]"))
    for seat in range(seats.count()):
        seats.nth(seat).select_option("hard")
    page.locator("form button[type=submit]").click()
    page.locator("[data-board]").wait_for(timeout=120_000)


def visits(browser: Browser, host: Host) -> Found:
    """What a first visit and later ones cost, and how the page is while bots think."""
    context = browser.new_context(reduced_motion="reduce", locale="en-GB")
    context.add_init_script(NOTE_LONG_TASKS)
    page = context.new_page()
    begun = time.perf_counter()
    page.goto(host.address)
    page.locator("a.cover").first.wait_for()
    yield "shell on screen, s", time.perf_counter() - begun
    yield "shell alone, kB", sum(size for name, size in host.sent.items() if "python/" not in name) / 1000
    page.locator("[data-device=loading]").wait_for(state="detached", timeout=120_000)
    first_decision(page)
    yield "first decision, s", time.perf_counter() - begun
    yield "first visit, kB", host.kilobytes()
    page.wait_for_timeout(KEEPING)
    again = []
    for _ in range(5):
        begun = time.perf_counter()
        page.reload()
        page.locator("[data-board]").wait_for(timeout=120_000)
        again.append(time.perf_counter() - begun)
    yield "decision later, s", statistics.median(again)
    watch_bots(page, host.address)
    page.wait_for_timeout(2_000)  # the board has come, and with it what is drawn once
    page.evaluate("window.longest = 0")
    page.wait_for_timeout(WATCHED)
    yield "longest task while bots think, ms", page.evaluate("window.longest")
    yield "memory, MB", memory_of(browser)
    context.close()


def mind(browser: Browser, host: Host) -> Page:
    """A page with nothing in it but a worker that thinks."""
    page = browser.new_context().new_page()
    page.goto(f"{host.address}site.webmanifest")  # on this host, but without a local server
    script = next((host.folder / "assets").glob("thinking-worker-*.js")).name
    page.evaluate(START_A_MIND, f"{host.address}assets/{script}")
    return page


def speeds(browser: Browser, host: Host) -> Found:
    """The same thoughts in WebAssembly and in this Python."""
    page = mind(browser, host)
    for name in games():
        asked = question(name, "medium", {}, seconds=AGES)
        page.evaluate(ASK_THE_MIND, asked)
        theirs = min(page.evaluate(ASK_THE_MIND, asked)[0] for _ in range(3)) / 1000
        yield f"{name}: speed beside CPython", fastest(asked) / theirs
    page.context.close()


def hard_bots(browser: Browser, host: Host) -> Found:
    """How long people wait for a hard bot, at the beginning of matches and in the middle."""
    page = mind(browser, host)
    for name, options, seats in TABLES:
        slowest = 0.0
        for moves in INTO_THE_MATCH:
            try:
                asked = question(name, "hard", options, seats, moves)
            except ValueError:
                break  # such matches are over sooner
            took, answer = page.evaluate(ASK_THE_MIND, asked)
            assert "ideas" in answer, answer
            slowest = max(slowest, took / 1000)
        yield f"{' '.join((name, *map(str, options.values())))} for {seats}: hard answers, s", slowest
    page.context.close()


PARTS = {"visits": visits, "speeds": speeds, "hard": hard_bots}


def fastest(asked: str) -> float:
    """Seconds that this Python takes for a thought."""
    took = []
    for _ in range(3):
        begun = time.perf_counter()
        think(asked)
        took.append(time.perf_counter() - begun)
    return min(took)


def memory_of(browser: Browser) -> float:
    """What the process of the page has to itself, in MB (Linux)."""
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    sizes = []
    for process in found:
        if process["type"] == "renderer":
            lines = Path(f"/proc/{process['id']}/smaps_rollup").read_text().splitlines()
            sizes.append(next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1000)
    return max(sizes, default=0.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=Path, required=True, help="the folder that ./dev site has built")
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    parser.add_argument("--only", choices=PARTS, help="one part of it; all three take some four minutes")
    options = parser.parse_args()
    console, host = Console(), Host(options.site)
    table = Table("measured", "found", "goal", "", title="The page that needs no server")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=options.chromium, args=FLAGS)
        for part in [options.only] if options.only else PARTS:
            for name, value in PARTS[part](browser, host):
                goal = next((goal for goal in SITE_GOALS if name.endswith(goal.name)), None)
                verdict = "" if goal is None else "reached" if goal.reached(value) else "NOT REACHED"
                wanted = "" if goal is None else f"{'at least' if goal.least else 'under'} {goal.limit:g}"
                console.print(f"{name}: {value:,.2f}", highlight=False)  # long work shows how far it is
                table.add_row(name, f"{value:,.2f}", wanted, verdict)
        browser.close()
    host.server.shutdown()
    console.print(table)


if __name__ == "__main__":
    main()
