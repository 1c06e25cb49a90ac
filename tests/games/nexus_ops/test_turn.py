"""Sections 3 to 7, 9, 10 and 12: the turn and its phases, except battle."""

import pytest

from starhall.engine.errors import UndoRefused
from starhall.engine.match.opening import new
from starhall.engine.text.rulebook import rule
from starhall.games.nexus_ops.boards import hex_of
from starhall.games.nexus_ops.game import GAME
from starhall.games.nexus_ops.rules.turn import phase_of
from tests.games.nexus_ops.tables import BREATH, DRAW, END, MOVE, MOVED, Arranged, Running, card

# The turn


@rule("NX-3.1")
def test_six_phases_in_order() -> None:
    table = Arranged().ground(in1="magma_pool").rubium(12, 9).units(1, "in1", human=1)
    table.units(0, "in0", dragon=1).units(0, "hb0_l", human=1).token("in1", "ex_ref2")
    table.units(0, "mono", strider=1).next_card("sm_stone_claim")
    game = table.hand(0, "en_ambush").dice(1, 1, 1, 6).play()
    seen = [game.kind]
    while game.seat == 0 and game.kind != "end":
        if game.kind == "move" and "move mono/strider" in game.offered:
            game.choose("move mono/strider", "go in1")
        else:
            game.end_phase()
        if not seen or seen[-1] != game.kind:
            seen.append(game.kind)
    # Deployment, Movement, (Exploration of in1), Battle, (Mining), Draw: Monolith is empty.
    assert [kind for kind in seen if kind != "breath"] == ["deploy", "move", "window", "end"]
    assert game.s.refinery[hex_of("in1")] == 2
    assert game.player(0).rubium == 12 + 2
    assert card("sm_stone_claim") in game.player(0).missions.cards


@rule("NX-3.2")
def test_rounds() -> None:
    game = Arranged(3).units(0, "hb0_l", human=1).units(1, "hb2_l", human=1)
    running = game.units(2, "hb4_l", human=1).rubium(5, 5, 5).play()
    turns = []
    for _ in range(4):
        running.until("deploy")
        turns.append((running.seat, running.s.round))
        running.choose("done")
    assert turns == [(0, 1), (1, 1), (2, 1), (0, 2)]


def objectives_seen(table: Arranged) -> list[str]:
    """Pass everything and note the phases in which an Objective is offered."""
    game = table.play()
    found = []
    while game.s.active == 0 and not game.over:
        if game.kind == "objective":
            found.append(phase_of(game.s))
        game.end_phase()
    return found


@rule("NX-3.3", "NX-11.8", "NX-5.16")
def test_checkpoints() -> None:
    table = Arranged().units(0, "mono", strider=2).units(1, "hb3_l", human=1)
    table.units(0, "in0", strider=1).units(1, "in0", strider=1).rubium(9, 9)
    table.hand(0, "sm_secure_the_monolith").dice(1, 1, 1)
    assert objectives_seen(table) == [
        "deployment", "movement", "exploration", "battles", "mining", "draw",
    ]  # fmt: skip


@rule("NX-3.4")
def test_when_eliminations_are_looked_at() -> None:
    # Spent in Deployment: a card that buys nothing leaves the active player with nothing.
    game = Arranged().hand(0, "en_heat_suits").rubium(1, 9).units(1, "hb3_l", human=1).play()
    assert game.choose("play en_heat_suits").over
    # After Movement: a breath kills the last unit.
    table = Arranged().units(0, "in0", dragon=1).units(1, "in1", human=1)
    assert table.at(BREATH, 4).play().choose("breathe in0").over
    # At the end of the turn: the first player has not enough after all.
    assert Arranged().rubium(1, 9).units(1, "hb3_l", human=1).at(END).play().over


@rule("NX-3.6")
def test_effects_of_a_turn_end_with_it() -> None:
    table = Arranged().units(0, "hb0_l", human=1).units(1, "hb3_l", human=1).rubium(9, 9)
    table.hand(0, "en_heat_suits", "en_forced_march", "en_deep_vein").token("in0", "ex_strider")
    table.units(0, "in0", human=1)
    game = table.play()
    game.choose("play en_heat_suits", "play en_forced_march", "take human")
    game.choose("play en_deep_vein", "at hb0_l", "done").until("deploy")
    assert game.seat == 1
    s = game.s
    assert (s.suits, s.marched, s.vein, s.dormant) == (False, 0, -1, [])


# Deployment


@rule("NX-4.1", "NX-4.7")
def test_buying_playing_and_exchanging_in_any_order() -> None:
    table = Arranged().rubium(2, 9).hand(0, "en_emergency_funds", "sm_fungicide")
    game = table.play().choose("buy human", "place hb0_l", "play en_emergency_funds")
    assert game.player(0).rubium == 5
    game.choose("exchange sm_fungicide", "buy strider", "place hb0_r")
    assert game.player(0).rubium == 0
    assert game.kind == "move"  # nothing is left to decide in Deployment


@rule("NX-4.4")
def test_bought_units_may_move() -> None:
    game = Arranged().rubium(2, 9).play().choose("buy human", "place hb0_l")
    assert game.offered == ["move hb0_l/human", "end_movement"]


@rule("NX-4.5")
def test_deployment_cards_only_in_ones_own_deployment() -> None:
    table = Arranged().hand(0, "en_emergency_funds").hand(1, "en_emergency_funds")
    game = table.units(0, "in0", human=1).units(1, "hb3_l", human=1).play()
    assert game.seat == 0 and "play en_emergency_funds" in game.offered
    game.choose("play en_emergency_funds")
    assert game.s.energize_pile.cards == [card("en_emergency_funds")]
    game.until("move")
    assert not [token for token in game.offered if token.startswith("play")]


@rule("NX-4.6")
def test_a_card_without_a_legal_choice_is_not_playable() -> None:
    game = Arranged().hand(0, "en_warp_gate", "en_corporate_spies", "en_orbital_drop")
    running = game.rubium(9, 9).play()
    # No units to warp, nobody to spy on; the drop can use a home hex.
    assert "play en_warp_gate" not in running.offered
    assert "play en_corporate_spies" not in running.offered
    assert "play en_orbital_drop" in running.offered
    full = Arranged().units(0, "hb0_l", human=12).hand(0, "en_orbital_drop").rubium(9, 9)
    assert "play en_orbital_drop" not in full.play().offered


@rule("NX-4.8")
def test_no_limit_of_units_in_a_hex() -> None:
    game = Arranged().units(0, "hb0_l", human=11, fungoid=8).rubium(2, 9).play()
    game.choose("buy human", "place hb0_l")
    assert game.at(0, "hb0_l") == {"human": 12, "fungoid": 8}


# Movement


@rule("NX-5.1", "NX-12.1")
def test_each_unit_moves_once() -> None:
    game = Arranged().units(0, "in0", human=2).units(1, "hb3_l", human=1).at(MOVE).play()
    game.choose("move in0/human", "go ed0")
    assert game.at(0, "ed0") == {"human": 1} and game.at(0, "in0") == {"human": 1}
    assert game.offered == ["move in0/human", "end_movement"]
    game.choose("end_movement")
    assert game.at(0, "in0") == {"human": 1}


@rule("NX-5.2")
def test_a_basic_move_is_one_hex() -> None:
    game = Arranged().units(0, "in0", human=1).at(MOVE).play().choose("move in0/human")
    assert game.offered == [f"go {hex}" for hex in ("in1", "in5", "co0", "ed0", "ed5")]


@rule("NX-5.7")
def test_entry_limits_bar_passing_but_not_standing() -> None:
    table = Arranged().ground(in0="magma_pool").units(0, "in0", human=1)
    game = table.at(MOVE).play()
    assert "move in0/human" in game.offered  # it may leave
    strider = Arranged(vortex="on").ground(in3="rock_plains").units(0, "in0", strider=1)
    game = strider.at(MOVE).play().choose("move in0/strider")
    assert "go in3" not in game.offered  # only across the Vortex


@rule("NX-5.8")
def test_fungoids_stay_out_of_the_monolith() -> None:
    for slot in ("fungoid", "crystalline"):
        game = Arranged().units(0, "in0", **{slot: 1}).at(MOVE).play().choose(f"move in0/{slot}")
        assert "go mono" not in game.offered
    game = Arranged().units(0, "in0", strider=1).at(MOVE).play().choose("move in0/strider")
    assert "go mono" in game.offered


@rule("NX-5.11")
def test_striders_do_not_pass_enemies() -> None:
    table = Arranged().ground(in2="rock_plains").units(0, "in0", strider=1)
    game = table.units(1, "in1", human=1).units(1, "mono", strider=1).at(MOVE).play()
    game.choose("move in0/strider")
    assert "go in2" not in game.offered


@rule("NX-5.13")
def test_a_two_hex_move_does_not_come_back() -> None:
    table = Arranged().ground(in0="magma_pool", in1="rock_plains")
    game = table.units(0, "in0", leaper=1, strider=1).at(MOVE).play().choose("move in0/leaper")
    assert "go in0" not in game.offered and len(game.offered) == len(set(game.offered))
    assert game.offered.count("go co1") == 1  # reached through in1 and through ed0
    game.choose("go co1", "move in0/strider")
    assert "go in0" not in game.offered


@rule("NX-5.15", "NX-7.1", "NX-7.8")
def test_tokens_are_turned_in_exploration_only() -> None:
    table = Arranged().units(0, "in0", human=1).units(1, "in2", human=1).rubium(9, 9)
    table.token("ed0", "ex_ref2").token("in2", "ex_ref2").hand(0, "en_warp_gate")
    table.token("co3", "ex_strider").units(0, "co0", human=1)
    game = table.play().choose("play en_warp_gate", "at co0", "at co3")
    assert hex_of("co3") in game.s.unexplored
    game.choose("done").choose("move in0/human", "go ed0")
    assert hex_of("ed0") in game.s.unexplored and game.s.refinery[hex_of("ed0")] == 0
    game.until("end")
    assert game.s.unexplored == [hex_of("in2")]  # only the enemy is there
    assert game.at(0, "co3") == {"human": 1, "strider": 1}


# Special attacks


@rule("NX-6.1")
def test_a_special_attack_is_no_battle() -> None:
    table = Arranged().units(0, "in0", dragon=1).units(1, "in1", human=1).rubium(9, 9)
    game = table.hand(0, "sm_shatter_the_spires").at(BREATH, 6).play().choose("breathe in0")
    assert game.places(1) == set()
    assert game.player(0).points == 0 and game.s.wins == 0
    assert game.kind != "battle_mission"


@rule("NX-6.3", "NX-6.4")
def test_breath_needs_an_adjacent_target_and_a_four() -> None:
    far = Arranged().units(0, "in0", dragon=1).units(1, "in2", human=1).rubium(9, 9)
    assert far.at(BREATH).play().kind != "breath"
    miss = Arranged().units(0, "in0", dragon=1).units(1, "in1", human=1).rubium(9, 9)
    game = miss.at(BREATH, 3).play().choose("breathe in0")
    assert game.at(1, "in1") == {"human": 1} and game.kind != "breath"


@rule("NX-6.5")
def test_the_active_player_names_the_victim() -> None:
    table = Arranged(3).units(0, "in0", dragon=1).units(1, "in1", human=1)
    game = table.units(2, "in1", human=1).rubium(9, 9, 9).at(BREATH, 5).play()
    game.choose("breathe in0")
    assert (game.kind, game.seat) == ("breath_victim", 0)
    game.choose("rival galactic_syndicate")
    assert game.places(2) == set() and game.at(1, "in1") == {"human": 1}


@rule("NX-6.6")
def test_breaths_come_one_at_a_time() -> None:
    table = Arranged().units(0, "in0", dragon=2).units(1, "in1", human=1).units(1, "ed0", human=1)
    game = table.rubium(9, 9).at(BREATH, 4, 1).play().choose("breathe in0", "aim in1")
    assert game.kind == "breath" and game.offered == ["breathe in0", "finish"]
    game.choose("breathe in0")  # ed0 is the only target left
    assert game.at(1, "ed0") == {"human": 1} and game.kind != "breath"
    partner = Arranged(4, teams="on").units(0, "in0", dragon=1).units(2, "in0", human=1)
    partner.units(1, "in1", human=1).units(3, "hb4_l", human=1)
    assert partner.at(BREATH).play().kind != "breath"


@rule("NX-6.7")
def test_no_cards_and_no_modifiers_at_a_special_attack() -> None:
    table = Arranged().units(0, "in0", dragon=1).units(1, "in1", human=1).rubium(9, 9)
    table.hand(1, "en_deflector_screen", "en_second_look").hand(0, "en_targeting_link")
    game = table.at(BREATH, 3).play().choose("breathe in0")
    assert game.at(1, "in1") == {"human": 1}
    assert game.kind != "window"


# Exploration and mining


@rule("NX-7.2")
def test_the_order_of_exploration() -> None:
    table = Arranged().units(0, "hb0_l", leaper=3).units(1, "hb3_l", human=1)
    for hex in ("ed0", "in5", "co1"):
        table.units(0, hex, human=1).token(hex, "ex_leaper" if hex != "ed0" else "ex_g_ref1_leaper")
    game = table.at(MOVED).play()
    # One Leaper is left in the supply, and in5 comes first.
    assert game.at(0, "in5") == {"human": 1, "leaper": 1}
    assert game.at(0, "ed0") == {"human": 1} and game.at(0, "co1") == {"human": 1}


@rule("NX-7.4")
def test_a_hex_is_explored_once() -> None:
    table = Arranged().units(0, "in0", human=1).units(0, "in1", human=1).units(1, "hb3_l", human=1)
    game = table.token("in0", "ex_strider").token("in1", "ex_ref2").at(MOVED).play()
    assert game.s.unexplored == [] and game.s.refinery[hex_of("in1")] == 2
    assert game.s.refinery[hex_of("in0")] == 0
    game.until("deploy").choose("done").until("deploy").choose("done").until("end")
    assert game.at(0, "in0") == {"human": 1, "strider": 1}


@rule("NX-7.5", "NX-7.6")
def test_a_found_unit_sleeps_this_turn() -> None:
    table = Arranged().units(0, "in0", human=1).units(1, "in0", human=1).rubium(9, 9)
    game = table.token("in0", "ex_strider").at(MOVED, 4, 1).play()
    # Only the Humans rolled: the 4 would have been a hit of the Strider.
    assert game.at(0, "in0") == {"human": 1, "strider": 1}
    assert game.at(1, "in0") == {"human": 1}
    game.until("deploy")
    assert game.seat == 1
    game.dice(1, 6, 1).until("casualty")
    assert game.seat == 0 and game.offered == ["lose human", "lose strider"]  # now it defends


@rule("NX-7.6")
def test_a_dormant_unit_counts_for_control_but_not_for_the_battle() -> None:
    table = Arranged().units(0, "in0", human=1, strider=1).dormant("in0", strider=1)
    game = table.units(1, "in0", strider=1).rubium(9, 9).battle(4).play()
    # The only participant dies; the dormant Strider remains and keeps the hex contested.
    assert game.at(0, "in0") == {"strider": 1} and game.at(1, "in0") == {"strider": 1}
    only = Arranged().units(0, "in0", strider=1).dormant("in0", strider=1)
    game = only.units(1, "in0", strider=1).rubium(9, 9).battle().play()
    assert game.s.fought == 0  # no participant, no battle
    mining = Arranged().units(0, "hb0_l", human=1).dormant("hb0_l", human=1)
    assert mining.units(1, "hb3_l", human=1).battle().play().player(0).rubium == 2


@rule("NX-9.1", "NX-9.2")
def test_mining() -> None:
    table = Arranged().refinery("in0", 2).refinery("in1", 1).refinery("in2", 2)
    table.units(0, "in0", human=3).units(0, "in1", strider=1).units(0, "hb3_rear", crystalline=1)
    game = table.units(1, "hb3_l", human=1).at(MOVED).play()
    # in0 pays once for three Humans, in1 has no miner, in2 nobody; the foreign home pays 3.
    assert game.player(0).rubium == 5


# Draw and end


@rule("NX-10.1", "NX-10.5")
def test_one_mission_is_drawn_whatever_the_hand() -> None:
    table = Arranged().units(0, "hb0_l", human=1).units(1, "hb3_l", human=1)
    table.hand(0, *["sm_stone_claim"] * 2, *["sm_human_slayer"] * 2, *["en_overdrive"] * 3)
    game = table.next_card("sm_human_wave").at(DRAW).play()
    assert len(game.player(0).missions.cards) == 5
    assert game.player(0).missions.cards[-1] == card("sm_human_wave")
    assert len(game.player(0).energize.cards) == 3  # nobody holds the Monolith
    assert game.kind == "end"


@rule("NX-10.4")
def test_the_end_of_the_turn() -> None:
    table = Arranged(4, teams="on").units(0, "hb0_l", human=1).units(1, "hb1_l", human=1)
    table.units(2, "hb3_l", human=1).units(3, "hb4_l", human=1).hand(2, "en_ambush")
    game = table.next_card("sm_human_wave").at(DRAW).play()
    assert (game.kind, game.seat) == ("pass_card", 2)
    game.choose("give_nothing")
    assert (game.kind, game.seat) == ("end", 0)
    game.choose("exchange sm_human_wave")
    assert game.player(0).rubium == 1 and game.seat == 1


@rule("NX-11.15")
def test_where_exchange_is_offered() -> None:
    def offers(running: Running) -> bool:
        return "exchange sm_fungicide" in running.offered

    table = Arranged().units(0, "mono", strider=1).units(1, "hb3_l", human=1)
    game = table.hand(0, "sm_fungicide").play()
    assert game.kind == "deploy" and offers(game)
    game.choose("done")
    assert game.kind == "move" and offers(game)
    game.until("end")
    assert offers(game)
    table = Arranged().units(0, "in0", dragon=1).units(1, "in1", human=1).hand(0, "sm_fungicide")
    game = table.rubium(0, 9).at(BREATH).play()
    assert game.kind == "breath" and not offers(game)


@rule("NX-12.2")
def test_undo_takes_the_place_of_cancel() -> None:
    match = new(GAME, seats=2, seed=1)
    match.choose("lead ares_inc")
    match.choose("lead black_helix")
    seat = match.decision.seat
    match.choose("buy human")
    assert match.decision.kind == "place"
    assert [option.verb for option in match.decision.options] == ["place"] * 3
    match.undo(seat)
    assert match.decision.kind == "deploy"
    for token in ("buy human", "place hb0_l", "done", "move hb0_l/human", "go co0"):
        match.choose(token)
    # Exploration has turned up a token: no way back without the others.
    assert not any(hex == hex_of("co0") for hex in match.state.unexplored)
    with pytest.raises(UndoRefused):
        match.undo(seat)


# The Rock Strider


def strides(**ground: str) -> list[str]:
    """Where a Rock Strider on in0 can go; the ground not named is Crystal Spires."""
    game = Arranged().ground(**ground).units(0, "in0", strider=1).at(MOVE).play()
    return game.choose("move in0/strider").offered


@rule("NX-5.9")
def test_a_strider_takes_two_hexes_if_one_of_those_it_enters_is_rock_plains() -> None:
    beside = [f"go {hex}" for hex in ("mono", "in1", "in5", "co0", "ed0", "ed5")]
    assert strides() == beside
    assert strides(in0="rock_plains") == beside  # where it starts does not count
    # The first hex is Rock Plains: everything around it is in reach, and nothing beyond.
    assert set(strides(ed0="rock_plains")) == {*beside, "go co1", "go hb0_l", "go hb0_r"}
    # The second one is: only that one is.
    assert set(strides(co1="rock_plains")) == {*beside, "go co1"}
    # Three hexes away it is out of reach, and no other ground helps.
    assert strides(co3="rock_plains") == beside
    for ground in ("magma_pool", "liquifungus_forest"):
        assert strides(ed0=ground, co1=ground) == beside


@rule("NX-5.9", "NX-5.3")
def test_a_strider_stops_at_the_first_enemy_even_in_rock_plains() -> None:
    table = Arranged().ground(ed0="rock_plains").units(0, "in0", strider=1)
    game = table.units(1, "ed0", human=1).at(MOVE).play().choose("move in0/strider")
    assert "go ed0" in game.offered
    assert not {"go co1", "go hb0_l", "go hb0_r"} & set(game.offered)
