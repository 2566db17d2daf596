"""Variants on this device: kept to be played, and found by the matches played with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from slugfest.kernel import ContentError, Game, SlugfestError, Variant, add_variant, forget_variant
from slugfest.kernel.variant_files import data_of, toml_of, variant_from_data
from slugfest.kernel.variants import MARK
from slugfest.protocol.problems import problem
from slugfest.protocol.variants import not_allowed, read_file
from slugfest.table.variants import KeptVariant, KeptVariants

if TYPE_CHECKING:
    from .local_server import LocalServer
    from .people import People

MOST_KEPT: Final = 40


class DeviceGames(Mapping[str, Game]):
    """The installed games, and the variants that are kept here: loaded when somebody asks for one, in no list."""

    def __init__(self, installed: Mapping[str, Game], people: People) -> None:
        self._installed = installed
        self._people = people

    def __getitem__(self, id: str) -> Game:
        if id in self._installed:
            return self._installed[id]
        text = self._people.variants.get(id)
        if text is None or MARK not in id:
            raise KeyError(id)
        try:
            return add_variant(variant_from_data(data_of(text)))
        except SlugfestError as error:  # the game has been changed since
            raise KeyError(id) from error

    def __iter__(self) -> Iterator[str]:
        return iter(self._installed)

    def __len__(self) -> int:
        return len(self._installed)


def load(server: LocalServer, text: str) -> Game:
    """The game with the variant of a file."""
    try:
        return add_variant(read_file(server.games, text))
    except ContentError as error:
        raise not_allowed(error) from error


def keep(server: LocalServer, text: str) -> KeptVariant:
    """Load a variant and keep it to be played; the oldest that no match was played with makes room."""
    variant = load(server, text).variant
    assert variant is not None
    people, used = server.people, matches_by_game(server)
    people.keep_variant(variant.id, toml_of(variant))
    for id in [id for id in people.variants if id != variant.id and not used.get(id)]:
        if len(people.variants) <= MOST_KEPT:
            break
        people.drop_variant(id)
        forget_variant(id)
    return kept(variant, people.variants[variant.id], used.get(variant.id, 0))


def listed(server: LocalServer) -> KeptVariants:
    """All variants that are kept here, the last one first."""
    used = matches_by_game(server)
    found: list[KeptVariant] = []
    for id, text in reversed(server.people.variants.items()):
        try:
            found.append(kept(variant_from_data(data_of(text)), text, used.get(id, 0)))
        except SlugfestError:
            continue  # the game has been changed since
    return {"variants": found}


def drop(server: LocalServer, id: str) -> None:
    """Let go of a variant. Its matches stay, and open again when it is opened again."""
    if id not in server.people.variants:
        raise problem("NO_SUCH_GAME")
    server.people.drop_variant(id)
    forget_variant(id)


def kept(variant: Variant, text: str, matches: int) -> KeptVariant:
    return {
        "id": variant.id,
        "game": variant.game,
        "name": variant.name.as_json(),
        "file": text,
        "matches": matches,
    }


def matches_by_game(server: LocalServer) -> dict[str, int]:
    """How many matches were played with each variant."""
    found: dict[str, int] = {}
    for log in server.journal.logs.values():
        summary = (log.summary() or {}).get("summary")
        game = summary.get("game") if isinstance(summary, dict) else None
        if isinstance(game, str) and MARK in game:
            found[game] = found.get(game, 0) + 1
    return found
