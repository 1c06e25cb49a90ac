"""Options: everything that a player can choose, each created once, with a number and a token.

A game builds its vocabulary from its content: `self.buy = words.table("buy", SLOTS, "unit")`.
During play, option lists are picked from such tables. Equal options are identical objects.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, Final

from starhall.engine.errors import IllegalChoice, RulesFault

NEIGHBOURS: Final = 50  # tokens on either side that an unknown one is compared with


class Option:
    """A verb and its argument, with a number for programs and a token for records.

    A `fatal` option loses the game at once for the seat that chooses it: it is shown as dangerous
    and never chosen automatically. A `costly` one gives up something of the player's own besides
    the move that is asked for (such as a sale or an exchange): it looks different, and people are
    asked to confirm it.
    """

    __slots__ = ("arg", "costly", "fatal", "kinds", "number", "value", "verb", "vocabulary")

    def __init__(
        self,
        number: int,
        verb: str,
        arg: str,
        value: int,
        kinds: tuple[str, ...],
        fatal: bool = False,
        costly: bool = False,
    ) -> None:
        self.vocabulary: Vocabulary | None = None  # the one it belongs to
        self.number = number
        self.verb = verb
        self.arg = arg
        self.value = value
        self.kinds = kinds
        self.fatal = fatal
        self.costly = costly

    @property
    def token(self) -> str:
        """The form used in records and in the terminal: `move ed3`, `pass`."""
        return f"{self.verb} {self.arg}" if self.arg else self.verb

    @property
    def parts(self) -> list[str]:
        """The argument split at its slashes: `1/3` names two lanes."""
        return self.arg.split("/") if self.arg else []

    @property
    def targets(self) -> list[str]:
        """The keys of the things it refers to: `lane:2`, `unit:breacher`."""
        pairs = zip(self.kinds, self.parts, strict=True) if self.kinds else ()
        return [f"{kind}:{part}" for kind, part in pairs]

    def __reduce__(self) -> tuple[object, ...]:
        """An option is unique in its vocabulary, so it is pickled by its number."""
        if self.vocabulary is None or self.vocabulary.game is None:
            raise RulesFault(f"the option '{self.token}' has no game and cannot be pickled")
        return option_of, (self.vocabulary.game, self.number)

    def __repr__(self) -> str:
        return f"<Option {self.token}>"


def option_of(game: Any, number: int) -> Option:
    """The option of this number, for unpickling."""
    option = game.vocabulary.options[number]
    assert isinstance(option, Option)
    return option


class Vocabulary:
    """All options of one game in a fixed order, looked up by number or token."""

    def __init__(self) -> None:
        self._ordered: list[str] = []  # all tokens, filled when they are first needed
        self.game: object = None  # the game that uses it, for pickling
        self.options: list[Option] = []
        self.tokens: dict[str, Option] = {}

    def __len__(self) -> int:
        return len(self.options)

    def _add(
        self,
        verb: str,
        arg: str,
        value: int,
        kinds: tuple[str, ...],
        fatal: bool = False,
        costly: bool = False,
    ) -> Option:
        option = Option(len(self.options), verb, arg, value, kinds, fatal, costly)
        if option.token in self.tokens:
            raise RulesFault(f"the option '{option.token}' is declared twice; tokens are unique")
        if kinds and len(kinds) != len(option.parts):
            raise RulesFault(f"'{option.token}' has {len(option.parts)} parts, kinds say {kinds}")
        option.vocabulary = self
        self.options.append(option)
        self.tokens[option.token] = option
        return option

    def single(self, verb: str, value: int = 0, fatal: bool = False) -> Option:
        """An option without an argument: `pass`, `done`."""
        return self._add(verb, "", value, (), fatal)

    def table(
        self,
        verb: str,
        args: Sequence[str],
        *kinds: str,
        fatal: bool = False,
        costly: bool = False,
    ) -> list[Option]:
        """One option for each argument; `value` is its index in the table.

        `kinds` say what the argument names (`unit`, `hex`), one for each part between slashes:
        texts and scenes use them to find the name and the thing.
        """
        return [self._add(verb, arg, i, kinds, fatal, costly) for i, arg in enumerate(args)]

    def find(self, token: str) -> Option:
        """The option of a token; the error for an unknown token names the closest known one."""
        option = self.tokens.get(token)
        if option is None:
            near = self._near(token)
            if near:
                raise IllegalChoice("choice.unknown_near", token=token, near=near[0])
            raise IllegalChoice("choice.unknown", token=token)
        return option

    def _near(self, token: str) -> list[str]:
        """The closest token, if any is close, among those that begin alike.

        Comparing with all of them takes a tenth of a second in a large game, and any stranger can
        cause it.
        """
        verb, space, arg = token.partition(" ")
        close = get_close_matches(verb, sorted({option.verb for option in self.options}), 1)
        wanted = f"{close[0] if close else verb}{space}{arg}"
        if len(self._ordered) != len(self.tokens):
            self._ordered = sorted(self.tokens)
        place = bisect(self._ordered, wanted)
        return get_close_matches(
            wanted, self._ordered[max(0, place - NEIGHBOURS) : place + NEIGHBOURS], 1
        )
