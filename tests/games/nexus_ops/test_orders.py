"""Standing orders: what a player leaves to the table."""

from starhall.engine.text.rulebook import rule
from starhall.games.nexus_ops.orders import STANDING_ORDERS, lose_cheapest, pass_outside
from tests.games.nexus_ops.tables import BREATH, Arranged


@rule("NX-8.20", "NX-6.5")
def test_the_cheapest_unit_is_lost_first() -> None:
    table = Arranged().units(0, "in0", strider=1).units(1, "in0", dragon=1, fungoid=1, strider=1)
    game = table.rubium(9, 9).battle(1, 4, 1).play()
    assert (game.kind, game.seat) == ("casualty", 1)
    chosen = lose_cheapest(game.s, game.decision)
    assert chosen is not None and chosen.token == "lose fungoid"  # 3 rubium, before 6 and 12
    table = Arranged().units(0, "in0", dragon=1).units(1, "in1", leaper=1, human=1).rubium(9, 9)
    game = table.at(BREATH, 6).play().choose("breathe in0")
    chosen = lose_cheapest(game.s, game.decision)
    assert chosen is not None and chosen.token == "lose human"


@rule("NX-8.8", "NX-8.10")
def test_only_who_does_not_fight_passes_by_order() -> None:
    table = Arranged(3).units(0, "in0", strider=1).units(1, "in0", strider=1).rubium(9, 9, 9)
    for seat in (0, 1, 2):
        table.hand(seat, "en_overdrive")
    game = table.battle().play()
    for seat, token in ((0, None), (1, None), (2, "pass")):
        assert (game.kind, game.seat) == ("window", seat)
        chosen = pass_outside(game.s, game.decision)
        assert (chosen.token if chosen else None) == token
        game.choose("pass")


def test_the_orders_and_their_questions() -> None:
    kinds = {order.id: order.kinds for order in STANDING_ORDERS}
    assert kinds == {"pass_outside": ("window",), "lose_cheapest": ("casualty",)}
