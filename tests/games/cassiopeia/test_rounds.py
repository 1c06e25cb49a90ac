"""Sections 3, 8, 11, 12 and 15: the round, the Specialist row, the end of the game."""

import random

import pytest

import starhall
from starhall.engine.errors import IllegalChoice
from starhall.engine.rules.decision import GameOver
from starhall.engine.text.rulebook import rule
from starhall.games.cassiopeia import GAME
from starhall.games.cassiopeia.content import NONE, RESOURCES
from starhall.games.cassiopeia.rules.rounds import guard, wealth
from starhall.games.cassiopeia.state import Player, Table
from tests.games.cassiopeia.tables import (
    CAPH,
    RUCHBAH,
    SHEDAR,
    active,
    asked,
    begin,
    choose,
    chosen,
    holds,
    offered,
    seat,
    settle,
    solo,
    specialists,
    table,
)

SIX = "programmer installer foreman martian geneticist broker"


def three(row: str = SIX, coins: str = "") -> Table:
    return table(seat(0, SHEDAR), seat(1, CAPH), seat(2, RUCHBAH), row=row, coins=coins)


@rule("CA-3.1", "CA-3.2", "CA-3.5", "CA-4.1", "CA-11.1", "CA-11.4", "CA-4.14", "CA-4.15")
def test_all_choose_then_all_act_then_the_round_is_closed() -> None:
    s = three()
    play = begin(s)
    for number in (1, 2, 3):
        seen = []
        while s.round == number:
            seen.append(asked(play))
            if not s.choosing():
                waiting = [seat for seat in s.on if seat != NONE]
                assert waiting == s.order[s.turn :]  # tokens leave their cards turn by turn
            choose(play, offered(play)[-1])
        kinds = ["choose_specialist"] * 3 + ["phase_2"] * 3
        assert [kind for _, kind in seen] == kinds
        assert sorted(seat for seat, _ in seen[3:]) == [0, 1, 2]
        assert s.choosing() and s.round == number + 1


@rule("CA-3.4", "CA-3.3")
def test_choosing_cannot_be_declined_or_changed() -> None:
    match = starhall.new(GAME, 2, seed=3)
    match.choose("colour red")
    match.choose("colour blue")
    first = match.decision.seat
    for option in match.decision.options:
        assert option.verb == "choose"
    taken = match.decision.options[2]
    match.choose(taken)
    with pytest.raises(IllegalChoice, match=r"has already chosen the .*\. \(CA-3\.3\)"):
        match.choose(taken)
    with pytest.raises(IllegalChoice, match="not asked anything"):
        match.choose(match.decision.options[0], seat=first)


@rule("CA-3.3")
def test_only_the_side_facing_up_is_available() -> None:
    play = begin(three())
    assert offered(play) == [f"choose {name}" for name in SIX.split()]


@rule("CA-3.6", "CA-11.2")
def test_cards_keep_their_places_and_only_used_ones_are_flipped() -> None:
    s = three()
    play = begin(s)
    rng = random.Random(5)
    for _ in range(6):
        before = s.row[:]
        number = s.round
        while s.round == number and not play.over:
            choose(play, rng.choice(offered(play)))
        used = [player.place for player in s.players]
        for place, specialist in enumerate(before):
            assert s.row[place] == (specialist ^ 1 if place in used else specialist)


@rule("CA-8.1", "CA-4.10")
def test_a_specialist_works_for_the_player_on_it() -> None:
    s = chosen(three(), "geneticist", "programmer", "installer")
    play = begin(s)
    assert s.order == [1, 2, 0]
    choose(play, "effect")
    assert [holds(player) for player in s.players] == [{}, {"bot": 3}, {}]
    choose(play, "effect")
    assert holds(s.players[2]) == {"coin": 1, "bot": 1, "lens": 1}


@rule("CA-8.2", "CA-8.3", "CA-4.7", "CA-11.3", "CA-11.6")
def test_coins_wait_for_the_next_player() -> None:
    s = chosen(three(coins="0 0 0 2 0 1"), "programmer", "installer", "martian")
    play = begin(s)
    choose(play, "skip", "skip")
    assert holds(s.players[2]) == {"coin": 2}
    choose(play, "skip")
    # Foreman, Geneticist and Broker were free; the flipped cards got nothing.
    assert s.coins == [0, 0, 1, 0, 1, 2]


@rule("CA-4.8")
def test_coins_of_a_card_do_not_need_the_reserve() -> None:
    s = chosen(three(coins="3 0 0 0 0 0"), "programmer", "installer", "martian")
    s.reserve[0] = 0
    begin(s)
    assert holds(s.players[0]) == {"coin": 3}
    assert s.coins[0] == 0


@rule("CA-8.4")
def test_an_effect_that_can_do_nothing_may_be_chosen() -> None:
    s = solo("xenologist", seat(0, SHEDAR), seat(1, CAPH), logistics="mars")
    play = begin(s)
    choose(play, "effect")
    assert asked(play) == (1, "phase_2")
    assert holds(s.players[0]) == {}


@rule("CA-11.4")
def test_the_next_choice_is_in_turn_order() -> None:
    s = chosen(three(), "broker", "foreman", "installer")
    play = begin(s)
    choose(play, "skip", "skip", "skip")
    assert s.order == [2, 1, 0]
    assert asked(play) == (2, "choose_specialist")


@rule("CA-12.1")
def test_phases_without_a_choice_are_skipped() -> None:
    play = begin(solo("installer", seat(0, SHEDAR), seat(1, CAPH)))
    assert asked(play) == (0, "phase_2")  # nothing to use in START
    choose(play, "skip")
    assert asked(play) == (1, "phase_2")  # and no planet can be paid


@rule("CA-12.3", "CA-15.5")
def test_no_list_is_longer_than_nine_and_games_end() -> None:
    rng = random.Random(2)
    for seats in (2, 3, 4, 5):
        match = starhall.new(GAME, seats, seed=seats, watched=False)
        while not match.over:
            options = match.decision.options
            assert 2 <= len(options) <= 9
            match.choose(rng.choice(options))
        assert match.ply <= GAME.bound(seats, match.settings)


# The end


@rule("CA-15.1", "CA-7.11", "CA-15.2")
def test_the_seventh_planet_ends_the_game_at_once() -> None:
    row = settle(CAPH, "Mir", "Almaz", "Tiangong", "Salyut", "Skylab", "Freedom")
    winner = seat(0, row, coin=3, bot=2, lens=1, cell=1)
    s = solo("installer", winner, seat(1, SHEDAR, coin=5))
    s.logistics = 1
    play = begin(s)
    choose(play, "done", "skip", "terraform caph_6", "stop")
    assert play.over and s.winner == 0
    assert winner.planets() == 7
    assert s.on[winner.place] == 0  # the token stays, END brings no interest, nobody else moves
    assert s.optimized(winner) and holds(winner) == {"coin": 4}
    assert s.row[0] == GAME.content.specialists.index("installer")
    result = GAME.result(s)
    assert (result.winners, result.ranks, result.reason) == ([0], [1, 2], "settled")


@rule("CA-15.3")
def test_the_others_are_ranked_by_planets_and_may_share() -> None:
    s = table(
        seat(0, settle(SHEDAR, "Dagon", "Yig")),
        seat(1, CAPH),
        seat(2, settle(RUCHBAH, "Kirin", "Dryad")),
    )
    s.winner = 1
    s.players[1].inhabited = 127
    assert GAME.result(s).ranks == [2, 1, 2]
    assert GAME.result(s).scores == [2.0, 7.0, 2.0]
    s.players[0].inhabited |= 127 - 4
    assert GAME.result(s).ranks == [2, 1, 3]


@rule("CA-15.3")
def test_who_loses_a_tie_is_second_and_the_winner_does_not_count() -> None:
    s = table(
        seat(0, settle(SHEDAR, "Dagon", "Yig")),
        seat(1, settle(CAPH, "Mir", "Zarya")),
        seat(2, settle(RUCHBAH, "Kirin")),
    )
    s.winner = 1
    result = GAME.result(s)
    assert result.ranks == [2, 1, 3] and result.winners == [1]
    s.winner = 0
    assert GAME.result(s).ranks == [1, 2, 3]
    s.players[1].inhabited = 0
    assert GAME.result(s).ranks == [1, 3, 2]
    s.players[2].inhabited = 0
    assert GAME.result(s).ranks == [1, 2, 2]


@rule("CA-15.4")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"bot": 1}, {"coin": 1}),
        ({"coin": 3}, {"bot": 1}),
        ({"lens": 1}, {"bot": 1}),
        ({"bot": 2}, {"lens": 1}),
        ({"cell": 1}, {"lens": 1}),
        ({"lens": 1, "bot": 1}, {"cell": 1}),
        ({"capsule": 1}, {"cell": 1}),
        ({"lens": 2}, {"capsule": 1}),
        ({"coin": 1}, {}),
    ],
)
def test_the_cap_knows_what_each_token_is_worth(
    better: dict[str, int], worse: dict[str, int]
) -> None:
    """The poorer player is first in the turn order, which would decide a tie."""
    s = table(seat(0, SHEDAR, **worse), seat(1, CAPH, **better), row=SIX)
    chosen(s, "programmer", "installer")
    assert s.order == [0, 1]
    assert wealth(s, s.players[1]) > wealth(s, s.players[0])
    with pytest.raises(GameOver):
        guard(s)
    assert (s.winner, s.reason) == (1, "cap")


@rule("CA-15.4")
def test_what_the_tokens_are_worth_together() -> None:
    held = {"coin": 3, "bot": 5, "lens": 7, "cell": 11, "capsule": 2}
    s = table(seat(0, SHEDAR, **held), seat(1, CAPH), row=SIX)
    assert wealth(s, s.players[0]) == 3 + 10 + 21 + 44 + 10
    assert wealth(s, s.players[1]) == 0


@rule("CA-15.4")
def test_equal_worth_is_decided_by_the_order() -> None:
    for worth in ({"bot": 2}, {"lens": 1, "coin": 1}, {"cell": 1}):
        s = table(seat(0, SHEDAR, coin=4), seat(1, CAPH, **worth), row=SIX)
        chosen(s, "installer", "programmer")
        assert s.order == [1, 0]
        with pytest.raises(GameOver):
            guard(s)
        assert s.winner == 1


@rule("CA-15.4")
def test_a_planet_is_worth_more_than_all_tokens() -> None:
    held = dict(zip(RESOURCES, GAME.content.tokens, strict=True))
    s = table(seat(0, SHEDAR, **held), seat(1, settle(CAPH, "Mir")), row=SIX)
    chosen(s, "programmer", "installer")
    with pytest.raises(GameOver):
        guard(s)
    assert s.winner == 1


@rule("CA-15.4")
def test_the_game_goes_on_until_the_capped_round_ends() -> None:
    for number, over in ((58, False), (59, False), (60, True)):
        s = chosen(table(seat(0, SHEDAR), seat(1, CAPH), row=SIX), "programmer", "installer")
        s.round = number
        play = begin(s)
        choose(play, "skip")
        assert not play.over
        choose(play, "skip")
        assert play.over == over
    assert GAME.setting("round_cap").default == 60


@rule("CA-15.4")
@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        (seat(0, settle(SHEDAR, "Hastur")), seat(1, CAPH, capsule=5), 0),
        (seat(0, SHEDAR, capsule=1), seat(1, CAPH, coin=1, lens=1), 0),
        (seat(0, SHEDAR, bot=2), seat(1, CAPH, cell=1, coin=1), 1),
        (seat(0, SHEDAR, bot=2), seat(1, CAPH, cell=1), 0),
    ],
)
def test_the_round_cap_decides_by_planets_then_worth_then_order(
    first: Player, second: Player, winner: int
) -> None:
    s = table(first, second, row=SIX)
    for player in s.players:
        player.place = NONE
    chosen(s, "programmer", "installer")
    s.round = 60
    play = begin(s)
    while not play.over:
        choose(play, offered(play)[-1])
    result = GAME.result(s)
    assert (result.winners, result.reason) == ([winner], "cap")
    assert result.ranks[1 - winner] == 2


@rule("CA-15.4")
def test_the_cap_is_a_setting() -> None:
    match = starhall.new(GAME, 2, seed=1, round_cap=20)
    while not match.over:  # nobody ever does anything
        match.choose(match.decision.options[-1])
    state = match.state
    assert (state.round, state.reason) == (20, "cap")


@rule("CA-4.6")
def test_only_the_active_player_uses_effects() -> None:
    me = seat(0, settle(SHEDAR, "Yig"), lens=1, bot=1)
    s = chosen(table(me, seat(1, CAPH), row=SIX), "installer", "programmer")
    play = begin(s)
    assert asked(play) == (1, "phase_2")  # seat 0 could exchange, but it is not its turn
    choose(play, "skip")
    assert asked(play) == (0, "start_effects")


def test_active_helper_leaves_the_others_behind() -> None:
    s = active(chosen(three(), "programmer", "installer", "foreman"), 2)
    assert s.turn == 2 and [number for number in s.on if number != NONE] == [2]
    assert specialists(s) == SIX
