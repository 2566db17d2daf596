"""Compile a game for a compiled Slugfest with two lines in its ``setup.py``:

    from slugfest.build import compile_game
    setup(**compile_game("hero_rush"))

The package may lie beside it or in the folder ``src``. Slugfest's own ``setup.py`` compiles the engine the same way.
Kernel and bots are one library, each game another that uses it: its classes are real subclasses of the compiled ones,
and no call goes through Python. ``docs/speed.md`` has measurements. Nothing imports this module at run time; it needs
mypy and setuptools.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Any, Final

from setuptools import Extension
from setuptools.command.build_ext import build_ext

HERE: Final = Path(__file__).parent
INLINE: Final = HERE / "build.h"  # everything is compiled with it
OLDEST_SETUPTOOLS: Final = 80  # older ones need the package wheel, or know no PEP 639
LIBRARY: Final = "slugfest"  # of kernel and bots
MARK: Final = "slugfest__engine.txt"  # names a build of them; slugfest.kernel.abi reads it
# Modules of the engine that stay interpreted, by folder. Those that declare types must: compiling loses the types of
# fields. The others run once a match or once a page, and would be a fifth of all the C.
INTERPRETED: Final = {
    "kernel": (
        *(
            "abi.py",
            "facts.py",
            "forms.py",
            "guide.py",
            "intervals.py",
            "patches.py",
            "plain_board.py",
            "reference.py",
            "registry.py",
            "remembering.py",
        ),
        *("reports.py", "teaching.py", "terminal.py", "variants.py"),
    ),
    "bots": (
        *("conversation.py", "fair.py", "guarded.py", "host.py", "hosted.py", "pipes.py", "programs.py"),
        *("registry.py", "remote.py", "talking.py"),
    ),
    "games": (
        *("facts.py", "event_facts.py", "rule_facts.py"),
        *(
            "arrange.py",
            "arrange_checks.py",
            "catalogue.py",
            "coach.py",
            "reports.py",
            "teaching.py",
            "terminal.py",
        ),
        "terms.py",
    ),
    "table": (
        *("commands.py", "entries.py", "events.py", "messages.py", "pages.py", "people.py", "questions.py"),
        *("clubs.py", "finding.py", "hosting.py", "variants.py"),
        "deadlines.py",  # reads a machine integer of the engine, at which mypyc fails if only the table is translated
    ),
}
DECLARES_TYPES: Final = re.compile(r"^class \w+\(.*\bTypedDict\b", re.MULTILINE)
SHIMS: Final = "__shims.c"  # of all modules in a folder
INCLUDE: Final = re.compile(r'^#include ["<]([^">]+)[">]', re.MULTILINE)  # mypyc names other libraries in <>

Group = tuple[list[str], str]  # the modules of a library, and its name


def modules_of(package: Path, area: str, folder: Path | None = None) -> list[str]:
    """The modules of the engine below a folder that are compiled, in a stable order."""
    found = sorted((folder or package / area).rglob("*.py"))
    return [str(module) for module in found if module.name not in INTERPRETED[area]]


def modules_of_plugin(source: Path, leave: Iterable[str] = ()) -> list[str]:
    """The modules of a plugin game that are compiled: all but those that declare types or are named in ``leave``."""
    if not source.is_dir():
        return [f"{source}.py"]
    found = [module for module in sorted(source.rglob("*.py")) if module.name not in leave]
    return [str(module) for module in found if not DECLARES_TYPES.search(module.read_text("utf-8"))]


def kernel_and_bots(package: Path) -> Group:
    return [*modules_of(package, "kernel"), *modules_of(package, "bots")], LIBRARY


def built_in_games(package: Path) -> list[Group]:
    folders = sorted(folder.parent for folder in package.glob("games/*/game.py"))
    return [(modules_of(package, "games", folder), f"{LIBRARY}_{folder.name}") for folder in folders]


def table(package: Path) -> Group:
    return modules_of(package, "table"), f"{LIBRARY}_table"


def translate(groups: list[Group], target: Path) -> list[Extension]:
    """Translate libraries to C, only what has changed.

    An interrupted run may leave an inconsistent cache, at which mypyc fails: then everything is translated again.
    """
    try:
        extensions = translate_changed(groups, target)
    except Exception:
        if not target.is_dir():
            raise
        print("slugfest.build: the cache of an earlier run is inconsistent; translating everything again")
        shutil.rmtree(target)
        extensions = translate_changed(groups, target)
    for extension in extensions:
        if sys.platform != "win32":
            # Tables of other libraries are declared in every file; hidden functions are called directly.
            extension.extra_compile_args = [*extension.extra_compile_args, "-fcommon", "-fvisibility=hidden"]
    return extensions


def translate_changed(groups: list[Group], target: Path) -> list[Extension]:
    """Translate with mypyc, using its cache."""
    from mypyc.build import mypycify

    files = [file for modules, _ in groups for file in modules]
    extensions: list[Extension] = mypycify(
        ["--cache-dir", str(target / "cache"), *files],
        opt_level="3",
        debug_level="0",
        target_dir=str(target),
        multi_file=True,
        separate=[(modules, name) for modules, name in groups],
    )
    for extension in extensions:
        sources = {str(source) for source in extension.sources}
        if str(target / "init.c") in sources:  # a library, which includes mypyc's own files
            extension.sources += sorted(helpers_of(target) - sources)
    return extensions


def helpers_of(target: Path) -> set[str]:
    """mypyc's C files that only some programs need. mypyc forgets them for a library that has not changed."""
    from mypyc.build import include_dir
    from mypyc.common import RUNTIME_C_FILES

    named = {
        name
        for header in target.glob("__native_internal_*.h")
        for name in INCLUDE.findall(header.read_text())
    }
    found = {name.removesuffix(".h") + ".c" for name in named}
    return {
        str(target / name) for name in found - set(RUNTIME_C_FILES) if Path(include_dir(), name).is_file()
    }


def engine_mark(target: Path) -> str:
    """A hash of the memory layout of kernel and bots, which a compiled game depends on."""
    header = (target / f"__native_{LIBRARY}.h").read_bytes()
    return hashlib.sha256(header + repr(sys.version_info[:2]).encode()).hexdigest()[:32]


def compile_engine(package: Path, target: Path) -> dict[str, Any]:
    """The arguments of ``setup`` that compile kernel, bots, the built-in games and the table."""
    extensions = translate([kernel_and_bots(package), *built_in_games(package), table(package)], target)

    class BuildEngine(BuildInParallel):
        def run(self) -> None:
            super().run()
            Path(self.build_lib, MARK).write_text(f"{engine_mark(target)}\n", "utf-8")

    return {"cmdclass": {"build_ext": BuildEngine}, "ext_modules": extensions}


# ---- plugin games ----------------------------------------------------------------------------------------------------

GUARD: Final = """
static int slugfest_abi_matches(void)
{
    PyObject *abi = PyImport_ImportModule("slugfest.kernel.abi");
    PyObject *done = abi ? PyObject_CallMethod(abi, "require", "ss", "%s", "%s") : NULL;
    Py_XDECREF(abi);
    Py_XDECREF(done);
    return done != NULL;
}
"""


def compile_game(package: str, where: str = ".", leave: Iterable[str] = ()) -> dict[str, Any]:
    """The arguments of ``setup`` that compile a game: all modules of a package (or the one module of that name).

    Modules named in ``leave``, and modules that declare a ``TypedDict``, stay interpreted. If Slugfest itself is
    interpreted, nothing is compiled and the package is pure Python.
    """
    from slugfest.kernel.abi import engine

    require_setuptools()
    installed = engine()
    if not installed:
        print(
            f"slugfest.build: Slugfest is interpreted here, so {package} stays interpreted, too",
            file=sys.stderr,
        )
        return {}
    source = source_of(package, where)
    modules = modules_of_plugin(source, leave)
    target = Path("build", "mypyc")
    name = f"game_{package.replace('.', '_')}"  # a library named like a module would write the same file
    extensions = translate([kernel_and_bots(sources_alone(Path("build", "engine"))), (modules, name)], target)
    if engine_mark(target) != installed:
        raise SystemExit(
            "slugfest.build: the Slugfest that is installed was compiled by another mypy than the one here. "
            "Compile it with this one (./dev build), or install the mypy that its release notes name."
        )
    mine = [ext for ext in extensions if not is_engine(ext.name)]
    for extension in mine:
        if not extension.name.endswith("__mypyc"):
            guard(Path(extension.sources[0]), installed, extension.name)
    return {"cmdclass": {"build_ext": BuildInParallel}, "ext_modules": mine}


def sources_alone(folder: Path) -> Path:
    """A copy of our sources with nothing beside it. Where Slugfest is installed, all other packages are, too, and mypy
    takes what lies beside a file for a part of the program."""
    copy = folder / HERE.name
    shutil.rmtree(copy, ignore_errors=True)

    def others(place: str, names: list[str]) -> list[str]:
        return [name for name in names if not (name.endswith(".py") or Path(place, name).is_dir())]

    shutil.copytree(HERE, copy, ignore=others)
    return copy


def source_of(package: str, where: str) -> Path:
    """The folder of a package, or its only file without the suffix: in ``where``, or in ``src`` below it."""
    parts = Path(*package.split("."))
    for place in (Path(where, parts), Path(where, "src", parts)):
        if place.is_dir() or Path(f"{place}.py").is_file():
            return place
    raise SystemExit(f"slugfest.build: there is no package {package!r} in {where!r} nor in its folder src")


def require_setuptools() -> None:
    """Say what to install where setuptools is too old to build wheels by itself."""
    import setuptools

    if int(setuptools.__version__.partition(".")[0]) < OLDEST_SETUPTOOLS:
        raise SystemExit(
            f"slugfest.build: setuptools {setuptools.__version__} is too old. Install a newer one beside mypy: "
            f'pip install "setuptools>={OLDEST_SETUPTOOLS}"'
        )


def is_engine(module: str) -> bool:
    return module.partition(".")[0] in (LIBRARY, f"{LIBRARY}__mypyc")


def guard(shim: Path, mark: str, module: str) -> None:
    """Make a module check the ABI before it does anything else."""
    code = shim.read_text("utf-8")
    head, init, body = code.partition("PyMODINIT_FUNC")
    body = body.replace("{", "{\n    if (!slugfest_abi_matches()) return NULL;", 1)
    shim.write_text(head + GUARD % (mark, module) + init + body, "utf-8")


# ---- the C compiler --------------------------------------------------------------------------------------------------


class BuildInParallel(build_ext):  # type: ignore[misc]  # setuptools has no types
    """Run one compiler a processor, and compile only files that have changed."""

    def build_extensions(self) -> None:
        cores = os.cpu_count() or 1
        files = sum(len(extension.sources) for extension in self.extensions)
        done, counting = 0, Lock()
        locks: dict[str, Lock] = {}
        compile_one_by_one = self.compiler.compile
        compiler = [str(part) for part in getattr(self.compiler, "compiler_so", [])]

        def compile_one(source: str, args: Any, options: dict[str, Any]) -> list[str]:
            nonlocal done
            flags = [*(options.get("extra_postargs") or []), *flags_for(source, self.compiler.compiler_type)]
            (target,) = self.compiler.object_filenames([source], output_dir=options.get("output_dir") or "")
            with counting:
                lock = locks.setdefault(target, Lock())  # libraries share mypyc's own files
            with lock:
                stamp, state = Path(f"{target}.state"), state_of(Path(source), [*compiler, *flags])
                if not (Path(target).is_file() and stamp.is_file() and stamp.read_text("utf-8") == state):
                    stamp.unlink(missing_ok=True)
                    compile_one_by_one([source], *args, **{**options, "extra_postargs": flags})
                    stamp.write_text(state, "utf-8")
            with counting:
                done += 1
                print(f"compiled {done} of {files}", flush=True)  # ./dev play shows it
            return [target]

        def compile_some(sources: list[str], *args: Any, **options: Any) -> list[str]:
            largest_first = sorted(sources, key=lambda source: -Path(source).stat().st_size)
            work = [pool.submit(compile_one, source, args, options) for source in largest_first]
            return [name for piece in work for name in piece.result()]

        if self.compiler.compiler_type == "unix":
            share_shims(self.extensions)
        self.compiler.compile = compile_some
        self.extensions.sort(
            key=lambda extension: -len(extension.sources)
        )  # libraries before modules' few lines
        self.parallel = 2 * cores  # each of these only waits for the compilers, and links
        with ThreadPoolExecutor(cores) as pool:
            super().build_extensions()


def share_shims(extensions: list[Extension]) -> None:
    """Compile the entry points of all modules of a folder as one file: most of the time goes into Python's headers."""
    folders: dict[Path, list[str]] = {}
    for extension in extensions:
        if not extension.name.endswith("__mypyc"):
            shim = Path(extension.sources[0])
            folders.setdefault(shim.parent, []).append(shim.name)
            extension.depends = [*extension.depends, str(shim)]
            extension.sources = [str(shim.parent / SHIMS)]
    for folder, shims in folders.items():
        code = ""
        for number, name in enumerate(sorted(shims)):  # each needs its own names
            code += f"#define PyInit___init__ init_{number}\n#define slugfest_abi_matches matches_{number}\n"
            code += f'#include "{name}"\n'
            code += "#undef PyInit___init__\n#undef slugfest_abi_matches\n"
        shared = folder / SHIMS
        if not shared.is_file() or shared.read_text("utf-8") != code:
            shared.write_text(code, "utf-8")


def flags_for(source: str, compiler: str) -> list[str]:
    """Further flags for a C file. With the header, -O2 and -O3 gain hardly anything over -O1 and take twice as long;
    mypyc's own files are compiled once, with -O3."""
    name = Path(source).name
    if compiler != "unix" or not name.startswith("__"):
        return []
    return ["-O1"] if name == SHIMS else ["-O1", "-include", str(INLINE)]


def state_of(source: Path, command: list[str]) -> str:
    """A hash of everything an object file depends on: the C file, its includes, the command."""
    from mypy.version import __version__ as mypy

    total = hashlib.sha256(repr((mypy, sys.version, command)).encode() + INLINE.read_bytes())
    seen: set[Path] = set()
    ahead = [source]
    while ahead:
        file = ahead.pop()
        for folder in (file.parent, source.parent):
            path = folder / file.name
            if path not in seen and path.is_file():
                seen.add(path)
                code = path.read_text("utf-8")
                total.update(code.encode())
                ahead += [folder / name for name in INCLUDE.findall(code)]
                break
    return total.hexdigest()
