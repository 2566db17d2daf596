"""Build hook: pure Python by default; with SLUGFEST_COMPILE=1 the engine is compiled with mypyc. With SLUGFEST_COMPILED
what was compiled into that folder is packed instead of compiling it once more.

How it is compiled is in src/slugfest/build.py. Everything else about the package is declared in pyproject.toml.
"""

import importlib.util
import os
import shutil
import sysconfig
from pathlib import Path
from types import ModuleType

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

PACKAGE = Path("src/slugfest")


def load_build() -> ModuleType:
    """src/slugfest/build.py, without importing Slugfest, which may not be installed yet."""
    spec = importlib.util.spec_from_file_location("slugfest_build", PACKAGE / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


BUILD = load_build()


class TakeCompiled(build_ext):
    """Every extension has one source: the finished module."""

    def run(self) -> None:
        super().run()
        shutil.copy2(Path(os.environ["SLUGFEST_COMPILED"], BUILD.MARK), self.build_lib)

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
    # A Python of its own has a folder of its own.
    setup(**BUILD.compile_engine(PACKAGE, Path(os.environ.get("SLUGFEST_C", "build/mypyc"))))
else:
    setup()
