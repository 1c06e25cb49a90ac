"""What is told: every change, its cause first, and to nobody more than the rules allow."""

from collections.abc import Callable

import pytest

from starhall.engine.knowledge.memory import Witness
from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.content import RED as RED_DIE
from starhall.games.cysmic.content import SABOTAGE
from starhall.games.cysmic.game import GAME
from starhall.games.cysmic.rules.commands import evacuate
from starhall.games.cysmic.rules.dice import change
from starhall.games.cysmic.rules.launch import launch
from starhall.games.cysmic.rules.turn import second_window, start
from starhall.games.cysmic.state import Fight
from tests.games.cysmic.tables import BLUE, GREEN, RED, Laid

HERE = "0.4.2"
NAMES = ["Red", "Blue", "Green"]


def heard(game: Laid) -> Laid:
    """From here on everything is noted."""
    game.s.witness = Witness(game.s.seats + 1)
    return game


def told(game: Laid, seat: int | None = None) -> list[str]:
    """The sentences so far, for a seat or the spectators."""
    assert game.s.witness is not None
    observer = game.s.seats if seat is None else seat
    return [
        GAME.text.say(f"event.{event.what}", event.values, NAMES)
        for event in game.s.witness.events
        if event.what not in ("move", "group") and (event.to >> observer) & 1
    ]


def prompt(game: Laid) -> str:
    """The question that is asked, in words."""
    decision = game.decision
    parts = [part.split("+") for part in decision.about.split("/")]
    key = f"prompt.{decision.kind}"
    if not GAME.text.has(key):
        key = f"{key}.{parts[0][0]}"
    values: dict[str, object] = {"about": decision.about}
    values |= dict(zip(("first", "second", "third"), parts, strict=False))
    return GAME.text.say(key, values, NAMES)


def duel(game: Laid, red: int = 1, blue: int = 1) -> Laid:
    return game.unit(BLUE, "soldier", HERE, blue).unit(RED, "soldier", HERE, red)


def use(game: Laid, card: str, *choices: str) -> Laid:
    game.cards(RED, card).card(RED, "recruit").until("bonus")
    heard(game).choose("bonus brown/1", f"use {card}", *choices)
    return game


def spy(game: Laid, card: str, side: str, *choices: str) -> Laid:
    game.spy_deck(card).card(RED, "negotiate").until("espionage_side")
    return heard(game).choose(side, *choices)


# Cause, then effect


def dividends() -> Laid:
    return heard(Laid(3).faction(RED, "kessler").ore(RED, 3)).at(start)


def world_seed() -> Laid:
    return heard(Laid(2).relics(RED, "world_seed")).at(start)


def royalties() -> Laid:
    game = Laid(2).faction(RED, "starlight").cards(RED, "dig_in").card(RED, "miner_card")
    return heard(game).choose("bonus brown/1", "cash dig_in")


def strike_fund() -> Laid:
    game = Laid(2).faction(BLUE, "free_colonies").habitat(HERE, 1, BLUE)
    game.unit(RED, "soldier", "0.4.1").card(RED, "soldier_card")
    game.choose("unit soldier/0.4.1", f"hex {HERE}", "stop")
    return heard(game).choose("yes")


def captures(seat: int, faction: str, relic: str = "") -> Laid:
    game = duel(Laid(2).faction(seat, faction), red=2).ore(BLUE, 2)
    if relic:
        game.relics(RED, relic)
    game.deck("dig_in").roll(red="6 6", face="plus_1").card(RED, "battle").choose("strike")
    game.until("capture")
    return heard(game).choose("type soldier")


def exchange() -> Laid:
    game = Laid(2, trading="off").relics(RED, "crow_engine").held(RED, BLUE, "soldier", 2)
    heard(game).card(RED, "negotiate")
    return game


def harvest(relic: str) -> Laid:
    game = Laid(2).relics(RED, relic).ground("ore", HERE).unit(RED, "harvester", HERE)
    game.deck("dig_in, dig_in").card(RED, "harvester_card").choose("done")
    return heard(game).choose(f"unit harvester/{HERE}")


def jump(game: Laid) -> Laid:
    game.unit(RED, "powermech", HERE).card(RED, "powermech_card")
    return heard(game.choose(f"unit powermech/{HERE}", "jump")).choose("hex 0.2.0")


def explore() -> Laid:
    game = Laid(2).faction(RED, "deepwell").ground("cave", HERE).unit(RED, "miner", HERE)
    game.deck("dig_in").card(RED, "miner_card").choose("done")
    return heard(game).choose(f"unit miner/{HERE}")


def collapse() -> Laid:
    game = Laid(2).faction(RED, "verdant").ship(RED, HERE).deck("dig_in").card(RED, "ship_card")
    return heard(game).choose("hex 0.4.1")


def dowsers() -> Laid:
    game = Laid(2).faction(RED, "wardens").unit(RED, "soldier", "0.4.1").token("0.3.1")
    game.relic_deck("deep_silo, war_prism").deck("dig_in").card(RED, "soldier_card")
    game.choose("unit soldier/0.4.1")
    return heard(game).choose("hex 0.3.1", "keep deep_silo", "hold")


def takeover() -> Laid:
    game = Laid(3).faction(RED, "kessler").habitat(HERE, 2, BLUE).unit(RED, "miner", "0.4.1")
    return heard(game.ore(RED, 3).at(second_window)).choose("takeover")


def barter() -> Laid:
    game = Laid(3).faction(RED, "wayfarers").ore(RED, 3).card(RED, "negotiate")
    return heard(game).choose("player 2", "ore 1", "done", "accept")


def toll() -> Laid:
    game = Laid(2).faction(BLUE, "last_dawn").habitat(HERE, 1, BLUE).ore(RED, 1)
    game.unit(RED, "soldier", "0.4.1").card(RED, "soldier_card")
    return heard(game.choose("unit soldier/0.4.1", f"hex {HERE}", "stop")).choose("yes")


CAUSES: list[tuple[Callable[[], Laid], list[str]]] = [
    (dividends, ["Round 1: Red's turn.", "Red uses Dividends.", "Red gains 1 ore."]),
    (world_seed, ["Red uses the World Seed.", "Red gains 1 ore."]),
    (
        royalties,
        [
            "Red takes the Resource Gain of Dig In.",
            "Red gains 1 ore.",
            "Red uses Royalties.",
            "Red gains 1 ore.",
        ],
    ),
    (
        strike_fund,
        [
            "Red takes down the flag of Blue over the Camp on I9.",
            "Blue uses the Strike Fund.",
            "Blue gains 1 ore.",
        ],
    ),
    (
        lambda: captures(RED, "redline"),
        [
            "Red captures a Soldier of Blue.",
            "Red uses Smash and Grab.",
            "Red takes 1 ore from Blue.",
        ],
    ),
    (
        lambda: captures(RED, "tectonic", "tyrant_crown"),
        ["Red uses the Tyrant Crown.", "Red gains 1 ore.", "Red draws a Discovery card."],
    ),
    (
        lambda: captures(BLUE, "last_dawn"),
        ["Red captures a Soldier of Blue.", "Blue uses Martyrs.", "Blue draws a Discovery card."],
    ),
    (
        exchange,
        [
            "Red sends captives back to Blue: 2 Soldiers.",
            "Red learns Blue's blueprint of the Control Systems.",
            "Red uses an ability that pays for exchanges.",
            "Red gains 2 ore.",
        ],
    ),
    (
        lambda: harvest("seismic_anchor"),
        [
            "Red's Harvester harvests on I9.",
            "Red gains 5 ore.",
            "Red draws a Discovery card.",
            "Red draws a Discovery card.",
            "Red uses the Seismic Anchor: there is no tremor.",
        ],
    ),
    (
        lambda: jump(Laid(2).relics(RED, "ember_jets")),
        ["Red's Powermech jumps from I9 to G9.", "Red uses Ember Jets: there is no tremor."],
    ),
    (
        lambda: jump(Laid(2).faction(RED, "vanguard")),
        ["Red's Powermech jumps from I9 to G9.", "Red uses Hover Jets: there is no tremor."],
    ),
    (
        explore,
        [
            "Red's Miner explores I9.",
            "Red uses Cave Larders.",
            "Red gains 1 ore.",
            "Red draws a Discovery card.",
        ],
    ),
    (
        collapse,
        [
            "Red's Colony Ship lands on H10.",
            "I9 collapses: an abyss opens.",
            "Red uses After the Fall.",
            "Red draws a Discovery card.",
        ],
    ),
    (
        dowsers,
        [
            "Red moves a Soldier from H10 to H9.",
            "Red picks up the Relic Token on H9.",
            "Red draws 2 Relics to keep one.",
            "Red gets a Relic.",
            "Red discards the Relic War Prism.",
            "Red uses Dowsers.",
            "Red draws a Discovery card.",
        ],
    ),
    (
        takeover,
        [
            "Red uses Hostile Takeover.",
            "Red pays 3 ore.",
            "Red raises a flag over the Outpost on I9 in place of Blue's.",
        ],
    ),
    (
        barter,
        [
            "Red offers Blue 1 ore for nothing.",
            "Blue accepts the offer of Red.",
            "Blue gets 1 ore from Red.",
            "Red uses Barter Kings.",
            "Red gains 1 ore.",
        ],
    ),
    (
        toll,
        [
            "Blue uses Hallowed Ground.",
            "Red pays 1 ore.",
            "Red takes down the flag of Blue over the Camp on I9.",
        ],
    ),
]


@rule(
    "CY-3.6", "CY-3.22", "CY-5.15", "CY-8.7", "CY-8.9", "CY-8.13", "CY-12.1", "CY-12.8", "CY-13.1",
    "CY-16.3", "CY-17.4", "CY-18.1", "CY-19.10", "CY-25.28", "CY-25.29",
)  # fmt: skip
@pytest.mark.parametrize(("scene", "lines"), CAUSES)
def test_the_cause_is_told_before_its_effect(scene: Callable[[], Laid], lines: list[str]) -> None:
    found = told(scene())
    first = found.index(lines[0])
    assert found[first : first + len(lines)] == lines


# Changes that used to be silent


@rule("CY-25.24")
def test_espionage_is_told() -> None:
    game = Laid(3, trading="off").cards(BLUE, "dig_in, dig_in, dig_in")
    spy(game, "false_orders", "sabotage")
    assert told(game).count("Blue discards Dig In.") == 2
    relic = Laid(3, trading="off").relics(BLUE, "deep_silo", active=False)
    spy(relic, "relic_smugglers", "sabotage")
    for seat in (RED, BLUE):
        assert "Red takes Deep Silo from the hand of Blue." in told(relic, seat)
    for other in (GREEN, None):
        assert "Red takes a Relic from the hand of Blue." in told(relic, other)
        assert not any("Deep Silo" in line for line in told(relic, other))
    mole = Laid(2, trading="off").modules(BLUE, known="crew_bridge")
    assert "Blue loses the blueprint of the Crew Bridge." in told(spy(mole, "lab_mole", "sabotage"))
    cell = Laid(2, trading="off").habitat("2.2.0", 3, BLUE)
    line = "Red takes down the flag of Blue over the Settlement on I5."
    assert line in told(spy(cell, "sleeper_cell", "sabotage"))
    back = Laid(2, trading="off")
    back.s.stack_at = 5
    line = "The tremor stack moves back; 3 tremors lead to the next fracture."
    assert line in told(spy(back, "tremor_hoax", "exploit"))


@rule("CY-25.16")
def test_an_alien_beacon_is_told() -> None:
    game = Laid(2).ground("devastated", HERE).unit(RED, "miner", "1.5.1")
    game.deck("alien_beacon, dig_in").card(RED, "miner_card").choose("done")
    heard(game).choose("unit miner/1.5.1")
    assert told(game)[1:3] == ["Red draws the Event Alien Beacon.", "A Relic Token lies on I9."]


@rule("CY-25.21", "CY-15.1", "CY-15.3", "CY-7.14", "CY-12.7")
def test_hacking_is_told() -> None:
    thorn = Laid(2, trading="off").ship(BLUE, HERE).unit(RED, "soldier", "0.4.1")
    spy(thorn.relics(BLUE, "thorn_mind"), "union_walkout", "exploit", "unit soldier/0.4.1")
    assert told(thorn)[-2:] == [
        "Red's Soldier hacks the ship of Blue.",
        "Blue uses Thorn Mind: the attack fails.",
    ]
    game = Laid(2, trading="off").ship(BLUE, HERE).unit(RED, "harvester", "0.4.1")
    game.faction(BLUE, "ghostline").roll(red="6", yellow="3 1")
    spy(game, "union_walkout", "exploit", "unit harvester/0.4.1", "die 2")
    found = told(game)
    first = found.index("Red rolls red 6, yellow 3 and yellow 1.")
    assert found[first + 1 : first + 5] == [
        "Red keeps the yellow 3.",
        "Blue's Black Ice turns the yellow 3 into a 2.",
        "Red has the 2 that was needed.",
        "Red learns Blue's blueprint of the Control Systems.",
    ]


@rule("CY-11.13", "CY-11.14", "CY-11.15", "CY-11.16", "CY-11.38")
def test_changes_of_dice_are_told() -> None:
    game = Laid(2).unit(BLUE, "speaker", HERE).unit(RED, "soldier", HERE, 2)
    game.relics(RED, "war_prism").roll(red="2 5", face="plus_2").card(RED, "battle")
    heard(game).choose("strike", "die 1", "die 2", "die 2")
    assert told(game) == [
        "Red strikes Blue with red 2 and red 5; Strike Die: +2 to one die.",
        "Red's Strike Die raises the red 2: it is 4 now.",
        "The Shield of Blue's Speaker lowers the red 5: it is 4 now.",
        "Red adds 1 to the red 4: it is 5 now.",
    ]
    again = duel(Laid(2)).roll(red="2", face="reroll_any", more="r6").card(RED, "battle")
    heard(again).choose("strike", "die 1")
    assert told(again)[1] == "Red re-rolls the red 2 and gets a 6."


@rule("CY-11.23")
@pytest.mark.parametrize(("value", "amount", "name"), [(0, -2, "red 0"), (6, 1, "red 6")])
def test_a_die_that_cannot_change_is_told_to_stay(value: int, amount: int, name: str) -> None:
    game = heard(Laid(2))
    change(game.s, Fight(colours=[RED_DIE], values=[value]), 0, amount, "lowers", who=BLUE)
    assert told(game) == [f"The {name} stays as it is: no die goes below 0 or above 6."]


@rule("CY-14.4", "CY-14.1", "CY-14.2")
def test_an_espionage_card_that_stays_is_told() -> None:
    game = Laid(2, trading="off").spy(BLUE, "jammed_sensors", SABOTAGE)
    spy(game, "fuel_rationing", "sabotage")
    assert told(game)[1:] == [
        "Blue's Espionage card Jammed Sensors is discarded.",
        "Red's Espionage card Fuel Rationing stays in play.",
    ]


@rule("CY-11.37", "CY-12.1", "CY-12.4")
def test_units_saved_or_let_go_are_told() -> None:
    saved = duel(Laid(2).cards(BLUE, "medevac")).roll(red="6", face="plus_1").card(RED, "battle")
    saved.choose("strike").until("capture")
    heard(saved).choose("type soldier")
    assert prompt(saved) == "Your Soldier on I9 is about to be captured: do you react?"
    saved.choose("react medevac")
    assert told(saved)[:2] == [
        "Blue reacts with Medevac.",
        "Blue's Soldier is not captured and goes home.",
    ]
    full = duel(Laid(3)).modules(RED, 5).held(RED, GREEN, "soldier", 2)
    full.roll(red="6", face="plus_1").card(RED, "battle").choose("strike").until("capture")
    heard(full).choose("type soldier")
    assert prompt(full) == (
        "You have no room for the Soldier of Blue: do you free a captive, or let the new one go?"
    )
    full.choose("let_go")
    assert told(full)[0] == "Red has no room for the Soldier of Blue, which goes home."


@rule("CY-10.5", "CY-10.6", "CY-12.11")
def test_workers_who_go_home_are_told() -> None:
    game = Laid(2).ore(RED, 2).unit(RED, "miner", HERE).card(RED, "harvester_card")
    heard(game).choose("bonus grey/1", "build crew_bridge")
    assert told(game)[:4] == [
        "Red takes the bonus action Workshop: Build a module by hand.",
        "Red's Miner on I9 works on the Crew Bridge and goes home.",
        "Red installs the Crew Bridge: 1 of 6.",
        "Red pays 2 ore.",
    ]


@rule("CY-13.3", "CY-13.7", "CY-13.8", "CY-13.4", "CY-13.5")
def test_trades_and_void_offers_are_told() -> None:
    game = Laid(3).modules(BLUE, 6).held(RED, GREEN, "soldier").card(RED, "negotiate")
    heard(game).choose("player 2", "captive 3/soldier")
    assert told(game) == ["The offer to Blue is void: Blue has no room for the captives."]
    empty = heard(Laid(2).ore(RED, 1).card(RED, "negotiate")).choose("player 2", "done")
    assert told(empty) == ["Red offers Blue nothing for nothing: the offer is void."]
    trade = Laid(3).ore(RED, 2).cards(RED, "medevac").habitat("2.2.0", 2, BLUE)
    trade.held(BLUE, RED, "soldier").held(BLUE, GREEN, "miner").card(RED, "negotiate")
    heard(trade).choose("player 2", "ore 2", "offer_card medevac", "habitat 2.2.0")
    trade.choose("captive 1/soldier", "captive 3/miner", "accept")
    assert told(trade) == [
        "Red offers Blue 2 ore and 1 Discovery card for the Habitat on I5, the captive Soldier of "
        "Red and the captive Miner of Green.",
        "Blue accepts the offer of Red.",
        "Blue gets a Discovery card from Red.",
        "Blue gets 2 ore from Red.",
        "Red gets the Outpost on I5 from Blue.",
        "Blue returns a captive Soldier to Red.",
        "Blue hands a captive Miner of Green over to Red.",
    ]
    assert "Blue gets Medevac from Red." in told(trade, BLUE)
    assert "Blue gets Medevac from Red." not in told(trade, GREEN)
    city = heard(Laid(2).ore(RED, 2).habitat("city", 5, BLUE).card(RED, "negotiate"))
    city.choose("player 2", "ore 2")
    option = next(one for one in city.decision.options if one.token == "habitat city")
    remark = GAME.remark(city.s, city.decision, option)
    assert remark is not None and GAME.text.say(f"remark.{remark.key}") == "Colony City"
    city.choose("habitat city")
    assert told(city) == ["Red offers Blue 2 ore for Colony City."]


@rule("CY-9.4", "CY-9.11", "CY-20.3", "CY-20.7")
def test_the_ship_and_the_launch_are_told() -> None:
    ship = Laid(2).ship(RED, "0.4.1").habitat(HERE, 1, BLUE).unit(BLUE, "miner", HERE)
    heard(ship.card(RED, "ship_card")).choose(f"hex {HERE}")
    assert told(ship) == [
        "Red's Colony Ship lands on I9.",
        "Blue loses a Miner on I9.",
        "Blue loses the Camp on I9.",
        "H10 collapses: an abyss opens.",
    ]
    home = Laid(2).ship(RED, HERE).modules(RED, 6).unit(RED, "soldier", "0.4.1")
    heard(home.card(RED, "ship_card").section(evacuate)).choose("yes")
    assert told(home)[0] == "Red's Soldier on H10 comes aboard."
    alone = heard(Laid(2).modules(RED, 6).at(launch)).choose("launch")
    assert told(alone) == ["Red launches with everybody aboard."]
    left = Laid(2).modules(RED, 6).unit(RED, "miner", HERE).humanity("up_to_1").at(launch)
    assert prompt(left) == (
        "Your ship is complete. Do you try to launch and leave 1 of your units behind?"
    )
    heard(left).choose("roll")
    assert told(left)[-1] == "Red launches and leaves 1 unit behind."
    stays = Laid(2).modules(RED, 6).unit(RED, "miner", HERE).humanity("none").at(launch)
    heard(stays).choose("roll")
    assert told(stays)[1] == "Red may not leave 1 unit behind: the ship stays."


@rule("CY-3.11", "CY-3.7", "CY-22.2")
def test_a_burned_card_is_named_to_its_owner_only() -> None:
    game = heard(Laid(2)).at(start)
    game.choose("burn recruit")
    assert "Red burns Recruit in column 1." in told(game, RED)
    for other in (BLUE, None):
        assert "Red burns a Command Card in column 1." in told(game, other)
        assert not any("Recruit" in line for line in told(game, other))


# What questions are about


@rule("CY-17.9", "CY-21.1")
def test_questions_name_their_subject() -> None:
    flag = Laid(2).cards(BLUE, "loyalists").habitat(HERE, 1, BLUE).unit(RED, "soldier", "0.4.1")
    flag.card(RED, "soldier_card").choose("unit soldier/0.4.1", f"hex {HERE}", "stop")
    assert prompt(flag) == "Do you take down the flag of Blue on I9?"
    flag.choose("yes")
    assert prompt(flag) == "Red is about to take your flag from I9: do you react?"
    charge = use(Laid(2).unit(RED, "soldier", HERE), "seismic_charge")
    assert prompt(charge) == "Seismic Charge: which hex collapses?"
    leg = Laid(2).unit(RED, "soldier", HERE).card(RED, "soldier_card")
    assert (
        prompt(leg.choose(f"unit soldier/{HERE}"))
        == "Where does the Soldier on I9 go? (moves left: 4)"
    )
    shake = Laid(2).cards(BLUE, "dampener").ground("ore", HERE).unit(RED, "harvester", HERE)
    shake.deck("dig_in, dig_in").card(RED, "harvester_card").choose(
        "done", f"unit harvester/{HERE}"
    )
    assert prompt(shake) == "Red causes a tremor: do you react?"
