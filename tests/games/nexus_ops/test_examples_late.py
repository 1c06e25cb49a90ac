"""The worked examples of the rules, section 18: the end, options and variants (26 to 36)."""

from starhall.engine.text.rulebook import rule
from tests.games.nexus_ops.tables import BEGIN, BREATH, DRAW, MOVE, Arranged, card


@rule("NX-8.31", "NX-15.4")
def test_26_saved_by_the_draw() -> None:
    table = Arranged().units(0, "in0", strider=1).units(1, "in0", human=1).rubium(0, 1)
    game = table.battle(4).play()
    assert game.places(1) == set()
    assert not game.over and not game.player(1).out
    ruined = Arranged().units(0, "in0", strider=1).units(1, "in0", human=1).rubium(0, 0)
    assert ruined.battle(4).play().over


@rule("NX-15.5")
def test_27_elimination() -> None:
    table = Arranged(3).units(0, "in0", dragon=1).units(2, "in1", human=1).points(7, 7, 9)
    for hex in ("hb0_l", "hb0_r", "hb0_rear", "co0"):
        table.units(0, hex, human=1)
    for hex in ("hb2_l", "hb2_r", "hb2_rear", "co2", "ed2", "co3"):
        table.units(1, hex, human=1)
    table.hand(2, "en_ambush").rubium(5, 5, 0)
    game = table.at(BREATH, 4).play().choose("breathe in0")
    assert game.over
    assert game.result.winners == [1] and game.result.ranks == [2, 1, 3]
    assert game.result.reason == "elimination_hexes"


@rule("NX-10.2", "NX-10.3")
def test_28_monolith_and_objective() -> None:
    table = Arranged().units(0, "mono", strider=2).units(1, "hb3_l", human=1)
    game = table.next_card("sm_secure_the_monolith").at(DRAW).play()
    assert len(game.player(0).energize.cards) == 2
    assert game.kind == "objective"
    game.choose("score sm_secure_the_monolith")
    assert game.player(0).points == 2


@rule("NX-17.4")
def test_29_king_of_the_hill() -> None:
    table = Arranged(3, king_of_the_hill="on").units(0, "mono", strider=1)
    table.units(1, "hb2_l", human=1).units(2, "hb4_l", human=1)
    game = table.next_card("sm_stone_claim").at(DRAW).play()
    assert game.offered == ["draw_energize", "take_hill"]
    game.choose("take_hill")
    assert game.player(0).points == 1 and game.player(0).hills == 1
    assert [len(player.energize.cards) for player in game.s.players] == [0, 1, 1]


@rule("NX-17.10", "NX-17.12")
def test_30_vortex_equal_dice_and_burn() -> None:
    table = Arranged(vortex="on").units(0, "in2", human=2).units(1, "in2", leaper=1)
    table.units(0, "in0", human=1).units(1, "in4", human=1).units(1, "in5", human=1)
    table.rubium(5, 5)
    table.s.round = 2
    game = table.at(BEGIN, 3, 3, 3).play()
    assert game.at(0, "in2") == {} and game.at(1, "in2") == {}
    assert game.supply(0, "human") == 11 and game.supply(1, "leaper") == 4
    assert len(game.player(0).energize.cards) == 1
    assert len(game.player(1).energize.cards) == 2
    assert game.kind == "deploy" and game.s.vortex_dice == [3, 3, 3]


@rule("NX-17.16", "NX-17.19")
def test_31_partners() -> None:
    table = Arranged(4, teams="on").ground(co0="rock_plains").refinery("ed0", 2)
    table.units(0, "in0", fungoid=1, strider=1).units(2, "ed0", human=1)
    table.units(1, "hb1_l", human=1).units(3, "hb4_l", human=1).rubium(0, 9, 0, 9)
    game = table.at(MOVE).play()
    game.choose("move in0/fungoid", "go ed0", "move in0/strider")
    # Through ed0, where the partner stands, to Rock Plains; and past it.
    assert "go co0" in game.offered
    game.choose("go co0")
    assert game.s.fight is None and game.player(0).rubium == 0
    again = Arranged(4, teams="on").units(0, "ed0", fungoid=1).units(2, "ed0", human=1)
    again.units(1, "in0", human=1).units(3, "hb4_l", human=1)
    game = again.at(MOVE).play().choose("move ed0/fungoid")
    assert "go co0" in game.offered and "go in0" not in game.offered


@rule("NX-17.16")
def test_31_a_strider_passes_the_partner() -> None:
    table = Arranged(4, teams="on").ground(hb0_l="home", co1="rock_plains")
    table.units(0, "co0", strider=1).units(2, "ed0", human=1)
    table.units(1, "in0", human=1).units(3, "hb4_l", human=1)
    game = table.at(MOVE).play().choose("move co0/strider")
    assert "go co1" in game.offered  # via ed0, since in0 and hb0_l do not touch co1


@rule("NX-17.23")
def test_32_clones() -> None:
    def dice(clones: int, *cards: str) -> int:
        table = Arranged(alternate_units="on").units(0, "in0", human=clones)
        table.units(1, "in0", leaper=1).rubium(9, 9).hand(1, "en_second_look")
        game = table.hand(0, *cards).battle(1, 1, 1, 1, 1, 1, 1, 1).play()
        if cards:
            game.choose("play en_overdrive", "side attacker")
        # Step 2: the Diver misses, and B sees its die; then the Clones roll.
        game.choose("pass", seat=1)
        return len(game.fight.dice[0]) if game.s.fight is not None else 0

    assert dice(3) == 2
    assert dice(3, "en_overdrive") == 4
    assert dice(1) == 0
    game = Arranged(alternate_units="on").rubium(9, 9).play()
    game.choose("buy clone", "place hb0_l", "buy clone", "place hb0_r")
    game.choose("buy clone")  # only the rear is left for it
    assert "buy clone" not in game.offered and game.player(0).rubium == 6
    assert [game.at(0, hex) for hex in ("hb0_l", "hb0_r", "hb0_rear")] == [{"human": 1}] * 3


@rule("NX-17.26", "NX-17.27")
def test_33_shardians_last_stand() -> None:
    table = Arranged(alternate_units="on").units(0, "in0", human=1, strider=1)
    game = table.units(1, "in0", crystalline=1).rubium(9, 9).battle(5).play()
    assert game.offered == ["shatter", "pass"] and game.seat == 1
    game.choose("shatter")
    assert (game.kind, game.seat) == ("casualty", 0)
    game.choose("lose clone")
    assert game.at(0, "in0") == {"strider": 1} and game.player(1).shattered == 1
    assert game.player(0).points == 1 and len(game.player(1).energize.cards) == 1


@rule("NX-17.28")
def test_34_boulder_blitzer() -> None:
    def outcome(ground: str) -> dict[str, int]:
        table = Arranged(alternate_units="on").ground(in0=ground).units(0, "in0", dragon=1)
        return table.units(1, "in0", strider=1).rubium(9, 9).battle(4, 1).play().at(0, "in0")

    assert outcome("rock_plains") == {}
    assert outcome("crystal_spires") == {"dragon": 1}  # the 4 is the Wyrm's, and hits


@rule("NX-11.1")
def test_35_reshuffle() -> None:
    table = Arranged().units(0, "mono", strider=1).units(1, "hb3_l", human=1)
    s = table.s
    s.energize_pile.cards = s.energize_deck.cards[:6]
    del s.energize_deck.cards[:6]
    s.mission_box.cards += s.energize_deck.cards[:-1]  # put out of the way
    top = s.energize_deck.cards[-1]
    s.energize_deck.cards = [top]
    game = table.at(DRAW).play()
    assert len(game.player(0).energize.cards) == 2
    assert game.player(0).energize.cards[0] == top
    assert len(game.s.energize_deck.cards) == 5 and game.s.energize_pile.cards == []


@rule("NX-17.13")
def test_36_transmission_line() -> None:
    table = Arranged(3, transmissions="on")
    line = ["sm_foothold", "sm_forward_base", "sm_stone_claim", "sm_human_wave", "sm_land_grab"]
    table.line(*line).units(1, "hb0_l", human=1).units(2, "hb4_l", human=1)
    table.units(0, "hb2_l", strider=1).units(0, "ed2", strider=3).units(0, "in0", dragon=1)
    table.ground(in0="rock_plains").units(1, "in0", human=1).rubium(9, 9, 9)
    game = table.battle(2).play()
    assert game.s.line_size == 5
    game.choose("score sm_stone_claim")
    assert game.kind == "objective"
    game.choose("score sm_foothold", "score sm_forward_base")
    assert len(game.s.line.cards) == 5
    assert [card(id) in game.s.line.cards for id in line[3:]] == [True, True]
    assert game.player(0).points == 1 + 1 + 2 + 1
    assert game.player(0).missions.cards == [] and len(game.player(0).scored.cards) == 3
