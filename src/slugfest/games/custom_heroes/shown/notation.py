"""How a move is written (CH-118).

attach RP1-2 > C07a    exchange    card C07a    card C07b*    play    pass    end    discard
wager C07a    wager C03b=KO-1    bet

An action of the rules that is cut into several moves may be written as a whole: ``play C07a C07b*`` is both cards and
the play, ``bet C03b=KO-1 C07a`` both wagers and the answer.
"""

from __future__ import annotations

import re
from typing import Final

from slugfest.games.custom_heroes.content import (
    BOX,
    CARDS,
    EMPTY,
    FIRST_KODORA,
    KODORA,
)
from slugfest.games.custom_heroes.position.moves import (
    ATTACH,
    BET,
    CARD,
    DISCARD,
    END,
    EXCHANGE,
    MOVE_COUNT,
    PASS,
    PLAY,
    WAGER,
    WAGER_WITH,
    attach_move,
    card_move,
    wager_move,
)
from slugfest.games.custom_heroes.rules.legal import Turn
from slugfest.kernel import Text, unreadable

from .facts import AttachMove, BetMove, CardMove, Move, Plain, PlainMove, PlayMove, WagerMove
from .refusals import ON_CARD, Intent, first_refusal, hand_rule, stock_rule
from .words import move_text, refuse

_EXAMPLE: Final = "play C07a C07b*"
_WORDS: Final = ("pass", "play", "exchange", "end", "discard", "bet")  # the moves 0 to 5
_PLAIN: Final[dict[int, Plain]] = {PASS: "pass", EXCHANGE: "exchange", END: "end", DISCARD: "discard"}
_ATTACH: Final = re.compile(r"ATTACH ([A-Z0-9-]+) ?> ?([A-Z0-9]+)")
_CARD_MOVE: Final = re.compile(r"CARD ([A-Z0-9]+\*?)")
_WAGER: Final = re.compile(r"WAGER ([A-Z0-9]+(?: ?= ?[A-Z0-9-]+)?)")
_WHOLE: Final = re.compile(r"(PLAY|BET) (.+)")
_PLAYED: Final = re.compile(r"[A-Z0-9]+\*?")
_BETTED: Final = re.compile(r"[A-Z0-9]+(?:=[A-Z0-9-]+)?")
_CARD: Final = {identifier.upper(): card for card, identifier in enumerate(BOX.cards)}
_PIECE: Final = {identifier: piece for piece, identifier in enumerate(BOX.pieces)}


# ---- writing -------------------------------------------------------------------------------------------------------


def parts_of(move: int) -> Move:
    """What a move consists of: the action, the cards and the pieces."""
    if move >= ATTACH:
        piece, card = divmod(move - ATTACH, CARDS)
        return AttachMove("attach", BOX.pieces[piece], BOX.cards[card])
    if move >= CARD:
        return CardMove("card", BOX.cards[(move - CARD) >> 1], (move - CARD) & 1 == 1)
    if move >= WAGER_WITH:
        kodora, card = divmod(move - WAGER_WITH, CARDS)
        return WagerMove("wager", BOX.cards[card], BOX.pieces[FIRST_KODORA + kodora])
    if move >= WAGER:
        return WagerMove("wager", BOX.cards[move - WAGER], None)
    if move == PLAY:
        return PlayMove("play", [])
    if move == BET:
        return BetMove("bet", [])
    return PlainMove(_PLAIN[move])


def write(parts: Move) -> str:
    """A move or a whole action as text, in canonical form."""
    if isinstance(parts, AttachMove):
        return f"attach {parts.piece} > {parts.card}"
    if isinstance(parts, CardMove):
        return f"card {_played(parts.card, parts.active)}"
    if isinstance(parts, WagerMove):
        return f"wager {_betted(parts.card, parts.piece)}"
    if isinstance(parts, PlayMove):
        return " ".join(["play", *[_played(one["card"], one["active"]) for one in parts.cards]])
    if isinstance(parts, BetMove):
        return " ".join(["bet", *[_betted(one["card"], one["piece"]) for one in parts.wagers]])
    return parts.kind


def _played(card: str, active: bool) -> str:
    return f"{card}*" if active else card


def _betted(card: str, piece: str | None) -> str:
    return card if piece is None else f"{card}={piece}"


def label(move: int) -> Text:
    """A move as people say it."""
    parts = parts_of(move)
    if isinstance(parts, AttachMove):
        return move_text("attach", parts.card, parts.piece)
    if isinstance(parts, CardMove):
        return move_text("card-active" if parts.active else "card", parts.card)
    if isinstance(parts, WagerMove):
        return move_text("wager" if parts.piece is None else "wager-with", parts.card)
    return move_text(parts.kind)


# ---- reading -------------------------------------------------------------------------------------------------------


def understand(text: str) -> Intent:
    """What a text means; raises if it is not a move of this game."""
    words = " ".join(text.upper().split()) if len(text) <= 300 else ""
    if words.lower() in _WORDS:
        return Intent(words.lower())
    found = _ATTACH.fullmatch(words)
    if found is not None:
        intent = Intent("attach")
        intent.cards = [_CARD.get(found.group(2), EMPTY)]
        intent.pieces = [_PIECE.get(found.group(1), EMPTY)]
        intent.kind = found.group(1)
        return intent
    found = _CARD_MOVE.fullmatch(words)
    if found is not None:
        intent = Intent("card")
        _add_played(intent, found.group(1))
        return intent
    found = _WAGER.fullmatch(words)
    if found is not None:
        intent = Intent("wager")
        _add_betted(intent, found.group(1).replace(" ", ""))
        return intent
    found = _WHOLE.fullmatch(words)
    if found is None:
        raise unreadable(text, _EXAMPLE)
    intent = Intent(found.group(1).lower(), whole=True)
    playing = intent.action == "play"
    for word in re.sub(r" ?= ?", "=", found.group(2)).split(" "):
        if (_PLAYED if playing else _BETTED).fullmatch(word) is None:
            raise unreadable(text, _EXAMPLE)
        if playing:
            _add_played(intent, word)
        else:
            _add_betted(intent, word)
    return intent


def intent_of(move: int) -> Intent:
    """What a move's number means."""
    return understand(write(parts_of(move))) if 0 <= move < MOVE_COUNT else Intent("nothing")


def _add_played(intent: Intent, word: str) -> None:
    intent.cards.append(_CARD.get(word.removesuffix("*"), EMPTY))
    intent.active.append(word.endswith("*"))


def _add_betted(intent: Intent, word: str) -> None:
    card, _, source = word.partition("=")
    intent.cards.append(_CARD.get(card, EMPTY))
    intent.pieces.append(_PIECE.get(source, EMPTY) if source else ON_CARD)


def moves_of(intent: Intent) -> list[int]:
    """The moves of an intent that names only what exists."""
    moves: list[int] = []
    if intent.action == "attach":
        return [attach_move(intent.pieces[0], intent.cards[0])]
    if intent.action in ("card", "play"):
        for card, active in sorted(zip(intent.cards, intent.active, strict=True)):
            moves.append(card_move(card, active))
    elif intent.action in ("wager", "bet"):
        for card, piece in zip(intent.cards, intent.pieces, strict=True):
            moves.append(wager_move(card, EMPTY if piece == ON_CARD else piece))
    if intent.action in _WORDS:
        moves.append(_WORDS.index(intent.action))
    return moves


def parse(text: str) -> int:
    """The number of the move a text means, whatever the position."""
    intent = understand(text)
    if EMPTY in intent.cards:
        raise refuse("CARD_NOT_IN_HAND", hand_rule(intent))
    for piece in intent.pieces:
        if piece == EMPTY:
            raise refuse("PIECE_NOT_IN_STOCK", stock_rule(intent))
        if intent.action != "attach" and piece != ON_CARD and BOX.ability[piece] != KODORA:
            raise refuse("NO_KODORA", "CH-33")
    moves = moves_of(intent)
    if len(moves) != 1:
        raise unreadable(text, "card C07a")
    return moves[0]


def read(turn: Turn, seat: int, text: str) -> int:
    """The one move that a text means here."""
    moves = read_all(turn, seat, text)
    if len(moves) != 1:
        raise unreadable(text, "card C07a")
    return moves[0]


def read_all(turn: Turn, seat: int, text: str) -> list[int]:
    """The moves that a text means here; refused by the first line of CH-116 that applies."""
    intent = understand(text)
    if intent.action == "attach" and intent.pieces[0] == EMPTY and 0 <= seat < turn.seats:
        intent.pieces[0] = _any_of_type(turn, seat, intent.kind)
    refused = first_refusal(turn, seat, intent)
    if refused is not None:
        raise refused
    return moves_of(intent)


def _any_of_type(turn: Turn, seat: int, kind: str) -> int:
    """The first piece of a type in a stock: ``attach RP1 > C07a`` is enough, since they are all alike (CH-8)."""
    for piece in turn.stocks[seat]:
        if BOX.types[BOX.type[piece]] == kind:
            return piece
    return EMPTY
