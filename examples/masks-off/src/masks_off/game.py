"""The game: its deal, its moves in texts and words, its documents and its parts."""

from __future__ import annotations

from typing import Any

from slugfest.kernel import (
    DocumentReader,
    Facts,
    Game,
    Option,
    Options,
    PositionError,
    Rng,
    State,
    Text,
    load_rules,
    seat_mark,
    unreadable,
)

from .content import (
    ALL_JOBS,
    BITS,
    DISTRICT_NAMES,
    DISTRICTS,
    EVENTS,
    HERE,
    JOB_NAMES,
    JOBS,
    MOVES,
    jobs_in,
)
from .facts import FACTS
from .parts import MasksOffDisplay, MasksOffSearch, MasksOffTeaching
from .rules import ACCUSE, HOLD, MOVE_COUNT, NOBODY, MasksOff

PER_SEAT = ("jobs", "could", "patrols", "last_night", "fame")
KEYS = (*PER_SEAT, "pile", "open", "round", "day")


class MasksOffGame(Game):
    def __init__(self) -> None:
        super().__init__()
        self.id = "masks-off"
        self.name = Text("Masks Off", "Maske ab")
        self.tagline = Text(
            "Patrol by night, headlines by day: who is who?",
            "Nachts Streife, tags Schlagzeilen: Wer ist wer?",
        )
        self.min_seats, self.max_seats = 2, 4
        self.options = [Option("rounds", Text("Rounds", "Runden"), 6, low=4, high=8, rule="MO-11")]
        self.move_count = MOVE_COUNT
        self.rules = load_rules(HERE / "rules.toml")
        self.facts = FACTS
        self.search = MasksOffSearch()
        self.teaching = MasksOffTeaching()
        self.display = MasksOffDisplay()
        self.by_text = {self.format(move): move for move in range(MOVE_COUNT)}

    # ---- positions -----------------------------------------------------------------------------------------------

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        """MO-1."""
        state = self.empty(seats, options)
        state.rng = rng
        cards = list(range(len(JOBS)))
        rng.shuffle(cards)
        state.jobs, state.pile = cards[:seats], cards[seats:]
        return state

    def empty(self, seats: int, options: Options) -> MasksOff:
        state = MasksOff()
        state.game, state.seats, state.options = self, seats, options
        state.could, state.fame = [ALL_JOBS] * seats, [0] * seats
        state.patrols, state.last_night = [NOBODY] * seats, [NOBODY] * seats
        return state

    def arrange(self, seats: int, options: Options, document: Facts) -> State:
        read = DocumentReader(document, KEYS)
        state = self.empty(seats, options)
        state.jobs = places(read, "jobs", seats, JOBS)
        state.patrols = places(read, "patrols", seats, DISTRICTS, [None] * seats)
        state.last_night = places(read, "last_night", seats, DISTRICTS, [None] * seats)
        state.open = bits("open", read.items("open"))
        taken = {*state.jobs, *jobs_in(state.open)}
        rest = [JOBS[job] for job in range(len(JOBS)) if job not in taken]
        state.pile = [
            one_job(f"pile[{index}]", job) for index, job in enumerate(read.items("pile", default=rest))
        ]
        public = [JOBS[job] for job in jobs_in(ALL_JOBS & ~state.open)]
        could = read.items("could", seats, default=[[] if job == NOBODY else public for job in state.jobs])
        state.could = [bits(f"could[{seat}]", mask) for seat, mask in enumerate(could)]
        fame = read.items("fame", seats, default=[0] * seats)
        for seat, value in enumerate(fame):
            if type(value) is not int or not 0 <= value <= 99:
                raise PositionError(f"fame[{seat}]: a number from 0 to 99 is needed")
        state.fame = list(fame)
        state.round = read.whole("round", 1, state.rounds + 1, 1)
        state.day = read.flag("day")
        check(state)
        return state

    # ---- moves ---------------------------------------------------------------------------------------------------

    def format(self, move: int) -> str:
        if move < ACCUSE:
            return f"PATROL {DISTRICTS[move]}"
        if move == HOLD:
            return "HOLD"
        target, job = divmod(move - ACCUSE, len(JOBS))
        return f"ACCUSE P{target + 1} {JOBS[job]}"

    def parse(self, text: str) -> int:
        move = self.by_text.get(" ".join(text.upper().split()))
        if move is None:
            raise unreadable(text, "ACCUSE P2 BAKER")
        return move

    def label(self, move: int) -> Text:
        if move < ACCUSE:
            return fill(MOVES["patrol"], district=DISTRICT_NAMES[DISTRICTS[move]])
        if move == HOLD:
            return MOVES["hold"]
        target, job = divmod(move - ACCUSE, len(JOBS))
        return fill(MOVES["accuse"], target=seat_mark(target), job=JOB_NAMES[JOBS[job]])

    def describe(self, event: Facts) -> Text:
        kind = event["kind"]
        if kind == "patrol":
            return fill(EVENTS["patrol"], where=self.describe_patrols(event))
        seat = seat_mark(event["seat"])
        if kind == "accuse":
            words = EVENTS["right" if event["right"] else "wrong"]
            target, job = seat_mark(event["target"]), JOB_NAMES[event["job"]]
            return fill(words, seat=seat, target=target, job=job, fame=full_stop(gained(event["fame"])))
        if kind == "new_job" and "job" in event:
            return fill(EVENTS["new_job_known"], seat=seat, job=JOB_NAMES[event["job"]])
        return fill(EVENTS[kind], seat=seat)

    def describe_patrols(self, event: Facts) -> Text:
        """Ann: Harbour (+2 fame), Bob: Market (no fame)."""
        en, de = [], []
        for seat, (place, fame) in enumerate(zip(event["where"], event["fame"])):
            name, gain = DISTRICT_NAMES[place], gained(fame)
            en.append(f"{seat_mark(seat)}: {name.en} ({gain.en})")
            de.append(f"{seat_mark(seat)}: {name.de} ({gain.de})")
        return Text(f"{', '.join(en)}.", f"{', '.join(de)}.")

    def max_moves(self, seats: int, options: Options) -> int:
        return int(options["rounds"]) * (seats + 1)

    def can_draw(self, seats: int, options: Options) -> bool:
        return True


# ---- words -----------------------------------------------------------------------------------------------------------


def fill(words: Text, **values: Text | str) -> Text:
    """A sentence with its values in the right language; a plain text is the same in both."""
    en = {key: value.en if isinstance(value, Text) else value for key, value in values.items()}
    de = {key: value.de if isinstance(value, Text) else value for key, value in values.items()}
    return Text(words.en.format(**en), words.de.format(**de))


def gained(fame: int) -> Text:
    if fame == 0:
        return BITS["fame_none"]
    return fill(BITS["fame_one"], sign="+" if fame > 0 else "−", n=str(abs(fame)))


def full_stop(words: Text) -> Text:
    return Text(f"{words.en[0].upper()}{words.en[1:]}.", f"{words.de[0].upper()}{words.de[1:]}.")


# ---- documents -------------------------------------------------------------------------------------------------------


def places(
    read: DocumentReader, key: str, seats: int, words: tuple[str, ...], default: Any = None
) -> list[int]:
    """A word for each seat, or nothing."""
    listed = read.items(key, seats) if default is None else read.items(key, seats, default=default)
    found = []
    for seat, value in enumerate(listed):
        if value is not None and value not in words:
            raise PositionError(f"{key}[{seat}]: one of {', '.join(words)} is needed, or nothing")
        found.append(NOBODY if value is None else words.index(value))
    return found


def one_job(where: str, value: Any) -> int:
    if value not in JOBS:
        raise PositionError(f"{where}: one of {', '.join(JOBS)} is needed")
    return JOBS.index(value)


def bits(where: str, listed: Any) -> int:
    if not isinstance(listed, list):
        raise PositionError(f"{where}: a list of jobs is needed")
    mask = 0
    for index, value in enumerate(listed):
        mask |= 1 << one_job(f"{where}[{index}]", value)
    return mask


def check(state: MasksOff) -> None:
    """Refuse a position that could not be."""
    placed = [*[job for job in state.jobs if job != NOBODY], *state.pile, *jobs_in(state.open)]
    if sorted(placed) != list(range(len(JOBS))):
        raise PositionError("every job is needed once: in jobs, pile or open")
    for seat, job in enumerate(state.jobs):
        if job == NOBODY and (state.could[seat] or state.pile):
            raise PositionError(
                f"jobs[{seat}]: only when the pile is empty somebody has none, and could be nothing"
            )
        if job != NOBODY and not state.could[seat] >> job & 1:
            raise PositionError(f"could[{seat}]: {JOBS[job]} is missing, which is the truth")
        if state.could[seat] & state.open:
            raise PositionError(f"could[{seat}]: an open job is nobody's")
    if NOBODY not in state.patrols:
        raise PositionError("patrols: somebody must still be choosing")
    if (state.day or state.over) and state.patrols != [NOBODY] * state.seats:
        raise PositionError("patrols: nobody patrols by day")
    if state.day and state.over:
        raise PositionError("day: the game is over")


GAME = MasksOffGame()
