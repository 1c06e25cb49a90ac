"""Section 28: bots trade sensibly, offer nothing in vain and take a win that lies there."""

import pytest

from starhall.bots import ask, make
from starhall.bots.sight import Sight
from starhall.engine.knowledge.memory import Witness
from starhall.engine.match.match import Match
from starhall.games.cysmic.game import GAME
from starhall.games.cysmic.rules.launch import launch
from starhall.games.cysmic.rules.legality import Question
from starhall.games.cysmic.state import Table
from tests.games.cysmic.tables import BLUE, GREEN, RED, Laid

BOTS = ("greedy", "strong")


def seated(laid: Laid) -> Match[Table]:
    """A match that stands at the laid position."""
    laid.s.witness = Witness(laid.s.seats + 1)
    return Match(GAME, laid.s.seats, seed=1).going_on_from(laid.s)


def chosen(bot: str, laid: Laid) -> str:
    """What the bot chooses at the laid position."""
    match = seated(laid)
    return ask(make(bot, 5), match, match.decision.seat).token


def offer(give: list[str], get: list[str]) -> Laid:
    """RED holds three soldiers of BLUE, who has some ore, and has made BLUE this offer."""
    laid = Laid(2).held(RED, BLUE, "soldier", 3).ore(BLUE, 4).ore(RED, 4)
    laid.unit(BLUE, "miner", "4.5.1", 2).unit(RED, "miner", "3.5.1", 2)
    laid.card(RED, "negotiate").until("trade_partner").choose("player 2", *give)
    if laid.kind == "trade_give":
        laid.choose("done")
    laid.choose(*get)
    if laid.kind == "trade_get":
        laid.choose("done")
    assert (laid.kind, laid.asked) == ("trade_answer", BLUE)
    return laid


@pytest.mark.parametrize("bot", BOTS)
def test_an_offer_that_is_good_for_the_partner_is_accepted(bot: str) -> None:
    assert chosen(bot, offer(["ore 3"], ["ore 1"])) == "accept"
    assert chosen(bot, offer(["captive 2/soldier", "captive 2/soldier"], ["ore 1"])) == "accept"


@pytest.mark.parametrize("bot", BOTS)
def test_an_offer_that_is_bad_for_the_partner_is_declined(bot: str) -> None:
    assert chosen(bot, offer(["ore 1"], ["ore 3"])) == "decline"
    assert chosen(bot, offer(["captive 2/soldier"], ["ore 3", "ore 1"])) == "decline"


def haggle(bot: str, answer: str, seed: int) -> list[bool]:
    """RED's offers of one turn, BLUE answering like that: would BLUE have gained by them?

    Each holds captives that only the other has a use for.
    """
    laid = Laid(3).held(RED, BLUE, "soldier", 2).held(BLUE, GREEN, "soldier", 2)
    laid.modules(RED, known="control_systems").modules(BLUE, known="colonist_quarters")
    laid.ore(RED, 4).ore(BLUE, 4).card(RED, "negotiate").until("trade_partner")
    match, mind, good = seated(laid), make(bot, seed), []
    while match.decision.kind.startswith("trade_"):
        if match.decision.seat == RED:
            match.choose(ask(mind, match, RED))
        else:
            good.append(ask(make("greedy", seed), match, BLUE).token == "accept")
            match.choose(answer)
    state = match.state
    assert isinstance(state, Table) and state.offers == len(good)  # none was void
    return good


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_does_not_offer_again_what_was_declined(bot: str) -> None:
    assert len(haggle(bot, "decline", 5)) <= 1


def test_the_search_offers_what_both_gain_by() -> None:
    assert haggle("strong", "accept", 5) == [True]


@pytest.mark.parametrize("bot", BOTS)
def test_a_certain_launch_is_launched(bot: str) -> None:
    laid = Laid(2).modules(RED, 6).ore(RED, 9).cards(RED, "medevac, ore_cache")
    laid.modules(BLUE, 5).at(launch)
    assert laid.offered() == ["launch", "wait"]
    assert chosen(bot, laid) == "launch"


def test_a_bot_learns_why_an_option_is_not_offered() -> None:
    match = Match(GAME, 3, seed=6)
    asked = set()
    while match.ply < 150:
        decision = match.decisions[0]
        if isinstance(decision, Question) and decision.given and decision.kind not in asked:
            asked.add(decision.kind)
            sight = Sight(match, decision.seat, worlds=0)
            assert sight.decision is not decision
            found = GAME.refusals(sight.view, sight.decision)  # type: ignore[arg-type]
            told = match.refusals_of(decision)
            assert [match.reason(refusal) for refusal in found] == [
                match.reason(refusal) for refusal in told
            ]
        match.choose(decision.options[match.ply % len(decision.options)], decision.seat)
    assert len(asked) > 2
