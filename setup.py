"""Builds the wheel: compiled where a C compiler is found, pure elsewhere or with STARHALL_PURE=1.

Everything else about the package stands in pyproject.toml. Editable installs never compile.
"""

import os
import shutil
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from fast import compiler_found, extensions, hot_modules
from side_by_side import SideBySide


def compiled() -> bool:
    wanted = "bdist_wheel" in sys.argv and os.environ.get("STARHALL_PURE") != "1"
    return wanted and compiler_found()


class WithClient(build_py):
    """Packs the browser client, where it has been built, beside the server that hands it out."""

    def run(self) -> None:
        super().run()
        client = Path(__file__).resolve().parent / "web" / "dist"
        if client.is_dir() and not self.editable_mode:
            packed = Path(self.build_lib) / "starhall" / "server" / "static"
            shutil.copytree(client, packed, dirs_exist_ok=True)


setup(
    ext_modules=extensions(hot_modules()) if compiled() else [],
    cmdclass={"build_ext": SideBySide, "build_py": WithClient},
)
