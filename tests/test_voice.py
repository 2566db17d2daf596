"""Every sentence for players keeps to the page on how we speak to them (docs/voice.md)."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE, WEB = ROOT / "src" / "slugfest", ROOT / "web" / "src"
FOR_PLAYERS = ("kernel", "table", "protocol", "local", "events", "review", "lessons", "bots", "cli", "games")

ENGLISH = {
    "everyone, someone, anyone": re.compile(r"\b(every|some|any)body\b", re.IGNORECASE),
    "the player who": re.compile(r"\b(whoever|whomever|oneself)\b", re.IGNORECASE),
    "a typographic apostrophe": re.compile(r"[a-z]'(s|t|m|d|re|ve|ll)?\b", re.IGNORECASE),
}
GERMAN = {
    "Verteidigung": re.compile(r"\bAbwehr\b"),
    "Spielfeld": re.compile(r"\b(Brett|Spielbrett)\b"),
    "du": re.compile(r"\bIhnen\b"),
    "a space before the percent sign": re.compile(r"\d%"),
}


def pairs_in(value: object) -> Iterator[tuple[str, str]]:
    """Every pair of an English and a German text in a TOML document."""
    if isinstance(value, dict):
        if isinstance(value.get("en"), str) and isinstance(value.get("de"), str):
            yield value["en"], value["de"]
        for one in value.values():
            yield from pairs_in(one)
    elif isinstance(value, list):
        for one in value:
            yield from pairs_in(one)


def in_files() -> Iterator[tuple[str, str, str]]:
    """From the files of games, lessons and personas."""
    for file in sorted([*SOURCE.glob("games/**/*.toml"), *SOURCE.glob("personas/*.toml")]):
        if "puzzles" not in file.parts:  # they are printed from the games' own words
            for english, german in pairs_in(tomllib.loads(file.read_text("utf-8"))):
                yield str(file.relative_to(ROOT)), english, german


def in_code() -> Iterator[tuple[str, str, str]]:
    """From the messages in Python: ``Text(english, german)``, also with f-strings."""

    def spelled(node: ast.expr) -> str:
        whole = (one.value for one in ast.walk(node) if isinstance(one, ast.Constant))
        return " ".join(one for one in whole if isinstance(one, str))

    for file in sorted(one for folder in FOR_PLAYERS for one in (SOURCE / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="Text" | "Template"), args=[english, german, *_]):
                    yield str(file.relative_to(ROOT)), spelled(english), spelled(german)


def on_pages() -> Iterator[tuple[str, str]]:
    """From the pages: everything in quotes in their lists of words, of both languages."""
    quoted = re.compile(r"'((?:[^'\\\n]|\\.)*)'|\"((?:[^\"\\\n]|\\.)*)\"")
    lists = [*WEB.glob("lib/words/*.ts"), *WEB.glob("games/*/words/*.ts"), *WEB.glob("**/*-texts.ts")]
    for file in sorted([*lists, WEB / "site" / "texts.ts", WEB / "plain" / "field-words.ts"]):
        if not file.name.endswith(".test.ts"):
            code = re.sub(r"/\*.*?\*/|^\s*//.*$", "", file.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
            for single, double in quoted.findall(code):
                yield str(file.relative_to(ROOT)), single or double


def broken(language: dict[str, re.Pattern[str]], text: str) -> list[str]:
    return [better for better, wrong in language.items() if wrong.search(text)]


def test_no_text_says_what_the_page_on_our_voice_replaces() -> None:
    wrong = []
    texts = 0
    for where, english, german in [*in_files(), *in_code()]:
        texts += 2
        wrong += [f"{where}: {better}: {english}" for better in broken(ENGLISH, english)]
        wrong += [f"{where}: {better}: {german}" for better in broken(GERMAN, german)]
    for where, text in on_pages():
        texts += 1
        wrong += [f"{where}: {better}: {text}" for better in broken(ENGLISH | GERMAN, text)]
    assert texts > 5000
    assert not wrong, "\n".join(wrong)
