"""The HTTP side of the local server: the declared addresses, answered without a network."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import parse_qs, urlsplit

from slugfest.kernel import Game, SlugfestError
from slugfest.lessons.course import course_of
from slugfest.protocol import variants as changes
from slugfest.protocol import wire
from slugfest.protocol.answers import step_asked
from slugfest.protocol.api import Asked, File, completed, find
from slugfest.protocol.codes import Codes, read_code
from slugfest.protocol.problems import problem
from slugfest.protocol.reading import read_body
from slugfest.protocol.reviewing import ReviewState
from slugfest.table import Table, game_info, position_at, problem_of
from slugfest.table.messages import ListedMatch
from slugfest.table.pages import Created, DevicePeople, GameInfo, LearnedInfo
from slugfest.table.refusals import as_refusal
from slugfest.table.summaries import Summary

from . import transfer, variants
from .analysis import lay_out, play_on, preview_moves
from .journal import text_of
from .problems import here, status_here

if TYPE_CHECKING:
    from .local_server import LocalServer

T = TypeVar("T")

LARGEST: Final = 64 * 1024  # characters of a body
LARGEST_FILE: Final = 64 * 1024 * 1024


class LocalAdapter:
    """A local server as the shared answers see it. Nothing here waits."""

    def __init__(self, server: LocalServer) -> None:
        self._server = server
        self.games: Mapping[str, Game] = server.games
        self.codes: Codes = server.codes

    def now(self) -> int:
        return self._server.now()

    async def find_game(self, id: str) -> Game | None:
        return self.games.get(id)

    def game_info(self, game: Game, whole: bool) -> GameInfo:
        return game_info(game, whole, len(course_of(game)), offered=game.variant is None)

    async def table(self, match: str) -> tuple[Table, set[str]]:
        table = self._server.table(match)
        return table, set(table.guests())

    async def compute(self, work: Callable[[], T], *key: object) -> T:
        return work()

    async def in_thread(self, work: Callable[[], T]) -> T:
        return work()

    async def create(self, guest: str, name: str, wanted: wire.NewMatch) -> str:
        return self._server.create(guest, name, wanted)

    async def branch(self, guest: str, name: str, table: Table, wanted: wire.Branch) -> str:
        return self._server.branch(guest, name, table, wanted)

    async def review(self, table: Table, guest: str, whole: bool) -> ReviewState:
        return self._server.reviews.state(table, whole)

    async def consents(self, guest: str) -> bool | None:
        """Matches stay in this browser: nobody mines them."""
        return None

    async def review_extracts(self, matches: Sequence[str]) -> dict[str, Mapping[str, Any]]:
        found = {match: self._server.reviews.kept(match).get("extract") for match in matches}
        return {match: extract for match, extract in found.items() if extract is not None}

    async def name_of(self, guest: str) -> str:
        return self._server.people.name_of(guest)

    async def rename(self, guest: str, name: str) -> None:
        self._server.people.rename(guest, name)

    async def learned(self, guest: str) -> list[LearnedInfo]:
        return self._server.people.learned(guest)

    async def listed(self, guest: str, over: bool, most: int | None = None) -> list[ListedMatch]:
        return self._server.listed(guest, over)[:most]

    async def summaries(self, guest: str, over: bool) -> list[tuple[str, Summary, int]]:
        return self._server.summaries(guest, over)

    async def forget(self, guest: str) -> None:
        self._server.forget_everything()


def answer(server: LocalServer, method: str, path: str, body: str, guest: str) -> tuple[int, str]:
    """Answer a request with a status and a text."""
    url = urlsplit(path)
    query = {key: values[-1] for key, values in parse_qs(url.query, keep_blank_values=True).items()}
    try:
        address, parts = find(method, url.path)
        if address.offered == "server":
            raise here("NEEDS_SERVER")
        if len(body) > (LARGEST_FILE if address.name == "import" else LARGEST):
            raise problem("TOO_LARGE")
        asked = Asked(LocalAdapter(server), guest, parts, query, german=server.settings.language == "de")
        if address.body is not None:
            asked.body = body if address.body is str else read_body(body, address.body)
        if address.answer is not None:
            found = completed(address.answer(asked))
        else:
            found = OWN[address.name](server, asked)
        return address.status, text_with(found)
    except SlugfestError as error:
        refusal = as_refusal(error)
    except Exception:  # the details are for the console
        traceback.print_exc()
        refusal = problem("FAILED")
    return status_here(refusal), text_of(problem_of(refusal))


def text_with(found: Any) -> str:
    """The body for what an address answered."""
    if found is None:
        return ""
    return found.text if isinstance(found, File) else text_of(found)


# ---- what only a local server answers --------------------------------------------------------------------------------


def position(server: LocalServer, asked: Asked) -> Any:
    """The position after so many moves of a match that is over."""
    table, _ = completed(asked.table())
    return position_at(table, step_asked(asked.query))


def drop(server: LocalServer, asked: Asked) -> Any:
    """Delete a match, also one that cannot be opened."""
    code = read_code(asked.path["match"])
    if code is None or code not in server.journal.logs:
        raise problem("NO_SUCH_MATCH")
    server.drop(code)


def export(server: LocalServer, asked: Asked) -> Any:
    return File("", transfer.export(server))


OWN: Final[dict[str, Callable[[LocalServer, Asked], Any]]] = {
    "drop": drop,
    "position": position,
    "people": lambda server, asked: DevicePeople(names=server.people.names()),
    "create_around": lambda server, asked: Created(id=server.create_around(asked.body)),
    "lay_out": lambda server, asked: lay_out(server, asked.body),
    "play_on": lambda server, asked: play_on(server, asked.body),
    "preview_position": lambda server, asked: preview_moves(server, asked.body),
    "form": lambda server, asked: changes.form(server.games, asked.path["game"]),
    "form_with": lambda server, asked: changes.form_with(server.games, asked.body),
    "check_variant": lambda server, asked: changes.check_draft(server.games, asked.body),
    "open_variant": lambda server, asked: changes.open_text(server.games, asked.body.file),
    "variants": lambda server, asked: variants.listed(server),
    "keep_variant": lambda server, asked: variants.keep(server, asked.body.file),
    "drop_variant": lambda server, asked: variants.drop(server, asked.path["variant"]),
    "export": export,
    "import": lambda server, asked: transfer.bring_in(server, asked.body),
}
