"""A game in the terminal, with people at one keyboard and with bots."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from slugfest.bots import Bot, GuardedBot, SearchBot, bot, judge
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

from .ending import ending
from .words import level_name, mistake, say

_LONG_LIST = 14  # more moves than this are offered in groups
_IDEAS = 5


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
        self.names = people + [
            f"Bot {number} ({level_name(name, language)})" for number, name in enumerate(bots, 1)
        ]
        self.chances = [seeded("terminal", self.secret, seat) for seat in range(len(self.names))]
        self.faults_shown: dict[int, int] = {}  # by seat of an external bot: how many of its faults
        self.shown_entries = 0  # entries of the log already shown
        self.at_keyboard = 0

    def say(self, key: str, **values: object) -> str:
        return say(key, self.language, **values)

    def words(self, text: Text) -> str:
        return escape(text.named(self.names).in_language(self.language))

    # ---- the course of the game ------------------------------------------------------------------------------

    def run(self) -> bool:
        """Play to the end; False if the person left before."""
        self.console.rule(f"[bold]{self.words(self.game.name)}")
        self.console.print(f"[dim]{self.say('commitment', hash=commitment(self.secret))}[/]")
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
        chosen = player.choose(Perspective(self.history.state, seat), self.chances[seat])
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
        self.console.print(self.game.terminal.render(state.view(SPECTATOR), self.names, self.language))
        self.console.print(ending(state, self.names, self.language))
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
        self.console.print(Padding(self.game.terminal.render(view, self.names, self.language), (0, 0, 1, 0)))
        self.console.print(f"[bold green]{self.say('your_turn', name=escape(self.names[seat]))}[/]")
        moves = view["moves"]
        group = ""
        while True:
            offered = self.offer(moves, group)
            word = self.console.input(f"[dim]{self.say('choose')}[/] > ").strip()
            if self.command(seat, word):
                if word.lower() == "u":
                    return
                continue
            if is_number(word):
                index = int(word)
                if index == 0 and group:
                    group = ""
                elif not 1 <= index <= len(offered):
                    self.console.print(f"[red]{self.say('no_such', word=word)}[/]")
                elif offered[index - 1] in self.groups(moves) and not group and len(moves) > _LONG_LIST:
                    group = offered[index - 1]
                    only = self.groups(moves)[group]
                    if len(only) == 1 and self.try_move(seat, only[0]["move"]):
                        return
                elif self.try_move(seat, offered[index - 1]):
                    return
            elif word and self.try_move(seat, word):
                return

    def groups(self, moves: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
        """The moves by their first word."""
        groups: dict[str, list[dict[str, Any]]] = {}
        for move in moves:
            groups.setdefault(move["move"].split()[0], []).append(move)
        return groups

    def offer(self, moves: list[dict[str, Any]], group: str) -> list[str]:
        """Print the choices and return what each number means."""
        groups = self.groups(moves)
        if len(moves) > _LONG_LIST and not group and len(groups) > 1:
            self.console.print(self.say("groups"))
            for number, (word, within) in enumerate(groups.items(), 1):
                ways = f" [dim]({self.say('ways', count=len(within))})[/]" if len(within) > 1 else ""
                label = (
                    self.move_label(within[0])
                    if len(within) == 1
                    else self.words(self.game.terminal.heading(word))
                )
                self.console.print(f"  {number:>2}  {label}{ways}")
            return list(groups)
        shown = groups[group] if group else moves
        self.console.print(self.say("moves"))
        table = Table.grid(padding=(0, 2))
        columns = 2 if len(shown) > _LONG_LIST and self.console.width >= 110 else 1
        cells = [
            f"{number:>3}  {self.move_label(move)} [dim]{escape(move['move'])}[/]"
            for number, move in enumerate(shown, 1)
        ]
        height = -(-len(cells) // columns)
        for line in range(height):
            table.add_row(*cells[line::height])
        self.console.print(table)
        if group:
            self.console.print(f"    0  {self.say('back')}")
        return [move["move"] for move in shown]

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
        """Handle letters that are not moves; return whether the word was one."""
        letter = word.lower()
        if letter in ("q", "quit", "exit"):
            raise Quit
        if letter == "?":
            self.console.print(self.say("help"))
        elif letter == "h":
            self.hint(seat)
        elif letter == "u":
            self.undo(seat)
        elif letter == "r":
            self.look_up(self.console.input(self.say("which_rule") + " ").strip())
        else:
            return False
        return True

    def hint(self, seat: int) -> None:
        """The judgement of the present decision: the best line, why, and what is as good."""
        perspective = Perspective(self.history.state, seat)
        chance = seeded("hint", self.secret, len(self.history.entries))
        self.game.require_search()
        judgement = judge(SearchBot("hard", 0), perspective, chance)
        self.console.print(self.say("hint"))
        for judged in judgement.moves[:_IDEAS]:
            if judged is judgement.moves[0] or judgement.fine(judged.move):
                labels = [self.words(self.game.label(move)) for move in judged.line]
                self.console.print(f"  {' → '.join(labels)}", highlight=False)
        if judgement.why is not None:
            self.console.print(f"  [bold]{self.words(judgement.why)}[/]", highlight=False)

    def undo(self, seat: int) -> None:
        try:
            self.history.undo(seat)
        except UndoError as error:
            self.console.print(f"[red]{self.words(error.text)}[/]")
            return
        self.shown_entries = len(self.history.entries)
        self.console.print(self.say("undone"))

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
                self.console.print(f"  {self.sentence(event, seat)}", highlight=False)
        self.shown_entries = len(self.history.entries)

    def sentence(self, event: Event, seat: int) -> str:
        return self.words(self.game.describe(event.seen_by(seat)))


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
