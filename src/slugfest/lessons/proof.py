"""Every way that a lesson file tells, gone: each accepted line is accepted, each mistake answered, each script legal.

A lesson that no longer fits the rules fails here, by file, key and reason.
"""

from __future__ import annotations

from collections.abc import Sequence

from slugfest.kernel import ContentError, seeded
from slugfest.table.messages import LessonNow, ServerMessage
from slugfest.testing.expectations.judging import unmet

from .course import Lesson
from .session import Session

WANDERINGS = 6  # blind walks a step
LONGEST_WALK = 60  # moves


def prove(course: Sequence[Lesson], number: int) -> None:
    """Complete a lesson along every line and every mistake that its file tells; raises :class:`ContentError`."""
    lesson = course[number - 1]
    _complete(course, lesson)
    for at, step in enumerate(lesson.steps, 1):
        _prove_start(course, lesson, at)
        for line in step.accept:
            _prove_accepted(course, lesson, at, line)
        for index, wrong in enumerate(step.wrong):
            for way in wrong.ways():
                _prove_wrong(course, lesson, at, index, way)
        if step.accept:
            _wander(course, lesson, at)


def _fault(lesson: Lesson, key: str, reason: str) -> ContentError:
    return ContentError(lesson.path.name, key, reason)


def _voice(messages: list[ServerMessage]) -> LessonNow | None:
    """The last word of the lesson among some messages."""
    told = [message for message in messages if message["type"] == "lesson"]
    return told[-1] if told else None


def _make(session: Session, lesson: Lesson, key: str, line: list[str]) -> list[ServerMessage]:
    """Make the moves of a line, one request each; all but the last must be made, and answered by nothing yet."""
    told: list[ServerMessage] = []
    for index, move in enumerate(line):
        told = session.play(f"{key} {index}", [move])
        if index + 1 < len(line):
            if told[0]["type"] == "refused":
                raise _fault(lesson, key, f"“{move}” is refused: {told[0]['text']['en']}")
            if session.state != "ask":
                said = " ".join(text.en for text in session.said)
                raise _fault(lesson, key, f"after “{move}” it is over already ({session.state}: {said})")
    return told


def _complete(course: Sequence[Lesson], lesson: Lesson) -> None:
    """From the first step to the last along what is accepted first, without ever being set right."""
    session = Session(course, lesson.number)
    for at, step in enumerate(lesson.steps, 1):
        if session.at + 1 != at:
            raise _fault(lesson, step.key, f"step {at} was expected, but it is step {session.at + 1}")
        if step.is_look:
            session.next("look")
            continue
        told = _make(session, lesson, f"{step.key}.accept[1]", step.accept[0])
        if told[0]["type"] == "refused":
            reason = f"“{step.accept[0][-1]}” is refused: {told[0]['text']['en']}"
            raise _fault(lesson, f"{step.key}.accept[1]", reason)
        if session.state == "right":
            session.next("on")
        if session.strayed:
            raise _fault(lesson, step.key, "its script, or what the next step accepts, does not fit here")
    if not session.over:
        raise _fault(lesson, "step", f"the lesson does not end: it is {session.state}")


def _prove_start(course: Sequence[Lesson], lesson: Lesson, at: int) -> None:
    """A step that is taken up asks the learner something, and is not done before it began."""
    session = Session(course, lesson.number, at)
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


def _prove_accepted(course: Sequence[Lesson], lesson: Lesson, at: int, line: list[str]) -> None:
    """An accepted line is right, reaches the goal if there is one, and uses all chance that was told."""
    session = Session(course, lesson.number, at)
    step = session.step
    key = f"{step.key}.accept[{step.accept.index(line) + 1}]"
    told = _make(session, lesson, key, line)
    if told[0]["type"] == "refused":
        raise _fault(lesson, key, f"“{line[-1]}” is refused: {told[0]['text']['en']}")
    if session.state != "right":
        said = " ".join(text.en for text in session.said)
        raise _fault(lesson, key, f"is not right but {session.state}: {said}")
    if step.goal is not None:
        missing = unmet(step.goal, session.table.found())
        if missing:
            raise _fault(lesson, key, f"does not reach the goal: {'; '.join(missing)}")
    left = session.table.chance_told.left()
    if left:
        raise _fault(lesson, f"{step.key}.chance", f"{left} were told but not needed")


def _prove_wrong(course: Sequence[Lesson], lesson: Lesson, at: int, index: int, way: list[str]) -> None:
    """A mistake gets its own answer; then the step is as it was."""
    session = Session(course, lesson.number, at)
    wrong = session.step.wrong[index]
    before = session.table.state.document()
    told = _make(session, lesson, wrong.key, way)
    if told[0]["type"] == "refused":
        if told[0]["text"] != wrong.say.as_json():
            raise _fault(lesson, wrong.key, f"{' / '.join(way)} is refused: {told[0]['text']['en']}")
        return
    voice = _voice(told)
    if voice is None or voice["state"] != "wrong" or voice["say"] != [wrong.say.as_json()]:
        answer = "nothing" if voice is None else f"{voice['state']}: {voice['say']}"
        raise _fault(lesson, wrong.key, f"{' / '.join(way)} is answered by {answer}")
    done = [message for message in told if message["type"] == "update" and message["steps"]]
    if wrong.script and session.performed != wrong.script:
        raise _fault(lesson, f"{wrong.key}.script", "does not fit there")
    if not done:
        raise _fault(lesson, wrong.key, "nothing of it is shown")
    session.next("again")
    if session.state != "ask" or session.table.state.document() != before:
        raise _fault(lesson, wrong.key, "afterwards the position is not what it was")


def _wander(course: Sequence[Lesson], lesson: Lesson, at: int) -> None:
    """Whatever the learner does, there is an answer or something left to do."""
    for walk in range(WANDERINGS):
        rng = seeded("lesson", lesson.path.name, at, walk)
        session = Session(course, lesson.number, at)
        for made in range(LONGEST_WALK):
            if session.state != "ask":
                break
            moves = session.table.state.moves(lesson.you)
            if not moves:
                raise _fault(lesson, session.step.key, "the learner has nothing to do, and nothing is said")
            move = session.table.game.format(moves[rng.below(len(moves))])
            session.play(f"walk {walk} {made}", [move])
