"""Messages about people who have claimed a name: their claim, how they sign in, their public profile."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from slugfest.kernel import Words

from .messages import BotName, MyResult, SeatKind


class PasskeyInfo(TypedDict):
    """One of my passkeys."""

    id: str
    host: str  # the name of this server for which it was made; it works under no other
    since: int  # when it was added
    synced: bool  # it is on several devices


class Claim(TypedDict):
    """GET /api/me/claim: what I have claimed here."""

    name: str  # empty: nothing
    code: bool  # there is a recovery code
    passkeys: list[PasskeyInfo]
    host: str  # the name of this server for which passkeys are made; empty: it has none, only an address
    shown: bool  # others may see my profile
    times: bool  # with the time of day of my matches
    face: int


class Claimed(TypedDict):
    """A claim after a change, and the new recovery code if there is one: it is shown this once."""

    claim: Claim
    code: str


class PasskeyOptions(TypedDict):
    """What a browser needs to make or use a passkey, as WebAuthn declares it, with bytes in base64url."""

    options: dict[str, Any]


class Brought(TypedDict):
    """What came along from the guest that a device was before."""

    matches: int
    apart: int  # matches that stay with that guest: both have a seat there, or they cannot be opened
    more: bool  # it is still under way


class SignedIn(TypedDict):
    """POST /api/sign-in: who this device is now."""

    name: str
    code: str  # the new recovery code, if the old one was used
    brought: Brought | None  # None: nothing was to come along, or it belongs to another name


class SeatPlayer(TypedDict):
    """Who sits at a seat under a name that they have claimed."""

    name: str
    shown: bool  # others may see their profile
    face: int


class SeatPlayers(TypedDict):
    """GET /api/matches/{match}/players: by seat, those who sit there under their claimed name."""

    seats: list[SeatPlayer | None]


class HeadToHead(TypedDict):
    """How often somebody has won against an opponent, in matches that count."""

    name: str  # of an opponent whose profile others may see
    face: int
    won: int
    drawn: int
    lost: int


class PlayedSeat(TypedDict):
    """A seat in a match on a public profile."""

    kind: SeatKind
    name: str  # empty: a person whose profile others may not see
    level: BotName | None
    shown: bool  # they have a profile that others may see
    owner: bool  # whose profile this is


class PlayedMatch(TypedDict):
    """A finished match on a public profile."""

    id: str | None  # for its replay; None: not everybody in it agreed to be seen
    game: str
    mode: Words | None
    seats: list[PlayedSeat]
    mine: MyResult
    text: Words | None
    day: int  # days since 1970, in UTC
    at: int | None  # the time, if the owner agreed; milliseconds since 1970


class PublicTally(TypedDict):
    """Results in one game against people, or against bots."""

    game: str
    people: bool
    won: int
    drawn: int
    lost: int


class PublicProfile(TypedDict):
    """GET /api/player: the profile of somebody who agreed to be seen."""

    name: str
    face: int
    you: bool
    shown: bool  # false: only its owner sees it
    finished: int
    ratings: list[PoolRating]
    tallies: list[PublicTally]
    opponents: list[HeadToHead]  # whom they met most, first
    others: HeadToHead | None  # all other people together
    matches: list[PlayedMatch]  # the last ones


# ---- ratings ---------------------------------------------------------------------------------------------------------

PoolKind = Literal["duel", "table", "team", "box"]
NoGain = Literal["", "hint", "taken_back", "stand_in", "left"]
Unrated = Literal["", "practice", "changed", "agreed", "no_people", "unmeasured"]


class PoolRating(TypedDict):
    """Somebody's rating in a game and a way of playing it."""

    game: str
    kind: PoolKind
    points: int
    spread: int  # points to either side of a range of 95 %
    provisional: bool
    matches: int  # that counted


class MyRatings(TypedDict):
    """GET /api/me/ratings: all my ratings."""

    ratings: list[PoolRating]


class SeatRating(TypedDict):
    """The rating of a person or of a bot at a table."""

    points: int
    spread: int
    provisional: bool
    matches: int  # that counted
    anchor: bool  # a bot's, which never moves
    change: int | None  # points by which this match changed it; None: it did not count, or is not over
    no_gain: NoGain  # what keeps this person from gaining by the match


class MatchRatings(TypedDict):
    """GET /api/matches/{match}/ratings: everybody's rating, and what the match changed if it is over."""

    kind: PoolKind
    unrated: Unrated  # why the match does not count
    seats: list[SeatRating | None]  # None: an empty seat, or a bot that was never measured
