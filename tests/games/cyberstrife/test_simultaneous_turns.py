"""Section 11: who holds the active turns, who waits for whom."""

import pytest

from starhall.engine.errors import IllegalChoice
from starhall.engine.text.rulebook import rule
from tests.games.cyberstrife.tables import CARDS, D1, D3, D6, D7, D9, D10, Arranged, Game, deal


@rule("CS-11.1", "CS-11.2")
@pytest.mark.parametrize("seats", range(2, 13))
def test_how_many_active_turns_and_where(seats: int) -> None:
    game = deal(seats)
    game.until(lambda: game.holders != {})
    count = seats // 2 if seats >= 4 else 1
    assert game.holders == {i + 1: 2 * i + 1 for i in range(count)}
    off = deal(seats, simultaneous_turns="off")
    off.until(lambda: off.holders != {})
    assert off.holders == {1: 1}


@rule("CS-11.2", "CS-11.3")
def test_active_turns_go_to_every_second_living_player() -> None:
    game = deal(7, start_seat=3)
    game.choose(4, "concede")
    game.until(lambda: game.holders != {})
    # Seats from number 1 on: 3, 5, 6, 7, 1, 2.
    assert game.holders == {1: 3, 2: 6, 3: 1}


@rule("CS-11.12", "CS-11.20")
def test_strands_are_numbered_as_they_arise() -> None:
    game = deal(4)
    assert game.strands == [(1, 1), (2, 2), (3, 3), (4, 4)]
    for seat in (3, 1, 4, 2):
        game.take_turn(seat)
    assert game.strands == [(5, 1), (6, 3)]
    game.take_turn(3)
    assert game.strands == [(5, 1), (7, 4)]
    assert game.match.decision.seat == 0  # the oldest strand comes first
    game.take_turn(1)
    assert game.strands == [(7, 4), (8, 2)]
    assert game.match.decision.seat == 3


@rule("CS-11.12")
def test_strands_that_arise_together_are_numbered_by_pool_then_seat() -> None:
    game = deal(13, start_seat=12)
    assert [seat for _, seat in game.strands] == [12, 13, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]


@rule("CS-11.12", "CS-11.18")
def test_two_turns_passed_on_together_keep_their_order() -> None:
    table = Arranged(6).active(1, 3, 3)
    game = table.play()
    game.choose(3, "concede")
    passed = [(turn.turn_id, turn.seat + 1) for turn in game.state.turns() if turn.seat == 3]
    assert passed == [(3, 4)]  # five left: the older of the two, turn 2, is removed
    game = Arranged(7).active(1, 3, 3).play()
    game.choose(3, "concede")
    assert [(turn.turn_id, turn.seat + 1) for turn in game.state.turns()] == [
        (1, 1),
        (2, 4),
        (3, 4),
    ]


@rule("CS-11.5", "CS-11.14", "CS-11.15")
def test_recall_and_phase_1_never_wait_but_the_attack_does() -> None:
    game = Arranged(4).active(1, 2).play()
    assert game.asked == {1: D1, 2: D1}
    game.choose(1, "done")
    assert game.asked == {2: D1}
    assert game.step(1) == "wait_for_target"
    assert game.player(1).bound == game.active(1).number
    with pytest.raises(IllegalChoice, match="Seat 1 is not asked anything"):
        game.choose(1, "leave_empty")
    game.take_turn(2)
    assert (game.asked[1], game.active(1).target) == (D3, 1)


@rule("CS-11.13", "CS-11.14")
def test_the_target_is_bound_until_the_turn_ends() -> None:
    game = Arranged(4).active(1).play()
    number = game.active(1).number
    assert game.player(2).bound == 0
    game.choose(1, "done")
    assert game.player(2).bound == number
    game.until(lambda: game.step(1) == "deploy_defenders")
    assert game.player(2).bound == number
    game.take_turn(1)
    assert game.player(1).bound == 0
    assert game.player(2).bound == game.active(1).number != number


@rule("CS-11.14")
def test_the_wait_also_lasts_while_the_next_player_is_bound() -> None:
    # Seats 2 and 3 hold turns; seat 3 defends against nobody yet, seat 2 waits for seat 3.
    game = Arranged(5).active(1, 3).play()
    game.choose(3, "done")
    game.choose(1, "done")
    assert game.player(4).bound == game.active(2).number
    game.take_turn(1)
    game.choose(2, "done")
    assert game.step(1) == "wait_for_target"
    game.take_turn(3)
    assert game.asked[2] == D3


@rule("CS-11.6", "CS-11.7")
@pytest.mark.parametrize(("seats", "removed"), [(7, False), (6, True), (5, False), (4, True)])
def test_odd_numbers_left_remove_the_turn_and_even_ones_pass_it_on(
    seats: int, removed: bool
) -> None:
    holders = [2 * i + 1 for i in range(seats // 2)]
    table = Arranged(seats).lanes(2, "- / spymaster / -").active(*holders)
    game = table.play()
    game.choose(1, "done")
    game.calm_through(1, D3, D9)
    assert not game.player(2).alive
    assert game.active(1).expiring == removed
    game.calm_through(1)
    assert (1 in game.holders) == (not removed)


@rule("CS-11.7")
def test_an_expiring_turn_stops_waiting_and_does_not_attack() -> None:
    game = Arranged(4).active(1, 2).play()
    game.choose(1, "done")
    assert 1 not in game.asked
    game.choose(4, "concede")
    # Counter-clockwise from seat 4: seat 3 holds none, seat 2 does. Its turn expires.
    assert (game.active(1).expiring, game.active(2).expiring) == (False, True)
    game.choose(2, "done")
    assert game.asked == {2: D10}
    game.calm_through(2)
    assert game.holders == {1: 1}
    assert (game.asked, game.battles) == ({1: D3}, [])


@rule("CS-11.7")
def test_a_waiting_turn_that_expires_goes_on_to_phase_4() -> None:
    game = Arranged(6).active(1, 2, 4).play()
    game.choose(2, "done")
    game.choose(1, "done")
    assert game.asked == {2: D3, 4: D1}
    game.choose(6, "concede")
    assert [game.active(i).expiring for i in (1, 2, 3)] == [False, False, True]
    game.choose(5, "concede")  # four left, two not expiring, two allowed
    assert [game.active(i).expiring for i in (1, 2, 3)] == [False, False, True]
    game.choose(4, "concede")  # three left; seat 4's own turn is expiring already: seat 2's is next
    assert 3 not in game.holders
    assert [game.active(i).expiring for i in (1, 2)] == [False, True]


@rule("CS-11.7", "CS-11.18")
def test_the_leaving_players_own_turn_is_responsible_first() -> None:
    game = Arranged(6).active(1, 3, 5).play()
    game.choose(3, "concede")
    assert game.holders == {1: 1, 3: 5}
    assert not game.active(1).expiring
    assert game.asked == {1: D1, 5: D1}


@rule("CS-11.9", "CS-11.13")
def test_a_second_turn_begins_when_the_older_one_has_left() -> None:
    game = Arranged(7).lanes(4, "- / spymaster / -").active(1, 3, 5).play()
    game.take_turn(3)
    assert not game.player(4).alive
    assert game.holders == {1: 1, 2: 5, 3: 5}
    assert game.player(5).bound == game.active(3).number
    assert len([seat for seat in game.asked if seat == 5]) == 1
    game.take_turn(5)
    assert game.holders == {1: 1, 2: 5, 3: 6}
    assert game.player(5).bound == game.active(2).number
    assert game.asked[5] == D1


@rule("CS-11.11")
def test_with_three_players_one_turn_is_left() -> None:
    game = Arranged(6).active(1, 3, 5).play()
    for seat in (2, 4, 6):
        game.choose(seat, "concede")
    assert sum(not turn.expiring for turn in game.state.turns()) == 1
    game.until(lambda: len(game.state.turns()) == 1)
    assert len(game.holders) == 1


@rule("CS-11.17")
def test_only_the_two_in_a_battle_decide_in_it() -> None:
    table = Arranged(6).lanes(2, "juggernaut / - / -").hand(2, "juggernaut, breacher, saboteur")
    table.hand(1, "ghostwire, spymaster, field_coder").hand(
        3, "juggernaut, headhunter, picket_drone"
    )
    game = table.active(1, 3, 5).play()
    game.choose(1, "done")
    game.attack(1, "ghostwire / spymaster / field_coder")
    assert game.asked[2] == D6
    with pytest.raises(IllegalChoice):
        game.choose(3, "stack 1")
    offered, lanes = game.offered(2), game.lanes(1)
    game.take_turn(3)
    game.take_turn(5)
    assert (game.asked[2], game.offered(2)) == (D6, offered)
    assert (game.lanes(1), game.lanes(2)) == (lanes, "juggernaut / - / -")


@rule("CS-11.18", "CS-11.14")
def test_whoever_waited_for_a_leaving_player_looks_up_the_next() -> None:
    game = Arranged(6).active(1, 2, 4).play()
    game.choose(1, "done")
    assert 1 not in game.asked
    game.choose(2, "concede")
    # Seat 2 held turn 2, which is removed; seat 3 has defenders out and is free.
    assert game.holders == {1: 1, 3: 4}
    assert (game.asked[1], game.active(1).target) == (D3, 3 - 1)


@rule("CS-11.14", "CS-11.18")
def test_a_turn_that_has_not_begun_yet_is_waited_for_as_well() -> None:
    game = Arranged(7).active(1, 2, 5).play()
    game.choose(1, "done")
    game.choose(2, "concede")
    # Six left, three turns: turn 2 goes on to seat 3, whose defenders are out and who is free.
    assert game.holders == {1: 1, 2: 3, 3: 5}
    assert game.asked == {3: D1, 5: D1}
    assert game.step(1) == "wait_for_target"


@rule("CS-11.16", "CS-13.8")
def test_of_two_waiting_winners_the_older_strand_draws_first() -> None:
    game = Arranged(12).active(1, 3, 5, 7, 9, 11).no_deck().play()
    for number, seat in enumerate((1, 3, 5, 7, 9, 11), start=1):
        game.choose(seat, "done")
        game.calm_through(seat, D3)
        assert game.active(number).winner >= 0
    fifth, sixth = (game.active(number).winner + 1 for number in (5, 6))
    assert game.owned(fifth, sixth) == [6, 6]
    loser = next(seat for seat, kind in game.asked.items() if kind == D7)
    game.calm(loser)
    assert game.owned(fifth, sixth) == [7, 6]
    loser = next(seat for seat, kind in game.asked.items() if kind == D7 and seat not in (9, 10))
    unit = game.offered(loser)[0].removeprefix("discard ")
    game.calm(loser)
    assert game.owned(fifth, sixth) == [7, 7]
    assert unit in game.hand(sixth)


@rule("CS-11.16")
def test_an_answers_own_strand_goes_on_before_older_ones() -> None:
    """Seat 5's answer completes its own draw before anything else moves."""
    table = Arranged(6).hand(5, "picket_drone, ghostwire, saboteur").deck("spymaster, headhunter")
    game = table.active(1, 3, 5).play()
    game.choose(5, "mark picket_drone", "done")
    assert game.hand(5) == ["ghostwire", "saboteur", "spymaster"]
    assert CARDS[game.state.copies[0].unit_deck.cards[-1]] == "headhunter"


@rule("CS-11.19")
def test_the_record_holds_pairs_of_seat_and_choice() -> None:
    game: Game = (
        Arranged(3).hand(1, "breacher, saboteur").lanes(2, "- / spymaster / -").active(1).play()
    )
    game.choose(1, "mark breacher", "done")
    game.choose(3, "concede")
    assert game.match.record().choices == ["0 mark breacher", "0 done", "2 concede"]
    # Automatic choices are not recorded: seat 1 must fill lane 2, then one unit is left.
    game = Arranged(3).hand(1, "breacher").lanes(2, "- / spymaster / -").active(1).play()
    game.choose(1, "done")
    assert game.match.record().choices == ["0 done"]
    assert len(game.battles) == 1
