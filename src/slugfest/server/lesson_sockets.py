"""One WebSocket to a lesson: the learner's requests in, what the session says out, and how far they have come noted."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import msgspec

from slugfest.kernel import is_number
from slugfest.lessons.course import Lesson, course_of
from slugfest.lessons.session import Session
from slugfest.store import Learned, StoreError, StoreFault
from slugfest.table import Refusal, refused
from slugfest.table.messages import ServerMessage

from . import wire
from .house import invented_name
from .problems import not_understood, problem, storage_problem
from .sockets import ENDINGS, FAILED, Connection

log = logging.getLogger("slugfest.server")

_message: Final = msgspec.json.Decoder(wire.LessonRequest)


class LessonConnection(Connection):
    """Somebody who learns. The session lives as long as the connection; only the progress outlasts it."""

    async def learn(self, game: str, number: str, step: str | None) -> None:
        """Serve this connection until one side ends it."""
        sending = asyncio.create_task(self._send_all())
        slow = asyncio.create_task(self._too_slow.wait())
        tasks = {sending, slow}
        try:
            session = await self._begin(game, number, step)
            if session is not None:
                tasks.add(asyncio.create_task(self._teach(session)))
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done - {sending, slow}:
                task.result()  # a fault of ours is not swallowed
        finally:
            for task in tasks:
                task.cancel()

    async def _begin(self, game: str, number: str, step: str | None) -> Session | None:
        try:
            course = self._course(game)
            if not is_number(number) or not 1 <= int(number) <= len(course):
                raise problem("NO_SUCH_LESSON")
            if step is not None and not is_number(step):
                raise not_understood("step")
            lesson = course[int(number) - 1]
            first = int(step) if step is not None else await self._left_at(lesson)
            german = self._socket.headers.get("accept-language", "").lower().startswith("de")
            name = await self._house.name_of(self.guest) or invented_name(german, self._house.codes)
        except (Refusal, StoreFault) as error:
            refusal = error if isinstance(error, Refusal) else storage_problem(error)
            self.tell(refused("", refusal))
            self.close(ENDINGS.get(refusal.code, FAILED), refusal.code)
            return None
        # The lines of a file are played through before the first question; nobody else's move should wait for it.
        return await asyncio.to_thread(Session, course, lesson.number, first, self.guest, name)

    def _course(self, game: str) -> tuple[Lesson, ...]:
        found = self._house.games.get(game)
        if found is None:
            raise problem("NO_SUCH_GAME")
        return course_of(found)

    async def _left_at(self, lesson: Lesson) -> int:
        """The step at which this guest left a lesson."""
        if not self._known:
            return 1
        for learned in await self._house.store.learned(self.guest):
            if (learned.game, learned.lesson) == (lesson.game, lesson.number):
                return learned.step
        return 1

    async def _teach(self, session: Session) -> None:
        for told in session.open():
            self.tell(told)
        await self._note(session)
        while True:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return
            text = message.get("text")
            request = self._read(text if text is not None else message.get("bytes") or b"", _message)
            if request is None:
                continue
            before = (session.at, session.over)
            for told in answers(session, request):
                self.tell(told)
            if (session.at, session.over) != before:
                await self._note(session)

    async def _note(self, session: Session) -> None:
        """Keep how far the guest has come. A lesson that is done begins anew the next time."""
        if not self._known:
            return
        lesson = session.lesson
        step = 1 if session.over else session.at + 1
        try:
            learned = Learned(lesson.game, lesson.number, step, session.over)
            await self._house.store.note_learned(self.guest, learned)
        except StoreError:
            log.warning("how far somebody has come could not be kept", exc_info=True)


def answers(session: Session, request: wire.LessonRequest) -> list[ServerMessage]:
    """What a session says to a request."""
    match request:
        case wire.Sync():
            return session.open()
        case wire.Play():
            return session.play(request.id, request.moves)
        case wire.Preview():
            return session.preview(request.id, request.moves)
        case wire.Undo():
            return session.undo(request.id)
        case wire.Next():
            return session.next(request.id)
        case wire.Go():
            return session.go(request.id, request.step)
