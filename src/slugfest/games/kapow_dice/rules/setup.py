"""Before the first round: characters, pieces, Health, first player and Team-Up cards (KD-70 to KD-77, KD-213)."""

from __future__ import annotations

from slugfest.games.kapow_dice.content import BOX, KINDS, Character
from slugfest.games.kapow_dice.position.moves import CARD, DICE, PICK
from slugfest.games.kapow_dice.position.position import (
    COOP,
    DRAFTING,
    DUEL,
    PICK_ORDER,
    PICKING,
    PIECES,
    TEAM,
)
from slugfest.games.kapow_dice.position.tables import ACTION, CARDS, CHARACTERS, COLOURS, DICE_KINDS, NONE
from slugfest.kernel import Facts

from .clean_up import CleanUp


class Setup(CleanUp):
    """A position before the fight."""

    def begin(self) -> None:
        """Start a new game."""
        if self.mode == DUEL:
            for fighter in range(2):
                self.equip(fighter, BOX.first_dice, BOX.first_faces, BOX.limits["first_health"])
            self.first = int(self.rng.below(2))
            if self.events is not None:
                self.tell_first("lot")
            self.begin_round()
        else:
            self.phase = PICKING
            self.draw_lots()

    def equip(self, fighter: int, dice: list[int], faces: list[int], health: int) -> None:
        """A fighter's dice, its faces on the first Action die, and its Health (KD-70, KD-71)."""
        supply = self.set_of(fighter) * PIECES
        for kind in dice:
            self.supply[supply + kind] -= 1
            self.add_die(fighter, kind)
        for index in range(fighter * DICE, fighter * DICE + self.count[fighter]):
            if self.kind[index] == ACTION:
                for face in faces:
                    self.supply[supply + DICE_KINDS + face] -= 1
                    self.layout[index] += 1 << (3 * face)
                break
        team = self.team(fighter)
        self.health[team] += health
        self.full[team] += health

    # ---- characters (D1, KD-71, KD-77) ---------------------------------------------------------------------

    def pick_sequence(self) -> list[int]:
        """The fighters in the order they are chosen for: people as the rules say, then the automated ones."""
        order = list(PICK_ORDER[self.mode])
        for fighter in range(self.seats, self.fighters):
            order.append(fighter)
        return order

    def picker(self) -> int:
        """The seat that chooses next: for an automated fighter player 1."""
        fighter = self.pick_sequence()[self.picks]
        return 0 if self.automated(fighter) else fighter

    def may_play(self, fighter: int, character: int) -> bool:
        """Not taken; where so agreed, teammates on one side and enemies on the other (KD-71)."""
        if character in self.character:
            return False
        if not self.options["opposed"]:
            return True
        villain = BOX.characters[character].villain
        for other in range(self.fighters):
            if self.character[other] != NONE:
                same = self.team(other) == self.team(fighter)
                if (BOX.characters[self.character[other]].villain == villain) != same:
                    return False
        return True

    def pick_moves(self) -> list[int]:
        fighter = self.pick_sequence()[self.picks]
        return [PICK + character for character in range(CHARACTERS) if self.may_play(fighter, character)]

    def pick(self, character: int) -> None:
        """Take a character."""
        self.assign(self.pick_sequence()[self.picks], character)
        self.draw_lots()

    def is_drawn(self, fighter: int) -> bool:
        """Chance chooses for the automated ones unless otherwise agreed, and for all if so agreed."""
        return bool(self.options["by_lot"] or (self.automated(fighter) and not self.options["pick_rivals"]))

    def draw_lots(self) -> None:
        """Let chance choose for everybody whose turn it is not to; when all have somebody, the fight begins."""
        order = self.pick_sequence()
        while self.picks < len(order) and self.is_drawn(order[self.picks]):
            allowed = [move - PICK for move in self.pick_moves()]
            self.assign(order[self.picks], allowed[int(self.rng.below(len(allowed)))])
        if self.picks == len(order):
            self.equip_all()

    def assign(self, fighter: int, character: int) -> None:
        self.character[fighter] = character
        self.picks += 1
        if self.events is not None:
            self.tell("pick", fighter, {"character": BOX.characters[character].id})

    def equip_all(self) -> None:
        """Everybody takes what the Character Board says; then the token and the cards."""
        for fighter in range(self.fighters):
            character = BOX.characters[self.character[fighter]]
            self.equip(fighter, character.dice, character.faces, character.health)
        if self.events is not None:
            facts: Facts = {"health": self.health.copy(), "teams_who": [self.team_who(0), self.team_who(1)]}
            facts["dice"] = [
                [KINDS[kind] for kind in BOX.characters[character].dice] for character in self.character
            ]
            self.emit("health", facts)
        self.choose_first_player()
        self.picks = 0
        if self.mode == TEAM and self.options["draft_cards"]:
            self.phase = DRAFTING
            return
        if self.mode >= TEAM:
            self.deal_cards()
        self.begin_round()

    def choose_first_player(self) -> None:
        """The lowest starting Health; on a tie more Villains; still tied: by lot (KD-72, KD-73)."""
        why = "lowest"
        low = self.health[0] - self.health[1]
        if low == 0:
            why = "villain"
            low = self.villains(1) - self.villains(0)
        if low == 0:
            why = "lot"
            self.first = int(self.rng.below(2))
        else:
            self.first = 0 if low < 0 else 1
        if self.events is not None:
            self.tell_first(why)

    def tell_first(self, why: str) -> None:
        who = self.team_who(self.first)
        self.emit("first", {"team": self.first, "team_who": who, "why": why, "totals": None})

    def villains(self, team: int) -> int:
        count = 0
        for fighter in self.members(team):
            character: Character = BOX.characters[self.character[fighter]]
            if character.villain:
                count += 1
        return count

    # ---- Team-Up cards (KD-76, KD-212, KD-213, D2) ---------------------------------------------------------

    def deal_cards(self) -> None:
        """Of each colour one card to each team; in Co-op only people get cards."""
        for colour in range(COLOURS):
            pair = cards_of(colour)
            lucky = int(self.rng.below(2))
            self.cards[colour] = pair[lucky]
            if self.mode != COOP:
                self.cards[COLOURS + colour] = pair[1 - lucky]
        if self.events is not None:
            for team in range(1 if self.mode == COOP else 2):
                names = [BOX.cards[self.cards[team * COLOURS + colour]].id for colour in range(COLOURS)]
                self.emit("cards", {"team": team, "team_who": self.team_who(team), "cards": names})

    def drafting_team(self) -> int:
        """First, second, second, first (KD-213)."""
        return self.first if self.picks in (0, 3) else 1 - self.first

    def card_moves(self) -> list[int]:
        """A card of a colour that nobody has taken yet."""
        return [CARD + card for card in range(CARDS) if self.cards[BOX.cards[card].colour] == NONE]

    def draft_card(self, card: int) -> None:
        """The team takes a card, the other team gets the other one of that colour."""
        colour = BOX.cards[card].colour
        pair = cards_of(colour)
        other = pair[0] if pair[1] == card else pair[1]
        team = self.drafting_team()
        self.cards[team * COLOURS + colour] = card
        self.cards[(1 - team) * COLOURS + colour] = other
        self.picks += 1
        if self.events is not None:
            facts: Facts = {"team": team, "team_who": self.team_who(team), "card": BOX.cards[card].id}
            facts["other_who"] = self.team_who(1 - team)
            facts["other_card"] = BOX.cards[other].id
            self.emit("card", facts)
        if self.picks == COLOURS:
            self.begin_round()

    def begin_round(self) -> None:
        """See ``rules.py``."""
        raise NotImplementedError


def cards_of(colour: int) -> list[int]:
    return [card for card in range(CARDS) if BOX.cards[card].colour == colour]
