"""What loses the game at once: two abilities at 0, checked at the right moment and marked."""

from __future__ import annotations

from itertools import product

import pytest

from starhall.engine.match.match import Match
from starhall.engine.rules.options import Option
from starhall.engine.text.rulebook import rule
from starhall.games.pulp_invasion.game import GAME
from starhall.games.pulp_invasion.rules.payment import payments, survivable
from starhall.games.pulp_invasion.state import ENGAGED, WAITING
from tests.games.pulp_invasion.tables import Desk, draws, line, search, table


def offered(desk: Desk) -> list[Option]:
    assert desk.play.decision is not None
    return desk.play.decision.options


# The zero check


@rule("PI-18.3", "PI-4.15")
@pytest.mark.parametrize("points", [(0, 0, 4), (0, 4, 0), (4, 0, 0), (0, 0, 0)])
def test_any_two_abilities_at_zero_lose(points: tuple[int, int, int]) -> None:
    s = table(points=points)
    desk = draws(s, "guardforce_01", "guardforce_02", "guardforce_03", "guardforce_05")
    assert desk.play.over and s.cause == "exhaustion"


@rule("PI-18.3", "PI-4.15")
@pytest.mark.parametrize("points", [(0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 1, 1)])
def test_one_ability_at_zero_does_not_lose(points: tuple[int, int, int]) -> None:
    s = table(points=points, auto=False)
    desk = draws(s, "guardforce_01", "guardforce_02", "guardforce_03", "guardforce_05")
    assert not desk.play.over and desk.asked == "encounter_choice"


@rule("PI-6.2", "PI-6.10")
def test_the_check_after_paying_comes_before_the_card_counts_as_engaged() -> None:
    """Tripod Walker would give 2 points back, but the Captain is exhausted by then."""
    s = table(points=(3, 4, 0))
    desk = line(s, "guardforce_09", "guardforce_02").choose("engage", "pay", "spend_fatal 3/0/0")
    assert desk.play.over and s.cause == "exhaustion"
    assert desk.points == "0/4/0"
    assert s.fates == [WAITING, WAITING] and not s.engaged_any


@rule("PI-6.10", "PI-18.4")
def test_the_last_card_can_still_lose_the_game() -> None:
    s = table(points=(1, 4, 0))
    desk = line(s, "guardforce_02", "guardforce_01", fates="n")
    desk.choose("engage", "pay", "spend_fatal 1/0/0")
    assert desk.play.over and s.cause == "exhaustion" and not s.searching


@rule("PI-6.2")
def test_demands_are_paid_one_by_one_before_the_effects_follow() -> None:
    """Plasma Battery in Kah's Sector: Combat first, Super Science last; then the gain."""
    s = table("kah", location="mirror_palace", points=(6, 6, 6))
    desk = line(s, "guardforce_16", "guardforce_02").choose("engage", "pay")
    assert desk.demand("guardforce_16") == "1C 2D 1S"
    abouts = []
    for token in ("spend 1/0/0", "spend 0/2/0", "spend 0/0/1"):
        abouts.append(desk.about)
        assert s.fates[0] == WAITING
        desk.choose(token)
    assert abouts == [f"guardforce_16/{due}" for due in ("combat_1", "diplomacy_2", "science_1")]
    assert desk.points == "5/4/5" and s.fates[0] == ENGAGED


@rule("PI-6.2", "PI-13.4")
def test_the_effects_of_an_engaged_card_follow_its_payment() -> None:
    s = table(points=(3, 9, 9), maxima=(9, 9, 9))
    desk = line(s, "guardforce_09", "guardforce_02").choose("engage", "pay", "spend 3/0/0")
    assert s.fates[0] == ENGAGED
    assert desk.points == "2/9/9"  # only Combat is below its maximum


# Fatal options


@rule("PI-15.2", "PI-6.3")
def test_paying_is_marked_if_no_payment_survives() -> None:
    s = table("kah", points=(1, 0, 3))
    desk = line(s, "guardforce_02", "guardforce_18").choose("engage")
    assert desk.tokens == ["pay_fatal", "evade_instead"]
    assert [option.fatal for option in offered(desk)] == [True, False]
    s = table("kah", points=(1, 0, 5))
    desk = line(s, "guardforce_02", "guardforce_18").choose("engage")
    assert desk.tokens == ["pay", "evade_instead"]


@rule("PI-15.2", "PI-15.1")
def test_a_single_fatal_payment_is_not_made_for_the_player() -> None:
    s = table("kah", points=(1, 0, 3))
    assert s.auto_single
    desk = line(s, "guardforce_02", "guardforce_18").choose("engage", "pay_fatal")
    assert desk.tokens == ["spend_fatal 1/0/0"]
    assert desk.asked == "pay_demand" and desk.points == "1/0/3"
    desk.choose("spend_fatal 1/0/0")
    assert desk.asked == "pay_demand"  # the check comes after the last demand
    desk.choose("spend_fatal 0/0/2")
    assert desk.play.over and s.cause == "exhaustion"


@rule("PI-15.2", "PI-D11")
def test_a_gain_that_leaves_two_abilities_at_zero_is_marked() -> None:
    s = table(location="nine_moon_bazaar", points=(0, 0, 4))
    desk = draws(s, "guardforce_01", "guardforce_02", "guardforce_03", "guardforce_05")
    assert desk.tokens == ["gain combat", "gain diplomacy", "gain_fatal science"]
    assert GAME.default(desk.play.decisions[0]).token == "gain combat"
    desk.choose("gain_fatal science")
    assert desk.play.over and s.cause == "exhaustion"
    s = table(location="nine_moon_bazaar", points=(0, 0, 4))
    desk = draws(s, "guardforce_01", "guardforce_02", "guardforce_03", "guardforce_05")
    desk.choose("gain diplomacy")
    assert not desk.play.over and desk.points == "0/1/4"


@rule("PI-15.2", "PI-18.4")
def test_nothing_is_fatal_in_the_search() -> None:
    s = table(planet="choir_world", points=(0, 0, 4), hand=["guardforce_03"])
    desk = search(s, "guardforce_01").choose("act")
    assert desk.tokens == ["gain combat", "gain diplomacy", "gain science"]
    desk.choose("gain science")
    assert not desk.play.over and desk.points == "0/0/6"


@rule("PI-15.2")
def test_the_mark_agrees_with_the_payments_that_follow() -> None:
    """`pay` is fatal exactly if each way through the payments ends with two zeros."""
    for abilities in product(range(4), range(4), range(5)):
        for due in ([1, 0, 2], [0, 2, 0], [1, 1, 1]):
            for discounts in (0, 1):
                ends = outcomes(list(abilities), due, discounts)
                if ends and abilities.count(0) < 2:
                    survives = any(end.count(0) < 2 for end in ends)
                    assert survivable(list(abilities), due, discounts) == survives


def outcomes(abilities: list[int], due: list[int], discounts: int) -> list[list[int]]:
    """Every position after paying all demands, one after the other."""
    open_demands = [ability for ability in range(3) if due[ability]]
    if not open_demands:
        return [abilities]
    ability = open_demands[0]
    s = table(points=abilities)
    s.owed, s.meridian = due[:], discounts
    found: list[list[int]] = []
    for option in payments(s, ability):
        cost = [option.value // 100, option.value // 10 % 10, option.value % 10]
        used = min(discounts, due[ability] - cost[ability])
        left = [have - price for have, price in zip(abilities, cost, strict=True)]
        rest = [0 if n == ability else due[n] for n in range(3)]
        found += outcomes(left, rest, discounts - used)
    return found


@rule("PI-15.2")
def test_the_scene_and_the_default_know_what_is_fatal() -> None:
    match = Match(GAME, 1, {"captain": "rex_halloran"}, seed=3)
    match.choose(match.decision.options[0])
    match.choose(match.decision.options[0])
    while not any(option.fatal for option in match.decision.options):
        wanted = {option.token: option for option in match.decision.options}
        match.choose(wanted.get("evade", match.decision.options[0]))
    scene = match.scene(0)
    assert [option.fatal for option in scene.options] == [
        option.fatal for option in match.decision.options
    ]
    marked = [option.label for option in scene.options if option.fatal]
    assert marked and all("this loses the game" in label for label in marked)
