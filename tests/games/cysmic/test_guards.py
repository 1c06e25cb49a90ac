"""Rules that only a special position shows: each breaks here first, by its own id."""

import pytest

from starhall.engine.rules.chance import Chance, seed_bytes
from starhall.engine.rules.play import Play
from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.content import EXPLOIT, SABOTAGE
from starhall.games.cysmic.content import RED as RED_DIE
from starhall.games.cysmic.game import GAME
from starhall.games.cysmic.geometry import HEX_IDS, hex_named
from starhall.games.cysmic.rules.board import lift
from starhall.games.cysmic.rules.commands import build, evacuate
from starhall.games.cysmic.rules.dice import roll
from starhall.games.cysmic.rules.discovery import restock
from starhall.games.cysmic.rules.launch import launch
from starhall.games.cysmic.rules.setup import take_goods
from starhall.games.cysmic.rules.strike import extra_dice
from starhall.games.cysmic.rules.turn import start
from starhall.games.cysmic.state import Fight
from tests.games.cysmic.tables import BLUE, CONTENT, GREEN, RED, Laid, table

HERE = "0.4.2"


# Setup


@rule("CY-2.16")
def test_habitats_come_highest_level_first_and_the_closest_neutral_ones() -> None:
    """Last Dawn takes two Camps and an Outpost."""
    game = Laid(2).ship(RED, "0.5.2").faction(RED, "last_dawn").faction(BLUE, "council")
    game.habitat("0.5.1", 1).habitat("0.5.3", 1).habitat("0.6.2", 1)  # three at distance 1
    game.habitat("0.3.1", 1).habitat("0.6.3", 2, BLUE).habitat("0.3.0", 2).habitat("0.1.0", 2)
    game.habitat("0.2.0", 3).habitat("city", 5)
    game.at(take_goods)
    assert [HEX_IDS[hex] for hex in game.player(RED).holds] == ["0.3.0"]  # before any Camp
    assert game.kind == "pick_habitat" and game.hexes() == ["0.5.1", "0.5.3", "0.6.2"]
    game.choose("hex 0.5.3")
    assert game.hexes() == ["0.5.1", "0.6.2"]
    game.choose("hex 0.6.2")
    assert [HEX_IDS[hex] for hex in game.player(RED).holds] == ["0.3.0", "0.5.3", "0.6.2"]
    assert [HEX_IDS[hex] for hex in game.player(BLUE).holds] == ["0.6.3", "0.2.0"]


@rule("CY-2.16")
def test_a_habitat_of_a_level_that_is_gone_is_lost() -> None:
    """No Settlement is left: Colony City does not stand in for it."""
    game = Laid(2).faction(RED, "council").faction(BLUE, "starlight")
    game.habitat("city", 5).habitat("0.2.0", 2).at(take_goods)
    assert game.player(RED).holds == game.player(BLUE).holds == []
    assert game.player(RED).ore == 1


# Locked units


def locked(type: str, hex: str = HERE) -> Laid:
    """A red unit that is locked by a blue Soldier, on a spawn point of red."""
    game = Laid(2).habitat(hex, 1, RED).unit(BLUE, "soldier", hex)
    return game.unit(RED, type, hex).ore(RED, 9)


@rule("CY-4.21")
def test_a_locked_unit_is_not_upgraded_promoted_or_put_to_work() -> None:
    upgrade = locked("miner").unit(RED, "miner", "3.4.2").card(RED, "upgrade")
    assert upgrade.offered() == ["unit miner/3.4.2", "done"]
    upgrade.choose("done")
    assert upgrade.offered() == ["unit miner/3.4.2", "done"]  # by dropship neither
    promote = locked("soldier").unit(RED, "speaker", "0.2.0").card(RED, "speaker_card")
    promote.until("promote")
    assert promote.offered() == ["unit speaker/0.2.0", "done"]
    silent = locked("speaker").card(RED, "speaker_card")
    assert silent.kind not in ("pick_unit", "persuade", "promote")
    work = locked("miner").card(RED, "harvester_card")
    assert "bonus grey/1" not in work.offered()  # nobody is free to work
    worker = locked("miner").unit(RED, "soldier", "0.2.0", 2).card(RED, "harvester_card")
    worker.choose("bonus grey/1", "build crew_bridge")
    assert worker.where(RED, "miner") == [HERE] and worker.where(RED, "soldier") == []


@rule("CY-4.21")
def test_a_locked_unit_does_not_dig_hack_evacuate_or_march() -> None:
    dig = locked("miner").ground("ore", HERE).card(RED, "miner_card")
    assert dig.kind not in ("pick_unit", "dig")
    hack = locked("soldier").ship(BLUE, "0.4.1").spy_deck("union_walkout")
    hack.card(RED, "negotiate").until("espionage_side").choose("exploit")
    assert hack.kind != "hack_unit"
    home = locked("soldier").ship(RED, "0.4.1").modules(RED, 6).unit(RED, "soldier", "0.3.0")
    home.card(RED, "ship_card").section(evacuate).choose("yes")
    assert home.where(RED, "soldier") == [HERE]
    march = locked("soldier").unit(RED, "soldier", "0.2.0").card(RED, "soldier_card").until("bonus")
    march.choose("bonus red/1")
    assert march.offered() == ["unit soldier/0.2.0", "done"]


@rule("CY-4.21", "CY-19.14")
def test_a_locked_unit_does_not_escape_a_collapse() -> None:
    game = locked("miner", "2.3.1").ground("ore", "0.4.1").unit(RED, "harvester", "0.4.1")
    game.deck("dig_in, dig_in").s.stack_at = 6
    game.next_token("fx_tundra_3").card(RED, "harvester_card").until("dig")
    game.choose("unit harvester/0.4.1")
    assert game.kind != "escape" and game.where(RED, "miner") == []


# Jumpjets


@rule("CY-5.16", "CY-5.15")
def test_a_jump_reaches_distance_5_and_no_further() -> None:
    game = Laid(2).unit(RED, "powermech", "0.6.0").ship(RED, "3.5.2").card(RED, "powermech_card")
    game.choose("unit powermech/0.6.0", "jump")
    row = ["0.5.0", "0.4.0", "0.3.0", "0.2.0", "0.1.0"]
    assert set(row) <= set(game.hexes())
    assert "city" not in game.hexes() and "0.6.0" not in game.hexes()
    assert "3.6.0" not in game.hexes()  # no arrows
    ace = Laid(2).faction(RED, "vanguard").unit(RED, "powermech", "0.6.0")
    ace.card(RED, "powermech_card").choose("unit powermech/0.6.0", "jump")
    assert {"city", "3.1.0"} <= set(ace.hexes()) and "3.2.0" not in ace.hexes()


@rule("CY-5.16")
def test_the_tremor_of_a_jump_comes_after_the_landing() -> None:
    def jump(start: str, goal: str) -> Laid:
        game = Laid(2).unit(RED, "powermech", start)
        game.s.stack_at = 6
        game.next_token("fx_tundra_3").card(RED, "powermech_card")
        return game.choose(f"unit powermech/{start}", "jump", f"hex {goal}")

    assert jump("2.2.0", "2.3.0").where(RED, "powermech") == []  # it stood there already
    assert jump("2.3.0", "2.2.0").where(RED, "powermech") == ["2.2.0"]  # it had left


@rule("CY-5.16")
def test_only_the_landing_hex_of_a_jump_counts() -> None:
    game = Laid(2).unit(RED, "powermech", "0.5.0").token("0.4.0", "0.3.0")
    game.unit(BLUE, "soldier", "0.2.0").card(RED, "powermech_card")
    before = game.s.stack_at
    game.choose("unit powermech/0.5.0", "jump", "hex 0.3.0")
    assert game.kind == "relic_keep" and game.s.stack_at == before  # the tremor waits for the find
    game.choose(game.offered()[0], "hold")
    assert game.s.tokens[hex_named("0.4.0")] == 1 and game.s.stack_at == before + 1


# Battle


@rule("CY-7.16")
def test_a_combat_that_begins_during_the_card_is_not_resolved_by_it() -> None:
    game = Laid(2).unit(BLUE, "soldier", HERE).unit(RED, "soldier", HERE)
    game.unit(BLUE, "miner", "0.3.1").cards(RED, "press_the_advantage")
    game.roll(red="6", face="plus_1").card(RED, "battle")
    game.choose("strike", "pass", "pass", "type soldier", "react press_the_advantage")
    game.choose("hex 0.3.1")
    assert game.s.attacker[hex_named("0.3.1")] == RED
    assert game.kind == "bonus"


@rule("CY-7.16")
def test_a_combat_that_begins_during_the_card_does_not_join_those_that_are_left() -> None:
    game = Laid(2).unit(BLUE, "soldier", HERE).unit(RED, "soldier", HERE)
    game.unit(BLUE, "soldier", "2.3.0").unit(RED, "soldier", "2.3.0")
    game.unit(BLUE, "miner", "0.3.1").cards(RED, "press_the_advantage")
    game.roll(red="6", face="plus_1").card(RED, "battle").choose(f"hex {HERE}")
    game.choose("strike", "pass", "pass", "type soldier", "react press_the_advantage")
    game.choose("hex 0.3.1")
    assert (game.kind, game.decision.about) == ("strike_or_flee", "2.3.0/2")


@rule("CY-7.16")
def test_the_card_is_done_when_all_listed_combats_have_ended() -> None:
    game = Laid(2)
    for hex in ("2.3.0", "2.3.2"):
        game.unit(BLUE, "soldier", hex).unit(RED, "soldier", hex)
    game.s.stack_at = 6
    game.next_token("fx_tundra_3").roll(red="1", face="tremor").card(RED, "battle")
    game.choose("hex 2.3.0", "strike")  # the ring falls, and both combats on it
    assert game.kind == "bonus"


@rule("CY-7.16")
def test_a_listed_combat_that_has_ended_is_dropped() -> None:
    game = Laid(2)
    for hex in ("2.3.0", "2.3.2", "0.2.0"):
        game.unit(BLUE, "soldier", hex).unit(RED, "soldier", hex)
    game.s.stack_at = 6
    game.next_token("fx_tundra_3").roll(red="1", face="tremor").card(RED, "battle")
    assert game.hexes() == ["0.2.0", "2.3.0", "2.3.2"]
    game.choose("hex 2.3.0", "strike")  # the ring falls, and both combats on it
    assert (game.kind, game.decision.about) == ("strike_or_flee", "0.2.0/2")


# Trading


@rule("CY-13.7")
def test_room_for_captives_is_counted_after_the_whole_trade() -> None:
    def dealing() -> Laid:
        """Blue has room for two and holds two; red offers a captive of green."""
        game = Laid(3).modules(BLUE, 5).held(BLUE, GREEN, "miner", 2).held(RED, GREEN, "soldier")
        return game.card(RED, "negotiate").choose("player 2", "captive 3/soldier")

    swap = dealing().choose("captive 3/miner", "done")
    assert (swap.kind, swap.asked) == ("trade_answer", BLUE)
    swap.choose("accept")
    assert swap.captives(BLUE, GREEN) == 2 and swap.captives(RED, GREEN) == 1
    gift = dealing().choose("done")
    assert gift.kind == "trade_partner" and gift.s.offer is None  # void, and counted
    assert gift.s.offers == 1 and gift.captives(RED, GREEN) == 1


@rule("CY-13.7")
def test_both_sides_need_room_and_a_vehicle_takes_two() -> None:
    own = Laid(3).modules(RED, 5).held(RED, GREEN, "miner").held(BLUE, GREEN, "harvester")
    own.ore(RED, 1).card(RED, "negotiate")
    own.choose("player 2", "ore 1", "done", "captive 3/harvester")
    assert own.kind == "trade_partner"  # one place is free, a Harvester takes two
    fits = Laid(3).modules(RED, 5).held(BLUE, GREEN, "harvester").ore(RED, 1)
    fits.card(RED, "negotiate").choose("player 2", "ore 1", "captive 3/harvester")
    assert fits.kind == "trade_answer"
    mine = Laid(3).modules(RED, 6).held(BLUE, RED, "powermech").ore(RED, 1)
    mine.card(RED, "negotiate").choose("player 2", "ore 1", "captive 1/powermech", "accept")
    assert mine.captives(BLUE, RED) == 0  # its owner needs no room


# Drawing


@rule("CY-17.3")
def test_ten_events_end_a_draw_without_a_card() -> None:
    calm = "ore_rot, riots, prison_break, solar_flare, dust_storm, ore_rot, riots, prison_break"

    def explore(events: str) -> Laid:
        game = Laid(2).unit(RED, "miner", "1.5.1").deck(f"{events}, rear_guard")
        return game.card(RED, "miner_card").until("dig").choose("unit miner/1.5.1")

    nine = explore(f"{calm}, solar_flare")
    assert nine.hand(RED) == ["rear_guard"]
    ten = explore(f"{calm}, solar_flare, dust_storm")
    assert ten.hand(RED) == []
    assert CONTENT.cards[ten.s.discovery_deck.cards[-1]] == "rear_guard"


@rule("CY-17.3", "CY-25.16")
def test_the_active_player_of_an_event_is_who_drew_it() -> None:
    """Blue's Martyrs draw in red's turn."""
    game = Laid(2).faction(BLUE, "last_dawn").unit(BLUE, "miner", HERE).unit(RED, "soldier", HERE)
    game.deck("crystal_bloom, rear_guard").roll(red="6", face="plus_1").card(RED, "battle")
    game.choose("strike", "pass", "type miner")
    assert (game.player(RED).ore, game.player(BLUE).ore) == (0, 2)
    assert game.hand(BLUE) == ["rear_guard"]


@rule("CY-17.8")
def test_the_discards_become_a_new_deck_only_when_the_deck_is_empty() -> None:
    game = Laid(2).unit(RED, "miner", "0.4.1")
    s = game.s
    s.gather(s.discovery_deck, s.discovery_pile)
    s.discovery_pile.cards = [CONTENT.cards.index("dig_in")] * 3
    game.card(RED, "miner_card").choose("done", "unit miner/0.4.1")
    assert game.hand(RED) == ["dig_in"]
    assert (len(s.discovery_deck), len(s.discovery_pile)) == (2, 0)
    full = Laid(2).unit(RED, "miner", "0.4.1").deck("medevac")
    full.s.discovery_pile.cards = [CONTENT.cards.index("dig_in")] * 3
    full.card(RED, "miner_card").choose("done", "unit miner/0.4.1")
    assert full.hand(RED) == ["medevac"] and len(full.s.discovery_pile) == 3


@rule("CY-17.8", "CY-14.7", "CY-16.9")
def test_the_discards_are_shuffled() -> None:
    s = Laid(2).s
    for deck, pile in (
        (s.discovery_deck, s.discovery_pile),
        (s.relic_deck, s.relic_pile),
        (s.espionage_deck, s.espionage_pile),
    ):
        s.gather(deck, pile)
        before = pile.cards[:]
        assert restock(s, deck, pile) and pile.cards == []
        assert deck.cards != before and sorted(deck.cards) == sorted(before)


@rule("CY-4.16", "CY-25.17")
def test_a_hex_that_has_collapsed_is_not_chosen_again() -> None:
    game = Laid(2).unit(RED, "soldier", HERE).ground("devastated", "0.4.1")
    game.cards(RED, "seismic_charge").card(RED, "recruit").until("bonus")
    game.choose("bonus brown/1", "use seismic_charge")
    assert HERE in game.hexes() and "0.4.1" not in game.hexes()


@rule("CY-17.8")
def test_without_deck_and_discards_nothing_is_drawn() -> None:
    game = Laid(2).unit(RED, "miner", "0.4.1").ground("ore", "0.4.1")
    game.s.discovery_deck.cards = []
    game.card(RED, "miner_card").choose("done", "unit miner/0.4.1")
    assert game.hand(RED) == [] and game.player(RED).ore == 1


# Launch


@rule("CY-20.7")
@pytest.mark.parametrize(
    ("side", "face", "units", "launched"),
    [
        (EXPLOIT, "none", 1, False),
        (EXPLOIT, "up_to_1", 2, True),
        (EXPLOIT, "up_to_1", 3, False),
        (EXPLOIT, "up_to_4", 5, True),
        (SABOTAGE, "up_to_1", 1, False),
        (SABOTAGE, "up_to_3", 2, True),
        (SABOTAGE, "any", 5, True),
    ],
)
def test_effects_change_the_numbers_of_the_humanity_die(
    side: int, face: str, units: int, launched: bool
) -> None:
    game = Laid(2).modules(RED, 6)
    for hex in ("0.4.1", "0.3.0", "0.2.0", "0.5.1", "0.6.1")[:units]:
        game.unit(RED, "soldier", hex)
    game.spy(RED if side == EXPLOIT else BLUE, "evacuation_panic", side)
    game.humanity(face).at(launch).choose("roll")
    assert (game.s.winner == RED) is launched


@rule("CY-3.7", "CY-3.10")
def test_a_relic_is_spent_to_take_a_card_back() -> None:
    game = Laid(2).relics(RED, "void_keel", active=False)
    player = game.player(RED)
    game.s.move(player.hand.cards[0], player.hand, player.played)
    player.played_columns = [1]
    game.at(start).choose("spend void_keel")
    assert player.relics.cards == [] and len(game.s.relic_pile) == 1


# What the steps of a card or a collapse come in


@rule("CY-9.11", "CY-9.10", "CY-3.14")
def test_a_ship_that_is_completed_by_the_card_may_evacuate() -> None:
    game = Laid(2).ship(RED, HERE).modules(RED, 5).ore(RED, 5).unit(RED, "soldier", "0.4.1")
    game.card(RED, "ship_card").section(build).choose("build warp_drive")
    assert game.kind == "evacuate"
    game.choose("yes")
    assert game.where(RED, "soldier") == []


@rule("CY-7.11", "CY-7.12", "CY-3.14")
def test_captives_may_be_traded_before_they_are_exchanged() -> None:
    game = Laid(2).held(RED, BLUE, "soldier", 2).card(RED, "negotiate")
    assert game.kind == "trade_partner" and game.captives(RED, BLUE) == 2
    game.choose("done")
    assert game.captives(RED, BLUE) == 0 and game.module(RED, "control_systems") == "known"


@rule("CY-9.12", "CY-9.11")
def test_a_powermech_is_aboard_before_its_jump_shakes_the_ground() -> None:
    game = Laid(2).ship(RED, "0.1.0").modules(RED, 6).unit(RED, "powermech", "2.3.1")
    game.unit(RED, "miner", "2.3.1").ground("mountain", "1.1.0", "2.1.0", "city", "0.2.1")
    game.s.stack_at = 6
    game.next_token("fx_tundra_3").card(RED, "ship_card").section(evacuate).choose("yes", "yes")
    assert game.kind == "escape" and game.where(RED, "powermech") == []
    game.choose("hex 2.4.1")
    assert game.kind != "escape_who"  # the Miner is alone


@rule("CY-9.6", "CY-9.8")
def test_a_single_closest_hex_has_its_price() -> None:
    game = Laid(2).ship(RED, HERE).ore(RED, 5)
    game.s.ground = [6] * len(game.s.ground)
    for hex in (HERE, "0.1.0", "4.5.2"):
        game.s.ground[hex_named(hex)] = 0
    game.card(RED, "ship_card")
    assert game.ship_of(RED) == "0.1.0" and game.player(RED).ore == 3  # distance 3


@rule("CY-19.8", "CY-25.22")
def test_the_token_chosen_of_two_is_the_one_that_counts() -> None:
    for choice in range(2):
        game = Laid(2).relics(RED, "star_chart").ground("ore", "0.4.1")
        game.unit(RED, "harvester", "0.4.1").deck("dig_in, dig_in").s.stack_at = 6
        game.card(RED, "harvester_card").choose("done", "unit harvester/0.4.1")
        tokens = [CONTENT.tokens.index(token.split()[1]) for token in game.offered()]
        game.choose(game.offered()[choice])
        assert game.s.spent == [tokens[choice]]
        assert tokens[1 - choice] in game.s.bag and len(game.s.bag) == 41


@rule("CY-19.10", "CY-25.28", "CY-25.29")
def test_after_the_fall_comes_once_a_turn_for_who_is_left_beside() -> None:
    def falls(game: Laid) -> Laid:
        game.ground("ore", "0.4.1").unit(BLUE, "harvester", "0.4.1")
        game.deck("dig_in, dig_in, medevac, firewall").s.stack_at = 6
        game.next_token("fx_tundra_3").card(BLUE, "harvester_card").until("dig")
        return game.choose("unit harvester/0.4.1")

    beside = falls(Laid(2).faction(RED, "verdant").unit(RED, "soldier", "2.2.0"))
    assert beside.hand(RED) == ["medevac"]
    lost = falls(Laid(2).faction(RED, "verdant").unit(RED, "soldier", "2.3.0"))
    assert lost.hand(RED) == []  # it fell with the ground
    ship = falls(Laid(2).faction(RED, "verdant").ship(RED, "2.4.1"))
    assert ship.hand(RED) == ["medevac"]


@rule("CY-12.5", "CY-16.6")
def test_captives_go_free_as_soon_as_a_relic_is_gone() -> None:
    def crowded() -> Laid:
        game = Laid(2).relics(RED, "stasis_cage, choir_stone").held(RED, BLUE, "soldier", 10)
        return game.held(RED, BLUE, "miner", 3).round(2).burnt(RED, "battle", 1)

    swap = crowded().relics(RED, "deep_silo", active=False).at(start)
    swap.choose("replace stasis_cage/deep_silo")
    assert (swap.kind, swap.decision.about) == ("free_captive", "full")
    spend = crowded().at(start).choose("spend_active stasis_cage")
    assert spend.kind == "free_captive"
    spend.choose("free 2/miner")
    assert spend.kind == "burn" and spend.captives(RED, BLUE) == 12
    kept = crowded().relics(RED, "stasis_cage", active=False).at(start)
    kept.choose("replace choir_stone/stasis_cage")
    assert kept.kind != "free_captive" and kept.captives(RED, BLUE) == 13


# Single numbers


@rule("CY-10.8", "CY-17.5")
def test_one_card_is_enough_for_the_brown_row() -> None:
    one = Laid(2).cards(RED, "dig_in").card(RED, "miner_card")
    assert "bonus brown/1" in one.offered()
    assert "bonus brown/1" not in Laid(2).card(RED, "miner_card").offered()


@rule("CY-25.17", "CY-25.19", "CY-17.6")
def test_rich_vein_needs_a_free_digger_and_ore() -> None:
    def offered(game: Laid) -> bool:
        game.cards(RED, "rich_vein").card(RED, "recruit").until("bonus").choose("bonus brown/1")
        return "use rich_vein" in game.offered()

    assert not offered(Laid(2))
    assert offered(Laid(2).ground("ore", HERE).unit(RED, "miner", HERE))
    locked_one = Laid(2).ground("ore", HERE).unit(BLUE, "soldier", HERE).unit(RED, "miner", HERE)
    assert not offered(locked_one)
    dry = Laid(2).ground("ore", HERE).unit(RED, "miner", HERE)
    dry.s.ore = 0
    assert not offered(dry)
    rich = Laid(2).ground("ore", HERE, "0.2.0").unit(RED, "miner", HERE, 3)
    rich.unit(RED, "miner", "0.2.0", 3).cards(RED, "rich_vein").card(RED, "recruit")
    rich.until("bonus").choose("bonus brown/1", "use rich_vein")
    assert rich.player(RED).ore == 4  # at most


@rule("CY-15.6", "CY-25.12", "CY-25.2")
def test_the_last_column_of_the_blue_row_hacks_with_two_units() -> None:
    game = Laid(3).round(5).ship(BLUE, HERE).unit(RED, "soldier", "0.4.1", 2)
    game.unit(RED, "miner", "0.3.1").roll(red="1 1").card(RED, "battle").choose("bonus blue/5")
    assert game.offered() == ["unit soldier/0.4.1", "unit miner/0.3.1", "done"]
    game.choose("unit soldier/0.4.1", "unit soldier/0.4.1")
    assert game.kind != "hack_unit"  # two at most
    skip = Laid(3).round(5).ship(BLUE, HERE).unit(RED, "soldier", "0.4.1").card(RED, "battle")
    skip.choose("bonus blue/5", "done")
    assert skip.kind != "hack_unit"
    alone = Laid(3).round(5).ship(BLUE, HERE).unit(RED, "soldier", "0.4.1").roll(red="1")
    alone.card(RED, "battle").choose("bonus blue/5", "unit soldier/0.4.1")
    assert alone.kind != "hack_unit"  # each unit once


@rule("CY-8.2", "CY-8.3", "CY-18.1")
def test_a_speaker_persuades_a_camp_and_influence_follows() -> None:
    game = Laid(2).habitat(HERE, 1).habitat("0.2.0", 2, RED).unit(RED, "speaker", HERE)
    game.unit(RED, "speaker", "0.2.0").unit(RED, "speaker", "0.3.0").card(RED, "speaker_card")
    game.choose("done")
    assert game.offered() == [f"unit speaker/{HERE}", "done"]
    game.choose(f"unit speaker/{HERE}")
    assert game.s.flag[hex_named(HERE)] == RED
    assert sorted(game.player(RED).holds) == sorted([hex_named(HERE), hex_named("0.2.0")])


@rule("CY-5.1", "CY-6.4")
def test_a_unit_with_nowhere_to_go_is_not_offered() -> None:
    game = Laid(2).unit(RED, "soldier", "0.6.0").unit(RED, "soldier", HERE)
    game.ground("mountain", "0.6.1", "5.6.5", "0.5.0")
    game.ground("abyss", *[f"{k}.6.0" for k in range(1, 6)]).card(RED, "soldier_card")
    assert game.offered() == [f"unit soldier/{HERE}", "done"]
    game.choose("done")


@rule("CY-25.2")
def test_a_relocated_unit_goes_elsewhere() -> None:
    game = Laid(2).ground("cave", HERE, "2.2.0", "1.3.1").unit(RED, "miner", HERE)
    game.cards(RED, "tunnel_rats").card(RED, "recruit").until("bonus")
    game.choose("bonus brown/1", "use tunnel_rats", f"unit miner/{HERE}")
    assert game.hexes() == ["1.3.1", "2.2.0"]  # not where it stands
    game.choose("hex 2.2.0")
    assert game.where(RED, "miner") == ["2.2.0"]


@rule("CY-11.5", "CY-11.2")
def test_roles_end_with_the_combat() -> None:
    game = Laid(2).unit(BLUE, "soldier", HERE).unit(RED, "soldier", HERE)
    hex = hex_named(HERE)
    assert game.s.attacker[hex] == RED
    lift(game.s, BLUE, game.player(BLUE).where.index(hex))
    assert game.s.attacker[hex] == -1
    game.unit(BLUE, "soldier", HERE)
    assert game.s.attacker[hex] == BLUE


@rule("CY-8.1", "CY-8.8", "CY-5.10")
def test_a_move_is_taken_up_where_it_was_about_to_begin() -> None:
    game = Laid(2).unit(RED, "soldier", HERE).unit(RED, "soldier", "0.2.0")
    game.card(RED, "soldier_card").choose(f"unit soldier/{HERE}")
    assert game.play is not None
    game.play.restart()
    assert (game.kind, game.decision.about) == ("move_leg", f"soldier/{HERE}/4")
    game.choose("hex 0.4.1", "stop")
    assert game.offered() == ["unit soldier/0.2.0", "done"]


@rule("CY-16.3", "CY-9.3")
def test_a_token_that_is_picked_up_or_destroyed_is_in_the_supply_again() -> None:
    game = Laid(2).unit(RED, "soldier", "0.4.1").token("0.3.1").relic_deck("deep_silo, war_prism")
    game.card(RED, "soldier_card").choose("unit soldier/0.4.1", "hex 0.3.1")
    assert (game.s.tokens[hex_named("0.3.1")], game.s.tokens_out, game.s.relic_tokens) == (0, 0, 30)
    ship = Laid(2).ship(RED, "0.4.1").token("0.3.1").card(RED, "ship_card").choose("hex 0.3.1")
    assert (ship.s.tokens_out, ship.s.relic_tokens) == (0, 30)


@rule("CY-21.1")
def test_everything_that_can_be_chosen() -> None:
    verbs = sorted({option.verb for option in GAME.vocabulary.options})
    assert verbs == [
        "a_discovery", "a_relic", "accept", "activate", "all", "bonus", "build", "burn", "captive",
        "cash", "decline", "die", "discard", "done", "drop", "drop_active", "exchange", "exploit",
        "faction", "flee", "foe", "free", "habitat", "hack", "hex", "hold", "jump", "keep",
        "launch", "let_go", "minus", "modify", "move", "no", "offer_card", "offer_relic", "ore",
        "pass", "pay", "play", "player", "plus", "react", "reclaim", "reclaim_burned", "replace",
        "roll", "sabotage", "spend", "spend_active", "stay", "stop", "strike", "takeover",
        "time_shard", "token", "type", "unit", "use", "wait", "yes",
    ]  # fmt: skip


@rule("CY-11.18", "CY-23.2")
def test_a_new_roll_is_untouched() -> None:
    game = Laid(2).roll(red="4 2")
    fight = Fight(colours=[RED_DIE, RED_DIE], shielded=[True, True], changed=[3, 1])
    roll(game.s, fight)
    assert (fight.values, fight.shielded, fight.changed) == ([4, 2], [False, False], [0, 0])


@rule("CY-11.11", "CY-25.30", "CY-25.28")
def test_extra_dice_by_role() -> None:
    def dice(game: Laid, seat: int) -> int:
        game.unit(BLUE, "soldier", HERE, 2).unit(RED, "soldier", HERE, 2)
        return extra_dice(game.s, seat, hex_named(HERE))

    assert dice(Laid(2), RED) == dice(Laid(2), BLUE) == 0
    assert dice(Laid(2).faction(BLUE, "aegis"), BLUE) == 1  # defends
    assert dice(Laid(2).faction(RED, "aegis"), RED) == 0
    assert dice(Laid(2).faction(RED, "ironback"), RED) == 1  # attacks with two
    assert dice(Laid(2).faction(BLUE, "ironback"), BLUE) == 0
    assert dice(Laid(2).relics(BLUE, "twin_fang"), BLUE) == 1


@rule("CY-11.38", "CY-25.30")
def test_a_bonus_is_for_its_colour() -> None:
    def asked(game: Laid) -> str:
        game.unit(BLUE, "soldier", HERE).unit(RED, "soldier", HERE)
        game.roll(red="2", face="plus_1").card(RED, "battle").choose("strike", "pass")
        assert game.kind == "static_bonus"
        return game.decision.about

    assert asked(Laid(2).relics(RED, "war_prism")) == "red"
    assert asked(Laid(2).faction(RED, "redline")) == "any"


@rule("CY-25.13", "CY-10.4", "CY-12.8", "CY-15.1")
def test_a_part_that_can_do_nothing_is_refused_with_its_reason() -> None:
    def parts(game: Laid) -> dict[str, str]:
        game.s.auto_single = False  # so that a single part is asked too
        game.round(3).card(RED, "battle").until("bonus").choose("bonus blue/3")
        refused = GAME.refusals(game.s, game.decision)
        return {refusal.option.token: refusal.reason.rule for refusal in refused}

    assert parts(Laid(2).held(RED, BLUE, "soldier", 2)) == {"hack": "CY-15.1"}
    hacker = Laid(2).ship(BLUE, HERE).unit(RED, "soldier", "0.4.1")
    assert parts(hacker) == {"exchange": "CY-12.8"}


@rule("CY-13.4")
def test_why_a_packet_of_ore_is_not_offered() -> None:
    def reasons(red: int, *named: str) -> dict[str, str]:
        game = Laid(2).ore(RED, red).cards(RED, "dig_in").card(RED, "negotiate")
        game.choose("player 2", *named)
        refused = GAME.refusals(game.s, game.decision)
        return {refusal.option.token: refusal.reason.key for refusal in refused}

    assert reasons(0)["ore 1"] == "no_ore_to_trade"
    assert reasons(1)["ore 2"] == "packet_too_big" and "ore 1" not in reasons(1)
    assert reasons(3, "ore 2")["ore 2"] == "ore_named"


@rule("CY-8.5")
def test_a_speaker_made_by_a_promotion_does_not_promote() -> None:
    """The first Speaker turns itself into a Miner; its figure comes back as the new Speaker."""
    game = Laid(2).unit(RED, "speaker", "0.4.1").unit(RED, "speaker", "0.2.0")
    game.unit(RED, "soldier", "2.2.0").card(RED, "speaker_card").until("promote")
    game.choose("unit speaker/0.4.1", "type miner", "unit soldier/2.2.0", "type speaker")
    assert game.where(RED, "speaker") == ["0.2.0", "2.2.0"]
    assert game.kind != "promote"


@rule("CY-2.14", "CY-2.15", "CY-2.19")
def test_goods_come_before_units() -> None:
    chosen = GAME.configure(2, {"faction_pick": "random"})
    play = Play(GAME, GAME.deal(2, chosen, Chance(seed_bytes(3), GAME.streams)))
    while play.decision is not None and play.decision.kind != "place_start_unit":
        assert all(max(player.where) < 0 for player in table(play.state).players)
        play.choose(play.decision, play.decision.options[0])
    for player in table(play.state).players:
        assert player.ore == CONTENT.faction_ore[player.faction]
        assert len(player.cards.cards) == CONTENT.faction_discovery[player.faction]


@rule("CY-26.2", "CY-24.5", "CY-2.1", "CY-1.5")
def test_settings() -> None:
    found = {
        setting.id: (setting.default, setting.choices or (setting.low, setting.high), setting.also)
        for setting in GAME.settings
    }
    on_off = ("on", "off")
    orders = ("opponent_first", "attacker_first", "striker_first")
    assert found == {
        "first_player": (0, (1, 6), (0,)),
        "faction_pick": ("one_of_three", ("one_of_three", "random"), ()),
        "soldier_move": (4, (3, 4), ()),
        "modifier_order": ("opponent_first", orders, ()),
        "ship_start_zone": ("inner", ("inner", "rings_1_3"), ()),
        "global_arrows": ("six_colours", ("six_colours", "antipodal"), ()),
        "underlayer": ("hidden_random", ("hidden_random", "open_ridge"), ()),
        "aftershocks": ("off", on_off, ()),
        "trading": ("on", on_off, ()),
        "round_cap": (40, (20, 80), ()),
        "planet_death_result": ("all_lose", ("all_lose", "best_progress"), ()),
    }
