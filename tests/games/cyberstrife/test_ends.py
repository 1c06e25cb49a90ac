"""Section 17 and CS-19.2: how games end, the round cap, and sudden death."""

import pytest

from starhall.engine.text.rulebook import rule
from starhall.games.cyberstrife.game import GAME
from starhall.games.cyberstrife.rules.deploying import deploy_defenders
from tests.games.cyberstrife.tables import D3, D6, D7, D9, D10, Arranged, Game

CAP = 20
WEAK = "field_coder"


def at_the_cap(seats: int, *holders: int) -> Arranged:
    """Everybody has completed enough turns, save the first holder, who lacks one."""
    table = Arranged(seats, round_cap=CAP).active(*holders)
    for seat in range(1, seats + 1):
        table.turns(seat, CAP)
    return table.turns(holders[0], CAP - 1)


# Elimination


@rule("CS-17.1", "CS-17.2", "CS-10.7")
def test_the_later_eliminated_the_better_the_rank() -> None:
    game = Arranged(4).active(1).play()
    for seat in (3, 1, 4):
        game.choose(seat, "concede")
    assert game.match.over
    assert game.ranks == [3, 1, 4, 2]
    result = game.match.result
    assert result is not None
    assert (result.winners, result.reason) == ([1], "last")


@rule("CS-17.3", "CS-17.4")
def test_only_the_defeated_side_can_be_eliminated() -> None:
    # Both own one unit: whoever wins draws and lives, the other is out.
    for strong, weak, winner in (("juggernaut", "spymaster", 1), ("spymaster", "juggernaut", 2)):
        table = Arranged(3).hand(1, strong).lanes(2, f"- / {weak} / -").active(1)
        game = table.play()
        game.choose(1, "done")
        alive = [seat for seat in (1, 2) if game.player(seat).alive]
        assert (alive, game.owned(winner)) == ([winner], [2])
        assert game.player(winner).eliminations == 1


@rule("CS-17.5")
def test_below_six_units_a_battle_only_moves_a_unit() -> None:
    game = Arranged(3).owning(2, 5).active(1).owning(1, 5).play()
    game.choose(1, "done")
    game.until(lambda: game.asked == {1: D10})
    assert sorted(game.owned(1, 2)) == [4, 6]


@rule("CS-17.8")
def test_the_game_ends_in_the_middle_of_other_turns() -> None:
    game = Arranged(4).out(4).active(1).play()
    game.choose(2, "concede")
    game.choose(1, "done")
    game.choose(1, game.offered(1)[0])
    game.choose(3, "concede")
    game.until(lambda: game.match.over)
    assert game.ranks == [1, 3, 2, 4]
    assert game.match.decisions == []
    assert game.lanes(1) == "- / - / -"


# The cap


@rule("CS-17.6", "CS-3.9")
def test_the_game_ends_when_every_living_player_has_completed_the_cap() -> None:
    table = at_the_cap(3, 1).turns(3, CAP - 1)
    game = table.at(1, deploy_defenders).play()
    game.calm_through(1)
    assert not game.match.over  # seat 3 has not
    table = at_the_cap(3, 1).out(3).turns(3, 5)
    game = table.at(1, deploy_defenders).play()
    game.calm_through(1)
    assert game.match.over
    result = game.match.result
    assert result is not None
    assert result.reason == "shared_cap"


@rule("CS-17.6", "CS-10.4")
def test_an_attackers_elimination_ends_a_turn_too() -> None:
    table = at_the_cap(3, 1).turns(1, CAP - 1).hand(1, WEAK).owning(2, 4)
    game = table.play()
    game.choose(1, "done")
    game.attack(1, f"{WEAK} / - / -")
    # Seat 1 is out, and the others have completed their turns.
    assert game.match.over
    assert game.ranks == [3, 2, 1]


@rule("CS-17.6")
def test_a_redeployment_is_no_turn() -> None:
    table = at_the_cap(6, 1, 3, 5).hand(1, WEAK).turns(3, CAP - 1)
    game = table.play()
    game.choose(1, "done")
    game.attack(1, f"{WEAK} / - / -")
    game.calm(2)
    assert game.asked[2] == D10
    game.choose(3, "concede")
    # Everybody left has completed the cap, but no turn has ended yet.
    game.calm_through(2)
    assert not game.match.over


@rule("CS-17.6")
def test_at_the_cap_resolved_battles_are_completed_and_others_called_off() -> None:
    table = at_the_cap(6, 1, 3, 5).at(1, deploy_defenders)
    table.hand(3, "spymaster, ghostwire, breacher").lanes(
        4, "juggernaut / repair_drone / bulwark_crew"
    )
    table.hand(5, "headhunter, mimic_drone").lanes(6, "saboteur / - / -").hand(
        6, "saboteur, field_coder"
    )
    game = table.play()
    game.choose(3, "done")
    game.attack(3, "- / spymaster / -")
    game.choose(5, "done")
    game.attack(5, "headhunter / mimic_drone / -")
    # Seat 3 has lost (its only attacker went at once); seat 6 is asked for duplicates.
    assert game.asked[6] == D6
    game.choose(3, "leave_empty")
    assert game.asked[3] == D10
    won = [player.won for player in game.state.players]
    game.calm_through(1)
    assert game.match.over
    assert [player.won for player in game.state.players] == won
    assert game.hand(5) == ["headhunter", "mimic_drone"]
    assert game.hand(6) == ["field_coder", "saboteur", "saboteur"]
    assert (game.lanes(5), game.lanes(6)) == ("- / - / -", "- / - / -")
    assert GAME.census(game.state) == GAME.stock(game.state)


@rule("CS-17.6", "CS-14.3", "CS-8.1")
def test_at_the_cap_what_is_still_owed_takes_the_default() -> None:
    table = at_the_cap(4, 1, 3).at(1, deploy_defenders)
    table.hand(3, "spymaster, juggernaut, breacher, saboteur, ghostwire, picket_drone")
    table.lanes(4, "siege_marshal / headhunter / -").hand(4, "field_coder")
    game = table.deck("strike_captain").play()
    game.choose(3, "done")
    game.attack(3, "juggernaut / saboteur / breacher")
    assert game.asked == {1: D10, 4: D7}
    assert game.owned(3, 4) == [7, 3]
    game.calm_through(1)
    assert game.match.over
    # Seat 4 gives up the first by id; seat 3 discards the first by id to keep six.
    assert [told["unit"] for told in game.told("loses")] == ["headhunter"]
    assert game.owned(3, 4) == [6, 2]
    assert game.told("limits") == [{"who": 2, "unit": "breacher"}]
    assert game.player(3).won == 1
    assert GAME.census(game.state) == GAME.stock(game.state)


@rule("CS-17.6", "CS-10.1")
def test_a_battle_completed_at_the_cap_can_eliminate() -> None:
    table = at_the_cap(4, 1, 3).at(1, deploy_defenders).lanes(4, "- / headhunter / -")
    table.hand(3, "spymaster, juggernaut, breacher, saboteur, ghostwire, picket_drone")
    game = table.play()
    game.choose(3, "done")
    game.attack(3, "juggernaut / saboteur / breacher")
    assert (game.owned(4), game.asked) == ([0], {1: D10, 3: D9})
    game.calm_through(1)
    assert game.match.over
    assert not game.player(4).alive
    assert game.player(3).eliminations == 1
    assert game.ranks[3] == 4


@rule("CS-17.6", "CS-13.8", "CS-13.4")
def test_at_the_cap_a_winner_who_waits_for_a_card_goes_without() -> None:
    table = at_the_cap(4, 1, 3).at(1, deploy_defenders).lanes(4, "siege_marshal / - / -")
    game = table.hand(3, "juggernaut, saboteur, breacher").hand(4, "field_coder").play()
    copy = game.state.copies[0]
    copy.unit_deck.cards.clear()
    game.choose(3, "done")
    game.attack(3, "juggernaut / saboteur / breacher")
    assert (game.asked, game.active(2).winner) == ({1: D10}, 3 - 1)
    game.calm_through(1)
    assert game.match.over
    assert game.owned(3, 4) == [3, 1]


@rule("CS-17.6", "CS-10.4")
@pytest.mark.parametrize("eliminated", [True, False])
def test_the_cap_waits_for_the_end_of_the_turn(eliminated: bool) -> None:
    """A concession brings everybody to the cap; the battle of a living attacker ends no turn."""
    table = at_the_cap(4, 1).turns(1, CAP).turns(4, CAP - 1)
    table.hand(1, "juggernaut, saboteur, breacher")
    if eliminated:
        table.lanes(2, "- / siege_marshal / -")
    else:
        table.lanes(2, "bulwark_crew / combat_sapper / braincase_sentinel")
    game = table.play()
    game.choose(1, "done")
    game.choose(4, "concede")
    if eliminated:
        game.attack(1, "saboteur / juggernaut / breacher")
    else:
        game.attack(1, "saboteur / - / -")
    game.calm_through(2)
    assert game.player(2).alive is not eliminated
    assert (game.asked, game.match.over) == ({1: D10}, False)
    game.calm_through(1)
    assert game.match.over


@rule("CS-17.6", "CS-15.1")
def test_at_the_cap_an_attack_that_is_being_placed_leaves_the_units_where_they_are() -> None:
    table = at_the_cap(4, 1, 3).at(1, deploy_defenders)
    game = table.hand(3, "juggernaut, saboteur").lanes(4, "siege_marshal / - / headhunter").play()
    game.choose(3, "done", "place juggernaut")
    assert game.asked == {1: D10, 3: D3}
    game.calm_through(1)
    assert game.match.over
    assert (game.hand(3), game.lanes(4)) == (
        ["juggernaut", "saboteur"],
        "siege_marshal / - / headhunter",
    )
    assert [player.won for player in game.state.players] == [0, 0, 0, 0]


@rule("CS-17.6", "CS-10.8")
def test_a_concession_held_up_by_a_called_off_battle_works_at_the_cap() -> None:
    table = at_the_cap(6, 1, 3, 5).at(1, deploy_defenders)
    table.hand(5, "headhunter, mimic_drone").lanes(6, "saboteur / - / -").hand(
        6, "saboteur, field_coder"
    )
    game = table.play()
    game.choose(5, "done")
    game.attack(5, "headhunter / mimic_drone / -")
    game.choose(5, "concede")
    assert game.player(5).alive
    game.calm_through(1)
    assert game.match.over
    assert not game.player(5).alive
    assert game.ranks[4] == 6
    assert game.player(6).alive


@rule("CS-17.6", "CS-10.8")
def test_a_target_who_concedes_while_attackers_are_placed_leaves_at_the_cap() -> None:
    table = at_the_cap(4, 1, 3).at(1, deploy_defenders)
    game = table.hand(3, "juggernaut, saboteur").lanes(4, "siege_marshal / - / headhunter").play()
    game.choose(3, "done", "place juggernaut")
    game.choose(4, "concede")
    assert (game.player(4).alive, game.asked) == (True, {1: D10, 3: D3})
    game.calm_through(1)
    assert game.match.over
    assert not game.player(4).alive
    assert game.ranks[3] == 4
    assert game.hand(3) == ["juggernaut", "saboteur"]


@rule("CS-17.7")
@pytest.mark.parametrize(
    ("standing", "ranks", "decided_by"),
    [
        # units, eliminations, battles won, battles lost
        ([(4, 0, 9, 1), (5, 0, 0, 9), (3, 5, 9, 0)], [2, 1, 3], "owns the most units"),
        ([(4, 1, 0, 0), (4, 2, 0, 9), (4, 0, 9, 0)], [2, 1, 3], "eliminated more players"),
        ([(4, 1, 7, 0), (4, 1, 8, 9), (4, 1, 6, 0)], [2, 1, 3], "won more battles"),
        ([(4, 1, 7, 3), (4, 1, 7, 2), (4, 1, 7, 4)], [2, 1, 3], "lost fewer battles"),
        ([(4, 1, 7, 2), (4, 1, 7, 2), (4, 1, 7, 4)], [1, 1, 3], "share the win"),
    ],
)
def test_scoring_at_the_cap(
    standing: list[tuple[int, ...]], ranks: list[int], decided_by: str
) -> None:
    table = at_the_cap(5, 1).out(5, 4)
    for seat, (units, eliminations, won, lost) in enumerate(standing, start=1):
        table.owning(seat, units)
        player = table.player(seat)
        player.eliminations, player.won, player.lost = eliminations, won, lost
    game = table.at(1, deploy_defenders).play()
    game.calm_through(1)
    # Those who are out come last, the one who left later before the other.
    assert game.ranks == [*ranks, 4, 5]
    result = game.match.result
    assert result is not None
    assert result.winners == [seat for seat in range(3) if ranks[seat] == 1]
    assert decided_by in game.match.ending()


# Sudden death


def raid(round_named: int, **more: str) -> Game:
    table = Arranged(3, sudden_death_round=round_named).active(1)
    table.hand(1, "juggernaut, breacher, saboteur").lanes(2, "- / spymaster / -")
    game = table.hand(2, "ghostwire").traits(1, more.get("traits", "")).play()
    game.choose(1, "done")
    game.attack(1, "juggernaut / breacher / saboteur")
    return game


@rule("CS-19.2", "CS-8.2")
def test_in_sudden_death_the_winner_draws_nothing() -> None:
    for traits in ("", "talent_scouts"):
        game = raid(2, traits=traits)
        assert (game.owned(1, 2), game.pile()) == ([3, 1], ["spymaster"])
        assert game.asked == {1: D10}
        assert game.told("winner_draws") == []


@rule("CS-19.2")
def test_before_the_named_round_and_without_it_nothing_changes() -> None:
    for named in (0, 3):
        game = raid(named)
        assert game.owned(1, 2) == [4, 1]
    assert raid(3, traits="talent_scouts").asked == {1: "sift_discard"}


@rule("CS-19.2", "CS-3.8")
def test_the_round_when_deploy_attackers_begins_decides() -> None:
    # Seats 1 and 2 have completed two turns, seat 3 one: round 2, so not yet round 3.
    table = Arranged(3, sudden_death_round=3).active(1).turns(1, 2).turns(2, 2)
    table.hand(1, "juggernaut, breacher, saboteur").lanes(2, "- / spymaster / -")
    game = table.hand(2, "ghostwire").play()
    game.choose(1, "done")
    game.choose(3, "concede")  # now it would be round 3, but the attack had begun
    game.attack(1, "juggernaut / breacher / saboteur")
    assert game.owned(1) == [4]
