"""What has ended is freed at once, by reference counts: the garbage collector comes seldom, for it stops everybody."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from collections.abc import Iterator

import pytest
from tests.server.harness import Person, RunningServer
from tests.server.test_merges import duel, wait_until

from slugfest.server.room import ServerRoom


@pytest.fixture
def _collecting_nothing() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()


@pytest.mark.usefixtures("_collecting_nothing")
def test_a_room_and_its_connections_leave_nothing_to_collect(
    people: list[Person], server: RunningServer
) -> None:
    rooms: list[weakref.ref[ServerRoom]] = []
    real = ServerRoom.__init__

    def noted(self: ServerRoom, *given: object) -> None:
        rooms.append(weakref.ref(self))
        real(self, *given)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ServerRoom, "__init__", noted)
        ann, bob, _ = people
        duel(ann, bob)
        ann.http.close()
    assert rooms
    wait_until(lambda: all(room() is None for room in rooms))
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    kinds = (type(one) for one in gc.garbage)
    ours = Counter(kind.__name__ for kind in kinds if kind.__module__.startswith(("slugfest.", "uvicorn.")))
    assert not ours
