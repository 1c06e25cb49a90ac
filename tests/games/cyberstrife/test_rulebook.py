"""Every rule of the rulebook is vouched for by a test, and no test cites a rule that is not."""

from pathlib import Path

from starhall.engine.text.rulebook import citations, coverage, unknown
from starhall.games.cyberstrife.game import GAME


def test_every_rule_is_cited() -> None:
    cited = citations([Path(__file__).parent])
    assert coverage(GAME.rulebook, cited) == []
    assert unknown(GAME.rulebook, cited) == []
