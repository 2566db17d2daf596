"""Build hook: pure Python by default; with SLUGFEST_COMPILE=1 the engine is compiled with mypyc. With SLUGFEST_COMPILED
what was compiled into that folder is packed instead of compiling it once more.

Everything else about the package is declared in pyproject.toml.
"""

import os
import shutil
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

PACKAGE = Path("src/slugfest")
COMPILED = ("kernel", "games", "bots")
# Modules of these names stay interpreted. In the first types are declared, and compiling forgets the types of fields;
# the others read and tell, once a match or once a page, and would be a fifth of all the C.
INTERPRETED = (
    *("facts.py", "event_facts.py", "rule_facts.py", "document_facts.py"),
    *("arrange.py", "arrange_checks.py", "catalogue.py", "coach.py", "hints.py", "terminal.py", "terms.py"),
    *("guide.py", "plain_board.py", "reference.py", "registry.py"),
    *("guarded.py", "pipes.py", "programs.py"),  # strangers' bots: most of it is waiting
)
# What is made for people, not for searches, is optimised only a little, which takes about half as long.
LIGHT = (
    "___shown___",
    "___content.",
    "___words.",
    "___refusals.",
    "___notation.",
    "___documents.",
    "___reasons.",
)


def engine_sources() -> list[str]:
    """Every module of the compiled packages, in a stable order."""
    modules = (module for room in COMPILED for module in sorted((PACKAGE / room).rglob("*.py")))
    return [str(module) for module in modules if module.name not in INTERPRETED]


class BuildAtOnce(build_ext):
    """Compile with as many compilers at once as there are processors; setuptools takes one file after the other."""

    def build_extensions(self) -> None:
        cores = os.cpu_count() or 1
        files = sum(len(extension.sources) for extension in self.extensions)
        done = 0
        compile_one_by_one = self.compiler.compile

        def compile_some(sources: list[str], *args: Any, **options: Any) -> list[str]:
            def compile_one(source: str) -> list[str]:
                nonlocal done
                flags = options.get("extra_postargs") or []
                if self.compiler.compiler_type == "unix" and any(part in source for part in LIGHT):
                    flags = [*flags, "-O1"]
                objects = compile_one_by_one([source], *args, **{**options, "extra_postargs": flags})
                with told:
                    done += 1
                    print(f"compiled {done} of {files}", flush=True)  # ./dev play shows it
                return list(objects)

            largest_first = sorted(sources, key=lambda source: -Path(source).stat().st_size)
            with ThreadPoolExecutor(cores) as pool:
                return [name for names in pool.map(compile_one, largest_first) for name in names]

        told = Lock()
        self.compiler.compile = compile_some
        self.parallel = (
            cores  # the shared library's many files, and meanwhile one module's few lines after the other
        )
        super().build_extensions()


class TakeCompiled(build_ext):
    """Every extension has one source: the finished module."""

    def build_extension(self, ext: Extension) -> None:
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ext.sources[0], target)


def compiled_extensions(folder: Path) -> list[Extension]:
    """What was compiled into a folder, by the names that modules are imported by."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    found = sorted(folder.rglob(f"*{suffix}"))
    names = [path.relative_to(folder).as_posix().removesuffix(suffix).replace("/", ".") for path in found]
    return [Extension(name, [str(path)]) for name, path in zip(names, found)]


if compiled := os.environ.get("SLUGFEST_COMPILED"):
    setup(cmdclass={"build_ext": TakeCompiled}, ext_modules=compiled_extensions(Path(compiled)))
elif os.environ.get("SLUGFEST_COMPILE") == "1":
    from mypyc.build import mypycify

    setup(
        cmdclass={"build_ext": BuildAtOnce},
        ext_modules=mypycify(
            engine_sources(),
            opt_level="3",
            debug_level="0",
            target_dir=os.environ.get(
                "SLUGFEST_C", "build/mypyc"
            ),  # a Python of its own has a folder of its own
            group_name="slugfest",
            multi_file=True,
        ),
    )
else:
    setup()
