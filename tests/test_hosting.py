"""docs/hosting.md and the files of hosting/ tell the truth, and a restore is rehearsed."""

from __future__ import annotations

import configparser
import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import fields
from pathlib import Path

import pytest
import typer
from tests.postgres import running_postgres
from tests.server.harness import Facts, Person, RunningServer, play_out
from tests.server.test_claims import post
from tests.test_docs import parse_slugfest
from typer.testing import CliRunner

from slugfest.cli.app import app
from slugfest.server import reviews, trial_sockets, variant_worker, variants
from slugfest.server.limits import Limits, Rate
from slugfest.server.run import Serving, configured
from slugfest.server.settings import Settings
from slugfest.store import open_store

ROOT = Path(__file__).parent.parent
HOSTING = ROOT / "hosting"
PAGE = (ROOT / "docs" / "hosting.md").read_text("utf-8")

# ---- the page --------------------------------------------------------------------------------------------------------


def test_files_on_the_page_are_the_files() -> None:
    shown = re.findall(r"<!-- file: (\S+) -->\n```text\n(.*?)```", PAGE, re.DOTALL)
    assert {name for name, _ in shown} == {f"hosting/{path.name}" for path in HOSTING.iterdir()}
    for name, text in shown:
        assert text == (ROOT / name).read_text("utf-8"), name


def variables() -> dict[str, str]:
    """The environment's variables that `slugfest serve` reads, by option."""
    serve = typer.main.get_group(app).commands["serve"]
    return {option.opts[0]: str(option.envvar) for option in serve.params if getattr(option, "envvar", None)}


def test_every_setting_is_on_the_page() -> None:
    rows = re.findall(r"^\| ?(`--.*?`|) \| (`SLUGFEST.*?`) \|", PAGE, re.MULTILINE)
    told: dict[str, str] = {}
    for options, names in rows:
        for option, name in zip(options.split(", "), names.split(", ")):
            told[option.strip("`")] = name.strip("`")
    assert told.pop("") == "SLUGFEST_METRICS_TOKEN"
    assert told == variables()


def test_the_limits_on_the_page_are_the_limits() -> None:
    rows = re.findall(
        r"^\| `([a-z-]+)` \| (?:address|guest|connection|everybody) \| ([0-9/]+) \|", PAGE, re.MULTILINE
    )
    assert [name.replace("-", "_") for name, _ in rows] == [field.name for field in fields(Limits)]
    assert Limits().with_changes([f"{name}={figures}" for name, figures in rows]) == Limits()
    assert isinstance(Limits().requests, Rate)


def test_the_other_figures_on_the_page_are_true() -> None:
    settings = Settings()
    assert (settings.header_seconds, settings.body_seconds) == (10, 20)
    assert "within 10 seconds and its body within\n20; a message is at most 64 kB" in PAGE
    assert settings.largest_message == 64 * 1024


def test_the_shares_of_an_address_on_the_page_are_true() -> None:
    page = " ".join(PAGE.split())
    for most, part, words in (
        (
            reviews.MOST_WAITING,
            reviews.MOST_OF_AN_ADDRESS,
            "of {} waiting reviews one address has {} at most",
        ),
        (trial_sockets.MOST_AT_ONCE, trial_sockets.MOST_OF_AN_ADDRESS, "of {} trials of changed games {}"),
        (
            variants.MOST_LOADED,
            variants.MOST_OF_AN_ADDRESS,
            "of {} changed games that a process has loaded {}",
        ),
        (
            variant_worker.MOST_WAITING,
            variant_worker.MOST_OF_AN_ADDRESS,
            "of {} questions about changed games {}",
        ),
    ):
        assert words.format(most, part) in page


# ---- the files -------------------------------------------------------------------------------------------------------


def test_the_service_starts_what_there_is() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string((HOSTING / "slugfest.service").read_text("utf-8"))
    program, *words = shlex.split(unit["Service"]["ExecStart"])
    assert program.endswith("/bin/slugfest")
    parse_slugfest(words)
    name, _, value = unit["Service"]["Environment"].partition("=")
    assert name in variables().values()
    assert value.startswith(unit["Service"]["ReadWritePaths"])
    assert int(unit["Service"]["LimitNOFILE"]) > Limits().all_connections
    assert configured(Serving([], [words[words.index("--trust-proxy") + 1]], []), None).trusted_proxies


def test_the_container_starts_what_there_is() -> None:
    steps = re.findall(r"^([A-Z]+) (.*)$", (HOSTING / "Containerfile").read_text("utf-8"), re.MULTILINE)
    said = {name: [text for step, text in steps if step == name] for name, _ in steps}
    (command,) = said["CMD"]
    program, *words = json.loads(command)
    assert program == "slugfest"
    parse_slugfest(words)
    for copied in said["COPY"]:
        source = copied.split()[0]
        assert (ROOT / source).exists() or source == "dist/", "what ./dev wheel writes"
    for line in said["ENV"]:
        assert line.partition("=")[0] in variables().values()
    (health,) = said["HEALTHCHECK"]
    code = json.loads(health.removeprefix("CMD "))[2]
    compile(code, "HEALTHCHECK", "exec")
    assert f":{said['EXPOSE'][0]}/healthz" in code


def test_the_container_has_an_exact_base_and_a_user_without_rights() -> None:
    text = (HOSTING / "Containerfile").read_text("utf-8")
    assert re.search(r"^ARG BASE=docker\.io/library/python:3\.11\.\d+-slim-[a-z]+$", text, re.MULTILINE)
    assert re.findall(r"^FROM (.*)$", text, re.MULTILINE) == ["${BASE}"]
    (user,) = re.findall(r"^USER (.*)$", text, re.MULTILINE)
    assert int(user) > 0
    assert f"--uid {user} --shell /usr/sbin/nologin" in text
    steps = re.findall(r"^([A-Z]+) ", text, re.MULTILINE)
    assert "RUN" not in steps[steps.index("USER") :], "nothing is installed with that user's rights"


@pytest.mark.skipif(sys.platform != "linux", reason="systemd is Linux's")
def test_the_service_is_as_closed_as_the_page_says() -> None:
    told = re.search(r"rates it (\d+\.\d)", PAGE)
    assert told is not None
    analyse = shutil.which("systemd-analyze")
    assert analyse, "this test needs systemd-analyze (apt-get install systemd)"
    threshold = f"--threshold={round(float(told[1]) * 10)}"
    command = [
        analyse,
        "security",
        "--offline=true",
        threshold,
        "--no-pager",
        str(HOSTING / "slugfest.service"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-400:] + done.stderr


def test_what_the_container_installs_is_enough_for_postgresql() -> None:
    """Its lock holds everything that slugfest[postgres] asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = project["dependencies"] + project["optional-dependencies"]["postgres"]
    locked = re.findall(
        r"^([a-z0-9-]+)==", (ROOT / "requirements" / "run.lock").read_text("utf-8"), re.MULTILINE
    )
    names = [re.match(r"[A-Za-z0-9_-]+", need)[0].replace("_", "-") for need in wanted]  # type: ignore[index]
    assert set(names) <= set(locked)
    assert "psycopg-binary" in locked, "pip would look for PostgreSQL's own library"


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_proxies_hand_on_to_the_usual_port_and_keep_the_numbers_to_themselves(name: str) -> None:
    text = (HOSTING / name).read_text("utf-8")
    assert "127.0.0.1:8000" in text
    assert "/metrics" in text
    assert text.count("{") == text.count("}")
    if name == "nginx.conf":  # Caddy does all of this by itself
        told = dict(re.findall(r"proxy_set_header (\S+) (\S+);", text))
        assert told == {
            "Host": "$host",
            "X-Forwarded-For": "$remote_addr",  # not what the client claims
            "X-Forwarded-Proto": "$scheme",
            "Upgrade": "$http_upgrade",
            "Connection": "$connection_upgrade",
        }


# ---- backup and restore ----------------------------------------------------------------------------------------------


def addresses(kind: str, tmp_path: Path) -> tuple[str, str]:
    """Where a server's store is before a loss, and where it is restored to."""
    if kind == "SQLite":
        return str(tmp_path / "slugfest.db"), str(tmp_path / "restored.db")
    postgres = running_postgres()
    return postgres.new_database(), postgres.new_database()


@pytest.mark.parametrize("kind", ["SQLite", "PostgreSQL"])
def test_after_a_loss_everybody_goes_on_where_the_copy_was_made(
    kind: str, tmp_path: Path, lines: ExitStack
) -> None:
    address, restored = addresses(kind, tmp_path)
    copy = tmp_path / "monday.db"
    with RunningServer(store=open_store(address)) as server, server.person("Ann") as ann:
        cookies = dict(ann.http.cookies)
        ann.http.post("/api/me", json={"name": "Ann"})
        match = ann.create("me", "open", rounds=2)
        with server.person("Bob") as bob, ann.connect(match) as mine, bob.connect(match) as others:
            others.done("sit", seat=1, name="Bob")
            mine.until(lambda line: line.version == others.version).done("start")
            mine.done("play", moves=[mine.moves[0]])
            club, event, code = build(ann, bob)
            ran("backup", address, str(copy))  # while they play
            built = all_of(ann, club, event)
            kept = (mine.version, mine.view)
            mine.done("undo")
            play_out(mine, others)  # all this will be lost
            others_cookies = dict(bob.http.cookies)
            post(ann, f"clubs/{club}/dissolve", sure=True)
    if kind == "SQLite":
        copy.rename(restored)
    else:
        ran("move-store", str(copy), restored)
    server = lines.enter_context(RunningServer(store=open_store(restored)))
    ann, bob = (lines.enter_context(server.person(name)) for name in ("Ann", "Bob"))
    for person, kept_cookies in ((ann, cookies), (bob, others_cookies)):
        person.http.cookies.clear()
        person.http.cookies.update(kept_cookies)
    assert ann.http.get("/api/me").json()["name"] == "Ann"
    assert all_of(ann, club, event) == built
    assert post(bob, f"events/{event}/leave")["status"] == 200
    device = lines.enter_context(server.person("Ann's other device"))
    assert post(device, "sign-in", code=code)["name"] == "Ann"
    assert all_of(device, club, event)["clubs"] == built["clubs"]
    mine, others = (lines.enter_context(person.connect(match)) for person in (ann, bob))
    assert (mine.seat, others.seat) == (0, 1)
    assert (mine.version, mine.view) == kept
    play_out(mine, others)
    assert mine.view is not None
    assert mine.view["outcome"]


EVENING: Facts = {
    "name": "Friday",
    "game": "hush",
    "format": "swiss",
    "rounds": 2,
    "pace": {"kind": "live", "decision": 60, "reserve": 60, "gain": 0, "then": "move", "level": "medium"},
}
BROWSER = {
    "endpoint": "https://push.example.org/1",
    "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
    "auth": "tBHItJI5svbpez7KI4CCXg",
}


def build(ann: Person, bob: Person) -> tuple[str, str, str]:
    """A claimed name, a club with a member and an announcement, its event, and a browser that gets messages."""
    code = post(ann, "me/claim", name="Ann")["code"]
    club = post(ann, "clubs", name="Thursdays")
    post(bob, "me", name="Bob")
    post(bob, "clubs/join", club=club["id"], invite=club["invite"])
    post(ann, f"clubs/{club['id']}/note", text="Bring snacks")
    event = post(ann, "events", **EVENING, club=club["id"], members_only=True)["id"]
    assert post(bob, f"events/{event}/join", name="Bob")["status"] == 200
    assert post(ann, "me/push/devices", **BROWSER)["status"] == 200
    return club["id"], event, code


def all_of(person: Person, club: str, event: str) -> Facts:
    """What the server says of all that to somebody."""
    asked = {"claim": "me/claim", "push": "me/push", "clubs": "clubs", "club": f"clubs/{club}"}
    found = {name: person.http.get(f"/api/{path}").json() for name, path in asked.items()}
    found["event"] = person.http.get(f"/api/events/{event}").json() | {"now": 0}
    assert [one["name"] for one in found["event"]["players"]] == ["Ann", "Bob"]
    assert len(found["push"]["devices"]) == len(found["club"]["notes"]) == 1
    return found


def ran(*words: str) -> None:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == 0, done.output


@pytest.fixture
def lines() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack
