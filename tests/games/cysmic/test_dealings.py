"""Sections 13 to 17: trading, espionage, hacking, relics, Discovery cards."""

from contextlib import suppress

from starhall.engine.knowledge.memory import Witness
from starhall.engine.knowledge.views import view
from starhall.engine.rules.state import UNKNOWN
from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.content import EITHER_SIGN, EXPLOIT, NO_VALUE, SABOTAGE
from starhall.games.cysmic.content import RED as RED_DIE
from starhall.games.cysmic.content import YELLOW as YELLOW_DIE
from starhall.games.cysmic.geometry import hex_named
from starhall.games.cysmic.rules.commands import build
from starhall.games.cysmic.rules.hacking import hackers
from starhall.games.cysmic.rules.launch import launch
from starhall.games.cysmic.rules.powers import hand_limit, holding, influence
from starhall.games.cysmic.rules.tremors import tremor
from starhall.games.cysmic.rules.turn import second_window, start
from starhall.games.cysmic.state import Table
from tests.games.cysmic.tables import BLUE, CONTENT, GREEN, RED, Laid, table

HERE = "0.4.2"


# Trading


@rule("CY-13.1", "CY-13.4", "CY-13.8", "CY-13.5")
def test_a_trade() -> None:
    game = Laid(2).ore(RED, 4).habitat("2.2.0", 2, BLUE).held(BLUE, RED, "soldier")
    game.card(RED, "negotiate").choose("player 2")
    assert game.offered() == ["ore 1", "ore 2", "ore 3", "done"]
    game.choose("ore 3")
    assert game.offered() == ["ore 1", "done"]  # only one ore is left to offer
    game.choose("done")
    assert set(game.offered()) == {"habitat 2.2.0", "captive 1/soldier", "done"}
    game.choose("habitat 2.2.0", "captive 1/soldier")
    assert (game.kind, game.asked) == ("trade_answer", BLUE)
    game.choose("accept")
    assert (game.player(RED).ore, game.player(BLUE).ore) == (1, 3)
    assert influence(game.s, RED) == 2
    assert game.reserve(RED) == 25  # the captive went home


@rule("CY-13.2", "CY-13.3")
def test_offers_are_counted_and_can_be_declined() -> None:
    game = Laid(2).ore(RED, 4).card(RED, "negotiate")
    for _ in range(3):
        game.choose("player 2", "ore 1", "done", "decline")
    assert game.kind != "trade_partner"
    assert game.player(RED).ore == 4
    void = Laid(2).ore(RED, 1).card(RED, "negotiate").choose("player 2", "done")
    assert void.kind == "trade_partner" and void.s.offers == 1  # nothing for nothing
    kings = Laid(3).faction(RED, "wayfarers").ore(RED, 3).card(RED, "negotiate")
    for _ in range(3):
        kings.choose("player 2", "ore 1").until("trade_answer").choose("accept")
    assert kings.player(RED).ore == 2  # 3 - 3 + 2: only two trades pay
    assert kings.kind == "trade_partner"  # five offers
    barred = Laid(2).spy(BLUE, "forged_treaties", SABOTAGE).card(RED, "negotiate")
    assert barred.kind == "espionage_side"


@rule("CY-13.5", "CY-13.6", "CY-22.7", "CY-22.10")
def test_cards_in_trade_are_seen_by_the_traders_only() -> None:
    laid = Laid(3).cards(RED, "medevac, dig_in").cards(BLUE, "firewall, dampener")
    laid.relics(RED, "deep_silo").relics(RED, "war_prism", active=False)
    laid.s.witness = Witness(4)

    def seen_by(seat: int) -> Table:
        return table(view(laid.s, seat))

    laid.card(RED, "negotiate").choose("player 2")
    assert "offer_relic war_prism" in laid.offered()
    assert "offer_relic deep_silo" not in laid.offered()  # active Relics stay
    laid.choose("offer_card medevac", "done")
    assert laid.offered() == ["a_discovery", "done"]
    laid.choose("a_discovery", "done")
    public, partner = seen_by(GREEN).offer, seen_by(BLUE).offer
    assert public is not None and partner is not None
    assert public.cards == [] and public.give_cards == 1
    assert partner.cards == [CONTENT.cards.index("medevac")]
    assert CONTENT.cards.index("medevac") in seen_by(BLUE).players[RED].cards.cards
    laid.choose("accept")
    assert (laid.kind, laid.asked) == ("trade_card", BLUE)
    laid.choose("discard firewall")
    assert laid.hand(RED) == ["dig_in", "firewall"]
    assert laid.hand(BLUE) == ["dampener", "medevac"]
    assert seen_by(GREEN).players[BLUE].cards.cards == [UNKNOWN, UNKNOWN]
    assert CONTENT.cards.index("firewall") in seen_by(BLUE).players[RED].cards.cards


@rule("CY-13.7", "CY-12.3", "CY-18.1")
def test_traded_captives_need_room() -> None:
    game = Laid(3).modules(BLUE, 6).held(RED, GREEN, "soldier").card(RED, "negotiate")
    assert holding(game.player(BLUE)) == 0
    game.choose("player 2", "captive 3/soldier")
    assert game.kind == "trade_partner" and game.s.offers == 1  # void: blue has no room
    game.choose("player 3", "captive 3/soldier", "accept")
    assert game.reserve(GREEN) == 25


# Espionage


@rule("CY-14.6", "CY-25.23", "CY-25.24", "CY-14.2")
def test_sides_work_for_whom_they_say() -> None:
    plain = Laid(3).influence(GREEN, 5)
    hit = plain.spy(RED, "smear_campaign", SABOTAGE)
    assert influence(hit.s, GREEN) == 3
    own = Laid(3).influence(RED, 5).spy(RED, "smear_campaign", EXPLOIT)
    assert influence(own.s, RED) == 7
    idle = Laid(2, trading="off").spy_deck("forged_treaties").card(RED, "negotiate")
    idle.choose("exploit")  # nobody has ore: chosen all the same
    assert idle.s.espionage_pile.cards == [CONTENT.cards.index("forged_treaties")]


@rule("CY-14.7", "CY-16.9", "CY-17.8")
def test_empty_decks_are_made_anew() -> None:
    game = Laid(2).unit(RED, "miner", "0.4.1")
    s = game.s
    s.gather(s.discovery_deck, s.discovery_pile)
    while CONTENT.card_type[s.discovery_pile.cards[0]] == 0:
        s.discovery_pile.cards.append(s.discovery_pile.cards.pop(0))
    game.card(RED, "miner_card").choose("done", "unit miner/0.4.1")
    game.until("bonus")
    assert len(s.discovery_deck.cards) > 60
    assert len(game.player(RED).cards.cards) == 1
    bare = Laid(2, trading="off")
    bare.s.espionage_deck.cards = []
    bare.card(RED, "negotiate")
    assert bare.kind == "bonus"  # nothing to draw, nothing happens
    two = Laid(2).habitat("2.2.0", 2, RED).relics(RED, "choir_stone, choir_stone")
    assert influence(two.s, RED) == 6  # 2 + 2 + 2


@rule("CY-14.3", "CY-14.4")
def test_room_for_espionage_with_more_players() -> None:
    game = Laid(4, trading="off").spy(BLUE, "smear_campaign", SABOTAGE)
    game.spy(GREEN, "ghost_signals", EXPLOIT).spy_deck("dock_strike").card(RED, "negotiate")
    game.choose("sabotage")
    assert game.kind == "espionage_drop" and game.offered() == ["player 2", "player 3"]
    game.choose("player 3")
    assert game.player(GREEN).spy.cards == []
    own = Laid(4, trading="off").spy(RED, "smear_campaign", SABOTAGE)
    own.spy(GREEN, "ghost_signals", EXPLOIT).spy_deck("dock_strike").card(RED, "negotiate")
    own.choose("sabotage")
    assert own.player(GREEN).spy.cards and own.kind != "espionage_drop"


@rule("CY-25.25", "CY-25.24")
def test_espionage_fine_print() -> None:
    borders = Laid(2).spy(BLUE, "border_lockdown", SABOTAGE).unit(RED, "soldier", "0.6.3")
    borders.card(RED, "soldier_card").choose("unit soldier/0.6.3")
    assert "3.6.3" not in borders.hexes()
    ship = Laid(2).spy(BLUE, "border_lockdown", SABOTAGE).ship(RED, "0.6.3")
    assert "3.6.3" in ship.card(RED, "ship_card").hexes()
    token = Laid(2, trading="off").spy_deck("stolen_initiative").card(RED, "negotiate")
    token.choose("sabotage", "player 2")
    assert token.s.holder == BLUE
    hoax = Laid(2, trading="off").spy_deck("tremor_hoax")
    before = hoax.s.stack_at
    hoax.card(RED, "negotiate").choose("sabotage")
    assert hoax.s.stack_at == before + 2
    mole = Laid(2, trading="off").ore(RED, 3).spy_deck("lab_mole").card(RED, "negotiate")
    mole.choose("exploit")
    assert mole.player(RED).ore == 3 and mole.module(RED, "control_systems") == "missing"
    rich = Laid(2, trading="off").ore(RED, 4).spy_deck("lab_mole").card(RED, "negotiate")
    rich.choose("exploit")
    assert rich.player(RED).ore == 0 and rich.module(RED, "control_systems") == "known"


@rule("CY-25.24", "CY-22.6", "CY-21.1", "CY-21.2", "CY-25.2")
def test_espionage_done_at_once() -> None:
    def use(card: str, side: str, game: Laid) -> Laid:
        return game.spy_deck(card).card(RED, "negotiate").choose(side)

    def table() -> Laid:
        return Laid(2, trading="off")

    orders = use("false_orders", "sabotage", table().cards(BLUE, "dig_in, medevac, firewall"))
    assert len(orders.hand(BLUE)) == 1
    ore = use("counterfeit_ore", "sabotage", table().ore(BLUE, 3))
    assert ore.player(BLUE).ore == 2
    cell = use("sleeper_cell", "sabotage", table().habitat("2.2.0", 3, BLUE))
    assert cell.s.flag[hex_named("2.2.0")] == -1
    agents = use("double_agents", "exploit", table().held(RED, BLUE, "soldier"))
    agents.choose("player 2")
    assert agents.module(RED, "control_systems") == "known"
    guards = use("bribed_guards", "sabotage", table().held(BLUE, RED, "soldier", 3))
    guards.choose("free 1/soldier", "free 1/soldier")
    assert guards.captives(BLUE, RED) == 1
    ransom = use("bribed_guards", "exploit", table().held(RED, BLUE, "miner", 1))
    ransom.choose("free 2/miner")
    assert ransom.player(RED).ore == 1
    codes = use("stolen_codes", "sabotage", table().cards(BLUE, "dig_in, medevac"))
    assert codes.offered() == ["discard dig_in", "discard medevac"]
    codes.choose("discard medevac")
    assert codes.hand(BLUE) == ["dig_in"]
    sab = use("saboteurs", "sabotage", table().unit(BLUE, "harvester", HERE).ore(BLUE, 2))
    assert (sab.kind, sab.asked) == ("ability_cost", BLUE)
    sab.choose("no")
    assert sab.where(BLUE, "harvester") == []
    smug = use("relic_smugglers", "sabotage", table().relics(BLUE, "deep_silo", active=False))
    assert len(smug.player(RED).relics.cards) == 1
    column = table().unit(BLUE, "miner", HERE).unit(RED, "speaker", "0.4.1")
    fifth = use("fifth_column", "sabotage", column)
    assert fifth.captives(RED, BLUE) == 1
    mole = use("lab_mole", "sabotage", table().modules(BLUE, known="crew_bridge"))
    assert mole.module(BLUE, "crew_bridge") == "missing"
    back = table()
    back.s.stack_at = 6
    assert use("tremor_hoax", "exploit", back).s.stack_at == 5


# Hacking


@rule("CY-15.6", "CY-15.1", "CY-7.14")
def test_who_may_hack() -> None:
    game = Laid(3).ship(BLUE, HERE).unit(RED, "soldier", "0.4.1").unit(RED, "miner", "0.2.0")
    assert len(hackers(game.s, RED, 0)) == 1
    known = Laid(3).ship(BLUE, HERE).unit(RED, "soldier", "0.4.1")
    known.modules(RED, known="control_systems")
    assert hackers(known.s, RED, 0) == []
    ghost = Laid(3).ship(BLUE, HERE).unit(RED, "soldier", "0.4.1")
    assert hackers(ghost.spy(BLUE, "ghost_signals", SABOTAGE).s, RED, 0) == []
    mesh = Laid(3).faction(RED, "ghostline").ship(BLUE, HERE).unit(RED, "soldier", "0.2.1")
    assert len(hackers(mesh.s, RED, 0)) == 1


@rule("CY-15.5", "CY-25.21", "CY-25.28")
def test_changes_before_the_cards() -> None:
    game = Laid(2, trading="off").ship(BLUE, HERE).unit(RED, "soldier", "0.4.1")
    game.faction(BLUE, "ghostline").relics(RED, "whisper_coil, whisper_coil").roll(red="2")
    game.spy_deck("union_walkout").card(RED, "negotiate").choose("exploit", "unit soldier/0.4.1")
    assert game.dice() == [1]  # Black Ice
    assert game.kind == "hack_adjust"
    game.choose("plus")
    assert game.module(RED, "control_systems") == "known"  # one change of 1, and 2 is the number
    thorn = Laid(2, trading="off").ship(BLUE, HERE).unit(RED, "soldier", "0.4.1", 2)
    thorn.relics(BLUE, "thorn_mind").roll(red="2").spy_deck("union_walkout")
    thorn.card(RED, "negotiate").choose("exploit", "unit soldier/0.4.1")
    assert thorn.module(RED, "control_systems") == "missing"
    thorn.choose("unit soldier/0.4.1")
    assert thorn.module(RED, "control_systems") == "known"  # only the first one fails


@rule("CY-17.9", "CY-17.10", "CY-25.18")
def test_firewall_signal_jam_and_dampener() -> None:
    wall = Laid(2, trading="off").ship(BLUE, HERE).unit(RED, "soldier", "0.4.1")
    wall.cards(BLUE, "firewall").roll(red="2").spy_deck("union_walkout").card(RED, "negotiate")
    wall.choose("exploit", "unit soldier/0.4.1", "pass")
    assert wall.decision.about == "hack_hit/1/control_systems"
    wall.choose("react firewall")
    assert wall.module(RED, "control_systems") == "missing"
    jam = Laid(2).cards(RED, "ore_cache").cards(BLUE, "signal_jam").card(RED, "miner_card")
    jam.choose("bonus brown/1", "use ore_cache", "react signal_jam")
    assert jam.player(RED).ore == 0
    assert jam.hand(RED) == jam.hand(BLUE) == []  # used up all the same
    damp = Laid(2).cards(BLUE, "dampener").ground("ore", "0.4.1").unit(RED, "harvester", "0.4.1")
    damp.deck("dig_in, dig_in")
    before = damp.s.stack_at
    damp.card(RED, "harvester_card").choose("done", "unit harvester/0.4.1", "react dampener")
    assert damp.s.stack_at == before
    jump = Laid(2).cards(BLUE, "claim_jumper").ground("ore", "0.4.1").unit(RED, "miner", "0.4.1")
    jump.deck("dig_in").card(RED, "miner_card").choose("done", "unit miner/0.4.1")
    jump.choose("react claim_jumper")
    assert (jump.player(RED).ore, jump.player(BLUE).ore) == (0, 1)


@rule("CY-25.18", "CY-25.22", "CY-25.9", "CY-22.10")
def test_seismograph_grapple_lines_and_two_tokens() -> None:
    game = Laid(2).relics(RED, "star_chart").cards(BLUE, "seismograph")
    game.ground("ore", "0.4.1").unit(RED, "harvester", "0.4.1").deck("dig_in, dig_in")
    game.s.stack_at = 6
    game.card(RED, "harvester_card").choose("done", "unit harvester/0.4.1")
    assert (game.kind, game.asked) == ("fracture_pick", RED)
    assert len(game.offered()) == 2
    first = game.offered()[0]
    game.choose(first)
    assert len(game.s.bag) == 41
    game.choose("react seismograph").until("bonus")
    assert len(game.s.bag) == 41 and len(game.s.spent) == 1
    lines = Laid(2).unit(BLUE, "soldier", "2.3.1").cards(BLUE, "grapple_lines")
    lines.ground("ore", "0.4.1").unit(RED, "harvester", "0.4.1").deck("dig_in, dig_in")
    lines.s.stack_at = 6
    lines.next_token("fx_tundra_3").card(RED, "harvester_card")
    lines.choose("done", "unit harvester/0.4.1", "react grapple_lines", "hex 2.2.0")
    assert lines.where(BLUE, "soldier") == ["2.2.0"]


# Relics


@rule("CY-16.4", "CY-22.5")
def test_tokens_and_finds() -> None:
    game = Laid(2).unit(RED, "soldier", "0.4.1").token("0.3.1").relic_deck("deep_silo")
    game.s.relic_deck.cards = [CONTENT.cards.index("deep_silo")]
    game.card(RED, "soldier_card").choose("unit soldier/0.4.1", "hex 0.3.1")
    assert game.kind == "relic_now"  # a single Relic is kept without asking
    game.choose("hold")
    assert game.player(RED).relics.cards == [CONTENT.cards.index("deep_silo")]
    two = Laid(2).unit(RED, "soldier", "0.4.1").token("0.3.1").relic_deck("deep_silo, war_prism")
    two.card(RED, "soldier_card").choose("unit soldier/0.4.1", "hex 0.3.1")
    assert two.player(RED).found.sight == 1
    two.choose("keep war_prism", "hold")
    assert two.s.relic_pile.cards == [CONTENT.cards.index("deep_silo")]
    ship = Laid(2).ship(RED, "0.4.1").token("0.3.1").card(RED, "ship_card").choose("hex 0.3.1")
    assert ship.player(RED).relics.cards == [] and ship.s.relic_tokens == 30 - ship.s.tokens_out
    dry = Laid(2).ship(RED, "0.4.1")
    dry.s.relic_tokens, dry.s.under = 0, [1] * 30
    dry.card(RED, "ship_card").choose("hex 0.3.1")
    assert dry.ground_of("0.4.1") == "devastated" and dry.s.tokens_out == 0


@rule("CY-19.18", "CY-16.4")
def test_no_token_under_a_ship_that_could_not_leave() -> None:
    game = Laid(2)
    game.s.ground = [6] * len(game.s.ground)
    for seat, hex in ((RED, "0.4.2"), (BLUE, "3.4.2")):
        game.s.ground[hex_named(hex)] = 0
        game.ship(seat, hex)
    game.s.under = [2] * 30
    game.s.stack_at = 6
    game.next_token("fx_desert_4")
    with suppress(StopIteration):
        tremor(game.s, BLUE).send(None)
    assert game.ground_of("0.4.2") == "devastated" and game.ship_of(RED) == "0.4.2"
    assert game.s.tokens[hex_named("0.4.2")] == 0


@rule("CY-25.21", "CY-25.30")
def test_every_relic_and_faction_changes_something() -> None:
    assert len(CONTENT.relics) == 30 and all(CONTENT.relic_terms)
    assert len(CONTENT.factions) == 18 and all(len(terms) >= 3 for terms in CONTENT.faction_terms)
    for side in (SABOTAGE, EXPLOIT):
        for card in range(29):
            assert bool(CONTENT.side_terms[card][side]) is CONTENT.stays[card][side]
            assert bool(CONTENT.side_clauses[card][side]) is not CONTENT.stays[card][side]


@rule("CY-3.10")
@rule("CY-25.21", "CY-20.3", "CY-20.5")
def test_relics_at_work() -> None:
    keel = Laid(2).modules(RED, 6).relics(RED, "void_keel").ground("devastated", "3.5.2")
    assert keel.at(launch).kind == "launch"
    mercy = Laid(2).modules(RED, 6).relics(RED, "mercy_engine").unit(RED, "miner", HERE)
    mercy.humanity("none", "up_to_1").at(launch).choose("roll")
    assert mercy.decision.about == "mercy_engine"
    mercy.choose("yes")
    assert mercy.s.winner == RED
    panic = Laid(2).modules(RED, 6).spy(BLUE, "evacuation_panic", SABOTAGE)
    panic.unit(RED, "miner", HERE).humanity("up_to_1").at(launch).choose("roll")
    assert panic.s.winner == -1
    anchor = Laid(2).relics(RED, "seismic_anchor").ground("ore", "0.4.1", "0.3.1")
    anchor.unit(RED, "harvester", "0.4.1").unit(RED, "harvester", "0.3.1")
    anchor.deck("dig_in, dig_in, medevac, medevac")
    before = anchor.s.stack_at
    anchor.card(RED, "harvester_card").choose("done", "unit harvester/0.3.1")
    assert anchor.s.stack_at == before
    anchor.choose("unit harvester/0.4.1")
    assert anchor.s.stack_at == before + 1
    jets = Laid(2).relics(RED, "ember_jets").unit(RED, "powermech", "0.4.1")
    before = jets.s.stack_at
    jets.card(RED, "powermech_card").choose("unit powermech/0.4.1", "jump", "hex city")
    assert jets.s.stack_at == before
    step = Laid(2).relics(RED, "cloud_step").unit(RED, "soldier", "0.4.1")
    step.ground("mountain", "0.3.0").ground("water", "0.3.1").card(RED, "soldier_card")
    step.choose("unit soldier/0.4.1")
    assert not {"0.3.0", "0.3.1"} & set(step.hexes()) and "0.2.0" in step.hexes()
    glyph = Laid(2).relics(RED, "builder_glyph").ship(RED, HERE).ore(RED, 4)
    glyph.card(RED, "ship_card").section(build).choose("build power_core")
    assert glyph.player(RED).ore == 1
    shard = Laid(2).relics(RED, "time_shard").round(2).burnt(RED, "battle", 1).at(start)
    assert "time_shard" in shard.offered()
    shard.choose("time_shard")
    assert CONTENT.cards.index("battle") in shard.player(RED).hand.cards
    assert "time_shard" not in shard.offered()
    crow = Laid(2, trading="off").relics(RED, "crow_engine").held(RED, BLUE, "soldier", 2)
    assert crow.card(RED, "negotiate").player(RED).ore == 2
    vine = Laid(2).relics(RED, "memory_vine")
    assert hand_limit(vine.player(RED)) == 7
    cage = Laid(2).relics(RED, "stasis_cage")
    assert holding(cage.player(RED)) == 16


# Discovery cards


@rule("CY-17.1", "CY-25.14", "CY-25.15")
def test_discovery_designs() -> None:
    kinds = [
        sum(CONTENT.card_type[card] == kind for card in range(len(CONTENT.discoveries)))
        for kind in range(3)
    ]
    assert kinds == [11, 17, 15]
    spike = CONTENT.discoveries.index("data_spike")
    assert CONTENT.modifier[RED_DIE][spike] == CONTENT.modifier[YELLOW_DIE][spike] == EITHER_SIGN
    assert CONTENT.modifier[RED_DIE][CONTENT.discoveries.index("ore_cache")] == NO_VALUE
    assert CONTENT.modifier[RED_DIE][CONTENT.discoveries.index("skim_the_books")] == 3
    assert CONTENT.modifier[YELLOW_DIE][CONTENT.discoveries.index("loyalists")] == -3
    assert all(
        CONTENT.modifier[colour][card] == NO_VALUE
        for card in range(11)
        for colour in (RED_DIE, YELLOW_DIE)
    )
    assert all(CONTENT.ability[card] for card in range(28))


def event(card: str, game: Laid) -> Laid:
    """Red explores and draws the Event, then a harmless card."""
    game.unit(RED, "miner", "1.5.1").deck(f"{card}, rear_guard").card(RED, "miner_card")
    return game.until("dig").choose("unit miner/1.5.1")


@rule("CY-25.16", "CY-25.19", "CY-17.2")
def test_events() -> None:
    bloom = event("crystal_bloom", Laid(2).ground("ore", HERE).unit(BLUE, "miner", HERE))
    assert (bloom.player(RED).ore, bloom.player(BLUE).ore) == (2, 1)
    game = Laid(2)
    before = game.s.stack_at
    assert event("double_quake", game).s.stack_at == before + 2
    hole = event("sinkhole", Laid(2))
    fallen = [hex for hex in range(127) if hole.s.ground[hex] in (5, 6)]
    assert len(fallen) == 1 and fallen[0] != 0
    refugees = event("refugee_column", Laid(2).influence(RED, 5))
    assert (refugees.kind, refugees.asked) == ("recruit_type", BLUE)
    riot = event("riots", Laid(2).habitat("2.2.0", 1, BLUE).habitat("2.3.0", 3, BLUE))
    assert riot.s.flag[hex_named("2.2.0")] == -1 and riot.s.flag[hex_named("2.3.0")] == BLUE
    assert event("dust_storm", Laid(2)).s.dust == [RED]
    assert event("solar_flare", Laid(2)).s.flare == [RED]
    broken = event("prison_break", Laid(2).held(BLUE, RED, "soldier", 2))
    assert broken.captives(BLUE, RED) == 1
    rot = event("ore_rot", Laid(2).ore(BLUE, 4).ore(RED, 3))
    assert (rot.player(BLUE).ore, rot.player(RED).ore) == (3, 3)
    beacon = event("alien_beacon", Laid(2).ground("devastated", HERE))
    assert beacon.s.tokens[hex_named(HERE)] == 1
    grounded = Laid(2).unit(RED, "powermech", "0.4.1")
    grounded.s.flare = [BLUE]
    grounded.card(RED, "powermech_card").choose("unit powermech/0.4.1")
    assert "jump" not in grounded.offered()


def use(card: str, game: Laid) -> Laid:
    """Red uses the ability of the card by the brown bonus action."""
    return (
        game.cards(RED, card)
        .card(RED, "recruit")
        .until("bonus")
        .choose("bonus brown/1", f"use {card}")
    )


@rule("CY-9.10", "CY-16.2", "CY-25.19", "CY-25.24")
@rule("CY-15.5", "CY-25.17", "CY-25.2", "CY-25.1")
def test_actions() -> None:
    march = use("forced_march", Laid(2).unit(RED, "miner", HERE))
    assert march.offered() == [f"unit miner/{HERE}", "done"]
    drop = use("rapid_deployment", Laid(2).influence(RED, 2))
    assert drop.decision.about == "2"
    vein = Laid(2).ground("ore", HERE).unit(RED, "miner", HERE, 2)
    assert use("rich_vein", vein).player(RED).ore == 2
    game = Laid(2).unit(BLUE, "miner", HERE)
    before = game.s.stack_at
    strike = use("orbital_strike", game)
    assert strike.where(BLUE, "miner") == [] and strike.s.stack_at == before + 1
    charge = use("seismic_charge", Laid(2).unit(RED, "soldier", HERE))
    assert "city" not in charge.hexes() and "0.4.0" in charge.hexes()
    charge.choose("hex 0.4.0")
    assert charge.ground_of("0.4.0") in ("abyss", "devastated")
    swap = use("hostage_swap", Laid(2).held(RED, BLUE, "soldier", 2)).choose("player 2")
    assert swap.module(RED, "control_systems") == "known"
    shop = Laid(2).ship(RED, HERE).unit(RED, "miner", "0.4.1")
    use("field_workshop", shop).choose("unit miner/0.4.1")
    assert shop.where(RED, "harvester") == ["0.4.1"] and shop.player(RED).ore == 0
    prefab = use("prefab_assembly", Laid(2).ore(RED, 4)).choose("build warp_drive")
    assert prefab.player(RED).ore == 0
    prop = use("propaganda", Laid(2).habitat("2.2.0", 2, BLUE).habitat("2.3.0", 3, BLUE))
    assert prop.s.flag[hex_named("2.2.0")] == -1
    roots = use("grassroots", Laid(2).habitat("2.2.0", 2).unit(RED, "miner", "2.2.0"))
    assert roots.s.flag[hex_named("2.2.0")] == RED
    spike = Laid(2).ship(BLUE, HERE).unit(RED, "soldier", "0.4.1").roll(red="1")
    use("data_spike", spike).choose("unit soldier/0.4.1", "plus")
    assert spike.module(RED, "control_systems") == "known"
    rats = use("tunnel_rats", Laid(2).ground("cave", "2.2.0").unit(RED, "miner", HERE))
    rats.choose(f"unit miner/{HERE}")
    assert rats.where(RED, "miner") == ["2.2.0"]
    market = use("black_market", Laid(2).cards(RED, "dig_in, medevac"))
    market.choose("discard dig_in", "discard medevac")
    assert market.player(RED).ore == 4
    hunters = use("relic_hunters", Laid(2))
    assert hunters.kind == "relic_keep"
    lift = use("emergency_airlift", Laid(2).ship(RED, HERE).unit(RED, "powermech", "2.2.0"))
    lift.choose("unit powermech/2.2.0", "hex 0.4.1")
    assert lift.where(RED, "powermech") == ["0.4.1"]
    skim = use("skim_the_books", Laid(2).ore(RED, 1).ore(BLUE, 5))
    assert (skim.player(RED).ore, skim.player(BLUE).ore) == (3, 3)


@rule("CY-25.28", "CY-25.29")
def test_faction_abilities_outside_combat() -> None:
    helix = Laid(2).faction(RED, "helix_combine").ground("ore", HERE).unit(RED, "miner", HERE)
    helix.deck("dig_in").card(RED, "miner_card").choose("done", f"unit miner/{HERE}")
    assert helix.player(RED).ore == 2
    dawn = Laid(2).faction(BLUE, "last_dawn").habitat(HERE, 1, BLUE).unit(RED, "soldier", "0.4.1")
    dawn.card(RED, "soldier_card").choose("unit soldier/0.4.1", f"hex {HERE}", "stop")
    assert dawn.kind != "neutralize"  # red cannot pay
    paid = Laid(2).faction(BLUE, "last_dawn").habitat(HERE, 1, BLUE).unit(RED, "soldier", "0.4.1")
    paid.ore(RED, 1).card(RED, "soldier_card")
    paid.choose("unit soldier/0.4.1", f"hex {HERE}", "stop", "yes")
    assert paid.player(RED).ore == 0 and paid.s.flag[hex_named(HERE)] == -1
    study = Laid(2).faction(RED, "meridian").unit(RED, "miner", HERE).deck("dig_in, medevac")
    study.card(RED, "miner_card").choose("done", f"unit miner/{HERE}")
    assert len(study.hand(RED)) == 2
    kess = Laid(3).faction(RED, "kessler").habitat(HERE, 2, BLUE).unit(RED, "miner", "0.4.1")
    kess.ore(RED, 3).at(second_window)
    kess.choose("takeover")
    assert kess.s.flag[hex_named(HERE)] == RED and kess.player(RED).ore == 0
    council = Laid(2).faction(RED, "council").spy(BLUE, "smear_campaign", SABOTAGE)
    assert influence(council.s, RED) == 5  # holds the First Player token
    startup = Laid(2).faction(RED, "cascade").ship(RED, HERE).ore(RED, 5)
    startup.unit(RED, "miner", "0.4.1").unit(RED, "miner", "0.3.1").card(RED, "upgrade")
    startup.choose("unit miner/0.4.1", "unit miner/0.3.1").until("activate_pick")
    startup.choose("unit harvester/0.3.1").until("activate_pick")
    assert startup.offered() == ["unit harvester/0.4.1", "done"]
    quake = Laid(2).faction(RED, "tectonic").ground("ore", HERE).unit(RED, "harvester", HERE)
    quake.deck("dig_in, dig_in").card(RED, "harvester_card")
    quake.choose("done", f"unit harvester/{HERE}")
    assert quake.decision.about == "damping"
    fall = Laid(2).faction(RED, "verdant").ship(RED, HERE).deck("dig_in").card(RED, "ship_card")
    fall.choose("hex 0.4.1")
    assert fall.hand(RED) == ["dig_in"]  # After the Fall
    league = Laid(2).faction(BLUE, "free_colonies").habitat(HERE, 1, BLUE)
    league.unit(RED, "soldier", "0.4.1").card(RED, "soldier_card")
    league.choose("unit soldier/0.4.1", f"hex {HERE}", "stop", "yes")
    assert league.player(BLUE).ore == 1  # Strike Fund
    tug = Laid(2).faction(RED, "vanguard").ship(RED, HERE).card(RED, "ship_card")
    tug.choose("hex 0.4.1", "hex 0.3.0")
    assert tug.kind == "ship_move"
    iron = Laid(2).faction(RED, "ironback").ship(RED, HERE).card(RED, "recruit")
    iron.choose("type soldier", "hex 0.4.1")
    assert iron.s.budget == 4
    ward = Laid(2).faction(RED, "wardens").round(3).relics(RED, "deep_silo")
    ward.burnt(RED, "recruit", 1).burnt(RED, "upgrade", 2).at(start)
    ward.choose("spend_active deep_silo", "reclaim_burned 1/recruit")
    assert ward.offered() == ["reclaim_burned 2/upgrade", "done"]  # Attunement


@rule("CY-22.8")
def test_only_holders_are_asked() -> None:
    game = Laid(3).cards(BLUE, "firewall").ground("ore", HERE).unit(RED, "harvester", HERE)
    game.deck("dig_in, dig_in").card(RED, "harvester_card").choose("done", f"unit harvester/{HERE}")
    assert game.kind != "reaction"
    lone = Laid(3).ground("ore", HERE).unit(RED, "harvester", HERE).deck("dig_in, dig_in")
    lone.s.auto_single = False  # then nobody can tell by who is asked who holds a card
    lone.card(RED, "harvester_card").choose("done", f"unit harvester/{HERE}")
    while lone.kind != "reaction":
        lone.choose("done")
    assert lone.offered() == ["pass"]
