"""The worked examples of the rules, section 18: setup to exploration (1 to 12)."""

from starhall.engine.text.rulebook import rule
from starhall.games.nexus_ops.boards import hex_of
from tests.games.nexus_ops.tables import BREATH, MOVE, MOVED, Arranged, dealt


@rule("NX-2.19", "NX-2.20")
def test_1_starting_rubium() -> None:
    s = dealt(4)
    assert [player.rubium for player in s.players] == [8, 11, 14, 17]
    assert [player.mask for player in s.players] == [0, 0, 0, 0]
    assert not s.over
    assert [player.out for player in s.players] == [False] * 4


@rule("NX-4.3", "NX-5.4", "NX-8.1")
def test_2_deploying_into_an_occupied_home_hex() -> None:
    game = Arranged().units(1, "hb0_l", human=2).rubium(9, 9).play()
    game.choose("buy strider", "place hb0_l")
    assert game.player(0).rubium == 3
    assert game.at(0, "hb0_l") == {"strider": 1}
    game.choose("done").choose("move hb0_l/strider")
    assert game.kind == "dest"
    assert "go co0" in game.offered and "go hb0_rear" in game.offered
    beside = Arranged().units(0, "hb0_l", strider=1).units(1, "hb0_l", human=2)
    game = beside.units(1, "co0", human=1).at(MOVE).play().choose("move hb0_l/strider")
    assert "go co0" not in game.offered and "go ed0" in game.offered
    stays = Arranged().units(0, "hb0_l", strider=1).units(1, "hb0_l", human=2).rubium(0, 9)
    game = stays.hand(1, "en_ambush").at(MOVE).play().choose("end_movement")
    assert game.kind == "window" and game.fight.hex == hex_of("hb0_l")


@rule("NX-1.5", "NX-4.2")
def test_3_supply_limit() -> None:
    table = Arranged().units(0, "hb0_l", leaper=4).units(1, "hb3_l", human=1).rubium(20, 0)
    game = table.play()
    assert "buy leaper" not in game.offered and "buy dragon" in game.offered
    lost = Arranged().units(0, "in0", leaper=1).units(0, "hb0_l", leaper=3)
    lost.units(1, "in0", human=2).rubium(20, 9)
    game = lost.battle(1, 6, 1).play()  # the Leaper misses; a Human hits it
    assert game.supply(0, "leaper") == 1
    game.until("deploy")
    assert game.seat == 1
    game.choose("done").until("deploy")
    assert game.seat == 0 and "buy leaper" in game.offered


@rule("NX-11.14")
def test_4_exchange_to_buy() -> None:
    cards = ("en_ambush", "en_overdrive", "sm_stone_claim")
    game = Arranged().rubium(1, 9).hand(0, *cards).units(0, "hb0_l", human=1).play()
    assert "buy human" not in game.offered
    for card in cards:
        game.choose(f"exchange {card}")
    assert game.player(0).rubium == 4
    assert len(game.s.energize_pile.cards) == 2 and len(game.s.mission_pile.cards) == 1
    game.choose("buy human", "place hb0_l", "buy human", "place hb0_l")
    assert game.player(0).rubium == 0


@rule("NX-5.3", "NX-5.9")
def test_5_strider_stopped() -> None:
    table = Arranged().ground(co0="rock_plains").units(0, "in0", strider=1)
    game = table.units(1, "co0", human=1).at(MOVE).play()
    game.choose("move in0/strider")
    assert "go co0" in game.offered
    # hb0_l lies behind co0; ed0 is no Rock Plains, so there is no other way.
    assert "go hb0_l" not in game.offered


@rule("NX-5.14")
def test_6_strider_into_rock_plains() -> None:
    def reached(**enemies: int) -> bool:
        table = Arranged().ground(ed0="liquifungus_forest", co1="rock_plains")
        table.units(0, "in0", strider=1).units(1, "co1", fungoid=2)
        for hex in enemies:
            table.units(1, hex, human=1)
        game = table.at(MOVE).play().choose("move in0/strider")
        return "go co1" in game.offered

    assert reached()
    assert reached(ed0=1)
    assert reached(in1=1)
    assert not reached(ed0=1, in1=1)


@rule("NX-5.5", "NX-5.10")
def test_7_leap_over_enemies() -> None:
    table = Arranged().ground(in0="magma_pool").units(0, "in0", leaper=1)
    game = table.units(1, "ed0", human=1).at(MOVE).play().choose("move in0/leaper")
    assert "go hb0_r" in game.offered
    table = Arranged().ground(in0="magma_pool").units(0, "in0", leaper=1)
    table.units(1, "ed0", human=1).units(1, "in0", human=1)
    game = table.at(MOVE).play().choose("move in0/leaper")
    assert "go hb0_r" not in game.offered
    assert "go co1" in game.offered


@rule("NX-5.6")
def test_8_entry_limits() -> None:
    table = Arranged().ground(in1="magma_pool").units(0, "in0", human=1, fungoid=1)
    game = table.at(MOVE).play().choose("move in0/human")
    assert "go mono" not in game.offered and "go in1" not in game.offered
    assert "go in5" in game.offered
    game.choose("go in5", "move in0/fungoid")
    assert "go in1" in game.offered and "go mono" not in game.offered


@rule("NX-5.12", "NX-6.2")
def test_9_dragon_flight() -> None:
    table = Arranged().units(0, "mono", dragon=1).units(1, "hb3_rear", human=1)
    game = table.rubium(9, 9).at(MOVE).dice(6).play()
    game.choose("move mono/dragon")
    assert "go hb3_rear" in game.offered
    game.choose("go hb3_rear")
    # No other unit can move and no breath was offered out of the contested hex: the battle came.
    assert game.s.kills == 0
    assert game.player(0).victories == 1
    assert game.at(0, "hb3_rear") == {"dragon": 1}


@rule("NX-6.3", "NX-6.4", "NX-6.5", "NX-6.6", "NX-6.7")
def test_10_breath_from_the_monolith() -> None:
    table = Arranged().units(0, "mono", dragon=1).units(1, "hb3_rear", strider=1, human=1)
    game = table.rubium(0, 9).at(BREATH, 4).play()
    assert game.offered == ["breathe mono", "finish"]
    game.choose("breathe mono")
    assert (game.kind, game.seat) == ("casualty", 1)
    game.choose("lose human", seat=1)
    assert game.at(1, "hb3_rear") == {"strider": 1}
    assert game.player(0).victories == 0 and game.player(0).points == 0
    assert game.player(1).energize.cards == []
    last = Arranged().units(0, "mono", dragon=1).units(1, "hb3_rear", human=1)
    game = last.units(1, "ed3", human=1).rubium(0, 9).at(BREATH, 4).play()
    game.choose("breathe mono", "aim hb3_rear")
    assert game.places(1) == {"ed3"} and game.player(1).energize.cards == []


@rule("NX-7.3", "NX-7.7", "NX-9.2")
def test_11_exploring_with_a_unit_on_magma() -> None:
    table = Arranged().ground(in1="magma_pool").units(0, "in1", crystalline=1).rubium(0, 9)
    game = table.units(1, "hb3_l", human=1).token("in1", "ex_ref1_human").at(MOVED).play()
    assert game.at(0, "in1") == {"human": 1, "crystalline": 1}
    assert game.s.refinery[hex_of("in1")] == 1
    assert game.player(0).rubium == 1
    game.until("deploy").choose("done").until("move")
    while game.seat == 1:
        game.end_phase().until("move")
    game.choose("move in1/human")
    assert "go ed1" in game.offered
    game.choose("go ed1")
    assert "go in1" not in game.offered


@rule("NX-7.7")
def test_12_empty_slot_in_supply() -> None:
    table = Arranged().units(0, "in0", strider=6).units(1, "hb3_l", human=1)
    game = table.token("in0", "ex_ref1_strider").at(MOVED).play()
    assert game.at(0, "in0") == {"strider": 6}
    assert game.s.refinery[hex_of("in0")] == 1
