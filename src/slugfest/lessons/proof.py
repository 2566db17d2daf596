"""Check that a lesson works: every accepted line is accepted, every mistake answered, every script legal.

A lesson that no longer matches the rules fails with file, key and reason.
"""

from __future__ import annotations

from slugfest.kernel import ContentError, seeded
from slugfest.table.messages import LessonNow, ServerMessage
from slugfest.testing.expectations.judging import unmet

from .course import Lesson
from .session import Session

RANDOM_WALKS = 6  # a step
LONGEST_WALK = 60  # moves


def prove(lesson: Lesson) -> None:
    """Play a lesson along every accepted line and every mistake of its file; raise :class:`ContentError`."""
    _complete(lesson)
    for at, step in enumerate(lesson.steps, 1):
        _prove_start(lesson, at)
        for line in step.accept:
            _prove_accepted(lesson, at, line)
        for index, wrong in enumerate(step.wrong):
            for way in wrong.ways():
                _prove_wrong(lesson, at, index, way)
        if step.accept:
            _walk_randomly(lesson, at)


def _fault(lesson: Lesson, key: str, reason: str) -> ContentError:
    return ContentError(lesson.path.name, key, reason)


def _last_lesson_message(messages: list[ServerMessage]) -> LessonNow | None:
    """The last message of the lesson itself."""
    found = [message for message in messages if message["type"] == "lesson"]
    return found[-1] if found else None


def _make(session: Session, lesson: Lesson, key: str, line: list[str]) -> list[ServerMessage]:
    """Make the moves of a line, one request each; all but the last must be accepted without an answer."""
    messages: list[ServerMessage] = []
    for index, move in enumerate(line):
        messages = session.play(f"{key} {index}", [move])
        if index + 1 < len(line):
            if messages[0]["type"] == "refused":
                raise _fault(lesson, key, f"“{move}” is refused: {messages[0]['text']['en']}")
            if session.state != "ask":
                said = " ".join(text.en for text in session.said)
                raise _fault(lesson, key, f"after “{move}” it is over already ({session.state}: {said})")
    return messages


def _complete(lesson: Lesson) -> None:
    """Play from the first step to the last along the first accepted lines."""
    session = Session([lesson], 1)
    for at, step in enumerate(lesson.steps, 1):
        if session.at + 1 != at:
            raise _fault(lesson, step.key, f"step {at} was expected, but it is step {session.at + 1}")
        if step.is_look:
            session.next("look")
            continue
        messages = _make(session, lesson, f"{step.key}.accept[1]", step.accept[0])
        if messages[0]["type"] == "refused":
            reason = f"“{step.accept[0][-1]}” is refused: {messages[0]['text']['en']}"
            raise _fault(lesson, f"{step.key}.accept[1]", reason)
        if session.state == "right":
            session.next("on")
        if session.strayed:
            raise _fault(lesson, step.key, "its script, or what the next step accepts, does not fit here")
    if not session.over:
        raise _fault(lesson, "step", f"the lesson does not end: it is {session.state}")


def _prove_start(lesson: Lesson, at: int) -> None:
    """A step asks the learner something, and is not finished before it starts."""
    session = Session([lesson], 1, at)
    step = session.step
    if step.is_look:
        return
    if not session.table.state.moves(lesson.you):
        raise _fault(lesson, step.key, "the learner has no move here")
    if step.goal is not None and not unmet(step.goal, session.table.found()):
        raise _fault(lesson, f"{step.key}.goal", "is reached before anything was done")
    for wrong in step.wrong:
        if wrong.when is not None and not unmet(wrong.when, session.table.found()):
            raise _fault(lesson, f"{wrong.key}.when", "is so before anything was done")


def _prove_accepted(lesson: Lesson, at: int, line: list[str]) -> None:
    """An accepted line is right, reaches the goal if there is one, and uses all scripted chance."""
    session = Session([lesson], 1, at)
    step = session.step
    key = f"{step.key}.accept[{step.accept.index(line) + 1}]"
    messages = _make(session, lesson, key, line)
    if messages[0]["type"] == "refused":
        raise _fault(lesson, key, f"“{line[-1]}” is refused: {messages[0]['text']['en']}")
    if session.state != "right":
        said = " ".join(text.en for text in session.said)
        raise _fault(lesson, key, f"is not right but {session.state}: {said}")
    if step.goal is not None:
        missing = unmet(step.goal, session.table.found())
        if missing:
            raise _fault(lesson, key, f"does not reach the goal: {'; '.join(missing)}")
    left = session.table.scripted_chance.left()
    if left:
        raise _fault(lesson, f"{step.key}.chance", f"{left} are not needed")


def _prove_wrong(lesson: Lesson, at: int, index: int, way: list[str]) -> None:
    """A mistake gets its own answer; then the step is as it was."""
    session = Session([lesson], 1, at)
    wrong = session.step.wrong[index]
    before = session.table.state.document()
    messages = _make(session, lesson, wrong.key, way)
    if messages[0]["type"] == "refused":
        if messages[0]["text"] != wrong.say.as_json():
            raise _fault(lesson, wrong.key, f"{' / '.join(way)} is refused: {messages[0]['text']['en']}")
        return
    voice = _last_lesson_message(messages)
    if voice is None or voice["state"] != "wrong" or voice["say"] != [wrong.say.as_json()]:
        answer = "nothing" if voice is None else f"{voice['state']}: {voice['say']}"
        raise _fault(lesson, wrong.key, f"{' / '.join(way)} is answered by {answer}")
    done = [message for message in messages if message["type"] == "update" and message["steps"]]
    if wrong.script and session.performed != wrong.script:
        raise _fault(lesson, f"{wrong.key}.script", "does not fit there")
    if not done:
        raise _fault(lesson, wrong.key, "nothing of it is shown")
    session.next("again")
    if session.state != "ask" or session.table.state.document() != before:
        raise _fault(lesson, wrong.key, "afterwards the position is not what it was")


def _walk_randomly(lesson: Lesson, at: int) -> None:
    """After random moves there is always an answer or something left to do."""
    for walk in range(RANDOM_WALKS):
        rng = seeded("lesson", lesson.path.name, at, walk)
        session = Session([lesson], 1, at)
        for number in range(LONGEST_WALK):
            if session.state != "ask":
                break
            moves = session.table.state.moves(lesson.you)
            if not moves:
                raise _fault(lesson, session.step.key, "the learner has nothing to do, and nothing is said")
            move = session.table.game.format(moves[rng.below(len(moves))])
            session.play(f"walk {walk} {number}", [move])
