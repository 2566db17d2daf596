"""Who wins: by seat, by who begins, by member of the cast, by line-up, against whom and with whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from slugfest.kernel import Text

from .experiment import BalanceExperiment
from .figures import Figure, Sample
from .measure import Row
from .sections import Section

BALANCED = (0.44, 0.56)  # a member of the cast outside of this had better be looked at
MOST = 10  # line-ups shown at either end

Samples = dict[tuple[str, ...], Sample]


def who_wins(experiment: BalanceExperiment, mirrored: dict[str, list[Row]]) -> list[Section]:
    """All sections about who wins, from games between equals."""
    fair = 1 / len(experiment.sides) if len(experiment.sides) > 1 else None
    strongest = list(mirrored)[-1] if mirrored else ""
    found = [by_seat(mirrored, fair), by_start(mirrored, fair), by_member(experiment, mirrored, fair)]
    if strongest:
        found += [
            by_line_up(experiment, mirrored, fair),
            against(experiment, mirrored[strongest], strongest),
            together(experiment, mirrored[strongest], strongest, fair),
        ]
    return [section for section in found if section is not None and section.figures]


def figures(samples: Samples, names: dict[str, Text]) -> list[Figure]:
    """Samples by key and level as rates."""
    return [
        Figure(key, names[key], level, sample.games, *sample.rate())
        for (key, level), sample in samples.items()
    ]


def by_seat(mirrored: dict[str, list[Row]], fair: float | None) -> Section | None:
    if fair is None:
        title = Text("Against the game", "Gegen das Spiel")
        note = Text(
            "How often the players beat the game; a draw counts half.",
            "Wie oft das Spiel geschlagen wird; ein Unentschieden zählt halb.",
        )
    else:
        title = Text("By seat", "Nach Platz")
        note = Text(
            "Share of games won from each seat between equally strong bots; a draw is shared.",
            "Anteil der Siege von jedem Platz zwischen gleich starken Bots; ein Unentschieden wird geteilt.",
        )
    samples: Samples = defaultdict(Sample)
    names: dict[str, Text] = {}
    for level, rows in mirrored.items():
        for row in rows:
            for seat, points in enumerate(row["points"] if fair is not None else row["points"][:1]):
                key = f"seat-{seat + 1}"
                samples[key, level].add(row["deal"], points)
                names[key] = Text(f"Seat {seat + 1}", f"Platz {seat + 1}")
                if fair is None:
                    names[key] = Text("Players win", "Sieg der Spieler")
    return Section("seats", title, note, "rate", "dots", figures(samples, names), "who", fair)


def by_start(mirrored: dict[str, list[Row]], fair: float | None) -> Section | None:
    if fair is None:
        return None
    names = {
        "begins": Text("Begins", "Beginnt"),
        "follows": Text("Does not begin", "Beginnt nicht"),
    }
    samples: Samples = defaultdict(Sample)
    for level, rows in mirrored.items():
        for row in rows:
            for seat, points in enumerate(row["points"] if row["begins"] else []):
                samples["begins" if seat in row["begins"] else "follows", level].add(row["deal"], points)
    note = Text(
        "What it is worth to begin: share of games won by the player who begins and by the others.",
        "Was das Beginnen wert ist: Anteil der Siege für den, der beginnt, und für die anderen.",
    )
    title = Text("First-move advantage", "Vorteil des ersten Zugs")
    return Section("start", title, note, "rate", "dots", figures(samples, names), "who", fair)


def sides_of(experiment: BalanceExperiment, row: Row) -> Iterator[tuple[list[str], float]]:
    """Each side of a game: its line-up and its share of the win."""
    for seats in experiment.sides:
        members = [member for seat in seats for member in row["line_ups"][seat]]
        yield members, row["points"][seats[0]]


def by_member(
    experiment: BalanceExperiment, mirrored: dict[str, list[Row]], fair: float | None
) -> Section | None:
    cast = experiment.game.reports.cast()
    samples: Samples = defaultdict(Sample)
    for member in cast:
        for level, rows in mirrored.items():
            for row in rows:
                for members, points in sides_of(experiment, row):
                    if member in members:
                        samples[member, level].add(row["deal"], points)
    lot = Text("Line-ups are drawn by lot.", "Wer antritt, wird ausgelost.")
    chosen = Text("Line-ups are what the bots chose.", "Wer antritt, haben die Bots gewählt.")
    how = lot if experiment.meetings else chosen
    note = Text(
        "Share of games won with each on one’s own side. The band from 44 to 56 % passes for balanced. "
        + how.en,
        "Anteil der Siege mit jedem auf der eigenen Seite. Das Band von 44 bis 56 % gilt als ausgewogen. "
        + how.de,
    )
    title = Text("By character", "Nach Charakter")
    band = BALANCED if fair == 0.5 else None
    return Section("members", title, note, "rate", "dots", figures(samples, cast), "who", fair, band)


def by_line_up(
    experiment: BalanceExperiment, mirrored: dict[str, list[Row]], fair: float | None
) -> Section | None:
    """Whole line-ups, where they are more than one character each."""
    cast = experiment.game.reports.cast()
    samples: Samples = defaultdict(Sample)
    names: dict[str, Text] = {}
    for level, rows in mirrored.items():
        for row in rows:
            for members, points in sides_of(experiment, row):
                if len(members) > 1:
                    ordered = sorted(members, key=list(cast).index)
                    key = "+".join(ordered)
                    samples[key, level].add(row["deal"], points)
                    names[key] = Text(
                        " + ".join(cast[member].en for member in ordered),
                        " + ".join(cast[member].de for member in ordered),
                    )
    if not samples:
        return None
    strongest = list(mirrored)[-1]
    ranked = sorted(
        (key for key in names if (key, strongest) in samples), key=lambda key: -samples[key, strongest].value
    )
    kept: Samples = {(key, strongest): samples[key, strongest] for key in ranked}
    note = Text(
        "Share of games won by whole line-ups, best first, at the greatest strength.",
        "Anteil der Siege ganzer Aufstellungen, die beste zuerst, bei der größten Spielstärke.",
    )
    title = Text("By team", "Nach Team")
    return Section("teams", title, note, "rate", "dots", figures(kept, names), "who", fair)


def pairs(samples: Samples, cast: dict[str, Text], level: str) -> list[Figure]:
    return [
        Figure(one, cast[one], level, sample.games, *sample.rate(), other, cast[other])
        for one in cast
        for other in cast
        if (sample := samples.get((one, other))) is not None
    ]


def against(experiment: BalanceExperiment, rows: list[Row], level: str) -> Section | None:
    """Everybody against everybody, in games of two sides."""
    if len(experiment.sides) != 2:
        return None
    samples: Samples = defaultdict(Sample)
    for row in rows:
        (one, points), (other, rest) = sides_of(experiment, row)
        for mine in one:
            for theirs in other:
                samples[mine, theirs].add(row["deal"], points)
                samples[theirs, mine].add(row["deal"], rest)
    note = Text(
        "Row against column: share of games won with the one on the left against the one above, at the greatest "
        "strength.",
        "Zeile gegen Spalte: Anteil der Siege mit dem links gegen den oben, bei der größten Spielstärke.",
    )
    title = Text("Against whom", "Gegen wen")
    return Section(
        "against",
        title,
        note,
        "rate",
        "heat",
        pairs(samples, experiment.game.reports.cast(), level),
        "who",
        0.5,
    )


def together(
    experiment: BalanceExperiment, rows: list[Row], level: str, fair: float | None
) -> Section | None:
    """Everybody with everybody on one side."""
    samples: Samples = defaultdict(Sample)
    for row in rows:
        for members, points in sides_of(experiment, row):
            for mine in members:
                for mate in members:
                    if mine != mate:
                        samples[mine, mate].add(row["deal"], points)
    note = Text(
        "Row with column on the same side: share of games won, at the greatest strength.",
        "Zeile zusammen mit Spalte auf einer Seite: Anteil der Siege, bei der größten Spielstärke.",
    )
    title = Text("Together with whom", "Mit wem zusammen")
    return Section(
        "together",
        title,
        note,
        "rate",
        "heat",
        pairs(samples, experiment.game.reports.cast(), level),
        "who",
        fair,
    )
