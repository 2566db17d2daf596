"""The account of a match: result = par + cards + reads + choices, for every seat, in whole millionths.

W is the mean of V over re-deals of what nobody knows. Then, for every moment of the match:

- *par* is W before the deal, from deals of the review's own;
- *cards* is W after chance has fallen minus W before it, the deal being the first such moment;
- *choices* is what a decision changed as far as its maker could know: the mean change of V over samples of the maker's
  knowledge;
- *reads* is the rest of what the decision changed: what it met of the others' secrets, minus what could be expected.

All means are taken over the review's own chance, seeded by the match. Whether a move is a moment of chance is decided
on re-deals of their own, never by what came of it. So the mean of *cards* over many matches is zero for any V.
"""

from __future__ import annotations

from typing import Final

from slugfest.kernel import Entry, History, Outcome, Rng, State, seeded

from .values import Values

WHOLE: Final = 1_000_000
_LOOKS: Final = 2  # re-deals on which a move is tried to see whether it uses chance or shows anything


class Effort:
    """How many positions are imagined."""

    def __init__(self, par: int, deals: int, samples: int, own: int) -> None:
        self.par = par  # deals for par
        self.deals = deals  # re-deals of what nobody knows, at every moment
        self.samples = samples  # of the maker's knowledge, at every decision
        self.own = own  # of every seat's knowledge after every run; 0: what decisions tell of it will do


class Means:
    """The means behind an account, over the review's own chance.

    The same chance imagines the position before and after a moment, so that most of the noise cancels out.
    """

    def __init__(self, history: History, values: Values, effort: Effort) -> None:
        self.history = history
        self.values = values
        self.part = values.part
        self.effort = effort
        self.seats = history.state.seats
        self.seed = f"{history.secret} {values.signature}"

    def par(self) -> list[int]:
        """W before the deal."""
        start, game = self.history.start, self.history.game
        total = [0.0] * self.seats
        for index in range(self.effort.par):
            rng = self.rng("par", index)
            state = game.deal(self.seats, start.options, rng.fork())
            game.follow_version(state, start.rules_played())
            add(total, self.values.of(state, rng))
        return whole([value / self.effort.par for value in total])

    def together(self, state: State) -> list[int]:
        """W: by what everybody together knows."""
        total = [0.0] * self.seats
        for index in range(self.effort.deals):
            fresh = self.part.redeal(state, self.rng("deal", index))
            add(total, self.values.of(fresh, self.rng("play", index)))
        return whole([value / self.effort.deals for value in total])

    def before_chance(self, entry: Entry) -> list[int]:
        """W after a decision and before its chance."""
        total = [0.0] * self.seats
        for index in range(self.effort.deals):
            fresh = self.part.redeal(entry.before, self.rng("deal", index))
            fresh.apply(entry.seat, entry.move)
            add(total, self.values.of(fresh, self.rng("play", index)))
        return whole([value / self.effort.deals for value in total])

    def may_use_chance(self, place: int) -> bool:
        """Whether a move uses chance or shows something, judged without looking at what came of it."""
        entry = self.history.entries[place]
        for index in range(_LOOKS):
            state: State = self.part.redeal(entry.before, self.rng(f"look {place}", index))
            chance = state.rng.state
            state.revealed = False
            state.apply(entry.seat, entry.move)
            if state.revealed or state.rng.state != chance:
                return True
        return False

    def choices(self, first: int, end: int) -> tuple[list[int], list[int]]:
        """What moves of one seat change as far as their maker can know, and every seat's chance after them.

        No chances: the maker found out only on the way what the moves need.
        """
        entries = self.history.entries[first:end]
        start = self.history.entries[self._begun(first)].before
        before, after = [0.0] * self.seats, [0.0] * self.seats
        count = 0
        for index in range(self.effort.samples):
            state = self.part.sample(start, entries[0].seat, self.rng("sample", index))
            played = state.copy()
            if play_all(played, entries):
                count += 1
                add(after, self.values.of(played, self.rng("choice", index)))
                add(before, self.values.of(state, self.rng("choice", index)))
        if count == 0:
            return [0] * self.seats, []
        changes = [now - then for now, then in zip(after, before, strict=True)]
        return whole([change / count for change in changes]), whole([value / count for value in after])

    def _begun(self, place: int) -> int:
        """Where the decision of a move began for its maker: before secret moves that others made at the same time.

        Otherwise whoever decides last would be measured against choices that a sample imagines at random.
        """
        entries = self.history.entries
        seat = entries[place].seat
        while place > 0:
            earlier = entries[place - 1]
            shown = earlier.chance or earlier.revealed or earlier.noticed_by(seat)
            if earlier.seat == seat or shown or seat not in earlier.before.actors():
                break
            place -= 1
        return place

    def own(self, state: State) -> list[int]:
        """Each seat's chance by what it knows."""
        found = [0.0] * self.seats
        for seat in range(self.seats):
            for index in range(self.effort.own):
                sample = self.part.sample(state, seat, self.rng("own", index))
                found[seat] += self.values.of(sample, self.rng("own play", index))[seat]
        return whole([value / max(1, self.effort.own) for value in found])

    def rng(self, purpose: str, index: int) -> Rng:
        return seeded("review", self.seed, purpose, index)

    def after(self, place: int) -> State:
        """The position after the first ``place`` moves."""
        entries = self.history.entries
        return entries[place].before if place < len(entries) else self.history.state


def luck_of(history: History, outcome: Outcome, values: Values, effort: Effort) -> list[int]:
    """*Cards* alone, for every seat: what a ladder subtracts. Only the moments of chance are looked at."""
    means = Means(history, values, effort)
    par, first = means.par(), means.together(history.start)
    luck = [now - before for now, before in zip(first, par, strict=True)]
    for place, entry in enumerate(history.entries):
        if means.may_use_chance(place):
            over = place + 1 == len(history.entries) and history.state.outcome() is not None
            after = (
                whole(values.scale.of_outcome(outcome)) if over else means.together(means.after(place + 1))
            )
            before = means.before_chance(entry)
            for seat in range(means.seats):
                luck[seat] += after[seat] - before[seat]
    return luck


class Run:
    """Moves of one seat in a row, up to the first that uses chance or shows something. Amounts are in millionths."""

    def __init__(self, first: int, seat: int, seats: int) -> None:
        self.first = first  # the number of moves before it
        self.end = first  # and after it
        self.seat = seat
        self.chance = False  # its last move may use chance or show what nobody knew
        self.cards = [0] * seats
        self.choices = [0] * seats
        self.reads = [0] * seats
        self.together = [0] * seats  # W after it
        self.own = [0] * seats  # each seat's chance by what it knows then


class Account:
    """Works through a match, one run of moves a step."""

    def __init__(self, history: History, outcome: Outcome, values: Values, effort: Effort) -> None:
        self.history = history
        self.means = Means(history, values, effort)
        self.seats = history.state.seats
        self.result = whole(values.scale.of_outcome(outcome))
        self.over = history.state.outcome() is not None  # by the rules; otherwise people ended it
        self.par = [0] * self.seats
        self.cards = [0] * self.seats
        self.reads = [0] * self.seats
        self.choices = [0] * self.seats
        self.first: list[int] = []  # W after the deal
        self.first_own: list[int] = []
        self.runs: list[Run] = []
        self._now: list[int] = []  # W where the account stands

    def done(self) -> bool:
        """Whether the whole match is accounted for."""
        return bool(self._now) and self._place() == len(self.history.entries)

    def _place(self) -> int:
        return self.runs[-1].end if self.runs else 0

    def step(self) -> bool:
        """Account for the deal, or for the next run of moves. False when nothing is left."""
        if self.done():
            return False
        if not self._now:
            self._open()
        else:
            self._add_run()
        if self.done():
            self._close()
        return True

    def _open(self) -> None:
        """Par, and the deal."""
        start = self.history.start
        self.par = self.means.par()
        self._now = self.first = self.means.together(start)
        self.first_own = self.means.own(start) if self.means.effort.own else list(self.first)
        for seat in range(self.seats):
            self.cards[seat] = self.first[seat] - self.par[seat]

    def _add_run(self) -> None:
        run = self._next_run()
        entries = self.history.entries[run.first : run.end]
        after = self.means.after(run.end)
        over = self.over and run.end == len(self.history.entries)
        run.together = list(self.result) if over else self.means.together(after)
        before_chance = self.means.before_chance(entries[-1]) if run.chance else run.together
        run.choices, known = self.means.choices(run.first, run.end)
        for seat in range(self.seats):
            run.cards[seat] = run.together[seat] - before_chance[seat]
            run.reads[seat] = before_chance[seat] - self._now[seat] - run.choices[seat]
            self.cards[seat] += run.cards[seat]
            self.choices[seat] += run.choices[seat]
            self.reads[seat] += run.reads[seat]
        run.own = list(self.result) if over else self._own(run, after, known)
        self._now = run.together
        self.runs.append(run)

    def _own(self, run: Run, after: State, known: list[int]) -> list[int]:
        """Each seat's chance by what it knows.

        Without samples for that, the maker's is known from its decision, and the others keep theirs.
        """
        if self.means.effort.own:
            return self.means.own(after)
        found = list(self.runs[-1].own if self.runs else self.first_own)
        if known:
            found[run.seat] = known[run.seat]
        return found

    def _close(self) -> None:
        """Where people ended the match, that was a decision as well."""
        for seat in range(self.seats):
            self.choices[seat] += self.result[seat] - self._now[seat]

    def _next_run(self) -> Run:
        """The next moves of one seat, up to the first that is or may be a moment of chance."""
        entries = self.history.entries
        run = Run(self._place(), entries[self._place()].seat, self.seats)
        while run.end < len(entries) and entries[run.end].seat == run.seat:
            entry = entries[run.end]
            run.chance = self.means.may_use_chance(run.end)
            run.end += 1
            if run.chance or entry.chance or entry.revealed:
                break
        return run


def play_all(state: State, entries: list[Entry]) -> bool:
    """Make the moves of a run in another position; False if one of them is not legal there."""
    for entry in entries:
        if state.outcome() is not None or not state.legal(entry.seat, entry.move):
            return False
        state.apply(entry.seat, entry.move)
    return True


def add(total: list[float], values: list[float]) -> None:
    """Add values seat by seat."""
    for seat, value in enumerate(values):
        total[seat] += value


def whole(values: list[float]) -> list[int]:
    """In whole millionths."""
    return [round(WHOLE * value) for value in values]
