"""Writing out and reading back: positions, records and views are plain JSON or text and lose nothing."""

from __future__ import annotations

import json
from typing import Any, Final

from slugfest.kernel import (
    Facts,
    OptionError,
    Perspective,
    PositionError,
    State,
    commitment,
    read_record,
    record_of,
    seeded,
    verify,
)

from .base import Broken, Tools, at_moments, over_games
from .determinism import FOUNDATIONS, difference
from .integrity import CONSERVED
from .playthrough import Moment, Playthrough, as_document, as_position, as_text, sample_or_none
from .sampling import leaves
from .words import NOTATION

RECORDS: Final = "records-replay"

_FUTURE: Final = 25  # moves played on to compare
_WRONG: Final[tuple[Any, ...]] = (None, -1, 10**12, "", "nonsense", [], {}, [None], 1.5, True)


@at_moments(
    "facts-are-plain-json",
    "Views, events and documents are plain JSON.",
    "Ansichten, Ereignisse und Dokumente sind einfaches JSON.",
    needs=FOUNDATIONS,
)
def facts_are_plain_json(moment: Moment, tools: Tools) -> int:
    shown: list[tuple[str, Any]] = [("position()", moment.state.position())]
    shown += [("view()", moment.state.view(seat)) for seat in moment.observers]
    shown += [("catalogue()", moment.game.display.catalogue())] if moment.ply == 0 else []
    for event in moment.entry.events if moment.entry else []:
        shown += [(f"the event “{event.kind}”", event.seen_by(seat)) for seat in moment.observers]
    for what, facts in shown:
        try:
            again = json.loads(json.dumps(facts, allow_nan=False))
        except (TypeError, ValueError) as error:
            raise Broken(f"{what} cannot be written as JSON: {error}") from error
        if again != facts:
            raise Broken(f"{what} is another after a way through JSON, {difference(facts, again)}")
    return len(shown)


@at_moments(
    "documents-round-trip",
    "A position written out and set up again is the same position, with the same future.",
    "Eine ausgeschriebene und wieder aufgestellte Stellung ist dieselbe, mit derselben Zukunft.",
    moments=8,
    needs=(*FOUNDATIONS, CONSERVED),
)
def documents_round_trip(moment: Moment, tools: Tools) -> int:
    state = moment.state
    again = moment.game.set_up(json.loads(json.dumps(state.position())))
    if as_position(again) != as_position(state):
        raise Broken(
            f"the document is another when set up again, {difference(state.position(), again.position())}"
        )
    for seat in moment.observers:
        if as_text(again.view(seat)) != moment.view(seat):
            what = difference(state.view(seat), again.view(seat))
            raise Broken(f"sees something else when set up again, {what}", seat)
        samples = [sample_or_none(one, seat, seeded("document", moment.ply)) for one in (state, again)]
        texts = [None if sample is None else as_document(sample) for sample in samples]
        if texts[0] != texts[1]:
            raise Broken("what is sampled for it is something else when set up again", seat)
        if seat >= 0 and Perspective(again, seat).observation() != Perspective(state, seat).observation():
            raise Broken("observes other numbers when set up again", seat)
    _same_future(state.copy(), again, tools)
    return len(moment.observers)


def _same_future(one: State, other: State, tools: Tools) -> None:
    """Play the same moves in both under the same chance."""
    for count in range(_FUTURE):
        if one.outcome() is not None:
            return
        actors = one.actors()
        seat = actors[tools.rng.below(len(actors))]
        moves = one.moves(seat)
        move = moves[tools.rng.below(len(moves))]
        if not other.legal(seat, move):
            raise Broken(
                f"{count} moves later “{one.game.format(move)}” is illegal in the one set up again", seat
            )
        for state in (one, other):
            state.rng = seeded("future", count)
            state.events = []
            state.play(seat, move)
        if as_document(one) != as_document(other) or repr(one.events) != repr(other.events):
            what = difference(one.document(), other.document())
            raise Broken(f"{count + 1} moves later the one set up again is another position, {what}")


@at_moments(
    "bad-documents-are-refused",
    "A broken position document is refused with a reason.",
    "Ein kaputtes Stellungsdokument wird mit Grund abgelehnt.",
    moments=3,
    needs=FOUNDATIONS,
)
def bad_documents_are_refused(moment: Moment, tools: Tools) -> int:
    """Spoil one place of the document after another; it may still make sense, but it may not crash."""
    places = sorted(leaves(moment.state.document()), key=str)
    tries = tools.tries(40)
    for _ in range(tries):
        position = json.loads(json.dumps(moment.state.position()))
        place = places[tools.rng.below(len(places))]
        place = place[: 1 + tools.rng.below(len(place))]
        wrong = _WRONG[tools.rng.below(len(_WRONG))]
        _spoil(position["position"], place, wrong, tools)
        try:
            moment.game.set_up(position)
        except (PositionError, OptionError):
            continue
        except Exception as error:
            where = "/".join(str(key) for key in place)
            raise Broken(
                f"a document with a wrong {where} fails with {type(error).__name__}: {error}"
            ) from error
    return tries


def _spoil(document: Facts, place: tuple[str | int, ...], wrong: Any, tools: Tools) -> None:
    """Replace what lies at a place, or take it away."""
    inner: Any = document
    for key in place[:-1]:
        inner = inner[key]
    if tools.rng.below(4) == 0:
        del inner[place[-1]]
    else:
        inner[place[-1]] = wrong


@over_games(
    RECORDS,
    "A finished game replays exactly from its record.",
    "Ein beendetes Spiel lässt sich aus seiner Aufzeichnung genau nachspielen.",
    needs=(*FOUNDATIONS, NOTATION),
)
def records_replay(played: Playthrough, tools: Tools) -> int:
    history, game = played.history, played.setting.game
    players = [f"Player {seat + 1}" for seat in range(played.setting.seats)]
    running = record_of(history, players, finished=False)
    if history.secret in running.text():
        raise Broken("the record of a running match shows its secret")
    if running.commitment != commitment(history.secret):
        raise Broken("the record shows another hash than that of its secret")
    if not played.over:
        return 0
    text = record_of(history, players).text()
    again = verify(read_record(text), game)
    if as_document(again.state) != as_document(history.state):
        what = difference(history.state.document(), again.state.document())
        raise Broken(f"the replayed game ends differently, {what}")
    for ply, (entry, other) in enumerate(zip(history.entries, again.entries), 1):
        if repr(entry.events) != repr(other.events):
            raise Broken("the replayed game has other events", ply=ply)
    if record_of(again, players).text() != text:
        raise Broken("the record of the replayed game is another text")
    return 1
