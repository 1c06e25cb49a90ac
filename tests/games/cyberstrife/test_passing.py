"""Section 10: who leaves, by elimination or by conceding."""

from typing import cast

import pytest

from starhall.engine.errors import IllegalChoice
from starhall.engine.text.rulebook import rule
from starhall.games.cyberstrife.rules.passing import next_player
from starhall.games.cyberstrife.state import REDEPLOY
from tests.games.cyberstrife.tables import D1, D3, D6, D9, D10, Arranged, deal

WEAK = "field_coder"


# Elimination


@rule("CS-10.1", "CS-10.2")
def test_units_in_lanes_count_and_an_empty_hand_eliminates_nobody() -> None:
    table = Arranged(4).lanes(3, "breacher / - / ghostwire").lanes(2, "- / spymaster / -").active(1)
    game = table.play()
    game.take_turn(1)
    # Seat 2 lost its only unit; seat 3 owns two, though none in hand.
    assert [player.alive for player in game.state.players] == [True, False, True, True]
    assert game.owned(3) == [2]


@rule("CS-10.3", "CS-15.4")
def test_the_eliminated_players_traits_are_discarded() -> None:
    table = Arranged(3).lanes(2, "- / spymaster / -").traits(2, "pincer, emp_grid").active(1)
    game = table.play()
    game.take_turn(1)
    assert (game.traits(2), game.trait_pile()) == ([], ["emp_grid", "pincer"])
    assert 2 not in game.asked
    with pytest.raises(IllegalChoice, match="Seat 2 is not asked anything"):
        game.choose(2, "done")


@rule("CS-10.7", "CS-17.1", "CS-17.8")
def test_the_last_player_wins_at_once() -> None:
    game = (
        Arranged(2)
        .lanes(2, "- / spymaster / -")
        .hand(1, "breacher, juggernaut, saboteur")
        .active(1)
        .play()
    )
    game.choose(1, "done")
    game.attack(1, "breacher / juggernaut / saboteur")
    assert game.match.over
    assert game.ranks == [1, 2]
    assert game.lanes(1) == "- / - / -"  # phase 4 does not take place any more
    assert game.match.result is not None
    assert (game.match.result.winners, game.match.result.reason) == ([0], "last")


@rule("CS-10.4", "CS-10.6")
def test_after_the_attackers_elimination_the_target_is_next() -> None:
    game = Arranged(3).hand(1, WEAK).owning(2, 4).active(1).play()
    game.choose(1, "done")
    assert game.asked == {1: D3}
    game.attack(1, f"- / {WEAK} / -")
    assert not game.player(1).alive
    assert (game.holders, game.asked) == ({1: 2}, {2: D1})
    assert game.player(1).turns == 1


# Concessions


@rule("CS-10.8")
def test_a_concession_outside_battles_works_at_once() -> None:
    table = Arranged(3).traits(1, "pincer, emp_grid").hand(1, "breacher, saboteur").active(1)
    game = table.play()
    game.choose(1, "mark breacher", "concede")
    assert not game.player(1).alive
    assert (game.pile(), game.trait_pile()) == (["breacher", "saboteur"], ["emp_grid", "pincer"])
    assert [player.eliminations for player in game.state.players] == [0, 0, 0]
    assert game.player(1).marks == []
    assert (game.holders, game.asked) == ({1: 2}, {2: D1})


@rule("CS-10.8")
def test_a_concession_needs_no_pending_decision_but_a_living_player() -> None:
    game = Arranged(4).active(1).play()
    game.choose(3, "concede")
    assert not game.player(3).alive
    with pytest.raises(IllegalChoice):
        game.choose(3, "concede")
    assert game.asked == {1: D1}
    assert next_player(game.state, 1) == 3


@rule("CS-10.8", "CS-11.18", "CS-10.1")
def test_a_target_concedes_and_its_decisions_take_the_default() -> None:
    table = Arranged(4).lanes(2, "juggernaut / breacher / -").traits(2, "rapid_redeploy")
    table.hand(2, "juggernaut, saboteur").hand(1, "field_coder, spymaster, headhunter")
    game = table.active(1).play()
    game.choose(1, "done")
    game.choose(2, "concede")
    # The battle has begun with the end of the wait: seat 2 stays until it is over.
    assert game.player(2).alive
    with pytest.raises(IllegalChoice):
        game.choose(2, "concede")
    game.attack(1, "field_coder / spymaster / headhunter")
    # `keep`, `done`, and for the loss the first by id; seat 2 is not asked.
    assert game.told("swaps") == game.told("stacks") == []
    assert game.told("loses") == [{"who": 1, "unit": "breacher"}]
    assert not game.player(2).alive
    assert game.player(1).eliminations == 0
    assert game.told("battle_won") == [{"who": 0, "loser": 1}]
    assert game.asked == {1: D10}


@rule("CS-10.8", "CS-10.1", "CS-10.3")
def test_who_concedes_in_a_battle_and_loses_the_last_unit_in_it_is_eliminated() -> None:
    """CS-8.1(f) comes before the concession, so the winner is credited."""
    table = Arranged(4).lanes(2, "- / spymaster / -").traits(2, "pincer, emp_grid").active(1)
    game = table.hand(1, "juggernaut, breacher, saboteur").play()
    game.choose(1, "done")
    game.choose(2, "concede")
    game.attack(1, "juggernaut / breacher / saboteur")
    assert (game.player(2).alive, game.player(2).conceding) == (False, False)
    assert game.player(2).bound == 0  # released, although the turn goes on
    assert game.player(1).eliminations == 1
    assert (game.pile(), game.trait_pile()) == (["spymaster"], ["emp_grid", "pincer"])
    assert [len(game.told(what)) for what in ("eliminated", "lays_down")] == [1, 1]
    assert game.asked == {1: D10}


@rule("CS-10.8", "CS-10.2", "CS-11.13", "CS-11.18")
def test_after_the_battle_an_attacker_concedes_at_once_and_the_target_is_free() -> None:
    game = Arranged(4).active(1).play()
    game.choose(1, "done")
    game.until(lambda: game.asked == {1: D10})
    assert game.player(2).bound == game.active(1).number
    game.choose(1, "concede")
    assert not game.player(1).alive
    assert (game.holders, game.asked) == ({1: 2}, {2: D1})


@rule("CS-3.3", "CS-11.3")
def test_turns_are_handed_out_only_once() -> None:
    game = Arranged(4).active(1, 3).play()
    game.take_turn(1)
    assert game.strands == [(6, 3), (7, 2)]
    game.choose(4, "concede")
    assert game.strands == [(6, 3), (7, 2)]


@rule("CS-3.3", "CS-3.4", "CS-10.9", "CS-11.2", "CS-11.12")
def test_only_active_turns_are_numbered() -> None:
    for game in (deal(4), deal(3)):
        while game.holders == {}:
            assert {turn.turn_id for turn in game.state.turns()} == {0}
            game.take_turn(game.match.decision.seat + 1)
        assert [turn.turn_id for turn in game.state.turns()] == [1, 2][: len(game.holders)]
    game = Arranged(6).hand(1, WEAK).active(1, 3, 5).play()
    game.choose(1, "done")
    game.attack(1, f"{WEAK} / - / -")
    game.calm(2)
    assert [turn.turn_id for turn in game.state.turns() if turn.kind == REDEPLOY] == [0]


@rule("CS-10.8", "CS-10.3")
def test_who_leaves_lays_down_hand_lanes_and_traits() -> None:
    table = Arranged(4).lanes(3, "breacher / - / ghostwire").hand(3, "saboteur, saboteur")
    game = table.traits(3, "pincer").active(1).play()
    game.choose(3, "concede")
    assert (game.hand(3), game.lanes(3), game.traits(3)) == ([], "- / - / -", [])
    assert game.pile() == ["breacher", "ghostwire", "saboteur", "saboteur"]
    assert game.trait_pile() == ["pincer"]
    assert (game.player(3).left, game.state.gone, game.player(3).bound) == (1, 1, 0)
    game.choose(4, "concede")
    assert (game.player(4).left, game.state.gone) == (2, 2)


@rule("CS-10.8", "CS-10.3")
def test_plans_and_marks_of_a_leaving_player_are_gone() -> None:
    game = deal(4)
    game.choose(1, f"mark {game.hand(1)[0]}", "concede")
    assert game.player(1).marks == []
    game.choose(2, "done", f"place {game.hand(2)[0]}")
    assert len(game.player(2).plan) == 1
    game.choose(2, "concede")
    assert game.player(2).plan == []


@rule("CS-10.8")
def test_an_attacker_concedes_while_placing() -> None:
    game = Arranged(4).hand(1, "saboteur, breacher, juggernaut").active(1).play()
    game.choose(1, "done", "leave_empty", "concede")
    # Lane 2 stays empty by default; lane 3 must be filled: the first unit by id.
    assert game.told("attacks")[0]["units"] == ["breacher"]
    game.calm_through(2, D9)
    assert not game.player(1).alive
    assert (game.holders, game.asked) == ({1: 2}, {2: D1})


@rule("CS-10.8")
def test_an_attacker_concedes_while_peeking() -> None:
    table = Arranged(4).lanes(2, "juggernaut / breacher / goliath_walker").owning(1, 6).active(1)
    table.hand(2, "saboteur, headhunter, ghostwire").traits(1, "deep_recon")
    game = table.play()
    game.choose(1, "done")
    assert game.asked == {1: "peek_lane"}
    game.choose(1, "concede")
    # `skip`, then the first unit by id only where one must be placed.
    assert game.told("peeks") == []
    assert len(cast(list[str], game.told("attacks")[0]["units"])) == 1
    assert game.asked == {2: D9}


@rule("CS-10.8", "CS-17.2", "CS-10.1", "CS-10.2")
def test_both_sides_concede_and_leave_in_seat_order() -> None:
    for first, ranks in ((1, [3, 2, 1]), (2, [2, 3, 1])):
        table = Arranged(3, start_seat=first).lanes(2, "juggernaut / - / -").hand(2, "juggernaut")
        game = table.hand(1, "breacher, saboteur, ghostwire").active(1).play()
        game.choose(1, "done")
        game.attack(1, "breacher / saboteur / ghostwire")
        assert game.asked == {2: D6}
        game.choose(1, "concede")
        assert game.player(1).alive
        game.choose(2, "concede")
        assert game.match.over
        assert game.ranks == ranks


@rule("CS-10.8", "CS-17.1")
def test_with_one_player_left_further_concessions_are_void() -> None:
    table = Arranged(2).lanes(2, "juggernaut / - / -").hand(2, "juggernaut, ghostwire")
    game = table.hand(1, "breacher, saboteur, headhunter").active(1).play()
    game.choose(1, "done")
    game.attack(1, "breacher / saboteur / headhunter")
    game.choose(2, "concede")
    assert game.ranks == [1, 2]
    table = Arranged(2).lanes(2, "juggernaut / - / -").hand(2, "juggernaut, ghostwire")
    game = table.hand(1, "breacher, saboteur, headhunter").active(1).play()
    game.choose(1, "done")
    game.attack(1, "breacher / saboteur / headhunter")
    game.choose(1, "concede")
    game.choose(2, "concede")
    assert game.ranks == [2, 1]  # seat 1 left first; seat 2's concession came too late


@rule("CS-10.8", "CS-3.4")
def test_in_round_1_a_conceding_players_first_turn_is_skipped() -> None:
    game = deal(4, simultaneous_turns="off")
    game.choose(3, "concede")
    game.take_turn(1)
    game.take_turn(2)
    assert game.asked == {4: D1}
    game.choose(4, "concede")
    assert game.holders == {1: 1}
    together = deal(5)
    together.choose(1, "concede")
    assert set(together.asked) == {2, 3, 4, 5}
    for seat in (2, 3, 4):
        together.take_turn(seat)
    together.choose(5, "concede")
    assert together.holders == {1: 2}


@rule("CS-10.8", "CS-10.9")
def test_a_redeploying_player_may_concede() -> None:
    game = Arranged(6).hand(1, WEAK).active(1, 3, 5).play()
    game.choose(1, "done")
    game.attack(1, f"{WEAK} / - / -")
    game.calm(2)
    assert game.asked == {2: D10, 3: D1, 5: D1}
    game.choose(2, "concede")
    assert game.asked == {3: D1, 5: D1}
    assert not any(turn.kind == REDEPLOY for turn in game.state.turns())


@rule("CS-10.9")
def test_nobody_redeploys_with_defenders_out_or_a_turn_to_come() -> None:
    game = Arranged(6).active(1, 3, 5).play()
    for _ in range(6):
        game.take_turn(game.match.decision.seat + 1)
        assert all(turn.kind != REDEPLOY for turn in game.state.turns())


@rule("CS-10.9")
def test_nobody_redeploys_before_the_first_turn() -> None:
    game = deal(4, simultaneous_turns="off")
    game.choose(4, "concede")
    assert game.asked == {1: D1}
    assert game.strands == [(1, 1)]


@rule("CS-10.9", "CS-11.13")
def test_nobody_redeploys_while_bound_to_a_strand() -> None:
    game = Arranged(6).active(1, 3, 5).play()
    game.choose(1, "done")
    game.attack(1, " / ".join(game.hand(1)[:3]))
    game.until(lambda: game.asked.get(1) == D10)
    # The battle is over and seat 2 has nobody in its lanes, but seat 1's turn goes on.
    assert game.lanes(2) == "- / - / -"
    game.choose(4, "concede")
    assert 2 not in game.asked
    assert not any(turn.kind == REDEPLOY for turn in game.state.turns())


@rule("CS-10.9", "CS-9.1")
def test_who_redeploys_deploys_as_in_phase_4_and_nothing_else() -> None:
    game = Arranged(6).hand(1, WEAK).active(1, 3, 5).play()
    game.choose(1, "done")
    game.attack(1, f"{WEAK} / - / -")
    game.calm(2)
    assert game.asked[2] == D10
    before = game.player(2).turns
    game.choose(2, "leave_empty", "leave_empty")
    assert "leave_empty" not in game.offered(2)
    game.calm(2)
    assert (2 in game.asked, game.player(2).turns) == (False, before)
    assert game.player(2).deployed()


@rule("CS-10.9", "CS-11.13")
def test_a_turn_that_arrives_waits_for_the_redeployment() -> None:
    game = Arranged(6).hand(1, WEAK).active(1, 3, 5).play()
    game.choose(1, "done")
    game.attack(1, f"{WEAK} / - / -")
    game.calm(2)
    game.take_turn(5)
    game.choose(6, "concede")  # its turn 3 goes on to seat 2, which is redeploying
    assert game.holders == {2: 3, 3: 2}
    assert game.asked == {2: D10, 3: D1}
    game.calm_through(2, D10)
    assert (game.asked[2], game.lanes(2)) == (D1, "- / - / -")
