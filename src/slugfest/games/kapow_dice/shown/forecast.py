"""What filling a box would come to: which dice would go there, what it adds to attack and defence, what it copies."""

from __future__ import annotations

from slugfest.games.kapow_dice.position.boards import filled_sections, selection_of
from slugfest.games.kapow_dice.position.moves import (
    DICE,
    FILL,
    GIVE,
    PLACE,
    SWAP,
    UP,
)
from slugfest.games.kapow_dice.position.position import UNROLLED, Position
from slugfest.games.kapow_dice.position.requirements import BLANK, FACE_LETTERS, Face
from slugfest.games.kapow_dice.position.tables import (
    ABILITIES,
    ADRENALINE,
    ATTACK_KICKER,
    ATTACK_MULTIPLIER,
    BIT,
    CARD_BIT,
    DEFENCE_COUNTS,
    DEFENCE_KICKER,
    DEFENCE_MULTIPLIER,
    FACE_TYPES,
    FIRST_SLOT,
    NONE,
    SECTION_ABILITY,
    SECTION_TEXT,
    copied_slot,
)
from slugfest.games.kapow_dice.rules.totals import base_of, list_bases, total_of

from .facts import Difference, Forecast, Worth


def forecast(position: Position, seat: int, move: int) -> Forecast:
    """The dice that a fill would use, numbered from 1, and the face it would copy (KD-21, KD-25, KD-45).

    Of giving and exchanging: the face that is handed in.
    """
    if GIVE <= move < SWAP:
        return {"face": given_face(position, seat, move - GIVE)}
    if SWAP <= move < FILL:
        return {"face": given_face(position, seat, (move - SWAP) // FACE_TYPES)}
    if not FILL <= move < PLACE:
        return {}
    trial = position.copy()
    assert isinstance(trial, Position)
    trial.apply(seat, move)
    dice: list[int] = []
    for die in range(position.count[seat]):
        if trial.at[seat * DICE + die] != position.at[seat * DICE + die]:
            dice.append(die + 1)
    return {"dice": dice, "copies": copied_face(trial, seat, (move - FILL) // 8)}


def given_face(position: Position, seat: int, place: int) -> Face:
    """The face in a place: in the pool, on a die, or on the side of a die that shows."""
    if place < FACE_TYPES:
        return FACE_LETTERS[place]
    die, face = divmod(place - FACE_TYPES, FACE_TYPES + 1)
    return FACE_LETTERS[position.face[seat * DICE + die] if face == UP else face]


def copied_face(position: Position, fighter: int, section: int) -> Face | None:
    """The face that a filled section copies; None for one that copies none, or a blank."""
    within = copied_slot(section)
    if within == NONE:
        return None
    for index in range(fighter * DICE, fighter * DICE + position.count[fighter]):
        if position.at[index] == FIRST_SLOT[section] + within:
            face = position.face[index]
            return None if face in (BLANK, UNROLLED) else FACE_LETTERS[face]
    return None


# ---- what a box is worth -------------------------------------------------------------------------------------------


def worths(position: Position, fighter: int) -> dict[str, Worth]:
    """By box in a fighter's reach: attack and defence without it and with it, as things lie now (KD-112 to KD-115)."""
    found: dict[str, Worth] = {}
    kept = position.selected[fighter]
    selected = selection_of(position, fighter)
    for section in position.player_sections(fighter):
        worth: Worth = {}
        if counts(position, section, True):
            worth["attack"] = difference(position, fighter, selected, section, True)
        if counts(position, section, False):
            worth["defence"] = difference(position, fighter, selected, section, False)
        copied = copied_face(position, fighter, section)
        if copied is not None:
            worth["copies"] = copied
        if ABILITIES[SECTION_ABILITY[section]].find("adapt") is not None:
            worth["works"] = adapts(position, fighter)
        if worth:
            found[SECTION_TEXT[section]] = worth
    position.selected[fighter] = kept
    return found


def difference(position: Position, fighter: int, selected: int, section: int, attack: bool) -> Difference:
    """A total without a section and with it."""
    return {
        "before": best_total(position, fighter, selected & ~(1 << BIT[section]), attack),
        "after": best_total(position, fighter, selected | 1 << BIT[section], attack),
    }


def counts(position: Position, section: int, attack: bool) -> bool:
    """Whether a section is a base, a kicker or a multiplier of attack or defence (KD-113 to KD-115, KD-156, KD-157)."""
    if base_of(position, section, attack) > 0 or ADRENALINE[section]:
        return True
    if attack:
        return bool(ATTACK_KICKER[section] or ATTACK_MULTIPLIER[section] or DEFENCE_COUNTS[section])
    return bool(DEFENCE_KICKER[section] or DEFENCE_MULTIPLIER[section])


def best_total(position: Position, fighter: int, selected: int, attack: bool) -> int | None:
    """The greatest total of some sections; None without a base. Changes ``selected``: callers put it back."""
    position.selected[fighter] = selected
    best: int | None = None
    for base in list_bases(position, fighter, attack):
        total = total_of(position, fighter, base, attack)
        if best is None or total > best:
            best = total
    return best


def working(position: Position, fighter: int) -> int:
    """What a person has selected that works as things lie: half a Team-Up card needs the other half (KD-210)."""
    selected = selection_of(position, fighter)
    partner = position.partner(fighter)
    whole = 0 if partner == NONE else filled_sections(position, partner)[0]
    return selected & (whole | (1 << CARD_BIT) - 1)


def adapts(position: Position, fighter: int) -> bool:
    """Adapt helps whoever owns fewer dice than the opponent; without an arrow, than the one across (KD-47)."""
    opponent = position.opponent(fighter)
    if opponent == NONE:
        opponent = position.across(fighter)
    return position.count[opponent] > position.count[fighter]
