"""The profile that others may see, if its owner agreed: counted from finished matches alone.

Other people are named on it only if they agreed too; the rest are counted together. A match is linked to its replay if
everybody who played in it agreed: whoever has the link sees all of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from slugfest.store import Document
from slugfest.table.messages import MyResult
from slugfest.table.people import (
    HeadToHead,
    PlayedMatch,
    PlayedSeat,
    PoolRating,
    PublicProfile,
    PublicTally,
)
from slugfest.table.profiles import against
from slugfest.table.summaries import Summary, result_of, seat_in

MOST_MATCHES: Final = 20
MOST_OPPONENTS: Final = 50
DAY: Final = 24 * 3600 * 1000  # ms

Listed = tuple[str, Summary, int]  # code, summary, when it ended


def opponents_in(summary: Summary, seat: int) -> list[str]:
    """The people whom a seat played against."""
    return [
        summary["seats"][other]["guest"]
        for team in summary["teams"]
        if seat not in team
        for other in team
        if summary["seats"][other]["kind"] == "person" and summary["seats"][other]["guest"]
    ]


def counts(summary: Summary, seat: int) -> bool:
    """Whether a match counts for a seat: the person decided it alone and to its end, as for their own profile."""
    mine = summary["seats"][seat]
    result = result_of(summary, seat)
    return bool(result) and not (summary["practice"] or mine["away"] or mine["hints"])


def met(guest: str, matches: Sequence[Listed]) -> list[str]:
    """Everybody whom a guest has met in finished matches, those met most first."""
    found: Counter[str] = Counter()
    for _, summary, _ in matches:
        for one in summary["seats"]:
            if one["kind"] == "person" and one["guest"] not in ("", guest):
                found[one["guest"]] += 1
    return [one for one, _ in found.most_common()]


def public_profile(
    claim: Document,
    matches: Sequence[Listed],
    shown: Mapping[str, Document],
    asked_by: str,
    ratings: list[PoolRating],
) -> PublicProfile:
    """The public profile of whoever has this claim. ``shown``: the claims of people met who agreed to be seen."""
    guest = claim.owner
    played = [one for one in matches if seat_in(one[1], guest) >= 0]
    tallies: dict[tuple[str, bool], PublicTally] = {}
    opponents: dict[str, HeadToHead] = {}
    others = HeadToHead(name="", face=0, won=0, drawn=0, lost=0)
    for _, summary, _ in played:
        seat = seat_in(summary, guest)
        if not counts(summary, seat):
            continue
        result, people = result_of(summary, seat), against(summary, seat)[0] == "people"
        key = (summary["game"], people)
        _add(tallies.setdefault(key, PublicTally(game=key[0], people=people, won=0, drawn=0, lost=0)), result)
        unknown = False
        for opponent in opponents_in(summary, seat):
            if opponent not in shown:
                unknown = True
                continue
            theirs = shown[opponent].data
            _add(
                opponents.setdefault(
                    opponent,
                    HeadToHead(name=theirs["name"], face=theirs["face"], won=0, drawn=0, lost=0),
                ),
                result,
            )
        if unknown:
            _add(others, result)
    return PublicProfile(
        name=claim.data["name"],
        face=claim.data["face"],
        you=guest == asked_by,
        shown=claim.data["shown"],
        finished=len(played),
        ratings=ratings,
        tallies=sorted(tallies.values(), key=lambda one: (one["game"], not one["people"])),
        opponents=sorted(opponents.values(), key=lambda one: (-_met(one), one["name"]))[:MOST_OPPONENTS],
        others=others if _met(others) else None,
        matches=[_played(one, claim, shown) for one in played[:MOST_MATCHES]],
    )


def _add(tally: HeadToHead | PublicTally, result: MyResult) -> None:
    match result:
        case "won":
            tally["won"] += 1
        case "lost":
            tally["lost"] += 1
        case _:
            tally["drawn"] += 1


def _met(one: HeadToHead) -> int:
    return one["won"] + one["drawn"] + one["lost"]


def _played(listed: Listed, claim: Document, shown: Mapping[str, Document]) -> PlayedMatch:
    match, summary, since = listed
    seat = seat_in(summary, claim.owner)
    result = summary["result"]
    seats: list[PlayedSeat] = []
    for index, one in enumerate(summary["seats"]):
        owner, person = index == seat, one["kind"] == "person"
        other = shown.get(one["guest"])
        name = claim.data["name"] if owner else other.data["name"] if other else "" if person else one["name"]
        seats.append(
            PlayedSeat(
                kind=one["kind"], name=name, level=one["level"], shown=owner or other is not None, owner=owner
            )
        )
    agreed = all(one["shown"] or one["kind"] != "person" for one in seats)
    return PlayedMatch(
        id=match if agreed else None,
        game=summary["game"],
        mode=summary["mode"],
        seats=seats,
        mine=result_of(summary, seat),
        text=result["text"] if result and agreed else None,
        day=since // DAY,
        at=since if claim.data["times"] else None,
    )
