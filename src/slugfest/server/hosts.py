"""The host names of this server. Requests to other names are refused, against DNS rebinding.

A foreign website can let its own name point to a server in a home network. It cannot do that with an IP address or
with a name that only the home network knows.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import Final

# Endings of home networks, where nobody can register a name. (The last one belongs to a maker of routers.)
HOME: Final = ("local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box")
_HOST: Final = re.compile(r"(?P<name>[a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:[0-9]{1,5})?", re.IGNORECASE)


def name_in(host: str) -> str:
    """The name or address in a Host header, in lower case and without the port; empty if it is malformed."""
    found = _HOST.fullmatch(host)
    return found["name"].lower().rstrip(".") if found else ""


class Hosts:
    """The host names of a server."""

    def __init__(self, allowed: tuple[str, ...] = ()) -> None:
        self._any = "*" in allowed
        self._names = {"localhost", *own_names()} | {name.lower() for name in allowed if "*" not in name}
        # "*.example.org" allows what ends in ".example.org"
        self._endings = tuple(name.lower()[1:] for name in allowed if name.startswith("*."))

    def knows(self, host: str) -> bool:
        """Whether a Host header names this server."""
        name = name_in(host)
        if not name:
            return False
        if self._any or name in self._names or is_address(name):
            return True
        return name.endswith((".localhost", *self._endings))


def own_names() -> set[str]:
    """The names of this machine in a home network."""
    name = socket.gethostname().lower().partition(".")[0]
    return {name, socket.gethostname().lower(), *(f"{name}.{ending}" for ending in HOME)} if name else set()


def is_loopback(name: str) -> bool:
    """Whether a name or address leads to the machine itself and nowhere else."""
    name = name.strip("[]").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    return is_address(name) and ipaddress.ip_address(name).is_loopback


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
