"""A match in words: prompts, options, refusals, the log and the ending."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from mypy_extensions import mypyc_attr

from starhall.engine.errors import RulesFault
from starhall.engine.game import Result
from starhall.engine.knowledge.memory import Event
from starhall.engine.match.log import Entry
from starhall.engine.rules.decision import NO_TELLER, Decision, Refusal, Remark, Teller
from starhall.engine.rules.options import Option
from starhall.engine.text.catalogue import Catalogue

PLACES: Final = ("first", "second", "third")  # the parts of a token or of what a question is about


@mypyc_attr(allow_interpreted_subclasses=True)
class Telling(Teller):
    """The part of a match that turns keys and numbers into sentences of the game's catalogue."""

    game: Any  # a Game; the match knows the type of its state
    names: list[str]

    @property
    def _text(self) -> Catalogue:
        catalogue: Catalogue = self.game.text
        return catalogue

    @property
    def over(self) -> bool:
        raise RulesFault(NO_TELLER)

    @property
    def result(self) -> Result | None:
        raise RulesFault(NO_TELLER)

    def view(self, seat: int | None = None) -> Any:
        """The state as this seat may know it."""
        raise RulesFault(NO_TELLER)

    def decision_of(self, seat: int) -> Decision | None:
        raise RulesFault(NO_TELLER)

    def waiting(self, viewer: int | None = None) -> list[int]:
        """The seats that owe an answer, as far as the viewer may know."""
        raise RulesFault(NO_TELLER)

    def remark_on(self, option: Option, decision: Decision) -> Remark | None:
        """The price or effect of an option of a pending decision."""
        raise RulesFault(NO_TELLER)

    def events(self, seat: int | None = None, since: int = 0) -> list[Entry]:
        raise RulesFault(NO_TELLER)

    def latest(self, seat: int | None = None) -> Iterator[Entry]:
        raise RulesFault(NO_TELLER)

    def sentences(self, seat: int | None = None, since: int = 0) -> list[str]:
        """The log in words, for one seat."""
        return [self._tell(event) for _, event in self.events(seat, since) if self.is_told(event)]

    def last_sentences(self, seat: int | None, count: int) -> list[str]:
        """The end of the log in words."""
        told: list[str] = []
        for _, event in self.latest(seat):
            if len(told) == count:
                break
            if self.is_told(event):
                told.append(self._tell(event))
        return told[::-1]

    def is_told(self, event: Event) -> bool:
        """Does an event have a sentence? Moves of cards usually have none."""
        return event.what != "move" or self._text.has("event.move")

    def _tell(self, event: Event) -> str:
        return self._text.say(f"event.{event.what}", event.values, self.names)

    def label(self, option: Option, decision: Decision | None = None) -> str:
        """An option as a sentence; the sentence of a verb may depend on the decision."""
        text, key = self._text, self._label_key(option, decision)
        values: dict[str, object] = {"arg": option.arg, "about": decision.about if decision else ""}
        for name, part in zip(PLACES, option.parts, strict=False):
            values[name] = part
        label = text.say(key, values, self.names)
        remark = self.remark_on(option, decision) if decision is not None else None
        if remark is None:
            return label
        values = {"option": label, **remark.values}
        return text.say(f"remark.{remark.key}", values, self.names)

    def label_names_people(self, option: Option, decision: Decision) -> bool:
        """Does the sentence depend on who plays? If not, it is the same at other tables."""
        remark = self.remark_on(option, decision)
        keys = [self._label_key(option, decision)]
        keys += [] if remark is None else [f"remark.{remark.key}"]
        return any([self._text.names_people(key) for key in keys])

    def _label_key(self, option: Option, decision: Decision | None) -> str:
        text, key = self._text, f"option.{option.verb}"
        if decision is not None and text.has(f"option.{decision.kind}.{option.verb}"):
            return f"option.{decision.kind}.{option.verb}"
        return key if text.has(key) else f"option.any.{option.verb}"

    def prompt(self, decision: Decision) -> str:
        """The question of a decision, as a sentence.

        The sentence of a kind may depend on the first thing that the question is about.
        Things of one sort are joined by `+`.
        """
        parts, text = decision.about.split("/"), self._text
        key = f"prompt.{decision.kind}"
        if parts[0] and not text.has(key):
            key = f"{key}.{parts[0]}"
        values: dict[str, object] = {"about": decision.about}
        for name, part in zip(PLACES, parts, strict=False):
            values[name] = part.split("+")
        return text.say(key, values, self.names)

    def ending(self) -> str:
        """Who won and why, as a sentence."""
        result = self.result
        if result is None:
            return ""
        values: dict[str, object] = {"who": result.winners}
        return self._text.say(f"result.{result.reason}", values, self.names)

    def reason(self, refusal: Refusal) -> str:
        """The reason for a refusal, as a sentence with its rule."""
        why = self._text.say(f"refusal.{refusal.reason.key}", refusal.reason.values, self.names)
        return f"{why} ({refusal.reason.rule})"
