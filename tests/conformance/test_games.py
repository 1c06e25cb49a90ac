"""Every installed game passes the conformance kit and plays its golden games again."""

from pathlib import Path

import pytest

from starhall.engine.conformance import assert_conforms, by_seats, label
from starhall.engine.conformance.golden import check
from starhall.engine.conformance.plan import Case
from starhall.engine.game import installed

GAMES = 16  # of each game; `starhall check GAME` plays one for every combination
GROUPS = [group for game in installed().values() for group in by_seats(game, games=GAMES)]
GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*.txt"))


@pytest.mark.parametrize("group", GROUPS, ids=label)
def test_random_games_conform(group: list[Case]) -> None:
    assert_conforms(group)


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_golden_games_come_out_the_same(file: Path) -> None:
    check(file.read_text(encoding="utf-8"), file.name)


def test_every_game_has_golden_games() -> None:
    recorded = {file.stem.rsplit("-", 2)[0] for file in GOLDEN}
    assert recorded == set(installed())
