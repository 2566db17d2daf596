"""Ways to play, phases and questions, as numbers (KD-70 to KD-76, KD-90, KD-274)."""

from __future__ import annotations

from typing import Final, Literal, get_args

# Ways to play (KD-70 to KD-76).
DUEL: Final = 0
DUEL_WITH_CHARACTERS: Final = 1
SOLO: Final = 2
TEAM: Final = 3
COOP: Final = 4
Mode = Literal["duel", "characters", "solo", "team", "coop"]
MODE_NAMES: Final[tuple[Mode, ...]] = get_args(Mode)
MODE_SEATS: Final = (2, 2, 1, 4, 2)

# The phase machine of KD-274.
PICKING_CHARACTERS: Final = 0
DRAFTING_CARDS: Final = 1
SELECTING: Final = 2  # phase 1
STATING_DEFENCE: Final = 3  # Co-op: defences are stated right after the reveal (KD-265)
ATTACKING: Final = 4  # phase 2: attack and defend (KD-111)
STANDING_READY: Final = 5  # whoever was not attacked defends now (KD-118)
POWERING_UP: Final = 6  # phase 3 (KD-121)
AFTER_POWER_UP: Final = 7  # when all have powered up (KD-122)
CLEANING_UP: Final = 8  # phase 4
OVER: Final = 9
Phase = Literal[
    "pick", "cards", "select", "defence", "attack", "stand", "power_up", "after", "clean_up", "over"
]  # fmt: skip
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)

# The questions that interrupt a phase.
NO_QUESTION: Final = 0
Q_REROLL: Final = 1  # one die
Q_REROLL_ANY: Final = 2  # up to ``argument`` dice, one by one, then roll
Q_TURN: Final = 3
Q_ATTACH: Final = 4
Q_CONFIRM: Final = 5
Q_ATTACK: Final = 6
Q_DEFEND: Final = 7
Q_ORDER: Final = 8
Q_MEMBER: Final = 9
Q_FACE: Final = 10
Q_DIE: Final = 11
Q_OPTION: Final = 12
Q_BLOOD: Final = 13
Q_SWAP: Final = 14
Q_LOCK: Final = 15
Q_AUTOMATED_FACE: Final = 16
Question = Literal[
    "reroll", "reroll_any", "turn", "attach", "confirm", "attack", "defend", "order", "member", "face", "die",
    "option", "blood", "swap", "lock", "rival_face",
]  # fmt: skip
QUESTIONS: Final[tuple[Question, ...]] = get_args(Question)  # from Q_REROLL on

REASONS: Final = ("", "KNOCKOUT", "ROUND_LIMIT")
KNOCKOUT: Final = 1
ROUND_LIMIT: Final = 2
