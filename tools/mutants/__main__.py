"""The command behind ``./dev mutants``."""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
import time

from slugfest.kernel import SlugfestError

from .equivalents import FOLDER, load, outdated, reason_for
from .judge import Progress, judge
from .mutants import Mutant, draw
from .reach import KEPT, known_reach
from .report import GOAL, Findings
from .suite import ROOT, GameSuite


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="./dev mutants",
        description="Put small faults into a game's rules and see whether a test notices.",
    )
    parser.add_argument("game", metavar="GAME", help="kapow-cards, for example")
    parser.add_argument("--sample", type=int, default=300, metavar="N", help="how many (default: 300)")
    parser.add_argument("--seed", default="1", metavar="S", help="another seed, another sample (default: 1)")
    parser.add_argument(
        "--workers", type=int, default=2, metavar="W", help="processes at a time (default: 2)"
    )
    parser.add_argument("--file", default="*", metavar="PATTERN", help="only files like rules/attack.py")
    parser.add_argument(
        "--without", action="append", default=[], metavar="PATTERN", help="leave out tests like '*test_bots*'"
    )
    parser.add_argument("--again", action="store_true", help="only those that survived the last run")
    chosen = parser.parse_args(arguments)
    try:
        suite = GameSuite(chosen.game.replace("_", "-"), chosen.without)
    except SlugfestError as error:
        parser.error(str(error))
    os.chdir(ROOT)
    return run(suite, chosen)


def run(suite: GameSuite, chosen: argparse.Namespace) -> int:
    began = time.monotonic()
    suite.warm_up()
    gc.freeze()
    reach = known_reach(suite)
    if reach.failing is not None:
        print(f"Mend this first: {reach.failing} fails without any mutant.")
        return 1
    sources = suite.sources(chosen.file)
    listed = load(FOLDER / f"{suite.game}.toml")
    kept = KEPT / f"{suite.game}.survivors.json"
    earlier = json.loads(kept.read_text("utf-8")) if chosen.again and kept.is_file() else None
    mutants: list[Mutant] = []
    equivalents: list[tuple[Mutant, str]] = []
    for mutant in draw(sources, chosen.seed):
        if len(mutants) == chosen.sample:
            break
        if reason := reason_for(mutant, listed):
            equivalents.append((mutant, reason))
        else:
            mutants.append(mutant)
    if earlier is not None:
        mutants = [mutant for mutant in mutants if [mutant.function, mutant.before, mutant.after] in earlier]
    print(f"{len(mutants)} mutants of {suite.game}, seed {chosen.seed}", flush=True)
    verdicts = judge(suite, mutants, reach, chosen.workers, Progress(len(mutants)))
    findings = Findings(
        suite.game,
        chosen.seed,
        verdicts,
        equivalents,
        outdated(listed, suite.sources()),
        time.monotonic() - began,
    )
    KEPT.mkdir(parents=True, exist_ok=True)
    left = [verdict.mutant for verdict in findings.survivors]
    kept.write_text(json.dumps([[mutant.function, mutant.before, mutant.after] for mutant in left]), "utf-8")
    report = KEPT / f"{suite.game}.md"
    report.write_text(findings.text(), "utf-8")
    for entry in findings.outdated:
        print(f"  listed as equivalent, but fits nothing: {entry}")
    print(f"{findings.summary()}. The report: {report.relative_to(ROOT)}")
    return 0 if findings.share >= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
