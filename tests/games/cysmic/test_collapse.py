"""Collapses inside collapses, who escapes them, and who still reaches the ship."""

from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.geometry import hex_named
from starhall.games.cysmic.rules.commands import evacuate
from starhall.games.cysmic.state import FATE_STREAM
from tests.games.cysmic.tables import BLUE, RED, Laid


def shaking(game: Laid, token: str) -> Laid:
    """Red harvests, and the tremor is the one that draws this Fracture Token."""
    game.ground("ore", "0.4.1").unit(RED, "harvester", "0.4.1").deck("dig_in, dig_in")
    game.s.stack_at = 6
    game.next_token(token).card(RED, "harvester_card")
    return game.choose("done", "unit harvester/0.4.1")


def sinking(game: Laid, hex: str) -> Laid:
    """The next sinkhole opens there."""
    standing = [
        number
        for number in range(1, 127)
        if game.s.ground[number] != 5 and game.s.ship_at[number] == -1
    ]
    return game.rig(FATE_STREAM, [standing.index(hex_named(hex))])


@rule("CY-25.18", "CY-19.10", "CY-19.14")
def test_grapple_lines_hold_through_a_collapse_inside_the_collapse() -> None:
    """Blue's Wardens draw a Sinkhole on a Relic Token while the units on 2.3.2 still wait."""
    game = Laid(2).faction(BLUE, "wardens").unit(BLUE, "miner", "2.3.0")
    game.unit(BLUE, "soldier", "2.3.2").cards(BLUE, "grapple_lines").token("2.2.0")
    shaking(game, "fx_tundra_3")
    game.choose("react grapple_lines", "hex 2.3.2")
    assert game.kind == "escape"
    game.deck("sinkhole, dig_in")
    sinking(game, "5.6.5")
    game.choose("hex 2.2.0").choose(game.offered()[0], "hold")
    assert game.ground_of("5.6.5") == "abyss"
    assert (game.kind, game.decision.about) == ("escape", "2.3.2")
    game.choose("hex 2.2.1")
    assert game.where(BLUE, "soldier") == ["2.2.1"]
    assert game.s.warned == []


@rule("CY-19.14", "CY-19.15")
def test_early_warning_takes_any_or_all_along() -> None:
    def threatened() -> Laid:
        game = Laid(2).unit(BLUE, "miner", "2.3.1").unit(BLUE, "soldier", "2.3.1", 2)
        return shaking(game, "fx_tundra_3").choose("hex 2.2.0")

    game = threatened()
    assert game.kind == "escape_who" and game.asked == BLUE
    assert game.offered() == ["unit miner/2.3.1", "all"]  # the Miner leads
    game.choose("all")
    assert game.where(BLUE, "soldier") == ["2.2.0", "2.2.0"]
    assert game.where(BLUE, "miner") == ["2.2.0"]
    some = threatened().choose("unit miner/2.3.1")
    assert some.offered() == ["unit soldier/2.3.1", "all", "done"]
    some.choose("unit soldier/2.3.1")
    assert some.offered() == ["unit soldier/2.3.1", "done"]
    some.choose("done")
    assert some.where(BLUE, "soldier") == ["2.2.0"] and some.where(BLUE, "miner") == ["2.2.0"]
    alone = threatened().choose("unit miner/2.3.1", "done")
    assert alone.where(BLUE, "soldier") == [] and alone.where(BLUE, "miner") == ["2.2.0"]


@rule("CY-9.12")
def test_who_can_reach_the_ship_is_looked_at_again_after_a_jump() -> None:
    """The jump's tremor breaks the ground under the ship; where it goes, a Miner is in reach."""
    game = Laid(2).ship(RED, "0.5.2").modules(RED, 6)
    game.unit(RED, "powermech", "2.1.0").unit(RED, "miner", "0.1.0")
    game.s.stack_at = 6
    game.next_token("fx_desert_5").card(RED, "ship_card").section(evacuate).choose("yes")
    assert game.kind == "evacuate_jump" and game.where(RED, "miner") == ["0.1.0"]
    game.choose("yes")
    assert (game.kind, game.asked) == ("ship_hex", RED)
    game.choose("hex 0.4.2")
    assert game.where(RED, "powermech") == game.where(RED, "miner") == []


@rule("CY-9.12")
def test_a_powermech_that_stays_may_still_walk_to_a_ship_that_comes_near() -> None:
    game = Laid(2).ship(RED, "0.5.2").modules(RED, 6)
    game.unit(RED, "powermech", "0.1.0").unit(RED, "powermech", "2.1.0")
    game.s.stack_at = 6
    game.next_token("fx_desert_5").card(RED, "ship_card").section(evacuate)
    game.choose("yes", "no", "yes", "hex 0.4.2")
    assert game.where(RED, "powermech") == [] and game.kind != "evacuate_jump"


@rule("CY-9.12", "CY-5.13")
def test_the_rest_of_an_evacuee_s_way_is_looked_at_again_after_a_find() -> None:
    """The hex between the token and the ship falls while the unit picks the token up."""

    def finding(type: str) -> Laid:
        game = Laid(2).ship(RED, "0.5.2").modules(RED, 6).faction(RED, "wardens")
        game.unit(RED, type, "1.2.0").token("0.3.2").deck("sinkhole, dig_in")
        sinking(game, "0.4.2").card(RED, "ship_card").section(evacuate).choose("yes")
        game.choose(game.offered()[0], "hold")
        assert game.ground_of("0.4.2") == "abyss"
        return game

    assert finding("miner").where(RED, "miner") == ["0.3.2"]  # two steps left, three needed
    assert finding("soldier").where(RED, "soldier") == []  # one more step, so it walks around
