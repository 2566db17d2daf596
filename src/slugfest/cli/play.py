"""A game in the terminal, with people at one keyboard and with bots."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape, render
from rich.padding import Padding
from rich.table import Table

from slugfest.bots import Bot, GuardedBot, SearchBot, bot, judge_decision
from slugfest.kernel import (
    SPECTATOR,
    Event,
    Game,
    History,
    LiveChance,
    MoveError,
    Options,
    Perspective,
    Record,
    Text,
    UndoError,
    commitment,
    is_number,
    record_of,
    seeded,
)
from slugfest.table.seats import bot_name

from .ending import ending
from .words import called, mistake, say, strength_of

_LONG_LIST = 14  # more moves than this are offered in groups
_MOST_WORDS = 2  # of a move are chosen one after another
_IDEAS = 5
_HANGING = 4  # how much further in a line goes on
_WORDS = {  # for each letter: what somebody types who writes the word instead
    "?": ("help", "hilfe"),
    "h": ("hint", "tipp"),
    "u": ("undo", "zurück"),
    "r": ("rule", "rules", "regel", "regeln"),
    "q": ("quit", "exit", "ende"),
}


class Quit(Exception):
    """The person leaves."""


class TerminalGame:
    """One game at one terminal."""

    def __init__(
        self,
        console: Console,
        game: Game,
        people: list[str],
        bots: list[str],
        options: Options,
        seed: str | None,
        language: str,
    ) -> None:
        self.console = console
        self.game = game
        self.language = language
        self.secret = seed if seed is not None else secrets.token_hex(32)
        seats = ["person"] * len(people) + ["bot"] * len(bots)
        # Who names a seed wants this game again; otherwise nobody at the table should be able to compute it.
        chance = self.secret if seed is not None else LiveChance(self.secret, "terminal", seats)
        self.history = History(game, len(seats), options, chance)
        self.people = len(people)
        self.bots: list[Bot] = [bot(name, game) for name in bots]
        called: list[str] = []
        for name in bots:
            called.append(bot_name(people + called, name))
        self.names = people + called
        self.levels = [strength_of(name, game, language) for name in bots]
        self.chances = [seeded("terminal", self.secret, seat) for seat in range(len(self.names))]
        self.faults_shown: dict[int, int] = {}  # by seat of an external bot: how many of its faults
        self.shown_entries = 0  # entries of the log already shown
        self.at_keyboard = 0

    def say(self, key: str, **values: object) -> str:
        return say(key, self.language, **values)

    def show(self, lines: str) -> None:
        """Print lines of markup; what is too long goes on below, further in."""
        for line in lines.splitlines():
            text = line.lstrip(" ")
            inset = len(line) - len(text)
            written = render(text)
            if inset + written.cell_len <= self.console.width:
                self.console.print(Padding(written, (0, 0, 0, inset)), highlight=False)
                continue
            first, *rest = written.wrap(self.console, max(self.console.width - inset - _HANGING, 20))
            self.console.print(Padding(first, (0, 0, 0, inset)), highlight=False)
            for more in rest:
                self.console.print(Padding(more, (0, 0, 0, inset + _HANGING)), highlight=False)

    def words(self, text: Text) -> str:
        return escape(text.named(self.names).in_language(self.language))

    # ---- the course of the game ------------------------------------------------------------------------------

    def run(self) -> bool:
        """Play to the end; False if the person left before."""
        self.console.rule(f"[bold]{self.words(self.game.name)}")
        self.console.print(f"[dim]{self.say('commitment', hash=commitment(self.secret))}[/]")
        if self.levels:
            bots = zip(self.names[self.people :], self.levels)
            names = ", ".join(f"{name} ({level})" for name, level in bots)
            self.console.print(escape(self.say("against", names=names)), highlight=False)
        try:
            while self.history.state.outcome() is None:
                seat = self.history.state.actors()[0]
                if seat < self.people:
                    self.ask(seat)
                else:
                    self.history.play(seat, self.decided(seat))
        except (Quit, EOFError, KeyboardInterrupt):
            self.console.print("\n" + self.say("bye"))
            return False
        finally:
            for player in self.bots:
                player.close()
        self.show_news(self.at_keyboard)
        self.show_end()
        return True

    def decided(self, seat: int) -> int:
        """The move of a bot; print if it failed and another one decided."""
        player = self.bots[seat - self.people]
        chosen = player.choose(Perspective(self.history.state, seat, self.history, "1"), self.chances[seat])
        if isinstance(player, GuardedBot):
            known = self.faults_shown.get(seat, 0)
            for fault in player.faults[known:]:
                sentence = fault.text.in_language(self.language)
                self.console.print(
                    f"[yellow]{escape(self.say('stood_in', fault=capital(sentence), other=player.stand_in.name))}[/]",
                    highlight=False,
                )
            self.faults_shown[seat] = len(player.faults)
        return chosen

    def show_end(self) -> None:
        state = self.history.state
        reader = 0 if self.people == 1 else SPECTATOR
        names = called(self.names, reader, self.language)
        self.show(self.game.terminal.render(state.view(SPECTATOR), names, self.language))
        self.console.print(ending(state, self.names, self.language, reader))
        self.console.print(f"[dim]{self.say('secret', secret=self.secret)}[/]")

    def record(self) -> Record:
        signatures = {self.people + number: player.signature() for number, player in enumerate(self.bots)}
        return record_of(self.history, self.names, bots=signatures)

    def save(self, file: Path) -> None:
        """Write the record of the finished game."""
        try:
            file.write_text(self.record().text(), encoding="utf-8")
        except OSError as error:
            raise mistake("unwritable", file=file, reason=error.strerror) from error
        self.console.print(self.say("saved", file=file))

    # ---- one decision of a person ----------------------------------------------------------------------------

    def ask(self, seat: int) -> None:
        if self.people > 1 and seat != self.at_keyboard:
            self.console.clear()
            self.console.input(self.say("hand_over", name=self.names[seat]) + " ")
            self.at_keyboard = seat
            self.shown_entries = self.last_own(seat)
        self.show_news(seat)
        view = self.history.state.view(seat)
        self.console.print()
        names = called(self.names, seat, self.language)
        self.show(self.game.terminal.render(view, names, self.language))
        self.console.print()
        turn = (
            self.say("your_turn") if self.people == 1 else self.say("turn_of", name=escape(self.names[seat]))
        )
        self.console.print(f"[bold green]{turn}[/]")
        moves = view["moves"]
        chosen: list[str] = []  # the first words of the move, as far as they are chosen
        while True:
            offered = self.offer(moves, chosen)
            word = self.console.input(f"[dim]{self.say('choose')}[/] > ").strip()
            if letter_of(word) == "u":
                if self.undo(seat):
                    return
                continue
            if self.command(seat, word):
                continue
            if is_number(word):
                index = int(word)
                if index == 0 and chosen:
                    chosen = []
                elif not 1 <= index <= len(offered):
                    self.console.print(f"[red]{self.say('no_such', word=word)}[/]")
                elif isinstance(offered[index - 1], list):
                    chosen = offered[index - 1]
                elif self.try_move(seat, offered[index - 1]):
                    return
            elif word and self.try_move(seat, word):
                return

    def offer(self, moves: list[dict[str, Any]], chosen: list[str]) -> list[Any]:
        """Print the choices; for each number return a move, or the first words of several."""
        shown = [move for move in moves if move["move"].split()[: len(chosen)] == chosen]
        depth = len(chosen)
        groups = groups_of(shown, depth)
        while len(groups) == 1 and depth < _MOST_WORDS:
            depth += 1
            groups = groups_of(shown, depth)
        if len(shown) > _LONG_LIST and len(groups) > 1 and depth < _MOST_WORDS:
            self.console.print(self.say("moves" if depth else "groups"))
            offered: list[Any] = []
            for number, (words, within) in enumerate(groups, 1):
                ways = f" [dim]({self.say('ways', count=len(within))})[/]" if len(within) > 1 else ""
                if len(within) == 1:
                    label = self.move_label(within[0])
                elif depth:
                    label = in_common([self.move_label(move) for move in within])
                else:
                    label = self.words(self.game.terminal.heading(words[0]))
                self.console.print(f"  {number:>2}  {label}{ways}")
                offered.append(words if len(within) > 1 else within[0]["move"])
        else:
            self.console.print(self.say("moves"))
            self.list_moves(shown)
            offered = [move["move"] for move in shown]
        if chosen:
            self.console.print(f"   0  {self.say('back')}")
        return offered

    def list_moves(self, moves: list[dict[str, Any]]) -> None:
        """A numbered line for each move, with its notation where there is room for it."""
        columns = 2 if len(moves) > _LONG_LIST and self.console.width >= 110 else 1
        room = self.console.width // columns - 2
        cells = []
        for number, move in enumerate(moves, 1):
            line = f"{number:>3}  {self.move_label(move)}"
            noted = f"{line}  [dim]{escape(move['move'])}[/]"
            cells.append(noted if render(noted).cell_len <= room else line)
        table = Table.grid(padding=(0, 2))
        height = -(-len(cells) // columns)
        for line_number in range(height):
            table.add_row(*cells[line_number::height])
        self.console.print(table)

    def move_label(self, move: dict[str, Any]) -> str:
        return self.words(Text(move["label"]["en"], move["label"]["de"]))

    def try_move(self, seat: int, text: str) -> bool:
        """Make the move, or say why not."""
        try:
            self.history.play_text(seat, text)
        except MoveError as error:
            rule = f" ({error.rule})" if error.rule else ""
            self.console.print(f"[red]{self.words(error.text)}{rule}[/]")
            return False
        return True

    def command(self, seat: int, word: str) -> bool:
        """Handle letters, and the words they stand for; return whether the word was one."""
        letter = letter_of(word)
        if letter == "q":
            raise Quit
        if letter == "?":
            self.console.print(self.say("help"))
        elif letter == "h":
            self.hint(seat)
        elif letter == "r":
            self.look_up(self.console.input(self.say("which_rule") + " ").strip())
        else:
            return False
        return True

    def hint(self, seat: int) -> None:
        """The judgement of the present decision: the best line, why, and what is as good."""
        self.game.require_search()
        judgement = judge_decision(SearchBot("hard", 0), self.history, seat, len(self.history.entries))
        self.console.print(self.say("hint"))
        best, *others = judgement.moves[:_IDEAS]
        self.show(f"  [bold]{self.line_label(best.line)}[/]")
        if judgement.why is not None:
            self.show(f"  {self.words(judgement.why)}")
        as_good = [judged for judged in others if judgement.fine(judged.move)]
        if as_good:
            self.console.print(self.say("as_good"))
        for judged in as_good:
            self.show(f"  {self.line_label(judged.line)}")

    def line_label(self, line: Sequence[int]) -> str:
        """Moves that belong together, one after another."""
        return " → ".join([self.words(self.game.label(move)) for move in line])

    def undo(self, seat: int) -> bool:
        """Take the last move back, or say why not."""
        try:
            self.history.undo(seat)
        except UndoError as error:
            self.console.print(f"[red]{self.words(error.text)}[/]")
            return False
        self.shown_entries = len(self.history.entries)
        self.console.print(self.say("undone"))
        return True

    def look_up(self, wanted: str) -> None:
        """Show the rules that have this number or word."""
        found = find_rules(self.game, wanted, self.language)
        for number, sentence in found:
            self.console.print(f"[bold]{number}[/] {escape(sentence)}")
        if not found:
            self.console.print(self.say("no_rule"))

    # ---- what happened ---------------------------------------------------------------------------------------

    def last_own(self, seat: int) -> int:
        """The entry after this seat's last move."""
        for index in range(len(self.history.entries) - 1, -1, -1):
            if self.history.entries[index].seat == seat:
                return index + 1
        return 0

    def show_news(self, seat: int) -> None:
        """Print everything since the last time, in sentences."""
        for entry in self.history.entries[self.shown_entries :]:
            for event in entry.events:
                self.show(f"  {self.sentence(event, seat)}")
        self.shown_entries = len(self.history.entries)

    def sentence(self, event: Event, seat: int) -> str:
        return self.words(self.game.describe(event.seen_by(seat)).to(seat))


def letter_of(word: str) -> str:
    """The letter of a command that was typed as a word; the word itself if it is none."""
    written = word.lower()
    return next((letter for letter, words in _WORDS.items() if written in words), written)


def capital(sentence: str) -> str:
    """A sentence as it begins a line."""
    return sentence[:1].upper() + sentence[1:]


def find_rules(game: Game, wanted: str, language: str) -> list[tuple[str, str]]:
    """The rules with this number, or with this word in their sentence."""
    number = wanted.upper()
    if number in game.rules:
        return [(number, game.rules[number].text.in_language(language))]
    if not wanted:
        return []
    return [
        (rule.number, rule.text.in_language(language))
        for rule in game.rules.values()
        if wanted.lower() in rule.text.in_language(language).lower()
    ]


def groups_of(moves: list[dict[str, Any]], depth: int) -> list[tuple[list[str], list[dict[str, Any]]]]:
    """Moves by their first ``depth`` + 1 words."""
    groups: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for move in moves:
        groups.setdefault(tuple(move["move"].split()[: depth + 1]), []).append(move)
    return [(list(words), within) for words, within in groups.items()]


def in_common(labels: list[str]) -> str:
    """What labels have in common: their first words, dots, and their last words."""
    rows = [label.split(" ") for label in labels]
    first = 0
    while all(len(row) > first and row[first] == rows[0][first] for row in rows):
        first += 1
    last = 0
    while all(len(row) > first + last and row[-1 - last] == rows[0][-1 - last] for row in rows):
        last += 1
    return " ".join([*rows[0][:first], "…", *rows[0][len(rows[0]) - last :]])
