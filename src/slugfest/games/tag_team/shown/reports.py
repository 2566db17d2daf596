"""Reports on Tag Team: teams, and what is counted: cards taken into a deck, cards that clash, and Schemes."""

from __future__ import annotations

from typing import Final

from slugfest.games.tag_team.battle import Battle
from slugfest.games.tag_team.content import BOX, FIGHTER_KEYS, KINDS
from slugfest.kernel import Ending, Facts, Options, Reports, Text, Usable, Use

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


class TagTeamReports(Reports[Battle]):
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

    def cast(self) -> dict[str, Text]:
        return {key: BOX.names[fighter] for fighter, key in enumerate(FIGHTER_KEYS)}

    def line_up(self, state: Battle, seat: int) -> list[str]:
        return [FIGHTER_KEYS[fighter] for fighter in state.picks[seat]]

    def line_ups(self) -> list[list[str]]:
        """Every pair of fighters, each once: 66 teams."""
        teams: list[list[str]] = []
        for index, one in enumerate(FIGHTER_KEYS):
            for other in FIGHTER_KEYS[index + 1 :]:
                teams.append([one, other])
        return teams

    def match_up(self, one: list[str], other: list[str]) -> Options | None:
        """The options by which these teams fight (TT-15). Two teams that share a fighter cannot meet (TT-5)."""
        for fighter in one:
            if fighter in other:
                return None
        return {
            "teams": "given",
            "fighter_1a": one[0],
            "fighter_1b": one[1],
            "fighter_2a": other[0],
            "fighter_2b": other[1],
        }

    def uses(self, before: Battle, seat: int, move: int, events: list[Facts]) -> list[Use]:
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

    def begins(self, state: Battle) -> list[int]:
        """Nobody: both always decide at once."""
        return []
