"""The further cases of the rules (18.2), X4 to X37, each by its number."""

from starhall.engine.rules.chance import Chance
from starhall.engine.text.rulebook import rule
from starhall.games.cassiopeia import GAME
from starhall.games.cassiopeia.content import NONE
from starhall.games.cassiopeia.state import STREAMS, Table
from tests.games.cassiopeia.tables import (
    ACHIRD,
    CAPH,
    RUCHBAH,
    SEGIN,
    SHEDAR,
    active,
    asked,
    balance,
    begin,
    choose,
    chosen,
    holds,
    objects,
    offered,
    own,
    reserve,
    row_names,
    seat,
    settle,
    solo,
    specialists,
    symbols,
    table,
)

ENGINEERING_CAPH = settle(CAPH, "Salyut")


@rule("CA-7.3", "CA-7.5")
def test_x4_the_leftmost_planet_costs_what_the_rightmost_shows() -> None:
    s = solo("engineer", seat(0, CAPH, coin=1, lens=2), seat(1, SHEDAR))
    own(s, 0, "phobos")
    play = begin(s)
    choose(play, "skip", "terraform caph_2")
    assert holds(s.players[0]) == {}
    assert row_names(s.players[0]).startswith("Mir*")


@rule("CA-7.4")
def test_x5_an_inhabited_neighbour_shows_a_higher_cost() -> None:
    s = solo("engineer", seat(0, settle(CAPH, "Almaz"), coin=1, cell=3), seat(1, SHEDAR))
    play = begin(s)
    choose(play, "skip", "terraform caph_1")
    assert holds(s.players[0]) == {}


@rule("CA-5.12")
def test_x6_five_ways_to_pay() -> None:
    payments = []
    for coin, cells in (("0", "012"), ("1", "01")):
        for cell in cells:
            s = solo("engineer", seat(0, CAPH, coin=2, cell=2, capsule=2), seat(1, SHEDAR))
            play = begin(s)
            choose(play, "skip", "terraform caph_1")
            assert offered(play) == ["capsules 0", "capsules 1"]
            choose(play, f"capsules {coin}")
            assert offered(play) == [f"capsules {n}" for n in cells]
            choose(play, f"capsules {cell}")
            payments.append(tuple(s.players[0].held))
    assert sorted(payments) == sorted(
        [(1, 0, 0, 0, 2), (1, 0, 0, 1, 1), (1, 0, 0, 2, 0), (2, 0, 0, 0, 1), (2, 0, 0, 1, 0)]
    )


@rule("CA-5.5", "CA-5.10")
def test_x7_the_only_payment_is_made_without_a_question() -> None:
    s = solo("engineer", seat(0, CAPH, coin=2, capsule=1), seat(1, SHEDAR))
    play = begin(s)
    choose(play, "purchase lens")
    assert holds(s.players[0]) == {"lens": 1}
    assert asked(play)[0] == 1


@rule("CA-4.13")
def test_x8_nothing_to_purchase() -> None:
    s = solo("engineer", seat(0, CAPH, coin=1), seat(1, SHEDAR))
    assert offered(begin(s)) == ["effect", "skip"]


@rule("CA-6.8")
def test_x9_no_flip_no_discard() -> None:
    mars = settle(SHEDAR, "Tsathoggua")
    s = solo("martian", seat(0, mars), seat(1, CAPH, bot=6), logistics="mars")
    play = begin(s)
    choose(play, "effect")
    assert asked(play) == (1, "phase_2")
    assert holds(s.players[0]) == {"coin": 1}
    assert holds(s.players[1]) == {"bot": 6}


@rule("CA-6.6", "CA-10.7")
def test_x10_banked_coins_and_capsules_are_not_counted() -> None:
    s = solo("martian", seat(0, SHEDAR), seat(1, settle(CAPH, "Mir"), coin=5, bot=1, capsule=2))
    play = begin(s)
    choose(play, "effect")
    assert asked(play) == (1, "phase_2")
    assert holds(s.players[1]) == {"coin": 5, "bot": 1, "capsule": 2}


@rule("CA-6.6")
def test_x11_one_more_coin_and_one_must_go() -> None:
    s = solo("martian", seat(0, SHEDAR), seat(1, settle(CAPH, "Mir"), coin=6, bot=1, capsule=2))
    play = begin(s)
    choose(play, "effect")
    assert asked(play) == (1, "discard")
    assert offered(play) == ["discard coin", "discard bot"]
    choose(play, "discard bot")
    assert holds(s.players[1]) == {"coin": 6, "capsule": 2}
    assert asked(play) == (1, "phase_2")


@rule("CA-10.8")
def test_x12_the_defence_complex_keeps_the_two_cells() -> None:
    defended = settle(CAPH, "Zarya")
    s = solo("martian", seat(0, SHEDAR), seat(1, defended, cell=2, lens=2, bot=2))
    play = begin(s)
    choose(play, "effect")
    assert offered(play) == ["discard bot", "discard lens"]
    choose(play, "discard lens")
    assert asked(play) == (1, "phase_2")


@rule("CA-10.2", "CA-10.5", "CA-16.10")
def test_x13_the_cruiser_has_one_legal_target() -> None:
    owner = seat(0, settle(SHEDAR, "Dagon", "Hastur", "Ithaqua"))
    a = seat(1, settle(CAPH, "Mir", "Almaz", "Tiangong"), bot=1)
    b = seat(2, settle(RUCHBAH, "Kirin", "Dryad"), cell=3)
    c = seat(3, settle(SEGIN, "Hypatia", "Tycho", "Kepler", "Herschel"), capsule=2)
    s = solo("installer", owner, a, b, c)
    own(s, 0, "cruiser")
    play = begin(s)
    assert offered(play) == ["use cruiser", "done"]
    choose(play, "use cruiser")  # the target and the bot are the only possibilities
    assert asked(play) == (0, "phase_2")
    assert holds(owner) == {"bot": 1, "coin": 1}  # Dagon is a Trade Complex
    assert holds(a) == {} and holds(b) == {"cell": 3} and holds(c) == {"capsule": 2}


@rule("CA-16.8", "CA-10.2", "CA-10.7")
def test_x14_the_tax_officer_reaches_only_a() -> None:
    me = seat(0, settle(SHEDAR, "Hastur", "Yig"))
    a = seat(1, settle(CAPH, "Almaz", "Salyut"), coin=2)
    b = seat(2, settle(RUCHBAH, "Kirin"), coin=4)
    c = seat(3, settle(SEGIN, "Tycho", "Kepler", "Herschel", "Messier"), coin=3)
    d = seat(4, settle(ACHIRD, "Avalon", "Atlantis", "Hyperborea", "Lemuria", "Shambhala"))
    s = solo("tax_officer", me, a, b, c, d, logistics="mars")
    assert [player.fund() for player in s.players] == [5, 5, 6, 3, 2]
    assert not s.optimized(me)
    choose(begin(s), "effect")
    assert holds(me) == {"coin": 3}
    assert [player.held[0] for player in (a, b, c, d)] == [1, 4, 3, 0]


@rule("CA-5.2", "CA-5.3")
def test_x15_the_active_player_is_served_first() -> None:
    red, blue, yellow = seat(0, SHEDAR), seat(1, CAPH), seat(2, RUCHBAH)
    s = table(red, blue, yellow, row="programmer engineer geneticist martian broker foreman")
    chosen(s, "engineer", "geneticist", "programmer")  # turn order yellow, red, blue
    active(s, 0)
    s.reserve[2] = 2
    choose(begin(s), "effect")
    assert [player.held[2] for player in (red, blue, yellow)] == [1, 1, 0]
    assert s.reserve[2] == 0


@rule("CA-11.5")
def test_x16_coins_are_put_down_from_the_left() -> None:
    s = solo("programmer", seat(0, SHEDAR), seat(1, CAPH))
    s.reserve[0] = 2
    used = [player.place for player in s.players]
    play = begin(s)
    choose(play, "skip", "skip")
    unused = [place for place in range(s.row_size) if place not in used]
    assert len(unused) >= 4
    assert [s.coins[place] for place in unused] == [1, 1] + [0] * (len(unused) - 2)
    assert s.reserve[0] == 0


@rule("CA-16.13", "CA-7.2")
def test_x17_the_transporter_swaps_two_planets() -> None:
    for planet, cost in (
        ("caph_1", {"coin": 2, "cell": 1}),
        ("caph_4", {"bot": 2, "lens": 1}),
        ("caph_3", {"coin": 1, "cell": 2}),
    ):
        s = solo("engineer", seat(0, CAPH, **cost), seat(1, SHEDAR))
        own(s, 0, "transporter")
        play = begin(s)
        choose(play, "use transporter", "swap 2")
        assert row_names(s.players[0]) == "Mir Tiangong Almaz Salyut Skylab Freedom Zarya"
        choose(play, "skip", f"terraform {planet}")
        assert holds(s.players[0]) == {}


@rule("CA-16.13")
def test_x18_the_last_and_the_first_planet_are_neighbours() -> None:
    s = solo("engineer", seat(0, CAPH), seat(1, SHEDAR))
    own(s, 0, "transporter")
    choose(begin(s), "use transporter", "swap 7")
    assert row_names(s.players[0]) == "Zarya Almaz Tiangong Salyut Skylab Freedom Mir"


@rule("CA-16.14", "CA-4.11")
def test_x19_turning_the_own_base_over_costs_nothing() -> None:
    s = solo("intendant", seat(0, SHEDAR), seat(1, CAPH), logistics="mars")
    own(s, 0, "lunar_base")
    play = begin(s)
    choose(play, "effect")
    assert offered(play) == ["turn phobos", "pass"]
    choose(play, "turn phobos")
    assert symbols(s, s.players[0]) == "4E/5M"
    assert holds(s.players[0]) == {"coin": 1}


@rule("CA-4.11", "CA-16.14")
def test_x20_without_a_fee_only_the_logistics_clause_is_left() -> None:
    s = solo("intendant", seat(0, SHEDAR), seat(1, CAPH))
    play = begin(s)
    choose(play, "effect")
    assert objects(s.players[0]) == []
    assert holds(s.players[0]) == {"coin": 1}


@rule("CA-16.14", "CA-10.2", "CA-9.8")
def test_x21_a_base_is_requisitioned_from_the_eligible_owner() -> None:
    x = seat(0, settle(SHEDAR, "Hastur", "Yig"), coin=2)
    y = seat(1, settle(CAPH, "Almaz", "Salyut"))
    z = seat(2, settle(RUCHBAH, "Dryad"))
    s = solo("intendant", x, y, z, logistics="mars")
    own(s, 1, "phobos")
    own(s, 2, "lunar_base")
    before = s.margin(y)
    play = begin(s)
    choose(play, "effect")
    assert offered(play) == ["requisition blue", "pass"]
    choose(play, "requisition blue")
    assert offered(play) == ["build lunar_base", "build phobos"]
    choose(play, "build lunar_base")
    assert holds(x) == {"coin": 1}
    assert objects(x) == ["lunar_base"] and objects(y) == []
    assert s.margin(y) == before + 2


@rule("CA-7.9", "CA-15.1")
def test_x22_the_foreman_wins_the_game() -> None:
    row = "Mir* Almaz* Tiangong* Salyut* Skylab* Freedom Zarya"
    s = solo("foreman", seat(0, row, bot=9, lens=9, cell=9, coin=9), seat(1, SHEDAR))
    play = begin(s)
    choose(play, "done", "effect", "terraform caph_7", "stop", "terraform caph_6", "stop")
    assert play.over
    assert GAME.result(s).winners == [0]
    assert s.turn == 0 and s.round == 1 and specialists(s).split()[0] == "foreman"
    assert holds(s.players[1]) == {}


@rule("CA-5.12", "CA-16.24", "CA-16.44")
def test_x23_drop_one_substitute_one() -> None:
    # Freedom, right of Skylab, costs 1 bot and 2 lenses.
    s = solo("planetologist", seat(0, ENGINEERING_CAPH, coin=2, lens=1), seat(1, SHEDAR))
    s.logistics = 0 if s.margin(s.players[0]) < 0 else 1
    play = begin(s)
    choose(play, "effect")
    assert holds(s.players[0]) == {"coin": 3, "lens": 1}
    choose(play, "terraform caph_7")
    assert offered(play) == ["drop bot", "drop lens"]
    choose(play, "drop bot")  # then one lens must become a coin
    assert holds(s.players[0]) == {"coin": 2}
    assert "Freedom*" in row_names(s.players[0])


def supplied(optimized: bool) -> Table:
    s = solo("installer", seat(0, settle(CAPH, "Freedom"), coin=4), seat(1, SHEDAR))
    s.logistics = 0 if (s.margin(s.players[0]) > 0) == optimized else 1
    return s


@rule("CA-16.28")
def test_x24_the_supply_complex_allows_a_second_purchase() -> None:
    s = supplied(optimized=True)
    play = begin(s)
    choose(play, "purchase cell")
    assert asked(play) == (0, "purchase")
    assert offered(play) == ["purchase bot", "pass"]
    choose(play, "purchase bot")
    assert holds(s.players[0]) == {"bot": 1, "cell": 1}


@rule("CA-16.28")
def test_x25_without_logistics_there_is_one_purchase() -> None:
    s = supplied(optimized=False)
    play = begin(s)
    choose(play, "purchase cell")
    assert asked(play)[0] == 1
    assert holds(s.players[0]) == {"coin": 1, "cell": 1}


@rule("CA-4.5", "CA-16.23")
def test_x26_interest_in_the_turn_the_bank_is_built() -> None:
    # Mir costs what Zarya shows: 1 coin and 2 lenses. Inhabited it shows Earth.
    s = solo("installer", seat(0, CAPH, coin=4, lens=2), seat(1, SHEDAR))
    play = begin(s)
    choose(play, "skip", "terraform caph_2")
    assert symbols(s, s.players[0]) == "5E/2M"
    assert holds(s.players[0]) == {"coin": 4}


@rule("CA-4.5", "CA-6.4")
def test_x27_a_window_that_has_passed_does_not_come_back() -> None:
    row = settle(SHEDAR, "Azathoth", "Tsathoggua", "Cthulhu")
    s = solo("martian", seat(0, row), seat(1, CAPH))
    assert symbols(s, s.players[0]) == "3E/4M"
    play = begin(s)
    assert holds(s.players[0]) == {}
    choose(play, "effect")
    assert holds(s.players[0]) == {"coin": 1}
    assert asked(play)[0] == 1


@rule("CA-4.12", "CA-11.2", "CA-11.6")
def test_x28_a_card_whose_effect_was_skipped_is_used() -> None:
    s = solo("geneticist", seat(0, SHEDAR), seat(1, CAPH))
    play = begin(s)
    choose(play, "skip", "skip")
    assert s.choosing()
    assert specialists(s).split()[0] == "ecologist"
    assert s.coins[0] == 0


@rule("CA-16.56")
def test_x29_a_station_needs_its_token_in_the_reserve() -> None:
    s = solo("installer", seat(0, SHEDAR), seat(1, CAPH))
    own(s, 0, "alien_station")
    s.reserve[4] = 0
    play = begin(s)
    assert asked(play) == (0, "phase_2")
    assert objects(s.players[0]) == ["alien_station"]


@rule("CA-16.25")
def test_x30_a_bot_is_exchanged_only_with_logistics() -> None:
    s = solo("installer", seat(0, settle(SHEDAR, "Yig"), bot=1, lens=1), seat(1, CAPH))
    assert symbols(s, s.players[0]) == "5E/2M"
    s.logistics = 1
    play = begin(s)
    assert offered(play) == ["use genetic_lens", "done"]


@rule("CA-16.48", "CA-16.9")
def test_x31_the_commander_raids_twice() -> None:
    me = seat(0, SHEDAR)
    rich = seat(1, CAPH, cell=1, coin=1)
    s = solo("commander", me, rich)
    play = begin(s)
    choose(play, "effect")
    assert offered(play) == ["target blue", "pass"]
    choose(play, "target blue")
    assert offered(play) == ["take coin", "take cell"]
    choose(play, "take cell")
    assert offered(play) == ["target blue", "pass"]
    choose(play, "target blue")
    assert holds(me) == {"coin": 2, "cell": 1}
    assert holds(rich) == {}


@rule("CA-3.2")
def test_x32_clockwise_from_the_first_player() -> None:
    settings = GAME.configure(4, {"first_player": 3})
    play = begin(GAME.setup(4, settings, Chance(bytes(32), STREAMS)))
    choose(play, "colour red", "colour blue", "colour yellow", "colour green")
    order = []
    for _ in range(4):
        order.append(asked(play)[0])
        choose(play, offered(play)[0])
    assert order == [2, 3, 0, 1]


@rule("CA-16.5", "CA-16.35")
def test_x33_the_same_token_may_be_upgraded_again() -> None:
    s = solo("cyberneticist", seat(0, SHEDAR, coin=1), seat(1, CAPH))
    play = begin(s)
    choose(play, "effect", "upgrade bot", "upgrade lens", "upgrade coin")
    assert holds(s.players[0]) == {"bot": 1, "cell": 1}


@rule("CA-15.4")
def test_x34_initiative_decides_when_all_else_is_equal() -> None:
    for names, winner in (
        (("programmer", "installer", "foreman"), 0),
        (("foreman", "programmer", "installer"), 1),
    ):
        a = seat(0, settle(SHEDAR, "Hastur", "Ithaqua", "Yig", "Tsathoggua", "Cthulhu"), cell=2)
        b = seat(1, settle(CAPH, "Mir", "Salyut", "Almaz", "Zarya", "Freedom"), cell=1, bot=2)
        c = seat(2, settle(RUCHBAH, "Kirin", "Dryad", "Halfling", "Gryphon"), coin=9)
        s = table(a, b, c, row="programmer installer foreman martian geneticist broker")
        chosen(s, *names)
        s.round = 60
        play = begin(s)
        while not play.over:
            choose(play, offered(play)[-1])
        assert holds(a) == {"cell": 2} and holds(b) == {"cell": 1, "bot": 2}
        assert (s.reason, s.winner) == ("cap", winner)


@rule("CA-16.14", "CA-16.47")
def test_x35_nobody_can_pay_for_a_ship_in_round_1() -> None:
    s = solo("captain", seat(0, SHEDAR), seat(1, CAPH))
    play = begin(s)
    choose(play, "effect")
    assert asked(play)[0] == 1
    assert holds(s.players[0]) == {"coin": 1, "bot": 1}


@rule("CA-5.11", "CA-5.12")
def test_x36_a_forced_substitution_is_not_asked() -> None:
    s = solo("installer", seat(0, ENGINEERING_CAPH, coin=1, bot=1, lens=1), seat(1, SHEDAR))
    s.logistics = 0 if s.margin(s.players[0]) < 0 else 1
    play = begin(s)
    choose(play, "skip", "terraform caph_7")
    assert holds(s.players[0]) == {}
    assert asked(play)[0] == 1


@rule("CA-16.14", "CA-10.2", "CA-9.9")
def test_x37_a_station_is_requisitioned() -> None:
    x = seat(0, settle(SHEDAR, "Hastur", "Yig"), coin=3)
    y = seat(1, settle(CAPH, "Almaz", "Salyut", "Zarya"))
    z = seat(2, settle(RUCHBAH, "Dryad"))
    s = solo("xenologist", x, y, z)
    own(s, 1, "alien_station")
    own(s, 2, "signal_relay")
    play = begin(s)
    choose(play, "effect")
    assert offered(play) == ["requisition blue", "pass"]
    choose(play, "requisition blue")
    assert offered(play) == ["build alien_station", "build signal_relay"]
    coins = reserve(s)["coin"]
    choose(play, "build alien_station")
    assert holds(x) == {"coin": 1}
    assert reserve(s)["coin"] == coins + 3 - 1
    assert objects(x) == ["alien_station"] and objects(y) == []
    assert s.turn == 1 and s.on[x.place] == NONE  # the START window of this turn is over


def test_the_positions_of_the_examples_keep_all_tokens() -> None:
    """CA-5.15 holds for what `table` lays out, so that the examples start from legal tables."""
    s = solo("installer", seat(0, SHEDAR, coin=3), seat(1, CAPH, cell=2), coins="0 2 0 0 0 1")
    balance(s)
    assert GAME.census(s) == GAME.stock(s)
