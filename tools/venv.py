"""Makes the virtual environment and installs Starhall into it, as fast as a first start needs.

python tools/venv.py            what the hall and the command line need
python tools/venv.py dev        and what developers need; any other extra in the same way

Uses only the standard library, because it runs before anything is installed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / ".venv"
PYTHON = PLACE / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
OLDEST = (3, 11)
BUILDERS = ("pip", "setuptools")  # what an editable install is made with


class Failed(Exception):
    """A step failed; its output is above."""


def run(*command: str | Path) -> None:
    if subprocess.run([str(word) for word in command], cwd=ROOT).returncode:
        raise Failed(" ".join(str(word) for word in command))


def install(*what: str, pip: tuple[str | Path, ...]) -> None:
    """Install exact versions; modules are compiled when first used, which halves the time."""
    options = ("-qq", "--disable-pip-version-check", "--no-compile")
    run(*pip, "install", *options, "-c", "constraints.txt", *what)


def make() -> None:
    """The environment with pip in it.

    Installing pip with the pip that runs here takes a fraction of the time that venv needs.
    """
    try:
        run(sys.executable, "-m", "venv", "--without-pip", PLACE)
        pip = (sys.executable, "-m", "pip", "--python", PYTHON)
        install(*BUILDERS, pip=pip)
    except Failed:
        run(sys.executable, "-m", "venv", PLACE)
        install(*BUILDERS, pip=(PYTHON, "-m", "pip"))


def main(extras: list[str]) -> int:
    if sys.version_info < OLDEST:
        oldest = ".".join(str(number) for number in OLDEST)
        print(
            f"Starhall needs Python {oldest} or newer, and {sys.executable} is "
            f"{sys.version.split()[0]}: run make PYTHON=python{oldest}, or whichever you have.",
            file=sys.stderr,
        )
        return 1
    begun = time.monotonic()
    package = f".[{','.join(extras)}]" if extras else "."
    print("Installing the Python packages (only this first time) ...", flush=True)
    try:
        if not extras or not PYTHON.exists():
            make()
        install("--no-build-isolation", "-e", package, pip=(PYTHON, "-m", "pip"))
    except Failed as failed:
        print(f"This did not work: {failed}", file=sys.stderr)
        return 1
    print(f"Python packages installed in {time.monotonic() - begun:.0f} s.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
