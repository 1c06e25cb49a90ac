"""Packs for tests, made from a few changes."""

from pathlib import Path
from typing import TypeVar

from starhall.engine.game import Game
from starhall.engine.text.packs import Pack

G = TypeVar("G", bound=Game)  # type: ignore[type-arg]


def manifest(rules: Game, **other: str) -> str:  # type: ignore[type-arg]
    """A `pack.toml` for the content of a game."""
    said = {"name": "test", "version": "1", "game": rules.id, "content": type(rules)().content.hash}
    said |= {"author": "tests", "licence": "CC0-1.0", **other}
    return "".join([f'{key} = "{value}"\n' for key, value in said.items()])


def packed(rules: G, files: dict[str, str], **other: str) -> G:
    """The game with a pack of these files."""
    texts = {"pack.toml": manifest(rules, **other), **files}
    return type(rules)(Pack(Path("pack"), texts))


def changed(game: G, file: str, *changes: tuple[str, str], texts: str = "") -> G:
    """The game with a whole content file replaced by one that differs in a few places."""
    files = {f"content/{file}": rewritten(game, file, *changes), "text/en.toml": texts}
    return packed(game, files)


def rewritten(game: Game, file: str, *changes: tuple[str, str]) -> str:  # type: ignore[type-arg]
    """A content file of a game as that of a pack, with a few places changed."""
    text = game.files.read(file)
    for old, new in changes:
        assert old in text, f"{file} has no '{old}'"
        text = text.replace(old, new, 1)
    return f"replace = true\n{text}"
