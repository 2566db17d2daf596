"""What may be agreed before a game: each option with its legal values and a name in both languages."""

from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from .errors import OptionError
from .text import Text, is_number, listed

Options = dict[str, Any]


@mypyc_attr(allow_interpreted_subclasses=True)
class Choice:
    """One value an option may take; some only at certain numbers of seats."""

    def __init__(
        self, value: Any, name: Text, seats: list[int] | None = None, about: Text | None = None
    ) -> None:
        self.value = value
        self.name = name
        self.seats = seats  # None: at any number of seats
        self.about = about  # what it means, in one line, where the name alone does not say

    def fits(self, seats: int) -> bool:
        return self.seats is None or seats in self.seats


@mypyc_attr(allow_interpreted_subclasses=True)
class Option:
    """One agreement before the game: a choice among named values, or a whole number in a range."""

    def __init__(
        self,
        key: str,
        name: Text,
        default: Any,
        choices: list[Choice] | None = None,
        low: int = 0,
        high: int = 0,
        rule: str = "",
        seat_choice: bool = False,
        detail: bool = False,
        only_with: tuple[str, list[Any]] | None = None,
    ) -> None:
        self.key = key
        self.name = name
        self.default = default
        self.choices = choices
        self.low = low
        self.high = high
        self.rule = rule
        self.seat_choice = seat_choice  # the named choices plus the seats 1..n
        self.detail = detail  # no way to play of its own: checks try a few of its values, not all mixtures
        self.only_with = only_with  # another option and its values without which this one means nothing

    def is_range(self) -> bool:
        """Whether every whole number from ``low`` to ``high`` may be chosen; there may be millions."""
        return self.choices is None and not self.seat_choice

    def values(self, seats: int) -> list[Any]:
        """Every legal value at this number of seats."""
        if self.choices is None:
            return list(range(1, seats + 1) if self.seat_choice else range(self.low, self.high + 1))
        named = [choice.value for choice in self.choices if choice.fits(seats)]
        return named + list(range(1, seats + 1)) if self.seat_choice else named

    def name_of(self, value: Any) -> Text | None:
        """What a value is called; None if it has no name of its own."""
        for choice in self.choices or []:
            if choice.value == value:
                return choice.name
        return None

    def default_at(self, seats: int) -> Any:
        """The default, or the first value there is where the default is not offered."""
        if self.is_range() and self.low <= self.high:
            return self.default if self.default in range(self.low, self.high + 1) else self.low
        values = self.values(seats)
        return self.default if not values or self.default in values else values[0]

    def check(self, value: Any, seats: int) -> Any:
        """The value itself if it is legal; a text that spells a legal value is read as it."""
        if self.is_range():
            number = value
            if isinstance(value, str) and is_number(value.removeprefix("-")) and str(int(value)) == value:
                number = int(value)
            if type(number) is int and self.low <= number <= self.high:
                return number
            raise self.not_offered(value, seats)
        for legal in self.values(seats):
            if type(legal) is type(value) and legal == value:
                return legal
            if isinstance(value, str) and value.lower() == spell(legal):
                return legal
        raise self.not_offered(value, seats)

    def not_offered(self, value: Any, seats: int) -> OptionError:
        """The refusal of a value, with all that may be chosen instead."""
        offered = self.offered(seats)
        return OptionError(
            "WRONG_OPTION",
            self.rule,
            Text(
                f"“{self.name.en}” ({self.key}) does not offer {_quoted(value, '“', '”', 'that')}. "
                f"Choose {offered.en}.",
                f"„{self.name.de}“ ({self.key}) bietet {_quoted(value, '„', '“', 'das')} nicht an. "
                f"Wähl {offered.de}.",
            ),
        )

    def offered(self, seats: int) -> Text:
        """All that may be chosen at this number of seats, in words."""
        if self.is_range() and self.low < self.high:
            return Text(
                f"a whole number from {self.low} to {self.high}",
                f"eine ganze Zahl von {self.low} bis {self.high}",
            )
        words = [spell(legal) for legal in self.values(seats)]
        return Text(listed(words, "or"), listed(words, "oder"))

    def as_json(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "name": self.name.as_json(),
            "default": self.default,
            "choices": None
            if self.choices is None
            else [
                {
                    "value": choice.value,
                    "name": choice.name.as_json(),
                    "seats": choice.seats,
                    "about": None if choice.about is None else choice.about.as_json(),
                }
                for choice in self.choices
            ],
            "low": self.low,
            "high": self.high,
            "rule": self.rule,
            "seat_choice": self.seat_choice,
            "detail": self.detail,
            "only_with": None
            if self.only_with is None
            else {"key": self.only_with[0], "values": self.only_with[1]},
        }


def flag(
    key: str,
    name: Text,
    default: bool,
    rule: str = "",
    seats: list[int] | None = None,
    only_with: tuple[str, list[Any]] | None = None,
) -> Option:
    """An option that is on or off; it may be on only at these numbers of seats."""
    on_off = [Choice(False, Text("off", "aus")), Choice(True, Text("on", "an"), seats)]
    return Option(key, name, default, on_off, rule=rule, only_with=only_with)


def spell(value: Any) -> str:
    """An option's value as a text: in records, on the command line, in addresses."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value).lower()


def _quoted(value: Any, left: str, right: str, other: str) -> str:
    """A refused value as a sentence names it; one that is no short word or number goes by ``other``."""
    if not isinstance(value, (str, int, float)):
        return other
    word = spell(value)
    return f"{left}{word if len(word) <= 40 else word[:39] + '…'}{right}"


def wrong_seats(name: Text, counts: list[int], seats: int) -> OptionError:
    """The refusal of a number of seats at which a game is not played."""
    words = [str(count) for count in counts]
    en, de = listed(words, "or"), listed(words, "oder")
    if len(counts) > 2 and counts[-1] - counts[0] < len(counts):
        en, de = f"{words[0]} to {words[-1]}", f"{words[0]} bis {words[-1]}"
    many = counts[-1] > 1
    return OptionError(
        "WRONG_SEATS",
        "",
        Text(
            f"{name.en} is for {en} player{'s' if many else ''}, not for {seats}.",
            f"{name.de} ist für {de} Person{'en' if many else ''}, nicht für {seats}.",
        ),
    )


def _unknown(key: str, known: list[str]) -> OptionError:
    """The refusal of an option that a game does not have."""
    shown = key if len(key) <= 40 else key[:39] + "…"
    return OptionError(
        "UNKNOWN_OPTION",
        "",
        Text(
            f"This game has no option “{shown}”. It has {listed(known, 'and') or 'none'}.",
            f"Dieses Spiel hat keine Einstellung „{shown}“. Es hat {listed(known, 'und') or 'keine'}.",
        ),
    )


def settle(options: list[Option], chosen: Options, seats: int) -> Options:
    """All options of a game with their values: the chosen ones checked, the others at their default."""
    known = [option.key for option in options]
    for key in chosen:
        if key not in known:
            raise _unknown(key, known)
    return {
        option.key: option.check(chosen.get(option.key, option.default_at(seats)), seats)
        for option in options
    }
