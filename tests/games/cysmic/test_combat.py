"""Sections 11 and 12: strikes, flight, captives."""

from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.content import EXPLOIT, SABOTAGE, STRIKE_FACES, TYPES
from starhall.games.cysmic.geometry import hex_named
from starhall.games.cysmic.rules.board import load
from starhall.games.cysmic.rules.combat import flee_hexes
from starhall.games.cysmic.rules.powers import early
from starhall.games.cysmic.rules.strike import pool
from starhall.games.cysmic.state import Fight
from tests.games.cysmic.tables import BLUE, CONTENT, GREEN, RED, Laid

HERE = "0.4.2"


def duel(red: int = 1, blue: int = 1) -> Laid:
    """Blue Soldiers were there, red ones attack."""
    return Laid(2).unit(BLUE, "soldier", HERE, blue).unit(RED, "soldier", HERE, red)


@rule("CY-25.6", "CY-25.7")
def test_faces() -> None:
    assert sorted(CONTENT.red_faces) == [n for n in range(1, 7) for _ in range(2)]
    assert [CONTENT.yellow_faces.count(n) for n in range(1, 5)] == [4, 3, 3, 2]
    assert [STRIKE_FACES[face] for face in CONTENT.blue_die] == [
        "tremor", "tremor", "reroll_any", "reroll_any", "plus_1", "plus_2",
    ]  # fmt: skip
    assert [STRIKE_FACES[face] for face in CONTENT.green_die].count("reroll_yellow") == 3
    assert [STRIKE_FACES[face] for face in CONTENT.green_die].count("reroll_red") == 3


@rule("CY-11.8")
@rule("CY-11.6", "CY-11.28", "CY-11.9")
def test_strikes_alternate_until_one_side_is_gone() -> None:
    game = duel(1, 2).roll(red="1", face="plus_1").card(RED, "battle")
    assert game.asked == RED
    game.choose("strike", "pass")
    assert (game.kind, game.asked) == ("strike_or_flee", BLUE)
    game.roll(red="6 6", face="reroll_yellow").choose("strike", "type soldier")
    assert game.captives(BLUE, RED) == 1
    assert game.s.fight is None
    assert game.kind == "bonus"


@rule("CY-4.19")
@rule("CY-11.10", "CY-11.11", "CY-23.2")
def test_dice_of_a_side() -> None:
    game = Laid(2).unit(BLUE, "soldier", HERE).unit(RED, "powermech", HERE)
    game.unit(RED, "soldier", HERE).unit(RED, "miner", HERE)
    game.relics(RED, "twin_fang, twin_fang")
    fight = Fight(hex=hex_named(HERE), striker=RED, other=BLUE)
    assert pool(game.s, fight) == [0] * 6 + [1]


@rule("CY-11.13", "CY-11.14", "CY-21.2")
def test_strike_die_faces() -> None:
    plus = duel(2).roll(red="1 5", face="plus_2").card(RED, "battle").choose("strike")
    assert plus.offered() == ["die 1", "die 2", "pass"]
    plus.choose("die 1")
    assert plus.dice() == [3, 5]
    again = duel(2).roll(red="1 5", face="reroll_any", more="r6").card(RED, "battle")
    again.choose("strike", "die 1")
    assert again.dice() == [6, 5]
    green = duel(1, 1).roll(red="2", face="reroll_red", more="r4").card(BLUE, "battle")
    green.choose("strike", "die 1")
    assert green.dice() == [4]
    idle = duel(1, 1).roll(red="4", face="reroll_yellow").card(BLUE, "battle").choose("strike")
    assert idle.kind == "capture"  # no yellow die: nothing to ask


@rule("CY-11.12")
def test_tremor_in_a_strike_takes_the_ground_away() -> None:
    game = duel(1, 1)
    game.s.stack_at = 6
    game.next_token("fx_desert_4").roll(red="6", face="tremor").card(RED, "battle")
    game.choose("strike")
    assert game.where(RED, "soldier") == game.where(BLUE, "soldier") == []
    assert game.captives(RED, BLUE) == 0
    assert game.ground_of(HERE) in ("abyss", "devastated")
    assert game.s.fight is None and game.kind == "bonus"


@rule("CY-11.15", "CY-25.30")
def test_rerolls_from_relics_and_the_window_after_them() -> None:
    game = Laid(2).unit(BLUE, "soldier", HERE).unit(RED, "soldier", HERE).unit(RED, "miner", HERE)
    game.relics(RED, "hive_lens").cards(RED, "lucky_shot")
    game.roll(red="2", yellow="1", face="plus_1", more="y4 r5").card(RED, "battle")
    game.choose("strike", "pass")
    assert game.kind == "static_reroll" and game.offered() == ["die 2", "pass"]
    game.choose("die 2")
    assert game.dice() == [2, 4]
    assert game.kind == "reaction" and game.decision.about == "strike_rolled/red_2+yellow_4"
    game.choose("react lucky_shot", "die 1", "pass")
    assert game.dice() == [5, 4]


@rule("CY-11.16", "CY-11.17", "CY-25.22")
def test_shields_work_in_every_strike_and_never_twice_on_a_die() -> None:
    game = Laid(2).unit(BLUE, "speaker", HERE, 2).unit(RED, "soldier", HERE, 2)
    game.roll(red="4 4", face="plus_1").card(RED, "battle").choose("strike", "pass")
    assert (game.kind, game.asked) == ("shield", BLUE)
    game.choose("die 1")
    assert game.dice() == [3, 4] and game.kind == "shield"
    assert game.offered() == ["die 2", "pass"]
    game.choose("die 2")
    assert game.dice() == [3, 3]
    halo = Laid(2).unit(BLUE, "miner", HERE).unit(RED, "soldier", HERE)
    halo.relics(BLUE, "ward_halo, ward_halo").roll(red="4", face="plus_1").card(RED, "battle")
    halo.choose("strike", "pass", "die 1")
    assert halo.dice() == [3] and halo.kind != "shield"  # two halos, still one Shield


@rule("CY-11.24", "CY-11.20")
def test_dig_in_before_the_hits() -> None:
    game = duel().cards(BLUE, "dig_in").roll(red="5", face="plus_1").card(RED, "battle")
    game.choose("strike", "pass", "pass")
    assert (game.kind, game.asked, game.decision.about) == (
        "reaction",
        BLUE,
        "strike_final/1/red_5",
    )
    game.choose("react dig_in")
    assert game.kind != "capture"  # 3 is not enough for a Soldier
    assert game.captives(RED, BLUE) == 0


@rule("CY-11.29", "CY-7.16", "CY-11.10")
def test_a_combat_is_broken_off_after_forty_strikes() -> None:
    game = duel(1, 1).card(RED, "battle")
    strikes = 0
    while game.s.fight is not None and strikes <= 40:
        if game.kind == "strike_or_flee":
            game.roll(red="1", face="plus_1" if game.asked == RED else "reroll_yellow")
            game.choose("strike")
            strikes += 1
        else:
            game.choose("pass")
    assert strikes == 40 and game.kind not in ("pick_combat", "strike_or_flee")  # once a card
    assert game.count(RED, "soldier", HERE) == game.count(BLUE, "soldier", HERE) == 1
    assert game.s.attacker[hex_named(HERE)] == RED


@rule("CY-11.30", "CY-11.31")
def test_where_one_may_flee() -> None:
    game = Laid(3).unit(BLUE, "soldier", HERE, 2).unit(RED, "soldier", HERE)
    game.unit(BLUE, "miner", "0.4.1", 2).unit(GREEN, "miner", "0.4.3").ship(RED, "0.3.1")
    game.ground("mountain", "0.3.2").habitat("0.5.2", 1, RED)
    assert flee_hexes(game.s, BLUE, hex_named(HERE)) == [
        hex_named("0.5.2"), hex_named("0.5.3"),
    ]  # fmt: skip


@rule("CY-11.37", "CY-12.1", "CY-17.9")
def test_captures_in_the_order_picked_and_saved_units_use_dice() -> None:
    game = Laid(2).unit(BLUE, "miner", HERE).unit(BLUE, "soldier", HERE)
    game.unit(RED, "soldier", HERE, 2).cards(BLUE, "medevac").roll(red="4 3", face="plus_1")
    game.card(RED, "battle").choose("strike", "pass", "pass", "type soldier", "type miner")
    assert (game.kind, game.asked) == ("reaction", BLUE)
    assert game.decision.about == "would_capture/soldier/0.4.2"
    game.choose("react medevac")
    assert game.captives(RED, BLUE) == 1
    assert game.where(BLUE, "soldier") == game.where(BLUE, "miner") == []
    assert game.s.players[BLUE].where[0] == -1  # the Soldier is home


@rule("CY-25.24", "CY-25.25", "CY-25.30", "CY-18.1")
def test_hacked_targeting_and_kill_zones() -> None:
    game = duel(1, 1).spy(BLUE, "hacked_targeting", SABOTAGE)
    game.roll(red="2", face="plus_2").card(RED, "battle").choose("strike")
    assert game.kind == "strike_or_flee" and game.asked == BLUE  # red's Strike Die did nothing
    zones = duel(1, 1).spy(RED, "kill_zones", SABOTAGE).roll(red="3", face="plus_1")
    zones.card(BLUE, "battle").choose("flee", "hex 0.4.1", "pass")
    assert zones.dice() == [4] and zones.kind == "capture"
    safe = duel(1, 1).spy(BLUE, "kill_zones", EXPLOIT).card(BLUE, "battle")
    safe.choose("flee", "hex 0.4.1")
    assert safe.where(BLUE, "soldier") == ["0.4.1"]


@rule("CY-11.28")
@rule("CY-25.18", "CY-25.19", "CY-11.32", "CY-11.33")
def test_reactions_to_flight_and_victory() -> None:
    guard = duel(1, 1).cards(BLUE, "rear_guard").cards(RED, "hot_pursuit").card(BLUE, "battle")
    guard.choose("flee", "hex 0.4.1", "react rear_guard")
    assert guard.where(BLUE, "soldier") == ["0.4.1"]
    assert guard.hand(RED) == ["hot_pursuit"]  # not asked after a Rear Guard
    hunt = duel(1, 1).cards(RED, "hot_pursuit").roll(red="1 4", face="plus_1")
    hunt.card(BLUE, "battle").choose("flee", "hex 0.4.1", "react hot_pursuit", "pass")
    assert hunt.dice() == [1, 4] and hunt.kind == "capture"
    win = duel(1, 1).cards(RED, "press_the_advantage, spoils_of_war")
    win.roll(red="6", face="plus_1").card(RED, "battle")
    win.choose("strike", "pass", "pass", "type soldier")
    assert win.decision.about == "captured/soldier"
    win.choose("react spoils_of_war")
    assert win.player(RED).ore == 2
    assert win.decision.about == "combat_won/0.4.2"
    win.choose("react press_the_advantage", "hex 0.3.1")
    assert win.where(RED, "soldier") == ["0.3.1"] and win.s.moves_left == 1


@rule("CY-25.28", "CY-25.31", "CY-11.11", "CY-11.38", "CY-11.32", "CY-11.27", "CY-18.1")
def test_faction_abilities_in_combat() -> None:
    aegis = duel(1, 1).faction(BLUE, "aegis").habitat(HERE, 1, BLUE)
    aegis.roll(red="4", face="plus_1").card(RED, "battle").choose("strike", "pass")
    assert aegis.kind == "shield"  # Tower Shields
    aegis.choose("pass")
    assert aegis.kind != "capture"  # Garrison: health 5
    assert early(aegis.s, BLUE, TYPES.index("soldier"), hex_named(HERE))  # Watchtowers
    iron = duel(2, 1).faction(RED, "ironback")
    assert (
        len(pool(iron.s, Fight(hex=hex_named(HERE), striker=RED, other=BLUE))) == 3
    )  # Massed Fire
    line = duel(1, 1).faction(RED, "redline").ore(BLUE, 3).roll(red="4", face="reroll_any")
    line.card(RED, "battle").choose("strike", "pass", "type soldier")
    assert line.player(RED).ore == 1 and line.player(BLUE).ore == 2  # Smash and Grab
    fade = duel(1, 1).faction(BLUE, "redline").card(BLUE, "battle").choose("flee", "hex 0.4.1")
    assert fade.where(BLUE, "soldier") == ["0.4.1"]  # Fade Out
    star = Laid(2).faction(BLUE, "starlight").unit(BLUE, "speaker", HERE)
    star.unit(RED, "soldier", HERE).roll(red="4", face="plus_1").card(RED, "battle")
    star.choose("strike", "pass", "die 1")
    assert star.captives(RED, BLUE) == 0  # Show Stopper took 2
    deep = duel(1, 1).faction(RED, "deepwell").ground("cave", HERE).roll(red="3", face="plus_1")
    deep.card(RED, "battle").choose("strike", "pass", "die 1")
    assert deep.dice() == [4]  # Blind Fighting
    mart = duel(1, 1).faction(BLUE, "last_dawn").deck("medevac").roll(red="6", face="plus_1")
    mart.card(RED, "battle").choose("strike", "pass", "type soldier")
    assert mart.hand(BLUE) == ["medevac"]  # Martyrs
    casc = Laid(2).faction(BLUE, "cascade").unit(BLUE, "harvester", HERE).ore(BLUE, 2)
    casc.unit(RED, "soldier", HERE, 2).roll(red="6 6", face="plus_1").card(RED, "battle")
    casc.choose("strike", "pass", "type harvester")
    assert (casc.kind, casc.decision.about) == ("ability_cost", "recall_beacons/harvester/0.4.2")
    casc.choose("yes")
    assert casc.captives(RED, BLUE) == 0 and casc.player(BLUE).ore == 0


@rule("CY-19.6", "CY-11.12")
def test_nested_a_tremor_inside_a_fracture_waits_for_its_end() -> None:
    """A blue tremor fractures; the escaping Miner finds a Relic Token; its finder draws."""
    game = Laid(2).faction(RED, "wardens").unit(BLUE, "soldier", HERE).unit(RED, "soldier", HERE)
    game.unit(RED, "miner", "2.3.1").token("2.2.1").relic_deck("deep_silo, war_prism")
    game.deck("foreshock, medevac")
    game.s.stack_at = 6
    game.s.sectors = [0, 1, 4, 3, 2, 5]
    game.next_token("fx_forest_3").roll(red="6", face="tremor").card(RED, "battle")
    game.choose("strike")
    assert game.kind == "escape"  # in the middle of the strike
    game.choose("hex 2.2.1", "keep deep_silo", "hold")
    # Dowsers drew Foreshock: its tremor waited for the end of the fracture; the strike goes on.
    assert game.hand(RED) == ["medevac"]
    assert (game.s.singles, game.s.stack, game.s.stack_at) == (5, 3, 6)
    assert game.s.fight is not None and game.kind == "modifier"
    game.choose("pass")
    assert game.kind == "capture"


@rule("CY-25.19")
@rule("CY-25.31", "CY-17.3")
def test_nested_an_event_inside_an_event() -> None:
    """Alien Beacon finds a Relic; Sinkhole swallows a hex; both inside one Mine."""
    game = Laid(2).ground("ore", "0.4.1").unit(RED, "miner", "0.4.1")
    game.relic_deck("deep_silo, war_prism").deck("alien_beacon, sinkhole, foreshock, dig_in")
    before = game.s.stack_at
    game.card(RED, "miner_card").choose("done", "unit miner/0.4.1")
    assert game.kind == "relic_keep"
    game.choose("keep war_prism", "activate war_prism")
    assert game.hand(RED) == ["dig_in"]
    assert game.s.stack_at == before + 1
    assert sum(ground in (5, 6) for ground in game.s.ground) == 1
    assert len(game.s.discovery_pile.cards) == 3


@rule("CY-12.2")
def test_a_vehicle_takes_two_spaces() -> None:
    game = Laid(2).held(RED, BLUE, "harvester").held(RED, BLUE, "soldier")
    assert load(game.s, RED) == 3
