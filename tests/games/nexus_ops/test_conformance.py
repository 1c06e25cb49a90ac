"""What every game must pass, on combinations that bring all options together pairwise."""

from pathlib import Path

import pytest

from starhall.engine.conformance import check_game, golden
from starhall.engine.game import Value
from starhall.engine.text.rulebook import citations, coverage, unknown
from starhall.games.nexus_ops.game import GAME

PLANS: list[tuple[int, dict[str, Value]]] = [
    (2, {"top_priority": "on", "executive_orders": "on", "extra_tokens": "random"}),
    (2, {"two_player_board": "rift_corridor", "alternate_units": "on", "vortex": "on"}),
    (2, {"two_player_board": "energy_dependence", "transmissions": "on", "vp_target": "10"}),
    (3, {"king_of_the_hill": "on", "transmissions": "on", "alternate_units": "on"}),
    (3, {"vortex": "on", "top_priority": "on", "g_dragon": "ex_ref2", "vp_target": "14"}),
    (4, {"teams": "on", "alternate_units": "on", "king_of_the_hill": "on", "top_priority": "on"}),
    (4, {"teams": "on", "vortex": "on", "executive_orders": "on", "extra_tokens": "random"}),
    (4, {}),
]


@pytest.mark.parametrize(("seats", "settings"), PLANS)
def test_conformance(seats: int, settings: dict[str, Value]) -> None:
    report = check_game(GAME, seats=seats, settings={"round_cap": 10, **settings}, games=1)
    assert report.ok, str(report)


@pytest.mark.parametrize("file", sorted(Path("tests/golden").glob("nexus-ops-*.txt")), ids=str)
def test_golden_playthrough(file: Path) -> None:
    golden.check(file.read_text("utf-8"), file.name, GAME)


def test_every_rule_is_cited_by_a_test() -> None:
    cited = citations(["tests/games/nexus_ops"])
    assert coverage(GAME.rulebook, cited) == []
    assert unknown(GAME.rulebook, cited) == []
