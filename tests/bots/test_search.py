"""The search: how it shares out its budget, that it takes what is won, and what it tells."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

import starhall
from starhall.bots import UnknownBot, ask, hint, make
from starhall.bots.bot import SearchBot
from starhall.bots.hints import likely, weigh
from starhall.bots.outside import bot_from_text
from starhall.bots.search import worlds_by_round
from starhall.bots.sight import NoMoreWorlds, Sight
from starhall.engine.knowledge.views import digest
from starhall.engine.match.match import Match
from tests.bots.positions import positions


@pytest.mark.parametrize("budget, options", [(48, 2), (48, 5), (200, 17), (1000, 64)])
def test_halving_spends_about_its_budget(budget: int, options: int) -> None:
    left, spent = options, 0
    for worlds in worlds_by_round(budget, options):
        spent += worlds * left
        left = (left + 1) // 2
    assert left == 1
    assert budget / 2 < spent <= budget


def won_by_the_last_choice(game: str, seed: int) -> tuple[Match[Any], int]:
    """A position in which the seat asked can win at once, whatever lies hidden."""
    match = starhall.new(game, seats=2, seed=seed)
    players = [make("greedy", 1), make("random", 2)]
    while not match.over:
        seat = match.decision.seat
        match.choose(ask(players[seat], match, seat), seat)
    result = match.result
    assert result is not None
    last = match.choices[-1]
    assert last.seat in result.winners
    return match.at(match.ply - 1), last.seat


@pytest.mark.parametrize("game, seed", [("cassiopeia", 1), ("cassiopeia", 2)])
@pytest.mark.parametrize("bot", ["normal", "strong"])
def test_a_game_that_is_won_is_won_now(game: str, seed: int, bot: str) -> None:
    match, seat = won_by_the_last_choice(game, seed)
    match.choose(ask(make(bot, 3), match, seat), seat)
    assert match.result is not None and seat in match.result.winners


def test_a_search_sees_further_than_one_step() -> None:
    """A bot that looks ahead must change its mind where the first step looks best."""
    changed = 0
    for match in positions("cassiopeia", 3, 8):
        seat = match.decision.seat
        near = ask(bot_from_text("search:simulations=40,depth=0", 1), match, seat)
        far = ask(bot_from_text("search:simulations=40,depth=6", 1), match, seat)
        changed += near is not far
    assert changed > 0


def test_a_budget_of_time_is_kept() -> None:
    bot = bot_from_text("search:milliseconds=1", 1)
    assert isinstance(bot, SearchBot)
    match = starhall.new("cassiopeia", seats=2, seed=1)
    found = bot.estimates(Sight(match, match.decision.seat))
    # A millisecond is over after the first world of each round.
    assert 0 < sum([one.worlds for one in found]) <= 4 * len(match.decision.options)


def test_inside_a_phase_worlds_run_out_and_the_search_ends() -> None:
    inside = [match for match in positions("pulp-invasion", 9, 6) if not match.play.fresh]
    assert inside
    for match in inside:
        sight = Sight(match, 0, worlds=4)
        estimates = SearchBot(1, simulations=100).estimates(sight)
        assert {one.option for one in estimates} == set(match.decision.options)
        with pytest.raises(NoMoreWorlds):
            sight.imagine(0)


def test_a_hint_is_what_strong_would_do_and_changes_nothing() -> None:
    match = positions("cassiopeia", 4, 3)[-1]
    seat = match.decision.seat
    before = digest(match.state), match.ply
    tips = hint(match, seat, seed=8)
    assert (digest(match.state), match.ply) == before
    assert tips == hint(match, seat, seed=8)
    assert tips[0].token == ask(make("strong", 8), match, seat).token
    assert len(tips) == min(3, len(match.decision.options))
    for tip in tips:
        assert 0.0 <= tip.low <= tip.chance <= tip.high <= 1.0 and tip.worlds > 0
        assert tip.label == match.label(match.game.vocabulary.options[tip.number], match.decision)


def test_no_hint_has_a_better_chance_than_one_before_it() -> None:
    match = starhall.new("cassiopeia", seats=3, seed="hint")
    bot = SearchBot(8, simulations=30)
    own = [one.chance for one in weigh(SearchBot(8, simulations=30), match, match.decision.seat)]
    assert own != sorted(own, reverse=True)  # what was dropped early met kinder worlds
    chances = [tip.chance for tip in hint(match, match.decision.seat, best=len(own), bot=bot)]
    assert chances == sorted(chances, reverse=True)


def test_a_hint_says_what_sets_its_option_apart() -> None:
    match = starhall.new("nexus-ops", seats=3, seed="hint", names=["Ann", "Vega", "Rigel"])
    while match.decision.kind != "deploy" or match.decision.seat:
        match.choose(match.game.default(match.decision), match.decision.seat)
    tips = {tip.label: tip.reason for tip in hint(match, 0, best=20)}
    bought, waited = tips["Buy a Human (2 rubium)"], tips["Done deploying"]
    assert bought is not None and waited is not None
    assert {gain.measure: gain.more > 0 for gain in bought.gains} == {"income": True, "hexes": True}
    assert {gain.measure: gain.more > 0 for gain in waited.gains} == {
        "income": False,
        "units": False,
    }
    assert tips["Buy a Crystalline (3 rubium)"] is None  # then one buys the Human next


def test_a_hint_says_what_its_option_leads_to() -> None:
    match = starhall.new("cyberstrife", seats=2, seed="hint", names=["Ann", "Vega"])
    while "Attackers" not in match.scene(match.decision.seat).prompt:
        match.choose(match.game.default(match.decision), match.decision.seat)
    best = hint(match, match.decision.seat)[0].reason
    assert best is not None
    assert (best.event, best.share) == ("Ann wins the battle against Vega.", 1.0)


WATCH = """
import starhall
from starhall.bots.reasons import watch
match = starhall.new("cyberstrife", seats=2, seed="hint")
for outcome in watch(match, match.decision.seat, bytes(32), match.decision.options[:2]):
    print([told.sentence for told in outcome.events])
"""


def test_what_follows_comes_in_one_order_in_every_process() -> None:
    """Reasons of hints depend on it."""
    told = set()
    for order in "12":  # of sets of words
        environment = {**os.environ, "PYTHONHASHSEED": order}
        program = [sys.executable, "-c", WATCH]
        told.add(subprocess.run(program, env=environment, capture_output=True, check=True).stdout)
    assert len(told) == 1


def test_a_hint_gives_no_reason_where_nothing_follows() -> None:
    match = starhall.new("nexus-ops", seats=3, seed="hint")  # companies differ in name and colour
    assert [tip.reason for tip in hint(match, match.decision.seat)] == [None] * 3


def test_a_hint_does_not_only_repeat_its_option() -> None:
    match = starhall.new("cyberstrife", seats=2, seed="hint")
    while "Attackers" not in match.scene(match.decision.seat).prompt:
        match.choose(match.game.default(match.decision), match.decision.seat)
    tips = hint(match, match.decision.seat)
    assert tips[0].token.startswith("place")
    assert not any(tip.reason and " attacks " in tip.reason.event for tip in tips)


def test_at_the_start_chances_are_about_even() -> None:
    for game, seats in (("cassiopeia", 2), ("cassiopeia", 4), ("cyberstrife", 2)):
        match = starhall.new(game, seats=seats, seed=1)
        for tip in hint(match, match.decision.seat):
            assert tip.chance == pytest.approx(1 / seats, abs=0.2)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_even_shares_are_even_chances_and_more_is_more(seats: int) -> None:
    assert likely(1 / seats, seats, 3.5) == pytest.approx(1 / seats)
    shares = [0.0, 0.1, 0.3, 0.6, 0.9, 1.0]
    chances = [likely(share, seats, 3.5) for share in shares]
    assert chances == sorted(set(chances)) and (chances[0], chances[-1]) == (0.0, 1.0)
    assert [likely(share, seats, 1.0) for share in shares] == pytest.approx(shares)


def test_who_is_alone_has_its_chance_from_the_game() -> None:
    assert likely(0.3, 1, 3.5) == 0.3


@pytest.mark.parametrize(
    "name, said",
    [
        ("grredy", "did you mean 'greedy'"),
        ("strong:simulations=3", "there is no bot"),
        ("search:deep=3", "'deep=3' is not a setting of a search; there are: simulations"),
        ("search:depth=far", "after depth= comes a number"),
        ("search:depth=-1", "after depth= comes a number"),
    ],
)
def test_a_bot_that_does_not_exist_is_refused(name: str, said: str) -> None:
    with pytest.raises(UnknownBot, match=said):
        bot_from_text(name, 0)
