"""Section 1: who is an enemy, who holds a hex, who may enter it, and whose home it is."""

import pytest

from starhall.engine.text.rulebook import rule
from starhall.games.nexus_ops.boards import HEXES, MONO, hex_of, hexes_of
from starhall.games.nexus_ops.content import HUMAN, STRIDER
from starhall.games.nexus_ops.rules.control import (
    are_enemies,
    awake,
    contested_mask,
    controlled_mask,
    enemies,
    enemies_at,
    enemy_homes,
    enemy_mask,
    home_mask,
    homes,
    may_enter,
    others_mask,
    seat_of,
)
from tests.games.nexus_ops.tables import Arranged, dealt, stack


def names(mask: int) -> set[str]:
    return {HEXES[hex] for hex in hexes_of(mask)}


def home(*sides: int) -> set[str]:
    return {f"hb{side}_{place}" for side in sides for place in ("l", "r", "rear")}


@rule("NX-1.9", "NX-17.15", "NX-17.19", "NX-6.5", "NX-8.3")
@pytest.mark.parametrize(
    ("teams", "expected"),
    [
        ("off", [[1], [0]]),
        ("off", [[1, 2], [2, 0], [0, 1]]),
        ("off", [[1, 2, 3], [2, 3, 0], [3, 0, 1], [0, 1, 2]]),
        ("on", [[1, 3], [2, 0], [3, 1], [0, 2]]),
    ],
)
def test_everybody_but_the_partner_is_an_enemy(teams: str, expected: list[list[int]]) -> None:
    s = dealt(len(expected), teams=teams)
    for seat, others in enumerate(expected):
        assert enemies(s, seat) == others  # clockwise from the player's left
        found = [other for other in range(s.seats) if are_enemies(s, seat, other)]
        assert found == sorted(others)


@rule("NX-1.8", "NX-1.9", "NX-5.14", "NX-17.16", "NX-17.19")
@pytest.mark.parametrize("teams", ["off", "on"])
def test_who_holds_a_hex(teams: str) -> None:
    table = Arranged(4, teams=teams).units(0, "in0", human=1).units(1, "in1", human=1)
    for hex, seats in (("in2", (0, 1)), ("in3", (0, 2)), ("in4", (2,)), ("in5", (1, 3))):
        for seat in seats:
            table.units(seat, hex, human=1)
    s = table.units(3, "mono", strider=1).s
    assert names(controlled_mask(s, 0)) == {"in0"}
    assert names(controlled_mask(s, 2)) == {"in4"}
    assert names(controlled_mask(s, 3)) == {"mono"}
    assert names(contested_mask(s)) == {"in2", "in3", "in5"}
    assert names(others_mask(s, 0)) == {"mono", "in1", "in2", "in3", "in4", "in5"}
    assert names(others_mask(s, 3)) == {"in0", "in1", "in2", "in3", "in4", "in5"}
    partner = {"in3", "in4"} if teams == "off" else set()
    assert names(enemy_mask(s, 0)) == {"mono", "in1", "in2", "in5"} | partner
    assert enemies_at(s, 0, hex_of("in3")) == ([2] if teams == "off" else [])
    assert enemies_at(s, 0, hex_of("in5")) == [1, 3]
    assert enemies_at(s, 2, hex_of("in5")) == [3, 1]  # clockwise from the left of seat 2
    empty = Arranged(4, teams=teams).s
    assert contested_mask(empty) == enemy_mask(empty, 0) == others_mask(empty, 0) == 0


@rule("NX-2.6", "NX-2.16", "NX-1.8")
def test_home_bases_are_counted_from_the_first_player() -> None:
    s = dealt(3)
    s.first = 1
    assert [names(home_mask(s, seat)) for seat in range(3)] == [home(4), home(0), home(2)]
    assert [HEXES[hex] for hex in homes(s, 2)] == ["hb2_l", "hb2_r", "hb2_rear"]
    assert names(enemy_homes(s, 1)) == home(2, 4)
    four = dealt(4, teams="on")
    assert names(enemy_homes(four, 0)) == home(1, 4)
    assert names(enemy_homes(four, 3)) == home(0, 3)
    assert names(enemy_homes(dealt(4), 0)) == home(1, 3, 4)


@rule("NX-1.2", "NX-1.3", "NX-2.13")
def test_a_faction_stands_for_its_leader() -> None:
    s = Arranged(3).s
    for seat, faction in enumerate((3, 0, 2)):
        s.players[seat].faction = faction
    assert [seat_of(s, faction) for faction in (0, 2, 3)] == [1, 2, 0]


@rule("NX-7.6", "NX-8.4")
def test_only_units_found_in_the_own_turn_sleep() -> None:
    table = Arranged().units(0, "in0", human=2, strider=1).units(1, "in0", human=1)
    hex = hex_of("in0")
    s = table.s
    assert awake(s, s.players[0], hex) == stack(human=2, strider=1)
    table.dormant("in0", human=1)
    assert awake(s, s.players[0], hex) == stack(human=1, strider=1)
    assert awake(s, s.players[1], hex) == stack(human=1)
    s.active = 1
    assert awake(s, s.players[0], hex) == stack(human=2, strider=1)


@rule("NX-5.6", "NX-17.9", "NX-16.7")
def test_heat_suits_open_everything_but_the_vortex_to_the_active_player() -> None:
    s = Arranged().ground(in0="magma_pool").s
    barred = {"mono", "in0"}
    everywhere = names(s.board.whole)
    assert names(may_enter(s, 0, HUMAN)) == everywhere - barred
    assert names(may_enter(s, 0, STRIDER)) == everywhere
    s.suits = True
    assert names(may_enter(s, 0, HUMAN)) == everywhere
    assert names(may_enter(s, 1, HUMAN)) == everywhere - barred
    vortex = Arranged(vortex="on").ground(in0="magma_pool").s
    assert names(may_enter(vortex, 0, STRIDER)) == everywhere - {HEXES[MONO]}
    vortex.suits = True
    assert names(may_enter(vortex, 0, HUMAN)) == everywhere - {HEXES[MONO]}
