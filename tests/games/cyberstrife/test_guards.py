"""Boundaries of the rules of Cyberstrife."""

from __future__ import annotations

from starhall.engine.text.rulebook import rule
from starhall.games.cyberstrife.options import SWAPPED
from tests.games.cyberstrife.tables import CONTENT, Arranged


@rule("CS-4.2", "CS-4.3", "CS-4.4", "CS-4.5")
def test_the_first_trait_is_a_trait_and_the_last_unit_a_unit() -> None:
    first = CONTENT.cards[CONTENT.first_trait]
    last = CONTENT.cards[CONTENT.first_trait - 1]
    table = Arranged(2).hand(1, f"{last}, breacher, saboteur").traits(1, f"{first}, pincer")
    game = table.active(1).play()
    game.choose(1, f"mark {last}", f"mark_trait {first}", "done")
    assert (game.pile(), game.trait_pile()) == ([last], [first])
    assert len(game.hand(1)) == 3 and len(game.traits(1)) == 2
    assert first not in game.traits(1)


@rule("CS-14.1", "CS-18.15")
def test_three_pairs_of_lanes_can_be_exchanged() -> None:
    assert SWAPPED == [(0, 1), (0, 2), (1, 2)]
