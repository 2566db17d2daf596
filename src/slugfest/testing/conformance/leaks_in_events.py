"""Nothing leaks by the way: what a seat hears of moves, how it sees them, and why it is refused.

All of this is judged by re-dealing what the seat cannot know, so it stands on honest views and honest sampling.
"""

from __future__ import annotations

from typing import Final

from slugfest.kernel import UNSEEN, MoveError, State, seeded

from .base import Broken, Tools, at_moments
from .determinism import difference
from .playthrough import Moment, Snapshot, as_document, as_text, heard, sample_or_none
from .sampling import HONEST_SAMPLES

HONEST_REFUSALS: Final = "nothing-leaks-in-refusals"
HONEST_EVENTS: Final = ("nothing-leaks-in-events", "seen-as-is-honest")

_ALTERNATIVES: Final = 4  # other moves tried in place of the one that was made
_REDEALS: Final = 2  # other truths in which they are tried
_MORE_REDEALS: Final = 16  # other truths tried for a move that showed somebody a secret


# ---- what is refused -----------------------------------------------------------------------------------------


@at_moments(
    HONEST_REFUSALS,
    "Why a move is refused does not depend on what the seat cannot see.",
    "Warum ein Zug abgelehnt wird, hängt nicht davon ab, was der Platz nicht sieht.",
    moments=6,
    needs=HONEST_SAMPLES,
)
def nothing_leaks_in_refusals(moment: Moment, tools: Tools) -> int:
    count = 0
    for seat in range(moment.state.seats):
        legal = set(moment.state.moves(seat))
        tried = {int(tools.rng.below(moment.game.move_count)) for _ in range(tools.tries(24))} - legal
        for redeal in moment.redeals(seat)[:1]:
            for move in sorted(tried):
                count += 1
                one, other = _why_not(moment.state, seat, move), _why_not(redeal, seat, move)
                if one != other:
                    what = f"“{moment.game.format(move)}” is refused with “{one}” or “{other}”"
                    raise Broken(f"{what}, depending on what it cannot see", seat)
    return count


def _why_not(state: State, seat: int, move: int) -> str:
    try:
        state.copy().play(seat, move)
    except MoveError as error:
        return f"{error.code} {error.rule} {error.text.en} {error.text.de}".strip()
    return "accepted"


# ---- what a search knows ------------------------------------------------------------------------------------


@at_moments(
    "information-key-is-honest",
    "What a search takes for known to a seat does not depend on what the seat cannot see.",
    "Was eine Suche einem Platz als bekannt anrechnet, hängt nicht davon ab, was er nicht sieht.",
    moments=16,
    needs=HONEST_SAMPLES,
)
def information_key_is_honest(moment: Moment, tools: Tools) -> int:
    count, search = 0, moment.game.require_search()
    for seat in moment.state.actors():
        known = search.information_key(moment.state, seat)
        if known < 0:
            raise Broken(f"its information key is {known}: a number from 0 is needed", seat)
        for redeal in moment.redeals(seat):
            count += 1
            other = search.information_key(redeal, seat)
            if other != known:
                raise Broken(
                    f"its information key is {known} or {other}, depending on what it cannot see", seat
                )
    return count


# ---- what is heard -------------------------------------------------------------------------------------------


@at_moments(
    HONEST_EVENTS[0],
    "What a seat hears of a move tells it no more than it may know.",
    "Was ein Platz von einem Zug erfährt, verrät nicht mehr, als er wissen darf.",
    moments=16,
    needs=HONEST_SAMPLES,
)
def nothing_leaks_in_events(moment: Moment, tools: Tools) -> int:
    """Make the same move in another truth, or another move that looks the same: it must sound the same too."""
    count = 0
    for twin in _same_to_an_observer(moment, tools):
        if twin.seen_as != moment_seen_as(moment, twin.seat):
            continue
        count += 1
        if twin.heard != twin.truly_heard:
            what = _first_change(twin.truly_heard, twin.heard)
            raise Broken(f"hears what it cannot know: {what}", twin.seat)
    return count


@at_moments(
    HONEST_EVENTS[1],
    "How others see a move tells no more than they may know, and an unseen move changes nothing for them.",
    "Wie andere einen Zug sehen, verrät nicht mehr, als sie wissen dürfen; ein ungesehener ändert für sie nichts.",
    moments=16,
    needs=HONEST_SAMPLES,
)
def seen_as_is_honest(moment: Moment, tools: Tools) -> int:
    count = _stand_ins_are_no_moves(moment)
    if moment.entry is None or moment.before is None:
        return count
    mover = moment.entry.seat
    for seat in moment.observers:
        if seat == mover or moment_seen_as(moment, seat) != UNSEEN:
            continue
        count += 1
        if moment.before.board(seat) != moment.state.board(seat):
            what = difference(moment.before.board(seat), moment.state.board(seat))
            raise Broken(f"a move it does not see changes its board, {what}", seat)
        if moment.entry.events:
            raise Broken(f"a move it does not see is reported as “{moment.entry.events[0].kind}”", seat)
    for twin in _same_to_an_observer(moment, tools):
        count += 1
        shown = moment_seen_as(moment, twin.seat)
        if twin.heard == twin.truly_heard and twin.seen_as != shown and twin.another_truth:
            what = "nothing" if shown == UNSEEN else f"“{moment.game.format(shown)}”"
            raise Broken(f"sees {what} as it was made, though it may not know that much", twin.seat)
    return count


def _stand_ins_are_no_moves(moment: Moment) -> int:
    """What stands in for a secret move must not be a move itself: made for real, it would be shown as it is."""
    count = 0
    for mover in range(moment.state.seats):
        legal = moment.state.moves(mover)
        for observer in moment.observers if legal else []:
            if observer == mover:
                continue
            possible = {move for other in moment.redeals(observer) for move in other.moves(mover)}.union(
                legal
            )
            for move in legal:
                count += 1
                stand_in = moment.state.seen_as(mover, move, observer)
                if stand_in not in (move, UNSEEN) and stand_in in possible:
                    hidden, real = moment.game.format(move), moment.game.format(stand_in)
                    raise Broken(
                        f"“{hidden}” is shown to it as “{real}”, which is a move of its own", observer
                    )
    return count


class _Twin:
    """Another move, or the same move in another truth, after which an observer sees the very same."""

    def __init__(
        self, seat: int, truly_heard: Snapshot, heard_now: Snapshot, seen: int, another_truth: bool
    ) -> None:
        self.seat = seat
        self.truly_heard = truly_heard
        self.heard = heard_now
        self.seen_as = seen
        self.another_truth = another_truth


def moment_seen_as(moment: Moment, seat: int) -> int:
    assert moment.entry is not None
    assert moment.before is not None
    return seen_as(moment.before, moment.entry.seat, moment.entry.move, seat)


def seen_as(state: State, mover: int, move: int, observer: int) -> int:
    return move if observer == mover else state.seen_as(mover, move, observer)


def _same_to_an_observer(moment: Moment, tools: Tools) -> list[_Twin]:
    """For every observer, what else could have happened so that it saw the same before and after."""
    if "twins" not in moment.worked_out:
        found: list[_Twin] = []
        if moment.entry is not None:
            for seat in moment.observers:
                found += _twins(moment, seat, tools)
        moment.worked_out["twins"] = found
    kept: list[_Twin] = moment.worked_out["twins"]
    return kept


def _twins(moment: Moment, seat: int, tools: Tools) -> list[_Twin]:
    """Other moves in the truth, then this move and others in other truths; if secrets were shown, in many more."""
    entry, earlier = moment.entry, moment.earlier
    assert entry is not None
    assert earlier is not None
    before = earlier.state
    find = _Finder(moment, seat)
    for position in [before, *earlier.redeals(seat)[: tools.tries(_REDEALS)]]:
        for move in _alternatives(moment, position, seat, tools):
            find.look(position, move)
    if any(event.secret is not None for event in entry.events):
        rng = seeded("more", moment.setting.seed, moment.ply, seat)
        for _ in range(tools.tries(_MORE_REDEALS)):
            if find.in_another_truth:
                break
            find.look(moment.game.require_search().sample(before, seat, rng), entry.move)
    return find.twins


class _Finder:
    """Gathers the twins of one moment for one observer."""

    def __init__(self, moment: Moment, seat: int) -> None:
        assert moment.entry is not None
        assert moment.before is not None
        truth = moment.replay_in(moment.before, moment.entry.move)
        assert truth is not None
        self.moment, self.seat, self.truth = moment, seat, truth
        self.heard = heard(truth, seat)
        self.view = as_text(truth.view(seat))
        self.document = moment.document_after(moment.entry.move)
        self.twins: list[_Twin] = []
        self.in_another_truth = False

    def look(self, position: State, move: int) -> None:
        """Keep this move in this position if the observer could take it for what happened."""
        assert self.moment.entry is not None
        other = self.moment.replay_in(position, move)
        if other is None:
            return
        sounds = heard(other, self.seat)
        if as_text(other.view(self.seat)) != self.view or not _knows_the_same(self.truth, other, self.seat):
            return
        named = self.moment.entry.move if sounds == self.heard and self.same_deed(move) else move
        seen = seen_as(position, self.moment.entry.seat, named, self.seat)
        another = as_document(other) != self.document
        self.twins.append(_Twin(self.seat, self.heard, sounds, seen, another))
        self.in_another_truth = self.in_another_truth or position is not self.moment.before

    def same_deed(self, move: int) -> bool:
        """Whether a move does in the truth exactly what was done: then it is only another name for it."""
        assert self.moment.entry is not None
        assert self.moment.before is not None
        legal = self.moment.before.legal(self.moment.entry.seat, move)
        return legal and self.moment.document_after(move) == self.document


def _knows_the_same(one: State, other: State, seat: int) -> bool:
    """Whether two positions that look the same are the same to a seat that remembers what it saw.

    A card shown and shuffled back at once is seen in no view, but what is sampled for the seat respects it.
    """
    samples = [sample_or_none(state, seat, seeded("memory")) for state in (one, other)]
    mine, theirs = samples
    return mine is not None and theirs is not None and as_document(mine) == as_document(theirs)


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


def _first_change(truly_heard: Snapshot, heard_now: Snapshot) -> str:
    true, now = truly_heard.text(), heard_now.text()
    start = next((i for i, (a, b) in enumerate(zip(true, now)) if a != b), min(len(true), len(now)))
    start = max(0, start - 60)
    return f"“…{true[start : start + 120]}…” or “…{now[start : start + 120]}…”"
