"""What is kept about a device: its people, with their names and their progress in lessons, and its variants."""

from __future__ import annotations

import json
from typing import Any, Final

from slugfest.protocol.codes import Codes
from slugfest.table import refuse, tidy_name
from slugfest.table.pages import LearnedInfo

from .journal import ABOUT, DEVICE, Journal, text_of

ME: Final = "me"  # the owner of the device
FORMAT: Final = 1

Learned = list[Any]  # guest, game, lesson, step, done


class People:
    """Everybody who has played here."""

    def __init__(self, journal: Journal, codes: Codes) -> None:
        self._journal = journal
        self._codes = codes
        self._names, self._learned = read_people(journal.device)
        self.variants = read_variants(journal.device)  # by id the text of its file, the oldest first

    def name_of(self, guest: str) -> str:
        """Somebody's name; empty if it is unknown."""
        return self._names.get(guest, "")

    def names(self) -> list[str]:
        """All names, the owner's first."""
        return [name for _, name in sorted(self._names.items(), key=lambda one: (one[0] != ME, one[1]))]

    def rename(self, guest: str, wanted: str) -> None:
        name = tidy_name(wanted)
        if not name:
            raise refuse("NAME_NEEDED")
        self._names[guest] = name
        self._keep()

    def called(self, name: str) -> str:
        """The guest with a name; a new one if there is none."""
        for guest, known in self._names.items():
            if known == name:
                return guest
        guest = f"at-{self._codes.guest()[:12]}"
        self.rename(guest, name)
        return guest

    def learned(self, guest: str) -> list[LearnedInfo]:
        """Somebody's progress in lessons."""
        return [
            LearnedInfo(game=game, lesson=lesson, step=step, done=done)
            for who, game, lesson, step, done in self._learned
            if who == guest
        ]

    def note_learned(self, guest: str, game: str, lesson: int, step: int, done: bool) -> None:
        """Store somebody's progress. Once done it stays done."""
        others = []
        for row in self._learned:
            if row[:3] == [guest, game, lesson]:
                done = done or row[4]
            else:
                others.append(row)
        self._learned = sorted([*others, [guest, game, lesson, step, done]])
        self._keep()

    def take_over(self, kept: Any) -> None:
        """Add the names and lessons of an imported file."""
        names, learned = read_people(text_of(kept))
        self._names = names | self._names
        known = {tuple(row[:3]): row for row in self._learned}
        for row in learned:
            mine = known.get(tuple(row[:3]))
            if mine is None or (row[4], row[3]) > (mine[4], mine[3]):
                known[tuple(row[:3])] = row
        self._learned = sorted(known.values())
        self.variants = read_variants(text_of(kept)) | self.variants
        self._keep()

    def keep_variant(self, id: str, text: str) -> None:
        self.variants.pop(id, None)
        self.variants[id] = text
        self._keep()

    def drop_variant(self, id: str) -> None:
        del self.variants[id]
        self._keep()

    def forget(self) -> None:
        self._names, self._learned, self.variants = {}, [], {}
        self._keep()

    def _keep(self) -> None:
        kept: dict[str, Any] = {"format": FORMAT, "names": self._names, "learned": self._learned}
        if self.variants:
            kept["variants"] = self.variants
        text = text_of(kept)
        if text != self._journal.device:
            self._journal.write(DEVICE, ABOUT, text)


def read_people(text: str) -> tuple[dict[str, str], list[Learned]]:
    """Read what was stored; empty if it is damaged, which affects no match."""
    try:
        kept = json.loads(text) if text else {"names": {}, "learned": []}
        names = {str(guest): str(name) for guest, name in dict(kept["names"]).items()}
        learned = [
            [str(guest), str(game), int(lesson), int(step), bool(done)]
            for guest, game, lesson, step, done in kept["learned"]
        ]
    except (ValueError, TypeError, KeyError, AttributeError):
        return {}, []
    return names, learned


def read_variants(text: str) -> dict[str, str]:
    """The variants that were stored, by id; none if they are damaged, which affects no other match."""
    try:
        kept = json.loads(text).get("variants", {}) if text else {}
        return {str(id): str(file) for id, file in dict(kept).items()}
    except (ValueError, TypeError, AttributeError):
        return {}
