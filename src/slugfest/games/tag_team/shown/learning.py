"""What a seat may know as numbers, for programs that learn (TT-200 to TT-204).

The own side comes first, the other one second; so do fighters, two a side. Of the other fight deck everything that
was ever shown is included, whatever was agreed about memory help: a program remembers what it has seen.
"""

from __future__ import annotations

from typing import Final

from slugfest.games.tag_team.battle import Battle
from slugfest.games.tag_team.content import (
    AFLAME,
    BOX,
    CARDS_EACH,
    DRAW,
    FIGHTERS,
    KINDS,
    LOWEST,
    NONE,
    POSITIONS,
)
from slugfest.games.tag_team.position.position import (
    CHARACTER,
    DECK,
    FREE,
    NOWHERE,
    OVER,
    PHASES,
    PICK_TWO,
    Position,
)
from slugfest.kernel import MOST, Field, Learning, Options, clipped

_PHASES: Final[int] = len(PHASES)
_SCHEMES: Final[int] = len(BOX.scheme_ids)
_TOKENS: Final = 3  # Sheriff, Presence, Concentration


class TagTeamLearning(Learning[Battle]):
    def fields(self, seats: int, options: Options) -> list[Field]:
        return [
            Field("phase", [_PHASES], 1, "what is being decided: pick-1, pick-2, free, character, order, deck, over"),
            Field("round", [1], MOST, "fight phases so far"),
            Field("turn", [1], MOST, "turns played in the running fight phase"),
            Field("decided", [1], 1, "the own secret decision is made"),
            Field("draft_hand", [FIGHTERS], 1, "fighters to choose from"),
            Field("draft_passed", [FIGHTERS], 1, "fighters that were passed on"),
            Field("draft_choice", [2, FIGHTERS], 1, "own secret choice: kept, put aside"),
            Field("picks", [2, FIGHTERS], 1, "fighters chosen and shown"),
            Field("picks_first", [2], 1, "who picks first in the free choice"),
            Field("fighter", [4, FIGHTERS], 1, "who fights: two a side"),
            Field("health", [4], MOST, "health, 3 more than the track shows; 0 without a Character"),
            Field("power", [4], MOST),
            Field("tokens", [4, _TOKENS], 1, "Sheriff, Presence, Concentration"),
            Field("aflame", [4], AFLAME, "Aflame! tokens"),
            Field("special", [5], MOST, "voice, ships, rage, bear form, side of the Serpent"),
            Field("character", [3], 1, "the Fey Folk's Character in play"),
            Field("spirits", [3], 1, "Characters that are Spirits"),
            Field("flipped", [CARDS_EACH], 1, "Summoning cards on their back face"),
            Field("schemes", [2], MOST, "Schemes planted, Schemes in the pile"),
            Field("unleashed", [_SCHEMES], MOST, "Schemes shown, by kind"),
            Field(
                *("deck", [2, POSITIONS, KINDS], 1),
                "fight decks, first card first: the own, and the other as last shown",
            ),
            Field("deck_size", [2], MOST),
            Field("build_size", [2], MOST),
            Field("fresh", [2], MOST, "cards of the build deck that its owner has never seen"),
            Field("drawn", [KINDS], MOST, "own drawn cards"),
            Field("under", [KINDS], MOST, "cards that were put under the own build deck"),
            Field("inserted", [KINDS], 1, "the card added in this round"),
            Field("inserted_at", [POSITIONS], 1, "and where it went"),
            Field("newest", [2, KINDS], 1, "the newest played card"),
            Field("newest_back", [2], 1, "and whether it showed its back face"),
            Field("announced", [2, KINDS], 1, "the card announced in this round"),
            Field("announcements", [2, KINDS], MOST, "all cards announced so far"),
            Field("removed", [2, KINDS], MOST, "cards out of the game"),
            Field("repeat", [2], 1, "the next card is resolved twice"),
        ]  # fmt: skip

    def observe(self, state: Battle, seat: int, into: bytearray, start: int) -> None:
        into[start + state.phase] = 1
        start += _PHASES
        into[start] = clipped(state.round)
        into[start + 1] = clipped(state.turn)
        into[start + 2] = 1 if state.has_decided(seat) else 0
        start = _observe_draft(state, seat, into, start + 3)
        start = _observe_boards(state, seat, into, start)
        _observe_decks(state, seat, into, start)


def _mark(cards: list[int], into: bytearray, start: int) -> None:
    """Count cards by kind."""
    for card in cards:
        into[start + card] += 1


def _observe_draft(table: Position, seat: int, into: bytearray, start: int) -> int:
    drafting = not table.set_up()
    if drafting:
        _mark(table.hands[seat], into, start)
        if table.phase == PICK_TWO:
            _mark(table.hands[1 - seat], into, start + FIGHTERS)
            if table.keeps[1 - seat] != NONE:
                into[start + FIGHTERS + table.keeps[1 - seat]] = 1
        if table.keeps[seat] != NONE:
            into[start + 2 * FIGHTERS + table.keeps[seat]] = 1
        if table.discards[seat] != NONE:
            into[start + 3 * FIGHTERS + table.discards[seat]] = 1
    start += 4 * FIGHTERS
    for side in range(2):
        _mark(table.picks[side ^ seat], into, start + side * FIGHTERS)
    start += 2 * FIGHTERS
    if table.phase == FREE:
        into[start + (table.first ^ seat)] = 1
    return start + 2


def _observe_boards(table: Position, seat: int, into: bytearray, start: int) -> int:
    if table.set_up():
        for place in range(4):
            slot = place ^ 2 * seat
            into[start + place * FIGHTERS + table.fighter[slot]] = 1
            at = start + 4 * FIGHTERS + place
            into[at] = 0 if table.hp[slot] == NOWHERE else clipped(table.hp[slot] - LOWEST + 1)
            into[at + 4] = clipped(table.power[slot])
            tokens = start + 4 * FIGHTERS + 8 + place * _TOKENS
            into[tokens] = 1 if table.sheriff == slot else 0
            into[tokens + 1] = 1 if table.presence == slot else 0
            into[tokens + 2] = table.concentration >> slot & 1
            into[start + 4 * FIGHTERS + 8 + 4 * _TOKENS + place] = table.aflame_on(slot)
    start += 4 * FIGHTERS + 12 + 4 * _TOKENS
    into[start] = clipped(table.voice)
    into[start + 1] = clipped(table.ships)
    into[start + 2] = clipped(table.rage)
    into[start + 3] = 1 if table.bear else 0
    into[start + 4] = clipped(table.serpent)
    start += 5
    if table.character != NONE:
        into[start + table.character] = 1
    for spirit in range(3):
        into[start + 3 + spirit] = table.spirits >> spirit & 1
    start += 6
    for card in range(CARDS_EACH):
        into[start + card] = table.flipped >> card & 1
    start += CARDS_EACH
    into[start] = clipped(len(table.planted))
    into[start + 1] = clipped(len(table.pile))
    _mark(table.unleashed, into, start + 2)
    return start + 2 + _SCHEMES


def _observe_decks(table: Position, seat: int, into: bytearray, start: int) -> None:
    other = 1 - seat
    dealt = table.dealt()
    own = _cards_left(table, seat) if dealt else []
    shown = _shown(table, other)
    for place in range(min(len(own), POSITIONS)):
        into[start + place * KINDS + own[place]] = 1
    start += POSITIONS * KINDS
    for place in range(min(len(shown), POSITIONS)):
        into[start + place * KINDS + shown[place]] = 1
    start += POSITIONS * KINDS
    theirs = len(table.known[other]) if table.phase == DECK else len(_cards_left(table, other))
    into[start] = clipped(len(own))
    into[start + 1] = clipped(theirs)
    into[start + 2] = clipped(len(table.build[seat]))
    into[start + 3] = clipped(_build_size(table, other))
    into[start + 4] = clipped(table.fresh[seat])
    into[start + 5] = clipped(table.fresh[other])
    start += 6
    _mark(table.drawn[seat], into, start)
    _mark(table.build[seat][table.fresh[seat] :], into, start + KINDS)
    start += 2 * KINDS
    if table.phase == DECK and table.inserted[seat] != NONE:
        into[start + table.inserted[seat]] = 1
        into[start + KINDS + min(table.place[seat], POSITIONS - 1)] = 1
    start += KINDS + POSITIONS
    for side in range(2):
        _observe_open_cards(table, side ^ seat, side, into, start)


def _observe_open_cards(table: Position, owner: int, side: int, into: bytearray, start: int) -> None:
    """What of a team's cards lies open to everybody."""
    if table.newest[owner] != NONE:
        into[start + side * KINDS + table.newest[owner]] = 1
    start += 2 * KINDS
    into[start + side] = 1 if table.newest_back[owner] else 0
    start += 2
    if table.announced[owner] != NONE:
        into[start + side * KINDS + table.announced[owner]] = 1
    start += 2 * KINDS
    _mark(table.announcements[owner], into, start + side * KINDS)
    start += 2 * KINDS
    _mark(table.gone[owner], into, start + side * KINDS)
    into[start + 2 * KINDS + side] = 1 if table.double[owner] else 0


def _cards_left(table: Position, side: int) -> list[int]:
    """A fight deck without the cards that have left the game."""
    removed = table.removed[side]
    return [card for turn, card in enumerate(table.decks[side]) if not removed >> turn & 1]


def _shown(table: Position, side: int) -> list[int]:
    """What was seen of the other fight deck: all of it in the last fight phase, or the cards of the running one."""
    if table.phase == OVER:
        return _cards_left(table, side)
    if table.phase == CHARACTER and table.turn > 0:
        return table.decks[side][: table.turn]
    return table.known[side]


def _build_size(table: Position, side: int) -> int:
    """The other build deck; in the deck phase without the cards its owner has drawn from it."""
    if table.phase != DECK:
        return len(table.build[side])
    inserted = 1 if table.inserted[side] != NONE else 0
    return len(table.build[side]) + len(table.drawn[side]) + inserted - DRAW
