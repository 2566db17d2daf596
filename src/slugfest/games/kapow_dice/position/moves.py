"""How a move is numbered (KD-270): a word, and the die, slot, section, face or fighter it names.

Dice are named by their place among their owner's dice. A *face place* says where an own face is: in the pool (by type),
on a die (die and type), or on the side of a die that shows.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

from slugfest.games.kapow_dice.content import BOX

from .tables import CARDS, CHARACTERS, DICE_KINDS, FACE_TYPES, PLAYER_SECTIONS, PLAYER_SLOTS

DICE: Final[int] = sum(BOX.die_counts)  # nobody can own more (KD-9)
FIGHTERS: Final = 4
SHOWN: Final = 7  # faces a die can show
PLAIN_FILL: Final = 7  # fill a box, whatever face
UP: Final[int] = FACE_TYPES  # of a face place on a die: the side that shows

# Moves without anything to name.
READY: Final = 0
UNREADY: Final = 1
DONE: Final = 2
ROLL: Final = 3
PASS: Final = 4
CONFIRM: Final = 5
REFUSE: Final = 6
DECLINE: Final = 7
TAKE_DIE: Final = 8
TAKE_FACES: Final = 9
LOSE_HEALTH: Final = 10
ENOUGH: Final = 11
ATTACH_POOL: Final = 12
SINGLES: Final = (
    "ready", "unready", "done", "roll", "pass", "confirm", "refuse", "decline", "take die", "take faces", "lose",
    "enough", "attach pool",
)  # fmt: skip

PICK: Final[int] = len(SINGLES)
CARD: Final[int] = PICK + CHARACTERS
TAKE: Final[int] = CARD + CARDS
EMPTY: Final[int] = TAKE + DICE  # take all dice off a box
ANNOUNCE: Final[int] = EMPTY + PLAYER_SECTIONS
PROPOSE: Final[int] = ANNOUNCE + PLAYER_SECTIONS  # announce a Team-Up card
ROTATE: Final[int] = PROPOSE + CARDS
TARGET: Final[int] = ROTATE + CARDS
MODE: Final[int] = TARGET + FIGHTERS
REROLL_DIE: Final[int] = MODE + PLAYER_SECTIONS * 3
TURN_DIE: Final[int] = REROLL_DIE + DICE
ATTACH_TO: Final[int] = TURN_DIE + DICE * SHOWN
ATTACK_WITH: Final[int] = ATTACH_TO + DICE
DEFEND_WITH: Final[int] = ATTACK_WITH + PLAYER_SECTIONS
SKIP: Final[int] = DEFEND_WITH + PLAYER_SECTIONS
TRIGGER: Final[int] = SKIP + PLAYER_SECTIONS
LOCK_IN: Final[int] = TRIGGER + PLAYER_SECTIONS
FIRST: Final[int] = LOCK_IN + PLAYER_SECTIONS
CHOOSE_FACE: Final[int] = FIRST + FIGHTERS
CHOOSE_DIE: Final[int] = CHOOSE_FACE + FACE_TYPES
SOME_TRAIT: Final[int] = CHOOSE_DIE + DICE_KINDS  # a Trait die whose colour another fighter names
ORDER: Final[int] = SOME_TRAIT + 1
LAY: Final[int] = ORDER + FACE_TYPES
STRIP: Final[int] = LAY + DICE * FACE_TYPES
GIVE: Final[int] = STRIP + DICE * FACE_TYPES
FACE_PLACES: Final[int] = FACE_TYPES + DICE * (FACE_TYPES + 1)
SWAP: Final[int] = GIVE + FACE_PLACES
FILL: Final[int] = SWAP + FACE_PLACES * FACE_TYPES
PLACE: Final[int] = FILL + PLAYER_SECTIONS * 8
MOVE_COUNT: Final[int] = PLACE + PLAYER_SLOTS * DICE
ANSWER: Final[int] = MOVE_COUNT  # no move, but how others see an answer given behind a screen

# What Adrenaline may give (KD-157).
MODE_ATTACK: Final = 1
MODE_DEFENCE: Final = 2
MODE_FACE: Final = 3
Boost = Literal["attack", "defence", "face"]
BOOSTS: Final[tuple[Boost, ...]] = get_args(Boost)
MODES: Final = ("", "attack", "defence", "face")


def fill_move(section: int, face: int = PLAIN_FILL) -> int:
    return FILL + section * 8 + face


def mode_move(section: int, mode: int) -> int:
    return MODE + section * 3 + mode - 1


def pool_place(face: int) -> int:
    """The face place of a face in the pool."""
    return face


def die_place(die: int, face: int) -> int:
    """The face place of a face on a die; UP for the one that shows."""
    return FACE_TYPES + die * (FACE_TYPES + 1) + face
