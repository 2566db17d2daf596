"""One WebSocket to a lesson or a puzzle."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Final

from slugfest.lessons.course import Lesson
from slugfest.lessons.session import Session
from slugfest.protocol import wire
from slugfest.protocol.api import name_for
from slugfest.protocol.lessons import answers, course_asked, left_at, lesson_asked
from slugfest.protocol.puzzles import puzzle_asked, rows_after
from slugfest.store import Learned, StoreError, StoreFault
from slugfest.table import Refusal, refused

from .budgets import Metered, charged_to, paying
from .decoding import Decoder
from .problems import storage_problem
from .sockets import ENDINGS, FAILED, Connection

log = logging.getLogger("slugfest.server")

_message: Final[Decoder[wire.LessonRequest]] = Decoder(wire.LessonRequest)


class LessonConnection(Connection):
    """A learner. The session lasts as long as the connection; only the progress is stored."""

    async def learn(self, game: str, number: str, step: str | None) -> None:
        """Serve this connection until one side ends it."""
        sending = asyncio.create_task(self._send_all())
        slow = asyncio.create_task(self._too_slow.wait())
        tasks = {sending, slow}
        try:
            session = await self._begin(game, number, step)
            if session is not None:
                tasks.add(asyncio.create_task(Metered(self._teach(session), self._budget.account)))
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done - {sending, slow}:
                task.result()  # raises what went wrong
        finally:
            for task in tasks:
                task.cancel()

    async def _begin(self, game: str, number: str, step: str | None) -> Session | None:
        try:
            course = course_asked(self._server.games, game)
            lesson, asked = lesson_asked(course, number, step)
            first = asked if asked is not None else await self._left_at(lesson)
            name = await self._name()
        except (Refusal, StoreFault) as error:
            self._refuse(error)
            return None
        # A session first plays the moves of its file: in a thread, so that no move waits for it.
        begin = partial(Session, course, lesson.number, first, self.guest, name)
        return await asyncio.to_thread(charged_to(paying(), begin))

    async def _name(self) -> str:
        """What the learner is called."""
        german = self._socket.headers.get("accept-language", "").lower().startswith("de")
        return await name_for(self._server, self.guest, german)

    def _refuse(self, error: Refusal | StoreFault) -> None:
        refusal = error if isinstance(error, Refusal) else storage_problem(error)
        self.send(refused("", refusal))
        self.close(ENDINGS.get(refusal.code, FAILED), refusal.code)

    async def _left_at(self, lesson: Lesson) -> int:
        """The step at which this guest left a lesson."""
        if not self._known:
            return 1
        for learned in await self._server.store.learned(self.guest):
            if (learned.game, learned.lesson) == (lesson.game, lesson.number):
                return learned.step
        return 1

    async def _teach(self, session: Session) -> None:
        opening = session.open()
        await self._note(session)
        for first in opening:
            self.send(first)
        while True:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return
            text = message.get("text")
            request = self._read(text if text is not None else message.get("bytes") or b"", _message)
            if request is None:
                continue
            before = self._progress(session)
            replies = answers(session, request)
            if self._progress(session) != before:
                await self._note(session)
            for reply in replies:
                self.send(reply)

    def _progress(self, session: Session) -> tuple[object, ...]:
        """What is worth storing once it changes."""
        return session.at, session.over

    async def _note(self, session: Session) -> None:
        """Store the guest's progress, before it is shown: whoever leaves at once continues there."""
        if not self._known:
            return
        try:
            for learned in await self._learned(session):
                await self._server.store.note_learned(self.guest, learned)
        except StoreError:
            log.warning("the progress of a lesson could not be stored", exc_info=True)

    async def _learned(self, session: Session) -> list[Learned]:
        """What is to be stored now."""
        lesson = session.lesson
        return [Learned(lesson.game, lesson.number, left_at(session), session.over)]


class PuzzleConnection(LessonConnection):
    """A puzzle: a lesson whose first answer counts."""

    async def _begin(self, game: str, number: str, step: str | None) -> Session | None:
        try:
            self._puzzle = puzzle_asked(self._server.games, game, number)
            name = await self._name()
        except (Refusal, StoreFault) as error:
            self._refuse(error)
            return None
        return await asyncio.to_thread(lambda: Session([self._puzzle.lesson()], 1, 1, self.guest, name))

    def _progress(self, session: Session) -> tuple[object, ...]:
        return session.state, session.mistakes

    async def _learned(self, session: Session) -> list[Learned]:
        server = self._server
        rows = await server.learned(self.guest)
        return [Learned(*row) for row in rows_after(session, self._puzzle, rows, server.games, server.now())]
