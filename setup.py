"""Builds the wheel: compiled where a C compiler is found, pure elsewhere or with STARHALL_PURE=1.

Everything else about the package stands in pyproject.toml. Editable installs never compile.
"""

import os
import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from fast import compiler_found, extensions, hot_modules
from side_by_side import SideBySide


def compiled() -> bool:
    wanted = "bdist_wheel" in sys.argv and os.environ.get("STARHALL_PURE") != "1"
    return wanted and compiler_found()


setup(
    ext_modules=extensions(hot_modules()) if compiled() else [],
    cmdclass={"build_ext": SideBySide},
)
