"""Sections 1, 2, 14 and 16: components, the map, setup, chance and content."""

from collections import Counter

import pytest

from starhall.engine.errors import BadSetting
from starhall.engine.hexes import DIRECTIONS, distance
from starhall.engine.match.opening import new
from starhall.engine.rules.chance import Chance, Stream, seed_bytes
from starhall.engine.rules.fields import EVERYONE, NOBODY
from starhall.engine.text.rulebook import rule
from starhall.games.nexus_ops.boards import HEXES, MONO, Board, hex_of, hexes_of
from starhall.games.nexus_ops.content import (
    AFTER_DICE,
    BEFORE_DICE,
    DEPLOYMENT,
    HOME,
    MAGMA,
    ROCK,
    SLOTS,
    STRIDER,
    TERRAINS,
)
from starhall.games.nexus_ops.game import GAME
from starhall.games.nexus_ops.stacks import total
from tests.games.nexus_ops.tables import CONTENT, MOVE, MOVED, Arranged, card, dealt, stack


def board(id: str) -> Board:
    return next(board for board in CONTENT.boards if board.id == id)


def near(board: Board, hex: str) -> set[str]:
    return {HEXES[other] for other in hexes_of(board.near[hex_of(hex)])}


def pairs(board: Board) -> int:
    return sum(board.near[hex].bit_count() for hex in board.hexes) // 2


# Components


@rule("NX-1.1")
def test_the_box() -> None:
    assert CONTENT.count == [12, 8, 8, 6, 4, 3] and total(CONTENT.figures) == 41
    assert (
        sum(CONTENT.copies[: CONTENT.first_energize]) == 36
        and sum(CONTENT.copies[CONTENT.first_energize :]) == 32
    )
    assert sum(CONTENT.token_copies) == 24
    assert (
        sum(n for n, green in zip(CONTENT.token_copies, CONTENT.green, strict=True) if green) == 6
    )
    assert len(CONTENT.singles) == 6 and len(CONTENT.doubles) == 6
    s = dealt(4)
    assert GAME.census(s) == GAME.stock(s)


@rule("NX-1.2", "NX-16.1")
def test_factions_differ_in_name_only() -> None:
    assert CONTENT.factions == ["ares_inc", "black_helix", "galactic_syndicate", "zyborg_tech"]
    titles = [GAME.text.name("faction", id) for id in CONTENT.factions]
    assert titles[:2] == ["Ares Inc.", "Black Helix Industries"]
    s = dealt(4)
    assert {player.supply for player in s.players} == {CONTENT.figures}


@rule("NX-1.3")
def test_two_to_four_players() -> None:
    assert list(GAME.seats) == [2, 3, 4]
    for seats in (1, 5):
        with pytest.raises(BadSetting, match="2 to 4 players"):
            GAME.configure(seats, {})


@rule("NX-1.4")
def test_rubium_and_dice_never_run_out() -> None:
    table = Arranged().units(0, "in0", human=12).units(1, "in0", human=12).rubium(500, 9)
    game = table.hand(1, "en_second_look").battle(*[1] * 24).play()
    assert len(game.fight.dice[0]) == len(game.fight.dice[1]) == 12
    assert game.player(0).rubium == 500


@rule("NX-1.6")
def test_cards_and_tokens_name_slots() -> None:
    assert SLOTS == ["human", "fungoid", "crystalline", "strider", "leaper", "dragon"]
    table = Arranged(alternate_units="on").units(0, "in0", human=1)
    game = table.units(1, "hb3_l", human=1).token("in0", "ex_leaper").at(MOVED).play()
    assert game.at(0, "in0") == {"human": 1, "leaper": 1}


@rule("NX-1.7")
def test_who_mines() -> None:
    for slot, mines in zip(SLOTS, [True] * 3 + [False] * 3, strict=True):
        assert bool(stack(**{slot: 1}) & CONTENT.miners) == mines
        table = Arranged().units(0, "hb0_l", **{slot: 1}).units(1, "hb3_l", human=1)
        game = table.at(MOVED).play()
        assert game.player(0).rubium == (2 if mines else 0)


@rule("NX-1.8")
def test_control_and_contest() -> None:
    from starhall.games.nexus_ops.rules.control import contested_mask, controlled_mask

    table = Arranged(3).units(0, "mono", strider=1).units(0, "in0", human=1)
    table.units(1, "in0", human=1).units(1, "hb0_l", human=2)
    s = table.s
    assert hexes_of(controlled_mask(s, 0)) == [MONO]
    assert hexes_of(controlled_mask(s, 1)) == [hex_of("hb0_l")]
    assert hexes_of(contested_mask(s)) == [hex_of("in0")]


@rule("NX-1.9")
def test_enemies() -> None:
    from starhall.games.nexus_ops.rules.control import enemies, enemy_mask

    table = Arranged(4).units(2, "in0", human=1).units(1, "in1", human=1)
    assert enemies(table.s, 0) == [1, 2, 3]
    assert hexes_of(enemy_mask(table.s, 0)) == [hex_of("in0"), hex_of("in1")]
    team = Arranged(4, teams="on").units(2, "in0", human=1).units(1, "in1", human=1)
    assert enemies(team.s, 0) == [1, 3] and enemies(team.s, 1) == [2, 0]
    assert hexes_of(enemy_mask(team.s, 0)) == [hex_of("in1")]


@rule("NX-1.10", "NX-8.3")
def test_the_active_player_attacks() -> None:
    table = Arranged().active(1).units(0, "in0", strider=1).units(1, "in0", human=1)
    game = table.hand(0, "en_ambush").rubium(9, 9).battle().play()
    assert (game.fight.attacker, game.fight.defender) == (1, 0)


@rule("NX-1.11")
def test_equal_units_are_one_group() -> None:
    table = Arranged().units(0, "in0", human=3).units(1, "hb3_l", human=1)
    table.hand(0, "en_forced_march")
    game = table.play().choose("play en_forced_march", "take human")
    assert [token for token in game.offered if token.startswith("m")] == ["move in0/human"]
    game.choose("move in0/human", "go in1")
    groups = [token for token in game.offered if token.startswith("m")]
    assert groups == ["move in0/human", "march in1/human"]


# The map


@rule("NX-2.1")
def test_adjacency() -> None:
    assert DIRECTIONS == [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    for board in CONTENT.boards:
        for hex in board.hexes:
            for other in board.hexes:
                apart = distance(board.coords[hex], board.coords[other])
                assert ((board.near[hex] >> other) & 1 == 1) == (apart == 1)


@rule("NX-2.2", "NX-2.3", "NX-2.4")
def test_the_field() -> None:
    field = board("standard_2")
    assert len(field.field) == 18
    at = {name: field.coords[hex_of(name)] for name in HEXES}
    assert at["mono"] == (0, 0)
    assert (at["in4"], at["co2"], at["ed5"]) == ((0, -1), (-2, 2), (2, -1))
    assert (at["ed0"], at["co5"], at["in2"]) == ((1, 1), (2, -2), (-1, 1))
    assert [HEXES[hex] for hex in field.singles] == ["in0", "in1", "in2", "in3", "in4", "in5"]
    doubles = [(HEXES[a], HEXES[b]) for a, b in field.doubles]
    assert doubles == [(f"co{k}", f"ed{k}") for k in range(6)]
    assert all((field.near[a] >> b) & 1 for a, b in field.doubles)


@rule("NX-2.5")
def test_a_home_base_is_a_triangle() -> None:
    full = board("standard_4")
    assert full.coords[hex_of("hb3_l")] == (-2, -1)
    assert full.coords[hex_of("hb4_rear")] == (2, -4)
    for left, right, rear in full.homes:
        assert (full.near[left] >> right) & (full.near[left] >> rear) & 1
        assert (full.near[right] >> rear) & 1


@rule("NX-2.6")
def test_where_players_sit() -> None:
    sides = {2: [0, 3], 3: [0, 2, 4], 4: [0, 1, 3, 4]}
    sizes = {2: (25, 56), 3: (28, 63), 4: (31, 70)}
    for seats, wanted in sides.items():
        this = board(f"standard_{seats}")
        assert [HEXES[home[0]] for home in this.homes] == [f"hb{side}_l" for side in wanted]
        assert (len(this.hexes), pairs(this)) == sizes[seats]
    s = dealt(4, seed=3)
    from starhall.games.nexus_ops.rules.control import homes

    assert HEXES[homes(s, s.first)[0]] == "hb0_l"
    assert HEXES[homes(s, (s.first + 1) % 4)[0]] == "hb1_l"


@rule("NX-2.7")
def test_who_touches_whom() -> None:
    this = board("standard_4")
    assert near(this, "mono") == {f"in{k}" for k in range(6)}
    assert near(this, "in2") == {"mono", "in1", "in3", "co2", "ed2", "ed1"}
    assert near(this, "co1") == {"in1", "ed1", "ed0", "hb1_l", "hb0_r"}
    assert near(this, "ed0") == {"in0", "in1", "co0", "co1", "hb0_l", "hb0_r"}
    assert near(this, "ed2") == {"in2", "in3", "co2", "co3"}
    assert near(this, "hb0_l") == {"co0", "ed0", "hb0_r", "hb0_rear"}
    assert near(this, "hb0_r") == {"ed0", "co1", "hb0_l", "hb0_rear"}
    assert near(this, "hb0_rear") == {"hb0_l", "hb0_r"}


@rule("NX-2.8", "NX-16.4")
def test_terrain_of_the_field() -> None:
    for seed in range(5):
        s = dealt(4, seed=seed)
        field = Counter(TERRAINS[s.terrain[hex]] for hex in s.board.field)
        assert field == {
            "rock_plains": 6, "liquifungus_forest": 4, "crystal_spires": 4, "magma_pool": 4,
        }  # fmt: skip
        assert TERRAINS[s.terrain[MONO]] == "monolith"
        # A home base always has a field neighbour that Humans can enter.
        for home in s.board.homes:
            around = s.board.near[home[0]] | s.board.near[home[1]]
            assert around & s.enter[0] & ~s.grounds[HOME]


@rule("NX-2.9")
def test_home_ground_is_neutral() -> None:
    table = Arranged().units(0, "hb0_l", fungoid=1).units(1, "hb0_l", crystalline=1)
    game = table.rubium(9, 9).battle(4, 4).play()
    assert game.at(0, "hb0_l") == {"fungoid": 1} and game.at(1, "hb0_l") == {"crystalline": 1}
    assert TERRAINS[game.s.terrain[hex_of("hb0_l")]] == "home"


@rule("NX-2.10", "NX-2.11")
def test_home_refineries() -> None:
    s = dealt(3)
    for home in s.board.homes:
        assert [s.refinery[hex] for hex in home] == [2, 2, 3]
        assert all((s.refineries >> hex) & 1 for hex in home)
    assert sum(s.refinery) == 21


# Setup


@rule("NX-2.12")
def test_the_first_player_is_drawn_and_stays() -> None:
    assert {dealt(3, seed=seed).first for seed in range(20)} == {0, 1, 2}
    game = Arranged().units(0, "hb0_l", human=1).units(1, "hb3_l", human=1).rubium(5, 5).play()
    game.until("deploy").choose("done").until("deploy").choose("done").until("deploy")
    assert game.s.round == 2 and game.s.first == 0 and game.seat == 0


@rule("NX-2.13")
def test_factions_are_chosen_clockwise() -> None:
    match = new("nexus-ops", seats=3, seed=4)
    first = match.state.first  # type: ignore[attr-defined]
    assert match.decision.seat == first and len(match.decision.options) == 4
    match.choose("lead zyborg_tech")
    assert match.decision.seat == (first + 1) % 3
    assert "lead zyborg_tech" not in [option.token for option in match.decision.options]


@rule("NX-2.14", "NX-2.15")
def test_tiles_are_laid_at_random() -> None:
    tables = [dealt(2, seed=seed) for seed in range(40)]
    rings = {tuple(s.terrain[hex] for hex in s.board.singles) for s in tables}
    assert len(rings) > 10
    # A double of rock and magma is seen both ways round.
    ways = {
        (s.terrain[one], s.terrain[other])
        for s in tables
        for one, other in s.board.doubles
        if {s.terrain[one], s.terrain[other]} == {ROCK, MAGMA}
    }
    assert ways == {(ROCK, MAGMA), (MAGMA, ROCK)}
    match = new("nexus-ops", seats=2, seed=1)
    assert match.view(None).terrain == match.state.terrain  # type: ignore[attr-defined]


@rule("NX-2.16")
def test_a_home_base_keeps_its_player() -> None:
    game = Arranged().units(1, "hb0_l", human=1).rubium(9, 9).play()
    game.choose("buy human")
    assert game.offered == ["place hb0_l", "place hb0_r", "place hb0_rear"]


@rule("NX-2.17")
def test_the_decks() -> None:
    s = dealt(2)
    assert len(s.mission_deck.cards) == 36 and len(s.energize_deck.cards) == 32
    assert s.mission_deck.sight == NOBODY and s.energize_deck.sight == NOBODY
    assert s.mission_deck.cards != dealt(2, seed=99).mission_deck.cards
    assert [player.victories for player in s.players] == [0, 0]


@rule("NX-2.18")
def test_tokens_lie_on_the_field() -> None:
    s = dealt(4)
    assert s.unexplored == s.board.field and len(s.ground.cards) == 18
    assert not any(CONTENT.green[token] for token in s.ground.cards)
    assert MONO not in s.unexplored and hex_of("hb0_l") not in s.unexplored
    assert s.ground.sight == NOBODY and s.token_box.sight == EVERYONE
    assert sorted(set(s.token_box.cards)) == [i for i, green in enumerate(CONTENT.green) if green]


@rule("NX-2.21")
def test_options_change_only_their_steps() -> None:
    plain, vortex = dealt(3, seed=5), dealt(3, seed=5, vortex="on")
    assert plain.terrain[1:] == vortex.terrain[1:]
    assert [p.rubium for p in plain.players] == [p.rubium for p in vortex.players]


# Chance


@rule("NX-14.1")
def test_the_order_of_the_draws_at_setup() -> None:
    seed = seed_bytes(11)
    stream = Chance(seed, GAME.streams).streams[0]
    first = stream.below(3)
    singles = CONTENT.singles[:]
    stream.shuffle(singles)
    doubles = list(range(6))
    stream.shuffle(doubles)
    bits = [stream.below(2) for _ in range(6)]
    missions = [card for card in range(CONTENT.first_energize) for _ in range(CONTENT.copies[card])]
    stream.shuffle(missions)
    energize = [
        n
        for n in range(CONTENT.first_energize, len(CONTENT.cards))
        for _ in range(CONTENT.copies[n])
    ]
    stream.shuffle(energize)
    s = dealt(3, seed=11)
    assert s.first == first
    assert [s.terrain[hex_of(f"in{k}")] for k in range(6)] == singles
    assert [s.terrain[hex_of(f"co{k}")] for k in range(6)] == [
        CONTENT.doubles[tile][bit] for tile, bit in zip(doubles, bits, strict=True)
    ]
    assert s.mission_deck.cards == missions and s.energize_deck.cards == energize


@rule("NX-14.2")
def test_the_attackers_dice_come_first() -> None:
    table = Arranged().units(0, "in0", strider=2).units(1, "in0", strider=1).rubium(9, 9)
    game = table.hand(0, "en_second_look").battle(1, 2, 3).play()
    assert [[die & 7 for die in dice] for dice in game.fight.dice] == [[1, 2], [3]]
    game.dice(5).choose("play en_second_look", "dice defender/misses")
    assert game.at(0, "in0") == {"strider": 1}  # the reroll, a 5, hits


@rule("NX-14.3")
def test_dice_are_fair() -> None:
    stream = Stream(bytes(32))
    faces = Counter(stream.roll() for _ in range(6000))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(850 < n < 1150 for n in faces.values())


# Content


@rule("NX-16.2", "NX-16.3")
def test_the_standard_sheet() -> None:
    sheet = {
        slot: (CONTENT.cost[i], CONTENT.value[i], CONTENT.step[i]) for i, slot in enumerate(SLOTS)
    }
    assert sheet == {
        "dragon": (12, 2, 1), "leaper": (8, 3, 2), "strider": (6, 4, 3),
        "crystalline": (3, 5, 4), "fungoid": (3, 5, 5), "human": (2, 6, 6),
    }  # fmt: skip
    game = Arranged().rubium(7, 9).play()
    assert [t for t in game.offered if t.startswith("buy")] == [
        "buy human", "buy fungoid", "buy crystalline", "buy strider",
    ]  # fmt: skip
    game.choose("buy strider", "place hb0_r")
    assert game.player(0).rubium == 1


@rule("NX-16.5")
def test_the_tokens() -> None:
    found = {
        id: (copies, SLOTS[unit] if unit >= 0 else "", value, green)
        for id, copies, unit, value, green in zip(
            CONTENT.tokens,
            CONTENT.token_copies,
            CONTENT.token_unit,
            CONTENT.token_refinery,
            CONTENT.green,
            strict=True,
        )
    }
    assert found["ex_ref2"] == (4, "", 2, False)
    assert found["ex_ref1_crystalline"] == (2, "crystalline", 1, False)
    assert found["ex_strider"] == (4, "strider", 0, False)
    assert found["ex_g_ref2_human"] == (2, "human", 2, True)
    assert found["ex_g_dragon"] == (1, "dragon", 0, True)
    standard = [t for t in range(len(CONTENT.tokens)) if not CONTENT.green[t]]
    assert sum(CONTENT.token_copies[t] * CONTENT.token_refinery[t] for t in standard) == 16
    assert sum(CONTENT.token_copies[t] for t in standard if CONTENT.token_unit[t] == STRIDER) == 6


@rule("NX-16.6", "NX-11.2", "NX-11.4")
def test_victory_cards_are_worth_one_point_each() -> None:
    table = Arranged(vp_target=14).points(4, 0).units(0, "in0", strider=1)
    table.s.players[0].victories = 40  # all cards are out
    table.units(1, "in0", human=1).hand(0, "sm_shatter_the_spires").rubium(9, 9)
    game = table.battle(4).play()
    assert game.player(0).points == 5 and game.player(0).victories == 41
    game.choose("score sm_shatter_the_spires")
    assert game.player(0).points == 6


@rule("NX-16.9")
def test_the_energize_cards() -> None:
    moments = Counter(
        when
        for card, when in enumerate(CONTENT.moment)
        if card >= CONTENT.first_energize
        for _ in range(CONTENT.copies[card])
    )
    assert moments == {DEPLOYMENT: 12, BEFORE_DICE: 15, AFTER_DICE: 5}
    some = ("en_emergency_funds", "en_ambush", "en_hot_reserves")
    assert [CONTENT.copies[card(id)] for id in some] == [3, 2, 1]
    # A battle card is not offered in the Deployment phase, nor a Deployment card in a battle.
    game = Arranged().hand(0, "en_ambush", "en_emergency_funds").rubium(9, 9).play()
    assert "play en_emergency_funds" in game.offered and "play en_ambush" not in game.offered


@rule("NX-16.10")
def test_the_missions() -> None:
    battle = sum(CONTENT.copies[m] for m in range(CONTENT.first_energize) if CONTENT.is_battle[m])
    assert (battle, sum(CONTENT.copies[: CONTENT.first_energize]) - battle) == (24, 12)
    points = {CONTENT.cards[m]: CONTENT.points[m] for m in range(CONTENT.first_energize)}
    assert points["sm_hostile_takeover"] == points["sm_giant_killers"] == 3
    assert points["sm_land_grab"] == points["sm_stone_claim"] == 1
    assert points["sm_roast_em_alive"] == points["sm_energy_baron"] == 2
    assert sum(CONTENT.points[m] * CONTENT.copies[m] for m in range(CONTENT.first_energize)) == 55


def test_the_first_move_needs_no_unit_elsewhere() -> None:
    game = Arranged().units(0, "hb0_rear", human=1).at(MOVE).play().choose("move hb0_rear/human")
    assert game.offered == ["go hb0_l", "go hb0_r"]


@rule("NX-2.11", "NX-2.14")
def test_the_home_refineries_are_noted_where_they_stand() -> None:
    s = dealt(2, 1)
    found = {hex for hex, value in enumerate(s.refinery) if value}
    assert found and found == {hex for hex in range(len(s.refinery)) if (s.refineries >> hex) & 1}
