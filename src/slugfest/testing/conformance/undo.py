"""Undo is honest: what may be taken back showed its mover nothing, and taking it back leaves no trace."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import SPECTATOR, History, UndoError

from .base import Broken, Tools, at_moments, over_games
from .determinism import FOUNDATIONS, MOST_LOOKS, difference
from .playthrough import Moment, Playthrough, as_document, as_text, heard, spread
from .sampling import HONEST_SAMPLES

HONEST_UNDO: Final = "undo-is-honest"


@at_moments(
    HONEST_UNDO,
    "A move that may be taken back showed its mover nothing new.",
    "Ein Zug, der zurückgenommen werden darf, hat dem Ziehenden nichts Neues verraten.",
    moments=40,
    needs=HONEST_SAMPLES,
)
def undo_is_honest(moment: Moment, tools: Tools) -> int:
    """Make a move that claims to reveal nothing in another truth: its mover must not see the difference.

    The mover's own secrets may be shown to others by it; that is the mover's affair.
    """
    entry, earlier = moment.entry, moment.earlier
    if entry is None or earlier is None or entry.chance or entry.revealed:
        return 0
    truth = moment.replay_in(earlier.state, entry.move)
    assert truth is not None
    shown = {seat: as_text(truth.view(seat)) for seat in moment.observers}
    received = {seat: heard(truth, seat) for seat in moment.observers}
    count = 0
    for redeal in earlier.redeals(entry.seat):
        other = moment.replay_in(redeal, entry.move)
        if other is None:
            continue
        for seat in moment.observers:
            if seat in (entry.seat, SPECTATOR) or as_text(redeal.view(seat)) == earlier.view(seat):
                count += 1
                whose = "" if seat == entry.seat else f" of P{entry.seat + 1}'s"
                if as_text(other.view(seat)) != shown[seat]:
                    what = difference(truth.view(seat), other.view(seat))
                    raise Broken(
                        f"learns something from a move{whose} that did not call reveal(), {what}", seat
                    )
                if heard(other, seat) != received[seat]:
                    raise Broken(f"hears something new of a move{whose} that did not call reveal()", seat)
    return count


@over_games(
    "undo-restores-the-position",
    "Taking a move back gives the very position before it, and is refused once it showed something.",
    "Zurücknehmen ergibt genau die Stellung davor und wird abgelehnt, sobald der Zug etwas verraten hat.",
    needs=FOUNDATIONS,
)
def undo_restores_the_position(played: Playthrough, tools: Tools) -> int:
    """Play the game again; after a move try to take back everybody's last move, in a history of its own."""
    setting = played.setting
    history = History(setting.game, setting.seats, setting.options, setting.secret)
    count = 0
    tried = {moment.ply for moment in spread(played.moments, MOST_LOOKS)}
    for ply, entry in enumerate(played.history.entries, 1):
        history.play(entry.seat, entry.move)
        if ply not in tried:
            continue
        count += _mover_takes_back(history, ply)
        for seat in range(setting.seats):
            if seat != entry.seat and history.can_undo(seat):
                count += 1
                _another_takes_back(history, seat, ply)
    return count


def _mover_takes_back(history: History, ply: int) -> int:
    last = history.entries[-1]
    secretive = not last.chance and not last.revealed
    if history.can_undo(last.seat) != secretive:
        raise Broken(f"can_undo() is {not secretive} after its move, which is wrong", last.seat, ply)
    shown = as_document(history.state)
    trial = _fork(history)
    try:
        trial.undo(last.seat)
    except UndoError as error:
        if secretive:
            raise Broken(f"its move cannot be taken back: {error}", last.seat, ply) from error
        if as_document(trial.state) != shown or len(trial.entries) != len(history.entries):
            raise Broken("a refused undo changed the game", last.seat, ply) from error
        return 1
    if as_document(trial.state) != as_document(last.before):
        what = difference(last.before.document(), trial.state.document())
        raise Broken(f"taking its move back gives another position, {what}", last.seat, ply)
    trial.play(last.seat, last.move)
    if as_document(trial.state) != shown:
        what = difference(history.state.document(), trial.state.document())
        raise Broken(f"the move taken back and made again gives another position, {what}", last.seat, ply)
    return 1


def _another_takes_back(history: History, seat: int, ply: int) -> None:
    """Somebody has moved since. Those whom the seat saw moving must not notice that its earlier move is gone."""
    trial = _fork(history)
    dropped = trial.undo(seat)
    index = max(i for i, entry in enumerate(history.entries) if entry.seat == seat)
    for later in history.entries[index + 1 :]:
        if not later.noticed_by(seat):
            continue
        if as_text(trial.state.board(later.seat)) != as_text(history.state.board(later.seat)):
            raise Broken(f"sees that P{seat + 1} took back an earlier move", later.seat, ply)
    if dropped.chance or dropped.revealed:
        raise Broken("took back a move that used chance or revealed something", seat, ply)


def _fork(history: History) -> History:
    """The same game, to try things in."""
    fork = History(history.game, history.state.seats, history.options, history.secret)
    fork.start, fork.state = history.start, history.state.copy()
    fork.entries, fork.chances = list(history.entries), history.chances
    return fork
