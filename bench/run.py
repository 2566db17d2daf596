"""./dev bench: how fast the games and the search are, interpreted and compiled, compared with OpenSpiel and RLCard.

Everything is measured in passes, each variant in a process of its own, one after the other; the table shows the
median of the passes, so a disturbance of the machine hits all alike. Where the machine's seconds scatter too much
to compare two revisions, --instructions counts what the processor is asked to do instead.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from goals import CARDS, SPEEDS, Found, Verdict, judge
from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parent
COMPILED = HERE.parent / "build" / "compiled"
SOURCES = HERE.parent / "src"

REFERENCE = CARDS  # the row that is held against the other projects
SLOWER = 0.95  # of what it was: what is below is pointed at
CAUTION = (
    "The games differ: other cards, other numbers of seats, longer and shorter games. A ratio between projects "
    "says how far a playing program gets in a second, not whose code is better. Our random play and all searches "
    "run inside the engine; “driven from Python” is one call a step, as the other projects' random play is measured. "
    "Our bots search to the game's own estimate; OpenSpiel's play every imagined game to its end, which is the "
    "other line of ours. Its ISMCTSBot thinks on information sets, as ours does; its MCTSBot sees all cards."
)


def child(
    console: Console,
    title: str,
    script: str,
    path: Path | None,
    *arguments: str,
    under: list[str] | None = None,
) -> Found:
    """Run a measuring script in a process of its own and read what it prints; optionally under another program."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    env["PYTHONHASHSEED"] = "0"  # the same order of every set in every process
    if path is not None:
        env["PYTHONPATH"] = str(path)
    console.print(f"{title} …", highlight=False)
    command = [*(under or []), sys.executable, str(HERE / script), *arguments]
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{title} failed:\n{done.stderr[-3000:]}")
    found: Found = json.loads(done.stdout.splitlines()[-1])
    return found


def ours(found: Found, title: str, path: Path, compiled: bool) -> Found:
    """The rows of a measured variant, once it is sure that it was the one we meant."""
    if found["compiled"] != compiled:
        raise SystemExit(f"{title} was meant, but Python found the other variant under {path.name}/")
    rows: Found = found["rows"]
    return rows


def measure_ours(console: Console, label: str, title: str, path: Path, compiled: bool) -> Found:
    """Measure our games once."""
    return ours(child(console, f"{label}: {title}", "measure.py", path), title, path, compiled)


def medians(passes: list[Found]) -> Found:
    """The median of every number over the passes."""
    middle: Found = {}
    for key, value in passes[0].items():
        values = [one[key] for one in passes]
        if isinstance(value, dict):
            middle[key] = medians(values)
        else:
            middle[key] = statistics.median(values) if isinstance(value, float) else value
    return middle


def number(value: float) -> str:
    """A speed, short enough for a table."""
    if value >= 1e6:
        return f"{value / 1e6:.2f} M"
    if value >= 1e4:
        return f"{value / 1e3:.1f} k"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def times(value: float) -> str:
    return f"{value:.1f} ×"


def our_table(interpreted: Found, compiled: Found) -> Table:
    table = Table(title="Slugfest", caption="median of short rounds, in processor time of one core")
    for column in ("game, table", "", "interpreted", "compiled", "ratio"):
        table.add_column(column, justify="left" if column in ("game, table", "") else "right")
    for key, slow in interpreted.items():
        fast = compiled.get(key)
        for speed, title in SPEEDS.items():
            found = [number(fast[speed]), times(fast[speed] / slow[speed])] if fast else ["–", "–"]
            table.add_row(key if speed == "random" else "", title, number(slow[speed]), *found)
        if slow["copy_bytes"]:
            found = (
                [number(fast["copy_bytes"]), times(fast["copy_bytes"] / slow["copy_bytes"])]
                if fast
                else ["–", "–"]
            )
            table.add_row("", "bytes a copy holds", number(slow["copy_bytes"]), *found)
        table.add_section()
    return table


def change_table(before: Found, after: Found, title: str, unit: str) -> Table:
    """Compare every speed of an earlier revision with today's."""
    table = Table(title=title, caption=f"{unit}; marked where less than {SLOWER:.0%} is left")
    for column in ("game, table", "", "before", "now", "ratio", ""):
        table.add_column(column, justify="left" if column in ("game, table", "") else "right")
    for key, then in before.items():
        for speed, what in SPEEDS.items():
            if speed not in then:
                continue
            ratio = after[key][speed] / then[speed]
            mark = "SLOWER" if ratio < SLOWER else ""
            row = key if speed == "random" else ""
            table.add_row(row, what, number(then[speed]), number(after[key][speed]), f"{ratio:.2f} ×", mark)
        table.add_section()
    return table


Variants = dict[tuple[str, str], tuple[Path, bool]]  # kind and time: where it is, whether it is compiled


def variants(earlier: Path, compiled: Path) -> Variants:
    return {
        ("interpreted", "before"): (earlier / "src", False),
        ("interpreted", "now"): (SOURCES, False),
        ("compiled", "before"): (earlier / "build" / "compiled", True),
        ("compiled", "now"): (compiled, True),
    }


def compare(console: Console, which: Variants, passes: int) -> dict[tuple[str, str], Found]:
    """Measure an earlier revision and today's code by turns."""
    found: dict[tuple[str, str], list[Found]] = {variant: [] for variant in which}
    for index in range(passes):
        for variant, (path, is_compiled) in which.items():
            label = f"pass {index + 1} of {passes}, {variant[1]}"
            found[variant].append(measure_ours(console, label, variant[0], path, is_compiled))
    return {variant: medians(measured) for variant, measured in found.items()}


def compare_instructions(
    console: Console, which: Variants, rows: str, into: Path
) -> dict[tuple[str, str], Found]:
    """Count the instructions of an earlier revision and of today's code, for the same pieces of work."""
    if not shutil.which("valgrind"):
        raise SystemExit("Instructions are counted by valgrind: sudo apt install valgrind")
    found: dict[tuple[str, str], Found] = {}
    for (kind, when), (path, is_compiled) in which.items():
        plan = into / f"{kind}.json"
        if (kind, "before") not in found:  # by today's code; both revisions get the same pieces of work
            today = which[kind, "now"][0]
            planned = child(console, f"how much to count, {kind}", "instructions.py", today, "--rows", rows)
            plan.write_text(json.dumps(ours(planned, kind, today, is_compiled)), "utf-8")
        folder = into / f"{kind}-{when}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        valgrind = ["valgrind", "-q", "--tool=callgrind", "--instr-atstart=no"]
        valgrind.append(f"--callgrind-out-file={folder / 'counted'}")
        options = ("--plan", str(plan), "--folder", str(folder), "--rows", rows)
        counted = child(console, f"{when}: {kind}", "instructions.py", path, *options, under=valgrind)
        found[kind, when] = {
            row: {speed: units / instructions * 1e6 for speed, (units, instructions) in cells.items()}
            for row, cells in ours(counted, kind, path, is_compiled).items()
        }
    return found


def report_changes(console: Console, found: dict[tuple[str, str], Found], unit: str) -> bool:
    """Print before and now; whether no speed has fallen."""
    ratios: list[tuple[float, str]] = []
    for kind in dict.fromkeys(kind for kind, _ in found):
        before, after = found[kind, "before"], found[kind, "now"]
        console.print(change_table(before, after, f"Before and now, {kind}", unit))
        for row, speeds in before.items():
            for speed in SPEEDS.keys() & speeds.keys():
                ratios.append((after[row][speed] / speeds[speed], f"{row}: {SPEEDS[speed]}, {kind}"))
    if not ratios:
        raise SystemExit("No row was measured; --rows must be part of a row's name, such as kapow-dice.")
    fallen = sum(ratio < SLOWER for ratio, _ in ratios)
    least, where = min(ratios)
    console.print(
        f"{fallen} of {len(ratios)} speeds have fallen by more than 5 %. The least is {least:.3f} × ({where})."
    )
    return fallen == 0


def rival_table(reference: Found, rivals: Found) -> Table:
    """Their speeds, and ours on the reference game as a multiple of them."""
    table = Table(
        title=f"Beside other projects ({REFERENCE}, compiled)",
        caption="like for like: random play driven from Python, searches that play to the end",
    )
    for column in ("project", "what", "per second", "ours is", "like for like"):
        table.add_column(column, justify="left" if column in ("project", "what") else "right")
    for project, found in rivals.items():
        if not found:
            table.add_row(project, "not installed: ./dev bench installs it", "–", "–", "–")
        for what, speed in found.items():
            search = what.startswith("search")
            speed_of_ours = reference["search" if search else "random"]
            like = reference["search_to_end" if search else "stepped"]
            table.add_row(project, what, number(speed), times(speed_of_ours / speed), times(like / speed))
        table.add_section()
    return table


def goal_table(verdicts: list[Verdict]) -> Table:
    table = Table(title="To reach, compiled", caption=f"{summed_up(verdicts)}")
    for column in ("goal", "to reach", "found", ""):
        table.add_column(column, justify="left" if column in ("goal", "") else "right")
    for verdict in verdicts:
        goal, shown = verdict.goal, times if verdict.goal.compared_with else number
        bound = f"{'at most ' if goal.most else ''}{shown(goal.least)}"
        found = "not measured" if verdict.found is None else shown(verdict.found)
        table.add_row(goal.name, bound, found, "reached" if verdict.reached else "[bold]MISSED[/]")
    return table


def summed_up(verdicts: list[Verdict]) -> str:
    reached = sum(verdict.reached for verdict in verdicts)
    return f"{reached} of {len(verdicts)} goals reached, {len(verdicts) - reached} missed"


def main() -> None:
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__)
    parser.add_argument("--passes", type=int, default=3, help="how often everything is measured (3)")
    parser.add_argument("--compiled", type=Path, default=COMPILED, help="where the compiled copy is")
    parser.add_argument("--json", type=Path, help="write all numbers to this file, too")
    parser.add_argument(
        "--strict", action="store_true", help="fail if a goal is missed, or a speed has fallen"
    )
    parser.add_argument(
        "--against", type=Path, help="an earlier revision, built: compare with it, nothing else"
    )
    parser.add_argument(
        "--instructions",
        action="store_true",
        help="with --against: count instructions with valgrind; seconds of a shared machine scatter, counts do not",
    )
    parser.add_argument(
        "--rows", default="", help="with --instructions: only rows with this text (kapow-dice)"
    )
    parser.add_argument(
        "--kind", choices=("interpreted", "compiled"), help="with --against: only this kind (default: both)"
    )
    parser.add_argument(
        "--profiles",
        type=Path,
        help="with --instructions: keep what callgrind wrote here, for callgrind_annotate",
    )
    arguments = parser.parse_args()
    console = Console()
    if arguments.instructions and not arguments.against:
        parser.error("--instructions compares two revisions: ./dev bench --against REV --instructions")
    if arguments.against:
        which = variants(arguments.against, arguments.compiled)
        which = {key: value for key, value in which.items() if arguments.kind in (None, key[0])}
        if arguments.instructions:
            with tempfile.TemporaryDirectory(prefix="slugfest-bench-") as temporary:
                into = arguments.profiles or Path(temporary)
                into.mkdir(parents=True, exist_ok=True)
                counted = compare_instructions(console, which, arguments.rows, into)
            kept = report_changes(console, counted, "units of work in a million instructions")
        else:
            measured = compare(console, which, max(1, arguments.passes))
            kept = report_changes(console, measured, "median of the passes")
        raise SystemExit(0 if kept or not arguments.strict else 1)
    slow: list[Found] = []
    fast: list[Found] = []
    others: list[Found] = []
    has_compiled = (arguments.compiled / "slugfest").is_dir()
    for index in range(max(1, arguments.passes)):
        label = f"pass {index + 1} of {max(1, arguments.passes)}"
        slow.append(measure_ours(console, label, "interpreted", SOURCES, False))
        if has_compiled:
            fast.append(measure_ours(console, label, "compiled", arguments.compiled, True))
        others.append(child(console, f"{label}: OpenSpiel and RLCard", "rivals.py", None))
    interpreted, compiled, rivals = medians(slow), medians(fast) if fast else {}, medians(others)
    console.print(our_table(interpreted, compiled))
    verdicts: list[Verdict] = []
    if compiled:
        verdicts = judge(interpreted, compiled, rivals)
        console.print(rival_table(compiled[REFERENCE], rivals))
        console.print(goal_table(verdicts))
    else:
        console.print("Nothing is compiled: run ./dev build (or ./dev bench, which does it).")
    console.print(CAUTION)
    if arguments.json:
        goals = [
            {
                **verdict.goal._asdict(),
                "name": verdict.goal.name,
                "found": verdict.found,
                "reached": verdict.reached,
            }
            for verdict in verdicts
        ]
        found = {"interpreted": interpreted, "compiled": compiled, "rivals": rivals, "goals": goals}
        arguments.json.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    if arguments.strict and not (verdicts and all(verdict.reached for verdict in verdicts)):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
