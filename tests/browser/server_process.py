"""A real server in a process of its own, and people with real browsers in front of it."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, WebSocket, expect

from slugfest.kernel import NONCE_LENGTH
from slugfest.store.base import milliseconds

ROOT = Path(__file__).parent.parent.parent
SCREENS = ROOT / "build" / "screens"  # ignored by git; somebody looks at them
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = (390, 844)
DESK = (1440, 900)
PICTURED = (
    PHONE,
    DESK,
)  # what is measured in more sizes is drawn in these: a picture of 2560 pixels takes a second

_PROGRAM = Path(__file__).with_name("serve.py")


def chromium() -> str:
    """The browser: $CHROMIUM, or the distribution's. Without one the tests fail, they are not skipped."""
    for name in (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name) if name else None
        if found:
            return found
    raise RuntimeError("no Chromium: install it (apt-get install -y chromium) or name it in $CHROMIUM")


def firefox() -> str:
    """The other browser: $FIREFOX, or the distribution's. Without one its test fails, it is not skipped."""
    for name in (os.environ.get("FIREFOX", ""), "firefox-esr", "firefox"):
        found = shutil.which(name) if name else None
        if found:
            return found
    raise RuntimeError("no Firefox: install it (apt-get install -y firefox-esr) or name it in $FIREFOX")


class ServerProcess:
    """A server that can be killed and started again on the same database and port.

    The deal determines its match codes and secrets, in the order they are asked for. ``server.later(days=2)`` moves the
    clock of its store, which all deadlines use, and a restart keeps it moved. The server checks deadlines every second.
    """

    def __init__(
        self, database: Path | str, deal: str, page: Path | None = None, plugins: Path | None = None
    ) -> None:
        self.plugins = plugins  # a folder into which packages with more games are installed
        self.database = database  # a file, or the address of a PostgreSQL
        self.page = page  # of the documentation, whose game is served as well
        self.port = 0
        self._deal = deal
        self._starts = 0
        self._ahead = 0  # ms by which its clock was moved
        self.process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> None:
        if not (ROOT / "src/slugfest/server/static/index.html").exists():
            raise RuntimeError("the front end is not built: run ./dev test, or npm run build in web/")
        self._starts += 1
        deal = self._deal if self._starts == 1 else f"{self._deal} {self._starts}"  # nothing is drawn twice
        self.process = subprocess.Popen(
            [
                *(sys.executable, str(_PROGRAM), str(self.port), str(self.database), deal),
                *(str(self.page or ""), str(self._ahead)),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None,
            text=True,
            env=None if self.plugins is None else {**os.environ, "PYTHONPATH": str(self.plugins)},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        assert found, f"the server did not start: {line!r}"
        self.port = int(found.group(1))
        self.address = found.group(0)

    def deal(self, deal: str) -> None:
        """From now on codes and secrets follow from this word, whatever was played here before."""
        self._deal, self._starts = deal, 1
        self._tell(deal, "dealt")

    def later(self, seconds: float = 0, days: float = 0) -> None:
        """Let so much time pass by the clock of the server's store (a file, not a PostgreSQL)."""
        moved = round((seconds + days * 24 * 3600) * 1000)
        self._ahead += moved
        self._tell(f"+{moved}", "moved")

    def now(self) -> int:
        """The time by that clock, in milliseconds since 1970."""
        return milliseconds() + self._ahead

    def _tell(self, line: str, answer: str) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == f"{answer}\n", "the server has gone"

    def kill(self) -> None:
        """As hard as a power cut."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=20)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=20)


class Person:
    """Somebody with a browser of their own. Everything the wire brings is kept for looking through."""

    def __init__(
        self,
        browser: Browser,
        server: ServerProcess,
        name: str,
        size: tuple[int, int],
        language: str,
        motion: str = "reduce",
        offline_too: bool = False,
    ) -> None:
        self.name = name
        self.server = server
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale="de-DE" if language == "de" else "en-GB",
            reduced_motion="reduce" if motion == "reduce" else "no-preference",
            has_touch=size == PHONE,
            service_workers="allow"
            if offline_too
            else "block",  # one in each of a hundred windows takes time
        )
        self.context.set_default_timeout(20_000)
        self.context.add_init_script(NOTE_WHO_OWES)
        self.context.add_init_script(f"({_FIX_THE_NONCE})({json.dumps(nonce_of(name))})")
        self.context.add_init_script(ASK_NOTHING)
        self.received: list[str] = []
        self.complaints: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _listen(self, socket: WebSocket) -> None:
        if socket.url.endswith("/ws/mine"):  # the same on every page: what home lists
            return
        socket.on("framereceived", lambda payload: self.received.append(str(payload)))

    def goto(self, path: str) -> None:
        self.page.goto(self.server.address + path)

    def known(self) -> None:
        """Get the server's cookie, as every page does first."""
        if not self.context.cookies():
            assert self.context.request.get(f"{self.server.address}/api/me").ok

    def named(self) -> None:
        """Tell the server my name, as the home page's field does."""
        self.known()
        answer = self.context.request.post(
            f"{self.server.address}/api/me", data={"name": self.name}, headers={"Origin": self.server.address}
        )
        assert answer.ok, answer.text()

    def prefers(self, **settings: str | bool) -> None:
        """Settings as the settings dialog stores them."""
        wanted = {"askFirst": False, "stills": "end", **settings}
        self.context.add_init_script(
            f"localStorage.setItem('slugfest.settings', JSON.stringify({json.dumps(wanted)}))"
        )

    def takes_a_hint(self) -> None:
        """All three taps of it: where to look, the idea, the move."""
        self.page.get_by_role("button", name=re.compile("^(Hint|Tipp)$")).click()
        for more in ("The idea|Die Idee", "The move|Der Zug"):
            self.page.locator(".hint").get_by_role("button", name=re.compile(more)).click()
        expect(
            self.page.locator(".hint").get_by_role("button", name=re.compile("Do it|So machen"))
        ).to_be_visible()

    def new_match(
        self,
        game: str,
        seats: list[dict[str, str]],
        options: dict[str, object] | None = None,
        pace: dict[str, object] | None = None,
    ) -> str:
        """Open a match over HTTP (the screens for it have tests of their own); its id."""
        self.known()
        answer = self.context.request.post(
            f"{self.server.address}/api/matches",
            data={
                "game": game,
                "seats": seats,
                "options": options or {},
                "name": self.name,
                "pace": pace,
                "start": all(seat["kind"] != "open" for seat in seats),
            },
            headers={"Origin": self.server.address},
        )
        assert answer.ok, answer.text()
        return str(answer.json()["id"])

    def frames(self) -> list[dict[str, Any]]:
        """Everything the wire has brought so far."""
        return [json.loads(frame) for frame in self.received]

    def over(self) -> bool:
        return self.page.locator("dialog[open] .burst").count() > 0

    def screenshot(self, name: str) -> None:
        path = SCREENS / f"{name}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=path)

    def fits(self) -> None:
        """Nothing sticks out sideways."""
        width = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= width[1], f"{self.page.url} is {width[0]} px wide on a screen of {width[1]}"

    def stays(self) -> None:
        """The table fills the screen exactly: the page itself has nothing to scroll."""
        height = self.page.evaluate("[document.documentElement.scrollHeight, innerHeight]")
        assert height[0] <= height[1], f"{self.page.url} is {height[0]} px high on a screen of {height[1]}"

    def accessible(self) -> None:
        """Axe finds nothing, once the page is there."""
        self.page.locator("main").first.wait_for()
        results = Axe().run(self.page)
        assert results.violations_count == 0, results.generate_report()

    def calm(self) -> None:
        """No script of the page has failed."""
        assert not self.complaints, f"{self.page.url}: {self.complaints}"

    def leave(self) -> None:
        self.context.close()


def together(
    people: Sequence[Person], game: str, clock: dict[str, Any] | None = None, **options: object
) -> str:
    """Everybody sits down at one match, and it begins; its id."""
    for person in people:
        person.named()
    match = people[0].new_match(
        game, [{"kind": "me"}] + [{"kind": "open"}] * (len(people) - 1), options, clock
    )
    people[0].goto(f"/match/{match}")
    for seat, person in enumerate(people[1:], 2):
        person.goto(f"/match/{match}")
        person.page.get_by_role("button", name=re.compile(rf"(seat|Platz) {seat}", re.IGNORECASE)).click()
    people[0].page.locator("button.primary, .go button").last.click()
    for person in people:
        expect(person.page.locator("[data-board]")).to_be_visible()
    return match


def agree_to_hints(*people: Person) -> None:
    """Everybody at a table agrees to hints, in the lobby."""
    for person in people:
        switch = person.page.get_by_role("switch", name=re.compile("Allow hints|Tipps erlauben"))
        expect(switch).to_be_enabled()
        switch.click()
        expect(switch).to_be_checked()
    for person in people:
        expect(person.page.get_by_text(re.compile("Hints are on|Tipps sind erlaubt"))).to_be_visible()


def nonce_of(name: str) -> str:
    """What somebody's browser adds to the chance of every match."""
    return hashlib.sha256(name.encode()).hexdigest()[:NONCE_LENGTH]


# A nonce is the only thing for which a page draws sixteen bytes. It is fixed here, in the browser of a test, so that
# the same match is dealt every time; nothing that a server can be told does that.
_FIX_THE_NONCE = """(nonce) => {
    const draw = crypto.getRandomValues.bind(crypto)
    crypto.getRandomValues = (bytes) => {
        if (bytes.length !== nonce.length / 2) return draw(bytes)
        bytes.set(nonce.match(/../g).map((digits) => parseInt(digits, 16)))
        return bytes
    }
}"""

# Whoever plays a match to its end by tapping what glows throws things away; only tests of the question are asked. Nor
# are still pictures waited for, but where a test is about them.
ASK_NOTHING = """if (location.protocol.startsWith('http')) {
    const kept = JSON.parse(localStorage.getItem('slugfest.settings') ?? '{}')
    if (!('askFirst' in kept))
        localStorage.setItem('slugfest.settings', JSON.stringify({ stills: 'end', ...kept, askFirst: false }))
    localStorage.setItem('slugfest.soundOffered', 'no')
}"""

# Where several owe a decision at once, what comes of it may depend on who is quicker: chance falls in the order in
# which it is asked for. So everybody waits for the bots, and for whoever sits before them: the page notes who owes. And
# what was moved, for tests that wait for a move of their own.
NOTE_WHO_OWES = """
window.WebSocket = class extends WebSocket {
    constructor(...address) {
        super(...address)
        this.addEventListener('message', ({ data }) => {
            const { type, match, steps } = JSON.parse(data)
            if (match) window.lastTold = match
            const moves = document.documentElement.dataset
            if (type !== 'update') return
            for (const { seat, move } of steps) moves.told = `${moves.told ?? ''}[${seat} ${move}]`
        })
    }
}
"""

# What others do may take a button away between a look at the page and a finger that comes over the wire. So what is
# tapped in the course of a match is found and tapped inside the page, at one stroke, if a finger could hit it.
TAP = """([wanted, until]) => {
    if (until && document.querySelector(until)) return 'seen'
    if (document.querySelector('dialog[open] .burst')) return 'over'
    if (!document.querySelector('[data-board]')) return 'waiting'
    const { owing, seats } = window.lastTold
    const bots = owing.filter((seat) => seats[seat].kind === 'bot' || seats[seat].stand_in)
    const mine = owing.length === 0 || (bots.length === 0 && seats[Math.min(...owing)].you)
    if (document.querySelector('#content[aria-busy=true], [data-board][aria-busy=true]')) return 'waiting'
    const reachable = (one) => {
        if (one.disabled || !(mine || one.closest('dialog'))) return false  // what a dialog tells can always be read
        one.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
        const { left, top, width, height } = one.getBoundingClientRect()
        const hits = ([x, y]) => one.contains(document.elementFromPoint(left + x * width, top + y * height))
        return [[0.5, 0.5], [0.2, 0.2], [0.2, 0.8], [0.8, 0.2], [0.8, 0.8]].some(hits)  // cards may lie in a fan
    }
    for (const kind of wanted) {
        const found = [...document.querySelectorAll(kind)].find(reachable)
        if (!found) continue
        found.click()
        return kind
    }
    return 'waiting'
}"""


def tap(person: Person, wanted: Sequence[str], until: str = "") -> str:
    """One tap on the first kind of thing that can be tapped now: its selector, or ``"waiting"`` or ``"over"``.

    Nothing is tapped where ``until`` is on the page: ``"seen"``.
    """
    return str(person.page.evaluate(TAP, [list(wanted), until]))


def decide(person: Person, wanted: Sequence[str]) -> None:
    """Tap until the first kind of thing has been tapped: the button that ends a decision."""
    for _ in range(1000):
        told = tap(person, wanted)
        if told == wanted[0]:
            return
        assert told != "over", f"{person.name} had nothing left to decide"
        if told == "waiting":
            person.page.wait_for_timeout(20)
    raise AssertionError(f"{person.name} had nothing to decide")


def tap_until(person: Person, wanted: Sequence[str], sought: str, most: int = 4000) -> None:
    """Tap until something is seen. The look and the tap are one stroke: what is sought is never tapped away."""
    told = ""
    for _ in range(most):
        told = tap(person, wanted, sought)
        if told == "seen":
            return
        assert told != "over", f"{sought} was never seen: the match is over"
        if told == "waiting":
            person.page.wait_for_timeout(20)
    raise AssertionError(f"{sought} was never seen; the last tap: {told}; screen: {person.page.url}")


def play_until(
    people: Sequence[Person], wanted: Sequence[str], seen: Callable[[], bool], most: int = 4000
) -> None:
    """Everybody taps until something is seen."""
    told: list[str] = []
    for _ in range(most):
        if seen():
            return
        told = [tap(person, wanted) for person in people]
        if all(one in ("waiting", "over") for one in told):
            people[0].page.wait_for_timeout(20)
    raise AssertionError(
        f"it was never seen; the last taps: {told}; screens: {[one.page.url for one in people]}"
    )


def play_to_the_end(people: Sequence[Person], wanted: Sequence[str], most: int = 4000) -> None:
    """Everybody taps until all have seen the end."""
    play_until(people, wanted, lambda: all(person.over() for person in people), most)


def hurry_to_the_end(person: Person, wanted: Sequence[str], most: int = 4000) -> None:
    """Somebody for whom things move skips everything that is shown."""
    for _ in range(most):
        told = tap(person, wanted)
        if told == "over":
            return
        if told == "waiting":
            person.page.keyboard.press("Escape")
            person.page.wait_for_timeout(10)
    raise AssertionError("the match did not end; screen: " + person.page.url)


__all__ = [
    "ASK_NOTHING",
    "DESK",
    "FLAGS",
    "NOTE_WHO_OWES",
    "PHONE",
    "PICTURED",
    "ROOT",
    "SCREENS",
    "TAP",
    "Person",
    "ServerProcess",
    "chromium",
    "decide",
    "expect",
    "firefox",
    "hurry_to_the_end",
    "play_to_the_end",
    "play_until",
    "tap",
    "tap_until",
    "together",
]
