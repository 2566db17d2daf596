"""The optional parts: for bots, for somebody who learns, and for the browser."""

from __future__ import annotations

from itertools import permutations

from slugfest.kernel import (
    SPECTATOR,
    Caution,
    Display,
    PlainBoard,
    Rng,
    Search,
    Shown,
    Teaching,
    Text,
    Thing,
    Verb,
)

from .content import (
    ALL_JOBS,
    BITS,
    DISTRICT_NAMES,
    DISTRICTS,
    FAME_ALONE,
    FAME_AT_HOME,
    JOB_NAMES,
    JOBS,
    home,
    jobs_in,
)
from .facts import Board, Catalogue, Forecast
from .rules import ACCUSE, HOLD, NOBODY, MasksOff, accusation

COLOURS = ("blue", "amber", "purple")


class MasksOffSearch(Search[MasksOff]):
    def sample(self, state: MasksOff, seat: int, rng: Rng) -> MasksOff:
        """Any deal that fits all that was ever seen: nobody has an open job, or one that is ruled out for them."""
        fresh = state.copy()
        fresh.rng = rng.fork()
        own = state.jobs[seat] if seat != SPECTATOR else NOBODY
        others = [one for one in range(state.seats) if one != seat and state.jobs[one] != NOBODY]
        hidden = [job for job in jobs_in(ALL_JOBS & ~state.open) if job != own]
        deals = [
            deal
            for deal in permutations(hidden, len(others))
            if all(state.could[other] >> job & 1 for other, job in zip(others, deal))
        ]
        dealt = deals[rng.below(len(deals))]
        for other, job in zip(others, dealt):
            fresh.jobs[other] = job
        fresh.pile = [job for job in hidden if job not in dealt]
        rng.shuffle(fresh.pile)
        for other in range(state.seats):
            if other != seat and state.patrols[other] != NOBODY:
                fresh.patrols[other] = rng.below(len(DISTRICTS))
        return fresh

    def redeal(self, state: MasksOff, rng: Rng) -> MasksOff:
        """Nobody knows the order of the pile; every job in a hand is known to its owner."""
        fresh = state.copy()
        fresh.rng = rng.fork()
        fresh.pile = sorted(fresh.pile)
        rng.shuffle(fresh.pile)
        return fresh

    def information_key(self, state: MasksOff, seat: int) -> int:
        """The own job, and how much is known of the others'."""
        known = sum(mask.bit_count() for other, mask in enumerate(state.could) if other != seat)
        return (state.jobs[seat] + 1) * 64 + known

    def greedy(self, state: MasksOff, seat: int) -> int:
        """Names whoever has at most two jobs left; patrols at home once there is little to hide."""
        if state.day:
            left = {other: state.candidates(seat, other) for other in range(state.seats) if other != seat}
            target = min(left, key=lambda other: (len(left[other]) or len(JOBS), other))
            return accusation(target, left[target][0]) if 0 < len(left[target]) <= 2 else HOLD
        job = state.jobs[seat]
        little = state.could[seat].bit_count() <= 3 or state.round >= state.rounds - 1
        if job != NOBODY and little:
            return home(job)
        return (max(job, 0) + state.round * (seat + 1)) % len(DISTRICTS)

    def estimate(self, state: MasksOff, seat: int) -> float:
        """Fame ahead of the best other, and a little for what is still secret."""
        best = max(fame for other, fame in enumerate(state.fame) if other != seat)
        ahead = state.fame[seat] - best + 0.1 * state.could[seat].bit_count()
        return min(0.98, max(0.02, 0.45 + ahead / 12))


class MasksOffTeaching(Teaching[MasksOff]):
    def caution(self, state: MasksOff, seat: int, move: int) -> Caution | None:
        if ACCUSE <= move < HOLD and (move - ACCUSE) % len(JOBS) == state.jobs[seat]:
            return Caution("bluff", BITS["bluff"], "MO-9")
        return None

    def standing(self, state: MasksOff, seat: int) -> list[tuple[str, float]]:
        return [("fame", state.fame[seat]), ("possible jobs", state.could[seat].bit_count())]


class MasksOffDisplay(Display[MasksOff]):
    def __init__(self) -> None:
        super().__init__()
        self.accent = "pink"
        self.plain = plain_board()
        self.module, self.cover = "static/board.js", "static/cover.svg"

    def forecast(self, state: MasksOff, seat: int, move: int) -> Forecast:
        if move < ACCUSE:
            job = state.jobs[seat]
            return {"fame": FAME_AT_HOME if job != NOBODY and home(job) == move else FAME_ALONE}
        if move == HOLD:
            return {}
        target, job = divmod(move - ACCUSE, len(JOBS))
        possible = state.candidates(seat, target)
        return {"of": len(possible) if job in possible else 0}

    def open_board(self, state: MasksOff) -> Board:
        return state.board_with(state.jobs, state.patrols)

    def progress(self, state: MasksOff) -> Text:
        said = BITS["headline"]
        numbers = {"n": min(state.round, state.rounds), "of": state.rounds}
        return Text(said.en.format(**numbers), said.de.format(**numbers))

    def round_and_turn(self, state: MasksOff) -> tuple[int, int]:
        return min(state.round, state.rounds), int(state.day)

    def catalogue(self) -> Catalogue:
        return {
            "districts": {key: {"name": DISTRICT_NAMES[key].as_json()} for key in DISTRICTS},
            "jobs": {
                key: {"name": JOB_NAMES[key].as_json(), "district": DISTRICTS[home(job)]}
                for job, key in enumerate(JOBS)
            },
        }


def plain_board() -> PlainBoard:
    """How the plain board shows it: for whoever prefers that one."""
    districts = {
        key: Thing(DISTRICT_NAMES[key], icon="house", colour=COLOURS[index])
        for index, key in enumerate(DISTRICTS)
    }
    jobs = {
        key: Thing(
            JOB_NAMES[key],
            icon="person",
            colour=COLOURS[home(job)],
            note=DISTRICT_NAMES[DISTRICTS[home(job)]],
        )
        for job, key in enumerate(JOBS)
    }
    return PlainBoard(
        {
            "identities": Shown(Text("Day job", "Beruf"), "seats", "cards", icon="mask", hides=True),
            "patrols": Shown(Text("Tonight", "Heute Nacht"), "seats", "text", icon="house"),
            "fame": Shown(Text("Fame", "Ruhm"), "seats", "number", icon="star"),
            "last_night": Shown(Text("Last night", "Letzte Nacht"), "seats", "text", icon="house"),
            "could": Shown(Text("Could be", "Möglich"), "seats", "cards"),
            "round": Shown(Text("Round", "Runde"), kind="number", icon="clock"),
            "rounds": Shown(Text("Of", "Von"), kind="number"),
            "reporter": Shown(Text("Reporter", "Hat die Zeitung"), kind="seat", icon="book"),
            "open": Shown(Text("Unmasked", "Entlarvt"), "table", "cards"),
            "pile": Shown(Text("Jobs left", "Übrige Berufe"), kind="pile"),
            "phase": Shown(kind="none"),
        },
        {**districts, **jobs},
        {
            "PATROL": Verb(
                Text("Patrol", "Streife"), [Text("Where tonight?", "Wohin heute Nacht?")], "house"
            ),
            "ACCUSE": Verb(
                Text("Unmask", "Entlarven"),
                [Text("Whom?", "Wen?"), Text("Which job?", "Welcher Beruf?")],
                "mask",
            ),
            "HOLD": Verb(icon="book"),
        },
    )
