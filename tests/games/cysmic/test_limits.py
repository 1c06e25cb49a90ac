"""Single numbers: what is just enough, what is one too many, what is there at all."""

from starhall.engine.rules.chance import Chance, seed_bytes
from starhall.engine.rules.play import Play
from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.content import RED as RED_DIE
from starhall.games.cysmic.content import power
from starhall.games.cysmic.game import GAME
from starhall.games.cysmic.geometry import hex_named
from starhall.games.cysmic.rules.board import lift
from starhall.games.cysmic.rules.dice import roll
from starhall.games.cysmic.rules.strike import extra_dice
from starhall.games.cysmic.rules.turn import end
from starhall.games.cysmic.state import Fight
from tests.games.cysmic.tables import BLUE, CONTENT, RED, Laid, table

HERE = "0.4.2"


@rule("CY-10.8", "CY-17.5")
def test_one_card_is_enough_for_the_brown_row() -> None:
    one = Laid(2).cards(RED, "dig_in").card(RED, "miner_card")
    assert "bonus brown/1" in one.offered()
    assert "bonus brown/1" not in Laid(2).card(RED, "miner_card").offered()


@rule("CY-25.17", "CY-25.19", "CY-17.6")
def test_rich_vein_needs_a_free_digger_and_ore() -> None:
    def offered(game: Laid) -> bool:
        game.cards(RED, "rich_vein").card(RED, "recruit").until("bonus").choose("bonus brown/1")
        return "use rich_vein" in game.offered()

    assert not offered(Laid(2))
    assert offered(Laid(2).ground("ore", HERE).unit(RED, "miner", HERE))
    locked_one = Laid(2).ground("ore", HERE).unit(BLUE, "soldier", HERE).unit(RED, "miner", HERE)
    assert not offered(locked_one)
    dry = Laid(2).ground("ore", HERE).unit(RED, "miner", HERE)
    dry.s.ore = 0
    assert not offered(dry)
    rich = Laid(2).ground("ore", HERE, "0.2.0").unit(RED, "miner", HERE, 3)
    rich.unit(RED, "miner", "0.2.0", 3).cards(RED, "rich_vein").card(RED, "recruit")
    rich.until("bonus").choose("bonus brown/1", "use rich_vein")
    assert rich.player(RED).ore == 4  # at most


@rule("CY-15.6", "CY-25.12", "CY-25.2")
def test_the_last_column_of_the_blue_row_hacks_with_two_units() -> None:
    game = Laid(3).round(5).ship(BLUE, HERE).unit(RED, "soldier", "0.4.1", 2)
    game.unit(RED, "miner", "0.3.1").roll(red="1 1").card(RED, "battle").choose("bonus blue/5")
    assert game.offered() == ["unit soldier/0.4.1", "unit miner/0.3.1", "done"]
    game.choose("unit soldier/0.4.1", "unit soldier/0.4.1")
    assert game.kind != "hack_unit"  # two at most
    skip = Laid(3).round(5).ship(BLUE, HERE).unit(RED, "soldier", "0.4.1").card(RED, "battle")
    skip.choose("bonus blue/5", "done")
    assert skip.kind != "hack_unit"
    alone = Laid(3).round(5).ship(BLUE, HERE).unit(RED, "soldier", "0.4.1").roll(red="1")
    alone.card(RED, "battle").choose("bonus blue/5", "unit soldier/0.4.1")
    assert alone.kind != "hack_unit"  # each unit once


@rule("CY-8.2", "CY-8.3", "CY-18.1")
def test_a_speaker_persuades_a_camp_and_influence_follows() -> None:
    game = Laid(2).habitat(HERE, 1).habitat("0.2.0", 2, RED).unit(RED, "speaker", HERE)
    game.unit(RED, "speaker", "0.2.0").unit(RED, "speaker", "0.3.0").card(RED, "speaker_card")
    game.choose("done")
    assert game.offered() == [f"unit speaker/{HERE}", "done"]
    game.choose(f"unit speaker/{HERE}")
    assert game.s.flag[hex_named(HERE)] == RED
    assert sorted(game.player(RED).holds) == sorted([hex_named(HERE), hex_named("0.2.0")])


@rule("CY-5.1", "CY-6.4")
def test_a_unit_with_nowhere_to_go_is_not_offered() -> None:
    game = Laid(2).unit(RED, "soldier", "0.6.0").unit(RED, "soldier", HERE)
    game.ground("mountain", "0.6.1", "5.6.5", "0.5.0")
    game.ground("abyss", *[f"{k}.6.0" for k in range(1, 6)]).card(RED, "soldier_card")
    assert game.offered() == [f"unit soldier/{HERE}", "done"]
    game.choose("done")


@rule("CY-25.2")
def test_a_relocated_unit_goes_elsewhere() -> None:
    game = Laid(2).ground("cave", HERE, "2.2.0", "1.3.1").unit(RED, "miner", HERE)
    game.cards(RED, "tunnel_rats").card(RED, "recruit").until("bonus")
    game.choose("bonus brown/1", "use tunnel_rats", f"unit miner/{HERE}")
    assert game.hexes() == ["1.3.1", "2.2.0"]  # not where it stands
    game.choose("hex 2.2.0")
    assert game.where(RED, "miner") == ["2.2.0"]


@rule("CY-11.5", "CY-11.2")
def test_roles_end_with_the_combat() -> None:
    game = Laid(2).unit(BLUE, "soldier", HERE).unit(RED, "soldier", HERE)
    hex = hex_named(HERE)
    assert game.s.attacker[hex] == RED
    lift(game.s, BLUE, game.player(BLUE).where.index(hex))
    assert game.s.attacker[hex] == -1
    game.unit(BLUE, "soldier", HERE)
    assert game.s.attacker[hex] == BLUE


@rule("CY-8.1", "CY-8.8", "CY-5.10")
def test_a_move_is_taken_up_where_it_was_about_to_begin() -> None:
    game = Laid(2).unit(RED, "soldier", HERE).unit(RED, "soldier", "0.2.0")
    game.card(RED, "soldier_card").choose(f"unit soldier/{HERE}")
    assert game.play is not None
    game.play.restart()
    assert (game.kind, game.decision.about) == ("move_leg", f"soldier/{HERE}/4")
    game.choose("hex 0.4.1", "stop")
    assert game.offered() == ["unit soldier/0.2.0", "done"]


@rule("CY-9.2")
@rule("CY-16.3", "CY-9.3", "CY-16.4")
def test_a_token_that_is_picked_up_or_destroyed_is_in_the_supply_again() -> None:
    game = Laid(2).unit(RED, "soldier", "0.4.1").token("0.3.1").relic_deck("deep_silo, war_prism")
    game.card(RED, "soldier_card").choose("unit soldier/0.4.1", "hex 0.3.1")
    assert (game.s.tokens[hex_named("0.3.1")], game.s.tokens_out, game.s.relic_tokens) == (0, 0, 30)
    ship = Laid(2).ship(RED, "0.4.1").token("0.3.1").card(RED, "ship_card").choose("hex 0.3.1")
    assert (ship.s.tokens_out, ship.s.relic_tokens) == (0, 30)


@rule("CY-21.1")
def test_everything_that_can_be_chosen() -> None:
    verbs = sorted({option.verb for option in GAME.vocabulary.options})
    assert verbs == [
        "a_discovery", "a_relic", "accept", "activate", "all", "bonus", "build", "burn", "captive",
        "cash", "decline", "die", "discard", "done", "drop", "drop_active", "exchange", "exploit",
        "faction", "flee", "foe", "free", "habitat", "hack", "hex", "hold", "jump", "keep",
        "launch", "let_go", "minus", "modify", "move", "no", "offer_card", "offer_relic", "ore",
        "pass", "pay", "play", "player", "plus", "react", "reclaim", "reclaim_burned", "replace",
        "roll", "sabotage", "spend", "spend_active", "stay", "stop", "strike", "takeover",
        "time_shard", "token", "type", "unit", "use", "wait", "yes",
    ]  # fmt: skip


@rule("CY-11.18", "CY-23.2")
def test_a_new_roll_is_untouched() -> None:
    game = Laid(2).roll(red="4 2")
    fight = Fight(colours=[RED_DIE, RED_DIE], shielded=[True, True], changed=[3, 1])
    roll(game.s, fight)
    assert (fight.values, fight.shielded, fight.changed) == ([4, 2], [False, False], [0, 0])


def in_force(game: Laid, seat: int, name: str) -> Laid:
    """A term of CY-25.30 that no card or board has, but a pack may use."""
    game.player(seat).powers[power(name)] += 1
    return game


@rule("CY-11.11", "CY-25.30", "CY-25.28")
def test_extra_dice_by_role() -> None:
    def dice(game: Laid, seat: int) -> int:
        game.unit(BLUE, "soldier", HERE, 2).unit(RED, "soldier", HERE, 2)
        return extra_dice(game.s, seat, hex_named(HERE))

    assert dice(Laid(2), RED) == dice(Laid(2), BLUE) == 0
    assert dice(in_force(Laid(2), BLUE, "dice_defender"), BLUE) == 1
    assert dice(in_force(Laid(2), RED, "dice_defender"), RED) == 0
    assert dice(Laid(2).faction(RED, "ironback"), RED) == 1  # attacks with two
    assert dice(Laid(2).faction(BLUE, "ironback"), BLUE) == 0
    assert dice(Laid(2).relics(BLUE, "twin_fang"), BLUE) == 1


@rule("CY-11.38", "CY-25.30")
def test_a_bonus_is_for_its_colour() -> None:
    def asked(game: Laid) -> str:
        game.unit(BLUE, "soldier", HERE).unit(RED, "soldier", HERE)
        game.roll(red="2", face="plus_1").card(RED, "battle").choose("strike", "pass")
        assert game.kind == "static_bonus"
        return game.decision.about

    assert asked(Laid(2).relics(RED, "war_prism")) == "red"
    assert asked(in_force(Laid(2), RED, "bonus_attacker_any")) == "any"


@rule("CY-25.13", "CY-10.4", "CY-12.8", "CY-15.1")
def test_a_part_that_can_do_nothing_is_refused_with_its_reason() -> None:
    def parts(game: Laid) -> dict[str, str]:
        game.s.auto_single = False  # so that a single part is asked too
        game.round(3).card(RED, "battle").until("bonus").choose("bonus blue/3")
        refused = GAME.refusals(game.s, game.decision)
        return {refusal.option.token: refusal.reason.rule for refusal in refused}

    assert parts(Laid(2).held(RED, BLUE, "soldier", 2)) == {"hack": "CY-15.1"}
    hacker = Laid(2).ship(BLUE, HERE).unit(RED, "soldier", "0.4.1")
    assert parts(hacker) == {"exchange": "CY-12.8"}


@rule("CY-13.4", "CY-13.5", "CY-13.6")
def test_why_a_packet_of_ore_is_not_offered() -> None:
    def reasons(red: int, *named: str) -> dict[str, str]:
        game = Laid(2).ore(RED, red).cards(RED, "dig_in").card(RED, "negotiate")
        game.choose("player 2", *named)
        refused = GAME.refusals(game.s, game.decision)
        return {refusal.option.token: refusal.reason.key for refusal in refused}

    assert reasons(0)["ore 1"] == "no_ore_to_trade"
    assert reasons(1)["ore 2"] == "packet_too_big" and "ore 1" not in reasons(1)
    assert reasons(3, "ore 2")["ore 2"] == "ore_named"


@rule("CY-8.5", "CY-8.4")
def test_a_speaker_made_by_a_promotion_does_not_promote() -> None:
    """The first Speaker turns itself into a Miner; its figure comes back as the new Speaker."""
    game = Laid(2).unit(RED, "speaker", "0.4.1").unit(RED, "speaker", "0.2.0")
    game.unit(RED, "soldier", "2.2.0").card(RED, "speaker_card").until("promote")
    game.choose("unit speaker/0.4.1", "type miner", "unit soldier/2.2.0", "type speaker")
    assert game.where(RED, "speaker") == ["0.2.0", "2.2.0"]
    assert game.kind != "promote"


@rule("CY-2.14", "CY-2.15", "CY-2.19")
def test_goods_come_before_units() -> None:
    chosen = GAME.configure(2, {"faction_pick": "random"})
    play = Play(GAME, GAME.deal(2, chosen, Chance(seed_bytes(3), GAME.streams)))
    while play.decision is not None and play.decision.kind != "place_start_unit":
        assert all(max(player.where) < 0 for player in table(play.state).players)
        play.choose(play.decision, play.decision.options[0])
    for player in table(play.state).players:
        assert player.ore == CONTENT.faction_ore[player.faction]
        assert len(player.cards.cards) == CONTENT.faction_discovery[player.faction]


@rule("CY-26.2", "CY-24.5", "CY-2.1", "CY-1.5")
def test_settings() -> None:
    found = {
        setting.id: (setting.default, setting.choices or (setting.low, setting.high), setting.also)
        for setting in GAME.settings
    }
    on_off = ("on", "off")
    orders = ("opponent_first", "attacker_first", "striker_first")
    assert found == {
        "first_player": (0, (1, 6), (0,)),
        "faction_pick": ("one_of_three", ("one_of_three", "random"), ()),
        "soldier_move": (4, (3, 4), ()),
        "modifier_order": ("opponent_first", orders, ()),
        "ship_start_zone": ("inner", ("inner", "rings_1_3"), ()),
        "global_arrows": ("six_colours", ("six_colours", "antipodal"), ()),
        "underlayer": ("hidden_random", ("hidden_random", "open_ridge"), ()),
        "aftershocks": ("off", on_off, ()),
        "trading": ("on", on_off, ()),
        "round_cap": (40, (20, 80), ()),
        "planet_death_result": ("all_lose", ("all_lose", "best_progress"), ()),
    }


@rule("CY-5.12", "CY-5.13", "CY-9.12")
def test_a_unit_is_on_the_token_s_hex_while_its_find_is_looked_at() -> None:
    game = Laid(2).unit(RED, "soldier", "0.4.1").token("0.3.1", "0.2.1")
    game.relic_deck("deep_silo, war_prism, hive_lens, twin_fang").card(RED, "soldier_card")
    game.choose("unit soldier/0.4.1", "hex 0.1.0")
    assert game.kind == "relic_keep" and game.where(RED, "soldier") == ["0.3.1"]
    game.choose("keep deep_silo", "hold")
    assert game.kind == "relic_keep" and game.where(RED, "soldier") == ["0.2.1"]
    assert game.s.tokens_out == 0


@rule("CY-12.8", "CY-25.28", "CY-25.21")
def test_who_earns_ore_by_an_exchange() -> None:
    def earned(game: Laid) -> int:
        game.held(RED, BLUE, "soldier", 2).card(RED, "negotiate").until("espionage_side")
        return game.player(RED).ore

    assert earned(Laid(2, trading="off")) == 0
    assert earned(Laid(2, trading="off").relics(RED, "crow_engine")) == 2
    assert earned(Laid(2, trading="off").faction(RED, "council")) == 2


@rule("CY-7.1", "CY-7.5", "CY-25.28", "CY-6.5")
def test_troops_deployed_by_a_card_are_the_ones_that_act() -> None:
    """Conscription is for the Recruit card, not for the bonus action."""
    game = Laid(2).faction(RED, "ironback").ship(RED, HERE).round(5).unit(RED, "soldier", "2.2.0")
    game.card(RED, "battle").choose("bonus orange/5")
    refused = {one.option.token: one.reason.key for one in GAME.refusals(game.s, game.decision)}
    assert "type soldier" not in refused
    before = int(game.decision.about)
    game.choose("type soldier", "hex 0.4.1")
    assert int(game.decision.about) == before - 1
    game.choose("done")
    assert game.offered() == ["unit soldier/0.4.1", "done"]


@rule("CY-15.2", "CY-15.3")
def test_the_dice_are_gone_after_a_hack() -> None:
    game = Laid(2, trading="off").ship(BLUE, HERE).unit(RED, "soldier", "0.4.1").roll(red="5")
    game.spy_deck("union_walkout").card(RED, "negotiate").choose("exploit")
    game.choose("unit soldier/0.4.1")
    assert game.s.fight is None and game.module(RED, "control_systems") == "missing"


@rule("CY-25.17", "CY-25.19", "CY-17.6")
def test_the_black_market_needs_another_card_and_ore() -> None:
    def offered(ore: int, *more: str) -> bool:
        game = Laid(2).cards(RED, ", ".join(["black_market", *more]))
        game.s.ore = ore
        game.card(RED, "recruit").until("bonus").choose("bonus brown/1")
        return "use black_market" in game.offered()

    assert offered(1, "dig_in") and not offered(0, "dig_in") and not offered(9)


@rule("CY-19.8")
@rule("CY-24.3", "CY-26.2", "CY-19.3")
def test_an_aftershock_may_kill_the_planet() -> None:
    """It comes before the ends are looked at."""
    game = Laid(2, aftershocks="on").round(5)
    game.s.stack_at, game.s.bag, game.s.position = 6, game.s.bag[:1], 1
    game.s.active = BLUE
    game.at(end, BLUE)
    assert game.over and game.s.reason == "fractures" and game.s.round == 5
