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


LANTERNS = """
from tests.engine.toys.lanterns import Lanterns


class Outside(Lanterns):
    id = "{id}"
    package = __name__

    def scene(self, *given):
        scene = super().scene(*given)
        for area in scene.areas:
            area.icon = "card:lantern"
        scene.seats[0].colour = "dusk" if self.look.tones else ""
        return scene


GAME = Outside()
"""


def install_lanterns(root: Path, id: str, look: str = "") -> None:
    """A game from outside that every process finds which has the folder on its path."""
    name = id.replace("-", "_")
    package, info = root / name, root / f"{name}-1.0.dist-info"
    text = Path(__file__).parent / "toys" / "text" / "en.toml"
    files = {"__init__.py": LANTERNS.format(id=id), "text/en.toml": text.read_text("utf-8")}
    if look:
        files["look.toml"] = look
    for path, source in files.items():
        (package / path).parent.mkdir(parents=True, exist_ok=True)
        (package / path).write_text(source, "utf-8")
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[starhall.games]\n{name} = {name}\n")
