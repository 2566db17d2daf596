"""Links that other devices can open: the page says so where none can."""

from __future__ import annotations

import pytest
from tests.server.harness import RunningServer, quick_settings

from slugfest.server.hosts import is_loopback
from slugfest.server.run import network_address

NETWORK = "http://192.0.2.7:8000"


def test_a_server_for_this_machine_alone_says_so(server: RunningServer) -> None:
    with server.person("Ann") as ann:
        assert ann.http.get("/api/reach").json() == {"network": "", "lan": ""}
        assert ann.http.post("/api/me/ticket").json()["link"].startswith(f"{server.address}/carry#")


def test_this_machine_alone_is_told_the_address_that_a_network_would_give() -> None:
    settings = quick_settings(lan_address=NETWORK, allowed_hosts=("play.example.org",))
    with RunningServer(settings) as server, server.person("Ann") as ann:
        assert ann.http.get("/api/reach").json() == {"network": "", "lan": NETWORK}
        behind_a_proxy = ann.http.get("/api/reach", headers={"Host": "play.example.org"})
        assert behind_a_proxy.json() == {"network": "", "lan": ""}


def test_a_server_in_a_network_gives_out_links_that_work_there() -> None:
    settings = quick_settings(network_address=NETWORK)
    with RunningServer(settings) as server, server.person("Ann") as ann:
        assert ann.http.get("/api/reach").json() == {"network": NETWORK, "lan": ""}
        assert ann.http.post("/api/me/ticket").json()["link"].startswith(f"{NETWORK}/carry#")
        for link, status in ((f"{NETWORK}/match/ABCDEFG2", 200), (f"{NETWORK}1/match/ABCDEFG2", 422)):
            assert ann.http.get("/api/qr", params={"text": link}).status_code == status


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost", "ann.localhost"])
def test_a_loopback_address_is_nobody_elses(host: str) -> None:
    assert is_loopback(host)
    assert network_address(host, 8000) == ""


def test_another_address_is_the_networks() -> None:
    assert network_address("192.0.2.7", 8000) == NETWORK
