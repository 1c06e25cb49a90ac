"""Options with their sentences. A decision stays the same while others move, so they are cached.

Most options come again in later decisions of the same kind, with the same sentence.
"""

from __future__ import annotations

from typing import Any, Final

from starhall.engine.match.match import Match
from starhall.engine.rules.decision import Decision, Remark
from starhall.engine.rules.options import Option
from starhall.engine.scene.elements import SceneOption

KEPT: Final = 128  # options of one table


class Labels:
    """The options that one table has described lately."""

    __slots__ = ("_anytime", "_known", "_offered")

    def __init__(self) -> None:
        self._known: dict[tuple[str, str, int], tuple[Remark | None, SceneOption]] = {}
        self._offered: dict[int, tuple[Decision, list[SceneOption]]] = {}  # by seat
        self._anytime: dict[int, SceneOption] = {}  # by number

    def offered(self, match: Match[Any], decision: Decision) -> list[SceneOption]:
        """The options of a pending decision."""
        cached = self._offered.get(decision.seat)
        if cached is not None and cached[0] is decision and len(cached[1]) == len(decision.options):
            return cached[1]
        made = [self._option(match, decision, option) for option in decision.options]
        self._offered[decision.seat] = (decision, made)
        return made

    def _option(self, match: Match[Any], decision: Decision, option: Option) -> SceneOption:
        """Its sentence depends on the question, and on what the rules remark on it now."""
        key = decision.kind, decision.about, option.number
        remark = match.remark_on(option, decision)
        known = self._known.get(key)
        if known is not None and _same(known[0], remark):
            return known[1]
        if len(self._known) >= KEPT:
            self._known.clear()
        made = _option(option, match.label(option, decision))
        self._known[key] = remark, made
        return made

    def anytime(self, match: Match[Any], option: Option) -> SceneOption:
        """An option that can be chosen without being asked."""
        cached = self._anytime.get(option.number)
        if cached is None:
            cached = self._anytime[option.number] = _option(option, match.label(option))
        return cached


def _same(one: Remark | None, other: Remark | None) -> bool:
    if one is None or other is None:
        return one is other
    return one.key == other.key and one.values == other.values


def _option(option: Option, label: str) -> SceneOption:
    return SceneOption(
        number=option.number,
        token=option.token,
        label=label,
        targets=tuple(option.targets),
        fatal=option.fatal,
    )
