"""Sections 7 to 10: what the Command Cards and bonus actions do."""

from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.geometry import hex_named
from starhall.games.cysmic.rules.commands import build
from starhall.games.cysmic.rules.odd import forgettable
from tests.games.cysmic.tables import BLUE, CONTENT, GREEN, RED, Laid


@rule("CY-25.2", "CY-7.6", "CY-7.8", "CY-7.9", "CY-6.5", "CY-21.2", "CY-4.19")
def test_standard_upgrade_and_startup() -> None:
    game = Laid(2).ship(RED, "0.4.2").ore(RED, 5).deck("dig_in, dig_in")
    game.unit(RED, "miner", "0.4.1", 2).unit(RED, "soldier", "0.4.1").unit(RED, "miner", "0.2.0")
    game.ground("ore", "0.3.1").card(RED, "upgrade")
    assert game.offered() == ["unit soldier/0.4.1", "unit miner/0.4.1", "done"]
    game.choose("unit miner/0.4.1")
    assert game.player(RED).ore == 4
    assert game.where(RED, "harvester") == ["0.4.1"]
    assert game.kind == "dropship_pick"  # one Vehicle per hex: nobody else can be upgraded here
    game.choose("done")
    assert game.offered() == ["unit harvester/0.4.1", "done"]
    game.choose("unit harvester/0.4.1", "unit harvester/0.4.1", "hex 0.3.1", "stop")
    game.choose("unit harvester/0.3.1")
    assert game.player(RED).ore == 9


@rule("CY-7.7", "CY-7.8")
def test_dropship_upgrade_costs_more_and_shakes() -> None:
    game = Laid(2).ore(RED, 4).unit(RED, "soldier", "0.2.0").card(RED, "upgrade")
    assert game.kind == "dropship_pick"
    before = game.s.stack_at
    game.choose("unit soldier/0.2.0")
    assert game.player(RED).ore == 0
    assert game.s.stack_at == before + 1
    poor = Laid(2).ore(RED, 3).unit(RED, "soldier", "0.2.0").card(RED, "upgrade")
    assert poor.kind != "dropship_pick"


@rule("CY-7.10", "CY-7.13", "CY-3.3", "CY-14.1", "CY-14.2")
def test_negotiate_takes_the_token_and_infiltrates() -> None:
    game = Laid(2, trading="off").spy_deck("tremor_hoax").card(BLUE, "negotiate")
    assert game.s.holder == BLUE and game.s.first == RED
    assert (game.kind, game.asked, game.decision.about) == ("espionage_side", BLUE, "tremor_hoax")


@rule("CY-7.11")
def test_negotiate_trades_unless_switched_off() -> None:
    assert Laid(3).card(RED, "negotiate").kind == "trade_partner"
    assert Laid(3, trading="off").card(RED, "negotiate").kind == "espionage_side"


@rule("CY-7.15", "CY-7.16", "CY-11.4")
def test_battle_lists_the_own_combats() -> None:
    game = Laid(3).unit(BLUE, "soldier", "0.4.1").unit(RED, "soldier", "0.4.1")
    game.unit(RED, "soldier", "0.2.0").unit(GREEN, "soldier", "0.2.0")
    game.unit(BLUE, "soldier", "1.2.0").unit(GREEN, "soldier", "1.2.0")
    game.card(RED, "battle")
    assert game.kind == "pick_combat"
    assert game.hexes() == ["0.2.0", "0.4.1"]
    game.choose("hex 0.4.1")
    assert (game.kind, game.asked) == ("strike_or_flee", RED)


@rule("CY-8.1", "CY-8.6", "CY-8.12", "CY-8.8", "CY-8.14", "CY-5.1")
def test_moves_of_the_unit_cards() -> None:
    for type, card, moves in (
        ("speaker", "speaker_card", 3), ("miner", "miner_card", 3),
        ("harvester", "harvester_card", 2), ("soldier", "soldier_card", 4),
    ):  # fmt: skip
        game = Laid(2).unit(RED, type, "0.3.1").card(RED, card)
        game.choose(f"unit {type}/0.3.1")
        assert game.s.moves_left == moves
    mech = Laid(2).unit(RED, "powermech", "0.3.1").card(RED, "powermech_card")
    mech.choose("unit powermech/0.3.1")
    assert mech.offered() == ["move", "jump", "stay"]
    mech.choose("move")
    assert mech.s.moves_left == 3


@rule("CY-8.4", "CY-8.5")
def test_field_promotion() -> None:
    game = Laid(2).unit(RED, "speaker", "0.4.1").unit(RED, "soldier", "2.2.0")
    game.unit(RED, "soldier", "2.3.0").unit(BLUE, "soldier", "2.3.0")
    game.card(RED, "speaker_card").choose("done")
    assert game.kind == "promote"
    assert set(game.offered()) == {"unit soldier/2.2.0", "unit speaker/0.4.1", "done"}
    game.choose("unit soldier/2.2.0")
    assert game.offered() == ["type speaker", "type miner"]
    game.choose("type speaker")
    assert game.count(RED, "speaker", "2.2.0") == 1
    assert game.kind != "promote"  # the new Speaker does not promote
    other = Laid(2).unit(RED, "speaker", "0.4.1").card(RED, "speaker_card").choose("done")
    other.choose("unit speaker/0.4.1", "type miner")
    assert other.where(RED, "miner") == ["0.4.1"] and other.where(RED, "speaker") == []


@rule("CY-8.9", "CY-8.10", "CY-8.11", "CY-8.15")
def test_neutralize_needs_a_step_and_a_soldier() -> None:
    game = Laid(2).habitat("0.4.1", 1, BLUE).unit(RED, "soldier", "0.4.1")
    game.unit(RED, "soldier", "0.3.0").card(RED, "soldier_card")
    game.choose("unit soldier/0.4.1", "stop")
    assert game.kind == "pick_unit"  # did not move
    game.choose("unit soldier/0.3.0", "hex 0.4.1", "stop")
    assert game.kind == "neutralize"  # before the next Soldier
    game.choose("yes")
    assert game.s.flag[hex_named("0.4.1")] == -1
    mech = Laid(2).habitat("0.4.1", 1, BLUE).unit(RED, "powermech", "0.3.0")
    mech.card(RED, "powermech_card").choose("unit powermech/0.3.0", "move", "hex 0.4.1", "stop")
    assert mech.kind != "neutralize"


@rule("CY-8.13", "CY-8.16")
def test_harvest_and_scavenge() -> None:
    game = Laid(2).ground("ore", "0.4.1").unit(RED, "harvester", "0.4.1")
    game.unit(RED, "harvester", "0.3.0").deck("dig_in, dig_in, medevac")
    before = game.s.stack_at
    game.card(RED, "harvester_card").choose("done", "unit harvester/0.3.0")
    assert game.player(RED).ore == 2 and len(game.hand(RED)) == 1
    assert game.s.stack_at == before
    game.choose("unit harvester/0.4.1")
    assert game.player(RED).ore == 7 and len(game.hand(RED)) == 3
    assert game.s.stack_at == before + 1


@rule("CY-9.1", "CY-9.9", "CY-9.14", "CY-9.13")
def test_ship_moves_on_without_collapse() -> None:
    game = Laid(2).ship(RED, "0.4.2").ship(BLUE, "0.5.2").ground("mountain", "0.4.1")
    game.ground("water", "0.3.1").ground("abyss", "0.3.2").ground("devastated", "0.4.3")
    before = game.s.stack_at
    game.card(RED, "ship_card")
    assert game.hexes() == ["0.4.3", "0.5.3"]
    game.choose("hex 0.4.3")
    assert game.kind == "ship_move"
    game.choose("hex 0.5.3")
    assert game.ground_of("0.4.3") == "devastated"
    assert game.ground_of("0.4.2") in ("abyss", "devastated")
    assert game.s.stack_at == before
    assert game.player(RED).ore == 0


@rule("CY-9.8")
def test_ship_with_nowhere_to_go_stays() -> None:
    game = Laid(2).ship(RED, "0.4.2").ship(BLUE, "3.5.2").ore(RED, 2)
    game.s.ground = [6] * len(game.s.ground)
    game.s.ground[hex_named("0.4.2")] = 0
    game.s.ground[hex_named("3.5.2")] = 0
    game.card(RED, "ship_card")
    assert game.ship_of(RED) == "0.4.2" and game.ground_of("0.4.2") == "plain"
    assert game.kind == "build"


@rule("CY-9.10", "CY-12.11", "CY-12.12")
def test_robotic_construction() -> None:
    game = Laid(2).ship(RED, "0.4.2").ore(RED, 7).card(RED, "ship_card").section(build)
    assert game.offered() == [
        "build crew_bridge", "build colonist_quarters", "build life_support", "build power_core",
        "build warp_drive", "done",
    ]  # fmt: skip
    game.choose("build warp_drive", "build crew_bridge")
    assert game.player(RED).ore == 0
    assert game.module(RED, "warp_drive") == "installed"
    assert forgettable(game.s, RED) == []  # installed and own modules cannot be forgotten


@rule("CY-10.3", "CY-10.8", "CY-17.5", "CY-17.6", "CY-17.4")
def test_brown_row_plays_discovery_cards() -> None:
    game = Laid(2).cards(RED, "ore_cache, hostage_swap, dig_in").card(RED, "miner_card")
    game.choose("bonus brown/1")
    assert set(game.offered()) == {
        "use ore_cache", "cash ore_cache", "cash hostage_swap", "cash dig_in", "done",
    }  # fmt: skip
    game.choose("use ore_cache")
    assert game.player(RED).ore == 3
    assert "ore_cache" not in game.hand(RED)


@rule("CY-10.7", "CY-25.13", "CY-25.12", "CY-12.8")
def test_blue_row() -> None:
    game = Laid(2).round(3).held(RED, BLUE, "soldier", 2).ship(BLUE, "0.4.2")
    game.unit(RED, "soldier", "0.4.1").card(RED, "soldier_card").choose("done")
    game.choose("bonus blue/3")
    assert game.kind == "bonus_part" and game.offered() == ["exchange", "hack"]
    game.choose("exchange", "player 2")
    assert game.module(RED, "control_systems") == "known"
    assert game.player(RED).ore == 1
    assert CONTENT.either[5] == [False, False, True, False, False]
    assert [clause.verb for clause in CONTENT.cells[5][4]] == ["exchange", "cyber"]
    skipped = Laid(2).held(RED, BLUE, "soldier", 2).card(RED, "battle").choose("bonus blue/1")
    assert skipped.offered() == ["player 2", "done"]  # never forced


@rule("CY-25.12", "CY-25.2", "CY-21.1")
def test_red_and_orange_rows() -> None:
    game = Laid(2).round(2).unit(RED, "soldier", "0.4.1").unit(RED, "miner", "0.3.0")
    game.card(RED, "battle").choose("bonus red/2")
    assert game.offered() == ["unit soldier/0.4.1", "done"]
    game.choose("unit soldier/0.4.1")
    assert game.s.moves_left == 2
    rally = Laid(2).round(5).influence(RED, 4).card(RED, "battle").choose("bonus orange/5")
    assert rally.decision.about == "4"  # never beyond the influence
    rally.choose("type soldier", f"hex {rally.hexes()[0]}" if rally.hexes() else "hex 3.4.1")
    rally.choose("done")
    assert rally.kind == "activate_pick"


@rule("CY-25.12", "CY-25.1")
def test_purple_and_grey_rows() -> None:
    game = Laid(2).round(5).card(RED, "harvester_card").choose("bonus purple/5")
    assert game.player(RED).ore == 4
    last = Laid(2).round(5).ore(RED, 1).card(RED, "harvester_card")
    last.choose("bonus grey/5")
    assert last.offered() == ["build crew_bridge", "done"]  # 2 - 2, but at least 1 ore; no worker
