"""The fields of a position document; :mod:`arrange` reads what cannot be read field by field."""

from __future__ import annotations

import re
from typing import Any, Final

from slugfest.games.custom_heroes.content import BOX, CARDS, EMPTY, HIGHEST, LOWEST, PIECES, SLOTS
from slugfest.games.custom_heroes.position.position import (
    ASIDE,
    BOXED,
    DID_PASS,
    DID_PLAY,
    DID_SKIP,
    DID_WIN,
    NORMAL,
    PHASES,
    PLAYED,
    REASONS,
    SETS_NAMED,
    TURN,
    WAGERED,
    Phase,
    Position,
)
from slugfest.kernel import Facts, PositionError, reader
from slugfest.kernel.schema import (
    DICT,
    FLAG,
    LIST,
    NEEDED,
    SEAT,
    SEATS,
    Attribute,
    Bit,
    Child,
    Children,
    Codec,
    Computed,
    Field,
    Group,
    Item,
    Maybe,
    Name,
    Schema,
    Values,
    Whole,
    result,
)

_STEP: Final = re.compile(r"P([1-6]) (pass|skip|wins|C.*)")
_DONE: Final = {DID_PASS: "pass", DID_SKIP: "skip", DID_WIN: "wins"}
_DID: Final = {word: did for did, word in _DONE.items()}


# ---- codecs ------------------------------------------------------------------------------------------------------


class CardCodec(Name):
    """A card of this game; advancements may follow it in the text, each after a plus sign."""

    def read(self, where: str, value: Any, position: Any, row: int) -> Any:
        card = self.numbers.get(value.split("+")[0].strip(), EMPTY) if isinstance(value, str) else EMPTY
        if card == EMPTY or position.status[card] == BOXED:
            raise PositionError(f"{where}: there is no card {reader.shown(value)} in this game")
        return card


class ChosenCodec(Codec):
    """A card of a set, with a star if its ability is activated (CH-118)."""

    def write(self, value: Any, position: Any, row: int) -> Any:
        return card_text(value)

    def read(self, where: str, value: Any, position: Any, row: int) -> Any:
        name = value if isinstance(value, str) else ""
        return 2 * CARD.read(where, name.removesuffix("*"), position, row) + name.endswith("*")


class BetCodec(Codec):
    """A secret wager: a card, or card=piece with a Kodora from the stock (CH-118)."""

    def write(self, value: Any, position: Any, row: int) -> Any:
        return bet_text(value)

    def read(self, where: str, value: Any, position: Any, row: int) -> Any:
        name, _, source = value.partition("=") if isinstance(value, str) else ("", "", "")
        bet = CARD.read(where, name, position, row)
        return bet + CARDS * (PIECE.read(where, source, position, row) + 1) if source else bet


class StoryCodec(Codec):
    """The story of a round, a line a step: ``P1 C07a C07b*``, ``P2 pass``, ``P3 skip``, ``P1 wins``."""

    def write(self, value: Any, position: Any, row: int) -> Any:
        story: list[int] = value
        lines: list[str] = []
        index = 0
        while index < len(story):
            did, seat = story[index] // 8, story[index] % 8
            index += 1
            if did == DID_PLAY:
                first, index = index + 1, index + 1 + story[index]
                lines.append(f"P{seat + 1} {' '.join([card_text(chosen) for chosen in story[first:index]])}")
            else:
                lines.append(f"P{seat + 1} {_DONE[did]}")
        return lines

    def read(self, where: str, value: Any, position: Any, row: int) -> Any:
        story: list[int] = []
        for index, line in enumerate(reader.items(where, value)):
            place = f"{where}[{index}]"
            found = _STEP.fullmatch(line) if isinstance(line, str) else None
            if found is None:
                raise PositionError(
                    f"{place}: {line!r} is not like “P1 C07a C07b*”, “P2 pass”, “P3 skip” or “P1 wins”"
                )
            seat = reader.seat(place, int(found.group(1)), position.seats)
            did = _DID.get(found.group(2), DID_PLAY)
            story.append(8 * did + seat)
            if did == DID_PLAY:
                cards = [CHOSEN.read(place, word, position, row) for word in found.group(2).split(" ")]
                if any(position.status[chosen >> 1] != PLAYED for chosen in cards):
                    raise PositionError(f"{place}: {line!r} plays a card that is elsewhere")
                story += [len(cards), *cards]
        return story


class BySeats(Codec):
    """A list of lists, each with a value for every seat, kept as one list."""

    def __init__(self, codec: Codec) -> None:
        super().__init__(list[list[int]])
        self.codec = codec

    def write(self, value: Any, position: Any, row: int) -> Any:
        seats: int = position.seats
        starts = range(0, len(value), seats)
        return [self.codec.write_all(value[start : start + seats], position, row) for start in starts]

    def read(self, where: str, value: Any, position: Any, row: int) -> Any:
        flat: list[int] = []
        for index, values in enumerate(reader.items(where, value)):
            place = f"{where}[{index}]"
            flat += self.codec.read_all(place, reader.items(place, values, position.seats), position, row)
        return flat


CARD: Final = CardCodec(BOX.cards)
PIECE: Final = Name(BOX.pieces, thing="advancement")
CHOSEN: Final = ChosenCodec(str)
STORY: Final = StoryCodec(list[str])
PLACES: Final = BySeats(SEAT)
DRAWN: Final = BySeats(Whole(0, PIECES))
AMOUNT: Final = Whole(0, 1 << 20)


def card_text(chosen: int) -> str:
    """A card of a set as it is written: with a star if its ability is activated (CH-118)."""
    return BOX.cards[chosen >> 1] + ("*" if chosen & 1 else "")


def cards_played(story: list[int]) -> list[tuple[int, int]]:
    """Who played which card, as the story of a round has it."""
    found: list[tuple[int, int]] = []
    index = 0
    while index < len(story):
        did, seat = story[index] // 8, story[index] % 8
        index += 1
        if did == DID_PLAY:
            first, index = index + 1, index + 1 + story[index]
            found += [(seat, chosen >> 1) for chosen in story[first:index]]
    return found


def bet_text(bet: int) -> str:
    """A wager as it is written (CH-118)."""
    card = BOX.cards[bet % CARDS]
    return card if bet < CARDS else f"{card}={BOX.pieces[bet // CARDS - 1]}"


# ---- the document --------------------------------------------------------------------------------------------------


def _hand(position: Position, seat: int) -> list[str]:
    return CARD.write_all(position.hand(seat), position, seat)


def _wagers(position: Position, seat: int) -> list[str]:
    status, owner = position.status, position.owner
    return [BOX.cards[card] for card in range(CARDS) if status[card] == WAGERED and owner[card] == seat]


def _aside(position: Position, row: int) -> list[str]:
    return [BOX.cards[card] for card in range(CARDS) if position.status[card] == ASIDE]


def _cards(position: Position, row: int) -> Facts:
    """The advancements on the cards, and when everybody last saw a card that was not shown in the round before.

    Written without the schemas of its parts: it is the longest part of a document, and three times faster so.
    """
    cards: Facts = {}
    slots, status, shown, before = position.slots, position.status, position.shown, position.round - 1
    for card in range(CARDS):
        pieces: list[Facts] = []
        for slot in range(card * SLOTS, card * SLOTS + SLOTS):
            piece = slots[slot]
            if piece != EMPTY:
                made = position.made[piece]
                pieces.append({"piece": BOX.pieces[piece], "by": (made & 7) + 1, "round": made >> 3})
        unseen = status[card] != BOXED and shown[card] != before
        if pieces or unseen:
            entry: Facts = {"pieces": pieces} if pieces else {}
            if unseen:
                entry["shown"] = shown[card]
            cards[BOX.cards[card]] = entry
    return cards


FITTED: Final = Schema(
    "PieceDocument",
    "An advancement on a card.",
    Field("piece", str),
    Field("by", int, "The seat that attached it, from 1."),
    Field("round", int, "The round in which it was attached."),
)
ON_CARD: Final = Schema(
    "CardDocument",
    "What there is to know about a card beyond its id.",
    Field("pieces", LIST[FITTED.type], optional=True),
    Field("shown", int, "The round in which everybody last saw it, if not the round before.", optional=True),
)
PLAYER: Final = Schema(
    "PlayerDocument",
    "One player with everything behind the screen.",
    Item("vp", AMOUNT, default=BOX.limits["start_vp"]),
    Item("power_in", AMOUNT, "All power ever gained."),
    Item(
        "power_out",
        Whole(0, lambda position, seat: position.power_in[seat]),
        "All power ever paid, exchanged or discarded.",
    ),
    Item("stock", Values(PIECE), "The advancements behind the screen.", at="stocks", by_hand=True),
    Computed("hand", list[str], _hand),
    Computed("wagers", list[str], _wagers, "The cards that lie open with a stake on them."),
    Item("bets", Values(BetCodec(str)), "Secret wagers: a card, or card=piece with a Kodora from the stock."),
    Bit("answered", "Whether the question for wagers is answered."),
    Item("place", Maybe(Whole(1, "seats"), 0), "The place of this round, once the player is out."),
    accepted=("power",),
)
TOP: Final = Schema(
    "TopDocument",
    "The set to be beaten.",
    Attribute("seat", SEAT, "Who played it, from 1.", at="last", default=NEEDED),
    Attribute("kind", Name(SETS_NAMED[1:], first=1), at="top", default=NORMAL),
    Group(
        lambda position, row: position.top == NORMAL,
        Attribute("value", Whole(LOWEST, HIGHEST), at="top_value", default=NEEDED),
        Attribute("count", Whole(1, 2 * CARDS), at="top_count", default=1),
    ),
)
RESULT: Final = result(REASONS, Attribute("winner", SEAT, "A seat, from 1.", default=NEEDED))
DOCUMENT: Final = Schema(
    "Document",
    "A whole position. The bag holds every piece that is nowhere else.",
    Attribute("round", Whole(1, lambda position, row: position.rounds + 1)),
    Attribute("participants", SEATS, "The seats that play this round, from 1."),
    Attribute("phase", Name(PHASES, Phase), default=TURN),
    Attribute("turn", SEAT, "The seat whose turn it is, from 1.", default=0),
    Children("players", PLAYER, "seats"),
    Computed("cards", DICT[str, ON_CARD.type], _cards, "By card: what is on it, and when it was last seen."),
    Computed("aside", list[str], _aside, "The cards that were not dealt."),
    Child("top", TOP, "Null while somebody leads.", present="top"),
    Attribute("descending", FLAG, "Whether the ranking is turned."),
    Attribute("passes", Whole(0, "seats"), "Passes in a row, forced ones too."),
    Attribute("equal", FLAG, "Whether the set just played equals the one before: somebody is skipped."),
    Attribute(
        "spookies",
        Values(AMOUNT, "seats"),
        "By seat: points that winning this trick will bring.",
        at="haunting",
    ),
    Attribute("story", STORY, "What was done in this round, a line a step.", by_hand=True),
    Attribute(
        "crafted", Values(PIECE), "The pieces attached in this turn and not counted off yet.", by_hand=True
    ),
    Attribute("traded", FLAG, "Whether power was exchanged in this turn before playing."),
    Attribute(
        "draft", Values(CHOSEN), "The set that is being put together; a star marks an activated ability."
    ),
    Attribute("places", PLACES, "By finished round: the seats from best to worst, from 1.", at="placed"),
    Attribute(
        "drawn", DRAWN, "Pieces that each seat drew from the bag: at the start, then by round.", by_hand=True
    ),
    RESULT,
)


# ---- written out: faster compiled than DOCUMENT.write(); a test compares the two ------------------------------------


def _player(position: Position, seat: int) -> Facts:
    return {
        "vp": position.vp[seat],
        "power_in": position.power_in[seat],
        "power_out": position.power_out[seat],
        "stock": [BOX.pieces[piece] for piece in position.stocks[seat]],
        "hand": _hand(position, seat),
        "wagers": _wagers(position, seat),
        "bets": [bet_text(bet) for bet in position.bets[seat]],
        "answered": position.answered >> seat & 1 != 0,
        "place": position.place[seat] or None,
    }


def write_document(position: Position) -> Facts:
    """The whole position as JSON."""
    return {
        "round": position.round,
        "participants": SEATS.write(position.participants, position, 0),
        "phase": PHASES[position.phase],
        "turn": position.turn + 1,
        "players": [_player(position, seat) for seat in range(position.seats)],
        "cards": _cards(position, 0),
        "aside": _aside(position, 0),
        "top": TOP.write(position) if position.top else None,
        "descending": position.descending,
        "passes": position.passes,
        "equal": position.equal,
        "spookies": list(position.haunting),
        "story": STORY.write(position.story, position, 0),
        "crafted": PIECE.write_all(position.crafted, position, 0),
        "traded": position.traded,
        "draft": [card_text(chosen) for chosen in position.draft],
        "places": PLACES.write(position.placed, position, 0),
        "drawn": DRAWN.write(position.drawn, position, 0),
        "result": RESULT.schema.write(position) if position.reason else None,
    }
