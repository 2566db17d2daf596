"""Reports on KAPOW! dice: characters and pairs of them, boxes, and Team-Up cards."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.battle import Battle
from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.phases import COOP, TEAM
from slugfest.games.kapow_dice.position.position import PICK_ORDER
from slugfest.games.kapow_dice.position.tables import NONE
from slugfest.kernel import Ending, Facts, Options, Reports, Text, Usable, Use

_ENDINGS: Final = {
    "KNOCKOUT": Ending(Text("KO", "K. o.")),
    "ROUND_LIMIT": Ending(
        Text("Round limit reached: a draw", "Rundenlimit erreicht: unentschieden"), limit=True
    ),
}


class DiceReports(Reports[Battle]):
    def __init__(self) -> None:
        boxes = Text("Boxes of the Player Board", "Kästen der Spielertafel")
        own = Text("Boxes of the characters", "Kästen der Charaktere")
        cards = Text("Team-Up cards", "Bündniskarten")
        usable = [Usable(ability.id, boxes, ability.name) for ability in BOX.board]
        for character in BOX.characters:
            for ability in character.abilities:
                name, of = ability.name, character.name
                words = Text(f"{name.en} ({of.en})", f"{name.de} ({of.de})")
                usable.append(Usable(ability.id, own, words, character.id))
        usable += [Usable(card.id, cards, card.name) for card in BOX.cards]
        super().__init__(usable, _ENDINGS)
        self._keys = {one.key for one in usable}

    def cast(self) -> dict[str, Text]:
        return {character.id: character.name for character in BOX.characters}

    def line_up(self, state: Battle, seat: int) -> list[str]:
        character = state.character[seat]
        return [] if character == NONE else [BOX.characters[character].id]

    def line_ups(self) -> list[list[str]]:
        """Every character alone, then every pair."""
        keys = [character.id for character in BOX.characters]
        found: list[list[str]] = [[key] for key in keys]
        for index, one in enumerate(keys):
            for other in keys[index + 1 :]:
                found.append([one, other])
        return found

    def match_up(self, one: list[str], other: list[str]) -> Options | None:
        """The mode in which these meet; None if they share a character, or are not equally many."""
        if len(one) != len(other):
            return None
        for key in one:
            if key in other:
                return None
        return {"mode": "characters" if len(one) == 1 else "team", "by_lot": False}

    def opening(self, one: list[str], other: list[str]) -> list[str]:
        """The moves by which they are picked, in the order of the seats that pick (KD-71)."""
        if len(one) == 1:
            return [f"pick {one[0]}", f"pick {other[0]}"]
        seated = [*one, *other]
        return [f"pick {seated[seat]}" for seat in PICK_ORDER[TEAM]]

    def uses(self, before: Battle, seat: int, move: int, events: list[Facts]) -> list[Use]:
        """A box counts once in every round in which it was filled."""
        used: list[Use] = []
        for event in events:
            if event["kind"] == "reveal":
                for shown in event["fighters"]:
                    if shown["fighter"] < before.seats:
                        boxes = dict.fromkeys(box.partition(".")[0] for box in shown["selected"])
                        used += [(shown["fighter"], box) for box in boxes if box in self._keys]
        return used

    def begins(self, state: Battle) -> list[int]:
        """The team that has the First Player token in the first round (KD-72)."""
        if state.round == 0 or state.seats == 1 or state.mode == COOP:
            return []
        return [int(fighter) for fighter in state.members(state.first)]
