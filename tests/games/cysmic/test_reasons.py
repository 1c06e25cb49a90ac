"""Why not: the rule and the reason for everything that is not offered, question by question."""

from __future__ import annotations

from starhall.engine.match.match import Match
from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.content import EXPLOIT, KNOWN, SABOTAGE
from starhall.games.cysmic.game import GAME
from starhall.games.cysmic.geometry import DISTANCE, HEX_IDS, INNER, SECTOR, hex_named
from starhall.games.cysmic.rules.commands import build, move_ship
from starhall.games.cysmic.rules.launch import launch
from starhall.games.cysmic.rules.setup import place_units
from starhall.games.cysmic.rules.turn import burn
from starhall.games.cysmic.state import MOUNTAIN, NONE, WATER
from tests.games.cysmic.tables import BLUE, GREEN, RED, Laid, table

HERE, THERE = "0.4.2", "0.4.1"
Reasons = dict[str, tuple[str, str]]


def reasons(game: Laid) -> Reasons:
    game.check_legality()
    found = GAME.refusals(game.s, game.decision)
    return {one.option.token: (one.reason.rule, one.reason.key) for one in found}


def asked(game: Laid) -> Laid:
    """From here on every question is asked, even those with a single answer."""
    game.s.auto_single = False
    return game


# Setup


@rule("CY-2.9", "CY-2.10", "CY-2.12", "CY-2.13", "CY-2.4")
def test_factions_and_places_to_start() -> None:
    match = Match(GAME, 2, {"first_player": 1}, 5)
    s = table(match.state)
    while match.decisions[0].kind == "pick_faction":
        decision = match.decisions[0]
        dealt = {f"faction {GAME.tables.factions[card - GAME.tables.first_faction]}"
                 for card in s.players[decision.seat].dealt.cards}  # fmt: skip
        assert {option.token for option in decision.options} == dealt
        for refusal in GAME.refusals(s, decision):
            least = GAME.tables.faction_seats[GAME.tables.factions.index(refusal.option.arg)]
            expected = (
                ("CY-2.10", "faction_seats") if least > 2 else ("CY-2.9", "faction_not_dealt")
            )
            assert (refusal.reason.rule, refusal.reason.key) == expected
        match.choose(decision.options[0], decision.seat)
        s = table(match.state)
    for taken in (set(), {None}):
        decision = match.decisions[0]
        assert decision.kind == "place_ship"
        sectors = {SECTOR[player.ship] for player in s.players if player.ship != NONE}
        assert bool(sectors) == bool(taken)
        refused = {one.option.value: (one.reason.rule, one.reason.key)
                   for one in GAME.refusals(s, decision)}  # fmt: skip
        for hex in range(len(HEX_IDS)):
            expected = ("", "")
            if hex not in [inner for sector in INNER for inner in sector]:
                expected = ("CY-2.13", "not_inner")
            elif SECTOR[hex] in sectors:
                expected = ("CY-2.12", "biome_taken")
            elif s.ground[hex] in (MOUNTAIN, WATER):
                expected = ("CY-5.2", "blocked_ground")
            assert refused.get(hex, ("", "")) == expected
        match.choose(decision.options[0], decision.seat)
        s = table(match.state)


@rule("CY-5.5")
@rule("CY-2.16", "CY-2.19", "CY-2.20", "CY-4.19")
def test_places_of_the_first_units() -> None:
    game = asked(Laid(2)).ship(RED, HERE).faction(RED, "helix_combine").faction(BLUE, "council")
    game.unit(BLUE, "soldier", "0.5.2").ship(BLUE, "0.3.2").unit(RED, "miner", THERE, 3)
    game.ground("water", "0.5.3").at(place_units)
    assert game.kind == "place_start_unit" and game.decision.about == "soldier/1/3"
    assert game.hexes() == ["0.3.1", "0.4.3"]
    why = reasons(game)
    assert why["hex 0.5.2"] == ("CY-2.20", "others_there")
    assert why["hex 0.3.2"] == ("CY-5.4", "ship_there")
    assert why["hex 0.5.3"] == ("CY-5.2", "blocked_ground")
    assert why[f"hex {THERE}"] == ("CY-5.5", "full")
    assert why["hex 2.2.0"] == ("CY-2.19", "not_spawn")


# Command Cards and the bonus


@rule("CY-3.11", "CY-3.12", "CY-3.7", "CY-10.1", "CY-3.16", "CY-10.4")
def test_cards_that_are_not_in_hand() -> None:
    game = Laid(2).round(2).burnt(RED, "recruit", 1).relics(RED, "deep_silo", active=False)
    player = game.player(RED)
    game.s.move(game.s.content.first_command, player.hand, player.played)  # the first card
    player.played_columns = [1]
    game.at(burn)
    assert reasons(game) == {
        "burn recruit": ("CY-3.11", "not_hand"), "burn speaker_card": ("CY-3.11", "not_hand"),
    }  # fmt: skip
    game.choose("burn battle")
    assert reasons(game) == {
        f"play {card}": ("CY-3.12", "not_hand") for card in ("battle", "recruit", "speaker_card")
    }
    bonus = Laid(2).round(2).card(RED, "battle")
    why = reasons(bonus)
    assert why["bonus purple/2"] == ("CY-10.1", "wrong_colour")
    assert why["bonus orange/1"] == ("CY-3.16", "other_column")
    assert why["bonus blue/2"] == ("CY-10.4", "nothing_to_do")


@rule("CY-6.4", "CY-6.5", "CY-5.1", "CY-4.21", "CY-21.2", "CY-8.7", "CY-8.13")
def test_units_that_cannot_act() -> None:
    game = Laid(2).unit(RED, "miner", HERE, 2).unit(RED, "miner", "0.6.0")
    game.unit(RED, "miner", "2.2.0").unit(BLUE, "soldier", "2.2.0").habitat("2.4.0", 1)
    game.ground("mountain", "0.6.1", "5.6.5", "0.5.0").unit(RED, "miner", "2.4.0")
    game.ground("abyss", *[f"{k}.6.0" for k in range(1, 6)]).card(RED, "miner_card")
    assert reasons(game) == {
        "unit miner/0.6.0": ("CY-5.1", "nowhere_to_go"),
        "unit miner/2.2.0": ("CY-4.21", "is_locked"),
    }
    game.choose(f"unit miner/{HERE}", "stop")
    assert f"unit miner/{HERE}" in game.offered()  # the second one there
    game.choose(f"unit miner/{HERE}", "stop")
    assert reasons(game)[f"unit miner/{HERE}"] == ("CY-6.4", "has_acted")
    game.choose("done")
    assert game.kind == "dig"
    assert reasons(game) == {
        "unit miner/2.2.0": ("CY-4.21", "is_locked"),
        "unit miner/2.4.0": ("CY-8.7", "nothing_to_dig"),
    }
    heavy = Laid(2).unit(RED, "harvester", "city").unit(RED, "harvester", HERE)
    heavy.card(RED, "harvester_card").choose("done")
    assert reasons(heavy) == {"unit harvester/city": ("CY-8.13", "nothing_to_dig")}
    one = Laid(2).ship(RED, HERE).influence(RED, 3).unit(RED, "soldier", "2.2.0")
    one.card(RED, "recruit").choose("type soldier", f"hex {THERE}", "done")
    assert reasons(one) == {"unit soldier/2.2.0": ("CY-6.5", "not_new")}
    one.choose(f"unit soldier/{THERE}")
    assert reasons(one) == {"unit soldier/2.2.0": ("CY-6.5", "not_new")}


@rule("CY-5.15", "CY-5.16", "CY-5.1", "CY-25.16")
def test_ways_of_a_powermech() -> None:
    game = Laid(2).unit(RED, "powermech", "0.6.0").unit(RED, "powermech", HERE)
    game.ground("mountain", "0.6.1", "5.6.5", "0.5.0")
    game.ground("abyss", *[f"{k}.6.0" for k in range(1, 6)]).card(RED, "powermech_card")
    game.choose("unit powermech/0.6.0")
    assert game.offered() == ["jump", "stay"]
    assert reasons(game) == {"move": ("CY-5.1", "nowhere_to_go")}
    game.choose("jump")
    why = reasons(game)
    assert why["hex 0.6.0"] == ("CY-5.16", "stands_there")
    assert why["hex city"] == ("CY-5.15", "out_of_range")
    assert {token for token, reason in why.items() if reason == ("CY-5.15", "out_of_range")} == {
        f"hex {HEX_IDS[hex]}" for hex, far in enumerate(DISTANCE[hex_named("0.6.0")]) if far > 5
    }
    flare = Laid(2).unit(RED, "powermech", HERE)
    flare.s.flare = [BLUE]
    flare.card(RED, "powermech_card").choose(f"unit powermech/{HERE}")
    assert reasons(flare) == {"jump": ("CY-25.16", "no_jumps")}


@rule("CY-8.2", "CY-8.3", "CY-25.28", "CY-25.24", "CY-8.4", "CY-8.5")
def test_speakers() -> None:
    game = Laid(3).faction(BLUE, "last_dawn").spy(BLUE, "shadow_governor", SABOTAGE)
    for hex, level, flag in (
        (HERE, 1, NONE), ("0.2.0", 1, RED), ("2.2.0", 1, BLUE), ("2.4.0", 3, NONE)
    ):  # fmt: skip
        game.habitat(hex, level, flag).unit(RED, "speaker", hex)
    game.unit(RED, "speaker", "4.2.0").card(RED, "speaker_card").choose("done")
    assert game.kind == "persuade" and game.offered() == [f"unit speaker/{HERE}", "done"]
    assert reasons(game) == {
        "unit speaker/0.2.0": ("CY-8.2", "own_flag"),
        "unit speaker/2.2.0": ("CY-25.28", "toll"),
        "unit speaker/2.4.0": ("CY-25.24", "grand_forbidden"),
        "unit speaker/4.2.0": ("CY-8.2", "no_habitat"),
    }
    rich = Laid(3).faction(BLUE, "last_dawn").ore(RED, 1).habitat(HERE, 2, BLUE)
    rich.unit(RED, "speaker", HERE).card(RED, "speaker_card").choose("done", f"unit speaker/{HERE}")
    assert rich.player(RED).ore == 0 and rich.s.flag[hex_named(HERE)] == RED
    role = Laid(2).unit(RED, "speaker", HERE).unit(RED, "harvester", THERE)
    role.unit(RED, "soldier", "2.2.0").unit(BLUE, "soldier", "2.2.0").unit(RED, "miner", "4.2.0")
    role.card(RED, "speaker_card").choose("done")
    assert reasons(role) == {
        f"unit harvester/{THERE}": ("CY-8.4", "not_troop"),
        "unit soldier/2.2.0": ("CY-4.21", "is_locked"),
    }
    role.choose("unit miner/4.2.0")
    assert reasons(role) == {
        "type miner": ("CY-8.4", "same_role"),
        "type harvester": ("CY-8.4", "not_troop"), "type powermech": ("CY-8.4", "not_troop"),
    }  # fmt: skip
    out = Laid(2).unit(RED, "speaker", HERE).unit(RED, "miner", THERE)
    out.held(BLUE, RED, "miner", 5).card(RED, "speaker_card").choose("done", f"unit speaker/{HERE}")
    assert out.where(RED, "soldier") == [HERE]  # no Miner is left in reserve


@rule("CY-7.1", "CY-7.2", "CY-7.4", "CY-7.6", "CY-7.7", "CY-7.8", "CY-4.19", "CY-4.21")
def test_troops_and_vehicles() -> None:
    game = Laid(2).ship(RED, HERE).influence(RED, 2).held(BLUE, RED, "speaker", 5)
    game.card(RED, "recruit")
    assert reasons(game) == {
        "type speaker": ("CY-7.1", "none_in_reserve"), "type miner": ("CY-7.1", "too_dear"),
        "type harvester": ("CY-7.6", "only_upgraded"),
        "type powermech": ("CY-7.6", "only_upgraded"),
    }  # fmt: skip
    tight = Laid(2).influence(RED, 9).ship(RED, HERE)
    for hex in tight.player(RED).holds[:]:
        tight.s.flag[hex] = NONE
    tight.player(RED).holds.clear()
    tight.faction(RED, "council").ground("mountain", "0.5.2", "0.5.3", "0.4.3", "0.3.2", "0.3.1")
    tight.unit(BLUE, "miner", THERE).card(RED, "recruit")
    assert reasons(tight)["type speaker"] == ("CY-7.4", "no_room_for")
    assert "type soldier" in tight.offered()
    up = Laid(2).ship(RED, HERE).ore(RED, 2).unit(RED, "miner", THERE).unit(RED, "speaker", THERE)
    up.unit(RED, "soldier", "0.3.1").unit(RED, "miner", "2.2.0").unit(RED, "miner", "0.5.2")
    up.unit(RED, "harvester", "0.5.2").card(RED, "upgrade")
    assert reasons(up) == {
        f"unit speaker/{THERE}": ("CY-7.6", "no_upgrade"),
        "unit harvester/0.5.2": ("CY-7.6", "no_upgrade"),
        "unit soldier/0.3.1": ("CY-7.6", "upgrade_too_dear"),
        "unit miner/0.5.2": ("CY-4.19", "vehicle_there"),
        "unit miner/2.2.0": ("CY-7.6", "not_spawn"),
    }
    up.choose("done")
    why = reasons(up)
    assert why["unit soldier/0.3.1"] == ("CY-7.7", "upgrade_too_dear")
    assert up.offered() == [f"unit miner/{THERE}", "unit miner/2.2.0", "done"]
    none = (
        Laid(2).ship(RED, HERE).ore(RED, 9).unit(RED, "miner", THERE).unit(RED, "soldier", "0.3.1")
    )
    none.held(BLUE, RED, "harvester", 2).card(RED, "upgrade")
    assert reasons(none) == {f"unit miner/{THERE}": ("CY-7.8", "none_in_reserve")}


@rule("CY-9.10", "CY-10.5", "CY-10.6", "CY-12.11", "CY-4.21")
def test_modules_and_workers() -> None:
    game = Laid(2).ore(RED, 9).unit(RED, "soldier", HERE, 2).unit(RED, "harvester", THERE)
    game.unit(RED, "soldier", "2.2.0").unit(BLUE, "soldier", "2.2.0").modules(RED, 1)
    game.unit(RED, "miner", "4.2.0").card(RED, "harvester_card").until("bonus")
    game.choose("bonus grey/1")
    assert reasons(game) == {
        "build crew_bridge": ("CY-12.11", "installed"),
        "build control_systems": ("CY-10.5", "blueprint_missing"),
    }  # workers worth 5: two Soldiers and a Miner
    game.choose("build warp_drive")
    assert reasons(game) == {
        f"unit harvester/{THERE}": ("CY-10.6", "not_troop"),
        "unit soldier/2.2.0": ("CY-4.21", "is_locked"),
    }
    few = Laid(2).ore(RED, 4).unit(RED, "soldier", HERE, 3).card(RED, "harvester_card")
    few.choose("bonus grey/1")
    why = reasons(few)
    assert why["build warp_drive"] == ("CY-10.5", "not_enough_ore")
    assert why["build life_support"] == ("CY-10.5", "not_enough_workers")  # 4, and 3 are there
    assert "build colonist_quarters" in few.offered()  # 3
    ship = Laid(2).ship(RED, HERE).ore(RED, 4).card(RED, "ship_card").section(build)
    assert reasons(ship) == {
        "build control_systems": ("CY-9.10", "blueprint_missing"),
        "build warp_drive": ("CY-9.10", "not_enough_ore"),
    }


@rule("CY-9.1", "CY-9.4", "CY-9.5", "CY-9.6", "CY-9.9", "CY-19.12", "CY-19.13")
def test_places_of_ships() -> None:
    game = Laid(2).ship(RED, HERE).ship(BLUE, THERE).ground("water", "0.3.1")
    game.card(RED, "ship_card")
    why = reasons(game)
    assert why["hex 0.3.1"] == ("CY-5.2", "blocked_ground")
    assert why[f"hex {THERE}"] == ("CY-5.4", "ship_there")
    assert why["hex 0.2.0"] == ("CY-9.5", "not_next_ship")
    assert game.hexes() == ["0.3.2", "0.4.3", "0.5.2", "0.5.3"]
    move = Laid(2).ship(RED, HERE).ground("water", "0.3.1").card(RED, "ship_card")
    move.section(move_ship)
    assert reasons(move)["hex 0.2.0"] == ("CY-9.9", "not_next_ship")
    assert reasons(move)["hex 0.3.1"] == ("CY-5.2", "blocked_ground")
    far = Laid(2).ship(RED, HERE).ore(RED, 9)
    far.ground("water", "0.5.2", "0.5.3", "0.4.3", "0.3.2", "0.3.1", THERE).card(RED, "ship_card")
    assert reasons(far)["hex city"] == ("CY-9.6", "closer_hex")
    assert {DISTANCE[hex_named(HERE)][hex_named(hex)] for hex in far.hexes()} == {2}
    fall = Laid(2).ship(RED, "2.3.1").ground("ore", HERE).unit(BLUE, "harvester", HERE)
    fall.deck("dig_in, dig_in").s.stack_at = 6
    fall.next_token("fx_tundra_3").card(BLUE, "harvester_card").until("dig")
    fall.choose(f"unit harvester/{HERE}")
    assert (fall.kind, fall.asked) == ("ship_hex", RED)
    assert fall.hexes() == ["2.2.0", "2.2.1", "2.4.1", "2.4.2"]
    assert reasons(fall)["hex 2.3.0"] == ("CY-19.12", "collapsing")


# Combat


@rule("CY-11.18", "CY-11.21", "CY-11.16", "CY-11.13", "CY-11.15", "CY-21.2")
def test_dice_that_cannot_be_changed() -> None:
    game = Laid(2).unit(BLUE, "speaker", HERE, 2).unit(RED, "soldier", HERE, 2)
    game.unit(RED, "miner", HERE).cards(BLUE, "dampener, skim_the_books, tunnel_rats")
    game.roll(red="2 4", yellow="1", face="reroll_any").card(RED, "battle").choose("strike", "pass")
    assert (game.kind, game.decision.about) == ("shield", "speaker")
    game.choose("die 1")
    assert reasons(game) == {"die 1": ("CY-11.16", "die_shielded")}
    game.choose("pass")
    assert game.kind == "modifier" and reasons(game) == {}
    game.choose("modify skim_the_books")
    assert reasons(game) == {"die 3": ("CY-11.21", "no_modifier")}  # a dash for yellow
    game.choose("die 1", "modify dampener")
    assert reasons(game) == {"die 1": ("CY-11.18", "die_changed")}
    game.choose("die 3")
    assert game.kind != "modifier"  # only red dice are left, which tunnel_rats does not change
    same = Laid(2).unit(BLUE, "miner", HERE).unit(RED, "soldier", HERE, 2)
    same.roll(red="3 3", face="plus_1").card(RED, "battle").choose("strike")
    assert reasons(same) == {"die 2": ("CY-21.2", "same_die")}
    green = Laid(2).unit(RED, "miner", HERE).unit(RED, "soldier", HERE).unit(BLUE, "soldier", HERE)
    asked(green).roll(red="3", yellow="2", face="reroll_yellow").card(RED, "battle")
    green.choose(f"hex {HERE}", "strike")
    assert reasons(green) == {"die 1": ("CY-11.13", "die_colour")}


@rule("CY-11.14", "CY-11.15", "CY-25.30")
def test_rerolls_may_be_declined_and_are_for_different_dice() -> None:
    def strikes() -> Laid:
        game = (
            Laid(2).unit(BLUE, "miner", HERE).unit(RED, "soldier", HERE).unit(RED, "miner", HERE, 2)
        )
        game.relics(RED, "hive_lens, hive_lens")
        game.roll(red="5", yellow="1 2", face="plus_1", more="y4 y3").card(RED, "battle")
        return game.choose("strike", "pass")

    game = strikes()
    assert (game.kind, game.offered()) == ("static_reroll", ["die 2", "die 3", "pass"])
    game.choose("pass")
    assert game.dice() == [5, 1, 2] and game.kind != "static_reroll"
    twice = strikes().choose("die 2")
    assert twice.dice() == [5, 4, 2] and twice.offered() == ["die 3", "pass"]
    assert reasons(twice)["die 2"] == ("CY-11.15", "die_used")
    assert twice.choose("die 3").dice() == [5, 4, 3]


@rule("CY-11.25", "CY-11.26", "CY-11.27")
def test_units_that_cannot_be_captured() -> None:
    game = (
        Laid(2).unit(BLUE, "miner", HERE).unit(BLUE, "harvester", HERE).unit(RED, "soldier", HERE)
    )
    game.roll(red="6", face="plus_1").card(RED, "battle").choose("strike", "pass")
    assert game.offered() == ["type miner", "done"]
    assert reasons(game) == {
        "type soldier": ("CY-11.26", "none_to_capture"),
        "type speaker": ("CY-11.26", "none_to_capture"),
        "type powermech": ("CY-11.26", "none_to_capture"),
        "type harvester": ("CY-11.27", "dice_too_low"),
    }


@rule("CY-7.15", "CY-7.16")
def test_a_combat_that_began_during_the_card_is_refused() -> None:
    game = Laid(2).unit(BLUE, "miner", "0.3.1").cards(RED, "press_the_advantage")
    for hex in (HERE, "2.3.0", "4.3.0"):
        game.unit(BLUE, "soldier", hex).unit(RED, "soldier", hex)
    game.roll(red="6", face="plus_1").card(RED, "battle").choose(f"hex {HERE}")
    game.choose("strike", "pass", "pass", "type soldier", "react press_the_advantage", "hex 0.3.1")
    assert game.kind == "pick_combat" and game.hexes() == ["2.3.0", "4.3.0"]
    assert reasons(game) == {"hex 0.3.1": ("CY-7.16", "combat_done")}


@rule("CY-17.5", "CY-17.6", "CY-17.9", "CY-10.8")
def test_cards_that_do_not_fit_the_moment() -> None:
    game = Laid(2).cards(RED, "ore_cache, hostage_swap, dig_in").card(RED, "miner_card")
    game.choose("bonus brown/1")
    assert reasons(game) == {
        "use dig_in": ("CY-17.5", "not_action"), "use hostage_swap": ("CY-17.6", "nothing_usable"),
    }  # fmt: skip
    save = Laid(2).unit(BLUE, "soldier", HERE).unit(RED, "soldier", HERE)
    save.cards(BLUE, "medevac, ejection_seat, ore_cache, rear_guard")
    save.roll(red="6", face="plus_1").card(RED, "battle").choose("strike", "pass", "pass")
    save.until("capture").choose("type soldier")
    assert (save.kind, save.offered()) == ("reaction", ["react medevac", "pass"])
    assert reasons(save) == {
        "react ejection_seat": ("CY-17.9", "other_target"),
        "react ore_cache": ("CY-17.5", "not_reaction"),
        "react rear_guard": ("CY-17.9", "other_window"),
    }


# Captives and blueprints


@rule("CY-12.8", "CY-12.9", "CY-12.10")
def test_exchanges_that_cannot_be_made() -> None:
    game = Laid(3).held(RED, BLUE, "soldier", 2).held(RED, BLUE, "harvester")
    game.held(RED, GREEN, "miner").cards(RED, "hostage_swap").card(RED, "recruit").until("bonus")
    game.choose("bonus brown/1", "use hostage_swap")
    assert game.kind == "exchange_with" and game.offered() == ["player 2", "done"]
    assert reasons(game) == {
        "player 1": ("CY-12.8", "yourself"), "player 3": ("CY-12.8", "too_few_captives"),
    }  # fmt: skip
    game.choose("player 2")
    assert game.offered() == ["pay harvester", "pay soldier+soldier"]
    why = reasons(game)
    assert why["pay soldier"] == why["pay soldier+soldier+soldier"] == ("CY-12.9", "wrong_number")
    assert why["pay powermech"] == why["pay soldier+miner"] == ("CY-12.8", "not_held")
    game.choose("pay harvester")
    assert game.captives(RED, BLUE) == 2 and game.module(RED, "control_systems") == "known"
    knows = Laid(3).held(RED, BLUE, "soldier", 2).held(RED, GREEN, "soldier", 2)
    knows.player(RED).modules[BLUE] = KNOWN
    asked(knows).cards(RED, "hostage_swap").card(RED, "recruit").until("bonus")
    knows.choose("bonus brown/1", "use hostage_swap").until("exchange_with")
    assert reasons(knows)["player 2"] == ("CY-12.10", "blueprint_known")


@rule("CY-15.1", "CY-15.6", "CY-25.24", "CY-4.21")
def test_ships_that_cannot_be_hacked() -> None:
    game = Laid(4).ship(BLUE, HERE).ship(GREEN, "0.3.0").ship(3, "2.2.0")
    game.unit(RED, "soldier", THERE).unit(RED, "soldier", "4.2.0").spy_deck("union_walkout")
    game.unit(RED, "miner", "0.3.1").unit(BLUE, "soldier", "0.3.1")
    game.card(RED, "negotiate").until("espionage_side").choose("exploit")
    assert game.kind == "hack_unit" and game.offered() == [f"unit soldier/{THERE}", "done"]
    assert reasons(game) == {
        "unit soldier/4.2.0": ("CY-15.1", "no_ship_in_reach"),
        "unit miner/0.3.1": ("CY-4.21", "is_locked"),
    }
    game.choose(f"unit soldier/{THERE}")
    assert reasons(game) == {
        "player 1": ("CY-15.1", "yourself"), "player 4": ("CY-15.1", "ship_too_far"),
    }  # fmt: skip
    closed = asked(Laid(4)).ship(BLUE, HERE).ship(GREEN, "0.3.0").ship(3, "0.5.1")
    closed.spy(BLUE, "ghost_signals", SABOTAGE).spy_deck("union_walkout")
    closed.player(RED).modules[GREEN] = KNOWN
    closed.unit(RED, "soldier", THERE).card(RED, "negotiate").until("espionage_side")
    closed.choose("exploit").until("hack_unit").choose(f"unit soldier/{THERE}")
    assert closed.offered() == ["player 4"]
    assert reasons(closed) == {
        "player 1": ("CY-15.1", "yourself"), "player 2": ("CY-25.24", "signals_guarded"),
        "player 3": ("CY-15.6", "blueprint_known"),
    }  # fmt: skip


# Trading and espionage


@rule("CY-13.1", "CY-13.4", "CY-13.5", "CY-13.6")
def test_things_that_cannot_be_named() -> None:
    game = Laid(3).cards(RED, "dig_in").relics(RED, "deep_silo", active=False)
    game.relics(RED, "war_prism").habitat(HERE, 1, RED).held(RED, GREEN, "soldier")
    game.cards(BLUE, "medevac").habitat("2.2.0", 1, BLUE).relics(BLUE, "hive_lens", active=False)
    game.ore(BLUE, 1).card(RED, "negotiate")
    assert reasons(game) == {"player 1": ("CY-13.1", "yourself")}
    game.choose("player 2")
    assert reasons(game)["offer_relic war_prism"] == ("CY-13.6", "active_relic")
    game.choose("offer_card dig_in", "offer_relic deep_silo", f"habitat {HERE}")
    why = reasons(game)
    for token in ("offer_card dig_in", "offer_relic deep_silo", f"habitat {HERE}"):
        assert why[token] == ("CY-13.4", "already_named")
    game.choose("captive 3/soldier")
    assert game.kind == "trade_get"  # four things
    assert not {"a_discovery", "a_relic", "habitat 2.2.0"} & set(reasons(game))
    game.choose("a_discovery", "a_relic", "habitat 2.2.0")
    why = reasons(game)
    assert why["a_discovery"] == why["a_relic"] == ("CY-13.4", "all_named")
    assert why["habitat 2.2.0"] == ("CY-13.4", "already_named")
    game.choose("done", "accept")
    assert game.hand(BLUE) == ["dig_in"] and game.hand(RED) == ["medevac"]
    relics = GAME.tables.cards
    assert [relics[card] for card in game.player(BLUE).relics.cards] == ["deep_silo"]
    assert [relics[card] for card in game.player(RED).relics.cards] == ["hive_lens"]
    assert game.s.flag[hex_named(HERE)] == BLUE and game.s.flag[hex_named("2.2.0")] == RED
    assert game.captives(BLUE, GREEN) == 1


@rule("CY-14.3", "CY-14.4", "CY-14.5", "CY-25.24")
def test_whose_espionage_makes_way_and_who_is_bought_out() -> None:
    game = Laid(4, trading="off").spy(BLUE, "ghost_signals", EXPLOIT)
    game.spy(GREEN, "kill_zones", SABOTAGE).spy_deck("smear_campaign")
    game.card(RED, "negotiate").choose("exploit")
    assert game.offered() == ["player 2", "player 3"]
    no_card = ("CY-14.4", "no_active_card")
    assert reasons(game) == {"player 1": no_card, "player 4": no_card}
    bribe = Laid(3, trading="off").held(BLUE, RED, "soldier").held(BLUE, GREEN, "miner")
    bribe.spy_deck("bribed_guards").card(RED, "negotiate").choose("sabotage")
    assert bribe.offered() == ["free 1/soldier", "done"]
    assert reasons(bribe) == {"free 3/miner": ("CY-25.24", "not_your_unit")}
    bribe.choose("free 1/soldier")
    assert bribe.captives(BLUE, RED) == 0 and bribe.captives(BLUE, GREEN) == 1


# Launch and fractures


@rule("CY-20.2", "CY-20.3")
def test_ways_to_launch() -> None:
    clear = Laid(2).modules(RED, 6).at(launch)
    assert clear.offered() == ["launch", "wait"]
    assert reasons(clear) == {"roll": ("CY-20.2", "all_aboard")}
    left = Laid(2).modules(RED, 6).unit(RED, "soldier", HERE).at(launch)
    assert left.offered() == ["roll", "wait"]
    assert reasons(left) == {"launch": ("CY-20.3", "units_left")}


@rule("CY-19.6", "CY-19.8", "CY-19.3")
def test_one_fracture_after_another() -> None:
    game = Laid(2).relics(RED, "star_chart").ground("ore", HERE, THERE)
    game.unit(RED, "harvester", HERE).unit(RED, "harvester", THERE)
    game.deck("dig_in, dig_in, medevac, firewall").s.stack_at = 6
    game.card(RED, "harvester_card").choose("done", f"unit harvester/{HERE}")
    assert game.kind == "fracture_pick" and len(game.offered()) == 2
    assert len(reasons(game)) == 40 and set(reasons(game).values()) == {("CY-19.8", "not_drawn")}
    game.choose(game.offered()[0])
    assert len(game.s.spent) == 1 and game.s.stack_at < 7
    game.s.stack_at = 6
    game.until("dig").choose(f"unit harvester/{THERE}")
    assert game.kind == "fracture_pick"  # the first fracture is over
    game.choose(game.offered()[0])
    assert len(game.s.spent) == 2


@rule("CY-25.18", "CY-4.21", "CY-19.14")
def test_units_that_grapple_lines_do_not_hold() -> None:
    game = Laid(2).cards(BLUE, "grapple_lines").ground("ore", THERE).unit(RED, "harvester", THERE)
    game.unit(BLUE, "soldier", "2.3.0").unit(BLUE, "soldier", "2.3.2").deck("dig_in, dig_in")
    game.unit(RED, "soldier", "2.3.1").unit(BLUE, "soldier", "2.3.1").s.stack_at = 6
    game.next_token("fx_tundra_3").card(RED, "harvester_card").until("dig")
    game.choose(f"unit harvester/{THERE}")
    assert (game.kind, game.decision.about) == ("reaction", "collapse/2.3.0+2.3.2")
    game.choose("react grapple_lines")
    assert game.hexes() == ["2.3.0", "2.3.2"]
    why = reasons(game)
    assert why["hex 2.3.1"] == ("CY-4.21", "is_locked")
    assert why["hex 2.2.0"] == ("CY-25.18", "not_collapsing")
    game.choose("hex 2.3.2").choose(game.offered()[0])
    assert len(game.where(BLUE, "soldier")) == 1
