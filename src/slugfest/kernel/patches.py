"""Places in a game's content by name: ``klonk.attack`` is where Klonk's attack stands.

The full name of a place is the way to it, step by step: keys of tables; entries of lists by their id, their key, their
English name or their number from 1; and inside effects the words before a number. Whoever names a place may leave out
every step that is not needed to tell it from all others; where several fit, the one with the fewest steps left out is
meant.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from typing import Any, Final

from .errors import ContentError

_SOURCE: Final = "source"
_NAMING: Final = ("id", "key", "symbol")  # what an entry of a list is called by
_EFFECT: Final = re.compile(r"(?:[^:]*:\s*)?([a-z_]+(?: [A-Za-z]+)*)((?: [+-]?\d+)*)\s*")  # "gain nw 2"
_CALL: Final = re.compile(r"(?<![a-z_])([a-z_]+)\(([^()]*)\)")  # "heal(self,2)"
NUMBERS: Final = re.compile(r"[+-]?\b\d+\b")
_MOST_PARTS: Final = 8  # of a table, offered to whoever means one of them
_MOST_NEAR: Final = 4  # names offered for one that is not there


class Place:
    """Somewhere in a content file: what holds it, and how people call the way there."""

    def __init__(
        self, holder: Any, key: Any, steps: list[tuple[str, ...]], start: int = -1, end: int = -1
    ) -> None:
        self.holder = holder  # a table or a list
        self.key = key
        self.steps = steps  # each with all its names, the usual one first
        self.start = start  # inside a text: where the numbers of an effect are
        self.end = end

    @property
    def path(self) -> str:
        """The full name."""
        return ".".join([names[0] for names in self.steps])

    @property
    def value(self) -> Any:
        """What stands there; the number or numbers of an effect."""
        if self.start < 0:
            return self.holder.get(self.key) if isinstance(self.holder, dict) else self.holder[self.key]
        found = [int(number) for number in NUMBERS.findall(self.holder[self.key][self.start : self.end])]
        return found[0] if len(found) == 1 else found

    def put(self, value: Any, file: str) -> None:
        """Write a value there. A table is no number: whoever means one of its parts must say which."""
        there = self.value
        if isinstance(there, dict) and not isinstance(value, dict):
            parts = ", ".join(list(there)[:_MOST_PARTS])
            raise ContentError(
                file,
                self.path,
                f"one of its parts is needed: {parts}",
                f"hier gehört einer seiner Teile hin: {parts}",
            )
        self.holder[self.key] = value if self.start < 0 else self._with_numbers(value, file)

    def _with_numbers(self, value: Any, file: str) -> str:
        """The effect with other numbers; a plus sign stays where one stood."""
        text: str = self.holder[self.key]
        numbers = value if isinstance(value, list) else [value]
        old = list(NUMBERS.finditer(text, self.start, self.end))
        if any(not isinstance(number, int) or isinstance(number, bool) for number in numbers):
            raise ContentError(
                file,
                self.path,
                f"a whole number is needed, not {value!r}",
                f"hier gehört eine ganze Zahl hin, nicht {value!r}",
            )
        if len(numbers) != max(len(old), 1):
            raise ContentError(
                file,
                self.path,
                f"{len(old)} numbers are needed, as in [1, 2], not {value!r}",
                f"hier gehören {len(old)} Zahlen hin, wie [1, 2], nicht {value!r}",
            )
        if not old:
            return f"{text[: self.end]} {numbers[0]}{text[self.end :]}"
        for number, found in zip(reversed(numbers), reversed(old), strict=True):
            signed = f"{number:+d}" if found.group()[0] == "+" else str(number)
            text = text[: found.start()] + signed + text[found.end() :]
        return text


def places(data: dict[str, Any]) -> list[Place]:
    """Every place of a content file, in its order."""
    found: list[Place] = []
    _collect(data, [], found)
    return found


def find(data: dict[str, Any], path: str, file: str) -> Place:
    """The place that a name means; one that means none or several is refused with names that would do."""
    wanted = [step.casefold() for step in path.split(".")]
    known = places(data)
    fitting = _fitting(known, wanted)
    if not fitting:
        fitting = _fitting(known, wanted, by_beginning=True)
    if not fitting:
        fitting = _left_out(known, wanted)
    if len(fitting) > 1:
        several = ", ".join(place.path for place in fitting[:_MOST_NEAR])
        raise ContentError(
            file, path, f"several places are called so: {several}", f"mehrere Stellen heißen so: {several}"
        )
    if not fitting:
        near = difflib.get_close_matches(path.casefold(), _short_names(known), _MOST_NEAR, 0.4)
        raise ContentError(
            file,
            path,
            "nothing is called so" + (f"; near it is {', '.join(near)}" if near else ""),
            "so heißt nichts" + (f"; ähnlich ist {', '.join(near)}" if near else ""),
        )
    return fitting[0]


def changed(data: dict[str, Any], changes: dict[str, Any], file: str) -> dict[str, Any]:
    """Write all changes into the data; returns them by the full names of their places."""
    full: dict[str, Any] = {}
    for path, value in changes.items():
        place = find(data, path, file)
        if place.path in full:
            raise ContentError(
                file, path, f"{place.path} is changed twice", f"{place.path} wird zweimal geändert"
            )
        place.put(value, file)
        full[place.path] = value
    return full


def _collect(node: Any, steps: list[tuple[str, ...]], found: list[Place]) -> None:
    if isinstance(node, dict):
        for key, value in node.items():
            if key == _SOURCE:  # where numbers come from is no number
                continue
            _collect_child(node, key, value, [*steps, (str(key),)], found)
    elif isinstance(node, list):
        own = [_own_names(value) for value in node]
        count = Counter(name for names in own for name in names)
        for index, value in enumerate(node):  # a name that two entries share is nobody's
            names = [name for name in own[index] if count[name] == 1]
            _collect_child(node, index, value, [*steps, (*names, str(index + 1))], found)


def _collect_child(
    holder: Any, key: Any, value: Any, steps: list[tuple[str, ...]], found: list[Place]
) -> None:
    if isinstance(holder, list) and isinstance(value, str):  # a text by its number, its effect by its words
        *words, number = steps[-1]
        found.append(Place(holder, key, [*steps[:-1], (number,)]))
        effect = _EFFECT.fullmatch(value)
        if effect is not None and words:
            found.append(Place(holder, key, [*steps[:-1], tuple(words)], effect.start(2), effect.end(2)))
        return
    found.append(Place(holder, key, steps))
    if not isinstance(value, str):
        _collect(value, steps, found)
    else:
        calls = [call for call in _CALL.finditer(value) if NUMBERS.search(call.group(2))]
        count = Counter(_call_name(call) for call in calls)
        for call in calls:
            if count[_call_name(call)] == 1:
                names = tuple(dict.fromkeys((_call_name(call), call.group(1))))
                found.append(Place(holder, key, [*steps, names], call.start(2), call.end(2)))


def _own_names(value: Any) -> list[str]:
    """What an entry of a list is called besides its number."""
    if isinstance(value, str):
        effect = _EFFECT.fullmatch(value)
        return [] if effect is None else [effect.group(1).replace(" ", "-")]
    if not isinstance(value, dict):
        return []
    own = [value[key] for key in _NAMING if isinstance(value.get(key), str) and value[key]]
    name = value.get("en", value.get("name"))
    if isinstance(name, str):
        own.append(re.sub(r"\W+", "_", name.casefold()).strip("_"))
    return list(dict.fromkeys(own))


def _call_name(call: re.Match[str]) -> str:
    """``heal-partner`` for heal(partner,2); a call that has only numbers is its word."""
    first = call.group(2).partition(",")[0].strip()
    return call.group(1) if NUMBERS.fullmatch(first) else f"{call.group(1)}-{first}"


def _fitting(known: list[Place], wanted: list[str], by_beginning: bool = False) -> list[Place]:
    """The places that these steps lead to with the fewest left out."""
    best: list[Place] = []
    for place in known:
        if len(place.steps) < len(wanted) or (best and len(place.steps) > len(best[0].steps)):
            continue
        last = [name.casefold() for name in place.steps[-1]]
        if not (wanted[-1] in last or (by_beginning and any(name.startswith(wanted[-1]) for name in last))):
            continue
        left = iter(place.steps[:-1])
        if not all(
            any(step in [name.casefold() for name in names] for names in left) for step in wanted[:-1]
        ):
            continue
        if best and len(place.steps) < len(best[0].steps):
            best = []
        best.append(place)
    return best


def _left_out(known: list[Place], wanted: list[str]) -> list[Place]:
    """A key that this entry leaves out and another entry of its list has."""
    if len(wanted) < 2:
        return []
    entries = _fitting(known, wanted[:-1])
    if len(entries) != 1:
        return entries
    entry = entries[0]
    sisters = entry.holder if isinstance(entry.holder, list) else []
    for sister in sisters:
        for key in sister if isinstance(sister, dict) else ():
            if str(key).casefold() == wanted[-1]:
                return [Place(entry.value, key, [*entry.steps, (str(key),)])]
    return []


def _short_names(known: list[Place]) -> list[str]:
    """How people would write the places, for whoever has misspelled one: an entry and what of it."""
    found: dict[str, None] = {}
    for place in known:
        entries = [names for names in place.steps[:-1] if len(names) > 1]
        if entries:
            for name in entries[-1][:-1]:  # the last one is its number
                found[f"{name}.{place.steps[-1][0]}".casefold()] = None
        elif len(place.steps) == 2:
            found[f"{place.steps[0][-1]}.{place.steps[-1][0]}".casefold()] = None
    return list(found)
