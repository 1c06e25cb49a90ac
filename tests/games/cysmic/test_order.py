"""What comes first: the steps of a card, of a collapse, of a trade."""

from itertools import combinations_with_replacement

from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.content import EVENT, HARVESTER, POWERMECH, TROOP_TYPES
from starhall.games.cysmic.game import GAME
from starhall.games.cysmic.geometry import hex_named
from starhall.games.cysmic.options import PAYMENTS
from starhall.games.cysmic.rules.commands import build, evacuate
from starhall.games.cysmic.rules.setup import put_events_back
from starhall.games.cysmic.rules.turn import start
from tests.games.cysmic.tables import BLUE, CONTENT, GREEN, RED, Laid, names

HERE = "0.4.2"


@rule("CY-9.11", "CY-9.10", "CY-3.14")
def test_a_ship_that_is_completed_by_the_card_may_evacuate() -> None:
    game = Laid(2).ship(RED, HERE).modules(RED, 5).ore(RED, 5).unit(RED, "soldier", "0.4.1")
    game.card(RED, "ship_card").section(build).choose("build warp_drive")
    assert game.kind == "evacuate"
    game.choose("yes")
    assert game.where(RED, "soldier") == []


@rule("CY-7.11", "CY-7.12", "CY-3.14", "CY-13.5")
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


# What is done so often, and what is not done


@rule("CY-7.6", "CY-7.8", "CY-7.9", "CY-25.28", "CY-6.6")
def test_upgrades_on_spawn_points_are_quiet_and_startups_are_counted() -> None:
    def made(game: Laid) -> int:
        """How many of three new Vehicles act."""
        game.ship(RED, HERE).ore(RED, 12).unit(RED, "soldier", "0.4.1")
        game.unit(RED, "soldier", "0.5.2").unit(RED, "miner", "0.3.1").card(RED, "upgrade")
        before = game.s.stack_at
        for unit in ("soldier/0.4.1", "soldier/0.5.2", "miner/0.3.1"):
            game.choose(f"unit {unit}")
        assert game.s.stack_at == before
        acted = 0
        while game.kind == "activate_pick":
            game.choose(game.offered()[0]).until("activate_pick", "bonus")
            acted += 1
        return acted

    assert made(Laid(3)) == 1
    assert made(Laid(3).faction(RED, "cascade")) == 2


@rule("CY-10.4", "CY-3.16", "CY-21.1")
def test_a_bonus_may_be_declined() -> None:
    game = Laid(2).card(RED, "harvester_card")
    assert "bonus purple/1" in game.offered()
    game.choose("done")
    assert game.player(RED).ore == 0 and game.kind != "bonus"


@rule("CY-9.10", "CY-16.2")
@rule("CY-17.6", "CY-10.4", "CY-25.2", "CY-25.17")
def test_what_does_something_on_an_empty_planet() -> None:
    """A ship, no units and an influence of 1: a Soldier can be deployed, ground can fall."""
    actions = """forced_march, rapid_deployment, ore_cache, rich_vein, orbital_strike,
        seismic_charge, hostage_swap, field_workshop, prefab_assembly, propaganda, grassroots,
        data_spike, tunnel_rats, black_market, relic_hunters, emergency_airlift, skim_the_books"""
    usable = []
    for card in names(actions):
        game = Laid(2).cards(RED, card).card(RED, "miner_card").choose("bonus brown/1")
        usable += [card] if f"use {card}" in game.offered() else []
    works = "rapid_deployment, ore_cache, orbital_strike, seismic_charge, relic_hunters"
    assert usable == names(works)
    for column in range(1, 6):
        offered = []
        for command in ("battle", "upgrade", "miner_card"):
            cells = Laid(2).round(column).card(RED, command).offered()
            offered += [cell.split()[1] for cell in cells if cell != "done"]
        rows = ["brown", "orange", "purple"] if column in (2, 4, 5) else ["orange", "purple"]
        assert sorted(set(offered)) == [f"{row}/{column}" for row in rows]  # brown ones that draw


@rule("CY-25.2", "CY-25.17")
def test_a_unit_that_can_be_put_nowhere_else_is_refused() -> None:
    game = Laid(2).ground("cave", HERE).unit(RED, "miner", HERE).unit(RED, "miner", "2.3.0")
    game.cards(RED, "tunnel_rats").card(RED, "recruit").until("bonus")
    game.choose("bonus brown/1", "use tunnel_rats")
    [refusal] = GAME.refusals(game.s, game.decision)
    assert (refusal.option.token, refusal.reason.key) == (f"unit miner/{HERE}", "no_place_to_put")


@rule("CY-2.17")
def test_events_of_the_setup_are_shuffled_back() -> None:
    s = Laid(2).s
    events = [card for card in s.discovery_deck.cards if s.content.card_type[card] == EVENT]
    for card in events:
        s.move(card, s.discovery_deck, s.aside)
    put_events_back(s)
    assert s.aside.cards == [] and len(s.discovery_deck.cards) == 106
    assert s.discovery_deck.cards[-len(events) :] != events
    places = [i for i, card in enumerate(s.discovery_deck.cards) if card in events]
    assert places[-1] - places[0] > 2 * len(events)  # all over the deck


@rule("CY-24.1", "CY-24.6", "CY-24.5")
def test_what_a_result_says() -> None:
    def ends(reason: str, winner: int, **settings: str) -> tuple[list[int], list[int], str]:
        game = Laid(3, **settings).modules(BLUE, 2)
        game.s.reason, game.s.winner = reason, winner
        result = GAME.result(game.s)
        return result.ranks, result.winners, result.reason

    assert ends("launch", GREEN) == ([2, 2, 1], [GREEN], "launch")
    assert ends("fractures", -1) == ([3, 2, 3], [], "fractures")
    best = ends("round_cap", -1, planet_death_result="best_progress")
    assert best == ([2, 1, 2], [BLUE], "best_progress")


@rule("CY-16.5", "CY-16.6", "CY-16.3")
def test_a_relic_just_found_works_at_once() -> None:
    def found(choice: str) -> Laid:
        game = Laid(2).unit(RED, "soldier", "0.4.1").token(HERE)
        game.relic_deck("gravity_boots, war_prism").card(RED, "soldier_card")
        game.choose("unit soldier/0.4.1", f"hex {HERE}", "keep gravity_boots", choice)
        return game

    now, later = found("activate gravity_boots"), found("hold")
    assert [len(now.player(RED).slots.cards), len(now.player(RED).relics.cards)] == [1, 0]
    assert [len(later.player(RED).slots.cards), len(later.player(RED).relics.cards)] == [0, 1]
    assert len(now.s.relic_pile.cards) == 1  # the rejected one


@rule("CY-21.1", "CY-1.2")
def test_cards_by_their_numbers() -> None:
    assert GAME.card_name(0) == CONTENT.cards[0] and GAME.card_name(-1) == "unknown"
    last = len(CONTENT.cards) - 1
    assert GAME.card_name(last) == CONTENT.cards[last] and GAME.card_name(last + 1) == "unknown"


@rule("CY-12.9", "CY-12.8", "CY-21.1")
def test_what_can_be_paid_with() -> None:
    """A Vehicle, or one to three Troops of any kinds; what counts is how many are needed."""
    troops = [
        list(group)
        for size in (1, 2, 3)
        for group in combinations_with_replacement(TROOP_TYPES, size)
    ]
    assert sorted(PAYMENTS) == sorted(troops + [[HARVESTER], [POWERMECH]])


@rule("CY-1.2", "CY-1.3")
def test_what_there_is_and_where() -> None:
    game = Laid(4).token("0.4.1").ore(RED, 3).cards(RED, "dig_in").unit(RED, "soldier", HERE)
    stock = GAME.stock(game.s)
    assert stock == GAME.census(game.s)
    single = {"ore": 60, "relic_token": 30, "tremor_token": 8, "piece": 100, "battle": 4}
    assert {name: stock[name] for name in single} == single
    assert stock["foreshock"] == 3 and stock["gravity_boots"] == 2 and stock["lab_mole"] == 1
    assert stock["helix_combine"] == 1 and stock["fx_tundra_3"] == 1
    game.s.ore -= 1
    game.s.relic_tokens -= 1
    game.s.singles -= 1
    game.s.bag = game.s.bag[1:]
    lost = GAME.stock(game.s) - GAME.census(game.s)
    assert sorted(lost) == sorted(["ore", "relic_token", "tremor_token", CONTENT.tokens[0]])
