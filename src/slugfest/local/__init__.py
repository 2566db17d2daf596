"""A house without a server: the same tables, views and bots in one place, speaking the same messages.

It runs where there is nothing but a standard library: in a browser's Python, in a worker beside the page. Whoever runs
it there carries its messages, keeps its journal, lets its bots think in another worker, and wakes it.
"""

from .journal import Row
from .local_server import LocalServer

__all__ = ["LocalServer", "Row"]
