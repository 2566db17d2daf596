"""Our server as `./dev bench table` measures it: the real one, without rate limits.

python serve.py DATABASE     prints its address, and serves until it is stopped
"""

from __future__ import annotations

import sys

from slugfest.server.limits import NO_LIMITS
from slugfest.server.run import serve
from slugfest.server.settings import Settings

if __name__ == "__main__":
    serve(port=0, settings=Settings(database=sys.argv[1], limits=NO_LIMITS))
