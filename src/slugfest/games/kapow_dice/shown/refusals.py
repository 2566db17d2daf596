"""Why a move is refused: a code, the rule it rests on, and what to do instead (KD-27, KD-101, KD-270)."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.boards import filled_sections, find_holders, needs_no_dice, slot_takes
from slugfest.games.kapow_dice.position.moves import (
    ANNOUNCE,
    ATTACH_TO,
    ATTACK_WITH,
    CARD,
    CHOOSE_DIE,
    CHOOSE_FACE,
    DEFEND_WITH,
    DICE,
    DONE,
    EMPTY,
    FILL,
    LAY,
    MODE,
    PICK,
    PLACE,
    PROPOSE,
    READY,
    REROLL_DIE,
    ROTATE,
    SKIP,
    STRIP,
    TAKE,
    TARGET,
    UNREADY,
)
from slugfest.games.kapow_dice.position.phases import (
    CLEANING_UP,
    DRAFTING_CARDS,
    NO_QUESTION,
    OVER,
    PICKING_CHARACTERS,
    Q_ATTACH,
    Q_ATTACK,
    Q_AUTOMATED_FACE,
    Q_BLOOD,
    Q_CONFIRM,
    Q_DEFEND,
    Q_DIE,
    Q_FACE,
    Q_LOCK,
    Q_MEMBER,
    Q_OPTION,
    Q_ORDER,
    Q_REROLL,
    Q_REROLL_ANY,
    Q_SWAP,
    Q_TURN,
    ROUND_LIMIT,
    SELECTING,
)
from slugfest.games.kapow_dice.position.position import FREE, Position
from slugfest.games.kapow_dice.position.requirements import ACCEPTS
from slugfest.games.kapow_dice.position.tables import (
    ABILITIES,
    ACTION,
    ADRENALINE,
    BIT,
    CARD_BIT,
    COLOURS,
    FACE_TYPES,
    IMMEDIATE,
    NONE,
    SECTION_ABILITY,
    SIZE,
    SLOT_DEMAND,
    SLOT_SECTION,
    TIMING,
)
from slugfest.games.kapow_dice.rules.legal import legal_moves
from slugfest.games.kapow_dice.rules.placing import (
    CARD_UNANNOUNCED,
    INCOMPLETE,
    NO_MODE,
    NO_TARGET,
    UNANNOUNCED,
    readiness,
    repeats_slot,
)
from slugfest.kernel import MoveError, not_now

from .notation import start_of
from .words import refuse

# The rule behind each question.
_QUESTION_RULES: Final = {
    Q_TURN: "KD-161", Q_ATTACH: "KD-154", Q_CONFIRM: "KD-216",
    Q_ATTACK: "KD-113", Q_DEFEND: "KD-113", Q_ORDER: "KD-120", Q_MEMBER: "KD-90", Q_FACE: "KD-7", Q_DIE: "KD-7",
    Q_OPTION: "KD-155", Q_BLOOD: "KD-168", Q_SWAP: "KD-46", Q_LOCK: "KD-162", Q_AUTOMATED_FACE: "KD-239",
}  # fmt: skip
# And where it is asked for a reroll: the rule of the ability.
_REROLL_RULES: Final = {"time_jump": "KD-43", "co_awaken": "KD-165"}
_NOT_READY: Final = {
    INCOMPLETE: ("INCOMPLETE", "KD-27"), UNANNOUNCED: ("UNANNOUNCED", "KD-103"), NO_MODE: ("NO_MODE", "KD-157"),
    CARD_UNANNOUNCED: ("CARD_UNANNOUNCED", "KD-216"), NO_TARGET: ("NO_TARGET", "KD-109"),
}  # fmt: skip


def refusal(position: Position, seat: int, move: int) -> MoveError:
    """Why an illegal move is illegal here."""
    if position.phase == OVER:
        return refuse("GAME_OVER", "KD-145" if position.reason == ROUND_LIMIT else "KD-142")
    if not 0 <= seat < position.seats or not 0 <= move < position.game.move_count:
        return not_now(position, seat)
    if position.question != NO_QUESTION:
        return _question_refusal(position, seat, move)
    if position.phase == SELECTING:
        return _draft_refusal(position, seat, move)
    if position.phase == CLEANING_UP:
        return _clean_refusal(position, seat, move)
    return _setup_refusal(position, seat, move)


def _rule_asked(position: Position) -> str:
    """The rule behind the open question."""
    if position.question not in (Q_REROLL, Q_REROLL_ANY):
        return _QUESTION_RULES[position.question]
    if BIT[position.source] >= CARD_BIT:
        return "KD-216"
    return _REROLL_RULES.get(ABILITIES[SECTION_ABILITY[position.source]].id, "KD-151")


def _question_refusal(position: Position, seat: int, move: int) -> MoveError:
    rule = _rule_asked(position)
    if not legal_moves(position, seat):
        return refuse("WAIT", rule)
    start = start_of(move)
    if position.question in (Q_ATTACK, Q_DEFEND):
        return refuse("NOT_SELECTED" if start in (ATTACK_WITH, DEFEND_WITH, SKIP) else "ANSWER_FIRST", rule)
    if (position.question, start) in ((Q_FACE, CHOOSE_FACE), (Q_DIE, CHOOSE_DIE)):
        return refuse("NOT_AVAILABLE", rule)
    if position.question in (Q_REROLL, Q_REROLL_ANY, Q_ATTACH) and start in (REROLL_DIE, ATTACH_TO):
        die = move - start
        if die >= position.count[seat]:
            return refuse("NO_SUCH_DIE", rule)
        if position.frozen[seat] >> die & 1:
            return refuse("DIE_FROZEN", "KD-104")
    same_kind = start in {start_of(legal) for legal in legal_moves(position, seat)}
    return refuse("NOT_OFFERED" if same_kind else "ANSWER_FIRST", rule)


# ---- phase 1 -----------------------------------------------------------------------------------------------


def _draft_refusal(position: Position, seat: int, move: int) -> MoveError:
    if position.ready >> seat & 1:
        return refuse("ENOUGH_CHANGES" if move == UNREADY else "ALREADY_READY", "KD-106")
    if move == UNREADY:
        return refuse("NOT_READY", "KD-106")
    if move == READY:
        code, rule = _NOT_READY[readiness(position, seat)]
        return refuse(code, rule)
    if position.changes_of_mind[seat] >= BOX.limits["changes_of_mind"]:
        return refuse("ENOUGH_CHANGES", "KD-101")
    start = start_of(move)
    rest = move - start
    if start == PLACE:
        return _place_refusal(position, seat, rest % DICE, rest // DICE)
    if start == TAKE:
        return _take_refusal(position, seat, rest)
    if start == EMPTY:
        return refuse("NOT_PLACED" if rest in position.player_sections(seat) else "NOT_YOUR_BOX", "KD-101")
    if start == FILL:
        return _fill_refusal(position, seat, rest // 8)
    if start == ANNOUNCE:
        return _announce_refusal(position, seat, rest)
    if start == MODE:
        section = rest // 3
        if section not in position.player_sections(seat) or not ADRENALINE[section]:
            return refuse("NOT_YOUR_BOX", "KD-157")
        filled = filled_sections(position, seat)[0] >> BIT[section] & 1
        return refuse("SAME_AGAIN" if filled else "NOT_FILLED", "KD-157")
    if start == TARGET:
        return refuse("SAME_AGAIN" if position.targets[seat] == rest else "BAD_TARGET", "KD-109")
    if start in (ROTATE, PROPOSE):
        card = BOX.cards[rest]
        if position.cards[position.team(seat) * COLOURS + card.colour] != rest:
            return refuse("NOT_YOUR_CARD", "KD-210")
        if start == ROTATE:
            return refuse("DIE_ON_CARD", "KD-210")
        immediate = TIMING[position.half_of(seat, card.colour)] == IMMEDIATE
        return refuse("CARD_NOT_READY" if immediate else "NOT_IMMEDIATE", "KD-216")
    return refuse("NOT_NOW", "KD-101")


def _place_refusal(position: Position, seat: int, die: int, slot: int) -> MoveError:
    """What is wrong with placing this die there (KD-20 to KD-22, KD-101)."""
    section = SLOT_SECTION[slot]
    if die >= position.count[seat]:
        return refuse("NO_SUCH_DIE", "KD-101")
    if position.frozen[seat] >> die & 1:
        return refuse("DIE_FROZEN", "KD-104")
    closed = _closed(position, seat, section)
    if closed is not None:
        return closed
    holders = find_holders(position, seat)
    if holders[slot] != NONE:
        return refuse("SLOT_TAKEN", "KD-20")
    index = seat * DICE + die
    if not ACCEPTS[position.substitution(seat) * 16 + SLOT_DEMAND[slot]] >> position.type_of(index) & 1:
        return refuse("WRONG_FACE", "KD-21")
    if not slot_takes(position, seat, index, slot, holders):
        return refuse("NO_MATCH", "KD-22")
    return refuse("FIRST_SLOT", "KD-20") if repeats_slot(slot, holders) else not_now(position, seat)


def _closed(position: Position, seat: int, section: int) -> MoveError | None:
    """Why no die may be placed on a section at all."""
    if section not in position.player_sections(seat):
        return refuse("NOT_YOUR_BOX", "KD-101")
    bit = 1 << BIT[section]
    if position.used[seat] & bit:
        return refuse("BOX_SPENT", "KD-171")
    if position.announced[seat] & bit:
        return refuse("BOX_TRIGGERED", "KD-29")
    if needs_no_dice(position, seat, section):
        return refuse("BOX_LOCKED", "KD-162" if SIZE[section] else "KD-28")
    return None


def _take_refusal(position: Position, seat: int, die: int) -> MoveError:
    if die >= position.count[seat]:
        return refuse("NO_SUCH_DIE", "KD-101")
    if position.at[seat * DICE + die] == FREE:
        return refuse("NOT_PLACED", "KD-101")
    return refuse("DIE_FROZEN", "KD-104")


def _fill_refusal(position: Position, seat: int, section: int) -> MoveError:
    closed = _closed(position, seat, section)
    if closed is not None:
        return closed
    full = filled_sections(position, seat)[0] >> BIT[section] & 1
    return refuse("ALREADY_FULL" if full else "CANNOT_FILL", "KD-26")


def _announce_refusal(position: Position, seat: int, section: int) -> MoveError:
    if section not in position.player_sections(seat):
        return refuse("NOT_YOUR_BOX", "KD-101")
    if TIMING[section] != IMMEDIATE:
        return refuse("NOT_IMMEDIATE", "KD-103")
    if position.announced[seat] >> BIT[section] & 1:
        return refuse("BOX_TRIGGERED", "KD-29")
    return refuse("NOT_FILLED", "KD-103")


# ---- the other phases --------------------------------------------------------------------------------------


def _clean_refusal(position: Position, seat: int, move: int) -> MoveError:
    if position.ready >> seat & 1:
        return refuse("NOT_YOUR_TURN", "KD-124")
    start = start_of(move)
    if start not in (LAY, STRIP) or move == DONE:
        return refuse("NOT_NOW", "KD-124")
    if start == STRIP and position.changes_of_mind[seat] >= BOX.limits["changes_of_mind"]:
        return refuse("ENOUGH_CHANGES", "KD-124")
    die, face = (move - start) // FACE_TYPES, (move - start) % FACE_TYPES
    if die >= position.count[seat]:
        return refuse("NO_SUCH_DIE", "KD-124")
    if position.kind[seat * DICE + die] != ACTION:
        return refuse("NOT_AN_ACTION_DIE", "KD-9")
    if start == LAY and position.pool[seat * FACE_TYPES + face] > 0:
        return refuse("NO_ROOM", "KD-9")
    return refuse("NO_SUCH_FACE", "KD-124")


def _setup_refusal(position: Position, seat: int, move: int) -> MoveError:
    start = start_of(move)
    if not legal_moves(position, seat):
        rule = "KD-213" if position.phase == DRAFTING_CARDS else "KD-77"
        return refuse("NOT_YOUR_TURN", rule)
    if position.phase == PICKING_CHARACTERS and start == PICK:
        return refuse("CHARACTER_TAKEN" if move - PICK in position.character else "WRONG_SIDE", "KD-71")
    if position.phase == DRAFTING_CARDS and start == CARD:
        return refuse("COLOUR_TAKEN", "KD-213")
    return refuse("NOT_NOW", "KD-77" if position.phase == PICKING_CHARACTERS else "KD-213")
