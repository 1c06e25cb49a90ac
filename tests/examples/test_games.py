"""The example games: rules by worked examples, and the conformance kit."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import starhall
from starhall.engine.conformance import check_game
from starhall.engine.game import Game
from starhall.engine.rules.state import State
from starhall.engine.text.rulebook import rule

FOLDER = Path(__file__).parent.parent.parent / "examples" / "games"
sys.path.append(str(FOLDER))

import black_market  # noqa: E402
import comet_run  # noqa: E402
from black_market.game import BIDS, Market  # noqa: E402
from comet_run.game import Sky  # noqa: E402

GAMES: list[Game[State]] = [comet_run.GAME, black_market.GAME]  # type: ignore[list-item]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_it_passes_the_conformance_kit(game: Game[State]) -> None:
    report = check_game(game, games=12)
    assert report.ok, str(report)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_it_is_short(game: Game[State]) -> None:
    files = (FOLDER / game.package).rglob("*.py")
    assert sum([len(file.read_text().splitlines()) for file in files]) < 200


# Comet Run


def race(
    seats: int = 2, at: list[int] | None = None, dice: tuple[int, int] = (2, 5)
) -> starhall.Match[Sky]:
    """A race in which the first player has rolled these dice."""
    match = starhall.new(comet_run.GAME, seats, seed=1)
    for ship, place in zip(match.state.ships, at or [0] * seats, strict=True):
        ship.at = place
    match.state.dice = list(dice)
    match.play.restart()
    return match


@rule("CR-2.2", "CR-2.5")
@pytest.mark.parametrize(("token", "place"), [("fly low", 4), ("fly high", 8)])
def test_a_ship_flies_as_far_as_one_die_shows(token: str, place: int) -> None:
    match = race(at=[0, 0], dice=(4, 8))
    match.choose(token)
    assert match.state.ships[0].at == place and match.decision.seat == 1


@rule("CR-2.3")
def test_both_dice_cost_fuel() -> None:
    match = race(dice=(3, 5))
    match.choose("fly both")
    assert (match.state.ships[0].at, match.state.ships[0].fuel) == (8, 1)
    dry = race()
    dry.state.ships[0].fuel = 0
    dry.play.restart()
    assert "fly both" not in [option.token for option in dry.decision.options]
    assert [refusal.reason.rule for refusal in dry.refusals()] == ["CR-2.3"]


@rule("CR-2.4")
def test_equal_dice_have_no_higher_one() -> None:
    match = race(dice=(4, 4))
    assert [refusal.reason.key for refusal in match.refusals()] == ["same_dice"]


@rule("CR-3.1", "CR-3.2")
def test_currents_carry_on_and_back_but_not_behind_the_harbour() -> None:
    match = race(dice=(1, 2))
    match.choose("fly low")
    assert match.state.ships[0].at == 3  # the moon carries on by 2, and the buoy does nothing
    back = race(dice=(2, 5))
    back.choose("fly high")
    assert back.state.ships[0].at == 2  # the wreck carries back by 3


@rule("CR-3.3")
def test_a_station_gives_fuel() -> None:
    match = race(dice=(3, 6))
    match.choose("fly high")
    assert match.state.ships[0].fuel == 4


@rule("CR-3.4")
def test_whoever_stood_there_is_pushed_back() -> None:
    match = race(at=[0, 4], dice=(4, 6))
    match.choose("fly low")
    assert [ship.at for ship in match.state.ships] == [4, 3]


@rule("CR-1.1", "CR-1.2", "CR-2.1")
def test_all_start_in_the_harbour_with_fuel() -> None:
    match = starhall.new(comet_run.GAME, 3, seed=1, fuel=4)
    assert [(ship.at, ship.fuel) for ship in match.state.ships] == [(0, 4)] * 3
    assert len(match.state.dice) == 2 and match.decision.seat == 0


@rule("CR-4.1")
def test_the_first_at_the_comet_wins() -> None:
    match = race(at=[14, 3], dice=(1, 2))
    match.choose("fly low")
    assert match.result is not None and match.result.winners == [0]


@rule("CR-4.2")
def test_after_fifty_turns_the_farthest_wins() -> None:
    match = race(at=[0, 4], dice=(1, 3))
    match.state.turns_left = 1
    match.choose("fly high")
    assert match.result is not None
    assert (match.result.winners, match.result.reason) == ([1], "time")


# Black Market


def auction(hands: list[list[int]], cargo: int, rounds: int = 4) -> starhall.Match[Market]:
    """A round with these bids in hand (by value) and this cargo on offer."""
    match = starhall.new(black_market.GAME, len(hands), seed=1, rounds=rounds)
    s = match.state
    for trader, hand in zip(s.traders, hands, strict=True):
        trader.hand.cards = [value - 1 for value in hand]
    s.cargo.cards = [BIDS + cargo - 1]
    match.play.restart()
    return match


@rule("BM-1.1", "BM-1.2", "BM-2.1")
def test_four_bids_each_and_a_cargo_on_offer() -> None:
    s = starhall.new(black_market.GAME, 3, seed=1).state
    assert [len(trader.hand) for trader in s.traders] == [4, 4, 4]
    assert (len(s.bid_deck), len(s.cargo_deck), len(s.cargo)) == (2, 5, 1)


@rule("BM-2.2", "BM-2.3", "BM-2.5")
def test_the_highest_bid_takes_the_cargo() -> None:
    match = auction([[2, 5, 1, 1], [3, 4, 1, 1]], cargo=6)
    assert [decision.seat for decision in match.decisions] == [0, 1]
    match.choose("bid 5", 0)
    assert match.view(1).traders[0].bid.cards == [-1]
    match.choose("bid 3", 1)
    assert [trader.profit for trader in match.state.traders] == [6, 0]
    assert sorted(match.state.bid_pile.cards) == [2, 4]
    assert [len(trader.hand) for trader in match.state.traders] == [3, 3]


@rule("BM-2.4")
def test_equal_bids_cancel_each_other() -> None:
    match = auction([[5, 1, 3, 4], [5, 1, 3, 4], [2, 1, 3, 4]], cargo=4)
    for seat, token in enumerate(["bid 5", "bid 5", "bid 2"]):
        match.choose(token, seat)
    assert [trader.profit for trader in match.state.traders] == [0, 0, 4]
    nobody = auction([[5, 1, 2, 3], [5, 1, 2, 3]], cargo=4)
    for seat in (0, 1):
        nobody.choose("bid 5", seat)
    assert [trader.profit for trader in nobody.state.traders] == [0, 0]


@rule("BM-2.2")
def test_one_bids_what_one_holds() -> None:
    match = auction([[2, 5, 1, 1], [3, 4, 1, 1]], cargo=6)
    assert {refusal.option.token for refusal in match.refusals(0)} == {
        "bid 3", "bid 4", "bid 6", "bid 7",
    }  # fmt: skip


@rule("BM-3.1", "BM-3.2")
def test_after_the_last_round_the_most_profit_wins() -> None:
    match = auction([[2, 5, 1, 1], [3, 4, 1, 1]], cargo=6, rounds=1)
    match.choose("bid 2", 0)
    match.choose("bid 3", 1)
    assert match.over and match.result is not None
    assert (match.result.winners, match.result.reason) == ([1], "profit")
