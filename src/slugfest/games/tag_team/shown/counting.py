"""What a report on balance counts: cards taken into a deck, cards that clash, and Schemes."""

from __future__ import annotations

from typing import Final

from slugfest.games.tag_team.content import BOX, FIGHTER_KEYS, KINDS
from slugfest.kernel import Counting, Ending, Facts, State, Text, Usable, Use

_ENDINGS: Final = {
    "KO": Ending(Text("KO", "K. o.")),
    "DOUBLE_KO": Ending(Text("Double KO: a draw", "Doppel-K.-o.: unentschieden")),
    "EXHAUSTED": Ending(
        Text("No new cards left: a draw", "Neue Karten aufgebraucht: unentschieden"), limit=True
    ),
    "INCINERATION": Ending(Text("Incineration", "Verbrennung")),
    "DRAGGED": Ending(Text("Drag You to Hell", "Höllenschlund")),
    "LEGENDS": Ending(Text("All legends must pass", "Alles ist vergänglich")),
}


class FightersCounting(Counting):
    def __init__(self) -> None:
        taken = Text("Cards taken into the deck", "Karten, die ins Deck kommen")
        played = Text("Cards played", "Gespielte Karten")
        usable: list[Usable] = []
        for heading, way in ((taken, "take"), (played, "play")):
            for kind in range(KINDS):
                if way == "take" and BOX.starts[kind]:
                    continue  # a ★ card lies in the deck from the start
                name, owner, star = (
                    BOX.card_names[kind],
                    BOX.names[BOX.owner[kind]],
                    " ★" if BOX.starts[kind] else "",
                )
                words = Text(f"{name.en}{star} ({owner.en})", f"{name.de}{star} ({owner.de})")
                usable.append(Usable(f"{way}:{BOX.ids[kind]}", heading, words, FIGHTER_KEYS[BOX.owner[kind]]))
        super().__init__(usable, _ENDINGS)

    def uses(self, before: State, seat: int, move: int, events: list[Facts]) -> list[Use]:
        used: list[Use] = []
        word, _, rest = before.game.format(move).partition(" ")
        if word == "insert":
            used.append((seat, f"take:{rest.partition(' ')[0]}"))
        for event in events:
            if event["kind"] == "clash":
                for side, card in enumerate(event["cards"]):
                    if card is not None:
                        used.append((side, f"play:{card}"))
        return used

    def begins(self, state: State) -> list[int]:
        """Nobody: both always decide at once."""
        return []
