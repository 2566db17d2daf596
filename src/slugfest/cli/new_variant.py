"""``slugfest new-variant``: the file of a variant with all numbers of a game and a new piece, commented out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from slugfest.kernel import Game, Mistake, Text, content_file, load_toml
from slugfest.kernel.additions import EXAMPLE, lists
from slugfest.kernel.forms import form_of
from slugfest.kernel.patches import Place, places
from slugfest.kernel.portraits import PARTS

HEAD = """# A variant of {name}: the game with other numbers, or with pieces of your own (at the end of this file).
# Remove the # in front of a line and change its value; the game's own reader checks it and says what is wrong. Play it:
#
#     slugfest play {game} --variant {file}
#     slugfest serve --variant {file}
#     slugfest balance {game} --variant {file} --out report
#     slugfest compare plain {file} --game {game}

game = "{game}"
name = {{ en = "My {name}", de = "Mein {german}" }}

[change]
"""
PIECE = """
# ---- a piece of your own ----
#
# Remove the # in front of the lines below. An entry in double brackets is added to the list of that name ({lists});
# everything that the game's own entries have, it may have. A portrait is put together from these parts:
#
{portrait}
#
"""


def make_variant(played: Game, file: Path) -> int:
    """Write a variant that changes nothing yet; return how many numbers it offers."""
    if file.exists():
        raise Mistake(Text(f"{file} is there already", f"{file} gibt es schon"))
    if file.suffix != ".toml":
        raise Mistake(
            Text(
                f"{file}: the file of a variant ends in .toml",
                f"{file}: Die Datei einer Variante endet auf .toml",
            )
        )
    offered = [
        place
        for place in places(load_toml(content_file(played.plain_id)))
        if is_number(place.value) and place.path != "version"
    ]
    lines = [HEAD.format(name=played.name.en, german=played.name.de, game=played.plain_id, file=file.name)]
    form = form_of(played.plain_id)
    known = {
        field["path"]: (entry["name"]["en"], field)
        for section in form["sections"]
        for entry in section["entries"]
        for field in entry["fields"]
    }
    group: list[str] = []
    for place in offered:
        here = [names[0] for names in place.steps[:-1]][:2]
        called, field = known.get(place.path, ("", None))
        if here != group:
            group = here
            lines.append("\n# ---- " + " · ".join(filter(None, [" ".join(group), called])) if group else "")
        line = f"# {written(place)} = {json.dumps(place.value)}"
        if field is not None and field["ranges"]:
            ranges = " and ".join(f"{low} to {high}" for low, high in field["ranges"])
            line += f"  # {field['label']['en']}: {ranges}"
        lines.append(line)
    lines.append(_piece(content_file(played.plain_id)))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(offered)


def _piece(content: Path) -> str:
    """The example of a new piece, commented out; for a game without one, which lists can get entries."""
    parts = "\n".join(f"#     {part}: {', '.join(words)}" for part, words in PARTS.items())
    head = PIECE.format(lists=", ".join(lists(load_toml(content))), portrait=parts)
    example = content.with_name(EXAMPLE)
    if not example.is_file():
        return head
    text = example.read_text("utf-8")
    told, _, entries = text.partition("\ngame = ")
    _, _, said = told.partition("\n#\n")  # the first paragraph says what the file is
    body = entries[entries.index("[[add.") :].rstrip()
    return head + said.strip() + "\n\n" + "\n".join(f"# {line}".rstrip() for line in body.splitlines())


def is_number(value: Any) -> bool:
    """Whether a value is a number, or the numbers of an effect."""
    if isinstance(value, list):
        return bool(value) and all(is_number(one) for one in value)
    return isinstance(value, int | float) and not isinstance(value, bool)


def written(place: Place) -> str:
    """The full name of a place as a key of TOML: one key, because a step may look like a number."""
    return json.dumps(place.path)


__all__ = ["make_variant"]
