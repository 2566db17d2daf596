"""The table: a match from its lobby to its end.

The log of granted requests is the match. Every change is one entry, plain data ready for JSON, and the same code that
changes a live table reads an old log back, so ``Table.from_log(table.log)`` is the same table. The version is the
number of entries; a seat is told how many of them it could notice.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
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
    agreed_draw,
    commitment,
    preview,
    record_of,
    seeded,
)
from slugfest.kernel import Entry as Move
from slugfest.kernel import game as installed_game

from . import coaching, deadlines, endings, judge, taking_back
from .clock import NO_CLOCK, NOTHING, Change, Handing, Time, settled
from .commands import Command, Resign, Stand
from .log import FORMATS, Entry, LogError, NewerLog, opening
from .messages import Ending, Level, Status, WayBack
from .questions import Question
from .refusals import as_refusal, refuse
from .seats import STAND_IN_LEVEL, Seat, free_name, seat_from
from .services import NO_SERVICES, Services

LONGEST_ID: Final = 64
MOST_ENTRIES: Final = 20_000  # of one person: whoever makes more plays with the server, not the game
REMEMBERED_REFUSALS: Final = 500
FORGOTTEN: Final = "Incognito"  # the name of whoever wanted to be forgotten; it reads alike in both languages
GONE: Final = "gone "  # before a seat's number: the guest of a seat whose person is forgotten


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

    def __init__(self, created: Entry, game: Game) -> None:
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
        self._time_before = (self.time, Change())  # what the newest entry changed about it, and from what
        self.hints_agreed: set[str] = set()  # the guests who agree to hints between people
        self.hints_taken: dict[
            str, tuple[int, int]
        ] = {}  # by guest: how many, and at which decision the last
        self._secret: str = created["secret"]
        self.commitment = commitment(self._secret)
        self._plies: dict[int, tuple[int, int]] = {}  # by seat: of so many moves, how many it noticed
        self.unnoticed: set[int] = set()  # who cannot tell that the newest entry is there; SPECTATOR is one
        self._left_out = (
            0  # entries that a snapshot stands for: between the first of the log here and the next
        )
        self.missed: Counter[int] = Counter()  # by seat, or SPECTATOR: how many entries it could not notice
        self.entered: Counter[str] = Counter()  # by guest: how many entries
        self.granted: dict[tuple[str, str], int] = {}  # guest and request: the version
        # What the store has kept for lists with this table's newest entry: its version, the guests, the summary.
        self.listed: tuple[int, tuple[str, ...], dict[str, Any]] | None = None
        self._refused: OrderedDict[tuple[str, str], Refusal] = OrderedDict()

    @staticmethod
    def from_log(
        entries: Iterable[Entry],
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

    def follow(self, entry: Entry, at: int = 0) -> None:
        """Make the change of an entry that stands in the log since ``at``; raises :class:`LogError` where it does not
        fit."""
        try:
            self._enter(entry, at)
        except NewerLog:
            raise
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
        counted, plies = self._plies.get(seat, (0, 0))
        if counted > moves:
            counted = plies = 0
        for entry in self._running().entries[counted:moves]:
            plies += entry.noticed_by(seat)
        self._plies[seat] = (moves, plies)
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
            entry |= {"by": guest, "request": request}
            not_before, not_after = deadlines.window(self, entry, max(now, self.time.at), delay)
            self._enter(entry, now)
            if self.starts_itself and self.ready():
                self._begin_with(entry, now)
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

    def preview(self, guest: str, moves: Sequence[str | list[Any]]) -> Preview:
        """What moves would come to for the guest's seat, or why they would be refused. It is no request: nothing is
        entered, no version passes. Raises :class:`Refusal` for whoever cannot move at all."""
        seat = judge.require_playing(self, guest)
        texts = judge.bundle(self.game, moves)
        return preview(self._running().state, seat, texts, seeded("slugfest", "preview", self.id, seat))

    # ---- the house acts --------------------------------------------------------------------------------------

    def bots_to_move(self) -> list[int]:
        """The seats played by a bot that owe a decision now."""
        return [seat for seat in self.owing() if self.seats[seat].played_by_bot()]

    def question(self, seat: int, purpose: str = "bot", level: str = "") -> Question:
        """What to ask a bot that decides (or advises) for a seat.

        The chance it draws from follows from the match's seed and from how often the seat has moved: asked again in
        the same position, it decides the same. It tells nothing of the chance that decides the match.
        """
        history = self._running()
        chance = history.chance.of_thought(purpose, seat, self.decision(seat)[0])
        level = level or self.seats[seat].level
        return Question.put(self.game.id, history.state.position(), seat, level, chance)

    def decision(self, seat: int) -> tuple[int, list[int]]:
        """What a seat is deciding, as far as it goes: how often it has moved, and between what it may choose.

        What others do meanwhile does not change it, unless it takes a choice away or gives one.
        """
        history = self._running()
        return sum(entry.seat == seat for entry in history.entries), history.state.moves(seat)

    def default_move(self, seat: int) -> int:
        """What a seat does whose bot has failed."""
        return self._running().state.default_move(seat)

    def bot_plays(self, seat: int, move: int, instead: str = "") -> Entry:
        """Make a bot's move; raises :class:`Refusal` if it is not its to make. ``instead`` decided for one that failed:
        the first time, everybody is told."""
        if seat not in self.bots_to_move():
            raise refuse("NOT_YOUR_SEAT")
        entry: Entry = {"kind": "moves", "seat": seat, "moves": [self.game.format(move)]}
        if instead and instead != self.seats[seat].instead:
            entry["instead"] = instead
        return self._house_enters(entry)

    def forget(self, guest: str) -> Entry | None:
        """Somebody wants to be forgotten: in the lobby their seat is free, in a running match a bot plays on under a
        neutral name, and nobody can sit down there again. None for a stranger."""
        if guest not in self.guests():
            return None
        name = free_name(FORGOTTEN, [seat.name for seat in self.seats])
        return self._house_enters({"kind": "forgotten", "guest": guest, "name": name})

    def take_hint(self, seat: int) -> Entry | None:
        """Somebody takes a hint, for everybody to see; None if the log tells of this one already. Raises
        :class:`Refusal` where hints are not allowed."""
        coaching.require_hints(self)
        entry = coaching.hint_taken(self, seat)
        return None if entry is None else self._house_enters(entry)

    def ready(self, but_for: str = "") -> bool:
        """Whether nothing is missing for the start: every seat is taken, everybody has added to chance. ``but_for``:
        nothing but this guest's nonce."""
        return self.history is None and all(
            seat.kind == "bot"
            or (seat.kind == "person" and (seat.guest == but_for or not self.wants_nonce(seat.guest)))
            for seat in self.seats
        )

    def opening_of_rematch(self, match: str, host: str, secret: str) -> Entry:
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
        return None if entry is None else self._house_enters(entry, now)

    def written(self, at: int) -> None:
        """The newest entry was written at this moment (or is about to be): its clocks go by that."""
        before, change = self._time_before
        self.time = before.after(at, change)

    def _house_enters(self, entry: Entry, now: int = 0) -> Entry:
        try:
            self._enter(entry, now)
        except SlugfestError as error:
            raise as_refusal(error) from error
        return entry

    # ---- entries change the table ----------------------------------------------------------------------------

    def _enter(self, entry: Entry, at: int = 0) -> None:
        """Make the change an entry tells and log it; one that does not fit raises and changes nothing."""
        unnoticed: set[int] = set()
        change, handing = NOTHING, self.time.handing
        match entry["kind"]:
            case "seated":
                self._seat(entry["seat"], entry["guest"], entry["name"])
                if "nonce" in entry:
                    self.nonces[entry["guest"]] = entry["nonce"]
            case "nonce":
                self.nonces[entry["guest"]] = entry["nonce"]
            case "opened":
                self.seats[entry["seat"]] = Seat()
            case "bot":
                self.seats[entry["seat"]] = Seat(
                    "bot", entry["name"], level=entry["level"], signature=entry.get("signature", "")
                )
            case "options":
                self.seats = judge.resized(self.seats, entry["seats"])
                self.options = dict(entry["options"])
            case "pace":
                self.time = Time(settled(entry["pace"]), self.time.at)
            case "started":
                self.begin()
            case "moves":
                unnoticed, final = self._play(entry)
                late, lag = entry.get("why") == "time", entry.get("lag", 0)
                change = Change(seat=entry["seat"], final=final, late=late, lag=lag)
                if "instead" in entry:
                    self.seats[entry["seat"]].instead = entry["instead"]
                    unnoticed = set()  # everybody sees that its bot has failed
            case "undo":
                unnoticed = self._take_back(entry["seat"])
                change = Change(seat=entry["seat"], undo=True)
            case "stood":
                self._stand(entry["seat"], entry["why"], entry.get("level", STAND_IN_LEVEL))
            case "gave_up":
                self._give_up(entry["seat"], entry["why"])
            case "back_asked" | "back_agreed" | "back_over" | "taken_back":
                taking_back.enter(self, entry)
                self._plies.clear()
                if entry["kind"] == "taken_back":
                    change = Change(seat=entry["seat"], undo=True)
            case "abandon":
                self.abandoning.add(entry["seat"])
                self.abandoned = entry["ends"]
                self.ended = "agreed" if entry["ends"] else ""
            case "play_on":
                self.abandoning.clear()
            case "draw":
                self.drawing.add(entry["seat"])
                if entry["ends"]:
                    self.verdict, self.ended = agreed_draw(len(self.seats)), "draw"
            case "no_draw":
                self.drawing.clear()
            case "nudged":
                change = Change(nudged=entry["seat"])
            case "hand":
                handing = deadlines.with_voice(handing, entry)
                change = Change(counts=entry["counts"])
            case "unhand":
                handing = deadlines.without_voice(handing, entry)
            case "here":
                change = Change(here=entry["seat"])
            case "hints":
                (self.hints_agreed.add if entry["agree"] else self.hints_agreed.discard)(entry["guest"])
            case "hinted":
                coaching.note_hint(self, entry)
            case "forgotten":
                self._forget(entry["guest"], entry["name"])
            case "rematch":
                self.rematch = entry["match"]
            case unknown:
                raise NewerLog(f"entry {self.version + 1} is of a kind unknown here: {unknown!r}")
        if entry["kind"] in ("moves", "undo", "stood", "gave_up") and not unnoticed:
            self.asked_back = None  # the game has moved on, and everybody knows
        if entry.get("starts"):
            self.begin()
        if handing is not None and handing.seat == change.seat and not change.late:
            change = replace(change, here=change.seat)
            unnoticed = set()  # everybody sees that the seat is not handed over any more
        self._let_time_pass(at, change, handing)
        self.log.append(entry)
        self.unnoticed = unnoticed
        if unnoticed:
            self.missed.update(unnoticed)
        if "request" in entry:
            self.entered[entry["by"]] += 1
            self.granted[entry["by"], entry["request"]] = self.version_for(self.seat_of(entry["by"]))

    def _begin_with(self, entry: Entry, at: int) -> None:
        """Nobody is waited for any more: the newest entry, not on disk yet, begins the match as well."""
        try:
            self.begin()
        except (
            SlugfestError
        ) as error:  # no refusal: the entry stands already, so this table is good for nothing
            raise RuntimeError(f"match {self.id} cannot begin") from error
        entry["starts"] = True
        before, change = self._time_before
        self.time = before
        self._let_time_pass(at, change, change.hand)

    def _let_time_pass(self, at: int, change: Change, handing: Handing | None) -> None:
        """The clocks after an entry; who is waited for is as the entry left it."""
        begins = len(self.seats) if self.history is not None and not self.time.clocks else change.begins
        self._time_before = (self.time, change.leaving(frozenset(self.waited_for()), begins, handing))
        self.written(at)

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

    def _play(self, entry: Entry) -> tuple[set[int], bool]:
        """Make the moves of an entry; returns the seats that cannot notice it, and whether a decision ended with it.

        The entry keeps the moves one by one, also where a text named a whole action.
        """
        history = self._running()
        before, owing = len(history.entries), history.state.actors()
        history.play_bundle(entry["seat"], entry["moves"])
        made = history.entries[before:]
        entry["moves"] = [self.game.format(move.move) for move in made]
        unnoticed = self._blind_to(made, owing)
        return unnoticed, not unnoticed and any(move.chance or move.revealed for move in made)

    def _take_back(self, seat: int) -> set[int]:
        """Drop the last move of a seat; returns the seats that cannot notice it."""
        history = self._running()
        owing = history.state.actors()
        taken = history.undo(seat)
        self._plies.clear()
        return self._blind_to([taken], owing)

    def _blind_to(self, moves: list[Move], owing: list[int]) -> set[int]:
        """Who saw none of these moves nor that others are waited for now. To them the game looks the same."""
        if self._running().state.actors() != owing:
            return set()
        return {
            seat
            for seat in range(SPECTATOR, len(self.seats))
            if not any(move.noticed_by(seat) for move in moves)
        }

    def _seat(self, index: int, guest: str, name: str) -> None:
        mine = self.seat_of(guest)
        if mine >= 0:
            self.seats[mine] = Seat()
        self.seats[index] = Seat("person", name, guest)

    def _stand(self, index: int, why: str, level: Level = STAND_IN_LEVEL) -> None:
        seat = self.seats[index]
        if self.history is not None:
            seat.away, seat.level = why, level
            self.abandoning.discard(index)
            self.drawing.clear()
            return
        self.seats[index] = Seat()
        if seat.guest == self.host:
            self._pass_on_hosting()

    def _forget(self, guest: str, name: str) -> None:
        index = self.seat_of(guest)
        if index >= 0:
            self._stand(index, "left")
            if self.history is not None:
                seat = self.seats[index]
                # What chance is bound to stays as it was, under an id that nobody has.
                seat.name, seat.guest = name, f"{GONE}{index}"
                if guest in self.nonces:
                    self.nonces[seat.guest] = self.nonces.pop(guest)
        self.hints_agreed.discard(guest)
        if self.host == guest:
            self.host = ""
            self._pass_on_hosting()

    def _give_up(self, index: int, why: Ending) -> None:
        """Somebody has given up for good: that may end the match, and otherwise a bot plays on."""
        self._stand(index, "given_up", self.time.pace["level"])
        self.verdict = endings.verdict_on(self, why)
        self.abandoned = self.verdict is None and endings.nobody_is_left(self)
        if self.over:
            self.ended = why

    def _pass_on_hosting(self) -> None:
        """A host who leaves the lobby leaves it to the next person there; an empty lobby keeps its host."""
        for seat in self.seats:
            if seat.kind == "person" and not seat.guest.startswith(GONE):
                self.host = seat.guest
                return

    def _running(self) -> History:
        if self.history is None:
            raise refuse("NOT_STARTED")
        return self.history


def opened(created: Entry, find_game: Callable[[str], Game]) -> Table:
    """The table that the first entry of a log describes."""
    try:
        game = find_game(created["game"])
        table = Table(created, game)
        rules = created["rules"]
    except SlugfestError:
        raise
    except Exception as error:
        raise LogError(f"the first entry of this match is damaged: {error!r}") from error
    if not isinstance(rules, int) or not game.plays_version(rules):
        newer = isinstance(rules, int) and rules > game.version
        raise (NewerLog if newer else LogError)(
            f"this match follows version {rules} of the rules of {game.name.en}; "
            f"installed is version {game.version}"
        )
    if table.chance not in (IMAGINED, LIVE):
        raise NewerLog("this match was written by a newer Slugfest; update Slugfest to open it")
    table.game = game.as_of(rules)
    return table
