"""Section 11 and NX-16.8: every mission, fulfilled and not fulfilled."""

import pytest

from starhall.engine.text.rulebook import rule
from starhall.games.nexus_ops.rules.missions import objective_holds
from tests.games.nexus_ops.tables import BREATH, CONTENT, MOVED, Arranged, Running, card

Units = dict[str, int]


def fought(
    own: Units, theirs: Units, dice: tuple[int, ...], hex: str = "in0", ground: str = ""
) -> Arranged:
    """A battle of seat 0 against seat 1 with these dice."""
    table = Arranged().units(0, hex, **own).units(1, hex, **theirs)
    table.units(0, "hb0_rear", fungoid=1).units(1, "hb3_rear", fungoid=1)
    if ground:
        table.ground(**{hex: ground})
    return table.next_card("en_heat_suits").rubium(9, 9).battle(*dice)


def scorable(table: Arranged, *answers: str) -> set[str]:
    """The Battle missions that the battle fulfils, with all of them in hand."""
    held = [CONTENT.cards[m] for m in range(CONTENT.first_energize) if CONTENT.is_battle[m]]
    game = table.hand(0, *held).play().choose(*answers)
    if game.kind != "battle_mission":
        return set()
    return {token.removeprefix("score ") for token in game.offered if token != "decline"}


WIN: tuple[Units, Units, tuple[int, ...]] = ({"strider": 1}, {"strider": 1}, (4, 1))


@rule("NX-16.8", "NX-11.10")
@pytest.mark.parametrize(
    ("ground", "mission"),
    [
        ("rock_plains", "sm_stone_claim"),
        ("liquifungus_forest", "sm_spore_harvest"),
        ("crystal_spires", "sm_shatter_the_spires"),
        ("magma_pool", "sm_roast_em_alive"),
    ],
)
def test_won_in(ground: str, mission: str) -> None:
    four = {"sm_stone_claim", "sm_spore_harvest", "sm_shatter_the_spires", "sm_roast_em_alive"}
    assert scorable(fought(*WIN, ground=ground)) & four == {mission}


@rule("NX-16.8", "NX-11.10")
def test_destroyed() -> None:
    def found(theirs: Units, dice: tuple[int, ...], *answers: str) -> set[str]:
        return scorable(fought({"dragon": 2}, theirs, dice), *answers)

    assert "sm_human_slayer" in found({"human": 2}, (2, 2))
    assert "sm_human_slayer" not in found({"human": 1, "fungoid": 1}, (2, 2), "lose human")
    assert "sm_fungicide" in found({"fungoid": 1}, (2, 2))
    assert "sm_crystal_breaker" in found({"crystalline": 1}, (2, 2))
    assert "sm_strider_hunt" in found({"strider": 1}, (2, 2))
    assert "sm_leaper_hunt" in found({"leaper": 1}, (2, 2))
    assert "sm_dragon_slayer" in found({"dragon": 1}, (2, 2, 1))
    plain = found({"human": 1}, (2, 2))
    assert not plain & {"sm_fungicide", "sm_crystal_breaker", "sm_strider_hunt", "sm_leaper_hunt"}


@rule("NX-16.8", "NX-11.10")
def test_destroyed_by() -> None:
    by_human = fought({"human": 1, "strider": 1}, {"dragon": 1}, (1, 1, 6))
    assert "sm_giant_killers" in scorable(by_human)
    by_strider = fought({"human": 1, "strider": 1}, {"dragon": 1}, (1, 4))
    assert "sm_giant_killers" not in scorable(by_strider)


@rule("NX-16.8", "NX-11.10")
def test_started_with_and_flawless() -> None:
    wave = scorable(fought({"human": 4}, {"human": 2}, (6, 6, 1, 1, 1, 1)))
    assert {"sm_human_wave", "sm_flawless_assault"} <= wave
    few = scorable(fought({"human": 3, "dragon": 1}, {"human": 1}, (2,)))
    assert not few & {"sm_human_wave", "sm_flawless_assault"}  # three Humans; only one destroyed
    loss = scorable(fought({"human": 4}, {"human": 2}, (6, 6, 1, 1, 6, 1)))
    assert "sm_human_wave" in loss and "sm_flawless_assault" not in loss


@rule("NX-16.8", "NX-11.10")
def test_sole_survivor() -> None:
    survivor = fought({"human": 2}, {"human": 1}, (6, 1, 6))
    assert "sm_last_one_standing" in scorable(survivor)
    whole = fought({"human": 1}, {"human": 1}, (6, 1))
    assert "sm_last_one_standing" not in scorable(whole)
    both = fought({"human": 1}, {"human": 1}, (6, 6))
    assert "sm_last_one_standing" not in scorable(both)


@rule("NX-16.8")
def test_outnumbered_looks_at_the_start() -> None:
    # Overdrive lets one Dragon destroy two Humans.
    table = fought({"dragon": 1}, {"human": 2}, (2, 2)).hand(0, "en_overdrive")
    assert "sm_outnumbered" in scorable(table, "play en_overdrive", "side attacker")
    equal = fought({"dragon": 1}, {"human": 1}, (2, 2))
    assert "sm_outnumbered" not in scorable(equal)


@rule("NX-16.8")
def test_where_the_battle_was() -> None:
    assert "sm_hostile_takeover" in scorable(fought(*WIN, hex="hb3_l"))
    assert "sm_hostile_takeover" not in scorable(fought(*WIN, hex="hb0_l"))
    above = fought(*WIN).units(0, "mono", strider=1)
    assert "sm_death_from_above" in scorable(above)
    assert "sm_death_from_above" not in scorable(fought(*WIN))
    shared = fought(*WIN).units(0, "ed3", human=1)
    assert "sm_death_from_above" not in scorable(shared)
    far = fought(*WIN, hex="co0").units(0, "mono", strider=1)
    assert "sm_death_from_above" not in scorable(far)
    assert "sm_claim_jumper" in scorable(fought(*WIN).refinery("in0", 1))
    assert "sm_claim_jumper" not in scorable(fought(*WIN, hex="hb3_l"))  # a printed refinery


@rule("NX-11.5", "NX-11.6", "NX-8.29")
def test_battle_missions_only_after_winning() -> None:
    lost = fought({"human": 1}, {"strider": 1}, (4,)).hand(0, "sm_shatter_the_spires")
    assert lost.play().kind != "battle_mission"
    # The defender never scores, whatever he destroys.
    table = fought({"human": 1}, {"strider": 1}, (4,)).hand(1, "sm_shatter_the_spires")
    game = table.play()
    assert (
        game.player(1).points == 0
        and card("sm_shatter_the_spires") in game.player(1).missions.cards
    )
    early = Arranged().hand(0, "sm_shatter_the_spires").units(0, "in0", human=1).play()
    assert not [token for token in early.offered if token.startswith("score")]


@rule("NX-11.9", "NX-13.8")
def test_scoring_is_never_forced() -> None:
    table = fought(*WIN).hand(0, "sm_shatter_the_spires")
    game = table.play()
    assert game.decision.secret
    game.choose("decline")
    assert game.player(0).points == 1
    assert card("sm_shatter_the_spires") in game.player(0).missions.cards


@rule("NX-11.7", "NX-11.8")
def test_any_number_of_objectives() -> None:
    table = Arranged().hand(0, "sm_secure_the_monolith", "sm_foothold", "sm_land_grab")
    table.units(0, "mono", strider=2).units(0, "hb3_l", strider=1).units(1, "in0", human=1)
    game = table.at(MOVED).play()
    assert game.offered == ["score sm_secure_the_monolith", "score sm_foothold", "continue"]
    assert game.decision.secret
    game.choose("score sm_foothold", "score sm_secure_the_monolith")
    assert game.player(0).points == 4
    assert len(game.player(0).scored.cards) == 2


@rule("NX-11.3", "NX-12.1")
def test_piles_are_open_and_scored_missions_never_return() -> None:
    table = fought(*WIN).hand(0, "sm_shatter_the_spires", "sm_fungicide")
    s = table.s
    s.mission_box.cards += s.mission_deck.cards  # nothing left to draw
    s.mission_deck.cards = []
    game = table.play().choose("score sm_shatter_the_spires").until("end")
    asked = {option.token: option.costly for option in game.decision.options}
    assert asked == {"exchange sm_fungicide": True, "end_turn": False}
    game.choose("exchange sm_fungicide")
    assert game.s.mission_pile.sight == game.s.energize_pile.sight == -1
    assert game.s.mission_pile.cards == [card("sm_fungicide")]
    game.until("deploy").choose("done").until("end")
    assert game.seat == 1
    # The reshuffled pile gave Fungicide; Shatter the Spires stays with its player.
    assert game.player(1).missions.cards == [card("sm_fungicide")]
    assert game.player(0).scored.cards == [card("sm_shatter_the_spires")]


# Objectives one by one


def holds(table: Arranged, mission: str, seat: int = 0) -> bool:
    return objective_holds(table.s, seat, card(mission))


@rule("NX-16.8")
def test_hold_mono() -> None:
    two = Arranged().units(0, "mono", strider=2)
    assert holds(two, "sm_secure_the_monolith")
    assert not holds(Arranged().units(0, "mono", strider=1), "sm_secure_the_monolith")
    assert not holds(two.units(1, "mono", strider=1), "sm_secure_the_monolith")


@rule("NX-16.8")
@pytest.mark.parametrize(
    ("mission", "ground", "least"),
    [
        ("sm_fungal_monopoly", "liquifungus_forest", 2),
        ("sm_crystal_monopoly", "crystal_spires", 2),
        ("sm_stone_monopoly", "rock_plains", 3),
        ("sm_magma_monopoly", "magma_pool", 2),
    ],
)
def test_most(mission: str, ground: str, least: int) -> None:
    def table(own: int, theirs: int) -> Arranged:
        found = Arranged().ground(**{f"in{k}": ground for k in range(6)})
        for k in range(own):
            found.units(0, f"in{k}", strider=1)
        for k in range(6 - theirs, 6):
            found.units(1, f"in{k}", strider=1)
        return found

    assert holds(table(least, least - 1), mission)
    assert not holds(table(least, least), mission)  # not more than the enemy
    assert not holds(table(least - 1, 0), mission)
    if ground != "crystal_spires":
        elsewhere = Arranged().units(0, "in0", strider=1).units(0, "in1", strider=1)
        assert not holds(elsewhere.units(0, "in2", strider=1), mission)


@rule("NX-16.8")
def test_income() -> None:
    table = Arranged().units(0, "hb0_l", human=1).units(0, "hb0_r", human=1)
    table.units(0, "hb0_rear", human=1).refinery("in0", 2).refinery("in1", 3)
    table.units(0, "in0", human=1)
    assert not holds(table, "sm_energy_baron")
    table.units(0, "in1", strider=1)
    assert not holds(table, "sm_energy_baron")  # no miner
    assert holds(table.units(0, "in1", fungoid=1), "sm_energy_baron")


@rule("NX-16.8")
def test_hold_enemy_home_and_camp() -> None:
    assert holds(Arranged().units(0, "hb3_rear", human=1), "sm_foothold")
    assert not holds(Arranged().units(0, "hb0_rear", human=1), "sm_foothold")
    contested = Arranged().units(0, "hb3_rear", human=1).units(1, "hb3_rear", human=1)
    assert not holds(contested, "sm_foothold")
    assert holds(Arranged().units(0, "ed3", human=3), "sm_forward_base")
    assert not holds(Arranged().units(0, "ed3", human=2), "sm_forward_base")
    assert not holds(Arranged().units(0, "in3", human=3), "sm_forward_base")  # too far
    assert not holds(Arranged().units(0, "hb3_l", human=3), "sm_forward_base")  # no field hex
    assert not holds(Arranged().units(0, "ed0", human=3), "sm_forward_base")  # the own base


@rule("NX-16.8")
def test_all_slots_and_land() -> None:
    five = Arranged().units(0, "in0", human=1, fungoid=1, crystalline=1, strider=1, leaper=1)
    assert not holds(five, "sm_full_menagerie")
    assert holds(five.units(0, "in1", dragon=1), "sm_full_menagerie")
    table = Arranged()
    for hex in ("in0", "in1", "in2", "in3", "in4", "in5", "hb0_l"):
        table.units(0, hex, human=1)
    assert not holds(table, "sm_land_grab")
    assert holds(table.units(0, "mono", strider=1), "sm_land_grab")


@rule("NX-16.8")
def test_special_kill_and_wins() -> None:
    def breath(die: int) -> Running:
        table = Arranged().units(0, "in0", dragon=1).units(1, "in1", human=1).rubium(9, 9)
        return table.hand(0, "sm_plasma_test").at(BREATH, die).play().choose("breathe in0")

    assert breath(4).offered == ["score sm_plasma_test", "continue"]
    assert breath(3).kind != "objective"
    table = fought(*WIN).hand(0, "sm_double_victory").units(0, "in3", strider=1)
    game = table.units(1, "in3", strider=1).battle(4, 1, 4, 1).play().choose("fight in0")
    assert game.s.wins == 2 and game.offered == ["score sm_double_victory", "continue"]
    single = fought(*WIN).hand(0, "sm_double_victory").next_card("en_heat_suits").play()
    assert single.s.wins == 1 and single.kind != "objective"


@rule("NX-8.29", "NX-13.8")
def test_the_question_about_a_battle_mission_is_secret() -> None:
    table = fought(*WIN, ground="rock_plains").hand(0, "sm_stone_claim")
    game = table.play().until("battle_mission")
    assert game.decision.secret
