"""Section 3, 6, 18, 20, 24: rounds, limits, the end."""

from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.content import COMMANDS, ROWS
from starhall.games.cysmic.game import GAME
from starhall.games.cysmic.geometry import HEXES
from starhall.games.cysmic.rules.launch import launch
from starhall.games.cysmic.rules.powers import influence, ore_capacity
from starhall.games.cysmic.rules.turn import end, first_window, second_window, start
from starhall.games.cysmic.state import ABYSS, DEVASTATED, TREMBLED
from tests.games.cysmic.tables import BLUE, CONTENT, GREEN, RED, Laid


def pass_turn(game: Laid) -> None:
    """Burn and play the first cards at hand and pass on everything."""
    seat, number = game.s.active, (game.s.round, game.s.position)
    while game.kind != "over" and (game.s.round, game.s.position) == number:
        options = game.decision.options
        game.choose(options[0 if game.kind in ("burn", "play", "ship_hex") else -1].token)
    assert game.kind == "over" or game.s.active != seat or game.s.seats == 1 or game.s.round


@rule("CY-3.1", "CY-3.2", "CY-3.3", "CY-3.4", "CY-3.13", "CY-3.12")
def test_rounds_and_cycles() -> None:
    game = Laid(3, trading="off").at(start)
    order = []
    while game.s.round <= 5:
        order.append((game.s.round, game.s.active, game.s.column()))
        assert len(game.player(game.s.active).hand.cards) >= 12 - 2 * game.s.column()
        if game.s.round == 2 and game.s.active == GREEN:
            game.s.holder = BLUE
        holder = game.s.holder
        pass_turn(game)
        if game.s.round == 3 and game.s.holder != holder:
            game.s.holder = BLUE
    assert [active for _, active, _ in order] == [0, 1, 2] * 5
    assert [column for _, _, column in order] == [c for c in range(1, 6) for _ in range(3)]
    assert game.s.first == game.s.holder == game.s.active
    for player in game.s.players:
        assert len(player.hand.cards) == 10
        assert player.played_columns == player.burned_columns == []


@rule("CY-3.5", "CY-3.11", "CY-3.12", "CY-22.2")
def test_steps_of_a_turn() -> None:
    game = Laid(2).at(start)
    assert game.kind == "burn"
    game.choose("burn recruit")
    assert game.kind == "play" and "play recruit" not in game.offered()
    player = game.player(RED)
    assert player.burned.sight == 1 and player.played.sight == -1
    game.choose("play miner_card")
    assert game.kind == "bonus"  # no Miners, so no sections
    game.choose("done")
    assert game.s.active == BLUE
    assert player.burned_columns == player.played_columns == [1]


@rule("CY-3.6", "CY-3.22")
def test_start_of_a_turn() -> None:
    game = Laid(2).relics(RED, "world_seed").ore(RED, 2)
    game.s.dust, game.s.flare = [RED, BLUE], [RED]
    game.player(BLUE).turn_marks = TREMBLED
    game.at(start)
    assert game.s.dust == [BLUE] and game.s.flare == []
    assert game.player(RED).ore == 3
    assert game.player(BLUE).turn_marks == 0


@rule("CY-3.9", "CY-16.1")
def test_relics_are_activated_in_both_windows() -> None:
    first = Laid(2).relics(RED, "deep_silo", active=False).at(first_window)
    assert first.offered() == ["activate deep_silo", "done"]
    second = Laid(2).relics(RED, "deep_silo, choir_stone, war_prism", active=False)
    second.s.command = COMMANDS.index("battle")
    second.at(second_window).choose("activate deep_silo", "activate choir_stone")
    assert set(second.offered()) == {
        "replace deep_silo/war_prism", "replace choir_stone/war_prism", "done",
    }  # fmt: skip


@rule("CY-3.14", "CY-3.15", "CY-6.3", "CY-6.4")
def test_sections_in_order_and_each_unit_once() -> None:
    game = Laid(2).unit(RED, "miner", "0.4.1").unit(RED, "miner", "0.3.0")
    game.unit(RED, "miner", "0.2.0").unit(BLUE, "soldier", "0.2.0").deck("dig_in, dig_in")
    game.card(RED, "miner_card")
    assert set(game.offered()) == {"unit miner/0.3.0", "unit miner/0.4.1", "done"}
    game.choose("unit miner/0.4.1", "hex 0.5.1", "stop")
    assert game.offered() == ["unit miner/0.3.0", "done"]
    game.choose("done")
    assert game.kind == "dig"
    game.choose("unit miner/0.5.1")
    assert game.offered() == ["unit miner/0.3.0", "done"]
    assert Laid(2).card(RED, "battle").kind == "bonus"  # a card that does nothing


@rule("CY-17.5", "CY-3.16", "CY-10.1", "CY-10.2", "CY-10.4", "CY-6.8", "CY-25.11")
def test_bonus_by_column_and_colour() -> None:
    assert all(len(rows) == 3 for rows in CONTENT.card_rows)
    assert all(sum(row in rows for rows in CONTENT.card_rows) == 5 for row in range(6))
    assert ROWS == ["red", "orange", "purple", "brown", "grey", "blue"]
    game = Laid(2).round(4).card(RED, "miner_card")
    assert game.offered() == ["bonus purple/4", "done"] or "bonus brown/4" in game.offered()
    assert all(token.endswith("/4") or token == "done" for token in game.offered())
    assert not any("red" in token or "blue" in token for token in game.offered())
    empty = Laid(2)
    empty.s.ore = 0
    empty.card(RED, "harvester_card")
    assert empty.s.active == BLUE  # nothing would do anything


@rule("CY-3.17", "CY-20.2", "CY-20.8", "CY-20.9", "CY-24.1")
def test_launch_with_everybody_aboard() -> None:
    game = Laid(2).ship(RED, "city").modules(RED, 6).held(RED, BLUE, "soldier", 2).at(launch)
    assert game.offered() == ["launch", "wait"]
    game.choose("launch")
    assert game.over
    result = GAME.result(game.s)
    assert result.winners == [RED] and result.ranks == [1, 2]
    assert game.s.left_behind == 0


@rule("CY-20.8")
def test_units_left_behind_are_noted() -> None:
    game = Laid(2).modules(RED, 6).unit(RED, "soldier", "0.4.1").humanity("any")
    game.at(launch).choose("roll")
    assert game.s.left_behind == 1


@rule("CY-17.9")
@rule("CY-3.19", "CY-18.9", "CY-18.10", "CY-18.11", "CY-16.7", "CY-16.8", "CY-17.7")
def test_end_of_turn_limits() -> None:
    game = Laid(2).relics(BLUE, "deep_silo, stasis_cage").ore(BLUE, 8)
    game.relics(BLUE, "choir_stone, war_prism, hive_lens, cloud_step", active=False)
    game.cards(BLUE, "dig_in, dig_in, lucky_shot, medevac, medevac, firewall, dampener")
    game.at(end, RED)
    assert (game.kind, game.asked) == ("discard_relic", BLUE)
    assert "drop_active deep_silo" in game.offered() and "drop choir_stone" in game.offered()
    game.choose("drop_active deep_silo")
    assert game.player(BLUE).ore == 5  # the silo was gone before the ore was counted
    assert game.kind == "discard_discovery"
    game.choose("discard dig_in", "discard dig_in")
    assert len(game.player(BLUE).cards.cards) == 5
    assert game.s.active == BLUE


@rule("CY-18.2", "CY-18.4")
def test_influence_and_store() -> None:
    game = Laid(2)
    assert influence(game.s, RED) == 1
    for total, ore in ((6, 5), (7, 8), (10, 8), (11, 10), (14, 10), (15, 12), (19, 14), (23, 16)):
        laid = Laid(2).influence(RED, total)
        assert influence(laid.s, RED) == total
        assert ore_capacity(laid.s, RED) == ore
    rich = Laid(2).influence(RED, 29).relics(RED, "choir_stone, choir_stone")
    assert influence(rich.s, RED) == 30


@rule("CY-3.20", "CY-24.3")
def test_planet_dies_with_the_last_token_after_the_launch_step() -> None:
    game = Laid(2).modules(RED, 6)
    game.s.dying = True
    game.s.bag = []
    launched = game.at(launch)
    assert launched.kind == "launch"
    launched.choose("wait")
    assert game.over and game.s.reason == "fractures"
    result = GAME.result(game.s)
    assert result.winners == [] and result.ranks == [2, 3]


@rule("CY-24.4")
def test_planet_dies_without_a_launch_site() -> None:
    def bare(keel: bool) -> Laid:
        game = Laid(2)
        game.s.ground = [ABYSS] * HEXES
        for player in game.s.players:
            game.s.ground[player.ship] = DEVASTATED
        if keel:
            game.relics(RED, "void_keel")
        return game.at(end)

    assert bare(False).s.reason == "no_site"
    assert not bare(True).over


@rule("CY-3.2")
@rule("CY-24.5")
def test_round_cap() -> None:
    game = Laid(2, round_cap=25).round(25)
    game.s.position = 1
    game.at(end, BLUE)
    assert game.over and game.s.reason == "round_cap"
    early = Laid(2, round_cap=25).round(24)
    early.s.position = 1
    assert not early.at(end, BLUE).over


@rule("CY-24.6", "CY-24.2")
def test_ranking_of_a_dead_planet() -> None:
    game = Laid(3, planet_death_result="best_progress").modules(BLUE, 1)
    game.ore(GREEN, 2).held(BLUE, RED, "soldier")
    game.s.dying = True
    game.at(end)
    result = GAME.result(game.s)
    assert result.winners == [BLUE]
    assert result.ranks == [3, 1, 2]


@rule("CY-3.4")
@rule("CY-26.2")
def test_aftershocks() -> None:
    def last_turn(setting: str) -> int:
        game = Laid(2, aftershocks=setting).round(5)
        game.s.position = 1
        before = game.s.stack_at
        game.at(end, BLUE)
        return game.s.stack_at - before

    assert last_turn("on") == 1
    assert last_turn("off") == 0


@rule("CY-6.5")
def test_activating_a_single_unit() -> None:
    game = Laid(2).ship(RED, "0.4.2").influence(RED, 3).unit(RED, "miner", "0.6.0")
    game.deck("dig_in").card(RED, "recruit").choose("type miner", "hex 0.4.1")
    game.choose("unit miner/0.4.1")  # motivate
    assert game.offered() == ["unit miner/0.4.1", "done"]
    game.choose("done")
    assert game.kind == "dig" and game.offered() == ["unit miner/0.4.1", "done"]


@rule("CY-25.10")
def test_command_cards_have_their_numbers() -> None:
    assert [CONTENT.cards[CONTENT.first_command + i] for i in range(10)] == COMMANDS
    game = Laid(2).ground("ore", "0.4.1").unit(RED, "miner", "0.4.1").deck("dig_in")
    before = game.s.stack_at
    game.card(RED, "miner_card").choose("done", "unit miner/0.4.1")
    assert game.s.stack_at == before  # mining shakes nothing
