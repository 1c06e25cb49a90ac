"""Finds the Chromium in which the browser client is tested.

python tools/browser.py         installs it if it is missing, by apt and as root only

Uses only the standard library, because it runs while the packages are installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
# The same browser without windows, menus and notifications: a third less CPU time.
SHELL = ("chromium-headless-shell", *CHROMIUM)


def install() -> None:
    missing = [names[0] for names in (SHELL, CHROMIUM) if not shutil.which(names[0])]
    if missing and shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(["apt-get", "install", "-y", "-qq", *missing], check=False)


def chromium(names: Sequence[str] = SHELL) -> str:
    """The path of the first of them that is found."""
    found = next(filter(None, map(shutil.which, names)), None)
    assert found, f"The tests of the browser client need Chromium: install {names[0]}."
    return found


if __name__ == "__main__":
    install()
