"""What rules can await: a decision, a condition, several procedures together.

    choice = await Decision(seat, "place_attacker", options)
    await Until(lambda: target_is_ready(s, turn))
    await Together([pick(s, seat) for seat in range(s.seats)])

A rule that awaits anything else is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator
from typing import Any, Final

from mypy_extensions import mypyc_attr

from starhall.engine.errors import RulesFault
from starhall.engine.rules.options import Option

Procedure = Coroutine[Any, Any, None]
SHOWN: Final = 8  # options that `repr` shows


@mypyc_attr(allow_interpreted_subclasses=True)
class Decision:
    """One seat must choose one of its options.

    `kind` names the decision in the text catalogue, `about` says what it concerns (a lane, a card;
    several things are separated by `/`, as in the tokens of options).
    With `secret`, other seats do not see who is asked. An `automatic` decision is
    answered by the engine (its single option is the default of a player who has left).

    A decision of a match can also be put into words: `prompt()`, `labels()`,
    `sentence(option)`, and `refusals()` for options that are not offered and the reasons.
    """

    __slots__ = ("about", "automatic", "kind", "options", "seat", "secret", "teller")
    teller: Teller  # set by the match; rollouts need none

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
        self.automatic = False

    def __await__(self) -> Generator[object, Option, Option]:
        return (yield self)

    def copy(self) -> Decision:
        """The same question with its own list of options, and without its match."""
        return Decision(self.seat, self.kind, self.options[:], self.about, self.secret)

    def prompt(self) -> str:
        """The question, as a sentence."""
        return self._told_by().prompt(self)

    def sentence(self, option: Option) -> str:
        """An option of this decision, as a sentence."""
        return self._told_by().label(option, self)

    def labels(self) -> list[str]:
        """The sentences of all options, in their order."""
        return [self.sentence(option) for option in self.options]

    def refusals(self) -> list[Refusal]:
        """Options that the seat might expect but is not offered, with the reasons."""
        return self._told_by().refusals_of(self)

    def _told_by(self) -> Teller:
        try:
            return self.teller
        except AttributeError:
            raise RulesFault(
                f"the decision '{self.kind}' of seat {self.seat} belongs to no match; only a "
                "match can put it into words"
            ) from None

    def __reduce__(self) -> tuple[object, ...]:
        """A pending decision is pickled with its match, which asks it again."""
        return decision_of, (self._told_by(), self.seat)

    def __repr__(self) -> str:
        tokens = ", ".join([option.token for option in self.options[:SHOWN]])
        if len(self.options) > SHOWN:
            tokens += f" and {len(self.options) - SHOWN} more"
        about = f" {self.about}" if self.about else ""
        return f"<Decision seat {self.seat} {self.kind}{about}: {tokens}>"


def decision_of(match: Any, seat: int) -> Decision:
    """The pending decision of a seat, as a pickle names it."""
    decision = match.decision_of(seat)
    assert isinstance(decision, Decision)
    return decision


NO_TELLER: Final = "only a match can put a decision into words"


@mypyc_attr(allow_interpreted_subclasses=True)
class Teller:
    """Puts decisions into words; matches do this."""

    def prompt(self, decision: Decision) -> str:
        raise RulesFault(NO_TELLER)

    def label(self, option: Option, decision: Decision | None = None) -> str:
        raise RulesFault(NO_TELLER)

    def refusals_of(self, decision: Decision) -> list[Refusal]:
        raise RulesFault(NO_TELLER)


class Until:
    """The procedure waits until the condition holds; nobody is asked."""

    __slots__ = ("ready",)

    def __init__(self, ready: Callable[[], bool]) -> None:
        self.ready = ready

    def __await__(self) -> Generator[object, None, None]:
        yield self


class Together:
    """Runs procedures of several seats side by side; all must end before the rule continues.

    Answers can come in any order. A step that uses it must be able to start again from the state:
    seats that have answered are not asked twice. Only a `straight` step has to say that it can, by
    setting `strand.fresh` to True.
    """

    __slots__ = ("procedures",)

    def __init__(self, procedures: list[Procedure]) -> None:
        self.procedures = procedures

    def __await__(self) -> Generator[object, None, None]:
        yield self


class GameOver(Exception):
    """Raised by a rule when the game ends; all running procedures stop."""


class Reason:
    """Why something is not allowed: the rule, the text key and its values."""

    __slots__ = ("key", "rule", "values")

    def __init__(self, rule: str, key: str, values: dict[str, object] | None = None) -> None:
        self.rule = rule
        self.key = key
        self.values: dict[str, object] = values if values is not None else {}

    def __repr__(self) -> str:
        return f"<Reason {self.key} {self.values} ({self.rule})>"


class Remark:
    """What the rules know about an option, its price or effect: the text key and its values.

    With `costly` it gives up something of the player's own here, as a costly option always does.
    """

    __slots__ = ("costly", "key", "values")

    def __init__(
        self, key: str, values: dict[str, object] | None = None, costly: bool = False
    ) -> None:
        self.costly = costly
        self.key = key
        self.values: dict[str, object] = values if values is not None else {}

    def __repr__(self) -> str:
        return f"<Remark {self.key} {self.values}>"


def is_costly(option: Option, remark: Remark | None) -> bool:
    """Whether choosing this gives up something of the player's own."""
    return option.costly or (remark is not None and remark.costly)


class Refusal:
    """An option that a player might expect, and the reason why it is not offered."""

    __slots__ = ("option", "reason")

    def __init__(self, option: Option, reason: Reason) -> None:
        self.option = option
        self.reason = reason

    def __repr__(self) -> str:
        return f"<Refusal {self.option.token}: {self.reason!r}>"
