"""What rules may await: a decision, a condition, several procedures together.

choice = await Decision(seat, "place_attacker", options)
await Until(lambda: target_is_ready(s, turn))
await Together([pick(s, seat) for seat in range(s.seats)])
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator
from typing import TYPE_CHECKING, Any

from mypy_extensions import mypyc_attr

from starhall.engine.options import Option

if TYPE_CHECKING:
    from starhall.engine.play import Runner

Procedure = Coroutine[Any, Any, None]


@mypyc_attr(allow_interpreted_subclasses=True)
class Decision:
    """One seat must choose one of its options.

    `kind` names the decision in the text catalogue, `about` what it is about (a lane, a card).
    A `secret` decision does not show to other seats who is being asked.
    """

    __slots__ = ("about", "kind", "options", "runner", "seat", "secret")

    def __init__(
        self,
        seat: int,
        kind: str,
        options: list[Option],
        about: str = "",
        secret: bool = False,
    ) -> None:
        self.seat = seat
        self.kind = kind
        self.options = options
        self.about = about
        self.secret = secret
        self.runner: Runner | None = None

    def __await__(self) -> Generator[object, Option, Option]:
        answer = yield self
        return answer

    def __repr__(self) -> str:
        tokens = ", ".join([option.token for option in self.options])
        return f"<Decision seat {self.seat} {self.kind} {self.about}: {tokens}>"


class Until:
    """The procedure waits, owing nothing, until the condition holds."""

    __slots__ = ("ready",)

    def __init__(self, ready: Callable[[], bool]) -> None:
        self.ready = ready

    def __await__(self) -> Generator[object, None, None]:
        yield self


class Together:
    """Procedures of several seats run side by side; all must end before the rule goes on.

    Answers may come in any order. A phase that uses it must be able to start again from the
    state (seats that have answered are not asked twice) and say so by `strand.fresh = True`.
    """

    __slots__ = ("procedures",)

    def __init__(self, procedures: list[Procedure]) -> None:
        self.procedures = procedures

    def __await__(self) -> Generator[object, None, None]:
        yield self


class GameOver(Exception):
    """Raised by a rule at the very moment the game ends; nothing under way is continued."""


class Reason:
    """Why something is not allowed: the rule, the text key and the numbers in it."""

    __slots__ = ("key", "rule", "values")

    def __init__(self, rule: str, key: str, values: dict[str, object] | None = None) -> None:
        self.rule = rule
        self.key = key
        self.values: dict[str, object] = values if values is not None else {}

    def __repr__(self) -> str:
        return f"<Reason {self.key} {self.values} ({self.rule})>"


class Refusal:
    """An option a player might have expected, and why it is not on offer."""

    __slots__ = ("option", "reason")

    def __init__(self, option: Option, reason: Reason) -> None:
        self.option = option
        self.reason = reason

    def __repr__(self) -> str:
        return f"<Refusal {self.option.token}: {self.reason!r}>"
