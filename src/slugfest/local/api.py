"""What a page asks a house without a server for, by the addresses that a server has."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

from slugfest.kernel import Game, SlugfestError
from slugfest.lessons.course import course_of
from slugfest.protocol import wire
from slugfest.protocol.answers import (
    ON_THE_HOME_PAGE,
    Query,
    eyes_asked,
    finished_asked,
    game_asked,
    seating_asked,
    step_asked,
)
from slugfest.protocol.codes import read_code
from slugfest.protocol.lessons import course_info
from slugfest.protocol.problems import not_understood, problem
from slugfest.protocol.reading import read_body
from slugfest.table import Table, game_info, match_info, position_at, problem_of, replay, replay_views
from slugfest.table.pages import Created, DevicePeople, GameInfo, Me
from slugfest.table.profiles import profile_of
from slugfest.table.refusals import as_refusal

from . import transfer
from .analysis import foretell, lay_out, play_on
from .journal import text_of
from .problems import here, status_here

if TYPE_CHECKING:
    from .house import LocalHouse

LARGEST: Final = 64 * 1024  # characters of a body, but for files
LARGEST_FILE: Final = 64 * 1024 * 1024
FILE: Final = "/api/device/file"

Answer = tuple[int, str]


class Asked:
    """One request: whose, for what, and with what words."""

    def __init__(
        self, house: LocalHouse, guest: str, parts: tuple[str, ...], query: Query, body: str
    ) -> None:
        self.house = house
        self.guest = guest
        self.parts = parts  # what stands in the address where it may vary
        self.query = query
        self.body = body

    def game(self) -> Game:
        found = self.house.games.get(self.parts[0])
        if found is None:
            raise problem("NO_SUCH_GAME")
        return found

    def table(self) -> Table:
        match = read_code(self.parts[0])
        if match is None:
            raise problem("NO_SUCH_MATCH")
        return self.house.table(match)


def answer(house: LocalHouse, method: str, path: str, body: str, guest: str) -> Answer:
    """The answer to a request; a refusal with a fitting status."""
    address = urlsplit(path)
    query = {key: values[-1] for key, values in parse_qs(address.query, keep_blank_values=True).items()}
    try:
        if len(body) > (LARGEST_FILE if address.path == FILE else LARGEST):
            raise problem("TOO_LARGE")
        tell, parts = found_at(method, address.path)
        return tell(Asked(house, guest, parts, query, body))
    except SlugfestError as error:
        refusal = as_refusal(error)
    except Exception:  # a fault of ours; the details are for whoever looks into the console
        traceback.print_exc()
        refusal = problem("FAILED")
    return status_here(refusal), text_of(problem_of(refusal))


def found_at(method: str, path: str) -> tuple[Callable[[Asked], Answer], tuple[str, ...]]:
    """What answers at an address, and the parts of the address that vary."""
    known = False
    for pattern, tellers in ROUTES:
        if found := re.fullmatch(pattern, path):
            known = True
            if method in tellers:
                return tellers[method], tuple(unquote(part) for part in found.groups())
    raise problem("NOT_ALLOWED" if known else "NO_SUCH_PAGE")


def ok(content: Any, status: int = 200) -> Answer:
    return status, text_of(content)


# ---- games -----------------------------------------------------------------------------------------------------------


def info(game: Game, whole: bool) -> GameInfo:
    return game_info(game, whole, len(course_of(game)))


def games(asked: Asked) -> Answer:
    return ok([info(game, whole=False) for game in asked.house.games.values()])


def one_game(asked: Asked) -> Answer:
    return ok(info(game_asked(asked.game(), asked.query), whole=True))


def seating(asked: Asked) -> Answer:
    return ok(seating_asked(asked.game(), asked.query))


def course(asked: Asked) -> Answer:
    return ok(course_info(asked.game()))


# ---- whoever the device belongs to -----------------------------------------------------------------------------------


def me(asked: Asked) -> Answer:
    house, guest = asked.house, asked.guest
    told = Me(
        name=house.people.name_of(guest),
        matches=house.listed(guest, over=False),
        finished=house.listed(guest, over=True)[:ON_THE_HOME_PAGE],
        learned=house.people.learned(guest),
    )
    return ok(told)


def rename(asked: Asked) -> Answer:
    asked.house.people.rename(asked.guest, read_body(asked.body, wire.Rename).name)
    return me(asked)


def finished(asked: Asked) -> Answer:
    return ok(finished_asked(asked.query, asked.house.summaries(asked.guest, over=True), asked.guest))


def profile(asked: Asked) -> Answer:
    house, guest = asked.house, asked.guest
    told = profile_of(guest, [summary for _, summary, _ in house.summaries(guest, over=True)], house.games)
    told["name"], told["learned"] = house.people.name_of(guest), house.people.learned(guest)
    return ok(told)


def forget(asked: Asked) -> Answer:
    if not read_body(asked.body, wire.Forget).sure:
        raise not_understood("sure")
    asked.house.forget_everything()
    return 204, ""


# ---- matches ---------------------------------------------------------------------------------------------------------


def create(asked: Asked) -> Answer:
    return ok(Created(id=asked.house.create(asked.guest, read_body(asked.body, wire.NewMatch))), 201)


def match(asked: Asked) -> Answer:
    table = asked.table()
    return ok(match_info(table, asked.guest, set(table.guests()), asked.house.now()))


def record(asked: Asked) -> Answer:
    table = asked.table()
    if not table.over:
        raise problem("RECORD_LATER")
    return 200, table.record()


def retold(asked: Asked) -> Answer:
    table = asked.table()
    return ok(replay(table, asked.guest, set(table.guests()), eyes_asked(asked.query, table)))


def retold_views(asked: Asked) -> Answer:
    table = asked.table()
    return ok(replay_views(table, eyes_asked(asked.query, table), step_asked(asked.query)))


def position(asked: Asked) -> Answer:
    """What was on the table after so many moves of a match that is over."""
    return ok(position_at(asked.table(), step_asked(asked.query)))


def drop(asked: Asked) -> Answer:
    """Forget a match: also one that cannot be opened."""
    code = read_code(asked.parts[0])
    if code is None or code not in asked.house.journal.logs:
        raise problem("NO_SUCH_MATCH")
    asked.house.drop(code)
    return 204, ""


# ---- this device -----------------------------------------------------------------------------------------------------


def people(asked: Asked) -> Answer:
    return ok(DevicePeople(names=asked.house.people.names()))


def create_around(asked: Asked) -> Answer:
    return ok(Created(id=asked.house.create_around(read_body(asked.body, wire.DeviceMatch))), 201)


def file_out(asked: Asked) -> Answer:
    return 200, transfer.export(asked.house)


def file_in(asked: Asked) -> Answer:
    """The body is the text of a file or of a record."""
    return ok(transfer.bring_in(asked.house, asked.body))


def laid_out(asked: Asked) -> Answer:
    """The body is the text of a position document."""
    return ok(lay_out(asked.house, asked.body))


def played_on(asked: Asked) -> Answer:
    return ok(play_on(asked.house, read_body(asked.body, wire.PositionMoves)))


def previewed(asked: Asked) -> Answer:
    return ok(foretell(asked.house, read_body(asked.body, wire.PositionMoves)))


def needs_server(asked: Asked) -> Answer:
    raise here("NEEDS_SERVER")


ROUTES: Final[list[tuple[str, dict[str, Callable[[Asked], Answer]]]]] = [
    (r"/api/games", {"GET": games}),
    (r"/api/games/([^/]+)", {"GET": one_game}),
    (r"/api/games/([^/]+)/seating", {"GET": seating}),
    (r"/api/games/([^/]+)/course", {"GET": course}),
    (r"/api/me", {"GET": me, "POST": rename}),
    (r"/api/me/matches", {"GET": finished}),
    (r"/api/me/profile", {"GET": profile}),
    (r"/api/me/(?:ticket|carry)", {"POST": needs_server}),
    (r"/api/me/forget", {"POST": forget}),
    (r"/api/matches", {"POST": create}),
    (r"/api/matches/([^/]+)", {"GET": match, "DELETE": drop}),
    (r"/api/matches/([^/]+)/record", {"GET": record}),
    (r"/api/matches/([^/]+)/replay", {"GET": retold}),
    (r"/api/matches/([^/]+)/replay/views", {"GET": retold_views}),
    (r"/api/matches/([^/]+)/position", {"GET": position}),
    (r"/api/device/people", {"GET": people}),
    (r"/api/device/matches", {"POST": create_around}),
    (r"/api/device/position", {"POST": laid_out}),
    (r"/api/device/position/moves", {"POST": played_on}),
    (r"/api/device/position/preview", {"POST": previewed}),
    (FILE, {"GET": file_out, "POST": file_in}),
    (r"/api/qr", {"GET": needs_server}),
]
