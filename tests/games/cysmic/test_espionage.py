"""Every side of every Espionage card, and what standing terms do (CY-25.24, CY-25.25, CY-25.30)."""

import pytest

from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.content import EXPLOIT, SABOTAGE, TYPES
from starhall.games.cysmic.geometry import HEX_IDS, hex_named
from starhall.games.cysmic.rules.board import links
from starhall.games.cysmic.rules.combat import flee_hexes
from starhall.games.cysmic.rules.commands import build, evacuate
from starhall.games.cysmic.rules.construction import module_price, workers_needed
from starhall.games.cysmic.rules.deploying import upgrade_price
from starhall.games.cysmic.rules.hacking import hackers
from starhall.games.cysmic.rules.movement import jump_range
from starhall.games.cysmic.rules.odd import give_initiative
from starhall.games.cysmic.rules.powers import (
    early,
    hand_limit,
    health_of,
    holding,
    influence,
    move_of,
    ore_capacity,
    relic_limit,
    relic_slots,
    second_of,
    shielded,
)
from starhall.games.cysmic.rules.trading import offers_allowed
from starhall.games.cysmic.rules.turn import start
from tests.games.cysmic.tables import BLUE, CONTENT, GREEN, RED, Laid

HERE = "0.4.2"
SOLDIER, SPEAKER, MINER, HARVESTER, POWERMECH = range(5)


def now(card: str, side: str, game: Laid) -> Laid:
    """Red draws the card and uses that side at once."""
    return game.spy_deck(card).card(RED, "negotiate").until("espionage_side").choose(side)


def quiet(seats: int = 2) -> Laid:
    return Laid(seats, trading="off")


# Done at once


@rule("CY-16.2")
@rule("CY-25.24", "CY-14.1", "CY-14.2", "CY-1.9")
def test_exploits_that_gain() -> None:
    ore = now("union_walkout", "exploit", quiet())
    assert ore.player(RED).ore == 2
    draws = now("false_orders", "exploit", quiet().deck("dig_in, medevac, firewall"))
    assert draws.hand(RED) == ["dig_in", "medevac"]
    both = now("counterfeit_ore", "exploit", quiet().deck("dig_in, medevac"))
    assert both.player(RED).ore == 1 and both.hand(RED) == ["dig_in"]
    steal = now("forged_treaties", "exploit", quiet(3).ore(BLUE, 3).ore(GREEN, 1))
    assert steal.offered() == ["player 2", "player 3"]
    steal.choose("player 2")
    assert (steal.player(RED).ore, steal.player(BLUE).ore) == (2, 1)
    find = now("relic_smugglers", "exploit", quiet())
    assert find.kind == "relic_keep"


@rule("CY-25.24")
def test_exploits_that_bring_units() -> None:
    drop = now("martial_law", "exploit", quiet().influence(RED, 5))
    assert (drop.kind, drop.decision.about) == ("recruit_type", "3")
    column = now("fifth_column", "exploit", quiet().influence(RED, 5))
    assert column.player(RED).ore == 1 and column.decision.about == "1"
    march = (
        quiet().unit(RED, "soldier", HERE).unit(RED, "miner", "0.2.0").unit(RED, "miner", "1.2.0")
    )
    march.unit(RED, "speaker", "2.2.0").unit(RED, "harvester", "0.5.1")
    now("checkpoint_chaos", "exploit", march)
    for token in (f"unit soldier/{HERE}", "unit miner/0.2.0", "unit miner/1.2.0"):
        assert "unit harvester/0.5.1" not in march.offered()
        march.choose(token)
        assert march.s.moves_left == 2
        march.choose("stop")
    assert march.kind != "target_unit"  # three Troops at most
    caves = quiet().ground("cave", "2.2.0", "1.3.1").unit(RED, "powermech", HERE)
    now("cave_in_teams", "exploit", caves).choose(f"unit powermech/{HERE}", "hex 2.2.0")
    assert caves.where(RED, "powermech") == ["2.2.0"]


@rule("CY-9.10", "CY-17.5")
@rule("CY-25.24")
def test_exploits_that_build() -> None:
    arms = quiet().ship(RED, HERE).unit(RED, "soldier", "0.4.1")
    now("arms_embargo", "exploit", arms).choose("unit soldier/0.4.1")
    assert arms.where(RED, "powermech") == ["0.4.1"]  # 3 - 3
    dock = now("dock_strike", "exploit", quiet().ore(RED, 3)).choose("build warp_drive")
    assert dock.player(RED).ore == 0 and dock.kind != "build"  # 5 - 2, and only one
    plays = now("stolen_initiative", "exploit", quiet().cards(RED, "dig_in, medevac, firewall"))
    plays.choose("cash dig_in", "cash firewall")
    assert plays.kind != "discovery_use"  # two cards at most
    codes = quiet().ship(BLUE, HERE).unit(RED, "soldier", "0.4.1").roll(red="3")
    now("stolen_codes", "exploit", codes).choose("unit soldier/0.4.1", "minus")
    assert codes.module(RED, "control_systems") == "known"


@rule("CY-25.24")
def test_sleeper_cell() -> None:
    game = quiet(3).habitat("2.2.0", 3, BLUE).habitat("2.4.0", 1, GREEN).habitat("0.2.0", 5, RED)
    game.unit(GREEN, "miner", "2.4.0").habitat("1.2.0", 1)
    now("sleeper_cell", "sabotage", game)
    assert game.hexes() == ["0.2.0", "2.2.0"]  # of any level, the own too; not a guarded one
    game.choose("hex 2.2.0")
    assert game.s.flag[hex_named("2.2.0")] == -1
    flag = quiet().habitat("0.4.1", 1).habitat("0.3.2", 2).habitat("0.5.2", 3).habitat("2.2.0", 1)
    flag.habitat("0.5.3", 2, BLUE).unit(RED, "miner", HERE)
    now("sleeper_cell", "exploit", flag)
    assert flag.hexes() == ["0.3.2", "0.4.1"]  # small, neutral, beside the Miner
    flag.choose("hex 0.3.2")
    assert flag.s.flag[hex_named("0.3.2")] == RED


@rule("CY-25.24")
def test_sabotage_of_hands_and_stores() -> None:
    few = now("false_orders", "sabotage", quiet().cards(BLUE, "dig_in"))
    assert few.hand(BLUE) == []
    ore = now("counterfeit_ore", "sabotage", quiet(3).ore(RED, 5).ore(BLUE, 3).ore(GREEN, 2))
    assert [ore.player(seat).ore for seat in (RED, BLUE, GREEN)] == [5, 2, 2]
    codes = quiet(3).cards(BLUE, "dig_in").cards(GREEN, "medevac, firewall")
    now("stolen_codes", "sabotage", codes).choose("player 3")
    assert codes.decision.about == "steal/name.espionage.stolen_codes/3"
    codes.choose("discard firewall")
    assert codes.hand(GREEN) == ["medevac"] and codes.hand(BLUE) == ["dig_in"]
    held = quiet().relics(BLUE, "deep_silo", active=False).relics(BLUE, "war_prism")
    now("relic_smugglers", "sabotage", held)
    assert [CONTENT.cards[card] for card in held.player(RED).relics.cards] == ["deep_silo"]
    assert len(held.player(BLUE).slots.cards) == 1


@rule("CY-25.24")
def test_sabotage_of_units() -> None:
    safe = quiet().unit(BLUE, "harvester", HERE).ore(BLUE, 2)
    now("saboteurs", "sabotage", safe).choose("yes")
    assert safe.player(BLUE).ore == 0 and safe.where(BLUE, "harvester") == [HERE]
    poor = now("saboteurs", "sabotage", quiet().unit(BLUE, "powermech", HERE).ore(BLUE, 1))
    assert poor.player(BLUE).ore == 1 and poor.where(BLUE, "powermech") == []
    away = quiet().unit(BLUE, "miner", HERE).unit(RED, "speaker", "0.2.0")
    assert now("fifth_column", "sabotage", away).captives(RED, BLUE) == 0  # not beside
    bribe = (
        quiet(3).held(BLUE, RED, "soldier", 3).held(BLUE, GREEN, "miner").held(GREEN, RED, "miner")
    )
    now("bribed_guards", "sabotage", bribe).choose("player 2", "free 1/soldier", "free 1/soldier")
    assert bribe.captives(BLUE, RED) == 1 and bribe.captives(BLUE, GREEN) == 1
    ransom = quiet().held(RED, BLUE, "miner", 4).modules(RED, known="control_systems")
    now("bribed_guards", "exploit", ransom).choose(*["free 2/miner"] * 3)
    assert ransom.player(RED).ore == 3 and ransom.captives(RED, BLUE) == 1


@rule("CY-19.5")
@rule("CY-25.24", "CY-25.25")
def test_tremor_hoax() -> None:
    game = quiet()
    before = game.s.stack_at
    assert now("tremor_hoax", "sabotage", game).s.stack_at == before + 2
    marks = quiet().faction(RED, "tectonic")
    assert now("tremor_hoax", "sabotage", marks).decision.about == "damping"  # red's doing
    back = quiet()
    back.s.stack_at = 6
    assert now("tremor_hoax", "exploit", back).s.stack_at == 5
    stuck = quiet()
    stuck.s.stack_at = stuck.s.singles
    assert now("tremor_hoax", "exploit", stuck).s.stack_at == stuck.s.singles
    last = quiet()
    last.s.singles, last.s.stack, last.s.stack_at = 7, 1, 7
    assert now("tremor_hoax", "exploit", last).s.stack_at == 7  # CY-19.5


@rule("CY-25.24", "CY-25.25", "CY-14.1", "CY-14.2", "CY-12.7")
def test_lab_mole() -> None:
    mole = quiet(3).modules(BLUE, known="crew_bridge, colonist_quarters").ore(RED, 4)
    now("lab_mole", "sabotage", mole)
    assert mole.offered() == ["build crew_bridge", "build colonist_quarters"]  # not blue's own
    mole.choose("build colonist_quarters")
    assert mole.module(BLUE, "colonist_quarters") == "missing"
    assert mole.module(BLUE, "crew_bridge") == "known"
    bought = quiet(3).ore(RED, 5)
    now("lab_mole", "exploit", bought).choose("player 3")
    assert bought.module(RED, "colonist_quarters") == "known" and bought.player(RED).ore == 1


@rule("CY-25.24", "CY-12.9")
def test_double_agents() -> None:
    dear = quiet().spy(BLUE, "double_agents", SABOTAGE).held(RED, BLUE, "soldier", 2)
    dear.card(RED, "negotiate")
    assert dear.module(RED, "control_systems") == "missing"
    three = quiet().spy(BLUE, "double_agents", SABOTAGE).held(RED, BLUE, "soldier", 3)
    three.card(RED, "negotiate")
    assert three.module(RED, "control_systems") == "known" and three.captives(RED, BLUE) == 0
    mech = quiet().spy(BLUE, "double_agents", SABOTAGE).held(RED, BLUE, "harvester")
    assert mech.card(RED, "negotiate").module(RED, "control_systems") == "known"


@rule("CY-25.24", "CY-25.25")
def test_stolen_initiative_comes_after_the_token_was_taken() -> None:
    game = now("stolen_initiative", "sabotage", quiet(3))
    assert game.s.holder == RED and game.offered() == ["player 1", "player 2", "player 3"]
    assert game.choose("player 3").s.holder == GREEN


# While in play


@rule("CY-25.24", "CY-25.25", "CY-4.10", "CY-4.11")
def test_closed_borders_and_caves_bind_every_step_but_not_ships() -> None:
    def edge(card: str) -> Laid:
        game = Laid(2).ground("cave", "0.6.3", "1.3.1", "2.2.0").spy(BLUE, card, SABOTAGE)
        return game.unit(RED, "soldier", "0.6.3")

    def reached(game: Laid, seat: int = RED) -> list[str]:
        return [HEX_IDS[hex] for hex in links(game.s, seat, hex_named("0.6.3"))]

    assert not {f"{k}.6.3" for k in range(1, 6)} & set(reached(edge("border_lockdown")))
    assert {"1.3.1", "2.2.0"} <= set(reached(edge("border_lockdown")))
    assert not {"1.3.1", "2.2.0"} & set(reached(edge("cave_in_teams")))
    assert {f"{k}.6.3" for k in range(1, 6)} <= set(reached(edge("cave_in_teams")))
    assert "3.6.3" in reached(edge("border_lockdown"), BLUE)  # its owner is free
    flight = edge("border_lockdown").unit(BLUE, "soldier", "0.6.3")
    goals = [HEX_IDS[hex] for hex in flee_hexes(flight.s, RED, hex_named("0.6.3"))]
    assert "3.6.3" not in goals and "1.3.1" in goals
    home = Laid(2).ship(RED, "3.6.3").modules(RED, 6).unit(RED, "soldier", "0.6.3")
    home.spy(BLUE, "border_lockdown", SABOTAGE).card(RED, "ship_card").section(evacuate)
    assert home.kind != "evacuate"  # nobody can come
    ship = Laid(2).spy(BLUE, "border_lockdown", SABOTAGE).ship(RED, "0.6.3")
    assert "3.6.3" in ship.card(RED, "ship_card").hexes()


@rule("CY-25.24", "CY-25.25")
def test_jammed_sensors() -> None:
    jam = Laid(2).faction(RED, "tectonic").spy(BLUE, "jammed_sensors", SABOTAGE)
    hex = hex_named(HERE)
    assert [early(jam.s, RED, type, hex) for type in (MINER, HARVESTER)] == [False, False]
    assert early(jam.s, RED, SOLDIER, hex)  # Sensor Net; only Miners and Harvesters are jammed
    assert early(jam.s, BLUE, MINER, hex)
    jam.s.warned = [RED * 128 + hex]
    assert early(jam.s, RED, MINER, hex)  # Grapple Lines
    own = Laid(2).spy(RED, "jammed_sensors", EXPLOIT)
    assert early(own.s, RED, SOLDIER, hex) and not early(own.s, RED, SPEAKER, hex)
    assert not early(own.s, BLUE, SOLDIER, hex)


@rule("CY-25.24", "CY-25.25")
def test_hacked_targeting() -> None:
    def strike(face: str, guard: bool = True) -> Laid:
        game = Laid(2).unit(BLUE, "soldier", HERE).unit(RED, "soldier", HERE)
        if guard:
            game.spy(BLUE, "hacked_targeting", SABOTAGE)
        return game.roll(red="2", face=face).card(RED, "battle").choose("strike")

    assert strike("plus_2", guard=False).kind == "strike_die_use"
    assert strike("plus_2").kind != "strike_die_use"
    assert strike("reroll_any").kind != "strike_die_use"
    before = Laid(2).s.stack_at
    assert strike("tremor").s.stack_at == before + 1
    own = Laid(2).unit(BLUE, "soldier", HERE).unit(RED, "soldier", HERE, 2)
    own.spy(RED, "hacked_targeting", EXPLOIT).roll(red="2 3", face="plus_1", more="r6")
    own.card(RED, "battle").choose("strike", "pass")
    assert own.kind == "static_reroll" and own.choose("die 1").dice() == [6, 3]


@rule("CY-11.38")
@rule("CY-25.24", "CY-11.32", "CY-11.33")
def test_kill_zones() -> None:
    def flight(game: Laid) -> Laid:
        game.unit(BLUE, "soldier", HERE).unit(RED, "soldier", HERE, 2)
        return game.roll(red="3 5", face="plus_1").card(BLUE, "battle")

    guarded = flight(Laid(2).spy(RED, "kill_zones", SABOTAGE)).choose("flee", "hex 0.4.1", "pass")
    assert guarded.dice() == [4, 6] and guarded.kind == "capture"
    stand = flight(Laid(2).spy(RED, "kill_zones", SABOTAGE))
    assert stand.choose("strike").kind != "capture"  # a strike of blue is not touched
    safe = flight(Laid(2).spy(BLUE, "kill_zones", EXPLOIT)).choose("flee", "hex 0.4.1")
    assert safe.where(BLUE, "soldier") == ["0.4.1"] and safe.s.fight is None


@rule("CY-25.24")
def test_shadow_governor_and_forged_treaties() -> None:
    def persuading(level: int, hex: str = HERE) -> Laid:
        game = Laid(2).habitat(hex, level).unit(RED, "speaker", hex)
        return game.spy(BLUE, "shadow_governor", SABOTAGE).card(RED, "speaker_card").choose("done")

    assert persuading(2).kind == "persuade"
    assert persuading(3).kind != "persuade" and persuading(5, "city").kind != "persuade"
    game = Laid(2).spy(BLUE, "forged_treaties", SABOTAGE)
    assert (offers_allowed(game.s, RED), offers_allowed(game.s, BLUE)) == (0, 3)


@rule("CY-25.24", "CY-15.5")
def test_ghost_signals() -> None:
    game = Laid(3).ship(BLUE, HERE).ship(GREEN, "0.4.0").unit(RED, "soldier", "0.4.1")
    game.spy(BLUE, "ghost_signals", SABOTAGE).card(RED, "negotiate").until("espionage_side")
    game.choose(game.offered()[0]).until("hack_unit")
    assert len(hackers(game.s, RED, 0)) == 1
    game.choose("unit soldier/0.4.1")
    assert game.s.fight is None or game.s.fight.other == GREEN  # blue's ship is not in reach
    coil = quiet().ship(BLUE, HERE).unit(RED, "soldier", "0.4.1").roll(red="1")
    coil.spy(RED, "ghost_signals", EXPLOIT).spy_deck("union_walkout").card(RED, "negotiate")
    coil.choose("exploit", "unit soldier/0.4.1")
    assert coil.kind == "hack_adjust"


@rule("CY-25.24", "CY-25.28")
def test_immunity_of_the_council() -> None:
    game = Laid(2).faction(RED, "council").influence(RED, 9).spy(BLUE, "smear_campaign", SABOTAGE)
    base = influence(game.s, RED)
    give_initiative(game.s, BLUE)
    assert influence(game.s, RED) == base - 2
    give_initiative(game.s, RED)
    assert influence(game.s, RED) == base


# The numbers of standing terms, side by side with what they are without the card


@rule("CY-25.30", "CY-25.24")
@pytest.mark.parametrize(
    ("card", "sabotage", "exploit"),
    [
        ("fuel_rationing", [4, 3, 3, 1, 2], [4, 3, 3, 3, 4]),
        ("checkpoint_chaos", [3, 2, 2, 2, 3], None),
        ("shadow_governor", [4, 3, 3, 2, 3], [4, 4, 3, 2, 3]),
    ],
)
def test_moves_under_espionage(card: str, sabotage: list[int], exploit: list[int] | None) -> None:
    hit = Laid(2).spy(BLUE, card, SABOTAGE)
    assert [move_of(hit.s, RED, type) for type in range(5)] == sabotage
    assert [move_of(hit.s, BLUE, type) for type in range(5)] == [4, 3, 3, 2, 3]
    if exploit is not None:
        own = Laid(2).spy(RED, card, EXPLOIT)
        assert [move_of(own.s, RED, type) for type in range(5)] == exploit
        assert [move_of(own.s, BLUE, type) for type in range(5)] == [4, 3, 3, 2, 3]


@rule("CY-25.30", "CY-25.21")
@pytest.mark.parametrize(
    ("relic", "moves"),
    [
        ("gravity_boots", [5, 3, 3, 2, 3]),
        ("singing_sandals", [4, 4, 4, 2, 3]),
        ("antigrav_skids", [4, 3, 3, 3, 4]),
    ],
)
def test_moves_with_relics(relic: str, moves: list[int]) -> None:
    game = Laid(2).relics(RED, relic)
    assert [move_of(game.s, RED, type) for type in range(5)] == moves


@rule("CY-25.30", "CY-25.21", "CY-25.28", "CY-18.1", "CY-19.14", "CY-11.27")
def test_health_shields_and_early_warning() -> None:
    hex = hex_named(HERE)

    def health(game: Laid) -> list[tuple[int, int]]:
        return [
            (health_of(game.s, RED, type, hex), second_of(game.s, RED, type)) for type in range(5)
        ]

    plain = [(4, 0), (3, 0), (3, 0), (5, 3), (6, 4)]
    assert health(Laid(2)) == plain
    assert health(Laid(2).relics(RED, "phase_plating"))[SOLDIER][0] == 5
    assert health(Laid(2).relics(RED, "phase_plating"))[1:] == plain[1:]
    assert health(Laid(2).faction(RED, "verdant"))[MINER][0] == 4
    garrison = Laid(2).faction(RED, "aegis").relics(RED, "phase_plating, phase_plating")
    assert health(garrison)[SOLDIER][0] == 6
    assert health(garrison.habitat(HERE, 1, RED))[SOLDIER][0] == 6  # at most 6
    for relic, types in (("ward_halo", [MINER]), ("mirror_field", [HARVESTER, POWERMECH])):
        game = Laid(2).relics(RED, relic)
        assert [type for type in range(5) if shielded(game.s, RED, type)] == [SPEAKER, *types]
        assert [type for type in range(5) if shielded(game.s, BLUE, type)] == [SPEAKER]
    spore = Laid(2).relics(RED, "oracle_spore")
    assert [TYPES[type] for type in range(5) if early(spore.s, RED, type, hex)] == [
        "soldier", "speaker", "miner", "harvester",
    ]  # fmt: skip


@rule(
    "CY-25.30", "CY-25.21", "CY-25.24", "CY-25.28", "CY-18.3", "CY-18.9", "CY-18.10", "CY-12.3",
    "CY-16.1",
)  # fmt: skip
def test_limits() -> None:
    player = RED
    for game, ore, hand, hold, relics, slots in (
        (Laid(2), 5, 5, 12, 5, 2),
        (Laid(2).relics(RED, "deep_silo"), 8, 5, 12, 5, 2),
        (Laid(2).relics(RED, "memory_vine"), 5, 7, 12, 5, 2),
        (Laid(2).relics(RED, "stasis_cage"), 5, 5, 16, 5, 2),
        (Laid(2).faction(RED, "helix_combine"), 7, 5, 12, 5, 2),
        (Laid(2).faction(RED, "meridian"), 5, 7, 12, 5, 2),
        (Laid(2).faction(RED, "wardens"), 5, 5, 12, 7, 3),
        (Laid(2).spy(BLUE, "comms_blackout", SABOTAGE), 5, 4, 12, 5, 2),
        (Laid(2).spy(RED, "comms_blackout", EXPLOIT), 5, 7, 12, 5, 2),
    ):
        red = game.player(player)
        found = (ore_capacity(game.s, RED), hand_limit(red), holding(red), relic_limit(red))
        assert (*found, relic_slots(red)) == (ore, hand, hold, relics, slots)
    low = Laid(2).spy(BLUE, "comms_blackout", SABOTAGE)
    low.player(RED).powers = [-9] * len(low.player(RED).powers)
    assert hand_limit(low.player(RED)) == 2  # at least


@rule("CY-25.30", "CY-25.21", "CY-25.24", "CY-25.28")
def test_prices() -> None:
    def vehicles(game: Laid) -> list[int]:
        return [upgrade_price(game.s, RED, type, 0) for type in (MINER, SOLDIER)]

    assert vehicles(Laid(2)) == [1, 3]
    assert vehicles(Laid(2).relics(RED, "forge_heart")) == [0, 2]
    assert vehicles(Laid(2).relics(RED, "forge_heart, forge_heart")) == [0, 1]  # at least 0
    assert vehicles(Laid(2).spy(BLUE, "arms_embargo", SABOTAGE)) == [2, 4]
    assert vehicles(Laid(2).spy(RED, "saboteurs", EXPLOIT)) == [1, 2]
    assert vehicles(Laid(2).faction(RED, "helix_combine")) == [0, 3]
    assert vehicles(Laid(2).faction(RED, "cascade")) == [0, 2]

    def modules(game: Laid, change: int = 0) -> list[int]:
        return [module_price(game.s, RED, module, change) for module in range(6)]

    assert modules(Laid(2)) == [2, 2, 3, 3, 4, 5]
    assert modules(Laid(2).spy(BLUE, "dock_strike", SABOTAGE)) == [3, 3, 4, 4, 5, 6]
    assert modules(Laid(2).relics(RED, "builder_glyph")) == [1, 1, 2, 2, 3, 4]
    assert modules(Laid(2), -3) == [1, 1, 1, 1, 1, 2]  # at least 1
    workers = [workers_needed(Laid(2).s, RED, module, 0) for module in range(6)]
    assert workers == [2, 3, 3, 4, 4, 5]
    crews = Laid(2).faction(RED, "free_colonies")
    assert [workers_needed(crews.s, RED, module, -1) for module in range(6)] == [0, 0, 0, 1, 1, 2]


@rule("CY-25.30", "CY-25.21", "CY-12.11")
def test_the_builder_glyph_is_for_the_first_module_of_a_turn() -> None:
    game = Laid(2).relics(RED, "builder_glyph").ship(RED, HERE).ore(RED, 9)
    game.card(RED, "ship_card").section(build).choose("build power_core", "build warp_drive")
    assert game.player(RED).ore == 9 - 3 - 5


@rule("CY-25.30", "CY-25.24", "CY-25.28", "CY-18.1", "CY-18.2")
def test_budget_influence_and_jumps() -> None:
    def budget(game: Laid) -> int:
        return game.card(RED, "recruit").s.budget

    assert budget(Laid(2).influence(RED, 6)) == 6
    assert budget(Laid(2).influence(RED, 6).spy(BLUE, "martial_law", SABOTAGE)) == 4
    assert budget(Laid(2).spy(BLUE, "martial_law", SABOTAGE)) == 0  # at least
    assert budget(Laid(2).faction(RED, "council")) == 7
    fans = Laid(2).faction(RED, "starlight").habitat(HERE, 3, RED).habitat("city", 5, RED)
    assert influence(fans.habitat("0.2.0", 2, RED).s, RED) == 4 + 3 + 5 + 2 + 2
    halls = Laid(2).faction(RED, "free_colonies")
    for hex in ("0.2.0", "0.3.0", "0.4.0", "0.5.0", "0.6.0"):
        halls.habitat(hex, 1, RED)
    assert influence(halls.s, RED) == 4 + 5 + 1
    assert jump_range(Laid(2).s, RED) == 5
    assert jump_range(Laid(2).faction(RED, "vanguard").s, RED) == 7


@rule("CY-25.30", "CY-25.21", "CY-25.24", "CY-25.28")
def test_yields() -> None:
    def dug(type: str, ground: str, game: Laid) -> tuple[int, int]:
        game.ground(ground, HERE).unit(RED, type, HERE).deck("dig_in, dig_in, medevac, medevac")
        game.card(RED, f"{type}_card").choose("done", f"unit {type}/{HERE}")
        return game.player(RED).ore, len(game.hand(RED))

    assert dug("miner", "ore", Laid(2)) == (1, 1)
    assert dug("miner", "ore", Laid(2).relics(RED, "lode_compass")) == (2, 1)
    assert dug("miner", "ore", Laid(2).spy(BLUE, "union_walkout", SABOTAGE)) == (0, 1)
    assert dug("miner", "plain", Laid(2)) == (0, 1)
    assert dug("miner", "plain", Laid(2).faction(RED, "meridian")) == (0, 2)
    assert dug("miner", "cave", Laid(2).faction(RED, "deepwell")) == (1, 1)
    assert dug("miner", "plain", Laid(2).faction(RED, "deepwell")) == (0, 1)
    assert dug("miner", "devastated", Laid(2).faction(RED, "verdant")) == (0, 1)
    assert dug("harvester", "ore", Laid(2)) == (5, 2)
    assert dug("harvester", "ore", Laid(2).spy(BLUE, "union_walkout", SABOTAGE)) == (4, 2)
    assert dug("harvester", "plain", Laid(2).relics(RED, "gleaner_swarm")) == (3, 1)


@rule("CY-25.30", "CY-25.21")
def test_troops_cross_but_vehicles_do_not() -> None:
    def walking(type: str) -> Laid:
        game = Laid(2).relics(RED, "cloud_step").unit(RED, type, "0.6.0")
        game.ground("mountain", "0.6.1", "5.6.5").ground("water", "0.5.0")
        game.ground("abyss", *[f"{k}.6.0" for k in range(1, 6)])
        return game.card(RED, f"{type}_card")

    miner = walking("miner").choose("unit miner/0.6.0")
    assert {"0.4.0", "0.5.1"} <= set(miner.hexes())
    assert not {"0.6.1", "0.5.0"} & set(miner.hexes())
    assert walking("harvester").kind != "move_leg"
    river = Laid(3).faction(RED, "wayfarers").unit(RED, "miner", "0.6.0")
    river.ground("mountain", "0.6.1", "5.6.5").ground("water", "0.5.0")
    river.ground("abyss", *[f"{k}.6.0" for k in range(1, 6)]).card(RED, "miner_card")
    assert "0.4.0" in river.choose("unit miner/0.6.0").hexes()


@rule("CY-25.30", "CY-25.28")
def test_start_of_turn_gains() -> None:
    for ore, later in ((2, 2), (3, 4)):
        game = Laid(3).faction(RED, "kessler").ore(RED, ore).at(start)
        assert game.player(RED).ore == later
    assert Laid(2).relics(RED, "world_seed").at(start).player(RED).ore == 1
