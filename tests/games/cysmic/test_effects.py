"""The verbs of the cards: what they need, whom they reach, and why nobody else (CY-25.2)."""

from __future__ import annotations

import pytest

from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.content import COMMANDS, KNOWN
from starhall.games.cysmic.game import GAME
from starhall.games.cysmic.geometry import DISTANCE, HEX_IDS, HEXES, hex_named
from starhall.games.cysmic.rules.board import surface
from starhall.games.cysmic.rules.turn import second_window, start
from starhall.games.cysmic.state import FATE_STREAM, NONE, TOOK_OVER
from tests.games.cysmic.tables import BLUE, CONTENT, GREEN, RED, Laid, names

HERE, THERE = "0.4.2", "0.4.1"


def reasons(game: Laid) -> dict[str, tuple[str, str]]:
    found = GAME.refusals(game.s, game.decision)
    return {one.option.token: (one.reason.rule, one.reason.key) for one in found}


def bonus(game: Laid, card: str) -> Laid:
    """Red holds the card and may use it."""
    return game.cards(RED, card).card(RED, "recruit").until("bonus").choose("bonus brown/1")


def use(game: Laid, card: str) -> Laid:
    return bonus(game, card).choose(f"use {card}")


def usable(game: Laid, card: str) -> bool:
    return f"use {card}" in bonus(game, card).offered()


def spy(game: Laid, card: str, side: str) -> Laid:
    return game.spy_deck(card).card(RED, "negotiate").until("espionage_side").choose(side)


# Ground


@rule("CY-25.2", "CY-25.17", "CY-4.16", "CY-17.6")
def test_what_a_seismic_charge_reaches() -> None:
    game = Laid(2).ship(RED, "3.5.2").unit(RED, "soldier", "0.2.0").ship(BLUE, "0.3.1")
    use(game.ground("devastated", "0.2.1"), "seismic_charge")
    near = {
        HEX_IDS[hex]
        for hex in range(HEXES)
        if min(DISTANCE[hex][hex_named("0.2.0")], DISTANCE[hex][hex_named("3.5.2")]) <= 2
    }
    assert set(game.hexes()) == near - {"city", "3.5.2", "0.3.1", "0.2.1"}
    why = reasons(game)
    assert why["hex city"] == ("CY-25.17", "city_stands")
    assert why["hex 0.2.1"] == ("CY-4.16", "not_surface")
    assert why["hex 0.3.1"] == why["hex 3.5.2"] == ("CY-25.17", "ship_there")
    assert why["hex 0.5.0"] == ("CY-25.17", "too_far_away")  # three hexes away
    game.choose("hex 0.2.0")
    assert not surface(game.s, hex_named("0.2.0")) and game.where(RED, "soldier") == []


@rule("CY-4.17", "CY-19.16", "CY-19.17")
def test_what_shows_under_a_ring() -> None:
    """One place of each ring from the second on is devastated and gets a Relic Token."""
    for hex, ground in (("0.1.0", "abyss"), ("0.2.0", "devastated"), ("0.2.1", "abyss")):
        each = Laid(2).unit(RED, "soldier", hex)  # the first place of each ring
        use(each, "seismic_charge").choose(f"hex {hex}")
        assert each.ground_of(hex) == ground
        assert each.s.tokens[hex_named(hex)] == (ground == "devastated")
    for hex, ground in (("0.2.0", "abyss"), ("0.2.1", "devastated"), ("0.6.3", "devastated")):
        ridge = Laid(2, underlayer="open_ridge").unit(RED, "soldier", hex)
        use(ridge, "seismic_charge").choose(f"hex {hex}")
        assert ridge.ground_of(hex) == ground


# Flags


@rule("CY-25.2", "CY-25.17", "CY-17.6")
def test_where_grassroots_may_flag() -> None:
    game = Laid(2).habitat(THERE, 1).unit(RED, "miner", THERE)
    game.habitat("0.3.1", 2).unit(RED, "soldier", "0.3.1")
    game.habitat("0.5.1", 3).unit(RED, "miner", "0.5.1")
    game.habitat("2.2.0", 1, BLUE).unit(RED, "miner", "2.2.0")
    game.habitat("2.4.0", 1).unit(RED, "miner", "2.4.1")
    game.habitat("1.2.0", 1).unit(RED, "soldier", "1.2.0").unit(BLUE, "soldier", "1.2.0")
    use(game, "grassroots")
    assert game.hexes() == ["0.3.1", THERE]
    why = reasons(game)
    assert why["hex 0.5.1"] == why[f"hex {HERE}"] == ("CY-25.17", "not_small")
    assert why["hex 2.2.0"] == ("CY-25.17", "has_flag")
    assert why["hex 2.4.0"] == why["hex 1.2.0"] == ("CY-25.17", "no_unit_there")
    game.choose(f"hex {THERE}")
    assert game.s.flag[hex_named(THERE)] == RED
    assert not usable(Laid(2).habitat(THERE, 1).unit(RED, "miner", HERE), "grassroots")  # beside
    assert not usable(Laid(2).habitat(THERE, 3).unit(RED, "miner", THERE), "grassroots")
    assert not usable(Laid(2).habitat(THERE, 1, BLUE).unit(RED, "miner", THERE), "grassroots")
    assert usable(Laid(2).habitat(THERE, 2).unit(RED, "miner", THERE), "grassroots")


@rule("CY-25.2", "CY-25.24")
def test_a_sleeper_cell_may_flag_beside_a_free_unit() -> None:
    game = Laid(2, trading="off").habitat(THERE, 1).habitat("2.2.0", 1).habitat("0.3.1", 3)
    game.unit(RED, "miner", HERE).unit(RED, "soldier", "2.3.0").unit(BLUE, "soldier", "2.3.0")
    spy(game.habitat("0.5.2", 2), "sleeper_cell", "exploit")
    assert game.hexes() == [THERE, "0.5.2"]
    assert reasons(game)["hex 2.2.0"] == ("CY-25.24", "no_unit_near")  # only a locked one is near
    assert reasons(game)["hex 0.3.1"] == ("CY-25.24", "not_small")


@rule("CY-25.2", "CY-25.17", "CY-17.6")
def test_which_flags_propaganda_takes_down() -> None:
    game = Laid(3).habitat(THERE, 1, BLUE).habitat("0.3.1", 2, GREEN).habitat("0.5.1", 3, BLUE)
    game.habitat("2.2.0", 1, BLUE).unit(BLUE, "miner", "2.2.0").habitat("2.4.0", 1)
    use(game.habitat("1.2.0", 1, RED), "propaganda")
    assert game.hexes() == ["0.3.1", THERE, "1.2.0"]
    why = reasons(game)
    assert why["hex 0.5.1"] == ("CY-25.17", "not_small")
    assert why["hex 2.2.0"] == ("CY-25.17", "guarded_flag")
    assert why["hex 2.4.0"] == ("CY-25.2", "no_flag")
    game.choose("hex 0.3.1")
    assert game.s.flag[hex_named("0.3.1")] == NONE
    assert not usable(Laid(2).habitat(THERE, 3, BLUE), "propaganda")
    assert usable(Laid(2).habitat(THERE, 2, BLUE), "propaganda")


@rule("CY-25.2", "CY-25.24")
def test_a_sleeper_cell_takes_down_flags_of_any_level() -> None:
    game = Laid(2, trading="off").habitat(THERE, 3, BLUE).habitat("0.3.1", 1, BLUE)
    spy(game.unit(BLUE, "miner", "0.3.1").habitat("1.2.0", 2, BLUE), "sleeper_cell", "sabotage")
    assert game.hexes() == [THERE, "1.2.0"]
    assert reasons(game)["hex 0.3.1"] == ("CY-25.24", "guarded_flag")


# Units


@rule("CY-25.2", "CY-25.17", "CY-4.21")
def test_who_marches() -> None:
    game = Laid(2).unit(RED, "soldier", THERE).unit(RED, "miner", "2.2.0")
    game.unit(RED, "harvester", "2.4.0").unit(RED, "soldier", "1.2.0").unit(BLUE, "miner", "1.2.0")
    use(game.unit(RED, "speaker", "4.2.0"), "forced_march")
    assert game.offered() == [
        f"unit soldier/{THERE}", "unit speaker/4.2.0", "unit miner/2.2.0", "done"
    ]  # fmt: skip
    why = reasons(game)
    assert why["unit harvester/2.4.0"] == ("CY-25.17", "other_type")
    assert why["unit soldier/1.2.0"] == ("CY-4.21", "is_locked")
    game.choose(f"unit soldier/{THERE}")
    assert game.s.moves_left == 2
    game.choose(f"hex {HERE}", "stop")
    assert reasons(game)[f"unit soldier/{HERE}"] == ("CY-25.2", "has_marched")
    game.choose("unit miner/2.2.0", "stop")
    assert game.kind != "target_unit"  # two units at most
    left = use(Laid(2).unit(RED, "soldier", THERE).unit(RED, "miner", "2.2.0"), "forced_march")
    assert left.choose("done").kind != "target_unit"


@rule("CY-25.2", "CY-25.17", "CY-4.19", "CY-4.21", "CY-17.6")
def test_who_is_put_where() -> None:
    game = Laid(2).ground("cave", "2.2.0", "1.3.1", "4.2.0", "4.3.0", HERE)
    game.unit(RED, "miner", HERE).unit(RED, "harvester", "0.3.1").unit(BLUE, "miner", "4.2.0")
    game.unit(RED, "soldier", "4.3.0", 3).ship(BLUE, "1.3.1")
    use(game.unit(RED, "speaker", "1.4.0").unit(BLUE, "soldier", "1.4.0"), "tunnel_rats")
    why = reasons(game)
    assert why["unit harvester/0.3.1"] == ("CY-25.17", "other_type")
    assert why["unit speaker/1.4.0"] == ("CY-4.21", "is_locked")
    game.choose(f"unit miner/{HERE}")
    assert game.kind != "target_hex"  # the only cave that is left
    assert game.where(RED, "miner") == ["2.2.0"]
    wide = Laid(2).ground("cave", "2.2.0", "1.3.1", "4.2.0", "4.3.0", HERE)
    wide.unit(RED, "miner", HERE).unit(BLUE, "miner", "4.2.0").unit(RED, "miner", "4.3.0", 3)
    use(wide, "tunnel_rats").choose(f"unit miner/{HERE}")
    assert wide.hexes() == ["1.3.1", "2.2.0"]
    why = reasons(wide)
    assert why["hex 4.2.0"] == ("CY-25.2", "others_there")
    assert why["hex 4.3.0"] == ("CY-5.5", "full")
    assert why[f"hex {HERE}"] == ("CY-25.2", "stands_there")
    assert why["hex 0.2.0"] == ("CY-25.17", "no_cave")
    assert not usable(Laid(2).ground("cave", HERE).unit(RED, "miner", HERE), "tunnel_rats")


@rule("CY-5.5")
@rule("CY-25.2", "CY-25.17", "CY-5.13")
def test_an_airlift_goes_beside_the_ship() -> None:
    game = Laid(2).ship(RED, HERE).ground("mountain", "0.5.2").unit(BLUE, "miner", "0.3.2")
    game.unit(RED, "powermech", "2.2.0").unit(RED, "harvester", "0.5.3").token("0.3.1")
    use(game.relic_deck("deep_silo, war_prism"), "emergency_airlift")
    game.choose("unit powermech/2.2.0")
    assert game.hexes() == ["0.3.1", THERE, "0.4.3"]
    why = reasons(game)
    assert why["hex 0.5.2"] == ("CY-5.2", "blocked_ground")
    assert why["hex 0.3.2"] == ("CY-25.2", "others_there")
    assert why["hex 0.5.3"] == ("CY-5.5", "full")  # one Vehicle on a hex
    assert why["hex 2.3.0"] == ("CY-25.17", "not_by_ship")
    game.choose("hex 0.3.1")
    assert game.kind == "relic_keep" and game.where(RED, "powermech") == ["0.3.1"]


@rule("CY-21.2")
@rule("CY-25.2", "CY-25.17", "CY-4.21", "CY-4.16")
def test_whom_an_orbital_strike_destroys() -> None:
    game = Laid(2).unit(BLUE, "soldier", HERE).unit(BLUE, "miner", HERE)
    game.unit(BLUE, "soldier", "2.2.0").unit(BLUE, "harvester", "2.4.0")
    game.ground("devastated", "4.2.0").unit(BLUE, "speaker", "4.2.0")
    game.unit(BLUE, "soldier", "1.2.0").unit(RED, "soldier", "1.2.0")
    before = game.s.stack_at
    use(game, "orbital_strike")
    assert game.offered() == [
        f"foe 2/soldier/{HERE}", "foe 2/soldier/2.2.0", f"foe 2/miner/{HERE}"
    ]  # fmt: skip
    why = reasons(game)
    assert why["foe 2/harvester/2.4.0"] == ("CY-25.17", "not_troop")
    assert why["foe 2/speaker/4.2.0"] == ("CY-4.16", "not_surface")
    assert why["foe 2/soldier/1.2.0"] == ("CY-4.21", "is_locked")
    game.choose(f"foe 2/miner/{HERE}")
    assert game.where(BLUE, "miner") == []
    assert game.where(BLUE, "soldier") == [HERE, "1.2.0", "2.2.0"]
    assert game.s.stack_at == before + 1


@rule("CY-25.2", "CY-25.17", "CY-17.6")
def test_whose_books_are_skimmed() -> None:
    def skim(red: int, blue: int, green: int) -> Laid:
        return Laid(3).ore(RED, red).ore(BLUE, blue).ore(GREEN, green)

    game = use(skim(2, 5, 3), "skim_the_books")
    assert game.offered() == ["player 2", "player 3"]
    assert reasons(game)["player 1"] == ("CY-25.2", "yourself")
    game.choose("player 3")
    assert [game.player(seat).ore for seat in (RED, BLUE, GREEN)] == [4, 5, 1]
    assert not usable(skim(2, 2, 1), "skim_the_books")  # as rich is not richer
    assert usable(skim(2, 3, 1), "skim_the_books")
    steal = spy(Laid(3, trading="off").ore(RED, 9).ore(BLUE, 1), "forged_treaties", "exploit")
    assert [steal.player(seat).ore for seat in (RED, BLUE)] == [10, 0]  # anybody with ore will do
    both = spy(Laid(3, trading="off").ore(BLUE, 1).ore(GREEN, 2), "forged_treaties", "exploit")
    assert both.offered() == ["player 2", "player 3"]
    one = use(skim(2, 5, 3).ore(GREEN, 0), "skim_the_books")
    assert one.player(RED).ore == 4  # nobody else has more, so nobody is asked


@rule("CY-11.29")
@rule("CY-25.18", "CY-11.34", "CY-17.9")
def test_who_presses_the_advantage() -> None:
    game = Laid(2).unit(BLUE, "soldier", HERE).unit(RED, "soldier", HERE, 2)
    game.unit(RED, "miner", "2.2.0").unit(RED, "harvester", HERE).cards(RED, "press_the_advantage")
    game.roll(red="6 6 6", yellow="1", face="plus_1").card(RED, "battle")
    game.choose("strike", "pass").until("capture").choose("type soldier")
    game.until("reaction").choose("react press_the_advantage")
    assert game.offered() == [f"unit soldier/{HERE}", f"unit harvester/{HERE}"]
    assert reasons(game)["unit miner/2.2.0"] == ("CY-25.18", "not_in_combat")
    game.choose(f"unit harvester/{HERE}")
    assert game.s.moves_left == 2


# Order


@rule("CY-8.7", "CY-8.13", "CY-17.9", "CY-25.18")
@pytest.mark.parametrize(("type", "ore"), [("miner", 1), ("harvester", 5)])
def test_ore_is_claimed_before_a_card_is_drawn(type: str, ore: int) -> None:
    game = Laid(2).ground("ore", HERE).unit(RED, type, HERE).cards(BLUE, "claim_jumper")
    game.deck("dig_in, medevac").card(RED, f"{type}_card").choose("done", f"unit {type}/{HERE}")
    assert (game.kind, game.asked) == ("reaction", BLUE)
    assert game.player(RED).ore == ore and game.hand(RED) == []
    game.choose("react claim_jumper")
    assert (game.player(RED).ore, game.player(BLUE).ore) == (ore - 1, 1)
    assert len(game.hand(RED)) == (1 if type == "miner" else 2)


@rule("CY-8.13", "CY-25.1")
def test_ore_is_scavenged_before_the_card_is_drawn() -> None:
    """Ore Rot takes 1 of 4 ore: the two just found count."""
    game = Laid(2).ore(RED, 2).unit(RED, "harvester", HERE).deck("ore_rot, dig_in")
    game.card(RED, "harvester_card").choose("done", f"unit harvester/{HERE}")
    assert game.player(RED).ore == 3 and game.hand(RED) == ["dig_in"]


@rule("CY-25.21", "CY-12.1", "CY-25.31")
def test_the_crown_gives_ore_before_the_card() -> None:
    """Ore Rot takes 1 of 4 ore: the one just gained counts."""
    game = Laid(2).relics(RED, "tyrant_crown").ore(RED, 3).deck("ore_rot, dig_in")
    game.unit(BLUE, "soldier", HERE).unit(RED, "soldier", HERE).roll(red="6", face="plus_1")
    game.card(RED, "battle").choose("strike", "pass", "type soldier")
    assert game.player(RED).ore == 3 and game.hand(RED) == ["dig_in"]


@rule("CY-17.2", "CY-17.3", "CY-22.6")
def test_an_event_lies_open_while_it_happens() -> None:
    game = Laid(2).ship(RED, HERE).unit(RED, "miner", "2.2.0").deck("refugee_column, dig_in")
    game.influence(BLUE, 9).card(RED, "miner_card").until("dig").choose("unit miner/2.2.0")
    assert game.kind == "recruit_type" and game.asked == RED
    assert [CONTENT.cards[card] for card in game.s.aside.cards] == ["refugee_column"]
    assert game.s.discovery_pile.cards == [] and game.hand(RED) == []
    game.until("dig", "bonus")
    assert [CONTENT.cards[card] for card in game.s.discovery_pile.cards] == ["refugee_column"]
    assert game.hand(RED) == ["dig_in"] and game.s.aside.cards == []


@rule("CY-25.16", "CY-25.19")
def test_locked_diggers_share_in_a_bloom() -> None:
    game = Laid(3).ground("ore", HERE).unit(BLUE, "miner", HERE).unit(RED, "soldier", HERE)
    game.unit(GREEN, "miner", "2.2.0").unit(RED, "miner", "4.2.0").deck("crystal_bloom, dig_in")
    game.card(RED, "miner_card").until("dig").choose("unit miner/4.2.0")
    assert [game.player(seat).ore for seat in (RED, BLUE, GREEN)] == [2, 1, 0]


@rule("CY-5.13", "CY-5.12")
def test_a_way_that_has_closed_in_the_middle_is_not_walked() -> None:
    """The find draws a Sinkhole (Dowsers), and the hex after the token falls into the abyss."""
    game = Laid(4).faction(RED, "wardens").unit(RED, "soldier", "0.6.0").token("0.5.0")
    game.ground("abyss", "0.6.1", "5.6.5", "0.5.1", "5.5.4", *[f"{k}.6.0" for k in range(1, 6)])
    game.relic_deck("deep_silo, war_prism").deck("sinkhole, dig_in").s.under = [1] * 30
    s = game.card(RED, "soldier_card").choose("unit soldier/0.6.0").s
    open_hexes = [hex for hex in range(1, HEXES) if surface(s, hex) and s.ship_at[hex] == NONE]
    game.rig(FATE_STREAM, [open_hexes.index(hex_named("0.4.0"))])
    game.choose("hex 0.3.0").until("move_leg", "bonus")
    assert game.ground_of("0.4.0") == "abyss"
    assert game.where(RED, "soldier") == ["0.5.0"]


# What has nothing to do


IDLE = """
cave_in_teams exploit, sleeper_cell sabotage, sleeper_cell exploit, false_orders sabotage,
counterfeit_ore sabotage, double_agents exploit, bribed_guards sabotage, bribed_guards exploit,
arms_embargo exploit, dock_strike exploit, stolen_codes sabotage, stolen_codes exploit,
saboteurs sabotage, relic_smugglers sabotage, checkpoint_chaos exploit, fifth_column sabotage,
forged_treaties exploit, lab_mole sabotage, lab_mole exploit, stolen_initiative exploit
"""


@rule("CY-14.6", "CY-25.24", "CY-25.1")
@pytest.mark.parametrize("side", names(IDLE))
def test_a_side_may_be_chosen_though_it_does_nothing(side: str) -> None:
    """Nobody has units, ore, cards or flags, and there is nothing to learn or forget."""
    game = Laid(2, trading="off")
    game.s.players[RED].modules[BLUE] = KNOWN
    before = [(player.ore, player.where[:], player.modules[:]) for player in game.s.players]
    spy(game, *side.split())
    assert game.kind in ("burn", "bonus"), game.decision
    assert [(player.ore, player.where, player.modules) for player in game.s.players] == before


# Kessler's takeover


@rule("CY-25.28", "CY-25.29")
def test_why_there_is_no_takeover() -> None:
    def window(game: Laid, marks: int = 0) -> Laid:
        game.s.auto_single = False
        game.faction(RED, "kessler").player(RED).turn_marks = marks
        game.s.command = COMMANDS.index("battle")
        return game.at(second_window)

    def flagged(ore: int, level: int = 2) -> Laid:
        return Laid(3).ore(RED, ore).habitat(HERE, level, BLUE).unit(RED, "miner", THERE)

    assert window(flagged(3)).offered() == ["takeover", "done"]
    assert reasons(window(flagged(2))) == {"takeover": ("CY-25.28", "too_little_ore")}
    nothing = ("CY-25.28", "nothing_to_take_over")
    assert reasons(window(flagged(3, 3))) == {"takeover": nothing}
    assert reasons(window(flagged(3).unit(BLUE, "miner", HERE))) == {"takeover": nothing}
    assert reasons(window(flagged(3), TOOK_OVER)) == {"takeover": ("CY-25.28", "took_over")}
    two = flagged(6).habitat("0.3.1", 1, BLUE).habitat("2.2.0", 1, BLUE).habitat("0.4.0", 1)
    window(two).choose("takeover")
    assert two.hexes() == ["0.3.1", HERE]
    why = reasons(two)
    assert why["hex 2.2.0"] == ("CY-25.28", "no_unit_near")
    assert why["hex 0.4.0"] == ("CY-25.28", "no_enemy_flag")
    two.choose(f"hex {HERE}", "pass")  # nobody keeps the flag
    assert two.player(RED).ore == 3 and two.s.flag[hex_named(HERE)] == RED
    assert "takeover" not in two.offered()  # once a turn


# Taking back a Command Card


@rule("CY-3.7", "CY-3.8", "CY-25.21")
def test_why_no_card_can_be_taken_back() -> None:
    def window(game: Laid, marks: int = 0) -> dict[str, tuple[str, str]]:
        game.s.auto_single = False
        game.player(RED).cycle_marks = marks
        return reasons(game.at(start))

    def holds(played: bool) -> Laid:
        game = Laid(2).relics(RED, "time_shard").relics(RED, "deep_silo", active=False)
        return game.round(2).burnt(RED, "battle", 1) if played else game

    spends = ("spend deep_silo", "spend_active time_shard", "time_shard")
    nothing = window(holds(False))
    assert {token: nothing[token] for token in spends} == dict.fromkeys(
        spends, ("CY-3.8", "nothing_to_reclaim")
    )
    assert not set(spends) & set(window(holds(True)))
    assert window(holds(True), 1)["time_shard"] == ("CY-25.21", "shard_used")
    twice = holds(True).burnt(RED, "recruit", 1)
    twice.s.auto_single = False
    twice.at(start).choose("spend deep_silo", "reclaim_burned 1/battle")
    assert reasons(twice)["spend_active time_shard"] == ("CY-3.8", "reclaimed")
    assert "time_shard" in twice.offered()
