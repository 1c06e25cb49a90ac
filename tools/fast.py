"""Compiles the hot modules with mypyc into build/fast, a second and faster copy of the package.

    python tools/fast.py          bring build/fast up to date
    python tools/fast.py draft    bring build/draft up to date: for tests, in half the time
    python tools/fast.py path     print where to run from: the fastest that is up to date, or src

A draft has the same C code. The C compiler spends less time on it, and nothing if build/fast is
up to date.

setup.py takes its extension modules from here, so that a wheel is compiled in the same way.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.metadata
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from setuptools import Extension

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
PACKAGE = SOURCES / "starhall"
BUILD = ROOT / "build"
WORK = BUILD / "mypyc"
EXPANDED = WORK / "src"  # the sources with every declaration of the state written out


class Build(NamedTuple):
    """How much the C compiler does for a copy of the package."""

    name: str
    opt_level: str
    inlines: bool  # across modules: 5 to 8 % fewer instructions in a game, for minutes of linking

    @property
    def place(self) -> Path:
        return BUILD / self.name

    @property
    def work(self) -> Path:
        return WORK / self.name


FAST = Build("fast", opt_level="3", inlines=True)
DRAFT = Build("draft", opt_level="g", inlines=False)

HOT = ("engine", "games", "bots")  # layers that are compiled, except for modules that opt out
COMPILERS = (
    "expand.py",
    "fast.py",
    "side_by_side.py",
)  # another way of compiling gives other modules
OPT_OUT = "# mypyc: off"
OPT_IN = "# mypyc: on"  # for modules of other layers
MARK_LINES = 5


def hot_modules(package: Path = PACKAGE) -> list[Path]:
    """The modules worth compiling: those of the hot layers and those that opt in."""
    found = [path for path in sorted(package.rglob("*.py")) if path.name != "__init__.py"]
    return [path for path in found if is_hot(path, path.relative_to(package).parts[0] in HOT)]


def is_hot(path: Path, hot_layer: bool) -> bool:
    return not is_marked(path, OPT_OUT) if hot_layer else is_marked(path, OPT_IN)


def is_marked(path: Path, mark: str) -> bool:
    lines = path.read_text(encoding="utf-8").splitlines()
    if mark not in lines:
        return False
    number = lines.index(mark) + 1
    if number > MARK_LINES:  # otherwise the author wrongly believes that it counts
        where = f"{path.relative_to(ROOT)}:{number}"
        sys.exit(f"{where}: '{mark}' must be in the first {MARK_LINES} lines.")
    return True


def compiler_found() -> bool:
    """Whether a C compiler and Python's headers are there: the only sure way is to try."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cl")
    if os.name == "nt":
        return shutil.which(command[0]) is not None
    with tempfile.TemporaryDirectory() as scratch:
        probe = Path(scratch, "probe.c")
        probe.write_text("#include <Python.h>\n", encoding="utf-8")
        include = f"-I{sysconfig.get_path('include')}"
        try:
            done = subprocess.run(
                [*command, include, "-c", str(probe), "-o", str(probe.with_suffix(".o"))],
                capture_output=True,
                check=False,
            )
        except OSError:
            return False
    return done.returncode == 0


def extensions(modules: list[Path], build: Build = FAST) -> list[Extension]:
    """One mypyc group for all of them: calls between compiled modules are plain C calls."""
    from expand import expand_tree
    from mypyc.build import mypycify

    refuse_homeless(modules)
    refuse_structs(modules)
    expand_tree(PACKAGE, EXPANDED)
    os.chdir(ROOT)  # mypyc puts the paths it is given into tracebacks: keep them short
    os.environ["MYPYPATH"] = str(EXPANDED)  # before the sources that pyproject.toml names
    expanded = [str((EXPANDED / path.relative_to(SOURCES)).relative_to(ROOT)) for path in modules]
    built = mypycify(
        ["--follow-imports=silent", *expanded],  # what is not compiled is checked as it is written
        opt_level=build.opt_level,
        debug_level="0",
        multi_file=True,  # one C file for each module, so that all cores have work
        group_name="starhall",
        target_dir=str((WORK / "c").relative_to(ROOT)),
    )
    if build.inlines and os.name != "nt":
        for extension in built:
            # mypyc gives all of them the same list, so they get new ones.
            extension.extra_compile_args = [
                *extension.extra_compile_args,
                "-fvisibility=hidden",
                "-flto",
            ]
            extension.extra_link_args = [*extension.extra_link_args, "-flto=auto", "-O3"]
    return built


def refuse_homeless(modules: list[Path]) -> None:
    """A folder without __init__.py would silently compile to modules of the wrong name."""
    for folder in sorted({path.parent for path in modules}):
        while folder != SOURCES:
            if not (folder / "__init__.py").exists():
                sys.exit(f"{folder.relative_to(ROOT)} has modules to compile but no __init__.py.")
            folder = folder.parent


def refuse_structs(modules: list[Path]) -> None:
    """mypyc forgets what the lists of a msgspec struct contain, so it could not be decoded."""
    for path in modules:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and any(
                "Struct" in ast.unparse(b) for b in node.bases
            ):
                fields = [line for line in node.body if isinstance(line, ast.AnnAssign)]
                if any("[" in ast.unparse(field.annotation) for field in fields):
                    where = f"{path.relative_to(ROOT)}:{node.lineno}"
                    sys.exit(f"{where}: {node.name} cannot be compiled; use '{OPT_OUT}'.")


def compile_into(library: Path, build: Build) -> None:
    from setuptools import Distribution
    from side_by_side import SideBySide

    shutil.rmtree(library, ignore_errors=True)
    modules = extensions(hot_modules(), build)
    command = SideBySide(Distribution({"name": "starhall", "ext_modules": modules}))
    command.build_lib = str(library)
    command.build_temp = str(build.work / "objects")
    command.ensure_finalized()
    command.run()


def files(suffix: str = "") -> list[Path]:
    return sorted(
        path
        for path in PACKAGE.rglob("*" + suffix)
        if path.is_file() and "__pycache__" not in path.parts
    )


def hot_sources() -> list[Path]:
    """What the compiler reads: the hot layers, and modules of others that are compiled."""
    hot = set(hot_modules())
    return [p for p in files(".py") if p in hot or p.relative_to(PACKAGE).parts[0] in HOT]


def digest(paths: Iterable[Path]) -> str:
    """A digest of the files and of what compiles them: unchanged, there is nothing to do."""
    try:
        mypy = importlib.metadata.version("mypy")
    except importlib.metadata.PackageNotFoundError:  # no developer here, so nothing is compiled
        mypy = "none"
    total = hashlib.sha256(f"{sys.version}\0{mypy}\0".encode())
    for path in [*(ROOT / "tools" / name for name in COMPILERS), *paths]:
        total.update(f"{path.relative_to(ROOT)}\0{path.stat().st_size}\0".encode())
        total.update(path.read_bytes())
    return total.hexdigest()


def is_current(stamp: Path, wanted: str) -> bool:
    return stamp.exists() and stamp.read_text(encoding="utf-8") == wanted


def make(build: Build) -> None:
    """Compile if any code changed; copy if anything at all did."""
    code, tree = digest(hot_sources()), digest(files())
    if is_current(build.place / "stamp", tree):
        return
    if not compiler_found():
        print("No C compiler with Python's headers was found: Starhall runs from plain Python.")
        return
    library, stamp = build.work / "lib", build.work / "stamp"
    if not is_current(stamp, code):
        stamp.unlink(missing_ok=True)
        compile_into(library, build)
        stamp.write_text(code, encoding="utf-8")
    fresh = build.work / "fresh"
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(PACKAGE, fresh / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(library, fresh, dirs_exist_ok=True)
    (fresh / "stamp").write_text(tree, encoding="utf-8")
    shutil.rmtree(build.place, ignore_errors=True)
    fresh.rename(build.place)


def fastest() -> Path:
    """Where to run from."""
    tree = digest(files())
    current = [build.place for build in (FAST, DRAFT) if is_current(build.place / "stamp", tree)]
    return current[0] if current else SOURCES


def main(words: list[str]) -> None:
    if words == ["path"]:
        print(fastest())
    elif words not in ([], ["draft"]):
        sys.exit(f"{' '.join(words)!r} is not a known argument; use 'draft', 'path' or nothing.")
    elif not words or fastest() == SOURCES:
        import fcntl  # not on Windows, where setup.py still imports this module

        WORK.mkdir(parents=True, exist_ok=True)
        with (WORK / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            make(DRAFT if words else FAST)


if __name__ == "__main__":
    main(sys.argv[1:])
