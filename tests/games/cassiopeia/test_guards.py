"""Boundaries of the rules: what is just enough, what is left over, what is refused."""

from __future__ import annotations

import pytest

from starhall.engine.rules.play import Play
from starhall.engine.text.rulebook import rule
from starhall.games.cassiopeia import GAME
from starhall.games.cassiopeia.content import COIN, MARS, NONE
from starhall.games.cassiopeia.state import Table
from tests.games.cassiopeia.tables import (
    CAPH,
    RUCHBAH,
    SHEDAR,
    asked,
    begin,
    choose,
    holds,
    offered,
    own,
    seat,
    settle,
    solo,
)


def refused(play: Play) -> dict[str, str]:
    """The rules and keys of the reasons why options are not offered, by their tokens."""
    assert isinstance(play.state, Table)
    found = GAME.refusals(play.state, play.decisions[0])
    return {one.option.token: f"{one.reason.rule} {one.reason.key}" for one in found}


@rule("CA-4.13", "CA-5.7", "CA-1.8")
@pytest.mark.parametrize(
    ("coins", "bought"),
    [(1, []), (2, ["bot"]), (3, ["bot", "lens"]), (4, ["bot", "lens", "cell"])],
)
def test_what_so_many_coins_purchase(coins: int, bought: list[str]) -> None:
    play = begin(solo("engineer", seat(0, CAPH, coin=coins), seat(1, SHEDAR)))
    tokens = [f"purchase {token}" for token in bought]
    assert offered(play) == ["effect", *tokens, "skip"]
    said = refused(play)
    for token in ("bot", "lens", "cell"):
        if token not in bought:
            assert said[f"purchase {token}"] == "CA-4.13 too_dear"


@rule("CA-4.13", "CA-5.2")
@pytest.mark.parametrize(("token", "place"), [("bot", 1), ("lens", 2), ("cell", 3)])
def test_what_is_not_in_the_reserve_cannot_be_purchased(token: str, place: int) -> None:
    s = solo("engineer", seat(0, CAPH, coin=9), seat(1, SHEDAR))
    s.reserve[place] = 0
    play = begin(s)
    assert f"purchase {token}" not in offered(play) and len(offered(play)) == 4
    assert refused(play)[f"purchase {token}"] == "CA-4.13 reserve_empty"


@rule("CA-16.28", "CA-4.13")
def test_a_supply_complex_that_declines_leaves_nothing_open() -> None:
    me = seat(0, settle(CAPH, "Freedom"), coin=3)
    s = solo("engineer", me, seat(1, SHEDAR), logistics="mars")
    assert s.optimized(me)
    play = begin(s)
    choose(play, "purchase bot")
    assert asked(play)[1] == "purchase" and s.left == 1
    choose(play, "pass")
    assert s.left == 0 and holds(me)["bot"] == 1


@rule("CA-16.9", "CA-10.2")
def test_a_raid_takes_one_token_and_an_optimized_one_two() -> None:
    for side, tokens in ((MARS, 1), (0, 2)):
        victim = seat(1, CAPH, bot=3, lens=3)
        s = solo("commander", seat(0, SHEDAR), victim, seat(2, RUCHBAH, bot=2))
        s.logistics = side
        play = begin(s)
        choose(play, "effect")
        for _ in range(tokens):
            assert asked(play)[1] == "choose_target"
            choose(play, "target blue", "take lens")
        assert asked(play)[1] not in ("choose_target", "take")
        assert holds(victim)["lens"] == 3 - tokens


@rule("CA-16.10", "CA-16.9")
def test_a_raid_may_be_declined_and_a_cruiser_may_not() -> None:
    s = solo("commander", seat(0, SHEDAR), seat(1, CAPH, bot=3), seat(2, RUCHBAH, bot=2))
    play = begin(s)
    choose(play, "effect")
    assert "pass" in offered(play)
    s = solo("programmer", seat(0, SHEDAR), seat(1, CAPH, lens=1), seat(2, RUCHBAH, bot=1))
    own(s, 0, "cruiser")
    play = begin(s)
    choose(play, "use cruiser")
    assert "pass" not in offered(play)
    assert refused(play)["pass"] == "CA-16.10 must_extort"


@rule("CA-16.10", "CA-10.4")
@pytest.mark.parametrize(
    ("held", "given"),
    [
        ({"coin": 1, "bot": 3, "lens": 2}, "bot"),
        ({"lens": 2, "cell": 2}, "lens"),  # of equally many the cheapest
        ({"coin": 1, "cell": 2}, "cell"),
    ],
)
def test_a_standing_order_gives_what_there_is_most_of(held: dict[str, int], given: str) -> None:
    s = solo("programmer", seat(0, SHEDAR), seat(1, CAPH, **held))
    own(s, 0, "cruiser")
    play = begin(s)
    choose(play, "use cruiser")
    (order,) = [order for order in GAME.orders if order.id == "give_most"]
    assert asked(play)[1] in order.kinds
    choice = order.choose(s, play.decisions[0])
    assert choice is not None and choice.token == f"give {given}"


@rule("CA-9.1", "CA-9.2", "CA-9.3", "CA-9.4")
def test_an_object_can_be_turned_to_its_own_two_sides_only() -> None:
    for specialist, face, other in (
        ("intendant", "lunar_base", "phobos"),
        ("captain", "cruiser", "transporter"),
        ("xenologist", "alien_station", "signal_relay"),
    ):
        s = solo(specialist, seat(0, SHEDAR, coin=9), seat(1, CAPH))
        own(s, 0, face)
        play = begin(s)
        while asked(play)[1] == "start_effects":
            choose(play, "done")
        choose(play, "effect")
        tokens = [*offered(play), *refused(play)]
        assert f"turn {other}" in offered(play)
        assert sorted(token for token in tokens if token.startswith("turn ")) == sorted(
            [f"turn {face}", f"turn {other}"]
        )


@rule("CA-5.1", "CA-5.12", "CA-5.15")
def test_nothing_of_a_payment_is_left_over() -> None:
    me = seat(0, CAPH, coin=1, bot=2, lens=3, cell=2, capsule=2)
    s = solo("installer", me, seat(1, SHEDAR))
    play = begin(s)
    choose(play, "skip", "terraform caph_7")
    while asked(play)[1] == "capsules":
        choose(play, offered(play)[-1])
    assert s.due == [] and s.by_capsule == []
    assert me.inhabited and sum(me.held) + 3 == 10


@rule("CA-13.1", "CA-3.2")
def test_nobody_chooses_when_all_turns_are_over() -> None:
    s = solo("engineer", seat(0, CAPH, coin=1), seat(1, SHEDAR))
    s.turn = s.seats
    assert not s.choosing()


@rule("CA-5.11", "CA-5.1", "CA-5.12", "CA-16.24", "CA-16.11")
def test_drops_and_substitutions_are_refused_where_they_cannot_be_made() -> None:
    # Freedom costs 1 bot and 2 lenses: no cell and no coin is in the cost.
    me = seat(0, settle(CAPH, "Salyut"), coin=2, bot=1, lens=1)
    s = solo("planetologist", me, seat(1, SHEDAR))
    play = begin(s)
    choose(play, "effect", "terraform caph_7")
    assert asked(play)[1] == "drop"
    said = refused(play)
    assert said["drop coin"].startswith("CA-5.1") and said["drop cell"].startswith("CA-5.1")
    assert "drop lens" in offered(play)
    me = seat(0, settle(CAPH, "Salyut"), coin=2, bot=1, lens=1)
    s = solo("installer", me, seat(1, SHEDAR))
    play = begin(s)
    choose(play, "skip", "terraform caph_7")
    if asked(play)[1] == "substitute":
        assert "substitute lens" in offered(play)
        assert refused(play)["substitute bot"].startswith("CA-5.11")
    assert me.held[COIN] <= 2


@rule("CA-16.4")
def test_a_specialist_sells_one_kind_of_token() -> None:
    play = begin(solo("ecologist", seat(0, SHEDAR, coin=9), seat(1, CAPH)))
    choose(play, "effect")
    assert offered(play) == ["buy cell", "stop"]
    said = refused(play)
    assert {said[f"buy {token}"] for token in ("bot", "lens", "capsule")} == {"CA-16.4 not_sold"}


@rule("CA-4.13", "CA-16.28")
@pytest.mark.parametrize(
    ("coins", "bought"),
    [(0, []), (1, ["bot"]), (2, ["bot", "lens"]), (3, ["bot", "lens", "cell"])],
)
def test_a_supply_complex_makes_every_token_a_coin_cheaper(coins: int, bought: list[str]) -> None:
    me = seat(0, settle(CAPH, "Freedom"), coin=coins)
    play = begin(solo("engineer", me, seat(1, SHEDAR)))
    assert offered(play) == ["effect", *[f"purchase {token}" for token in bought], "skip"]


@rule("CA-16.14", "CA-9.2", "CA-5.6", "CA-12.1")
@pytest.mark.parametrize(
    ("specialist", "fee", "gained"), [("intendant", 1, 0), ("captain", 2, 1), ("xenologist", 3, 0)]
)
def test_an_object_is_offered_to_whoever_can_pay_the_fee(
    specialist: str, fee: int, gained: int
) -> None:
    for money in range(fee + 2):
        for capsules in range(money + 1):
            me = seat(0, SHEDAR, coin=money - capsules, capsule=capsules)
            play = begin(solo(specialist, me, seat(1, CAPH)))
            choose(play, "effect")
            assert (asked(play) == (0, "take_object")) == (money + gained >= fee)


@rule("CA-16.14", "CA-9.8", "CA-9.3", "CA-12.1")
@pytest.mark.parametrize("left", [0, 1, 2])
def test_the_last_object_of_the_reserve_is_taken_before_any_is_requisitioned(left: int) -> None:
    s = solo("intendant", seat(0, SHEDAR, coin=3), seat(1, CAPH), seat(2, RUCHBAH))
    own(s, 2, "phobos")
    s.object_reserve[0] = left
    play = begin(s)
    choose(play, "effect")
    assert asked(play)[1] == ("take_object" if left else "requisition")
    if left:
        choose(play, "build lunar_base")
        assert s.object_reserve[0] == left - 1 and s.players[2].objects[0] == 1
    else:
        choose(play, "requisition yellow", "build lunar_base")
        assert s.object_reserve[0] == 0 and s.players[2].objects[0] == NONE
    assert s.players[0].objects[0] == 0 and (s.good, s.victim) == (NONE, NONE)


@rule("CA-16.14", "CA-10.2", "CA-12.1")
def test_without_an_owner_in_reach_nobody_is_asked_about_a_requisition() -> None:
    s = solo("intendant", seat(0, settle(SHEDAR, "Yig"), coin=3), seat(1, CAPH))
    own(s, 1, "phobos")  # whose fund is higher
    s.object_reserve[0] = 0
    play = begin(s)
    choose(play, "effect")
    assert asked(play)[1] == "terraform" or asked(play)[0] == 1
    assert s.players[1].objects[0] == 1


@rule("CA-16.4", "CA-5.6", "CA-12.1")
@pytest.mark.parametrize(
    ("specialist", "token", "gained"), [("ecologist", 3, 2), ("prospector", 4, 1)]
)
def test_a_specialist_sells_as_long_as_coins_and_reserve_last(
    specialist: str, token: int, gained: int
) -> None:
    for coins in range(8):
        for left in range(4):
            me = seat(0, SHEDAR, coin=coins)
            s = solo(specialist, me, seat(1, CAPH), logistics="mars")
            s.reserve[token] = left
            play = begin(s)
            choose(play, "effect")
            bought = 0
            while asked(play) == (0, "buy") and me.held[COIN] >= 3:
                choose(play, offered(play)[0])
                if asked(play) == (0, "capsules"):
                    choose(play, "capsules 0")
                bought += 1
            assert bought == min(2, left, (coins + gained) // 3)
            assert me.held[token] == bought


@rule("CA-16.3", "CA-16.41", "CA-12.1")
def test_the_broker_has_nothing_to_sell_without_a_reserve() -> None:
    s = solo("broker", seat(0, SHEDAR), seat(1, CAPH))
    s.reserve[1:4] = [0, 0, 0]
    play = begin(s)
    choose(play, "effect")
    assert asked(play) == (1, "phase_2") and holds(s.players[0]) == {"coin": 5}
    s = solo("broker", seat(0, SHEDAR), seat(1, CAPH))
    s.reserve[1:4] = [1, 0, 0]
    play = begin(s)
    choose(play, "effect")
    assert offered(play) == ["purchase bot", "pass"]
