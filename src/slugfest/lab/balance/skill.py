"""How much skill counts, and how much luck: strengths against each other on the same deals."""

from __future__ import annotations

from collections import defaultdict

from slugfest.kernel import Text
from slugfest.lab.measures import skill_trace

from .experiment import AGAINST, BalanceExperiment
from .figures import Figure, Sample
from .measure import Row
from .sections import Section


def skill(experiment: BalanceExperiment, rows: list[Row]) -> list[Section]:
    """What the stronger bot of each pair wins, and what decided the deals."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if AGAINST in row["group"]:
            groups[row["group"]].append(row)
    wins: list[Figure] = []
    decided: list[Figure] = []
    for group, played in groups.items():
        strong, _, weak = group.partition(AGAINST)
        pair = Text(f"{strong} against {weak}", f"{strong} gegen {weak}")
        sample = Sample()
        deals: dict[int, list[Row]] = defaultdict(list)
        for row in played:
            sample.add(row["deal"], share_of(experiment, row, strong))
            deals[row["deal"]].append(row)
        wins.append(Figure(group, pair, "", sample.games, *sample.rate()))
        if len(experiment.sides) == 2:
            decided += deciders(
                experiment, group, pair, strong, [some for some in deals.values() if len(some) == 2]
            )
    if not wins:
        return []
    note = Text(
        "Share of games won by the stronger bot, seats swapped on every deal. More seats: half of the seats each, or "
        "as near as it goes. Where skill counts for nothing, it is 50 %.",
        "Anteil der Siege des stärkeren Bots, bei jeder Ausgabe mit getauschten Plätzen. Bei mehr Plätzen hat jeder "
        "die Hälfte, so gut es geht. Wo Können nichts zählt, sind es 50 %.",
    )
    title = Text("Stronger against weaker", "Stärker gegen schwächer")
    found = [Section("skill", title, note, "rate", "dots", wins, "skill", 0.5)]
    steps = [
        figure.value
        for strong, weak in zip(experiment.asked.levels[1:], experiment.asked.levels)
        for figure in wins
        if figure.key == f"{strong}{AGAINST}{weak}"
    ]
    trace = skill_trace(steps)
    if trace is not None and len(steps) > 1:
        title = Text("Skill trace", "Könnensspur")
        note = Text(
            "What each step from one strength to the next is worth on average: 0 where it wins nothing, 1 where it "
            "always wins (docs/measures/skill-trace.md).",
            "Was jeder Schritt von einer Stärke zur nächsten im Mittel wert ist: 0, wo er nichts gewinnt, 1, wo er "
            "immer gewinnt (docs/measures/skill-trace.md).",
        )
        games = min(figure.games for figure in wins)
        one = Figure("skill-trace", title, "", games, trace, None, None)
        found.append(Section("skill-trace", title, note, "loss", "none", [one], "skill"))
    if decided:
        note = Text(
            "Every deal is played twice with the bots swapped. Skill: the stronger bot wins both. Luck: the same cards "
            "and dice win, no matter who holds them. Upset: the weaker bot wins both. The rest is drawn at least once.",
            "Jede Ausgabe wird zweimal gespielt, mit getauschten Bots. Können: Der stärkere Bot gewinnt beide. Glück: "
            "Dieselben Karten und Würfel gewinnen, wer sie auch hat. Überraschung: Der schwächere gewinnt beide. Der "
            "Rest endet mindestens einmal unentschieden.",
        )
        title = Text("What decides a deal", "Was eine Ausgabe entscheidet")
        found.append(Section("decided", title, note, "rate", "dots", decided, "skill"))
    return found


def share_of(experiment: BalanceExperiment, row: Row, level: str) -> float:
    """What a bot's sides got together: the win, or their part of a draw."""
    mine = [row["points"][seats[0]] for seats in experiment.sides if row["bots"][seats[0]] == level]
    return 0.5 if row["drawn"] and len(experiment.sides) == 2 else min(1.0, sum(mine))


def deciders(
    experiment: BalanceExperiment, group: str, pair: Text, strong: str, deals: list[list[Row]]
) -> list[Figure]:
    """How many deals were decided by skill, by luck, or the wrong way round."""
    kinds = {
        "skill": Text("Skill", "Können"),
        "luck": Text("Luck", "Glück"),
        "upset": Text("Upset", "Überraschung"),
        "drawn": Text("Drawn", "Unentschieden"),
    }
    samples = {kind: Sample() for kind in kinds}
    for one, other in deals:
        both = share_of(experiment, one, strong) + share_of(experiment, other, strong)
        found = "skill" if both == 2 else "upset" if both == 0 else "luck"
        if one["drawn"] or other["drawn"]:
            found = "drawn"
        for kind, sample in samples.items():
            sample.add(one["deal"], float(kind == found))
    return [
        Figure(kind, kinds[kind], group.replace(AGAINST, " – "), 2 * sample.games, *sample.rate())
        for kind, sample in samples.items()
        if sample.deals
    ]
