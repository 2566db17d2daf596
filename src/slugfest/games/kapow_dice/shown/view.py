"""What each seat sees of the board (KD-91)."""

from __future__ import annotations

from slugfest.games.kapow_dice.content import BOX, KINDS
from slugfest.games.kapow_dice.position.boards import filled_sections, selection_of
from slugfest.games.kapow_dice.position.fight import (
    ATTACK_BOX,
    ATTACK_SKIP,
    ATTACK_TOTAL,
    DEALT,
    DEFENCE_BOX,
    DEFENCE_SKIP,
    DEFENCE_TOTAL,
    GAINED_DICE,
    GAINED_FACES,
    LOST,
    UNKNOWN,
)
from slugfest.games.kapow_dice.position.layouts import pool_facts, sides_of
from slugfest.games.kapow_dice.position.moves import DICE
from slugfest.games.kapow_dice.position.phases import (
    AFTER_POWER_UP,
    CLEANING_UP,
    MODE_NAMES,
    PHASES,
    PICKING_CHARACTERS,
    SELECTING,
    STATING_DEFENCE,
)
from slugfest.games.kapow_dice.position.position import FREE, PIECES, UNROLLED, Position
from slugfest.games.kapow_dice.position.requirements import FACE_LETTERS, POOL_LETTERS, Face
from slugfest.games.kapow_dice.position.row_reasons import facts_of
from slugfest.games.kapow_dice.position.rule_facts import Sum
from slugfest.games.kapow_dice.position.tables import (
    ACTION,
    BIT,
    CARD_BIT,
    COLOURS,
    DICE_KINDS,
    FACE_TYPES,
    NONE,
    SECTION_TEXT,
    SLOT_TEXT,
)
from slugfest.games.kapow_dice.rules.attack import mode_facts
from slugfest.games.kapow_dice.rules.totals import (
    automated_formula,
    formula_of,
    list_bases,
)

from .ahead import ahead
from .facts import (
    AttackSum,
    BoardView,
    CardFacts,
    DieFacts,
    Fighter,
    Outlook,
    RowReason,
    Supply,
    Team,
)
from .forecast import worths
from .question import question
from .words import describe


def board(position: Position, seat: int) -> BoardView:
    """The board as one seat may know it; what it may not know is null. EVERYTHING sees behind all screens."""
    return {
        "mode": MODE_NAMES[position.mode],
        "phase": PHASES[position.phase],
        "round": position.round,
        "round_limit": BOX.limits["round_limit"],
        "first": None if position.first == NONE else position.first,
        "acting": None if position.acting == NONE else position.acting,
        "screens": position.screens(),
        "teams": [_team(position, team, seat) for team in range(2)],
        "supplies": [_supply(position, number) for number in range(position.sets)],
        "fighters": [_fighter(position, fighter, seat) for fighter in range(position.fighters)],
        "question": question(position, seat),
        "ahead": ahead(position, seat),
        "announcements": [
            {"fighter": entry & 3, "box": position.box(entry >> 2 & 255)} for entry in position.announcements
        ],
        "no_loss": position.no_loss,
        "reasoning": [_reason(position, reason) for reason in position.row_reasons],
    }


def _reason(position: Position, reason: list[int]) -> RowReason:
    """Why an automated fighter filled a row as it did, as in the event and in words (KD-231)."""
    fighter = reason[0]
    who = position.who(fighter)
    facts = facts_of(reason, position.character[fighter])
    sentence = describe({"kind": "rival_row", "fighter": fighter, "who": who, **facts})
    return {"fighter": fighter, "who": who, **facts, "text": sentence.as_json()}


def _covered(position: Position) -> bool:
    """Whether people do something that the other team must not see, and go by what was shown before (KD-91)."""
    return position.phase in (SELECTING, CLEANING_UP)


def _hidden(position: Position, fighter: int, seat: int) -> bool:
    """Whether a seat must not see what a fighter does right now."""
    return _covered(position) and not position.sees(seat, fighter)


def _screened(position: Position, fighter: int, seat: int) -> bool:
    """Whether a fighter is behind a screen: what was revealed stays known in Clean Up, only layouts are secret then."""
    return position.phase == SELECTING and not position.sees(seat, fighter)


def _team(position: Position, team: int, seat: int) -> Team:
    members = position.members(team)
    cards: list[CardFacts] = []
    for colour in range(COLOURS):
        card = position.cards[team * COLOURS + colour]
        if card != NONE:
            cards.append(_card(position, team, colour, _screened(position, members[0], seat)))
    return {
        "fighters": members,
        "health": max(0, position.health[team]),
        "full": position.full_health[team],
        "supply": position.set_of(members[0]),
        "cards": cards,
    }


def _card(position: Position, team: int, colour: int, hidden: bool) -> CardFacts:
    """A Team-Up card; how it lies is hidden while the screens are up."""
    card = BOX.cards[position.cards[team * COLOURS + colour]]
    facts: CardFacts = {
        "card": card.id,
        "colour": BOX.colours[colour],
        "turned": None,
        "left": None,
        "right": None,
        "filled": None,
    }
    if not hidden:
        turned = position.turned[team] >> colour & 1
        left = 2 * team + turned
        bit = CARD_BIT + colour
        facts["turned"] = turned != 0
        facts["left"] = left
        facts["right"] = left ^ 1
        facts["filled"] = [
            filled_sections(position, member)[0] >> bit & 1 != 0 for member in (left, left ^ 1)
        ]
    return facts


def _supply(position: Position, number: int) -> Supply:
    start = number * PIECES
    return {
        "dice": {KINDS[kind]: position.supply[start + kind] for kind in range(DICE_KINDS)},
        "faces": {
            POOL_LETTERS[face]: position.supply[start + DICE_KINDS + face] for face in range(FACE_TYPES)
        },
        "entangle": position.stock[number * 2],
        "locked": position.stock[number * 2 + 1],
    }


def _fighter(position: Position, fighter: int, seat: int) -> Fighter:
    hidden = _hidden(position, fighter, seat)
    screened = _screened(position, fighter, seat)
    character = position.character[fighter]
    picked = position.phase != PICKING_CHARACTERS
    placing = position.phase == SELECTING and not hidden and not position.automated(fighter)
    target = NONE if screened else position.targets[fighter]
    return {
        "team": position.team(fighter),
        "seat": None if position.automated(fighter) else fighter,
        "across": position.across(fighter),
        "character": None if character == NONE else BOX.characters[character].id,
        "hidden": hidden,
        "ready": position.ready >> fighter & 1 != 0,
        "changes": None if hidden else position.changes_of_mind[fighter],
        "dice": [_die(position, fighter, die, hidden) for die in range(position.count[fighter])],
        "pool": pool_facts(position.open_pool if hidden else position.pool, fighter),
        "shown_pool": pool_facts(position.open_pool, fighter) if _covered(position) else None,
        "behind": _behind(position, fighter) if screened else [],
        "entangled": position.entangled[fighter],
        "locked": _boxes(position, fighter, position.locked[fighter]) if picked else [],
        "used": _boxes(position, fighter, position.used[fighter]) if picked else [],
        "announced": _announced(position, fighter) if picked else [],
        "selected": [] if screened or not picked else _selected(position, fighter),
        "previous": _boxes(position, fighter, position.previous[fighter]) if picked else [],
        "modes": {} if screened or not picked else mode_facts(position, fighter),
        "target": None if target == NONE else target,
        "skipped": {
            "attack": _boxes(position, fighter, position.fight[ATTACK_SKIP + fighter]) if picked else [],
            "defence": _boxes(position, fighter, position.fight[DEFENCE_SKIP + fighter]) if picked else [],
        },
        "attack": _attack(position, fighter),
        "defence": _defence(position, fighter),
        "forecast": None if hidden else _forecast(position, fighter),
        "worth": worths(position, fighter) if placing else {},
        "gained": {
            "dice": position.fight[GAINED_DICE + fighter],
            "faces": position.fight[GAINED_FACES + fighter],
        },
        "lost": position.fight[LOST + fighter],
        "dealt": position.fight[DEALT + fighter],
    }


def _die(position: Position, fighter: int, die: int, hidden: bool) -> DieFacts:
    index = fighter * DICE + die
    action = position.kind[index] == ACTION
    face = position.face[index]
    slot = position.at[index]
    layout = position.open_layout if hidden else position.layout
    return {
        "die": die + 1,
        "kind": KINDS[position.kind[index]],
        "face": None if hidden or face == UNROLLED else FACE_LETTERS[face],
        "at": None if hidden or slot == FREE else SLOT_TEXT[slot],
        "frozen": None if hidden else position.frozen[fighter] >> die & 1 != 0,
        "sides": sides_of(layout[index]) if action else None,
        "shown": sides_of(position.open_layout[index]) if action and _covered(position) else None,
    }


def _behind(position: Position, fighter: int) -> list[Face]:
    """Faces gained behind a screen: everybody knows the type, nobody where they went (KD-91)."""
    return [
        FACE_LETTERS[(entry >> 10) - 1]
        for entry in position.announcements
        if entry >> 10 and entry & 3 == fighter
    ]


def _boxes(position: Position, fighter: int, mask: int) -> list[str]:
    return [SECTION_TEXT[section] for section in position.sections_of(fighter) if mask >> BIT[section] & 1]


def _announced(position: Position, fighter: int) -> list[str]:
    mask = position.announced[fighter]
    boxes = [position.box(section) for section in position.sections_of(fighter) if mask >> BIT[section] & 1]
    return [box for box in boxes if box is not None]


def _selected(position: Position, fighter: int) -> list[str]:
    mask = position.selected[fighter]
    if position.phase == SELECTING:
        mask = 0 if position.automated(fighter) else selection_of(position, fighter)
    return _boxes(position, fighter, mask)


def _attack(position: Position, fighter: int) -> AttackSum | None:
    """The attack made this round, with its formula."""
    if position.fight[ATTACK_TOTAL + fighter] == UNKNOWN:
        return None
    if position.automated(fighter):
        facts = automated_formula(position, fighter, True)
    else:
        facts = formula_of(position, fighter, position.fight[ATTACK_BOX + fighter], True)
    facts["total"] = position.fight[ATTACK_TOTAL + fighter]
    factor = facts["multiplier"]["value"] if facts["multiplier"] else 1
    plain = facts["plus"] * factor
    if max(0, plain + facts["flat"]) != facts["total"]:  # tokens have come or gone since (KD-159)
        facts["flat"] = facts["total"] - plain
    return {**facts, "target": position.target_of(fighter)}


def _defence(position: Position, fighter: int) -> Sum | None:
    if position.fight[DEFENCE_TOTAL + fighter] == UNKNOWN:
        return None
    if position.automated(fighter):
        facts = automated_formula(position, fighter, False)
    else:
        facts = formula_of(position, fighter, position.fight[DEFENCE_BOX + fighter], False)
    facts["total"] = position.fight[DEFENCE_TOTAL + fighter]
    return facts


def _forecast(position: Position, fighter: int) -> Outlook | None:
    """What a placement is worth right now, as far as the own dice decide it; of an automated fighter, what its rows
    come to once they are chosen (KD-235)."""
    if position.automated(fighter):
        if not STATING_DEFENCE <= position.phase <= AFTER_POWER_UP:
            return None
        attack, defence = (
            automated_formula(position, fighter, True),
            automated_formula(position, fighter, False),
        )
        return {"attack": attack, "defence": defence}
    if position.phase != SELECTING:
        return None
    kept = position.selected[fighter]
    position.selected[fighter] = selection_of(position, fighter)
    best: Outlook = {
        "attack": _best_sum(position, fighter, True),
        "defence": _best_sum(position, fighter, False),
    }
    position.selected[fighter] = kept
    return best


def _best_sum(position: Position, fighter: int, attack: bool) -> Sum | None:
    best: Sum | None = None
    for base in list_bases(position, fighter, attack):
        parts = formula_of(position, fighter, base, attack)
        if best is None or parts["total"] > best["total"]:
            best = parts
    return best
