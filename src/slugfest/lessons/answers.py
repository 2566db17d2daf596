"""The answer of a lesson to the learner's moves: right, wrong and why, or nothing yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from slugfest.kernel import ContentError, Entry, SlugfestError, Teaching, Text, UnreadableMove, text_of
from slugfest.testing.expectations.judging import unmet

from .board import MOST_REPLIES, LessonTable
from .course import Lesson, Scripted, Step, Wrong

NOT_BEST: Final = Text("There is something better.", "Es gibt etwas Besseres.")


@dataclass(frozen=True)
class Verdict:
    """The answer to what the learner has done."""

    say: Text | None = None  # why it was wrong; None: it was right
    rule: str = ""
    script: list[Scripted] = field(default_factory=list)


class Answers:
    """Judges the moves of one step at a time."""

    def __init__(self, lesson: Lesson, table: LessonTable) -> None:
        self.lesson = lesson
        self.table = table
        self.step: Step = lesson.steps[0]
        self.lines: list[list[int]] = []  # the accepted lines in the game's small moves
        self.results: list[str] = []  # what they amount to, where the result counts
        self.mistakes: list[list[str]] = []  # by likely mistake: what it amounts to, where the result counts
        self.result = ""  # what the learner's moves amount to
        self.decided = False  # whether the learner's decision is over with them

    def learn(self, step: Step) -> None:
        """Prepare for a step: translate its lines into the game's small moves, or into what they amount to."""
        self.step = step
        self.lines, self.results, self.mistakes = [], [], []
        for line in step.accept:
            moves, result = self._try_out(line, f"{step.key}.accept")
            self.lines.append(moves)
            self.results.append(result)
        if step.by_result:
            for wrong in step.wrong:
                self.mistakes.append([self._try_out(way, wrong.key)[1] for way in wrong.ways()])

    def _try_out(self, line: list[str], key: str) -> tuple[list[int], str]:
        """Translate whole actions into the small moves that a board makes, by playing and taking back; and what the
        line amounts to, where that counts."""
        you, table = self.lesson.you, self.table
        history, log, missed = table.played, list(table.log), table.missed.copy()
        result = ""
        try:
            for text in line:
                history.play_bundle(you, [text])
                if self.step.by_result:
                    result = self._amounts_to()
                    continue  # the others wait for the whole decision
                for _ in range(MOST_REPLIES):
                    reply = table.reply_of(self.step.others)
                    if reply is None:
                        break
                    history.play_bundle(reply.seat, [reply.move])
            return [entry.move for entry in table.made()], result
        except SlugfestError as error:
            raise ContentError(self.lesson.path.name, key, str(error)) from error
        finally:
            table.back(self.step)
            table.log, table.missed = log, missed

    # ---- verdicts --------------------------------------------------------------------------------------------

    def at_once(self) -> Verdict | None:
        """Right, if it already is."""
        if self.step.by_result:
            self.result, self.decided = self._amounts_to(), self._is_decided()
            return Verdict() if self.decided and self.result in self.results else None
        made = [entry.move for entry in self.table.made()]
        if any(self._covers(line, made) and len(line) == len(made) for line in self.lines):
            return Verdict()
        return Verdict() if self.reached() else None

    def to_moves(self) -> Verdict | None:
        """The answer after the scripted replies; None: continue."""
        if self.reached():
            return Verdict()
        if self.step.by_result:
            return self._to_result()
        made = self.table.made()
        for wrong in self.step.wrong:
            if self._ends_with(made, wrong.moves) or self._is_so(wrong):
                return Verdict(wrong.say, wrong.rule, wrong.script)
        moves = [entry.move for entry in made]
        on_the_way = any(self._covers(line, moves) for line in self.lines)
        deciding = self.lesson.you in self.table.state.actors()
        if deciding and (on_the_way or self.step.goal is not None):
            return None
        if self.step.otherwise is None:
            reason = "is missing: this can be done, too: " + ", ".join(map(self.table.game.format, moves))
            raise ContentError(self.lesson.path.name, f"{self.step.key}.otherwise", reason)
        return Verdict(self.step.otherwise)

    def _to_result(self) -> Verdict | None:
        """The answer where only the result of a whole decision counts."""
        if not self.decided:
            return None
        for wrong, results in zip(self.step.wrong, self.mistakes, strict=True):
            if self.result in results:
                return Verdict(wrong.say, wrong.rule, wrong.script)
        return Verdict(self.step.otherwise or NOT_BEST)

    def _amounts_to(self) -> str:
        teaching = self.table.game.teaching or Teaching()
        return teaching.decision_key(self.table.state, self.lesson.you)

    def _is_decided(self) -> bool:
        """Whether the learner's decision is over: chance, news or somebody else came in."""
        made = self.table.made()
        if not made:
            return False
        last, now = made[-1], self.table.state.actors()
        if last.chance or last.revealed or self.lesson.you not in now:
            return True
        before = last.before.actors()
        return any(seat not in before for seat in now)

    def to_refused(self, moves: Sequence[str | list[Any]]) -> Wrong | None:
        """The likely mistake that these illegal moves are."""
        try:
            texts = [text_of(self.table.game, move) for move in moves]
        except UnreadableMove:
            return None
        tried = self._tried(texts)
        for wrong in self.step.wrong:
            for text in wrong.moves:
                if text in texts or (tried and self._reads_as(text, tried)):
                    return wrong
        return None

    def reached(self) -> bool:
        return self.step.goal is not None and not unmet(self.step.goal, self.table.found())

    def _is_so(self, wrong: Wrong) -> bool:
        return wrong.when is not None and not unmet(wrong.when, self.table.found())

    # ---- comparing moves -------------------------------------------------------------------------------------

    def _covers(self, line: list[int], made: list[int]) -> bool:
        """Whether the moves are a prefix of the line."""
        if self.step.any_order:
            return not Counter(made) - Counter(line)
        return line[: len(made)] == made

    def _ends_with(self, made: list[Entry], texts: list[str]) -> bool:
        """Whether one of these texts is the last move made."""
        for count in range(1, len(made) + 1):
            before = made[-count].before
            last = [entry.move for entry in made[-count:]]
            for text in texts:
                try:
                    if before.read(self.lesson.you, text) == last:
                        return True
                except SlugfestError:
                    continue
        return False

    def _tried(self, moves: Sequence[str]) -> list[int]:
        """The small moves of a request, as far as they can be read."""
        imagined = self.table.state.copy()
        tried: list[int] = []
        try:
            for text in moves:
                for move in imagined.read(self.lesson.you, text):
                    tried.append(move)
                    imagined.play(self.lesson.you, move)
        except SlugfestError:
            pass
        return tried

    def _reads_as(self, text: str, tried: list[int]) -> bool:
        try:
            meant = self.table.state.read(self.lesson.you, text)
        except SlugfestError:
            return False
        return tried[-len(meant) :] == meant
