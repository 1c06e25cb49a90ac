"""Legality: the candidates of a decision, and the reasons why some are not allowed.

    QUESTIONS = Questions()

    @QUESTIONS.rule("deploy", all_units)
    def why_not_buy(s: Table, decision: Decision, option: Option) -> Reason | None:
        ...

Option lists, "Why not?" and the error for a refused choice all use these rules. Where a fast
path builds an option list directly, the conformance kit checks that both agree.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starhall.engine.errors import RulesFault
from starhall.engine.rules.decision import Decision, Reason, Refusal
from starhall.engine.rules.options import Option

Candidates = Callable[[Any, Decision], list[Option]]
WhyNot = Callable[[Any, Decision, Option], Reason | None]


class Rule:
    """The candidates at a kind of decision, and the function that gives the reason against each."""

    def __init__(self, candidates: Candidates, why_not: WhyNot) -> None:
        self.candidates = candidates
        self.why_not = why_not


class Questions:
    """The legality rules of one game, by the kind of decision."""

    def __init__(self) -> None:
        self.rules: dict[str, list[Rule]] = {}

    def rule(self, kind: str, candidates: Candidates) -> Callable[[WhyNot], WhyNot]:
        """Register the decorated function for these candidates; a kind can have several rules."""

        def enter(why_not: WhyNot) -> WhyNot:
            self.rules.setdefault(kind, []).append(Rule(candidates, why_not))
            return why_not

        return enter

    def free(self, kind: str, candidates: Candidates) -> None:
        """These options are always allowed at this kind of decision."""
        self.rules.setdefault(kind, []).append(Rule(candidates, no_reason))

    def verdicts(self, s: Any, decision: Decision) -> list[tuple[Option, Reason | None]]:
        """Every candidate once, with the reason against it, if any."""
        if decision.kind not in self.rules:
            raise RulesFault(f"nothing says what is legal at a decision '{decision.kind}'")
        found: list[tuple[Option, Reason | None]] = []
        seen: set[Option] = set()
        for rule in self.rules[decision.kind]:
            for option in rule.candidates(s, decision):
                if option not in seen:
                    seen.add(option)
                    found.append((option, rule.why_not(s, decision, option)))
        return found

    def options(self, s: Any, decision: Decision) -> list[Option]:
        """The candidates without a reason against them."""
        rules = self.rules[decision.kind]
        if len(rules) == 1:
            why_not, candidates = rules[0].why_not, rules[0].candidates(s, decision)
            return [option for option in candidates if why_not(s, decision, option) is None]
        found: list[Option] = []
        seen: set[Option] = set()
        for rule in rules:
            for option in rule.candidates(s, decision):
                if option not in seen:
                    seen.add(option)
                    if rule.why_not(s, decision, option) is None:
                        found.append(option)
        return found

    def refusals(self, s: Any, decision: Decision) -> list[Refusal]:
        """The other candidates, with reasons; empty if the game has no legality rules."""
        if decision.kind not in self.rules:
            return []
        found = self.verdicts(s, decision)
        return [Refusal(option, reason) for option, reason in found if reason is not None]

    def ask(self, s: Any, seat: int, kind: str, about: str = "", secret: bool = False) -> Decision:
        """A decision whose options come from the rules."""
        decision = Decision(seat, kind, [], about, secret)
        decision.options = self.options(s, decision)
        return decision


def no_reason(s: Any, decision: Decision, option: Option) -> Reason | None:
    return None
