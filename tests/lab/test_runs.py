"""Runs can be left at any moment, resumed, extended and repeated; every time the same bytes come out."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from slugfest.cli.progress import executor_for
from slugfest.kernel import ContentError, Mistake, seeded
from slugfest.lab.batches import PoolExecutor, Throughput
from slugfest.lab.deals import MEASURES, Cell
from slugfest.lab.experiment import Experiment, experiment, open_run, read_experiment, titles
from slugfest.lab.merging import merge
from slugfest.lab.run_report import (
    CellReport,
    compare,
    reports,
    run_json,
    scales,
    show_comparison,
    show_report,
    show_status,
)
from slugfest.lab.runs import Progress, Run
from slugfest.lab.sequential import BETTER, GAVE_UP, GO_ON

CARDS: dict[str, Any] = {"game": "kapow-cards", "bots": ["greedy", "random"], "games": 12, "seed": "runs"}


def played(folder: Path, told: dict[str, Any], workers: int = 1) -> Run[Experiment]:
    run = Run(folder, experiment(told))
    run.prepare()
    run.play(PoolExecutor(workers))
    return run


def results(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted((folder / "results").iterdir())}


def test_the_same_bytes_come_out_of_one_process_and_of_two(tmp_path: Path) -> None:
    told = CARDS | {"vary": {"W14.value": [5, 14]}, "measure": list(MEASURES)}
    played(tmp_path / "one", told)
    played(tmp_path / "two", told, workers=2)
    assert results(tmp_path / "one") == results(tmp_path / "two")
    assert len(results(tmp_path / "one")) == 2


def test_a_run_goes_on_from_whatever_an_interruption_has_left(tmp_path: Path) -> None:
    whole = played(tmp_path / "whole", CARDS)
    (file,) = (tmp_path / "whole" / "results").iterdir()
    data = file.read_bytes()
    rng = seeded("torn")
    cuts = [0, 1, len(data) - 1, *(rng.below(len(data)) for _ in range(5))]
    for cut in cuts:
        folder = tmp_path / f"cut{cut}"
        shutil.copytree(whole.folder, folder)
        torn = b"\0\0\0" if cut % 2 else b""  # what a power cut may leave
        (folder / "results" / file.name).write_bytes(data[:cut] + torn)
        again = open_run(folder)
        again.prepare()
        again.play(PoolExecutor(1))
        assert results(folder) == results(whole.folder)
        shutil.rmtree(folder)


def test_ctrl_c_leaves_a_run_that_can_be_resumed(tmp_path: Path) -> None:
    whole = played(tmp_path / "whole", CARDS)
    run = Run(tmp_path / "left", experiment(CARDS))
    run.prepare()

    def leave(progress: Progress) -> None:
        if progress.deals >= 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.play(PoolExecutor(1), leave)
    again = open_run(run.folder)
    again.look()
    assert 2 <= again.progress().deals < again.progress().total == 6
    again.prepare()
    again.play(PoolExecutor(1))
    assert results(run.folder) == results(whole.folder)
    assert len(again.provenance["sessions"]) == 2


def test_more_games_are_added_to_those_that_are_there(tmp_path: Path) -> None:
    whole = played(tmp_path / "whole", CARDS | {"games": 20})
    played(tmp_path / "grown", CARDS | {"games": 6})
    played(tmp_path / "grown", CARDS | {"games": 20})
    assert results(tmp_path / "grown") == results(whole.folder)


def test_a_folder_is_not_resumed_by_another_experiment_or_other_content(tmp_path: Path) -> None:
    run = played(tmp_path / "run", CARDS)
    with pytest.raises(Mistake, match="another experiment"):
        Run(run.folder, experiment(CARDS | {"seed": "another"})).prepare()
    made = json.loads((run.folder / "made.json").read_text())
    made["needs"]["content"]["kapow-cards"] = "0123"
    (run.folder / "made.json").write_text(json.dumps(made))
    with pytest.raises(Mistake, match="results would not go together"):
        open_run(run.folder).prepare()
    with pytest.raises(Mistake, match="is no run"):
        open_run(tmp_path)


def test_a_run_says_what_made_it(tmp_path: Path) -> None:
    run = played(tmp_path / "run", CARDS | {"vary": {"W14.value": [5]}})
    made = json.loads((run.folder / "made.json").read_text())
    assert made["needs"]["rules"] == {"kapow-cards": 1}
    assert len(made["needs"]["content"]["kapow-cards"]) == 16
    assert made["needs"]["bots"]["greedy"].startswith("greedy ")
    assert made["sessions"][0]["engine"] in ("compiled", "interpreted")
    assert run.experiment.cells[0].game.startswith("kapow-cards@w14-value-5.")


def test_a_stopping_rule_ends_a_cell_at_the_verdict_and_nothing_behind_it_is_kept(tmp_path: Path) -> None:
    stop = {"worse": 0.5, "better": 0.7}
    told = {**CARDS, "games": 80, "stop": stop}
    run = played(tmp_path / "stopped", told)
    parallel = played(tmp_path / "parallel", told, workers=2)
    free = played(tmp_path / "free", CARDS | {"games": 80})
    ((_, stopped),) = results(run.folder).items()
    ((_, all_games),) = results(free.folder).items()
    assert results(parallel.folder) == results(run.folder)
    assert all_games.startswith(stopped)
    assert len(stopped) < len(all_games)
    assert reports(run)[0].verdict == BETTER
    again = open_run(run.folder)
    again.prepare()
    again.play(PoolExecutor(1))  # there is nothing left to do
    assert results(run.folder) == results(parallel.folder)


def test_a_stopping_rule_gives_up_after_the_games_it_may_have_and_goes_on_with_more(tmp_path: Path) -> None:
    even = {**CARDS, "bots": ["random", "random"], "stop": {"worse": 0.5, "better": 0.51}}
    run = played(tmp_path / "run", even | {"games": 4})
    assert reports(run)[0].verdict == GAVE_UP
    more = Run(run.folder, experiment(even | {"games": 8}))
    more.prepare()
    assert more.tests[more.experiment.cells[0].key].verdict == GO_ON
    more.play(PoolExecutor(1))
    assert more.progress().deals == 4


def test_a_deal_is_played_on_swapped_seats_and_the_same_for_every_variant(tmp_path: Path) -> None:
    run = played(tmp_path / "run", CARDS | {"games": 2, "vary": {"W14.value": [14, 13]}})
    for cell in run.experiment.cells:
        (rows,) = run.files[cell.key].read()
        assert [row["sides"] for row in rows] == [[0, 1], [1, 0]]
    assert len({cell.scene for cell in run.experiment.cells}) == 1


def test_three_bots_sit_on_every_seat_once(tmp_path: Path) -> None:
    told = {"game": "kapow-cards", "seats": 3, "bots": ["random", "greedy", "random"], "games": 3}
    run = played(tmp_path / "run", told)
    (rows,) = run.files[run.experiment.cells[0].key].read()
    assert sorted(row["sides"] for row in rows) == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    assert all(sum(row["points"]) == pytest.approx(1) for row in rows)


def test_line_ups_meet_on_both_seats(tmp_path: Path) -> None:
    told = {
        "game": "tag-team",
        "bots": "random",
        "line_ups": [["joan", "ching"], ["bodvar", "wong"]],
        "games": 2,
        "measure": ["line-ups"],
    }
    run = played(tmp_path / "run", told)
    (rows,) = run.files[run.experiment.cells[0].key].read()
    there, back = [[sorted(members) for members in row["line_ups"]] for row in rows]
    assert there == [["ching", "joan"], ["bodvar", "wong"]]
    assert back == list(reversed(there))


def test_a_report_has_rates_and_intervals_by_side_and_by_seat(tmp_path: Path) -> None:
    run = played(tmp_path / "run", CARDS)
    told = run_json(run)
    (cell,) = told["cells"]
    low, high = cell["sides"][0]["interval"]
    assert low < cell["sides"][0]["rate"] < high
    assert sum(side["rate"] for side in cell["sides"]) == pytest.approx(1)
    assert sum(seat["rate"] for seat in cell["by_seat"]) == pytest.approx(1)
    assert (cell["games"], cell["deals"]) == (12, 6)
    assert sum(cell["reasons"].values()) == 12


def test_bots_that_meet_in_pairs_are_rated_with_intervals(tmp_path: Path) -> None:
    told = {"game": "kapow-cards", "pairs": ["random", "easy", "greedy"], "games": 12, "seed": "rated"}
    run = played(tmp_path / "run", told)
    assert [cell.bots for cell in run.experiment.cells] == [
        ("random", "easy"),
        ("random", "greedy"),
        ("easy", "greedy"),
    ]
    (scale,) = run_json(run)["ratings"]
    best, _, worst = scale["ratings"]
    assert (best["name"], worst["name"]) == ("greedy", "random")
    assert best["interval"][0] < best["elo"] < best["interval"][1]
    assert best["games"] == 24
    console = Console(width=100, record=True, file=io.StringIO())
    show_report(run, console, "de")
    assert "Wertungen: kapow-cards, 2" in console.export_text()
    two = played(tmp_path / "two", CARDS)
    assert run_json(two)["ratings"] == []  # the win rate says it all


def test_line_ups_that_met_are_rated_as_well() -> None:
    found = []
    for pair in ("ab", "bc", "ca"):
        cell = Cell(pair, "kapow-dice", 2, {"first": pair[0]}, ("hard",), ((pair[0],), (pair[1],)))
        found.append(CellReport(cell))
        for wins in (1.0, 0.0, 1.0) if pair != "ca" else (0.0, 0.0, 0.0):
            row = {"points": [wins, 1 - wins], "winners": [0], "reason": "END"}
            found[-1].book([row, row])
    (scale,) = scales(found)
    assert scale.about == "kapow-dice, 2, hard"
    assert [rating.name for rating in scale.ratings.ranking()] == ["a", "b", "c"]
    assert scales(found[:1]) == []


def test_two_runs_are_compared_deal_by_deal(tmp_path: Path) -> None:
    one = played(tmp_path / "one", CARDS)
    same = played(tmp_path / "same", CARDS)
    other = played(tmp_path / "other", CARDS | {"bots": ["random", "random"]})
    (cell,) = compare(one, same)["cells"]
    assert cell["identical"]
    assert cell["difference"]["mean"] == 0
    (cell,) = compare(one, other)["cells"]
    assert not cell["identical"]
    assert cell["same_deals"]
    low, high = cell["difference"]["interval"]
    assert low < cell["difference"]["mean"] < high


def test_the_rates_beside_a_difference_are_of_the_same_deals(tmp_path: Path) -> None:
    """Two rates whose difference is another number would make a reader doubt both."""
    one = played(tmp_path / "one", CARDS)
    fewer = played(tmp_path / "fewer", CARDS | {"bots": ["random", "random"], "games": 6})
    (cell,) = compare(one, fewer)["cells"]
    first, second = cell["rates"]
    assert cell["deals"] == 3
    assert first > second
    assert second - first == pytest.approx(cell["difference"]["mean"], abs=2e-4)  # as in `slugfest compare`
    shown = Console(width=160, record=True, file=io.StringIO())
    show_comparison(one, fewer, shown)
    assert f"{100 * first:.1f} %" in shown.export_text()


def test_two_processes_do_not_play_the_same_run(tmp_path: Path) -> None:
    hold_it = "import sys; from pathlib import Path; from slugfest.lab.results import lock\n"
    hold_it += "held = lock(Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()"
    (tmp_path / "run").mkdir()
    words = [sys.executable, "-c", hold_it, str(tmp_path / "run")]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(Mistake, match="is being played by another process"):
            Run(tmp_path / "run", experiment(CARDS)).prepare()
        other.kill()
    Run(tmp_path / "run", experiment(CARDS)).prepare()  # whoever dies holds nothing


def test_a_damaged_file_of_a_run_is_refused(tmp_path: Path) -> None:
    run = played(tmp_path / "run", CARDS | {"games": 2})
    (run.folder / "made.json").write_text('{"format": 1, "ident')
    with pytest.raises(Mistake, match="is damaged"):
        run.look()
    (run.folder / "experiment.json").write_text("[]")
    with pytest.raises(Mistake, match="is not of a run"):
        open_run(run.folder)


def test_a_damaged_line_in_the_middle_is_refused_and_nothing_is_cut_off(tmp_path: Path) -> None:
    run = played(tmp_path / "run", CARDS | {"games": 6})
    (file,) = (run.folder / "results").iterdir()
    lines = file.read_bytes().splitlines(keepends=True)
    assert all(b'"crc":"' in line for line in lines)
    lines[1] = lines[1].replace(b'"moves":', b'"moves":1')
    file.write_bytes(b"".join(lines))
    again = open_run(run.folder)
    with pytest.raises(Mistake, match="line 2 is damaged"):
        again.prepare()
    assert file.read_bytes() == b"".join(lines)
    file.write_bytes(b"".join(lines[:1]))
    again = open_run(run.folder)
    again.prepare()
    again.play(PoolExecutor(1))
    assert len(file.read_bytes().splitlines()) == len(lines)


def test_rows_of_earlier_versions_without_checksums_are_read(tmp_path: Path) -> None:
    run = played(tmp_path / "run", CARDS | {"games": 4})
    before = [list(file.read()) for file in run.files.values()]
    for file in (run.folder / "results").iterdir():
        rows = [json.loads(line) for line in file.read_text().splitlines()]
        for row in rows:
            del row["crc"]
        file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    again = open_run(run.folder)
    again.prepare()
    assert again.complete
    assert [list(file.read()) for file in again.files.values()] == before


def test_runs_with_different_seeds_are_merged_and_counted_together(tmp_path: Path) -> None:
    one = played(tmp_path / "one", CARDS | {"games": 4, "seed": "one"})
    two = played(tmp_path / "two", CARDS | {"games": 6, "seed": "two"})
    merged = merge(tmp_path / "all", [one.folder, two.folder])
    (report,) = run_json(merged)["cells"]
    assert report["games"] == 10
    won = [run_json(run)["cells"][0]["sides"][0]["rate"] * games for run, games in ((one, 4), (two, 6))]
    assert report["sides"][0]["rate"] == pytest.approx(sum(won) / 10, abs=1e-3)
    found = open_run(tmp_path / "all")
    found.prepare()
    assert found.complete
    more = Run(found.folder, experiment(found.experiment.spec | {"games": 20}))
    more.prepare()
    with pytest.raises(Mistake, match="was merged from other runs"):
        more.play(PoolExecutor(1))
    with pytest.raises(Mistake, match="is not empty"):
        merge(tmp_path / "all", [one.folder, two.folder])
    with pytest.raises(Mistake, match="count them twice"):
        merge(tmp_path / "twice", [one.folder, one.folder])
    other = played(tmp_path / "other", CARDS | {"games": 2, "seed": "three", "seats": 3})
    with pytest.raises(Mistake, match="not the same experiment"):
        merge(tmp_path / "mixed", [one.folder, other.folder])


def test_sigterm_stops_like_ctrl_c_and_the_run_can_be_resumed(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", experiment(CARDS))
    run.prepare()
    with executor_for("", 1) as executor, pytest.raises(KeyboardInterrupt):
        run.play(executor, lambda _progress: os.kill(os.getpid(), signal.SIGTERM))
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    again = open_run(run.folder)
    again.look()
    assert 0 < again.progress().deals < again.progress().total


def test_one_short_deal_does_not_make_a_huge_batch() -> None:
    speed = Throughput(PoolExecutor(2))
    speed.record("one", 1, 0.0001)
    assert speed.batch_size("one", 100_000) == 4
    speed.record("one", 4, 4.0)
    assert speed.batch_size("one", 100_000) == 1  # by the mean of all five


def test_batches_grow_with_the_workers_of_a_cluster() -> None:
    class Cluster:
        workers = 2

    cluster = Cluster()
    speed = Throughput(cluster)
    speed.record("one", 50, 5.0)
    assert speed.batch_size("one", 100_000) == 10
    cluster.workers = 1000
    assert speed.batch_size("one", 1_000_000) == 100


def test_how_long_the_rest_takes_follows_from_what_each_series_takes() -> None:
    speed = Throughput(PoolExecutor(2))
    assert speed.remaining([("slow", 10)]) is None
    speed.record("slow", 1, 0.6)
    speed.record("fast", 2, 0.2)
    assert speed.remaining([("slow", 10), ("fast", 20)]) == pytest.approx((10 * 0.6 + 20 * 0.1) / 2)
    assert speed.batch_size("slow", 1000) == 2  # about a second's worth
    assert speed.batch_size("fast", 8) == 2  # and something for everybody


def test_settings_are_named_by_what_differs(tmp_path: Path) -> None:
    found = cells({"vary": {"klonk.attack": [4, 5], "option.mode": ["duel", "characters"]}})
    common, own = titles(found.cells)
    assert common == "kapow-dice, seats=2, greedy vs random"
    assert own[0].startswith("mode=duel")
    assert own[0].endswith("klonk.attack=4")
    assert len(set(own)) == 4


# ---- reading ---------------------------------------------------------------------------------------------------------


def cells(told: dict[str, Any]) -> Experiment:
    return experiment({"game": "kapow-dice", "bots": ["greedy", "random"], "games": 2} | told)


def test_a_sweep_is_every_combination_or_some_drawn_at_random() -> None:
    vary = {
        "klonk.attack": "4..6",
        "option.mode": ["duel"],
        "bots": [["greedy", "random"], ["random", "greedy"]],
    }
    grid = cells({"vary": vary}).cells
    assert len(grid) == 6
    assert len({cell.key for cell in grid}) == 6
    assert {cell.changes["klonk.attack"] for cell in grid} == {"4", "5", "6"}
    some = cells({"vary": vary, "sample": 3, "seed": "x"}).cells
    assert len(some) == 3
    assert [cell.key for cell in some] == [
        cell.key for cell in cells({"vary": vary, "sample": 3, "seed": "x"}).cells
    ]
    assert {cell.key for cell in some} <= {cell.key for cell in grid}


def test_variants_of_files_are_kept_in_full(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(
        'game = "kapow-dice"\nname = "our house Klonk"\n[change]\nklonk.attack = 5\n'
    )
    file = tmp_path / "experiment.toml"
    file.write_text(
        'game = "kapow-dice"\nbots = ["greedy", "random"]\ngames = 2\nvariants = ["plain", "house.toml"]\n'
    )
    found = read_experiment(file)
    plain, house = found.cells
    assert plain.game == "kapow-dice"
    assert house.game.startswith("kapow-dice@our-house-klonk.")
    (tmp_path / "house.toml").unlink()
    assert [cell.key for cell in experiment(json.loads(json.dumps(found.spec))).cells] == [
        plain.key,
        house.key,
    ]


@pytest.mark.parametrize(
    ("told", "fault"),
    [
        ({"gmaes": 5}, "gmaes: unknown key"),
        ({"game": 5}, "game: the id of a game is needed"),
        ({"games": 0}, "games: say how many games"),
        ({"games": -1}, "games: a whole number"),
        ({"measure": ["weather"]}, "can be measured, not 'weather'"),
        ({"vary": {"klnk.attack": [1]}}, "vary.klnk.attack: nothing is called so"),
        ({"vary": {"klonk.attack": 5}}, "vary.klonk.attack: a list of values"),
        ({"vary": {"klonk.attack": [500]}}, "a number from 1 to 99 is needed"),
        ({"stop": {"worse": 0.6, "better": 0.5}}, "stop: the two win rates"),
        ({"stop": {"much": 1}}, "stop.much: unknown key"),
        ({"stop": {"elo": 5}}, "stop: numbers are needed"),
        ({"stop": {"worse": 0.5}, "bots": "greedy"}, "stop: a stopping rule asks which of two"),
        ({"bots": 5}, "bots: a list of bots"),
        ({"pairs": ["easy", "greedy"]}, "pairs: two bots or more are needed, and then no others"),
        ({"line_ups": [["a"], ["b"]], "bots": "greedy"}, "cannot meet"),
        ({"variants": [5]}, "variants: a file or"),
    ],
)
def test_a_broken_experiment_is_refused_by_key_and_reason(told: dict[str, Any], fault: str) -> None:
    with pytest.raises(ContentError) as caught:
        cells(told)
    assert fault in str(caught.value)


def test_characters_of_kapow_dice_meet_on_both_sides(tmp_path: Path) -> None:
    told = {
        "game": "kapow-dice",
        "bots": "random",
        "line_ups": [["tough_nut"], ["spoiler_alert"]],
        "games": 2,
    }
    run = played(tmp_path / "run", told | {"measure": ["line-ups"]})
    (rows,) = run.files[run.experiment.cells[0].key].read()
    assert [row["line_ups"] for row in rows] == [
        [["tough_nut"], ["spoiler_alert"]],
        [["spoiler_alert"], ["tough_nut"]],
    ]


def test_somebody_else_sees_how_far_a_run_is_and_when_it_will_be_done(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", experiment(CARDS))
    run.prepare()
    seen: list[str] = []

    def look(progress: Progress) -> None:
        other = open_run(run.folder)
        other.look()
        console = Console(width=100, record=True, file=io.StringIO())
        show_status(other, console)
        seen.append(console.export_text())
        if progress.deals == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.play(PoolExecutor(1), look)
    assert "Deals played: 1 of 6. Sessions: 1." in seen[0]
    look(run.progress()._replace(deals=0))
    assert "At the pace of the last session the rest takes about 1 min." in seen[-1]


def test_a_run_of_an_earlier_version_is_found_again() -> None:
    """Names of series and the identity of an experiment are on disk: they must never change."""
    old = CARDS | {"games": 4, "seed": "old", "vary": {"W14.value": [5, 14]}}
    found = experiment(old)
    assert found.identity == "262e796852c7337a"
    assert [series.key for series in found.series()] == [
        "kapow-cards-2-greedy-vs-random-w14-value-5-7c6a7d13",
        "kapow-cards-2-greedy-vs-random-w14-value-14-16c1e70c",
    ]
    line_ups = [["joan", "ching"], ["bodvar", "wong"]]
    (series,) = experiment({"game": "tag-team", "bots": "random", "line_ups": line_ups, "games": 2}).series()
    assert series.key == "tag-team-2-random-joan-ching-vs-bodvar-wong-0fd116ee"
