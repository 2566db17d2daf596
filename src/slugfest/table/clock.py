"""The time of a match: who is waited for since when, and when their time runs out.

Everything follows from the log: from its entries and from when each was written (``at``, milliseconds of the store's
clock). Nothing here runs by itself. A deadline is the same in every process and after every restart.

A decision begins when a seat owes one. It ends when the seat owes none, or when its moves can no longer be taken back
and everybody could notice them. Single moves within a decision do not change the clock: nobody gains time by changing
their mind, and a clock does not reveal how often a person moved in secret.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, Final, get_args

from .messages import HandOver, Level, Pace, PaceKind, SeatClock, TimeUp
from .refusals import refuse

SECOND: Final = 1000
DAY: Final = 24 * 3600 * SECOND

NO_CLOCK: Final[Pace] = {
    "kind": "none",
    "decision": 0,
    "reserve": 0,
    "gain": 0,
    "then": "move",
    "level": "medium",
}
BOUNDS: Final = {  # of a live pace, in seconds
    "decision": (5, 3600),
    "reserve": (0, 3600),
    "gain": (0, 60),
}
MOST_DAYS: Final = 7

DELAY_QUOTA: Final = 1 * SECOND  # of network delay that is given back in each decision, at most
NOBODY: Final[frozenset[int]] = frozenset()
NUDGE_AFTER: Final[dict[PaceKind, int]] = {"none": 60 * SECOND, "live": 60 * SECOND, "days": DAY}
COUNTDOWN: Final[dict[PaceKind, int]] = {"none": 30 * SECOND, "live": 30 * SECOND, "days": DAY // 2}


def settled(pace: Pace) -> Pace:
    """A pace with unused values at their default; raises :class:`Refusal` if it is not allowed."""
    asked: dict[str, Any] = dict(pace)  # from a client, so anything may be missing or wrong
    kind: Any = asked.get("kind")
    then: Any = asked.get("then")
    level: Any = asked.get("level")
    if kind not in get_args(PaceKind) or then not in get_args(TimeUp) or level not in get_args(Level):
        raise refuse("NO_SUCH_PACE")
    if kind == "none":
        return NO_CLOCK
    bounds = BOUNDS if kind == "live" else {"decision": (1, MOST_DAYS), "reserve": (0, 0), "gain": (0, 0)}
    for key, (low, high) in bounds.items():
        number = asked.get(key)
        if not isinstance(number, int) or isinstance(number, bool) or not low <= number <= high:
            raise refuse("NO_SUCH_PACE")
    found: Pace = {
        "kind": kind,
        "decision": pace["decision"],
        "reserve": pace["reserve"],
        "gain": pace["gain"],
        "then": then,
        "level": level,
    }
    if kind == "live" and asked.get("watch") is True:
        found["watch"] = True
    return found


def agreed(pace: Pace) -> Pace:
    """A pace for a match that has not begun, checked: a live clock waits while a fight is shown."""
    found = settled(pace)
    return settled({**found, "watch": True}) if found["kind"] == "live" else found


# These are created with every move and never changed. A constructor that is written out is compiled, and ten times as
# fast as the one that dataclass generates.


@dataclass(init=False)
class Clock:
    """One seat's time. ``begun`` is set while its person owes a decision."""

    reserve: int  # ms; while a decision runs, as it was when that began
    begun: (
        int | None
    )  # when its clock started to run, less the time the decision had taken before it was taken back
    since: int | None  # when its person was last heard of, while they are waited for
    spent: int | None  # on the last decision, while its person may take that back,
    before: int  # and the reserve it began with
    nudged: int  # when last
    late: int  # how many decisions the clock has made

    def __init__(
        self,
        reserve: int,
        begun: int | None = None,
        since: int | None = None,
        spent: int | None = None,
        before: int = 0,
        nudged: int = 0,
        late: int = 0,
    ) -> None:
        self.reserve = reserve
        self.begun = begun
        self.since = since
        self.spent = spent
        self.before = before
        self.nudged = nudged
        self.late = late


@dataclass(frozen=True)
class Handing:
    """A seat that is about to be given to a bot: who voted for it, and when it happens if enough have."""

    seat: int
    by: tuple[int, ...]
    at: int | None = None


@dataclass(init=False)
class Change:
    """What an entry means for the clocks. ``seat`` made moves, or took one back."""

    waited_for: frozenset[int]  # the seats whose people owe a decision now
    begins: int  # the number of seats, if the match begins
    seat: int
    final: bool  # the moves cannot be taken back, and everybody could notice them
    undo: bool
    late: bool  # the table moved for the seat, because its time was up
    lag: int  # ms of network delay to give back to the seat
    watch: int  # ms that everyone needs to watch what happened
    here: int  # the seat whose person has shown that they are present
    nudged: int
    hand: Handing | None  # after the entry; its time is not known before the entry is written
    counts: bool  # the countdown begins with this entry

    def __init__(
        self,
        waited_for: frozenset[int] = NOBODY,
        begins: int = 0,
        seat: int = -1,
        final: bool = False,
        undo: bool = False,
        late: bool = False,
        lag: int = 0,
        watch: int = 0,
        here: int = -1,
        nudged: int = -1,
        hand: Handing | None = None,
        counts: bool = False,
    ) -> None:
        self.waited_for = waited_for
        self.begins = begins
        self.seat = seat
        self.final = final
        self.undo = undo
        self.late = late
        self.lag = lag
        self.watch = watch
        self.here = here
        self.nudged = nudged
        self.hand = hand
        self.counts = counts

    def leaving(self, waited_for: frozenset[int], begins: int, hand: Handing | None) -> Change:
        """A copy with what holds after the entry."""
        return Change(
            waited_for,
            begins,
            self.seat,
            self.final,
            self.undo,
            self.late,
            self.lag,
            self.watch,
            self.here,
            self.nudged,
            hand,
            self.counts,
        )


NOTHING: Final = Change()


@dataclass(init=False)
class Time:
    """The time of a match after an entry. It is immutable: the next entry gives another one."""

    pace: Pace
    at: int  # of the newest entry
    clocks: tuple[Clock, ...]  # a seat each, from the start of the match on
    handing: Handing | None

    def __init__(
        self, pace: Pace, at: int = 0, clocks: tuple[Clock, ...] = (), handing: Handing | None = None
    ) -> None:
        self.pace = pace
        self.at = at
        self.clocks = clocks
        self.handing = handing

    def after(self, at: int, change: Change) -> Time:
        """The time after an entry with this change that was written at ``at``."""
        at = max(at, self.at)
        clocks = self.clocks
        if change.begins:
            clocks = (Clock(self.pace["reserve"] * SECOND),) * change.begins
        clocks = tuple([self._next(seat, clock, at, change) for seat, clock in enumerate(clocks)])
        handing = change.hand
        if handing is not None and (handing.seat not in change.waited_for or handing.seat == change.here):
            handing = None
        if handing is not None and change.counts:
            handing = Handing(handing.seat, handing.by, at + COUNTDOWN[self.pace["kind"]])
        return Time(self.pace, at, clocks, handing)

    def _next(self, seat: int, clock: Clock, at: int, change: Change) -> Clock:
        acted, owes = seat == change.seat, seat in change.waited_for
        if clock.begun is not None and (not owes or (acted and change.final)):
            clock = self._decided(clock, at, change if acted else NOTHING)
        if clock.begun is None and owes:
            if acted and change.undo and clock.spent is not None:  # the same decision once more
                reserve, begun = clock.before, at - clock.spent
            else:
                reserve, begun = clock.reserve, at + (change.watch if self.pace.get("watch") else 0)
            clock = Clock(reserve, begun, max(begun, at), None, clock.before, clock.nudged, clock.late)
        if clock.begun is not None and seat == change.here:
            clock = replace(clock, since=at)
        return replace(clock, nudged=at) if seat == change.nudged else clock

    def _decided(self, clock: Clock, at: int, change: Change) -> Clock:
        """The clock after a decision: ended by the seat's own ``change``, or removed by something else."""
        assert clock.begun is not None
        spent = max(0, at - change.lag - clock.begun)
        reserve = max(0, clock.reserve - max(0, spent - self._decision()))
        own = change.seat >= 0 and not change.late
        return Clock(
            reserve + (self.pace["gain"] * SECOND if own else 0),
            None,
            None,
            spent if own and not change.final else None,
            clock.reserve,
            clock.nudged,
            clock.late + change.late,
        )

    # ---- deadlines -------------------------------------------------------------------------------------------

    def _decision(self) -> int:
        """The time for a decision before the reserve is used."""
        return self.pace["decision"] * (DAY if self.pace["kind"] == "days" else SECOND)

    def _grace(self) -> int:
        """How long after a deadline a delayed move may still arrive."""
        return DELAY_QUOTA if self.pace["kind"] == "live" else 0

    def deadline(self, seat: int) -> int | None:
        """When the time of the person on a seat runs out; None without a clock, or if they owe nothing."""
        if self.pace["kind"] == "none" or not 0 <= seat < len(self.clocks):
            return None
        clock = self.clocks[seat]
        return None if clock.begun is None else clock.begun + self._decision() + clock.reserve

    def runs_out(self, seat: int) -> int | None:
        """When the table acts for a seat: its deadline, and time for a move that is on its way."""
        deadline = self.deadline(seat)
        return None if deadline is None else deadline + self._grace()

    def next_out(self) -> tuple[int, int] | None:
        """When time runs out next, and for which seat."""
        if self.pace["kind"] == "none":
            return None
        outs = [(self.runs_out(seat), seat) for seat in range(len(self.clocks))]
        return min(((due, seat) for due, seat in outs if due is not None), default=None)

    def due(self) -> int | None:
        """When the table acts by itself: for a person whose time is up, or to give a seat to a bot."""
        out, handing = self.next_out(), self.handing
        due = None if out is None else out[0]
        if handing is None or handing.at is None:
            return due
        return handing.at if due is None else min(due, handing.at)

    def lag(self, seat: int, delay: int) -> int:
        """How much of a measured delay is given back to a seat that moves now."""
        return min(max(delay, 0), self._grace()) if self.deadline(seat) is not None else 0

    def may_take_back(self, seat: int) -> bool:
        """Whether a person would have time left for the decision that an undo brings back."""
        if self.pace["kind"] == "none" or self.clocks[seat].begun is not None:
            return True
        clock = self.clocks[seat]
        return clock.spent is not None and clock.spent < self._decision() + clock.before

    # ---- keeping others waiting ------------------------------------------------------------------------------

    @property
    def since(self) -> int | None:
        """Since when people are waited for."""
        return min((clock.since for clock in self.clocks if clock.since is not None), default=None)

    def waiting_since(self, seat: int) -> int | None:
        """Since when a person is waited for."""
        return self.clocks[seat].since if 0 <= seat < len(self.clocks) else None

    def nudge_from(self, seat: int) -> int | None:
        """When a seat may first be nudged; None if nobody waits for it."""
        since = self.waiting_since(seat)
        return (
            None if since is None else max(since, self.clocks[seat].nudged) + NUDGE_AFTER[self.pace["kind"]]
        )

    def hand_from(self, seat: int) -> int | None:
        """When people may first vote to give a seat to a bot; None if nobody waits for it, or if a live clock runs."""
        since = self.waiting_since(seat)
        return (
            None if since is None or self.pace["kind"] == "live" else since + NUDGE_AFTER[self.pace["kind"]]
        )

    # ---- messages --------------------------------------------------------------------------------------------

    def seat_clocks(self) -> list[SeatClock] | None:
        """The clocks as everybody may see them; None without a clock."""
        if self.pace["kind"] == "none" or not self.clocks:
            return None
        return [self._seat_clock(seat) for seat in range(len(self.clocks))]

    def _seat_clock(self, seat: int) -> SeatClock:
        clock, deadline = self.clocks[seat], self.deadline(seat)
        until = None if clock.begun is None else clock.begun + self._decision()
        return {"reserve": clock.reserve, "starts": clock.begun, "decide_until": until, "deadline": deadline}

    def hand_over(self, missing: Collection[int]) -> HandOver | None:
        """The hand-over that people vote on; ``missing`` are the seats that have not voted for it."""
        handing = self.handing
        if handing is None:
            return None
        needs = len(missing) if handing.at is None else 0
        return {"seat": handing.seat, "by": list(handing.by), "at": handing.at, "needs": needs}
