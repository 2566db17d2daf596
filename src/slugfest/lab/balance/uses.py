"""What is used, how often, and how that correlates with winning."""

from __future__ import annotations

from slugfest.kernel import Text, Usable

from .experiment import BalanceExperiment
from .figures import Figure, Sample, difference
from .measure import Row
from .sections import Section

FEW = 10  # games with and without it, before a difference is shown


def uses(experiment: BalanceExperiment, mirrored: dict[str, list[Row]]) -> list[Section]:
    """For every kind of thing: how often it is used at all, and how much more is won with it than without."""
    kinds: dict[str, list[Usable]] = {}
    about = experiment.asked.about
    for usable in experiment.game.reports.usable:
        if about and usable.owner and usable.owner != about:
            continue
        kinds.setdefault(usable.kind.en, []).append(usable)
    found: list[Section] = []
    for number, alike in enumerate(kinds.values(), 1):
        shares: list[Figure] = []
        gains: list[Figure] = []
        for level, rows in mirrored.items():
            for usable in alike:
                used, without, share = samples(rows, usable)
                if not share.deals:
                    continue
                shares.append(Figure(usable.key, usable.name, level, share.games, *share.rate()))
                if min(used.games, without.games) >= FEW:
                    gain = difference(used, without)
                    gains.append(Figure(usable.key, usable.name, level, used.games + without.games, *gain))
        if not any(figure.value for figure in shares):
            continue  # nothing of this kind is in the game as it was played
        found += both(alike[0].kind, number, shares, gains)
    return found


def samples(rows: list[Row], usable: Usable) -> tuple[Sample, Sample, Sample]:
    """Points with it, points without it, and how often it was used at all, seat by seat where it could be."""
    used, without, share = Sample(), Sample(), Sample()
    for row in rows:
        for seat, points in enumerate(row["points"]):
            if usable.owner and usable.owner not in row["line_ups"][seat]:
                continue
            there = usable.key in row["used"][seat]
            share.add(row["deal"], float(there))
            (used if there else without).add(row["deal"], points)
    return used, without, share


def both(kind: Text, number: int, shares: list[Figure], gains: list[Figure]) -> list[Section]:
    """The two sections of a kind."""
    note = Text(
        "Share of games in which a player who could use it did so at least once; every player of a game counts.",
        "Anteil der Spiele, in denen jemand, der es benutzen konnte, es wenigstens einmal tat; alle, die "
        "mitspielen, zählen.",
    )
    gain_note = Text(
        "How many more games in a hundred were won by those who used it than by those who could have and did not. It "
        "goes together; it need not be the cause: who is winning may use more.",
        "Wie viel mehr von hundert Spielen gewann, wer es benutzte, als wer es konnte und nicht tat. Das geht "
        "zusammen, muss aber nicht die Ursache sein: Wer gerade gewinnt, benutzt vielleicht mehr.",
    )
    used = Text(f"{kind.en}: how often", f"{kind.de}: wie oft")
    gained = Text(f"{kind.en}: wins with and without", f"{kind.de}: Siege mit und ohne")
    found = [Section(f"used-{number}", used, note, "rate", "dots", shares, "uses")]
    if gains:
        found.append(
            Section(f"gain-{number}", gained, gain_note, "difference", "dots", gains, "uses", fair=0.0)
        )
    return found
