"""Sections 4 and 5: the planet and how units move on it."""

from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.geometry import (
    ANTIPODES,
    ARROWS,
    COORDS,
    DISTANCE,
    HEX_IDS,
    HEXES,
    INDEX,
    RING,
    SECTOR,
    TOUCH,
    hex_named,
)
from starhall.games.cysmic.rules.board import surface
from starhall.games.cysmic.rules.tremors import devastated_beneath
from tests.games.cysmic.tables import BLUE, GREEN, RED, Laid


def near(hex: str) -> set[str]:
    return {HEX_IDS[other] for other in TOUCH[hex_named(hex)]}


@rule("CY-4.1", "CY-4.2", "CY-4.3", "CY-4.4")
def test_positions() -> None:
    assert len(COORDS) == len(set(COORDS)) == 127
    assert COORDS[hex_named("0.4.2")] == (2, 2)
    assert COORDS[hex_named("1.6.5")] == (-5, 6)
    assert COORDS[hex_named("5.6.5")] == (6, -1)
    assert COORDS[hex_named("city")] == (0, 0)
    for hex in range(1, HEXES):
        k, n, j = (int(part) for part in HEX_IDS[hex].split("."))
        assert (SECTOR[hex], RING[hex], INDEX[hex]) == (k, n, j)
        assert 0 <= j < n <= 6
        q, r = COORDS[hex]
        assert max(abs(q), abs(r), abs(q + r)) == n


@rule("CY-4.5", "CY-4.6")
def test_touching_and_distance() -> None:
    assert near("city") == {f"{k}.1.0" for k in range(6)}
    assert near("0.4.2") == {"0.5.2", "0.5.3", "0.4.3", "0.3.2", "0.3.1", "0.4.1"}
    assert near("0.6.0") == {"0.6.1", "0.5.0", "5.6.5"}
    assert sum(len(others) for others in TOUCH) == 2 * 342
    assert sum(len(others) for others in ARROWS) == 2 * 90
    assert DISTANCE[hex_named("0.6.0")][hex_named("3.6.0")] == 12
    assert DISTANCE[hex_named("0.4.1")][hex_named("3.1.0")] == 5


@rule("CY-4.8", "CY-26.2")
def test_arrows_by_setting() -> None:
    edge = hex_named("2.6.4")
    assert {HEX_IDS[other] for other in ARROWS[edge]} == {f"{k}.6.4" for k in (0, 1, 3, 4, 5)}
    assert [HEX_IDS[other] for other in ANTIPODES[edge]] == ["5.6.4"]
    game = Laid(2, global_arrows="antipodal").unit(RED, "soldier", "2.6.4")
    game.ground("mountain", "2.6.3", "2.6.5", "2.5.3", "2.5.4").card(RED, "soldier_card")
    game.choose("unit soldier/2.6.4")
    assert "5.6.4" in game.hexes() and "0.6.4" not in game.hexes()


@rule("CY-4.9")
def test_arrows_stay_and_caves_go_when_ground_falls() -> None:
    game = Laid(2).ground("devastated", "0.6.3").ground("abyss", "1.6.3")
    game.ground("cave", "0.5.2", "4.2.0").ship(RED, "0.5.2").unit(RED, "soldier", "0.6.3")
    game.card(RED, "ship_card").choose("hex 0.5.1")
    assert hex_named("0.5.2") not in game.s.caves
    walk = Laid(2).ground("devastated", "0.6.3").ground("abyss", "1.6.3")
    walk.unit(RED, "soldier", "0.6.3").card(RED, "soldier_card").choose("unit soldier/0.6.3")
    assert "3.6.3" in walk.hexes()
    assert "1.6.3" not in walk.hexes()


@rule("CY-4.12", "CY-4.13", "CY-5.1", "CY-5.2")
def test_what_can_be_entered() -> None:
    game = Laid(2).unit(RED, "speaker", "0.2.0")
    game.ground("mountain", "0.3.0").ground("water", "0.3.1").ground("abyss", "0.2.1")
    game.ground("devastated", "0.1.0").card(RED, "speaker_card").choose("unit speaker/0.2.0")
    reached = game.hexes()
    assert not {"0.3.0", "0.3.1", "0.2.1"} & set(reached)
    assert {"0.1.0", "city", "5.2.1"} <= set(reached)
    assert all(DISTANCE[hex_named("0.2.0")][hex_named(hex)] <= 3 for hex in reached)
    assert "stop" in game.offered()


@rule("CY-4.12", "CY-4.14", "CY-4.15", "CY-8.7")
def test_what_can_be_explored() -> None:
    def digs(ground: str, level: int = 0) -> bool:
        game = Laid(2).unit(RED, "miner", "0.4.1").ground(ground, "0.4.1").deck("dig_in")
        game.s.level[hex_named("0.4.1")] = level
        return game.card(RED, "miner_card").choose("done").kind == "dig"

    assert digs("plain") and digs("cave") and digs("ore") and digs("site")
    assert not digs("site", 1)
    assert not digs("devastated")
    city = Laid(2).unit(RED, "miner", "city").card(RED, "miner_card").choose("done")
    assert city.kind != "dig"
    ore = Laid(2).unit(RED, "miner", "0.4.1").ground("ore", "0.4.1").deck("dig_in")
    ore.card(RED, "miner_card").choose("done", "unit miner/0.4.1")
    assert ore.player(RED).ore == 1  # mined, not explored


@rule("CY-4.16", "CY-4.18")
def test_collapsed_ground_stays_as_it_is() -> None:
    game = Laid(2).ground("devastated", "0.4.1").ship(RED, "0.4.1").card(RED, "ship_card")
    game.choose("hex 0.4.2")
    assert game.ground_of("0.4.1") == "devastated"
    assert game.s.tokens[hex_named("0.4.1")] == 0
    assert surface(game.s, hex_named("0.4.2")) and not surface(game.s, hex_named("0.4.1"))


@rule("CY-4.17")
def test_under_layer_unknown_to_a_world_is_drawn_fairly() -> None:
    game = Laid(2)
    game.s.under = []
    ring = [hex_named(f"0.4.{j}") for j in range(4)]
    game.s.ground[ring[0]] = 5  # devastated already: no second one on the ring
    assert not any(devastated_beneath(game.s, hex) for hex in ring[1:] for _ in range(20))
    other = Laid(2)
    other.s.under = []
    hits = sum(devastated_beneath(other.s, ring[0]) for _ in range(400))
    assert 60 < hits < 140  # one in four
    assert not devastated_beneath(other.s, hex_named("0.1.0"))


@rule("CY-4.19", "CY-5.5", "CY-5.6")
def test_occupancy() -> None:
    game = Laid(2).unit(RED, "soldier", "0.4.1").unit(RED, "soldier", "0.4.2", 3)
    game.unit(RED, "harvester", "0.3.1").unit(RED, "powermech", "0.3.0")
    game.card(RED, "soldier_card").choose("unit soldier/0.4.1")
    assert "0.4.2" not in game.hexes()
    assert "0.4.3" in game.hexes()  # through the full hex or around it
    assert "0.3.1" in game.hexes()  # beside a Vehicle
    mech = Laid(2).unit(RED, "harvester", "0.3.1").unit(RED, "powermech", "0.3.0")
    mech.card(RED, "powermech_card").choose("unit powermech/0.3.0", "move")
    assert "0.3.1" not in mech.hexes()


@rule("CY-5.6")
def test_passing_through_own_units() -> None:
    game = Laid(2).unit(RED, "soldier", "0.6.0").unit(RED, "miner", "0.5.0", 3)
    game.ground("mountain", "0.6.1", "5.6.5").ground("abyss", *[f"{k}.6.0" for k in range(1, 6)])
    game.card(RED, "soldier_card").choose("unit soldier/0.6.0")
    assert "0.5.0" not in game.hexes() and "0.4.0" in game.hexes()


@rule("CY-4.20", "CY-4.21")
def test_combat_locks() -> None:
    game = Laid(2).unit(RED, "soldier", "0.4.1").unit(BLUE, "soldier", "0.4.1")
    game.unit(RED, "soldier", "0.3.0").card(RED, "soldier_card")
    assert game.offered() == ["unit soldier/0.3.0", "done"]


@rule("CY-5.4")
def test_ships_block() -> None:
    game = Laid(2).ship(BLUE, "0.4.2").ship(RED, "0.4.3").unit(RED, "soldier", "0.4.1")
    game.card(RED, "soldier_card").choose("unit soldier/0.4.1")
    assert not {"0.4.2", "0.4.3"} & set(game.hexes())


@rule("CY-5.3", "CY-5.9")
def test_enemies_end_a_move() -> None:
    game = Laid(3).unit(RED, "soldier", "0.6.0").unit(BLUE, "miner", "0.5.0")
    game.ground("mountain", "0.6.1", "5.6.5").ground("abyss", *[f"{k}.6.0" for k in range(1, 6)])
    game.card(RED, "soldier_card").choose("unit soldier/0.6.0")
    assert game.hexes() == ["0.5.0"]
    closed = Laid(3).unit(RED, "soldier", "0.6.0").unit(BLUE, "miner", "0.5.0")
    closed.unit(GREEN, "soldier", "0.5.0").ground("mountain", "0.6.1", "5.6.5")
    closed.ground("abyss", *[f"{k}.6.0" for k in range(1, 6)]).card(RED, "soldier_card")
    assert closed.kind != "pick_unit"  # nowhere to go


@rule("CY-5.11", "CY-5.12")
def test_a_leg_takes_the_way_with_most_tokens() -> None:
    game = Laid(2).unit(RED, "soldier", "0.4.1").token("0.3.0").relic_deck("deep_silo, war_prism")
    game.card(RED, "soldier_card").choose("unit soldier/0.4.1", "hex 0.2.0")
    # Two ways of two steps lead to 0.2.0, over 0.3.0 and over 0.3.1: the token decides.
    assert game.kind == "relic_keep"


@rule("CY-5.13", "CY-11.30")
def test_a_fleeing_group_picks_up_a_token() -> None:
    game = Laid(2).unit(BLUE, "soldier", "0.4.1").unit(RED, "soldier", "0.4.1").token("0.3.1")
    game.relic_deck("deep_silo, war_prism").roll(red="1", face="plus_1")
    game.card(BLUE, "battle").choose("flee", "hex 0.3.1", "pass")
    assert (game.kind, game.asked) == ("relic_keep", BLUE)


@rule("CY-5.14", "CY-25.16")
def test_move_changes_add_up_but_one_step_remains() -> None:
    game = Laid(2).unit(RED, "harvester", "0.4.1")
    game.s.dust = [BLUE, BLUE, BLUE]
    game.card(RED, "harvester_card").choose("unit harvester/0.4.1")
    assert set(game.hexes()) == near("0.4.1")
    fast = Laid(2).unit(RED, "soldier", "0.4.1").relics(RED, "gravity_boots, gravity_boots")
    fast.card(RED, "soldier_card").choose("unit soldier/0.4.1")
    assert fast.s.moves_left == 6


@rule("CY-5.17", "CY-8.13")
def test_a_unit_that_is_locked_acts_no_more() -> None:
    game = Laid(2).unit(RED, "harvester", "0.4.1").unit(RED, "soldier", "0.4.2")
    game.unit(BLUE, "soldier", "0.4.2").card(RED, "harvester_card")
    game.choose("unit harvester/0.4.1", "hex 0.4.2")
    assert game.kind != "dig"


@rule("CY-25.29", "CY-25.28", "CY-5.1", "CY-5.10", "CY-4.8", "CY-4.10")
def test_free_steps() -> None:
    game = Laid(3).faction(RED, "wayfarers").unit(RED, "harvester", "0.6.3")
    game.card(RED, "harvester_card").choose("unit harvester/0.6.3", "hex 3.6.3")
    assert game.s.moves_left == 2  # the arrow step cost nothing
    assert "0.6.3" in game.hexes()
    game.choose("hex 0.6.3")
    assert game.s.moves_left == 1  # the second one does
    deep = Laid(2).faction(RED, "deepwell").ground("cave", "1.4.3", "4.2.0", "2.4.0")
    deep.unit(RED, "harvester", "1.4.3").card(RED, "harvester_card")
    deep.choose("unit harvester/1.4.3", "hex 4.2.0")
    assert deep.s.moves_left == 2
