"""Worked examples 9, 11 to 22, 26 to 29: combat, captives, cards, influence."""

from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.content import SABOTAGE
from starhall.games.cysmic.geometry import hex_named
from starhall.games.cysmic.rules.commands import build
from starhall.games.cysmic.rules.powers import holding, influence
from starhall.games.cysmic.rules.strike import payable
from starhall.games.cysmic.rules.turn import first_window
from tests.games.cysmic.tables import BLUE, CONTENT, GREEN, RED, YELLOW, Laid


@rule("CY-5.7", "CY-11.1")
def test_example_9_support_units_do_not_start_combats() -> None:
    game = Laid(3).unit(RED, "harvester", "0.4.1").unit(BLUE, "speaker", "0.4.2")
    game.card(RED, "harvester_card").choose("unit harvester/0.4.1")
    assert "0.4.2" not in game.hexes()


@rule("CY-5.8", "CY-5.9", "CY-11.3", "CY-4.21")
def test_example_9_joining_and_keeping_out() -> None:
    game = Laid(3).unit(RED, "harvester", "0.4.1").unit(BLUE, "speaker", "0.4.2")
    game.unit(RED, "soldier", "0.4.2").unit(GREEN, "soldier", "0.3.2")
    game.card(RED, "harvester_card").choose("unit harvester/0.4.1")
    assert "0.4.2" in game.hexes()
    game.choose("hex 0.4.2")
    assert game.kind != "dig"  # locked at once: no scavenging
    other = Laid(3).unit(BLUE, "speaker", "0.4.2").unit(RED, "soldier", "0.4.2")
    other.unit(GREEN, "soldier", "0.3.2").ground("mountain", "0.4.1", "0.4.3")
    other.card(GREEN, "soldier_card").choose("unit soldier/0.3.2")
    assert "0.4.2" not in other.hexes()


@rule("CY-11.25", "CY-11.26", "CY-11.27")
def test_example_11_hits() -> None:
    harvester, miner = [5, 3], [3]
    assert payable([6, 5, 4, 3], [harvester, miner])
    assert payable([5, 3, 2, 1], [harvester])
    assert payable([5, 3, 2, 1], [miner])
    assert not payable([5, 3, 2, 1], [harvester, miner])


@rule("CY-11.27")
def test_example_11_once_one_is_picked_the_other_is_not_offered() -> None:
    game = Laid(2).unit(BLUE, "harvester", "0.4.2").unit(BLUE, "miner", "0.4.2")
    game.unit(RED, "powermech", "0.4.2").unit(RED, "soldier", "0.4.2")
    game.roll(red="5 3 2 1", face="plus_1").card(RED, "battle").choose("strike", "pass")
    assert game.offered() == ["type miner", "type harvester", "done"]
    game.choose("type harvester")
    assert game.captives(RED, BLUE) == 1
    assert game.count(BLUE, "miner", "0.4.2") == 1


@rule("CY-11.18", "CY-11.19", "CY-11.20", "CY-11.21", "CY-17.4")
def test_example_12_order_of_modifiers() -> None:
    game = Laid(2).unit(BLUE, "soldier", "0.4.2", 2).unit(RED, "soldier", "0.4.2", 2)
    game.cards(BLUE, "dampener, dampener").cards(RED, "lucky_shot, forced_march, forced_march")
    game.roll(red="3 5", face="plus_1").card(RED, "battle").choose("strike", "pass", "pass")
    assert (game.kind, game.asked) == ("modifier", BLUE)
    game.choose("modify dampener", "die 2")
    assert game.dice() == [3, 4]
    assert game.asked == RED
    game.choose("modify lucky_shot", "die 1")
    assert game.dice() == [5, 4]
    game.choose("pass", "modify forced_march")
    assert game.dice() == [5, 5]  # only die 2 was left for red, so it was not asked
    assert game.asked == BLUE
    game.choose("modify dampener")
    assert game.dice() == [4, 5]  # die 1 was blue's only choice, too
    assert game.kind == "capture"  # red has a card, but has played one on each die


@rule("CY-11.16", "CY-11.22", "CY-11.23", "CY-11.38")
def test_example_13_clamping() -> None:
    def fight(prism: bool) -> Laid:
        game = Laid(2).unit(BLUE, "speaker", "0.4.2").unit(BLUE, "powermech", "0.4.2")
        game.unit(RED, "soldier", "0.4.2", 2)
        game.cards(RED, "orbital_strike").cards(BLUE, "medevac")
        if prism:
            game.relics(RED, "war_prism")
        game.roll(red="6 1", face="plus_2").card(RED, "battle").choose("strike", "die 1")
        assert game.dice() == [6, 1]
        assert (game.kind, game.asked) == ("shield", BLUE)
        game.choose("die 1")
        assert game.dice() == [5, 1]
        if prism:
            game.choose("die 1")
            assert game.dice() == [6, 1]
        game.choose("pass", "modify orbital_strike", "die 1")
        assert game.dice() == [6, 1]
        game.choose("modify medevac", "die 1")
        assert game.dice() == [5, 1]
        return game

    assert "type powermech" not in fight(False).offered()
    assert "type powermech" not in fight(True).offered()


def hopeless_speaker(exits: bool) -> Laid:
    game = Laid(2).unit(BLUE, "speaker", "0.4.2").unit(RED, "powermech", "0.4.2")
    around = ["0.3.1", "0.3.2", "0.4.1", "0.4.3", "0.5.2", "0.5.3"]
    game.ground("mountain", *(around[1:] if exits else around))
    return game


@rule("CY-11.7", "CY-11.8", "CY-11.36", "CY-11.32", "CY-11.33")
def test_example_14_hopeless_must_flee() -> None:
    game = hopeless_speaker(True).roll(red="3 1 1", face="plus_1").card(BLUE, "battle")
    # Nobody was asked to strike or flee: the only hex is taken, and red's parting strike rolled.
    assert (game.kind, game.asked) == ("strike_die_use", RED)
    game.choose("pass")
    assert (game.kind, game.asked) == ("shield", BLUE)
    game.choose("die 1")
    assert game.captives(RED, BLUE) == 0
    assert game.where(BLUE, "speaker") == ["0.3.1"]
    caught = hopeless_speaker(True).roll(red="4 1 1", face="plus_1").card(BLUE, "battle")
    caught.choose("pass", "die 1", "type speaker")
    assert caught.captives(RED, BLUE) == 1


@rule("CY-11.7")
def test_example_14_nowhere_to_go() -> None:
    game = hopeless_speaker(False).card(BLUE, "battle")
    assert game.captives(RED, BLUE) == 1


@rule("CY-11.8", "CY-11.9")
def test_example_14_with_a_miner_there_one_may_strike() -> None:
    game = hopeless_speaker(True).unit(RED, "miner", "0.4.2").card(BLUE, "battle")
    assert game.offered() == ["strike", "flee"]


@rule("CY-11.32", "CY-11.33", "CY-11.34", "CY-11.10")
def test_example_15_parting_strike_of_a_defender_rolls_green() -> None:
    game = Laid(2).unit(RED, "soldier", "5.3.1").unit(BLUE, "soldier", "5.3.1")
    game.cards(RED, "orbital_strike, lucky_shot").cards(BLUE, "dig_in")
    game.roll(red="3", face="reroll_yellow").card(BLUE, "battle").choose("flee", "hex 5.4.2")
    # Green die, no yellow die to re-roll, no cards, no reactions: blue is gone already.
    assert game.where(BLUE, "soldier") == ["5.4.2"]
    assert game.hand(RED) == ["lucky_shot", "orbital_strike"]


@rule("CY-11.35", "CY-11.12")
def test_example_15_tremor_closes_the_way() -> None:
    def flight(devastated: int) -> Laid:
        game = Laid(2).unit(BLUE, "soldier", "5.3.1", 1).unit(RED, "soldier", "5.3.1")
        game.s.sectors = [0, 1, 2, 3, 4, 5]
        game.s.under = [devastated] * 30
        game.s.stack_at = 6
        game.next_token("fx_wetlands_4").roll(red="1", face="tremor")
        return game.card(BLUE, "battle").choose("flee", "hex 5.4.2")

    closed = flight(0)
    assert closed.ground_of("5.4.2") == "abyss"
    assert (closed.kind, closed.asked) == ("flee_hex", BLUE)
    assert "5.4.2" not in closed.hexes()
    assert flight(2).where(BLUE, "soldier") == ["5.4.2"]


@rule("CY-12.3", "CY-12.4")
def test_example_16_no_room() -> None:
    def captured() -> Laid:
        game = Laid(3).modules(RED, 5).held(RED, BLUE, "soldier")
        game.unit(GREEN, "harvester", "0.4.2").unit(RED, "powermech", "0.4.2")
        game.roll(red="6 6 1", face="plus_1").card(RED, "battle")
        game.choose("strike", "pass", "type harvester")
        assert game.kind == "make_room"
        assert game.offered() == ["free 2/soldier", "let_go"]
        return game

    kept = captured().choose("free 2/soldier")
    assert (kept.captives(RED, GREEN), kept.captives(RED, BLUE)) == (1, 0)
    gone = captured().choose("let_go")
    assert (gone.captives(RED, GREEN), gone.captives(RED, BLUE)) == (0, 1)
    assert gone.reserve(GREEN) == 25


@rule("CY-12.5", "CY-12.2")
def test_example_17_installing_with_a_full_prison() -> None:
    game = Laid(2).ore(RED, 9).ship(RED, "0.4.2")
    game.held(RED, BLUE, "soldier", 8).held(RED, BLUE, "miner", 3)
    assert holding(game.player(RED)) == 12
    game.card(RED, "ship_card").section(build).choose("build crew_bridge")
    assert holding(game.player(RED)) == 10
    assert game.offered() == ["free 2/soldier", "free 2/miner"]
    game.choose("free 2/miner")
    assert game.captives(RED, BLUE) == 10


@rule("CY-7.12", "CY-12.8", "CY-12.9", "CY-12.10", "CY-12.7")
def test_example_18_mandatory_exchange() -> None:
    game = Laid(3, trading="off").held(RED, BLUE, "soldier", 3).held(RED, GREEN, "speaker")
    game.card(RED, "negotiate")
    assert game.captives(RED, BLUE) == 1
    assert game.captives(RED, GREEN) == 1
    assert game.module(RED, "control_systems") == "known"
    assert game.module(RED, "colonist_quarters") == "missing"
    known = Laid(3, trading="off").held(RED, BLUE, "soldier", 3)
    known.modules(RED, known="control_systems").card(RED, "negotiate")
    assert known.captives(RED, BLUE) == 3


@rule("CY-14.1", "CY-14.2", "CY-14.3", "CY-14.4", "CY-14.5")
def test_example_19_espionage_room() -> None:
    def drawn() -> Laid:
        game = Laid(2, trading="off").spy(BLUE, "smear_campaign", SABOTAGE).ore(RED, 0)
        return game.spy_deck("union_walkout").card(RED, "negotiate")

    exploited = drawn().choose("exploit")
    assert exploited.player(RED).ore == 2
    assert len(exploited.player(BLUE).spy.cards) == 1
    assert exploited.player(RED).spy.cards == []
    sabotaged = drawn().choose("sabotage")
    assert sabotaged.player(BLUE).spy.cards == []
    assert len(sabotaged.player(RED).spy.cards) == 1


def hacking(die: str) -> Laid:
    game = Laid(4, trading="off").ship(YELLOW, "0.4.2").unit(RED, "harvester", "0.4.1")
    game.cards(YELLOW, "dampener").cards(RED, "rich_vein").roll(red="6", yellow="3 1")
    game.spy_deck("tremor_hoax").card(RED, "negotiate").choose("exploit")
    return game.choose("unit harvester/0.4.1", die)


@rule("CY-15.1", "CY-15.2", "CY-15.3", "CY-15.4", "CY-15.5", "CY-7.14")
def test_example_20_cyber_attack() -> None:
    game = hacking("die 2")
    assert (game.kind, game.asked) == ("modifier", YELLOW)
    game.choose("modify dampener")
    assert game.dice() == [2]
    game.choose("modify rich_vein")
    assert game.module(RED, "life_support") == "known"
    high = hacking("die 1").choose("pass", "modify rich_vein", "pass")
    assert high.module(RED, "life_support") == "missing"  # 6 stays 6


@rule("CY-10.5", "CY-10.6", "CY-25.12", "CY-25.3", "CY-4.21")
def test_example_21_manual_construction() -> None:
    def site(column: int) -> Laid:
        game = Laid(2).round(column).ore(RED, 4).unit(RED, "miner", "0.4.1")
        game.unit(RED, "soldier", "0.4.1").unit(RED, "miner", "0.3.1").unit(BLUE, "miner", "0.3.1")
        game.card(RED, "harvester_card").until("bonus")
        return game.choose(f"bonus grey/{column}", "build power_core")

    first = site(1)
    assert first.offered() == ["unit soldier/0.4.1", "unit miner/0.4.1"]  # not the locked one
    first.choose("unit miner/0.4.1")
    assert first.module(RED, "power_core") == "installed"  # the Soldier followed by itself
    assert first.player(RED).ore == 0
    assert first.where(RED, "soldier") == []
    fourth = site(4).choose("unit miner/0.4.1")
    assert fourth.module(RED, "power_core") == "installed"
    assert fourth.player(RED).ore == 1
    assert fourth.where(RED, "soldier") == ["0.4.1"]


@rule("CY-8.9", "CY-18.3", "CY-18.5", "CY-18.8", "CY-3.18")
def test_example_22_limits_hit_everybody() -> None:
    game = Laid(2).habitat("0.4.2", 2, BLUE).influence(BLUE, 8).ore(BLUE, 7)
    game.unit(RED, "soldier", "0.4.1").card(RED, "soldier_card")
    game.choose("unit soldier/0.4.1", "hex 0.4.2", "stop")
    assert game.kind == "neutralize"
    game.choose("yes")
    assert influence(game.s, BLUE) == 6
    assert game.player(BLUE).ore == 7
    game.until("free_window_1", "burn")
    assert game.s.active == BLUE
    assert game.player(BLUE).ore == 5


@rule("CY-17.2", "CY-17.3", "CY-8.7", "CY-19.7")
def test_example_26_event_chain() -> None:
    game = Laid(2).ground("ore", "0.4.1").unit(RED, "miner", "0.4.1").ore(BLUE, 4).ore(RED, 1)
    before = game.s.stack_at
    game.deck("foreshock, ore_rot, medevac").card(RED, "miner_card")
    game.choose("done", "unit miner/0.4.1")
    assert game.s.stack_at == before + 1
    assert game.player(BLUE).ore == 3
    assert game.player(RED).ore == 2
    assert game.hand(RED) == ["medevac"]


@rule("CY-7.1", "CY-7.2", "CY-7.3", "CY-7.4", "CY-7.5", "CY-4.22")
def test_example_27_deploy_into_the_enemy() -> None:
    game = Laid(2).ship(RED, "0.4.2").influence(RED, 5).unit(BLUE, "soldier", "0.4.1")
    game.card(RED, "recruit").choose("type miner")
    assert "0.4.1" not in game.hexes()  # a Miner cannot engage
    game = Laid(2).ship(RED, "0.4.2").influence(RED, 5).unit(BLUE, "soldier", "0.4.1")
    game.card(RED, "recruit").choose("type soldier", "hex 0.4.1")
    assert game.s.attacker[hex_named("0.4.1")] == RED
    game.choose("type miner", "hex 0.4.1")
    assert game.s.budget == 1
    assert game.offered() == ["type soldier", "done"]
    game.choose("type soldier", "hex 0.3.1")
    assert game.kind == "activate_pick"
    assert game.offered() == ["unit soldier/0.3.1", "done"]


@rule("CY-3.7", "CY-3.8", "CY-3.10", "CY-3.13")
def test_example_28_reclaim() -> None:
    game = Laid(2).round(3).relics(RED, "deep_silo, choir_stone")
    game.burnt(RED, "recruit", 1).burnt(RED, "upgrade", 2)
    player = game.player(RED)
    for card in ("battle", "negotiate"):
        game.s.move(CONTENT.cards.index(card), player.hand, player.played)
    player.played_columns = [1, 2]
    game.at(first_window)
    game.choose("spend_active deep_silo", "reclaim_burned 1/recruit")
    assert len(player.hand.cards) == 7
    assert game.kind == "burn"  # no second discard this turn
    assert game.s.column() == 3
    game.choose("burn recruit")
    assert player.burned_columns == [2, 3]


@rule("CY-8.2", "CY-8.3", "CY-17.9", "CY-18.1", "CY-18.6")
def test_example_29_persuade_over_a_flag() -> None:
    def speaker(loyal: bool) -> Laid:
        game = Laid(2).habitat("0.4.2", 3, BLUE).unit(RED, "speaker", "0.4.1")
        game.influence(BLUE, 7).influence(RED, 4)
        if loyal:
            game.cards(BLUE, "loyalists")
        game.card(RED, "speaker_card").choose("unit speaker/0.4.1", "hex 0.4.2", "stop")
        return game.choose("unit speaker/0.4.2")

    game = speaker(False)
    assert influence(game.s, RED) == 7
    assert influence(game.s, BLUE) == 4
    kept = speaker(True)
    assert (kept.kind, kept.asked) == ("reaction", BLUE)
    kept.choose("react loyalists")
    assert kept.s.flag[hex_named("0.4.2")] == BLUE
