"""Estimators of the lab: intervals, tests, the correction for many of them, and a choice model.

All intervals are 95 %, all tests two-sided. Games of a plan are independent of each other; seats of
one game are not, because one of them wins. So winning is modelled game by game: the choice
model (McFadden's conditional logit) asks which of the seats won, given what each of them did.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

Z95: Final = 1.959963984540054  # the 97.5 % point of the normal distribution
Z80: Final = 0.8416212335729143  # the 80 % point: the usual power of a test
LEVEL: Final = 0.05
# The prior of a coefficient: log-odds of 0 with a deviation of 2.5. It matters only if all winners
# did the same, and then keeps the model finite.
PRIOR: Final = 1 / 2.5**2
STEPS: Final = 50
ENOUGH: Final = 1e-9


class Interval(msgspec.Struct, frozen=True):
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float


def wilson(hits: float, trials: int) -> tuple[float, float]:
    """The 95 % Wilson score interval of a proportion."""
    if trials == 0:
        return 0.0, 1.0
    share = hits / trials
    spread = Z95 * Z95 / trials
    middle = share + spread / 2
    reach = Z95 * math.sqrt(share * (1 - share) / trials + spread / (4 * trials))
    low = (middle - reach) / (1 + spread)
    high = (middle + reach) / (1 + spread)
    # Exact at the ends, despite rounding.
    return 0.0 if hits == 0 else low, 1.0 if hits == trials else high


def share(hits: float, trials: int) -> Interval:
    """A proportion with its interval."""
    return Interval(hits / trials if trials else 0.0, *wilson(hits, trials))


def mean(values: Sequence[float]) -> Interval:
    """A mean with the interval of Student's t distribution."""
    count = len(values)
    if count == 0:
        return Interval(0.0, 0.0, 0.0)
    middle = math.fsum(values) / count
    if count == 1:
        return Interval(middle, -math.inf, math.inf)
    variance = math.fsum([(value - middle) ** 2 for value in values]) / (count - 1)
    reach = t95(count - 1) * math.sqrt(variance / count)
    return Interval(middle, middle - reach, middle + reach)


def t95(freedom: int) -> float:
    """The 97.5 % point of Student's t distribution."""
    exact = (12.706, 4.303, 3.182, 2.776)
    if freedom <= len(exact):
        return exact[freedom - 1]
    z = Z95  # the Cornish-Fisher expansion: right to three digits from here on
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def quantile(values: Sequence[float], part: float) -> Interval:
    """A quantile with the interval that order statistics give: no distribution is assumed."""
    ordered = sorted(values)
    count = len(ordered)
    if count == 0:
        return Interval(0.0, 0.0, 0.0)
    reach = Z95 * math.sqrt(count * part * (1 - part))
    low = max(0, math.floor(count * part - reach) - 1)
    high = min(count - 1, math.ceil(count * part + reach))
    return Interval(ordered[min(count - 1, int(count * part))], ordered[low], ordered[high])


# --- tests ---------------------------------------------------------------------------------------


def two_sided(z: float) -> float:
    """The chance of a value at least as far from 0, of a standard normal variable."""
    return math.erfc(abs(z) / math.sqrt(2))


def share_test(hits: float, trials: int, fair: float) -> float:
    """The p-value of the exact binomial test that a proportion is `fair`.

    The score test is quicker, but calls up to 5.3 % of fair games unfair. A share of a win is
    rounded towards what is fair.
    """
    if trials == 0 or not 0 < fair < 1:
        return 1.0
    count = math.floor(hits) if hits > trials * fair else math.ceil(hits)
    log_odds = math.log(fair) - math.log1p(-fair)
    base = math.lgamma(trials + 1) + trials * math.log1p(-fair)

    def chance(number: int) -> float:
        return base - math.lgamma(number + 1) - math.lgamma(trials - number + 1) + number * log_odds

    limit = chance(count) + 1e-7  # as unlikely as this, or more
    likely = [chance(number) for number in range(trials + 1)]
    return min(1.0, math.fsum([math.exp(each) for each in likely if each <= limit]))


def two_shares_test(hits: float, trials: int, other_hits: float, others: int) -> float:
    """The p-value of the score test that two independent proportions are the same."""
    both = (hits + other_hits) / max(1, trials + others)
    if not trials or not others or not 0 < both < 1:
        return 1.0
    error = math.sqrt(both * (1 - both) * (1 / trials + 1 / others))
    return two_sided((hits / trials - other_hits / others) / error)


def adjusted(p_values: Sequence[float]) -> list[float]:
    """Benjamini-Hochberg: of the findings below 0.05 here, at most 5 % are wrong."""
    order = sorted(range(len(p_values)), key=lambda place: -p_values[place])
    found = [1.0] * len(p_values)
    least = 1.0
    for back, place in enumerate(order):
        rank = len(p_values) - back
        least = min(least, p_values[place] * (len(p_values) / rank))
        found[place] = least
    return found


def games_needed(difference: float, deviation: float) -> int | None:
    """How many games tell a mean difference from 0, four times out of five; None: no number."""
    if difference == 0:
        return None
    return math.ceil(((Z95 + Z80) * deviation / difference) ** 2)


# --- the model -----------------------------------------------------------------------------------


class Effect(msgspec.Struct, frozen=True):
    """The effect of a feature: the change of the chance to win, other things being equal."""

    change: Interval
    p: float


class Fit:
    """Coefficients of a model with their covariance."""

    def __init__(self, features: Array, coefficients: Array, covariance: Array) -> None:
        self.features = features  # by game, seat and feature
        self.coefficients = coefficients
        self.covariance = covariance

    def effect(self, place: int, among: Array) -> Effect:
        """The effect of that feature being 1 instead of 0, averaged over these seats."""
        import numpy

        size = float(self.coefficients[place])
        error = math.sqrt(float(self.covariance[place, place]))
        rest = self.features.copy()
        rest[:, :, place] = 0.0
        base = rest @ self.coefficients
        own = self.features[:, :, place] * size
        weight = among.sum() or 1.0

        def change(coefficient: float) -> float:
            """Each seat in turn does it or not, while the others do what they did."""
            with_it = _chances_of_one(base + coefficient, base + own)
            without = _chances_of_one(base, base + own)
            return float(numpy.sum((with_it - without) * among) / weight)

        bounds = [change(size), change(size - Z95 * error), change(size + Z95 * error)]
        return Effect(Interval(*bounds), two_sided(size / error))


def _chances_of_one(mine: Array, theirs: Array) -> Array:
    """The chance of each seat to win, with its own value from `mine`."""
    import numpy

    if mine.shape[1] == 1:
        alone: Array = 1 / (1 + numpy.exp(-mine))
        return alone
    top = numpy.maximum(mine.max(axis=1), theirs.max(axis=1))[:, None]
    powers, own = numpy.exp(theirs - top), numpy.exp(mine - top)
    others = powers.sum(axis=1)[:, None] - powers
    found: Array = own / (own + others)
    return found


def choice_model(features: Array, won: Array, prior: float = PRIOR) -> Fit:
    """Fit who won (a share of 1 by game and seat) to features by game, seat and number.

    With one seat this is a logistic regression; give it a feature that is always 1. With
    several seats the game itself is controlled for: only differences between its seats count.
    """
    import numpy

    games, seats, count = features.shape
    coefficients = numpy.zeros(count)
    penalty = prior * numpy.eye(count)
    information = penalty
    for _ in range(STEPS):
        values = features @ coefficients
        if seats == 1:
            chances = 1 / (1 + numpy.exp(-values))
            weights = chances * (1 - chances)
            spread = numpy.einsum("gs,gsi,gsj->ij", weights, features, features, optimize=True)
        else:
            powers = numpy.exp(values - values.max(axis=1)[:, None])
            chances = powers / powers.sum(axis=1)[:, None]
            expected = numpy.einsum("gs,gsi->gi", chances, features, optimize=True)
            spread = numpy.einsum("gs,gsi,gsj->ij", chances, features, features, optimize=True)
            spread -= expected.T @ expected
        slope = numpy.einsum("gs,gsi->i", won - chances, features, optimize=True)
        information = spread + penalty
        step = numpy.linalg.solve(information, slope - penalty @ coefficients)
        largest = float(numpy.abs(step).max(initial=0.0))
        coefficients = coefficients + step * min(1.0, 2.0 / max(largest, 1e-300))
        if largest < ENOUGH:
            break
    return Fit(features, coefficients, numpy.linalg.inv(information))
