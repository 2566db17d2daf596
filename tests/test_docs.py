"""The documentation tells the truth: its code runs, its commands exist, and the game it builds keeps every promise.

Every fenced block of README.md, CONTRIBUTING.md and docs/ is looked at: Python runs, from the top of a page to its end;
TOML and JSON can be read; commands are held against the real command line. A block that cannot be run says why in a
comment before it: ``<!-- not run: the reason -->``.
"""

from __future__ import annotations

import doctest
import importlib
import importlib.machinery
import importlib.util
import json
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
import typer
from docs.site import gather

import slugfest
from slugfest.bots import GuardedBot, bot
from slugfest.bots.programs import ProgramBot
from slugfest.cli.app import app
from slugfest.kernel import Game, Perspective, seeded
from slugfest.kernel import game as load_game
from slugfest.lab import play_game
from slugfest.testing.conformance import check

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
COMMANDS = ("", "sh")  # the languages of blocks that may hold commands
LANGUAGES = (*COMMANDS, "python", "js", "toml", "json", "markdown", "text")

FENCE = re.compile(
    r"(?:<!-- not run: (?P<excuse>[^>]*?) -->\n+)?^(?P<indent> *)(?P<marks>```+|~~~+)(?P<language>[^\n]*)\n"
    r"(?P<text>.*?)^(?P=indent)(?P=marks)$",
    re.DOTALL | re.MULTILINE,
)
COMMAND_SPAN = re.compile(r"`((?:slugfest|\./dev) [^`\n]+)`")


class Block(NamedTuple):
    """A fenced block of a page."""

    page: str
    line: int
    language: str
    text: str
    excuse: str | None

    @property
    def place(self) -> str:
        return f"{self.page}:{self.line}"


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    return [
        Block(
            page.relative_to(ROOT).as_posix(),
            text.count("\n", 0, found.start("marks")) + 1,
            found["language"].strip(),
            textwrap.dedent(found["text"]),
            found["excuse"],
        )
        for found in FENCE.finditer(text)
    ]


BLOCKS = [block for page in PAGES for block in blocks_of(page)]


def blocks(*languages: str) -> list[Block]:
    """The blocks in these languages that must hold."""
    return [block for block in BLOCKS if block.language in languages and block.excuse is None]


# ---- Python ----------------------------------------------------------------------------------------------------------


def run_python(page: str) -> dict[str, Any]:
    """Run the Python of a page from top to bottom; the names it leaves behind."""
    names: dict[str, Any] = {"__name__": re.sub(r"\W", "_", page)}
    for block in blocks("python"):
        if block.page == page and ">>>" in block.text:
            run_doctest(block, names)
        elif block.page == page:
            before = "\n" * block.line  # so that an error names the line of the page
            exec(compile(before + block.text, page, "exec"), names)
    return names


def run_doctest(block: Block, names: dict[str, Any]) -> None:
    example = doctest.DocTestParser().get_doctest(block.text, names, block.place, block.page, block.line)
    results = doctest.DocTestRunner().run(example, clear_globs=False)
    assert results.attempted > 0, f"{block.place}: no example"
    assert results.failed == 0, f"{block.place}: the example above fails"
    names.update(example.globs)


@pytest.mark.parametrize("page", sorted({block.page for block in blocks("python")}))
def test_the_python_of_a_page_runs(page: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for entry in ROOT.iterdir():
        (tmp_path / entry.name).symlink_to(entry)  # pages read files of the project, and write their own
    monkeypatch.chdir(tmp_path)
    for name, value in run_python(page).items():
        if isinstance(value, GuardedBot):  # what it raises ends nothing
            assert value.faults == [], name


def test_whoever_copies_what_starts_processes_into_a_file_is_told_where_it_belongs() -> None:
    starting = re.compile(r"\b((Slugfest)?VectorProcesses|PoolExecutor|ladder|matchups)\(")
    pages = {block.page for block in blocks("python") if starting.search(block.text)}
    assert "docs/environments.md" in pages
    for page in pages:
        assert '`if __name__ == "__main__":`' in (ROOT / page).read_text("utf-8"), page


def test_the_bots_of_the_page_say_what_they_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    run_python("docs/bots.md")
    told = capsys.readouterr().out
    assert "Ich habe mir 3000 Spiele vorgestellt" in told
    assert "greedy" in told


def test_the_conversation_on_the_page_of_the_protocol_is_had_word_by_word() -> None:
    [told] = [block for block in blocks("text") if block.page == "docs/bot-protocol.md"]
    said: list[str] = []
    lucky = [sys.executable, str(ROOT / "examples" / "bots" / "lucky.py")]
    program = ProgramBot("lucky", lucky, {"boldness": 7, "budget": 60_000}, ear=said.append)
    state = load_game("kapow-cards").new(2, {"start_seat": 1}, seeded("a game"))
    program.choose(Perspective(state, 0), seeded("a thought"))
    program.close()
    lines = told.text.splitlines()
    assert len(said) == len(lines)
    for line, shown in zip(said, lines, strict=True):
        beginning, long, _ = shown.partition("…")
        assert line.startswith(beginning) if long else line == shown


@pytest.fixture(scope="module")
def hero_rush() -> Game:
    """The game that docs/adding-a-game.md builds."""
    game = run_python("docs/adding-a-game.md")["GAME"]
    assert isinstance(game, Game)
    return game


def test_the_game_of_the_tutorial_keeps_every_promise(hero_rush: Game) -> None:
    report = check(hero_rush, bots=["greedy"])
    assert report.ok, report.text()


def test_bots_play_the_game_of_the_tutorial(hero_rush: Game) -> None:
    played = play_game(
        hero_rush, [bot("search:50", hero_rush), bot("random", hero_rush), bot("random", hero_rush)]
    )
    assert played.outcome.reason == "MOST_ROUNDS"


def test_the_package_of_a_network_finds_it_wherever_it_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = [block for block in BLOCKS if block.page == "docs/network-bot.md"]
    [code] = [block.text for block in mine if block.excuse]
    [project] = [tomllib.loads(block.text) for block in mine if block.language == "toml"]
    package = tmp_path / "imitator"
    package.mkdir()
    (package / "__init__.py").write_text(code, "utf-8")
    shutil.copy(ROOT / "examples" / "networks" / "kapow-cards.net", package / "imitator.net")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(ROOT)
    module, _, name = project["project"]["entry-points"]["slugfest.bots"]["imitator"].partition(":")
    assert getattr(importlib.import_module(module), name).games == ["kapow-cards"]
    assert project["tool"]["setuptools"]["package-data"][module] == ["*.net"]


# ---- data ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", blocks("toml", "json"), ids=lambda block: block.place)
def test_data_on_a_page_can_be_read(block: Block) -> None:
    assert tomllib.loads(block.text) if block.language == "toml" else json.loads(block.text)


def test_every_block_says_what_it_is() -> None:
    for block in BLOCKS:
        assert block.language in LANGUAGES, f"{block.place}: nobody checks {block.language!r}"


@pytest.mark.parametrize(
    "block", [block for block in BLOCKS if block.language == "js"], ids=lambda block: block.place
)
def test_a_board_on_a_page_is_made_of_parts_that_there_are(block: Block) -> None:
    """The one of the tutorial is played on, too: tests/browser/test_plain_board.py."""
    declared = (ROOT / "web" / "public" / "parts.d.ts").read_text("utf-8")
    used = re.search(r"import \{ (.*?) \} from '/parts\.js'", block.text)
    assert used
    for name in used.group(1).split(", "):
        assert f"export function {name}(" in declared, f"{block.place}: there is no part {name}"
    assert "export function mount(" in block.text


def test_an_excuse_has_a_reason() -> None:
    for block in BLOCKS:
        assert block.excuse is None or len(block.excuse) > 10, f"{block.place}: why is this not run?"
    told = "\n".join(page.read_text("utf-8") for page in PAGES)
    examples = sum(block.text.count("<!-- not run") for block in BLOCKS)
    excused = sum(block.excuse is not None for block in BLOCKS)
    assert told.count("<!-- not run") == excused + examples, "a comment that excuses no block"


# ---- commands --------------------------------------------------------------------------------------------------------


class Command(NamedTuple):
    place: str
    words: list[str]


def commands() -> Iterator[Command]:
    """Every call of ours: lines of fenced blocks, and spans of code within sentences."""
    for block in blocks(*COMMANDS):
        for number, line in enumerate(block.text.splitlines(), block.line + 1):
            if words := ours(line):
                yield Command(f"{block.page}:{number}", words)
    for page in PAGES:
        for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
            for span in COMMAND_SPAN.findall(line):
                words = ours(span)
                if len(words) == 2:  # a sentence about a command need not say how it is called
                    words.append("--help")
                if words:
                    yield Command(f"{page.relative_to(ROOT).as_posix()}:{number}", words)


def ours(line: str) -> list[str]:
    """The words of a command of ours: slugfest, ./dev or one of our modules; nothing if the line is something else."""
    if not re.match(r"\s*(\S*slugfest|(python\S* )?\./dev|python3? -m slugfest\S*)( |$)", line):
        return []
    words = shlex.split(line, comments=True)
    ends = [index for index, word in enumerate(words) if word in (">", "|", "&&", ";")]
    words = words[: ends[0]] if ends else words
    if words[0].endswith("slugfest"):
        words[0] = "slugfest"
    if words[0].startswith("python"):
        words = words[2:] if words[1] == "-m" else words[1:]
    return words


def load_dev() -> ModuleType:
    loader = importlib.machinery.SourceFileLoader("dev_script", str(ROOT / "dev"))
    spec = importlib.util.spec_from_loader("dev_script", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


DEV = load_dev()


def parse_slugfest(words: list[str]) -> None:
    """Let the command line read the words, and do nothing."""
    if words[0] in ("--version", "--help"):
        return
    known = {command.name: command for command in typer.main.get_group(app).commands.values()}
    assert words[0] in known, f"there is no command {words[0]}"
    if words[1:] == ["--help"]:
        return
    try:
        known[words[0]].make_context(words[0], list(words[1:]))
    except Exception as error:
        raise AssertionError(f"slugfest {shlex.join(words)}: {error}") from error


def parse_dev(words: list[str]) -> None:
    """Hold a call of ./dev against its commands, and the options against whoever reads them."""
    command, rest = words[0], [word for word in words[1:] if word != "--help"]
    known = {entry.name.split()[0] for entry in DEV.COMMANDS} | {"--help"}
    assert command in known, f"./dev has no command {command}"
    options = [word.split("=")[0] for word in rest if word.startswith("--")]
    if command == "play":
        parse_slugfest(["serve", *(word for word in rest if word != "--interpreted")])
    elif command == "test":
        for word in rest:
            assert not word.startswith("tests/") or (ROOT / word).exists(), f"there is no {word}"
    bench = rest[0] if command == "bench" and rest and not rest[0].startswith("-") else "run"
    readers = {"bench": f"bench/{bench}.py", "mutants": "tools/mutants/__main__.py"}
    if command in ("build", "site", "test", "wheel"):
        described = re.findall(
            r"--[a-z]+", " ".join(str(entry) for entry in DEV.COMMANDS if entry.name.split()[0] == command)
        )
        assert set(options) <= set(described), f"./dev {command} has only {described}"
    elif command in readers:
        source = (ROOT / readers[command]).read_text("utf-8")
        for option in options:
            assert f'"{option}"' in source, f"./dev {command} has no {option}"
    elif command != "play":
        assert not options, f"./dev {command} has no options"


def parse_module(words: list[str]) -> None:
    """A module of ours that is run by its name."""
    spec = importlib.util.find_spec(words[0])
    assert spec is not None, f"there is no module {words[0]}"
    if words[1:]:
        command = [sys.executable, "-m", words[0], "--help"]
        help_text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        for option in words[1:]:
            assert f"{option} " in help_text, f"{words[0]} has no {option}"


def parse(words: list[str]) -> None:
    if words[0] == "slugfest":
        parse_slugfest(words[1:])
    elif words[0] == "./dev":
        parse_dev(words[1:])
    else:
        parse_module(words)


@pytest.mark.parametrize("command", list(commands()), ids=lambda command: command.place)
def test_a_command_on_a_page_exists_with_its_options(command: Command) -> None:
    parse(command.words)


@pytest.mark.parametrize(
    "line",
    [
        "slugfest fly",
        "slugfest play",
        "slugfest play kapow-cards --wings 2",
        "slugfest play kapow-cards --bots many",
        "./dev fly",
        "./dev docs --fast",
        "./dev mutants kapow-cards --sampel 3",
        "./dev test tests/nowhere",
        "./dev test --quik",
        "./dev play --wings",
        "python -m slugfest.nowhere",
        "python -m slugfest.testing.golden --upgrade",
    ],
)
def test_a_wrong_command_would_be_noticed(line: str) -> None:
    with pytest.raises((AssertionError, ModuleNotFoundError)):
        parse(ours(line))


def test_commands_are_found_wherever_they_stand() -> None:
    assert ours("slugfest position x > position.json  # a comment") == ["slugfest", "position", "x"]
    assert ours("   python3.13 ./dev test --quick") == ["./dev", "test", "--quick"]
    assert ours("/tmp/fresh/bin/slugfest games") == ["slugfest", "games"]
    assert ours("python -m slugfest.testing.golden") == ["slugfest.testing.golden"]
    assert ours("pip install slugfest") == []
    assert len(list(commands())) > 60


# ---- docstrings, the site, versions ----------------------------------------------------------------------------------


@pytest.mark.parametrize("module", gather.api_modules())
def test_examples_in_docstrings_of_the_api_reference_run(module: str) -> None:
    results = doctest.testmod(importlib.import_module(f"slugfest.{module}"))
    assert results.failed == 0


def test_every_page_is_in_the_navigation() -> None:
    pages = [name for name in gather.find_pages() if name != "index"]
    listed = re.findall(r"^(?!:)(\S+)$", gather.navigation(pages), re.MULTILINE)
    assert sorted(pages) == sorted(name for name in listed if not name.startswith("api/"))


def test_a_page_nobody_has_placed_comes_under_more_and_a_printed_one_under_its_heading() -> None:
    told = gather.navigation(["tour", "something-new", "reference/kapow-cards"])
    assert f":caption: {gather.MORE}\n\nsomething-new\n" in told
    assert f":caption: {gather.REFERENCE}\n\nreference/kapow-cards\n" in told


def test_links_lead_to_where_things_are_on_the_site(tmp_path: Path) -> None:
    gather.gather(tmp_path)
    index = (tmp_path / "index.md").read_text("utf-8")
    assert "](tour.md)" in index
    assert "](contributing.md)" in index
    assert "](pictures/kapow-cards.png)" in index
    assert (tmp_path / "pictures" / "kapow-cards.png").is_file()
    assert "](contributing.md#a-rule-is-wrong)" in (tmp_path / "releasing.md").read_text("utf-8")


def test_a_link_that_leads_nowhere_ends_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    for file in gather.BESIDE.values():
        (tmp_path / file).write_text("# A page\n")
    (tmp_path / "docs" / "page.md").write_text("```\n[fenced](nowhere.md)\n```\n[a link](there.md)\n")
    monkeypatch.setattr(gather, "ROOT", tmp_path)
    with pytest.raises(gather.BrokenLinkError, match=r"docs/page\.md: there is no there\.md"):
        gather.gather(tmp_path / "site")


def test_all_files_have_the_same_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    web = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))
    assert project["version"] == slugfest.__version__ == web["version"]
