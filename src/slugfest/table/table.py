"""The table: a match from its lobby to its end.

The log is the match. Every change is one entry, plain data ready for JSON, and the same code applies new entries and
those of an old log, so ``Table.from_log(table.log)`` is the same table. The version is the number of entries; a
client's version counts only the entries that its seat could notice.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from typing import Any, Final

from mypy_extensions import mypyc_attr

from slugfest.kernel import (
    DUPLICATE,
    IMAGINED,
    LIVE,
    SPECTATOR,
    Chance,
    DuplicateChance,
    Game,
    History,
    LiveChance,
    Options,
    Outcome,
    Preview,
    Refusal,
    SlugfestError,
    Variant,
    VariantNeeded,
    add_variant,
    commitment,
    preview,
    record_of,
    seeded,
    variant_from,
)
from slugfest.kernel import game as installed_game

from . import assistance, changes, deadlines, judge, merging, taking_back
from .changes import GONE
from .clock import NO_CLOCK, Change, Time, settled
from .commands import Command, Resign, Stand
from .entries import (
    CreatedEntry,
    DuplicateEntry,
    Entry,
    ForgottenEntry,
    HintedEntry,
    MergedEntry,
    MovesEntry,
    RevealedEntry,
    StartedEntry,
)
from .log import BRANCHED, FORMATS, LogError, NewerLog, opening, read_entry
from .messages import Advert, BotName, Ending, Status, WayBack
from .questions import Question, SeatDecision
from .refusals import as_refusal, refuse
from .seats import EVENT_HOST, Seat, free_name, is_built_in, seat_from, strongest
from .services import NO_SERVICES, Services

LONGEST_ID: Final = 64
MOST_ENTRIES: Final = 20_000  # of one person; no honest match comes near
REMEMBERED_REFUSALS: Final = 500
FORGOTTEN: Final = "Incognito"  # the name of a person whose data was deleted, the same in both languages


@dataclass(init=False)
class Answer:
    """The answer to a request: the version at which it was granted, or the refusal."""

    version: int
    refusal: Refusal | None
    entry: Entry | None  # the new entry of the log; None if refused or granted before
    not_before: int | None  # the entry is valid only if it is written later than this,
    not_after: int | None  # and not later than this
    remembered: bool = field(compare=False)  # it was answered before

    def __init__(
        self,
        version: int,
        refusal: Refusal | None = None,
        entry: Entry | None = None,
        not_before: int | None = None,
        not_after: int | None = None,
        remembered: bool = False,
    ) -> None:
        self.version = version
        self.refusal = refusal
        self.entry = entry
        self.not_before = not_before
        self.not_after = not_after
        self.remembered = remembered


@mypyc_attr(allow_interpreted_subclasses=True)  # a lesson's table is one
class Table:
    """One match from its lobby to its end: options, seats, moves.

    Everything follows from the log. ``handle`` answers people's requests; the other public methods are for the server,
    which also knows who is connected, what is stored and when it was written. A table has no clock of its own.
    """

    def __init__(self, created: CreatedEntry, game: Game) -> None:
        self.id: str = created["match"]
        self.game = game
        self.host: str = created["host"]
        self.seats: list[Seat] = [seat_from(seat) for seat in created["seats"]]
        self.options: Options = dict(created["options"])
        self.rules: int = created["rules"]  # the version of the game's rules
        self.rematch = ""  # the id of the match that follows this one
        self.history: History | None = None  # None in the lobby
        self.log: list[Entry] = [created]
        self.chance: int = created.get("chance", IMAGINED)  # where its randomness comes from
        self.starts_itself: bool = created.get("start", False)  # when all people and their nonces are there
        self.nonces: dict[str, str] = {}  # by guest: their part of the randomness
        self.advert: Advert | None = None  # what the host offers to anybody, while somebody can accept it
        self.removed: set[str] = set()  # the guests whom the host has sent away
        self.abandoning: set[int] = set()  # the seats that voted to end the match without a result
        self.abandoned = False
        self.asked_back: taking_back.AskedBack | None = None  # an open request to take a decision back
        self.duplicate = created.get("duplicate")  # the round of which it is one table
        self.dealt_to: list[list[str]] = []  # who sits at each table of that round
        self.revealed = False  # that round is over
        self.branch = created.get("branch")  # the finished match from which it goes on
        self.practice = self.branch is not None  # or a person alone with bots has taken a decision back
        self.drawing: set[int] = set()  # the seats whose people offer a draw
        self.verdict: Outcome | None = None  # the outcome, if people ended the match
        self.ended: Ending = ""  # how people ended it
        self.time = Time(settled(created.get("pace", NO_CLOCK)))
        self.time_before = (self.time, Change())  # before the newest entry, and what that changed
        self.hints_agreed: set[str] = set()  # the guests who agree to hints between people
        self.hints_taken: dict[str, tuple[int, int]] = {}  # by guest: how many, and the decision of the last
        self.replaced: set[str] = set()  # the guests for whom a bot has made a move
        self.offers: Counter[tuple[str, str]] = Counter()  # by guest and kind, since the game moved on
        self.offered: Counter[str] = Counter()  # by guest: in the whole match
        self._secret: str = created["secret"]
        self.commitment = commitment(self._secret)
        self.plies: dict[int, tuple[int, int]] = {}  # by seat: moves counted, and noticed
        self.unnoticed: set[int] = set()  # seats, or SPECTATOR, that cannot notice the newest entry
        self._left_out = 0  # entries that a snapshot replaces: between the first of the log here and the next
        self.missed: Counter[int] = Counter()  # by seat, or SPECTATOR: how many entries it could not notice
        self.entered: Counter[str] = Counter()  # by guest: how many entries
        self.granted: dict[tuple[str, str], int] = {}  # guest and request: the version
        # What the store has for lists: the version, the guests, the summary.
        self.listed: tuple[int, tuple[str, ...], Mapping[str, Any]] | None = None
        self._refused: OrderedDict[tuple[str, str], Refusal] = OrderedDict()

    @staticmethod
    def from_log(
        entries: Iterable[Mapping[str, object]],
        find_game: Callable[[str], Game] = installed_game,
        times: Iterable[int] = (),
        load_variant: Callable[[Variant], Game] = add_variant,
    ) -> Table:
        """The table of a log; raises :class:`LogError` at the first entry that is not possible.

        ``times`` say when each entry was written; without them no time passes. A variant that nobody
        finds is loaded from the log.
        """
        remaining, moments = iter(entries), chain(times, repeat(0))
        created = next(remaining, None)
        if not isinstance(created, dict) or created.get("kind") != "created":
            raise LogError("a log begins with the creation of its match; this one does not")
        if created.get("format") not in FORMATS:
            raise NewerLog("this match was written by a newer Slugfest; update Slugfest to open it")
        table = opened(created, find_game, load_variant)
        table.written(next(moments))
        for entry in remaining:
            table.follow(entry, next(moments))
        return table

    def follow(self, entry: Mapping[str, object], at: int = 0) -> None:
        """Apply an entry that was written to the log at ``at``; raises :class:`LogError` if it is not possible."""
        checked = read_entry(entry, self.version + 1, self.id)
        try:
            changes.apply(self, checked, at)
        except Exception as error:
            raise LogError(f"entry {self.version + 1} of match {self.id} does not fit: {error}") from error

    # ---- queries ---------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """The number of entries. It must not reach clients: it reveals how often a person moved in secret."""
        return self._left_out + len(self.log)

    def version_for(self, seat: int) -> int:
        """The number of entries that a seat (or SPECTATOR) could notice."""
        return self.version - self.missed.get(seat, 0)

    @property
    def status(self) -> Status:
        if self.history is None:
            return "lobby"
        if self.abandoned:
            return "abandoned"
        return "playing" if self.outcome() is None else "finished"

    def outcome(self) -> Outcome | None:
        """How the match ended, by the rules or by people; None while it runs or without a result."""
        if self.history is None:
            return None
        return self.verdict or self.history.state.outcome()

    @property
    def has_ended(self) -> bool:
        """Whether the match is finished or abandoned, so that nobody plays on."""
        return self.status in ("finished", "abandoned")

    @property
    def sealed(self) -> bool:
        """Whether other tables may still play the same deal, so that nobody else may learn of it."""
        return self.duplicate is not None and not self.revealed

    @property
    def seats_fixed(self) -> bool:
        """Whether an event has decided who sits where."""
        return self.sealed if self.duplicate is not None else self.host.startswith(EVENT_HOST)

    @property
    def over(self) -> bool:
        """Whether the match has ended, here and wherever its deal is played, so that nothing is secret any more."""
        return self.has_ended and not self.sealed

    def may_watch(self, guest: str) -> bool:
        """Whether a guest may see anything of the match: of a sealed one only those who sit there."""
        return not self.sealed or self.seat_of(guest) >= 0

    @property
    def secret(self) -> str | None:
        """The secret behind the randomness; None until the match is over."""
        return self._secret if self.over else None

    @property
    def terms(self) -> str | None:
        """What the randomness depends on beside the secret; None before the start and in old matches."""
        chance = None if self.history is None else self.history.chance
        return chance.terms if isinstance(chance, LiveChance) else None

    def wants_nonce(self, guest: str) -> bool:
        """Whether a seated guest has not sent a nonce yet."""
        waiting = self.status == "lobby" and self.chance != IMAGINED and guest not in self.nonces
        return waiting and self.branch is None and self.seat_of(guest) >= 0

    @property
    def teams(self) -> list[list[int]]:
        """The seats that win and lose together, by the present options."""
        return self.game.teams(len(self.seats), self.options)

    def team_of(self, seat: int) -> list[int]:
        """The seats of a seat's team, itself included; empty for a spectator."""
        return next((team for team in self.teams if seat in team), [])

    def seat_of(self, guest: str) -> int:
        """The seat that belongs to a guest, or SPECTATOR."""
        if guest:
            for index, seat in enumerate(self.seats):
                if seat.guest == guest:
                    return index
        return SPECTATOR

    def guests(self) -> list[str]:
        """The host and the people who have a seat."""
        guests = [self.host, *(seat.guest for seat in self.seats)]
        return list(dict.fromkeys(guest for guest in guests if guest and not guest.startswith(GONE)))

    def owing(self) -> list[int]:
        """The seats whose decision the match waits for."""
        if self.history is None or self.abandoned or self.verdict is not None:
            return []
        return self.history.state.actors()

    def waited_for(self) -> list[int]:
        """The people whose decision the match waits for."""
        return [seat for seat in self.owing() if not self.seats[seat].played_by_bot()]

    def people_there(self) -> list[int]:
        """The seats of people who are not replaced by a bot."""
        return [index for index, seat in enumerate(self.seats) if seat.kind == "person" and not seat.away]

    def can_undo(self, seat: int) -> bool:
        """Whether the person on this seat may undo their last move."""
        if seat < 0 or self.history is None or self.status != "playing" or self.seats[seat].away:
            return False
        return self.time.may_take_back(seat) and self.history.can_undo(seat)

    def way_back(self, seat: int) -> WayBack:
        """How the person on this seat may take back their last decision, if not by undo."""
        return taking_back.way_back(self, seat)

    def plies_noticed(self, seat: int, moves: int) -> int:
        """How many of the first ``moves`` moves a seat noticed. Earlier counts are reused."""
        counted, plies = self.plies.get(seat, (0, 0))
        if counted > moves:
            counted = plies = 0
        for entry in self.running().entries[counted:moves]:
            plies += entry.noticed_by(seat)
        self.plies[seat] = (moves, plies)
        return plies

    def record(self) -> str:
        """The record of a finished match; refused while it runs, because it would show what is secret."""
        if self.history is None or not self.over:
            raise refuse("NOT_OVER")
        names = [seat.name for seat in self.seats]
        bots = {
            index: seat.signature or seat.level
            for index, seat in enumerate(self.seats)
            if seat.kind == "bot" and seat.level
        }
        return record_of(
            self.history,
            names,
            abandoned=self.abandoned,
            practice=self.practice,
            verdict=self.verdict,
            bots=bots,
        ).text()

    # ---- requests --------------------------------------------------------------------------------------------

    def handle(
        self,
        guest: str,
        request: str,
        command: Command,
        now: int = 0,
        delay: int = 0,
        services: Services = NO_SERVICES,
    ) -> Answer:
        """Answer a request. One that was answered before gets the same answer and counts once.

        ``now`` is the time of the log's clock as far as the server knows it. Where the answer depends on it,
        ``not_before`` and ``not_after`` in the answer are limits that whoever writes the entry must check. ``delay`` is
        the round-trip time to the guest in milliseconds.
        """
        version = self.version_for(self.seat_of(guest))
        if not 0 < len(request) <= LONGEST_ID:
            return Answer(version, refuse("BAD_ID"))
        key = (guest, request)
        if key in self.granted:
            return Answer(self.granted[key], remembered=True)
        if key in self._refused:
            return Answer(version, self._refused[key], remembered=True)
        try:
            if self.entered.get(guest, 0) >= MOST_ENTRIES and not isinstance(command, Stand | Resign):
                raise refuse("TOO_LONG")
            entry = judge.entry_for(self, guest, command, services)
            if entry is None:
                return Answer(version)
            entry["by"] = guest
            entry["request"] = request
            not_before, not_after = deadlines.window(self, entry, max(now, self.time.at), delay)
            changes.apply(self, entry, now)
            if self.starts_itself and self.ready():
                changes.begin_with(self, entry, now)
        except SlugfestError as error:
            refusal = as_refusal(error)
            self._refused[key] = refusal
            if len(self._refused) > REMEMBERED_REFUSALS:
                self._refused.popitem(last=False)
            return Answer(version, refusal)
        return Answer(self.granted[key], entry=entry, not_before=not_before, not_after=not_after)

    def forget_refusal(self, guest: str, request: str) -> None:
        """Drop a refusal that was not sent, so that the request is judged again."""
        self._refused.pop((guest, request), None)

    def preview(self, guest: str, moves: Sequence[str | list[Any]]) -> Preview:
        """What moves would lead to for the guest's seat, or why they would be refused. Nothing changes.

        Raises :class:`Refusal` for a guest who cannot move at all.
        """
        seat = judge.require_playing(self, guest)
        texts = judge.bundle(self.game, moves)
        return preview(self.running().state, seat, texts, seeded("slugfest", "preview", self.id, seat))

    # ---- what the server does --------------------------------------------------------------------------------

    def bots_to_move(self) -> list[int]:
        """The seats played by a bot that owe a decision now."""
        return [seat for seat in self.owing() if self.seats[seat].played_by_bot()]

    def question(self, seat: int, purpose: str = "bot", level: str = "") -> Question:
        """The question for a bot that decides (or advises) for a seat.

        Its randomness follows from the match's seed and from how often the seat has moved: asked again in the same
        position, a bot decides the same. It reveals nothing about the randomness of the match. A bot that advises
        gets the decision as a review has it later, without what rivals have chosen meanwhile.
        """
        history = self.running()
        state = history.state if purpose == "bot" else history.decision_state(seat, len(history.entries))
        chance = history.chance.of_thought(purpose, seat, self.decision(seat).moved)
        level = level or self.level_played(seat)
        question = Question.put(self.game.id, state.position(), seat, level, chance)
        if is_built_in(level):
            return question
        name = int(history.chance.of_thought("match", seat, 0).next())  # nobody finds the table by it
        return replace(question, steps=history.steps_since_own(seat), match=f"{name:x}")

    def question_about(self, seat: int, earlier: list[int], move: int, level: str) -> Question:
        """The question what a move is worth that a seat would make after ``earlier`` ones, as a review judges it."""
        history = self.running()
        ply = len(history.entries)
        state = history.decision_state(seat, ply)
        for one in earlier:
            state.apply(seat, one)
        chance = history.chance.of_thought("hint", seat, history.moves_before(seat, ply) + len(earlier))
        return replace(Question.put(self.game.id, state.position(), seat, level, chance), made=move)

    def question_made(self, seat: int, ply: int, level: str) -> Question:
        """The question what a move was worth that a seat made after the first ``ply`` moves, as a review judges it."""
        history = self.running()
        state = history.decision_state(seat, ply)
        chance = history.chance.of_thought("hint", seat, history.moves_before(seat, ply))
        question = Question.put(self.game.id, state.position(), seat, level, chance)
        return replace(question, made=history.entries[ply].move, rest=history.rest_of_decision(ply))

    def level_played(self, seat: int) -> BotName:
        """The bot that decides for a seat. Whoever plays on a person's side is never weaker than the strongest persona
        at the table: only opponents may be weak."""
        own = self.seats[seat].level
        for team in self.teams:
            if seat in team and any(self.seats[mate].kind == "person" for mate in team if mate != seat):
                seated = [other.level for other in self.seats if other.kind == "bot"]
                return strongest([own, *seated], self.game.plain_id) if is_built_in(own) else own
        return own

    def decision(self, seat: int) -> SeatDecision:
        """What identifies a seat's decision. Others change it by what they reveal, never by what they do in secret."""
        return self.decision_after(seat, len(self.running().entries))

    def decision_after(self, seat: int, ply: int) -> SeatDecision:
        """The same for the decision that a seat had after the first ``ply`` moves."""
        history = self.running()
        state = history.entries[ply].before if ply < len(history.entries) else history.state
        return SeatDecision(
            history.moves_before(seat, ply), history.moves_known(seat, ply), state.moves(seat)
        )

    def default_move(self, seat: int) -> int:
        """The move of a seat whose bot has failed."""
        return self.running().state.default_move(seat)

    def bot_plays(self, seat: int, move: int, instead: str = "") -> MovesEntry:
        """Make a bot's move; raises :class:`Refusal` if that is not possible.

        ``instead`` names the bot that decided because the seat's own failed; the first time, everybody is notified.
        """
        if seat not in self.bots_to_move():
            raise refuse("NOT_YOUR_SEAT")
        entry: MovesEntry = {"kind": "moves", "seat": seat, "moves": [self.game.format(move)]}
        if instead and instead != self.seats[seat].instead:
            entry["instead"] = instead
        self.enter(entry)
        return entry

    def forget(self, guest: str) -> ForgottenEntry | None:
        """Delete a guest from the match; None for a guest who is not part of it.

        In the lobby the seat becomes free. In a running match a bot plays on under a neutral name, and nobody can take
        the seat again.
        """
        if guest not in self.guests():
            return None
        name = free_name(FORGOTTEN, [seat.name for seat in self.seats])
        entry: ForgottenEntry = {"kind": "forgotten", "guest": guest, "name": name}
        self.enter(entry)
        return entry

    def merge(self, guest: str, into: str, counted: bool = False) -> MergedEntry | None:
        """Give a guest's part in the match to another guest; None if they have none, or both have a seat."""
        if not merging.can_merge(self, guest, into):
            return None
        entry: MergedEntry = {"kind": "merged", "guest": guest, "into": into}
        if counted:
            entry["counted"] = True
        self.enter(entry)
        return entry

    def reveal(self) -> RevealedEntry | None:
        """Note that the duplicate round of this match is over; None if that is known, or nothing was sealed.

        A match that still runs ends without a result.
        """
        if not self.sealed:
            return None
        entry: RevealedEntry = {"kind": "revealed"}
        self.enter(entry)
        return entry

    def deal(self, tables: list[list[str]]) -> StartedEntry | None:
        """Begin a table of a duplicate round, with those who sit at each of its tables; None if it has begun."""
        if self.duplicate is None or self.history is not None:
            return None
        entry: StartedEntry = {"kind": "started", "tables": tables}
        self.enter(entry)
        return entry

    def take_hint(self, seat: int) -> HintedEntry | None:
        """Log that a hint is taken, for everybody to see; None if it is logged already.

        Raises :class:`Refusal` if hints are not allowed.
        """
        assistance.require_hints(self)
        entry = assistance.hint_taken(self, seat)
        if entry is not None:
            self.enter(entry)
        return entry

    def ready(self, but_for: str = "") -> bool:
        """Whether the match can start: every seat is taken and all nonces are there, except that of ``but_for``."""
        return self.history is None and all(
            seat.kind == "bot"
            or (seat.kind == "person" and (seat.guest == but_for or not self.wants_nonce(seat.guest)))
            for seat in self.seats
        )

    def opening_of_rematch(self, match: str, host: str, secret: str) -> CreatedEntry:
        """The first entry of a rematch: the same people and bots on the same seats."""
        again = [
            Seat()
            if seat.guest.startswith(GONE)
            else Seat(seat.kind, seat.name, seat.guest, "" if seat.guest else seat.level)
            for seat in self.seats
        ]
        today = self.game.today or self.game
        return opening(match, today, host, secret, again, self.options, pace=self.time.pace)

    def due(self) -> int | None:
        """When the table acts by itself (:meth:`time_out`), by the log's clock; None if it will not."""
        return None if self.has_ended else self.time.due()

    def time_out(self, now: int = 0) -> Entry | None:
        """Do what is due (:meth:`due`); None if nothing is."""
        entry = deadlines.entry_for(self)
        if entry is not None:
            self.enter(entry, now)
        return entry

    def written(self, at: int) -> None:
        """Set the clocks to when the newest entry was (or is about to be) written."""
        before, change = self.time_before
        self.time = before.after(at, change)

    def enter(self, entry: Entry, now: int = 0) -> None:
        """Apply a new entry that nobody requested; raises :class:`Refusal` if it is not possible."""
        try:
            changes.apply(self, entry, now)
        except SlugfestError as error:
            raise as_refusal(error) from error

    def begin(self) -> None:
        """Deal. The seed follows from the log so far."""
        chance = Chance(self._secret)
        match, sitting = self.bound_to()
        if self.chance == LIVE:
            chance = LiveChance(self._secret, match, sitting)
        elif self.chance == DUPLICATE:
            duplicate, tables = self._dealt_with()
            chance = DuplicateChance(self._secret, match, duplicate["round"], duplicate["table"], tables)
        self.history = History(self.game, len(self.seats), self.options, chance, self.rules)
        if self.branch is not None:
            for seat, move in zip(self.branch["seats"], self.branch["moves"], strict=True):
                self.history.play_text(seat, move)

    def bound_to(self) -> tuple[str, list[str]]:
        """What the randomness depends on: a match, and who sits where."""
        if self.branch is not None:
            return self.branch["match"], self.branch["sitting"]
        return self.id, [self._sitting(seat) for seat in self.seats]

    def _dealt_with(self) -> tuple[DuplicateEntry, list[list[str]]]:
        """The round whose deal this is, and who sits at each of its tables."""
        if self.branch is not None and "duplicate" in self.branch and "tables" in self.branch:
            return self.branch["duplicate"], self.branch["tables"]
        if self.duplicate is None:
            raise LogError(f"match {self.id} does not say of which round it is")
        return self.duplicate, self.dealt_to

    def opening_of_branch(self, match: str, host: str, seats: list[Seat], step: int) -> CreatedEntry:
        """The first entry of a match for practice that goes on from the first ``step`` moves of this one."""
        history = self.history
        if history is None or not self.over:
            raise refuse("NOT_OVER")
        if not 0 <= step < len(history.entries):
            raise refuse("NOT_THERE")
        bound, sitting = self.bound_to()
        made = history.entries[:step]
        today = opening(match, self.game, host, self._secret, seats, self.options, start=True)
        today["format"] = BRANCHED
        today["rules"] = self.rules
        today["chance"] = self.chance
        today["branch"] = {
            "match": bound,
            "sitting": sitting,
            "seats": [entry.seat for entry in made],
            "moves": [self.game.format(entry.move) for entry in made],
        }
        if self.chance == DUPLICATE:
            today["branch"]["duplicate"], today["branch"]["tables"] = self._dealt_with()
        return today

    def skip_to(self, version: int, newest: Entry) -> None:
        """Set the version and newest entry of a table that comes from a snapshot."""
        self.log = self.log[:1] if version == 1 else [self.log[0], newest]
        self._left_out = version - len(self.log)

    def _sitting(self, seat: Seat) -> str:
        """A seat as the randomness depends on it."""
        return " ".join([seat.kind, self.nonces.get(seat.guest, "")]).strip()

    def running(self) -> History:
        if self.history is None:
            raise refuse("NOT_STARTED")
        return self.history


def game_of(
    created: CreatedEntry, find_game: Callable[[str], Game], load_variant: Callable[[Variant], Game]
) -> Game:
    """The game of a match. One that is a variant nobody knows is loaded from the log."""
    try:
        return find_game(created["game"])
    except VariantNeeded:
        if "variant" not in created:
            raise
        variant = variant_from(created["variant"])
        if variant.id != created["game"]:
            raise LogError(f"this match is of {created['game']}, but has brought {variant.id}") from None
        return load_variant(variant)


def opened(
    raw: Mapping[str, object],
    find_game: Callable[[str], Game],
    load_variant: Callable[[Variant], Game] = add_variant,
) -> Table:
    """The table of a log's first entry."""
    created = read_entry(raw, 1)
    if created["kind"] != "created":
        raise LogError("a log must begin with the entry that creates its match")
    rules = created["rules"]
    try:
        game = game_of(created, find_game, load_variant)
        table = Table(created, game)
    except SlugfestError:
        raise
    except Exception as error:
        raise LogError(f"the first entry of this match is damaged: {error!r}") from error
    if not game.plays_version(rules):
        raise (NewerLog if rules > game.version else LogError)(
            f"this match follows version {rules} of the rules of {game.name.en}; "
            f"installed is version {game.version}"
        )
    if table.chance not in (IMAGINED, LIVE, DUPLICATE):
        raise NewerLog("this match was written by a newer Slugfest; update Slugfest to open it")
    table.game = game.as_of(rules)
    return table
