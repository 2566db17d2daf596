"""Write ``src/slugfest/table/confusables.txt`` from Unicode's list of look-alikes.

    python -m tools.confusables confusables.txt

The list is https://www.unicode.org/Public/security/latest/confusables.txt (Unicode Technical Standard 39). Left out is
what :mod:`slugfest.table.lookalikes` folds without it: compatibility forms (bold, circled or full-width letters) and
letters with accents.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from pathlib import Path
from typing import Final

from slugfest.table.lookalikes import DATA
from slugfest.table.names import is_accent

LINE: Final = re.compile(r"([0-9A-F]+) ;\s*([0-9A-F ]+) ;\s*MA")
HEAD: Final = """\
# Characters that look alike, from Unicode's confusables.txt, version {version} ({date}). See tools/confusables.py.
# Copyright Unicode, Inc.; terms of use: https://www.unicode.org/terms_of_use.html
# In hexadecimal: what others look like (several characters are joined by +), then these others.
"""


def main(source: Path) -> None:
    text = source.read_text("utf-8-sig")
    alike: dict[str, list[str]] = {}
    for found in LINE.finditer(text):
        one = chr(int(found[1], 16))
        like = folded("".join(chr(int(number, 16)) for number in found[2].split()))
        if folded(one) == one and like not in ("", one):
            alike.setdefault(like, []).append(one)
    version = re.search(r"# Version: (\S+)", text)
    date = re.search(r"# Date: (\S+),", text)
    if version is None or date is None:
        sys.exit("this is not Unicode's confusables.txt")
    lines = [
        " ".join(
            ["+".join(f"{ord(letter):X}" for letter in like), *(f"{ord(one):X}" for one in sorted(others))]
        )
        for like, others in sorted(alike.items())
    ]
    DATA.write_text(HEAD.format(version=version[1], date=date[1]) + "\n".join(lines) + "\n", "utf-8")


def folded(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", text) if not is_accent(letter))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
