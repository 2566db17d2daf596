"""Routes for the files that games bring for the browser."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from slugfest.protocol.game_files import TYPES, GameFiles

from .pages import ASK_AGAIN, FOR_EVER


def game_file_routes(files: GameFiles) -> list[Route]:
    async def file(request: Request) -> Response:
        asked = request.path_params
        found = files.find(asked["game"], asked["digest"], asked["path"])
        if found is None:
            raise HTTPException(404)
        path, current = found
        headers = {"cache-control": FOR_EVER if current else ASK_AGAIN}
        return FileResponse(path, headers=headers, media_type=TYPES[path.suffix])

    return [Route("/games/{game}/{digest}/{path:path}", file)]
