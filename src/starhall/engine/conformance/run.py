# mypyc: off
"""Runs the checks on a game: random games over all seat counts and settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from starhall.engine.conformance import (
    imagining,
    keeping,
    playing,
    reading,
    secrecy,
    telling,
)
from starhall.engine.conformance.looks import Broken
from starhall.engine.conformance.plan import Case, cases
from starhall.engine.conformance.registry import (
    CHECKS,
    END,
    EVERY_PLY,
    ONCE,
    POSITION,
    blamed,
)
from starhall.engine.conformance.report import Failure, Outcome, Report
from starhall.engine.conformance.walk import Spot, Walk, longest, open_later, play_through
from starhall.engine.errors import BadSetting, Phrase, RulesFault
from starhall.engine.game import Game, S, Value, find
from starhall.engine.knowledge.views import to_bytes
from starhall.engine.rules.state import State

# The modules that contain the checks.
LOOKING: Final = (playing, keeping, reading, secrecy, imagining, telling)
QUOTED: Final = 3  # failures of one check that are reported

Progress = Callable[[int, int, str], None]  # games done, games in all, the game under way


def check_game(
    game: str | Game[S],
    seats: int | Sequence[int] | None = None,
    settings: Mapping[str, Value] | None = None,
    games: int | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    checks: Sequence[str] = (),
) -> Report:
    """Play random games and run all checks on them, or only the named ones.

    Without seats and settings, all are tried, every two values together at least once. If settings
    are given, only those are tried. `games` is the number of random games; without it, one is
    played for each combination.
    """
    rules = find(game) if isinstance(game, str) else cast("Game[State]", game)
    return check_cases(cases(rules, seats, settings, games, seed), progress, checks)


def check_cases(
    chosen: Sequence[Case], progress: Progress | None = None, checks: Sequence[str] = ()
) -> Report:
    """Run the checks on these random games of one game."""
    tally = Tally(checks)
    for number, case in enumerate(chosen):
        if progress is not None:
            progress(number, len(chosen), str(case))
        Examination(case, tally).run()
    if progress is not None:
        progress(len(chosen), len(chosen), "")
    return tally.report(chosen)


class Tally:
    """The report so far."""

    def __init__(self, checks: Sequence[str] = ()) -> None:
        for name in checks:
            if name not in CHECKS:
                raise BadSetting("check.unknown", name=name, known=", ".join(CHECKS))
        names = checks or list(CHECKS)
        self.outcomes = {name: Outcome(name, CHECKS[name].about) for name in names}
        self.plies = 0

    def report(self, chosen: Sequence[Case]) -> Report:
        failed = {name for name, outcome in self.outcomes.items() if not outcome.ok}
        for name in failed:
            self.outcomes[name].follows = blamed(name, failed)
        return Report(
            game=chosen[0].game.id,
            version=chosen[0].game.version,
            seed=chosen[0].seed,
            seats=sorted({case.seats for case in chosen}),
            games=len(chosen),
            plies=self.plies,
            outcomes=list(self.outcomes.values()),
        )


class Examination:
    """All checks on one random game. A check that has failed is not run again on it."""

    def __init__(self, case: Case, tally: Tally) -> None:
        self.case = case
        self.tally = tally
        self.failed: set[str] = set()
        self.names = list(tally.outcomes)

    def run(self) -> None:
        try:
            open_later(self.case)
            trial = play_through(self.case, longest(self.case))
        except Broken as error:
            self._fail("options", None, str(error))
            return
        except Exception as error:
            self._fail("options", None, str(Phrase("fault.not_set_up", error=repr(error))))
            return
        self.tally.plies += len(trial.steps)
        positions = set(trial.positions())
        walk = Walk(trial)
        while True:
            spot = walk.spot()
            ply = spot.match.ply
            self._look(EVERY_PLY, spot)
            if ply == 0 and self.case.number == 0:
                self._look(ONCE, spot)
            if ply in positions:
                self._look_closely(spot)
            if self.failed & {"determinism", "fork"}:
                return
            try:
                if not walk.step():
                    break
            except Broken as error:
                self._fail("determinism", ply, str(error))
                return
        self._look(END, spot)

    def _look_closely(self, spot: Spot) -> None:
        """Checks play on forks; afterwards the match must be unchanged."""
        before = to_bytes(spot.match.state)
        self._look(POSITION, spot)
        if to_bytes(spot.match.state) != before and not blamed("fork", self.failed):
            self._fail("fork", spot.match.ply, str(Phrase("fault.itself")))

    def _look(self, time: str, spot: Spot) -> None:
        for name in self.names:
            for look in CHECKS[name].looks[time]:
                if name in self.failed or blamed(name, self.failed):
                    break
                spot.stream = self.case.stream(f"{look.__name__} {spot.match.ply}")
                self.tally.outcomes[name].runs += 1
                try:
                    look(spot)
                except Broken as error:
                    self._fail(name, spot.match.ply, str(error))
                except RulesFault as error:
                    sentence = str(Phrase("fault.led", error=error))
                    self._fail("options", spot.match.ply, sentence)
                except Exception as error:
                    self._fail(
                        name,
                        spot.match.ply,
                        str(Phrase("fault.came_upon", look=look.__name__, error=repr(error))),
                    )

    def _fail(self, name: str, ply: int | None, sentence: str) -> None:
        if name in self.failed:
            return
        self.failed.add(name)
        # A game that cannot be played at all fails here, even if only other checks were wanted.
        outcome = self.tally.outcomes.setdefault(name, Outcome(name, CHECKS[name].about))
        outcome.failed += 1
        if len(outcome.failures) < QUOTED:
            case = self.case
            outcome.failures.append(
                Failure(
                    check=name,
                    game=case.game.id,
                    seats=case.seats,
                    settings=case.settings,
                    seed=case.seed,
                    ply=ply,
                    sentence=sentence,
                )
            )
