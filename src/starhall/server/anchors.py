"""The ratings of bots. A version of a bot never changes its play, so its rating is fixed too.

They come from the games in docs/ladder.md. `greedy` is the origin of the scale. The distance of
each other bot follows from its share of wins against `greedy`. If a bot was not measured in a game,
the games in which it was measured count together.
"""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import Final

from openskill.models import PlackettLuce

from starhall.server.storage.results import Rating

# By game and bot: games won against greedy, and games played against it.
MEASURED: Final[dict[str, dict[str, tuple[int, int]]]] = {
    "cassiopeia": {
        "random": (0, 200), "easy": (4, 20), "quick": (103, 200), "normal": (15, 20),
        "strong": (173, 200),
    },
    "cyberstrife": {
        "random": (1, 200), "easy": (1, 10), "quick": (103, 200), "normal": (7, 10),
        "strong": (166, 200),
    },
    "nexus-ops": {"random": (0, 200), "quick": (106, 200), "strong": (150, 200)},
    "cysmic": {"random": (0, 200), "quick": (31, 60), "strong": (153, 200)},
}  # fmt: skip

_model = PlackettLuce()
_normal = NormalDist()


def anchor(game: str, bot: str) -> Rating:
    """The rating of a bot in a game, and its uncertainty, which depends on the games measured.

    Ratings use the model's units: a player who is ahead by the spread of two performances, the
    square root of 2 times beta, wins as often as a normal variable is below 1.
    """
    won, played = _measured(game, bot)
    # Half a game more for each side: a bot that won every game may still lose the next one.
    share = (won + 0.5) / (played + 1)
    spread = sqrt(2) * _model.beta
    ahead = _normal.inv_cdf(share)
    error = sqrt(share * (1 - share) / (played + 1)) / _normal.pdf(ahead) if played else 0.0
    return Rating(_model.mu + spread * ahead, spread * error)


def _measured(game: str, bot: str) -> tuple[int, int]:
    """Games won and played against greedy; none for greedy itself."""
    if bot in MEASURED.get(game, {}):
        return MEASURED[game][bot]
    found = [bots[bot] for bots in MEASURED.values() if bot in bots]
    return sum([won for won, _ in found]), sum([played for _, played in found])
