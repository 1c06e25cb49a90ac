"""Single rules, each in the smallest position in which breaking it shows."""

import pytest

from starhall.engine.knowledge.views import view
from starhall.engine.match.match import Match
from starhall.engine.match.opening import new
from starhall.engine.rules.fields import NOBODY
from starhall.engine.rules.state import UNKNOWN, Part
from starhall.engine.text.rulebook import rule
from starhall.games.nexus_ops.boards import hex_of, hexes_of
from starhall.games.nexus_ops.game import GAME
from starhall.games.nexus_ops.rules.control import contested_mask, enemy_mask
from starhall.games.nexus_ops.rules.turn import phase_of
from starhall.games.nexus_ops.state import Fight, Table
from tests.games.nexus_ops.tables import (
    BEGIN,
    CONTENT,
    DRAW,
    MOVE,
    Arranged,
    Running,
    card,
    dealt,
    stack,
)


def why(game: Running) -> dict[str, str]:
    """Token -> rule, for what is refused."""
    refusals = GAME.refusals(game.s, game.decision)
    return {refusal.option.token: refusal.reason.rule for refusal in refusals}


# What everybody sees


SECRET = {"heard", "missions", "energize"}  # of a player


@rule("NX-13.1", "NX-13.2", "NX-13.7", "NX-8.6", "NX-8.7", "NX-8.11", "NX-8.26", "NX-11.10",
      "NX-3.6", "NX-1.8")  # fmt: skip
def test_all_but_hands_decks_and_tokens_is_open() -> None:
    s = dealt(3, 1, transmissions="on")
    s.fight = Fight(hex=3, attacker=1, defender=2)
    for part in (s, s.fight, *s.players):
        for name in fields_of(part):
            change(part, name)
    seen = view(s, s.seats)  # a spectator
    assert seen.fight is not None
    parts = [(s, seen), (s.fight, seen.fight), *zip(s.players, seen.players, strict=True)]
    for truth, shown in parts:
        for name in fields_of(truth):
            if name not in SECRET:
                assert getattr(shown, name) == getattr(truth, name), name
    hidden = {zone.name.split(":")[0] for zone in s.zones() if zone.sight == NOBODY}
    assert hidden == {
        "mission_deck", "mission_bottom", "offer", "energize_deck", "ground", "spare"
    }  # fmt: skip
    for zone, shown in zip(s.zones(), seen.zones(), strict=True):
        zone_name = zone.name.split(":")[0]
        open_to_all = zone_name not in hidden and zone_name not in SECRET
        assert shown.cards == (zone.cards if open_to_all else [UNKNOWN] * len(zone.cards))


def fields_of(part: Part) -> list[str]:
    """The numbers, texts and lists of a part that are not content, zones or other parts."""
    plain = (int, str, bool)
    found = []
    for name in vars(type(part))["__slots__"]:
        value = getattr(part, name)
        listed = isinstance(value, list) and all(isinstance(item, plain) for item in value)
        if (isinstance(value, plain) or listed) and name not in ("seats", "over", "auto_single"):
            found.append(name)
    return found


def change(part: Part, name: str) -> None:
    """Another value than the default, so that a view that hides it differs."""
    value = getattr(part, name)
    if isinstance(value, bool):
        setattr(part, name, not value)
    elif isinstance(value, int):
        setattr(part, name, value + 2)
    elif isinstance(value, str):
        setattr(part, name, "target")
    else:
        setattr(part, name, [*value, 1])


# Sections 1 and 2


@rule("NX-1.5", "NX-4.2", "NX-4.3")
def test_a_bought_figure_leaves_the_supply_and_a_destroyed_one_returns() -> None:
    game = Arranged().rubium(9, 9).units(1, "hb3_l", human=1).play()
    assert game.supply(0, "human") == 12
    game.choose("buy human", "place hb0_l", "buy human", "place hb0_l", "buy human", "place hb0_r")
    assert game.supply(0, "human") == 9
    assert (game.at(0, "hb0_l"), game.at(0, "hb0_r")) == ({"human": 2}, {"human": 1})
    table = Arranged().units(0, "in0", strider=1).units(1, "in0", human=3).rubium(9, 9)
    assert table.battle(4, 1, 1).play().supply(1, "human") == 12 - 2


@rule("NX-2.13")
def test_whoever_has_a_company_is_not_asked_again() -> None:
    match = new(GAME, seats=3, seed=4)
    first = match.decision.seat
    match.choose("lead ares_inc")
    fork = match.fork()
    assert fork.decision.seat == match.decision.seat == (first + 1) % 3
    fork.choose("lead black_helix")
    fork = fork.fork()
    assert fork.decision.seat == (first + 2) % 3
    fork.choose("lead zyborg_tech")
    assert fork.decision.kind == "deploy"
    factions = [fork.state.players[(first + i) % 3].faction for i in range(3)]
    assert factions == [0, 1, 3]


# Section 3


@rule("NX-3.1", "NX-3.3", "NX-9.1", "NX-11.8")
def test_objectives_may_be_scored_at_six_moments_of_a_turn() -> None:
    table = Arranged().units(0, "mono", strider=3).units(0, "hb0_l", human=1).rubium(1, 9)
    table.units(0, "in0", human=1).units(1, "in0", human=1).units(1, "hb3_l", human=1)
    table.hand(0, "sm_secure_the_monolith").refinery("hb0_l", 2)
    game = table.dice(1, 1).play()
    seen = []
    while game.seat == 0 and game.kind != "end":
        if game.kind == "objective":
            seen.append((phase_of(game.s), game.player(0).rubium))
            game.choose("continue")
        else:
            game.end_phase()
    assert seen == [
        ("deployment", 1),
        ("movement", 1),
        ("exploration", 1),
        ("battles", 1),
        ("mining", 3),  # after the rubium has come in
        ("draw", 3),
    ]


@rule("NX-3.4", "NX-3.5", "NX-15.2")
def test_objectives_come_before_the_elimination_check_of_deployment() -> None:
    table = Arranged().units(0, "mono", strider=2).rubium(9, 1).points(10, 0)
    table.hand(0, "en_corporate_spies", "sm_secure_the_monolith").hand(1, "en_ambush")
    game = table.play().choose("play en_corporate_spies", "done")
    # B has no unit, 1 rubium and no card any more; but A may score first.
    assert game.kind == "objective" and not game.player(1).out
    game.choose("score sm_secure_the_monolith")
    assert game.over and game.result.reason == "target"


@rule("NX-3.4")
def test_who_is_robbed_of_the_last_card_is_eliminated_after_deployment() -> None:
    table = Arranged().units(0, "mono", strider=2).rubium(9, 1)
    table.hand(0, "en_corporate_spies").hand(1, "en_ambush")
    game = table.play().choose("play en_corporate_spies")
    assert game.kind == "deploy"
    game.choose("done")
    assert game.over and game.player(1).out


@rule("NX-3.1", "NX-3.3", "NX-10.1", "NX-10.2", "NX-10.3", "NX-10.4", "NX-17.37")
def test_the_draw_phase_in_order() -> None:
    table = Arranged(4, teams="on").units(0, "mono", strider=2).units(1, "hb1_l", human=1)
    table.units(3, "hb4_l", human=1).hand(2, "en_ambush").rubium(9, 9, 9, 9)
    game = table.next_card("sm_secure_the_monolith").at(DRAW).play()
    # The mission and the two Energize cards are there before the first question.
    assert (game.kind, game.seat) == ("objective", 0)
    assert len(game.player(0).energize.cards) == 2
    game.choose("continue")
    assert (game.kind, game.seat) == ("pass_card", 2)
    game.choose("give en_ambush")
    assert (game.kind, game.seat) == ("end", 0)
    assert "exchange en_ambush" in game.offered and game.player(0).hand() == 4


@rule("NX-3.4", "NX-17.10", "NX-17.12")
def test_the_vortex_comes_before_the_turn_and_ends_with_an_elimination_check() -> None:
    table = Arranged(vortex="on").units(0, "in3", human=1).units(1, "in0", human=1).rubium(9, 0)
    table.s.round = 2
    game = table.at(BEGIN, 2, 5, 1).play()
    assert game.over and game.player(1).out
    first = Arranged(vortex="on").units(0, "in3", human=1).units(1, "in0", human=1).rubium(9, 0)
    game = first.at(BEGIN, 2, 5, 1).play()  # not before his first turn
    assert not game.over and game.at(1, "in0") == {"human": 1}
    other = Arranged(vortex="on").units(0, "in3", human=1).units(1, "in0", human=1).rubium(9, 9)
    other.s.round = 2
    game = other.active(1).at(BEGIN, 2, 5, 1).play()  # not before the turns of others
    assert game.at(1, "in0") == {"human": 1}


# Section 5 and the cards that move units


@rule("NX-5.4", "NX-16.7")
def test_warp_gate_ignores_contested_hexes_and_takes_up_to_three() -> None:
    table = Arranged().units(0, "in0", human=2, strider=2).units(1, "in0", human=1)
    game = table.hand(0, "en_warp_gate").rubium(9, 9).units(0, "co3", human=1).play()
    game.choose("play en_warp_gate")
    assert (game.kind, game.offered) == ("card_from", ["at in0", "at co3"])
    game.choose("at in0")
    assert game.kind == "card_to" and "at co3" in game.offered and "at in0" not in game.offered
    game.choose("at mono")
    # Only Striders may enter: one must go, and after the second nobody is left who could.
    assert (game.kind, game.at(0, "mono")) == ("card_unit", {"strider": 1})
    assert game.offered == ["take strider", "stop"]
    game.choose("take strider")
    assert (game.kind, game.at(0, "mono")) == ("deploy", {"strider": 2})
    table = Arranged().units(0, "in0", human=5).hand(0, "en_warp_gate").rubium(9, 9)
    game = table.play().choose("play en_warp_gate", "at co3", "take human")
    assert game.kind == "card_unit"
    game.choose("take human")
    assert (game.kind, game.at(0, "co3"), game.at(0, "in0")) == (
        "deploy",
        {"human": 3},
        {"human": 2},
    )


@rule("NX-5.14", "NX-1.9", "NX-17.19")
def test_partners_are_not_enemies() -> None:
    table = Arranged(4, teams="on").ground(ed0="rock_plains", ed5="rock_plains")
    table.units(0, "in0", strider=1).units(2, "ed0", human=1).units(1, "ed5", human=1)
    table.units(3, "hb4_l", human=1).rubium(9, 9, 9, 9)
    s = table.s
    assert hexes_of(enemy_mask(s, 0)) == sorted([hex_of("ed5"), hex_of("hb4_l")])
    assert hexes_of(enemy_mask(s, 1)) == sorted([hex_of("in0"), hex_of("ed0")])
    assert contested_mask(s) == 0
    game = table.at(MOVE).play().choose("move in0/strider")
    assert "go hb0_l" in game.offered  # past the partner in ed0
    assert "go ed5" in game.offered and "go co5" not in game.offered  # not past the enemy in ed5


# Section 8


@rule("NX-8.1", "NX-8.2", "NX-7.6")
def test_why_there_is_no_battle() -> None:
    table = Arranged().units(0, "in0", human=1).units(1, "in0", human=1).units(0, "co0", human=1)
    table.units(0, "in3", human=1).units(1, "in3", human=1)
    table.units(0, "ed3", strider=1).units(1, "ed3", human=1).dormant("ed3", strider=1)
    table.units(0, "in5", human=1).units(1, "in5", human=1)
    table.s.fought = 1 << hex_of("in5")
    game = table.rubium(9, 9).battle().play()
    assert game.offered == ["fight in0", "fight in3"]
    assert why(game) == {
        "fight co0": "NX-8.1",
        "fight in5": "NX-8.2",
        "fight ed3": "NX-8.2",
        "pass": "NX-8.1",
    }


@rule("NX-8.6", "NX-17.24", "NX-17.25")
def test_creep_follows_the_rewards() -> None:
    def won() -> Running:
        table = Arranged(alternate_units="on").units(0, "in0", fungoid=2).units(1, "in0", human=1)
        table.units(1, "ed0", human=1).units(1, "hb3_l", human=1).rubium(9, 9)
        return table.battle(5, 1, 1, 1).play()

    game = won()
    assert game.kind == "creep" and game.player(0).points == 1
    assert len(game.player(1).energize.cards) == 1
    assert "creep ed0" in game.offered and "creep mono" not in game.offered
    assert why(game)["creep mono"] == "NX-5.6" and why(game)["creep hb3_l"] == "NX-17.24"
    game.choose("stay")
    assert game.at(0, "in0") == {"fungoid": 2}
    game = won().choose("creep ed0")
    assert (game.kind, game.offered) == ("creep_number", ["number 1", "number 2"])
    assert why(game)["number 3"] == "NX-17.24"
    game.dice(5).choose("number 1")
    while game.kind == "window":  # B may have drawn a card for this moment
        game.choose("pass")
    # The new hex is a battle hex: the Sporling fights again, and wins.
    assert game.player(0).points == 2 and game.at(0, "in0") == {"fungoid": 1}


@rule("NX-8.10", "NX-17.26")
def test_why_nobody_shatters() -> None:
    table = Arranged(3, alternate_units="on").units(0, "in0", crystalline=1, dragon=1)
    table.units(1, "in0", human=3).rubium(9, 9, 9).hand(1, "en_static_storm")
    table.hand(2, "en_static_storm").hand(0, "en_second_look")
    game = table.battle(1, 1, 1).play()
    assert game.seat == 0 and "shatter" in game.offered and "shatter" not in why(game)
    game.choose("pass", seat=0)
    assert game.seat == 1 and why(game)["shatter"] == "NX-8.10"
    game.choose("pass", seat=1)
    assert game.seat == 2 and why(game)["shatter"] == "NX-8.10"
    game.choose("pass", seat=2)
    # After the Wyrm's dice it is too late.
    assert game.seat == 0 and why(game)["shatter"] == "NX-17.26"


@rule("NX-8.26", "NX-16.7", "NX-16.9")
def test_evac_shuttle_takes_two_at_most_to_a_free_hex_beside_the_battle() -> None:
    table = Arranged().units(0, "in0", strider=1).units(1, "in0", human=3, strider=1)
    table.units(0, "co0", human=1).ground(in1="magma_pool").hand(1, "en_evac_shuttle")
    game = table.rubium(9, 9).battle(1, 1).play()
    assert game.seat == 1
    game.choose("play en_evac_shuttle")
    assert game.kind == "card_to"
    refused = why(game)
    assert refused["at co0"] == "NX-16.7"  # enemies
    assert refused["at in3"] == refused["at in0"] == "NX-16.7"  # not beside it
    assert "at in1" in game.offered and "at ed0" in game.offered and "at in3" not in game.offered
    game.choose("at ed0", "take human")
    assert "stop" in game.offered
    game.choose("take human")
    assert game.kind != "card_unit" and game.at(1, "ed0") == {"human": 2}
    magma = Arranged().units(0, "in0", strider=1).units(1, "in0", human=1, strider=1)
    magma.ground(in1="magma_pool").hand(1, "en_evac_shuttle")
    game = magma.rubium(9, 9).battle(1, 1).play().choose("play en_evac_shuttle", "at in1")
    assert game.at(1, "in1") == {"strider": 1}  # a Human may not enter: nothing to choose


@rule("NX-8.29", "NX-11.6", "NX-11.8")
def test_only_battle_missions_that_the_battle_fulfils_are_offered() -> None:
    table = Arranged().units(0, "in0", dragon=1).units(1, "in0", human=1).rubium(9, 9)
    table.units(0, "mono", strider=2).units(1, "hb3_l", human=1)
    table.hand(0, "sm_secure_the_monolith", "sm_shatter_the_spires", "sm_stone_claim")
    game = table.battle(6).play()
    assert game.offered == ["score sm_shatter_the_spires", "decline"]
    assert why(game) == {
        "score sm_secure_the_monolith": "NX-11.8",
        "score sm_stone_claim": "NX-8.29",
    }


# Section 10


@rule("NX-10.1", "NX-11.1")
def test_nobody_draws_a_mission_that_is_not_there() -> None:
    def drawn(empty: bool) -> Match[Table]:
        table = Arranged().units(0, "in0", human=1).units(1, "hb3_l", human=1).rubium(9, 9)
        if empty:
            table.s.gather(table.s.mission_deck, table.s.mission_box)
        return table.hand(0, "en_ambush").at(DRAW).match()

    assert drawn(False).sentences(1)[0] == "Mira draws a Secret Mission."
    assert len(drawn(False).state.players[0].missions.cards) == 1
    assert drawn(True).sentences(1)[0] == "No Secret Mission is left for Mira to draw."


# Section 16


TOKENS = {  # count, green, unit, refinery
    "ex_ref2": (4, False, "", 2),
    "ex_ref1_human": (2, False, "human", 1),
    "ex_ref1_fungoid": (2, False, "fungoid", 1),
    "ex_ref1_crystalline": (2, False, "crystalline", 1),
    "ex_ref1_strider": (2, False, "strider", 1),
    "ex_strider": (4, False, "strider", 0),
    "ex_leaper": (2, False, "leaper", 0),
    "ex_g_ref3": (1, True, "", 3),
    "ex_g_ref2_human": (2, True, "human", 2),
    "ex_g_ref2_strider": (1, True, "strider", 2),
    "ex_g_ref1_leaper": (1, True, "leaper", 1),
    "ex_g_dragon": (1, True, "dragon", 0),
}
UNITS = {  # cost, combat value, step, miner, may not enter
    "human": (2, 6, 6, True, {"magma_pool", "monolith"}),
    "fungoid": (3, 5, 5, True, {"monolith"}),
    "crystalline": (3, 5, 4, True, {"monolith"}),
    "strider": (6, 4, 3, False, set()),
    "leaper": (8, 3, 2, False, set()),
    "dragon": (12, 2, 1, False, set()),
    "clone": (1, 6, 6, True, {"magma_pool", "monolith"}),
    "sporling": (3, 5, 5, True, {"monolith"}),
    "shardian": (3, 5, 4, True, {"monolith"}),
    "boulder_blitzer": (5, 4, 3, False, set()),
    "magma_diver": (8, 3, 2, False, set()),
    "monolith_wyrm": (12, 2, 1, False, set()),
}
COUNTS = {"human": 12, "fungoid": 8, "crystalline": 8, "strider": 6, "leaper": 4, "dragon": 3}
ENERGIZE = {
    "emergency_funds": 3, "orbital_drop": 2, "bulk_contract": 1, "warp_gate": 2, "forced_march": 1,
    "heat_suits": 1, "deep_vein": 1, "corporate_spies": 1, "targeting_link": 3, "static_storm": 2,
    "overdrive": 3, "precision_strike": 2, "ambush": 2, "evac_shuttle": 2, "hot_reserves": 1,
    "second_look": 3, "deflector_screen": 2,
}  # fmt: skip
MISSIONS = {  # count, points
    "stone_claim": (2, 1), "spore_harvest": (2, 1), "shatter_the_spires": (2, 1),
    "roast_em_alive": (2, 2), "human_slayer": (2, 1), "fungicide": (1, 1),
    "crystal_breaker": (1, 1), "strider_hunt": (2, 1), "leaper_hunt": (1, 2),
    "dragon_slayer": (1, 2), "giant_killers": (1, 3), "human_wave": (1, 2),
    "flawless_assault": (1, 2), "outnumbered": (1, 2), "hostile_takeover": (1, 3),
    "death_from_above": (1, 2), "claim_jumper": (1, 1), "last_one_standing": (1, 2),
    "secure_the_monolith": (1, 2), "fungal_monopoly": (1, 1), "crystal_monopoly": (1, 1),
    "stone_monopoly": (1, 1), "magma_monopoly": (1, 2), "energy_baron": (1, 2),
    "foothold": (1, 2), "full_menagerie": (1, 2), "forward_base": (1, 1), "plasma_test": (1, 1),
    "double_victory": (1, 2), "land_grab": (1, 1),
}  # fmt: skip


@rule("NX-16.5", "NX-7.3")
def test_the_tokens() -> None:
    assert set(CONTENT.tokens) == set(TOKENS)
    for number, id in enumerate(CONTENT.tokens):
        unit = CONTENT.token_unit[number]
        assert TOKENS[id] == (
            CONTENT.token_copies[number],
            CONTENT.green[number],
            "" if unit < 0 else CONTENT.units[unit],
            CONTENT.token_refinery[number],
        ), id


@rule("NX-16.2", "NX-16.3", "NX-17.22", "NX-1.1", "NX-5.6", "NX-8.11", "NX-1.7")
def test_the_reference_sheets() -> None:
    from starhall.games.nexus_ops.content import SLOT_COUNT, SLOTS, TERRAINS

    assert CONTENT.units == list(UNITS)
    for unit, id in enumerate(CONTENT.units):
        barred = {TERRAINS[ground] for ground in CONTENT.barred[unit]}
        slot = unit % SLOT_COUNT
        miner = (CONTENT.miners >> (4 * slot)) & 15 != 0
        found = (CONTENT.cost[unit], CONTENT.value[unit], CONTENT.step[unit], miner, barred)
        assert found == UNITS[id], id
    assert {SLOTS[slot]: CONTENT.count[slot] for slot in range(SLOT_COUNT)} == COUNTS
    assert CONTENT.figures == stack(**COUNTS)


@rule("NX-16.9", "NX-16.10", "NX-1.1")
def test_the_cards() -> None:
    copies = dict(zip(CONTENT.cards, CONTENT.copies, strict=True))
    assert {id[3:]: copies[id] for id in CONTENT.energize} == ENERGIZE
    points = {id[3:]: (copies[id], CONTENT.points[card(id)]) for id in CONTENT.missions}
    assert points == MISSIONS


@pytest.mark.parametrize("lacking", ["number", "place"])
@rule("NX-1.5", "NX-16.7")
def test_why_not_drop(lacking: str) -> None:
    humans = 11 if lacking == "number" else 2
    table = Arranged().units(0, "in0", human=humans).units(1, "in1", human=1).rubium(9, 9)
    game = table.ground(co0="magma_pool").hand(0, "en_orbital_drop").units(0, "co0", strider=1)
    running = game.play().choose("play en_orbital_drop")
    assert why(running)["at in1"] == why(running)["at in2"] == "NX-16.7"
    assert why(running)["at co0"] == "NX-5.6" and "at hb0_rear" in running.offered
    running.choose("at in0")
    if lacking == "number":
        assert running.kind == "deploy" and running.at(0, "in0") == {"human": 12}
    else:
        assert running.offered == ["number 1", "number 2"]
