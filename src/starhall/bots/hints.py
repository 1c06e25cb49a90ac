# mypyc: off
"""Hints: what the strong bot would choose with the player's information, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from math import pow
from typing import Any

import msgspec

from starhall.bots.bot import Estimate, SearchBot, StrongBot
from starhall.bots.sight import Need, Sight
from starhall.engine.game import Game
from starhall.engine.knowledge.memory import GROUP, Event, Witness
from starhall.engine.match.match import Match
from starhall.engine.rules.options import Option
from starhall.engine.rules.play import Play

BEST = 3
RIVALS = 3  # further options that the best ones are compared with
GAMES = 12  # imagined games that are watched for each option
AHEAD = 14  # decisions of all seats in such a game
TELLING = 0.25  # how much more often something must happen than after the other options
STRANGE = 0.15  # how much an event counts that does not name the seat
LATER = 1.5  # and one that follows from the choice, not at once
NOTABLE = 0.05  # a difference of a measure, as a share of its size


class Hint(msgspec.Struct, frozen=True):
    """One of the best options, with its chance and the number of imagined games behind it."""

    number: int  # of the option, in the vocabulary of the game
    token: str
    label: str
    chance: float  # to win, 0 to 1: see `likely`
    low: float  # the chance lies between these two, in two of three cases
    high: float
    worlds: int
    reason: Reason | None = None


class Reason(msgspec.Struct, frozen=True):
    """What an option leads to more often than the others: an event, or more of something.

    `share` is how often the event happens, `gain` how much more of the measure one has than
    after the other options.
    """

    event: str = ""
    share: float = 0.0
    measure: str = ""
    gain: float = 0.0


def likely(share: float, seats: int, sharpness: float) -> float:
    """The chance to win for a seat with this share of the total value.

    An even share stays even and more stays more; how much more is `Game.sharpness`.
    """
    if seats == 1 or not 0.0 < share < 1.0:
        return min(max(share, 0.0), 1.0)
    own = pow(share, sharpness)
    others = (seats - 1) * pow((1.0 - share) / (seats - 1), sharpness)
    return own / (own + others)


def weigh(bot: SearchBot, match: Match[Any], seat: int) -> list[Estimate]:
    """All options of a seat, the best first, based only on what the seat knows."""
    decision = match.decision_of(seat)
    options = len(decision.options) if decision is not None else 0
    return bot.estimates(Sight(match, seat, bot.stream.new_key(), bot.worlds(options), bot.needs))


def hint(
    match: Match[Any], seat: int, seed: int = 0, best: int = BEST, bot: SearchBot | None = None
) -> list[Hint]:
    """The best options of a seat, the best first, based only on what the seat knows.

    The same match, seat and seed give the same hint. The default bot is strong.
    """
    adviser = bot if bot is not None else StrongBot(seed)
    decision = match.decision_of(seat)
    found = weigh(adviser, match, seat)
    compared = [estimate.option for estimate in found[: best + RIVALS]]
    luck = adviser.stream.new_key()
    watched = Sight(match, seat, luck, GAMES * len(compared), Need.WORLDS)
    outcomes = [_outcome(match, watched, option) for option in compared]

    # An option that was dropped early was worse in the same worlds. Where the later worlds were
    # harder for all, its own figure would be the higher one.
    shares = list(accumulate([estimate.chance for estimate in found], min))

    def made(place: int, estimate: Estimate) -> Hint:
        def chance(share: float) -> float:
            return likely(share, match.seats, match.game.sharpness)

        others = outcomes[:place] + outcomes[place + 1 :]
        return Hint(
            number=estimate.option.number,
            token=estimate.option.token,
            label=match.label(estimate.option, decision),
            chance=chance(shares[place]),
            low=chance(shares[place] - estimate.error),
            high=chance(shares[place] + estimate.error),
            worlds=estimate.worlds,
            reason=_reason(match.game, outcomes[place], others),
        )

    return [made(place, estimate) for place, estimate in enumerate(found[:best])]


class Told(msgspec.Struct, frozen=True):
    """An event of an imagined game, in words."""

    sentence: str
    kind: str
    at_once: bool  # before anybody decides again
    own: bool  # it names the seat


class Outcome:
    """What happens after an option, if everybody then takes the default of each decision."""

    __slots__ = ("events", "kinds", "measures", "verb")

    def __init__(self, option: Option) -> None:
        self.verb = option.token.split()[0]
        self.events: Counter[Told] = Counter()  # in how many games
        self.kinds: Counter[str] = Counter()  # of events, in how many games
        self.measures: dict[str, float] = {}  # of the seat, summed over the games

    def times(self, sentence: str) -> int:
        """In how many games; it may happen at once in some and later in others."""
        counts = [count for told, count in self.events.items() if told.sentence == sentence]
        return min(GAMES, sum(counts))


def _outcome(match: Match[Any], sight: Sight, option: Option) -> Outcome:
    found = Outcome(option)
    for number in range(GAMES):
        world = sight.imagine(number)
        events = _events(match, sight.seat, world, option)
        found.events.update(events)
        found.kinds.update({told.kind for told in events})
        for name, values in match.game.measures(world.state).items():
            found.measures[name] = found.measures.get(name, 0.0) + values[sight.seat]
    return found


def _events(match: Match[Any], seat: int, world: Play, option: Option) -> set[Told]:
    """What the seat would see of one imagined game."""
    witness = world.state.witness = Witness(match.seats + 1)
    decision = world.decision_of(seat)
    assert decision is not None
    world.choose(decision, option)
    at_once = len(witness.events)
    for _ in range(AHEAD):
        asked = world.decision
        if asked is None or _turn_of_another(witness.events, seat) < len(witness.events):
            break
        world.choose(asked, match.game.default(asked))
    return {
        _told(match, seat, event, place < at_once)
        for place, event in enumerate(witness.events[: _turn_of_another(witness.events, seat)])
        if event.what not in (GROUP, "move") and event.visible(seat)
    }


def _turn_of_another(events: Sequence[Event], seat: int) -> int:
    """Where the next player's turn begins among the events; what follows is not told."""
    for place, event in enumerate(events):
        if event.what == GROUP and event.values.get("who", seat) != seat:
            return place
    return len(events)


def _told(match: Match[Any], seat: int, event: Event, at_once: bool) -> Told:
    text, key = match.game.text, f"event.{event.what}"
    return Told(
        sentence=text.say(key, event.values, match.names),
        kind=event.what,
        at_once=at_once,
        own=match.seats == 1 or f"seat:{seat}" in text.mentions(key, event.values),
    )


def _reason(game: Game[Any], own: Outcome, others: Sequence[Outcome]) -> Reason | None:
    """The event that sets the option apart most, or else the measure."""
    if not others:
        return None

    # What happens at once after every option of this kind only repeats the choice in other words.
    alike = [other for other in others if other.verb == own.verb]
    repeated = {told.kind for told in own.events if told.at_once}
    for other in alike:
        repeated &= {told.kind for told in other.events if told.at_once}

    def apart(told: Told) -> float:
        usual = sum(other.times(told.sentence) for other in others) / len(others)
        more = (own.times(told.sentence) - usual) / GAMES
        return more * (1.0 if told.own else STRANGE) * (1.0 if told.at_once else LATER)

    # So does what happens sooner or later after each of them, and names only what was chosen.
    certain = [kind for kind in own.kinds if all(o.kinds[kind] == GAMES for o in (own, *alike))]

    def repeats(told: Told) -> bool:
        if told.at_once and told.kind in repeated:
            return True
        return (
            bool(alike)
            and told.kind in certain
            and not any(other.times(told.sentence) for other in alike)
        )

    # Of equally telling events the last one is what it comes to.
    telling = [told for told in own.events if not repeats(told)]
    event = max(reversed(telling), key=apart, default=None)
    if event is not None and apart(event) >= TELLING:
        return Reason(event=event.sentence, share=own.times(event.sentence) / GAMES)

    def gain(name: str) -> float:
        usual = sum(other.measures[name] for other in others) / len(others)
        return (own.measures[name] - usual) / GAMES

    def notable(name: str) -> float:
        size = max(abs(outcome.measures[name]) for outcome in (own, *others)) / GAMES
        return gain(name) / size if size else 0.0

    measure = max(own.measures, key=notable, default="")
    more = round(gain(measure), 1) if measure else 0.0
    if more and notable(measure) >= NOTABLE:
        return Reason(measure=game.measure_name(measure), gain=more)
    return None
