"""The answers to requests of whoever hosts the server, and to reports of names.

A browser becomes the host's by a one-time link that ``slugfest admin`` prints. It gets a signed cookie for some hours,
which no other website's request carries; every request has to come from a page of this very address, also where other
origins are trusted for playing.
"""

from __future__ import annotations

import asyncio
import logging
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from itsdangerous import BadSignature, Signer
from starlette.requests import Request
from starlette.responses import Response

from slugfest import __version__
from slugfest.protocol.api import Asked
from slugfest.protocol.hosting import AdminAction
from slugfest.protocol.problems import problem
from slugfest.store import StoreError, copying
from slugfest.store.opening import is_file, sqlite_file
from slugfest.table.hosting import AdminOverview, AdminPeople, AuditLog, BackupMade

from .admin import SESSION_VALID, Session
from .admin_lists import limits_of
from .admin_tasks import AdminTasks
from .answers import answer
from .match_server import MatchServer
from .origins import refuse_foreign_pages
from .people_api import OwnAnswer
from .settings import Settings

log = logging.getLogger("slugfest.server")

COOKIE: Final = "slugfest_admin"
PATH: Final = "/api/admin"
BACKUP_PAUSE: Final = 60.0  # seconds between two backups
LONGEST_TOKEN: Final = 200


class AdminApi:
    """The endpoints."""

    def __init__(self, server: MatchServer, settings: Settings, signer: Signer) -> None:
        self._server = server
        self._settings = settings
        self._signer = signer
        self._tasks = AdminTasks(server)
        self._backing_up = asyncio.Lock()
        self._backed_up = float("-inf")

    def answers(self) -> dict[str, OwnAnswer]:
        """The answers, by the name of the address."""
        return {
            "report": self._report,
            "admin_enter": self._enter,
            "admin": self._overview,
            "admin_guests": self._guests,
            "admin_audit": self._audit,
            "admin_act": self._act,
            "admin_backup": self._backup,
            "admin_leave": self._leave,
        }

    async def _report(self, request: Request, asked: Asked) -> None:
        table, _ = await asked.table()
        await self._server.reports.report(asked.guest, table, asked.body.seat)

    # ---- sessions --------------------------------------------------------------------------------------------

    async def _enter(self, request: Request, asked: Asked) -> Response:
        refuse_foreign_pages(request, ())
        if len(asked.body.token) > LONGEST_TOKEN:
            raise problem("NO_SUCH_LINK")
        token, session = await self._server.admin.enter(asked.body.token)
        log.warning("an admin session of %s begins", session.by)
        response = answer(await self._seen_by(session))
        response.set_cookie(
            COOKIE,
            self._signer.sign(token).decode("ascii"),
            max_age=SESSION_VALID // 1000,
            path=PATH,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
        return response

    async def _session(self, request: Request) -> Session:
        """Whose request this is; refused unless it is a host's, from a page of ours."""
        refuse_foreign_pages(request, ())
        token = self._token(request)
        session = await self._server.admin.session(token) if token else None
        if session is None:
            raise problem("NOT_ADMIN")
        return session

    def _token(self, request: Request) -> str:
        try:
            return self._signer.unsign(request.cookies.get(COOKIE, "")[:LONGEST_TOKEN]).decode("ascii")
        except (BadSignature, UnicodeDecodeError, UnicodeEncodeError):
            return ""

    async def _leave(self, request: Request, asked: Asked) -> Response:
        await self._session(request)
        await self._server.admin.leave(self._token(request))
        response = Response(status_code=204)
        secure = request.url.scheme == "https"
        response.delete_cookie(COOKIE, path=PATH, httponly=True, samesite="strict", secure=secure)
        return response

    # ---- lists -----------------------------------------------------------------------------------------------

    async def _overview(self, request: Request, asked: Asked) -> AdminOverview:
        return await self._seen_by(await self._session(request))

    async def _seen_by(self, session: Session) -> AdminOverview:
        server, lists = self._server, self._server.admin_lists
        await server.admin.watch()
        await self._tasks.report_load()
        loads = await lists.loads()
        folder = self._backups()
        return AdminOverview(
            by=session.by,
            until=session.until,
            now=server.now(),
            release=__version__,
            processes=await lists.processes(loads),
            people=await lists.connected(loads),
            matches=await lists.matches(),
            reports=await lists.reports(),
            blocks=await lists.blocks(),
            limits=limits_of(self._settings.limits),
            backups="" if folder is None else str(folder),
        )

    async def _guests(self, request: Request, asked: Asked) -> AdminPeople:
        await self._session(request)
        return await self._server.admin_lists.found(asked.query.get("name", "")[:100])

    async def _audit(self, request: Request, asked: Asked) -> AuditLog:
        await self._session(request)
        return await self._server.admin.audit(asked.query.get("after", "")[:100])

    # ---- actions ---------------------------------------------------------------------------------------------

    async def _act(self, request: Request, asked: Asked) -> AdminOverview:
        session = await self._session(request)
        action: AdminAction = asked.body
        await self._server.admin.act(session.by, action)
        await self._tasks.run()  # what it means here; other processes follow
        return await self._seen_by(session)

    def _backups(self) -> Path | None:
        """The folder of backups: the one that was named, or one beside the database file."""
        if self._settings.backups is not None or self._settings.database is None:
            return self._settings.backups if self._settings.database is not None else None
        address = str(self._settings.database)
        return sqlite_file(address).parent / "backups" if is_file(address) else None

    async def _backup(self, request: Request, asked: Asked) -> BackupMade:
        """Copy everything into a new file, as ``slugfest backup`` does. Where it lies is on this machine alone."""
        session = await self._session(request)
        folder = self._backups()
        if folder is None:
            raise problem("NO_BACKUPS")
        if self._backing_up.locked() or time.monotonic() < self._backed_up + BACKUP_PAUSE:
            raise problem("BACKUP_BUSY")
        async with self._backing_up:
            file = folder / f"slugfest-{datetime.now(UTC):%Y%m%d-%H%M%S}.db"
            address = str(self._settings.database)
            try:
                await asyncio.to_thread(copying.backup, address, file, _ignore)
            except StoreError as error:
                log.error("a backup failed: %s", error)
                raise problem("BACKUP_FAILED") from error
            self._backed_up = time.monotonic()
        await self._server.admin.note(session.by, "backup", file.name)
        return BackupMade(file=file.name, bytes=file.stat().st_size)


def _ignore(done: int, total: int) -> Any:
    """Nobody watches the progress of a backup."""
