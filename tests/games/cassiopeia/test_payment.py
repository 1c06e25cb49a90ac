"""Section 5: tokens, jokers, and the payment procedure."""

import random

import pytest

import starhall
from starhall.engine.text.rulebook import rule
from starhall.games.cassiopeia import GAME
from starhall.games.cassiopeia.rules.payment import missing, payable
from starhall.games.cassiopeia.rules.resources import gain
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
    reserve,
    seat,
    settle,
    solo,
)

BUILT = settle(CAPH, "Salyut")  # an Engineering Complex


@rule("CA-5.15", "CA-5.1", "CA-1.2", "CA-1.8")
def test_no_token_is_ever_lost_or_made() -> None:
    rng = random.Random(9)
    for seats in (2, 5):
        match = starhall.new(GAME, seats, seed=seats, row_size=9, watched=False)
        stock = GAME.stock(match.state)
        while not match.over:
            match.choose(rng.choice(match.decision.options))
            assert GAME.census(match.state) == stock


@rule("CA-5.2", "CA-16.1")
def test_a_short_reserve_gives_what_it_has() -> None:
    me = seat(0, SHEDAR)
    s = solo("programmer", me, seat(1, CAPH))
    s.reserve[1] = 1
    choose(begin(s), "effect")
    assert holds(me) == {"bot": 1} and s.reserve[1] == 0
    for there in range(5):  # of each gift alone
        s.reserve[2], me.held[2] = there, 0
        gain(s, me, 2, 3)
        assert (me.held[2], s.reserve[2]) == (min(3, there), max(0, there - 3))


@rule("CA-5.2")
def test_nothing_is_owed_when_the_reserve_was_empty() -> None:
    """Whatever gives a token gives nothing then, and nothing later."""
    me = seat(0, settle(SHEDAR, "Dagon", "Hastur"), coin=9)
    s = solo("programmer", me, seat(1, CAPH, coin=5))
    s.reserve[:] = [0, 0, 20, 20, 10]
    play = begin(s)
    assert holds(me) == {"coin": 9}  # the Trade Complex
    choose(play, "effect")
    assert holds(me) == {"coin": 9} and s.reserve == [0, 0, 20, 20, 10]
    s.reserve[1] = 5
    while asked(play)[0] == 0:
        choose(play, offered(play)[-1])
    assert holds(me) == {"coin": 9}
    assert s.reserve[1] == 5


@rule("CA-5.2")
def test_the_last_tokens_of_the_reserve_are_taken() -> None:
    me = seat(0, SHEDAR)
    s = solo("programmer", me, seat(1, CAPH))
    s.reserve[1] = 2
    choose(begin(s), "effect")
    assert holds(me)["bot"] == 2 and s.reserve[1] == 0
    me = seat(0, SHEDAR)
    s = solo("programmer", me, seat(1, CAPH))
    s.reserve[1] = 4
    choose(begin(s), "effect")
    assert holds(me)["bot"] == 3 and s.reserve[1] == 1  # 2, and 1 of the Logistics clause


@rule("CA-5.4")
def test_there_is_no_limit_on_what_one_holds() -> None:
    me = seat(0, SHEDAR, bot=15, coin=20)
    choose(begin(solo("programmer", me, seat(1, CAPH))), "effect")
    assert holds(me)["bot"] == 18


@rule("CA-5.5", "CA-5.6")
def test_capsules_pay_planets_purchases_prices_and_fees() -> None:
    me = seat(0, CAPH, capsule=3)
    choose(begin(solo("installer", me, seat(1, SHEDAR))), "skip", "terraform caph_5")
    assert holds(me) == {} and me.planets() == 1
    me = seat(0, CAPH, capsule=2)
    choose(begin(solo("installer", me, seat(1, SHEDAR))), "purchase bot")
    assert holds(me) == {"bot": 1}
    me = seat(0, CAPH, capsule=2)
    s = solo("prospector", me, seat(1, SHEDAR), logistics="mars")
    choose(begin(s), "effect", "buy capsule")  # 1 coin and 2 capsules for a capsule
    assert holds(me) == {"capsule": 1}
    me = seat(0, CAPH, capsule=1)
    choose(begin(solo("intendant", me, seat(1, SHEDAR))), "effect", "build phobos")
    assert me.objects[0] == 1 and holds(me) == {}


@rule("CA-5.6")
def test_capsules_are_no_jokers_for_exchanges_or_interest() -> None:
    me = seat(0, settle(SHEDAR, "Yig"), capsule=2)
    assert asked(begin(solo("installer", me, seat(1, CAPH)))) == (0, "phase_2")
    me = seat(0, settle(CAPH, "Mir"), capsule=2, coin=2)
    choose(begin(solo("installer", me, seat(1, SHEDAR))), "skip")
    assert holds(me) == {"coin": 2, "capsule": 2}
    me = seat(0, SHEDAR, capsule=1)
    play = begin(solo("cyberneticist", me, seat(1, CAPH)))
    choose(play, "effect")
    assert offered(play) == ["upgrade bot", "pass"]


@rule("CA-5.7", "CA-16.43")
def test_capsules_are_sold_only_by_the_prospector() -> None:
    me = seat(0, SHEDAR, coin=20)
    s = solo("prospector", me, seat(1, CAPH))
    play = begin(s)
    assert not any("capsule" in token for token in offered(play))
    choose(play, "effect")
    assert offered(play) == ["buy capsule", "stop"]


@rule("CA-5.8", "CA-10.6", "CA-5.6")
def test_capsules_are_never_taken_or_discarded() -> None:
    rich = seat(1, CAPH, capsule=6)
    s = solo("installer", seat(0, SHEDAR), rich)
    own(s, 0, "cruiser")
    assert asked(begin(s)) == (0, "phase_2")
    s = solo("martian", seat(0, SHEDAR), rich)
    choose(begin(s), "effect")
    assert holds(rich) == {"capsule": 6}
    play = begin(solo("commander", seat(0, SHEDAR), rich))
    choose(play, "effect")
    assert asked(play)[0] == 1


@rule("CA-5.9")
def test_tokens_change_hands_only_by_aggressive_effects() -> None:
    rng = random.Random(3)
    match = starhall.new(GAME, 3, seed=12, specialist_selection="lowest", row_size=6)
    while not match.over:
        match.choose(rng.choice(match.decision.options))
    verbs = {option.verb for option in GAME.vocabulary.options}
    assert not verbs & {"trade", "offer", "lend"}
    takes = [event for _, event in match.events() if event.what == "takes"]
    # Without cards VIII and IX only the Tax Officer takes, and only coins.
    assert all(str(event.values["amount"]).startswith("coin_") for event in takes)
    assert any(event.what == "gains" for _, event in match.events())


@rule("CA-5.10")
def test_a_single_form_of_payment_is_not_asked() -> None:
    me = seat(0, CAPH, bot=2, lens=1)
    play = begin(solo("installer", me, seat(1, SHEDAR)))
    choose(play, "skip", "terraform caph_3")
    assert asked(play)[0] == 1 and holds(me) == {}


@rule("CA-5.11")
def test_capsules_needed_later_are_not_offered_now() -> None:
    # Tiangong: 1 coin, 2 cells; two capsules must stand in for the cells.
    me = seat(0, CAPH, coin=1, capsule=2)
    play = begin(solo("installer", me, seat(1, SHEDAR)))
    choose(play, "skip", "terraform caph_1")
    assert asked(play)[0] == 1 and holds(me) == {}


@rule("CA-5.11")
def test_payable_agrees_with_trying_every_way() -> None:
    """Against a plain search over all drops, substitutions and jokers."""

    def brute(held: list[int], cost: list[int], drops: int, changes: int) -> bool:
        if drops and sum(cost):
            return any(
                brute(held, [c - (i == r) for i, c in enumerate(cost)], drops - 1, changes)
                for r in range(4)
                if cost[r]
            )
        short = sum(max(0, c - h) for c, h in zip(cost, held[:4], strict=True))
        if short <= held[4]:
            return True
        return bool(changes) and any(
            brute(
                held,
                [cost[0] + 1, cost[1] - (r == 1), cost[2] - (r == 2), cost[3]],
                0,
                changes - 1,
            )
            for r in (1, 2)
            if cost[r]
        )

    rng = random.Random(4)
    player = seat(0, CAPH)
    answers = set()
    for _ in range(3000):
        player.held = [rng.randrange(4) for _ in range(5)]
        player.held[4] //= 2
        cost = [rng.randrange(4) for _ in range(4)]
        drops, changes = rng.randrange(3), rng.randrange(3)
        found = payable(player, cost[0], cost[1], cost[2], cost[3], drops, changes)
        assert found == brute(player.held, cost, drops, changes)
        short = missing(player, (cost[0], cost[1], cost[2], cost[3]), drops, changes)
        assert found != any(short)  # who misses nothing can pay
        answers.add(found)
    assert answers == {True, False}


@rule("CA-5.12", "CA-16.11", "CA-16.44")
def test_a_discount_drops_a_token_of_ones_choice() -> None:
    for dropped, left in (("coin", {"coin": 2}), ("cell", {"coin": 1, "cell": 1})):
        me = seat(0, CAPH, coin=1, cell=2)
        s = solo("planetologist", me, seat(1, SHEDAR), logistics="mars")
        play = begin(s)
        choose(play, "effect", "terraform caph_1")
        assert offered(play) == ["drop coin", "drop cell"]
        choose(play, f"drop {dropped}")
        assert holds(me) == left


@rule("CA-16.11", "CA-7.9")
def test_an_unused_discount_is_lost() -> None:
    me = seat(0, CAPH, bot=2)
    s = solo("planetologist", me, seat(1, SHEDAR), logistics="mars")
    play = begin(s)
    choose(play, "effect")
    assert "terraform caph_3" in offered(play)  # 2 bots and a lens, the lens dropped
    choose(play, "pass")
    s.on[0] = 0
    s.players[0].place = 0
    while asked(play) != (0, "phase_2"):
        choose(play, offered(play)[-1])
    assert s.discount == 0


@rule("CA-7.9", "CA-16.11")
def test_a_discount_is_used_up_by_the_first_planet() -> None:
    me = seat(0, CAPH, bot=2, lens=1, cell=1)
    s = solo("planetologist", me, seat(1, SHEDAR), logistics="mars")
    play = begin(s)
    choose(play, "effect")
    s.planets_left = 2
    play.restart()
    choose(play, "terraform caph_5", "drop bot")  # Skylab for a bot and a cell
    # With another discount Zarya (a bot, a lens and a cell) could be paid.
    assert holds(me) == {"coin": 1, "bot": 1, "lens": 1}
    assert asked(play)[0] == 1


@rule("CA-5.12", "CA-16.24")
def test_the_engineering_complex_turns_tokens_into_coins() -> None:
    # Freedom: 1 bot, 2 lenses. Optimized: two of them may become coins.
    me = seat(0, BUILT, coin=2, lens=1)
    s = solo("programmer", me, seat(1, SHEDAR), logistics="mars")
    assert s.optimized(me)
    play = begin(s)
    choose(play, "skip", "terraform caph_7")
    assert offered(play) == ["substitute bot", "substitute lens"]
    choose(play, "substitute bot")  # then a lens must follow
    assert holds(me) == {} and me.planets() == 2
    # Not optimized: one only, which is not enough.
    me = seat(0, BUILT, coin=2, lens=1)
    play = begin(solo("programmer", me, seat(1, SHEDAR)))
    choose(play, "skip")
    assert offered(play) == ["terraform caph_2", "pass"]


@rule("CA-16.24", "CA-5.12", "CA-5.11")
def test_substituting_is_optional_and_never_for_cells_or_purchases() -> None:
    me = seat(0, BUILT, coin=3, bot=1, lens=2, cell=1)
    play = begin(solo("programmer", me, seat(1, SHEDAR)))
    choose(play, "skip", "terraform caph_7")
    assert offered(play) == ["substitute bot", "substitute lens", "stop"]
    choose(play, "stop")
    assert holds(me) == {"coin": 3, "cell": 1}


@rule("CA-16.24")
def test_the_engineering_complex_does_not_pay_for_itself() -> None:
    me = seat(0, CAPH, coin=3)  # Salyut: 2 bots, 1 lens
    play = begin(solo("programmer", me, seat(1, SHEDAR)))
    choose(play, "skip")
    assert asked(play)[0] == 1
    me = seat(0, CAPH, coin=1, bot=1, lens=1)  # a coin for a bot would be enough
    play = begin(solo("programmer", me, seat(1, SHEDAR)))
    choose(play, "skip")
    assert asked(play)[0] == 1 or "terraform caph_3" not in offered(play)


@rule("CA-16.24")
@pytest.mark.parametrize(
    ("logistics", "held", "enough"),
    [
        ("earth", {"coin": 1, "bot": 1, "lens": 1}, True),  # one lens is a coin
        ("earth", {"coin": 1, "lens": 2}, True),  # the bot is a coin
        ("earth", {"coin": 2, "lens": 1}, False),
        ("earth", {"coin": 2, "bot": 1}, False),
        ("mars", {"coin": 2, "lens": 1}, True),  # optimized: two of them
        ("mars", {"coin": 2, "bot": 1}, True),
        ("mars", {"coin": 3}, False),
        ("mars", {"coin": 1, "lens": 1}, False),
    ],
)
def test_how_many_tokens_the_engineering_complex_replaces(
    logistics: str, held: dict[str, int], enough: bool
) -> None:
    me = seat(0, BUILT, **held)  # Freedom: 1 bot, 2 lenses
    s = solo("programmer", me, seat(1, SHEDAR), logistics=logistics)
    assert s.optimized(me) == (logistics == "mars")
    play = begin(s)
    choose(play, "skip")
    found = asked(play) == (0, "terraform") and "terraform caph_7" in offered(play)
    assert found == enough
    if enough:
        choose(play, "terraform caph_7")
        while asked(play) == (0, "substitute"):
            choose(play, offered(play)[0])
        assert holds(me) == {} and me.planets() == 2


@rule("CA-5.13")
def test_fees_know_no_discount_and_no_substitution() -> None:
    me = seat(0, BUILT, coin=1, capsule=1)
    s = solo("intendant", me, seat(1, SHEDAR))
    play = begin(s)
    choose(play, "effect", "build lunar_base")
    assert asked(play) == (0, "capsules")
    assert offered(play) == ["capsules 0", "capsules 1"]
    choose(play, "capsules 1")
    assert holds(me) == {"coin": 2}  # the capsule paid the fee; the Logistics clause gave 1


@rule("CA-5.14", "CA-10.10")
def test_protected_tokens_can_be_spent() -> None:
    me = seat(0, settle(CAPH, "Mir"), coin=3)
    choose(begin(solo("installer", me, seat(1, SHEDAR))), "purchase lens")
    assert holds(me) == {"lens": 1}


@rule("CA-5.3", "CA-16.2")
def test_everybody_gains_in_turn_order_after_the_active_player() -> None:
    s = solo("engineer", seat(0, SHEDAR), seat(1, CAPH), seat(2, RUCHBAH), logistics="mars")
    s.reserve[2] = 2
    choose(begin(s), "effect")
    assert [player.held[2] for player in s.players] == [1, 1, 0]
    s = solo("engineer", seat(0, SHEDAR), seat(1, CAPH), seat(2, RUCHBAH), logistics="mars")
    choose(begin(s), "effect")
    assert [player.held[2] for player in s.players] == [1, 1, 1]
    assert reserve(s)["lens"] == 17
