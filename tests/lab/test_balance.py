"""Balance reports: rows of games become numbers with intervals, the same on page, in JSON, CSV and terminal."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from rich.console import Console
from tests.hush import Hush
from tests.lab.test_matchups import Beasts
from tests.textbook import NIM

from slugfest.cli import lab as commands
from slugfest.cli.options import game_asked
from slugfest.kernel import LANGUAGES, Game, Mistake, Options, SlugfestError, Text, add_variant, game, variant
from slugfest.lab.balance import (
    BalanceExperiment,
    BalanceSettings,
    Report,
    WhatIf,
    open_report,
    play_all,
    sweep,
)
from slugfest.lab.balance.compare import Comparison, side
from slugfest.lab.balance.figures import Figure
from slugfest.lab.balance.find import NumberSearch, Tried, member_of
from slugfest.lab.balance.findings import blind_estimate, members, skill
from slugfest.lab.balance.measure import behind
from slugfest.lab.balance.page import page
from slugfest.lab.balance.sections import PARTS, Section, interval, shown
from slugfest.lab.batches import PoolExecutor
from slugfest.lab.runs import read_spec

HERE = PoolExecutor(1)
LEVELS = ("random", "greedy")
TABLES: dict[str, tuple[int, Options, tuple[str, ...], int]] = {
    "kapow-cards": (2, {}, ("random", "greedy"), 4),
    "custom-heroes": (3, {}, ("greedy",), 2),
    "tag-team": (2, {}, ("random", "greedy"), 4),
    "kapow-dice": (2, {}, ("greedy",), 2),
}


def report(played: Game, asked: BalanceSettings) -> Report:
    experiment = BalanceExperiment(played, asked)
    rows, complete = play_all(experiment, None, HERE)
    assert complete
    return Report(experiment, rows)


def beasts(games: int = 8, deals: int = 10_000) -> Report:
    return report(Beasts(deals), BalanceSettings(2, {}, ("random", "greedy"), games))


@pytest.fixture(scope="module", params=list(TABLES))
def told(request: pytest.FixtureRequest) -> Report:
    seats, options, levels, games = TABLES[request.param]
    return report(game(request.param), BalanceSettings(seats, options, levels, games))


@pytest.fixture(scope="module")
def html(told: Report) -> str:
    return page(told)


class Panels(HTMLParser):
    """What a page says: by panel, every number with its interval and its games, and all words by language."""

    def __init__(self) -> None:
        super().__init__()
        self.panel = ""
        self.cells: dict[str, list[list[str]]] = {}
        self.words: dict[str, list[str]] = {language: [] for language in LANGUAGES}
        self.language = ""
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag == "article":
            self.panel = str(named["id"])
            self.cells[self.panel] = []
        if tag == "td":
            self.cells.setdefault(self.panel, []).append([])
        if tag == "span":
            self.language = str(named.get("lang", ""))
        self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == "span":
            self.language = ""
        self.inside.pop()

    def handle_data(self, data: str) -> None:
        if self.language:
            self.words[self.language].append(data)
        if "td" in self.inside and self.language in ("", "en"):
            self.cells[self.panel][-1].append(data)


def test_a_page_has_the_numbers_of_the_json_and_nothing_else(told: Report, html: str) -> None:
    parser = Panels()
    parser.feed(re.sub(r"<svg.*?</svg>|<meta[^>]*>|<style.*?</style>", "", html, flags=re.DOTALL))
    data = json.loads(told.json_text())
    assert [section["id"] for section in data["sections"]] == list(parser.cells)
    for section, source in zip(data["sections"], told.sections, strict=True):
        wanted = sorted(
            [
                shown(one["value"], section["unit"], "en"),
                interval(figure, source.unit, "en"),
                "1 game" if one["games"] == 1 else f"{one['games']} games",
            ]
            for one, figure in zip(section["figures"], source.figures, strict=True)
        )
        cells = [cell for cell in parser.cells[section["id"]] if cell not in ([], ["–"])]
        assert sorted(cells) == wanted


def test_a_page_says_everything_in_both_languages(told: Report, html: str) -> None:
    parser = Panels()
    parser.feed(re.sub(r"<svg.*?</svg>|<meta[^>]*>|<style.*?</style>", "", html, flags=re.DOTALL))
    assert len(parser.words["en"]) == len(parser.words["de"]) > 20
    assert all(word.strip() for words in parser.words.values() for word in words)
    for section in told.sections:
        for text in (section.title, section.note, *(figure.name for figure in section.figures)):
            assert text.en
            assert text.de
            assert "{" not in text.en + text.de
    charts = html.count('class="chart" lang="en"')
    assert charts == html.count('class="chart" lang="de"') > 3


def test_a_page_needs_nothing_from_anywhere(html: str) -> None:
    assert not re.search(r"https?://|//[a-z]+\.|\bsrc=|@import|url\(|<link|<iframe|xlink:href", html)


def test_no_figure_comes_without_its_games_and_its_interval(told: Report) -> None:
    for section in told.sections:
        for figure in section.figures:
            assert figure.games > 0
            if figure.low is not None and figure.high is not None:
                assert figure.low - 1e-9 <= figure.value <= figure.high + 1e-9
            else:
                assert section.unit != "rate"
    sheet = list(csv.DictReader(io.StringIO(told.csv_text())))
    assert len(sheet) == sum(len(section.figures) for section in told.sections)
    assert {line["section"] for line in sheet} == {section.id for section in told.sections}


def test_every_game_reports_uses_and_endings(told: Report) -> None:
    counting = told.experiment.game.reports
    known = {usable.key for usable in counting.usable}
    for row in told.rows:
        assert row["reason"] in counting.endings
        assert any(row["used"])
        for used in row["used"]:
            assert set(used) <= known
    sections = {section.id for section in told.sections}
    assert {"seats", "length", "minutes", "endings", "known", "ahead", "changes", "used-1"} <= sections
    if told.experiment.game.reports.cast():
        assert {"members", "against"} <= sections


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_can_be_read_in_the_terminal(told: Report, language: str) -> None:
    console = Console(record=True, width=120, file=io.StringIO())
    told.show(console, language)
    text = console.export_text()
    assert told.title.in_language(language) in text
    for section in told.sections:
        assert section.title.in_language(language) in text


# ---- games whose numbers are known ---------------------------------------------------------------------------------


def figures(found: Report, section: str, level: str) -> dict[str, tuple[int, float]]:
    wanted = [one for one in found.sections if one.id == section]
    return {one.key: (one.games, round(one.value, 4)) for one in wanted[0].figures if one.level == level}


def test_a_stranger_s_game_is_reported_by_its_cast() -> None:
    found = beasts()  # four pairings, each on both sides: bear beats all, ant and cat lie level
    members = figures(found, "members", "greedy")
    assert members["bear"] == (6, 1.0)
    assert members["cat"] == (6, 0.3333)
    assert figures(found, "seats", "greedy") == {"seat-1": (8, 0.5), "seat-2": (8, 0.5)}
    pairs = {
        (one.key, one.other): one.value
        for section in found.sections
        if section.id == "against"
        for one in section.figures
    }
    assert pairs["bear", "ant"] == 1.0
    assert pairs["ant", "bear"] == 0.0
    assert ("ant", "ant") not in pairs
    teams = figures(found, "teams", "greedy")
    assert teams == {"ant+cat": (2, 0.0)}


def test_a_game_that_declares_nothing_still_has_seats_lengths_and_estimates() -> None:
    found = report(Hush(), BalanceSettings(3, {}, ("random",), 6))
    sections = {section.id for section in found.sections}
    assert {"seats", "length", "endings", "known", "changes"} <= sections
    assert not sections & {"members", "teams", "against", "used-1"}
    assert sum(value for _, value in figures(found, "seats", "random").values()) == pytest.approx(
        1, abs=0.001
    )
    assert page(found).count("<article") == len(found.sections)


def test_beginning_is_counted_for_whoever_decides_first() -> None:
    found = report(NIM, BalanceSettings(2, {}, ("random",), 10))
    start = figures(found, "start", "random")
    assert start["begins"][0] == start["follows"][0] == 10
    assert start["begins"][1] + start["follows"][1] == pytest.approx(1)


def test_skill_is_what_the_stronger_bot_wins_on_both_seats() -> None:
    found = report(NIM, BalanceSettings(2, {}, ("random", "search:200"), 8))
    games, rate = figures(found, "skill", "")["search:200/random"]
    assert games == 8
    assert rate > 0.5
    decided = figures(found, "decided", "search:200 – random")
    assert sum(value for _, value in decided.values()) == pytest.approx(1, abs=0.001)


# ---- interrupted, resumed, extended -------------------------------------------------------------------------------


def rows_of(
    folder: Path, deals: int, games: int = 8, levels: tuple[str, ...] = LEVELS
) -> tuple[bool, list[str]]:
    experiment = BalanceExperiment(Beasts(deals), BalanceSettings(2, {}, levels, games))
    rows, complete = play_all(experiment, folder, HERE)
    return complete, [json.dumps(row) for row in rows]


def files_of(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted((folder / "results").iterdir())}


def test_an_interrupted_report_goes_on_where_it_was(tmp_path: Path) -> None:
    _, whole = rows_of(tmp_path / "whole", 10_000)
    complete, part = rows_of(tmp_path / "part", 9)
    assert not complete
    assert 0 < len(part) < len(whole)
    last = max((tmp_path / "part" / "results").iterdir())
    with last.open("a") as file:
        file.write('{"group": "ran')  # it was writing when it was killed
    assert rows_of(tmp_path / "part", 10_000) == (True, whole)
    assert files_of(tmp_path / "part") == files_of(tmp_path / "whole")


def test_a_report_is_extended_by_what_is_missing(tmp_path: Path) -> None:
    _, whole = rows_of(tmp_path / "whole", 10_000)
    _, few = rows_of(tmp_path / "grown", 10_000, 4, LEVELS[:1])
    assert len(few) == 4
    assert rows_of(tmp_path / "grown", 10_000) == (True, whole)
    assert files_of(tmp_path / "grown") == files_of(tmp_path / "whole")
    assert rows_of(tmp_path / "grown", 0, 4, LEVELS[:1]) == (True, few)  # nothing needs to be played for less


def test_rows_of_another_report_are_not_mixed_in(tmp_path: Path) -> None:
    rows_of(tmp_path, 10_000)
    experiment = BalanceExperiment(Beasts(), BalanceSettings(2, {}, ("random",), 8, seed="another"))
    with pytest.raises(Mistake, match="another experiment"):
        play_all(experiment, tmp_path, HERE)


def test_a_report_says_what_made_its_games_and_how_far_it_is(tmp_path: Path) -> None:
    experiment = BalanceExperiment(game("tag-team"), BalanceSettings(2, {}, LEVELS, 2))
    play_all(experiment, tmp_path, HERE)
    made = json.loads((tmp_path / "made.json").read_text())
    assert set(made["needs"]["bots"]) == set(LEVELS)
    assert len(made["needs"]["content"]["tag-team"]) == 16
    run = open_report(tmp_path, read_spec(tmp_path))
    run.look()
    assert run.complete
    assert [series.title for series in run.series] == ["random", "greedy", "greedy / random"]


def test_the_number_of_processes_changes_nothing() -> None:
    experiment = BalanceExperiment(Beasts(), BalanceSettings(2, {}, ("random", "greedy"), 8))
    assert play_all(experiment, None, HERE) == play_all(experiment, None, PoolExecutor(2))


# ---- what if -------------------------------------------------------------------------------------------------------


def test_what_if_plays_the_same_deals_with_other_numbers_and_the_games_there_are(tmp_path: Path) -> None:
    team = game("tag-team")
    experiment = BalanceExperiment(team, BalanceSettings(2, {}, ("greedy",), 6))
    rows, _ = play_all(experiment, None, HERE)
    swept = sweep(experiment, "joan.power=1,6")
    assert (swept.path, swept.today) == ("fighter.joan.power", 1)
    assert swept.experiments[0] is experiment
    what_if = WhatIf(experiment, swept)
    assert what_if.play(rows, tmp_path, HERE)
    same, other = what_if.rows
    assert same is rows
    assert [row["line_ups"] for row in other] == [row["line_ups"] for row in rows]
    assert [path.name for path in (tmp_path / "what-if").iterdir()] == ["joan-power-6"]
    found = Report(experiment, rows, [what_if])
    moved = [section for section in found.sections if section.part == "what_if"]
    assert {section.id for section in moved} >= {
        "what-if-joan-power-members",
        "what-if-joan-power-minutes",
        "what-if-joan-power-shift",
    }
    shift = next(section for section in moved if section.id.endswith("shift"))
    assert {figure.other for figure in shift.figures} == {"6"}
    rates = {
        (figure.key, figure.other): figure.value
        for section in moved
        if section.id.endswith("members")
        for figure in section.figures
    }
    for figure in shift.figures:
        assert figure.value == pytest.approx(rates[figure.key, "6"] - rates[figure.key, "1"])
    minutes = next(section for section in moved if section.id.endswith("minutes"))
    assert [figure.at for figure in minutes.figures] == [1.0, 6.0]
    html = page(found, "de")
    assert 'id="what-if-joan-power-members"' in html
    assert "Was wäre wenn" in html


def test_a_sweep_keeps_the_changes_of_the_variant_it_starts_from() -> None:
    weak = add_variant(variant("tag-team", {"bodvar.power": 4}))
    experiment = BalanceExperiment(weak, BalanceSettings(2, {}, ("random",), 2))
    swept = sweep(experiment, "joan.power=6")
    changed = next(one.game for one in swept.experiments if one is not experiment)
    assert changed.variant is not None
    assert changed.variant.changes == {"fighter.bodvar.power": 4, "fighter.joan.power": 6}
    again = sweep(experiment, "bodvar.power=4,5")
    assert (again.today, again.experiments[0]) == (4, experiment)


def test_todays_value_is_compared_even_if_it_is_not_listed_and_what_if_comes_first() -> None:
    experiment = BalanceExperiment(game("tag-team"), BalanceSettings(2, {}, ("greedy",), 2))
    rows, _ = play_all(experiment, None, HERE)
    swept = sweep(experiment, "joan.power=6")
    assert swept.values == [1, 6]
    assert swept.experiments[0] is experiment
    what_if = WhatIf(experiment, swept)
    assert what_if.play(rows, None, HERE)
    found = Report(experiment, rows, [what_if])
    assert any(section.id.endswith("-shift") for section in found.sections)
    parts = [section.part for section in found.sections]
    assert parts[0] == "what_if"
    assert next(iter(PARTS)) == "what_if"  # as the page orders them


def test_a_command_for_one_game_refuses_two_variants(tmp_path: Path) -> None:
    files = [tmp_path / "a.toml", tmp_path / "b.toml"]
    for number, file in enumerate(files):
        file.write_text(f'game = "tag-team"\n[change]\njoan.power = {number + 3}\n', encoding="utf-8")
    assert game_asked("tag-team", files[:1]).variant is not None
    with pytest.raises(Mistake, match="one variant at a time"):
        game_asked("tag-team", files)


def test_a_report_about_one_fighter_plays_only_its_games() -> None:
    asked = BalanceSettings(2, {}, ("random",), 20, about="golem")
    experiment = BalanceExperiment(game("tag-team"), asked)
    rows, _ = play_all(experiment, None, HERE)
    for row in rows:
        assert sum("golem" in line_up for line_up in row["line_ups"]) == 1
    found = Report(experiment, rows)
    used = [
        figure for section in found.sections if section.id.startswith("used-") for figure in section.figures
    ]
    owners = {usable.key: usable.owner for usable in experiment.game.reports.usable}
    assert {owners[figure.key] for figure in used} <= {"golem", ""}
    assert "only games with" in " ".join(phrase.en for phrase in found.settings())
    assert experiment.identity != BalanceExperiment(game("tag-team"), asked._replace(about="")).identity
    with pytest.raises(Mistake, match="--about nobody"):
        BalanceExperiment(game("tag-team"), asked._replace(about="nobody"))


def test_places_can_vary_together() -> None:
    experiment = BalanceExperiment(game("tag-team"), BalanceSettings(2, {}, ("random",), 2))
    swept = sweep(experiment, "joan.power+bodvar.power=2,3/4")
    changes = [one.game.variant.changes for one in swept.experiments if one.game.variant is not None]
    assert changes == [
        {"fighter.joan.power": 2, "fighter.bodvar.power": 2},
        {"fighter.joan.power": 3, "fighter.bodvar.power": 4},
    ]
    assert experiment in swept.experiments
    with pytest.raises(Mistake, match="2 places need 2 values"):
        sweep(experiment, "joan.power+bodvar.power=1/2/3")


def test_two_variants_are_compared_on_the_same_deals_with_intervals_for_every_measure(tmp_path: Path) -> None:
    strong = tmp_path / "strong.toml"
    strong.write_text('game = "tag-team"\n[change]\njoan.power = 6\n', encoding="utf-8")
    reports = []
    for played in (side("tag-team", "plain"), side("tag-team", str(strong))):
        experiment = BalanceExperiment(
            played, BalanceSettings(2, {}, ("random",), 80, about="joan"), equals=True
        )
        reports.append(Report(experiment, play_all(experiment, None, HERE)[0]))
    same = Comparison(("plain", "plain"), reports[0], reports[0])
    assert same.differences
    assert not same.clear
    assert all(one.low == one.high == one.value == 0 for one in same.differences if one.low is not None)
    found = Comparison(("plain", "strong"), *reports)
    joan = next(one for one in found.differences if one.section.id == "members" and one.figure.key == "joan")
    assert joan.clear
    assert joan.value > 0
    facts = json.loads(found.json_text())
    assert facts["compared"] == ["plain", "strong"]
    html = found.page("de")
    assert "Unterschied" in html
    assert html.count("<table>") == len({one.section.id for one in found.differences})
    shown = Console(width=120, record=True, file=io.StringIO())
    found.show(shown)
    assert "measures differ by more than their interval" in shown.export_text()


def test_a_comparison_of_few_games_says_that_they_are_too_few() -> None:
    asked = BalanceSettings(2, {}, ("random",), 10)
    few = BalanceExperiment(side("tag-team", "plain"), asked, equals=True)
    report = Report(few, play_all(few, None, HERE)[0])
    note = Comparison(("few", "few"), report, report).note()
    assert note.en == "Too few games to say what differs: intervals need 40 deals of each."


def test_the_numbers_of_an_earlier_version_can_be_compared() -> None:
    older = side("kapow-dice", "v2")
    assert older.variant is not None
    assert older.variant.key == "version-2"
    with pytest.raises(Mistake, match="no numbers of version 99"):
        side("kapow-dice", "v99")


def test_a_number_is_searched_until_the_goal_is_reached() -> None:
    asked = BalanceSettings(2, {}, ("random",), 40, about="joan")
    base = BalanceExperiment(game("tag-team"), asked, equals=True)
    search = NumberSearch(base, "joan.power", 0.5, "joan", HERE)
    search.tried[1] = Tried(1, 0.30, 0.25, 0.35, 400)  # known already: the search itself is tested
    for value in range(2, 21):
        rate = 0.30 + 0.02 * (value - 1)
        search.tried[value] = Tried(value, rate, rate - 0.05, rate + 0.05, 400)
    known = dict(search.tried)
    search.tried = {1: known[1]}
    search.play = lambda value: known.get(value)  # type: ignore[method-assign]
    answer = search.run()
    assert (answer.place, answer.today, answer.best.value) == ("fighter.joan.power", 1, 11)
    assert 0.2 < answer.sure < 0.9
    assert not answer.bounded
    known = {value: one for value, one in known.items() if value <= 4}
    search.tried = {1: known[1]}
    bounded = search.run()
    assert bounded.bounded
    assert bounded.best.value == 4
    with pytest.raises(Mistake, match="only a whole number"):
        NumberSearch(base, "joan.tags", 0.5, "joan", HERE)
    with pytest.raises(Mistake, match="whose win rate"):
        member_of(base, "limits.hand")


def rate(name: str, value: float, reach: float) -> Figure:
    return Figure(name, Text(name, name), "hard", 100, value, value - reach, value + reach)


def test_a_headline_says_what_judging_many_together_costs_and_who_would_stand_out_alone() -> None:
    figures = [rate("ann", 0.64, 0.07), *(rate(f"other{number}", 0.5, 0.07) for number in range(11))]
    section = Section("members", Text("", ""), Text("", ""), "rate", "dots", figures, band=(0.44, 0.56))
    found = members(section, "hard")
    assert found is not None
    assert "Nobody is surely outside 44 to 56 %." in found.en
    assert "All 12 are judged together, with intervals 1.5 times as wide" in found.en
    assert "Looked at alone, these would be outside, too: ann (64.0 %)" in found.en
    assert "1,5-mal so breiten" in found.de
    figures[0] = rate("ann", 0.70, 0.07)
    surely = members(section, "hard")
    assert surely is not None
    assert "Surely above 56 %: ann (70.0 %)." in surely.en
    assert "Looked at alone" not in surely.en
    figures[0] = rate("ann", 0.5, 0.07)
    fair = members(section, "hard")
    assert fair is not None
    assert "judged together" not in fair.en


def test_bots_named_in_the_wrong_order_are_warned_of() -> None:
    def found(value: float, low: float, high: float) -> str:
        pair = Figure("one", Text("random against greedy", ""), "", 60, value, low, high)
        told = skill(Section("skill", Text("", ""), Text("", ""), "rate", "dots", [pair], "skill", 0.5))
        assert told is not None
        return told.en

    assert "in random against greedy the bot that counts as the stronger one loses" in found(
        0.067, 0.027, 0.157
    )
    assert "loses" not in found(0.45, 0.33, 0.58)  # these games cannot show it
    assert "loses" not in found(0.9, 0.8, 0.95)


def test_an_estimate_worse_than_a_guess_is_warned_of() -> None:
    known = [rate("1", 0.69, 0.02), rate("2", 0.9, 0.05)]
    section = Section("known", Text("", ""), Text("", ""), "loss", "lines", known, fair=0.6931)
    found = blind_estimate(section, "hard")
    assert found is not None
    assert "round 2 (log loss up to 0.900; a guess has 0.693)" in found.en
    known.pop()
    assert blind_estimate(section, "hard") is None


def test_behind_at_half_time_means_that_another_side_was_clearly_ahead() -> None:
    assert not behind([0.17, 0.166, 0.166, 0.166, 0.166, 0.166], 1)
    assert behind([0.3, 0.14, 0.14, 0.14, 0.14, 0.14], 1)
    assert not behind([0.3, 0.14, 0.14, 0.14, 0.14, 0.14], 0)


@pytest.mark.parametrize(
    "text",
    ["nobody.power=1..2", "joan.power", "joan.power=9..2", "joan.power=1..900", "joan=5", "teams=none"],
)
def test_what_cannot_be_varied_is_refused(text: str) -> None:
    with pytest.raises(SlugfestError):
        sweep(BalanceExperiment(game("tag-team"), BalanceSettings(2, {}, ("random",), 2)), text)


def test_an_option_can_be_varied_like_a_number() -> None:
    cards = game("kapow-cards")
    experiment = BalanceExperiment(cards, BalanceSettings(2, {}, ("random",), 10))
    rows, _ = play_all(experiment, None, HERE)
    what_if = WhatIf(experiment, sweep(experiment, "look_at_dealt=off,on"))
    assert [one.options["look_at_dealt"] for one in what_if.experiments] == [False, True]
    assert what_if.play(rows, None, HERE)
    assert [len(some) for some in what_if.rows] == [10, 10]
    section = next(one for one in Report(experiment, rows, [what_if]).sections if one.id.endswith("-start"))
    assert [figure.name.en for figure in section.figures] == ["off", "on"]
    with pytest.raises(SlugfestError):
        sweep(experiment, "look_at_dealt=maybe")


# ---- the command ---------------------------------------------------------------------------------------------------


def run(out: Path | None, language: str = "en", pictures: bool = False) -> Iterator[str]:
    console = Console(record=True, width=100, file=io.StringIO())
    asked = BalanceSettings(2, {}, ("random",), 8)
    assert commands.run_balance(
        console,
        Beasts(),
        asked,
        commands.Reporting(out, pictures, workers=1, language=language),
    )
    yield console.export_text()


def test_the_command_writes_page_data_games_and_pictures(tmp_path: Path) -> None:
    text = next(run(tmp_path / "report", "de", pictures=True))
    assert "Der Bericht liegt in" in text
    names = {path.name for path in (tmp_path / "report").iterdir()}
    assert {"report.html", "report.json", "report.csv", "results", "members.png", "against.png"} <= names
    assert (tmp_path / "report" / "members.png").read_bytes().startswith(b"\x89PNG")
    assert 'data-language="de"' in (tmp_path / "report" / "report.html").read_text()


def test_json_is_printed_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = BalanceSettings(2, {}, ("random",), 8)
    assert commands.run_balance(
        Console(), Beasts(), asked, commands.Reporting(tmp_path, as_json=True, workers=1)
    )
    told = json.loads(capsys.readouterr().out)
    assert told["game"] == "beasts"
    assert told == json.loads((tmp_path / "report.json").read_text())


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_the_extra_there_is_text_data_and_a_hint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr(commands, "lab_installed", lambda: False)
    text = next(run(tmp_path, language))
    assert "pip install 'slugfest[lab]'" in text
    assert "100" in text
    assert (tmp_path / "report.json").exists()
    assert not (tmp_path / "report.html").exists()


def test_a_report_without_bots_or_with_unknown_ones_is_refused() -> None:
    for levels in ((), ("random", "random"), ("godlike",)):
        with pytest.raises(Mistake):
            BalanceExperiment(Beasts(), BalanceSettings(2, {}, levels, 4))


@pytest.mark.parametrize(
    ("options", "seats"), [({}, 2), ({"mode": "team"}, 4), ({"mode": "solo"}, 1), ({"mode": "coop"}, 2)]
)
def test_the_table_has_as_few_seats_as_the_options_allow(options: Options, seats: int) -> None:
    assert commands.seats_for(game("kapow-dice"), options) == seats
