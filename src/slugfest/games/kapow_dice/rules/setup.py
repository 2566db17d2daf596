"""Before the first round: characters, pieces, Health, first player and Team-Up cards (KD-70 to KD-77, KD-213)."""

from __future__ import annotations

from slugfest.games.kapow_dice.content import BOX, KINDS, Character
from slugfest.games.kapow_dice.position.moves import CARD, DICE, PICK
from slugfest.games.kapow_dice.position.phases import COOP, DRAFTING_CARDS, DUEL, PICKING_CHARACTERS, TEAM
from slugfest.games.kapow_dice.position.position import PICK_ORDER, PIECES, Position
from slugfest.games.kapow_dice.position.tables import ACTION, CARDS, CHARACTERS, COLOURS, DICE_KINDS, NONE
from slugfest.kernel import Facts

from .pieces import add_die
from .placing import begin_round


def begin_game(position: Position) -> None:
    """Start a new game (KD-70 to KD-77)."""
    if position.mode == DUEL:
        for fighter in range(2):
            equip(position, fighter, BOX.first_dice, BOX.first_faces, BOX.limits["first_health"])
        position.rng.name_draw("first", -1)
        position.first = int(position.rng.below(2))
        begin_round(position)
    else:
        position.phase = PICKING_CHARACTERS
        draw_lots(position)


def equip(position: Position, fighter: int, dice: list[int], faces: list[int], health: int) -> None:
    """A fighter's dice, its faces on the first Action die, and its Health (KD-70, KD-71)."""
    position.part_faces()
    supply = position.set_of(fighter) * PIECES
    for kind in dice:
        position.supply[supply + kind] -= 1
        add_die(position, fighter, kind)
    for index in range(fighter * DICE, fighter * DICE + position.count[fighter]):
        if position.kind[index] == ACTION:
            for face in faces:
                position.supply[supply + DICE_KINDS + face] -= 1
                position.layout[index] += 1 << (3 * face)
            break
    team = position.team(fighter)
    position.health[team] += health
    position.full_health[team] += health


# ---- characters (KD-71, KD-77) -----------------------------------------------------------------------------


def pick_sequence(position: Position) -> list[int]:
    """The fighters in the order they are chosen for: first people, then the automated ones (KD-71, KD-77)."""
    order = list(PICK_ORDER[position.mode])
    for fighter in range(position.seats, position.fighters):
        order.append(fighter)
    return order


def picker(position: Position) -> int:
    """The seat that chooses next: for an automated fighter player 1 (KD-77)."""
    fighter = pick_sequence(position)[position.picks]
    return 0 if position.automated(fighter) else fighter


def may_play(position: Position, fighter: int, character: int) -> bool:
    """Not taken; where so agreed, teammates on one side and enemies on the other (KD-71). An automated fighter needs
    rows (KD-190)."""
    if character in position.character:
        return False
    if not BOX.characters[character].rows and position.automated(fighter):
        return False
    if not position.options["opposed"]:
        return True
    villain = BOX.characters[character].villain
    for other in range(position.fighters):
        if position.character[other] != NONE:
            same = position.team(other) == position.team(fighter)
            if (BOX.characters[position.character[other]].villain == villain) != same:
                return False
    return True


def pick_moves(position: Position) -> list[int]:
    """The characters that may be picked (KD-71)."""
    fighter = pick_sequence(position)[position.picks]
    return [PICK + character for character in range(CHARACTERS) if may_play(position, fighter, character)]


def pick_character(position: Position, character: int) -> None:
    """Take a character (KD-71, KD-77)."""
    assign_character(position, pick_sequence(position)[position.picks], character)
    draw_lots(position)


def is_drawn(position: Position, fighter: int) -> bool:
    """Whether a character is picked at random: automated fighters' by default, all if so agreed (KD-71, KD-77)."""
    return bool(
        position.options["by_lot"] or (position.automated(fighter) and not position.options["pick_rivals"])
    )


def draw_lots(position: Position) -> None:
    """Pick at random where no seat picks; when every fighter has a character, the fight begins (KD-77)."""
    order = pick_sequence(position)
    while position.picks < len(order) and is_drawn(position, order[position.picks]):
        allowed = [move - PICK for move in pick_moves(position)]
        position.rng.name_draw("character", order[position.picks])
        assign_character(position, order[position.picks], position.rng.draw_from(allowed))
    if position.picks == len(order):
        equip_all(position)


def assign_character(position: Position, fighter: int, character: int) -> None:
    """Give a fighter its character (KD-71)."""
    position.character[fighter] = character
    position.picks += 1
    if position.events is not None:
        position.emit_for("pick", fighter, {"character": BOX.characters[character].id})


def equip_all(position: Position) -> None:
    """Everybody takes what the Character Board says; then the token and the cards (KD-71 to KD-76)."""
    for fighter in range(position.fighters):
        character = BOX.characters[position.character[fighter]]
        equip(position, fighter, character.dice, character.faces, character.health)
    if position.events is not None:
        facts: Facts = {
            "health": position.health.copy(),
            "teams_who": [position.team_who(0), position.team_who(1)],
        }
        facts["dice"] = [
            [KINDS[kind] for kind in BOX.characters[character].dice] for character in position.character
        ]
        position.emit("health", facts)
    choose_first_player(position)
    position.picks = 0
    if position.mode == TEAM and position.options["draft_cards"]:
        position.phase = DRAFTING_CARDS
        return
    if position.mode >= TEAM:
        deal_cards(position)
    begin_round(position)


def choose_first_player(position: Position) -> None:
    """The lowest starting Health; on a tie more Villains; still tied: at random (KD-72, KD-73)."""
    why = "lowest"
    low = position.health[0] - position.health[1]
    if low == 0:
        why = "villain"
        low = count_villains(position, 1) - count_villains(position, 0)
    if low == 0:
        why = "lot"
        position.rng.name_draw("first", -1)
        position.first = int(position.rng.below(2))
    else:
        position.first = 0 if low < 0 else 1
    if position.events is not None:
        emit_first_player(position, why)


def emit_first_player(position: Position, why: str) -> None:
    """Emit who has the First Player token, and why (KD-72)."""
    who = position.team_who(position.first)
    position.emit("first", {"team": position.first, "team_who": who, "why": why, "totals": None})


def count_villains(position: Position, team: int) -> int:
    """How many Villains a team has (KD-73)."""
    count = 0
    for fighter in position.members(team):
        character: Character = BOX.characters[position.character[fighter]]
        if character.villain:
            count += 1
    return count


# ---- Team-Up cards (KD-76, KD-212, KD-213) -----------------------------------------------------------------


def deal_cards(position: Position) -> None:
    """Of each colour one card to each team (KD-212); in Co-op only people get cards (KD-76)."""
    for colour in range(COLOURS):
        pair = cards_of(colour)
        position.rng.name_draw("cards", -1, 0, colour)
        lucky = int(position.rng.below(2))
        position.cards[colour] = pair[lucky]
        if position.mode != COOP:
            position.cards[COLOURS + colour] = pair[1 - lucky]
    if position.events is not None:
        for team in range(1 if position.mode == COOP else 2):
            names = [BOX.cards[position.cards[team * COLOURS + colour]].id for colour in range(COLOURS)]
            position.emit("cards", {"team": team, "team_who": position.team_who(team), "cards": names})


def drafting_team(position: Position) -> int:
    """First, second, second, first (KD-213)."""
    return position.first if position.picks in (0, 3) else 1 - position.first


def draft_moves(position: Position) -> list[int]:
    """A card of a colour that nobody has taken yet (KD-213)."""
    return [CARD + card for card in range(CARDS) if position.cards[BOX.cards[card].colour] == NONE]


def draft_card(position: Position, card: int) -> None:
    """The team takes a card, the other team gets the other one of that colour (KD-213)."""
    colour = BOX.cards[card].colour
    pair = cards_of(colour)
    other = pair[0] if pair[1] == card else pair[1]
    team = drafting_team(position)
    position.cards[team * COLOURS + colour] = card
    position.cards[(1 - team) * COLOURS + colour] = other
    position.picks += 1
    if position.events is not None:
        facts: Facts = {"team": team, "team_who": position.team_who(team), "card": BOX.cards[card].id}
        facts["other_who"] = position.team_who(1 - team)
        facts["other_card"] = BOX.cards[other].id
        position.emit("card", facts)
    if position.picks == COLOURS:
        begin_round(position)


def cards_of(colour: int) -> list[int]:
    """The two cards of a colour."""
    return [card for card in range(CARDS) if BOX.cards[card].colour == colour]
