"""The game stays whole: nothing lost, nothing half done, somebody can always move, and one day it ends."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import MoveError, State

from .base import Broken, Tools, at_moments, over_games
from .determinism import COPIES, FOUNDATIONS
from .playthrough import Moment, Playthrough, Snapshot, as_document, as_position, replay

ENDS: Final = "every-game-ends"
CONSERVED: Final = "nothing-lost-or-made"

_GARBAGE: Final = (
    "",
    " ",
    "\t\n",
    "?",
    "P1:",
    "->",
    "+",
    "0",
    "-1",
    "None",
    "null",
    "\x00",
    "ÄÖÜ ß — 拳 🦸‍♀️",
    "‮oga",
    "'; DROP TABLE moves; --",
    "{P1} %s %(x)s {0}",
    "A" * 100_000,
)
_FAR_NUMBERS: Final = (-1, -2, -(2**40), 2**31, 2**62, 10**30)


@over_games(
    ENDS,
    "Every game ends within the bound it declares.",
    "Jedes Spiel endet innerhalb der Grenze, die es nennt.",
    needs=(COPIES,),
)
def every_game_ends(played: Playthrough, tools: Tools) -> int:
    if played.trouble is not None:
        error = played.trouble
        raise Broken(
            f"the game could not be played on: {type(error).__name__}: {error}", ply=len(played.moments) - 1
        )
    if not played.over:
        bound = played.setting.game.max_moves(played.setting.seats, played.history.options)
        raise Broken(
            f"after {played.owed_moves} moves it goes on, but longest() says {bound}",
            ply=len(played.moments) - 1,
        )
    return 1


@over_games(
    CONSERVED,
    "No card, die or token is lost or made.",
    "Keine Karte, kein Würfel, kein Marker geht verloren oder entsteht.",
    needs=(COPIES,),
)
def nothing_lost_or_made(played: Playthrough, tools: Tools) -> int:
    start = played.moments[0].state.inventory()
    moments = played.moments + played.sidesteps()
    for moment in moments:
        now = moment.state.inventory()
        if now == start:
            continue
        for thing in sorted(start.keys() | now.keys()):
            if start.get(thing, 0) != now.get(thing, 0):
                raise Broken(
                    f"there were {start.get(thing, 0)} of {thing!r} at the start, now there are {now.get(thing, 0)}",
                    moment=moment,
                )
    if not start:
        raise Broken("inventory() is empty, so nothing can be counted", ply=0)
    return len(moments)


@at_moments(
    "actors-have-moves",
    "Whoever owes a decision has a legal move, until the game is over.",
    "Wer am Zug ist, hat einen erlaubten Zug, bis das Spiel zu Ende ist.",
    moments=60,
    needs=(COPIES,),
)
def actors_have_moves(moment: Moment, tools: Tools) -> int:
    state = moment.state
    actors = state.actors()
    if (state.outcome() is None) != bool(actors):
        raise Broken(
            f"actors() is {actors}, but the game is {'over' if not actors else 'not over'} by outcome()"
        )
    if len(set(actors)) != len(actors) or not set(actors) <= set(range(state.seats)):
        raise Broken(f"actors() is {actors}, which are not different seats")
    first = state.first_actor()
    if first != (actors[0] if actors else -1):
        raise Broken(f"first_actor() is {first}, but actors() is {actors}")
    for seat in range(state.seats):
        moves = state.moves(seat)
        if seat in actors and not moves:
            raise Broken("owes a decision and has no legal move", seat)
        if not actors and moves:
            raise Broken("has moves although the game is over", seat)
        if len(set(moves)) != len(moves):
            raise Broken("has the same move twice in moves()", seat)
        for move in moves:
            if not 0 <= move < moment.game.move_count:
                raise Broken(
                    f"has the move {move}, but moves run from 0 to {moment.game.move_count - 1}", seat
                )
            if not state.legal(seat, move):
                raise Broken(f"moves() offers “{moment.game.format(move)}” and legal() denies it", seat)
        if moves:
            _check_random_move(state, seat, moves, tools)
    return state.seats


def _check_random_move(state: State, seat: int, moves: list[int], tools: Tools) -> None:
    """Games are the same whether a move is drawn from the list or found without it."""
    for _ in range(tools.tries(3)):
        chance = tools.rng.fork()
        same = chance.copy()
        drawn, listed = state.random_move(seat, chance), moves[same.below(len(moves))]
        if drawn != listed or chance.state != same.state:
            raise Broken(
                f"random_move() draws “{state.game.format(drawn)}” where chance falls on "
                f"“{state.game.format(listed)}” of moves()",
                seat,
            )


@at_moments(
    "chance-is-counted",
    "A move on which chance has a say draws it from the position's generator, so that it is never used twice.",
    "Ein Zug, bei dem der Zufall mitspielt, zieht ihn aus dem Generator der Stellung; so gilt keiner doppelt.",
    moments=60,
    needs=FOUNDATIONS,
)
def chance_is_counted(moment: Moment, tools: Tools) -> int:
    """Make the same move under other chance. If it ends differently, the generator must have moved on."""
    if moment.entry is None or moment.before is None or moment.entry.chance:
        return 0
    other = replay(moment.before, moment.entry.seat, moment.entry.move, tools.rng.fork())
    assert other is not None
    if as_document(other) != moment.document():
        text = moment.game.format(moment.entry.move)
        raise Broken(f"“{text}” depends on chance but leaves the generator where it was", moment.entry.seat)
    return 1


@at_moments(
    "illegal-means-unchanged",
    "Anything but a legal move is refused with a reason, and nothing changes.",
    "Alles außer einem erlaubten Zug wird mit Grund abgelehnt, und nichts ändert sich.",
    moments=6,
    needs=FOUNDATIONS,
)
def illegal_means_unchanged(moment: Moment, tools: Tools) -> int:
    """Throw other numbers and other texts at the position, from every seat and from nobody's seat."""
    count, shown = 0, as_position(moment.state)
    for seat in range(-2, moment.state.seats + 1):
        attempts: list[int | str] = [*_numbers(moment, seat, tools), *_texts(moment, seat, tools)]
        count += _all_refused(moment.state, shown, seat, attempts)
    return count


def _all_refused(state: State, before: Snapshot, seat: int, attempts: list[int | str]) -> int:
    """Try all of them in one copy; only if that changes, each in a copy of its own, to name the one that did it."""
    copy, legal = _listened_to(state), _legal(state, seat)
    try:
        count = sum(_refused(copy, legal, seat, attempt) for attempt in attempts)
        if as_position(copy) == before and not copy.events:
            return count
    except Broken:
        pass  # after one that changed something the next may be misjudged
    for attempt in attempts:
        copy = _listened_to(state)
        if _refused(copy, legal, seat, attempt) and (as_position(copy) != before or copy.events):
            raise Broken(f"{_shown(attempt)} was refused, but the position has changed", seat)
    raise Broken("attempts that were refused one after the other changed the position together", seat)


def _listened_to(state: State) -> State:
    copy = state.copy()
    copy.events = []
    return copy


def _legal(state: State, seat: int) -> list[int]:
    return state.moves(seat) if 0 <= seat < state.seats else []


def _numbers(moment: Moment, seat: int, tools: Tools) -> list[int]:
    """Numbers that are no legal moves: neighbours of legal ones, other seats' moves, any others, absurd ones."""
    state, count = moment.state, moment.game.move_count
    legal = set(_legal(state, seat))
    near = {move + step for move in sorted(legal)[:12] for step in (-1, 1)}
    others = {move for other in range(state.seats) for move in state.moves(other)[:8]}
    anywhere = {int(tools.rng.below(count)) for _ in range(tools.tries(12))} if count else set()
    return sorted((near | others | anywhere | {count, *_FAR_NUMBERS}) - legal)


def _texts(moment: Moment, seat: int, tools: Tools) -> list[str]:
    """Texts of all sorts: garbage, other seats' moves, legal moves with a typing error."""
    state, game = moment.state, moment.game
    others = [game.format(move) for other in range(state.seats) for move in state.moves(other)[:6]]
    spoiled = [spoil for text in others[:4] for spoil in (text + " X", "X" + text, text[1:], text + text)]
    anywhere = tools.rng.below(max(1, game.move_count))
    return [*_GARBAGE, *others, *spoiled, f"{anywhere}"]


def _shown(attempt: int | str) -> str:
    return str(attempt) if isinstance(attempt, int) else f"“{attempt[:60]}”"


def _refused(copy: State, legal: list[int], seat: int, attempt: int | str) -> bool:
    """Try one attempt. Returns whether it was refused; a text may turn out to be a legal move."""
    try:
        if isinstance(attempt, int):
            copy.play(seat, attempt)
        elif (moves := copy.read(seat, attempt))[0] in legal:
            return False
        else:
            copy.play(seat, moves[0])
    except MoveError as error:
        if not error.code or not error.text.en or not error.text.de:
            raise Broken(
                f"{_shown(attempt)} is refused without a code or without a sentence", seat
            ) from error
        if error.rule and copy.game.rules and error.rule not in copy.game.rules:
            raise Broken(
                f"{_shown(attempt)} is refused by rule {error.rule}, which the reference lacks", seat
            ) from error
    except Exception as error:
        raise Broken(f"{_shown(attempt)} is met with {type(error).__name__}: {error}", seat) from error
    else:
        raise Broken(f"{_shown(attempt)} is not a legal move and was accepted", seat)
    return True
