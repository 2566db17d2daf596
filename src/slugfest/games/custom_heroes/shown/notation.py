"""How a move is written (CH-118), and why one is refused (CH-116).

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
    BRANDO,
    CARDS,
    EMPTY,
    FIRST_KODORA,
    KODORA,
    NO_ABILITY,
    POWER_LIMIT,
    RATE,
    SLOTS,
    SPIKE,
    STAKE,
)
from slugfest.games.custom_heroes.position.moves import (
    ATTACH,
    CARD,
    MOVE_COUNT,
    WAGER,
    WAGER_WITH,
    attach_move,
    card_move,
    wager_move,
)
from slugfest.games.custom_heroes.position.position import AFTER, ASCENDED_SET, LEAD, OVER, TURN, WAGERS
from slugfest.games.custom_heroes.rules.legal import OPEN, Turn
from slugfest.kernel import MoveError, Text, not_now, unreadable

from .documents import bet_text, card_text
from .words import move_text, refuse

_EXAMPLE: Final = "play C07a C07b*"
_WORDS: Final = ("pass", "play", "exchange", "end", "discard", "bet")  # the moves 0 to 5
_ATTACH: Final = re.compile(r"ATTACH ([A-Z0-9-]+) ?> ?([A-Z0-9]+)")
_CARD_MOVE: Final = re.compile(r"CARD ([A-Z0-9]+\*?)")
_WAGER: Final = re.compile(r"WAGER ([A-Z0-9]+(?: ?= ?[A-Z0-9-]+)?)")
_WHOLE: Final = re.compile(r"(PLAY|BET) (.+)")
_PLAYED: Final = re.compile(r"[A-Z0-9]+\*?")
_BETTED: Final = re.compile(r"[A-Z0-9]+(?:=[A-Z0-9-]+)?")
_CARD: Final = {identifier.upper(): card for card, identifier in enumerate(BOX.cards)}
_PIECE: Final = {identifier: piece for piece, identifier in enumerate(BOX.pieces)}

ON_CARD: Final = -2  # where the Kodora of a wager comes from, if not from the stock


class Intent:
    """What somebody wants to do, before anybody asks whether it is legal. Unknown cards and pieces are EMPTY."""

    def __init__(self, action: str, whole: bool = False) -> None:
        self.action = action
        self.whole = whole  # an action written with all its cards
        self.cards: list[int] = []
        self.active: list[bool] = []
        self.pieces: list[int] = []  # ON_CARD, or the piece to attach
        self.kind = ""  # a type named instead of a piece


# ---- writing -------------------------------------------------------------------------------------------------------


def write(move: int) -> str:
    """A move as text, in canonical form."""
    if move >= ATTACH:
        piece, card = (move - ATTACH) // CARDS, (move - ATTACH) % CARDS
        return f"attach {BOX.pieces[piece]} > {BOX.cards[card]}"
    if move >= CARD:
        return f"card {card_text(move - CARD)}"
    if move >= WAGER_WITH:
        kodora, card = (move - WAGER_WITH) // CARDS, (move - WAGER_WITH) % CARDS
        return f"wager {bet_text((FIRST_KODORA + kodora + 1) * CARDS + card)}"
    if move >= WAGER:
        return f"wager {bet_text(move - WAGER)}"
    return _WORDS[move]


_labels: dict[int, Text] = {}  # a view shows hundreds of them, again and again


def label(move: int) -> Text:
    """A move as people say it."""
    if move not in _labels:
        _labels[move] = _said(move)
    return _labels[move]


def _said(move: int) -> Text:
    if move >= ATTACH:
        return move_text("attach", BOX.cards[(move - ATTACH) % CARDS], BOX.pieces[(move - ATTACH) // CARDS])
    if move >= CARD:
        return move_text("card-active" if (move - CARD) & 1 else "card", BOX.cards[(move - CARD) >> 1])
    if move >= WAGER:
        return move_text("wager-with" if move >= WAGER_WITH else "wager", BOX.cards[(move - WAGER) % CARDS])
    return move_text(_WORDS[move])


# ---- reading -------------------------------------------------------------------------------------------------------


def understand(text: str) -> Intent:
    """What a text means; raises if it is no move of this game."""
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
        raise refuse("CARD_NOT_IN_HAND", _hand_rule(intent))
    for piece in intent.pieces:
        if piece == EMPTY:
            raise refuse("PIECE_NOT_IN_STOCK", _stock_rule(intent))
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
    refused = _refusal(turn, seat, intent)
    if refused is not None:
        raise refused
    return moves_of(intent)


def _any_of_type(turn: Turn, seat: int, kind: str) -> int:
    """The first piece of a type in a stock: ``attach RP1 > C07a`` is enough, since they are all alike (CH-8)."""
    for piece in turn.stocks[seat]:
        if BOX.types[BOX.type[piece]] == kind:
            return piece
    return EMPTY


# ---- refusing ------------------------------------------------------------------------------------------------------


def refusal(turn: Turn, seat: int, move: int) -> MoveError:
    """Why an illegal move is refused."""
    intent = understand(write(move)) if 0 <= move < MOVE_COUNT else Intent("nothing")
    refused = _refusal(turn, seat, intent)
    return refused if refused is not None else not_now(turn, seat)


def _refusal(turn: Turn, seat: int, intent: Intent) -> MoveError | None:
    """The first line of CH-116 that applies, or None if the action is legal."""
    if turn.phase == OVER:
        ended_by = ("", "CH-89", "CH-97", "CH-102")[turn.reason]
        return refuse("GAME_OVER", ended_by)
    if seat not in turn.actors():
        return refuse("NOT_YOUR_DECISION", f"CH-D{turn.phase + 1}")
    if intent.action not in _offered(turn) or (intent.whole and turn.draft):
        return refuse("WRONG_PHASE", _phase_rule(turn, intent))
    if intent.action in ("wager", "bet"):
        return _wager_refusal(turn, seat, intent)
    if intent.action == "attach":
        return _attach_refusal(turn, seat, intent)
    if intent.action in ("card", "play"):
        return _set_refusal(turn, seat, intent)
    return _plain_refusal(turn, seat, intent.action)


def _offered(turn: Turn) -> tuple[str, ...]:
    """The actions of a decision (CH-D1 to CH-D4)."""
    if turn.phase == WAGERS:
        return ("wager", "bet")
    if turn.phase == TURN:
        return ("card", "play") if turn.draft else ("attach", "exchange", "card", "play", "pass")
    return ("exchange", "end", "discard") if turn.phase == AFTER else ("exchange", "discard")


def _phase_rule(turn: Turn, intent: Intent) -> str:
    if turn.phase == WAGERS:
        return "CH-32"
    return "CH-83" if intent.action == "exchange" else "CH-54"


def _hand_rule(intent: Intent) -> str:
    return {"attach": "CH-54", "wager": "CH-33", "bet": "CH-33"}.get(intent.action, "CH-63")


def _stock_rule(intent: Intent) -> str:
    return "CH-54" if intent.action == "attach" else "CH-33"


def _plain_refusal(turn: Turn, seat: int, action: str) -> MoveError | None:
    power = turn.power(seat)
    if action == "exchange" and power < RATE:
        return refuse("NOT_ENOUGH_POWER", "CH-83")
    if action == "pass" and turn.top == LEAD:
        return refuse("LEADER_MUST_PLAY", "CH-40")
    if action == "end" and power > POWER_LIMIT:
        return refuse("POWER_OVER_LIMIT", "CH-82")
    if action == "discard" and power <= POWER_LIMIT:
        return refuse("NO_EXCESS", "CH-82")
    return None


def _attach_refusal(turn: Turn, seat: int, intent: Intent) -> MoveError | None:
    card, piece = intent.cards[0], intent.pieces[0]
    if card not in turn.hand(seat):
        return refuse("CARD_NOT_IN_HAND", "CH-54")
    if piece not in turn.stocks[seat]:
        return refuse("PIECE_NOT_IN_STOCK", "CH-54")
    if turn.slots[card * SLOTS + BOX.colour[piece]] != EMPTY:
        return refuse("SLOT_FILLED", "CH-12")
    return None


def _wager_refusal(turn: Turn, seat: int, intent: Intent) -> MoveError | None:
    """Wagers named before and now, taken together."""
    cards = [bet % CARDS for bet in turn.bets[seat]] + intent.cards
    pieces = [bet // CARDS - 1 for bet in turn.bets[seat] if bet >= CARDS]
    pieces += [piece for piece in intent.pieces if piece != ON_CARD]
    if _twice(cards) or _twice(pieces):
        return refuse("NAMED_TWICE", "CH-33")
    hand = turn.hand(seat)
    for card in intent.cards:
        if card not in hand:
            return refuse("CARD_NOT_IN_HAND", "CH-33")
    for piece in intent.pieces:
        if piece != ON_CARD and piece not in turn.stocks[seat]:
            return refuse("PIECE_NOT_IN_STOCK", "CH-33")
    wagers = list(zip(intent.cards, intent.pieces, strict=True))
    for card, piece in wagers:
        if (turn.ability[card] if piece == ON_CARD else BOX.ability[piece]) != KODORA:
            return refuse("NO_KODORA", "CH-33")
    for card, piece in wagers:
        if piece != ON_CARD and turn.ability[card] != NO_ABILITY:
            return refuse("SLOT_FILLED", "CH-12")
    if wagers and turn.vp[seat] < STAKE * len(cards):
        return refuse("NOT_ENOUGH_VP", "CH-34")
    if wagers and len(cards) >= len(hand):
        return refuse("HAND_EMPTIED", "CH-37")
    return None


def _twice(things: list[int]) -> bool:
    known = [thing for thing in things if thing != EMPTY]
    return len(set(known)) < len(known)


def _set_refusal(turn: Turn, seat: int, intent: Intent) -> MoveError | None:
    """The set put together so far with the cards named now: complete for ``play``, still growing for ``card``."""
    cards = [chosen >> 1 for chosen in turn.draft] + intent.cards
    if _twice(cards):
        return refuse("NAMED_TWICE", "CH-63")
    hand = turn.hand(seat)
    for card in intent.cards:
        if card not in hand:
            return refuse("CARD_NOT_IN_HAND", "CH-63")
    if not cards:
        return refuse("EMPTY_SET", "CH-63")
    chosen = turn.draft + [
        2 * c + (1 if on else 0) for c, on in zip(intent.cards, intent.active, strict=True)
    ]
    for entry in chosen:
        if entry & 1 and turn.ability[entry >> 1] in (NO_ABILITY, KODORA):
            return refuse("NO_ABILITY", "CH-39" if turn.ability[entry >> 1] == KODORA else "CH-63")
    summed = turn.summed(chosen)
    if summed.cost > turn.power(seat):
        return refuse("NOT_ENOUGH_POWER", "CH-57")
    if summed.ascended:
        return refuse("ASCENDED_ALONE", "CH-63") if len(cards) > 1 else None
    growing = intent.action == "card"
    if summed.value == OPEN and (not growing or len(cards) == len(hand)):
        return refuse("ONLY_WILD", "CH-69")
    for entry in chosen:
        wild = entry & 1 and turn.ability[entry >> 1] == SPIKE
        if not wild and turn.value[entry >> 1] != summed.value:
            return refuse("MIXED_VALUES", "CH-63")
    return _comparison_refusal(turn, seat, chosen, growing)


def _comparison_refusal(turn: Turn, seat: int, chosen: list[int], growing: bool) -> MoveError | None:
    """Whether a set of legal form beats the one on top (CH-64)."""
    if turn.top == ASCENDED_SET:
        return refuse("ONLY_ASCENDED", "CH-67")
    if turn.top == LEAD:
        return None
    summed = turn.summed(chosen)
    missing = turn.top_count - summed.count
    if missing < 0 or (missing > 0 and not growing):
        return refuse("WRONG_COUNT", "CH-64")
    if summed.value != OPEN and not turn.beats(summed.value):
        return refuse("VALUE_TOO_WEAK", "CH-52" if turn.seats == 2 else "CH-64")
    if growing and not _can_be_completed(turn, seat, chosen):
        return refuse("WRONG_COUNT", "CH-64")
    return None


def _can_be_completed(turn: Turn, seat: int, chosen: list[int]) -> bool:
    """Whether hand and power can bring a growing set to the count it needs."""
    summed = turn.summed(chosen)
    held = [card for card in turn.hand(seat) if 2 * card not in chosen and 2 * card + 1 not in chosen]
    power = turn.power(seat) - summed.cost
    missing = turn.top_count - summed.count
    for value in {turn.value[card] for card in held} if summed.value == OPEN else {summed.value}:
        if not turn.beats(value):
            continue
        alike = [card for card in held if turn.value[card] == value]
        wild = [card for card in held if turn.value[card] != value and turn.ability[card] == SPIKE]
        doubles = [card for card in alike if turn.ability[card] == BRANDO]
        if missing <= len(alike) + min(power, len(wild) + len(doubles)) and (
            summed.value != OPEN or missing > 0
        ):
            return True
    return False
