# mypyc: on
"""Options with their sentences. A decision stays the same while others move, so they are cached.

Most options appear again in later decisions of the same kind, with the same sentence. Many of them
are the same at every table of the game.
"""

from __future__ import annotations

from typing import Any, Final
from weakref import WeakKeyDictionary

from starhall.engine.game import Game
from starhall.engine.match.match import Match
from starhall.engine.rules.decision import Decision, Remark, is_costly
from starhall.engine.rules.options import Option
from starhall.engine.scene.elements import SceneOption
from starhall.engine.text.language import active

KEPT: Final = 128  # options of one table
MOST_SHARED: Final = 1_000  # questions of one game

Question = tuple[str, str]  # the kind of a decision, and its subject

# The options of one question that have the same description at all tables, by number.
Described = dict[int, SceneOption]
# These options by game, language and question.
_shared: WeakKeyDictionary[Game[Any], dict[str, dict[Question, Described]]] = WeakKeyDictionary()


class Labels:
    """The options that one table has described recently, in one language."""

    __slots__ = ("_anytime", "_known", "_offered", "_prompts", "_shared", "_vary")

    def __init__(self, game: Game[Any]) -> None:
        self._known: dict[tuple[str, str, int], tuple[Remark | None, SceneOption]] = {}
        self._offered: dict[int, tuple[Decision, list[SceneOption]]] = {}  # by seat
        self._anytime: dict[int, SceneOption] = {}  # by number
        self._prompts: dict[Question, str] = {}
        self._shared = _shared.setdefault(game, {}).setdefault(active(), {})
        self._vary = game.remarks_vary

    def prompt(self, match: Match[Any], decision: Decision) -> str:
        """The question of a decision."""
        key = decision.kind, decision.about
        prompt = self._prompts.get(key)
        if prompt is None:
            if len(self._prompts) >= KEPT:
                self._prompts.clear()
            prompt = self._prompts[key] = match.prompt(decision)
        return prompt

    def offered(self, match: Match[Any], decision: Decision) -> list[SceneOption]:
        """The options of a pending decision."""
        cached = self._offered.get(decision.seat)
        if cached is not None and cached[0] is decision and len(cached[1]) == len(decision.options):
            return cached[1]
        shared = self._described(decision)
        made = [
            shared.get(option.number) or self._option(match, decision, option, shared)
            for option in decision.options
        ]
        self._offered[decision.seat] = (decision, made)
        return made

    def _described(self, decision: Decision) -> Described:
        question = decision.kind, decision.about
        described = self._shared.get(question)
        if described is None:
            if len(self._shared) >= MOST_SHARED:
                self._shared.clear()
            described = self._shared[question] = {}
        return described

    def _option(
        self, match: Match[Any], decision: Decision, option: Option, shared: Described
    ) -> SceneOption:
        """Its sentence depends on the question, and on the current remark of the rules."""
        key = decision.kind, decision.about, option.number
        remark = match.remark_on(option, decision)
        known = self._known.get(key)
        if known is not None and _same(known[0], remark):
            return known[1]
        made = _option(option, match.label(option, decision), remark)
        varies = self._vary is None or option.verb in self._vary
        if varies or match.label_names_people(option, decision):
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[key] = remark, made
        else:
            shared[option.number] = made
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
    return one.key == other.key and one.values == other.values and one.costly == other.costly


def _option(option: Option, label: str, remark: Remark | None = None) -> SceneOption:
    return SceneOption(
        number=option.number,
        token=option.token,
        label=label,
        targets=tuple(option.targets),
        fatal=option.fatal,
        costly=is_costly(option, remark),
        noted=remark is not None,
    )
