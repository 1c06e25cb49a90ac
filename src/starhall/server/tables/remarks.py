"""Lines of the hall in the log of a table, and how games ended, in the language of the reader.

They are stored as keys with values. Seats are numbers, so that they contain no names. A value
may be a text of the game, `{"game": "order.decline"}`, or the sentence of an option.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from starhall.engine.match.match import Match
from starhall.engine.text.spoken import Said
from starhall.server.installed import games
from starhall.server.protocol.frames import Remark
from starhall.server.words import RESULT, read, texts

OF_GAME: Final = "game"  # in a value: the key of a text of the game, besides its values
VALUES: Final = "values"
OPTION: Final = "option"  # in a value: a token


def lines(kept: Sequence[tuple[int, Said]], match: Match[Any]) -> list[Remark]:
    """The remarks of one observer."""
    return [Remark(after=after, text=in_words(said, match)) for after, said in kept]


def in_words(said: Said, match: Match[Any]) -> str:
    """A sentence of the hall about a match."""
    values = {name: _value(value, match) for name, value in said.values.items()}
    return texts().say(said.key, values, match.names)


def _value(value: Any, match: Match[Any]) -> Any:
    if not isinstance(value, Mapping):
        return value
    if OPTION in value:
        return match.label(match.game.vocabulary.find(value[OPTION]))
    if OF_GAME in value:
        text = match.game.text.say(value[OF_GAME], value.get(VALUES, {}), match.names)
        return text.rstrip(".") + (f" ({value['rule']})" if "rule" in value else "")
    return {name: _value(inner, match) for name, inner in value.items()}


def ending(game: str, text: str, names: Sequence[str]) -> str:
    """The stored ending of a game in the active language; for old games, as it was written."""
    said = read(text)
    if not said.key:
        return said.text
    if not said.key.startswith(RESULT):
        return texts().say(said.key, said.values, names)
    rules = games().get(game)
    known = rules is not None and rules.text.has(said.key)
    return rules.text.say(said.key, said.values, names) if rules is not None and known else ""
