# mypyc: off
"""Why an option is good or bad: what it leads to in imagined games, compared with others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, pstdev
from typing import Any, Final

import msgspec

from starhall.bots.outlook import Gain, play_on
from starhall.bots.sight import Need, Sight
from starhall.engine.game import Game
from starhall.engine.knowledge.memory import GROUP, Event, Witness
from starhall.engine.match.match import Match
from starhall.engine.rules.options import Option
from starhall.engine.rules.play import Play

GAMES: Final = 12  # imagined games that are watched for each option
WIDEST: Final = 24  # options that are tried at each decision in them
TELLING: Final = 0.25  # how much more often something must happen
LIKELY: Final = 0.5  # how often an event must happen that does not set the option apart
LATER: Final = 1.5  # the extra weight of an event that follows later instead of at once
NOTABLE: Final = 0.04  # the least difference of an asset, as a share of its size
SURE: Final = 2.0  # the same in standard errors
TOLD: Final = 2  # assets


class Reason(msgspec.Struct, frozen=True):
    """What sets an option apart from others: an event, and more or less of something.

    `share` is how often the event happens; a gain below zero is a loss. If nothing sets the
    option apart, the event is what it most likely leads to.
    """

    event: str = ""
    share: float = 0.0
    gains: tuple[Gain, ...] = ()


class Told(msgspec.Struct, frozen=True):
    """An event of an imagined game, in words."""

    sentence: str
    kind: str  # what happened, and who did it
    at_once: bool  # before anybody decides again
    own: bool  # the seat did it
    weighty: bool  # the game has words for it as an outcome


class Outcome:
    """What happens after an option, if everybody then plays sensibly."""

    __slots__ = ("assets", "events", "kinds", "verb")

    def __init__(self, option: Option) -> None:
        self.verb = option.token.split()[0]
        self.events: Counter[Told] = Counter()  # in how many games
        self.kinds: Counter[str] = Counter()  # of events, in how many games
        self.assets: dict[str, list[float]] = {}  # of the seat, game by game

    def add(self, events: list[Told], assets: dict[str, float]) -> None:
        """One more game, with each event once."""
        self.events.update(events)
        self.kinds.update({told.kind for told in events})
        for name, value in assets.items():
            self.assets.setdefault(name, []).append(value)

    def share(self, sentence: str) -> float:
        """How often it happens, whether at once or later."""
        counts = [count for told, count in self.events.items() if told.sentence == sentence]
        return min(1.0, sum(counts) / GAMES)

    def reason(self, game: Game[Any], others: Sequence[Outcome]) -> Reason | None:
        """What sets the option apart from others; None if nothing notable happens after any."""
        if not others:
            return None
        telling = self._telling(others)
        gains = self._gains(game, others)
        # Minor events are only steps on the way, so they are told if there is nothing else.
        minor = [] if gains else [told for told in telling if not told.at_once]
        event = next(iter([told for told in telling if told.weighty] or minor), None)
        if event is not None:
            return Reason(event.sentence, self.share(event.sentence), gains)
        return Reason(gains=gains) if gains else self._common()

    def _telling(self, others: Sequence[Outcome]) -> list[Told]:
        """The events that set the option apart, the most telling first."""
        # An event that follows each option in some form only repeats the choice in other words.
        each = (self, *others)
        usual = {kind for kind in self.kinds if all(one.kinds[kind] == GAMES for one in each)}
        alike = [other for other in others if other.verb == self.verb]
        repeated = {told.kind for told in self.events if told.at_once} if alike else set()
        for other in alike:
            repeated &= {told.kind for told in other.events if told.at_once}

        def more(told: Told) -> float:
            return self.share(told.sentence) - fmean(o.share(told.sentence) for o in others)

        def repeats(told: Told) -> bool:
            return told.kind in usual or (told.at_once and told.kind in repeated)

        found = [told for told in self.events if not repeats(told) and more(told) >= TELLING]
        # Of equally telling events, the last one is the outcome.
        found.reverse()
        found.sort(key=lambda told: -more(told) * (1.0 if told.at_once else LATER))
        return found

    def _common(self) -> Reason | None:
        """What the option most likely leads to, even if others do too."""
        weighty = [told for told in self.events if told.weighty]
        # Of equally likely events, prefer those of the seat itself, then the last.
        event = max(reversed(weighty), key=lambda t: (self.share(t.sentence), t.own), default=None)
        if event is None or self.share(event.sentence) < LIKELY:
            return None
        return Reason(event.sentence, self.share(event.sentence))

    def _gains(self, game: Game[Any], others: Sequence[Outcome]) -> tuple[Gain, ...]:
        """The assets that certainly differ, those that differ most first."""
        found: list[tuple[float, Gain]] = []
        for name, values in self.assets.items():
            usual = [fmean(these) for these in zip(*[o.assets[name] for o in others], strict=True)]
            differences = [own - other for own, other in zip(values, usual, strict=True)]
            more = fmean(differences)
            size = max(abs(fmean(values)), abs(fmean(usual)), 1e-9)
            sure = abs(more) > SURE * pstdev(differences) / sqrt(GAMES)
            if sure and round(more, 1) and abs(more) / size >= NOTABLE:
                gain = Gain(game.measure_name(name), round(more, 1))
                found.append((abs(more) / size, gain))
        found.sort(key=lambda one: -one[0])
        return tuple(gain for _, gain in found[:TOLD])


def watch(match: Match[Any], seat: int, luck: bytes, options: Sequence[Option]) -> list[Outcome]:
    """What happens after each of the options, in the same imagined worlds."""
    sight = Sight(match, seat, luck, GAMES * len(options), Need.WORLDS)
    outcomes = [Outcome(option) for option in options]
    for option, outcome in zip(options, outcomes, strict=True):
        for number in range(GAMES):
            world = sight.imagine(number)
            events = _events(match, seat, world, option)
            outcome.add(events, match.game.assets(world.state, seat))
    return outcomes


def _events(match: Match[Any], seat: int, world: Play, option: Option) -> list[Told]:
    """What the seat would see of one imagined game, in order, if it concerns the seat."""
    witness = world.state.witness = Witness(match.seats + 1)
    decision = world.decision_of(seat)
    assert decision is not None
    world.choose(decision, option)
    at_once = len(witness.events)
    play_on(world, seat, widest=WIDEST)
    told = [
        _told(match, event, seat, place < at_once)
        for place, event in enumerate(witness.events)
        if event.what not in (GROUP, "move") and event.visible(seat) and _about(match, event, seat)
    ]
    return list(dict.fromkeys(told))  # a set has another order in every process


def _about(match: Match[Any], event: Event, seat: int) -> bool:
    named = match.game.text.mentions(f"event.{event.what}", event.values)
    return match.seats == 1 or f"seat:{seat}" in named


def _told(match: Match[Any], event: Event, seat: int, at_once: bool) -> Told:
    """The event as the game sums it up for hints, or else as in the log."""
    text = match.game.text
    summed = f"outcome.{event.what}"
    key = summed if text.has(summed) else f"event.{event.what}"
    sentence = text.say(key, event.values, match.names)
    who = event.values.get("who")
    return Told(sentence, f"{event.what} {who}", at_once, own=who == seat, weighty=key == summed)
