"""Sections 4 and 7: windows, purchases, and terraforming."""

import pytest

import starhall
from starhall.engine.errors import IllegalChoice
from starhall.engine.text.rulebook import rule
from starhall.games.cassiopeia import GAME
from starhall.games.cassiopeia.content import NONE
from tests.games.cassiopeia.tables import (
    CAPH,
    RUCHBAH,
    SHEDAR,
    asked,
    begin,
    choose,
    holds,
    objects,
    offered,
    own,
    row_names,
    seat,
    settle,
    solo,
    symbols,
)

COSTS_OF_CAPH = [  # by place, nothing inhabited: what stands on the left neighbour
    ("caph_2", {"coin": 1, "lens": 2}),
    ("caph_4", {"coin": 2, "cell": 1}),
    ("caph_1", {"coin": 1, "cell": 2}),
    ("caph_3", {"bot": 2, "lens": 1}),
    ("caph_5", {"bot": 2, "cell": 1}),
    ("caph_7", {"bot": 1, "lens": 2}),
    ("caph_6", {"bot": 1, "lens": 1, "cell": 1}),
]


# Windows


@rule("CA-4.1", "CA-4.3")
def test_the_steps_come_in_their_order() -> None:
    """START, coins, Phase 2, Phase 3, END: each sees what the one before has left."""
    row = settle(SHEDAR, "Yig", "Dagon", "Hastur", "Azathoth")
    me = seat(0, row, lens=1, cell=2)
    s = solo("installer", me, seat(1, CAPH), coins="1 0 0 0 0 0")
    assert s.optimized(me)
    play = begin(s)
    assert asked(play) == (0, "start_effects")
    assert holds(me) == {"bot": 1, "lens": 1, "cell": 2}  # Robotics first, no coins yet
    choose(play, "use genetic_lens")
    assert asked(play) == (0, "phase_2")
    assert holds(me) == {"coin": 2, "bot": 1, "cell": 3}  # the card's coin, then Trade
    choose(play, "purchase bot")
    # Ithaqua costs 2 coins and 2 cells: too much now.
    assert asked(play)[0] == 1
    assert holds(me) == {"bot": 2, "cell": 3}  # END: fewer than 3 coins, no interest


@rule("CA-4.2")
def test_uninhabited_planets_do_nothing() -> None:
    me = seat(0, SHEDAR, lens=2, bot=2, coin=4)
    s = solo("installer", me, seat(1, CAPH))
    play = begin(s)
    assert asked(play) == (0, "phase_2")
    assert holds(me) == {"coin": 4, "bot": 2, "lens": 2}
    choose(play, "purchase cell")
    assert holds(me)["cell"] == 1 and "coin" not in holds(me)


@rule("CA-4.4")
def test_each_start_effect_once_and_checked_again() -> None:
    me = seat(0, settle(SHEDAR, "Yig"), bot=1)
    s = solo("installer", me, seat(1, CAPH, lens=1))
    own(s, 0, "cruiser")
    own(s, 0, "alien_station")
    s.players[1].inhabited = 1
    play = begin(s)
    assert offered(play) == ["use station", "use cruiser", "use genetic_bot", "done"]
    choose(play, "use station")
    assert offered(play) == ["use cruiser", "use genetic_bot", "done"]
    choose(play, "use cruiser")  # the lens just taken can be exchanged
    assert offered(play) == ["use genetic_lens", "use genetic_bot", "done"]
    choose(play, "use genetic_lens")
    assert asked(play) == (0, "phase_2")
    assert holds(me) == {"bot": 1, "cell": 1, "capsule": 1}


@rule("CA-4.4")
def test_start_effects_can_be_left() -> None:
    me = seat(0, settle(SHEDAR, "Yig"), bot=1)
    play = begin(solo("installer", me, seat(1, CAPH)))
    choose(play, "done")
    assert asked(play) == (0, "phase_2")
    assert holds(me) == {"bot": 1}


@rule("CA-4.16", "CA-16.26")
def test_robotics_needs_logistics_and_asks_nothing() -> None:
    for side, bots in (("earth", {"bot": 1}), ("mars", {})):
        me = seat(0, settle(SHEDAR, "Azathoth"))
        play = begin(solo("installer", me, seat(1, CAPH), logistics=side))
        assert asked(play) == (0, "phase_2")
        assert holds(me) == bots


@rule("CA-4.17", "CA-16.22")
def test_trade_gives_its_coin_every_turn() -> None:
    for side in ("earth", "mars"):
        me = seat(0, settle(SHEDAR, "Dagon"))
        begin(solo("installer", me, seat(1, CAPH), logistics=side))
        assert holds(me) == {"coin": 1}


@rule("CA-4.5")
def test_a_complex_built_now_misses_the_windows_that_have_passed() -> None:
    me = seat(0, CAPH, coin=1, cell=2)
    s = solo("installer", me, seat(1, SHEDAR))
    choose(begin(s), "skip", "terraform caph_1")  # a Trade Complex, after the COINS window
    assert holds(me) == {}


# Phase 2


@rule("CA-4.9", "CA-5.1", "CA-16.3")
@pytest.mark.parametrize(("token", "price"), [("bot", 2), ("lens", 3), ("cell", 4)])
def test_one_purchase_at_the_list_price(token: str, price: int) -> None:
    me = seat(0, SHEDAR, coin=9)
    s = solo("installer", me, seat(1, CAPH))
    coins = s.reserve[0]
    play = begin(s)
    assert offered(play) == ["effect", "purchase bot", "purchase lens", "purchase cell", "skip"]
    choose(play, f"purchase {token}")
    assert holds(me) == {"coin": 9 - price, token: 1}
    assert s.reserve[0] == coins + price
    assert asked(play)[1] != "purchase"  # exactly one token
    assert asked(play) == (0, "terraform") or asked(play)[0] == 1  # and no effect beside it


@rule("CA-4.13", "CA-1.8")
def test_the_reserve_is_a_limit() -> None:
    me = seat(0, SHEDAR, coin=9)
    s = solo("installer", me, seat(1, CAPH))
    s.reserve[1] = s.reserve[3] = 0
    assert offered(begin(s)) == ["effect", "purchase lens", "skip"]


@rule("CA-4.10", "CA-6.3", "CA-16.18")
def test_the_logistics_clause_is_only_for_the_optimized() -> None:
    for side, held in (("earth", {"coin": 1, "bot": 1, "lens": 1}), ("mars", {"lens": 1})):
        me = seat(0, SHEDAR)
        choose(begin(solo("installer", me, seat(1, CAPH), logistics=side)), "effect")
        assert holds(me) == held


@rule("CA-4.12")
def test_doing_neither_is_allowed() -> None:
    me = seat(0, SHEDAR, coin=4)
    play = begin(solo("installer", me, seat(1, CAPH)))
    choose(play, "skip")
    assert holds(me) == {"coin": 4}


# Phase 3


@rule("CA-7.1", "CA-7.2", "CA-7.3")
@pytest.mark.parametrize(("planet", "cost"), COSTS_OF_CAPH)
def test_every_planet_costs_what_its_left_neighbour_shows(
    planet: str, cost: dict[str, int]
) -> None:
    me = seat(0, CAPH, **cost)
    play = begin(solo("installer", me, seat(1, SHEDAR)))
    choose(play, "skip")
    assert offered(play) == [f"terraform {planet}", "pass"]
    choose(play, f"terraform {planet}")
    assert holds(me) == {}
    assert me.planets() == 1 and me.fund() == 6


@rule("CA-7.1")
def test_not_terraforming_is_allowed() -> None:
    me = seat(0, CAPH, bot=2, lens=1)
    play = begin(solo("installer", me, seat(1, SHEDAR)))
    choose(play, "skip", "pass")
    assert holds(me) == {"bot": 2, "lens": 1} and me.planets() == 0
    assert asked(play)[0] == 1


@rule("CA-7.6", "CA-7.7", "CA-10.1")
def test_a_planet_is_flipped_in_place() -> None:
    me = seat(0, CAPH, bot=2, lens=1)
    s = solo("installer", me, seat(1, SHEDAR))
    assert symbols(s, me) == "4E/3M"
    choose(begin(s), "skip", "terraform caph_3")
    assert row_names(me) == "Mir Almaz Tiangong Salyut* Skylab Freedom Zarya"
    assert symbols(s, me) == "3E/4M"
    assert s.reserve == [28, 20, 20, 20, 10]


@rule("CA-7.4")
def test_the_neighbour_of_a_settled_planet_is_dearer_in_the_same_game() -> None:
    me = seat(0, settle(CAPH, "Salyut"), bot=2, cell=1)
    play = begin(solo("programmer", me, seat(1, SHEDAR)))
    choose(play, "skip")
    assert asked(play)[0] == 1  # Skylab costs 2 bots and 2 cells now
    me = seat(0, settle(CAPH, "Salyut"), bot=2, cell=2)
    play = begin(solo("programmer", me, seat(1, SHEDAR)))
    choose(play, "skip", "terraform caph_5")
    assert holds(me) == {}


@rule("CA-7.8")
def test_one_planet_a_turn() -> None:
    me = seat(0, CAPH, coin=9, bot=9, lens=9, cell=9)
    play = begin(solo("installer", me, seat(1, SHEDAR)))
    choose(play, "skip", "terraform caph_6")
    assert asked(play)[0] == 1
    assert me.planets() == 1


@rule("CA-7.9", "CA-16.12", "CA-16.45")
def test_the_foreman_allows_a_second_planet_at_its_new_cost() -> None:
    # Salyut for 2 bots and a lens makes Skylab cost 2 bots and 2 cells.
    me = seat(0, CAPH, bot=3, lens=1, cell=2)
    s = solo("foreman", me, seat(1, SHEDAR))
    play = begin(s)
    choose(play, "effect")
    assert holds(me)["bot"] == 4  # Logistics
    choose(play, "terraform caph_3")
    assert asked(play) == (0, "terraform")
    assert "terraform caph_5" in offered(play)
    choose(play, "terraform caph_5")
    assert me.planets() == 2 and holds(me) == {}
    assert asked(play)[0] == 1


@rule("CA-7.9")
def test_the_second_planet_may_be_left() -> None:
    me = seat(0, CAPH, bot=4, lens=2, cell=2)
    play = begin(solo("foreman", me, seat(1, SHEDAR)))
    choose(play, "effect", "terraform caph_3", "pass")
    assert me.planets() == 1 and asked(play)[0] == 1


@rule("CA-7.10")
def test_inhabited_planets_stay_and_are_not_offered() -> None:
    match = starhall.new(GAME, 3, seed=8)
    state = match.state
    before = [0, 0, 0]
    while not match.over:
        match.choose(match.decision.options[0])
        masks = [player.inhabited for player in state.players]
        assert all(old & new == old for old, new in zip(before, masks, strict=True))
        before = masks
    assert max(player.planets() for player in state.players) > 0
    settled = seat(0, settle(CAPH, "Salyut"), bot=2, lens=1)
    play = begin(solo("installer", settled, seat(1, SHEDAR)))
    choose(play, "skip")
    assert asked(play)[0] == 1


@rule("CA-7.7")
def test_rows_change_only_by_the_transporter() -> None:
    match = starhall.new(GAME, 4, seed=21, specialist_selection="lowest", row_size=6)
    for number in range(4):
        match.choose(match.decision.options[0], seat=number)
    state = match.state
    rows = [player.row[:] for player in state.players]
    while not match.over:
        match.choose(match.decision.options[0])
        assert [player.row for player in state.players] == rows


@rule("CA-12.2")
def test_a_chosen_planet_must_be_paid() -> None:
    me = seat(0, CAPH, coin=2, cell=2, capsule=2)
    play = begin(solo("installer", me, seat(1, SHEDAR)))
    choose(play, "skip", "terraform caph_1")
    assert offered(play) == ["capsules 0", "capsules 1"]
    choose(play, "capsules 0")
    assert offered(play) == ["capsules 0", "capsules 1", "capsules 2"]


@rule("CA-7.1")
def test_a_refused_planet_says_what_it_misses() -> None:
    match = starhall.new(GAME, 2, seed=5)
    while match.decision.kind != "terraform":
        match.choose(match.decision.options[0])
    told = [match.reason(refusal) for refusal in match.refusals()]
    assert any("you still need" in reason and "(CA-7.1)" in reason for reason in told)
    refused = match.refusals()[0].option
    with pytest.raises(IllegalChoice, match=r"costs .*; you still need .* \(CA-7\.1\)"):
        match.choose(refused)


@rule("CA-4.15", "CA-16.23")
def test_interest_comes_at_the_end_of_the_turn() -> None:
    for coins, side, left in ((3, "earth", 4), (2, "earth", 2), (3, "mars", 3)):
        me = seat(0, settle(CAPH, "Mir"), coin=coins)
        s = solo("installer", me, seat(1, RUCHBAH), logistics=side)
        play = begin(s)
        assert me.held[0] == coins
        choose(play, "skip")
        assert me.held[0] == left
        assert s.on[me.place] == NONE


@rule("CA-16.53", "CA-16.13", "CA-9.7")
def test_the_transporter_is_used_once_and_keeps_its_side() -> None:
    me = seat(0, settle(CAPH, "Almaz"))
    s = solo("installer", me, seat(1, SHEDAR))
    own(s, 0, "transporter")
    play = begin(s)
    choose(play, "use transporter")
    assert offered(play) == [f"swap {place}" for place in range(1, 8)]
    choose(play, "swap 1")
    assert row_names(me) == "Almaz* Mir Tiangong Salyut Skylab Freedom Zarya"
    assert asked(play) == (0, "phase_2")
    assert objects(me) == ["transporter"]


@rule("CA-7.9")
def test_a_second_planet_is_not_passed_on_to_the_next_player() -> None:
    s = solo("foreman", seat(0, CAPH), seat(1, settle(SHEDAR, "Yig"), lens=1))
    play = begin(s)
    choose(play, "effect")
    assert asked(play) == (1, "start_effects") and s.planets_left == 0
    choose(play, "done")
    assert asked(play) == (1, "phase_2") and s.planets_left == 1
