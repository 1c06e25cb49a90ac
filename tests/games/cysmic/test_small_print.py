"""The small print: who is not asked, what declining leaves as it was, Colony City, the last hex."""

from __future__ import annotations

import pytest

from starhall.engine.match.match import Match
from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.content import EVENT, INSTALLED, SABOTAGE, TROOP_TYPES, TYPES
from starhall.games.cysmic.game import GAME
from starhall.games.cysmic.geometry import HEX_IDS, hex_named
from starhall.games.cysmic.rules.board import captive_types, reserve_piece
from starhall.games.cysmic.rules.commands import evacuate, move_ship
from starhall.games.cysmic.rules.turn import end
from starhall.games.cysmic.rules.unit_cards import promotable
from starhall.games.cysmic.state import MOUNTAIN, RESERVE
from tests.games.cysmic.tables import BLUE, CONTENT, GREEN, RED, Laid, table
from tests.games.cysmic.test_reasons import asked as every_question
from tests.games.cysmic.test_reasons import reasons
from tests.games.cysmic.test_told import heard, told

HERE, BESIDE = "0.4.2", "0.4.1"


def shaking(game: Laid, token: str = "fx_tundra_3") -> Laid:
    """Red's Harvester shakes the ground, and the ring of that token breaks."""
    game.ground("ore", BESIDE).unit(RED, "harvester", BESIDE).deck("dig_in, dig_in")
    game.s.stack_at = 6
    game.next_token(token).card(RED, "harvester_card").until("dig")
    return game.choose(f"unit harvester/{BESIDE}")


# Setup


@rule("CY-2.9", "CY-2.10", "CY-2.1")
def test_everybody_leads_the_faction_chosen_among_those_dealt() -> None:
    match = Match(GAME, 3, {"first_player": 1}, 11)
    chosen: dict[int, str] = {}
    while match.decisions[0].kind == "pick_faction":
        decision = match.decisions[0]
        legal = GAME.questions.options(table(match.state), decision)
        assert sorted(one.token for one in legal) == sorted(one.token for one in decision.options)
        option = decision.options[-1]
        chosen[decision.seat] = option.arg
        match.choose(option, decision.seat)
    for player in table(match.state).players:
        assert CONTENT.factions[player.faction] == chosen[player.seat]
        assert len(player.dealt.cards) == 1


# The end of a cycle and of the planet


@rule("CY-3.4", "CY-24.3", "CY-24.6", "CY-3.20")
def test_the_planet_may_die_of_an_aftershock() -> None:
    game = Laid(2, aftershocks="on").round(5)
    game.s.bag, game.s.stack_at, game.s.position = game.s.bag[:1], 6, 1
    game.s.spent = game.s.spent + [token for token in range(42) if token not in game.s.bag]
    game.burnt(RED, "battle", 1).at(end, BLUE)
    assert game.over and game.s.reason == "fractures" and game.s.round == 5
    assert game.player(RED).burned_columns == [1]  # before the Command Cards come back


@rule("CY-24.6", "CY-24.3")
def test_a_dead_planet_ends_the_game() -> None:
    game = Laid(2)
    game.s.dying = True
    assert game.at(end).over and game.s.reason == "fractures"


@rule("CY-4.16", "CY-19.8", "CY-19.10")
def test_mountains_and_water_are_surface_and_collapse() -> None:
    for ground in ("mountain", "water"):
        game = shaking(Laid(2).ground(ground, "2.3.1"))
        assert game.ground_of("2.3.1") in ("abyss", "devastated")
        assert game.ground_of("2.2.1") == "plain"


@rule("CY-19.8")
def test_a_token_is_spent_after_its_ring_has_collapsed() -> None:
    game = shaking(Laid(2).unit(BLUE, "miner", "2.3.1"))
    token = CONTENT.tokens.index("fx_tundra_3")
    assert game.kind == "escape" and game.s.drawn == [token] and game.s.spent == []
    game.choose("stay")
    assert game.s.drawn == [] and game.s.spent == [token]


@rule("CY-25.18", "CY-19.8")
def test_after_a_seismograph_the_other_token_counts() -> None:
    game = Laid(2).cards(BLUE, "seismograph")
    first, second = (CONTENT.tokens.index(id) for id in ("fx_tundra_3", "fx_forest_6"))
    game.s.bag = [first, second]
    game.s.spent = [token for token in range(42) if token not in (first, second)]
    shaking(game)
    assert game.kind == "reaction" and game.s.drawn == [first]
    game.choose("react seismograph")
    assert game.s.bag == [first] and game.s.spent[-1] == second
    assert game.ground_of("2.3.1") == "plain"


# Who is not asked


@rule("CY-25.18", "CY-17.9")
def test_grapple_lines_are_for_those_with_units_there() -> None:
    game = Laid(3).cards(BLUE, "grapple_lines").cards(GREEN, "grapple_lines")
    shaking(game.unit(GREEN, "soldier", "2.3.1").unit(BLUE, "soldier", "2.2.0"))
    assert (game.kind, game.asked) == ("reaction", GREEN)
    assert game.choose("pass").kind != "reaction"
    assert game.hand(GREEN) == ["grapple_lines"]


@rule("CY-9.9", "CY-21.1")
def test_a_ship_without_a_next_hex_is_not_asked_to_move_on() -> None:
    game = every_question(Laid(2).ship(RED, HERE))
    game.s.ground = [MOUNTAIN] * len(game.s.ground)
    for player in game.s.players:
        game.s.ground[player.ship] = 0
    game.card(RED, "ship_card").section(move_ship)
    assert game.kind != "ship_move" and game.ship_of(RED) == HERE


@rule("CY-19.14", "CY-19.15", "CY-21.1")
def test_units_without_a_way_out_are_not_asked_to_escape() -> None:
    game = Laid(2).unit(BLUE, "miner", "2.3.1")
    for near in ("2.2.0", "2.2.1", "2.4.1", "2.4.2"):
        game.ground("mountain", near)
    shaking(every_question(game))
    while game.kind != "bonus":
        assert game.kind != "escape"
        game.choose(game.offered()[-1])
    assert game.where(BLUE, "miner") == []


@rule("CY-25.2", "CY-21.1", "CY-17.6")
def test_nobody_is_asked_whom_to_put_elsewhere_if_nobody_can_be() -> None:
    game = Laid(2, trading="off").spy_deck("cave_in_teams").unit(RED, "soldier", HERE)
    every_question(game).card(RED, "negotiate").until("espionage_side")
    game.choose("exploit")  # there is no cave
    assert game.kind != "target_unit" and game.where(RED, "soldier") == [HERE]


# Declining leaves everything as it was


@rule("CY-17.9", "CY-17.10", "CY-17.5")
def test_a_reaction_that_is_declined_is_kept() -> None:
    game = heard(Laid(2).cards(BLUE, "dampener").ground("ore", BESIDE))
    game.unit(RED, "harvester", BESIDE).card(RED, "harvester_card").until("dig")
    before = game.s.stack_at
    game.choose(f"unit harvester/{BESIDE}")
    assert (game.kind, game.asked) == ("reaction", BLUE)
    game.choose("pass")
    assert game.hand(BLUE) == ["dampener"] and game.s.stack_at == before + 1
    assert not [line for line in told(game) if "reacts" in line]


@rule("CY-5.15", "CY-5.16")
def test_a_powermech_may_stay_instead_of_jumping() -> None:
    game = Laid(2).unit(RED, "powermech", HERE).card(RED, "powermech_card")
    before = game.s.stack_at
    game.choose(f"unit powermech/{HERE}", "jump", "stay")
    assert game.where(RED, "powermech") == [HERE] and game.s.stack_at == before


@rule("CY-5.15", "CY-5.12", "CY-5.16")
def test_a_powermech_has_landed_when_it_finds_a_relic() -> None:
    game = heard(Laid(2).unit(RED, "powermech", HERE).token("0.2.0"))
    game.card(RED, "powermech_card").choose(f"unit powermech/{HERE}", "jump", "hex 0.2.0")
    assert game.kind == "relic_keep" and game.where(RED, "powermech") == ["0.2.0"]
    lines = told(game)
    assert lines.index("Red's Powermech jumps from I9 to G9.") < lines.index(
        "Red picks up the Relic Token on G9."
    )


# Colony City and the last hex


@rule("CY-8.9", "CY-8.10", "CY-8.11")
def test_a_soldier_may_take_down_the_flag_over_colony_city() -> None:
    game = Laid(2).unit(RED, "soldier", "0.1.0").habitat("city", 5, BLUE)
    game.card(RED, "soldier_card").choose("unit soldier/0.1.0", "hex city").until("neutralize")
    assert game.kind == "neutralize"
    game.choose("yes")
    assert game.player(BLUE).holds == []


@rule("CY-21.2", "CY-25.17")
def test_enemies_in_colony_city_can_be_named_too() -> None:
    game = Laid(2).cards(RED, "orbital_strike").unit(BLUE, "soldier", "city")
    game.unit(BLUE, "harvester", "city").unit(BLUE, "miner", HERE).card(RED, "miner_card")
    game.until("bonus").choose("bonus brown/1", "use orbital_strike")
    assert game.offered() == ["foe 2/soldier/city", f"foe 2/miner/{HERE}"]
    assert reasons(game) == {"foe 2/harvester/city": ("CY-25.17", "not_troop")}


@rule("CY-5.11", "CY-5.1", "CY-5.12")
@pytest.mark.parametrize("goal", [HEX_IDS[-1], HEX_IDS[-2], "city"])
def test_a_way_with_a_token_on_it_leads_to_every_hex(goal: str) -> None:
    start, between = ("5.4.3", "5.5.4") if goal != "city" else ("0.2.0", "0.1.0")
    game = Laid(2).unit(RED, "soldier", start).token(between).card(RED, "soldier_card")
    game.choose(f"unit soldier/{start}", f"hex {goal}")
    while game.kind in ("relic_keep", "relic_now"):
        game.choose(game.offered()[-1])
    assert game.where(RED, "soldier") == [goal] or game.kind == "move_leg"


# Units that act


@rule("CY-6.5", "CY-6.6", "CY-7.5")
def test_the_very_first_piece_acts_at_once_too() -> None:
    game = Laid(2).ship(RED, HERE).influence(RED, 6).card(RED, "recruit")
    game.choose("type soldier", f"hex {BESIDE}", "done")
    assert reserve_piece(game.s, RED, 0) != 0  # piece 0 is on the map
    game.choose("unit soldier/0.4.1", "unit soldier/0.4.1")
    assert game.kind == "move_leg"


@rule("CY-8.4", "CY-8.5", "CY-8.3")
def test_a_troop_becomes_only_what_is_in_reserve() -> None:
    def with_reserve(*types: str) -> set[str]:
        """The types of Troops that can be promoted while only these are in reserve."""
        game = Laid(2)
        for type in TROOP_TYPES:
            game.unit(RED, TYPES[type], HEX_IDS[10 + type])
        for piece, hex in enumerate(game.player(RED).where):
            type = CONTENT.type_of[piece]
            if hex == RESERVE and type in TROOP_TYPES and TYPES[type] not in types:
                game.player(RED).where[piece] = -10 - BLUE  # a captive
        return {TYPES[CONTENT.type_of[piece]] for piece in promotable(game.s, RED)}

    every = {"soldier", "speaker", "miner"}
    assert with_reserve() == set()
    for type in every:
        assert with_reserve(type) == every - {type}
    assert with_reserve("soldier", "miner") == every
    assert with_reserve("soldier", "speaker", "miner") == every


@rule("CY-8.6", "CY-8.7", "CY-25.24")
def test_a_walkout_leaves_a_miner_without_ore() -> None:
    game = Laid(2).spy(BLUE, "union_walkout", SABOTAGE).ground("ore", HERE).unit(RED, "miner", HERE)
    game.deck("dig_in").card(RED, "miner_card").until("dig").choose(f"unit miner/{HERE}")
    assert game.player(RED).ore == 0 and game.hand(RED) == ["dig_in"]


# Ships


@rule("CY-9.11", "CY-9.12", "CY-19.13")
def test_units_beside_a_ship_over_an_abyss_come_aboard() -> None:
    game = Laid(2).ship(RED, HERE).modules(RED, 6).unit(RED, "soldier", BESIDE)
    game.unit(RED, "miner", "0.2.0").ground("abyss", HERE).card(RED, "ship_card").section(evacuate)
    assert game.player(RED).modules.count(INSTALLED) == 6 and game.kind == "evacuate"
    game.choose("yes")
    assert game.where(RED, "soldier") == [] and game.where(RED, "miner") == ["0.2.0"]


# Captives, blueprints and trade


@rule("CY-12.1", "CY-12.8", "CY-12.2")
def test_captives_are_counted_by_type_and_owner() -> None:
    game = (
        Laid(3).held(RED, BLUE, "soldier", 2).held(RED, BLUE, "harvester").held(RED, GREEN, "miner")
    )
    assert captive_types(game.s, RED, BLUE) == [2, 0, 0, 1, 0]
    assert captive_types(game.s, RED, GREEN) == [0, 0, 1, 0, 0]
    assert captive_types(game.s, BLUE, GREEN) == [0, 0, 0, 0, 0]


@rule("CY-12.8", "CY-12.7", "CY-12.1")
def test_one_blueprint_is_one_blueprint() -> None:
    game = Laid(3).held(RED, BLUE, "soldier", 2).held(RED, GREEN, "soldier", 2)
    game.cards(RED, "hostage_swap").card(RED, "miner_card").until("bonus")
    game.choose("bonus brown/1", "use hostage_swap", "player 2")
    assert game.captives(RED, BLUE) == 0 and game.captives(RED, GREEN) == 2
    assert game.kind != "exchange_with"


@rule("CY-7.10", "CY-13.3")
def test_three_offers_are_left_at_the_start_of_a_negotiation() -> None:
    game = Laid(2).ore(RED, 1)
    game.s.offers = 2  # of the last negotiation
    assert game.card(RED, "negotiate").decision.about == "3"


@rule("CY-13.6", "CY-13.5")
def test_an_active_relic_is_not_handed_over() -> None:
    game = Laid(2).relics(BLUE, "deep_silo, war_prism", active=False).relics(BLUE, "choir_stone")
    game.ore(RED, 1).card(RED, "negotiate").choose("player 2", "ore 1", "a_relic")
    game.until("trade_answer").choose("accept")
    assert (game.kind, game.offered()) == ("trade_relic", ["drop war_prism", "drop deep_silo"])
    assert reasons(game) == {"drop_active choir_stone": ("CY-13.6", "active_relic")}


@rule("CY-13.8", "CY-25.28", "CY-13.4")
def test_a_habitat_that_is_traded_away_is_not_lost() -> None:
    game = Laid(2).faction(BLUE, "free_colonies").habitat("2.2.0", 1, BLUE).ore(RED, 1)
    game.card(RED, "negotiate").choose("player 2", "ore 1", "habitat 2.2.0")
    game.until("trade_answer").choose("accept")
    assert game.player(RED).holds == [hex_named("2.2.0")]
    assert game.player(BLUE).ore == 1  # what Red paid, and nothing of the Strike Fund


@rule("CY-22.7", "CY-13.5")
def test_a_traded_card_is_named_to_both_traders() -> None:
    game = Laid(3).cards(RED, "medevac").card(RED, "negotiate")
    heard(game).choose("player 2", "offer_card medevac")
    game.choose("accept")
    for seat in (RED, BLUE):
        assert "Blue gets Medevac from Red." in told(game, seat)
    for other in (GREEN, None):
        assert "Blue gets a Discovery card from Red." in told(game, other)


# Dice and effects


@rule("CY-11.20", "CY-11.21", "CY-11.22")
@pytest.mark.parametrize(("sign", "value"), [("plus", 5), ("minus", 3)])
def test_a_sign_that_may_be_chosen_counts(sign: str, value: int) -> None:
    game = Laid(2).unit(BLUE, "soldier", HERE).unit(RED, "soldier", HERE)
    game.cards(RED, "signal_jam").roll(red="4", face="plus_1").card(RED, "battle").choose("strike")
    game.until("modifier").choose("modify signal_jam")
    assert game.kind == "modifier_sign"
    game.choose(sign)
    assert game.dice()[0] == value


@rule("CY-25.2", "CY-25.24")
def test_a_sleeper_cell_may_take_any_flag() -> None:
    game = Laid(2, trading="off").spy_deck("sleeper_cell").habitat("2.2.0", 1, BLUE)
    game.habitat("2.4.0", 3, BLUE).habitat("0.2.0", 1, BLUE).unit(BLUE, "miner", "0.2.0")
    game.card(RED, "negotiate").until("espionage_side").choose("sabotage")
    assert game.hexes() == ["2.2.0", "2.4.0"]
    assert reasons(game)["hex 0.2.0"] == ("CY-25.24", "guarded_flag")
    assert "hex 2.4.0" not in reasons(game)


# What can be imagined


@rule("CY-17.2", "CY-22.1")
def test_events_are_imagined_only_where_they_can_be() -> None:
    s = Laid(2).s
    event = next(card for card, type in enumerate(CONTENT.card_type) if type == EVENT)
    homes = {zone.key for zone in s.zones() if s.homes(event) >> zone.key & 1}
    assert homes == {s.discovery_deck.key, s.discovery_pile.key, s.aside.key}
    other = CONTENT.cards.index("dig_in")
    hands = {player.cards.key for player in s.players}
    assert hands <= {zone.key for zone in s.zones() if s.homes(other) >> zone.key & 1}
