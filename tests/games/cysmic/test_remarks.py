"""What the options cost and do: remarks go by the numbers of the rules."""

from __future__ import annotations

from starhall.engine.match.match import Match
from starhall.engine.rules.decision import is_costly
from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.content import EXPLOIT, SABOTAGE
from starhall.games.cysmic.game import GAME
from starhall.games.cysmic.rules.commands import build
from starhall.games.cysmic.rules.turn import play_command
from starhall.games.cysmic.state import HARVESTED, JUMPED, NONE
from tests.games.cysmic.tables import BLUE, GREEN, RED, Laid, asked

HERE = "0.4.2"
NAMES = ["Red", "Blue", "Green"]


def remarks(game: Laid) -> dict[str, str]:
    """The sentences of the options that have a remark; the option stands as its token."""
    found = {}
    for option in game.decision.options:
        remark = GAME.remark(game.s, game.decision, option)
        if remark is not None:
            values = {"option": option.token, **remark.values}
            found[option.token] = GAME.text.say(f"remark.{remark.key}", values, NAMES)
    return found


def noted(game: Laid, token: str) -> str:
    """What the remark adds to the option."""
    return remarks(game).get(token, token).removeprefix(token).lstrip(": ")


def duel(game: Laid, red: int = 1, blue: int = 1) -> Laid:
    return game.unit(BLUE, "soldier", HERE, blue).unit(RED, "soldier", HERE, red)


@rule(
    "CY-9.10", "CY-7.1", "CY-7.6", "CY-8.7", "CY-11.2", "CY-9.2", "CY-8.2", "CY-18.1", "CY-8.13",
    "CY-5.7", "CY-5.12", "CY-21.1", "CY-11.10",
)  # fmt: skip
def test_options_name_their_price_and_effect() -> None:
    modules = Laid(2).relics(RED, "builder_glyph").ship(RED, HERE).ore(RED, 9)
    modules.card(RED, "ship_card").section(build)
    assert remarks(modules)["build power_core"] == "build power_core (3 ore)"
    iron = Laid(2).faction(RED, "ironback").ship(RED, HERE).card(RED, "recruit")
    assert remarks(iron)["type soldier"] == "type soldier (free)"
    assert remarks(iron)["type miner"] == "type miner (3 influence)"
    up = Laid(2).spy(BLUE, "arms_embargo", SABOTAGE).ship(RED, HERE).ore(RED, 9)
    up.unit(RED, "miner", "0.4.1").card(RED, "upgrade")
    assert remarks(up)["unit miner/0.4.1"] == "unit miner/0.4.1 to a Harvester (2 ore)"
    dig = Laid(2).spy(BLUE, "union_walkout", SABOTAGE).ground("ore", HERE).unit(RED, "miner", HERE)
    dig.card(RED, "miner_card").choose("done")
    assert (
        remarks(dig)[f"unit miner/{HERE}"] == f"unit miner/{HERE}: finds no ore, but draws a card"
    )
    leg = Laid(2).unit(RED, "soldier", "0.4.1").unit(BLUE, "miner", HERE).token("0.3.1")
    leg.card(RED, "soldier_card").choose("unit soldier/0.4.1")
    assert remarks(leg)[f"hex {HERE}"] == f"hex {HERE}: attacks Blue"
    assert remarks(leg)["hex 0.3.1"] == "hex 0.3.1: picks up a Relic Token"
    ship = Laid(2).ship(RED, "0.4.1").habitat(HERE, 1).unit(BLUE, "soldier", HERE, 2)
    ship.unit(RED, "miner", "0.3.1").card(RED, "ship_card")
    destroyed = "destroys the Camp and 2 Soldiers of Blue"
    assert remarks(ship)[f"hex {HERE}"] == f"hex {HERE}: {destroyed}"
    assert remarks(ship)["hex 0.3.1"] == "hex 0.3.1: destroys 1 Miner of yours"
    costly = {
        option.token
        for option in ship.decision.options
        if is_costly(option, GAME.remark(ship.s, ship.decision, option))
    }
    assert costly == {"hex 0.3.1"}
    dice = duel(Laid(2), red=2).roll(red="2 5", face="plus_2").card(RED, "battle")
    assert remarks(dice)["strike"] == "strike with 2 red dice"
    assert remarks(dice.choose("strike"))["die 2"] == "The red 5: becomes 6"
    side = Laid(2, trading="off").spy_deck("union_walkout").card(RED, "negotiate")
    assert remarks(side)["exploit"] == "exploit: Gain 2 ore. (at once)"
    own = Laid(2).relics(RED, "whisper_coil").spy(RED, "ghost_signals", EXPLOIT)
    assert remarks(own.card(RED, "miner_card")) == {}
    for flag, gain in ((NONE, "gains 2 influence"), (BLUE, "gains 2 influence from Blue")):
        talk = Laid(2).habitat(HERE, 2, flag).unit(RED, "speaker", HERE).card(RED, "speaker_card")
        assert remarks(talk.choose("done")) == {
            f"unit speaker/{HERE}": f"unit speaker/{HERE}: {gain}"
        }
    reap = Laid(2).ground("ore", HERE).unit(RED, "harvester", HERE).unit(RED, "harvester", "0.4.1")
    reap.card(RED, "harvester_card").choose("done")
    unit = f"unit harvester/{HERE}"
    assert remarks(reap)[unit] == f"{unit}: harvests 5 ore, draws 2 cards and causes a tremor"
    unit = "unit harvester/0.4.1"
    assert remarks(reap)[unit] == f"{unit}: gains 2 ore and draws a card"


@rule("CY-5.7", "CY-5.8", "CY-5.12", "CY-5.13", "CY-7.3")
def test_whom_a_unit_meets_and_what_it_finds() -> None:
    game = Laid(2).unit(RED, "soldier", "0.4.1").unit(BLUE, "miner", HERE).token("0.3.1")
    game.unit(BLUE, "miner", "0.5.1").unit(RED, "soldier", "0.5.1")
    game.card(RED, "soldier_card").choose("unit soldier/0.4.1")
    assert noted(game, f"hex {HERE}") == "attacks Blue"
    assert noted(game, "hex 0.5.1") == "joins the combat against Blue"
    assert noted(game, "hex 0.3.1") == "picks up a Relic Token"
    assert set(remarks(game)) == {f"hex {HERE}", "hex 0.5.1", "hex 0.3.1"}  # others: nothing
    run = duel(Laid(2).token("0.4.1")).card(RED, "battle").choose("flee")
    assert remarks(run) == {"hex 0.4.1": "hex 0.4.1: picks up a Relic Token"}


@rule("CY-9.2", "CY-9.3")
def test_what_a_ship_crushes() -> None:
    game = Laid(2).ship(RED, HERE).token("0.4.1").habitat("0.3.1", 2, RED)
    game.habitat("0.5.3", 3, BLUE).card(RED, "ship_card")
    assert noted(game, "hex 0.4.1") == "destroys the Relic Token"
    assert noted(game, "hex 0.3.1") == "destroys the Outpost"
    assert noted(game, "hex 0.5.3") == "destroys the Settlement"
    assert set(remarks(game)) == {"hex 0.4.1", "hex 0.3.1", "hex 0.5.3"}
    costly = [
        option.token
        for option in game.decision.options
        if is_costly(option, GAME.remark(game.s, game.decision, option))
    ]
    assert costly == ["hex 0.3.1"]  # the own one


@rule("CY-9.10", "CY-10.5", "CY-10.6", "CY-7.1", "CY-7.6", "CY-7.7", "CY-25.3")
def test_prices() -> None:
    crew = Laid(2).ore(RED, 9).unit(RED, "miner", HERE, 2).unit(RED, "soldier", "0.4.1")
    crew.unit(RED, "speaker", "0.3.1").card(RED, "harvester_card").until("bonus")
    crew.choose("bonus grey/1")
    assert noted(crew, "build crew_bridge") == "(2 ore, workers worth 2)"
    assert noted(crew, "build warp_drive") == "(5 ore, workers worth 5)"
    assert noted(crew, "done") == ""
    crew.choose("build crew_bridge")
    assert noted(crew, f"unit miner/{HERE}") == "(worth 3)"
    assert noted(crew, "unit soldier/0.4.1") == "(worth 1)"
    assert noted(crew, "unit speaker/0.3.1") == "(worth 2)"
    robots = Laid(2).round(5).ore(RED, 9).card(RED, "harvester_card").until("bonus")
    robots.choose("bonus grey/5")
    assert noted(robots, "build crew_bridge") == "(1 ore)"  # at least 1, and no workers
    troops = Laid(2).faction(RED, "ironback").ship(RED, HERE).influence(RED, 9).card(RED, "recruit")
    assert noted(troops, "type soldier") == "(free)" and noted(troops, "type speaker")
    troops.choose("type soldier", "hex 0.4.1")
    assert noted(troops, "type soldier") == "(1 influence)"  # only the first one is free
    assert noted(troops, "done") == ""
    drop = Laid(2).ore(RED, 9).unit(RED, "soldier", "2.2.0").unit(RED, "miner", "2.4.0")
    drop.card(RED, "upgrade")
    assert noted(drop, "unit soldier/2.2.0") == "to a Powermech (4 ore)"
    assert noted(drop, "unit miner/2.4.0") == "to a Harvester (2 ore)" and noted(drop, "done") == ""
    forge = Laid(2).relics(RED, "forge_heart").ship(RED, HERE).unit(RED, "miner", "0.4.1")
    assert noted(forge.card(RED, "upgrade"), "unit miner/0.4.1") == "to a Harvester (free)"


@rule("CY-8.7", "CY-8.13", "CY-25.28", "CY-25.30")
def test_what_digging_brings() -> None:
    def digs(game: Laid, type: str, ground: str) -> str:
        game.ground(ground, HERE).unit(RED, type, HERE).card(RED, f"{type}_card").choose("done")
        return noted(game, f"unit {type}/{HERE}")

    assert digs(Laid(2), "miner", "ore") == "mines 1 ore and draws a card"
    assert digs(Laid(2).relics(RED, "lode_compass"), "miner", "ore").startswith("mines 2 ore")
    assert digs(Laid(2), "miner", "plain") == "draws 1 card"
    assert digs(Laid(2).faction(RED, "meridian"), "miner", "plain") == "draws 2 cards"
    assert digs(Laid(2), "miner", "cave") == "draws 1 card"
    deep = Laid(2).faction(RED, "deepwell")
    assert digs(deep, "miner", "cave") == "gains 1 ore and draws 1 card"
    assert digs(Laid(2).faction(RED, "deepwell"), "miner", "plain") == "draws 1 card"
    assert digs(Laid(2), "harvester", "plain") == "gains 2 ore and draws a card"
    swarm = Laid(2).relics(RED, "gleaner_swarm")
    assert digs(swarm, "harvester", "plain") == "gains 3 ore and draws a card"
    loud = "harvests 5 ore, draws 2 cards and causes a tremor"
    assert digs(Laid(2), "harvester", "ore") == loud
    quiet = Laid(2).relics(RED, "seismic_anchor")
    assert digs(quiet, "harvester", "ore") == "harvests 5 ore and draws 2 cards"
    again = Laid(2).relics(RED, "seismic_anchor")
    again.player(RED).turn_marks = HARVESTED
    assert digs(again, "harvester", "ore") == loud


@rule("CY-8.2", "CY-25.28")
def test_a_toll_is_named() -> None:
    game = Laid(2).faction(BLUE, "last_dawn").ore(RED, 1).habitat(HERE, 2, BLUE)
    game.unit(RED, "speaker", HERE).card(RED, "speaker_card").choose("done")
    assert noted(game, f"unit speaker/{HERE}") == "gains 2 influence from Blue for 1 ore"


@rule("CY-7.15", "CY-11.10", "CY-11.13", "CY-11.16", "CY-11.18", "CY-11.38", "CY-11.22", "CY-11.23")
def test_what_dice_become() -> None:
    two = Laid(3).unit(GREEN, "soldier", "2.2.0").unit(RED, "soldier", "2.2.0")
    duel(two).card(RED, "battle")
    assert (
        noted(two, "hex 2.2.0") == "against Green" and noted(two, f"hex {HERE}") == "against Blue"
    )
    mixed = duel(Laid(2)).unit(RED, "miner", HERE, 2).card(RED, "battle")
    assert noted(mixed, "strike") == "with 1 red die and 2 yellow dice"
    assert noted(mixed, "flee") == ""
    for face, value in (("plus_1", 4), ("plus_2", 5)):
        strike = duel(Laid(2)).roll(red="3", face=face).card(RED, "battle").choose("strike")
        assert remarks(strike) == {"die 1": f"The red 3: becomes {value}"}
    again = duel(Laid(2)).roll(red="3", face="reroll_any").card(RED, "battle").choose("strike")
    assert remarks(again) == {"die 1": "The red 3"}
    bonus = duel(Laid(2).relics(RED, "war_prism")).roll(red="3", face="plus_1")
    bonus.card(RED, "battle").choose("strike", "pass")
    assert remarks(bonus) == {"die 1": "The red 3: becomes 4"}
    shield = duel(Laid(2)).unit(BLUE, "speaker", HERE).roll(red="3", face="plus_1")
    shield.card(RED, "battle").choose("strike", "pass")
    assert shield.kind == "shield" and remarks(shield) == {"die 1": "The red 3: becomes 2"}
    star = duel(Laid(2).faction(BLUE, "starlight")).unit(BLUE, "speaker", HERE)
    star.roll(red="3", face="plus_1").card(RED, "battle").choose("strike", "pass")
    assert remarks(star) == {"die 1": "The red 3: becomes 1"}
    low = duel(Laid(2), red=2).cards(BLUE, "dig_in").roll(red="1 5", face="plus_1")
    low.card(RED, "battle").choose("strike", "pass").until("reaction").choose("react dig_in")
    assert remarks(low) == {"die 1": "The red 1: becomes 0", "die 2": "The red 5: becomes 3"}


@rule("CY-11.18", "CY-11.21", "CY-11.22", "CY-11.23")
def test_what_a_modifier_does() -> None:
    game = duel(Laid(2)).unit(RED, "miner", HERE).roll(red="6", yellow="1", face="plus_1")
    game.cards(BLUE, "skim_the_books, seismograph, seismic_charge").card(RED, "battle")
    game.choose("strike", "pass")
    assert game.asked == BLUE and game.kind == "modifier"
    assert noted(game, "modify skim_the_books") == "red +3"
    assert noted(game, "modify seismograph") == "red ±1 and yellow ±1"
    assert noted(game, "modify seismic_charge") == "red -2 and yellow -1"
    assert noted(game, "pass") == ""
    game.choose("modify seismic_charge")
    assert remarks(game) == {"die 1": "The red 6: becomes 4", "die 2": "The yellow 1: becomes 0"}
    game.choose("die 1", "modify seismograph")  # the other die is left
    assert remarks(game) == {"plus": "plus: becomes 2", "minus": "minus: becomes 0"}
    both = duel(Laid(2), red=2).roll(red="6 1", face="plus_1").cards(BLUE, "seismograph")
    both.card(RED, "battle").choose("strike", "pass", "modify seismograph")
    assert remarks(both) == {"die 1": "The red 6", "die 2": "The red 1"}  # the sign is open
    both.choose("die 1")
    assert remarks(both) == {"plus": "plus: becomes 6", "minus": "minus: becomes 5"}


@rule("CY-15.2", "CY-15.3", "CY-15.5")
def test_what_a_hack_needs() -> None:
    game = Laid(3).faction(RED, "ghostline").ship(BLUE, HERE).ship(GREEN, "0.3.0")
    game.unit(RED, "powermech", "0.4.1").roll(red="1 5 5").card(RED, "negotiate")
    game.until("espionage_side").choose("exploit").until("hack_unit")
    game.choose("unit powermech/0.4.1")
    assert remarks(game) == {"player 2": "player 2: needs a 2", "player 3": "player 3: needs a 3"}
    game.choose("player 2")
    assert remarks(game) == {"die 1": "The red 1", "die 2": "The red 5"}
    game.choose("die 1")
    assert remarks(game) == {"plus": "plus: becomes 2", "minus": "minus: becomes 0"}


@rule("CY-17.4", "CY-10.8", "CY-25.21", "CY-14.2", "CY-14.4", "CY-16.5", "CY-16.6")
def test_what_cards_do() -> None:
    say = GAME.text.say
    hand = (
        Laid(2).cards(RED, "ore_cache, grassroots").card(RED, "miner_card").choose("bonus brown/1")
    )
    assert noted(hand, "use ore_cache") == say("card.discovery.ore_cache", {})
    assert noted(hand, "cash ore_cache") == "draw 1 card"
    assert noted(hand, "cash grassroots") == "deploy Troops worth 2"
    relics = Laid(2).relics(RED, "deep_silo, war_prism").relics(RED, "hive_lens", active=False)
    relics.card(RED, "battle")
    text = say("card.relic.hive_lens", {})
    assert noted(relics, "replace deep_silo/hive_lens") == text
    find = Laid(2).unit(RED, "soldier", "0.4.1").token(HERE).relic_deck("deep_silo, war_prism")
    find.card(RED, "soldier_card").choose("unit soldier/0.4.1", f"hex {HERE}")
    assert noted(find, "keep war_prism") == say("card.relic.war_prism", {})
    find.choose("keep war_prism")
    assert noted(find, "activate war_prism") == say("card.relic.war_prism", {})
    side = Laid(2, trading="off").spy_deck("saboteurs").card(RED, "negotiate")
    assert noted(side, "sabotage").endswith("(at once)")
    assert noted(side, "exploit").endswith("(while in play)")
    spies = (
        Laid(4, trading="off")
        .spy(BLUE, "ghost_signals", EXPLOIT)
        .spy(GREEN, "kill_zones", SABOTAGE)
    )
    spies.spy_deck("smear_campaign").card(RED, "negotiate").choose("exploit")
    assert remarks(spies) == {
        "player 2": "player 2: Ghost Signals", "player 3": "player 3: Kill Zones"
    }  # fmt: skip


@rule("CY-13.3", "CY-13.4", "CY-13.7")
def test_what_an_offer_amounts_to() -> None:
    game = Laid(3).ore(RED, 5).habitat("city", 5, RED).cards(BLUE, "dig_in").card(RED, "negotiate")
    game.choose("player 2")
    assert noted(game, "habitat city") == "Colony City"
    assert noted(game, "ore 1") == ""
    game.choose("done")
    assert noted(game, "done") == "nothing is offered, and this counts as an offer"
    game.choose("done", "player 2", "ore 3", "done")
    assert noted(game, "done") == ""
    game.choose("a_discovery")
    assert noted(game, "accept") == "you get 3 ore and give 1 Discovery card"
    assert noted(game, "decline") == ""
    full = Laid(3).modules(BLUE, 6).held(RED, GREEN, "soldier").ore(BLUE, 1)
    full.card(RED, "negotiate").choose("player 2", "captive 3/soldier")
    assert noted(full, "done").startswith("void, because Blue has no room")


@rule("CY-5.15", "CY-9.12", "CY-8.9", "CY-25.28", "CY-25.21")
def test_tremors_and_tolls_are_named_where_they_come() -> None:
    def jumps(game: Laid, marks: int = 0) -> str:
        game.unit(RED, "powermech", HERE).player(RED).turn_marks = marks
        game.card(RED, "powermech_card").choose(f"unit powermech/{HERE}")
        assert noted(game, "move") == noted(game, "stay") == ""
        return noted(game, "jump")

    assert jumps(Laid(2)) == "causes a tremor"
    assert jumps(Laid(2).relics(RED, "ember_jets")) == "causes no tremor"
    assert jumps(Laid(2).faction(RED, "vanguard")) == "causes no tremor"
    assert jumps(Laid(2).faction(RED, "vanguard"), JUMPED) == "causes a tremor"
    for faction, price in (("last_dawn", "(1 ore)"), ("starlight", "")):
        flag = Laid(2).faction(BLUE, faction).ore(RED, 1).habitat(HERE, 1, BLUE)
        flag.unit(RED, "soldier", "0.4.1").card(RED, "soldier_card")
        flag.choose("unit soldier/0.4.1", f"hex {HERE}", "stop")
        assert noted(flag, "yes") == price and noted(flag, "no") == ""


@rule("CY-11.22", "CY-11.38")
def test_a_die_at_its_end_stays() -> None:
    game = duel(Laid(2).relics(RED, "war_prism")).roll(red="6", face="reroll_red")
    game.card(RED, "battle").choose("strike").until("static_bonus")
    assert remarks(game) == {"die 1": "The red 6: stays as it is"}


@rule("CY-2.9", "CY-25.26", "CY-25.27", "CY-25.28", "CY-21.1")
def test_a_faction_names_what_it_starts_with_and_its_abilities() -> None:
    match = Match(GAME, 2, {"first_player": 1}, 4, NAMES)
    decision = asked(match, RED)
    said = {option.arg: match.label(option, decision) for option in decision.options}
    assert said["meridian"] == (
        "Meridian Academy: starts with influence 4, 1 Camp, 1 Outpost, 3 Soldiers, 1 Speaker, "
        "2 Miners, 2 ore, 3 Discovery cards and 1 Relic. Archive: hold 2 more Discovery cards. "
        "Field Study: each Explore draws 1 more card. Curators: draw 3 Relics when you find one."
    )
    assert said["cascade"].startswith(
        "Cascade Robotics: starts with influence 4, 1 Outpost, 4 Soldiers, 1 Speaker, 1 Miner, "
        "1 Harvester, 4 ore and 1 Discovery card. Assembly Line:"
    )


@rule("CY-3.12", "CY-6.3", "CY-7.1", "CY-7.15")
def test_a_command_card_says_for_whom_it_works_now() -> None:
    game = duel(Laid(2)).unit(RED, "miner", "0.4.1").unit(RED, "miner", "0.4.3", 2)
    game.at(play_command)
    said = remarks(game)
    assert said["play miner_card"] == "play miner_card (3 can act)"
    assert said["play soldier_card"] == "play soldier_card: no Soldier can act"  # in combat
    assert said["play battle"] == "play battle: 1 combat"
    assert "play ship_card" not in said
