"""What a page asks a local server for: its addresses and its channels."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.local.page import Device, Line
from tests.local.test_playing import play_on

from slugfest.kernel import games
from slugfest.lessons.course import course_of
from slugfest.lessons.session import Session
from slugfest.local.problems import HERE
from slugfest.local.thinker import think
from slugfest.protocol.api import find
from slugfest.protocol.problems import SENTENCES


def test_every_address_that_the_page_asks_for_is_answered_here(root: Path) -> None:
    asked: set[tuple[str, str]] = set()
    for path in (root / "web/src").rglob("*"):
        if path.suffix not in (".ts", ".svelte") or ".test." in path.name or path.name == "wire.ts":
            continue
        for address in re.findall(r"['\"`](/api/[^'\"`?#]*)", path.read_text("utf-8")):
            plain = re.sub(r"\$\{[^}]*\}", "X", address).rstrip("/")
            asked.add((path.name, plain))
    assert len(asked) > 12
    for name, address in sorted(asked):
        if address in ("/api", ""):
            continue
        tellers = [method for method in ("GET", "POST", "DELETE") if answers(method, address)]
        assert tellers, f"{name} asks for {address}"


def answers(method: str, address: str) -> bool:
    try:
        find(method, address)
    except Exception:
        return False
    return True


def test_games_courses_and_seatings_are_those_of_a_server() -> None:
    device = Device()
    listed = device.get("/api/games")
    assert {game["id"] for game in listed} >= set(games())
    for game in set(games()) - {"hush"}:
        whole = device.get(f"/api/games/{game}")
        assert whole["guide"]
        assert whole["lessons"] == len(device.get(f"/api/games/{game}/course")["lessons"])
    assert device.get("/api/games/kapow-dice/seating?seats=4&mode=team")["teams"] == [[0, 1], [2, 3]]


def test_a_match_of_older_rules_is_shown_with_the_numbers_of_those() -> None:
    device = Device()
    today, asked = device.get("/api/games/kapow-dice"), "/api/games/kapow-dice?rules="
    assert device.get(asked + str(games()["kapow-dice"].version)) == today
    old = device.get(asked + "2")
    assert (old["id"], old["lessons"], old["rules"]) == (today["id"], today["lessons"], today["rules"])
    assert old["catalogue"]["characters"]["time_out"] != today["catalogue"]["characters"]["time_out"]


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/api/nothing", "", 404, "NO_SUCH_PAGE"),
        ("POST", "/api/games", "", 405, "NOT_ALLOWED"),
        ("GET", "/api/games/chess", "", 404, "NO_SUCH_GAME"),
        ("GET", "/api/games/kapow-dice/seating?seats=x", "", 422, "NOT_UNDERSTOOD"),
        ("GET", "/api/games/kapow-dice?rules=0", "", 422, "NOT_UNDERSTOOD"),
        ("GET", "/api/matches/ABCDEFGH", "", 404, "NO_SUCH_MATCH"),
        ("GET", "/api/matches/nonsense!", "", 404, "NO_SUCH_MATCH"),
        ("POST", "/api/matches", "", 422, "NOT_UNDERSTOOD"),
        ("POST", "/api/matches", "{", 422, "NOT_UNDERSTOOD"),
        ("POST", "/api/matches", '{"game": "chess", "seats": []}', 404, "NO_SUCH_GAME"),
        ("POST", "/api/matches", "x" * 70_000, 413, "TOO_LARGE"),
        ("POST", "/api/me", '{"name": " "}', 422, "NAME_NEEDED"),
        ("POST", "/api/me/ticket", "{}", 501, "NEEDS_SERVER"),
        ("POST", "/api/me/carry", '{"ticket": "x"}', 501, "NEEDS_SERVER"),
        ("GET", "/api/qr?text=x", "", 501, "NEEDS_SERVER"),
        ("GET", "/api/me/matches?against=nobody", "", 422, "NOT_UNDERSTOOD"),
        ("DELETE", "/api/matches/ABCDEFGH", "", 404, "NO_SUCH_MATCH"),
    ],
)
def test_what_cannot_be_answered_is_refused_with_a_status_and_in_words(
    method: str, path: str, body: str, status: int, code: str
) -> None:
    found, received = Device().server.request(method, path, body)
    assert (found, json.loads(received)["code"]) == (status, code)
    assert json.loads(received)["text"].keys() == {"en", "de"}


def test_what_is_said_here_alone_is_said_in_both_languages_and_speaks_of_no_server_that_is_not_there() -> (
    None
):
    for code, text in HERE.items():
        assert text.en
        assert text.de
        assert code == "NEEDS_SERVER" or not re.search("server|Server", text.en + text.de), code
    assert SENTENCES["DAMAGED"] != HERE["DAMAGED"]


def test_a_name_lasts_and_a_profile_counts_what_was_played() -> None:
    device = Device()
    device.request("POST", "/api/me", {"name": "Ann"})
    play_on(device.play(device.create("me", "easy", game="tag-team")))
    device.begin_anew()
    profile = device.get("/api/me/profile")
    assert (profile["name"], profile["finished"]) == ("Ann", 1)
    assert len(device.get("/api/me/matches?against=bots")["matches"]) == 1
    assert device.get("/api/me/matches?game=kapow-dice")["matches"] == []


def test_my_matches_are_sent_at_once_and_whenever_one_changes() -> None:
    device = Device()
    mine = device.open("/ws/mine")
    assert mine.heard == [{"type": "mine", "matches": []}]
    match = device.create("me", "easy", game="tag-team")
    line = device.play(match)
    assert [one["status"] for one in mine.heard[-1]["matches"]] == ["playing"]
    play_on(line)
    assert mine.heard[-1]["matches"] == []
    assert all(one != two for one, two in pairwise(mine.heard))  # nothing is told twice


# ---- over a channel --------------------------------------------------------------------------------------------------


def deciding(device: Device, game: str = "kapow-cards") -> Line:
    line = device.play(device.create("me", "easy", game=game))
    assert line.owes
    return line


def test_a_hint_comes_with_its_reasons_and_the_log_says_that_it_was_taken() -> None:
    device = Device()
    line = deciding(device)
    received = line.ask("hint")
    assert received["type"] == "advice"
    assert received["ideas"][0]["why"]["de"]
    assert line.match["seats"][0]["hints"] == 1
    line.ask("hint")
    assert line.match["seats"][0]["hints"] == 1  # the same decision: it counts once
    device.begin_anew()
    assert device.play(line.match["id"]).match["seats"][0]["hints"] == 1


def test_a_hint_for_a_decision_that_was_made_meanwhile_is_too_late_and_is_not_thought_about_further() -> None:
    device = Device()
    line = deciding(device)
    device.thinks = None
    request = line.send("hint")
    assert line.refused("hint") == "BUSY"
    (number,) = device.asked
    line.done("play", moves=[line.moves[0]])
    assert number not in device.asked
    assert [received["code"] for received in line.heard if received.get("id") == request] == ["TOO_LATE"]


def test_a_hint_that_fails_says_so() -> None:
    device = Device()
    line = deciding(device)
    device.thinks = lambda text: '{"error": "no"}'
    assert line.refused("hint") == "FAILED"


def test_the_coach_tells_what_matters_and_later_whether_the_move_was_as_good_as_the_bots() -> None:
    device = Device()
    answers: list[str] = []

    def thinks(text: str) -> str:
        answers.append(think(text, games().__getitem__))
        return answers[-1]

    line = deciding(device)
    device.thinks = thinks
    received = line.ask("coach")
    assert received["counsel"]["text"]["de"]
    assert received["agreed"] is None
    best = json.loads(answers[0])["ideas"][0]["move"]
    line.done("play", moves=[games()["kapow-cards"].format(best)])
    assert line.ask("coach")["agreed"] is True


def test_previews_undo_taking_back_and_refusals_are_the_tables() -> None:
    device = Device()
    line = deciding(device, "hush")
    assert line.ask("preview", moves=[line.moves[0]])["type"] == "preview_result"
    assert line.refused("play", moves=["SING"]) == "UNREADABLE"
    before = line.view
    line.done("play", moves=[line.moves[0]])
    line.done("undo")
    assert line.view == before
    assert line.refused("sit", seat=1, name="Ann") == "NOT_YOUR_SEAT"
    assert line.refused("draw") == "NO_DRAW"


def test_taking_back_past_what_was_shown_makes_it_practice_here_too() -> None:
    device = Device()
    line = deciding(device)
    line.done("play", moves=[line.moves[0]])
    snapshots = [received for received in line.heard if "way_back" in received]
    assert snapshots[-1]["way_back"] == "practice"
    line.done("take_back", seat=0)
    assert line.match["practice"]


def test_resigning_and_a_rematch() -> None:
    device = Device()
    line = deciding(device, "tag-team")
    line.done("resign")
    assert line.match["status"] == "finished"
    line.done("rematch")
    again = device.play(line.match["rematch"])
    assert again.match["status"] == "lobby"
    again.done("start")
    assert again.match["status"] == "playing"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"type": "fly"}', '{"type": "play", "id": "x"}', "\ud800"])
def test_what_is_no_message_is_refused_and_changes_nothing(text: str) -> None:
    device = Device()
    line = deciding(device)
    kept = dict(device.kept)
    device.server.receive(line.number, text)
    device.run()
    assert line.heard[-1]["code"] == "NOT_UNDERSTOOD"
    assert device.kept == kept


def test_a_request_sent_again_gets_the_same_answer_and_counts_once() -> None:
    device = Device()
    line = deciding(device)
    first = line.done("play", id="k3v9", moves=[line.moves[0]])
    entries = len(device.kept)
    assert line.done("play", id="k3v9", moves=["anything"], again=True) == first
    assert line.refused("play", id="bad", moves=["SING"]) == line.refused(
        "play", id="bad", moves=[line.moves[0]]
    )
    assert len(device.kept) == entries


def test_a_channel_that_was_closed_hears_nothing_more_and_its_bots_stop_thinking() -> None:
    device = Device()
    line = deciding(device)
    device.thinks = None
    line.done("play", moves=[line.moves[0]])
    assert device.asked
    line.close()
    assert not device.asked
    heard = len(line.heard)
    device.server.receive(line.number, '{"type": "sync"}')
    device.run()
    assert len(line.heard) == heard


def test_a_clock_that_was_agreed_runs_by_the_device_and_is_settled_when_it_is_opened_again() -> None:
    device = Device()
    pace = {"kind": "live", "decision": 5, "reserve": 0, "gain": 0, "then": "give_up", "level": "easy"}
    seats = [{"kind": "me"}, {"kind": "bot", "level": "easy"}]
    wanted = {"game": "tag-team", "seats": seats, "pace": pace, "start": True}
    match = device.request("POST", "/api/matches", wanted)[1]["id"]
    line = device.play(match)
    due = device.server.due()
    assert due is not None
    device.time = due + 1
    device.server.wake()
    device.run()
    assert line.match["status"] == "finished"
    assert line.match["ended"] == "time"


def test_a_bot_takes_its_time_and_then_moves() -> None:
    device = Device()
    device.server.settings.bot_delay = 900
    line = deciding(device)
    version = line.done("play", moves=[line.moves[0]])["version"]
    assert not line.owes
    assert line.version == version
    device.time = device.server.due() or 0
    device.server.wake()
    device.run()
    assert line.version > version


def test_a_bot_searches_no_longer_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look at the clock costs a second here: after the few that fit, it has decided."""
    device = Device()
    device.thinks = None
    device.play(device.create("me", "hard", game="kapow-cards", options={"start_seat": 2}))
    (text,) = device.asked.values()
    looks = iter(range(10_000))
    monkeypatch.setattr("slugfest.bots.search.time.perf_counter", lambda: float(next(looks)))
    asked = {**json.loads(text), "purpose": "advise", "seconds": 3.0}
    ideas = json.loads(think(json.dumps(asked)))["ideas"]
    assert 0 < sum(idea["visits"] for idea in ideas) < 100


def test_a_fault_of_ours_is_answered_and_everybody_comes_back_to_the_match_as_it_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    device = Device()
    line = deciding(device)
    log, kept = line.log, dict(device.kept)

    def fail(*_: Any) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr("slugfest.local.room.LocalRoom.write_due", fail)
        assert line.refused("play", moves=[line.moves[0]]) == "FAILED"
    assert line.ended == 1012
    assert device.kept == kept
    again = device.play(line.match["id"])
    assert again.log == log
    monkeypatch.setattr("slugfest.local.people.People.names", fail)
    assert device.request("GET", "/api/device/people")[0] == 500
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_nobody_has_played_here_yet() -> None:
    assert Device().get("/api/device/people") == {"names": []}


# ---- lessons ---------------------------------------------------------------------------------------------------------


def test_a_lesson_is_taken_up_where_it_was_left_and_done_lessons_stay_done() -> None:
    device = Device()
    game = "kapow-cards"
    line = device.open(f"/ws/lessons/{game}/1")
    assert [received["type"] for received in line.heard[:2]] == ["snapshot", "lesson"]
    through(line, steps=2)
    left = device.get("/api/me")["learned"][0]
    device.begin_anew()
    again = device.open(f"/ws/lessons/{game}/1")
    assert lesson(again)["step"] == left["step"] == 3
    through(again)
    assert lesson(again)["state"] == "done"
    assert device.get("/api/me")["learned"] == [{"game": game, "lesson": 1, "step": 1, "done": True}]
    device.open(f"/ws/lessons/{game}/1?step=2")
    assert device.get("/api/me")["learned"][0]["done"]


def lesson(line: Line) -> Any:
    return [received for received in line.heard if received["type"] == "lesson"][-1]


def through(line: Line, steps: int = 100) -> None:
    """Go through a lesson as its file says, up to a step."""
    device, received = line.device, lesson(line)
    course = course_of(games()[received["game"]])
    first = received["step"]
    while received["state"] != "done" and received["step"] < first + steps:
        if received["state"] == "ask":
            accepted = course[received["number"] - 1].steps[received["step"] - 1]
            line.ask("play", moves=list(Session(course, received["number"], received["step"]).step.accept[0]))
            assert accepted
        else:
            line.ask("next")
        received = lesson(line)
    device.run()


@pytest.mark.parametrize(
    ("path", "code", "ending"),
    [
        ("/ws/lessons/chess/1", "NO_SUCH_GAME", 4404),
        ("/ws/lessons/kapow-cards/99", "NO_SUCH_LESSON", 4404),
        ("/ws/lessons/kapow-cards/x", "NO_SUCH_LESSON", 4404),
        ("/ws/ABCDEFGH", "NO_SUCH_MATCH", 4404),
        ("/ws/device/ABCDEFGH", "NO_SUCH_MATCH", 4404),
        ("/nothing", "NO_SUCH_PAGE", 4404),
    ],
)
def test_an_address_where_there_is_nothing_ends_the_channel_with_the_reason(
    path: str, code: str, ending: int
) -> None:
    line = Device().open(path)
    assert (line.heard[-1]["id"], line.heard[-1]["code"], line.ended) == ("", code, ending)
