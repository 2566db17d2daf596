"""Every decision fits on every screen: nothing that is needed for it is cut, covered or too small for a finger."""

from __future__ import annotations

import pytest

from .conftest import Invite
from .server_process import ServerProcess
from .sizes import POSITIONS, SIZES, Position, looks, reach, troubles


@pytest.mark.parametrize(
    "position",
    [pytest.param(one, id=f"{one.game}-{one.name}", marks=pytest.mark.deal(one.deal)) for one in POSITIONS],
)
def test_nothing_needed_for_the_decision_is_cut_or_covered(
    server: ServerProcess, invite: Invite, position: Position
) -> None:
    ann = invite(server, "Maximilian", SIZES[0])
    reach(ann, position)
    found: dict[str, list[str]] = {}
    for size, language, theme in looks(ann):
        look = f"{size[0]}x{size[1]}-{language}-{theme}"
        ann.screenshot(f"sizes/{position.game}-{position.name}-{look}")
        if size not in position.unfit and (wrong := troubles(ann)):
            found[look] = wrong
    assert not found, "\n".join(f"{look}:\n  " + "\n  ".join(wrong) for look, wrong in found.items())
