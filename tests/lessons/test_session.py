"""A lesson as it is played: what is shown, said, taken back and answered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from slugfest.lessons.course import course_of, read_course
from slugfest.lessons.proof import prove
from slugfest.lessons.session import Session

HIT = read_course(Path(__file__).parent / "hit", "kapow-cards")
NOW = read_course(Path(__file__).parent / "now", "kapow-dice")
STRIKE = "ATTACK S12 -> P2:D1"


@pytest.fixture
def hit() -> Session:
    return Session(HIT, 1)


def kinds(messages: list[Any]) -> list[str]:
    return [message["type"] for message in messages]


def voice(messages: list[Any]) -> Any:
    return next(message for message in reversed(messages) if message["type"] == "lesson")


def test_it_opens_with_the_position_and_a_question(hit: Session) -> None:
    snapshot, lesson = hit.open()
    assert snapshot["type"] == "snapshot"
    assert snapshot["view"] is not None
    assert snapshot["view"]["moves"]
    assert voice([lesson])["state"] == "ask"
    assert voice([lesson])["version"] == snapshot["version"]


def test_the_learner_gets_only_what_their_seat_may_know(hit: Session) -> None:
    """The rival's hand is in the file, not in the message."""
    assert "R10" not in str(hit.open()[0])


def test_a_right_move_is_shown_then_praised_then_the_others_move(hit: Session) -> None:
    told = hit.play("a", [STRIKE])
    assert kinds(told) == ["update", "done", "lesson"]
    assert voice(told)["state"] == "right"
    assert voice(told)["point"] == []
    told = hit.next("b")
    assert kinds(told) == ["done", "update", "lesson"]
    assert voice(told)["step"] == 2


def test_a_wrong_move_happens_and_the_position_comes_back(hit: Session) -> None:
    before = hit.table.state.document()
    told: list[Any] = hit.play("a", ["ATTACK T06 -> P2:D1"])
    assert kinds(told) == ["update", "done", "lesson"]
    assert [happening["kind"] for happening in told[0]["steps"][0]["happenings"]][:2] == ["attack", "clash"]
    assert (voice(told)["state"], voice(told)["again"]) == ("wrong", True)
    assert voice(told)["rule"] == "KC-28"
    assert hit.table.state.document() != before
    told = hit.next("b")
    assert kinds(told) == ["done", "snapshot", "lesson"]
    assert hit.table.state.document() == before
    assert voice(told)["state"] == "ask"


def test_versions_only_grow(hit: Session) -> None:
    seen: list[int] = []
    for told in (hit.open(), hit.play("a", ["PASS"]), hit.next("b"), hit.play("c", [STRIKE]), hit.next("d")):
        seen += [message["version"] for message in told if message["type"] in ("snapshot", "update")]
    assert seen == sorted(set(seen))


def test_where_no_move_is_awaited_none_is_offered_and_none_is_made(hit: Session) -> None:
    told: list[Any] = hit.play("a", [STRIKE])
    assert told[0]["view"]["moves"] == []
    [refused] = hit.play("b", ["PASS"])
    assert refused["type"] == "refused"
    assert refused["code"] == "LESSON_NEXT"


def test_any_other_way_gets_the_general_answer(hit: Session) -> None:
    told = hit.play("a", ["BARRICADE S12"])
    assert voice(told)["state"] == "wrong"
    assert hit.step.otherwise is not None
    assert voice(told)["say"] == [hit.step.otherwise.as_json()]


def test_a_request_that_is_sent_again_counts_once(hit: Session) -> None:
    hit.play("a", [STRIKE])
    hit.next("b")
    assert kinds(hit.play("a", [STRIKE])) == ["done"]


def test_a_refused_move_that_is_no_known_mistake_has_the_rules_reason_alone(hit: Session) -> None:
    told = hit.play("a", ["ATTACK S12 -> P2:H1"])
    assert kinds(told) == ["refused"]
    assert hit.state == "ask"


def test_it_ends_with_its_idea(hit: Session) -> None:
    hit.play("a", [STRIKE])
    hit.next("b")
    hit.play("c", ["ATTACK M11 -> P2:D2"])
    hit.next("d")
    hit.play("e", ["ATTACK T13 -> P2:D1"])
    told = hit.next("f")
    assert voice(told)["state"] == "done"
    assert voice(told)["say"] == [hit.lesson.idea.as_json()]
    assert hit.over


def test_a_step_is_taken_up_where_the_file_has_it() -> None:
    session = Session(HIT, 1, step=2)
    snapshot: Any = session.open()[0]
    assert session.at == 1
    assert snapshot["view"]["actors"] == [0]
    assert voice(session.play("a", ["ATTACK M11 -> P2:D2"]))["state"] == "right"


def test_a_step_that_does_not_exist_is_the_nearest_that_does() -> None:
    assert Session(HIT, 1, step=99).at == 1
    assert Session(HIT, 1, step=-3).at == 0


# ---- both decide at once, and chance is loaded ---------------------------------------------------------------------


def test_the_hardest_case_can_be_taught() -> None:
    prove(NOW[0])


def test_the_beginning_of_a_line_is_neither_right_nor_wrong_and_can_be_taken_back() -> None:
    session = Session(NOW, 1)
    start = session.table.state.document()
    told: list[Any] = session.play("a", ["place d3 time_jump.1"])
    assert kinds(told) == ["update", "done"]
    assert told[0]["can_undo"]
    assert kinds(session.undo("b")) == ["snapshot", "done", "lesson"]
    assert session.table.state.document() == start
    [refused] = session.undo("c")
    assert refused["type"] == "refused"


def test_the_others_say_again_what_was_withdrawn() -> None:
    session = Session(NOW, 1)
    session.play("a", ["place d3 time_jump.1"])
    session.play("b", ["announce time_jump.1"])
    assert session.table.state.actors() == [0]


def test_a_mistake_that_the_rules_refuse_is_answered_and_nothing_happens() -> None:
    session = Session(NOW, 1)
    session.play("a", ["place d3 time_jump.1"])
    before = session.table.state.document()
    [refused] = session.play("b", ["ready"])
    assert refused["type"] == "refused"
    assert refused["text"] == session.step.wrong[0].say.as_json()
    assert (session.state, session.table.state.document()) == ("ask", before)


def test_to_try_a_forbidden_move_out_is_answered_too() -> None:
    session = Session(NOW, 1)
    session.play("a", ["place d3 time_jump.1"])
    told: Any = session.preview("b", ["ready"])
    assert kinds(told) == ["preview_result"]
    assert told[0]["refusal"]["text"] == session.step.wrong[0].say.as_json()


def test_with_a_goal_another_way_is_as_good() -> None:
    session = Session(NOW, 1, step=2)
    for move in ("place d2 zap:2", "place d1 pummel", "place d4 zap:1", "ready"):
        session.play(move, [move])
    assert voice(session.play("attack", ["attack zap"]))["state"] == "right"


def test_a_step_can_be_begun_again() -> None:
    session = Session(NOW, 1)
    session.play("a", ["place d1 biff"])  # beside the line
    told = session.go("b", 1)
    assert kinds(told) == ["done", "snapshot", "lesson"]
    assert voice(told)["state"] == "ask"


def test_one_can_skip_ahead_and_go_back() -> None:
    session = Session(NOW, 1)
    told = session.go("a", 2)
    assert (kinds(told), voice(told)["step"]) == (["done", "snapshot", "lesson"], 2)
    told = session.go("b", 1)
    assert voice(told)["step"] == 1
    assert voice(session.go("c", 77))["step"] == 2


def test_fixed_chance_falls_the_same_after_a_detour() -> None:
    """Whoever goes astray after the reroll finds the same dice the second time."""
    session = Session(NOW, 1)
    faces = []
    for attempt in ("one", "two"):
        for move in ("place d3 time_jump.1", "announce time_jump.1", "reroll d2"):
            session.play(attempt + move, [move])
        faces.append(session.table.state.document()["fighters"][0]["dice"])
        session.go(attempt, 1)
    assert faces[0] == faces[1]


def test_a_next_step_without_a_script_shows_the_moves_again() -> None:
    """While something was said there were none: the board would stay still."""
    session = Session(NOW, 1)
    for index, move in enumerate(("place d3 time_jump.1", "announce time_jump.1", "reroll d2")):
        session.play(f"move {index}", [move])
    told: list[Any] = session.next("on")
    shown = [message for message in told if message["type"] in ("snapshot", "update")]
    assert voice(told)["step"] == 2
    assert shown[-1]["view"]["moves"]


# ---- what the voice says about the board -----------------------------------------------------------------------------


def test_another_position_is_announced_and_what_is_meant_to_fail_gets_no_yes() -> None:
    session = Session(course_of("kapow-cards"), 4)
    assert not session.now()["fresh"], "the first step has nothing before it"
    session.play("a", ["ATTACK S13 -> P2:D1"])
    ambush = session.now()
    assert (ambush["state"], ambush["cheer"]) == ("right", False)
    session.next("b")
    asked = session.now()
    assert (asked["step"], asked["fresh"]) == (2, True)
    session.play("c", ["ATTACK S12 -> P2:D1"])
    won = session.now()
    assert (won["state"], won["cheer"], won["fresh"]) == ("right", True, False)


def test_a_step_that_goes_on_is_no_new_position() -> None:
    session = Session(course_of("custom-heroes"), 3)
    session.play("a", ["play C08a"])
    session.next("b")
    assert (session.now()["step"], session.now()["fresh"]) == (2, False)
