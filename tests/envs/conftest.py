"""The example games are installed for these tests too."""

from pathlib import Path

from starhall.engine.game import add_folders

add_folders([Path(__file__).resolve().parents[2] / "examples" / "games"])
