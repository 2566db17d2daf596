"""The built front end: one page for every address that people see, and its files."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from .link_previews import PICTURES

PAGES: Final = (
    "/",
    "/new/{rest:path}",
    "/how/{rest:path}",
    "/change/{rest:path}",
    "/match/{rest:path}",
    "/replay/{rest:path}",
    "/review/{rest:path}",
    "/learn/{rest:path}",
    "/puzzle/{rest:path}",
    "/about",
    "/me",
    "/carry",
    "/sign-in",
    "/player/{rest:path}",
    "/events",
    "/event/{rest:path}",
    "/clubs",
    "/club/{rest:path}",
    "/admin",
)
FOR_EVER: Final = "public, max-age=31536000, immutable"  # the name of a built asset changes with its content
ASK_AGAIN: Final = "no-cache"

NOT_BUILT: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Slugfest</title>
<h1>Slugfest</h1>
<p>The pages have not been built yet. Stop this server and run <code>./dev play</code>.</p>
<p lang="de">Die Seiten sind noch nicht gebaut. Beende diesen Server und starte <code>./dev play</code>.</p>
</html>
"""


Preview = Callable[[Request], Awaitable[str]]  # the tags of a link preview


class Pages:
    """The front end in a folder, which may not be built yet."""

    def __init__(self, folder: Path, preview: Preview) -> None:
        self._index = folder / "index.html"
        self._preview = preview
        self._files = Files(directory=folder, check_dir=False)

    def routes(self) -> list[BaseRoute]:
        return [*(Route(path, self.page) for path in PAGES), Route("/{path:path}", self._files)]

    async def page(self, request: Request) -> Response:
        tags = await self._preview(request)
        if not tags or not self._index.is_file():
            return self.index()
        page = self._index.read_text("utf-8").replace("</head>", f"{tags}</head>", 1)
        return HTMLResponse(page, headers={"cache-control": ASK_AGAIN})

    def index(self, status: int = 200) -> Response:
        """The page; it reads the address itself."""
        if not self._index.is_file():
            return HTMLResponse(NOT_BUILT, 503, {"cache-control": "no-store"})
        return FileResponse(self._index, status, {"cache-control": ASK_AGAIN})


class Files(StaticFiles):
    """Static files with cache headers."""

    async def check_config(self) -> None:
        """Check nothing: the folder may be built while the server runs."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        folder = Path(full_path).parent.name
        built = folder == "assets"
        if folder == PICTURES:  # shown wherever a link is posted
            response.headers["cross-origin-resource-policy"] = "cross-origin"
        response.headers["cache-control"] = FOR_EVER if built else ASK_AGAIN
        return response
