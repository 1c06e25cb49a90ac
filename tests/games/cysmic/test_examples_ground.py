"""Worked examples 1 to 8, 10, 23 to 25, 30: tremors, collapse, the ship, movement."""

from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.geometry import HEX_IDS, NEAR, hex_named
from starhall.games.cysmic.rules.commands import evacuate
from starhall.games.cysmic.rules.launch import launch
from starhall.games.cysmic.rules.powers import influence
from starhall.games.cysmic.rules.tremors import tremor
from tests.games.cysmic.tables import BLUE, RED, Laid


def shake(game: Laid, times: int) -> None:
    """So many tremors caused by red."""
    for _ in range(times):
        run(tremor(game.s, RED))


def run(procedure: object) -> None:
    """Run a rule that asks nothing."""
    try:
        procedure.send(None)  # type: ignore[attr-defined]
    except StopIteration:
        return
    raise AssertionError("somebody was asked")


@rule("CY-19.2", "CY-19.3", "CY-19.4", "CY-2.7", "CY-8.13", "CY-6.6", "CY-6.7")
def test_example_1_track_of_two_players() -> None:
    game = Laid(2).ground("ore", "0.4.1", "0.4.2").deck("dig_in, dig_in, medevac, medevac")
    game.unit(RED, "harvester", "0.4.1").unit(RED, "harvester", "0.4.2")
    s = game.s
    assert (s.singles, s.stack, s.stack_at) == (4, 4, 4)  # 6, 5, 4, 3 covered, stack on 2
    game.card(RED, "harvester_card").choose("done")
    game.choose("unit harvester/0.4.1")
    assert s.stack_at == 5  # A
    game.choose("unit harvester/0.4.2")
    assert s.stack_at == 6  # B
    game.next_token("fx_desert_1")
    shake(game, 1)
    assert len(s.spent) == 1
    assert (s.singles, s.stack, s.stack_at) == (5, 3, 5)


@rule("CY-19.4", "CY-19.5", "CY-19.1")
def test_example_2_end_state_of_the_track() -> None:
    game = Laid(2)
    s = game.s
    shake(game, 3)
    assert (s.singles, s.stack, s.stack_at) == (5, 3, 5)
    shake(game, 2)
    assert (s.singles, s.stack, s.stack_at) == (6, 2, 6)
    shake(game, 1)
    assert (s.singles, s.stack, s.stack_at) == (7, 1, 7)
    assert len(s.spent) == 3
    shake(game, 2)
    assert len(s.spent) == 5
    assert (s.singles, s.stack, s.stack_at) == (7, 1, 7)


def broken_forest() -> Laid:
    game = Laid(2)
    game.s.sectors = [0, 1, 4, 3, 2, 5]  # the forest is sector 2
    game.unit(RED, "soldier", "2.3.0")
    game.unit(RED, "miner", "2.3.1").unit(RED, "soldier", "2.3.1", 2)
    game.unit(RED, "harvester", "2.3.2").unit(BLUE, "soldier", "2.3.2")
    game.unit(BLUE, "soldier", "2.2.0").ground("mountain", "2.4.1").unit(RED, "speaker", "2.4.2")
    game.ground("ore", "0.4.1").unit(RED, "harvester", "0.4.1")
    game.s.stack_at = 6
    game.deck("dig_in, dig_in").next_token("fx_forest_3")
    return game.card(RED, "harvester_card").passing("pick_unit").choose("unit harvester/0.4.1")


@rule("CY-19.8", "CY-19.10", "CY-19.11", "CY-19.14", "CY-19.15")
def test_example_3_fracture_with_escape_to_a_narrow_hex() -> None:
    game = broken_forest()
    assert game.kind == "escape"
    assert game.hexes() == ["2.2.1", "2.4.2"]
    game.choose("stay").until("bonus")
    assert game.where(RED, "miner") == game.where(RED, "soldier") == []
    assert game.where(RED, "harvester") == ["0.4.1"]
    assert game.where(BLUE, "soldier") == ["2.2.0"]
    assert game.captives(RED, BLUE) == game.captives(BLUE, RED) == 0


@rule("CY-19.15")
def test_example_3_not_all_fit() -> None:
    game = broken_forest().choose("hex 2.4.2")
    # The Miner must go first and is the only one with Early Warning, so nobody is asked for it.
    assert game.offered() == ["unit soldier/2.3.1", "done"]
    game.choose("unit soldier/2.3.1")
    assert game.where(RED, "soldier") == ["2.4.2"]
    assert game.where(RED, "miner") == ["2.4.2"]


@rule("CY-19.14")
def test_example_3_all_fit() -> None:
    game = broken_forest().choose("hex 2.2.1", "all")
    assert game.where(RED, "soldier") == ["2.2.1", "2.2.1"]
    assert game.where(RED, "miner") == ["2.2.1"]


@rule("CY-19.10", "CY-19.12", "CY-19.13", "CY-9.2", "CY-9.3", "CY-18.7")
def test_example_4_ship_in_a_fracture() -> None:
    game = Laid(2).ship(BLUE, "0.5.2").ground("water", "0.6.2").ground("mountain", "0.4.1")
    game.habitat("0.4.2", 2, BLUE).unit(BLUE, "soldier", "0.4.2", 2).influence(BLUE, 6)
    game.ground("ore", "2.2.1").unit(RED, "harvester", "2.2.1").deck("dig_in, dig_in")
    game.s.stack_at = 6
    game.next_token("fx_desert_5").ore(BLUE, 3)
    game.card(RED, "harvester_card").choose("done", "unit harvester/2.2.1")
    assert (game.kind, game.asked) == ("ship_hex", BLUE)
    assert game.hexes() == ["0.4.2", "0.6.3"]
    game.choose("hex 0.4.2")
    assert game.ship_of(BLUE) == "0.4.2"
    assert game.where(BLUE, "soldier") == []
    assert game.s.level[hex_named("0.4.2")] == 0
    assert game.s.flag[hex_named("0.4.2")] == -1
    assert influence(game.s, BLUE) == 4
    assert game.player(BLUE).ore == 3


@rule("CY-9.2", "CY-9.3", "CY-9.4", "CY-19.17", "CY-16.2", "CY-19.16", "CY-11.5")
def test_example_5_stabilize_onto_a_combat() -> None:
    game = Laid(2).ship(RED, "0.4.1")
    game.unit(BLUE, "soldier", "0.4.2", 2).unit(RED, "soldier", "0.4.2")
    game.s.under = [1] * 30  # index 1 of ring 4 is devastated
    game.card(RED, "ship_card").choose("hex 0.4.2")
    assert game.where(RED, "soldier") == game.where(BLUE, "soldier") == []
    assert game.captives(RED, BLUE) == 0
    assert game.s.attacker[hex_named("0.4.2")] == -1
    assert game.ground_of("0.4.1") == "devastated"
    assert game.s.tokens[hex_named("0.4.1")] == 1


def lonely_ship(ore: int) -> Laid:
    game = Laid(2).ship(RED, "3.4.1").ship(BLUE, "0.5.2").ore(RED, ore)
    near = ["3.3.0", "3.3.1", "3.4.0", "3.4.2", "3.5.1", "3.5.2"]
    game.ground("abyss", *near)
    game.ground("abyss", *ring_around("3.4.1", 2))
    return game.card(RED, "ship_card")


def ring_around(hex: str, distance: int) -> list[str]:
    return [HEX_IDS[other] for other in NEAR[hex_named(hex)][distance]]


@rule("CY-9.6", "CY-9.8")
def test_example_6_stabilize_with_nothing_next_and_pay() -> None:
    game = lonely_ship(2)
    assert set(game.hexes()) == set(ring_around("3.4.1", 3))
    game.choose(f"hex {game.hexes()[0]}")
    assert game.player(RED).ore == 0
    assert game.ground_of("3.4.1") in ("abyss", "devastated")
    assert game.kind == "ship_move"  # the turn goes on


@rule("CY-9.7", "CY-3.21", "CY-9.8")
def test_example_6_stabilize_without_the_ore() -> None:
    game = lonely_ship(1)
    game.choose(f"hex {game.hexes()[0]}")
    assert game.player(RED).ore == 1
    assert game.ground_of("3.4.1") in ("abyss", "devastated")
    assert game.asked == BLUE  # no move, construction, free window, bonus or launch
    assert game.s.active == BLUE


def across_the_arrow(**settings: int) -> Laid:
    game = Laid(2, **settings).ship(RED, "1.5.2")
    game.unit(RED, "soldier", "0.5.2").unit(BLUE, "miner", "3.4.2")
    return game.card(RED, "soldier_card").choose("unit soldier/0.5.2")


@rule("CY-4.7", "CY-4.8", "CY-5.3", "CY-5.7", "CY-1.5", "CY-11.2")
def test_example_7_arrow_move() -> None:
    game = across_the_arrow()
    assert "3.4.2" in game.hexes()
    game.choose("hex 3.4.2")
    assert game.s.attacker[hex_named("3.4.2")] == RED
    assert game.kind != "move_leg"


@rule("CY-1.5")
def test_example_7_with_slower_soldiers() -> None:
    assert "3.4.2" not in across_the_arrow(soldier_move=3).hexes()


@rule("CY-4.10", "CY-4.11")
def test_example_8_cave_move() -> None:
    game = Laid(2).ground("cave", "1.4.3", "4.2.0").unit(RED, "miner", "1.4.2")
    game.card(RED, "miner_card").choose("unit miner/1.4.2")
    assert "4.2.1" in game.hexes()
    assert "4.3.2" not in game.hexes()


@rule("CY-4.11", "CY-9.5")
def test_example_8_ships_do_not_use_caves() -> None:
    game = Laid(2).ground("cave", "1.4.3", "4.2.0").ship(RED, "1.4.3").card(RED, "ship_card")
    assert "4.2.0" not in game.hexes()


@rule("CY-5.15", "CY-5.16")
def test_example_10_jumpjet() -> None:
    game = Laid(2).unit(RED, "powermech", "0.4.1").unit(BLUE, "soldier", "3.1.0")
    game.ground("mountain", "0.3.1", "0.3.0").ground("abyss", "0.2.0").token("0.1.0")
    game.card(RED, "powermech_card").choose("unit powermech/0.4.1", "jump")
    assert "3.1.0" in game.hexes()
    assert "3.2.0" not in game.hexes()
    before = game.s.stack_at
    game.choose("hex 3.1.0")
    assert game.s.attacker[hex_named("3.1.0")] == RED
    assert game.s.stack_at == before + 1
    assert game.s.tokens[hex_named("0.1.0")] == 1


@rule("CY-9.11", "CY-9.12")
def test_example_23_evacuate() -> None:
    game = Laid(3).ship(RED, "0.4.2").modules(RED, 6)
    game.unit(RED, "soldier", "0.5.2").unit(RED, "miner", "1.3.1").unit(RED, "soldier", "0.6.0")
    game.unit(RED, "miner", "0.6.0").unit(RED, "powermech", "3.1.0")
    game.unit(BLUE, "soldier", "2.2.0").unit(RED, "soldier", "2.2.0")
    game.card(RED, "ship_card").section(evacuate).choose("yes")
    assert game.kind == "evacuate_jump"
    assert game.where(RED, "soldier") == ["2.2.0"]
    assert game.where(RED, "miner") == ["0.6.0"]
    before = game.s.stack_at
    game.choose("yes")
    assert game.where(RED, "powermech") == []
    assert game.s.stack_at == before + 1


def ready(hex: str, ground: str = "plain") -> Laid:
    game = Laid(2).ship(RED, hex).modules(RED, 6).unit(RED, "soldier", "2.2.0")
    return game.held(BLUE, RED, "soldier", 2).ground(ground, hex)


@rule("CY-20.1", "CY-20.3", "CY-20.4", "CY-20.5", "CY-20.6", "CY-20.7", "CY-25.8", "CY-24.1")
def test_example_24_launch_by_humanity_die() -> None:
    for face, launched in (
        ("up_to_1", False), ("up_to_2", False), ("up_to_3", True),
        ("up_to_4", True), ("any", True), ("none", False),
    ):  # fmt: skip
        game = ready("0.4.2").humanity(face).at(launch)
        assert game.offered() == ["roll", "wait"]
        assert game.decision.about == "left/3"
        game.choose("roll")
        assert (game.s.winner == RED) is launched, face
        if not launched:
            assert game.s.active == BLUE  # no second roll this turn


@rule("CY-20.1")
def test_example_24_not_from_devastated_ground() -> None:
    game = ready("0.4.2", "devastated").at(launch)
    assert game.s.active == BLUE


@rule("CY-5.12", "CY-5.13", "CY-16.3", "CY-16.5", "CY-16.6", "CY-5.10", "CY-5.11")
def test_example_25_relic_on_the_way() -> None:
    game = Laid(2).unit(RED, "soldier", "1.4.1").token("1.3.1")
    game.relics(RED, "deep_silo, choir_stone").relic_deck("void_keel, war_prism")
    game.card(RED, "soldier_card").choose("unit soldier/1.4.1", "hex 1.2.0")
    assert game.kind == "relic_keep"
    assert game.s.tokens[hex_named("1.3.1")] == 0
    assert set(game.offered()) == {"keep war_prism", "keep void_keel"}
    game.choose("keep void_keel")
    assert set(game.offered()) == {
        "replace deep_silo/void_keel", "replace choir_stone/void_keel", "hold",
    }  # fmt: skip
    game.choose("replace deep_silo/void_keel")
    assert game.where(RED, "soldier") == ["1.2.0"]
    assert game.kind == "move_leg" and game.s.moves_left == 2


@rule("CY-19.9")
def test_example_30_dud_fracture() -> None:
    game = Laid(2)
    game.ground("abyss", *[f"3.6.{j}" for j in range(6)])
    game.s.sectors = [0, 1, 2, 3, 4, 5]
    game.s.stack_at = 6
    game.next_token("fx_rocky_6b")
    before = list(game.s.ground)
    shake(game, 1)
    assert game.s.ground == before
    assert len(game.s.spent) == 1
    assert (game.s.singles, game.s.stack, game.s.stack_at) == (5, 3, 5)
