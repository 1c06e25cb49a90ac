"""The worked examples of the rules, section 18: battles (13 to 25)."""

import pytest

from starhall.engine.text.rulebook import rule
from starhall.games.nexus_ops.boards import hex_of
from starhall.games.nexus_ops.content import SLOTS, TERRAINS
from starhall.games.nexus_ops.rules.dice import is_hit
from starhall.games.nexus_ops.state import ATTACKER, DEFENDER, Fight
from tests.games.nexus_ops.tables import Arranged, Running, card


def order_of_attack(leaper: int) -> Running:
    table = Arranged().ground(co0="rock_plains").units(0, "co0", leaper=1, human=2)
    table.units(1, "co0", strider=1, human=1).units(1, "hb3_l", human=1).rubium(9, 9)
    return table.battle(leaper, 4, 6).play()


@rule("NX-8.11", "NX-8.12", "NX-8.13", "NX-8.14", "NX-8.20", "NX-8.23", "NX-8.28", "NX-8.31")
def test_13_order_of_attack() -> None:
    game = order_of_attack(3)
    assert (game.kind, game.seat) == ("casualty", 1)
    game.choose("lose human", seat=1)
    # The Strider has rolled 4 and hit; A chooses.
    assert (game.kind, game.seat) == ("casualty", 0)
    game.choose("lose human", seat=0)
    # A's remaining Human rolled 6: the Strider is destroyed, B's Human never rolled.
    assert game.player(0).victories == 1 and game.player(0).points == 1
    assert len(game.player(1).energize.cards) == 1
    assert game.at(0, "co0") == {"human": 1, "leaper": 1}
    assert game.at(1, "co0") == {}


@rule("NX-8.18")
def test_14_directed_hit() -> None:
    game = order_of_attack(5)
    assert (game.kind, game.seat) == ("directed", 0)
    game.choose("strike strider", seat=0)
    # The Strider does not roll: the next die, a 4, is the first Human's and misses.
    assert game.at(0, "co0") == {"human": 2, "leaper": 1}


@rule("NX-8.15", "NX-8.16", "NX-8.17", "NX-8.19")
def test_15_terrain_modifiers() -> None:
    def duel(ground: str, slot: str, face: int) -> Running:
        table = Arranged().ground(in0=ground).units(0, "in0", **{slot: 1})
        table.units(1, "in0", human=1, strider=1).units(1, "hb3_l", human=1).rubium(9, 9)
        if slot == "leaper":
            return table.battle(face, 1, 1).play()
        return table.battle(1, face, 1).play()

    assert duel("liquifungus_forest", "fungoid", 4).kind == "casualty"  # 4 + 1 hits
    assert duel("liquifungus_forest", "fungoid", 3).kind != "casualty"
    assert duel("crystal_spires", "fungoid", 5).kind != "casualty"  # 5 - 1 misses
    assert duel("crystal_spires", "fungoid", 6).kind == "casualty"
    assert duel("magma_pool", "leaper", 2).kind == "casualty"  # 2 + 1 hits, but is not directed
    assert duel("magma_pool", "leaper", 4).kind == "casualty"
    assert duel("magma_pool", "leaper", 5).kind == "directed"


NEEDED = {  # NX-16.3 with the modifiers of NX-8.16: the lowest face that hits
    "dragon": 2,
    "leaper": 3,
    "strider": 4,
    "crystalline": 5,
    "fungoid": 5,
    "human": 6,
}
MODIFIERS = {
    ("fungoid", "liquifungus_forest"): 1,
    ("fungoid", "crystal_spires"): -1,
    ("crystalline", "crystal_spires"): 1,
    ("crystalline", "liquifungus_forest"): -1,
    ("leaper", "magma_pool"): 1,
}


@rule("NX-8.14", "NX-8.15", "NX-8.16", "NX-8.17", "NX-16.3")
@pytest.mark.parametrize("ground", TERRAINS)
def test_every_bonus_and_every_penalty_is_one(ground: str) -> None:
    s = Arranged().ground(in0=ground).s
    fight = Fight(hex=hex_of("in0"), attacker=0, defender=1)
    for slot, needed in NEEDED.items():
        needs = needed - MODIFIERS.get((slot, ground), 0)
        for side in (ATTACKER, DEFENDER):
            hits = [
                face for face in range(1, 7) if is_hit(s, fight, side, face + 8 * SLOTS.index(slot))
            ]
            assert hits == list(range(needs, 7)), (slot, side)


@rule("NX-8.21", "NX-8.25")
def test_16_mutual_destruction() -> None:
    table = Arranged().refinery("in0", 2).units(0, "in0", human=1).units(1, "in0", human=1)
    game = table.units(0, "hb0_l", strider=1).rubium(5, 5).battle(6, 6).play()
    assert game.player(0).points == 1 and game.player(1).points == 0
    assert len(game.player(1).energize.cards) == 1
    assert game.at(0, "in0") == {} and game.at(1, "in0") == {}
    assert game.player(0).rubium == 5


@rule("NX-8.27", "NX-9.3")
def test_17_no_result() -> None:
    table = Arranged().refinery("in0", 2).units(0, "in0", human=2).units(1, "in0", human=2)
    game = table.rubium(5, 5).battle(1, 2, 3, 4).play()
    assert game.player(0).points == 0
    assert game.player(1).energize.cards == []
    assert game.at(0, "in0") == {"human": 2} and game.at(1, "in0") == {"human": 2}
    assert game.player(0).rubium == 5


@rule("NX-8.33")
def test_18_attacker_wiped_out() -> None:
    table = Arranged().units(0, "in0", human=1).units(1, "in0", strider=1).rubium(5, 5)
    game = table.battle(4).play()
    assert game.at(0, "in0") == {} and game.at(1, "in0") == {"strider": 1}
    assert [player.points for player in game.s.players] == [0, 0]
    assert [player.energize.cards for player in game.s.players] == [[], []]


@rule("NX-8.2", "NX-8.3", "NX-8.25")
def test_19_three_players_in_a_hex() -> None:
    table = Arranged(3).units(0, "in2", strider=2).units(1, "in2", human=1)
    game = table.units(2, "in2", human=1).rubium(5, 5, 5).battle(4, 1).play()
    assert game.kind == "defender"
    assert game.offered == ["rival black_helix", "rival galactic_syndicate"]
    game.choose("rival black_helix")
    assert game.player(0).points == 1
    assert len(game.player(1).energize.cards) == 1
    assert game.at(2, "in2") == {"human": 1}
    # No second battle there this turn.
    assert game.s.fight is None and game.kind in ("end", "deploy")


@rule("NX-8.29")
def test_20_one_battle_mission() -> None:
    table = Arranged().ground(in0="rock_plains").hand(0, "sm_stone_claim", "sm_human_slayer")
    table.units(0, "in0", dragon=2).units(1, "in0", human=2).rubium(5, 5)
    game = table.battle(2, 2).play()
    assert game.kind == "battle_mission"
    assert game.offered == ["score sm_stone_claim", "score sm_human_slayer", "decline"]
    game.choose("score sm_human_slayer")
    assert game.kind != "battle_mission"
    assert game.player(0).points == 2
    assert card("sm_stone_claim") in game.player(0).missions.cards


@rule("NX-8.7", "NX-8.8")
def test_21_window_order() -> None:
    table = Arranged(4).active(1).units(1, "in0", strider=1).units(3, "in0", strider=1)
    table.hand(1, "en_targeting_link").hand(3, "en_overdrive").hand(2, "en_ambush")
    game = table.hand(0, "en_static_storm").rubium(9, 9, 9, 9).battle().play()
    asked = []
    for token in ("pass", "pass", "play en_static_storm"):
        asked.append(game.seat)
        game.choose(token)
    # P1 is seat 0, P2 attacks from seat 1, P4 defends from seat 3; P3 has not been asked yet.
    assert asked == [1, 3, 0]
    game.choose("side attacker", seat=0)
    assert game.kind == "window" and game.seat == 1
    game.choose("pass", seat=1).choose("pass", seat=3)
    assert game.seat == 2  # P1 has no card left and passes by itself


@rule("NX-16.7")
def test_22_second_look_and_deflector() -> None:
    table = Arranged().units(0, "in0", human=3).units(1, "in0", human=1, strider=2)
    table.hand(0, "en_second_look").hand(1, "en_deflector_screen").rubium(9, 9)
    game = table.battle(1, 1, 6, 2, 2, 1).play()
    game.choose("pass", seat=0)  # step 3: the Striders miss twice
    assert game.kind == "window" and game.fight.step == 6
    game.dice(6, 1).choose("play en_second_look").choose("dice attacker/misses")
    assert [die & 7 for die in game.fight.dice[0]] == [6, 6, 1]
    game.choose("play en_deflector_screen", seat=1)
    # Only B has hits against it, so the side is taken by itself; no unit is lost.
    assert game.at(1, "in0") == {"human": 1, "strider": 2}


@rule("NX-8.12", "NX-8.23")
def test_23_ambush() -> None:
    table = Arranged().units(0, "in0", human=3).units(1, "in0", dragon=1).rubium(9, 9)
    table.hand(0, "en_ambush", "sm_giant_killers", "sm_dragon_slayer")
    game = table.units(1, "hb3_l", human=1).battle(6, 4, 1, 6).play()
    game.choose("play en_ambush", "side attacker")
    # Step 0: one hit, and the Dragon dies before rolling.
    assert game.kind == "battle_mission"
    assert game.offered == ["score sm_dragon_slayer", "score sm_giant_killers", "decline"]
    assert game.at(0, "in0") == {"human": 3}
    game.choose("score sm_giant_killers")
    assert game.player(0).points == 4


@rule("NX-8.24", "NX-8.26")
def test_24_evacuated_defender() -> None:
    table = Arranged().units(0, "in0", strider=1).units(1, "in0", fungoid=2)
    game = table.hand(1, "en_evac_shuttle").rubium(9, 9).battle(6).play()
    game.choose(
        "play en_evac_shuttle", "at ed0", "take fungoid"
    )  # the first one is taken by itself
    assert game.at(1, "ed0") == {"fungoid": 2}
    assert game.player(0).points == 0 and game.player(1).energize.cards == []
    assert game.at(0, "in0") == {"strider": 1} and game.s.fight is None


@rule("NX-3.5", "NX-8.31")
def test_25_victory_at_once() -> None:
    table = Arranged().ground(in0="rock_plains").hand(0, "sm_stone_claim").points(11, 3)
    game = table.units(0, "in0", strider=1).units(1, "in0", human=1).battle(4).play()
    assert game.over
    assert game.player(0).points == 12
    assert game.player(0).scored.cards == []
    assert game.player(1).energize.cards == []
    assert game.result.winners == [0] and game.result.reason == "target"
