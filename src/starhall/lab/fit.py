"""Fits the weights of an evaluation to self-play: which seat won, given how it stood?

Each round of each game is a question with an answer: how do the seats stand at its beginning, and
who won in the end? The choice model finds the weights that make the answers likeliest. A quarter
of the games is kept apart, to see whether the weights are better in games they were not fitted to.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from starhall.engine.game import Game
from starhall.engine.match.match import Match
from starhall.engine.match.record import replace_file
from starhall.engine.rules.decision import Decision
from starhall.engine.text.packs import EVALUATION, MANIFEST
from starhall.engine.weights import OWN, ahead, log_odds
from starhall.lab.estimates import Interval, choice_model, mean
from starhall.lab.simulate import Notes, Plan, play_noted, rules_of
from starhall.lab.workers import LabError

if TYPE_CHECKING:
    from starhall.lab.estimates import Array

LOOKS: Final = 2  # by seat, in a game without rounds: choices between two looks
APART: Final = 4  # every fourth game is kept apart
FEWEST: Final = 40
DIGITS: Final = 6


class Stand(msgspec.Struct, frozen=True):
    """How the seats stood in one game, look by look, and who won."""

    index: int
    won: list[float]
    looks: list[list[list[float]]]  # by look and seat: log-odds, then the measures
    error: str = ""


class Fitted(msgspec.Struct, frozen=True):
    """The weights, and how much better they predict who wins, in games that were kept apart."""

    games: int
    positions: int
    weights: dict[str, float]
    errors: dict[str, float]  # of the weights: one deviation
    constant: float
    before: Interval  # the mean surprise (log loss) of games kept apart, without the fit
    after: Interval
    gain: Interval  # by game, paired: above 0 is better


class Stands(Notes):
    """Notes how the seats stand at the beginning of each round."""

    def __init__(self, rules: Game[Any], seats: int) -> None:
        self.rules = rules
        self.seats = seats
        self.round = 0
        self.looks: list[list[list[float]]] = []

    def asked(self, match: Match[Any], decision: Decision) -> None:
        round = self.rules.round_of(match.state)
        if round != self.round or (round == 0 and match.ply % (LOOKS * self.seats) == 0):
            self.round = round
            if match.ply > 0:
                self.looks.append(stand(self.rules, match.state, self.seats))


def stand(rules: Game[Any], state: Any, seats: int) -> list[list[float]]:
    """The features of each seat: the log-odds of the evaluation, then how far it is ahead."""
    measures = rules.measures(state)
    return [
        [
            log_odds(rules.evaluate(state, seat)),
            *[ahead(values, seat) for values in measures.values()],
        ]
        for seat in range(seats)
    ]


def stand_game(plan: Plan, index: int) -> Stand:
    notes = Stands(rules_of(plan.game, plan.pack), plan.seats)
    _, row = play_noted(plan, index, notes)
    won = [1 / len(row.winners) if seat in row.winners else 0.0 for seat in range(plan.seats)]
    return Stand(index, won, notes.looks, row.error)


def check_number(games: int) -> None:
    """Refuse fewer games than a fit needs; more may be needed if nobody wins some of them."""
    if games < FEWEST:
        raise LabError("fit.few", n=games, fewest=FEWEST)


def fit(stands: Sequence[Stand], rules: Game[Any], seats: int) -> Fitted:
    """The weights that predict best who wins."""
    import numpy

    broken = [each for each in stands if each.error]
    if broken:
        raise LabError("lab.broke_off", n=broken[0].index, why=broken[0].error)
    useful = [each for each in stands if each.looks and (sum(each.won) or seats == 1)]
    check_number(len(useful))
    names = [OWN, *_measures(rules, seats)]
    fitted_to = [each for each in useful if each.index % APART]
    apart = [each for each in useful if not each.index % APART]
    features, won = _table(fitted_to)
    scale = features.reshape(-1, len(names)).std(axis=0)
    scale[scale == 0] = 1.0
    alone = seats == 1
    columns = _with_one(features / scale, alone)
    model = choice_model(columns, won)
    # The looks at one game have one answer, so they count as one observation.
    looks = len(features) / len(fitted_to)
    coefficients = model.coefficients[: len(names)] / scale
    deviations = numpy.sqrt(numpy.diag(model.covariance)[: len(names)] * looks) / scale
    constant = float(model.coefficients[-1]) if alone else 0.0
    plain = numpy.zeros(len(names))
    plain[0] = rules.sharpness
    losses = [(_loss(each, plain, 0.0), _loss(each, coefficients, constant)) for each in apart]
    return Fitted(
        games=len(useful),
        positions=len(features),
        weights={n: round(float(c), DIGITS) for n, c in zip(names, coefficients, strict=True)},
        errors={n: round(float(d), DIGITS) for n, d in zip(names, deviations, strict=True)},
        constant=round(constant, DIGITS),
        before=mean([before for before, _ in losses]),
        after=mean([after for _, after in losses]),
        gain=mean([before - after for before, after in losses]),
    )


def _measures(rules: Game[Any], seats: int) -> list[str]:
    match = Match(rules, seats, seed=1, watched=False)
    return list(rules.measures(match.state))


def _table(stands: Sequence[Stand]) -> tuple[Array, Array]:
    """All looks below each other, with who won."""
    import numpy

    features = [look for each in stands for look in each.looks]
    won = [each.won for each in stands for _ in each.looks]
    return numpy.array(features), numpy.array(won)


def _with_one(features: Array, alone: bool) -> Array:
    """A logistic regression also has a constant."""
    import numpy

    if not alone:
        return features
    return numpy.concatenate([features, numpy.ones((*features.shape[:2], 1))], axis=2)


def _loss(each: Stand, weights: Array, constant: float) -> float:
    """How surprising the winner of a game is, on average over the looks at it."""
    import numpy

    values = numpy.array(each.looks) @ weights + constant
    won = numpy.array(each.won)
    if len(won) == 1:
        signs = values[:, 0] * (1 if won[0] else -1)
        return float(numpy.logaddexp(0, -signs).mean())
    logs = values - numpy.logaddexp.reduce(values, axis=1)[:, None]
    return float(-(logs * won).sum(axis=1).mean())


# --- the file ------------------------------------------------------------------------------------


def toml(found: Fitted, rules: Game[Any]) -> str:
    """The text of `evaluation.toml`, readable for people too."""
    lines = [
        "# Written by `starhall fit`: the log-odds to win that go with one unit more of a measure",
        f"# than the others have, from {found.games:,} games and {found.positions:,} positions.",
        f'content = "{rules.content.hash[:16]}"',
        f"games = {found.games}",
        f"constant = {found.constant}",
        "",
        "[weights]",
    ]
    lines += [
        f"{msgspec.json.encode(name).decode()} = {weight}  # deviation {found.errors[name]}"
        for name, weight in found.weights.items()
    ]
    return "\n".join(lines) + "\n"


def store(found: Fitted, rules: Game[Any], folder: Path) -> Path:
    """Write the weights to a pack; a missing folder becomes a pack of its own."""
    file = folder / EVALUATION
    try:
        if not folder.exists():
            folder.mkdir()
            (folder / MANIFEST).write_text(_manifest(rules), encoding="utf-8")
        replace_file(file, toml(found, rules).encode())
    except OSError as error:
        raise LabError("file.write", file=file, why=error.strerror) from None
    return file


def _manifest(rules: Game[Any]) -> str:
    return (
        f'name = "{rules.id}-fitted"\nversion = "1.0"\ngame = "{rules.id}"\n'
        f'content = "{rules.content.hash[:8]}"\nauthor = "starhall fit"\nlicence = "CC0-1.0"\n'
        'description = "The content of the game, with an evaluation fitted to self-play."\n'
    )


def surprise(found: Interval) -> float:
    """A mean log loss as the chance that was given to what happened."""
    return math.exp(-found.value)
