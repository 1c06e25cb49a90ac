"""What each specialist does, with and without optimized logistics."""

import pytest

from starhall.engine.text.rulebook import rule
from starhall.games.cassiopeia.state import Table
from tests.games.cassiopeia.tables import (
    CAPH,
    SHEDAR,
    asked,
    begin,
    choose,
    holds,
    offered,
    seat,
    settle,
    solo,
)

GAINS = [
    ("engineer", {"lens": 1}, {"lens": 2}),
    ("installer", {"lens": 1}, {"lens": 1, "bot": 1, "coin": 1}),
    ("programmer", {"bot": 2}, {"bot": 3}),
    ("geneticist", {"cell": 1}, {"cell": 1, "bot": 1}),
    ("tax_officer", {"coin": 2}, {"coin": 4}),
    ("archaeologist", {"capsule": 1}, {"capsule": 1, "coin": 1}),
    ("planetologist", {"coin": 1}, {"coin": 1, "bot": 1}),
    ("foreman", {}, {"bot": 1}),
    ("intendant", {}, {"coin": 1}),
    ("captain", {"coin": 1}, {"coin": 1, "bot": 1}),
    ("commander", {"coin": 1}, {"coin": 1}),
    ("xenologist", {}, {"coin": 1}),
    ("prospector", {"coin": 1}, {"coin": 1, "bot": 1}),
]


@rule("CA-16.1", "CA-16.2", "CA-16.32", "CA-16.33", "CA-16.34", "CA-16.36", "CA-16.40")
@rule("CA-16.42", "CA-16.43", "CA-16.44", "CA-16.45", "CA-16.46", "CA-16.47", "CA-16.48")
@rule("CA-16.49", "CA-16.18")
@pytest.mark.parametrize(("specialist", "plain", "optimized"), GAINS)
def test_what_a_player_without_anything_gets(
    specialist: str, plain: dict[str, int], optimized: dict[str, int]
) -> None:
    for side, expected in (("mars", plain), ("earth", optimized)):
        me = seat(0, SHEDAR)
        play = begin(solo(specialist, me, seat(1, CAPH), logistics=side))
        choose(play, "effect")
        while asked(play)[0] == 0:
            choose(play, offered(play)[-1])
        assert holds(me) == expected


@rule("CA-16.37", "CA-16.4")
def test_the_ecologist_sells_two_cells_before_the_logistics_coins() -> None:
    me = seat(0, SHEDAR, coin=4)
    play = begin(solo("ecologist", me, seat(1, CAPH)))
    choose(play, "effect")
    assert holds(me) == {"coin": 6}
    choose(play, "buy cell")
    assert offered(play) == ["buy cell", "stop"]
    choose(play, "buy cell")
    assert holds(me) == {"coin": 2, "cell": 2}
    me = seat(0, SHEDAR, coin=9)
    play = begin(solo("ecologist", me, seat(1, CAPH), logistics="mars"))
    choose(play, "effect", "buy cell", "stop")
    assert holds(me) == {"coin": 8, "cell": 1}


@rule("CA-16.4", "CA-16.28")
def test_buying_ends_with_the_reserve_and_knows_no_rebate() -> None:
    me = seat(0, settle(SHEDAR, "Cthulhu"), coin=4)
    s = solo("ecologist", me, seat(1, CAPH), logistics="mars")
    s.reserve[3] = 1
    play = begin(s)
    choose(play, "effect", "buy cell")
    assert me.held[0] == 4 + 2 + 2 - 3  # 3 coins, and the Logistics clause: Cthulhu shows Mars
    assert me.held[3] == 1 and asked(play) == (0, "terraform")


@rule("CA-16.43", "CA-16.4")
def test_the_prospector_sells_two_capsules() -> None:
    me = seat(0, SHEDAR, coin=8)
    play = begin(solo("prospector", me, seat(1, CAPH), logistics="mars"))
    choose(play, "effect", "buy capsule")
    assert holds(me) == {"coin": 6, "capsule": 1}
    choose(play, "buy capsule", "capsules 0")
    assert holds(me) == {"coin": 3, "capsule": 2}


@rule("CA-16.41", "CA-16.3")
def test_the_broker_purchases_at_list_price() -> None:
    me = seat(0, SHEDAR)
    play = begin(solo("broker", me, seat(1, CAPH)))
    choose(play, "effect")
    assert offered(play) == ["purchase bot", "purchase lens", "pass"]
    choose(play, "purchase lens")
    assert holds(me) == {"coin": 2, "lens": 1}
    me = seat(0, SHEDAR)
    choose(begin(solo("broker", me, seat(1, CAPH), logistics="mars")), "effect", "pass")
    assert holds(me) == {"coin": 3}


@rule("CA-16.28", "CA-16.41")
def test_the_supply_complex_helps_the_broker_with_the_price_alone() -> None:
    me = seat(0, settle(SHEDAR, "Cthulhu", "Yig"), coin=3)
    s = solo("broker", me, seat(1, CAPH))
    assert s.optimized(me)
    play = begin(s)
    choose(play, "effect", "purchase cell")  # 3 coins instead of 4
    assert holds(me) == {"coin": 5, "cell": 1}
    assert asked(play) == (0, "terraform")  # and no second purchase


@rule("CA-16.28")
def test_the_second_purchase_may_be_declined() -> None:
    me = seat(0, settle(SHEDAR, "Cthulhu", "Yig"), coin=6)
    play = begin(solo("installer", me, seat(1, CAPH)))
    choose(play, "purchase bot")
    assert asked(play) == (0, "purchase")
    choose(play, "pass")
    assert holds(me) == {"coin": 5, "bot": 1}


@rule("CA-16.5", "CA-16.35")
def test_upgrades_need_the_better_token_in_the_reserve() -> None:
    me = seat(0, SHEDAR, coin=1, lens=1)
    s = solo("cyberneticist", me, seat(1, CAPH), logistics="mars")
    s.reserve[2] = 0
    play = begin(s)
    choose(play, "effect")
    assert offered(play) == ["upgrade coin", "upgrade lens", "pass"]
    choose(play, "upgrade coin")
    assert holds(me) == {"bot": 2, "lens": 1}
    assert asked(play) == (0, "terraform")  # one upgrade without Logistics


@rule("CA-16.35")
def test_upgrades_may_be_declined() -> None:
    me = seat(0, SHEDAR)
    choose(begin(solo("cyberneticist", me, seat(1, CAPH))), "effect", "pass", "pass")
    assert holds(me) == {"bot": 1}


@rule("CA-16.6", "CA-16.25")
def test_the_genetic_complex_exchanges_once() -> None:
    for token in ("lens", "bot"):
        me = seat(0, settle(SHEDAR, "Yig"), lens=2, bot=2)
        s = solo("installer", me, seat(1, CAPH))
        bank = s.reserve[:]
        play = begin(s)
        assert offered(play) == ["use genetic_lens", "use genetic_bot", "done"]
        choose(play, f"use genetic_{token}")
        assert asked(play) == (0, "phase_2")  # one or the other
        assert holds(me) == {"lens": 2, "bot": 2, "cell": 1} | {token: 1}
        assert s.reserve[3] == bank[3] - 1


@rule("CA-16.6")
def test_an_exchange_needs_the_token_in_the_reserve() -> None:
    me = seat(0, settle(SHEDAR, "Yig"), lens=2)
    s = solo("installer", me, seat(1, CAPH))
    s.reserve[3] = 0
    assert asked(begin(s)) == (0, "phase_2")


@rule("CA-16.9", "CA-16.48")
def test_a_raid_may_be_declined() -> None:
    me, other = seat(0, SHEDAR), seat(1, CAPH, cell=1)
    choose(begin(solo("commander", me, other)), "effect", "pass", "pass")
    assert holds(me) == {"coin": 1} and holds(other) == {"cell": 1}


@rule("CA-16.4", "CA-16.37")
def test_the_ecologist_does_not_sell_a_third_cell() -> None:
    me = seat(0, SHEDAR, coin=20)
    play = begin(solo("ecologist", me, seat(1, CAPH), logistics="mars"))
    choose(play, "effect", "buy cell", "buy cell")
    assert asked(play) == (0, "terraform") and me.held[3] == 2


@rule("CA-16.45", "CA-7.9")
def test_the_foreman_allows_one_planet_more() -> None:
    play = begin(solo("foreman", seat(0, SHEDAR, bot=9, lens=9, cell=9), seat(1, CAPH)))
    choose(play, "effect")
    assert isinstance(play.state, Table) and play.state.planets_left == 2


@rule("CA-16.48")
def test_the_commander_takes_one_token_and_with_logistics_another() -> None:
    for logistics, left in (("mars", 2), ("earth", 1)):
        me, victim = seat(0, SHEDAR), seat(1, CAPH, bot=3)
        play = begin(solo("commander", me, victim, logistics=logistics))
        choose(play, "effect")
        while asked(play)[1] in ("choose_target", "take"):
            choose(play, offered(play)[0])
        assert (me.held[1], victim.held[1]) == (3 - left, left), logistics
