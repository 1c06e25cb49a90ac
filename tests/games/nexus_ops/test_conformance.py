"""Every rule of Nexus Ops is tested; tests/conformance plays whole games."""

from starhall.engine.text.rulebook import citations, coverage, unknown
from starhall.games.nexus_ops.game import GAME


def test_every_rule_is_cited_by_a_test() -> None:
    cited = citations(["tests/games/nexus_ops"])
    assert coverage(GAME.rulebook, cited) == []
    assert unknown(GAME.rulebook, cited) == []
