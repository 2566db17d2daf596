"""Our server as benchmarks measure it: the real one.

python serve.py DATABASE             prints its address, and serves without rate limits until it is stopped
python serve.py DATABASE --prepared  writes long matches first and prints their codes and cookies as JSON
python serve.py DATABASE --limited   serves with the limits that every server has
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from slugfest.server.limits import NO_LIMITS, Limits
from slugfest.server.run import serve
from slugfest.server.settings import Settings
from slugfest.store import open_store

if __name__ == "__main__":
    if "--prepared" in sys.argv:
        from long_match import prepare

        with_matches = open_store(str(Path(sys.argv[1])))
        print(json.dumps(prepare(with_matches)), flush=True)
        with_matches.close()
    limits = Limits() if "--limited" in sys.argv else NO_LIMITS
    serve(port=0, settings=Settings(database=sys.argv[1], limits=limits))
