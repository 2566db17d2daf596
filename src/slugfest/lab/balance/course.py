"""How long games take, how they end, and how exciting they are on the way."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import partial
from typing import Final

from slugfest.kernel import Text
from slugfest.lab.measures import MEASURES

from .experiment import BalanceExperiment
from .figures import Figure, Sample
from .measure import CARRY_OUT, HANDLE, ROUND, SETUP, THINK, Row
from .sections import Section, Unit

BEHIND = 0.5  # half of an even chance, or less: a win from there is a comeback
BINS = 12  # of a distribution
RARE = 0.2  # of the games must still be going on in a round that is shown

_ROUND_AXIS: Final = Text("Start of round", "Beginn der Runde")
Value = Callable[[Row], float | None]


def averages(
    mirrored: dict[str, list[Row]], asked: list[tuple[str, Text, Value]], rate: bool
) -> list[Figure]:
    """Means or shares of a value of each game, by level; None: the game has no such value."""
    found: list[Figure] = []
    for key, name, value in asked:
        for level, rows in mirrored.items():
            sample = Sample()
            for row in rows:
                observed = value(row)
                if observed is not None:
                    sample.add(row["deal"], observed)
            if sample.deals:
                found.append(
                    Figure(key, name, level, sample.games, *(sample.rate() if rate else sample.mean()))
                )
    return found


def lengths(mirrored: dict[str, list[Row]]) -> list[Section]:
    """How long games take."""
    asked: list[tuple[str, Text, Value]] = [
        ("decisions", Text("Decisions", "Entscheidungen"), lambda row: row["decisions"]),
        ("moves", Text("Moves, small ones too", "Züge, auch kleine"), lambda row: row["moves"]),
        ("turns", Text("Turns", "Abschnitte"), lambda row: row["turns"]),
        ("rounds", Text("Rounds", "Runden"), lambda row: row["rounds"] or None),
        ("minutes", Text("Minutes at the table", "Minuten am Tisch"), lambda row: row["seconds"] / 60),
    ]
    note = Text(
        "Means over whole games. A decision is all that a seat does until something is final. Minutes are guessed for "
        f"people who know the game: {SETUP // 60} minutes to set up, {THINK} seconds for every decision, {HANDLE} for "
        f"each further move of it and for decisions without a choice, {CARRY_OUT} for everything that follows by the "
        f"rules, {ROUND} for every round; who decides at the same time thinks at the same time. Bots decide; how long "
        "people really take may well be half as much again, or two thirds of it.",
        "Mittelwerte über ganze Spiele. Eine Entscheidung ist alles, was jemand tut, bis etwas endgültig ist. Die "
        f"Minuten sind für Menschen geschätzt, die das Spiel kennen: {SETUP // 60} Minuten Aufbau, {THINK} Sekunden je "
        f"Entscheidung, {HANDLE} für jeden weiteren Zug darin und für Entscheidungen ohne Wahl, {CARRY_OUT} für alles, "
        f"was nach den Regeln daraus folgt, {ROUND} je Runde; wer gleichzeitig entscheidet, denkt gleichzeitig nach. "
        "Es entscheiden Bots; Menschen brauchen vielleicht anderthalbmal so lange oder nur zwei Drittel davon.",
    )
    title = Text("Length of a game", "Länge eines Spiels")
    found = [Section("length", title, note, "number", "none", averages(mirrored, asked, False), "length")]
    spread = spread_of(mirrored)
    return [*found, spread] if spread.figures else found


def spread_of(mirrored: dict[str, list[Row]]) -> Section:
    """How games are spread over their lengths in minutes."""
    longest = sorted(row["seconds"] / 60 for rows in mirrored.values() for row in rows)
    figures: list[Figure] = []
    if longest:
        most = longest[int(0.98 * (len(longest) - 1))]
        width = max(1.0, math.ceil(most / BINS))
        for level, rows in mirrored.items():
            for start in range(math.ceil(most / width) or 1):
                low, high = start * width, (start + 1) * width
                sample = Sample()
                for row in rows:
                    sample.add(row["deal"], float(low <= row["seconds"] / 60 < high))
                span = Text(f"{low:.0f} to {high:.0f} minutes", f"{low:.0f} bis {high:.0f} Minuten")
                figures.append(
                    Figure(
                        f"{low:.0f}", span, level, sample.games, *sample.rate(), at=round(low + width / 2, 2)
                    )
                )
    note = Text(
        "Share of games that take so long, by the same estimate. Times longer than almost all games are left out.",
        "Anteil der Spiele, die so lange dauern, nach derselben Schätzung. Was fast kein Spiel erreicht, fehlt.",
    )
    title = Text("Spread of lengths", "Verteilung der Längen")
    return Section(
        "minutes", title, note, "rate", "lines", figures, "length", axis=Text("Minutes", "Minuten")
    )


def play_measures(mirrored: dict[str, list[Row]]) -> list[Section]:
    """The measures of play, shares and numbers apart."""
    found: list[Section] = []
    note = Text(
        "Means over whole games. Each measure has a page with its formula and an example: docs/measures.",
        "Mittelwerte über ganze Spiele. Zu jedem Maß gibt es eine Seite mit Formel und Beispiel: docs/measures.",
    )
    for rate, title in (
        (True, Text("How it plays, in shares", "Wie es sich spielt, in Anteilen")),
        (False, Text("How it plays, in numbers", "Wie es sich spielt, in Zahlen")),
    ):
        asked: list[tuple[str, Text, Value]] = [
            (f"play-{one.key}", one.name, partial(_measured, one.key)) for one in MEASURES if one.rate == rate
        ]
        figures = averages(mirrored, asked, rate)
        if figures:
            name = "play-shares" if rate else "play-numbers"
            unit: Unit = "rate" if rate else "number"
            found.append(Section(name, title, note, unit, "none", figures, "drama"))
    return found


def _measured(key: str, row: Row) -> float | None:
    return row.get("measures", {}).get(key)


def endings(experiment: BalanceExperiment, mirrored: dict[str, list[Row]]) -> Section:
    """How games end: draws, limits, and every reason that occurs."""
    known = experiment.game.reports.endings
    reasons = Counter(row["reason"] for rows in mirrored.values() for row in rows)
    asked: list[tuple[str, Text, Value]] = [
        ("drawn", Text("Drawn or shared", "Unentschieden oder geteilt"), lambda row: float(row["drawn"]))
    ]
    if any(ending.limit for ending in known.values()):
        limits = {reason for reason, ending in known.items() if ending.limit}
        asked.append(
            (
                "limit",
                Text("A limit was reached", "Grenze erreicht"),
                lambda row: float(row["reason"] in limits),
            )
        )
    for reason, _ in reasons.most_common():
        name = known[reason].name if reason in known else plain(reason)
        asked.append((f"reason-{reason}", name, partial(ended_so, reason)))
    note = Text("Share of games that end so.", "Anteil der Spiele, die so enden.")
    title = Text("How games end", "Wie Spiele enden")
    return Section("endings", title, note, "rate", "dots", averages(mirrored, asked, True), "length")


def ended_so(reason: str, row: Row) -> float:
    return float(row["reason"] == reason)


def plain(reason: str) -> Text:
    """A reason that its game has no name for."""
    words = reason.replace("_", " ").capitalize()
    return Text(words, words)


def known_early(experiment: BalanceExperiment, mirrored: dict[str, list[Row]]) -> list[Section]:
    """How much the estimate knows at the start of each round, and how often the one ahead goes on to win."""
    losses: list[Figure] = []
    right: list[Figure] = []
    for level, rows in mirrored.items():
        for number, (loss, hit) in sorted(by_round(experiment, rows).items()):
            if loss.games < max(2, RARE * len(rows)):
                continue
            name = Text(f"Round {number}", f"Runde {number}")
            losses.append(Figure(f"{number}", name, level, loss.games, *loss.mean(), at=number))
            if hit.deals:
                right.append(Figure(f"{number}", name, level, hit.games, *hit.rate(), at=number))
    circle = Text("", "")
    if not any(row["rounds"] for rows in mirrored.values() for row in rows):
        circle = Text(
            " Every circle of turns counts as a round.", " Jeder Umlauf von Zügen zählt als eine Runde."
        )
    sides = max(2, len(experiment.sides))
    blind = math.log(sides)
    found = [
        Section(
            "known",
            Text("How early the winner is known", "Wie früh der Sieger feststeht"),
            known_note(f"{blind:.2f}", circle),
            "loss",
            "lines",
            losses,
            "drama",
            blind,
            axis=_ROUND_AXIS,
        ),
        Section(
            "ahead",
            Text("The side ahead wins", "Wer vorn liegt, gewinnt"),
            Text(
                "Share of games won by the side that the estimate has ahead at the start of the round; draws are left "
                f"out.{circle.en}",
                "Anteil der Spiele, die die Seite gewinnt, die zu Beginn der Runde vorn gesehen wird; ohne "
                f"Unentschieden.{circle.de}",
            ),
            "rate",
            "lines",
            right,
            "drama",
            1 / sides,
            axis=_ROUND_AXIS,
        ),
    ]
    return [section for section in found if section.figures]


def known_note(blind: str, circle: Text) -> Text:
    return Text(
        f"Log loss of the game’s own estimate at the start of each round: {blind} is what a guess has that knows "
        f"nothing, 0 would be certainty. Rounds that fewer than a fifth of the games reach are left out.{circle.en}",
        f"Log-Verlust der spieleigenen Einschätzung zu Beginn jeder Runde: {blind.replace('.', ',')} hat, wer gar "
        "nichts weiß, 0 wäre Gewissheit. Runden, die weniger als ein Fünftel der Spiele erreicht, fehlen."
        f"{circle.de}",
    )


def by_round(experiment: BalanceExperiment, rows: list[Row]) -> dict[int, tuple[Sample, Sample]]:
    """By number of the round: what the estimate lost at its start, and whether the side ahead won."""
    found: dict[int, tuple[Sample, Sample]] = defaultdict(lambda: (Sample(), Sample()))
    for row in rows:
        goals = [row["points"][seats[0]] for seats in experiment.sides]
        for number, chances in enumerate(row["chances"], 1):
            loss, hit = found[number]
            loss.add(row["deal"], log_loss(chances, goals))
            if row["drawn"]:
                continue
            if len(chances) == 1:  # alone against the game
                hit.add(row["deal"], float((chances[0] > 0.5) == (goals[0] > 0.5)))
            else:
                ahead = [side for side, chance in enumerate(chances) if chance == max(chances)]
                hit.add(row["deal"], sum(goals[side] for side in ahead) / len(ahead))
    return found


def log_loss(chances: list[float], goals: list[float]) -> float:
    """The log loss of a guess."""
    if len(chances) == 1:
        chances, goals = [chances[0], 1 - chances[0]], [goals[0], 1 - goals[0]]
    return -sum(goal * math.log(max(chance, 1e-6)) for chance, goal in zip(chances, goals, strict=True))


def swings(experiment: BalanceExperiment, mirrored: dict[str, list[Row]]) -> list[Section]:
    """Lead changes and comebacks."""
    sides = len(experiment.sides)
    title = Text("Lead changes", "Führungswechsel")
    note = Text(
        "How often in a game another side comes to be ahead by the game’s own estimate.",
        "Wie oft im Spiel nach der spieleigenen Einschätzung eine andere Seite in Führung geht.",
    )
    asked: list[tuple[str, Text, Value]] = [("changes", title, lambda row: row["changes"])]
    found = [Section("changes", title, note, "number", "none", averages(mirrored, asked, False), "drama")]
    if sides < 2:
        return found
    fair = 1 / sides
    asked = [
        (
            "comeback",
            Text("The winner was nearly beaten", "Der Sieger war fast geschlagen"),
            lambda row: None if row["drawn"] else float(row["low"] <= BEHIND * fair),
        ),
        (
            "behind",
            Text("The winner was behind at half-time", "Der Sieger lag zur Halbzeit zurück"),
            lambda row: None if row["drawn"] or "behind" not in row else float(row["behind"]),
        ),
    ]
    share = f"{100 * BEHIND * fair:.0f}"
    note = Text(
        f"Nearly beaten: the estimate once gave the later winner {share} % or less. Behind at half-time: after half of "
        "the turns another side's chance was higher by more than 2 points. Games without a draw.",
        f"Fast geschlagen: Die Einschätzung gab dem späteren Sieger einmal höchstens {share} %. Zur Halbzeit zurück: "
        "Nach der Hälfte der Abschnitte war die Chance einer anderen Seite um mehr als 2 Punkte höher. Ohne "
        "Unentschieden.",
    )
    title = Text("Comebacks", "Aufholjagden")
    found.append(Section("comebacks", title, note, "rate", "dots", averages(mirrored, asked, True), "drama"))
    return found
