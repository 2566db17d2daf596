"""What a report on balance counts: boxes of the Player Board, characters' boxes and Team-Up cards."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.phases import COOP
from slugfest.games.kapow_dice.position.position import Position
from slugfest.kernel import Counting, Ending, Facts, State, Text, Usable, Use

_ENDINGS: Final = {
    "KNOCKOUT": Ending(Text("KO", "K. o.")),
    "ROUND_LIMIT": Ending(
        Text("Round limit reached: a draw", "Rundenlimit erreicht: unentschieden"), limit=True
    ),
}


class DiceCounting(Counting):
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

    def uses(self, before: State, seat: int, move: int, events: list[Facts]) -> list[Use]:
        """A box counts once in every round in which it was filled."""
        used: list[Use] = []
        for event in events:
            if event["kind"] == "reveal":
                for shown in event["fighters"]:
                    if shown["fighter"] < before.seats:
                        boxes = dict.fromkeys(box.partition(".")[0] for box in shown["selected"])
                        used += [(shown["fighter"], box) for box in boxes if box in self._keys]
        return used

    def begins(self, state: State) -> list[int]:
        """The team that has the First Player token in the first round (KD-72)."""
        assert isinstance(state, Position)
        if state.round == 0 or state.seats == 1 or state.mode == COOP:
            return []
        return [int(fighter) for fighter in state.members(state.first)]
