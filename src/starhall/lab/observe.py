"""Games under observation: what a report needs to know, one row for each game.

A game declares what is counted (`Game.counted`, `roles`, `measures`, `round_of`). Usage follows
from its options and events: an option that was offered was available, one that was chosen was
taken. So a third-party game gets the same report.
"""

from __future__ import annotations

from collections.abc import Container, Generator, Iterator, Mapping
from typing import Any, Final

import msgspec

from starhall.engine.game import Game
from starhall.engine.knowledge.memory import GROUP, Event
from starhall.engine.match.match import Match
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import State
from starhall.lab.simulate import Notes, Plan, Row, numbers_left, play_noted, rules_of
from starhall.lab.workers import in_processes

FEW: Final = 60  # options of a verb that are counted if a game has no content to name
LOOKS: Final = 4  # by seat, in a game without rounds: how many choices lie between two looks


class Use(msgspec.Struct, frozen=True, array_like=True):
    """How often a seat was offered something, and how often it took it.

    A use told by an event has no offers.
    """

    seat: int
    what: str  # the token of an option, `buy dragon`, or an event and its entry
    offered: int
    taken: int


class Named(msgspec.Struct, frozen=True, array_like=True):
    """A role or a measure by seat."""

    name: str
    values: list[str]


class Measured(msgspec.Struct, frozen=True, array_like=True):
    name: str
    values: list[float]


class Observed(Row, frozen=True, kw_only=True):
    """A row with what a report needs; it always includes the record."""

    rounds: int
    widths: list[int]  # the number of options, at each choice between several
    course: list[list[float]]  # at the beginning of each round: the value of each seat's position
    roles: list[Named]
    measures: list[Measured]  # at the end
    uses: list[Use]


class Subjects:
    """What is counted in a game: options by their number, and events by their name."""

    def __init__(self, rules: Game[Any]) -> None:
        files = rules.files
        self.entries = {id for file in files.names for id in files.entries(file)}
        counted = set(rules.counted)
        options = rules.vocabulary.options
        if counted:
            chosen = [option for option in options if option.verb in counted]
        else:
            chosen = [option for option in options if self.entries & set(option.parts)]
            if not chosen:
                sizes: dict[str, int] = {}
                for option in options:
                    sizes[option.verb] = sizes.get(option.verb, 0) + 1
                chosen = [option for option in options if sizes[option.verb] <= FEW]
        self.options = {option.number: option.token for option in chosen}
        self.events = counted - {option.verb for option in options}

    def told(self, event: Event, seats: int) -> Iterator[tuple[int, str]]:
        """Which seats an event says something about, and what."""
        if event.what not in self.events:
            return
        who = event.values.get("who", 0 if seats == 1 else -1)
        if not isinstance(who, int) or not 0 <= who < seats:
            return
        for value in event.values.values():
            for thing in value if isinstance(value, list) else [value]:
                if isinstance(thing, str) and thing in self.entries:
                    yield who, f"{event.what} {thing}"


_subjects: dict[int, Subjects] = {}


def subjects_of(rules: Game[Any]) -> Subjects:
    """Cached, because going through a whole vocabulary takes as long as a short game."""
    if id(rules) not in _subjects:
        _subjects[id(rules)] = Subjects(rules)
    return _subjects[id(rules)]


class Observer(Notes):
    """Notes for a report."""

    def __init__(self, rules: Game[Any], seats: int) -> None:
        self.rules = rules
        self.seats = seats
        self.options = subjects_of(rules).options
        self.widths: list[int] = []
        self.course: list[list[float]] = []
        self.round = 0
        self.offered: dict[tuple[int, str], int] = {}
        self.taken: dict[tuple[int, str], int] = {}

    def asked(self, match: Match[Any], decision: Decision) -> None:
        options = decision.options
        if len(options) > 1:
            self.widths.append(len(options))
        known, seat, offered = self.options, decision.seat, self.offered
        for option in options:
            token = known.get(option.number)
            if token is not None:
                key = seat, token
                offered[key] = offered.get(key, 0) + 1
        round = self.rules.round_of(match.state)
        if round != self.round or (round == 0 and match.ply % (LOOKS * self.seats) == 0):
            self.round = round
            self.course.append(self._look(match.state))

    def _look(self, state: State) -> list[float]:
        return [round(self.rules.value(state, seat), 4) for seat in range(self.seats)]

    def chosen(self, decision: Decision, option: Option) -> None:
        token = self.options.get(option.number)
        if token is not None:
            key = decision.seat, token
            self.taken[key] = self.taken.get(key, 0) + 1

    def uses(self, match: Match[Any]) -> list[Use]:
        """Options and events together, in a fixed order."""
        subjects = subjects_of(self.rules)
        happened: dict[tuple[int, str], int] = {}
        for _, event in match.log:
            if event.what != GROUP:
                for key in subjects.told(event, self.seats):
                    happened[key] = happened.get(key, 0) + 1
        found = [
            Use(seat, what, offers, self.taken.get((seat, what), 0))
            for (seat, what), offers in self.offered.items()
        ]
        found += [Use(seat, what, 0, times) for (seat, what), times in happened.items()]
        return sorted(found, key=lambda use: (use.seat, use.what))


def observe_game(plan: Plan, index: int) -> Observed:
    """Play one game of the plan under observation."""
    rules = rules_of(plan.game, plan.pack)
    notes = Observer(rules, plan.seats)
    match, row = play_noted(plan, index, notes)
    ended = not row.error
    fields = {name: getattr(row, name) for name in Row.__struct_fields__}
    fields["record"] = [str(step) for step in match.choices]
    return Observed(
        **fields,
        rounds=notes.round,
        widths=notes.widths,
        course=notes.course,
        roles=[Named(*item) for item in rules.roles(match.state).items()] if ended else [],
        measures=_measured(rules.measures(match.state)) if ended else [],
        uses=notes.uses(match) if ended else [],
    )


def _measured(values: Mapping[str, list[float]]) -> list[Measured]:
    return [Measured(name, found) for name, found in values.items()]


def observe(
    plan: Plan, games: int, jobs: int = 1, done: Container[int] = ()
) -> Generator[Observed, None, None]:
    """The games 0 to games - 1 without those that are done, in order, as they become ready."""
    return in_processes(observe_game, plan, numbers_left(games, done), jobs)
