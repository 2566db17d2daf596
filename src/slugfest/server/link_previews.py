"""Open Graph tags, from which messengers make a preview of a link to a match or a replay.

They contain what anybody with the link sees anyway: the game, who plays, whether a seat is free, who won.
"""

from __future__ import annotations

import asyncio
from html import escape
from pathlib import Path
from typing import Final

from starlette.requests import HTTPConnection, Request

from slugfest.kernel import Refusal, Text, all_of
from slugfest.protocol.codes import read_code
from slugfest.table import Table

from .limits import Buckets
from .match_server import MatchServer

PICTURES: Final = (
    "links"  # the folder of pictures among the built files, made by web/scripts/link_pictures.py
)
WIDTH, HEIGHT = 1200, 630
TIMEOUT: Final = 2.0  # seconds; after that the page comes without a preview


class LinkPreviews:
    """Makes the tags of pages."""

    def __init__(self, server: MatchServer, rate: Buckets, folder: Path) -> None:
        self._server = server
        self._rate = rate
        self._folder = folder

    async def tags(self, request: Request, address: str) -> str:
        """The tags of a page; empty if it shows no match or too many are asked for."""
        kind, _, code = request.url.path.strip("/").partition("/")
        match = read_code(code)
        if match is None or kind not in ("match", "replay", "review") or not self._rate.take(address):
            return ""
        try:
            table, _ = await asyncio.wait_for(self._server.table(match), TIMEOUT)
        except (Refusal, TimeoutError):
            return ""
        german = request.headers.get("accept-language", "").lower().startswith("de")
        title, words = replay_words(table) if kind != "match" and table.over else match_words(table)
        origin = origin_of(request)
        picture = self._picture(table.game.plain_id)
        facts = {
            "og:site_name": "Slugfest",
            "og:type": "website",
            "og:title": title.de if german else title.en,
            "og:description": words.de if german else words.en,
            "og:url": f"{origin}/{kind}/{match}",
            "og:locale": "de_DE" if german else "en_GB",
            "og:image": f"{origin}/{PICTURES}/{picture}",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": table.game.name.de if german else table.game.name.en,
        }
        tags = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in facts.items()]
        return "".join([*tags, '<meta name="twitter:card" content="summary_large_image" />'])

    def _picture(self, game: str) -> str:
        """A game's picture; a plugin's game has none of its own."""
        name = f"{game}.png"
        return name if (self._folder / PICTURES / name).is_file() else "slugfest.png"


def origin_of(request: HTTPConnection) -> str:
    """Scheme and host by which this server was reached."""
    return f"{request.url.scheme}://{request.headers.get('host', request.url.netloc)}"


def named(names: list[str]) -> Text:
    return Text(all_of(names, "en"), all_of(names, "de"))


def match_words(table: Table) -> tuple[Text, Text]:
    """An invitation while seats are free, else who plays."""
    game, players = table.game.name, named([seat.name for seat in table.seats if seat.name])
    free = sum(seat.kind == "open" for seat in table.seats)
    host = next((seat.name for seat in table.seats if seat.guest and seat.guest == table.host), "")
    if table.status == "lobby" and free:
        title = (
            Text(f"{host} invites you to {game.en}", f"{host} lädt dich zu {game.de} ein")
            if host
            else Text(f"You are invited to {game.en}", f"Du bist zu {game.de} eingeladen")
        )
        seats = Text(
            f"{free} {'seat is' if free == 1 else 'seats are'} free. Tap to sit down, no account needed.",
            f"{free} {'Platz ist' if free == 1 else 'Plätze sind'} frei. Tippen und mitspielen, ohne Konto.",
        )
        return title, seats
    if table.over:
        return replay_words(table)
    if table.sealed:
        return game, Text(f"{players.en}.", f"{players.de}.")
    watch = Text(f"{players.en}. Come and watch.", f"{players.de}. Schau zu.")
    return game, watch


def replay_words(table: Table) -> tuple[Text, Text]:
    """The game and who won."""
    game = table.game.name
    title = Text(f"Replay: {game.en}", f"Wiederholung: {game.de}")
    players = named([seat.name for seat in table.seats])
    outcome = None if table.history is None else table.history.state.outcome()
    winners = [] if outcome is None else outcome.winners()
    if not winners or len(winners) == len(table.seats) > len(table.teams[0]):
        return title, Text(
            f"{players.en}: watch it move by move.", f"{players.de}: Schau Zug für Zug, wie es lief."
        )
    names = named([table.seats[seat].name for seat in winners])
    one = len(winners) == 1
    return title, Text(
        f"{names.en} {'wins' if one else 'win'}. {players.en}: watch how, move by move.",
        f"{names.de} {'gewinnt' if one else 'gewinnen'}. {players.de}: Schau Zug für Zug, wie es lief.",
    )
