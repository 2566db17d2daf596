"""Boards, events, forecasts and the catalogue of a game match their declared types exactly.

For games that declare them (``Game.facts``); a game that declares nothing is not checked.
"""

from __future__ import annotations

from slugfest.kernel import AS_SEEN_BY, text_of
from slugfest.kernel.facts import misfit

from .base import Broken, Tools, at_moments, over_games
from .determinism import FOUNDATIONS
from .playthrough import Moment, Playthrough, observers


@at_moments(
    "boards-are-as-declared",
    "Boards, laid open too, and positions written out have the declared fields and types, no fewer and no more.",
    "Bretter, auch aufgedeckte, und Stellungen haben die erklärten Felder und Typen, nicht weniger, nicht mehr.",
    moments=16,
    needs=FOUNDATIONS,
)
def boards_are_as_declared(moment: Moment, tools: Tools) -> int:
    declared = moment.game.facts
    if declared is None:
        return 0
    count = 0
    if declared.document is not None:
        count += 1
        _fits(misfit(moment.state.document(), declared.document, "position"))
    if declared.board is not None:
        count += 1
        laid_open = dict(moment.state.game.display.open_board(moment.state))
        for board in [*laid_open.pop(AS_SEEN_BY, []), laid_open]:
            _fits(misfit(board, declared.board, "open board"))
    for seat in moment.observers:
        view = moment.state.view(seat)
        if declared.board is not None:
            count += 1
            _fits(misfit(view["board"], declared.board, "board"), seat)
        for offered in view["moves"]:
            text = offered["move"]
            if declared.forecast is not None:
                count += 1
                _fits(misfit(offered.get("forecast", {}), declared.forecast, f"“{text}”: forecast"), seat)
            if declared.moves is not None:
                count += 1
                _fits(misfit(offered["parts"], declared.moves, f"“{text}”: parts"), seat)
                again = text_of(moment.game, offered["parts"])
                _fits("" if again == text else f"the parts of “{text}” are those of “{again}”", seat)
    return count


@over_games(
    "events-are-as-declared",
    "Every event has a declared kind and its fields, for everybody; the catalogue is as declared.",
    "Jedes Ereignis hat eine erklärte Art und deren Felder, für alle; der Katalog ist wie erklärt.",
    needs=FOUNDATIONS,
)
def events_are_as_declared(played: Playthrough, tools: Tools) -> int:
    declared = played.setting.game.facts
    if declared is None:
        return 0
    count = 0
    if declared.catalogue is not None:
        count += 1
        _fits(misfit(played.setting.game.display.catalogue(), declared.catalogue, "catalogue"))
    if declared.events is not None:
        for moment in [*played.moments, *played.sidesteps()]:
            count += _events_fit(moment)
    return count


def _events_fit(moment: Moment) -> int:
    declared = moment.game.facts
    assert declared is not None
    count = 0
    for event in moment.entry.events if moment.entry is not None else []:
        if event.kind not in declared.event_kinds():
            raise Broken(f"an event of the kind “{event.kind}” is emitted and not declared", moment=moment)
        for seat in observers(moment.state.seats):
            count += 1
            _fits(misfit(event.seen_by(seat), declared.event(event.kind), event.kind), seat, moment)
    return count


def _fits(fault: str, seat: int | None = None, moment: Moment | None = None) -> None:
    if fault:
        raise Broken(fault, seat, moment=moment)
