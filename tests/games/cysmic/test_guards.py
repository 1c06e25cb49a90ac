"""Rules that only a special position shows: each breaks here first, by its own id."""

import pytest

from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.content import EXPLOIT, SABOTAGE
from starhall.games.cysmic.geometry import HEX_IDS, hex_named
from starhall.games.cysmic.rules.commands import evacuate
from starhall.games.cysmic.rules.discovery import restock
from starhall.games.cysmic.rules.launch import launch
from starhall.games.cysmic.rules.setup import take_goods
from starhall.games.cysmic.rules.turn import start
from tests.games.cysmic.tables import BLUE, CONTENT, GREEN, RED, Laid

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
    assert game.player(RED).ore == 3


# Locked units


def locked(type: str, hex: str = HERE) -> Laid:
    """A red unit that is locked by a blue Soldier, on a spawn point of red."""
    game = Laid(2).habitat(hex, 1, RED).unit(BLUE, "soldier", hex)
    return game.unit(RED, type, hex).ore(RED, 9)


@rule("CY-4.21", "CY-8.4", "CY-4.20")
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


@rule("CY-7.16", "CY-11.6", "CY-11.9")
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
        assert deck.cards not in (before, before[::-1]) and sorted(deck.cards) == sorted(before)


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


@rule("CY-16.6")
@rule("CY-3.7", "CY-3.10")
def test_a_relic_is_spent_to_take_a_card_back() -> None:
    game = Laid(2).relics(RED, "void_keel", active=False)
    player = game.player(RED)
    game.s.move(player.hand.cards[0], player.hand, player.played)
    player.played_columns = [1]
    game.at(start).choose("spend void_keel")
    assert player.relics.cards == [] and len(game.s.relic_pile) == 1
