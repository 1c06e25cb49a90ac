"""Compiles the hot modules with mypyc into build/fast, a second and faster copy of the package.

    python tools/fast.py         bring build/fast up to date
    python tools/fast.py path    print where to run from: build/fast if up to date, else src

setup.py takes its extension modules from here, so that a wheel is compiled in the same way.
"""

from __future__ import annotations

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
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from setuptools import Extension

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
PACKAGE = SOURCES / "starhall"
FAST = ROOT / "build" / "fast"
WORK = ROOT / "build" / "mypyc"
EXPANDED = WORK / "src"  # the sources with every declaration of the state written out

HOT = ("engine", "games", "bots")  # layers that are compiled, but for modules that opt out
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
    if number > MARK_LINES:  # else the author believes that it counts, and it does not
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


def extensions(modules: list[Path]) -> list[Extension]:
    """One mypyc group for all of them: calls between compiled modules are plain C calls."""
    from expand import expand_tree
    from mypyc.build import mypycify

    refuse_homeless(modules)
    expand_tree(PACKAGE, EXPANDED)
    os.chdir(ROOT)  # mypyc puts the paths it is given into tracebacks: keep them short
    os.environ["MYPYPATH"] = str(EXPANDED)  # before the sources that pyproject.toml names
    expanded = [str((EXPANDED / path.relative_to(SOURCES)).relative_to(ROOT)) for path in modules]
    built = mypycify(
        ["--follow-imports=silent", *expanded],  # what is not compiled is checked as it is written
        opt_level="3",
        debug_level="0",
        multi_file=True,  # one C file for each module, so that all cores have work
        group_name="starhall",
        target_dir=str((WORK / "c").relative_to(ROOT)),
    )
    if os.name != "nt":
        for extension in built:  # inline across modules: 5 to 8 % fewer instructions in a game
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


def compile_into(library: Path) -> None:
    from setuptools import Distribution
    from side_by_side import SideBySide

    shutil.rmtree(library, ignore_errors=True)
    modules = extensions(hot_modules())
    command = SideBySide(Distribution({"name": "starhall", "ext_modules": modules}))
    command.build_lib = str(library)
    command.build_temp = str(WORK / "objects")
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
    """What the files hold, and what compiles them: the same digest means nothing to do."""
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


def build() -> None:
    """Compile if any code changed; copy if anything at all did."""
    code, tree = digest(hot_sources()), digest(files())
    if is_current(FAST / "stamp", tree):
        return
    if not compiler_found():
        print("No C compiler with Python's headers was found: Starhall runs from plain Python.")
        return
    library = WORK / "lib"
    if not is_current(WORK / "stamp", code):
        (WORK / "stamp").unlink(missing_ok=True)
        compile_into(library)
        (WORK / "stamp").write_text(code, encoding="utf-8")
    fresh = WORK / "fresh"
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(PACKAGE, fresh / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(library, fresh, dirs_exist_ok=True)
    (fresh / "stamp").write_text(tree, encoding="utf-8")
    shutil.rmtree(FAST, ignore_errors=True)
    fresh.rename(FAST)


def main() -> None:
    if sys.argv[1:] == ["path"]:
        print(FAST if is_current(FAST / "stamp", digest(files())) else SOURCES)
    elif sys.argv[1:]:
        sys.exit(f"{' '.join(sys.argv[1:])!r} is not a known argument; use 'path' or nothing.")
    else:
        import fcntl  # not on Windows, where setup.py still imports this module

        WORK.mkdir(parents=True, exist_ok=True)
        with (WORK / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            build()


if __name__ == "__main__":
    main()
