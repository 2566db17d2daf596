"""A game as it was played: the moves, the chance behind them, and what may still be taken back."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from .chance import IMAGINED, Chance
from .contract import UNSEEN, Game, State
from .errors import SlugfestError, UndoError
from .events import EVERYTHING, SPECTATOR, Event, Facts
from .options import Options
from .rng import KeyedRng, Rng
from .text import Text

_NO_DRAWS: Final[list[str]] = []
_CANNOT_UNDO: Final = Text("That can no longer be taken back.", "Das lässt sich nicht mehr zurücknehmen.")


@mypyc_attr(allow_interpreted_subclasses=True)
class Entry:
    """One move of the log, the position it was made in, and whether it used chance or revealed anything."""

    def __init__(
        self,
        before: State,
        seat: int,
        move: int,
        chance: bool,
        revealed: bool,
        events: list[Event],
        draws: list[str] = _NO_DRAWS,
    ) -> None:
        self.before = before
        self.seat = seat
        self.move = move
        self.chance = chance
        self.revealed = revealed
        self.events = events
        self.draws = draws  # what it drew for, where chance is keyed by that

    def seen_by(self, observer: int) -> int:
        """How a seat (or a spectator) saw this move when it was made; EVERYTHING has it as it is."""
        if observer in (self.seat, EVERYTHING):
            return self.move
        return self.before.seen_as(self.seat, self.move, observer)

    def noticed_by(self, observer: int) -> bool:
        """Whether a seat (or a spectator) saw anything at all of this move and what came of it."""
        return len(self.events) > 0 or self.seen_by(observer) != UNSEEN


@mypyc_attr(allow_interpreted_subclasses=True)
class History:
    """A game from its first position to now.

    Chance is keyed anew for every move that uses it, by the count of such moves, so a move that used no chance can be
    dropped from the log while the rest replays unchanged. Live chance is in a position only while a move is carried
    out: no copy, no document and nobody who thinks about the position ever gets hold of it.
    """

    def __init__(
        self, game: Game, seats: int, chosen: Options, chance: Chance | str, version: int | None = None
    ) -> None:
        """A new game, by an older ``version`` of the rules where a record or a log says so.

        Words instead of a chance are imagined chance: the same words, the same game.
        """
        rules = game.version if version is None else version
        self.game = game = game.as_of(rules)
        self.chance = Chance(chance) if isinstance(chance, str) else chance
        self.options = game.settle(seats, chosen)
        self.chance.bind(game.id, rules, seats, self.options)
        self.draws: dict[str, int] = {}  # how often each name was drawn for, where chance is keyed by names
        dealing = self.chance.of_use_after(0, self.draws)
        self.start: State = game.deal(seats, self.options, dealing)
        self._dealt = _named(dealing)
        self.draws = _counted({}, self._dealt)
        self._put_away(self.start)
        game.follow_version(self.start, rules)
        self.state: State = self.start.copy()
        self.entries: list[Entry] = []
        self.chances = 1
        self._judged: Entry | None = None  # the newest move when it was last judged who may take back theirs,
        self._undoable: dict[int, bool] = {}  # and by seat, whether they may: replaying takes a while

    @property
    def secret(self) -> str:
        """What all chance comes from, to be shown when the game is over."""
        return self.chance.secret

    @staticmethod
    def from_position(position: dict[str, Any], game: Game, secret: str) -> History:
        """A history that starts from a position document."""
        state = game.set_up(position)
        history = History(state.game, state.seats, state.options, secret)
        history.start = state
        history.state = state.copy()
        return history

    def play(self, seat: int, move: int) -> list[Event]:
        """Make a move and return what happened; an illegal one raises and changes nothing."""
        entry = self._play(self.state, seat, move)
        self.entries.append(entry)
        return entry.events

    def play_text(self, seat: int, text: str) -> list[Event]:
        """Make the move, or the moves of a whole action, given as text: all of them or none."""
        moves = self.state.read(seat, text)
        return self.play(seat, moves[0]) if len(moves) == 1 else self.play_bundle(seat, [text])

    def play_bundle(self, seat: int, texts: list[str]) -> list[Event]:
        """Make several moves of one seat, all of them or none."""
        state, chances, draws, count = self.state, self.chances, self.draws, len(self.entries)
        self.state = state.copy()
        events: list[Event] = []
        try:
            for text in texts:
                for move in self.state.read(seat, text):
                    events += self.play(seat, move)
        except SlugfestError:
            self.state, self.chances, self.draws = state, chances, draws
            del self.entries[count:]
            raise
        return events

    def _play(self, state: State, seat: int, move: int) -> Entry:
        if not state.legal(seat, move):
            raise state.refusal(seat, move)
        before = state.copy()
        rng = self.chance.of_use_after(self.chances, self.draws)
        state.rng = rng
        fresh = rng.state
        state.events = []
        state.revealed = False
        state.apply(seat, move)
        used = state.rng.state != fresh
        draws = _named(rng)
        self._put_away(state)
        if used:
            self.chances += 1
        if draws:
            self.draws = _counted(self.draws, draws)
        events = state.events
        state.events = None
        return Entry(before, seat, move, used, state.revealed, events, draws)

    def _put_away(self, state: State) -> None:
        """Take live chance out of a position that the rules are done with."""
        if self.chance.kind != IMAGINED:
            state.rng = Rng()

    # ---- taking back -----------------------------------------------------------------------------------------

    def can_undo(self, seat: int) -> bool:
        """Whether this seat may take back its last move."""
        if len(self.entries) == 0:
            return False
        if self._judged is not self.entries[-1]:
            self._judged, self._undoable = self.entries[-1], {}
        found = self._undoable.get(seat)
        if found is None:
            found = self._undoable[seat] = self._judge_undo(seat)
        return found

    def _judge_undo(self, seat: int) -> bool:
        last = self._last(seat)
        if last < 0 or self.entries[last].chance or self.entries[last].revealed:
            return False
        return last == len(self.entries) - 1 or self._without(last) is not None

    def undo(self, seat: int) -> Entry:
        """Take back this seat's last move; raises when something was revealed, chance fell or somebody acted on it."""
        if not self.can_undo(seat):
            raise UndoError("CANNOT_UNDO", "", _CANNOT_UNDO)
        last = self._last(seat)
        entry = self.entries[last]
        replayed = self._without(last)
        assert replayed is not None
        self.state, self.entries, self.chances, self.draws = replayed
        return entry

    def _last(self, seat: int) -> int:
        for index in range(len(self.entries) - 1, -1, -1):
            if self.entries[index].seat == seat:
                return index
        return -1

    def _without(self, dropped: int) -> tuple[State, list[Entry], int, dict[str, int]] | None:
        """Position, log and counts of chances without one move, if nobody who has acted since could notice.

        What somebody did behind a screen since does not count: whether one may take something back must not depend
        on what one cannot see.
        """
        mover = self.entries[dropped].seat
        state = self.entries[dropped].before.copy()
        kept, later = self.entries[:dropped], self.entries[dropped + 1 :]
        chances, draws = self.chances, self.draws
        self._count_chances(kept)
        try:
            for entry in later:
                kept.append(self._play(state, entry.seat, entry.move))
            used, drawn = self.chances, self.draws
        except SlugfestError:
            return None
        finally:
            self.chances, self.draws = chances, draws
        for entry in later:
            if entry.noticed_by(mover) and state.board(entry.seat) != self.state.board(entry.seat):
                return None
        return state, kept, used, drawn

    def _count_chances(self, entries: list[Entry]) -> None:
        """Count the uses and draws of chance anew, after these moves."""
        self.chances = 1
        self.draws = _counted({}, self._dealt)
        for entry in entries:
            if entry.chance:
                self.chances += 1
            if entry.draws:
                self.draws = _counted(self.draws, entry.draws)

    # ---- what a seat saw -------------------------------------------------------------------------------------

    def steps_since_own(self, seat: int) -> list[Facts]:
        """What a seat saw since it last decided, its own move first; everything, if it has made none.

        A step has the seat that moved, its move (None: secret) and the events. Moves of which the seat noticed nothing
        are left out.
        """
        steps: list[Facts] = []
        for entry in self.entries[max(0, self._last(seat)) :]:
            if entry.noticed_by(seat):
                known = entry.seen_by(seat) == entry.move
                steps.append(
                    {
                        "seat": entry.seat,
                        "move": self.game.format(entry.move) if known else None,
                        "events": [event.seen_by(seat) for event in entry.events],
                    }
                )
        return steps

    def decision_state(self, seat: int, ply: int) -> State:
        """The position in which a seat decides after the first ``ply`` moves, without what rivals chose meanwhile.

        Seats that decide at once do not see each other's choices, so a decision is the same one whether the others have
        made theirs or not. The seat's own moves stay, and those of its team that it saw.
        """
        first = self._opened(seat, ply)
        kept = self._kept(seat, first, ply)
        now = self.entries[ply].before if ply < len(self.entries) else self.state
        if first + len(kept) == ply:
            return now.copy()
        state = self.entries[first].before.copy()
        for entry in kept:
            if not state.legal(entry.seat, entry.move):
                return now.copy()
            state.apply(entry.seat, entry.move)
        return state if state.moves(seat) == now.moves(seat) else now.copy()

    def moves_known(self, seat: int, ply: int) -> int:
        """How many of the first ``ply`` moves a seat decides by: it rises when something is revealed to the seat, and
        stays while rivals decide in secret."""
        first = self._opened(seat, ply)
        return first + len(self._kept(seat, first, ply))

    def _opened(self, seat: int, ply: int) -> int:
        """The number of moves before the decision that a seat makes after the first ``ply`` was opened."""
        first = ply
        while first > 0:
            entry = self.entries[first - 1]
            if entry.chance or entry.revealed or seat not in entry.before.actors():
                break
            first -= 1
        return first

    def _kept(self, seat: int, first: int, ply: int) -> list[Entry]:
        """The moves since then that belong to what the seat decides by."""
        team = self._team(seat)
        return [entry for entry in self.entries[first:ply] if self._stays(entry, seat, team)]

    def _team(self, seat: int) -> list[int]:
        for team in self.game.teams(self.state.seats, self.options):
            if seat in team:
                return team
        return [seat]

    def _stays(self, entry: Entry, seat: int, team: list[int]) -> bool:
        """Whether a move belongs to what a seat decides by while everybody decides at once."""
        return entry.seat == seat or (entry.seat in team and entry.noticed_by(seat))

    # ---- going back ------------------------------------------------------------------------------------------

    def decision_of(self, seat: int) -> int:
        """Where a seat's last decision began: at the first of its last moves that belong together; -1: it made none.

        They belong together as long as the seat went on owing and nothing had become final meanwhile.
        """
        first = self._last(seat)
        for index in range(first - 1, -1, -1):
            entry = self.entries[index]
            if entry.chance or entry.revealed or seat not in self.entries[index + 1].before.actors():
                break
            if entry.seat == seat:
                first = index
        return first

    def rest_of_decision(self, ply: int) -> list[int]:
        """The moves with which the seat that made a move went on in the same decision, before anything was final."""
        seat = self.entries[ply].seat
        rest: list[int] = []
        for index in range(ply, len(self.entries)):
            entry = self.entries[index]
            if index > ply and entry.seat == seat:
                rest.append(entry.move)
            after = self.entries[index + 1].before if index + 1 < len(self.entries) else self.state
            if entry.chance or entry.revealed or seat not in after.actors():
                break
        return rest

    def final_since(self, ply: int) -> bool:
        """Whether chance was used or anything revealed after the first ``ply`` moves."""
        for entry in self.entries[ply:]:
            if entry.chance or entry.revealed:
                return True
        return False

    def moves_before(self, seat: int, ply: int) -> int:
        """How many of the first ``ply`` moves a seat made."""
        count = 0
        for entry in self.entries[:ply]:
            if entry.seat == seat:
                count += 1
        return count

    def nth_move(self, seat: int, number: int) -> int:
        """The place of the move that a seat made after ``number`` of its own; -1: it has not made so many."""
        for index, entry in enumerate(self.entries):
            if entry.seat == seat:
                if number == 0:
                    return index
                number -= 1
        return -1

    def go_back(self, ply: int) -> None:
        """Drop all but the first ``ply`` moves, whatever came of the others. The same chance will fall again."""
        if not 0 <= ply < len(self.entries):
            raise UndoError("CANNOT_UNDO", "", _CANNOT_UNDO)
        self.state = self.entries[ply].before.copy()
        self.entries = self.entries[:ply]
        self._count_chances(self.entries)

    # ---- looking back ----------------------------------------------------------------------------------------

    def at(self, ply: int) -> State:
        """The position after the first ``ply`` moves."""
        return self.entries[ply].before.copy() if ply < len(self.entries) else self.state.copy()


def _named(rng: Rng) -> list[str]:
    """What a use of chance drew for; nothing where chance is not keyed by that."""
    return rng.named if isinstance(rng, KeyedRng) else _NO_DRAWS


def _counted(counts: dict[str, int], names: list[str]) -> dict[str, int]:
    """Counts with further names. The given ones stay as they are: others may hold them."""
    found = counts.copy()
    for name in names:
        found[name] = found.get(name, 0) + 1
    return found


__all__ = ["SPECTATOR", "Entry", "History"]
