"""Game packages for tests, written to a scratch folder and importable from there."""

import itertools
from collections.abc import Mapping
from pathlib import Path

import pytest

_numbers = itertools.count()


class Packages:
    """Makes packages under names never used before, since Python remembers what it imported."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        monkeypatch.syspath_prepend(str(root))

    def make(self, files: Mapping[str, str | bytes]) -> str:
        """The name of a new package that holds these files."""
        name = f"toy_game_{next(_numbers)}"
        self.write(name, {"__init__.py": "", **files})
        return name

    def write(self, package: str, files: Mapping[str, str | bytes]) -> None:
        for name, text in files.items():
            path = self.root / package / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode() if isinstance(text, str) else text)
