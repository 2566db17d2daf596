"""One learner in one lesson: requests in, messages out.

The messages are those of a table (:mod:`slugfest.table.messages`), so the real board shows a lesson, and one of its
own, :class:`LessonNow`. Nothing is stored here: the owner of the session saves the learner's progress.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from slugfest.kernel import ContentError, Refusal, SlugfestError, Text
from slugfest.table import Play, Undo, views
from slugfest.table.messages import Done, LessonNow, LessonState, Refused, ServerMessage, Snapshot

from .answers import Answers, Verdict
from .board import MOST_REPLIES, LessonTable
from .course import Lesson, Scripted, Step

LEARNER: Final = "learner"  # the default guest of a lesson's table

_NEXT_FIRST: Final = Refusal(
    "LESSON_NEXT",
    "",
    Text("Read on first: tap “Next”.", "Lies erst weiter: Tipp auf „Weiter“."),
)
_NO_UNDO: Final = Refusal(
    "CANNOT_UNDO",
    "",
    Text("There is nothing to take back in this step.", "In diesem Schritt gibt es nichts zurückzunehmen."),
)


class Session:
    """A lesson being played: the current step, what is said, and the table."""

    def __init__(
        self, course: Sequence[Lesson], number: int, step: int = 1, guest: str = LEARNER, name: str = ""
    ) -> None:
        """Lesson ``number`` of a course from one of its steps on; both count from 1."""
        self.course = course
        self.lesson = course[number - 1]
        self.guest = guest
        self.table = LessonTable(self.lesson, guest, name)
        self.at = min(max(step, 1), len(self.lesson.steps)) - 1
        self.state: LessonState = "ask"
        self._answers = Answers(self.lesson, self.table)
        self.said: list[Text] = []
        self._rule = ""
        self._again = False
        self._replaced = False  # the step has a position of its own, which the one before does not lead to
        self.mistakes = 0  # answers that were wrong
        self.strayed = False  # the learner's moves led to another position than the file's
        self.performed: list[Scripted] = []  # the script that followed the last mistake
        self._catch_up()

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.at]

    @property
    def over(self) -> bool:
        return self.state == "done"

    # ---- the learner asks ------------------------------------------------------------------------------------

    def open(self) -> list[ServerMessage]:
        """The whole state: the answer to connecting, and to Sync."""
        return [self._snapshot(), self.now()]

    def play(self, request: str, moves: Sequence[str | list[Any]]) -> list[ServerMessage]:
        """Make moves; return the lesson's answer, too."""
        if self.state != "ask":
            return [views.refused(request, _NEXT_FIRST)]
        answer = self.table.handle(self.guest, request, Play(tuple(moves)))
        if answer.refusal is not None:
            return [self._refused(request, answer.refusal, moves)]
        done: Done = {"type": "done", "id": request, "version": answer.version}
        if answer.entry is None:  # sent again
            return [done]
        return self._without_moves([*self._changed(), done, *self._judge()])

    def undo(self, request: str) -> list[ServerMessage]:
        """Take back a move of this step."""
        if self.state != "ask" or not self.table.can_undo(self.lesson.you):
            return [views.refused(request, _NO_UNDO)]
        answer = self.table.handle(self.guest, request, Undo())
        if answer.refusal is not None:
            return [views.refused(request, answer.refusal)]
        self._ask()
        return [
            *self._changed(),
            {"type": "done", "id": request, "version": answer.version},
            self.now(),
        ]

    def preview(self, request: str, moves: Sequence[str | list[Any]]) -> list[ServerMessage]:
        """Preview moves; an illegal likely mistake is answered in the lesson's own words."""
        try:
            previewed = self.table.preview(self.guest, moves)
        except Refusal as refusal:
            return [views.refused(request, refusal)]
        result = views.preview_result(request, previewed)
        wrong = self._answers.to_refused(moves) if self.state == "ask" else None
        if result["refusal"] is not None and wrong is not None:
            result["refusal"]["text"] = wrong.say.as_json()
            result["refusal"]["rule"] = wrong.rule or result["refusal"]["rule"]
        return [result]

    def next(self, request: str) -> list[ServerMessage]:
        """Continue: after reading, after a right answer, or back to the step after a mistake."""
        done: Done = {"type": "done", "id": request, "version": self.table.version_for(self.lesson.you)}
        if self.state in ("ask", "done"):
            return [done, self.now()]
        if self.state == "wrong":
            return [done, *self._step_again()]
        return self._without_moves([done, *self._go_on()])

    def go(self, request: str, step: int) -> list[ServerMessage]:
        """Start a step: this one again, or another. A number out of range means the nearest step."""
        done: Done = {"type": "done", "id": request, "version": self.table.version_for(self.lesson.you)}
        wanted = min(max(step, 1), len(self.lesson.steps)) - 1
        if wanted == self.at and self.state != "done":
            return [done, *self._step_again()]
        self.at = wanted
        self._catch_up()
        return [done, *self.open()]

    def now(self) -> LessonNow:
        """What the lesson says and waits for."""
        asked = self.state in ("ask", "look")
        return {
            "type": "lesson",
            "version": self.table.version_for(self.lesson.you),
            "game": self.lesson.game,
            "number": self.lesson.number,
            "lessons": len(self.course),
            "step": self.at + 1,
            "steps": len(self.lesson.steps),
            "title": self.lesson.title.as_json(),
            "state": self.state,
            "say": [text.as_json() for text in self.said],
            "point": self.step.point if asked else [],
            "rule": self._rule,
            "again": self._again,
            "fresh": asked and self.at > 0 and self._replaced,
            "cheer": self.step.cheer,
        }

    # ---- the lesson goes on ----------------------------------------------------------------------------------

    def _catch_up(self) -> None:
        """Go to the start of a step: from the last given position, along the first accepted lines."""
        first = max(at for at in range(self.at + 1) if self.lesson.steps[at].starts_anew)
        wanted, self.at = self.at, first
        self._begin()
        while self.at < wanted:
            for move in self.step.accept[0] if self.step.accept else []:
                self._performed(Scripted(self.lesson.you, move))
                self._replies()
            for scripted in self.step.script:
                self._performed(scripted)
            self.at += 1
            self._begin()

    def _begin(self) -> list[ServerMessage]:
        """Start the current step."""
        messages: list[ServerMessage] = []
        step = self.step
        self._replaced = step.starts_anew
        if step.starts_anew:
            self.table.arrange(step)
        for scripted in step.before:
            messages += self._performed(scripted)
        self.table.begin_step(step)
        self._answers.learn(step)
        self._ask()
        if step.starts_anew:
            messages = [self._snapshot()]
        return [*messages, self.now()]

    def _ask(self) -> None:
        self.state = "look" if self.step.is_look else "ask"
        self.said, self._rule, self._again = self.step.say, "", False

    def _step_again(self) -> list[ServerMessage]:
        self.table.back(self.step)
        self._ask()
        return self.open()

    def _go_on(self) -> list[ServerMessage]:
        """What the others do now, and the next step. Where the learner's own way was as good but leads elsewhere, the
        next step starts as the file has it."""
        now = self.at
        try:
            return self._proceed()
        except ContentError:
            self.strayed = True
            self.at = min(now + 1, len(self.lesson.steps) - 1)
            self._catch_up()
            self._replaced = True
        return self.open() if now < self.at else self._close([self._snapshot()])

    def _proceed(self) -> list[ServerMessage]:
        messages: list[ServerMessage] = []
        for scripted in self.step.script:
            messages += self._performed(scripted)
        if self.at + 1 < len(self.lesson.steps):
            self.at += 1
            begun = self._begin()
            if not any(message["type"] in ("snapshot", "update") for message in [*messages, *begun]):
                messages = [self._snapshot()]  # what was shown last had no moves: the learner has some again
            return messages + begun
        return self._close(messages)

    def _close(self, messages: list[ServerMessage]) -> list[ServerMessage]:
        """End the lesson with its idea."""
        self.state = "done"
        self.said, self._rule, self._again = [self.lesson.idea], "", False
        return [*messages, self.now()]

    def _performed(self, scripted: Scripted) -> list[ServerMessage]:
        try:
            self.table.perform(scripted)
        except SlugfestError as error:
            where = f"P{scripted.seat + 1}: {scripted.move}"
            raise ContentError(self.lesson.path.name, self.step.key, f"{where}: {error}") from error
        return self._changed()

    def _replies(self) -> list[ServerMessage]:
        """Make the scripted replies of the other seats."""
        messages: list[ServerMessage] = []
        for _ in range(MOST_REPLIES):
            scripted = self.table.reply_of(self.step.others)
            if scripted is None:
                return messages
            messages += self._performed(scripted)
        raise ContentError(self.lesson.path.name, f"{self.step.key}.others", "they never stop")

    # ---- the lesson answers ----------------------------------------------------------------------------------

    def _judge(self) -> list[ServerMessage]:
        """Answer the moves made so far."""
        verdict = self._answers.at_once()
        messages: list[ServerMessage] = []
        if self.step.by_result:
            if not self._answers.decided:
                return []
            messages = self._replies()  # what comes of the decision is part of the answer
        if verdict is None:
            messages += self._replies()
            verdict = self._answers.to_moves()
        if verdict is None:
            return messages
        return messages + self._announce(verdict)

    def _announce(self, verdict: Verdict) -> list[ServerMessage]:
        if verdict.say is None:
            self.state, self._rule, self._again = "right", "", False
            self.said = [] if self.step.after is None else [self.step.after]
            return [self.now()]
        messages: list[ServerMessage] = []
        self.mistakes += 1
        self.performed = []
        for scripted in verdict.script:
            if not self.table.allows(scripted):  # the mistake was made in another way: the script ends here
                break
            messages += self._performed(scripted)
            self.performed.append(scripted)
        self.state, self.said, self._rule, self._again = "wrong", [verdict.say], verdict.rule, True
        return [*messages, self.now()]

    def _refused(self, request: str, refusal: Refusal, moves: Sequence[str | list[Any]]) -> Refused:
        """The refusal of the rules; in the lesson's own words, if it is a likely mistake."""
        wrong = self._answers.to_refused(moves)
        refused = views.refused(request, refusal)
        if wrong is not None:
            refused["text"] = wrong.say.as_json()
            refused["rule"] = wrong.rule or refused["rule"]
        return refused

    # ---- messages --------------------------------------------------------------------------------------------

    def _changed(self) -> list[ServerMessage]:
        """What the last entry of the log changed, for the learner."""
        message = views.last_change(self.table, self.guest, (self.guest,))
        return [] if message is None else [message]

    def _snapshot(self) -> Snapshot:
        snapshot = views.snapshot(self.table, self.guest, (self.guest,))
        self._without_moves([snapshot])
        return snapshot

    def _without_moves(self, messages: list[ServerMessage]) -> list[ServerMessage]:
        """The same messages; if the lesson waits for no move, the last view lists none."""
        if self.state != "ask":
            for message in reversed(messages):
                if (message["type"] == "snapshot" or message["type"] == "update") and message["view"]:
                    message["view"]["moves"] = []
                    message["can_undo"] = False
                    break
        return messages
