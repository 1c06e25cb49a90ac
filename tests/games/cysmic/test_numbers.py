"""How many and how often: yields that sink to nothing, once a turn, one more, one too many."""

from __future__ import annotations

import pytest

from starhall.engine.errors import ContentError, StarhallError
from starhall.engine.match.match import Match
from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.content import POWERS, SABOTAGE, Clause, power
from starhall.games.cysmic.game import GAME
from starhall.games.cysmic.geometry import HEXES, hex_named
from starhall.games.cysmic.rules.board import place_token
from starhall.games.cysmic.rules.combat import combats, combats_left
from starhall.games.cysmic.rules.launch import launch, may_launch
from starhall.games.cysmic.rules.powers import immune, ore_capacity
from starhall.games.cysmic.rules.setup import place_units
from starhall.games.cysmic.rules.turn import end
from starhall.games.cysmic.rules.verbs import EFFECTS
from starhall.games.cysmic.state import DEVASTATED, FATE_STREAM, NONE
from tests.games.cysmic.tables import BLUE, CONTENT, GREEN, RED, Laid, table
from tests.games.cysmic.test_reasons import asked as every_question
from tests.games.cysmic.test_reasons import reasons
from tests.games.cysmic.test_remarks import noted, remarks
from tests.games.cysmic.test_told import heard, prompt, told

HERE, BESIDE = "0.4.2", "0.4.1"


def improvising(cards: str) -> Laid:
    """Red may play Discovery cards as a bonus."""
    return Laid(2).cards(RED, cards).unit(RED, "miner", "0.2.0")


def play_card(game: Laid, *choices: str) -> Laid:
    return game.card(RED, "miner_card").until("bonus").choose("bonus brown/1", *choices)


def possible(verb: str, game: Laid) -> bool:
    """Could this effect do anything for Red?"""
    return EFFECTS[verb].when(game.s, RED, Clause(verb, [1], []))


def fight(game: Laid, dice: str, face: str) -> Laid:
    """Red strikes Blue; the dice are those given."""
    game.unit(BLUE, "soldier", HERE).unit(RED, "soldier", HERE, len(dice.split()))
    game.roll(red=dice, face=face).card(RED, "battle")
    if game.kind == "pick_combat":
        game.choose(f"hex {HERE}")
    return game.choose("strike")


# Setup


@rule("CY-2.1", "CY-26.2", "CY-26.3")
def test_the_last_seat_may_go_first_and_no_other_one() -> None:
    for seats in (2, 3, 6):
        match = Match(GAME, seats, {"first_player": seats}, 1)
        assert table(match.state).first == seats - 1
        if seats < 6:
            with pytest.raises(StarhallError):
                Match(GAME, seats, {"first_player": seats + 1}, 1)


@rule("CY-2.9", "CY-2.2", "CY-22.2")
def test_a_faction_is_chosen_once_and_then_open() -> None:
    match = Match(GAME, 2, {"first_player": 1}, 7)
    match.choose(match.decision_of(1).options[0], 1)  # type: ignore[union-attr]
    assert [player.chosen for player in table(match.state).players] == [False, True]
    match.choose(match.decision_of(0).options[0], 0)  # type: ignore[union-attr]
    assert [player.pick for player in table(match.state).players] == [0, 0]
    assert all(player.faction != NONE for player in table(match.state).players)


@rule("CY-2.19", "CY-2.20")
def test_a_first_unit_may_start_in_colony_city() -> None:
    game = Laid(2).ship(RED, "0.1.0").faction(RED, "helix_combine").faction(BLUE, "council")
    game.at(place_units)
    asked = []
    while game.asked == RED and game.kind == "place_start_unit":
        asked.append(prompt(game))
        game.choose("hex city" if "city" in game.hexes() else game.offered()[0])
    assert game.count(RED, "soldier", "city") == 3
    assert asked == [
        *(f"Where does your Soldier start? ({n} of 3)" for n in (1, 2, 3)),
        *(f"Where does your Miner start? ({n} of 3)" for n in (1, 2, 3)),
        "Where does your Speaker start?",
    ]


@rule("CY-1.1", "CY-25.30")
def test_only_the_powers_that_there_are_have_a_number() -> None:
    assert [power(name) for name in POWERS] == list(range(len(POWERS)))
    with pytest.raises(ContentError, match="no power 'luck'"):
        power("luck")


# Limits


@rule("CY-3.19", "CY-18.3", "CY-18.9")
@pytest.mark.parametrize(("ore", "kept"), [(5, 5), (6, 6), (8, 8), (9, 8)])
def test_ore_up_to_the_capacity_is_kept(ore: int, kept: int) -> None:
    game = Laid(2).influence(RED, 10).ore(RED, ore)
    assert ore_capacity(game.s, RED) == 8
    assert game.at(end).player(RED).ore == kept


@rule("CY-18.7", "CY-19.10")
def test_a_camp_that_falls_is_gone_with_its_flag() -> None:
    game = Laid(2).habitat("2.3.1", 1, BLUE).ground("ore", BESIDE).unit(RED, "harvester", BESIDE)
    game.deck("dig_in, dig_in").s.stack_at = 6
    game.next_token("fx_tundra_3").card(RED, "harvester_card").until("dig")
    game.choose(f"unit harvester/{BESIDE}")
    assert game.s.level[hex_named("2.3.1")] == 0 and game.player(BLUE).holds == []


@rule("CY-18.1", "CY-18.3", "CY-25.28")
def test_immunity_comes_with_the_first_player_token_alone() -> None:
    game = Laid(3).faction(RED, "council").faction(BLUE, "kessler")
    for holder in (RED, BLUE):
        game.s.holder = holder
        assert immune(game.s, RED) == (holder == RED) and not immune(game.s, BLUE)


@rule("CY-16.4", "CY-16.3")
def test_a_relic_token_comes_from_the_supply() -> None:
    s = Laid(2).s
    before, hex = s.relic_tokens, hex_named("0.3.1")
    place_token(s, hex)
    assert (s.tokens[hex], s.tokens_out, s.relic_tokens) == (1, 1, before - 1)


@rule("CY-16.3", "CY-16.5", "CY-25.28")
@pytest.mark.parametrize(("faction", "drawn"), [("meridian", 3), ("council", 2)])
def test_curators_draw_three_relics(faction: str, drawn: int) -> None:
    game = Laid(2).faction(RED, faction).unit(RED, "soldier", BESIDE).token(HERE)
    game.relic_deck("war_prism, deep_silo, choir_stone").card(RED, "soldier_card")
    game.choose(f"unit soldier/{BESIDE}", f"hex {HERE}")
    assert game.kind == "relic_keep" and len(game.offered()) == drawn


# What units dig up


@rule("CY-8.6", "CY-8.7", "CY-8.12", "CY-8.13", "CY-25.30")
@pytest.mark.parametrize(
    ("type", "ground", "yields", "usual"),
    [
        ("miner", "ore", "yield_mine_ore", (1, 1)),
        ("miner", "plain", "yield_explore_cards", (0, 1)),
        ("harvester", "ore", "yield_harvest_ore", (5, 2)),
        ("harvester", "plain", "yield_scavenge_ore", (2, 1)),
    ],
)
def test_a_yield_sinks_to_nothing_and_no_further(
    type: str, ground: str, yields: str, usual: tuple[int, int]
) -> None:
    for change in (0, -1, -9):
        game = Laid(2).ground(ground, HERE).unit(RED, type, HERE).deck("dig_in, medevac")
        game.card(RED, f"{type}_card").until("dig")
        game.player(RED).powers[power(yields)] += change
        ore, cards = usual
        if yields.endswith("cards"):
            cards = max(0, cards + change)
        else:
            ore = max(0, ore + change)
        if type == "miner" and ground == "plain":
            assert noted(game, f"unit miner/{HERE}").startswith(f"draws {cards} ")
        game.choose(f"unit {type}/{HERE}")
        assert (game.player(RED).ore, len(game.hand(RED))) == (ore, cards)


# Walking


@rule("CY-5.1", "CY-5.7", "CY-5.10", "CY-5.17")
def test_a_unit_that_has_engaged_goes_no_further() -> None:
    game = Laid(2).unit(RED, "soldier", BESIDE).unit(BLUE, "miner", HERE)
    game.card(RED, "soldier_card").choose(f"unit soldier/{BESIDE}", f"hex {HERE}")
    assert game.kind != "move_leg" and game.where(RED, "soldier") == [HERE]


# Building


@rule("CY-10.5", "CY-9.10", "CY-25.13")
def test_what_the_workshop_saves_by_column() -> None:
    module = CONTENT.modules.index("warp_drive")
    ore, workers = CONTENT.module_ore[module], CONTENT.module_workers[module]
    for column, less, fewer in ((1, 0, 0), (2, 0, 1), (3, 1, 0), (4, 1, 1), (5, 2, 2)):
        game = Laid(2).round(column).ore(RED, 9).unit(RED, "soldier", HERE, 3)
        game.unit(RED, "speaker", BESIDE, 3).unit(RED, "miner", "0.2.0", 3)
        game.card(RED, "harvester_card").until("bonus").choose(f"bonus grey/{column}")
        assert noted(game, "build warp_drive") == (
            f"({ore - less} ore, workers worth {workers - fewer})"
        )


# Bonus actions


@rule("CY-10.1", "CY-10.4", "CY-3.16")
def test_no_bonus_action_is_no_bonus_action() -> None:
    game = heard(Laid(2).unit(RED, "soldier", HERE).card(RED, "soldier_card")).until("bonus")
    assert "bonus red/1" in game.offered()
    game.choose("done")
    assert not [line for line in told(game) if "bonus action" in line]
    assert game.s.active == BLUE and game.where(RED, "soldier") == [HERE]


@rule("CY-10.1", "CY-10.3")
def test_the_bonus_action_taken_is_kept_in_mind() -> None:
    game = Laid(2).unit(RED, "soldier", HERE).round(2).card(RED, "soldier_card").until("bonus")
    game.choose("bonus red/2")
    assert game.s.cell == 1 and game.kind == "target_unit"


@rule("CY-25.13", "CY-10.1")
@pytest.mark.parametrize(("part", "kind"), [("exchange", "exchange_with"), ("hack", "hack_unit")])
def test_an_envoy_in_the_third_column_does_one_of_two_things(part: str, kind: str) -> None:
    game = every_question(Laid(3).round(3).held(RED, BLUE, "soldier", 2)).ship(GREEN, HERE)
    game.unit(RED, "soldier", BESIDE).ship(RED, "3.4.2").card(RED, "speaker_card").until("bonus")
    game.choose("bonus blue/3")
    assert game.offered() == ["exchange", "hack"]
    assert game.choose(part).kind == kind


@rule("CY-25.2", "CY-6.5", "CY-10.2")
@pytest.mark.parametrize(("column", "acts"), [(1, False), (4, False), (5, True)])
def test_a_rally_lets_a_troop_act_in_the_last_column_only(column: int, acts: bool) -> None:
    game = Laid(2).round(column).ship(RED, HERE).influence(RED, 6).card(RED, "speaker_card")
    game.until("bonus").choose(f"bonus orange/{column}", "type soldier", f"hex {BESIDE}")
    game.passing("recruit_type")
    assert (game.kind == "activate_pick") == acts
    if acts:
        game.choose(f"unit soldier/{BESIDE}", f"unit soldier/{BESIDE}")
        assert game.kind == "move_leg"


@rule("CY-25.2", "CY-21.1")
def test_nobody_marches_twice_and_nobody_is_asked_for_nothing() -> None:
    game = every_question(improvising("forced_march")).unit(RED, "soldier", HERE)
    play_card(game, "use forced_march", f"unit soldier/{HERE}", f"hex {BESIDE}", "stop")
    game.choose("unit miner/0.2.0", "stop")
    assert game.kind != "target_unit"


# Discovery cards


@rule("CY-17.4", "CY-17.5", "CY-25.28")
def test_royalties_come_once_a_turn() -> None:
    game = improvising("ore_cache, ore_cache").faction(RED, "starlight").round(3)
    game.card(RED, "miner_card").until("bonus").choose("bonus brown/3", "cash ore_cache")
    assert game.player(RED).ore == 1
    game.choose("cash ore_cache")
    assert game.player(RED).ore == 1


@rule("CY-25.19", "CY-25.17")
def test_the_black_market_buys_two_cards() -> None:
    game = improvising("black_market, dig_in, medevac, firewall")
    play_card(game, "use black_market", "discard dig_in", "discard medevac")
    assert game.hand(RED) == ["firewall"] and game.player(RED).ore == 4


@rule("CY-25.19", "CY-25.17")
def test_a_rich_vein_pays_for_free_diggers_alone() -> None:
    game = improvising("rich_vein").ground("ore", HERE, BESIDE).unit(RED, "miner", HERE)
    game.unit(BLUE, "soldier", BESIDE).unit(RED, "miner", BESIDE)
    play_card(game, "use rich_vein")
    assert game.player(RED).ore == 1


@rule("CY-25.2", "CY-25.17", "CY-17.6")
def test_one_enemy_is_enough_to_destroy_one() -> None:
    game = Laid(2).unit(BLUE, "harvester", HERE)
    assert not possible("destroy", game)
    assert possible("destroy", game.unit(BLUE, "miner", HERE))


@rule("CY-25.19", "CY-25.16", "CY-4.16")
def test_a_sinkhole_never_opens_under_a_ship_or_the_city() -> None:
    for place in (0, 1):
        game = Laid(2).ship(RED, "0.1.0").unit(RED, "miner", HERE).deck("sinkhole, dig_in")
        game.s.ground = [DEVASTATED] * HEXES
        for hex in ("city", "0.1.0", "0.2.0", HERE, "4.5.2"):
            game.s.ground[hex_named(hex)] = 0
        game.rig(FATE_STREAM, [place]).card(RED, "miner_card").until("dig")
        game.choose(f"unit miner/{HERE}")
        game.until("bonus", "burn")
        stands = [game.ground_of(hex) == "plain" for hex in ("0.1.0", "0.2.0", HERE, "4.5.2")]
        assert stands == [True, place != 0, place != 1, True]


@rule("CY-19.3", "CY-19.4", "CY-25.2")
@pytest.mark.parametrize(
    ("stack", "singles", "at", "able"),
    [(8, 0, 1, True), (8, 0, 0, False), (2, 6, 7, True), (1, 7, 7, False), (2, 6, 6, False)],
)
def test_when_the_tremor_stack_can_move_back(stack: int, singles: int, at: int, able: bool) -> None:
    game = Laid(2)
    game.s.stack, game.s.singles, game.s.stack_at = stack, singles, at
    assert possible("tremor_back", game) == able


# Espionage


@rule("CY-25.24", "CY-4.21")
def test_saboteurs_are_sent_to_free_vehicles_alone() -> None:
    game = Laid(2, trading="off").spy_deck("dock_strike")
    card = next(id for id in CONTENT.espionage if "saboteurs" in str(clauses_of(id)))
    game.spy_deck(card).unit(BLUE, "harvester", HERE).unit(BLUE, "powermech", "0.2.0")
    game.unit(BLUE, "soldier", "0.2.0").unit(BLUE, "harvester", BESIDE).unit(RED, "soldier", BESIDE)
    side = "sabotage" if "saboteurs" in str(clauses_of(card)[SABOTAGE]) else "exploit"
    game.card(RED, "negotiate").until("espionage_side").choose(side)
    assert game.offered() == [f"foe 2/harvester/{HERE}", "foe 2/powermech/0.2.0"]
    why = reasons(game)
    assert why["foe 2/soldier/0.2.0"] == ("CY-25.24", "not_vehicle")
    assert why[f"foe 2/harvester/{BESIDE}"] == ("CY-4.21", "is_locked")


def clauses_of(id: str) -> list[str]:
    sides = CONTENT.side_clauses[CONTENT.espionage.index(id)]
    return [" ".join(f"{one.verb} {one.words}" for one in side) for side in sides]


@rule("CY-25.19", "CY-25.24", "CY-25.25")
def test_a_lab_mole_names_whose_blueprint_is_lost() -> None:
    game = Laid(3, trading="off").spy_deck("lab_mole").modules(GREEN, known="crew_bridge")
    game.modules(GREEN, known="control_systems").modules(BLUE, known="crew_bridge")
    game.card(RED, "negotiate").until("espionage_side").choose("sabotage", "player 3")
    assert prompt(game) == "Lab Mole: which blueprint does Green lose?"


# Combat


@rule("CY-11.12", "CY-11.13", "CY-11.38")
@pytest.mark.parametrize(("face", "value"), [("plus_1", 3), ("plus_2", 4)])
def test_the_strike_die_adds_what_it_shows(face: str, value: int) -> None:
    game = fight(Laid(2), "2 2", face)
    assert game.kind == "strike_die_use"
    assert remarks(game)["die 1"] == f"The red 2: becomes {value}"
    game.choose("die 1")
    assert sorted(game.dice()) == [2, value]


@rule("CY-11.14", "CY-11.15", "CY-11.13", "CY-11.16", "CY-11.18", "CY-11.38")
def test_a_die_to_roll_again_is_only_named() -> None:
    game = fight(Laid(2).cards(RED, "lucky_shot"), "2 3", "reroll_red")
    game.until("strike_die_use", "reaction")
    while game.kind != "reaction":
        game.choose("pass")
    game.choose("react lucky_shot")
    assert game.kind == "target_die" and remarks(game)["die 1"] == "The red 2"


@rule("CY-11.16", "CY-11.17", "CY-21.1")
def test_a_shield_without_a_die_left_is_not_asked_about() -> None:
    game = every_question(Laid(2).relics(BLUE, "ward_halo").unit(BLUE, "miner", HERE, 2))
    fight(game, "4", "plus_1")
    game.until("shield", most=9).choose("die 1")
    assert game.kind != "shield"


@rule("CY-11.32", "CY-11.33", "CY-25.28")
def test_who_fades_out_flees_unharmed_once_a_turn() -> None:
    def flees(game: Laid) -> Laid:
        game.unit(BLUE, "soldier", HERE, 2).unit(RED, "soldier", HERE).card(RED, "battle")
        return heard(game).choose("flee").choose(game.offered()[0])

    faded = flees(Laid(2).faction(RED, "redline"))
    assert "Red uses Fade Out: there is no parting strike." in told(faded)
    assert not [line for line in told(faded) if "strikes" in line]
    again = Laid(2).faction(RED, "redline")
    again.unit(BLUE, "soldier", "0.2.0", 2).unit(RED, "soldier", "0.2.0")
    again.unit(BLUE, "soldier", HERE, 2).unit(RED, "soldier", HERE).card(RED, "battle")
    heard(again).choose(f"hex {HERE}", "flee").choose(again.offered()[0])
    again.until("strike_or_flee").choose("flee").choose(again.offered()[0])
    assert [line for line in told(again) if "strikes" in line]  # the second time


@rule("CY-11.1", "CY-7.15", "CY-7.16")
def test_only_own_combats_are_listed() -> None:
    game = Laid(3).unit(BLUE, "soldier", HERE).unit(RED, "soldier", HERE)
    game.unit(BLUE, "soldier", "0.2.0").unit(GREEN, "soldier", "0.2.0")
    assert combats(game.s, RED) == [hex_named(HERE)]
    assert set(combats(game.s, BLUE)) == {hex_named(HERE), hex_named("0.2.0")}
    game.s.battles = [hex_named("0.2.0")]
    assert not combats_left(game.s)


@rule("CY-11.33", "CY-11.32", "CY-25.18")
def test_a_hot_pursuit_is_for_the_parting_strike_only() -> None:
    game = Laid(2).unit(BLUE, "soldier", HERE, 2).unit(RED, "soldier", HERE, 3)
    game.cards(BLUE, "hot_pursuit").ground("mountain", "0.3.1", "0.3.2", BESIDE, "0.5.2", "0.5.3")
    game.roll(red="1 1 1", face="plus_1").card(RED, "battle").choose("flee")
    game.until("reaction").choose("react hot_pursuit")
    assert game.s.fight is None or game.s.fight.bonus_dice == 1
    game.until("bonus", "burn", "strike_or_flee")
    assert game.s.fight is None or game.s.fight.bonus_dice == 0


# Captives


@rule("CY-12.1", "CY-12.4")
def test_a_unit_that_goes_home_is_not_a_capture() -> None:
    """Smash and Grab and Spoils of War are for units that are really captured."""
    for card in ("medevac", ""):
        game = Laid(2).faction(RED, "redline").ore(BLUE, 3).cards(BLUE, card)
        fight(game.cards(RED, "spoils_of_war"), "6 6", "plus_1").until("capture")
        game.choose("type soldier")
        if card:
            game.until("reaction").choose("react medevac")
        assert (game.kind == "reaction") == (not card)  # Spoils of War
        game.until("bonus", "burn")
        assert game.player(RED).ore == (0 if card else 1)
        assert game.captives(RED, BLUE) == (0 if card else 1)


@rule("CY-12.4", "CY-12.3")
def test_without_any_room_the_unit_goes_home_without_a_question() -> None:
    game = every_question(Laid(2).modules(RED, 6))
    fight(game, "6 6", "plus_1").until("capture").choose("type soldier")
    while game.kind not in ("bonus", "burn"):
        assert game.kind != "make_room"
        game.choose(game.offered()[-1])
    assert game.captives(RED, BLUE) == 0 and game.where(BLUE, "soldier") == []


# Hacking


@rule("CY-15.1", "CY-15.6")
def test_a_unit_hacks_once_a_card() -> None:
    game = Laid(3, trading="off").ship(BLUE, HERE).spy_deck("union_walkout")
    game.unit(RED, "soldier", BESIDE).unit(RED, "soldier", "0.3.1").card(RED, "negotiate")
    game.until("espionage_side").choose("exploit").until("hack_unit")
    game.roll(red="1").choose(f"unit soldier/{BESIDE}")
    game.until("hack_unit", "bonus")
    assert game.kind == "hack_unit" and game.offered() == ["unit soldier/0.3.1", "done"]
    assert reasons(game)[f"unit soldier/{BESIDE}"] == ("CY-15.6", "has_hacked")


# The end


@rule("CY-20.1", "CY-20.9")
def test_a_void_keel_launches_from_devastated_ground() -> None:
    for ground, plain, keel in (
        ("plain", True, True), ("devastated", False, True), ("abyss", False, False),
    ):  # fmt: skip
        for able, relic in ((plain, ""), (keel, "void_keel")):
            game = Laid(2).modules(RED, 6).ship(RED, HERE).ground(ground, HERE).relics(RED, relic)
            assert may_launch(game.s, RED) == able
    assert not may_launch(Laid(2).modules(RED, 5).s, RED)


@rule("CY-20.2", "CY-20.1")
def test_a_launch_wins_and_waiting_does_not() -> None:
    game = Laid(2).modules(RED, 6).at(launch)
    assert not game.choose("wait").over
    won = Laid(2).modules(RED, 6).at(launch).choose("launch")
    assert won.over and (won.s.winner, won.s.reason) == (RED, "launch")


@rule("CY-24.1", "CY-24.6", "CY-24.2")
def test_the_score_is_the_number_of_installed_modules() -> None:
    game = Laid(3).modules(BLUE, 2).modules(GREEN, 1, "warp_drive")
    game.s.dying = True
    assert GAME.result(game.at(end).s).scores == [0.0, 2.0, 1.0]


@rule("CY-7.6", "CY-7.7", "CY-7.9")
def test_a_dropship_costs_one_ore_more() -> None:
    game = (
        Laid(2).ship(RED, HERE).ore(RED, 9).unit(RED, "miner", BESIDE).unit(RED, "miner", "0.2.0")
    )
    game.card(RED, "upgrade")
    cost = CONTENT.cost[3]
    assert noted(game, f"unit miner/{BESIDE}") == f"to a Harvester ({cost} ore)"
    game.choose("done")
    assert noted(game, "unit miner/0.2.0") == f"to a Harvester ({cost + 1} ore)"


@rule("CY-7.1", "CY-7.2", "CY-25.28")
def test_conscription_is_for_recruit_cards_only() -> None:
    game = Laid(2).faction(RED, "ironback").ship(RED, HERE).round(4).card(RED, "speaker_card")
    game.until("bonus").choose("bonus orange/4")
    assert noted(game, "type soldier") == f"({CONTENT.cost[0]} influence)"
