"""The fields of a position document; :mod:`arrange` reads what cannot be read field by field."""

from __future__ import annotations

from typing import Any, Final, Literal

from slugfest.games.tag_team.content import (
    AFLAME,
    BODVAR,
    BOX,
    CHARACTERS,
    CHING,
    FEY,
    FIGHTER_KEYS,
    GOLEM,
    JOAN,
    MEPHISTO,
    MILADY,
    NONE,
    WILD,
    WONG,
)
from slugfest.games.tag_team.position.position import (
    DECK,
    FREE,
    NOWHERE,
    OVER,
    PHASES,
    REASONS,
    Phase,
    Position,
)
from slugfest.games.tag_team.position.rule_facts import SerpentSide
from slugfest.games.tag_team.rules.effects import SIDES
from slugfest.kernel import Facts, PositionError
from slugfest.kernel.schema import (
    NEEDED,
    SEAT,
    Attribute,
    Bit,
    Child,
    Children,
    Codec,
    Computed,
    Field,
    Flag,
    Group,
    Item,
    Mask,
    Maybe,
    Name,
    Schema,
    Values,
    Whole,
)

_FIRST_CHARACTER: Final[int] = BOX.first_track[FEY]
CHARACTER_KEYS: Final = BOX.track_keys[_FIRST_CHARACTER : _FIRST_CHARACTER + CHARACTERS]


class HolderCodec(Codec):
    """A fighter who takes part, kept as the slot."""

    def write(self, value: Any, position: Any, row: int) -> Any:
        return _holder(position, value)

    def read(self, where: str, value: Any, position: Any, row: int) -> Any:
        slot = position.slot[FIGHTER.read(where, value, position, row)]
        if slot == NONE:
            raise PositionError(f"{where}: {value} takes no part")
        return slot


class BoardOf(Group):
    """The special tracks on the board of one fighter."""

    def __init__(self, owner: int, *members: Field) -> None:
        super().__init__("", *members)
        self.owner = owner

    def applies(self, position: Any, row: int) -> bool:
        table: Position = position
        return table.fighter[row] == self.owner


class TokenOf(Group):
    """Tokens that are there if the fighter they belong to takes part."""

    def __init__(self, owner: int, *members: Field) -> None:
        super().__init__("", *members)
        self.owner = owner

    def applies(self, position: Any, row: int) -> bool:
        table: Position = position
        return table.slot[self.owner] != NONE


FIGHTER: Final = Name(FIGHTER_KEYS)
HOLDER: Final = HolderCodec(str)
CHARACTER: Final = Name(CHARACTER_KEYS)
CARD: Final = Name(BOX.ids, thing="card")
for _kind, _id in enumerate(BOX.ids):
    CARD.numbers.setdefault(_id.removesuffix("*"), _kind)  # the star of a starting card may be left out
CARDS: Final = Values(CARD)
MAYBE_CARD: Final = Maybe(CARD, NONE)
SCHEMES: Final = Values(Name(BOX.scheme_ids))
SWITCH: Final = Flag(int)
HEALTH: Final = Maybe(Codec(int), NOWHERE)


def _flipped(table: Position, slot: int) -> list[str]:
    return [BOX.ids[kind] for kind in BOX.titles_of(FEY) if table.shows_back(kind)]


def _drafting(table: Position, row: int) -> bool:
    return not table.set_up()


def _choosing(table: Position, row: int) -> bool:
    return table.phase != FREE and not table.set_up()


def _burning(table: Position, row: int) -> bool:
    return table.burning != NONE


def _most_flames(table: Position, row: int) -> int:
    return AFLAME if table.phase == OVER else AFLAME - 1


def _announced(table: Position, seat: int) -> list[int]:
    return [] if table.announced[seat] == NONE else [table.announced[seat]]


def starting_cards(table: Position, seat: int) -> list[int]:
    return [BOX.start_card[fighter] for fighter in table.picks[seat]]


def _size(table: Position, seat: int) -> int:
    return len(table.decks[seat])


PLACE: Final = Whole(0, lambda table, seat: max(0, _size(table, seat) - 1))
TURNS: Final = Mask(Whole(0, lambda table, seat: _size(table, seat) - 1), _size)
BOARDS: Final = (
    BoardOf(JOAN, Attribute("voice", Whole(0, BOX.limits["voices"]), "Where Joan's Divine Voice stands.")),
    BoardOf(CHING, Attribute("ships", Whole(0, BOX.limits["ships"]), "Ching Shih's fleet.")),
    BoardOf(
        BODVAR,
        Attribute("rage", Whole(0, BOX.limits["rage"]), "Bödvar's Rage.", by_hand=True),
        Attribute("form", Name(("bodvar", "bear"), Literal["bodvar", "bear"]), at="bear", by_hand=True),
    ),
    BoardOf(
        FEY,
        Attribute("character", Maybe(CHARACTER, NONE), "The Fey Folk's Character in play."),
        Attribute("spirits", Mask(CHARACTER, CHARACTERS), "The Characters that have become Spirits."),
        Computed("flipped", list[str], _flipped, "The Summoning cards that show their other face."),
    ),
)
BOARD: Final = Schema(
    "FighterDocument",
    "One board; the special tracks are there for the fighter that has them.",
    Item("fighter", FIGHTER, default=NEEDED),
    Item("health", HEALTH, "KO spaces are 0 and below; null without a Character.", at="hp", by_hand=True),
    Item("power", Whole(0, 999), default=lambda table, slot: BOX.base_power[table.fighter[slot]]),
    *BOARDS,
)
INSERTED: Final = Schema(
    "InsertedDocument",
    "A card slid into the fight deck in this deck phase.",
    Item("card", CARD, at="inserted", default=NEEDED),
    Item("position", PLACE, "How many cards of the fight deck come before it.", at="place", default=NEEDED),
)
PICKS: Final = Group(_drafting, Item("picks", Values(FIGHTER), "The fighters picked so far."))
CHOICES: Final = Group(
    _choosing,
    Item("hand", Values(FIGHTER), "The draft cards to choose from.", at="hands"),
    Item("keep", Maybe(FIGHTER, NONE), "The fighter picked in secret, not shown yet.", at="keeps"),
    Item("discard", Maybe(FIGHTER, NONE), "The draft card put aside in secret.", at="discards"),
)
DECIDED: Final = Group(
    lambda table, seat: table.dealt() or _choosing(table, seat),
    Bit("decided", "Whether the secret decision of this phase is made."),
)
DECKS: Final = Group(
    lambda table, seat: table.dealt(),
    Item("deck", CARDS, "The fight deck in the order it is played.", at="decks", default=starting_cards),
    Item("known", CARDS, "The fight deck as the last fight phase showed it.", by_hand=True),
    Child("inserted", INSERTED, present=lambda table, seat: table.inserted[seat] != NONE),
    Item("drawn", CARDS, "The three cards drawn in the deck phase."),
    Item("build", CARDS, "The build deck, top card first."),
    Item("fresh", Codec(int), "Cards on top of the build deck its owner has never seen.", by_hand=True),
    Item("announced", MAYBE_CARD, "The card with an instant bonus inserted in this deck phase."),
    Item("announcements", CARDS, "All cards announced so far, public for good.", default=_announced),
    Item("newest", MAYBE_CARD, "The card played last, which the opponent may look at."),
    Item("newest_back", SWITCH, "Whether that card was played with its other face."),
    Item("repeat", SWITCH, "Whether the next card is resolved twice.", at="double"),
    Item("removed", CARDS, "The cards that left the game.", at="gone"),
    Item(
        "removed_turns",
        TURNS,
        "The turns of this fight phase, from 0, whose card left the game.",
        at="removed",
    ),
)
PLAYER: Final = Schema(
    "PlayerDocument",
    "One side. Before the teams stand: how it drafts; then its fighters; after the deal its decks.",
    PICKS,
    CHOICES,
    Group(
        lambda table, seat: table.set_up(),
        Children(
            "fighters", BOARD, lambda table, seat: [2 * seat, 2 * seat + 1], "The two boards of the team."
        ),
    ),
    DECIDED,
    DECKS,
)
FLAMES: Final = Schema(
    "AflameDocument",
    "Where the Aflame! tokens lie.",
    Attribute("on", HOLDER, at="burning", default=NEEDED),
    Attribute("count", Whole(0, _most_flames), at="aflame", default=NEEDED),
)
SCHEME_ZONES: Final = Schema(
    "SchemesDocument",
    "Milady's Schemes; the next one is the first.",
    Attribute("planted", SCHEMES),
    Attribute("pile", SCHEMES),
    Attribute("revealed", SCHEMES, at="unleashed"),
)
RESULT: Final = Schema(
    "ResultDocument",
    "How the fight ended.",
    Attribute("reason", Name(REASONS[1:], first=1), default=NEEDED),
    Attribute("winner", Maybe(SEAT, NONE), "A seat, from 1; null for a draw."),
)
DOCUMENT: Final = Schema(
    "Document",
    "A whole position. Tokens are there if the fighter they belong to takes part.",
    Attribute("phase", Name(PHASES, Phase), default=DECK),
    Attribute("round", Whole(0, 99), default=lambda table, row: 1 if table.phase >= DECK else 0),
    Attribute("turn", Codec(int), "How many turns of the fight phase are over.", by_hand=True),
    Group(
        lambda table, row: table.phase == FREE and not table.set_up(),
        Attribute("first", SEAT, "Who begins the free choice of fighters: a seat, from 1.", by_hand=True),
    ),
    Children("players", PLAYER, 2),
    TokenOf(WILD, Attribute("sheriff", HOLDER, "The fighter who has the Sheriff.", by_hand=True)),
    TokenOf(GOLEM, Attribute("presence", HOLDER, "The fighter who has Presence.", by_hand=True)),
    TokenOf(WONG, Attribute("concentration", Mask(HOLDER, 4), "The fighters with a token.", by_hand=True)),
    Group(_burning, Child("aflame", FLAMES)),
    TokenOf(MEPHISTO, Attribute("serpent", Name(SIDES, SerpentSide), by_hand=True)),
    TokenOf(MILADY, Child("schemes", SCHEME_ZONES)),
    Group("reason", Child("result", RESULT)),
)


# ---- written out: twice as fast compiled as DOCUMENT.write(); a test compares the two -------------------------------


def _cards(kinds: list[int]) -> list[str]:
    return [BOX.ids[kind] for kind in kinds]


def _card(kind: int) -> str | None:
    return None if kind == NONE else BOX.ids[kind]


def _holder(table: Position, slot: int) -> str:
    return FIGHTER_KEYS[table.fighter[slot]]


def _board(table: Position, slot: int) -> Facts:
    fighter, hp = table.fighter[slot], table.hp[slot]
    board: Facts = {
        "fighter": FIGHTER_KEYS[fighter],
        "health": None if hp == NOWHERE else hp,
        "power": table.power[slot],
    }
    if fighter == JOAN:
        board["voice"] = table.voice
    elif fighter == CHING:
        board["ships"] = table.ships
    elif fighter == BODVAR:
        board["rage"] = table.rage
        board["form"] = "bear" if table.bear else "bodvar"
    elif fighter == FEY:
        board["character"] = None if table.character == NONE else CHARACTER_KEYS[table.character]
        board["spirits"] = [key for bit, key in enumerate(CHARACTER_KEYS) if table.spirits >> bit & 1]
        board["flipped"] = _flipped(table, slot)
    return board


def _team(table: Position, seat: int) -> Facts:
    player: Facts = {"fighters": [_board(table, 2 * seat), _board(table, 2 * seat + 1)]}
    if not table.dealt():
        return player
    removed = table.removed[seat]
    inserted = None
    if table.inserted[seat] != NONE:
        inserted = {"card": BOX.ids[table.inserted[seat]], "position": table.place[seat]}
    player.update(
        {
            "decided": table.has_decided(seat),
            "deck": _cards(table.decks[seat]),
            "known": _cards(table.known[seat]),
            "inserted": inserted,
            "drawn": _cards(table.drawn[seat]),
            "build": _cards(table.build[seat]),
            "fresh": table.fresh[seat],
            "announced": _card(table.announced[seat]),
            "announcements": _cards(table.announcements[seat]),
            "newest": _card(table.newest[seat]),
            "newest_back": table.newest_back[seat] != 0,
            "repeat": table.double[seat] != 0,
            "removed": _cards(table.gone[seat]),
            "removed_turns": [turn for turn in range(len(table.decks[seat])) if removed >> turn & 1],
        }
    )
    return player


def write_document(table: Position) -> Facts:
    """The whole position as JSON."""
    if not table.set_up():
        return DOCUMENT.write(table)
    document: Facts = {"phase": PHASES[table.phase], "round": table.round, "turn": table.turn}
    document["players"] = [_team(table, 0), _team(table, 1)]
    slot = table.slot
    if slot[WILD] != NONE:
        document["sheriff"] = _holder(table, table.sheriff)
    if slot[GOLEM] != NONE:
        document["presence"] = _holder(table, table.presence)
    if slot[WONG] != NONE:
        document["concentration"] = [_holder(table, s) for s in range(4) if table.concentration >> s & 1]
    if table.burning != NONE:
        document["aflame"] = {"on": _holder(table, table.burning), "count": table.aflame}
    if slot[MEPHISTO] != NONE:
        document["serpent"] = SIDES[table.serpent]
    if slot[MILADY] != NONE:
        document["schemes"] = SCHEME_ZONES.write(table)
    if table.reason:
        document["result"] = RESULT.write(table)
    return document
