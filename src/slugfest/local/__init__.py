"""The local server: the same rooms, addresses and messages in a browser's Python, without a network.

It needs nothing but the standard library. The page's worker carries its messages, stores its journal, lets its bots
think in another worker, and wakes it.
"""

from .journal import Row
from .local_server import LocalServer

__all__ = ["LocalServer", "Row"]
