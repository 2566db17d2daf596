"""From the table's plain data to the wire's messages, with what only the server knows: who is connected."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from slugfest.kernel import Facts, Game, History, Options, Preview
from slugfest.table import Table, last_change, match_info, replay_frames, snapshot, update

from . import wire
from .bot_workers import BotIdea

_encode = msgspec.json.Encoder().encode


def encoded(message: wire.ServerMessage) -> str:
    """A message as it travels."""
    return _encode(message).decode()


def match_told(table: Table, guest: str, present: Collection[str]) -> wire.MatchInfo:
    return msgspec.convert(with_presence(table, match_info(table, guest), present), wire.MatchInfo)


def snapshot_told(table: Table, guest: str, present: Collection[str]) -> wire.Snapshot:
    facts = snapshot(table, guest)
    with_presence(table, facts["match"], present)
    return msgspec.convert(facts | {"type": "snapshot"}, wire.Snapshot)


def news_told(table: Table, guest: str, present: Collection[str]) -> wire.Snapshot | wire.Update | None:
    """What the newest entry changed for one guest; None if nothing."""
    facts = last_change(table, guest)
    if facts is None:
        return None
    with_presence(table, facts["match"], present)
    if "log" in facts:
        return msgspec.convert(facts | {"type": "snapshot"}, wire.Snapshot)
    return msgspec.convert(facts | {"type": "update"}, wire.Update)


def presence_told(table: Table, guest: str, present: Collection[str]) -> wire.Update:
    """Somebody came or went: the same version again, with nothing but that changed."""
    facts = update(table, guest, steps=[])
    with_presence(table, facts["match"], present)
    return msgspec.convert(facts | {"type": "update"}, wire.Update)


def with_presence(table: Table, match: Facts, present: Collection[str]) -> Facts:
    for seat, shown in zip(table.seats, match["seats"]):
        shown["connected"] = seat.guest in present
    match["spectators"] = sum(table.seat_of(guest) < 0 for guest in present)
    return match


def advice_told(request: str, game: Game, considered: list[BotIdea]) -> wire.Advice:
    ideas = [
        wire.Idea(
            game.format(idea.move),
            msgspec.convert(game.label(idea.move).as_json(), wire.Words),
            idea.visits,
            idea.value,
        )
        for idea in considered
    ]
    return wire.Advice(request, ideas)


def preview_told(request: str, foretold: Preview) -> wire.Foretold:
    return msgspec.convert(foretold.as_json() | {"type": "foretold", "id": request}, wire.Foretold)


def replay_told(match: wire.MatchInfo, history: History, seat: int) -> wire.Replay:
    return wire.Replay(match, msgspec.convert(replay_frames(history, seat), list[wire.ReplayFrame]))


def seating_told(game: Game, seats: int, options: Options) -> wire.Seating:
    """How a game would be played by so many with these options, which have been settled."""
    facts: Facts = {
        "options": options,
        "teams": game.teams(seats, options),
        "phrases": [
            {"phrase": phrase.key, "text": phrase.text.as_json(), "names_opponent": phrase.names_opponent}
            for phrase in game.phrases(seats, options)
        ],
    }
    return msgspec.convert(facts, wire.Seating)


def game_told(game: Game, whole: bool) -> wire.GameInfo:
    """A game for the list of games, or whole, with its rules and its components."""
    facts: Facts = {
        "id": game.id,
        "name": game.name.as_json(),
        "tagline": game.tagline.as_json(),
        "min_seats": game.min_seats,
        "max_seats": game.max_seats,
        "seat_counts": game.seat_counts(),
        "options": [option.as_json() for option in game.options],
    }
    if whole:
        facts["rules"] = [
            {
                "number": rule.number,
                "text": rule.text.as_json(),
                "section": None if rule.section is None else rule.section.as_json(),
            }
            for rule in game.rules.values()
        ]
        facts["catalogue"] = game.catalogue()
    return msgspec.convert(facts, wire.GameInfo)
