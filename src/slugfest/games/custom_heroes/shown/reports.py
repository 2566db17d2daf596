"""What a report on balance counts: heroes, pieces and abilities that are played, bets, and what else a turn offers."""

from __future__ import annotations

from typing import Final

from slugfest.games.custom_heroes.battle import Battle
from slugfest.games.custom_heroes.content import BOX
from slugfest.kernel import Ending, Facts, Reports, Text, Usable, Use

from .words import piece_text, term_text

_ACTIONS: Final = {
    "single": Text("Single card", "Einzelne Karte"),
    "several": Text("Two or more cards", "Zwei oder mehr Karten"),
    "ascended": Text("Ascended set", "Aufgestiegenes Set"),
    "pass": Text("Pass", "Passen"),
    "wager": Text("Bet", "Wette"),
    "exchange": Text("Exchange power for a point", "Power gegen einen Punkt tauschen"),
    "discard": Text("Discard power", "Power abwerfen"),
}
_ENDINGS: Final = {
    "VICTORY": Ending(Text("Finished first with enough points", "Als Erster fertig, mit genug Punkten")),
    "FINAL_LEAD": Ending(
        Text("Last regular round: the most points", "Letzte reguläre Runde: die meisten Punkte"), limit=True
    ),
    "SUDDEN_DEATH": Ending(Text("Sudden death", "Sudden Death"), limit=True),
}


class HeroesReports(Reports[Battle]):
    def __init__(self) -> None:
        actions = Text("What a turn offers", "Was ein Zug bietet")
        heroes = Text("Heroes played", "Ausgespielte Helden")
        pieces = Text("Pieces on played cards", "Teile auf ausgespielten Karten")
        abilities = Text("Abilities activated", "Aktivierte Fähigkeiten")
        usable = [Usable(f"action:{key}", actions, name) for key, name in _ACTIONS.items()]
        for number, hero in enumerate(BOX.characters, 1):
            usable.append(
                Usable(f"hero:{number}", heroes, term_text("hero", {"name": hero, "number": number}))
            )
        for kind, identifier in enumerate(BOX.types):
            usable.append(Usable(f"piece:{identifier}", pieces, piece_text(f"{identifier}-1")))
            if BOX.ability_of_type[kind]:
                usable.append(Usable(f"ability:{identifier}", abilities, piece_text(f"{identifier}-1")))
        super().__init__(usable, _ENDINGS)
        self._abilities = {one.key.partition(":")[2] for one in usable if one.key.startswith("ability:")}
        self._base = dict(zip(BOX.cards, BOX.base, strict=True))

    def uses(self, before: Battle, seat: int, move: int, events: list[Facts]) -> list[Use]:
        used: list[Use] = []
        for event in events:
            kind = event["kind"]
            if kind == "play":
                used += self._played(seat, event)
            elif kind in _ACTIONS:
                used.append((int(event["seat"]), f"action:{kind}"))
            if kind == "wager":
                used.append((int(event["seat"]), "ability:KO"))
        return used

    def _played(self, seat: int, event: Facts) -> list[Use]:
        if event["set"] == "ascended":
            used: list[Use] = [(seat, "action:ascended")]
        else:
            used = [(seat, "action:single" if len(event["cards"]) == 1 else "action:several")]
        for card in event["cards"]:
            used.append((seat, f"hero:{self._base[card['card']]}"))
            for piece in card["pieces"]:
                identifier = piece["piece"].rpartition("-")[0]
                used.append((seat, f"piece:{identifier}"))
                if card["active"] and identifier in self._abilities:
                    used.append((seat, f"ability:{identifier}"))
        return used
