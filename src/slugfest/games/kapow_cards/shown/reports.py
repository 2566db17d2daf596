"""What a report on balance counts: actions, and which cards attack, defend and are given away."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_cards.battle import Battle
from slugfest.games.kapow_cards.content import BOX, CARDS
from slugfest.kernel import Ending, Facts, Reports, Text, Usable, Use

from .words import term_text

_ACTIONS: Final = {
    "attack": Text("Attack with one card", "Angriff mit einer Karte"),
    "attacks": Text("Attack with several cards", "Angriff mit mehreren Karten"),
    "barricade": Text("Barricade", "Verbarrikadieren"),
    "recruit": Text("Recruit", "Rekrutieren"),
    "pass": Text("Pass", "Passen"),
}
_WAYS: Final = {
    "attack": Text("Cards that attack", "Karten im Angriff"),
    "barricade": Text("Cards that are barricaded", "Karten in der eigenen Reihe"),
    "recruit": Text("Cards given away to recruit", "Karten, die fürs Rekrutieren weggehen"),
}
_VILLAINS: Final = Text("Any villain", "Ein Schurke")  # they differ only in their names
_ENDINGS: Final = {
    "KNOCKOUT": Ending(Text("KO", "K. o.")),
    "LAST_STANDING": Ending(Text("Only one left standing", "Nur noch einer übrig")),
    "FINAL_NO_HANDS": Ending(Text("Final battle: no hands left", "Endkampf: keine Handkarten mehr")),
    "FINAL_LAST_ROUND": Ending(Text("Final battle: the last round is over", "Endkampf: letzte Runde vorbei")),
    "FINAL_TURN_CAP": Ending(
        Text("Final battle: turn limit reached", "Endkampf: Zuglimit erreicht"), limit=True
    ),
    "FINAL_STALEMATE": Ending(Text("Final battle: nobody can act", "Endkampf: niemand kann mehr handeln")),
}


class CardsReports(Reports[Battle]):
    def __init__(self) -> None:
        actions = Text("Actions", "Aktionen")
        usable = [Usable(f"action:{key}", actions, name) for key, name in _ACTIONS.items()]
        for way, heading in _WAYS.items():
            for card in range(CARDS):
                if BOX.alike[card] == card:
                    named = _VILLAINS if BOX.kind(card) == "villain" else BOX.names[card]
                    name = term_text("card-name", {"name": named, "value": BOX.values[card]})
                    usable.append(Usable(f"{way}:{BOX.ids[card]}", heading, name))
        super().__init__(usable, _ENDINGS)
        self._alike = {BOX.ids[card]: BOX.ids[int(BOX.alike[card])] for card in range(CARDS)}

    def uses(self, before: Battle, seat: int, move: int, events: list[Facts]) -> list[Use]:
        used: list[Use] = []
        for event in events:
            kind = event["kind"]
            if kind == "attack":
                used.append((seat, "action:attacks" if len(event["cards"]) > 1 else "action:attack"))
                used += [(seat, f"attack:{self._alike[card]}") for card in event["cards"]]
            elif kind in _ACTIONS and event["seat"] == seat:
                used.append((seat, f"action:{kind}"))
                if kind != "pass" and event["card"] is not None:
                    used.append((seat, f"{kind}:{self._alike[event['card']]}"))
        return used
