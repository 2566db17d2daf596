"""A game by plugin on the page that needs no server: the game, its board and its cover are part of the folder."""

from __future__ import annotations

import gzip
import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from .conftest import deal_of
from .server_process import PHONE, ROOT, Person, play_to_the_end
from .site import FOLDER, NOTE_WHO_OWES_HERE, Site, begin, ready
from .test_plugin import OWN, installed  # noqa: F401 - a fixture

SCRIPTS = ROOT / "web" / "scripts"


@pytest.fixture
def host(tmp_path: Path, installed: Path, request: pytest.FixtureRequest) -> Iterator[Site]:  # noqa: F811
    """What `./dev site --with` makes, but that the plugin stays source: nobody waits for its compilation."""
    folder = Path(shutil.copytree(FOLDER, tmp_path / "site"))

    def script(*arguments: str | Path) -> None:
        env = {**os.environ, "PYTHONPATH": str(installed)}
        subprocess.run([sys.executable, *map(str, arguments)], check=True, env=env)

    script(SCRIPTS / "engine_files.py", tmp_path / "engine", "masks_off")
    add_to_engine(folder / "python", tmp_path / "engine")
    script(SCRIPTS / "site.py", folder)
    site = Site(deal_of(request), folder)
    site.start()
    yield site
    site.stop()


def add_to_engine(python: Path, sources: Path) -> None:
    """Put all that is not Slugfest's own into the pack of the engine."""
    pack = python / json.loads((python / "python.json").read_text("utf-8"))["engine"]["name"]
    made = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(gzip.decompress(pack.read_bytes()))) as given,
        zipfile.ZipFile(made, "w") as packed,
    ):
        for name in given.namelist():
            packed.writestr(name, given.read(name))
        for path in sorted(sources.glob("masks_off*/**/*")):
            if path.is_file():
                packed.writestr(path.relative_to(sources).as_posix(), path.read_bytes())
    pack.write_bytes(gzip.compress(made.getvalue(), 1))


def test_a_match_is_played_on_the_board_that_the_package_brings(host: Site, browser: Browser) -> None:
    ann = Person(browser, host, "Ann", PHONE, "de", "reduce")
    ann.context.add_init_script(NOTE_WHO_OWES_HERE)
    ann.goto("/")
    cover = ann.page.locator("a.cover[data-game=masks-off] img")
    expect(cover).to_be_visible()
    cover.evaluate("image => image.decode()")  # it comes, and is a picture
    assert cover.evaluate("image => image.naturalWidth") > 0
    ready(ann)
    begin(ann, "masks-off")
    expect(ann.page.locator(".mo-districts .sf-legal")).to_have_count(3)
    expect(ann.page.locator(".mo-districts")).to_contain_text("Hafen")
    ann.fits()
    ann.screenshot("site-plugin-390-de")
    play_to_the_end([ann], OWN)
    ann.calm()
    ann.leave()
