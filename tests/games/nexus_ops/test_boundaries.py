"""What is counted, drawn, paid and burnt, to the last card and the last hex."""

import pytest

from starhall.engine.errors import BadSetting, ContentError
from starhall.engine.text.rulebook import rule
from starhall.games.nexus_ops.boards import hex_of
from starhall.games.nexus_ops.content import SLOTS
from starhall.games.nexus_ops.game import GAME
from starhall.games.nexus_ops.rules.decks import draw_energize, draw_mission
from starhall.games.nexus_ops.rules.ending import units_of
from starhall.games.nexus_ops.rules.exploration import mined
from starhall.games.nexus_ops.rules.setup import choose_tokens, refinery_total
from tests.games.nexus_ops.tables import (
    BEGIN,
    BREATH,
    CONTENT,
    DRAW,
    END,
    HAND_OVER,
    MOVED,
    TURN_OVER,
    Arranged,
    card,
    dealt,
    stack,
)
from tests.games.nexus_ops.test_guards import Noting


def names_of(held: list[int]) -> list[str]:
    return [CONTENT.cards[number] for number in held]


# Setup


@rule("NX-17.8", "NX-17.7", "NX-2.18")
def test_the_floor_itself_is_enough() -> None:
    random = [dealt(2, seed=seed, extra_tokens="random") for seed in range(80)]
    assert min(refinery_total(CONTENT, s.ground.cards) for s in random) == 16
    small = [dealt(2, seed=seed, two_player_board="energy_dependence") for seed in range(80)]
    assert min(refinery_total(CONTENT, s.ground.cards) for s in small) == 10
    assert all(len(s.spare.cards) == 6 for s in small) and all(s.spare.cards for s in random)
    poor = [CONTENT.tokens.index("ex_strider")] * 17 + [CONTENT.tokens.index("ex_ref2")]
    assert refinery_total(CONTENT, poor) == 2


@rule("NX-17.8")
def test_a_hundred_tries_and_then_the_standard_tokens() -> None:
    stream = Noting(bytes(32))
    stream.noted = []
    standard = CONTENT.all_tokens(green=False)
    last = choose_tokens(CONTENT, stream, CONTENT.all_tokens(green=True), 14, 99)
    assert stream.noted == [24] * 100 + [14]  # the last shuffle hides where they lie
    assert sorted(last) == sorted(
        [token for token in standard if CONTENT.token_refinery[token]]
        + [token for token in standard if not CONTENT.token_refinery[token]][:2]
    )


@rule("NX-2.14", "NX-2.15", "NX-2.16", "NX-2.10", "NX-2.11", "NX-17.35")
def test_a_small_board_leaves_tiles_over() -> None:
    s = dealt(2, two_player_board="energy_dependence")
    assert all(s.terrain[hex] >= 0 for hex in s.board.hexes)
    assert [s.refinery[hex] for hex in s.board.hexes] == [0] * 13 + [2, 2, 3] * 2
    assert s.refineries == sum(1 << hex for hex in s.board.hexes if s.refinery[hex])
    assert s.unexplored == s.board.field and len(s.ground.cards) == 12


# Decks and hands


@rule("NX-11.1", "NX-10.2")
@pytest.mark.parametrize(("left", "wanted", "drawn"), [(3, 2, 2), (2, 2, 2), (1, 2, 1), (0, 2, 0)])
def test_cards_are_drawn_as_far_as_there_are_any(left: int, wanted: int, drawn: int) -> None:
    s = Arranged().s
    s.spare.cards, s.energize_deck.cards = [], s.energize_deck.cards[:left]
    top = s.energize_deck.cards[::-1]
    draw_energize(s, 1, wanted)
    assert s.players[1].energize.cards == top[:drawn]
    assert s.players[0].energize.cards == [] and len(s.energize_deck.cards) == left - drawn


@rule("NX-11.14", "NX-11.15", "NX-13.3")
def test_an_exchanged_card_goes_to_its_own_pile() -> None:
    # The last mission and the first Energize card lie next to each other in the lists.
    mission, energize = CONTENT.missions[-1], CONTENT.energize[0]
    table = Arranged().hand(0, mission, energize).units(0, "in0", human=1)
    game = table.units(1, "hb3_l", human=1).play()
    game.choose(f"exchange {mission}")
    assert game.player(0).rubium == 1 and game.s.mission_pile.cards == [card(mission)]
    game.choose(f"exchange {energize}")
    assert game.player(0).rubium == 2 and game.s.energize_pile.cards == [card(energize)]
    assert game.player(0).hand() == 0


@rule("NX-17.17", "NX-17.37", "NX-13.5")
@pytest.mark.parametrize("given", [CONTENT.missions[-1], CONTENT.energize[0]])
def test_a_partner_with_a_single_card_may_pass_it(given: str) -> None:
    table = Arranged(4, teams="on").rubium(9, 9, 9, 9).hand(3, given).active(1)
    game = table.at(HAND_OVER).play()
    assert (game.kind, game.seat) == ("pass_card", 3)
    assert game.offered == [f"give {given}", "give_nothing"]
    game.choose(f"give {given}")
    assert game.player(3).hand() == 0
    hand = game.player(1)
    zone = hand.missions if given in CONTENT.missions else hand.energize
    assert zone.cards == [card(given)] and hand.hand() == 1
    alone = Arranged(4).rubium(9, 9, 9, 9).hand(3, given).active(1).at(HAND_OVER).play()
    assert alone.kind != "pass_card"


@rule("NX-17.13", "NX-17.14")
def test_the_line_is_filled_to_its_size_and_no_further() -> None:
    for seats in (2, 3, 4):
        table = Arranged(seats, transmissions="on").line("sm_fungicide").rubium(9, 9, 9, 9)
        game = table.at(DRAW).play()
        assert len(game.s.line.cards) == seats + 2
        assert game.player(0).missions.cards == []


@rule("NX-17.6", "NX-13.4")
def test_top_priority_shows_two_cards_to_the_active_player_only() -> None:
    table = Arranged(top_priority="on").rubium(9, 9).active(1)
    game = table.next_card("sm_fungicide", "sm_land_grab", "sm_foothold").at(DRAW).play()
    assert game.seat == 1 and game.offered == ["keep sm_fungicide", "keep sm_land_grab"]
    assert game.s.offer.sight == 1 << 1


# Battles


@rule("NX-8.2", "NX-8.4", "NX-8.6", "NX-11.10")
def test_a_battle_begins_with_what_is_there() -> None:
    table = Arranged(3).units(0, "in4", strider=2, human=1).dormant("in4", human=1)
    table.units(2, "in4", fungoid=3).rubium(9, 9, 9).hand(0, "en_overdrive")
    game = table.battle().play()
    fight = game.fight
    assert (fight.hex, fight.attacker, fight.defender) == (hex_of("in4"), 0, 2)
    assert game.s.fought == 1 << hex_of("in4") and fight.order == [0, 2, 1]
    assert fight.started == fight.present == [stack(strider=2), stack(fungoid=3)]
    assert fight.lost == [0, 0] and fight.killers == [0] * 6


@rule("NX-8.20", "NX-11.10", "NX-8.23", "NX-8.11")
def test_the_record_of_a_battle() -> None:
    table = Arranged().units(0, "in0", strider=2, human=1).units(1, "in0", strider=1, fungoid=2)
    table.rubium(9, 9).hand(0, "en_second_look")
    game = table.battle(4, 1, 4, 5, 1).play().choose("pass")
    assert (game.kind, game.seat) == ("casualty", 0)
    game.choose("lose human", seat=0).choose("lose strider", seat=1)
    # Next come the Fungoids: one 5 is a hit against the Striders.
    fight = game.fight
    assert fight.step == 5 and fight.dice == [[], [5 + 8, 1 + 8]]
    assert fight.lost == [stack(human=1), stack(strider=1)]
    assert fight.present == [stack(strider=2), stack(fungoid=2)]
    by_striders = 1 << SLOTS.index("strider")
    assert fight.killers == [0, 0, 0, by_striders, 0, 0] and fight.last_died
    assert game.supply(0, "human") == 12 and game.supply(1, "strider") == 6


@rule("NX-8.28", "NX-8.30", "NX-8.31", "NX-8.11", "NX-11.4")
def test_a_victory_is_one_card_one_point_and_a_card_for_the_loser() -> None:
    table = Arranged().units(0, "in0", dragon=1).units(1, "in0", human=1).rubium(9, 9)
    table.hand(0, "sm_shatter_the_spires").next_card("en_overdrive", "en_ambush")
    game = table.battle(6).play()
    assert game.kind == "battle_mission"
    player = game.player(0)
    assert (player.points, player.victories, game.s.wins) == (1, 1, 1)
    assert game.fight.dice == [[], []]  # the dice are taken up
    assert game.player(1).energize.cards == []  # the mission comes first
    game.choose("decline")
    assert game.player(1).energize.cards == [card("en_overdrive")]
    assert (game.player(1).points, game.player(1).victories) == (0, 0)


@rule("NX-17.24", "NX-8.28")
@pytest.mark.parametrize(
    ("alternate", "own", "creeps"),
    [("on", {"fungoid": 1}, True), ("on", {"strider": 1}, False), ("off", {"fungoid": 1}, False)],
)
def test_only_sporlings_that_fought_creep(
    alternate: str, own: dict[str, int], creeps: bool
) -> None:
    table = Arranged(alternate_units=alternate).units(0, "in0", **own).units(1, "in0", human=1)
    game = table.units(0, "hb0_l", fungoid=1).rubium(9, 9).battle(6).play()
    assert game.player(0).points == 1 and (game.kind == "creep") is creeps
    if creeps:
        game.choose("stay")
        assert game.at(0, "in0") == own and game.s.fight is None


@rule("NX-17.24", "NX-16.7", "NX-5.4", "NX-5.6")
def test_in_heat_suits_a_sporling_creeps_onto_the_monolith() -> None:
    table = Arranged(3, alternate_units="on").units(0, "in0", fungoid=1).units(1, "in0", human=1)
    table.units(2, "in0", human=1).rubium(9, 9, 9)
    for hex in ("in1", "in5", "co0", "ed0", "ed5"):
        table.units(1, hex, human=1)
    table.s.suits = True
    game = table.battle(6).play().choose("rival black_helix")
    assert game.offered == ["creep mono", "stay"]
    game.choose("creep mono")
    assert game.at(0, "mono") == {"fungoid": 1}


# Special attacks, exploration and mining


@rule("NX-6.5", "NX-6.4", "NX-17.31", "NX-17.32", "NX-16.8")
def test_a_wyrm_goes_on_until_it_misses_or_nobody_is_left() -> None:
    table = Arranged(alternate_units="on").units(0, "in0", dragon=1).units(1, "in1", human=3)
    game = table.rubium(9, 9).at(BREATH, 4, 6, 3, 6).play().choose("breathe in0")
    assert game.at(1, "in1") == {"human": 1} and game.s.kills == 2
    assert game.supply(1, "human") == 11
    table = Arranged(alternate_units="on").units(0, "in0", dragon=1).units(1, "in1", human=2)
    game = table.units(1, "hb3_l", human=1).rubium(9, 9).at(BREATH, 4, 4).play()
    game.choose("breathe in0")
    assert game.places(1) == {"hb3_l"} and game.s.kills == 2
    dragon = Arranged().units(0, "in0", dragon=1).units(1, "in1", human=3).rubium(9, 9)
    game = dragon.at(BREATH, 4, 6).play().choose("breathe in0")
    assert game.at(1, "in1") == {"human": 2} and game.s.kills == 1
    assert (game.s.breather, game.s.aim, game.s.victim) == (-1, -1, -1)


@rule("NX-7.1", "NX-7.3", "NX-7.6", "NX-7.7", "NX-13.3")
def test_every_token_under_the_own_units_is_turned_up() -> None:
    table = Arranged().units(1, "hb3_l", human=1).rubium(9, 9)
    for hex, token in (("in0", "ex_strider"), ("co0", "ex_ref1_fungoid"), ("ed5", "ex_ref2")):
        table.token(hex, token).units(0, hex, human=1)
    game = table.token("in3", "ex_leaper").hand(0, "en_ambush").at(MOVED).play()
    s = game.s
    assert s.unexplored == [hex_of("in3")] and len(s.ground.cards) == 1
    assert [CONTENT.tokens[token] for token in s.found.cards[-3:]] == [
        "ex_strider",
        "ex_ref1_fungoid",
        "ex_ref2",
    ]
    assert game.at(0, "in0") == {"human": 1, "strider": 1} and s.refinery[hex_of("in0")] == 0
    assert game.at(0, "co0") == {"human": 1, "fungoid": 1} and s.refinery[hex_of("co0")] == 1
    assert game.at(0, "ed5") == {"human": 1} and s.refinery[hex_of("ed5")] == 2
    assert (s.refineries >> hex_of("co0")) & (s.refineries >> hex_of("ed5")) & 1
    asleep = {hex: number for hex, number in enumerate(s.dormant) if number}
    assert asleep == {hex_of("in0"): stack(strider=1), hex_of("co0"): stack(fungoid=1)}
    last = Arranged().units(0, "in0", strider=5).token("in0", "ex_strider").rubium(9, 9)
    game = last.units(1, "hb3_l", human=1).at(MOVED).play()
    assert game.at(0, "in0") == {"strider": 6}  # the last figure still joins


@rule("NX-9.1", "NX-9.2", "NX-9.3", "NX-16.7", "NX-1.7")
def test_what_is_mined() -> None:
    def table() -> Arranged:
        found = Arranged().refinery("in0", 2).refinery("in1", 3).refinery("mono", 2)
        found.units(0, "in0", crystalline=1).units(0, "in1", strider=1).units(0, "in2", human=2)
        return found.units(0, "hb0_rear", fungoid=2).units(1, "hb3_l", human=1)

    assert mined(table().s, 0) == 2 + 3 and mined(table().s, 1) == 2
    assert mined(Arranged().s, 0) == 0
    for vein, paid in ((None, 5), ("in0", 7), ("hb0_rear", 8), ("in1", 5), ("hb3_l", 5)):
        arranged = table()
        if vein is not None:
            arranged.s.vein = hex_of(vein)
        assert arranged.at(MOVED).play().player(0).rubium == paid


# The Vortex


@rule("NX-17.10", "NX-17.11", "NX-17.12")
def test_each_controlled_hex_beside_the_vortex_draws_a_card_in_order() -> None:
    table = Arranged(vortex="on").units(0, "in0", human=1).units(1, "in1", human=1)
    table.units(0, "in3", human=1).units(0, "in4", human=1).units(1, "in4", human=1)
    table.units(1, "co0", human=1).rubium(9, 9)
    table.next_card("en_overdrive", "en_ambush", "en_warp_gate", "en_second_look")
    table.s.round = 2
    game = table.at(BEGIN, 3, 3, 6).play()  # nothing moves, and nobody is in Inner 6
    held = [names_of(game.player(seat).energize.cards) for seat in (0, 1)]
    assert held == [["en_overdrive", "en_warp_gate"], ["en_ambush"]]  # in4 is contested
    assert game.s.vortex_dice == [3, 3, 6]


@rule("NX-17.10", "NX-17.12", "NX-1.5")
def test_the_vortex_takes_everybody_and_everything_in_a_hex() -> None:
    table = Arranged(3, vortex="on").rubium(9, 9, 9).units(0, "in1", human=2, dragon=1)
    table.units(1, "in1", strider=1).units(2, "in5", human=3).units(0, "in5", fungoid=1)
    table.units(1, "in2", human=1)
    table.s.round = 3
    game = table.at(BEGIN, 2, 3, 6).play()
    assert game.places(0) == {"in2"} and game.at(0, "in2") == {"human": 2, "dragon": 1}
    assert game.at(1, "in2") == {"human": 1, "strider": 1} and game.places(2) == set()
    assert game.supply(2, "human") == 12 and game.supply(0, "fungoid") == 8


# The end


@rule("NX-15.5", "NX-15.8", "NX-15.9")
def test_units_are_counted_one_by_one() -> None:
    s = Arranged().units(0, "in0", human=3, dragon=1).units(0, "in1", strider=2).s
    assert [units_of(player) for player in s.players] == [6, 0]


@rule("NX-15.3", "NX-15.7", "NX-17.20")
@pytest.mark.parametrize("team", [0, 1])
def test_either_team_can_be_the_one_that_is_left(team: int) -> None:
    table = Arranged(4, teams="on").at(END)
    for seat in (team, team + 2):
        table.units(seat, f"hb{(0, 1, 3, 4)[seat]}_l", human=1)
    game = table.active(team).play()
    assert game.over and game.result.winners == [team, team + 2]
    assert [player.out for player in game.s.players] == [seat % 2 != team for seat in range(4)]


@rule("NX-15.5", "NX-15.8", "NX-15.9")
def test_who_shares_the_win_when_the_last_round_is_over() -> None:
    def ended(points: list[int], **settings: str) -> tuple[list[int], str]:
        table = Arranged(len(points), round_cap=10, **settings).points(*points)
        for seat, player in enumerate(table.s.players):
            player.rubium = 9
            table.units(seat, f"in{seat}", human=1)
        table.s.round = 10
        game = table.active(len(points) - 1).at(TURN_OVER).play()
        assert game.over and game.result.scores == [float(number) for number in points]
        return game.result.winners, game.result.reason

    assert ended([3, 5]) == ([1], "cap_points")
    assert ended([5, 5, 4]) == ([0, 1], "cap_draw")
    assert ended([5, 5, 5]) == ([0, 1, 2], "cap_draw")
    assert ended([1, 5, 5, 0], teams="on") == ([0, 2], "team_cap_points")
    assert ended([3, 4, 3, 2], teams="on") == ([0, 1, 2, 3], "team_cap_draw")


@rule("NX-15.8", "NX-17.1", "NX-17.2", "NX-17.7", "NX-17.34")
def test_without_settings_the_classic_game_is_played() -> None:
    chosen = {id: value for id, value in GAME.configure(4, {}).items() if value != "unused"}
    assert chosen == {
        "vp_target": "12",
        "executive_orders": "off",
        "king_of_the_hill": "off",
        "top_priority": "off",
        "extra_tokens": "off",
        "transmissions": "off",
        "teams": "off",
        "vortex": "off",
        "alternate_units": "off",
        "two_player_board": "standard",
        "round_cap": 50,
    }
    for cap in (10, 200):
        assert GAME.configure(2, {"round_cap": cap})["round_cap"] == cap
    for cap in (9, 201):
        with pytest.raises(BadSetting, match="from 10 to 200"):
            GAME.configure(2, {"round_cap": cap})


@rule("NX-2.1", "NX-2.3", "NX-17.36")
def test_a_hex_that_does_not_exist_is_named() -> None:
    with pytest.raises(ContentError, match="there is no hex 'in7'"):
        hex_of("in7")


@rule("NX-12.1", "NX-16.7")
def test_after_the_first_unit_one_may_stop() -> None:
    table = Arranged().hand(0, "en_warp_gate").units(0, "in0", human=3).rubium(9, 9)
    game = table.units(1, "hb3_l", human=1).play().choose("play en_warp_gate", "at co3")
    assert game.offered == ["take human", "stop"]  # the first Human has gone by itself
    game.choose("take human", "stop")
    assert game.kind == "deploy"
    assert game.at(0, "co3") == {"human": 2} and game.at(0, "in0") == {"human": 1}


@rule("NX-11.1", "NX-17.6", "NX-10.1")
def test_the_cards_below_the_deck_come_before_the_discards() -> None:
    table = Arranged().rubium(9, 9)
    s = table.s
    s.mission_box.cards += s.mission_deck.cards[3:]
    s.mission_deck.cards = s.mission_deck.cards[:3]
    top, below, thrown = s.mission_deck.cards
    s.mission_deck.cards, s.mission_bottom.cards = [top], [below]
    s.mission_pile.cards = [thrown]
    drawn = []
    for _ in range(4):
        had = len(s.players[0].missions.cards)
        found = draw_mission(s, s.players[0].missions)
        assert found is (len(s.players[0].missions.cards) == had + 1)
        drawn.append(found)
    assert drawn == [True, True, True, False]  # at last nothing is left
    assert s.players[0].missions.cards == [top, below, thrown]
