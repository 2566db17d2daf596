"""The web front end, and the static site that needs no server. Standard library only."""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tools.steps import (
    BUILD,
    PACKAGE,
    WEB,
    Env,
    StepError,
    digest,
    environment,
    files_below,
    once,
    put_in_place,
    run,
)
from tools.venvs import Venv

OLDEST_NODE = (20, 19)
STATIC = PACKAGE / "server" / "static"


def find_npm(venv: Venv) -> tuple[str, Env]:
    """Find npm and an environment with a recent enough Node: the machine's own, else one from pip."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
        if (version := re.match(r"v(\d+)\.(\d+)", answer)) and tuple(
            map(int, version.groups())
        ) >= OLDEST_NODE:
            return npm, environment()
    venv.add("node")
    path = f"{venv.bin}{os.pathsep}{os.environ.get('PATH', '')}"
    return shutil.which("npm", path=path) or "npm", environment(PATH=path)


def run_npm(venv: Venv, title: str, *arguments: str) -> None:
    """Run npm in web/, after installing its locked packages if they changed."""
    npm, env = find_npm(venv)
    state = digest(files=[WEB / "package.json", WEB / "package-lock.json", WEB / ".npmrc"])
    once(WEB / "node_modules" / ".installed", state, lambda: run("npm ci", [npm, "ci"], cwd=WEB, env=env))
    run(title, [npm, *arguments], cwd=WEB, env=env | {"SLUGFEST_PYTHON": venv.python})


def build_web(venv: Venv) -> None:
    once(
        STATIC / ".built", digest(files=files_below(WEB)), lambda: run_npm(venv, "build web", "run", "build")
    )


def build_site(venv: Venv, folder: Path, packages: Sequence[str]) -> None:
    """Build the page that needs no server: front end, Pyodide, engine, and a service worker for offline use."""
    python, work = BUILD / "site-python", BUILD / "site-new"
    added, engine = python / "added", python / "engine"
    env = environment(PYTHONPATH=str(added)) if packages else environment()

    def make_python() -> None:
        shutil.rmtree(python, ignore_errors=True)
        python.mkdir(parents=True)
        if packages:
            into = ("--no-deps", "--no-build-isolation", "--target", str(added))
            venv.pip_install("add packages", *into, *packages)
        names = sorted(path.name.split("-")[0] for path in added.glob("*.dist-info"))
        collect = [venv.python, "web/scripts/engine_files.py", str(engine), *names]
        run("collect the engine", collect, env=env)
        node = shutil.which("node", path=find_npm(venv)[1].get("PATH"))
        if node is None:
            raise StepError(f"There is no Node: install Node {OLDEST_NODE[0]}.{OLDEST_NODE[1]} or newer.")
        command = [node, "scripts/python.mjs", str(engine), str(python / "compiled")]
        run("compile the engine for browsers", command, cwd=WEB)

    def make() -> None:
        shutil.rmtree(work, ignore_errors=True)
        options = ("--", "--mode", "site", "--outDir", str(work), "--emptyOutDir")
        run_npm(venv, "build web, for no server", "run", "build", *options)
        once(python / ".built", digest(packages, given, files=[*sources, *scripts]), make_python)
        shutil.copytree(python / "compiled", work / "python")
        run("list the offline files", [venv.python, "web/scripts/site.py", str(work)], env=env)
        folder.parent.mkdir(parents=True, exist_ok=True)
        put_in_place(work, folder)

    sources = [path for path in files_below(PACKAGE) if STATIC not in path.parents]
    scripts = [*files_below(WEB / "scripts"), WEB / "package-lock.json"]
    folders = [Path(name).resolve() for name in packages if Path(name).is_dir()]
    given = [(str(path), path.read_bytes()) for place in folders for path in files_below(place)]
    once(folder / ".built", digest(packages, given, files=[*files_below(WEB), *sources]), make)


def static_server(folder: Path, port: int = 8080) -> ThreadingHTTPServer:
    """Serve a folder to this machine only, on the given port or, if that is taken, on any other."""

    class Files(SimpleHTTPRequestHandler):
        extensions_map = dict.fromkeys((".js", ".mjs"), "text/javascript")  # whatever the system's table says

        def log_request(self, *_: object) -> None:
            """Log errors only."""

    handler = functools.partial(Files, directory=str(folder))
    try:
        return ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError:
        return ThreadingHTTPServer(("127.0.0.1", 0), handler)
