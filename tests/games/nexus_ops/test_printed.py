"""Every card, unit, token, tile and board as it is printed, compared with the content files."""

# ruff: noqa: E501 (a row of a table is one line)

from starhall.engine.text.rulebook import rule
from starhall.games.nexus_ops.game import GAME
from tests.printed import agrees

UNITS = """
id | slot | alternate | count | cost | value | step | miner | barred | abilities
human | human | - | 12 | 2 | 6 | 6 | yes | magma_pool; monolith | -
fungoid | fungoid | - | 8 | 3 | 5 | 5 | yes | monolith | terrain(liquifungus_forest, +1); terrain(crystal_spires, -1)
crystalline | crystalline | - | 8 | 3 | 5 | 4 | yes | monolith | terrain(crystal_spires, +1); terrain(liquifungus_forest, -1)
strider | strider | - | 6 | 6 | 4 | 3 | - | - | stride(rock_plains)
leaper | leaper | - | 4 | 8 | 3 | 2 | - | - | leap(magma_pool); terrain(magma_pool, +1); directed(5)
dragon | dragon | - | 3 | 12 | 2 | 1 | - | - | flight(monolith); breath(4)
clone | human | yes | 12 | 1 | 6 | 6 | yes | magma_pool; monolith | vat_grown(1)
sporling | fungoid | yes | 8 | 3 | 5 | 5 | yes | monolith | creep()
shardian | crystalline | yes | 8 | 3 | 5 | 4 | yes | monolith | shatter(3)
boulder_blitzer | strider | yes | 6 | 5 | 4 | 3 | - | - | avalanche(rock_plains)
magma_diver | leaper | yes | 4 | 8 | 3 | 2 | - | - | dive(magma_pool)
monolith_wyrm | dragon | yes | 3 | 12 | 2 | 1 | - | - | breath(4); chain()
"""
TILES = """
id | shape | copies | terrain | back | refineries
t_monolith | single | 1 | monolith | vortex | -
t_s_rock | single | 2 | rock_plains | - | -
t_s_fungus | single | 1 | liquifungus_forest | - | -
t_s_crystal | single | 1 | crystal_spires | - | -
t_s_magma | single | 2 | magma_pool | - | -
t_d_rock_fungus | double | 2 | rock_plains; liquifungus_forest | - | -
t_d_rock_crystal | double | 1 | rock_plains; crystal_spires | - | -
t_d_rock_magma | double | 1 | rock_plains; magma_pool | - | -
t_d_crystal_magma | double | 1 | crystal_spires; magma_pool | - | -
t_d_crystal_fungus | double | 1 | crystal_spires; liquifungus_forest | - | -
t_home | triple | 4 | home | - | 2; 2; 3
"""
TOKENS = """
id | copies | green | unit | refinery
ex_ref2 | 4 | - | - | 2
ex_ref1_human | 2 | - | human | 1
ex_ref1_fungoid | 2 | - | fungoid | 1
ex_ref1_crystalline | 2 | - | crystalline | 1
ex_ref1_strider | 2 | - | strider | 1
ex_strider | 4 | - | strider | -
ex_leaper | 2 | - | leaper | -
ex_g_ref3 | 1 | yes | - | 3
ex_g_ref2_human | 2 | yes | human | 2
ex_g_ref2_strider | 1 | yes | strider | 2
ex_g_ref1_leaper | 1 | yes | leaper | 1
ex_g_dragon | 1 | yes | dragon | -
"""
ENERGIZE = """
id | copies | when | effect
en_emergency_funds | 3 | deployment | gain(5)
en_orbital_drop | 2 | deployment | drop(human, 2)
en_bulk_contract | 1 | deployment | discount(1)
en_warp_gate | 2 | deployment | warp(3)
en_forced_march | 1 | deployment | march()
en_heat_suits | 1 | deployment | suits()
en_deep_vein | 1 | deployment | vein()
en_corporate_spies | 1 | deployment | spy()
en_targeting_link | 3 | before_dice | mod(+1)
en_static_storm | 2 | before_dice | mod(-1)
en_overdrive | 3 | before_dice | twice()
en_precision_strike | 2 | before_dice | direct()
en_ambush | 2 | before_dice | first()
en_evac_shuttle | 2 | before_dice | evac(2)
en_hot_reserves | 1 | before_dice | reinforce(2)
en_second_look | 3 | after_dice | reroll()
en_deflector_screen | 2 | after_dice | cancel(2)
"""
MISSIONS = """
id | copies | type | points | condition
sm_stone_claim | 2 | battle | 1 | won_in(rock_plains)
sm_spore_harvest | 2 | battle | 1 | won_in(liquifungus_forest)
sm_shatter_the_spires | 2 | battle | 1 | won_in(crystal_spires)
sm_roast_em_alive | 2 | battle | 2 | won_in(magma_pool)
sm_human_slayer | 2 | battle | 1 | destroyed(human, 2)
sm_fungicide | 1 | battle | 1 | destroyed(fungoid, 1)
sm_crystal_breaker | 1 | battle | 1 | destroyed(crystalline, 1)
sm_strider_hunt | 2 | battle | 1 | destroyed(strider, 1)
sm_leaper_hunt | 1 | battle | 2 | destroyed(leaper, 1)
sm_dragon_slayer | 1 | battle | 2 | destroyed(dragon, 1)
sm_giant_killers | 1 | battle | 3 | destroyed_by(dragon, human)
sm_human_wave | 1 | battle | 2 | started_with(human, 4)
sm_flawless_assault | 1 | battle | 2 | flawless(2)
sm_outnumbered | 1 | battle | 2 | fewer()
sm_hostile_takeover | 1 | battle | 3 | in_enemy_home()
sm_death_from_above | 1 | battle | 2 | from_the_monolith()
sm_claim_jumper | 1 | battle | 1 | at_refinery()
sm_last_one_standing | 1 | battle | 2 | sole_survivor()
sm_secure_the_monolith | 1 | objective | 2 | hold_mono(2)
sm_fungal_monopoly | 1 | objective | 1 | most(liquifungus_forest, 2)
sm_crystal_monopoly | 1 | objective | 1 | most(crystal_spires, 2)
sm_stone_monopoly | 1 | objective | 1 | most(rock_plains, 3)
sm_magma_monopoly | 1 | objective | 2 | most(magma_pool, 2)
sm_energy_baron | 1 | objective | 2 | income(12)
sm_foothold | 1 | objective | 2 | hold_enemy_home()
sm_full_menagerie | 1 | objective | 2 | all_slots()
sm_forward_base | 1 | objective | 1 | camp(3)
sm_plasma_test | 1 | objective | 1 | special_kill(1)
sm_double_victory | 1 | objective | 2 | wins(2)
sm_land_grab | 1 | objective | 1 | land(8)
"""
BOARDS = """
id | seats | tokens | field | singles | doubles | homes | apart | places
standard_2 | 2 | 18 | in0; in1; in2; in3; in4; in5; co0; ed0; co1; ed1; co2; ed2; co3; ed3; co4; ed4; co5; ed5 | in0; in1; in2; in3; in4; in5 | co0; ed0; co1; ed1; co2; ed2; co3; ed3; co4; ed4; co5; ed5 | hb0_l; hb0_r; hb0_rear; hb3_l; hb3_r; hb3_rear | - | -
standard_3 | 3 | 18 | in0; in1; in2; in3; in4; in5; co0; ed0; co1; ed1; co2; ed2; co3; ed3; co4; ed4; co5; ed5 | in0; in1; in2; in3; in4; in5 | co0; ed0; co1; ed1; co2; ed2; co3; ed3; co4; ed4; co5; ed5 | hb0_l; hb0_r; hb0_rear; hb2_l; hb2_r; hb2_rear; hb4_l; hb4_r; hb4_rear | - | -
standard_4 | 4 | 18 | in0; in1; in2; in3; in4; in5; co0; ed0; co1; ed1; co2; ed2; co3; ed3; co4; ed4; co5; ed5 | in0; in1; in2; in3; in4; in5 | co0; ed0; co1; ed1; co2; ed2; co3; ed3; co4; ed4; co5; ed5 | hb0_l; hb0_r; hb0_rear; hb1_l; hb1_r; hb1_rear; hb3_l; hb3_r; hb3_rear; hb4_l; hb4_r; hb4_rear | - | -
energy_dependence | 2 | 12 | in0; in1; in2; in3; in4; in5; co0; ed0; co1; co3; ed3; co4 | in0; in2; in3; in5 | co0; ed0; co1; in1; co3; ed3; co4; in4 | hb0_l; hb0_r; hb0_rear; hb3_l; hb3_r; hb3_rear | - | -
rift_corridor | 2 | 18 | (-2,-1); ed3; in4; in5; ed5; (3,-1); (-3,0); co3; in3; in0; co0; (3,0); (-3,1); ed2; in2; in1; ed0; (2,1) | in0; in1; in2; in3; in4; in5 | co0; (3,0); ed5; (3,-1); ed0; (2,1); co3; (-3,0); ed2; (-3,1); ed3; (-2,-1) | hb0_l; hb0_r; hb0_rear; hb1_l; hb1_r; hb1_rear | (3,0); (3,-1); (-3,0); (-3,1) | hb0_l 4; -1, hb0_r 4; 0, hb0_rear 5; -1, hb1_l -4; 1, hb1_r -4; 0, hb1_rear -5; 1
"""


@rule("NX-16.3", "NX-17.22", "NX-1.7", "NX-5.6", "NX-17.33")
def test_units() -> None:
    assert agrees(GAME, "units.toml", "unit", UNITS)


@rule("NX-16.4", "NX-2.4")
def test_tiles() -> None:
    assert agrees(GAME, "tiles.toml", "tile", TILES)


@rule("NX-16.5")
def test_tokens() -> None:
    assert agrees(GAME, "tokens.toml", "token", TOKENS)


@rule("NX-16.9", "NX-16.7")
def test_energize_cards() -> None:
    assert agrees(GAME, "energize.toml", "card", ENERGIZE)


@rule("NX-16.10", "NX-16.8")
def test_missions() -> None:
    assert agrees(GAME, "missions.toml", "mission", MISSIONS)


@rule("NX-2.2", "NX-2.3", "NX-2.4", "NX-2.5", "NX-7.2", "NX-17.34", "NX-17.35", "NX-17.36")
def test_boards() -> None:
    assert agrees(GAME, "boards.toml", "board", BOARDS)
