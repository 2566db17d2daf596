"""Bots that connect from elsewhere: they play at tables by the protocol, with a token, and see what a seat may see."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from tests.commands import run_slugfest
from tests.hush import TABLE_GAME as HUSH
from tests.server.harness import TIMEOUT, RunningServer, quick_settings
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from slugfest.bots import GuardedBot, bot, registry
from slugfest.kernel import Perspective, SlugfestError, read_record, replay, seeded
from slugfest.server import remote_bots
from slugfest.server.bot_tokens import BotTokens, new_token, read_tokens, revoke_token
from slugfest.server.run import Serving, configured

ROOT = Path(__file__).parent.parent.parent
LEVEL = "far:budget=30000:instead=random"
HASTY = "far:budget=200:instead=random"


class Elsewhere:
    """A server that lets the bot ``far`` connect, and the connections of that bot."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.tokens = folder / "tokens"
        self.token = new_token(self.tokens, "far")
        settings = configured(Serving([], [], [], bots=[LEVEL, HASTY], remote=self.tokens), None)
        self._stack = stack
        quick = quick_settings(bots=settings.bots, programs=settings.programs, remote=settings.remote)
        self.server = stack.enter_context(RunningServer(quick))

    def connect(self, token: str | None = None) -> ClientConnection:
        """A connection that has been greeted."""
        headers = {"Authorization": f"Bearer {self.token if token is None else token}"}
        address = self.server.address.replace("http", "ws") + "/ws/bot"
        return self._stack.enter_context(connect(address, additional_headers=headers, open_timeout=TIMEOUT))

    def introduced(self) -> ClientConnection:
        line = self.connect()
        assert line.recv(TIMEOUT) == "protocols 1 2\nhello slugfest 1"
        line.send("bot Far 2.0\nprotocol 2\nready")
        return line


@pytest.fixture
def elsewhere(tmp_path: Path, lines: ExitStack) -> Iterator[Elsewhere]:
    before = dict(registry._kinds)
    yield Elsewhere(tmp_path, lines)
    registry._kinds.clear()
    registry._kinds.update(before)


def play(line: ClientConnection, answer: Callable[[ClientConnection, list[str]], None]) -> list[str]:
    """Answer every question until the connection ends; all that was heard."""
    heard: list[str] = []
    try:
        while True:
            lines = str(line.recv()).splitlines()
            heard += lines
            if lines[-1] == "go":
                answer(line, lines)
    except ConnectionClosed:
        return heard


def play_default(line: ClientConnection, question: list[str]) -> None:
    line.send(f"play {question[-2].split()[1]}")


class Playing:
    """A bot that plays in a thread of its own."""

    def __init__(
        self, line: ClientConnection, answer: Callable[[ClientConnection, list[str]], None] = play_default
    ) -> None:
        self.heard: list[str] = []
        self._thread = threading.Thread(target=lambda: self.heard.extend(play(line, answer)), daemon=True)
        self._line = line
        self._thread.start()

    def end(self) -> list[str]:
        self._line.close()
        self._thread.join(TIMEOUT)
        return self.heard


def test_a_remote_bot_plays_at_a_table_and_sees_what_its_seat_sees(
    elsewhere: Elsewhere, lines: ExitStack
) -> None:
    requests: list[str] = []

    def search(line: ClientConnection, question: list[str]) -> None:
        """Look ahead once, and play what the time-out would play."""
        for request in ("sample", "try {} 1", "playout {}"):
            number = requests[-1].split()[1] if requests and "{}" in request else ""
            line.send(request.format(number))
            requests.append(str(line.recv(TIMEOUT)))
        play_default(line, question)

    far = Playing(elsewhere.introduced(), search)
    ann = lines.enter_context(elsewhere.server.person("Ann"))
    match = ann.create("me", LEVEL, rounds=2)
    line = lines.enter_context(ann.connect(match))
    while line.wait_for_turn():
        line.done("play", moves=[line.moves[0]])
    assert line.match["seats"][1]["level"] == LEVEL
    assert not line.match["seats"][1].get("instead")
    heard = far.end()
    assert [text.split()[0] for text in requests[:3]] == ["position", "position", "result"]
    views = [json.loads(text[len("view ") :]) for text in heard if text.startswith("view ")]
    assert views
    assert {view["seat"] for view in views} == {1}
    history = replay(read_record(ann.http.get(f"/api/matches/{match}/record").text), HUSH)
    boards = [entry.before.board(1) for entry in history.entries]
    assert all(view["board"] in boards for view in views)  # what the seat saw, and no more
    assert {text for text in heard if text.startswith("seat ")} == {"seat 2"}
    assert len({text for text in heard if text.startswith("match ")}) == 1
    assert any(text.startswith("step ") for text in heard)


def test_a_bot_that_is_cut_off_comes_back_and_is_asked_again(elsewhere: Elsewhere, lines: ExitStack) -> None:
    first = elsewhere.introduced()
    ann = lines.enter_context(elsewhere.server.person("Ann"))
    line = lines.enter_context(ann.connect(ann.create("me", LEVEL, rounds=1)))
    assert line.wait_for_turn()
    line.done("play", moves=[line.moves[0]])
    question = str(first.recv(TIMEOUT)).splitlines()
    assert question[-1] == "go"
    first.close()
    far = Playing(elsewhere.introduced())
    while line.wait_for_turn():
        line.done("play", moves=[line.moves[0]])
    heard = far.end()
    asked = [text for text in heard if text.startswith("view ")]
    assert asked[0] == next(text for text in question if text.startswith("view "))
    assert not line.match["seats"][1].get("instead")


def test_two_tables_share_one_connection_and_neither_is_replaced(
    elsewhere: Elsewhere, lines: ExitStack
) -> None:
    far = Playing(elsewhere.introduced())
    ann = lines.enter_context(elsewhere.server.person("Ann"))
    tables = [lines.enter_context(ann.connect(ann.create("me", LEVEL, rounds=1))) for _ in range(2)]
    for line in tables:  # both bots are asked at the same time
        assert line.wait_for_turn()
        line.done("play", moves=[line.moves[0]])
    for line in tables:
        while line.wait_for_turn():
            line.done("play", moves=[line.moves[0]])
        assert not line.match["seats"][1].get("instead")
    matches = {text for text in far.end() if text.startswith("match ")}
    assert len(matches) == 2


def test_a_bot_that_is_not_there_is_replaced(elsewhere: Elsewhere, lines: ExitStack) -> None:
    kind = registry.bot_kinds()["far"]
    assert [option.key for option in kind.all_options()] == ["budget", "instead"]
    held = bot("far:budget=1:instead=random", HUSH)
    assert isinstance(held, GuardedBot)
    state = HUSH.new(2, {}, seeded("away"))
    assert held.choose(Perspective(state, state.actors()[0]), seeded(1)) in state.moves(state.actors()[0])
    [fault] = held.faults
    assert fault.text.de == "der Bot far:budget=1:instead=random ist nicht verbunden"


@pytest.mark.parametrize("token", ["", "sfb_nobody", "é"])
def test_nobody_connects_without_a_token(elsewhere: Elsewhere, token: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        elsewhere.connect(token.encode().decode("latin-1"))
    assert refused.value.response.status_code == 403


def end_of(line: ClientConnection) -> tuple[str, int]:
    """The last line and the code with which the server ended a connection."""
    last = ""
    with suppress(ConnectionClosed):
        while True:
            last = str(line.recv(TIMEOUT)).splitlines()[-1]
    assert line.protocol.close_code is not None
    return last, line.protocol.close_code


def test_a_token_that_is_revoked_ends_its_connections(elsewhere: Elsewhere) -> None:
    line = elsewhere.introduced()
    revoke_token(elsewhere.tokens, "far")
    assert end_of(line) == ("fault the token of far was revoked", remote_bots.REVOKED)
    with pytest.raises(InvalidStatus):
        elsewhere.connect()


BAD = {
    "id name Deep Thought": "does not speak our protocol: “id name Deep Thought”",
    "bot Far\nprotocol 9": "does not speak our protocol: “protocol 9”",
    "ready": "it did not say its name",
    "bot Far\nready\nplay 1": "“play 1”, unasked",
    "bot Far\nready\nsample": "“sample”, unasked",
    "\n".join(["bot Far", *["info x"] * 300]): "never stops talking",
}


@pytest.mark.parametrize("said", BAD)
def test_a_bot_that_does_not_keep_to_the_protocol_is_told_why(elsewhere: Elsewhere, said: str) -> None:
    line = elsewhere.connect()
    line.send(said)
    last, code = end_of(line)
    assert BAD[said] in last
    assert code == remote_bots.WRONG


def test_bad_answers_cost_the_decision_and_the_connection(elsewhere: Elsewhere, lines: ExitStack) -> None:
    line = elsewhere.introduced()
    ann = lines.enter_context(elsewhere.server.person("Ann"))
    table = lines.enter_context(ann.connect(ann.create("me", HASTY, rounds=1)))
    assert table.wait_for_turn()
    table.done("play", moves=[table.moves[0]])
    assert str(line.recv(TIMEOUT)).endswith("go")
    line.send("play 4000")
    last, code = end_of(line)
    assert "played what it was not offered: number 4000" in last
    assert code == remote_bots.WRONG
    assert elsewhere.token not in last


def test_a_bot_has_so_many_connections_and_no_more(
    elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_bots, "MOST_CONNECTIONS", 2)
    kept = [elsewhere.introduced() for _ in range(2)]
    last, code = end_of(elsewhere.connect())
    assert (last, code) == ("fault far has 2 connections already", remote_bots.TOO_MANY)
    assert len(kept) == 2


# ---- tokens ----------------------------------------------------------------------------------------------------------


def test_a_file_of_tokens_has_hashes_and_no_token(tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    first, second = new_token(file, "far"), new_token(file, "near")
    assert first not in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    tokens = BotTokens(file)
    assert (tokens.name_of(first), tokens.name_of(second), tokens.name_of("x")) == ("far", "near", "")
    again = new_token(file, "far")
    assert not tokens.accepts("far", first)
    assert tokens.accepts("far", again)
    file.write_text("nonsense\n")
    assert not tokens.accepts("far", again)  # whom we cannot check is not let in


@pytest.mark.parametrize("text", ["far", "far abc\n", "FAR " + "0" * 64, f"far {'0' * 64}\nfar {'1' * 64}\n"])
def test_a_bad_file_of_tokens_is_refused_before_the_server_starts(tmp_path: Path, text: str) -> None:
    file = tmp_path / "tokens"
    file.write_text(text)
    with pytest.raises(SlugfestError, match=r"--remote .*tokens: line"):
        configured(Serving([], [], [], remote=file), None)


def test_tokens_are_made_and_revoked_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    made = run_slugfest(["bot-token", str(file), "far"])
    assert BotTokens(file).name_of(made.stdout.strip()) == "far"
    assert run_slugfest(["bot-token", str(file), "far", "--revoke"]).returncode == 0
    assert read_tokens(file) == {}
    gone = run_slugfest(["bot-token", str(file), "far", "--revoke"])
    assert gone.returncode == 2
    assert "has no token of 'far'" in gone.stdout + gone.stderr


# ---- slugfest connect ------------------------------------------------------------------------------------------------


def test_any_program_plays_at_a_server_by_way_of_connect(
    elsewhere: Elsewhere, lines: ExitStack, tmp_path: Path
) -> None:
    secret = tmp_path / "token"
    secret.write_text(elsewhere.token + "\n")
    searcher = f"{sys.executable} {ROOT / 'examples' / 'bots' / 'searcher.py'}"
    command = [sys.executable, "-m", "slugfest", "connect", elsewhere.server.address, searcher]
    bridge = subprocess.Popen([*command, "--token", str(secret)], stdout=subprocess.PIPE, text=True)
    try:
        assert bridge.stdout is not None
        assert "connected" in bridge.stdout.readline()
        ann = lines.enter_context(elsewhere.server.person("Ann"))
        line = lines.enter_context(ann.connect(ann.create("me", LEVEL, rounds=1)))
        while line.wait_for_turn():
            line.done("play", moves=[line.moves[0]])
        assert not line.match["seats"][1].get("instead")
        revoke_token(elsewhere.tokens, "far")
        assert bridge.wait(TIMEOUT) == 2  # it does not come again
    finally:
        bridge.kill()
        bridge.wait()
