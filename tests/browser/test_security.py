"""A page cannot be turned against its visitor: planted scripts, frames and foreign pages, in a real browser."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Route

from .conftest import Invite
from .server_process import ServerProcess

PLANTED = """<script>window.planted = 'a script'</script>
<img src="/nothing.png" onerror="window.planted = 'a handler'">
<a id="link" href="javascript:void (window.planted = 'a link')">go</a>
<script src="https://example.org/planted.js"></script>"""
# Opens a socket and says what became of it.
SOCKET = """url => new Promise(done => {
  const socket = new WebSocket(url)
  socket.onopen = () => done('open')
  socket.onerror = () => done('refused')
})"""


@pytest.fixture
def foreign_page() -> Iterator[str]:
    """The address of a page of somebody else's: another port is another origin."""

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>Foreign</title><body>")

        def log_message(self, *words: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_planted_script_does_not_run(server: ServerProcess, invite: Invite) -> None:
    ann = invite(server, "Ann")
    ann.context.add_init_script(
        "window.violated = [];"
        "addEventListener('securitypolicyviolation', event => violated.push(event.effectiveDirective))"
    )

    without_policy = False

    def plant(route: Route) -> None:
        answer = route.fetch()
        headers = {
            name: value
            for name, value in answer.headers.items()
            if not (without_policy and name == "content-security-policy")
        }
        body = answer.text().replace("</body>", f"{PLANTED}</body>")
        route.fulfill(response=answer, headers=headers, body=body)

    ann.page.route(f"{server.address}/", plant)
    ann.goto("/")
    ann.page.wait_for_function("violated.length >= 3")
    ann.page.locator("#link").dispatch_event("click")
    ann.page.wait_for_function("violated.length >= 4")
    assert ann.page.evaluate("window.planted") is None
    found = set(ann.page.evaluate("violated"))
    assert found <= {"script-src-elem", "script-src-attr", "script-src"}
    assert ann.page.locator("h1").first.is_visible(), "our own scripts do"
    without_policy = True
    ann.goto("/")
    assert ann.page.evaluate("window.planted") is not None, "without the policy it would"


def test_no_other_page_shows_ours_in_a_frame(
    server: ServerProcess, invite: Invite, foreign_page: str
) -> None:
    ann = invite(server, "Ann")
    ann.page.goto(foreign_page)
    ann.page.evaluate(
        "url => new Promise(done => { const frame = document.createElement('iframe'); frame.src = url;"
        " frame.onload = done; document.body.append(frame) })",
        f"{server.address}/",
    )
    (frame,) = ann.page.main_frame.child_frames
    assert frame.url.startswith("chrome-error:"), frame.url
    assert frame.locator("h1", has_text="Slugfest").count() == 0


def test_no_other_page_opens_a_socket_or_asks_for_anything(
    server: ServerProcess, invite: Invite, foreign_page: str
) -> None:
    ann = invite(server, "Ann")
    ann.named()  # the cookie would be sent along
    sockets = server.address.replace("http", "ws") + "/ws/mine"
    ann.goto("/")
    assert ann.page.evaluate(SOCKET, sockets) == "open", "from our own page"
    ann.page.goto(foreign_page)
    assert ann.page.evaluate(SOCKET, sockets) == "refused"
    sent = "url => fetch(url, {method: 'POST', mode: 'no-cors', credentials: 'include', body: '{\"name\":\"Mal\"}'})"
    ann.page.evaluate(f"url => ({sent})(url).catch(() => null).then(() => null)", f"{server.address}/api/me")
    read = "url => fetch(url, {credentials: 'include'}).then(() => 'read', () => 'refused')"
    assert ann.page.evaluate(read, f"{server.address}/api/me") == "refused"
    ann.goto("/")
    assert ann.page.evaluate("() => fetch('/api/me').then(it => it.json()).then(it => it.name)") == "Ann"
