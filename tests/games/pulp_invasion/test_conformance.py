"""What every game must pass, on a few random games of Pulp Invasion!"""

from __future__ import annotations

from starhall.engine.conformance.testing import assert_conforms, by_seats
from starhall.engine.text.rulebook import citations, coverage, rule, unknown
from starhall.games.pulp_invasion.game import GAME


@rule("PI-14.1", "PI-16.1", "PI-17.5")
def test_random_games_conform() -> None:
    for group in by_seats(GAME, games=2):
        assert_conforms(group)


def test_every_rule_is_cited() -> None:
    cited = citations(["tests/games/pulp_invasion"])
    assert coverage(GAME.rulebook, cited) == []
    assert unknown(GAME.rulebook, cited) == []
