"""The worked examples of section 20 about turns side by side, pools, the cap and concessions."""

from starhall.engine.text.rulebook import rule
from starhall.games.cyberstrife.rules.deploying import deploy_defenders
from starhall.games.cyberstrife.rules.passing import next_player
from starhall.games.cyberstrife.state import REDEPLOY
from tests.games.cyberstrife.tables import D1, D3, D6, D7, D9, D10, Arranged, Game, deal


def target(game: Game, seat: int) -> int:
    """The next player clockwise."""
    return next_player(game.state, seat - 1) + 1


@rule("CS-11.1", "CS-11.2", "CS-11.3", "CS-11.12", "CS-11.15", "CS-11.20")
def test_cs_20_29_six_players_side_by_side() -> None:
    game = deal(6)
    assert game.asked == dict.fromkeys([1, 2, 3, 4, 5, 6], D1)
    game.until(lambda: game.holders != {})
    assert game.holders == {1: 1, 2: 3, 3: 5}
    assert game.asked == {1: D1, 3: D1, 5: D1}
    game.until(lambda: len(game.battles) == 9)
    assert game.battles == ["1-2", "3-4", "5-6", "2-3", "4-5", "6-1", "3-4", "5-6", "1-2"]


@rule("CS-11.7", "CS-11.9", "CS-11.13", "CS-11.14")
def test_cs_20_30_a_turn_arrives_at_a_player_who_holds_one() -> None:
    game = Arranged(7).lanes(2, "- / spymaster / -").active(1, 3, 5).play()
    game.until(lambda: not game.player(2).alive)
    game.take_turn(1)
    # Six are left, three turns allowed: turn 1 is with seat 3, which is bound by turn 2.
    assert game.holders == {1: 3, 2: 3, 3: 5}
    assert game.player(3).bound == game.active(2).number
    assert game.asked == {3: D1, 5: D1}
    game.until(lambda: game.holders[2] == 4)
    assert game.player(3).bound == game.active(1).number
    assert game.asked[3] == D1
    game.until(lambda: game.step(1) == "wait_for_target")
    assert game.battles == ["1-2", "3-4", "5-6"]
    assert 3 not in game.asked
    assert game.holders == {1: 3, 2: 4, 3: 6}
    game.until(lambda: len(game.battles) == 6)
    assert game.battles == ["1-2", "3-4", "5-6", "4-5", "3-4", "6-7"]


@rule("CS-11.6", "CS-11.7", "CS-11.12", "CS-11.14", "CS-10.9")
def test_cs_20_31_active_turn_removed() -> None:
    game = Arranged(6).hand(1, "headhunter").active(1, 3, 5).play()
    assert game.asked == {1: D1, 3: D1, 5: D1}
    game.choose(1, "done")
    game.attack(1, "headhunter / - / -")
    game.choose(2, game.offered(2)[0])
    assert not game.player(1).alive
    assert game.holders == {2: 3, 3: 5}
    assert (game.owned(2), game.lanes(2)) == ([6], "- / - / -")
    # In the default order: the turn of seat 3, that of seat 5, then seat 2.
    assert list(game.asked.items()) == [(3, D1), (5, D1), (2, D10)]
    assert target(game, 6) == 2
    game.take_turn(5)
    assert game.holders[3] == 6
    game.choose(6, "done")
    assert 6 not in game.asked
    game.calm_through(2)
    assert game.asked[6] == D3
    assert game.active(3).target == 2 - 1


@rule("CS-12.4", "CS-12.5", "CS-12.6", "CS-10.9", "CS-11.14")
def test_cs_20_32_a_pool_winner_moves() -> None:
    gone = [*range(13, 16), *range(18, 25), 1, 3, 4, 6, 7, 8, 10, 11]
    game = Arranged(24).out(*gone).hand(16, "headhunter").active(2, 9, 16).play()
    assert [ring.sitting for ring in game.state.rings] == [[1, 4, 8, 11], [15, 16]]
    game.choose(16, "done")
    game.attack(16, "headhunter / - / -")
    second_copy = game.sizes(2)
    game.choose(17, game.offered(17)[0])
    assert [ring.sitting for ring in game.state.rings] == [[1, 4, 8, 11, 16], []]
    assert game.holders == {1: 2, 2: 9}
    assert game.asked[17] == D10
    assert (target(game, 12), target(game, 17)) == (17, 2)
    game.defend(17, " / ".join(game.hand(17)[:3]))
    # Seat 9 attacks 12, 12 attacks the newcomer, whose draw comes from copy 2.
    game.take_turn(9)
    first_copy = game.sizes(1)
    assert game.holders[2] == 12
    game.choose(12, "done")
    game.attack(12, f"{game.hand(12)[0]} / - / -")
    assert game.battles[-1] == "12-17"
    assert sum(game.sizes(2)) == sum(second_copy)  # one more discarded, one more drawn
    assert game.owned(17) == [7]
    game.calm_through(17)
    game.calm_through(12)
    assert game.sizes(1)[0] == first_copy[0]
    assert game.holders[2] == 17
    game.choose(17, "done")
    assert 17 not in game.asked  # seat 2 still holds turn 1
    game.take_turn(2)
    assert game.active(2).target == 2 - 1


@rule("CS-12.5", "CS-10.6", "CS-10.9")
def test_cs_20_32_an_attack_between_the_neighbours_goes_on() -> None:
    gone = [*range(13, 16), *range(18, 25), 1, 3, 4, 6, 7, 8, 10, 11]
    table = Arranged(24).out(*gone).hand(16, "headhunter")
    game = table.active(5, 12, 16).play()
    game.choose(12, "done")
    game.attack(12, f"{game.hand(12)[0]} / - / -")
    assert game.asked[2] == D9  # seat 2 has won with three defenders against one
    game.choose(16, "done")
    game.attack(16, "headhunter / - / -")
    game.choose(17, game.offered(17)[0])
    game.defend(17, " / ".join(game.hand(17)[:3]))
    assert game.state.rings[0].sitting == [1, 4, 8, 11, 16]
    assert game.active(2).target == 2 - 1
    game.calm(2)
    game.calm_through(12)
    assert game.holders == {1: 5, 2: 17}
    assert game.asked == {5: D1, 17: D1, 2: D10}


@rule("CS-17.6", "CS-17.7")
def test_cs_20_33_cap() -> None:
    table = Arranged(3).active(3).owning(1, 4).owning(2, 4).owning(3, 3)
    for seat, eliminations, won, turns in ((1, 1, 30, 60), (2, 1, 28, 60), (3, 2, 31, 59)):
        player = table.player(seat)
        player.eliminations, player.won, player.turns = eliminations, won, turns
    game = table.at(3, deploy_defenders).play()
    assert game.asked == {3: D10}
    game.calm_through(3)
    assert game.match.over
    assert game.owned() == [4, 4, 3]
    assert game.ranks == [1, 2, 3]
    assert game.match.result is not None
    assert game.match.result.reason == "cap_won"


@rule("CS-11.15", "CS-11.16", "CS-11.19")
def test_cs_20_34_order_of_arrival() -> None:
    def stage() -> Game:
        units = "spymaster, headhunter, saboteur"
        table = Arranged(6).hand(1, "juggernaut, breacher")
        table.hand(5, "picket_drone, ghostwire, field_coder")
        return table.deck(units).active(1, 3, 5).play()

    game = stage()
    size = game.sizes()[0]
    game.choose(5, "mark picket_drone")
    game.choose(1, "mark juggernaut")
    game.choose(5, "mark ghostwire")
    assert game.sizes() == (size, 0)  # marks alone draw nothing
    game.choose(5, "done")
    assert game.hand(5) == ["field_coder", "headhunter", "spymaster"]
    game.choose(1, "done")
    assert game.hand(1) == ["breacher", "saboteur"]
    assert game.asked == {1: D3, 3: D1, 5: D3}
    assert game.match.record().choices == [
        "4 mark picket_drone",
        "0 mark juggernaut",
        "4 mark ghostwire",
        "4 done",
        "0 done",
    ]

    game = stage()
    game.choose(5, "mark picket_drone")
    game.choose(1, "mark juggernaut")
    game.choose(5, "mark ghostwire")
    game.choose(1, "done")
    game.choose(5, "done")
    assert game.hand(1) == ["breacher", "spymaster"]
    assert game.hand(5) == ["field_coder", "headhunter", "saboteur"]


@rule("CS-11.14", "CS-11.18", "CS-11.5")
def test_cs_20_35_waiting() -> None:
    game = Arranged(6).active(1, 3, 5).play()
    game.take_turn(1)
    assert game.holders == {1: 2, 2: 3, 3: 5}
    assert game.asked == {2: D1, 3: D1, 5: D1}
    game.choose(2, "done")
    assert game.asked == {3: D1, 5: D1}
    assert game.step(1) == "wait_for_target"
    game.take_turn(3)
    assert game.holders == {1: 2, 2: 4, 3: 5}
    assert game.asked == {2: D3, 4: D1, 5: D1}
    assert game.active(1).target == 3 - 1


@rule("CS-10.9", "CS-11.14", "CS-11.18")
def test_cs_20_35_the_one_waited_for_is_eliminated() -> None:
    game = Arranged(6).hand(3, "headhunter").active(1, 3, 5).play()
    game.take_turn(1)
    game.choose(2, "done")
    game.choose(3, "done")
    game.attack(3, "headhunter / - / -")
    game.choose(4, game.offered(4)[0])
    assert not game.player(3).alive
    assert game.holders == {1: 2, 3: 5}
    assert game.asked == {4: D10, 5: D1}
    assert target(game, 2) == 4
    game.calm_through(4)
    assert game.asked == {2: D3, 5: D1}
    assert game.active(1).target == 4 - 1


@rule("CS-11.6", "CS-11.7", "CS-11.9")
def test_cs_20_36_two_eliminations_side_by_side() -> None:
    table = Arranged(6).lanes(2, "- / spymaster / -").lanes(4, "- / saboteur / -")
    game = table.active(1, 3, 5).play()
    game.choose(1, "done")
    game.calm_through(1, D3, D9)
    assert (game.player(2).alive, game.asked[1]) == (False, D10)
    assert game.active(1).expiring  # five left, 3 > 2
    game.take_turn(3)
    assert not game.player(4).alive
    # Four left, two turns that do not expire, two allowed: turn 2 goes on to seat 5.
    assert not game.active(2).expiring
    assert game.holders == {1: 1, 2: 5, 3: 5}
    assert game.player(5).bound == game.active(3).number
    assert game.asked == {1: D10, 5: D1}
    game.calm_through(1)
    assert game.holders == {2: 5, 3: 5}
    game.until(lambda: game.holders[3] == 6)
    assert game.player(5).bound == game.active(2).number


@rule("CS-13.3", "CS-13.8")
def test_cs_20_37_last_cards() -> None:
    game = Arranged(12).active(1, 3, 5, 7, 9, 11).no_deck().play()
    assert (game.sizes(), game.owned()) == ((0, 4), [6] * 12)
    winners = []
    for number, seat in enumerate((1, 3, 5, 7, 9), start=1):
        game.choose(seat, "done")
        game.calm_through(seat, D3)
        turn = game.active(number)
        winners.append(turn.winner + 1)
        assert game.sizes() == (max(0, 4 - number), 0)
    assert game.owned(*winners) == [7, 7, 7, 7, 6]
    assert sum(game.owned()) == 4 * 7 + 8 * 6 == 76
    # The fifth waits for a card: nobody is asked in its strand.
    assert game.step(5) == "winner_draws"
    assert not {9, 10} & set(game.asked)
    assert [game.asked[seat] for seat in game.asked if seat not in (11,)] == [D7] * 4
    loser = next(seat for seat in (1, 2) if seat != winners[0])
    given_up = game.offered(loser)[0].removeprefix("discard ")
    before = game.hand(winners[4]).count(given_up)
    game.choose(loser, f"discard {given_up}")
    assert game.hand(winners[4]).count(given_up) == before + 1
    assert game.sizes() == (0, 0)
    assert sum(game.owned()) == 76


@rule("CS-10.8", "CS-11.7")
def test_cs_20_38_concession_without_an_active_turn() -> None:
    game = Arranged(6).active(1, 3, 5).play()
    game.choose(2, "concede")
    assert not game.player(2).alive
    assert game.holders == {1: 1, 2: 3, 3: 5}
    assert [game.active(i).expiring for i in (1, 2, 3)] == [True, False, False]
    game.choose(1, "done")
    assert game.asked == {1: D10, 3: D1, 5: D1}
    game.calm_through(1)
    assert game.holders == {2: 3, 3: 5}
    assert game.asked == {3: D1, 5: D1}
    assert game.battles == []


@rule("CS-10.8", "CS-10.9", "CS-11.7", "CS-11.18")
def test_cs_20_39_the_attacker_concedes_in_the_battle() -> None:
    table = Arranged(6).lanes(2, "juggernaut / breacher / goliath_walker")
    table.hand(2, "juggernaut, saboteur, headhunter")
    table.hand(1, "spymaster, field_coder, repair_drone, siege_marshal, works_director, ghostwire")
    game = table.active(1, 3, 5).play()
    assert set(game.owned()) == {6}
    game.choose(1, "done")
    game.attack(1, "spymaster / field_coder / repair_drone")
    assert game.asked[2] == D6
    game.choose(3, game.offered(3)[0])
    marked = game.offered(3)
    game.choose(1, "concede")
    assert game.player(1).alive
    assert game.asked == {2: D6, 3: D1, 5: D1}
    assert game.offered(3) == marked  # what others had begun is kept
    game.choose(2, "done")
    # What seat 1 owed took the default: the first of its three attackers by id.
    assert game.told("loses") == [{"who": 0, "unit": "field_coder"}]
    assert game.asked == {2: D9, 3: D1, 5: D1}
    game.calm(2)
    assert not game.player(1).alive
    assert game.holders == {2: 3, 3: 5}
    assert game.player(2).eliminations == 0
    redeploying = [turn for turn in game.state.turns() if turn.kind == REDEPLOY]
    assert [turn.seat + 1 for turn in redeploying] == [2]
    assert game.asked == {2: D10, 3: D1, 5: D1}
