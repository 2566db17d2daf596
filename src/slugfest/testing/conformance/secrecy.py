"""Nothing leaks: what a seat sees, may do and hears depends only on what it may know.

A seat's knowledge has several witnesses: its board, its legal moves, the refusals it gets, what it hears of moves.
Re-deal what it cannot know, and none of them may change. If one dissents it leaks; if the board and the moves
dissent together, or every sample dissents in the same way, then it is the sampler that changed what the seat knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from slugfest.kernel import SPECTATOR, UNSEEN, Facts, MoveError, State, seeded

from .base import Broken, Tools, at_moments
from .foundations import FOUNDATIONS, difference
from .walk import Moment, as_document, as_text, heard, name_of, sample_or_none

_WITNESSES: Final = 6  # samples asked when somebody must be blamed
_ALTERNATIVES: Final = 4  # other moves tried in place of the one that was made
_REDEALS: Final = 2  # other truths in which they are tried

VIEW: Final = "view"
MOVES: Final = "moves"
SAMPLER: Final = "sampler"


# ---- what is seen --------------------------------------------------------------------------------------------


@at_moments(
    "nothing-leaks-in-view",
    "What a seat sees is the same whatever lies where it cannot see.",
    "Was ein Platz sieht, ist gleich, egal was dort liegt, wo er nichts sieht.",
    needs=FOUNDATIONS,
)
def nothing_leaks_in_view(moment: Moment, tools: Tools) -> int:
    count = 0
    for seat in moment.observers:
        for sample in moment.samples(seat):
            count += 1
            if to_blame(moment, sample, seat) == VIEW:
                raise Broken(f"sees what it cannot know, {_seen_differently(moment, sample, seat)}", seat)
        for redeal in moment.redeals(seat):
            count += 1
            if as_text(redeal.view(SPECTATOR)) != moment.view(SPECTATOR):
                what = difference(moment.state.look(SPECTATOR), redeal.look(SPECTATOR))
                raise Broken(f"sees what {name_of(seat)} may not know, {what}", SPECTATOR)
    return count


@at_moments(
    "nothing-leaks-in-moves",
    "What a seat may do is the same whatever lies where it cannot see.",
    "Was ein Platz tun darf, ist gleich, egal was dort liegt, wo er nichts sieht.",
    needs=FOUNDATIONS,
)
def nothing_leaks_in_moves(moment: Moment, tools: Tools) -> int:
    count = 0
    for seat in range(moment.state.seats):
        for sample in moment.samples(seat):
            count += 1
            if to_blame(moment, sample, seat) == MOVES:
                mine, theirs = offered(moment.state, seat), offered(sample, seat)
                raise Broken(f"its legal moves tell what it cannot know, {difference(mine, theirs)}", seat)
    return count


def offered(state: State, seat: int) -> Facts:
    """Everything about a seat's moves that reaches the seat or a bot in its place."""
    if seat < 0 or not state.moves(seat):
        return {}
    game = state.game
    return {
        "moves": [[game.format(move), game.label(move).as_json()] for move in state.moves(seat)],
        "distinct": [game.format(move) for move in state.distinct_moves(seat)],
        "default": game.format(state.default_move(seat)),
    }


def board(state: State, seat: int) -> str:
    """A view without the legal moves."""
    view = state.view(seat)
    del view["moves"]
    return as_text(view)


def to_blame(moment: Moment, sample: State, seat: int) -> str:
    """Who is at fault if a sample looks different to the seat it was made for; empty if it does not."""
    state = moment.state
    same_board = board(sample, seat) == board(state, seat)
    same_moves = offered(sample, seat) == offered(state, seat)
    if same_board and same_moves:
        return ""
    if not same_board and not same_moves:
        return SAMPLER
    rng = seeded("witnesses", moment.setting.seed, moment.ply, seat)
    others = [state.sample(seat, rng) for _ in range(_WITNESSES)]
    views = {as_text(other.view(seat)) for other in [sample, *others]}
    if len(views) == 1 and moment.view(seat) not in views:
        return SAMPLER
    return VIEW if same_moves else MOVES


def _seen_differently(moment: Moment, sample: State, seat: int) -> str:
    return difference(moment.state.view(seat), sample.view(seat))


# ---- what is refused -----------------------------------------------------------------------------------------


@at_moments(
    "nothing-leaks-in-refusals",
    "Why a move is refused does not depend on what the seat cannot see.",
    "Warum ein Zug abgelehnt wird, hängt nicht davon ab, was der Platz nicht sieht.",
    moments=6,
    needs=FOUNDATIONS,
)
def nothing_leaks_in_refusals(moment: Moment, tools: Tools) -> int:
    count = 0
    for seat in range(moment.state.seats):
        legal = set(moment.state.moves(seat))
        tried = {int(tools.rng.below(moment.game.move_count)) for _ in range(tools.tries(24))} - legal
        for redeal in moment.redeals(seat)[:1]:
            for move in sorted(tried):
                count += 1
                told, retold = _why_not(moment.state, seat, move), _why_not(redeal, seat, move)
                if told != retold:
                    what = f"“{moment.game.format(move)}” is refused with “{told}” or “{retold}”"
                    raise Broken(f"{what}, depending on what it cannot see", seat)
    return count


def _why_not(state: State, seat: int, move: int) -> str:
    try:
        state.copy().play(seat, move)
    except MoveError as error:
        return f"{error.code} {error.rule} {error.text.en} {error.text.de}".strip()
    return "accepted"


# ---- what is heard -------------------------------------------------------------------------------------------


@at_moments(
    "nothing-leaks-in-events",
    "What a seat hears of a move tells it no more than it may know.",
    "Was ein Platz von einem Zug erfährt, verrät nicht mehr, als er wissen darf.",
    moments=16,
    needs=FOUNDATIONS,
)
def nothing_leaks_in_events(moment: Moment, tools: Tools) -> int:
    """Make the same move in another truth, or another move that looks the same: it must sound the same too."""
    count = 0
    for seat, twin in _same_to_an_observer(moment, tools):
        if twin.seen_as != moment_seen_as(moment, seat):
            continue
        count += 1
        if twin.heard != twin.truly_heard:
            raise Broken(f"hears what it cannot know: {_first_change(twin.truly_heard, twin.heard)}", seat)
    return count


@at_moments(
    "seen-as-is-honest",
    "How others see a move tells no more than they may know, and an unseen move changes nothing for them.",
    "Wie andere einen Zug sehen, verrät nicht mehr, als sie wissen dürfen; ein ungesehener ändert für sie nichts.",
    moments=16,
    needs=FOUNDATIONS,
)
def seen_as_is_honest(moment: Moment, tools: Tools) -> int:
    if moment.entry is None or moment.before is None:
        return 0
    count, mover = 0, moment.entry.seat
    for seat in moment.observers:
        if seat == mover or moment_seen_as(moment, seat) != UNSEEN:
            continue
        count += 1
        if moment.before.look(seat) != moment.state.look(seat):
            what = difference(moment.before.look(seat), moment.state.look(seat))
            raise Broken(f"a move it does not see changes its board, {what}", seat)
        if moment.entry.events:
            raise Broken(f"a move it does not see is told as “{moment.entry.events[0].kind}”", seat)
    for seat, twin in _same_to_an_observer(moment, tools):
        count += 1
        shown = moment_seen_as(moment, seat)
        if twin.heard == twin.truly_heard and twin.seen_as != shown and twin.another_truth:
            raise Broken(
                f"sees “{_spoken(moment, shown)}” as it was made, though it may not know that much", seat
            )
    return count


class _Twin:
    """Another move, or the same move in another truth, after which an observer sees the very same."""

    def __init__(self, truly_heard: str, heard_now: str, seen_as: int, another_truth: bool) -> None:
        self.truly_heard = truly_heard
        self.heard = heard_now
        self.seen_as = seen_as
        self.another_truth = another_truth


def moment_seen_as(moment: Moment, seat: int) -> int:
    assert moment.entry is not None
    assert moment.before is not None
    return seen_as(moment.before, moment.entry.seat, moment.entry.move, seat)


def seen_as(state: State, mover: int, move: int, observer: int) -> int:
    return move if observer == mover else state.seen_as(mover, move, observer)


def _same_to_an_observer(moment: Moment, tools: Tools) -> list[tuple[int, _Twin]]:
    """For every observer, what else could have happened so that it saw the same before and after."""
    if "twins" not in moment.worked_out:
        moment.worked_out["twins"] = list(_twins(moment, tools))
    found: list[tuple[int, _Twin]] = moment.worked_out["twins"]
    return found


def _twins(moment: Moment, tools: Tools) -> Iterator[tuple[int, _Twin]]:
    entry, before = moment.entry, moment.before
    if entry is None or before is None:
        return
    earlier = Moment(moment.setting, moment.ply - 1, before)
    truth = moment.replay_in(before, entry.move)
    assert truth is not None
    told = {seat: heard(truth, seat) for seat in moment.observers}
    for seat in moment.observers:
        after = as_text(truth.view(seat))
        for position in [before, *earlier.redeals(seat)[: tools.tries(_REDEALS)]]:
            for move in _alternatives(moment, position, seat, tools):
                other = moment.replay_in(position, move)
                assert other is not None
                sounds = heard(other, seat)
                if as_text(other.view(seat)) == after and _knows_the_same(truth, other, seat):
                    another = as_document(other) != as_document(truth)
                    yield seat, _Twin(told[seat], sounds, seen_as(position, entry.seat, move, seat), another)


def _knows_the_same(one: State, other: State, seat: int) -> bool:
    """Whether two positions that look the same are the same to a seat that remembers what it saw.

    A card shown and shuffled back at once is seen in no view, but what is sampled for the seat respects it.
    """
    samples = [sample_or_none(state, seat, seeded("memory")) for state in (one, other)]
    return None not in samples and len({as_document(sample) for sample in samples if sample}) == 1


def _alternatives(moment: Moment, position: State, observer: int, tools: Tools) -> list[int]:
    """The move that was made, if it is legal in that position, and some others that could be mistaken for it."""
    assert moment.entry is not None
    mover, made = moment.entry.seat, moment.entry.move
    legal = position.moves(mover)
    same = [made] if made in legal and position is not moment.before else []
    if observer == mover:
        return same
    shown = moment_seen_as(moment, observer)
    others = [move for move in legal if move != made]
    seeded("alternatives", moment.setting.seed, moment.ply).shuffle(others)
    others.sort(key=lambda move: seen_as(position, mover, move, observer) != shown)
    return same + others[: tools.tries(_ALTERNATIVES)]


def _first_change(told: str, retold: str) -> str:
    start = next((i for i, (a, b) in enumerate(zip(told, retold)) if a != b), min(len(told), len(retold)))
    start = max(0, start - 60)
    return f"“…{told[start : start + 120]}…” or “…{retold[start : start + 120]}…”"


def _spoken(moment: Moment, move: int) -> str:
    return "nothing" if move == UNSEEN else moment.game.format(move)
