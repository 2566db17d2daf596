"""The entries of a match's log: one declared type a kind.

An entry is plain data, ready for JSON. The log is the match, so old entries stay readable: a field that some release
did not write is ``NotRequired``, and undeclared fields are ignored. :func:`slugfest.table.log.read_entry` checks what
comes from a store or a file.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from .messages import Advert, Pace, SeatKind


class CommonFields(TypedDict):
    """What an entry of any kind may have."""

    by: NotRequired[str]  # the guest whose request it grants
    request: NotRequired[str]  # the id of that request
    starts: NotRequired[bool]  # the match begins with this entry


_From = TypedDict("_From", {"from": int})  # the seat of whoever asks; -1: the host, without a seat

# ---- the lobby -----------------------------------------------------------------------------------------------------


class SeatEntry(TypedDict):
    """A seat when the lobby opens."""

    kind: SeatKind
    name: str
    guest: str
    level: str
    signature: NotRequired[str]


class DuplicateEntry(TypedDict):
    """A match is one table of a round in which all tables are dealt alike."""

    round: str  # the code of the event, a space, and the number of the round
    table: int  # counted from 0


class BranchEntry(TypedDict):
    """The beginning of a finished match from which a match for practice goes on.

    Its chance is that of the finished match: the same dice fall as long as the same moves are made.
    """

    match: str  # the finished match
    sitting: list[str]  # what its chance is bound to, by seat
    seats: list[int]  # who made each of the moves
    moves: list[str]
    duplicate: NotRequired[DuplicateEntry]  # of the finished match, if it was one of a duplicate round,
    tables: NotRequired[list[list[str]]]  # and what the chance of all its tables is bound to


class CreatedEntry(CommonFields):
    """A match is opened. Always the first entry."""

    kind: Literal["created"]
    format: int
    match: str
    game: str
    rules: int
    host: str
    secret: str
    seats: list[SeatEntry]
    options: dict[str, Any]
    chance: NotRequired[int]
    pace: NotRequired[Pace]
    start: NotRequired[bool]  # begin when every seat is taken and all nonces are there
    variant: NotRequired[dict[str, Any]]  # of the game, whole: the match opens wherever its log is
    branch: NotRequired[BranchEntry]  # it goes on from a finished match, for practice
    duplicate: NotRequired[DuplicateEntry]


class SeatedEntry(CommonFields):
    """A guest takes a seat or returns to it."""

    kind: Literal["seated"]
    seat: int
    guest: str
    name: str
    nonce: NotRequired[str]
    again: NotRequired[bool]  # in place of a bot that gives way: the match is dealt again


class NonceEntry(CommonFields):
    """A guest adds to the match's randomness."""

    kind: Literal["nonce"]
    guest: str
    nonce: str


class OpenedEntry(CommonFields):
    """The host opens a seat."""

    kind: Literal["opened"]
    seat: int


class BotEntry(CommonFields):
    """The host gives a seat to a bot."""

    kind: Literal["bot"]
    seat: int
    level: str
    name: str
    signature: NotRequired[str]


class OptionsEntry(CommonFields):
    """The host sets the number of seats and the options."""

    kind: Literal["options"]
    seats: int
    options: dict[str, Any]


class PaceEntry(CommonFields):
    """The host sets the pace."""

    kind: Literal["pace"]
    pace: Pace


class AdvertisedEntry(CommonFields):
    """The host offers the free seats to anybody, or without an advert no longer."""

    kind: Literal["advertised"]
    advert: NotRequired[Advert]


class RemovedEntry(CommonFields):
    """The host sends guests away, who have a seat or watch."""

    kind: Literal["removed"]
    guests: list[str]


class ReadmittedEntry(CommonFields):
    """The host lets guests in again."""

    kind: Literal["readmitted"]
    guests: list[str]


class StartedEntry(CommonFields):
    """The match begins."""

    kind: Literal["started"]
    tables: NotRequired[list[list[str]]]  # of a duplicate round: who sits at each, with their nonces


# ---- playing -------------------------------------------------------------------------------------------------------


class MovesEntry(CommonFields):
    """A seat makes moves."""

    kind: Literal["moves"]
    seat: int
    moves: list[str]
    why: NotRequired[str]  # "time": the table moved for a person whose time ran out
    lag: NotRequired[int]  # network delay given back to the seat, ms
    instead: NotRequired[str]  # the built-in bot that decided because the seat's own bot failed


class UndoEntry(CommonFields):
    """A seat takes back its last move."""

    kind: Literal["undo"]
    seat: int
    lag: NotRequired[int]


class BackAskedEntry(CommonFields):
    """A person asks to take back their last decision."""

    kind: Literal["back_asked"]
    seat: int
    moves: int  # of this seat, before that decision


class BackAgreedEntry(CommonFields):
    """A person agrees to that."""

    kind: Literal["back_agreed"]
    seat: int


class BackOverEntry(CommonFields):
    """The request is withdrawn or declined."""

    kind: Literal["back_over"]
    seat: int


class TakenBackEntry(CommonFields):
    """A decision is taken back."""

    kind: Literal["taken_back"]
    seat: int
    moves: int
    practice: NotRequired[bool]
    by_consent_of: NotRequired[int]


# ---- leaving and ending --------------------------------------------------------------------------------------------


class StoodEntry(CommonFields):
    """A person leaves; in a running match a bot stands in."""

    kind: Literal["stood"]
    seat: int
    why: str  # "left", "idle" ("absent" in old logs) or "time"
    level: NotRequired[str]


class GaveUpEntry(CommonFields):
    """A person gives up for good."""

    kind: Literal["gave_up"]
    seat: int
    why: Literal["resigned", "time"]


class AbandonEntry(CommonFields):
    """A vote to end the match without a result."""

    kind: Literal["abandon"]
    seat: int
    ends: bool  # it was the last vote needed


class PlayOnEntry(CommonFields):
    """All votes to end the match are withdrawn."""

    kind: Literal["play_on"]
    seat: int


class DrawEntry(CommonFields):
    """A draw is offered or accepted."""

    kind: Literal["draw"]
    seat: int
    ends: bool  # everybody agrees


class NoDrawEntry(CommonFields):
    """All offers of a draw are withdrawn."""

    kind: Literal["no_draw"]
    seat: int


class RevealedEntry(CommonFields):
    """A duplicate round is over: nothing of its deal is secret any more. A match that still runs has no result."""

    kind: Literal["revealed"]


class ForgottenEntry(CommonFields):
    """A guest's data is deleted."""

    kind: Literal["forgotten"]
    guest: str
    name: str  # what the seat is called from now on


class MergedEntry(CommonFields):
    """A guest's part in the match belongs to another guest from here on."""

    kind: Literal["merged"]
    guest: str
    into: str
    counted: NotRequired[bool]  # the match was over, and ratings count its result for ``into``


class RematchEntry(CommonFields):
    """The match that follows this one is opened."""

    kind: Literal["rematch"]
    match: str


# ---- keeping others waiting ----------------------------------------------------------------------------------------


class NudgedEntry(CommonFields, _From):
    """A person is reminded."""

    kind: Literal["nudged"]
    seat: int


class HandEntry(CommonFields, _From):
    """A vote to give a seat to a bot."""

    kind: Literal["hand"]
    seat: int
    counts: bool  # the countdown begins


class UnhandEntry(CommonFields, _From):
    """Such a vote is withdrawn."""

    kind: Literal["unhand"]
    seat: int
    stops: bool  # the countdown ends


class HereEntry(CommonFields):
    """A person keeps their seat."""

    kind: Literal["here"]
    seat: int


# ---- hints ---------------------------------------------------------------------------------------------------------


class HintsEntry(CommonFields):
    """A guest agrees to hints, or no longer does."""

    kind: Literal["hints"]
    guest: str
    agree: bool


class HintedEntry(CommonFields):
    """A guest takes a hint."""

    kind: Literal["hinted"]
    seat: int
    guest: str
    decision: int


class LessonEntry(CommonFields):
    """A lesson has set up another position. It is never stored."""

    kind: Literal["lesson"]


TakeBackEntry = BackAskedEntry | BackAgreedEntry | BackOverEntry | TakenBackEntry
StoredEntry = (
    CreatedEntry
    | SeatedEntry
    | NonceEntry
    | OpenedEntry
    | BotEntry
    | OptionsEntry
    | PaceEntry
    | AdvertisedEntry
    | RemovedEntry
    | ReadmittedEntry
    | StartedEntry
    | MovesEntry
    | UndoEntry
    | TakeBackEntry
    | StoodEntry
    | GaveUpEntry
    | AbandonEntry
    | PlayOnEntry
    | DrawEntry
    | NoDrawEntry
    | RevealedEntry
    | ForgottenEntry
    | MergedEntry
    | RematchEntry
    | NudgedEntry
    | HandEntry
    | UnhandEntry
    | HereEntry
    | HintsEntry
    | HintedEntry
)
Entry = StoredEntry | LessonEntry
