"""Section 17: the options, alone and refused together."""

import pytest

from starhall.engine.errors import BadSetting
from starhall.engine.hexes import DIRECTIONS, distance
from starhall.engine.match.opening import new
from starhall.engine.rules.chance import Stream
from starhall.engine.text.rulebook import rule
from starhall.games.nexus_ops.boards import HEX_COUNT, HEXES, MONO, hex_of, hexes_of
from starhall.games.nexus_ops.content import MAGMA, ROCK, VORTEX
from starhall.games.nexus_ops.game import GAME
from starhall.games.nexus_ops.rules.setup import choose_tokens, keep_apart, refinery_total
from tests.games.nexus_ops.tables import (
    BEGIN,
    BREATH,
    CONTENT,
    DRAW,
    HAND_OVER,
    MOVE,
    TURN_OVER,
    Arranged,
    card,
    dealt,
)

# Which options exclude each other


@rule("NX-17.1", "NX-17.8", "NX-17.15", "NX-17.2")
@pytest.mark.parametrize(
    ("seats", "settings", "words"),
    [
        (2, {"king_of_the_hill": "on", "vortex": "on"}, "Monolith"),
        (2, {"top_priority": "on", "transmissions": "on"}, "Top Priority"),
        (3, {"executive_orders": "on", "transmissions": "on"}, "Executive Orders"),
        (4, {"teams": "on", "vp_target": "10"}, "20 points"),
        (3, {"two_player_board": "rift_corridor"}, "for 2 players, not 3"),
        (4, {"two_player_board": "energy_dependence"}, "for 2 players, not 4"),
        (3, {"teams": "on"}, "for 4 players, not 3"),
        (2, {"extra_tokens": "random", "g_ref3": "ex_ref2"}, "must be custom, not random"),
        (
            2,
            {"g_dragon": "ex_leaper", "g_ref3": "ex_leaper", "g_ref1_leaper": "ex_leaper"},
            "only 2",
        ),
        (2, {"vp_target": "11"}, "10, 12, 14"),
        (2, {"round_cap": 5}, "from 10 to 200"),
        (2, {"vortx": "on"}, "did you mean vortex"),
    ],
)
def test_refused_with_a_reason(seats: int, settings: dict[str, str], words: str) -> None:
    with pytest.raises(BadSetting, match=words):
        GAME.configure(seats, settings)


@rule("NX-17.1")
def test_everything_else_goes_together() -> None:
    GAME.configure(2, {"king_of_the_hill": "on", "top_priority": "on", "executive_orders": "on"})
    GAME.configure(2, {"vortex": "on", "transmissions": "on", "alternate_units": "on"})
    GAME.configure(4, {"teams": "on", "vortex": "on", "transmissions": "on"})
    GAME.configure(2, {"two_player_board": "rift_corridor", "extra_tokens": "random"})


# Small options


@rule("NX-17.3", "NX-17.38")
def test_executive_orders() -> None:
    s = dealt(3, seed=2, executive_orders="on")
    assert [len(player.missions.cards) for player in s.players] == [1, 1, 1]
    without = dealt(3, seed=2)
    drawn = [s.players[(s.first + i) % 3].missions.cards[0] for i in range(3)]
    assert drawn == without.mission_deck.cards[:-4:-1]  # in turn order, from the top
    priority = dealt(3, seed=2, executive_orders="on", top_priority="on")
    assert [len(player.missions.cards) for player in priority.players] == [1, 1, 1]


@rule("NX-17.4", "NX-17.5")
def test_king_of_the_hill() -> None:
    table = Arranged(3, king_of_the_hill="on").units(0, "mono", strider=1).points(11, 0, 0)
    table.units(1, "hb2_l", human=1).units(2, "hb4_l", human=1)
    game = table.at(DRAW).play().choose("take_hill")
    # The target is reached before anybody draws.
    assert game.over and game.player(0).hills == 1
    assert [len(player.energize.cards) for player in game.s.players] == [0, 0, 0]
    table = Arranged(4, king_of_the_hill="on", teams="on").units(1, "mono", strider=1)
    table.units(0, "hb0_l", human=1).units(2, "hb3_l", human=1).units(3, "hb4_l", human=1)
    table.next_card("en_ambush", "en_overdrive", "en_second_look").active(1)
    game = table.at(DRAW).play().choose("take_hill")
    hands = [[CONTENT.cards[c] for c in player.energize.cards] for player in game.s.players]
    assert hands == [["en_second_look"], [], ["en_ambush"], ["en_overdrive"]]
    fallen = Arranged(4, king_of_the_hill="on", teams="on").units(0, "mono", strider=1)
    fallen.units(1, "hb1_l", human=1).units(2, "hb3_l", human=1)
    fallen.s.players[3].out = True
    game = fallen.at(DRAW).play().choose("take_hill")
    assert [len(player.energize.cards) for player in game.s.players] == [0, 1, 1, 0]
    plain = Arranged(3, king_of_the_hill="on").units(0, "mono", strider=1)
    plain.units(1, "hb2_l", human=1).units(2, "hb4_l", human=1)
    game = plain.at(DRAW).play().choose("draw_energize")
    assert len(game.player(0).energize.cards) == 2 and game.player(0).points == 0


@rule("NX-17.6", "NX-17.38")
def test_top_priority() -> None:
    table = Arranged(top_priority="on").units(0, "hb0_l", human=1).units(1, "hb3_l", human=1)
    table.next_card("sm_fungicide", "sm_land_grab").at(DRAW)
    game = table.play()
    assert game.kind == "top"
    assert sorted(game.offered) == ["keep sm_fungicide", "keep sm_land_grab"]
    game.choose("keep sm_land_grab")
    assert game.player(0).missions.cards == [card("sm_land_grab")]
    assert game.s.mission_bottom.cards == [card("sm_fungicide")]
    # It is drawn when the rest of the deck is gone, in the order put back.
    s = game.s
    s.mission_bottom.cards = [card("sm_fungicide"), card("sm_human_wave")]
    s.mission_box.cards += s.mission_deck.cards
    s.mission_deck.cards = []
    game.until("top")
    assert sorted(game.offered) == ["keep sm_fungicide", "keep sm_human_wave"]
    single = Arranged(top_priority="on").units(0, "mono", strider=2).units(1, "hb3_l", human=1)
    s = single.next_card("sm_secure_the_monolith").s
    s.mission_box.cards += s.mission_deck.cards[:-1]
    s.mission_deck.cards = s.mission_deck.cards[-1:]
    game = single.at(DRAW).play()
    assert game.kind == "objective"  # the only card is kept, and the checkpoint follows


# Tokens


@rule("NX-17.7")
def test_the_number_of_tokens_stays() -> None:
    for extra in ("off", "random", "custom"):
        assert len(dealt(4, extra_tokens=extra).ground.cards) == 18
        small = dealt(2, extra_tokens=extra, two_player_board="energy_dependence")
        assert len(small.ground.cards) == 12


@rule("NX-17.8")
def test_random_tokens_reach_the_floor() -> None:
    greens = 0
    for seed in range(60):
        s = dealt(2, seed=seed, extra_tokens="random")
        assert refinery_total(CONTENT, s.ground.cards) >= 16
        greens += sum(CONTENT.green[token] for token in s.ground.cards)
        small = dealt(2, seed=seed, two_player_board="energy_dependence")
        assert refinery_total(CONTENT, small.ground.cards) >= 10
        assert not any(CONTENT.green[token] for token in small.ground.cards)
    assert greens > 60
    # After a hundred failures: the standard tokens, refineries first.
    standard = CONTENT.all_tokens(green=False)
    last = choose_tokens(CONTENT, Stream(bytes(32)), standard[:], 12, 99)
    assert sorted(last) == sorted(token for token in standard if CONTENT.token_refinery[token])


@rule("NX-17.8")
def test_custom_tokens() -> None:
    s = dealt(3, g_ref3="ex_leaper", g_dragon="ex_leaper", g_ref2_human_2="ex_strider")
    ground = [CONTENT.tokens[token] for token in s.ground.cards]
    assert "ex_leaper" not in ground and ground.count("ex_strider") == 3
    assert {"ex_g_ref3", "ex_g_dragon", "ex_g_ref2_human"} <= set(ground)
    assert refinery_total(CONTENT, s.ground.cards) == 16 + 3 + 2
    # A low total is only pointed out.
    poor = new("nexus-ops", seats=2, seed=1, g_dragon="ex_ref2")
    assert "less than 16" in poor.text(0)
    assert "less than 16" not in new("nexus-ops", seats=2, seed=1).text(0)
    small = dealt(2, g_dragon="ex_ref2", two_player_board="energy_dependence")
    assert len(small.spare.cards) == 6 and len(small.token_box.cards) == 6


# Vortex


@rule("NX-17.9")
def test_nobody_enters_the_vortex() -> None:
    s = dealt(2, vortex="on")
    assert s.terrain[MONO] == VORTEX
    removed = {card("sm_death_from_above"), card("sm_secure_the_monolith")}
    assert set(s.mission_box.cards) == removed and len(s.mission_deck.cards) == 34
    table = Arranged(vortex="on").units(0, "in0", dragon=1, strider=1)
    game = table.units(1, "hb3_l", human=1).at(MOVE).play().choose("move in0/dragon")
    assert "go mono" not in game.offered


@rule("NX-17.10", "NX-17.11")
def test_the_vortex_blows_and_burns() -> None:
    table = Arranged(vortex="on").ground(in4="magma_pool").units(0, "in0", human=2)
    table.units(1, "in0", strider=1).units(1, "in4", human=1).units(0, "in5", human=1)
    table.token("in4", "ex_ref2").rubium(5, 5)
    table.s.round = 2
    game = table.at(BEGIN, 1, 5, 6).play()
    # Black 1 is in0, white 5 is in4, and 6 is in5.
    assert game.at(0, "in4") == {"human": 2} and game.at(1, "in4") == {"human": 1, "strider": 1}
    assert game.places(0) == {"in4"} and game.supply(0, "human") == 10
    assert game.s.fight is None and game.s.unexplored == [hex_of("in4")]
    assert [player.energize.cards for player in game.s.players] == [[], []]  # contested
    assert game.kind == "deploy" and game.player(0).points == 0


@rule("NX-17.10")
def test_not_before_the_very_first_turn() -> None:
    match = new("nexus-ops", seats=2, seed=3, vortex="on")
    match.choose("lead ares_inc")
    match.choose("lead zyborg_tech")
    assert match.decision.kind == "deploy" and match.view(None).vortex_dice == []  # type: ignore[attr-defined]
    table = Arranged(vortex="on").units(0, "hb0_l", human=1).units(1, "hb3_l", human=1)
    table.s.round = 2
    game = table.rubium(9, 9).active(1).at(BEGIN).play()
    assert game.s.vortex_dice == []  # nor before the turn of another player


@rule("NX-17.12")
def test_without_a_monolith() -> None:
    table = Arranged(vortex="on").units(0, "in0", dragon=1).units(1, "in2", human=1)
    assert table.rubium(9, 9).at(BREATH).play().kind != "breath"
    stirred = Arranged(4, vortex="on", teams="on").units(1, "in0", human=1).units(2, "in1", human=1)
    stirred.units(3, "hb4_l", human=1).rubium(0, 9, 9, 9)
    stirred.s.players[0].out = True
    game = stirred.active(3).at(TURN_OVER).dice(6, 5, 4).play()
    # The first player is out, but the Vortex stirs in his place.
    assert game.s.vortex_dice == [6, 5, 4] and game.seat == 1
    ruined = Arranged(vortex="on").units(0, "in0", human=1).units(1, "hb3_l", human=1)
    ruined.s.round = 2
    assert ruined.at(BEGIN, 2, 3, 1).play().over  # burnt, and nothing left to buy with


# Intercepted Transmissions


@rule("NX-17.13", "NX-17.14")
def test_the_line() -> None:
    s = dealt(4, transmissions="on")
    assert len(s.line.cards) == 6 and s.line.sight == -1
    table = Arranged(transmissions="on").line("sm_secure_the_monolith", "sm_land_grab")
    table.units(0, "mono", strider=2).units(1, "hb3_l", human=1)
    s = table.s
    s.mission_box.cards += s.mission_deck.cards[:-1]
    s.mission_deck.cards = s.mission_deck.cards[-1:]
    game = table.play()
    assert game.kind == "move" or "exchange sm_land_grab" not in game.offered
    game.until("objective")
    assert "exchange sm_land_grab" not in game.offered
    game.choose("score sm_secure_the_monolith").until("end")
    assert len(game.s.line.cards) == 2  # the deck is empty: the line stays short
    assert game.player(0).missions.cards == []


@rule("NX-17.14")
def test_the_line_is_filled_before_the_last_checkpoint() -> None:
    table = Arranged(transmissions="on").units(0, "mono", strider=2).units(1, "hb3_l", human=1)
    game = table.next_card("sm_secure_the_monolith").at(DRAW).play()
    assert game.kind == "objective" and "score sm_secure_the_monolith" in game.offered


# Teams


@rule("NX-17.15")
def test_twenty_points_together() -> None:
    table = Arranged(4, teams="on").units(0, "in0", dragon=1).units(1, "in0", human=1)
    assert table.s.target == 20
    game = table.points(9, 3, 9, 3).rubium(9, 9, 9, 9).battle(2).play()
    assert not game.over
    table = Arranged(4, teams="on").units(0, "in0", dragon=1).units(1, "in0", human=1)
    game = table.points(4, 3, 15, 3).rubium(9, 9, 9, 9).battle(2).play()
    assert game.over and game.result.winners == [0, 2]


@rule("NX-17.17", "NX-17.37")
def test_the_partner_passes_a_card() -> None:
    table = Arranged(4, teams="on").units(0, "mono", strider=2).units(1, "hb1_l", human=1)
    table.units(2, "hb3_l", human=1).units(3, "hb4_l", human=1)
    table.hand(2, "sm_secure_the_monolith", "en_ambush").next_card("sm_human_wave")
    game = table.at(HAND_OVER).play()
    assert game.seat == 2
    assert game.offered == ["give sm_secure_the_monolith", "give en_ambush", "give_nothing"]
    game.choose("give sm_secure_the_monolith")
    assert game.player(0).missions.cards == [card("sm_secure_the_monolith")]
    # The last checkpoint is over: it can be scored from the next turn on.
    assert game.kind == "end"
    out = Arranged(4, teams="on").units(0, "hb0_l", human=1).units(1, "hb1_l", human=1)
    out.units(3, "hb4_l", human=1).hand(2, "en_ambush").hand(0, "sm_fungicide")
    out.s.players[2].out = True
    assert out.at(HAND_OVER).play().kind == "end"


@rule("NX-17.18")
def test_there_is_no_way_to_show_cards_in_secret() -> None:
    verbs = {option.verb for option in GAME.vocabulary.options}
    assert not verbs & {"show", "whisper", "tell"}
    match = new("nexus-ops", seats=4, seed=2, teams="on", executive_orders="on")
    for partner in (0, 2):
        view = match.view(2 - partner)
        assert view.players[partner].missions.cards == [-1]  # type: ignore[attr-defined]


@rule("NX-17.19")
def test_partners_are_no_enemies() -> None:
    def table() -> Arranged:
        found = Arranged(4, teams="on").units(1, "hb1_l", human=1).units(3, "hb4_l", human=1)
        return found.rubium(9, 9, 9, 9)

    # In a hex with partner and enemy only the enemy can be fought.
    game = table().units(0, "in0", strider=1).units(2, "in0", human=1).units(1, "in0", human=1)
    running = game.battle(4).play()
    assert running.at(2, "in0") == {"human": 1} and running.at(1, "in0") == {}
    # A shared Monolith is controlled by nobody.
    shared = table().units(0, "mono", strider=1).units(2, "mono", strider=1).at(DRAW).play()
    assert shared.player(0).energize.cards == []
    # From a contested hex not into another shared one; into the partner's own hex always.
    moving = table().units(0, "in0", strider=1).units(2, "in0", human=1).units(2, "in1", human=1)
    moving.units(0, "ed0", human=1).units(2, "ed0", human=1)
    running = moving.at(MOVE).play().choose("move in0/strider")
    assert "go in1" in running.offered and "go ed0" not in running.offered
    # `most`, `foothold` and `camp` look at the other team.
    from starhall.games.nexus_ops.rules.missions import objective_holds

    homes = table().units(0, "hb3_l", human=3)
    assert not objective_holds(homes.s, 0, card("sm_foothold"))
    camp = table().units(0, "ed3", human=3)
    assert not objective_holds(camp.s, 0, card("sm_forward_base"))
    spires = table().units(0, "in0", human=1).units(0, "in1", human=1)
    for hex in ("in2", "in3", "in4"):
        spires.units(2, hex, human=1)
    assert objective_holds(spires.s, 0, card("sm_crystal_monopoly"))


# Alternate units


@rule("NX-17.21", "NX-17.22")
def test_the_alternate_sheet() -> None:
    names = CONTENT.units[6:]
    assert names == [
        "clone", "sporling", "shardian", "boulder_blitzer", "magma_diver", "monolith_wyrm",
    ]  # fmt: skip
    assert CONTENT.cost[6:] == [1, 3, 3, 5, 8, 12] and CONTENT.value[6:] == [6, 5, 5, 4, 3, 2]
    s = dealt(2, alternate_units="on")
    assert s.players[0].supply == dealt(2).players[0].supply
    # No standard abilities or modifiers: a Blitzer does not stride, a Sporling has no forest.
    table = Arranged(alternate_units="on").ground(in1="rock_plains").units(0, "in0", strider=1)
    game = table.units(1, "hb3_l", human=1).at(MOVE).play().choose("move in0/boulder_blitzer")
    assert "go in1" in game.offered and "go co1" not in game.offered
    forest = Arranged(alternate_units="on").ground(in0="liquifungus_forest")
    forest.units(0, "in0", fungoid=1).units(1, "in0", human=1).rubium(9, 9)
    assert forest.battle(4).play().at(1, "in0") == {"human": 1}
    diver = Arranged(alternate_units="on").units(0, "in0", leaper=1)
    diver.units(1, "in0", human=1, strider=1).rubium(9, 9)
    assert diver.battle(6, 1).play().kind == "casualty"  # not directed
    clone = Arranged(alternate_units="on").ground(in1="magma_pool").units(0, "in0", human=1)
    game = clone.units(1, "hb3_l", human=1).at(MOVE).play().choose("move in0/clone")
    assert "go in1" not in game.offered and "go mono" not in game.offered


@rule("NX-17.24", "NX-17.25")
def test_creep() -> None:
    table = Arranged(alternate_units="on").units(0, "in0", fungoid=3, human=1)
    table.units(1, "in0", human=1).units(1, "in1", human=1).units(1, "hb3_l", human=1)
    table.next_card("en_heat_suits")
    game = table.rubium(9, 9).battle(5, 1, 1).play()
    assert game.kind == "creep" and game.player(0).points == 1
    assert "creep mono" not in game.offered and "stay" in game.offered
    game.choose("creep in1")
    assert game.offered == ["number 1", "number 2", "number 3"]
    game.dice(5, 1).choose("number 2")
    # A second battle follows in in1 and is won, and they may creep on.
    assert game.player(0).points == 2 and game.at(0, "in1") == {"fungoid": 2}
    assert game.kind == "creep"
    game.choose("creep in0", "number 2")
    assert game.at(0, "in0") == {"human": 1, "fungoid": 3}
    standard = Arranged().units(0, "in0", fungoid=2).units(1, "in0", human=1).rubium(9, 9)
    game = standard.battle(6, 1).play()
    assert game.player(0).points == 1 and game.kind != "creep"  # Fungoids do not creep
    third = Arranged(3, alternate_units="on").units(0, "in0", fungoid=2).units(1, "in0", human=1)
    third.units(2, "in0", human=1).units(2, "in1", human=1).rubium(9, 9, 9)
    game = third.battle(5, 1).play().choose("rival black_helix")
    assert game.kind == "creep" and "creep in1" not in game.offered  # NX-5.4
    game.choose("stay")
    assert game.at(0, "in0") == {"fungoid": 2}


@rule("NX-17.29", "NX-17.30")
def test_dive() -> None:
    table = Arranged(alternate_units="on").ground(in0="magma_pool", co3="magma_pool")
    table.units(0, "in0", leaper=1).units(1, "in3", human=1).units(1, "in4", human=1)
    game = table.at(MOVE).play().choose("move in0/magma_diver")
    assert {"go co3", "go in3", "go ed2", "go mono"} <= set(game.offered)
    assert "go in2" not in game.offered  # beside neither pool
    bound = Arranged(alternate_units="on").ground(in0="magma_pool", co3="magma_pool")
    bound.units(0, "in0", leaper=1).units(1, "in0", human=1).units(1, "in3", human=1)
    game = bound.at(MOVE).play().choose("move in0/magma_diver")
    assert "go in3" not in game.offered and "go co3" in game.offered
    dry = Arranged(alternate_units="on").ground(co3="magma_pool").units(0, "in0", leaper=1)
    game = dry.units(1, "hb3_l", human=1).at(MOVE).play().choose("move in0/magma_diver")
    assert "go co3" not in game.offered
    storm = Arranged(alternate_units="on", vortex="on").ground(in0="magma_pool")
    game = storm.units(0, "in0", leaper=1).units(1, "hb3_l", human=1).at(MOVE).play()
    assert "go mono" not in game.choose("move in0/magma_diver").offered


@rule("NX-17.31", "NX-17.32")
def test_chain_blast() -> None:
    table = Arranged(alternate_units="on").units(0, "in0", dragon=1).units(1, "in1", human=4)
    game = table.rubium(9, 9).at(BREATH, 4, 6, 3).play().choose("breathe in0")
    assert game.at(1, "in1") == {"human": 2} and game.s.kills in (0, 2)
    table = Arranged(alternate_units="on").units(0, "mono", dragon=1).units(1, "hb3_l", human=1)
    game = table.units(1, "in1", human=1).rubium(9, 9).at(BREATH, 5, 5, 5).play()
    game.choose("breathe mono", "aim hb3_l")
    assert game.places(1) == {"in1"}  # it stops when nobody is left there
    fly = Arranged(alternate_units="on").units(0, "mono", dragon=1).units(1, "hb3_l", human=1)
    game = fly.at(MOVE).play().choose("move mono/monolith_wyrm")
    assert game.offered == [f"go in{k}" for k in range(6)]


# Boards for two


@rule("NX-17.34", "NX-17.35")
def test_energy_dependence() -> None:
    board = next(board for board in CONTENT.boards if board.id == "energy_dependence")
    assert (len(board.hexes), len(board.field)) == (19, 12)
    assert sum(board.near[hex].bit_count() for hex in board.hexes) == 2 * 38
    s = dealt(2, two_player_board="energy_dependence")
    assert hexes_of(s.players[0].mask) == [] and len(s.unexplored) == 12
    assert HEXES[board.homes[1][0]] == "hb3_l"
    assert (HEXES[board.doubles[1][0]], HEXES[board.doubles[1][1]]) == ("co1", "in1")
    full = dealt(2)
    assert len(full.unexplored) == 18


@rule("NX-17.34", "NX-17.36", "NX-7.2")
def test_rift_corridor() -> None:
    board = next(board for board in CONTENT.boards if board.id == "rift_corridor")
    assert (len(board.hexes), len(board.field)) == (25, 18)
    assert sum(board.near[hex].bit_count() for hex in board.hexes) == 2 * 52
    assert board.coords[hex_of("hb1_rear")] == (-5, 1)
    order = [board.coords[hex] for hex in board.field]
    assert order == sorted(order, key=lambda at: (at[1], at[0]))
    turned = 0
    for seed in range(300):
        s = dealt(2, seed=seed, two_player_board="rift_corridor")
        for one, other in (("(3,0)", "(3,-1)"), ("(-3,0)", "(-3,1)")):
            pools = [s.terrain[hex_of(name)] == MAGMA for name in (one, other)]
            assert not all(pools)
            turned += pools[0]
    assert turned > 10  # the rule had work to do


@rule("NX-17.36", "NX-2.1")
def test_the_map_of_the_rift_corridor() -> None:
    board = next(board for board in CONTENT.boards if board.id == "rift_corridor")
    rows = {0: range(-3, 4), -1: range(-2, 4), 1: range(-3, 3)}
    field = [(q, r) for r in (-1, 0, 1) for q in rows[r] if (q, r) != (0, 0)]
    assert [board.coords[hex] for hex in board.field] == field
    assert board.coords[MONO] == (0, 0)
    assert {board.coords[hex] for hex in board.singles} == set(DIRECTIONS)
    half = [((2, 0), (3, 0)), ((2, -1), (3, -1)), ((1, 1), (2, 1))]
    negated = [((-a, -b), (-c, -d)) for (a, b), (c, d) in half]
    assert [tuple(board.coords[hex] for hex in pair) for pair in board.doubles] == half + negated
    homes = [[board.coords[hex] for hex in home] for home in board.homes]
    assert homes == [[(4, -1), (4, 0), (5, -1)], [(-4, 1), (-4, 0), (-5, 1)]]
    assert [[HEXES[hex] for hex in home] for home in board.homes] == [
        [f"hb{seat}_{place}" for place in ("l", "r", "rear")] for seat in (0, 1)
    ]
    for hex in board.hexes:
        at = board.coords[hex]
        beside = {other for other in board.hexes if distance(at, board.coords[other]) == 1}
        assert set(hexes_of(board.near[hex])) == beside


@rule("NX-17.36")
@pytest.mark.parametrize(("kept", "turned"), [("(3,0)", "(3,-1)"), ("(-3,0)", "(-3,1)")])
def test_only_the_second_double_is_turned_and_only_for_two_magma_pools(
    kept: str, turned: str
) -> None:
    board = next(board for board in CONTENT.boards if board.id == "rift_corridor")
    inner = {b: a for a, b in board.doubles}
    first, second = hex_of(kept), hex_of(turned)

    def laid(one: int, other: int) -> list[int]:
        terrain = [ROCK] * HEX_COUNT
        terrain[first], terrain[second] = one, other
        before = terrain[:]
        keep_apart(board, terrain)
        return [hex for hex in range(HEX_COUNT) if terrain[hex] != before[hex]]

    assert laid(MAGMA, MAGMA) == sorted([second, inner[second]])
    assert laid(MAGMA, ROCK) == laid(ROCK, MAGMA) == laid(ROCK, ROCK) == []


@rule("NX-17.23", "NX-17.33")
def test_only_clones_are_limited_to_one_a_home_hex() -> None:
    table = Arranged(alternate_units="on").rubium(20, 0)
    game = table.play().choose("buy sporling", "place hb0_l", "buy sporling", "place hb0_l")
    assert game.at(0, "hb0_l") == {"fungoid": 2}
    game.choose("buy clone", "place hb0_l", "buy clone")
    assert "place hb0_l" not in game.offered


@rule("NX-17.22")
@pytest.mark.parametrize(("face", "left"), [(3, {"human": 1}), (4, {})])
def test_a_monolith_wyrm_hits_with_4_or_more(face: int, left: dict[str, int]) -> None:
    table = Arranged(alternate_units="on").units(0, "in0", dragon=1).units(1, "in1", human=1)
    table.units(1, "hb3_l", human=1).rubium(9, 9)
    game = table.at(BREATH, face).play().choose("breathe in0")
    assert game.at(1, "in1") == left
