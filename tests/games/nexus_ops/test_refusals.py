"""Why something cannot be chosen: every reason, and the rule that it names."""

from starhall.engine.text.rulebook import rule
from starhall.games.nexus_ops.boards import MONO, hex_of
from starhall.games.nexus_ops.rules.control import add
from tests.games.nexus_ops.tables import BREATH, MOVE, MOVED, Arranged, Running, stack


def duel(seats: int = 2, **settings: str) -> Arranged:
    """Seat 0 attacks seat 1 in in0; both can go on if they lose."""
    table = Arranged(seats, **settings).rubium(9, 9, 9, 9)
    return table.units(0, "in0", strider=1, human=1).units(1, "in0", strider=1, human=1)


# Setup and Deployment


@rule("NX-2.13")
def test_a_faction_has_one_leader() -> None:
    table = Arranged(3)
    for player in table.s.players:
        player.faction = -1
    game = table.at([0]).play().choose("lead black_helix", "lead ares_inc")
    taken = "NX-2.13 faction_taken"
    assert game.seat == 2
    assert game.refused == {"lead ares_inc": taken, "lead black_helix": taken}
    assert game.numbers("lead black_helix") == {"who": 0}
    assert game.numbers("lead ares_inc") == {"who": 1}


@rule("NX-4.2", "NX-1.5", "NX-16.3", "NX-16.7", "NX-4.1")
def test_a_unit_needs_a_figure_and_the_money() -> None:
    dear = "NX-4.2 too_dear"
    game = Arranged().units(0, "in0", dragon=3).rubium(7, 9).hand(0, "en_bulk_contract").play()
    assert game.refused == {"buy leaper": dear, "buy dragon": "NX-1.5 no_figure"}
    assert game.numbers("buy leaper") == {"cost": 8, "rubium": 7}
    game.choose("play en_bulk_contract")  # a Leaper costs 7 now
    assert game.refused == {"buy dragon": "NX-1.5 no_figure"}
    poor = Arranged().units(0, "in0", human=1).rubium(2, 9).play()
    expensive = ["buy fungoid", "buy crystalline", "buy strider", "buy leaper", "buy dragon"]
    assert poor.refused == dict.fromkeys(expensive, dear)


@rule("NX-4.3", "NX-17.23")
def test_units_start_at_home_and_clones_one_to_a_hex() -> None:
    game = Arranged().rubium(9, 9).units(0, "hb0_l", human=1).play().choose("buy human")
    assert game.offered == ["place hb0_l", "place hb0_r", "place hb0_rear"]
    assert game.refused["place hb3_l"] == game.refused["place in0"] == "NX-4.3 not_home"
    assert len(game.refused) == 25 - 3
    clones = Arranged(alternate_units="on").rubium(9, 9).play()
    clones.choose("buy clone", "place hb0_r", "buy clone")
    assert clones.offered == ["place hb0_l", "place hb0_rear"]
    assert clones.refused["place hb0_r"] == "NX-17.23 clone_here"
    assert clones.refused["place hb3_r"] == "NX-4.3 not_home"
    clones.choose("place hb0_l", "buy clone")
    assert clones.at(0, "hb0_rear") == {"human": 1}  # the only hex left is taken by itself
    assert clones.refused == {
        "buy clone": "NX-17.23 clone_limit",
        "buy monolith_wyrm": "NX-4.2 too_dear",
        "buy magma_diver": "NX-4.2 too_dear",
    }


@rule("NX-4.5", "NX-4.6", "NX-11.12", "NX-16.9")
def test_a_card_has_its_moment_and_needs_something_to_work_on() -> None:
    table = Arranged().rubium(9, 9).hand(0, "en_warp_gate", "en_corporate_spies", "en_ambush")
    table.hand(0, "en_second_look", "en_orbital_drop", "en_heat_suits", "en_deep_vein")
    game = table.play()
    plays = {token: why for token, why in game.refused.items() if token.startswith("play")}
    assert plays == {
        "play en_warp_gate": "NX-4.6 cannot_warp",
        "play en_corporate_spies": "NX-4.6 cannot_spy",
        "play en_ambush": "NX-11.12 wrong_moment",
        "play en_second_look": "NX-11.12 wrong_moment",
    }
    fight = duel(3).hand(0, "en_evac_shuttle", "en_hot_reserves", "en_second_look", "en_heat_suits")
    for hex in ("mono", "in1", "in5", "co0", "ed0", "ed5"):  # all around the battle
        fight.units(2, hex, strider=1) if hex != "mono" else fight.units(2, hex, dragon=1)
    game = fight.hand(0, "en_ambush").battle().play()
    assert game.refused == {
        "play en_heat_suits": "NX-4.5 wrong_moment",
        "play en_evac_shuttle": "NX-4.6 cannot_evac",
        "play en_hot_reserves": "NX-4.6 cannot_reinforce",
        "play en_second_look": "NX-11.12 wrong_moment",
    }
    outside = duel(3).units(2, "in1", human=1).hand(2, "en_evac_shuttle", "en_hot_reserves")
    game = outside.hand(2, "en_static_storm").battle().play()
    assert game.seat == 2
    assert game.refused == {
        "play en_evac_shuttle": "NX-16.9 not_fighting",
        "play en_hot_reserves": "NX-16.9 not_fighting",
    }


@rule("NX-16.7", "NX-4.6")
def test_cards_after_the_dice_need_dice_and_hits() -> None:
    table = duel().hand(0, "en_second_look", "en_deflector_screen").battle(1, 1)
    game = table.play()
    assert game.fight.dice_rolled()
    assert game.refused == {"play en_deflector_screen": "NX-4.6 cannot_cancel"}
    table = Arranged().rubium(9, 9).units(0, "in0", strider=1).units(1, "in0", strider=1)
    table.hand(0, "en_deflector_screen", "en_deflector_screen", "en_second_look")
    game = table.battle(4, 4).play().choose("play en_deflector_screen", "side attacker")
    game.choose("play en_deflector_screen")  # only the defender is left to be protected
    assert game.s.fight is None  # both dice are cancelled: nothing can be rolled again


# Choices of the Deployment cards


@rule("NX-16.7", "NX-1.5", "NX-5.6", "NX-17.9")
def test_where_a_drop_lands() -> None:
    table = Arranged().hand(0, "en_orbital_drop").ground(in1="magma_pool").rubium(9, 9)
    table.units(0, "in1", strider=1).units(0, "in0", human=11).units(1, "in2", human=1)
    table.units(1, "hb0_l", human=1).units(0, "mono", strider=1)
    game = table.play().choose("play en_orbital_drop")
    assert game.offered == ["at in0", "at hb0_l", "at hb0_r", "at hb0_rear"]
    assert game.refused["at in1"] == "NX-5.6 no_entry"
    assert game.refused["at mono"] == "NX-5.6 no_entry_monolith"
    others = {why for token, why in game.refused.items() if token not in ("at in1", "at mono")}
    assert others == {"NX-16.7 not_controlled"} and len(game.refused) == 25 - 4
    game.choose("at in0")
    assert game.at(0, "in0") == {"human": 12}  # the last figure: no number is asked for
    two = Arranged().hand(0, "en_orbital_drop").units(0, "in0", human=1).rubium(9, 9)
    game = two.play().choose("play en_orbital_drop", "at hb0_l")
    assert game.offered == ["number 1", "number 2"] and game.refused == {}


@rule("NX-16.7", "NX-4.6", "NX-5.6")
def test_where_a_warp_leads() -> None:
    table = Arranged().hand(0, "en_warp_gate").ground(in1="magma_pool").rubium(9, 9)
    table.units(0, "in0", human=2, strider=1).units(0, "co3", human=1).units(1, "in3", human=1)
    game = table.play().choose("play en_warp_gate")
    assert game.offered == ["at in0", "at co3"] and game.refused == {}
    game.choose("at co3")
    assert game.refused == {
        "at co3": "NX-16.7 same_hex",
        "at in3": "NX-16.7 enemy_there",
        "at in1": "NX-5.6 no_entry",
        "at mono": "NX-5.6 no_entry_monolith",
    }
    again = Arranged().hand(0, "en_warp_gate").ground(in1="magma_pool").rubium(9, 9)
    again.units(0, "in0", human=2, strider=2).units(0, "co3", human=1).units(1, "hb3_l", human=1)
    game = again.play().choose("play en_warp_gate", "at in0")
    assert game.refused == {"at in0": "NX-16.7 same_hex", "at hb3_l": "NX-16.7 enemy_there"}
    game.choose("at in1")
    assert game.offered == ["take strider", "stop"]  # the only one that may go has gone
    assert game.refused == {"take human": "NX-5.6 no_entry"}
    free = Arranged().hand(0, "en_warp_gate").units(0, "in0", human=2, fungoid=2).rubium(9, 9)
    game = free.units(1, "hb3_l", human=1).play().choose("play en_warp_gate", "at co3")
    assert game.offered == ["take human", "take fungoid"]
    assert game.refused == {"stop": "NX-16.7 at_least_one"}
    game.choose("take human", "take fungoid", "take fungoid")  # three are the most
    assert game.at(0, "co3") == {"human": 1, "fungoid": 2} and game.kind == "deploy"


@rule("NX-16.7", "NX-4.6")
def test_nobody_warps_from_a_hex_without_a_way_out() -> None:
    table = Arranged(alternate_units="on").hand(0, "en_warp_gate").rubium(9, 9)
    table.units(0, "in0", human=1).units(0, "mono", dragon=1)
    for hex in table.s.board.hexes:
        if hex not in (MONO, hex_of("in0")):
            add(table.s.players[1], hex, stack(human=1))
    game = table.play().choose("play en_warp_gate")
    # The Wyrm can join the Clone in in0; the Clone can enter neither the Monolith nor enemies.
    assert game.at(0, "in0") == {"human": 1, "dragon": 1}


@rule("NX-16.7")
def test_a_vein_is_a_refinery() -> None:
    table = Arranged().hand(0, "en_deep_vein").refinery("in0", 1).rubium(9, 9)
    game = table.play().choose("play en_deep_vein")
    homes = [f"at hb{side}_{place}" for side in (0, 3) for place in ("l", "r", "rear")]
    assert game.offered == ["at in0", *homes]
    assert set(game.refused.values()) == {"NX-16.7 no_refinery"} and len(game.refused) == 18


@rule("NX-16.7", "NX-1.9", "NX-17.19")
def test_whom_spies_can_rob() -> None:
    table = Arranged(4, teams="on").hand(0, "en_corporate_spies").hand(2, "en_ambush")
    table.hand(1, "en_overdrive").hand(3, "en_overdrive").rubium(9, 9, 9, 9)
    game = table.play().choose("play en_corporate_spies")
    assert game.offered == ["rival black_helix", "rival zyborg_tech"]
    assert game.refused == {"rival galactic_syndicate": "NX-1.9 is_partner"}
    table = Arranged(4).hand(0, "en_corporate_spies").hand(1, "en_overdrive").hand(2, "en_ambush")
    game = table.rubium(9, 9, 9, 9).play().choose("play en_corporate_spies")
    assert game.refused == {"rival zyborg_tech": "NX-16.7 no_energize"}
    alone = Arranged(4, teams="on").hand(0, "en_corporate_spies").hand(2, "en_ambush")
    game = alone.rubium(9, 9, 9, 9).play()
    assert game.refused["play en_corporate_spies"] == "NX-4.6 cannot_spy"


# Movement


@rule("NX-5.1", "NX-5.4", "NX-5.6", "NX-5.14")
def test_which_units_cannot_move() -> None:
    table = Arranged().units(0, "in0", human=2).units(1, "hb3_l", human=1).units(0, "co0", human=1)
    game = table.at(MOVE).play().choose("move in0/human", "go in1")
    assert game.offered == ["move in0/human", "move co0/human", "end_movement"]
    assert game.refused == {"move in1/human": "NX-5.1 has_moved"}
    held = Arranged().units(0, "hb0_rear", human=1, strider=1).rubium(9, 9)
    for hex in ("hb0_rear", "hb0_l", "hb0_r"):
        held.units(1, hex, human=1)
    game = held.units(0, "in3", human=1).at(MOVE).play()
    back = "NX-5.4 held_back"
    assert game.refused == {"move hb0_rear/human": back, "move hb0_rear/strider": back}
    shut = Arranged().ground(co0="magma_pool", ed0="magma_pool").units(1, "hb3_l", human=1)
    shut.ground(co1="magma_pool", ed1="magma_pool", in0="magma_pool", in1="magma_pool")
    shut.ground(in2="magma_pool", mono="magma_pool", ed2="magma_pool", co2="magma_pool")
    game = shut.units(0, "in1", human=1).units(0, "in3", human=1).at(MOVE).play()
    assert game.refused == {"move in1/human": "NX-5.6 no_way"}  # nothing but Magma Pools
    shut.units(1, "in1", human=1)  # that the hex is contested makes no difference
    assert shut.at(MOVE).play().refused == {"move in1/human": "NX-5.6 no_way"}


@rule("NX-5.2", "NX-5.4", "NX-5.5", "NX-5.6", "NX-5.14", "NX-17.16", "NX-17.19")
def test_why_a_unit_cannot_go_there() -> None:
    table = Arranged(3).ground(in1="magma_pool").units(0, "in0", human=1).units(1, "in0", human=1)
    table.units(1, "ed0", human=1).units(2, "co0", human=1).units(0, "co0", human=1)
    game = table.rubium(9, 9, 9).at(MOVE).play().choose("move in0/human")
    assert game.offered == ["go in5", "go ed5"]
    both = "NX-5.4 both_contested"
    assert (game.refused["go ed0"], game.refused["go co0"]) == (both, both)
    assert game.refused["go in1"] == "NX-5.6 no_entry"
    assert game.refused["go mono"] == "NX-5.6 no_entry_monolith"
    assert game.refused["go in3"] == "NX-5.14 out_of_reach"
    assert "go in0" not in game.refused  # where it stands is no question
    assert len(game.refused) == 28 - 1 - 2


@rule("NX-5.3", "NX-5.4", "NX-5.5", "NX-5.9", "NX-5.10", "NX-5.11", "NX-5.14")
def test_why_a_strider_or_leaper_gets_no_further() -> None:
    table = Arranged().ground(in0="magma_pool", ed0="rock_plains").units(1, "ed0", human=1)
    game = table.units(0, "in0", strider=1).rubium(9, 9).at(MOVE).play().choose("move in0/strider")
    assert game.refused["go hb0_l"] == game.refused["go hb0_r"] == "NX-5.3 stopped"
    assert game.refused["go in2"] == game.refused["go co5"] == "NX-5.9 wrong_ground"
    assert game.refused["go hb3_l"] == game.refused["go co3"] == "NX-5.14 out_of_reach"
    table = Arranged().ground(in0="magma_pool").units(1, "ed0", human=1).units(1, "in0", human=1)
    game = table.units(0, "in0", leaper=1).rubium(9, 9).at(MOVE).play().choose("move in0/leaper")
    assert game.refused["go hb0_r"] == "NX-5.5 no_leap" and "go hb0_l" in game.offered
    assert game.refused["go ed0"] == "NX-5.4 both_contested"
    assert game.refused["go co3"] == "NX-5.14 out_of_reach"
    assert "go in2" in game.offered  # by way of in1, where nobody is
    dry = Arranged().units(0, "in0", leaper=1).units(1, "hb3_l", human=1).at(MOVE).play()
    assert dry.choose("move in0/leaper").refused["go in2"] == "NX-5.14 out_of_reach"


@rule("NX-5.3", "NX-5.9", "NX-5.11", "NX-5.14")
def test_why_a_strider_does_not_cross_the_monolith() -> None:
    table = Arranged().units(0, "in0", strider=1).rubium(9, 9).units(1, "hb3_l", human=1)
    game = table.at(MOVE).play().choose("move in0/strider")
    assert game.refused["go in3"] == "NX-5.9 wrong_ground"  # two hexes, but no Rock Plains
    table = Arranged().ground(in3="rock_plains").units(0, "in0", strider=1).rubium(9, 9)
    game = table.units(1, "mono", strider=1).at(MOVE).play().choose("move in0/strider")
    assert game.refused["go in3"] == "NX-5.3 stopped"  # an enemy is on the only way
    assert "go mono" in game.offered


@rule("NX-5.1", "NX-4.4", "NX-16.7")
def test_nobody_is_ready_when_movement_is_over() -> None:
    table = Arranged().hand(0, "en_forced_march").units(0, "in0", human=2).rubium(9, 9)
    game = table.units(1, "hb3_l", human=1).play().choose("play en_forced_march", "take human")
    game.choose("done")
    assert game.s.ready == game.player(0).stacks and not any(game.s.marching)
    game.choose("move in0/human", "go in1")
    assert game.s.ready[hex_of("in0")] == game.s.marching[hex_of("in1")] == stack(human=1)
    assert game.s.ready[hex_of("in1")] == game.s.marching[hex_of("in0")] == 0
    game.choose("end_movement")
    assert game.s.ready == [] and game.s.marching == []


@rule("NX-16.7", "NX-5.4", "NX-5.6")
def test_why_a_march_ends() -> None:
    table = Arranged().hand(0, "en_forced_march").ground(in2="magma_pool").rubium(9, 9)
    table.units(0, "in0", human=3).units(1, "ed0", human=1)
    game = table.play().choose("play en_forced_march", "take human", "done")
    game.choose("move in0/human", "go in1", "move in0/human", "go ed0")
    assert "march in1/human" in game.offered
    assert game.refused["march ed0/human"] == "NX-16.7 no_march"
    assert game.refused["move ed0/human"] == "NX-5.1 has_moved"
    game.choose("march in1/human")
    assert game.refused["go in2"] == "NX-5.6 no_entry"
    assert game.refused["go in3"] == game.refused["go co2"] == "NX-16.7 one_step"
    game.choose("go co1")
    # Each has one more step, and no other.
    assert not [token for token in game.offered if token.startswith("march")]
    assert "march co1/human" not in game.refused


# Special attacks


@rule("NX-6.2", "NX-6.3", "NX-6.5", "NX-6.6", "NX-1.9")
def test_why_a_dragon_cannot_strike() -> None:
    table = Arranged(4, teams="on").rubium(9, 9, 9, 9).units(0, "in0", dragon=2)
    table.units(1, "in1", human=2, strider=1).units(2, "in1", human=1).units(3, "co5", human=1)
    table.units(0, "in3", dragon=1, strider=1).units(2, "in3", human=1)
    game = table.at(BREATH, 1, 6).play()
    assert game.refused == {"breathe in3": "NX-6.2 dragon_pinned"}
    game.choose("breathe in0")
    assert game.s.breathed == [hex_of("in0")]  # at in1, the only target, and it has missed
    game.choose("breathe in0")
    assert (game.kind, game.seat) == ("casualty", 1)
    none = "NX-6.5 none_here"
    assert game.refused == {
        f"lose {unit}": none for unit in ("fungoid", "crystalline", "leaper", "dragon")
    }
    game.choose("lose strider")
    assert game.at(1, "in1") == {"human": 2} and game.at(2, "in1") == {"human": 1}


@rule("NX-6.2", "NX-6.3")
def test_a_dragon_strikes_once_and_at_its_neighbours() -> None:
    table = Arranged().rubium(9, 9).units(0, "in0", dragon=1).units(1, "in1", human=1)
    table.units(0, "co3", dragon=1).units(0, "in2", dragon=1).units(1, "ed5", human=1)
    game = table.at(BREATH, 1, 1).play()
    assert game.refused == {"breathe co3": "NX-6.3 no_target"}
    game.choose("breathe in0")
    assert game.offered == ["aim in1", "aim ed5"] and game.refused == {}
    game.choose("aim ed5")
    assert game.refused == {
        "breathe in0": "NX-6.2 dragon_done",
        "breathe co3": "NX-6.3 no_target",
    }
    far = Arranged().rubium(9, 9).units(0, "in0", dragon=1).units(1, "in1", human=1)
    game = far.units(1, "in5", human=1).units(1, "in3", human=1).at(BREATH).play()
    assert game.choose("breathe in0").refused == {"aim in3": "NX-6.3 not_adjacent"}


@rule("NX-6.5", "NX-1.9")
def test_who_can_be_named_as_the_victim() -> None:
    table = Arranged(4).rubium(9, 9, 9, 9).units(0, "in0", dragon=1)
    table.units(1, "in1", human=1).units(3, "in1", human=1)
    game = table.at(BREATH, 6).play().choose("breathe in0")
    assert game.offered == ["rival black_helix", "rival zyborg_tech"]
    assert game.refused == {"rival galactic_syndicate": "NX-1.9 not_there"}


# Battle


@rule("NX-8.1", "NX-8.2", "NX-1.9", "NX-7.6")
def test_where_there_is_no_battle() -> None:
    table = Arranged().rubium(9, 9).units(0, "in0", human=1).units(1, "in0", human=1)
    table.units(0, "in1", human=1).units(1, "in1", human=1).units(0, "in2", human=1)
    table.units(0, "in3", human=1).units(1, "in3", human=1).dormant("in3", human=1)
    table.units(0, "in4", human=1).units(1, "in4", human=1)
    game = table.battle(1, 1, 1, 1, 1, 1).play()
    assert game.offered == ["fight in0", "fight in1", "fight in4"]
    assert game.refused == {
        "fight in2": "NX-8.1 no_enemy",
        "fight in3": "NX-8.2 all_dormant",
        "pass": "NX-8.1 must_fight",
    }
    game.choose("fight in0")
    assert game.offered == ["fight in1", "fight in4"]
    assert game.refused["fight in0"] == "NX-8.2 has_fought"


@rule("NX-8.3", "NX-1.9", "NX-17.19")
def test_whom_one_can_attack() -> None:
    table = Arranged(4, teams="on").rubium(9, 9, 9, 9).units(0, "in0", human=1)
    for seat in (1, 2, 3):
        table.units(seat, "in0", human=1)
    game = table.battle().play()
    assert game.offered == ["rival black_helix", "rival zyborg_tech"]
    assert game.refused == {"rival galactic_syndicate": "NX-1.9 is_partner"}
    table = Arranged(4).rubium(9, 9, 9, 9).units(0, "in0", human=1).units(1, "in0", human=1)
    game = table.units(3, "in0", human=1).battle().play()
    assert game.refused == {"rival galactic_syndicate": "NX-1.9 not_there"}


@rule("NX-16.7", "NX-16.9")
def test_what_a_battle_card_can_choose() -> None:
    game = duel().hand(0, "en_overdrive").battle().play()
    game.choose("play en_overdrive")
    assert game.offered == ["side attacker", "side defender"] and game.refused == {}
    game.choose("side defender")
    none = "NX-16.7 side_has_none"
    assert game.offered == ["take human", "take strider"]
    assert game.refused == {
        f"take {unit}": none for unit in ("fungoid", "crystalline", "leaper", "dragon")
    }
    table = duel().ground(in1="magma_pool").hand(0, "en_evac_shuttle").units(1, "in5", human=1)
    game = table.battle().play().choose("play en_evac_shuttle")
    assert game.offered == [f"at {hex}" for hex in ("mono", "in1", "co0", "ed0", "ed5")]
    assert game.refused["at in5"] == "NX-16.7 enemy_there"
    assert game.refused["at in3"] == "NX-16.7 not_adjacent"
    assert game.refused["at in0"] == "NX-16.7 same_hex"
    game.choose("at ed0")
    assert game.offered == ["take human", "take strider"]
    assert game.refused == {"stop": "NX-16.7 at_least_one"}
    game.choose("take human")
    assert game.offered == ["take strider", "stop"]
    alone = Arranged().rubium(9, 9).ground(in1="magma_pool").units(0, "in0", human=2)
    alone.units(1, "in0", strider=1).hand(0, "en_evac_shuttle")
    game = alone.battle().play().choose("play en_evac_shuttle")
    assert game.refused["at in1"] == "NX-5.6 no_entry"
    assert game.refused["at mono"] == "NX-5.6 no_entry_monolith"


@rule("NX-16.7", "NX-16.9", "NX-7.6")
def test_where_reserves_come_from() -> None:
    table = duel().hand(0, "en_hot_reserves").units(0, "in1", human=1, fungoid=3)
    table.units(0, "ed0", human=1).units(1, "ed0", human=1).units(0, "in3", dragon=1)
    table.units(0, "co0", human=1).dormant("co0", human=1).units(0, "ed5", human=1)
    game = table.battle().play()
    game.choose("fight in0").choose("play en_hot_reserves")
    assert game.offered == ["at in1", "at ed5"]
    assert game.refused == {
        "at in0": "NX-16.7 same_hex",
        "at in3": "NX-16.7 not_adjacent",
        "at ed0": "NX-16.7 enemy_there",
        "at co0": "NX-16.7 nobody_can_go",
    }
    game.choose("at in1")
    assert game.offered == ["take human", "take fungoid"]
    assert game.refused == {"stop": "NX-16.7 at_least_one"}
    game.choose("take fungoid")
    assert game.offered == ["take human", "take fungoid", "stop"]
    assert game.at(0, "in0") == {"human": 1, "fungoid": 1, "strider": 1}
    pool = Arranged().ground(in0="magma_pool").rubium(9, 9).hand(0, "en_hot_reserves")
    pool.units(0, "in0", strider=1).units(1, "in0", strider=1)
    pool.units(0, "in1", human=1, strider=2).units(0, "ed0", human=1)
    game = pool.battle().play().choose("play en_hot_reserves")  # from in1: only Humans in ed0
    assert game.offered == ["take strider", "stop"]
    assert game.refused == {"take human": "NX-5.6 no_entry"}


@rule("NX-16.7")
def test_which_dice_a_card_can_change() -> None:
    table = Arranged().rubium(9, 9).units(0, "in0", strider=2).units(1, "in0", strider=1)
    table.hand(0, "en_second_look").hand(1, "en_deflector_screen").units(1, "in3", human=1)
    game = table.battle(4, 1, 1).play().choose("play en_second_look")
    assert game.offered == ["dice attacker/hits", "dice attacker/misses", "dice defender/misses"]
    assert game.refused == {"dice defender/hits": "NX-16.7 no_such_dice"}
    table = Arranged().rubium(9, 9).units(0, "in0", strider=2).units(1, "in0", strider=2)
    table.hand(0, "en_deflector_screen").battle(4, 4, 4, 4)
    game = table.play().choose("play en_deflector_screen")
    assert game.offered == ["side attacker", "side defender"] and game.refused == {}
    table = Arranged().rubium(9, 9).units(0, "in0", strider=1, leaper=1, human=1)
    table.units(1, "in0", strider=2, human=1).hand(0, "en_deflector_screen")
    game = table.battle(1, 4, 6, 6).play()
    assert game.kind == "window" and game.offered == ["play en_deflector_screen", "pass"]


@rule("NX-8.18", "NX-8.20")
def test_who_can_be_hit() -> None:
    table = duel().units(0, "in0", leaper=1).units(1, "hb3_l", dragon=1)
    game = table.battle(6).play()
    assert (game.kind, game.seat) == ("directed", 0)
    assert game.offered == ["strike human", "strike strider"]
    kinds = ("fungoid", "crystalline", "leaper", "dragon")
    assert game.refused == {f"strike {unit}": "NX-8.18 none_here" for unit in kinds}
    game = duel().battle(4, 4).play()
    assert (game.kind, game.seat) == ("casualty", 0)
    assert game.offered == ["lose human", "lose strider"]
    assert game.refused == {f"lose {unit}": "NX-8.20 none_here" for unit in kinds}


@rule("NX-17.26", "NX-8.10")
def test_when_a_shardian_shatters() -> None:
    table = Arranged(alternate_units="on").rubium(9, 9).units(0, "in0", crystalline=1, strider=1)
    table.units(1, "in0", strider=2, human=2).hand(0, "en_ambush", "en_second_look")
    table.hand(1, "en_ambush")
    game = table.battle(1, 1, 1).play()
    assert game.offered == ["play en_ambush", "shatter", "pass"]
    game.choose("pass")
    assert game.seat == 1 and game.refused == {"shatter": "NX-8.10 none_to_shatter"}
    game.choose("pass")
    assert game.fight.dice_rolled() and game.seat == 0
    assert game.refused["shatter"] == "NX-17.26 too_late_to_shatter"
    third = Arranged(3, alternate_units="on").rubium(9, 9, 9).units(0, "in0", strider=1)
    third.units(1, "in0", strider=1).units(2, "in0", crystalline=1).hand(2, "en_ambush")
    game = third.battle().play().choose("rival black_helix")
    assert game.seat == 2 and game.refused == {"shatter": "NX-8.10 none_to_shatter"}
    assert "shatter" not in duel().hand(0, "en_ambush").battle().play().refused


@rule("NX-17.24", "NX-5.4", "NX-5.6", "NX-17.25")
def test_where_sporlings_creep() -> None:
    def won(table: Arranged) -> Running:
        table.units(0, "in0", fungoid=2, dragon=1).units(1, "in0", human=1).rubium(9, 9, 9)
        return table.battle(6).play()

    table = Arranged(2, alternate_units="on").units(1, "in1", human=1).units(0, "hb0_l", fungoid=1)
    game = won(table)
    assert game.kind == "creep"
    assert game.offered == [
        *[f"creep {hex}" for hex in ("in1", "in5", "co0", "ed0", "ed5")],
        "stay",
    ]
    assert game.refused["creep mono"] == "NX-5.6 no_entry_monolith"
    assert game.refused["creep in3"] == "NX-17.24 not_adjacent"
    assert "creep in0" not in game.refused and len(game.refused) == 25 - 1 - 5
    game.choose("creep ed0")
    assert game.offered == ["number 1", "number 2"]
    assert game.refused == {f"number {n}": "NX-17.24 too_few_sporlings" for n in range(3, 9)}
    assert game.numbers("number 3") == {"n": 2}
    game.choose("number 2")
    assert game.at(0, "ed0") == {"fungoid": 2} and game.at(0, "in0") == {"dragon": 1}
    third = Arranged(3, alternate_units="on").units(2, "in0", human=1).units(1, "in1", human=1)
    third.units(0, "in5", human=1).units(2, "in5", human=1)
    third.units(0, "in0", fungoid=2, dragon=1).units(1, "in0", human=1).rubium(9, 9, 9)
    game = third.battle(6).play().choose("fight in0", "rival black_helix")
    # A third player is still there: out of a contested hex not to enemies, nor to another one.
    assert game.offered == ["creep co0", "creep ed0", "creep ed5", "stay"]
    both = "NX-5.4 both_contested"
    assert (game.refused["creep in1"], game.refused["creep in5"]) == (both, both)


# Missions


@rule("NX-8.29", "NX-11.6", "NX-11.7", "NX-11.8")
def test_why_a_mission_is_not_scored() -> None:
    table = Arranged().rubium(9, 9).units(0, "mono", strider=2).units(1, "hb3_l", human=1)
    table.hand(0, "sm_secure_the_monolith", "sm_land_grab", "sm_fungicide")
    game = table.at(MOVED).play()
    assert game.offered == ["score sm_secure_the_monolith", "continue"]
    assert game.refused == {
        "score sm_land_grab": "NX-11.7 not_fulfilled",
        "score sm_fungicide": "NX-11.6 battle_only",
    }
    table = Arranged().rubium(9, 9).units(0, "in0", dragon=1).units(1, "in0", human=1)
    table.hand(0, "sm_land_grab", "sm_shatter_the_spires", "sm_stone_claim").battle(6)
    game = table.units(1, "hb3_l", human=1).play()
    assert game.offered == ["score sm_shatter_the_spires", "decline"]
    assert game.refused == {
        "score sm_land_grab": "NX-11.8 objective_later",
        "score sm_stone_claim": "NX-8.29 not_by_battle",
    }
