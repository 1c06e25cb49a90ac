"""The games and packs of the hall, loaded once: they do not change while the hall is open.

Packs are in a directory that the operator names. A table names one of them. A name that a
stranger sends is looked up in this closed list, and is never part of a path.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from starhall.engine.errors import ContentError, Place, UnknownGame
from starhall.engine.game import Game, installed, with_pack
from starhall.engine.rules.state import State
from starhall.engine.text.packs import MANIFEST
from starhall.server.errors import BadRequest

DIRECTORY = "STARHALL_PACKS"  # read by all processes of the hall


@cache
def games() -> dict[str, Game[State]]:
    return installed()


@cache
def packs() -> dict[str, dict[str, Game[State]]]:
    """Games with the content of a pack, by the id of the game and the name of the pack."""
    directory = os.environ.get(DIRECTORY, "")
    found: dict[str, dict[str, Game[State]]] = {id: {} for id in games()}
    if not directory:
        return found
    if not Path(directory).is_dir():
        raise ContentError("pack.no_folder", folder=directory)
    for manifest in sorted(Path(directory).glob(f"*/{MANIFEST}")):
        game = with_pack(manifest.parent)
        pack = game.pack
        assert pack is not None
        others = found[game.id]
        if pack.manifest.name in others:
            where, name = Place(str(manifest), line=1), pack.manifest.name
            raise ContentError("pack.same_name", where, game=game.id, folder=directory, name=name)
        others[pack.manifest.name] = game
    return found


def find(id: str, pack: str = "") -> Game[State]:
    """One game by its id, with its own content or that of a pack."""
    found = games().get(id)
    if found is None:
        raise UnknownGame("game.unknown", id=id[:80], known=", ".join(games()))
    if not pack:
        return found
    known = packs()[id]
    if pack not in known:
        raise BadRequest("table.pack", pack=pack[:80], game=id, known=list(known))
    return known[pack]


def title_of(id: str) -> str:
    """The title of a game, or its id if it is no longer installed."""
    game = games().get(id)
    return id if game is None or not game.text.has("game.title") else game.text.say("game.title")
