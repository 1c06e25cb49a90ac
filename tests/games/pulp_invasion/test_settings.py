"""Section 20 and what a whole game is declared with: settings, seats, orders, payments."""

from __future__ import annotations

import pytest

from starhall.engine.match.match import Match
from starhall.engine.text.rulebook import rule
from starhall.games.pulp_invasion.content import NONE
from starhall.games.pulp_invasion.game import GAME
from starhall.games.pulp_invasion.options import AMOUNTS
from starhall.games.pulp_invasion.orders import lose_highest
from starhall.games.pulp_invasion.rules.reckoning import drawable
from starhall.games.pulp_invasion.state import Table
from tests.games.pulp_invasion.tables import CONTENT, Desk, line, search, table


def begun(**settings: str) -> Table:
    return Match(GAME, 1, dict(settings), seed=5).state


@rule("PI-20.1", "PI-2.6", "PI-2.9")
@pytest.mark.parametrize(("level", "weapons"), [("basic", 4), ("normal", 5), ("advanced", 6)])
def test_the_level_sets_weapons_and_cubes(level: str, weapons: int) -> None:
    s = begun(level=level)
    assert s.wanted == len(s.weapon_deck.cards) == s.bag[4] == s.bag[5] == weapons
    assert len(s.weapon_box.cards) == 6 - weapons
    assert CONTENT.levels[s.level] == level


@rule("PI-20.1", "PI-20.2", "PI-20.3", "PI-20.4")
def test_what_is_played_without_settings() -> None:
    s = begun()
    assert CONTENT.levels[s.level] == "normal"
    assert not s.per_round and not s.black_redraw
    captains = {Match(GAME, 1, {}, seed=seed).state.captain for seed in range(60)}
    assert captains == set(range(6))


@rule("PI-20.2")
@pytest.mark.parametrize("captain", CONTENT.captains)
def test_the_captain_that_is_named(captain: str) -> None:
    assert CONTENT.captains[begun(captain=captain).captain] == captain


@rule("PI-20.3", "PI-1.8", "PI-2.3")
@pytest.mark.parametrize(
    ("limit", "per_round", "numbers"),
    [("per_encounter", False, [6, 6, 7]), ("per_round", True, [8, 8, 9])],
)
def test_one_die_a_round_goes_with_two_points_more(
    limit: str, per_round: bool, numbers: list[int]
) -> None:
    s = begun(captain="orrin_thrace", dice_limit=limit)
    assert s.per_round == per_round and s.maxima == s.abilities == numbers


@rule("PI-20.4", "PI-7.6", "PI-7.7")
@pytest.mark.parametrize(("setting", "cubes"), [("leave", 16), ("redraw", 12)])
def test_black_cubes_are_drawn_in_an_evade_or_not(setting: str, cubes: int) -> None:
    assert drawable(begun(black_on_evade=setting)) == cubes


@rule("PI-1.1", "PI-15.1")
def test_one_player_decides_everything() -> None:
    assert list(GAME.seats) == [1]
    match = Match(GAME, 1, {}, seed=3)
    while not match.over:
        assert match.decision.seat == 0
        match.choose(match.decision.options[-1])


@rule("PI-1.1", "PI-14.4")
def test_cards_have_names_and_nothing_else_has() -> None:
    numbers = (0, 35, 36, 47, 48, 59, 60, 65, -1, 66)
    names = ["guardforce_01", "time_slip", "crashed_dreadnought", "star_forge", "ashkar"]
    names += ["terminus_gate", "chronal_vault", "void_bell", "unknown", "unknown"]
    assert [GAME.card_name(number) for number in numbers] == names
    assert NONE not in range(len(CONTENT.cards))


@rule("PI-6.12", "PI-1.8")
def test_a_payment_names_its_points() -> None:
    assert len(AMOUNTS) == 1000
    for number, amount in ((0, "0/0/0"), (9, "0/0/9"), (10, "0/1/0"), (109, "1/0/9")):
        assert AMOUNTS[number] == amount
    assert (AMOUNTS[90], AMOUNTS[211], AMOUNTS[990], AMOUNTS[999]) == (
        "0/9/0",
        "2/1/1",
        "9/9/0",
        "9/9/9",
    )


@rule("PI-6.2", "PI-6.3", "PI-6.8")
def test_what_is_owed_is_one_number_for_each_ability() -> None:
    s = table("kah", points=(6, 6, 6))
    desk = line(s, "guardforce_16", "guardforce_03").choose("engage", "pay")
    assert s.owed == [1, 2, 1]
    desk.choose("spend 1/0/0")
    assert s.owed == [0, 2, 1]
    desk.choose("spend 0/2/0", "spend 0/0/1")
    assert desk.points == "5/4/5"


@rule("PI-D7", "PI-D10")
@pytest.mark.parametrize(
    ("points", "token"),
    [((3, 5, 4), "lose diplomacy"), ((0, 1, 2), "lose science"), ((6, 5, 4), "lose combat")],
)
def test_the_highest_ability_pays_when_it_is_ordered(
    points: tuple[int, int, int], token: str
) -> None:
    desk = line(table(points=points), "guardforce_14")
    assert ordered(desk) == token
    s = table("kah", ("quietus", "kah", "synod"), points=points, bag={"black": 1})
    assert ordered(search(s, "guardforce_01")) == token


@rule("PI-D7", "PI-15.2")
def test_an_order_never_loses_the_game() -> None:
    desk = line(table(points=(0, 1, 1)), "guardforce_14")
    assert desk.tokens == ["lose_fatal diplomacy", "lose_fatal science"]
    assert ordered(desk) == ""


def ordered(desk: Desk) -> str:
    option = lose_highest(desk.s, desk.play.decisions[0])
    return option.token if option is not None else ""
