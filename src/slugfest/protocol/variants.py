"""Answers to a page that changes a game: its form, and whether a variant is allowed. Nothing of a variant is executed:
it is data, which the game's own content reader reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from slugfest.kernel import ContentError, Game, Refusal, SlugfestError, Text, Variant
from slugfest.kernel.forms import FormInfo, check, form_of
from slugfest.kernel.variant_files import data_of, edits_of, toml_of, variant_from_data
from slugfest.table.names import is_harmless
from slugfest.table.refusals import as_refusal
from slugfest.table.variants import VariantChecked, VariantEdits, VariantFault

from . import wire
from .problems import problem

Games = Mapping[str, Game]

LONGEST_TEXT: Final = 1000  # characters of one text in a variant from elsewhere


def form(games: Games, game: str) -> FormInfo:
    """The content of a game as a form."""
    return form_of(installed(games, game).id)


def form_with(games: Games, draft: wire.VariantDraft) -> FormInfo:
    """The same with a variant, whose new entries have fields too."""
    try:
        return form_of(installed(games, draft.game).id, read_data(data_from(draft)))
    except ContentError as error:
        raise not_allowed(error) from error


def installed(games: Games, game: str) -> Game:
    found = games.get(game)
    if found is None or found.variant is not None:
        raise problem("NO_SUCH_GAME")
    return found


def check_draft(games: Games, draft: wire.VariantDraft) -> VariantChecked:
    """Whether a variant that is being edited is allowed."""
    return checked(games, data_from(draft), draft.whole)


def open_text(games: Games, text: str) -> VariantChecked:
    """What the text of a variant's file changes, and whether that is allowed."""
    try:
        data = data_of(text)
    except ContentError as error:
        return {"id": "", "file": "", "edits": None, "fault": fault_of(error)}
    return checked(games, data, True)


def checked(games: Games, data: dict[str, Any], whole: bool) -> VariantChecked:
    edits: VariantEdits | None = None
    try:
        if not isinstance(data.get("game"), str) or data["game"] not in list(games):
            raise ContentError(
                "variant",
                "game",
                f"there is no game {data.get('game')!r} here",
                f"das Spiel {data.get('game')!r} gibt es hier nicht",
            )
        edits = edits_in(data)
        variant = read_data(data)
        edits = cast(VariantEdits, edits_of(variant))
        check(variant, whole)
        return {"id": variant.id, "file": toml_of(variant), "edits": edits, "fault": None}
    except ContentError as error:
        return {"id": "", "file": "", "edits": edits, "fault": fault_of(error)}
    except SlugfestError as error:
        text = as_refusal(error).text.as_json()
        return {"id": "", "file": "", "edits": edits, "fault": {"key": "", "text": text}}
    except Exception as error:  # a reader stumbled over something that it does not expect
        why = f"{type(error).__name__}: {error}"[:200]
        text = because("VARIANT_REFUSED", why).text.as_json()
        return {"id": "", "file": "", "edits": edits, "fault": {"key": "", "text": text}}


def read_file(games: Games, text: str) -> Variant:
    """The variant of a file; whether its game allows it shows when it is loaded."""
    try:
        variant = read_data(data_of(text))
    except ContentError as error:
        raise not_allowed(error) from error
    installed(games, variant.game)
    return variant


def read_data(data: dict[str, Any]) -> Variant:
    """The variant that data from elsewhere describe, if others can be shown its texts."""
    variant = variant_from_data(data)
    for key, text in [("name", one) for one in (variant.name.en, variant.name.de)] + [
        *texts_in("change", variant.changes),
        *texts_in("add", variant.additions),
    ]:
        if len(text) > LONGEST_TEXT:
            raise ContentError(
                "variant",
                key,
                f"is longer than {LONGEST_TEXT} characters",
                f"ist länger als {LONGEST_TEXT} Zeichen",
            )
        if not is_harmless(text):
            raise ContentError(
                "variant",
                key,
                "has characters that hide, turn or cover what is beside them",
                "enthält Zeichen, die verbergen, umdrehen oder überdecken, was neben ihnen steht",
            )
    return variant


def texts_in(key: str, value: Any) -> Iterator[tuple[str, str]]:
    """All texts in a value, each with the name of its place."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, dict):
        for name, inside in value.items():
            yield f"{key}.{name}"[:LONGEST_TEXT], name
            yield from texts_in(f"{key}.{name}", inside)
    elif isinstance(value, list):
        for inside in value:
            yield from texts_in(key, inside)


def not_allowed(error: ContentError) -> Refusal:
    """The refusal of a variant that its game's reader refuses."""
    return because("VARIANT_REFUSED", f"{error.key}: {error.text.en}", f"{error.key}: {error.text.de}")


def because(code: str, why: str, german: str = "") -> Refusal:
    """The refusal with this code, whose sentence ends with a reason."""
    text = problem(code).text
    return Refusal(code, "", Text(text.en.replace("{why}", why), text.de.replace("{why}", german or why)))


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
