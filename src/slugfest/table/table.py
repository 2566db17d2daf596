"""The table: a match from its lobby to its end.

The log of granted requests is the match. Every change is one entry, plain data ready for JSON, and the same code that
changes a live table reads an old log back, so ``Table.from_log(table.log)`` is the same table. The version is the
number of entries; a seat is told how many of them it could notice.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import Any, Final

from mypy_extensions import mypyc_attr

from slugfest.kernel import (
    IMAGINED,
    LIVE,
    SPECTATOR,
    Chance,
    Game,
    History,
    LiveChance,
    Options,
    Outcome,
    Preview,
    Refusal,
    SlugfestError,
    commitment,
    preview,
    record_of,
    seeded,
)
from slugfest.kernel import game as installed_game

from . import assistance, changes, deadlines, judge, taking_back
from .changes import GONE
from .clock import NO_CLOCK, Change, Time, settled
from .commands import Command, Resign, Stand
from .entries import CreatedEntry, Entry, ForgottenEntry, HintedEntry, MovesEntry
from .log import FORMATS, LogError, NewerLog, opening, read_entry
from .messages import Ending, Status, WayBack
from .questions import Question
from .refusals import as_refusal, refuse
from .seats import Seat, free_name, seat_from
from .services import NO_SERVICES, Services

LONGEST_ID: Final = 64
MOST_ENTRIES: Final = 20_000  # of one person: whoever makes more plays with the server, not the game
REMEMBERED_REFUSALS: Final = 500
FORGOTTEN: Final = "Incognito"  # the name of whoever wanted to be forgotten; it reads alike in both languages


@dataclass(init=False)
class Answer:
    """What became of a request: the version at which it was granted, or the refusal."""

    version: int
    refusal: Refusal | None
    entry: Entry | None  # the new entry of the log; None if refused, or granted before
    not_before: int | None  # it counts only if it is written later than this,
    not_after: int | None  # and not later than this
    remembered: bool = field(compare=False)  # it was answered before, and that stands

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
    """One match from its lobby to its end: what is agreed, who sits where, what was played.

    It owns the log of granted requests, from which everything else here follows, and the kernel's History of the game;
    ``handle`` answers people's requests, the other public methods are for the house around it. It knows no sockets and
    no database, and has no clock: who is connected, what is on disk and when it was written, a server tells it.
    """

    def __init__(self, created: CreatedEntry, game: Game) -> None:
        self.id: str = created["match"]
        self.game = game
        self.host: str = created["host"]
        self.seats: list[Seat] = [seat_from(seat) for seat in created["seats"]]
        self.options: Options = dict(created["options"])
        self.rules: int = created["rules"]  # the version of the game's rules that this match is played by
        self.rematch = ""  # the id of the match that follows this one
        self.history: History | None = None  # None in the lobby
        self.log: list[Entry] = [created]
        self.chance: int = created.get("chance", IMAGINED)  # which kind all chance of this match is
        self.starts_itself: bool = created.get("start", False)  # when everybody and their nonce is there
        self.nonces: dict[str, str] = {}  # by guest: what they add to chance, once and for good
        self.abandoning: set[int] = set()  # the seats whose people want to end the match without a result
        self.abandoned = False
        self.asked_back: taking_back.AskedBack | None = None  # somebody asks to take a decision back
        self.practice = False  # somebody alone with bots has taken one back
        self.drawing: set[int] = set()  # the seats whose people offer a draw
        self.verdict: Outcome | None = None  # how people ended the match, where the game has not
        self.ended: Ending = ""  # what ended it, where that was not the game
        self.time = Time(settled(created.get("pace", NO_CLOCK)))
        self.time_before = (self.time, Change())  # what the newest entry changed about it, and from what
        self.hints_agreed: set[str] = set()  # the guests who agree to hints between people
        self.hints_taken: dict[
            str, tuple[int, int]
        ] = {}  # by guest: how many, and at which decision the last
        self._secret: str = created["secret"]
        self.commitment = commitment(self._secret)
        self.plies: dict[int, tuple[int, int]] = {}  # by seat: of so many moves, how many it noticed
        self.unnoticed: set[int] = set()  # who cannot tell that the newest entry is there; SPECTATOR is one
        self._left_out = (
            0  # entries that a snapshot stands for: between the first of the log here and the next
        )
        self.missed: Counter[int] = Counter()  # by seat, or SPECTATOR: how many entries it could not notice
        self.entered: Counter[str] = Counter()  # by guest: how many entries
        self.granted: dict[tuple[str, str], int] = {}  # guest and request: the version
        # What the store has kept for lists with this table's newest entry: its version, the guests, the summary.
        self.listed: tuple[int, tuple[str, ...], Mapping[str, Any]] | None = None
        self._refused: OrderedDict[tuple[str, str], Refusal] = OrderedDict()

    @staticmethod
    def from_log(
        entries: Iterable[Mapping[str, object]],
        find_game: Callable[[str], Game] = installed_game,
        times: Iterable[int] = (),
    ) -> Table:
        """The table that a log describes; raises :class:`LogError` where it does not fit.

        ``times`` say when each entry was written; without them no time has passed at this table.
        """
        remaining, moments = iter(entries), chain(times, repeat(0))
        created = next(remaining, None)
        if not isinstance(created, dict) or created.get("kind") != "created":
            raise LogError("a log begins with the creation of its match; this one does not")
        if created.get("format") not in FORMATS:
            raise NewerLog("this match was written by a newer Slugfest; update Slugfest to open it")
        table = opened(created, find_game)
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

    # ---- what there is to know -------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """How many entries the log has. For the house alone: it tells how often somebody moved behind a screen."""
        return self._left_out + len(self.log)

    def version_for(self, seat: int) -> int:
        """How many entries a seat (or SPECTATOR) could notice."""
        return self.version - self.missed.get(seat, 0)

    @property
    def status(self) -> Status:
        if self.history is None:
            return "lobby"
        if self.abandoned:
            return "abandoned"
        return "playing" if self.outcome() is None else "finished"

    def outcome(self) -> Outcome | None:
        """How the match ended, by the rules or by people; None while it runs, and if it has no result."""
        if self.history is None:
            return None
        return self.verdict or self.history.state.outcome()

    @property
    def over(self) -> bool:
        """Finished or abandoned: nothing more is played, and nothing need be secret any more."""
        return self.status in ("finished", "abandoned")

    @property
    def secret(self) -> str | None:
        """What all chance came from: shown when the match is over, not before."""
        return self._secret if self.over else None

    @property
    def terms(self) -> str | None:
        """All that chance is bound to beside the secret, once the match has begun; None for old chance."""
        chance = None if self.history is None else self.history.chance
        return chance.terms if isinstance(chance, LiveChance) else None

    def wants_nonce(self, guest: str) -> bool:
        """Whether a seated guest has still to add to the chance of the match."""
        waiting = self.status == "lobby" and self.chance == LIVE and guest not in self.nonces
        return waiting and self.seat_of(guest) >= 0

    @property
    def teams(self) -> list[list[int]]:
        """The seats that win and lose together, as agreed so far."""
        return self.game.teams(len(self.seats), self.options)

    def team_of(self, seat: int) -> list[int]:
        """The seats of a seat's team, itself included; nobody for a spectator."""
        return next((team for team in self.teams if seat in team), [])

    def seat_of(self, guest: str) -> int:
        """The seat that belongs to a guest, or SPECTATOR."""
        if guest:
            for index, seat in enumerate(self.seats):
                if seat.guest == guest:
                    return index
        return SPECTATOR

    def guests(self) -> list[str]:
        """Everybody who has a stake in this match: the people seated, and the host."""
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
        """The seats of the people who play themselves."""
        return [index for index, seat in enumerate(self.seats) if seat.kind == "person" and not seat.away]

    def can_undo(self, seat: int) -> bool:
        """Whether the person on this seat may take the last move back."""
        if seat < 0 or self.history is None or self.status != "playing" or self.seats[seat].away:
            return False
        return self.time.may_take_back(seat) and self.history.can_undo(seat)

    def way_back(self, seat: int) -> WayBack:
        """How the person on this seat may take back their last decision, where it cannot be undone."""
        return taking_back.way_back(self, seat)

    def plies_noticed(self, seat: int, moves: int) -> int:
        """How many of the first so many moves a seat noticed. What was counted before is not counted again."""
        counted, plies = self.plies.get(seat, (0, 0))
        if counted > moves:
            counted = plies = 0
        for entry in self.running().entries[counted:moves]:
            plies += entry.noticed_by(seat)
        self.plies[seat] = (moves, plies)
        return plies

    def record(self) -> str:
        """The record of a match that is over; a running one's would show what is secret."""
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

    # ---- people ask ------------------------------------------------------------------------------------------

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
        """A refusal that nobody was told: the table has moved on, and the request is judged anew."""
        self._refused.pop((guest, request), None)

    def preview(self, guest: str, moves: Sequence[str]) -> Preview:
        """What moves would come to for the guest's seat, or why they would be refused. It is no request: nothing is
        entered, no version passes. Raises :class:`Refusal` for whoever cannot move at all."""
        seat = judge.require_playing(self, guest)
        judge.require_bundle(moves)
        return preview(self.running().state, seat, list(moves), seeded("slugfest", "preview", self.id, seat))

    # ---- the house acts --------------------------------------------------------------------------------------

    def bots_to_move(self) -> list[int]:
        """The seats played by a bot that owe a decision now."""
        return [seat for seat in self.owing() if self.seats[seat].played_by_bot()]

    def question(self, seat: int, purpose: str = "bot", level: str = "") -> Question:
        """What to ask a bot that decides (or advises) for a seat.

        The chance it draws from follows from the match's seed and from how often the seat has moved: asked again in
        the same position, it decides the same. It tells nothing of the chance that decides the match.
        """
        history = self.running()
        chance = history.chance.of_thought(purpose, seat, self.decision(seat)[0])
        level = level or self.seats[seat].level
        return Question.put(self.game.id, history.state.position(), seat, level, chance)

    def decision(self, seat: int) -> tuple[int, list[int]]:
        """What a seat is deciding, as far as it goes: how often it has moved, and between what it may choose.

        What others do meanwhile does not change it, unless it takes a choice away or gives one.
        """
        history = self.running()
        return sum(entry.seat == seat for entry in history.entries), history.state.moves(seat)

    def default_move(self, seat: int) -> int:
        """What a seat does whose bot has failed."""
        return self.running().state.default_move(seat)

    def bot_plays(self, seat: int, move: int, instead: str = "") -> MovesEntry:
        """Make a bot's move; raises :class:`Refusal` if it is not its to make. ``instead`` decided for one that failed:
        the first time, everybody is told."""
        if seat not in self.bots_to_move():
            raise refuse("NOT_YOUR_SEAT")
        entry: MovesEntry = {"kind": "moves", "seat": seat, "moves": [self.game.format(move)]}
        if instead and instead != self.seats[seat].instead:
            entry["instead"] = instead
        self.enter(entry)
        return entry

    def forget(self, guest: str) -> ForgottenEntry | None:
        """Somebody wants to be forgotten: in the lobby their seat is free, in a running match a bot plays on under a
        neutral name, and nobody can sit down there again. None for a stranger."""
        if guest not in self.guests():
            return None
        name = free_name(FORGOTTEN, [seat.name for seat in self.seats])
        entry: ForgottenEntry = {"kind": "forgotten", "guest": guest, "name": name}
        self.enter(entry)
        return entry

    def take_hint(self, seat: int) -> HintedEntry | None:
        """Somebody takes a hint, for everybody to see; None if the log tells of this one already. Raises
        :class:`Refusal` where hints are not allowed."""
        assistance.require_hints(self)
        entry = assistance.hint_taken(self, seat)
        if entry is not None:
            self.enter(entry)
        return entry

    def ready(self, but_for: str = "") -> bool:
        """Whether nothing is missing for the start: every seat is taken, everybody has added to chance. ``but_for``:
        nothing but this guest's nonce."""
        return self.history is None and all(
            seat.kind == "bot"
            or (seat.kind == "person" and (seat.guest == but_for or not self.wants_nonce(seat.guest)))
            for seat in self.seats
        )

    def opening_of_rematch(self, match: str, host: str, secret: str) -> CreatedEntry:
        """The first entry of the match that follows this one: the same people and bots at the same places."""
        again = [
            Seat()
            if seat.guest.startswith(GONE)
            else Seat(seat.kind, seat.name, seat.guest, "" if seat.guest else seat.level)
            for seat in self.seats
        ]
        today = self.game.today or self.game
        return opening(match, today, host, secret, again, self.options, pace=self.time.pace)

    def due(self) -> int | None:
        """The last moment before the table acts by itself (:meth:`time_out`), by the log's clock; None: it will not."""
        return None if self.over else self.time.due()

    def time_out(self, now: int = 0) -> Entry | None:
        """What was due (:meth:`due`) has come: the table does what it announced. None: nothing is due."""
        entry = deadlines.entry_for(self)
        if entry is not None:
            self.enter(entry, now)
        return entry

    def written(self, at: int) -> None:
        """The newest entry was written at this moment (or is about to be): its clocks go by that."""
        before, change = self.time_before
        self.time = before.after(at, change)

    def enter(self, entry: Entry, now: int = 0) -> None:
        """Apply a new entry that nobody requested; raises :class:`Refusal` if it is not possible."""
        try:
            changes.apply(self, entry, now)
        except SlugfestError as error:
            raise as_refusal(error) from error

    def begin(self) -> None:
        """Deal. The seed follows from the log up to here: from the secret and from everything it is bound to."""
        chance = Chance(self._secret)
        if self.chance == LIVE:
            chance = LiveChance(self._secret, self.id, [self._sitting(seat) for seat in self.seats])
        self.history = History(self.game, len(self.seats), self.options, chance, self.rules)

    def skip_to(self, version: int, newest: Entry) -> None:
        """This is the table at a version already, with its newest entry: a snapshot told, not the log."""
        self.log = self.log[:1] if version == 1 else [self.log[0], newest]
        self._left_out = version - len(self.log)

    def _sitting(self, seat: Seat) -> str:
        """A seat as chance is bound to it."""
        return " ".join([seat.kind, self.nonces.get(seat.guest, "")]).strip()

    def running(self) -> History:
        if self.history is None:
            raise refuse("NOT_STARTED")
        return self.history


def opened(raw: Mapping[str, object], find_game: Callable[[str], Game]) -> Table:
    """The table of a log's first entry."""
    created = read_entry(raw, 1)
    if created["kind"] != "created":
        raise LogError("a log must begin with the entry that creates its match")
    rules = created["rules"]
    try:
        game = find_game(created["game"])
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
    if table.chance not in (IMAGINED, LIVE):
        raise NewerLog("this match was written by a newer Slugfest; update Slugfest to open it")
    table.game = game.as_of(rules)
    return table
