"""Packed numbers of a view, unpacked for programs."""

from __future__ import annotations

import msgspec

import starhall
from starhall.engine.knowledge.unpacking import unpacked
from starhall.engine.knowledge.views import encode
from starhall.engine.rules.codes import bits, each, joined, number, packed
from starhall.engine.rules.fields import part, public, zone
from starhall.engine.rules.state import Part, State, Zone
from tests.bots.positions import GAMES, positions


@part
class Camp(Part):
    doors: int = public(0, coded=bits(4))
    crew: int = public(0, coded=packed(3, 4, 5))


@part
class Field(State):
    camps: list[Camp] = public([])
    best: Camp | None = public(None)
    shots: list[int] = public([], coded=each(4, joined(8, number(7), bits(2))))
    free: int = public(5)
    pile: Zone = zone(0, -1)


def test_masks_digits_and_pairs_become_lists() -> None:
    camp = Camp(doors=0b1010, crew=0x301)
    state = Field(seats=2, camps=[camp, Camp()], best=camp, shots=[19, -1])
    data = unpacked(state)
    assert data["camps"][0] == {"seat": -1, "doors": [1, 3], "crew": [1, 0, 3]}
    assert data["camps"][1]["doors"] == [] and data["best"] == data["camps"][0]
    assert data["shots"] == [[3, [1]], None]
    assert data["free"] == 5 and data["pile"] == encode(state)["pile"]
    assert repr(camp) == "<Camp doors=[1, 3] crew=[1, 0, 3]>"
    assert "shots=[[3, [1]], None] free=5" in repr(state)


def test_a_stack_of_nexus_ops_is_a_list_of_its_units() -> None:
    view = starhall.new("nexus-ops", seats=2, seed=1).view(0)
    player = unpacked(view)["players"][0]
    assert all([len(stack) == 6 for stack in player["stacks"]])
    assert player["supply"] == [view.players[0].supply >> 4 * i & 15 for i in range(6)]  # type: ignore[attr-defined]


def test_every_game_is_unpacked_to_json_with_the_same_fields() -> None:
    for game in GAMES:
        for match in positions(game, 2, 2):
            view = match.view(match.decision.seat)
            data = unpacked(view)
            assert data.keys() == encode(view).keys()
            assert msgspec.json.decode(msgspec.json.encode(data)) == data
