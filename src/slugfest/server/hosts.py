"""Under which names this server may be reached.

A page of a stranger's website can make its own name point at a server in your house (DNS rebinding); what such a name
asks for is refused. An address in digits cannot be turned so, and neither can a name that only your own network knows.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import Final

# Endings of home networks, where no stranger can register a name. (The last one belongs to a maker of routers.)
HOME: Final = ("local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box")
_HOST: Final = re.compile(r"(?P<name>[a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:[0-9]{1,5})?", re.IGNORECASE)


def name_in(host: str) -> str:
    """The name or address in a Host header, in small letters and without its port; empty if it is none."""
    found = _HOST.fullmatch(host)
    return found["name"].lower().rstrip(".") if found else ""


class Hosts:
    """The names a server goes by."""

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
    """What other machines of a home network call this one."""
    name = socket.gethostname().lower().partition(".")[0]
    return {name, socket.gethostname().lower(), *(f"{name}.{ending}" for ending in HOME)} if name else set()


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
