"""``slugfest games``: list the games, their seats and options."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from slugfest.kernel import Choice, Game, Option, spell

from .words import either, say

_VALUES = 21  # columns for an option's key or value


def show_games(console: Console, games: list[Game], language: str) -> None:
    """Print every game with its seats and all values of all options."""
    for game in games:
        console.print(f"[bold]{game.id}[/]  {escape(game.name.in_language(language))}", highlight=False)
        console.print(f"  {escape(game.tagline.in_language(language))}", highlight=False)
        console.print(f"  {seats_text(game.seat_counts(), language)}", highlight=False)
        for options in alike(game.options):
            console.print(Padding(option_table(options, game.max_seats, language), (0, 0, 0, 2)))
        console.print()
    console.print(say("how_to_choose", language), highlight=False)


def alike(options: list[Option]) -> list[list[Option]]:
    """Group adjacent options with the same choices (a fighter for each place)."""
    groups: list[list[Option]] = []
    for option in options:
        if groups and described(option) == described(groups[-1][0]):
            groups[-1].append(option)
        else:
            groups.append([option])
    return groups


def described(option: Option) -> tuple[object, ...]:
    """The lines below an option's name."""
    named = [(choice.value, choice.name, choice.seats) for choice in option.choices or []]
    return option.key if is_plain(option) else "", named, option.default, option.only_with


def is_plain(option: Option) -> bool:
    """Whether its values fit after the key: a number, or on and off."""
    return option.choices is None or is_flag(option)


def is_flag(option: Option) -> bool:
    return [choice.value for choice in option.choices or []] == [False, True]


def plain_values(option: Option, seats: int) -> str:
    """The values behind the key: ``=off, on``, ``=3 … 30``; empty if they are listed one by one."""
    if is_flag(option):
        return "=off, on"
    if option.choices is not None:
        return ""
    if option.is_range() and option.high - option.low > 1:
        return f"={option.low} … {option.high}"
    values = option.values(seats)
    return f"={values[0]} … {values[-1]}" if len(values) > 2 else "=" + ", ".join(map(str, values))


def option_table(options: list[Option], seats: int, language: str) -> Table:
    """The options of one group by name, then their values, each in words."""
    table = Table.grid(padding=(0, 2))
    table.add_column(min_width=_VALUES, no_wrap=True)
    table.add_column(overflow="fold")
    for option in options:
        table.add_row(
            f"[cyan]{option.key}[/]{plain_values(option, seats)}",
            escape(option.name.in_language(language)) + remark(limits(option, is_plain(option), language)),
        )
    first = options[0]
    if not is_plain(first):
        for choice in first.choices or []:
            table.add_row(f"  {spell(choice.value)}", choice_text(first, choice, language))
        if first.seat_choice:
            table.add_row(f"  1 … {seats}", say("this_seat", language))
    return table


def choice_text(option: Option, choice: Choice, language: str) -> str:
    """One value: its name, where it is offered, whether it is the default."""
    limits = [] if choice.seats is None else [seats_text(choice.seats, language)]
    if choice.value == option.default:
        limits.append(say("usual", language))
    return escape(choice.name.in_language(language)) + remark(limits)


def limits(option: Option, with_default: bool, language: str) -> list[str]:
    """The default of an option, and its conditions."""
    notes = [say("usually", language, value=spell(option.default))] if with_default else []
    for choice in (option.choices or []) if is_flag(option) else []:
        if choice.seats is not None:
            counts = either([str(count) for count in choice.seats], language)
            notes.append(say("only_at_one" if choice.seats == [1] else "only_at", language, counts=counts))
    if option.only_with is not None:
        key, values = option.only_with
        needed = f"{key}={either([spell(value) for value in values], language)}"
        notes.append(say("only_with", language, option=needed))
    return notes


def remark(parts: list[str]) -> str:
    return f" [dim]({escape('; '.join(parts))})[/]" if parts else ""


def seats_text(counts: list[int], language: str) -> str:
    """``2 to 6 seats``, ``1, 2 or 4 seats``, ``1 seat``: the numbers as they are."""
    if counts == [1]:
        return say("one_seat", language)
    if len(counts) > 2 and counts == list(range(counts[0], counts[-1] + 1)):
        return say("seats_range", language, low=counts[0], high=counts[-1])
    return say("seats", language, counts=either([str(count) for count in counts], language))
