"""An event: an evening, a tournament or a league. Everything about it follows from its log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, cast

from slugfest.kernel import SlugfestError
from slugfest.kernel.facts import misfit

from .entries import VERSION, CreatedEntry, EventEntry, EventSettings, PairedEntry

MOST_PLAYERS: Final = 256
WHOLE: Final = (
    120  # units of one point: shares of up to five opponents, and halves of them, are whole numbers
)

Units = int | Fraction  # matchpoints are shares of any number of comparisons


class EventError(SlugfestError):
    """An entry that is not possible in its event."""


@dataclass
class Player:
    """Somebody who has signed up. ``number`` is their place in the order of sign-up, from 1."""

    number: int
    takes_part: bool = True


@dataclass
class EventTable:
    """One table of a round."""

    match: str
    players: list[int]  # by seat
    ranks: list[int] | None = None  # None while it is played
    sides: list[int] = field(default_factory=list)
    absent: list[int] = field(default_factory=list)
    reason: str = ""  # the director's, for a corrected result
    scores: list[int] = field(default_factory=list)  # duplicate: what the game counted

    def winners(self) -> list[int]:
        """The seats of those who played to the end and whom nobody beat."""
        return [seat for seat in range(len(self.players)) if self._is_unbeaten(seat)]

    def _is_unbeaten(self, seat: int) -> bool:
        if self.ranks is None or self.is_absent(seat):
            return False
        return not any(self.beaten(other, seat) == 2 for other in self.rivals(seat))

    def rivals(self, seat: int) -> list[int]:
        """The seats that play against a seat."""
        return [other for other in range(len(self.players)) if self.sides[other] != self.sides[seat]]

    def units_of(self, player: int) -> int:
        """A player's points for this table: the share of opponents that they beat, ties half.

        Who was absent gets nothing and, without a team, counts as beaten. A correction says what counts instead.
        """
        if self.ranks is None:
            return 0
        seat = self.players.index(player)
        rivals = self.rivals(seat)
        beaten = sum(self.beaten(seat, other) for other in rivals)
        return WHOLE * beaten // (2 * len(rivals)) if rivals else 0

    def beaten(self, seat: int, other: int) -> int:
        """Whether a seat beat another one (2), did as well (1), or neither (0).

        Who was absent beats nobody and, without a team that played on, is beaten.
        """
        assert self.ranks is not None
        if self.is_absent(seat):
            return 0
        missing = self.is_absent(other) and self.sides.count(self.sides[other]) == 1
        if missing or self.ranks[other] > self.ranks[seat]:
            return 2
        return int(self.ranks[other] == self.ranks[seat])

    def compared(self, seat: int, other: EventTable) -> int:
        """Whether a seat did better (1), as well (0) or worse (-1) here than at another table.

        The larger share of opponents beaten is better; of equal shares, more points, if the game counted them at both.
        """
        mine, theirs = self._share_of(seat), other._share_of(seat)
        if mine == theirs and self.scores and other.scores:
            mine, theirs = self.scores[seat], other.scores[seat]
        return (mine > theirs) - (mine < theirs)

    def _share_of(self, seat: int) -> int:
        """The share of opponents that a seat has beaten, in units; who was absent did worse than everybody."""
        return -1 if self.is_absent(seat) else self.units_of(self.players[seat])

    def is_absent(self, seat: int) -> bool:
        """Whether somebody did not play, or no longer at the end. A correction says what counts instead."""
        return seat in self.absent and not self.reason


@dataclass
class Round:
    """A round that was drawn up."""

    number: int
    tables: list[EventTable]
    byes: list[int]
    at: int
    ends: int | None
    opened: bool = False  # all its matches exist
    secret: str = ""  # duplicate: behind the chance of all tables,
    dealt: list[list[str]] | None = None  # who sits at each, once that is fixed,
    revealed: bool = False  # and whether all matches have shown it
    changed: int = 0  # the version of the event at which it changed last

    def __post_init__(self) -> None:
        self._tables = {player: table for table in self.tables for player in table.players}

    @property
    def over(self) -> bool:
        return all(table.ranks is not None for table in self.tables)

    def table_of(self, player: int) -> EventTable | None:
        return self._tables.get(player)


class Event:
    """An event, derived from its log. It has no clock, no storage and no sockets."""

    def __init__(self, created: CreatedEntry) -> None:
        if created["version"] > VERSION:
            raise EventError("this event was written by a newer Slugfest; update Slugfest to open it")
        self.code: str = created["event"]
        self.settings: EventSettings = created["settings"]
        self.club: str = created.get("club", "")  # empty: of none
        self.members_only: bool = created.get("members_only", False)  # only members of the club sign up
        self.players: list[Player] = []
        self.rounds: list[Round] = []
        self.started = False
        self.paused = ""  # the director's reason
        self.ended = ""  # why
        self.log: list[EventEntry] = [created]
        self.at: int = created["at"]  # of the newest entry
        self.last_result_at = 0

    @staticmethod
    def from_log(entries: Iterable[Mapping[str, Any]]) -> Event:
        """The event of a log; raises :class:`EventError` at the first entry that is not possible."""
        remaining = iter(entries)
        created = read_entry(next(remaining, {}))
        if created["kind"] != "created":
            raise EventError("an event's log begins with its creation; this one does not")
        event = Event(created)
        for entry in remaining:
            event.follow(read_entry(entry))
        return event

    # ---- queries ---------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        return len(self.log)

    @property
    def status(self) -> str:
        if self.ended:
            return "ended"
        return "running" if self.rounds or self.started else "open"

    @property
    def newest(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    def player(self, number: int) -> Player:
        if not 1 <= number <= len(self.players):
            raise EventError(f"nobody has number {number} in event {self.code}")
        return self.players[number - 1]

    def table(self, round_number: int, table: int) -> EventTable:
        if not 1 <= round_number <= len(self.rounds):
            raise EventError(f"event {self.code} has no round {round_number}")
        tables = self.rounds[round_number - 1].tables
        if not 0 <= table < len(tables):
            raise EventError(f"round {round_number} of event {self.code} has no table {table}")
        return tables[table]

    @property
    def duplicate(self) -> bool:
        """Whether all tables of a round are dealt alike, and compared."""
        return self.settings["format"] == "duplicate"

    def sealed(self, drawn: Round) -> bool:
        """Whether results of a round are unknown as yet: others may still play its deal."""
        return self.duplicate and not drawn.over and not self.ended

    def unrevealed(self) -> Round | None:
        """A duplicate round that is over, and whose matches do not all know that."""
        rounds = self.rounds if self.duplicate else []
        return next((one for one in rounds if not one.revealed and not self.sealed(one)), None)

    def active(self) -> list[int]:
        """The numbers of those who take part in the next round."""
        return [one.number for one in self.players if one.takes_part]

    def bye_units(self) -> int:
        """What a bye is worth: a win between two, an average table otherwise."""
        return WHOLE if self.settings["seats"] == 2 and not self.duplicate else WHOLE // 2

    def units(self, player: int, before: int | None = None) -> Units:
        """A player's points, in units; ``before`` a round, or in all."""
        total: Units = 0
        for one in self.rounds[: None if before is None else before - 1]:
            table = one.table_of(player)
            if table is not None:
                total += self.units_at(one, table, player)
            elif player in one.byes:
                total += self.bye_units()
        return total

    def units_at(self, drawn: Round, table: EventTable, player: int) -> Units:
        """What a player gets for a table."""
        if not self.duplicate:
            return table.units_of(player)
        return 0 if self.sealed(drawn) else WHOLE * matchpoints(drawn.tables, table, player)

    # ---- changes ---------------------------------------------------------------------------------------------

    def follow(self, entry: EventEntry) -> None:
        """Apply the next entry; raises :class:`EventError` and changes nothing if it is not possible."""
        if entry["at"] < self.at:
            raise EventError(f"entry {self.version + 1} of event {self.code} is older than the one before")
        if self.ended and entry["kind"] not in ("corrected", "revealed"):
            raise EventError(f"event {self.code} is over")
        match entry["kind"]:
            case "created":
                raise EventError("an event is created once")
            case "joined":
                self._join(entry["player"])
            case "withdrawn":
                player = self.player(entry["player"])
                if not player.takes_part:
                    raise EventError(f"player {entry['player']} has withdrawn already")
                player.takes_part = False
            case "started":
                if self.started:
                    raise EventError("an event starts once")
                self.started = True
            case "paired":
                self._pair(entry)
            case "opened":
                if self.newest is None or self.newest.number != entry["round"] or self.newest.opened:
                    raise EventError(f"round {entry['round']} cannot be opened now")
                self.newest.opened = True
            case "dealt":
                drawn = self._duplicate_round(entry["round"])
                if drawn.dealt is not None or [len(one) for one in entry["tables"]] != [
                    len(table.players) for table in drawn.tables
                ]:
                    raise EventError(f"round {entry['round']} cannot be dealt so")
                drawn.dealt = entry["tables"]
            case "revealed":
                drawn = self._duplicate_round(entry["round"])
                if drawn.revealed or self.sealed(drawn):
                    raise EventError(f"round {entry['round']} cannot be revealed now")
                drawn.revealed = True
            case "result":
                table = self.table(entry["round"], entry["table"])
                if table.ranks is not None:
                    raise EventError("a table has one result")
                check_ranks(entry["ranks"], len(table.players))
                if len(entry["sides"]) != len(table.players):
                    raise EventError("a result says of every seat on which side it is")
                table.ranks, table.sides = entry["ranks"], entry["sides"]
                table.absent = entry["absent"]
                table.scores = entry.get("scores", [])
                self.last_result_at = entry["at"]
            case "corrected":
                table = self.table(entry["round"], entry["table"])
                check_ranks(entry["ranks"], len(table.players))
                table.sides = table.sides or list(range(len(table.players)))
                table.ranks, table.reason, table.scores = entry["ranks"], entry["reason"], []
                self.last_result_at = entry["at"]
            case "paused":
                self.paused = entry["reason"] or "-"
            case "resumed":
                self.paused = ""
            case "ended":
                self.ended = entry["why"]
        self.log.append(entry)
        self.at = entry["at"]
        for drawn in self.rounds:
            if entry["kind"] == "ended" or entry.get("round") == drawn.number:
                drawn.changed = self.version

    def _duplicate_round(self, number: int) -> Round:
        if not self.duplicate or not 1 <= number <= len(self.rounds):
            raise EventError(f"event {self.code} has no duplicate round {number}")
        return self.rounds[number - 1]

    def _join(self, number: int) -> None:
        if number == len(self.players) + 1 and number <= MOST_PLAYERS:
            self.players.append(Player(number))
            return
        player = self.player(number)
        if player.takes_part:
            raise EventError(f"player {number} takes part already")
        player.takes_part = True

    def _pair(self, entry: PairedEntry) -> None:
        if entry["round"] != len(self.rounds) + 1:
            raise EventError(f"round {entry['round']} is not the next one")
        seated = [number for table in entry["tables"] for number in table["players"]] + entry["byes"]
        if len(set(seated)) != len(seated):
            raise EventError("nobody plays twice in a round")
        for number in seated:
            self.player(number)
        self.started = True
        tables = [EventTable(one["match"], list(one["players"])) for one in entry["tables"]]
        if self.duplicate and (len({len(one.players) for one in tables}) > 1 or not entry.get("secret")):
            raise EventError("the tables of a duplicate round have one size, and one secret")
        drawn = Round(entry["round"], tables, list(entry["byes"]), entry["at"], entry["ends"])
        drawn.secret = entry.get("secret", "")
        self.rounds.append(drawn)
        self.last_result_at = entry["at"]


def matchpoints(tables: Sequence[EventTable], table: EventTable, player: int) -> Fraction:
    """The share of matchpoints: 2 for every table where the same seat did worse, 1 where it did as well.

    Only tables with a result count; without another one it is half. Who was absent gets none.
    """
    seat = table.players.index(player)
    if table.ranks is None or table.is_absent(seat):
        return Fraction(0)
    others = [one for one in tables if one is not table and one.ranks is not None]
    if not others:
        return Fraction(1, 2)
    won = sum(1 + table.compared(seat, one) for one in others)
    return Fraction(won, 2 * len(others))


def check_ranks(ranks: list[int], seats: int) -> None:
    """Raise :class:`EventError` unless these are the ranks of so many seats, with a 1 and none beyond the last."""
    if len(ranks) != seats or min(ranks, default=0) != 1 or max(ranks) > seats:
        raise EventError(f"a result needs a rank from 1 to {seats} for each of {seats} seats")


def read_entry(entry: Mapping[str, Any]) -> EventEntry:
    """An entry as it is declared; raises :class:`EventError` for anything else."""
    wrong = misfit(entry, EventEntry, "entry")
    if wrong:
        raise EventError(f"an entry of an event cannot be read: {wrong}")
    return cast(EventEntry, entry)
