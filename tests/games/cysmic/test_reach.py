"""Where a unit may walk, jump, come down, flee and escape to, and why not anywhere else."""

from __future__ import annotations

import pytest

from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.game import GAME
from starhall.games.cysmic.geometry import hex_named
from starhall.games.cysmic.rules.commands import evacuate
from starhall.games.cysmic.state import NONE
from tests.games.cysmic.tables import BLUE, GREEN, RED, Laid

HERE, THERE = "0.4.2", "0.4.1"
BESIDE = {"0.5.2", "0.5.3", "0.4.3", "0.3.2", "0.3.1", "0.4.1"}
CAVES = {"2.2.0", "4.3.1"}


def reasons(game: Laid) -> dict[str, tuple[str, str]]:
    """Rule and key of the reason against each option that is not offered."""
    found = GAME.refusals(game.s, game.decision)
    return {one.option.token: (one.reason.rule, one.reason.key) for one in found}


# Who may stop where

OPEN, GROUND, SHIP = ("", ""), ("CY-5.2", "blocked_ground"), ("CY-5.4", "ship_there")
FULL, ENEMY, CLOSED = ("CY-5.5", "full"), ("CY-5.7", "enemy_there"), ("CY-5.9", "others_fight")
TYPES = ("soldier", "speaker", "miner", "harvester", "powermech")
# What is there, and why a soldier, speaker, miner, harvester, powermech may not stop
STOPS = {
    "mountain": (GROUND,) * 5,
    "water": (GROUND,) * 5,
    "abyss": (GROUND,) * 5,
    "devastated": (OPEN,) * 5,
    "ship": (SHIP,) * 5,
    "two own": (OPEN,) * 5,
    "three own": (FULL,) * 5,
    "own vehicle": (OPEN, OPEN, OPEN, FULL, FULL),
    "enemy": (OPEN, ENEMY, ENEMY, ENEMY, OPEN),
    "three enemies": (OPEN, ENEMY, ENEMY, ENEMY, OPEN),
    "own combat": (OPEN,) * 5,
    "full combat": (FULL,) * 5,
    "combat with own vehicle": (OPEN, OPEN, OPEN, FULL, FULL),
    "combat of others": (CLOSED,) * 5,
}


def prepared(there: str) -> Laid:
    game = Laid(3)
    if there in ("mountain", "water", "abyss", "devastated"):
        game.ground(there, THERE)
    elif there == "ship":
        game.ship(BLUE, THERE)
    elif there == "two own":
        game.unit(RED, "miner", THERE, 2)
    elif there == "three own":
        game.unit(RED, "soldier", THERE, 3)
    elif there == "own vehicle":
        game.unit(RED, "harvester", THERE)
    elif there == "enemy":
        game.unit(BLUE, "miner", THERE)
    elif there == "three enemies":
        game.unit(BLUE, "miner", THERE, 3)
    elif there == "own combat":
        game.unit(BLUE, "miner", THERE).unit(RED, "soldier", THERE)
    elif there == "full combat":
        game.unit(BLUE, "miner", THERE).unit(RED, "soldier", THERE, 3)
    elif there == "combat with own vehicle":
        game.unit(BLUE, "miner", THERE).unit(RED, "powermech", THERE)
    else:
        game.unit(BLUE, "miner", THERE).unit(GREEN, "soldier", THERE)
    return game


def checked(game: Laid, reason: tuple[str, str]) -> None:
    assert (THERE in game.hexes()) == (reason == OPEN)
    assert reasons(game).get(f"hex {THERE}", OPEN) == reason
    game.check_legality()
    numbers = [hex_named(hex) for hex in game.hexes()]
    assert numbers == sorted(numbers)  # in the order of the hexes


@rule(
    "CY-5.1", "CY-5.2", "CY-5.3", "CY-5.4", "CY-5.5", "CY-5.7", "CY-5.8", "CY-5.9", "CY-4.12",
    "CY-4.19", "CY-4.20",
)  # fmt: skip
@pytest.mark.parametrize("there", STOPS)
def test_where_a_walk_may_end(there: str) -> None:
    for type, reason in zip(TYPES, STOPS[there], strict=True):
        game = prepared(there).unit(RED, type, HERE).card(RED, f"{type}_card")
        game.choose(f"unit {type}/{HERE}")
        if type == "powermech":
            game.choose("move")
        checked(game, reason)


@rule("CY-5.2", "CY-5.4", "CY-5.5", "CY-5.7", "CY-5.8", "CY-5.9", "CY-5.15", "CY-5.16")
@pytest.mark.parametrize("there", STOPS)
def test_where_a_jump_may_end(there: str) -> None:
    game = prepared(there).unit(RED, "powermech", HERE).card(RED, "powermech_card")
    checked(game.choose(f"unit powermech/{HERE}", "jump"), STOPS[there][-1])


@rule("CY-7.1", "CY-7.3", "CY-7.4", "CY-4.19", "CY-4.20", "CY-4.22", "CY-5.2", "CY-5.7")
@pytest.mark.parametrize("there", STOPS)
def test_where_a_troop_may_come_down(there: str) -> None:
    for type, reason in zip(TYPES[:3], STOPS[there], strict=False):
        game = prepared(there).ship(RED, HERE).influence(RED, 9).card(RED, "recruit")
        game.choose(f"type {type}")
        assert reasons(game)["hex 2.2.0"] == ("CY-7.1", "not_spawn")
        checked(game, reason)


# Who may pass

CORNER, BOTTLENECK, BEYOND = "0.6.0", "0.5.0", "0.4.0"


def corridor() -> Laid:
    """The corner has one way out, and what is in it decides."""
    game = Laid(3).ground("abyss", "0.6.1", "5.6.5", "0.5.1", "5.5.4")
    return game.ground("abyss", *[f"{k}.6.0" for k in range(1, 6)])


@rule("CY-5.2", "CY-5.3", "CY-5.4", "CY-5.6", "CY-5.8", "CY-5.9", "CY-25.30")
def test_what_a_unit_may_pass() -> None:
    def passes(game: Laid, type: str = "soldier") -> tuple[bool, bool]:
        """May it stop in the bottleneck, and go beyond it?"""
        game.unit(RED, type, CORNER).unit(RED, type, "2.2.0").card(RED, f"{type}_card")
        if f"unit {type}/{CORNER}" not in game.offered():
            return False, False
        game.choose(f"unit {type}/{CORNER}")
        return BOTTLENECK in game.hexes(), BEYOND in game.hexes()

    assert passes(corridor()) == (True, True)
    assert passes(corridor().unit(RED, "miner", BOTTLENECK, 3)) == (False, True)
    assert passes(corridor().unit(RED, "powermech", BOTTLENECK), "harvester") == (False, True)
    assert passes(corridor().unit(BLUE, "miner", BOTTLENECK)) == (True, False)
    joined = corridor().unit(BLUE, "miner", BOTTLENECK).unit(RED, "soldier", BOTTLENECK)
    assert passes(joined, "miner") == (True, False)
    full = corridor().unit(BLUE, "miner", BOTTLENECK).unit(RED, "soldier", BOTTLENECK, 3)
    assert passes(full) == (False, False)
    assert passes(corridor().ship(BLUE, BOTTLENECK)) == (False, False)
    for ground in ("mountain", "water"):
        light = corridor().ground(ground, BOTTLENECK).relics(RED, "cloud_step")
        assert passes(light) == (False, True)
        heavy = corridor().ground(ground, BOTTLENECK).relics(RED, "cloud_step")
        assert passes(heavy, "harvester") == (False, False)
        assert passes(corridor().ground(ground, BOTTLENECK)) == (False, False)
    pit = corridor().ground("abyss", BOTTLENECK).relics(RED, "cloud_step")
    assert passes(pit) == (False, False)
    boats = corridor().ground("water", BOTTLENECK).faction(RED, "wayfarers")
    assert passes(boats) == (False, True)
    dry = corridor().ground("mountain", BOTTLENECK).faction(RED, "wayfarers")
    assert passes(dry) == (False, False)


# Sides, arrows and caves


@rule("CY-4.5", "CY-4.7", "CY-4.8", "CY-4.10", "CY-4.11", "CY-5.1", "CY-25.25")
def test_one_step_leads_over_sides_arrows_and_caves() -> None:
    def steps(game: Laid, hex: str) -> set[str]:
        game.unit(RED, "miner", hex).s.dust = [BLUE, BLUE]  # one step is left
        return set(game.card(RED, "miner_card").choose(f"unit miner/{hex}").hexes())

    def caves() -> Laid:
        return Laid(2).ground("cave", HERE, *CAVES)

    assert steps(caves(), HERE) == BESIDE | CAVES
    assert steps(caves(), "0.5.1") == {"0.6.1", "0.6.2", "0.5.0", "0.4.0", "0.4.1", "0.5.2"}
    assert steps(caves().spy(BLUE, "cave_in_teams", 0), HERE) == BESIDE
    edge = {"0.6.2", "0.6.4", "0.5.2", "0.5.3"}
    assert steps(Laid(2), "0.6.3") == edge | {f"{k}.6.3" for k in range(1, 6)}
    assert steps(Laid(2, global_arrows="antipodal"), "0.6.3") == edge | {"3.6.3"}
    assert steps(Laid(2).spy(BLUE, "border_lockdown", 0), "0.6.3") == edge
    assert steps(Laid(2).spy(RED, "border_lockdown", 0), "0.6.3") == edge | {
        f"{k}.6.3" for k in range(1, 6)
    }


@rule("CY-4.10", "CY-5.1", "CY-5.10", "CY-25.28", "CY-25.29")
def test_the_first_step_from_cave_to_cave_is_free() -> None:
    def cave(faction: str, *goals: str) -> int:
        game = Laid(3).ground("cave", HERE, *CAVES).faction(RED, faction)
        game.unit(RED, "harvester", HERE).card(RED, "harvester_card")
        game.choose(f"unit harvester/{HERE}", *[f"hex {goal}" for goal in goals])
        return game.s.moves_left

    assert cave("deepwell", "2.2.0") == 2
    assert cave("deepwell", "2.2.0", "4.3.1") == 1  # only the first
    assert cave("deepwell", "0.4.1", HERE) == 0  # nothing but caves is free
    assert cave("helix_combine", "2.2.0") == 1
    assert cave("wayfarers", "2.2.0") == 1  # their free step is by arrow


@rule("CY-4.10", "CY-4.11", "CY-25.24", "CY-25.28")
def test_a_step_between_touching_caves_is_a_plain_step() -> None:
    def enters(game: Laid) -> int:
        game.ground("cave", HERE, "0.4.1").unit(RED, "harvester", HERE)
        game.card(RED, "harvester_card").choose(f"unit harvester/{HERE}", "hex 0.4.1")
        return game.s.moves_left

    assert enters(Laid(3).faction(RED, "deepwell")) == 1  # it is not free
    assert enters(Laid(3).spy(BLUE, "cave_in_teams", 0)) == 1  # and not forbidden


@rule("CY-5.11", "CY-5.1", "CY-5.10", "CY-5.12")
def test_which_way_a_leg_takes() -> None:
    def found(game: Laid, start: str, goal: str) -> tuple[int, ...]:
        """Where a Relic Token is left after the leg, by hex."""
        game.relic_deck("deep_silo, war_prism, hive_lens, twin_fang").unit(RED, "soldier", start)
        game.card(RED, "soldier_card").choose(f"unit soldier/{start}", f"hex {goal}")
        game.until("move_leg", "bonus")
        return tuple(game.s.tokens[hex_named(hex)] for hex in ("0.3.0", "0.3.1", "0.2.1"))

    # From 0.4.1 two ways of two steps lead to 0.2.0: over 0.3.0 and over 0.3.1.
    assert found(Laid(2).token("0.3.1"), THERE, "0.2.0") == (0, 0, 0)
    assert found(Laid(2).token("0.3.0", "0.3.1"), THERE, "0.2.0") == (0, 1, 0)  # the first by name
    # One step is shorter than two, whatever lies on them.
    assert found(Laid(2).token("0.3.0"), THERE, "0.3.1") == (1, 0, 0)


@rule("CY-5.11", "CY-5.13", "CY-25.29")
def test_a_free_step_makes_the_cheapest_way() -> None:
    """From 0.5.2 to 1.6.3: over the arrow of 0.6.3 for 1, the rest of the way is for nothing."""
    game = Laid(3).faction(RED, "wayfarers").unit(RED, "harvester", "0.6.3").token("1.6.3")
    game.relic_deck("deep_silo, war_prism").card(RED, "harvester_card")
    game.choose("unit harvester/0.6.3", "hex 1.6.3")
    assert game.kind == "relic_keep"
    game.until("move_leg")
    assert game.s.moves_left == 2


# Fleeing and escaping


def fight(game: Laid, hex: str = HERE) -> Laid:
    """Blue plays Battle where red has come to it."""
    return game.unit(BLUE, "soldier", hex).unit(RED, "soldier", hex).card(BLUE, "battle")


@rule("CY-11.30", "CY-11.31", "CY-11.9", "CY-4.10", "CY-4.11", "CY-4.19", "CY-25.25")
def test_where_a_group_may_flee_to_and_why_not_elsewhere() -> None:
    game = Laid(3).ground("cave", HERE, *CAVES).ground("water", "0.5.2").ship(GREEN, "0.5.3")
    game.unit(GREEN, "miner", "0.4.3").unit(BLUE, "miner", "0.3.2", 3)
    game.unit(BLUE, "harvester", "0.3.1").unit(BLUE, "powermech", HERE)
    game.habitat(THERE, 1, RED)  # an enemy flag does not matter
    fight(game).choose("flee")
    assert set(game.hexes()) == {THERE} | CAVES
    why = reasons(game)
    assert why["hex 0.5.2"] == ("CY-5.2", "blocked_ground")
    assert why["hex 0.5.3"] == ("CY-5.4", "ship_there")
    assert why["hex 0.4.3"] == ("CY-11.31", "others_there")
    assert why["hex 0.3.2"] == why["hex 0.3.1"] == ("CY-11.31", "not_all_fit")
    assert why["hex 2.3.0"] == ("CY-11.31", "not_next")
    shut = Laid(3).ground("cave", HERE, *CAVES).spy(RED, "cave_in_teams", 0)
    assert set(fight(shut).choose("flee").hexes()) == BESIDE
    two = Laid(2).unit(BLUE, "miner", THERE, 2).unit(BLUE, "miner", HERE)
    assert set(fight(two).choose("flee").hexes()) == BESIDE - {THERE}
    one = Laid(2).unit(BLUE, "miner", THERE, 2)
    assert set(fight(one).choose("flee").hexes()) == BESIDE


@rule("CY-11.9", "CY-11.30")
def test_a_striker_with_nowhere_to_go_may_only_strike() -> None:
    free = fight(Laid(2))
    assert free.offered() == ["strike", "flee"] and reasons(free) == {}
    shut = Laid(2).ground("mountain", *BESIDE)
    shut.s.auto_single = False
    fight(shut).choose(f"hex {HERE}")
    assert shut.offered() == ["strike"]
    assert reasons(shut) == {"flee": ("CY-11.30", "no_flight")}


def falling(game: Laid) -> Laid:
    """The third ring of sector 2 falls."""
    game.ground("ore", "0.4.1").unit(GREEN, "harvester", "0.4.1").deck("dig_in, dig_in")
    game.s.stack_at = 6
    game.next_token("fx_tundra_3").card(GREEN, "harvester_card").until("dig")
    return game.choose("unit harvester/0.4.1")


@rule("CY-19.11")
@rule("CY-19.14", "CY-19.15", "CY-4.10", "CY-4.11", "CY-4.19")
def test_where_an_escape_may_lead_and_why_not_elsewhere() -> None:
    game = Laid(3).ground("cave", "2.3.1", "0.2.0").unit(RED, "miner", "2.3.1")
    game.ground("water", "2.2.0").ship(BLUE, "2.2.1").unit(BLUE, "soldier", "2.4.1")
    falling(game.unit(RED, "miner", "2.4.2", 3))
    assert (game.kind, game.asked) == ("escape", RED)
    assert game.hexes() == ["0.2.0"]
    why = reasons(game)
    assert why["hex 2.2.0"] == ("CY-5.2", "blocked_ground")
    assert why["hex 2.2.1"] == ("CY-5.4", "ship_there")
    assert why["hex 2.4.1"] == ("CY-19.15", "others_there")
    assert why["hex 2.4.2"] == ("CY-5.5", "full")
    assert why["hex 2.3.0"] == why["hex 2.3.2"] == ("CY-19.15", "collapsing")
    assert why["hex 1.2.0"] == ("CY-19.15", "not_next")
    game.choose("hex 0.2.0")
    assert game.where(RED, "miner") == ["0.2.0", "2.4.2", "2.4.2", "2.4.2"]


@rule("CY-19.14", "CY-19.15", "CY-4.19")
def test_an_escape_is_led_by_a_unit_with_early_warning() -> None:
    game = Laid(3).unit(RED, "harvester", "2.3.1").unit(RED, "soldier", "2.3.1")
    game.unit(RED, "speaker", "2.3.1").unit(RED, "powermech", "2.4.2")
    falling(game)
    assert "2.4.2" not in game.hexes()  # the Harvester does not fit beside a Vehicle
    game.choose("hex 2.4.1")
    assert game.offered() == ["unit harvester/2.3.1", "all"]
    why = reasons(game)
    assert why["unit soldier/2.3.1"] == ("CY-19.14", "no_early_warning")
    assert why["unit powermech/2.4.2"] == ("CY-19.14", "not_on_hex")
    game.choose("unit harvester/2.3.1")
    assert game.offered() == ["unit soldier/2.3.1", "unit speaker/2.3.1", "all", "done"]
    game.choose("unit speaker/2.3.1", "done")
    assert game.where(RED, "soldier") == [] and game.where(RED, "speaker") == ["2.4.1"]
    alone = falling(Laid(3).unit(RED, "soldier", "2.3.1"))
    assert alone.kind != "escape" and alone.where(RED, "soldier") == []


# Evacuation


@rule("CY-9.12", "CY-5.12", "CY-5.13")
def test_an_evacuee_stands_on_the_token_while_the_relic_is_chosen() -> None:
    game = Laid(2).ship(RED, HERE).modules(RED, 6).unit(RED, "soldier", "0.2.0")
    game.ground("mountain", "0.3.0", "0.2.1", "1.2.0").token("0.3.1")
    game.relic_deck("deep_silo, war_prism").card(RED, "ship_card").section(evacuate).choose("yes")
    assert game.kind == "relic_keep" and game.where(RED, "soldier") == ["0.3.1"]
    game.until("launch")
    assert game.where(RED, "soldier") == []


@rule("CY-9.11", "CY-9.12", "CY-5.4")
def test_who_can_evacuate() -> None:
    def aboard(type: str, start: str, *extra: str) -> bool:
        game = Laid(3).ship(RED, HERE).modules(RED, 6).unit(RED, type, start)
        game.unit(RED, "speaker", THERE)  # so that somebody can
        for line in extra:
            game.faction(RED, line)
        game.card(RED, "ship_card").section(evacuate).choose("yes")
        return game.where(RED, type) == []

    assert aboard("miner", "0.1.0")  # three steps
    assert not aboard("miner", "city")  # four
    assert aboard("miner", "city", "vanguard")  # two steps more by drill
    assert aboard("soldier", "city") and not aboard("soldier", "3.1.0")
    assert aboard("harvester", "0.2.0") and not aboard("harvester", "0.1.0")


@rule("CY-9.11", "CY-12.11")
def test_an_incomplete_ship_does_not_evacuate() -> None:
    game = Laid(2).ship(RED, HERE).modules(RED, 5).unit(RED, "soldier", THERE)
    game.card(RED, "ship_card").section(evacuate)
    assert game.kind != "evacuate" and game.where(RED, "soldier") == [THERE]
    empty = Laid(2).ship(RED, HERE).modules(RED, 6).card(RED, "ship_card").section(evacuate)
    assert empty.kind != "evacuate" and empty.player(RED).ship != NONE
