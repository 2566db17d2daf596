"""Variants on this device: checked as they are edited, kept to be played, and found by the matches played with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from slugfest.kernel import ContentError, Game, SlugfestError, Variant, add_variant, forget_variant
from slugfest.kernel.forms import FormInfo, check, form_of
from slugfest.kernel.variant_files import data_of, edits_of, toml_of, variant_from_data
from slugfest.kernel.variants import MARK
from slugfest.protocol import wire
from slugfest.protocol.problems import problem
from slugfest.table.refusals import as_refusal
from slugfest.table.variants import KeptVariant, KeptVariants, VariantChecked, VariantEdits, VariantFault

from .problems import here

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


def form(server: LocalServer, game: str) -> FormInfo:
    """The content of a game as a form."""
    return form_of(installed(server, game).id)


def form_with(server: LocalServer, draft: wire.VariantDraft) -> FormInfo:
    """The same with a variant, whose new entries have fields too."""
    try:
        return form_of(installed(server, draft.game).id, variant_from_data(data_from(draft)))
    except ContentError as error:
        raise here("NO_VARIANT", f"{error.key}: {error.text.en}", f"{error.key}: {error.text.de}") from error


def installed(server: LocalServer, game: str) -> Game:
    found = server.games.get(game)
    if found is None or found.variant is not None:
        raise problem("NO_SUCH_GAME")
    return found


def check_draft(server: LocalServer, draft: wire.VariantDraft) -> VariantChecked:
    """Whether a variant that is being edited is allowed."""
    return checked(server, data_from(draft), draft.whole)


def open_text(server: LocalServer, text: str) -> VariantChecked:
    """What the text of a variant's file changes, and whether that is allowed."""
    try:
        data = data_of(text)
    except ContentError as error:
        return {"id": "", "file": "", "edits": None, "fault": fault_of(error)}
    return checked(server, data, True)


def checked(server: LocalServer, data: dict[str, Any], whole: bool) -> VariantChecked:
    edits: VariantEdits | None = None
    try:
        if not isinstance(data.get("game"), str) or data["game"] not in list(server.games):
            raise ContentError(
                "variant",
                "game",
                f"there is no game {data.get('game')!r} here",
                f"das Spiel {data.get('game')!r} gibt es hier nicht",
            )
        edits = edits_in(data)
        variant = variant_from_data(data)
        edits = edits_of(variant)  # type: ignore[assignment]
        check(variant, whole)
        return {"id": variant.id, "file": toml_of(variant), "edits": edits, "fault": None}
    except ContentError as error:
        return {"id": "", "file": "", "edits": edits, "fault": fault_of(error)}
    except SlugfestError as error:
        text = as_refusal(error).text.as_json()
        return {"id": "", "file": "", "edits": edits, "fault": {"key": "", "text": text}}
    except Exception as error:  # a reader stumbled over something that it does not expect
        why = f"{type(error).__name__}: {error}"[:200]
        text = here("NO_VARIANT", why).text.as_json()
        return {"id": "", "file": "", "edits": edits, "fault": {"key": "", "text": text}}


def load(server: LocalServer, text: str) -> Game:
    """The game with the variant of a file."""
    try:
        variant = variant_from_data(data_of(text))
        installed(server, variant.game)
        return add_variant(variant)
    except ContentError as error:
        raise here("NO_VARIANT", f"{error.key}: {error.text.en}", f"{error.key}: {error.text.de}") from error


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


def data_from(draft: wire.VariantDraft) -> dict[str, Any]:
    return {"game": draft.game, "name": draft.name, "change": draft.change, "add": draft.add}


def edits_in(data: dict[str, Any]) -> VariantEdits | None:
    """What data seem to change, before anybody has checked it: a form can show it beside what is wrong."""
    name, change, add = data.get("name", ""), data.get("change", {}), data.get("add", {})
    both = {"en": name, "de": name} if isinstance(name, str) else name
    if not isinstance(both, dict) or not all(isinstance(both.get(key), str) for key in ("en", "de")):
        return None
    lists = isinstance(add, dict) and all(
        isinstance(rows, list) and all(isinstance(row, dict) for row in rows) for rows in add.values()
    )
    if not isinstance(change, dict) or not lists:
        return None
    return {"game": data["game"], "name": {"en": both["en"], "de": both["de"]}, "change": change, "add": add}


def fault_of(error: ContentError) -> VariantFault:
    return {"key": error.key.removeprefix("change."), "text": error.text.as_json()}
