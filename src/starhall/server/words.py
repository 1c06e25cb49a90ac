"""What the hall says: texts from `text/*.toml`, in the language of the reader.

They are stored as a key with values, as JSON. Older rows hold an English sentence, which is shown
unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from starhall.engine.errors import StarhallError
from starhall.engine.game import Result
from starhall.engine.text.catalogue import Catalogue
from starhall.engine.text.spoken import Said, catalogue
from starhall.server.errors import HALL, HallError

RESULT: Final = "result."  # begins the keys of endings, which are texts of the game

_decoder = msgspec.json.Decoder(Said)


def texts() -> Catalogue:
    """The texts of the hall in the active language."""
    return catalogue(HALL)


def say(key: str, **values: object) -> str:
    return texts().say(key, values)


def stored(key: str, **values: object) -> str:
    """A sentence as it is stored."""
    return encoded(Said(key, values))


def encoded(said: Said) -> str:
    return msgspec.json.encode(said).decode()


def read(text: str) -> Said:
    """A stored sentence. A sentence from before there were keys is plain text."""
    try:
        return _decoder.decode(text)
    except msgspec.DecodeError:
        return Said(text=text)


def told(text: str, seats: Sequence[str] = ()) -> str:
    """A stored sentence in the active language."""
    said = read(text)
    return texts().say(said.key, said.values, seats) if said.key else said.text


def fault(error: StarhallError) -> str:
    """Why something failed, as it is stored."""
    if isinstance(error, HallError):
        return stored(f"refused.{error.key}", **error.values)
    return str(error)


def of_result(result: Result) -> str:
    """How the rules ended a game, as it is stored: with a text of the game."""
    return stored(f"{RESULT}{result.reason}", who=result.winners)


def nested(said: Said) -> dict[str, object]:
    """A text within a text, for a slot `{what, text}`."""
    return {**said.values, "key": said.key}
