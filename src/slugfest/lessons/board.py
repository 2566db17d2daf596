"""The table of a lesson: one learner, all others and chance by script."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import IMAGINED, SPECTATOR, Entry, History, LoadedChance, SlugfestError, State
from slugfest.kernel import game as game_named
from slugfest.table import Seat, Table, opening
from slugfest.table.messages import WayBack
from slugfest.table.seats import bot_name
from slugfest.testing.expectations.judging import Found

from .course import Lesson, Scripted, Step

MOST_REPLIES: Final = 50  # in a row: more means an endless script


class Mark:
    """A moment of a lesson to return to."""

    def __init__(self, state: State, entries: list[Entry], chances: int) -> None:
        self.state = state
        self.entries = entries
        self.chances = chances


class LessonTable(Table):
    """A match that starts from any position, can go back, and is not stored."""

    def __init__(self, lesson: Lesson, learner: str, name: str) -> None:
        game = game_named(lesson.game)
        self.lesson = lesson
        self.learner = learner
        seats: list[Seat] = []
        for seat in range(lesson.seats):
            given = lesson.names[seat] if seat < len(lesson.names) else ""
            if seat == lesson.you:
                seats.append(Seat("person", name, learner))
            else:
                taken = [other.name for other in seats]
                seats.append(Seat("bot", given or bot_name([*taken, name]), level="easy"))
        created = opening(f"lesson-{lesson.number}", game, learner, "lesson", seats, lesson.options)
        super().__init__(created | {"chance": IMAGINED}, game)
        self.scripted_chance = LoadedChance(f"lesson {lesson.seed}")
        self.mark: Mark | None = None  # the start of the step

    # ---- where it stands -------------------------------------------------------------------------------------

    @property
    def played(self) -> History:
        assert self.history is not None
        return self.history

    @property
    def state(self) -> State:
        return self.played.state

    def since(self) -> list[Entry]:
        """The moves since the step started."""
        return self.played.entries[0 if self.mark is None else len(self.mark.entries) :]

    def made(self) -> list[Entry]:
        """The learner's moves of this step."""
        return [entry for entry in self.since() if entry.seat == self.lesson.you]

    def found(self) -> Found:
        """The position, and all events since the step started."""
        events = [event for entry in self.since() for event in entry.events]
        return Found(
            state=self.state,
            events=[{"kind": event.kind, **event.facts, **(event.secret or {})} for event in events],
            heard={
                seat: [event.seen_by(seat) for event in events]
                for seat in (*range(self.lesson.seats), SPECTATOR)
            },
        )

    def can_undo(self, seat: int) -> bool:
        """Only moves since the step started can be undone."""
        return bool(self.made()) and super().can_undo(seat)

    def way_back(self, seat: int) -> WayBack:
        """Nothing: the lesson itself goes back where needed."""
        return ""

    # ---- what the lesson does --------------------------------------------------------------------------------

    def arrange(self, step: Step) -> None:
        """Set up a step that has a position of its own."""
        lesson = self.lesson
        if step.given is None:
            self.history = History(self.game, lesson.seats, lesson.options, self.scripted_chance)
        else:
            position = {"seats": lesson.seats, "options": lesson.options, "position": step.given}
            self.history = History.from_position(position, self.game, "lesson")
            self.history.chance = self.scripted_chance
        self.mark = None
        self._turned()

    def begin_step(self, step: Step) -> None:
        """Mark the start of a step, to which :meth:`back` returns."""
        self.scripted_chance.load(step.chance, self.played.chances)
        self.mark = Mark(self.state.copy(), list(self.played.entries), self.played.chances)

    def back(self, step: Step) -> None:
        """Return to the start of the step."""
        mark = self.mark
        assert mark is not None
        history = self.played
        history.state = mark.state.copy()
        history.entries = list(mark.entries)
        history.chances = mark.chances
        self.scripted_chance.load(step.chance, mark.chances)
        self._turned()

    def perform(self, scripted: Scripted) -> None:
        """Make a move of the script; raise if it is illegal."""
        if scripted.chance:
            self.scripted_chance.load(scripted.chance, self.played.chances)
        self.enter({"kind": "moves", "seat": scripted.seat, "moves": [scripted.move]})

    def reply_of(self, others: list[Scripted]) -> Scripted | None:
        """The scripted move of another seat that owes one, if there is any."""
        owing = self.state.actors()
        for scripted in others:
            if scripted.seat in owing and self.allows(scripted):
                return scripted
        return None

    def allows(self, scripted: Scripted) -> bool:
        try:
            return self.state.legal(scripted.seat, self.state.read(scripted.seat, scripted.move)[0])
        except SlugfestError:
            return False

    def _turned(self) -> None:
        """Log that the position was replaced, so that versions keep counting."""
        self.log.append({"kind": "lesson"})
        self.unnoticed = set()
