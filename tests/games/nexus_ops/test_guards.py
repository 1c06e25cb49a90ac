"""Boundaries of the rules: what is just enough, what comes last, what does not count."""

from __future__ import annotations

import pytest

from starhall.engine.knowledge.memory import Witness
from starhall.engine.knowledge.views import view
from starhall.engine.rules.chance import Stream, seed_bytes
from starhall.engine.rules.state import State
from starhall.engine.text.rulebook import rule
from starhall.games.nexus_ops.boards import hex_of
from starhall.games.nexus_ops.content import NEVER, NONE, SLOTS, TERRAINS, Content
from starhall.games.nexus_ops.game import GAME
from starhall.games.nexus_ops.rules.control import add, deploy, destroy, take
from starhall.games.nexus_ops.rules.decks import draw_energize
from starhall.games.nexus_ops.rules.missions import most as has_most
from starhall.games.nexus_ops.rules.setup import shuffle_decks
from starhall.games.nexus_ops.stacks import ONE
from starhall.games.nexus_ops.state import Fight, Table
from tests.games.nexus_ops.tables import BREATH, CONTENT, MOVE, Arranged, Running, dealt
from tests.resting import fields

# What the engine keeps, and what NX-13.6 hides.
NOT_OPEN = {field.name for field in fields(State)} | {"seat", "players", "heard"}
ABILITIES: dict[str, dict[str, int | str]] = {  # by unit: what its texts set in the tables
    "human": {},
    "fungoid": {},
    "crystalline": {},
    "strider": {"stride": "rock_plains"},
    "leaper": {"leap": "magma_pool", "directed_from": 5},
    "dragon": {"flight": "monolith", "breath": 4},
    "clone": {"idle_dice": 1, "one_per_home": True},
    "sporling": {"creeps": True},
    "shardian": {"shatter": 3},
    "boulder_blitzer": {"avalanche": "rock_plains"},
    "magma_diver": {"dive": "magma_pool"},
    "monolith_wyrm": {"breath": 4, "chains": True},
}
NOTHING = {
    "stride": NONE,
    "leap": NONE,
    "flight": NONE,
    "dive": NONE,
    "avalanche": NONE,
    "directed_from": NEVER,
    "breath": NEVER,
    "shatter": NEVER,
    "idle_dice": 0,
    "creeps": False,
    "chains": False,
    "one_per_home": False,
}


@rule("NX-1.7", "NX-8.11", "NX-8.16", "NX-15.4", "NX-16.3", "NX-17.22", "NX-17.23", "NX-17.33")
def test_what_the_abilities_of_units_set() -> None:
    for unit, name in enumerate(CONTENT.units):
        for table, nothing in NOTHING.items():
            said = ABILITIES[name].get(table, nothing)
            expected = TERRAINS.index(said) if isinstance(said, str) else said
            assert getattr(CONTENT, table)[unit] == expected, (name, table)
            assert getattr(Content(), table) == [nothing] * 12


@rule("NX-8.16", "NX-16.3", "NX-1.7", "NX-8.11", "NX-15.4")
def test_terrain_steps_miners_and_the_cheapest_unit() -> None:
    modifiers = {
        (CONTENT.units[place // 7], TERRAINS[place % 7]): modifier
        for place, modifier in enumerate(CONTENT.terrain_modifier)
        if modifier
    }
    assert modifiers == {
        ("fungoid", "liquifungus_forest"): 1,
        ("fungoid", "crystal_spires"): -1,
        ("crystalline", "crystal_spires"): 1,
        ("crystalline", "liquifungus_forest"): -1,
        ("leaper", "magma_pool"): 1,
    }
    steps = [SLOTS[slot] for slot in CONTENT.slot_at[1:7]]
    assert steps == ["dragon", "leaper", "strider", "crystalline", "fungoid", "human"]
    assert CONTENT.slot_at[8:] == CONTENT.slot_at[1:7] and CONTENT.slot_at[0] == NONE
    assert CONTENT.count == [12, 8, 8, 6, 4, 3]
    assert CONTENT.cheapest == [2, 1]
    assert CONTENT.miners == 0xFFF  # the three low slots of a stack


@rule("NX-1.5", "NX-1.4")
def test_a_hex_is_occupied_as_long_as_a_unit_is_there() -> None:
    s = dealt(2)
    player, hex = s.players[0], hex_of("in3")
    supply = player.supply
    deploy(player, hex, 0)
    add(player, hex, ONE[3])
    assert player.stacks[hex] == ONE[0] + ONE[3] and player.mask == 1 << hex
    assert player.supply == supply - ONE[0]
    take(player, hex, ONE[3])
    assert player.stacks[hex] == ONE[0] and player.mask == 1 << hex
    destroy(player, hex, ONE[0])
    assert player.stacks[hex] == 0 and player.mask == 0 and player.supply == supply


@rule("NX-8.5", "NX-8.24", "NX-8.11", "NX-8.13")
def test_humans_roll_in_the_last_step() -> None:
    table = Arranged().units(0, "in0", human=1).units(1, "in0", human=2).units(1, "hb3_l", human=1)
    game = table.units(0, "hb0_l", human=1).battle(6, 1, 1).play()
    assert game.at(1, "in0") == {"human": 1}


@rule("NX-11.1", "NX-11.2", "NX-11.3", "NX-11.4")
def test_the_discards_are_shuffled_when_they_become_the_deck() -> None:
    s = Arranged().s
    s.energize_pile.cards = sorted(s.energize_deck.cards)
    s.energize_deck.cards = []
    discards = s.energize_pile.cards[:]
    draw_energize(s, 0, 1)
    cards = [*s.energize_deck.cards, *s.players[0].energize.cards]
    assert s.energize_pile.cards == [] and sorted(cards) == discards
    assert cards not in (discards, discards[::-1])


@rule("NX-10.4", "NX-11.15", "NX-5.1", "NX-5.2", "NX-4.1", "NX-12.1")
def test_passing_is_listed_last() -> None:
    table = Arranged().units(0, "in0", human=1).units(1, "hb3_l", human=1).rubium(9, 9)
    game = table.hand(0, "sm_fungicide", "en_ambush").play()
    assert game.offered[-1] == "done" and "exchange sm_fungicide" in game.offered
    game.choose("done")
    assert game.offered[-3:] == ["exchange sm_fungicide", "exchange en_ambush", "end_movement"]
    game.until("end")
    assert game.offered[-1] == "end_turn" and "exchange sm_fungicide" in game.offered


@rule("NX-5.1", "NX-11.14")
def test_a_card_is_exchanged_while_moving() -> None:
    table = Arranged().units(0, "in0", human=1).units(1, "hb3_l", human=1).rubium(0, 9)
    game = table.hand(0, "sm_fungicide").at(MOVE).play().choose("exchange sm_fungicide")
    assert game.player(0).rubium == 1 and not game.player(0).missions.cards
    assert game.kind == "move" and "exchange sm_fungicide" not in game.offered


@rule("NX-15.6", "NX-15.7", "NX-15.3", "NX-17.17")
def test_a_team_whose_players_are_both_out_ends_the_game() -> None:
    table = Arranged(4, teams="on").units(0, "in0", dragon=2).units(2, "hb3_l", human=1)
    table.units(1, "in1", human=1).units(3, "ed0", human=1).rubium(9, 0, 9, 0)
    game = table.at(BREATH, 6, 6).play().choose("breathe in0", "aim in1", "breathe in0")
    assert game.over and game.s.reason == "elimination"


@rule("NX-16.7", "NX-16.9", "NX-5.4")
def test_a_warp_goes_elsewhere_and_stops_with_the_last_unit() -> None:
    table = Arranged().hand(0, "en_warp_gate").units(0, "in0", human=1).units(1, "in3", human=1)
    table.units(0, "hb0_l", human=1).rubium(9, 9)
    game = table.play().choose("play en_warp_gate", "at in0")
    assert "at in0" not in game.offered  # another hex ...
    assert "at in3" not in game.offered  # ... without enemies
    assert "at in1" in game.offered
    game.choose("at in1")
    assert game.kind == "deploy"  # the only unit has gone: nothing more is asked
    assert game.at(0, "in1") == {"human": 1} and game.at(0, "in0") == {}


@rule("NX-17.19", "NX-16.8", "NX-16.10")
@pytest.mark.parametrize(("own", "other", "most"), [(2, 1, True), (2, 2, False), (1, 0, False)])
def test_most_hexes_of_a_terrain_is_more_than_each_enemy(own: int, other: int, most: bool) -> None:
    forest = ["in0", "in1", "in3", "in4"]
    table = Arranged().ground(**dict.fromkeys(forest, "liquifungus_forest"))
    for hex in forest[:own]:
        table.units(0, hex, human=1)
    for hex in forest[2 : 2 + other]:
        table.units(1, hex, human=1)
    mission = CONTENT.card("sm_fungal_monopoly")
    table.units(1, "hb3_l", human=1)
    assert has_most(table.s, 0, mission) is most


@rule("NX-5.10", "NX-5.5")
def test_a_leap_reaches_two_hexes_and_not_the_monolith_from_afar() -> None:
    table = Arranged().ground(co0="magma_pool").units(0, "co0", leaper=1).units(1, "hb3_l", human=1)
    game = table.at(MOVE).play().choose("move co0/leaper")
    assert "go mono" in game.offered  # two hexes away
    table = Arranged().ground(ed0="magma_pool", in0="rock_plains")
    table.ground(hb0_l="home").units(0, "hb0_rear", leaper=1).units(1, "hb3_l", human=1)
    game = table.at(MOVE).play().choose("move hb0_rear/leaper")
    assert "go mono" not in game.offered


class Noting(Stream):
    """Notes how many things are shuffled, in order."""

    noted: list[int]

    def shuffle(self, items: list[int]) -> None:
        self.noted.append(len(items))


@rule("NX-2.17", "NX-17.9", "NX-14.1")
def test_missions_are_shuffled_before_energize_cards() -> None:
    s = dealt(2)
    stream = Noting(seed_bytes(1))
    stream.noted = []
    for zone in (s.mission_deck, s.energize_deck):
        zone.cards = []
    shuffle_decks(s, stream)
    assert stream.noted == [36, 32]


@rule("NX-8.10", "NX-17.27")
def test_a_shattered_unit_is_asked_for_though_nobody_holds_a_card() -> None:
    table = Arranged(alternate_units="on").units(0, "in0", strider=1)
    table.units(1, "in0", crystalline=1, human=1).units(1, "hb3_l", human=1)
    game = table.units(0, "hb0_l", human=1).battle(1, 1, 1, 1).play()
    assert game.kind == "window" and "shatter" in game.offered


@rule("NX-8.6", "NX-11.10", "NX-8.10")
def test_dice_of_one_side_are_enough_for_the_window_after_the_dice() -> None:
    table = Arranged().units(0, "in0", dragon=1).units(1, "in0", human=2).units(1, "hb3_l", human=1)
    table.units(0, "hb0_l", human=1).hand(1, "en_second_look", "en_ambush")
    game = table.battle(1, 1, 1).play()
    assert game.kind == "window" and "play en_ambush" in game.offered
    assert "play en_second_look" not in game.offered
    game.choose("pass")
    assert "play en_second_look" in game.offered and "play en_ambush" not in game.offered


@rule("NX-8.11", "NX-8.12", "NX-17.28")
def test_boulder_blitzers_strike_first_in_rock_plains_only() -> None:
    for terrain, first in (("rock_plains", True), ("crystal_spires", False)):
        table = Arranged(alternate_units="on").ground(in0=terrain).units(0, "in0", strider=1)
        table.units(1, "in0", leaper=1).units(1, "hb3_l", human=1).units(0, "hb0_l", human=1)
        game = table.battle(6, 6).play()
        assert (game.at(0, "in0") == {"strider": 1}) is first
        assert (game.at(1, "in0") == {}) is first


@rule("NX-4.5", "NX-11.12", "NX-4.6")
def test_a_card_at_the_wrong_moment_is_refused_for_that() -> None:
    def reason(game: Running, token: str) -> tuple[str, str]:
        found = GAME.refusals(game.s, game.decision)
        refused = next(one.reason for one in found if one.option.token == token)
        return refused.rule, refused.key

    table = Arranged().units(0, "in0", human=1).units(1, "hb3_l", human=1).rubium(9, 9)
    game = table.hand(0, "en_ambush", "en_second_look").play()
    assert reason(game, "play en_ambush") == ("NX-11.12", "wrong_moment")
    assert reason(game, "play en_second_look") == ("NX-11.12", "wrong_moment")
    table = Arranged().units(0, "in0", dragon=1).units(1, "in0", human=2)
    table.units(1, "hb3_l", human=1).units(0, "hb0_l", human=1)
    game = table.hand(0, "en_ambush", "en_emergency_funds").battle(1, 1, 1).play()
    assert reason(game, "play en_emergency_funds") == ("NX-4.5", "wrong_moment")


@rule("NX-5.9", "NX-5.5")
def test_a_strider_does_not_reach_the_monolith_from_afar() -> None:
    table = Arranged().ground(ed0="rock_plains").units(0, "hb0_rear", strider=1)
    game = table.units(1, "hb3_l", human=1).at(MOVE).play().choose("move hb0_rear/strider")
    assert "go mono" not in game.offered and "go hb0_l" in game.offered
    near = Arranged().ground(in0="rock_plains").units(0, "co0", strider=1)
    game = near.units(1, "hb3_l", human=1).at(MOVE).play().choose("move co0/strider")
    assert "go mono" in game.offered


@rule("NX-5.1", "NX-5.4", "NX-5.14")
def test_a_unit_that_has_moved_is_refused_for_that() -> None:
    table = Arranged().units(0, "in0", human=1, strider=1).units(1, "hb3_l", human=1)
    game = table.at(MOVE).play().choose("move in0/human", "go in1")
    said = {one.option.token: one.reason.key for one in GAME.refusals(game.s, game.decision)}
    assert said["move in1/human"] == "has_moved" and "move in0/strider" not in said
    assert game.offered == ["move in0/strider", "end_movement"]


@rule("NX-16.9", "NX-4.6", "NX-11.12")
def test_only_those_who_fight_evacuate_and_reinforce() -> None:
    table = Arranged(3).units(0, "in0", dragon=1).units(1, "in0", human=2)
    table.units(1, "hb2_l", human=1).units(0, "hb0_l", human=1).units(2, "hb4_l", human=1)
    table.hand(2, "en_evac_shuttle", "en_hot_reserves", "en_targeting_link")
    game = table.battle(1, 1, 1).play().until("window")
    while game.seat != 2:
        game.choose("pass")
    said = {one.option.token: one.reason.key for one in GAME.refusals(game.s, game.decision)}
    assert said["play en_evac_shuttle"] == said["play en_hot_reserves"] == "not_fighting"
    assert "play en_targeting_link" in game.offered


@rule("NX-16.7", "NX-17.19")
def test_out_of_a_hex_shared_with_the_partner_nobody_marches_into_enemies() -> None:
    table = Arranged(4, teams="on").hand(0, "en_forced_march").units(0, "in0", human=1)
    table.units(2, "in1", human=1).units(1, "in2", human=1).units(3, "hb4_l", human=1)
    game = table.rubium(9, 9, 9, 9).play().choose("play en_forced_march", "take human", "done")
    game.choose("move in0/human", "go in1", "march in1/human")
    assert "go in2" not in game.offered and "go co1" in game.offered


@rule("NX-4.1", "NX-16.7")
def test_a_discount_ends_with_the_deployment_phase() -> None:
    table = Arranged().units(0, "in0", human=1).units(1, "hb3_l", human=1).rubium(9, 9)
    game = table.hand(0, "en_bulk_contract").play().choose("play en_bulk_contract")
    assert game.s.discount == 1
    game.choose("done")
    assert game.kind == "move" and game.s.discount == 0


@rule("NX-5.12", "NX-5.14", "NX-5.4", "NX-5.5")
def test_a_surrounded_dragon_flies_out_of_a_contested_monolith() -> None:
    table = Arranged().units(0, "mono", dragon=1, strider=1).units(1, "mono", strider=1)
    for k in range(6):
        table.units(1, f"in{k}", human=1)
    game = table.rubium(9, 9).at(MOVE).play()
    assert game.offered == ["move mono/dragon", "end_movement"]
    game.choose("move mono/dragon")
    assert "go co3" in game.offered and "go in0" not in game.offered


@rule("NX-16.7", "NX-5.14", "NX-5.6")
def test_in_heat_suits_humans_move_and_march_onto_magma() -> None:
    table = Arranged().ground(**{f"in{k}": "magma_pool" for k in range(6)}).rubium(9, 9)
    table.hand(0, "en_heat_suits", "en_forced_march").units(0, "mono", human=1)
    game = table.units(1, "hb3_l", human=1).play()
    game.choose("play en_heat_suits", "play en_forced_march", "take human", "done")
    game.choose("move mono/human", "go in0", "march in0/human")
    assert "go in1" in game.offered and "go mono" in game.offered


@rule("NX-8.24", "NX-8.5", "NX-8.33")
@pytest.mark.parametrize("winner", [0, 1])
def test_a_battle_is_over_as_soon_as_one_side_is_gone(winner: int) -> None:
    table = Arranged().units(winner, "in0", dragon=1, human=1).units(1 - winner, "in0", human=1)
    table.units(0, "hb0_l", human=1).units(1, "hb3_l", human=1).rubium(9, 9)
    game = table.hand(winner, "en_second_look").battle(6, 6).play()
    assert game.kind == "window" and game.fight.step == 1
    game.choose("pass")
    assert game.s.fight is None and game.kind != "window"  # the Human does not roll any more
    assert game.player(0).points == (1 if winner == 0 else 0)
    assert len(game.player(1).energize.cards) == 1  # console, or the Second Look that is left


@rule("NX-17.23", "NX-16.7")
def test_clones_from_a_card_or_token_do_not_count_as_bought() -> None:
    table = Arranged(alternate_units="on").hand(0, "en_orbital_drop").rubium(9, 9)
    game = table.units(1, "hb3_l", human=1).play()
    game.choose("play en_orbital_drop", "at hb0_l", "number 2", "buy clone")
    assert game.offered == ["place hb0_l", "place hb0_r", "place hb0_rear"]
    game.choose("place hb0_l")
    assert game.at(0, "hb0_l") == {"human": 3}
    assert "place hb0_l" not in game.choose("buy clone").offered


@rule("NX-6.1", "NX-6.6")
def test_nothing_is_aimed_at_when_special_attacks_are_over() -> None:
    table = Arranged().units(0, "in0", dragon=1).units(1, "in1", human=2).rubium(9, 9)
    game = table.hand(0, "en_ambush").at(BREATH, 6).play().choose("breathe in0")
    assert (game.s.breather, game.s.aim, game.s.victim) == (NONE, NONE, NONE)
    assert game.s.breathed == [hex_of("in0")] and game.s.kills == 1


def changed(value: object) -> object:
    """Another value of the same type, so that a default cannot be taken for it."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value + "x"
    assert isinstance(value, list)
    return [changed(item) for item in value] if value else [1]


@rule("NX-13.1", "NX-1.1", "NX-2.12", "NX-8.6", "NX-8.7", "NX-11.10", "NX-3.6", "NX-17.11")
@rule("NX-2.6", "NX-8.11", "NX-8.24", "NX-8.26")
@pytest.mark.parametrize("observer", [0, 2])
def test_everything_on_the_table_is_open(observer: int) -> None:
    """All but the hands, the decks, the tokens face down and how far a window has come."""
    s = Arranged().s
    s.witness = Witness(3)
    s.fight = Fight(hex=3, attacker=1, defender=0)
    plain = (int, bool, str, list)
    for part in (s, s.fight, *s.players):
        for field in fields(type(part)):
            value = getattr(part, field.name, None)
            if field.name not in NOT_OPEN and type(value) in plain:
                setattr(part, field.name, changed(value))
    seen = view(s, observer)
    assert isinstance(seen, Table) and seen.fight is not None
    for part, shown in zip(
        (s, s.fight, *s.players), (seen, seen.fight, *seen.players), strict=True
    ):
        for field in fields(type(part)):
            value = getattr(part, field.name, None)
            if field.name not in NOT_OPEN and type(value) in plain:
                assert getattr(shown, field.name) == value, field.name
