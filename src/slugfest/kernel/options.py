"""What may be agreed before a game: each option with its legal values and a name in both languages."""

from __future__ import annotations

from typing import Any

from .errors import OptionError
from .text import Text

Options = dict[str, Any]


class Choice:
    """One value an option may take; some only at certain numbers of seats."""

    def __init__(self, value: Any, name: Text, seats: list[int] | None = None) -> None:
        self.value = value
        self.name = name
        self.seats = seats  # None: at any number of seats

    def fits(self, seats: int) -> bool:
        return self.seats is None or seats in self.seats


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

    def values(self, seats: int) -> list[Any]:
        """Every legal value at this number of seats."""
        if self.choices is None:
            return list(range(1, seats + 1) if self.seat_choice else range(self.low, self.high + 1))
        named = [choice.value for choice in self.choices if choice.fits(seats)]
        return named + list(range(1, seats + 1)) if self.seat_choice else named

    def default_at(self, seats: int) -> Any:
        """The default, or the first value there is where the default is not offered."""
        values = self.values(seats)
        return self.default if not values or self.default in values else values[0]

    def check(self, value: Any, seats: int) -> Any:
        """The value itself if it is legal; a text that spells a legal value is read as it."""
        for legal in self.values(seats):
            if type(legal) is type(value) and legal == value:
                return legal
            if isinstance(value, str) and value.lower() == spell(legal):
                return legal
        raise OptionError(f"option {self.key}: {value!r} is not offered; choose one of {self.offered(seats)}")

    def offered(self, seats: int) -> str:
        """Every legal value at this number of seats, as people write them: ``off, on``, ``random, 1 to 4``."""
        named = [spell(choice.value) for choice in self.choices or [] if choice.fits(seats)]
        numbers = self.values(seats)[len(named) :]
        if len(numbers) > 2:
            named.append(f"{numbers[0]} to {numbers[-1]}")
        else:
            named += [str(number) for number in numbers]
        return ", ".join(named)

    def as_json(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "name": self.name.as_json(),
            "default": self.default,
            "choices": None
            if self.choices is None
            else [
                {"value": choice.value, "name": choice.name.as_json(), "seats": choice.seats}
                for choice in self.choices
            ],
            "low": self.low,
            "high": self.high,
            "rule": self.rule,
            "seat_choice": self.seat_choice,
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


def settle(options: list[Option], chosen: Options, seats: int) -> Options:
    """All options of a game with their values: the chosen ones checked, the others at their default."""
    known = {option.key for option in options}
    for key in chosen:
        if key not in known:
            raise OptionError(f"unknown option {key!r}; this game has {', '.join(sorted(known)) or 'none'}")
    return {
        option.key: option.check(chosen.get(option.key, option.default_at(seats)), seats)
        for option in options
    }
