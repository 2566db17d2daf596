"""What each seat sees of the board (KD-91)."""

from __future__ import annotations

from slugfest.games.kapow_dice.content import BOX, KINDS
from slugfest.games.kapow_dice.position.moves import DICE
from slugfest.games.kapow_dice.position.position import (
    CLEANING,
    FREE,
    MODE_NAMES,
    NO_QUESTION,
    PHASES,
    PICKING,
    PIECES,
    Q_ATTACK,
    Q_BLOOD,
    Q_CONFIRM,
    Q_DEFEND,
    Q_DIE,
    Q_FACE,
    Q_REROLL_ANY,
    Q_RIVAL_FACE,
    Q_SWAP,
    QUESTIONS,
    SELECTING,
    UNKNOWN,
    UNROLLED,
)
from slugfest.games.kapow_dice.position.reasons import facts_of
from slugfest.games.kapow_dice.position.requirements import LETTERS
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
from slugfest.games.kapow_dice.rules.clean_up import pool_facts, sides_of
from slugfest.games.kapow_dice.rules.setup import Setup
from slugfest.kernel import Facts

from .words import tell


def look(battle: Setup, seat: int) -> Facts:
    """The board as one seat may know it; what it may not know is null."""
    return {
        "mode": MODE_NAMES[battle.mode],
        "phase": PHASES[battle.phase],
        "round": battle.round,
        "round_limit": BOX.limits["round_limit"],
        "first": None if battle.first == NONE else battle.first,
        "acting": None if battle.acting == NONE else battle.acting,
        "screens": battle.screens(),
        "teams": [_team(battle, team, seat) for team in range(2)],
        "supplies": [_supply(battle, number) for number in range(battle.sets)],
        "fighters": [_fighter(battle, fighter, seat) for fighter in range(battle.fighters)],
        "question": _question(battle, seat),
        "announcements": [
            {"fighter": entry & 3, "box": battle.box(entry >> 2 & 255)} for entry in battle.story
        ],
        "no_loss": battle.no_loss,
        "reasoning": [_reason(battle, reason) for reason in battle.reasons],
    }


def _reason(battle: Setup, reason: list[int]) -> Facts:
    """Why an automated fighter filled a row as it did, as the event told it and in words (KD-231)."""
    fighter = reason[0]
    facts: Facts = {"fighter": fighter, "who": battle.who(fighter)}
    facts.update(facts_of(reason, battle.character[fighter]))
    facts["text"] = tell({"kind": "rival_row", **facts}).as_json()
    return facts


def _covered(battle: Setup) -> bool:
    """Whether people do something that the other team must not see, and go by what was shown before (KD-91)."""
    return battle.phase in (SELECTING, CLEANING)


def _hidden(battle: Setup, fighter: int, seat: int) -> bool:
    """Whether a seat must not see what a fighter does right now."""
    return _covered(battle) and not battle.sees(seat, fighter)


def _screened(battle: Setup, fighter: int, seat: int) -> bool:
    """Whether a fighter is behind a screen: what was revealed stays known in Clean Up, only layouts are secret then."""
    return battle.phase == SELECTING and not battle.sees(seat, fighter)


def _team(battle: Setup, team: int, seat: int) -> Facts:
    members = battle.members(team)
    cards: list[Facts] = []
    for colour in range(COLOURS):
        card = battle.cards[team * COLOURS + colour]
        if card != NONE:
            cards.append(_card(battle, team, colour, _screened(battle, members[0], seat)))
    return {
        "fighters": members,
        "health": max(0, battle.health[team]),
        "full": battle.full[team],
        "supply": battle.set_of(members[0]),
        "cards": cards,
    }


def _card(battle: Setup, team: int, colour: int, hidden: bool) -> Facts:
    """A Team-Up card; how it lies is hidden while the screens are up."""
    card = BOX.cards[battle.cards[team * COLOURS + colour]]
    facts: Facts = {
        "card": card.id,
        "colour": BOX.colours[colour],
        "turned": None,
        "left": None,
        "right": None,
    }
    facts["filled"] = None
    if not hidden:
        turned = battle.turned[team] >> colour & 1
        left = 2 * team + turned
        bit = CARD_BIT + colour
        facts["turned"] = turned != 0
        facts["left"] = left
        facts["right"] = left ^ 1
        facts["filled"] = [battle.filled(member)[0] >> bit & 1 != 0 for member in (left, left ^ 1)]
    return facts


def _supply(battle: Setup, number: int) -> Facts:
    start = number * PIECES
    return {
        "dice": {KINDS[kind]: battle.supply[start + kind] for kind in range(DICE_KINDS)},
        "faces": {LETTERS[face]: battle.supply[start + DICE_KINDS + face] for face in range(FACE_TYPES)},
        "entangle": battle.stock[number * 2],
        "locked": battle.stock[number * 2 + 1],
    }


def _fighter(battle: Setup, fighter: int, seat: int) -> Facts:
    hidden = _hidden(battle, fighter, seat)
    screened = _screened(battle, fighter, seat)
    character = battle.character[fighter]
    picked = battle.phase != PICKING
    target = NONE if screened else battle.aim[fighter]
    return {
        "team": battle.team(fighter),
        "seat": None if battle.automated(fighter) else fighter,
        "across": battle.across(fighter),
        "character": None if character == NONE else BOX.characters[character].id,
        "hidden": hidden,
        "ready": battle.ready >> fighter & 1 != 0,
        "changes": None if hidden else battle.fuss[fighter],
        "dice": [_die(battle, fighter, die, hidden) for die in range(battle.count[fighter])],
        "pool": pool_facts(battle.open_pool if hidden else battle.pool, fighter),
        "shown_pool": pool_facts(battle.open_pool, fighter) if _covered(battle) else None,
        "behind": _behind(battle, fighter) if screened else [],
        "entangled": battle.entangled[fighter],
        "locked": _boxes(battle, fighter, battle.locked[fighter]) if picked else [],
        "used": _boxes(battle, fighter, battle.used[fighter]) if picked else [],
        "announced": _announced(battle, fighter) if picked else [],
        "selected": [] if screened or not picked else _selected(battle, fighter),
        "modes": {} if screened or not picked else battle.mode_facts(fighter),
        "target": None if target == NONE else target,
        "skipped": {
            "attack": _boxes(battle, fighter, battle.attack_skip[fighter]) if picked else [],
            "defence": _boxes(battle, fighter, battle.defence_skip[fighter]) if picked else [],
        },
        "attack": _attack(battle, fighter),
        "defence": _defence(battle, fighter),
        "forecast": _forecast(battle, fighter) if battle.phase == SELECTING and not hidden else None,
        "gained": {"dice": battle.gained_dice[fighter], "faces": battle.gained_faces[fighter]},
        "lost": battle.lost[fighter],
        "dealt": battle.dealt[fighter],
    }


def _die(battle: Setup, fighter: int, die: int, hidden: bool) -> Facts:
    index = fighter * DICE + die
    action = battle.kind[index] == ACTION
    face = battle.face[index]
    slot = battle.at[index]
    layout = battle.open_layout if hidden else battle.layout
    return {
        "die": die + 1,
        "kind": KINDS[battle.kind[index]],
        "face": None if hidden or face == UNROLLED else LETTERS[face],
        "at": None if hidden or slot == FREE else SLOT_TEXT[slot],
        "frozen": None if hidden else battle.frozen[fighter] >> die & 1 != 0,
        "sides": sides_of(layout[index]) if action else None,
        "shown": sides_of(battle.open_layout[index]) if action and _covered(battle) else None,
    }


def _behind(battle: Setup, fighter: int) -> list[str]:
    """Faces gained behind a screen: everybody knows the type, nobody where they went (KD-91)."""
    return [LETTERS[(entry >> 10) - 1] for entry in battle.story if entry >> 10 and entry & 3 == fighter]


def _boxes(battle: Setup, fighter: int, mask: int) -> list[str]:
    return [SECTION_TEXT[section] for section in battle.reach(fighter) if mask >> BIT[section] & 1]


def _announced(battle: Setup, fighter: int) -> list[str | None]:
    mask = battle.announced[fighter]
    return [battle.box(section) for section in battle.reach(fighter) if mask >> BIT[section] & 1]


def _selected(battle: Setup, fighter: int) -> list[str]:
    mask = battle.selected[fighter]
    if battle.phase == SELECTING:
        mask = 0 if battle.automated(fighter) else battle.selection(fighter)
    return _boxes(battle, fighter, mask)


def _attack(battle: Setup, fighter: int) -> Facts | None:
    """The attack made this round, with its formula."""
    if battle.attack_total[fighter] == UNKNOWN:
        return None
    if battle.automated(fighter):
        facts = battle.rival_parts(fighter, True)
    else:
        facts = battle.parts(fighter, battle.attack_base[fighter], True)
    facts["total"] = battle.attack_total[fighter]
    facts["target"] = battle.victim(fighter)
    factor = facts["multiplier"]["value"] if facts["multiplier"] else 1
    plain = facts["plus"] * factor
    if max(0, plain + facts["flat"]) != facts["total"]:  # tokens have come or gone since (KD-159)
        facts["flat"] = facts["total"] - plain
    return facts


def _defence(battle: Setup, fighter: int) -> Facts | None:
    if battle.defence_total[fighter] == UNKNOWN:
        return None
    if battle.automated(fighter):
        facts = battle.rival_parts(fighter, False)
    else:
        facts = battle.parts(fighter, battle.defence_base[fighter], False)
    facts["total"] = battle.defence_total[fighter]
    return facts


def _forecast(battle: Setup, fighter: int) -> Facts | None:
    """What a placement is worth right now, as far as the own dice decide it."""
    if battle.automated(fighter):
        return None
    kept = battle.selected[fighter]
    battle.selected[fighter] = battle.selection(fighter)
    forecast: Facts = {}
    for attack, key in ((True, "attack"), (False, "defence")):
        best: Facts | None = None
        for base in battle.bases(fighter, attack):
            parts = battle.parts(fighter, base, attack)
            if best is None or parts["total"] > best["total"]:
                best = parts
        forecast[key] = best
    battle.selected[fighter] = kept
    return forecast


def _question(battle: Setup, seat: int) -> Facts | None:
    """The open question: who is asked what. What was picked behind a screen stays there."""
    if battle.question == NO_QUESTION:
        return None
    asked = battle.members(battle.team(battle.beneficiary)) if battle.asked == NONE else [battle.asked]
    facts: Facts = {
        "kind": QUESTIONS[battle.question],
        "fighters": asked,
        "box": battle.box(battle.source),
        "for": None if battle.beneficiary == NONE else battle.beneficiary,
    }
    if battle.question == Q_REROLL_ANY:
        facts["most"] = battle.argument
        shown = battle.sees(seat, battle.asked)
        facts["picked"] = [die + 1 for die in range(DICE) if battle.picked >> die & 1] if shown else None
    elif battle.question in (Q_FACE, Q_RIVAL_FACE):
        facts["types"] = [LETTERS[face] for face in range(FACE_TYPES) if battle.argument >> face & 1]
    elif battle.question == Q_DIE:
        kinds = [KINDS[kind] for kind in range(DICE_KINDS) if battle.argument >> kind & 1]
        facts["kinds"] = kinds + (["trait"] if battle.argument >> DICE_KINDS & 1 else [])
    elif battle.question == Q_CONFIRM:
        facts["card"] = BOX.cards[battle.argument].id
    elif battle.question == Q_SWAP:
        facts["left"] = battle.argument
    elif battle.question == Q_BLOOD:
        facts["health"] = battle.argument
    elif battle.question in (Q_ATTACK, Q_DEFEND):
        attack = battle.question == Q_ATTACK
        facts["totals"] = {
            SECTION_TEXT[base]: battle.total_of(battle.asked, base, attack)
            for base in battle.bases(battle.asked, attack)
        }
    return facts
