"""Compile a game for Slugfest: two lines in its ``setup.py``, where Slugfest is installed compiled, and mypy with it.

    from slugfest.build import compile_game
    setup(**compile_game("hero_rush"))

The engine itself is compiled by the same means (Slugfest's own ``setup.py``). Kernel and bots are one library, each
game another that knows theirs: its classes are real subclasses of the compiled ones, and no call goes through Python.
``docs/speed.md`` says what that buys. Imported by nothing that runs; needs mypy and setuptools.
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
LIBRARY: Final = "slugfest"  # of kernel and bots
MARK: Final = "slugfest__engine.txt"  # names a build of them; slugfest.kernel.abi reads it
# Modules of these names stay interpreted. In the first types are declared, and compiling forgets the types of fields;
# the others read and tell, once a match or once a page, and would be a fifth of all the C.
INTERPRETED: Final = (
    *("facts.py", "event_facts.py", "rule_facts.py", "document_facts.py"),
    *("arrange.py", "arrange_checks.py", "catalogue.py", "coach.py", "hints.py", "terminal.py", "terms.py"),
    # Of the table: readers go by their types.
    *("commands.py", "entries.py", "messages.py", "pages.py", "questions.py"),
    "deadlines.py",  # reads a machine integer of the engine's, at which mypyc fails if only the table is translated
    *("counting.py", "guide.py", "plain_board.py", "reference.py", "registry.py", "abi.py"),
    *("patches.py", "variants.py"),
    *("guarded.py", "pipes.py", "programs.py"),  # strangers' bots: most of it is waiting
)
SHIMS: Final = "__shims.c"  # of all modules in a folder
INCLUDE: Final = re.compile(r'^#include "([^"]+)"', re.MULTILINE)

Group = tuple[list[str], str]  # the modules of a library, and its name


def modules_below(*folders: Path) -> list[str]:
    """Every module that is compiled, in a stable order."""
    found = (module for folder in folders for module in sorted(folder.rglob("*.py")))
    return [str(module) for module in found if module.name not in INTERPRETED]


def kernel_and_bots(package: Path) -> Group:
    return modules_below(package / "kernel", package / "bots"), LIBRARY


def games_of_the_house(package: Path) -> list[Group]:
    folders = sorted(folder.parent for folder in package.glob("games/*/game.py"))
    return [(modules_below(folder), f"{LIBRARY}_{folder.name}") for folder in folders]


def table(package: Path) -> Group:
    """What serves people: matches from their lobby to their end."""
    return modules_below(package / "table"), f"{LIBRARY}_table"


def translate(groups: list[Group], target: Path) -> list[Extension]:
    """Translate libraries to C. What has not changed since the last time is not translated again.

    Whoever was stopped in the middle may leave notes that do not fit each other, over which mypyc stumbles: then all is
    translated anew.
    """
    try:
        extensions = translate_changed(groups, target)
    except Exception:
        if not target.is_dir():
            raise
        print("slugfest.build: what an earlier run left does not fit together; translating everything anew")
        shutil.rmtree(target)
        extensions = translate_changed(groups, target)
    for extension in extensions:
        if sys.platform != "win32":
            # Tables of other libraries are declared in every file; what is no module's door is called without detours.
            extension.extra_compile_args = [*extension.extra_compile_args, "-fcommon", "-fvisibility=hidden"]
    return extensions


def translate_changed(groups: list[Group], target: Path) -> list[Extension]:
    """The libraries as mypyc translates them, by its notes of the last time."""
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
        if str(target / "init.c") in sources:  # a library, which has mypyc's own files
            extension.sources += sorted(helpers_of(target) - sources)
    return extensions


def helpers_of(target: Path) -> set[str]:
    """mypyc's C files that only some programs need. Of a library that has not changed it forgets that it does."""
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
    """A name for what a game must know of kernel and bots: what they look like in memory."""
    header = (target / f"__native_{LIBRARY}.h").read_bytes()
    return hashlib.sha256(header + repr(sys.version_info[:2]).encode()).hexdigest()[:32]


def compile_engine(package: Path, target: Path) -> dict[str, Any]:
    """What ``setup`` is told to compile kernel, bots, the games of the house and the table."""
    extensions = translate([kernel_and_bots(package), *games_of_the_house(package), table(package)], target)

    class BuildEngine(BuildAtOnce):
        def run(self) -> None:
            super().run()
            Path(self.build_lib, MARK).write_text(f"{engine_mark(target)}\n", "utf-8")

    return {"cmdclass": {"build_ext": BuildEngine}, "ext_modules": extensions}


# ---- a stranger's game -----------------------------------------------------------------------------------------------

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
    """What ``setup`` is told to compile a game: all modules of a package (or the one module of that name) in a folder.

    Modules of the names in ``leave``, and of those that the house leaves interpreted (:data:`INTERPRETED`), stay as
    they are. Where Slugfest runs interpreted there is nothing to compile for, and nothing is: the package is pure then.
    """
    from slugfest.kernel.abi import engine

    installed = engine()
    if not installed:
        print(
            f"slugfest.build: Slugfest is interpreted here, so {package} stays interpreted, too",
            file=sys.stderr,
        )
        return {}
    source = Path(where, package)
    found = modules_below(source) if source.is_dir() else [f"{source}.py"]
    modules = [file for file in found if Path(file).name not in leave]
    target = Path("build", "mypyc")
    name = f"game_{package.replace('.', '_')}"  # a library named like a module would write the same file
    extensions = translate([kernel_and_bots(HERE), (modules, name)], target)
    if engine_mark(target) != installed:
        raise SystemExit(
            "slugfest.build: the Slugfest that is installed was compiled by another mypy than the one here. "
            "Compile it with this one (./dev build), or install the mypy that its release notes name."
        )
    mine = [ext for ext in extensions if not is_of_the_house(ext.name)]
    for extension in mine:
        if not extension.name.endswith("__mypyc"):
            guard(Path(extension.sources[0]), installed, extension.name)
    return {"cmdclass": {"build_ext": BuildAtOnce}, "ext_modules": mine}


def is_of_the_house(module: str) -> bool:
    return module.partition(".")[0] in (LIBRARY, f"{LIBRARY}__mypyc")


def guard(shim: Path, mark: str, module: str) -> None:
    """Let a module ask whether it fits before it touches anything."""
    code = shim.read_text("utf-8")
    head, init, body = code.partition("PyMODINIT_FUNC")
    body = body.replace("{", "{\n    if (!slugfest_abi_matches()) return NULL;", 1)
    shim.write_text(head + GUARD % (mark, module) + init + body, "utf-8")


# ---- the C compiler --------------------------------------------------------------------------------------------------


class BuildAtOnce(build_ext):  # type: ignore[misc]  # setuptools has no types
    """Compile with as many compilers at once as there are processors, and no file again that was compiled before."""

    def build_extensions(self) -> None:
        cores = os.cpu_count() or 1
        files = sum(len(extension.sources) for extension in self.extensions)
        done, told = 0, Lock()
        locks: dict[str, Lock] = {}
        compile_one_by_one = self.compiler.compile
        compiler = [str(part) for part in getattr(self.compiler, "compiler_so", [])]

        def compile_one(source: str, args: Any, options: dict[str, Any]) -> list[str]:
            nonlocal done
            flags = [*(options.get("extra_postargs") or []), *flags_for(source, self.compiler.compiler_type)]
            (made,) = self.compiler.object_filenames([source], output_dir=options.get("output_dir") or "")
            with told:
                lock = locks.setdefault(made, Lock())  # libraries share the files of mypyc's own
            with lock:
                stamp, state = Path(f"{made}.state"), state_of(Path(source), [*compiler, *flags])
                if not (Path(made).is_file() and stamp.is_file() and stamp.read_text("utf-8") == state):
                    stamp.unlink(missing_ok=True)
                    compile_one_by_one([source], *args, **{**options, "extra_postargs": flags})
                    stamp.write_text(state, "utf-8")
            with told:
                done += 1
                print(f"compiled {done} of {files}", flush=True)  # ./dev play shows it
            return [made]

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
    """Compile the few lines by which Python finds a module once for all modules of a folder: nearly all of the time
    goes into reading Python's headers."""
    folders: dict[Path, list[str]] = {}
    for extension in extensions:
        if not extension.name.endswith("__mypyc"):
            shim = Path(extension.sources[0])
            folders.setdefault(shim.parent, []).append(shim.name)
            extension.depends = [*extension.depends, str(shim)]
            extension.sources = [str(shim.parent / SHIMS)]
    for folder, shims in folders.items():
        code = ""
        for number, name in enumerate(sorted(shims)):  # what each of them defines gets a name of its own
            code += f"#define PyInit___init__ init_{number}\n#define slugfest_abi_matches matches_{number}\n"
            code += f'#include "{name}"\n'
            code += "#undef PyInit___init__\n#undef slugfest_abi_matches\n"
        shared = folder / SHIMS
        if not shared.is_file() or shared.read_text("utf-8") != code:
            shared.write_text(code, "utf-8")


def flags_for(source: str, compiler: str) -> list[str]:
    """How a C file is compiled besides how all are. What -O2 and -O3 find beyond -O1 with the header is hardly
    measurable, and takes twice as long; what is mypyc's own is compiled once and by -O3."""
    name = Path(source).name
    if compiler != "unix" or not name.startswith("__"):
        return []
    return ["-O1"] if name == SHIMS else ["-O1", "-include", str(INLINE)]


def state_of(source: Path, command: list[str]) -> str:
    """What an object follows from: the C file, what it includes, how it is compiled."""
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
