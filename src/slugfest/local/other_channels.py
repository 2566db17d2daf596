"""Channels to something other than a match: to the list of own matches, to a lesson or to a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slugfest.lessons.session import Session
from slugfest.protocol import wire
from slugfest.protocol.lessons import answers, course_asked, guest_name, left_at, lesson_asked
from slugfest.protocol.puzzles import puzzle_asked, rows_after
from slugfest.protocol.reading import id_of, read_request
from slugfest.table import Refusal, refused

from .channels import Channel, Outbox

if TYPE_CHECKING:
    from .local_server import LocalServer


class MineChannel(Channel):
    """Sends a guest's running matches whenever they change."""

    def __init__(self, number: int, guest: str, outbox: Outbox, server: LocalServer) -> None:
        super().__init__(number, guest, outbox)
        self._server = server

    def send_list(self) -> None:
        self.send_if_changed({"type": "mine", "matches": self._server.listed(self.guest, over=False)})


class LessonChannel(Channel):
    """A lesson. The session lasts as long as the channel; only the progress is stored."""

    def __init__(
        self,
        number: int,
        guest: str,
        outbox: Outbox,
        server: LocalServer,
        game: str,
        lesson: str,
        step: str | None,
    ) -> None:
        super().__init__(number, guest, outbox)
        self._server = server
        course = course_asked(server.games, game)
        found, asked = lesson_asked(course, lesson, step)
        left = {(one["game"], one["lesson"]): one["step"] for one in server.people.learned(guest)}
        first = asked if asked is not None else left.get((found.game, found.number), 1)
        self._open(Session(course, found.number, first, guest, self._name()))

    def _name(self) -> str:
        """What the learner is called."""
        server = self._server
        return server.people.name_of(self.guest) or guest_name(self.guest, server.settings.language == "de")

    def _open(self, session: Session) -> None:
        self._session = session
        for message in session.open():
            self.send(message)
        self._note()

    def receive(self, text: str) -> None:
        try:
            request: wire.Request[wire.LessonRequest] = read_request(text, wire.LessonRequest)
        except Refusal as refusal:
            self.send(refused(id_of(text), refusal))
            return
        before = self._progress()
        for message in answers(self._session, request):
            self.send(message)
        if self._progress() != before:
            self._note()

    def _progress(self) -> tuple[object, ...]:
        """What is worth storing once it changes."""
        return self._session.at, self._session.over

    def _note(self) -> None:
        lesson, session = self._session.lesson, self._session
        self._server.people.note_learned(
            self.guest, lesson.game, lesson.number, left_at(session), session.over
        )


class PuzzleChannel(LessonChannel):
    """A puzzle: a lesson whose first answer counts."""

    def __init__(
        self, number: int, guest: str, outbox: Outbox, server: LocalServer, game: str, puzzle: str
    ) -> None:
        Channel.__init__(self, number, guest, outbox)
        self._server = server
        self._puzzle = puzzle_asked(server.games, game, puzzle)
        self._open(Session([self._puzzle.lesson()], 1, 1, guest, self._name()))

    def _progress(self) -> tuple[object, ...]:
        return self._session.state, self._session.mistakes

    def _note(self) -> None:
        people, server = self._server.people, self._server
        learned = people.learned(self.guest)
        for row in rows_after(self._session, self._puzzle, learned, server.games, server.now()):
            people.note_learned(self.guest, *row)
