"""Section 12: games of 13 and more players."""

import pytest

from starhall.engine.errors import IllegalChoice
from starhall.engine.text.rulebook import rule
from starhall.games.cyberstrife.rules.passing import next_player
from tests.games.cyberstrife.tables import D1, D3, D9, D10, Arranged, Game, card, deal


def rings(game: Game) -> list[list[int]]:
    return [[seat + 1 for seat in ring.sitting] for ring in game.state.rings]


def two_left(**settings: str) -> Game:
    """Thirteen players in pools of 7 and 6; of the second only seats 8 and 9 are left."""
    table = Arranged(13, **settings).out(10, 11, 12, 13, 5, 6, 7).hand(8, "breacher, saboteur")
    return table.traits(8, "pincer").active(1, 3, 8).play()


@rule("CS-12.2", "CS-12.3")
def test_pools_are_the_default() -> None:
    game = deal(13)
    assert rings(game) == [[1, 2, 3, 4, 5, 6, 7], [8, 9, 10, 11, 12, 13]]
    assert len(game.state.copies) == 2
    game.until(lambda: len(game.holders) > 0 and all(ring.started for ring in game.state.rings))
    held = [(turn.turn_id, turn.seat + 1) for turn in game.state.turns() if turn.turn_id]
    assert sorted(held, key=lambda pair: pair[1]) == [
        (1, 1), (2, 3), (3, 5), (1, 8), (2, 10), (3, 12),
    ]  # fmt: skip


@rule("CS-12.5", "CS-12.6")
def test_a_turn_under_way_is_finished_before_the_move_and_defenders_stay() -> None:
    game = two_left()
    game.choose(9, "concede")
    assert rings(game) == [[1, 2, 3, 4], [8]]
    assert game.asked == {1: D1, 3: D1, 8: D1}
    game.choose(8, "done")
    # Nobody else is living in the ring: no attack.
    assert game.asked[8] == D10
    game.defend(8, "breacher / - / saboteur")
    assert rings(game) == [[1, 2, 3, 4, 8], []]
    assert game.lanes(8) == "breacher / - / saboteur"
    assert game.traits(8) == ["pincer"]
    assert game.holders == {1: 1, 2: 3}
    assert game.asked == {1: D1, 3: D1}
    assert next_player(game.state, 4 - 1) == 8 - 1
    assert next_player(game.state, 8 - 1) == 1 - 1


@rule("CS-12.5")
def test_active_turns_of_the_old_ring_end_and_the_new_ring_gets_none() -> None:
    game = two_left()
    game.choose(8, "concede")
    # Turn 1 of the second pool went to seat 9, which moves at once: it is free.
    assert rings(game) == [[1, 2, 3, 4, 9], []]
    assert game.holders == {1: 1, 2: 3}
    assert game.told("moved") == [{"who": 8, "ring": 1}]
    assert game.asked == {1: D1, 3: D1}


@rule("CS-12.5", "CS-3.4", "CS-10.5", "CS-11.3")
def test_the_first_turn_is_finished_before_the_move() -> None:
    game = deal(13)
    for seat in (9, 10, 11, 12, 13):
        game.choose(seat, "concede")
    assert rings(game) == [[1, 2, 3, 4, 5, 6, 7], [8]]
    game.choose(8, "done")
    game.calm_through(8)
    assert rings(game) == [[1, 2, 3, 4, 5, 6, 7, 8], []]
    # Turns are handed out before anybody moves: the old ring was through with its first turns.
    assert [ring.started for ring in game.state.rings] == [False, True]
    assert "-" not in game.lanes(8)
    # Nobody was there to be attacked, so the old ring was given no turn.
    assert game.state.strands_begun == 13
    # The others of the new ring are still in their first turns; then all eight take part.
    game.until(lambda: game.state.rings[0].started)
    assert game.holders == {1: 1, 2: 3, 3: 5, 4: 7}


@rule("CS-3.3", "CS-11.3", "CS-12.5")
def test_a_ring_that_is_empty_before_its_first_turns_are_over_is_closed() -> None:
    game = deal(13)
    for seat in range(8, 14):
        game.choose(seat, "concede")
    assert rings(game) == [[1, 2, 3, 4, 5, 6, 7], []]
    assert set(game.asked) == {1, 2, 3, 4, 5, 6, 7}
    assert game.holders == {}


@rule("CS-3.3", "CS-3.4", "CS-11.12")
def test_one_turn_at_a_time_means_one_in_each_ring() -> None:
    game = deal(13, simultaneous_turns="off")
    assert game.asked == {1: D1, 8: D1}
    game.take_turn(1)
    assert game.asked == {2: D1, 8: D1}
    for seat in range(8, 13):
        game.take_turn(seat)
        assert game.asked == {2: D1, seat + 1: D1}


# Pools of 9, 8 and 8 with two players left in each: seats 1, 2 / 10, 11 / 18, 19.
LEFT = {1: (1, 2), 2: (10, 11), 3: (18, 19)}


@rule("CS-12.5", "CS-12.7")
@pytest.mark.parametrize(
    ("winner", "closed", "goal"),
    [(1, None, 2), (2, None, 3), (3, None, 1), (1, 2, 3), (2, 3, 1), (3, 1, 2)],
)
def test_a_pool_winner_goes_to_the_next_ring_that_is_not_closed(
    winner: int, closed: int | None, goal: int
) -> None:
    table = Arranged(25).out(
        *[s for s in range(1, 26) if not any(s in two for two in LEFT.values())]
    )
    if closed is not None:
        table.out(*LEFT[closed])
    stays, goes = LEFT[winner]
    game = table.active(*[LEFT[pool][0] for pool in LEFT if pool != closed]).play()
    game.choose(goes, "concede")
    game.choose(stays, "done")
    game.calm_through(stays)
    assert rings(game)[winner - 1] == []
    assert rings(game)[goal - 1] == [*LEFT[goal], stays]


@rule("CS-12.4")
def test_a_mover_draws_from_and_discards_to_the_own_copy() -> None:
    game = two_left()
    game.choose(8, "concede")
    game.choose(4, "concede")
    # Seat 3 attacks the newcomer, seat 9.
    game.choose(3, "done")
    before = [game.sizes(1), game.sizes(2)]
    game.attack(3, f"{game.hand(3)[0]} / - / -")
    assert game.battles[-1] == "3-9"
    assert game.owned(9) == [7]
    assert game.sizes(2) == (before[1][0] - 1, before[1][1])
    game.choose(9, game.offered(9)[0])
    assert game.sizes(2) == (before[1][0] - 1, before[1][1] + 1)
    assert game.sizes(1)[0] == before[0][0]


@rule("CS-12.4")
def test_leaving_players_discard_to_their_own_copies() -> None:
    game = Arranged(13).hand(13, "breacher").traits(13, "pincer").play()
    game.choose(13, "concede")
    assert (game.pile(1), game.pile(2)) == ([], ["breacher"])
    assert (game.trait_pile(1), game.trait_pile(2)) == ([], ["pincer"])


@rule("CS-12.5", "CS-17.1")
def test_the_game_is_won_by_the_last_of_all_rings() -> None:
    game = Arranged(13).out(*range(3, 8), *range(9, 13)).active(1, 8).play()
    game.choose(13, "concede")
    assert rings(game) == [[1, 2], [8]]
    game.choose(8, "done")
    game.calm_through(8)
    assert rings(game) == [[1, 2, 8], []]
    game.choose(1, "concede")
    assert rings(game) == [[2, 8], []]
    game.choose(2, "concede")
    assert game.match.over
    assert game.ranks[7] == 1


@rule("CS-12.9", "CS-18.14", "CS-18.19")
def test_merged_games_can_have_the_same_trait_twice() -> None:
    table = Arranged(13, large_game="merged").traits(1, "deep_recon, deep_recon")
    table.lanes(2, "spymaster / headhunter / -").active(1)
    game = table.hand(1, "juggernaut, breacher, ghostwire").play()
    game.choose(1, "done")
    assert game.offered(1) == ["peek 1", "peek 2", "skip"]
    game.choose(1, "peek 2")
    # Once per peek, and no lane twice.
    assert game.offered(1) == ["peek 1", "skip"]
    with pytest.raises(IllegalChoice, match=r"looked at the centre lane already.*CS-18\.14"):
        game.choose(1, "peek 2")
    game.choose(1, "peek 1")
    assert game.asked == {1: D3}
    view = game.match.view(0)
    assert [zone.cards for zone in view.zones()[6:8]] == [[card("spymaster")], [card("headhunter")]]


@rule("CS-18.19", "CS-18.15")
def test_two_exchanges_in_a_merged_game() -> None:
    table = Arranged(13, large_game="merged").traits(2, "rapid_redeploy, rapid_redeploy")
    table.lanes(2, "spymaster / headhunter / ghostwire").active(1)
    game = table.hand(1, "juggernaut, breacher").play()
    game.choose(1, "done")
    game.attack(1, "juggernaut / breacher / -")
    game.choose(2, "swap 1/2")
    assert game.lanes(2) == "headhunter / spymaster / ghostwire"
    game.choose(2, "swap 2/3")
    swaps = [told["lanes"] for told in game.told("swaps")]
    assert swaps == [["1", "2"], ["2", "3"]]
    assert game.told("battle_won")


@rule("CS-8.2", "CS-18.19", "CS-18.17", "CS-18.18")
def test_two_sifts_and_two_parachutes_in_a_merged_game() -> None:
    table = Arranged(13, large_game="merged").traits(1, "talent_scouts, talent_scouts")
    table.traits(2, "golden_parachute, golden_parachute")
    table.lanes(2, "- / spymaster / -").hand(2, "field_coder, headhunter").active(1)
    game = table.hand(
        1, "juggernaut, breacher, saboteur, ghostwire, picket_drone, repair_drone"
    ).play()
    game.choose(1, "done")
    game.attack(1, "juggernaut / breacher / saboteur")
    assert game.owned(1) == [9]
    assert len(game.offered(2)) == 3
    game.calm(2)
    assert game.owned(2) == [2]
    asked = []
    while game.asked.get(1) in ("sift_discard", D9):
        asked.append(game.asked[1])
        game.calm(1)
    assert asked == ["sift_discard", "sift_discard", D9]
    assert game.owned(1) == [6]
