"""Boundaries of the rules: the map, what is just enough, what is refused, who counts."""

from __future__ import annotations

from collections import Counter

import pytest

from starhall.engine.match.match import Match
from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.content import INSTALLED, LEVELS, MISSING
from starhall.games.cysmic.game import GAME
from starhall.games.cysmic.geometry import (
    ANTIPODES,
    ARROWS,
    COORDS,
    DISTANCE,
    HEX_IDS,
    HEXES,
    INDEX,
    INNER,
    RING,
    RINGS_1_3,
    SECTOR,
    TOUCH,
    hex_at,
    hex_named,
)
from starhall.games.cysmic.rules.commands import move_ship
from starhall.games.cysmic.rules.launch import standing
from starhall.games.cysmic.rules.tremors import fits
from starhall.games.cysmic.state import CAVE, NONE, ORE_DEPOSIT, SITE, Table
from tests.games.cysmic.tables import BLUE, RED, Laid

HERE = "0.4.2"


def refused(game: Laid) -> dict[str, tuple[str, str]]:
    found = GAME.refusals(game.s, game.decision)
    return {one.option.token: (one.reason.rule, one.reason.key) for one in found}


# The map


@rule("CY-4.1", "CY-4.2", "CY-4.3", "CY-4.4")
def test_positions_are_numbered_by_sector_ring_and_index() -> None:
    assert HEX_IDS[0] == "city" and (SECTOR[0], RING[0], INDEX[0]) == (-1, 0, 0)
    number = 1
    for k in range(6):
        for n in range(1, 7):
            for j in range(n):
                assert hex_at(k, n, j) == number == hex_named(f"{k}.{n}.{j}")
                assert (SECTOR[number], RING[number], INDEX[number]) == (k, n, j)
                assert DISTANCE[0][number] == n
                number += 1
    assert number == HEXES == 127 == len({*COORDS})


@rule("CY-4.5", "CY-4.6", "CY-4.1", "CY-4.2")
def test_positions_touch_their_neighbours() -> None:
    for hex in range(HEXES):
        assert TOUCH[hex] == [other for other in range(HEXES) if DISTANCE[hex][other] == 1]
        assert len(TOUCH[hex]) == (6 if RING[hex] < 6 else 3 if INDEX[hex] == 0 else 4)
    assert max(DISTANCE[hex_named("0.6.0")]) == 12


@rule("CY-4.7", "CY-4.8", "CY-4.1", "CY-4.2", "CY-4.3", "CY-4.4")
def test_arrows_and_antipodes_link_edge_positions_only() -> None:
    for hex in range(HEXES):
        if RING[hex] < 6:
            assert ARROWS[hex] == ANTIPODES[hex] == []
            continue
        assert ARROWS[hex] == [hex_at(k, 6, INDEX[hex]) for k in range(6) if k != SECTOR[hex]]
        [other] = ANTIPODES[hex]
        assert COORDS[other] == (-COORDS[hex][0], -COORDS[hex][1]) and ANTIPODES[other] == [hex]


@rule("CY-2.13", "CY-4.1", "CY-4.2")
def test_where_ships_may_start() -> None:
    for k in range(6):
        places = ("3.1", "4.1", "4.2", "5.1", "5.2", "5.3")
        assert [HEX_IDS[hex] for hex in INNER[k]] == [f"{k}.{place}" for place in places]
        places = ("1.0", "2.0", "2.1", "3.0", "3.1", "3.2")
        assert [HEX_IDS[hex] for hex in RINGS_1_3[k]] == [f"{k}.{place}" for place in places]


# Setup


@rule("CY-2.3", "CY-2.4", "CY-2.5", "CY-2.6", "CY-4.12")
@pytest.mark.parametrize("seed", [1, 2])
def test_the_planet_shows_every_feature_as_often_as_its_tiles_do(seed: int) -> None:
    s = Match(GAME, 2, {}, seed).state
    assert isinstance(s, Table)
    features = Counter(GAME.tables.tile_feature[1:])
    levels = Counter(s.level)
    assert [levels[level] for level in (1, 2, 3)] == [features[n] for n in (0, 1, 2)]
    assert levels[5] == 1 and s.level[0] == 5 and LEVELS[5] == "city"
    assert s.ground.count(SITE) == features[0] + features[1] + features[2]
    assert s.ground.count(ORE_DEPOSIT) == features[3]
    assert s.caves == [hex for hex in range(HEXES) if s.ground[hex] == CAVE]
    assert len(s.caves) == features[4]
    assert sorted(s.tiles) == list(range(HEXES)) and sorted(s.sectors) == list(range(6))


@rule("CY-2.1", "CY-2.9", "CY-2.10", "CY-2.11", "CY-22.4")
def test_boards_that_are_not_chosen_lie_open_beside_the_planet() -> None:
    match = Match(GAME, 3, {}, 4)
    while any(decision.kind == "pick_faction" for decision in match.decisions):
        decision = match.decisions[0]
        match.choose(decision.options[0], decision.seat)
    s = match.state
    assert isinstance(s, Table)
    assert all(len(player.dealt.cards) == 1 for player in s.players)
    assert len(s.boards.cards) >= 6 and not {*s.boards.cards} & {
        card for player in s.players for card in player.dealt.cards
    }


# Units and ships


@rule("CY-4.19")
def test_three_units_with_one_vehicle_fit_on_a_hex() -> None:
    game = Laid(2).unit(RED, "soldier", HERE, 3).unit(RED, "harvester", "0.5.1")
    game.unit(RED, "harvester", "0.5.2")
    s, player = game.s, game.player(RED)
    there = [piece for piece, hex in enumerate(player.where) if hex == hex_named(HERE)]
    vehicles = [
        piece for piece, hex in enumerate(player.where) if HEX_IDS[hex] in ("0.5.1", "0.5.2")
    ]
    assert fits(s, 0, there) and fits(s, 0, there[:2] + vehicles[:1])
    assert not fits(s, 0, there + vehicles[:1])
    assert not fits(s, 0, vehicles)
    assert not fits(s, player.here[hex_named("0.5.1")], vehicles[1:])
    assert fits(s, player.here[hex_named("0.5.1")], there[:2])
    assert not fits(s, player.here[hex_named("0.5.1")], there)


@rule("CY-9.9", "CY-6.1")
def test_a_ship_moves_one_hex_or_stays() -> None:
    game = Laid(2).ship(RED, HERE).card(RED, "ship_card").section(move_ship)
    assert game.hexes() == [HEX_IDS[hex] for hex in TOUCH[hex_named(HERE)]]
    kind = game.kind
    game.choose("hex 0.4.1")
    assert game.ship_of(RED) == "0.4.1" and game.kind != kind
    stays = Laid(2).ship(RED, HERE).card(RED, "ship_card").section(move_ship).choose("stay")
    assert stays.ship_of(RED) == HERE


# Captives and combat


@rule("CY-7.15", "CY-7.16")
def test_a_combat_that_was_fought_is_refused() -> None:
    game = Laid(2).unit(RED, "soldier", HERE).unit(BLUE, "soldier", HERE)
    game.unit(RED, "soldier", "1.4.2").unit(BLUE, "soldier", "1.4.2")
    game.unit(RED, "soldier", "2.4.2").unit(BLUE, "soldier", "2.4.2").card(RED, "battle")
    assert game.kind == "pick_combat" and len(game.hexes()) == 3
    assert not refused(game)


@rule("CY-24.6", "CY-4.16")
def test_how_players_rank_when_the_planet_dies() -> None:
    game = Laid(2).ore(RED, 3).modules(RED, 2, "crew_bridge").ship(RED, HERE)
    game.held(BLUE, RED, "soldier", 2)
    rank, modules = standing(game.s, RED), game.player(RED).modules
    assert rank[:2] == [modules.count(INSTALLED), 6 - modules.count(MISSING)]
    assert rank[2:5] == [1, -2, 3]
    game.ground("abyss", HERE)
    assert standing(game.s, RED)[2] == 0
    game.player(RED).ship = NONE
    assert standing(game.s, RED)[2] == 0


# Trading and espionage


@rule("CY-13.4", "CY-13.7", "CY-13.1", "CY-13.3", "CY-13.5")
def test_ore_changes_hands_both_ways() -> None:
    game = Laid(2).ore(RED, 1).ore(BLUE, 5).cards(RED, "medevac").card(RED, "negotiate")
    game.choose("player 2", "offer_card medevac", "done", "ore 3", "done", "accept")
    assert (game.player(RED).ore, game.player(BLUE).ore) == (4, 2)
    assert game.hand(BLUE) == ["medevac"] and game.hand(RED) == []


@rule("CY-25.24", "CY-25.19")
def test_saboteurs_without_a_vehicle_to_destroy() -> None:
    game = Laid(2, trading="off").unit(BLUE, "soldier", HERE).spy_deck("saboteurs")
    game.card(RED, "negotiate").until("espionage_side").choose("sabotage")
    assert game.kind != "target_foe"


@rule("CY-13.5", "CY-13.6", "CY-13.4")
def test_a_relic_is_asked_for_from_the_hand() -> None:
    game = Laid(2).ore(RED, 3).relics(BLUE, "whisper_coil", active=False)
    game.relics(BLUE, "builder_glyph").card(RED, "negotiate").choose("player 2", "ore 3")
    assert "a_relic" in game.offered()
    game.choose("a_relic").until("trade_answer").choose("accept")
    assert len(game.player(RED).relics.cards) == 1 and not game.player(BLUE).relics.cards
    assert len(game.player(BLUE).slots.cards) == 1  # an active one stays
    assert (game.player(RED).ore, game.player(BLUE).ore) == (0, 3)
