"""For whoever looks after a server: is it well, what does it do, and what does it write down."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from contextlib import ExitStack

import httpx2
import pytest
from prometheus_client import generate_latest
from tests.server.harness import RunningServer, play_out, quick_settings

from slugfest.kernel import SlugfestError
from slugfest.protocol.codes import Codes
from slugfest.server import metrics
from slugfest.server.logs import JsonFormatter, Redactor, TextFormatter
from slugfest.server.run import Serving, configured
from slugfest.store import MemoryStore, StoreError

# ---- health ----------------------------------------------------------------------------------------------------------


class IllStore(MemoryStore):
    unavailable = False

    def versions(self, matches: object) -> dict[str, int]:
        if self.unavailable:
            raise StoreError("the disk has gone")
        return super().versions(matches)  # type: ignore[arg-type]


def test_a_server_says_whether_it_is_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "HEALTH_KEPT", -1.0)
    store = IllStore()
    with RunningServer(store=store) as server:

        def health() -> tuple[int, str]:
            response = httpx2.get(f"{server.address}/healthz")
            return response.status_code, response.text

        assert health() == (200, "ok\n")
        store.unavailable = True
        assert health() == (503, "storage\n")
        store.unavailable = False
        assert health() == (200, "ok\n")
        server._app.state.match_server.peers.draining = True
        assert health() == (503, "draining\n")


# ---- numbers ---------------------------------------------------------------------------------------------------------


def numbers(text: str) -> dict[str, float]:
    return {
        name: float(value)
        for name, value in re.findall(r"^([a-z_]+(?:\{[^}]*\})?) ([0-9.e+-]+)$", text, re.MULTILINE)
    }


def test_a_server_counts_what_happens(lines: ExitStack) -> None:
    server = lines.enter_context(RunningServer())
    ann = lines.enter_context(server.person("Ann"))
    match = ann.create("me", "easy", rounds=1)
    line = lines.enter_context(ann.connect(match))
    assert line.refused("undo") != ""
    play_out(line)
    ann.http.get(f"/api/matches/{match}")
    ann.http.get("/api/matches/NOPE")
    received = httpx2.get(f"{server.address}/metrics")
    assert received.headers["content-type"].startswith("text/plain; version=")
    found = numbers(received.text)
    assert found["slugfest_matches_open"] == found["slugfest_people_connected"] == 1
    assert found["slugfest_windows_open"] == 1
    assert found['slugfest_moves_total{by="person"}'] >= 1
    assert found['slugfest_moves_total{by="bot"}'] >= 1
    assert found['slugfest_entries_total{kind="created"}'] == 1
    assert found["slugfest_append_seconds_count"] >= 3
    assert found["slugfest_bot_queue"] == 0
    assert found['slugfest_bot_thinking_seconds_count{game="hush",purpose="decide"}'] >= 1
    assert found['slugfest_bot_waiting_seconds_count{purpose="decide"}'] >= 1
    assert found['slugfest_refusals_total{code="NO_SUCH_MATCH"}'] == 1
    assert sum(value for name, value in found.items() if name.startswith("slugfest_refusals_total")) == 2
    assert found['slugfest_request_seconds_count{door="/api/matches/ID",status="2xx"}'] == 1
    assert found['slugfest_request_seconds_count{door="/api/matches/ID",status="4xx"}'] == 1
    for secret in (match, "Ann", ann.http.cookies["slugfest_guest"][:20]):
        assert secret not in received.text


def test_addresses_become_few_doors() -> None:
    assert metrics.route_label("/api/matches/ABCDEFG2/replay") == "/api/matches/ID/replay"
    assert metrics.route_label("/api/matches/ABCDEFG2/whatever/else") == "/api/matches/ID"
    assert metrics.route_label("/api/games/kapow-dice/seating") == "/api/games/ID/seating"
    assert metrics.route_label("/assets/x.js") == "files"
    assert metrics.route_label("/anything/at/all") == "pages"


def test_what_the_store_cannot_do_is_counted() -> None:
    counted = metrics.Metrics()
    counted.not_written(StoreError("full"))
    text = generate_latest(counted.registry).decode()
    assert numbers(text)['slugfest_store_errors_total{kind="StoreError"}'] == 1


@pytest.mark.parametrize(
    "headers",
    [{"x-forwarded-for": "127.0.0.1"}, {"forwarded": "for=x"}, {"via": "1.1 x"}, {"host": "192.0.2.1"}],
)
def test_without_a_token_only_this_machine_reads_the_numbers(
    server: RunningServer, headers: dict[str, str]
) -> None:
    assert httpx2.get(f"{server.address}/metrics").status_code == 200
    assert httpx2.get(f"{server.address}/metrics", headers=headers).status_code == 404


def test_behind_a_proxy_strangers_do_not_read_the_numbers() -> None:
    settings = quick_settings(trusted_proxies=("127.0.0.1",))
    with RunningServer(settings) as server:
        stranger = {"x-forwarded-for": "192.0.2.1"}
        assert httpx2.get(f"{server.address}/metrics", headers=stranger).status_code == 404


def test_with_a_token_whoever_has_it_reads_the_numbers() -> None:
    with RunningServer(quick_settings(metrics_token="open sesame")) as server:

        def status(token: str) -> int:
            return httpx2.get(f"{server.address}/metrics", headers={"authorization": token}).status_code

        assert status("Bearer open sesame") == 200
        assert [status(wrong) for wrong in ("", "Bearer", "Bearer open", "open sesame")] == [404] * 4
        assert "sesame" not in repr(server.settings)


# ---- logs ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def written() -> Iterator[tuple[logging.Logger, logging.StreamHandler[io.StringIO]]]:
    logger = logging.getLogger("slugfest.test.logs")
    handler = logging.StreamHandler(io.StringIO())
    logger.addHandler(handler)
    yield logger, handler
    logger.removeHandler(handler)


def test_no_line_tells_the_code_of_a_match(
    written: tuple[logging.Logger, logging.StreamHandler[io.StringIO]],
) -> None:
    logger, handler = written
    for code in [Codes().match() for _ in range(100)]:
        for form in (TextFormatter(Redactor("key")), JsonFormatter(Redactor("key"))):
            handler.setFormatter(form)
            for typed in (code, code.lower() if re.search("[0-9]", code) else code):
                logger.warning("match %s cannot be told, /api/matches/%s/replay failed", typed, typed)
                try:
                    raise KeyError(typed)
                except KeyError:
                    logger.exception("match %s", typed)
        assert code not in handler.stream.getvalue().upper()


def test_the_same_match_has_the_same_hash_and_another_store_another() -> None:
    redactor = Redactor("key")
    assert redactor.redact("ABCDEFG2") == redactor.redact("abcdefg2") == redactor.redact("x ABCDEFG2")[2:]
    assert redactor.redact("ABCDEFG2") != redactor.redact("ABCDEFG3")
    assert redactor.redact("ABCDEFG2") != Redactor("another").redact("ABCDEFG2")
    assert redactor.redact("the database answers, 192.168.100.100") == "the database answers, 192.168.100.100"


def test_json_lines_are_one_object_a_line_and_text_lines_one_line(
    written: tuple[logging.Logger, logging.StreamHandler[io.StringIO]],
) -> None:
    logger, handler = written
    handler.setFormatter(JsonFormatter(Redactor("key")))
    try:
        raise ValueError("a\nb")
    except ValueError:
        logger.exception("two\nlines \u202e")
    (line,) = handler.stream.getvalue().splitlines()
    received = json.loads(line)
    assert (received["level"], received["message"]) == ("error", "two\nlines \u202e")
    assert "ValueError" in received["trace"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", received["at"])
    handler.stream.truncate(0)
    handler.stream.seek(0)
    handler.setFormatter(TextFormatter(Redactor("key")))
    logger.error("two\nlines \u202e")
    assert handler.stream.getvalue().count("\n") == 1


# ---- what was asked for ----------------------------------------------------------------------------------------------


def test_settings_are_what_was_asked_for() -> None:
    asked = Serving(["play.example.org"], ["10.0.0.0/8"], ["windows=5"], "json", "info")
    settings = configured(asked, None, "token")
    assert settings.allowed_hosts == ("play.example.org",)
    assert settings.trusted_proxies == ("10.0.0.0/8",)
    assert settings.limits.windows == 5
    assert (settings.metrics_token, settings.log_format, settings.log_level) == ("token", "json", "info")


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        (Serving([], ["*"], []), "--trust-proxy"),
        (Serving([], ["proxy.example"], []), "--trust-proxy"),
        (Serving([], [], ["wings=1"]), "limit"),
        (Serving([], [], [], "xml"), "--log-format"),
        (Serving([], [], [], "text", "loud"), "--log-level"),
    ],
)
def test_settings_that_make_no_sense_are_refused_in_words(asked: Serving, named: str) -> None:
    with pytest.raises(SlugfestError, match=named):
        configured(asked, None)
