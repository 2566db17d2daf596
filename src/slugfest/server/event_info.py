"""Events as pages and lists show them."""

from __future__ import annotations

from typing import NamedTuple, cast

from slugfest.events import WHOLE, Event, EventTable, Round, judge, standings
from slugfest.events.judge import next_round_at
from slugfest.events.rounds import planned_rounds
from slugfest.events.standings import names_of
from slugfest.kernel import Game, Refusal
from slugfest.table.events import (
    EventAct,
    EventClub,
    EventEnding,
    EventInfo,
    EventPlayer,
    EventRound,
    EventRow,
    EventStatus,
    EventTableInfo,
    ListedEvent,
)

from .event_logs import DIRECTOR, People


class Shared(NamedTuple):
    """What everybody sees of an event alike, and is worth keeping: it takes long to count in a large one."""

    version: int
    planned: int
    rows: list[EventRow]
    rounds: list[EventRound]
    acts: list[EventAct]


class ClubPart(NamedTuple):
    """What somebody sees of an event's club."""

    seen: EventClub | None
    members_only: bool


def shared_part(event: Event) -> Shared:
    """The part that depends on the log alone."""
    breaks = names_of(event.settings["format"])
    rows = [
        EventRow(
            player=row.player,
            place=row.place,
            points=row.points,
            played=row.played,
            values=[row.values[name] for name in breaks],
        )
        for row in standings(event)
    ]
    return Shared(event.version, planned_rounds(event), rows, rounds_of(event), acts_of(event))


def event_info(
    event: Event,
    shared: Shared,
    people: People,
    guest: str,
    now: int,
    game: Game | None,
    club: ClubPart,
    since: int = 0,
) -> EventInfo:
    """An event as a guest sees it. Everybody sees the same, but for what is theirs.

    Of the rounds only those that changed after version ``since``.
    """
    settings, mine = event.settings, people.number(guest) or 0
    mode = None if game is None else game.display.mode(game, settings["seats"], settings["options"])
    return EventInfo(
        id=event.code,
        version=event.version,
        name=settings["name"],
        game=settings["game"],
        mode=None if mode is None else mode.as_json(),
        format=settings["format"],
        seats=settings["seats"],
        fewest=settings["fewest"],
        pace=settings["pace"],
        starts=settings["starts"],
        gap=settings["gap"],
        days=settings["days"],
        wait=settings["wait"],
        may_join=may_join(event, mine or None, not club.members_only or club.seen is not None),
        club=club.seen,
        members_only=club.members_only,
        status=cast(EventStatus, event.status),
        paused=event.paused,
        ended=cast(EventEnding, event.ended),
        now=now,
        next_at=next_round_at(event),
        planned=shared.planned,
        directing=people.directs(guest),
        director=people.name(DIRECTOR),
        you=mine,
        your_match=your_match(event, mine),
        players=[
            EventPlayer(
                number=one.number,
                name=people.name(one.number),
                you=one.number == mine,
                takes_part=one.takes_part,
            )
            for one in event.players
        ],
        tie_breaks=names_of(settings["format"]),
        rows=shared.rows,
        rounds=[shared.rounds[one.number - 1] for one in event.rounds if one.changed > since],
        acts=shared.acts,
    )


def may_join(event: Event, number: int | None, member: bool) -> bool:
    """Whether somebody can sign up now, or come back."""
    try:
        judge.join(event, number, event.at, member)
    except Refusal:
        return False
    return True


def rounds_of(event: Event) -> list[EventRound]:
    return [
        EventRound(
            number=one.number,
            opened=one.opened,
            at=one.at,
            ends=one.ends,
            byes=one.byes,
            tables=[
                EventTableInfo(
                    match=table.match if one.opened else "",
                    players=table.players,
                    done=table.ranks is not None,
                    ranks=None if event.sealed(one) else table.ranks,
                    scores=None if event.sealed(one) else table.scores or None,
                    points=points_of(event, one, table),
                    winners=[] if event.sealed(one) else table.winners(),
                    absent=[] if event.sealed(one) else table.absent,
                    reason=table.reason,
                )
                for table in one.tables
            ],
        )
        for one in event.rounds
    ]


def points_of(event: Event, drawn: Round, table: EventTable) -> list[float] | None:
    """By seat, what a table has brought; None while that is not known."""
    if table.ranks is None or event.sealed(drawn):
        return None
    return [round(float(event.units_at(drawn, table, player)) / WHOLE, 2) for player in table.players]


def acts_of(event: Event) -> list[EventAct]:
    """What the director did, in order."""
    found: list[EventAct] = []
    for one in event.log:
        act = EventAct(at=one["at"], kind="resumed", reason="", player=0, round=0, table=0)
        match one["kind"]:
            case "withdrawn" if one["why"] == "director":
                act |= {"kind": "withdrawn", "reason": one["reason"], "player": one["player"]}
            case "corrected":
                act |= {"kind": "corrected", "reason": one["reason"]}
                act |= {"round": one["round"], "table": one["table"] + 1}
            case "paused":
                act |= {"kind": "paused", "reason": one["reason"]}
            case "resumed":
                pass
            case "ended" if one["why"] == "director":
                act |= {"kind": "ended", "reason": one["reason"]}
            case _:
                continue
        found.append(act)
    return found


def your_match(event: Event, number: int) -> str:
    """The newest match in which a player is still expected; empty if there is none."""
    for drawn in reversed(event.rounds):
        table = drawn.table_of(number) if number and drawn.opened else None
        if table is not None and table.ranks is None and not event.ended:
            return table.match
    return ""


def listed_event(event: Event, people: People, guest: str) -> ListedEvent:
    """An event in a guest's list."""
    return ListedEvent(
        id=event.code,
        name=event.settings["name"],
        game=event.settings["game"],
        format=event.settings["format"],
        status=cast(EventStatus, event.status),
        starts=event.settings["starts"],
        players=len(event.active()),
        directing=people.directs(guest),
        your_match=your_match(event, people.number(guest) or 0),
    )
