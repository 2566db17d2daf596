"""Merge runs of the same experiment with different seeds, played in different places, into one that can be reported."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from slugfest.kernel import Mistake, Text

from .experiment import Experiment, experiment, open_run
from .runs import Run

_MAY_DIFFER = ("seed", "games", "merged")


def merge(folder: Path, folders: Sequence[Path]) -> Run[Experiment]:
    """Write the games of several runs into a new folder, one run after the other; return the merged run.

    Every series has as many deals as all runs together. The result can be reported and compared, not resumed: a run is
    resumed where it was played.
    """
    if folder.exists() and any(folder.iterdir()):
        raise Mistake(
            Text(
                f"{folder} is not empty; name a new folder",
                f"{folder} ist nicht leer; nenn einen neuen Ordner",
            )
        )
    if len(folders) < 2:
        raise Mistake(
            Text("name two runs or more to merge", "nenn zwei oder mehr Läufe, die vereint werden sollen")
        )
    runs = [open_run(one) for one in folders]
    for run in runs:
        run.look()
        _require_alike(runs[0], run)
    seeds = [run.experiment.seed for run in runs]
    if len(set(seeds)) < len(seeds):
        raise Mistake(
            Text(
                "runs with the same seed have the same games; merging them would count them twice",
                "Läufe mit demselben Startwert haben dieselben Spiele; vereint zählten sie doppelt",
            )
        )
    first = runs[0]
    deals = min(sum(run.done[series.key] for run in runs) for series in first.series)
    games = deals * max(series.games for series in first.series)
    spec = first.experiment.spec | {"seed": " + ".join(seeds), "games": games, "merged": seeds}
    merged = Run(folder, experiment(spec, str(folder)))
    merged.prepare()
    for series in merged.series:
        for run in runs:
            for rows in run.files[series.key].read():
                deal = merged.done[series.key]
                if deal == series.deals:
                    break
                merged.files[series.key].append([row | {"deal": deal} for row in rows])
                merged.done[series.key] += 1
    merged.provenance["merged"] = [
        {"run": run.name, "seed": run.experiment.seed, "sessions": run.provenance.get("sessions", [])}
        for run in runs
    ]
    merged.save()
    return merged


def _require_alike(first: Run[Experiment], run: Run[Experiment]) -> None:
    """Raise unless the games of two runs can be counted together."""
    if run.experiment.stop is not None:
        raise Mistake(
            Text(
                f"{run.name} stops when it knows enough; such runs cannot be merged",
                f"{run.name} hört auf, sobald genug bekannt ist; solche Läufe lassen sich nicht vereinen",
            )
        )
    specs = [
        {key: value for key, value in one.experiment.spec.items() if key not in _MAY_DIFFER}
        for one in (first, run)
    ]
    if specs[0] != specs[1] or first.provenance.get("needs") != run.provenance.get("needs"):
        raise Mistake(
            Text(
                f"{first.name} and {run.name} are not the same experiment: only the seed and the number of games may "
                "differ",
                f"{first.name} und {run.name} sind nicht dasselbe Experiment: Nur Startwert und Anzahl der Spiele "
                "dürfen verschieden sein",
            )
        )


__all__ = ["merge"]
