# mypyc: off
"""Plays a random game twice: first to record what happens, then to inspect it closely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

from starhall.engine.conformance.looks import (
    RESTLESS,
    Broken,
    pick,
    plain,
    position_hash,
    run_out,
    seen_state,
    told,
)
from starhall.engine.conformance.plan import Case
from starhall.engine.errors import StarhallError
from starhall.engine.knowledge.memory import Event
from starhall.engine.match.match import Match
from starhall.engine.match.record import Checkpoint
from starhall.engine.rules.chance import Stream
from starhall.engine.rules.options import Option
from starhall.engine.rules.play import Play
from starhall.engine.rules.state import State

VIEWED: Final = 16  # every 16 plies one seat's view is compared as well
EFFORT: Final = 8_000  # plies times seats: only a part of longer games is watched
CLOSE_LOOKS: Final = 16  # divided among the seats: large tables are slow to inspect
AHEAD: Final = 64  # plies times seats played from a position
NEAR: Final = 2  # at least this many plies
FAR: Final = 8  # at most this many plies
REPLAYED: Final = 4_000  # plies times seats: beyond that, the game is not replayed


class Moment:
    """The position after a number of choices, when the game was first played."""

    __slots__ = ("fresh", "marks", "pending", "secret")

    def __init__(self, match: Match[Any], news: list[tuple[int, Event]]) -> None:
        self.fresh = match.play.fresh
        self.pending = len(match.decisions)
        self.secret = any([decision.secret for decision in match.decisions])
        self.marks = marks(match, news)


def marks(match: Match[Any], news: list[tuple[int, Event]]) -> dict[str, str]:
    """Data that must be the same when the same choices are made again."""
    found = {"position": position_hash(match), "events": plain(told(news)).decode()}
    if match.ply % VIEWED == 0:
        observer = match.ply // VIEWED % (match.seats + 1)
        found["view"] = plain(seen_state(match.state, observer)).decode()
    return found


class Trial:
    """One random game: its choices, and the moments between them."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.steps: list[tuple[int, Option]] = []
        self.moments: list[Moment] = []
        self.notes: dict[str, object] = {}  # for checks, within this game

    def positions(self) -> list[int]:
        """The plies worth a close look: both ends, phases, several or secret questions, any."""
        last = len(self.steps)
        looks = 1 + CLOSE_LOOKS // (2 * self.case.seats)
        stream = self.case.stream("positions")
        chosen = {0, max(0, last - 1)}
        for wanted in (
            [ply for ply in range(last) if not self.moments[ply].fresh],
            [ply for ply in range(last) if self.moments[ply].pending > 1],
            [ply for ply in range(last) if self.moments[ply].secret],
            list(range(last)),
        ):
            for _ in range(looks if wanted else 0):
                chosen.add(wanted[stream.below(len(wanted))])
        return sorted(chosen)


class Spot:
    """A match of the trial at one ply, with random numbers for checks."""

    def __init__(self, trial: Trial, match: Match[Any], news: list[tuple[int, Event]]) -> None:
        self.trial = trial
        self.match = match
        self.news = news  # what happened since the last ply
        self.stream = Stream(b"")

    @property
    def case(self) -> Case:
        return self.trial.case

    @property
    def observers(self) -> list[int | None]:
        """A spectator, a seat that decides, and another one."""
        seats = self.match.seats
        first = self.stream.below(seats)
        if self.match.decisions:
            first = self.match.decisions[self.stream.below(len(self.match.decisions))].seat
        second = (first + 1 + self.stream.below(max(1, seats - 1))) % seats
        return [None, first, *([second] if second != first else [])]

    @property
    def ending(self) -> Play:
        """The game played to its end; a game that was cut continues unwatched, which is fast."""
        match = self.match
        if match.over:
            return match.play
        found = self.trial.notes.get("ending")
        if not isinstance(found, Play):
            self.trial.notes["ending"] = found = match.fork_play()
            found.state.witness = None
            run_out(found, self.case.stream("ending"), choices_left(self.case) - match.ply)
        return found

    def miscounted(self, state: State) -> Iterator[tuple[str, int, int]]:
        """The pieces of which there are not as many as the game says, or as were dealt."""
        game, notes = self.match.game, self.trial.notes
        if "dealt" not in notes:
            notes["dealt"] = game.census(self.match.deal())
        dealt = notes["dealt"]
        assert isinstance(dealt, Counter)
        stock, census = game.stock(state) or dealt, game.census(state)
        for name in sorted(stock.keys() | census.keys()):
            if stock[name] != census[name]:
                yield name, census[name], stock[name]

    @property
    def ahead(self) -> int:
        """How many plies are played from here, to check that two matches stay equal."""
        return max(NEAR, min(FAR, AHEAD // self.match.seats))

    @property
    def cheap(self) -> bool:
        """May the whole game be replayed here? Large tables replay slowly."""
        return self.match.ply * self.match.seats <= REPLAYED


Look = Callable[[Spot], None]


def choices_left(case: Case) -> int:
    """The limit of choices that the game declares."""
    settings = case.game.configure(case.seats, case.settings)
    return case.game.bound(case.seats, settings) - case.skipped


def longest(case: Case) -> int:
    """How many plies of this game are watched."""
    return min(choices_left(case) + 1, EFFORT // case.seats)


def open_later(case: Case) -> None:
    """Begin half of the long games somewhere in the middle, or near the end.

    The part before is played without a witness, which is fast, and no seat remembers it.
    """
    stream = case.stream("opening")
    length = run_out(case.match(watched=False).play, stream.copy(), choices_left(case))
    spare = length - longest(case)
    if spare <= 0 or case.seed % 2 == 0:
        return
    play = case.match(watched=False).play
    skipped = run_out(play, stream, 1 + case.stream("skipped").below(spare))
    while not play.fresh and not play.over:
        skipped += run_out(play, stream, 1)
    if not play.over:
        case.opening, case.skipped = Checkpoint.of(play.state, 0), skipped


def play_through(case: Case, most: int) -> Trial:
    """Play a random game and record its moments."""
    trial = Trial(case)
    stream = case.stream("choices")
    restless = RESTLESS if case.seed % 3 == 2 else 0
    match = case.match()
    trial.moments.append(Moment(match, match.log.after(0)))
    while not match.over and match.ply < most:
        seat, option = pick(match, stream, restless)
        before = len(match.log)
        try:
            match.choose(option, seat)
        except Exception as error:
            raise Broken(
                "fault.rules_failed",
                seat=seat,
                token=option.token,
                ply=match.ply,
                error=_told(error),
            ) from error
        trial.steps.append((seat, option))
        trial.moments.append(Moment(match, match.log.after(before)))
    return trial


def _told(error: Exception) -> str:
    return str(error).rstrip(".") or repr(error)


class Walk:
    """Plays the same choices a second time, stopping at every ply."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.match = trial.case.match()
        self.read = 0  # how much of the log has been read

    def spot(self) -> Spot:
        news = self.match.log.after(self.read)
        self.read = len(self.match.log)
        return Spot(self.trial, self.match, news)

    def step(self) -> bool:
        """Make the next choice of the trial; False if there is none."""
        done = len(self.match.choices)
        if done == len(self.trial.steps):
            return False
        seat, option = self.trial.steps[done]
        try:
            self.match.choose(option, seat)
        except StarhallError as error:
            raise Broken("fault.second_time", seat=seat, token=option.token, error=error) from error
        return True
