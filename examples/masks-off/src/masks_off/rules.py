"""The rules: a position of Masks Off, and what happens in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slugfest.kernel import (
    UNSEEN,
    Facts,
    IllegalMove,
    MoveError,
    Outcome,
    State,
    not_now,
)

from .content import (
    ALL_JOBS,
    BITS,
    DISTRICTS,
    FAME_ALONE,
    FAME_AT_HOME,
    FAME_RIGHT,
    FAME_WRONG,
    JOBS,
    REFUSALS,
    home,
    jobs_in,
    jobs_of,
)

if TYPE_CHECKING:
    from .facts import Board

NOBODY = -1  # no job, no district
ACCUSE = len(DISTRICTS)  # moves: three patrols, then a name for each seat and job, then to print nothing
HOLD = ACCUSE + 4 * len(JOBS)
MOVE_COUNT = HOLD + 1


def accusation(target: int, job: int) -> int:
    return ACCUSE + target * len(JOBS) + job


class MasksOff(State):
    """A position. ``could`` is what everybody can work out: by seat, the jobs that are possible, as bits."""

    def __init__(self) -> None:
        super().__init__()
        self.jobs: list[int] = []  # by seat; NOBODY for whoever stays unmasked (MO-10)
        self.pile: list[int] = []
        self.open = 0  # bits
        self.could: list[int] = []
        self.patrols: list[int] = []  # by seat, tonight; NOBODY before the choice
        self.last_night: list[int] = []
        self.fame: list[int] = []
        self.round = 1
        self.day = False

    def copy(self) -> MasksOff:
        fresh = MasksOff()
        self.copy_base(fresh)
        fresh.jobs, fresh.pile, fresh.open = list(self.jobs), list(self.pile), self.open
        fresh.could, fresh.patrols = list(self.could), list(self.patrols)
        fresh.last_night, fresh.fame = list(self.last_night), list(self.fame)
        fresh.round, fresh.day = self.round, self.day
        return fresh

    # ---- who may do what -------------------------------------------------------------------------------------

    @property
    def rounds(self) -> int:
        return int(self.options["rounds"])

    @property
    def over(self) -> bool:
        return self.round > self.rounds

    @property
    def reporter(self) -> int:
        """MO-6: in turn."""
        return (self.round - 1) % self.seats

    def actors(self) -> list[int]:
        if self.over:
            return []
        if self.day:
            return [self.reporter]
        return [seat for seat in range(self.seats) if self.patrols[seat] == NOBODY]

    def moves(self, seat: int) -> list[int]:
        if seat not in self.actors():
            return []
        if not self.day:
            return list(range(len(DISTRICTS)))
        names = [
            accusation(target, job)
            for target in range(self.seats)
            if target != seat
            for job in jobs_in(self.could[target])
        ]
        return [*names, HOLD]

    def default_move(self, seat: int) -> int:
        """Whoever lets time run out patrols at home or prints nothing: at home, since a fixed place would be no secret
        worth keeping, and whoever stays unmasked has none."""
        if self.day:
            return HOLD
        return home(self.jobs[seat]) if self.jobs[seat] != NOBODY else 0

    def refusal(self, seat: int, move: int) -> MoveError:
        if self.day and seat == self.reporter and not self.over and ACCUSE <= move < HOLD:
            target = (move - ACCUSE) // len(JOBS)
            if target == seat:
                return IllegalMove("YOURSELF", "MO-6", REFUSALS["YOURSELF"])
            if target < self.seats and self.could[target] == 0:
                return IllegalMove("UNMASKED", "MO-10", REFUSALS["UNMASKED"])
            if target < self.seats:
                return IllegalMove("RULED_OUT", "MO-9", REFUSALS["RULED_OUT"])
        return not_now(self, seat)

    # ---- what happens ----------------------------------------------------------------------------------------

    def apply(self, seat: int, move: int) -> None:
        if move < ACCUSE:
            self.patrols[seat] = move
            if NOBODY not in self.patrols:
                self.show()
        else:
            if move == HOLD:
                self.emit("held", {"seat": seat})
            else:
                self.accuse(seat, *divmod(move - ACCUSE, len(JOBS)))
            self.day = False
            self.round += 1

    def show(self) -> None:
        """MO-2 to MO-5: all patrols are shown, and the fame of whoever was alone tells where they work."""
        self.reveal()
        gains = [0] * self.seats
        for seat, district in enumerate(self.patrols):
            if self.patrols.count(district) > 1:
                continue
            at_home = self.jobs[seat] != NOBODY and home(self.jobs[seat]) == district
            gains[seat] = FAME_AT_HOME if at_home else FAME_ALONE
            self.could[seat] &= jobs_of(district) if at_home else ~jobs_of(district)
            self.fame[seat] += gains[seat]
        self.emit("patrol", {"where": [DISTRICTS[one] for one in self.patrols], "fame": gains})
        self.last_night, self.patrols = self.patrols, [NOBODY] * self.seats
        self.day = True

    def accuse(self, seat: int, target: int, job: int) -> None:
        """MO-7, MO-8: right or wrong, everybody learns it."""
        self.reveal()
        right = self.jobs[target] == job
        change = FAME_RIGHT if right else -min(FAME_WRONG, self.fame[seat])
        self.fame[seat] += change
        self.emit(
            "accuse", {"seat": seat, "target": target, "job": JOBS[job], "right": right, "fame": change}
        )
        if right:
            self.open |= 1 << job
            for other in range(self.seats):
                self.could[other] &= ~(1 << job)
            self.new_job(target)
        else:
            self.could[target] &= ~(1 << job)

    def new_job(self, seat: int) -> None:
        """MO-7: a new one in secret; MO-10: while there are any."""
        if not self.pile:
            self.jobs[seat], self.could[seat] = NOBODY, 0
            return
        self.jobs[seat] = self.pile.pop()
        self.could[seat] = ALL_JOBS & ~self.open
        self.emit("new_job", {"seat": seat}, {"job": JOBS[self.jobs[seat]]}, 1 << seat)

    def seen_as(self, seat: int, move: int, observer: int) -> int:
        """MO-2: a patrol is secret until the last one shows them all."""
        last = self.patrols.count(NOBODY) == 1
        return move if move >= ACCUSE or seat == observer or last else UNSEEN

    def outcome(self) -> Outcome | None:
        """MO-11."""
        if not self.over:
            return None
        ranks = [1 + sum(other > mine for other in self.fame) for mine in self.fame]
        return Outcome(ranks, "FAME", BITS["over"], list(self.fame))

    # ---- what a seat sees, and what it cannot know ---------------------------------------------------------------

    def board(self, seat: int) -> Board:
        def own(values: list[int]) -> list[int]:
            return [value if other == seat else NOBODY for other, value in enumerate(values)]

        return self.board_with(own(self.jobs), own(self.patrols))

    def board_with(self, jobs: list[int], patrols: list[int]) -> Board:
        return {
            "phase": "over" if self.over else "day" if self.day else "night",
            "round": min(self.round, self.rounds),
            "rounds": self.rounds,
            "reporter": self.reporter,
            "identities": [named(JOBS, job) for job in jobs],
            "patrols": [named(DISTRICTS, district) for district in patrols],
            "fame": list(self.fame),
            "last_night": [named(DISTRICTS, district) for district in self.last_night],
            "could": [[JOBS[job] for job in jobs_in(mask)] for mask in self.could],
            "open": [JOBS[job] for job in jobs_in(self.open)],
            "pile": len(self.pile),
        }

    def candidates(self, seat: int, target: int) -> list[int]:
        """The jobs that a seat must think possible for another."""
        own = 1 << self.jobs[seat] if self.jobs[seat] != NOBODY else 0
        return jobs_in(self.could[target] & ~own)

    # ---- the whole truth -----------------------------------------------------------------------------------------

    def document(self) -> Facts:
        return {
            "jobs": [named(JOBS, job) for job in self.jobs],
            "pile": [JOBS[job] for job in self.pile],
            "open": [JOBS[job] for job in jobs_in(self.open)],
            "could": [[JOBS[job] for job in jobs_in(mask)] for mask in self.could],
            "patrols": [named(DISTRICTS, district) for district in self.patrols],
            "last_night": [named(DISTRICTS, district) for district in self.last_night],
            "fame": list(self.fame),
            "round": self.round,
            "day": self.day,
        }

    def inventory(self) -> dict[str, int]:
        """Every job is held, in the pile or open."""
        placed = [*self.jobs, *self.pile, *jobs_in(self.open)]
        return {JOBS[job]: placed.count(job) for job in range(len(JOBS))}


def named(words: tuple[str, ...], number: int) -> str | None:
    return None if number == NOBODY else words[number]
