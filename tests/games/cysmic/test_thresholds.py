"""None, one, and one too many: settings, absent abilities, ways out and limits."""

from collections.abc import Callable

import pytest

from starhall.engine.game import Value
from starhall.engine.match.match import Match
from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.content import SABOTAGE
from starhall.games.cysmic.game import GAME
from starhall.games.cysmic.geometry import HEX_IDS
from starhall.games.cysmic.rules.commands import build
from starhall.games.cysmic.rules.turn import end as end_of_turn
from starhall.games.cysmic.rules.turn import start
from starhall.games.cysmic.state import ABYSS, ATTACKER_FIRST, OPPONENT_FIRST, STRIKER_FIRST
from tests.games.cysmic import test_told
from tests.games.cysmic.tables import BLUE, GREEN, RED, Laid, asked, table
from tests.games.cysmic.test_told import CAUSES, heard, told

HERE, BESIDE, FAR = "0.4.2", "0.4.1", "0.2.0"

# Settings


@rule("CY-26.2", "CY-2.1")
def test_every_setting_reaches_the_table() -> None:
    cases: list[tuple[str, Value, str, Value]] = [
        ("faction_pick", "random", "random_faction", True),
        ("faction_pick", "one_of_three", "random_faction", False),
        ("soldier_move", 3, "soldier_move", 3),
        ("soldier_move", 4, "soldier_move", 4),
        ("modifier_order", "opponent_first", "modifier_order", OPPONENT_FIRST),
        ("modifier_order", "attacker_first", "modifier_order", ATTACKER_FIRST),
        ("modifier_order", "striker_first", "modifier_order", STRIKER_FIRST),
        ("ship_start_zone", "rings_1_3", "rings_start", True),
        ("ship_start_zone", "inner", "rings_start", False),
        ("global_arrows", "antipodal", "antipodal", True),
        ("global_arrows", "six_colours", "antipodal", False),
        ("underlayer", "open_ridge", "open_ridge", True),
        ("underlayer", "hidden_random", "open_ridge", False),
        ("aftershocks", "on", "aftershocks", True),
        ("aftershocks", "off", "aftershocks", False),
        ("trading", "on", "trading", True),
        ("trading", "off", "trading", False),
        ("round_cap", 25, "round_cap", 25),
        ("planet_death_result", "best_progress", "best_progress", True),
        ("planet_death_result", "all_lose", "best_progress", False),
        ("first_player", 2, "first", 1),
    ]
    assert {setting for setting, *_ in cases} == {one.id for one in GAME.settings}
    for setting, value, field, expected in cases:
        s = Laid(3, **{setting: value}).s
        assert getattr(s, field) == expected, (setting, value)


@rule("CY-14.3")
def test_how_many_espionage_cards_are_active_by_players() -> None:
    for seats, most in ((2, 1), (3, 1), (4, 2), (5, 2), (6, 3)):
        game = Laid(seats, trading="off")
        cards = ("union_walkout", "jammed_sensors", "fuel_rationing")
        for seat, card in zip(range(1, most + 1), cards, strict=False):
            if seat < seats:
                game.spy(seat, card, SABOTAGE)
        game.spy_deck("border_lockdown").card(RED, "negotiate").choose("exploit")
        game.passing("espionage_drop")
        active = [player.seat for player in game.s.players if player.spy.cards]
        assert len(active) == most and RED in active


# Abilities that nobody has


class Plain(Laid):
    """The same tables without any faction and Relic."""

    def faction(self, seat: int, id: str) -> "Plain":
        return self

    def relics(self, seat: int, ids: str, active: bool = True) -> "Plain":
        return self


@rule(
    "CY-3.6", "CY-3.22", "CY-5.15", "CY-8.7", "CY-8.9", "CY-8.13", "CY-12.1", "CY-12.8", "CY-13.1",
    "CY-16.3", "CY-17.4", "CY-18.1", "CY-19.10", "CY-25.28", "CY-25.29",
)  # fmt: skip
@pytest.mark.parametrize("scene", [scene for scene, _ in CAUSES])
def test_abilities_that_nobody_has_are_not_used(
    scene: Callable[[], Laid], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(test_told, "Laid", Plain)
    try:
        game = scene()
    except AssertionError as refused:
        assert "is not among" in str(refused)  # what the ability allows is not on offer
        return
    assert not [line for line in told(game) if " uses " in line and "Dig In" not in line]


@rule("CY-3.6", "CY-25.28")
def test_nothing_comes_in_at_the_start_of_a_turn_by_itself() -> None:
    for ore in (0, 2, 3, 4):
        game = heard(Laid(2).ore(RED, ore)).at(start)
        assert game.player(RED).ore == ore
        assert told(game) == ["Round 1: Red's turn."]
    for ore, after in ((2, 2), (3, 4), (4, 5)):  # Dividends, with three or more
        assert Laid(3).faction(RED, "kessler").ore(RED, ore).at(start).player(RED).ore == (after)


# A single unit that acts


@rule("CY-6.5", "CY-8.5", "CY-8.4")
@pytest.mark.parametrize("others", [0, 1])
def test_a_speaker_that_acts_alone_promotes_once_and_nobody_else_does(others: int) -> None:
    game = Laid(2).ship(RED, HERE).influence(RED, 6).unit(RED, "soldier", FAR)
    if others:
        game.unit(RED, "speaker", "0.2.1")
    game.card(RED, "recruit").choose("type speaker", f"hex {BESIDE}", "done")
    game.until("activate_pick").choose(f"unit speaker/{BESIDE}")
    game.until("promote")
    assert game.kind == "promote" and f"unit soldier/{FAR}" in game.offered()
    game.choose(f"unit soldier/{FAR}").choose("type miner")
    assert game.kind != "promote" and game.count(RED, "miner", FAR) == 1


# Exactly one


def island(*hexes: str) -> Laid:
    """All ground but these hexes has fallen."""
    game = Laid(2)
    keep = {*hexes, "3.5.2", "4.5.2", "city"}
    game.ground("abyss", *[hex for hex in HEX_IDS if hex not in keep])
    assert game.s.ground.count(ABYSS) == len(HEX_IDS) - len(keep)
    return game


@rule("CY-5.15", "CY-5.16", "CY-6.4", "CY-8.1", "CY-8.13")
def test_a_powermech_may_go_if_there_is_one_hex_to_jump_to() -> None:
    one = island(HERE).unit(RED, "powermech", HERE).card(RED, "powermech_card")
    assert one.offered() == [f"unit powermech/{HERE}", "done"]
    one.choose(f"unit powermech/{HERE}")
    assert one.offered() == ["jump", "stay"]
    one.choose("jump")
    assert one.hexes() == ["city"]
    none = island(HERE).ground("abyss", "city").unit(RED, "powermech", HERE)
    assert none.card(RED, "powermech_card").kind != "pick_unit"


# Ways out


@rule("CY-11.25", "CY-11.26", "CY-11.27", "CY-11.28", "CY-11.37")
@pytest.mark.parametrize("taken", [0, 1, 2])
def test_a_striker_may_stop_capturing(taken: int) -> None:
    game = Laid(2).unit(RED, "soldier", HERE, 3).unit(BLUE, "soldier", HERE, 3)
    game.roll(red="6 6 6", face="plus_1").card(RED, "battle").choose("strike").until("capture")
    for _ in range(taken):
        game.choose("type soldier")
    game.choose("done")
    assert game.captives(RED, BLUE) == taken
    assert game.count(BLUE, "soldier", HERE) == 3 - taken


# Trading


@rule("CY-13.1", "CY-13.2", "CY-13.3", "CY-13.4", "CY-7.11")
def test_an_offer_names_up_to_four_things_on_each_side() -> None:
    game = Laid(2).ore(RED, 10).ore(BLUE, 10).card(RED, "negotiate").choose("player 2")
    for _ in range(4):
        assert game.kind == "trade_give"
        game.choose("ore 1")
    for _ in range(4):
        assert game.kind == "trade_get"
        game.choose("ore 1")
    assert (game.kind, game.asked) == ("trade_answer", BLUE)
    few = Laid(2).ore(RED, 10).ore(BLUE, 10).card(RED, "negotiate").choose("player 2")
    few.choose("ore 2", "ore 1", "done", "ore 1", "done")
    assert (few.kind, few.asked) == ("trade_answer", BLUE)
    few.choose("accept")
    assert (few.player(RED).ore, few.player(BLUE).ore) == (10 - 3 + 1, 10 + 3 - 1)


# Events that find nobody


@rule("CY-25.19", "CY-25.24")
def test_riots_need_a_habitat_and_strike_all_who_hold_the_most() -> None:
    def draw(game: Laid) -> Laid:
        game.unit(RED, "miner", "1.5.1").deck("riots, dig_in").card(RED, "miner_card")
        return game.choose("done", "unit miner/1.5.1")

    nobody = draw(Laid(3))
    assert nobody.kind != "target_hex" and max(nobody.s.flag) == -1
    both = draw(Laid(3).habitat("2.2.0", 1, BLUE).habitat("2.4.0", 2, GREEN))
    assert both.player(BLUE).holds == both.player(GREEN).holds == []
    most = Laid(3).habitat("2.2.0", 1, BLUE).habitat("2.4.0", 2, GREEN).habitat("3.3.1", 2, GREEN)
    draw(most)
    assert (most.kind, most.asked) == ("target_hex", GREEN)  # both are Outposts
    most.choose("hex 3.3.1")
    assert len(most.player(GREEN).holds) == len(most.player(BLUE).holds) == 1


# Whoever declines gets nothing and loses nothing


def snapshot(game: Laid) -> list[object]:
    return [
        [player.where[:] for player in game.s.players],
        [player.ore for player in game.s.players],
        [player.modules[:] for player in game.s.players],
        [len(player.cards.cards) for player in game.s.players],
        game.s.flag[:],
        game.s.ground[:],
        game.s.stack_at,
    ]


def swapping() -> Laid:
    game = Laid(2).held(RED, BLUE, "soldier", 2).cards(RED, "hostage_swap")
    return game.card(RED, "miner_card").choose("bonus brown/1", "use hostage_swap")


def recruited() -> Laid:
    game = Laid(2).ship(RED, HERE).influence(RED, 2).unit(RED, "miner", FAR)
    game.card(RED, "recruit").choose("type soldier", f"hex {BESIDE}")
    return game.until("activate_pick")


def promoting() -> Laid:
    game = Laid(2).unit(RED, "speaker", FAR).unit(RED, "soldier", HERE)
    return game.card(RED, "speaker_card").until("promote")


def freeing() -> Laid:
    game = Laid(2, trading="off").held(RED, BLUE, "soldier", 2).spy_deck("bribed_guards")
    game.modules(RED, known="control_systems").card(RED, "negotiate").choose("exploit")
    return game


def building() -> Laid:
    game = Laid(2).ore(RED, 5).cards(RED, "prefab_assembly").card(RED, "miner_card")
    return game.choose("bonus brown/1", "use prefab_assembly")


def selling() -> Laid:
    game = Laid(2).cards(RED, "black_market, dig_in").card(RED, "miner_card")
    return game.choose("bonus brown/1", "use black_market")


def hacking() -> Laid:
    game = Laid(2, trading="off").ship(BLUE, HERE).unit(RED, "soldier", BESIDE)
    game.spy_deck("union_walkout").card(RED, "negotiate")
    return game.choose("sabotage")


DECLINED = [
    (swapping, "exchange_with"), (recruited, "activate_pick"), (promoting, "promote"),
    (freeing, "free_captive"), (building, "build"), (selling, "target_card"),
    (hacking, "hack_unit"),
]  # fmt: skip


@rule("CY-6.5", "CY-8.4", "CY-9.10", "CY-10.5", "CY-12.1", "CY-12.8", "CY-15.1", "CY-7.14")
@rule("CY-25.2", "CY-25.19", "CY-25.24", "CY-7.5", "CY-21.1")
@pytest.mark.parametrize(("scene", "kind"), DECLINED)
def test_whoever_declines_neither_gains_nor_loses(scene: Callable[[], Laid], kind: str) -> None:
    game = scene()
    assert (game.kind, game.asked) == (kind, RED)
    assert game.offered()[-1] == "done" and len(game.offered()) > 1
    before = snapshot(game)
    game.choose("done")
    assert snapshot(game) == before and game.kind != kind


@rule("CY-19.3", "CY-19.6", "CY-8.9", "CY-25.28", "CY-21.1")
def test_a_tremor_may_be_damped_once_a_turn_or_let_through() -> None:
    for answer, tremors in (("yes", 0), ("no", 1)):
        game = Laid(2).faction(RED, "tectonic").ground("ore", HERE).unit(RED, "harvester", HERE)
        game.deck("dig_in, dig_in").card(RED, "harvester_card").choose("done")
        game.choose(f"unit harvester/{HERE}")
        assert game.kind == "ability_cost"
        before = game.s.stack_at
        game.choose(answer)
        assert game.s.stack_at == before + tremors


@rule("CY-3.19", "CY-18.8", "CY-18.9", "CY-18.10", "CY-18.11", "CY-16.7")
def test_relics_in_hand_or_active_ones_are_cut_back_to_the_limit() -> None:
    for token, zone in (("drop star_chart", "relics"), ("drop_active deep_silo", "slots")):
        game = Laid(2).relics(RED, "deep_silo, war_prism")
        game.relics(RED, "star_chart, void_keel, world_seed, hive_lens", active=False)
        game.at(end_of_turn)
        assert game.kind == "discard_relic" and token in game.offered()
        name = token.split()[1]
        game.choose(token)
        assert game.kind != "discard_relic"  # five are the limit
        left = {"relics": 4, "slots": 2}
        left[zone] -= 1
        player = game.player(RED)
        assert {"relics": len(player.relics.cards), "slots": len(player.slots.cards)} == left
        assert [GAME.tables.cards[card] for card in game.s.relic_pile.cards] == [name]


@rule("CY-21.1")
def test_whoever_runs_out_of_time_passes_or_takes_the_first() -> None:
    game = Laid(2).unit(RED, "soldier", HERE).card(RED, "soldier_card")
    assert GAME.default(game.decision).token == "done"
    burn = Laid(2).at(start)
    assert GAME.default(burn.decision) is burn.decision.options[0]


# When things happen


@rule("CY-2.9", "CY-2.10", "CY-22.4", "CY-22.1")
def test_the_boards_dealt_lie_open_when_all_have_chosen() -> None:
    match = Match(GAME, 2, {}, 1, ["Red", "Blue"])
    for seat in (0, 1):
        assert [player.dealt.sight for player in table(match.state).players] == [1, 2]
        match.choose(asked(match, seat).options[0], seat)
    assert [player.dealt.sight for player in table(match.state).players] == [-1, -1]


@rule("CY-8.9", "CY-8.10", "CY-8.11")
def test_a_flag_is_taken_down_only_where_nobody_fights() -> None:
    for guards, asks in ((0, True), (1, False)):
        game = Laid(2).habitat(HERE, 1, BLUE).unit(RED, "soldier", BESIDE)
        if guards:
            game.unit(BLUE, "miner", HERE)
        game.card(RED, "soldier_card").choose(f"unit soldier/{BESIDE}", f"hex {HERE}")
        game.passing("move_leg")
        assert (game.kind == "neutralize") == asks


@rule("CY-12.5", "CY-12.11", "CY-9.10")
def test_a_module_is_paid_before_captives_make_room_for_it() -> None:
    game = Laid(3).ship(RED, HERE).ore(RED, 5).modules(RED, 4)
    game.held(RED, GREEN, "soldier", 2).held(RED, GREEN, "miner", 2)
    game.card(RED, "ship_card").section(build).choose("build power_core")
    assert game.kind == "free_captive" and game.module(RED, "power_core") == "installed"
    assert game.player(RED).ore < 5


@rule("CY-14.1", "CY-14.2", "CY-22.6")
def test_an_espionage_card_lies_open_while_it_is_carried_out() -> None:
    game = Laid(2, trading="off").unit(RED, "soldier", BESIDE).unit(BLUE, "miner", HERE)
    game.unit(BLUE, "soldier", "0.5.1").spy_deck("fifth_column").card(RED, "negotiate")
    game.until("espionage_side").choose("sabotage")
    assert game.kind == "target_foe"
    card = GAME.tables.cards.index("fifth_column", GAME.tables.first_espionage)
    assert (game.s.shown.cards, game.s.espionage_pile.cards) == ([card], [])
    game.choose(game.offered()[0])
    assert (game.s.shown.cards, game.s.espionage_pile.cards) == ([], [card])
