"""Section 8 and the battle cards of NX-16.7: windows, dice, casualties, rewards."""

import pytest

from starhall.engine.text.rulebook import rule
from starhall.games.nexus_ops.boards import hex_of
from starhall.games.nexus_ops.content import SLOTS
from starhall.games.nexus_ops.stacks import count
from tests.games.nexus_ops.tables import Arranged, Running, card


def duel(own: dict[str, int], theirs: dict[str, int], seats: int = 2, **settings: str) -> Arranged:
    """Seat 0 attacks seat 1 in in0, and everybody has units and rubium elsewhere."""
    table = Arranged(seats, **settings).units(0, "in0", **own).units(1, "in0", **theirs)
    table.units(0, "hb0_rear", fungoid=1).units(
        1, "hb2_rear" if seats == 3 else "hb3_rear", fungoid=1
    )
    return table.rubium(9, 9, 9, 9)


@rule("NX-8.1")
def test_battles_are_mandatory_and_in_any_order() -> None:
    table = duel({"strider": 1}, {"strider": 1}).units(0, "in3", human=1).units(1, "in3", human=1)
    game = table.battle(1, 1, 1, 1).play()
    assert game.kind == "battle_hex" and game.offered == ["fight in0", "fight in3"]
    game.choose("fight in3")
    # The other battle follows by itself: there is no way round it.
    assert game.s.fought == 1 << hex_of("in0") | 1 << hex_of("in3")


@rule("NX-8.2")
def test_a_hex_sees_one_battle_a_turn() -> None:
    game = duel({"strider": 1}, {"strider": 1}).battle(1, 1).play()
    assert game.s.fight is None and game.kind == "end"
    assert game.at(0, "in0") == game.at(1, "in0") == {"strider": 1}


@rule("NX-8.4")
def test_participants() -> None:
    table = duel({"strider": 2, "human": 1}, {"strider": 1}).dormant("in0", human=1)
    game = table.hand(0, "en_ambush").battle().play()
    assert count(game.fight.present[0], 3) == 2 and count(game.fight.present[0], 0) == 0
    assert game.fight.started == game.fight.present


@rule("NX-8.5")
def test_one_pass_through_the_battle_order() -> None:
    table = duel({"dragon": 1, "strider": 1}, {"dragon": 1, "human": 2}).hand(1, "en_second_look")
    game = table.battle(1, 1, 1, 1, 1, 1, 1).play()
    steps = []
    while game.kind == "window":
        steps.append(game.fight.step)
        game.choose("pass")
    assert steps == [1, 3, 6]
    assert game.s.fight is None and game.at(1, "in0") == {"dragon": 1, "human": 2}


@rule("NX-8.6", "NX-8.9")
def test_windows_before_and_after_the_dice() -> None:
    table = duel({"strider": 1}, {"strider": 1}).hand(0, "en_targeting_link", "en_second_look")
    game = table.battle(1, 1).play()
    assert game.fight.dice == [[], []]
    assert game.offered == ["play en_targeting_link", "pass"]
    game.choose("pass")
    assert len(game.fight.dice[0]) == 1
    assert game.offered == ["play en_second_look", "pass"]


@rule("NX-8.10")
def test_who_has_nothing_to_play_is_not_asked() -> None:
    table = duel({"strider": 1}, {"strider": 1}, 3).hand(2, "en_ambush").hand(1, "en_heat_suits")
    game = table.hand(0, "en_second_look").battle(1, 1).play()
    assert game.seat == 2 and game.decision.secret
    shards = duel({"strider": 1}, {"strider": 1}, 3, alternate_units="on")
    shards.units(2, "in0", crystalline=1)
    game = shards.battle(1, 1).play().choose("rival black_helix")
    assert game.kind != "window"  # a third player's Shardian takes no part


@rule("NX-8.20", "NX-8.21", "NX-8.22")
def test_order_of_casualties() -> None:
    table = duel({"leaper": 1, "human": 1}, {"leaper": 1, "human": 1}).battle(3, 6)
    game = table.play()
    # Step 2: A hits plainly, B directed. A's losses come first, and B picks.
    assert (game.kind, game.seat) == ("directed", 1)
    game.choose("strike leaper")
    assert (game.kind, game.seat) == ("casualty", 1)


@rule("NX-8.22")
def test_directed_hits_come_before_others_and_spare_hits_are_lost() -> None:
    table = duel({"leaper": 3}, {"strider": 1, "human": 1}).battle(3, 5, 4)
    game = table.play()
    assert (game.kind, game.seat) == ("directed", 0)  # the 5, though it was rolled second
    game.choose("strike strider")
    # The first plain hit takes the Human, the other one is lost.
    assert game.at(1, "in0") == {} and game.player(0).points == 1


@rule("NX-8.21", "NX-8.22", "NX-8.20", "NX-11.10")
def test_a_hit_belongs_to_the_unit_that_scored_it_on_either_side() -> None:
    for side in (0, 1):
        for slot in ("human", "fungoid", "crystalline", "strider", "leaper", "dragon"):
            # A Strider on the other side is older in battle order than some and misses.
            sides: list[dict[str, int]] = [{slot: 1}, {"human": 1, "strider": 1}]
            early = () if slot in ("dragon", "leaper", "strider") else (1,)
            both = slot in ("strider", "human")
            faces = (6, 1) if side == 0 or not both else (1, 6)
            table = duel(sides[side], sides[1 - side]).battle(*early, *faces)
            game = table.play()
            assert game.kind == ("directed" if slot == "leaper" else "casualty")
            assert [SLOTS[hit & 7] for hit in game.fight.due] == [slot]


@rule("NX-8.24")
def test_a_step_without_dice_has_no_window() -> None:
    table = duel({"strider": 1}, {"human": 1}).hand(1, "en_second_look").battle(1, 1)
    game = table.play()
    assert game.fight.step == 3
    game.choose("pass")
    assert game.fight.step == 6


@rule("NX-8.26")
def test_it_matters_how_the_last_defender_went() -> None:
    table = duel({"strider": 1}, {"crystalline": 1, "human": 1}, alternate_units="on")
    game = table.hand(1, "en_evac_shuttle").battle(1).play()
    game.choose("shatter").choose("play en_evac_shuttle", "at ed0")
    # A Shardian was destroyed, but the last one to go, a Clone, left alive.
    assert game.at(1, "ed0") == {"human": 1} and game.at(1, "in0") == {}
    assert game.player(0).points == 0
    both = duel({"strider": 1}, {"crystalline": 1, "human": 1}, alternate_units="on")
    game = both.hand(1, "en_evac_shuttle").battle(1).play()
    game.choose("play en_evac_shuttle", "at ed0", "take clone", "stop", "shatter")
    assert game.player(0).points == 1  # this time the last one died


@rule("NX-8.30")
def test_the_loser_draws_and_only_then() -> None:
    game = duel({"dragon": 1}, {"human": 1}).next_card("en_ambush").battle(6).play()
    assert game.player(1).energize.cards == [card("en_ambush")]
    game = duel({"dragon": 1}, {"human": 1}).battle(1, 1).play()
    assert game.player(1).energize.cards == []


@rule("NX-8.32")
def test_battles_lead_to_no_exploration_and_reserves_fight_again() -> None:
    table = duel({"strider": 1}, {"human": 1}).token("in1", "ex_ref2").hand(0, "en_hot_reserves")
    table.units(0, "in1", dragon=1).units(1, "in1", human=1).next_card("en_heat_suits")
    game = table.battle(2, 1).play().choose("fight in1")
    # The Dragon wins in in1, then joins the battle in in0.
    assert game.player(0).points == 1 and game.kind == "window"
    game.dice(6).choose("play en_hot_reserves")
    assert game.player(0).points == 2
    assert game.at(0, "in0") == {"strider": 1, "dragon": 1}
    assert hex_of("in1") in game.s.unexplored and hex_of("in0") not in game.s.unexplored


# Cards in battle


def played(table: Arranged, *tokens: str) -> Running:
    return table.battle().play().choose(*tokens)


@rule("NX-11.11", "NX-11.12", "NX-16.7")
def test_anybody_may_play_a_battle_card() -> None:
    table = duel({"strider": 1}, {"strider": 1}, 3).hand(2, "en_static_storm")
    game = table.battle().play()
    assert game.seat == 2
    game.dice(4, 4).choose("play en_static_storm", "side defender")
    assert card("en_static_storm") in game.s.energize_pile.cards
    # The attacker's 4 hits, the defender's becomes 3 and misses.
    assert game.at(0, "in0") == {"strider": 1} and game.at(1, "in0") == {}


@rule("NX-11.13", "NX-16.7")
def test_copies_add_up_for_one_battle() -> None:
    table = duel({"human": 1}, {"human": 1}).hand(0, "en_targeting_link", "en_targeting_link")
    table.units(0, "in3", human=1).units(1, "in3", human=1)
    game = table.battle(4, 1, 5, 1).play().choose("fight in0")
    game.choose("play en_targeting_link", "side attacker")
    game.choose("play en_targeting_link", "side attacker")
    # 4 + 2 hits in in0; in in3 a 5 misses, for the effect is over.
    assert game.at(1, "in0") == {} and game.at(1, "in3") == {"human": 1}


@rule("NX-16.7")
def test_twice_doubles_and_triples() -> None:
    table = duel({"human": 2}, {"strider": 2}).hand(0, "en_overdrive", "en_overdrive")
    game = table.hand(1, "en_second_look").battle(*[1] * 20).play()
    game.choose("play en_overdrive", "side attacker", "play en_overdrive", "side attacker")
    game.choose("pass", seat=1)  # the Striders have rolled
    assert len(game.fight.dice[0]) == 6


@rule("NX-16.7")
def test_first_and_direct() -> None:
    table = duel({"human": 1, "strider": 1}, {"dragon": 1, "human": 1})
    table.hand(0, "en_ambush", "en_precision_strike")
    game = table.battle(6, 1, 1, 1).play()
    game.choose("play en_precision_strike", "side attacker")
    game.choose("play en_ambush", "side attacker", "take human")
    assert game.kind == "directed" and game.fight.step == 0
    game.choose("strike dragon")
    # The Human has rolled in step 0 and does not roll again: the dice 1, 1 are Strider and Human.
    assert game.at(1, "in0") == {"human": 1} and game.s.fight is None


@rule("NX-16.7")
def test_evac_leaves_the_battle() -> None:
    table = duel({"strider": 2, "human": 1}, {"strider": 1}).hand(0, "en_evac_shuttle")
    table.ground(in1="magma_pool").units(1, "in5", human=1)
    game = played(table, "play en_evac_shuttle")
    assert "at in5" not in game.offered and "at mono" in game.offered  # Striders may enter it
    game.choose("at in1")
    assert game.offered == ["take strider", "stop"]  # one has gone; the Human may not enter magma
    game.dice(4, 1).choose("stop")
    assert game.at(0, "in1") == {"strider": 1}


@rule("NX-16.7")
def test_evac_is_for_the_two_sides_only() -> None:
    table = duel({"strider": 1}, {"strider": 1}, 3).hand(2, "en_evac_shuttle", "en_hot_reserves")
    game = table.units(2, "in1", human=2).battle(1, 1).play()
    assert game.kind != "window"


@rule("NX-16.7", "NX-8.4")
def test_reinforcements_take_part() -> None:
    table = duel({"human": 1}, {"strider": 1}).hand(0, "en_hot_reserves")
    table.units(0, "in1", dragon=1, strider=1).dormant("in1", strider=1)
    game = table.battle().dice(2).play().choose("play en_hot_reserves")
    # Only the Dragon is awake; it rolls first and wins the battle.
    assert game.at(0, "in0") == {"human": 1, "dragon": 1} and game.at(0, "in1") == {"strider": 1}
    assert game.player(0).points == 1


@rule("NX-16.7")
def test_reroll_of_hits_and_no_empty_group() -> None:
    table = duel({"strider": 2}, {"human": 1}).hand(1, "en_second_look").battle(4, 5, 1, 1, 1)
    game = table.play().choose("play en_second_look")
    # There are only hits of the attacker, so the group is taken by itself, and both miss now.
    assert game.at(1, "in0") == {"human": 1} and game.s.fight is None
    table = duel({"strider": 2}, {"human": 2}).hand(1, "en_second_look").battle(4, 1)
    game = table.play().choose("play en_second_look")
    assert game.offered == ["dice attacker/hits", "dice attacker/misses"]


@rule("NX-16.7")
def test_cancelled_dice_are_out_of_reach() -> None:
    table = duel({"strider": 3}, {"human": 2}).hand(1, "en_deflector_screen", "en_second_look")
    game = table.battle(4, 5, 1).play().choose("play en_deflector_screen")
    assert game.fight.dice[0] == [4 + 24 + 64, 5 + 24 + 64, 1 + 24]
    game.dice(6).choose("play en_second_look")  # only the miss is left to roll again
    assert game.at(1, "in0") == {"human": 1}


@rule("NX-16.7")
def test_cancel_takes_directed_hits_first() -> None:
    table = duel({"leaper": 3}, {"human": 2, "dragon": 1}).hand(1, "en_deflector_screen")
    table.battle(1, 3, 6, 6)  # the Dragon misses; then a plain hit and two directed ones
    game = table.play().choose("play en_deflector_screen")
    assert (game.kind, game.seat) == ("casualty", 1)  # only the plain one is left


# Deployment cards


@rule("NX-16.7")
def test_gain_and_discount() -> None:
    table = Arranged().rubium(2, 9).hand(0, "en_bulk_contract", "en_emergency_funds")
    game = table.play().choose("play en_bulk_contract")
    assert "buy fungoid" in game.offered
    game.choose("buy fungoid", "place hb0_l")
    assert game.player(0).rubium == 0
    game.choose("play en_emergency_funds", "buy strider", "place hb0_l")
    assert game.player(0).rubium == 0
    clones = Arranged(alternate_units="on").rubium(1, 9).hand(0, "en_bulk_contract").play()
    clones.choose("play en_bulk_contract", "buy clone", "place hb0_l")
    assert clones.player(0).rubium == 0  # never less than 1


@rule("NX-16.7")
def test_drop() -> None:
    table = Arranged().hand(0, "en_orbital_drop").units(0, "in0", strider=1)
    table.ground(in1="magma_pool").units(0, "in1", strider=1).units(0, "in2", human=1)
    table.units(1, "in2", human=1).units(1, "hb0_l", human=1)
    game = table.play().choose("play en_orbital_drop")
    # A controlled hex that Humans may enter, or a home hex, even an occupied one.
    assert game.offered == ["at in0", "at hb0_l", "at hb0_r", "at hb0_rear"]
    game.choose("at in0")
    assert game.offered == ["number 1", "number 2"]
    game.choose("number 2")
    assert game.at(0, "in0") == {"human": 2, "strider": 1} and game.supply(0, "human") == 9
    assert "move in0/human" in game.until("move").offered


@rule("NX-16.7")
def test_warp() -> None:
    table = Arranged().hand(0, "en_warp_gate").units(0, "in0", human=1, strider=3)
    table.units(1, "in0", human=1).units(1, "in3", human=1).ground(ed3="magma_pool")
    game = table.play().choose("play en_warp_gate")  # in0 is the only origin
    assert (
        "at in3" not in game.offered and "at mono" in game.offered and "at in0" not in game.offered
    )
    game.choose("at ed3")
    # Out of a contested hex, to the other end of the board; the Human cannot enter magma.
    assert game.offered == ["take strider", "stop"]
    game.choose("take strider", "take strider")
    assert game.at(0, "ed3") == {"strider": 3}
    assert "move ed3/strider" in game.until("move").offered


@rule("NX-16.7", "NX-5.1", "NX-5.2")
def test_march() -> None:
    table = Arranged().hand(0, "en_forced_march").units(0, "in0", human=1, strider=1)
    table.units(1, "co1", human=1)
    game = table.play().choose("play en_forced_march", "take human")
    game.choose("move in0/strider", "go in5")
    assert not [token for token in game.offered if token.startswith("march")]
    game.choose("move in0/human", "go ed0", "march ed0/human")
    assert "go co1" in game.offered  # one more basic step, into an enemy's hex
    game.dice(1, 1).choose("go co1")
    assert game.at(0, "co1") == {"human": 1} and game.kind != "move"
    stuck = Arranged().hand(0, "en_forced_march").units(0, "in0", human=1).units(1, "ed0", human=1)
    game = stuck.rubium(9, 9).play().choose("play en_forced_march", "take human", "done")
    game.choose("move in0/human").dice(1, 1).choose("go ed0")
    assert game.kind != "move"  # its hex is enemy-occupied now


@rule("NX-16.7")
def test_suits() -> None:
    table = Arranged().ground(in1="magma_pool").hand(0, "en_heat_suits").units(0, "in0", human=1)
    game = table.units(1, "hb3_l", human=1).play().choose("play en_heat_suits")
    game.choose("move in0/human")
    assert "go mono" in game.offered and "go in1" in game.offered
    table = Arranged(vortex="on").hand(0, "en_heat_suits").units(0, "in0", human=1)
    game = table.units(1, "hb3_l", human=1).play().choose("play en_heat_suits", "move in0/human")
    assert "go mono" not in game.offered  # never the Vortex
    table = Arranged().ground(in1="magma_pool", ed0="magma_pool").hand(0, "en_heat_suits")
    table.units(0, "in0", strider=1).units(1, "in0", human=1).hand(1, "en_evac_shuttle")
    game = table.rubium(9, 9).play().choose("play en_heat_suits", "done").until("window")
    game.choose("play en_evac_shuttle")
    assert "at in1" not in game.offered and "at in5" in game.offered  # not the enemy's suits


@rule("NX-16.7")
def test_vein() -> None:
    table = Arranged().hand(0, "en_deep_vein").units(0, "hb0_rear", human=1)
    game = table.units(1, "hb3_l", human=1).play().choose("play en_deep_vein", "at hb0_rear")
    game.until("end")
    assert game.player(0).rubium == 6
    table = Arranged().hand(0, "en_deep_vein").units(0, "hb0_rear", human=1)
    game = table.units(1, "hb3_l", human=1).play().choose("play en_deep_vein", "at hb3_l")
    assert game.until("end").player(0).rubium == 3
    table = Arranged().hand(0, "en_deep_vein").refinery("in0", 2).units(0, "in0", human=1)
    table.units(1, "in0", human=1).rubium(9, 9)
    game = table.dice(1, 1).play().choose("play en_deep_vein", "at in0").until("end")
    assert game.player(0).rubium == 9  # contested: nothing to double


@rule("NX-16.7")
def test_spy() -> None:
    table = Arranged(3).hand(0, "en_corporate_spies").hand(1, "en_ambush", "en_overdrive")
    table.units(0, "hb0_l", human=1).units(1, "hb2_l", human=1).units(2, "hb4_l", human=1)
    game = table.hand(2, "en_second_look").rubium(9, 9, 9).play().choose("play en_corporate_spies")
    assert game.offered == ["rival black_helix", "rival galactic_syndicate"]
    game.dice(2).choose("rival black_helix")
    assert game.player(0).energize.cards == [card("en_overdrive")]
    assert game.player(1).energize.cards == [card("en_ambush")]


@pytest.mark.parametrize("sides", [(1, 3), (2, 2)])
def test_only_the_last_step_before_a_wipe_out_counts(sides: tuple[int, int]) -> None:
    own, theirs = sides
    game = duel({"dragon": own}, {"human": theirs}).battle(*[6] * own, *[1] * theirs).play()
    assert (game.player(0).points == 1) == (own >= theirs)
