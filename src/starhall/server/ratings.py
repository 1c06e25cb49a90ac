"""Ratings: how strong players are in a game, and how sure that is (OpenSkill, Plackett-Luce).

A version of a bot does not change, and neither does its rating (`anchors`). So bots fix the scale:
everybody who plays rated games with them can be compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from openskill.models import PlackettLuce

from starhall import __version__
from starhall.server.anchors import anchor
from starhall.server.storage.models import ChairRow
from starhall.server.storage.results import Rating, Result

FEWEST: Final = 10  # games before a rating is shown
INTERVAL: Final = 1.96  # standard deviations: 95 of 100 such intervals hold the true strength
BOT: Final = "bot:"

_model = PlackettLuce()


def player_of(chair: ChairRow) -> str:
    """Who is rated at a chair: a person is rated even if a bot stood in for a while."""
    return chair.person or f"{BOT}{chair.bot}@{__version__}"


def counts(found: Sequence[Result]) -> bool:
    """Can a game be rated? It needs at least two players and a result."""
    return len({one.player for one in found}) > 1 and all([one.place > 0 for one in found])


def rate(game: str, before: Mapping[str, Rating], found: Sequence[Result]) -> dict[str, Rating]:
    """The ratings after a game. Those of bots do not change; a person has one seat."""
    usual = Rating(_model.mu, _model.sigma)
    old = [bot_rating(game, one.player) or before.get(one.player, usual) for one in found]
    teams = [[_model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in old]
    new = [team[0] for team in _model.rate(teams, ranks=[float(one.place) for one in found])]
    rated: dict[str, Rating] = {}
    for one, made in zip(found, new, strict=True):
        now = bot_rating(game, one.player) or Rating(made.mu, made.sigma)
        games = before.get(one.player, usual).games + 1
        rated[one.player] = Rating(now.mu, now.sigma, games)
    return rated


def bot_rating(game: str, player: str) -> Rating | None:
    """What is known of a bot from the start; None for people."""
    name, _, _ = player.removeprefix(BOT).partition("@")
    return anchor(game, name) if player.startswith(BOT) else None


def interval(rating: Rating) -> tuple[float, float]:
    return rating.mu - INTERVAL * rating.sigma, rating.mu + INTERVAL * rating.sigma
