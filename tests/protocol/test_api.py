"""The declared addresses: each has exactly the answers that its declaration promises."""

from __future__ import annotations

import asyncio
import re
from unittest.mock import Mock

import pytest

from slugfest.local.api import OWN
from slugfest.protocol.api import ADDRESSES, SOCKETS, Address, completed, find
from slugfest.server.api import Api
from slugfest.table import Refusal


def names(offered: str) -> set[str]:
    return {address.name for address in ADDRESSES if address.offered == offered}


def test_an_address_has_one_answer_wherever_it_is_offered() -> None:
    server = Api(Mock(), Mock(), Mock())
    shared = {address.name for address in ADDRESSES if address.answer is not None}
    each = names("everywhere") - shared  # answered by each server in its own way
    assert each == {"form", "form_with", "check_variant", "open_variant", "keep_variant"}
    assert shared <= names("everywhere")
    assert set(OWN) == names("local") | each
    assert set(server._own) == names("server") | each
    assert len({address.name for address in ADDRESSES}) == len(ADDRESSES)


def test_the_server_routes_every_address_that_it_offers() -> None:
    routes = {
        (route.path, method)
        for route in Api(Mock(), Mock(), Mock()).routes()
        for method in route.methods or ()
    }
    for address in ADDRESSES:
        assert ((address.path, address.method) in routes) == (address.offered != "local"), address.name


@pytest.mark.parametrize("address", [*ADDRESSES, *SOCKETS], ids=lambda address: address.name)
def test_a_path_leads_to_its_address(address: Address) -> None:
    values = {
        "game": "tag%20team",
        "match": "ABCDEFGH",
        "number": "1",
        "club": "BCDEFGHJ",
        "event": "ABCDEFGH",
        "variant": "tag-team@a1b2",
    }
    path = re.sub(r"\{(\w+)\}", lambda part: values.setdefault(part[1], "X1"), address.path)
    found, parts = find(address.method, path, (*ADDRESSES, *SOCKETS))
    assert found == address
    assert parts.items() <= {**values, "game": "tag team"}.items()
    assert len(parts) == address.path.count("{")


def test_an_unknown_path_and_a_wrong_method_are_refused() -> None:
    for method, path, code in (
        ("GET", "/api/nothing", "NO_SUCH_PAGE"),
        ("POST", "/api/games", "NOT_ALLOWED"),
    ):
        with pytest.raises(Refusal) as refused:
            find(method, path)
        assert refused.value.code == code


def test_an_answer_of_a_local_server_may_not_wait() -> None:
    async def waits() -> None:
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="waited"):
        completed(waits())
